"""The rules of play of one rulebook.

A cell holds `n >= 0`, the number of an expression that the rulebook's own `ask` answers, or `-1 - value`, a constant;
so the engine is compiled once for all rulebooks.
"""

from quepu.engine.layout import rule_codes
from quepu.engine.layout.field import cell, listed, listed_words, words
from quepu.engine.layout.record import Ints, Record, Row, Rows

# what an expression answers is cut off here; the schema names the same bounds
MOST_RESERVE, MOST_REPLACEMENTS = 120, 4


class Claim(Row, fixed=True):
    """A claim on an offered tile: [claim.*]."""

    sets: int                           # set kinds it makes, as bits; 0: a win
    on: int                             # the offers it may take, as bits
    who: rule_codes.Who
    priority: int
    when: int = cell()
    must: int = cell()
    several: rule_codes.Several         # who gets the tile if several want it
    three: int                          # three winners on one tile end the hand
    forbids: int                        # what may not follow, as bits of AfterClaim
    beside: int = cell()                # which tiles of the hand may be laid with the claimed one
    not_after: int                      # what it may not follow, as bits of AfterClaim
    first: Ints = words(3)              # fans that go before others, as bits
    declares: int                       # the declaration that goes with it, + 1; 0 none


class Kong(Row, fixed=True):
    """A sort of kong: [kong.*]."""

    of: rule_codes.KongOf
    kinds: int                          # as bits
    least: int                          # tiles it takes from the hand
    block: int                          # of different tiles: the set it is; -1 of equal ones
    grows: int                          # ... and tiles may be added to it
    when: int = cell()
    robbed: int                         # claims that may rob it, as bits
    replacements: int = cell()
    counts_as: rule_codes.CountsAs
    locks: int                          # its maker may not change the hand any more
    turns: int                          # tiles turned up in place of a replacement
    priority: int                       # of a claimed one
    on: int                             # when it may be made, as bits of KongOn
    reveals: rule_codes.Reveals


class Ready(Row, fixed=True):
    """A declaration: [ready.*]."""

    on: int                             # when it may be made, as bits of ReadyOn
    when: int = cell()
    discard: int = cell()               # which tile may be discarded with it
    flag: int                           # the flag it gives to a win; -1 none
    binds: int                          # bits of Bind
    stake: int = cell()
    shows: rule_codes.Shows
    low: int = cell()                   # the least that may be chosen with it ...
    high: int = cell()                  # ... and the most
    memory: int                         # the slot of memory that keeps the choice; -1 nothing is chosen
    follows: int                        # declarations it may follow, as bits
    wins_on: int                        # the lot of turned tiles on which it wins at once; -1 none


class Passing(Row, fixed=True):
    """What letting a claim go forbids: [pass.*]."""

    on: int                             # what is let go, as bits of May
    forbids: int                        # bits of Forbid
    until: int                          # bits of Until
    when: int = cell()
    drawn: int                          # also for a win on a drawn tile
    unable: int                         # offers on which it also binds who could not win, as bits


class Phase(Row, fixed=True):
    """A phase before the turns: [[phase]]."""

    kind: rule_codes.PhaseKind
    at: rule_codes.PhaseAt
    when: int = cell()
    who: rule_codes.PhaseWho
    low: int = cell()                   # the least that may be chosen ...
    high: int = cell()                  # ... and the most
    memory: int                         # the slot of memory that keeps the choice; -1 none
    tiles: int                          # tiles of an exchange
    fits: int                           # they are of one suit
    direction: rule_codes.Direction
    first_choice: int                   # where its list of choices begins in `choices` ...
    choice_count: int                   # ... and how many there are; 0: all from low to high
    seats: int                          # each seat has a slot of its own
    about: int                          # the choice is about the seat so far on; 0 about nobody
    dealt: int                          # a bet that comes after the deal


class Opening(Row, fixed=True):
    """A fan that dealt tiles earn by themselves."""

    fan: int
    when: int = cell()
    count: int = cell()
    most: int                           # 0 no limit


class Last(Row, fixed=True):
    """A rule for the last tiles: [wall] last."""

    tiles: int = cell()                 # how many are the last
    rule: rule_codes.LastRule
    when: int = cell()


class Lot(Row, fixed=True):
    """Tiles turned up: [turned.*]."""

    on: int                             # bits of Moment
    of: int                             # the kongs it is about, as bits; 0 any
    when: int = cell()
    tiles: int = cell()                 # how many
    side: rule_codes.Side
    each: int                           # each seat has its own
    seen: rule_codes.Seen
    readies: int                        # the declarations it is about, as bits; 0 any
    once: int                           # once for several winners
    in_play: int                        # they stay where they lie, to be drawn
    last: int                           # one is drawn when nothing else is left
    place: int = cell()                 # so many tiles from that end of the wall as it was built; 0 the next
    again: int = cell()                 # when others are turned up in their place
    until: int = cell()                 # when no more are turned up one by one


class Abort(Row, fixed=True):
    """A reason to call the hand off: [abort.*]."""

    on: int                             # bits of Moment
    when: int = cell()
    chosen: int                         # a seat may, or it just happens
    redeals: int                        # the hand is dealt anew


class Slot(Row, fixed=True):
    """A place of memory: [memory.*]."""

    scope: rule_codes.Scope
    start: int


class Order(Row, fixed=True):
    """An order of seats: [match] seat_change."""

    places: Ints = words(4)


class PlayRules(Record, fixed=True):
    """The rules of play as the engine sees them."""

    # -- the deal --
    seat_count: int
    hand_size: int
    dealer_extra: int                   # tiles the dealer has more
    flowers: rule_codes.Flowers
    dice_count: int
    stood_count: int                    # the first tiles each seat takes that stay stood up
    wall_size: int
    reserve: int = cell()               # tiles at the back that are never drawn
    reserve_replaces: int               # kongs and flowers are replaced out of the reserve
    replaces_from_back: int
    burns: int                          # tiles put aside with each replacement
    dead_replacements: int              # replacement tiles of a dead wall
    playable_kinds: int                 # as bits
    bonus_kinds: int                    # as bits
    copies: Ints = words(42)            # of each kind in the wall ...
    marks: Ints = words(42)             # ... those that carry a mark
    powers: Ints = words(42)            # what a tile adds to the number of its suit
    last_rules: Rows[Last] = listed()
    # -- wild tiles --
    wild_way: rule_codes.WildWay
    wild_discard: rule_codes.WildDiscard
    wild_claim: int                     # a discarded wild tile may be claimed
    wild_meld: int                      # a wild tile may be laid down in a meld
    wild_lot: int                       # the lot of turned tiles that says which are wild; -1 none
    wild_kinds: Ints = listed_words()   # cells
    # -- claims and kongs --
    claims: Rows[Claim] = listed()
    win_claim: int                      # the place of the claim that is a win; -1 none
    sets_of: Ints = words(43)           # where the sets with a tile of each kind begin in `set_list`
    set_list: Ints = listed_words()
    kongs: Rows[Kong] = listed()
    kongs_on_claim: int                 # some kong may follow a claim
    mixed_kongs: int                    # some kong is of different tiles
    laid_from: int                      # the first kind that may be laid aside
    flower_shapes: int                  # occasions of flowers on which some shape may be declared, as BY_ bits
    aside_shapes: int                   # a shape that no tile brings nearer may be declared with a complete hand
    shape_starts: Ints = listed_words()  # where the masks of each shape begin in `shape_kinds`, and where the last end
    shape_kinds: Ints = listed_words()  # the kinds a shape may be made of, one mask for each way
    # -- what binds a seat --
    readies: Rows[Ready] = listed()
    passes: Rows[Passing] = listed()
    pass_penalty: int                   # declaring a win that passing forbids is a false win
    unable_offers: int                  # offers on which some rule of passing binds who could not win, as bits
    discard_rules: Ints = listed_words()  # cells
    # -- phases, turned tiles, aborts --
    phases: Rows[Phase] = listed()
    choices: Ints = listed_words()      # of phases
    openings: Rows[Opening] = listed()
    turned_lots: Rows[Lot] = listed()
    counts_turned: int                  # a win is counted once more with the tiles that are turned up for it
    aborts: Rows[Abort] = listed()
    turning_moments: int                # as bits: tiles are turned up ...
    abort_moments: int                  # ... a hand may be called off ...
    memory_moments: int                 # ... something is remembered
    # -- memory, payment, what expressions read --
    memory: Rows[Slot] = listed()
    pay_occasions: int                  # as bits
    pay_needs: Ints = words(10)         # what payments of each occasion read besides the scalars, as NEED_ bits
    given_needs: int                    # what the flags given by the table read; 0 there are none
    declared_flags: int                 # flags that hold only once a win is declared, as bits
    remember_needs: Ints = words(18)    # what the updates of each moment read
    ask_needs: Ints = listed_words()    # what each expression reads
    faults: Ints = listed_words()       # cells: what faults cost that a referee tells
    # -- the match --
    match_rounds: int                   # 0 no limit
    match_hands: int
    match_deals: int
    next_dealer: int = cell()
    keeps: int = cell()
    random_dealer: int
    match_start: int = cell()           # points of each player
    match_ends: int = cell()
    match_goes_on: int = cell()
    shows: int = cell()                 # whether a seat's hand is laid open at the end of a hand
    false_win: rule_codes.Penalty
    pot_at_end: int                     # the first gets what is left in the pot
    seat_orders: Rows[Order] = listed()
    drawn_seats: int                    # after so many rounds the seats are drawn anew; 0 never, -1 players tell them
    redraws: int = cell()               # when they are drawn anew besides
    after_win: rule_codes.AfterWin
    after_until: int = cell()
