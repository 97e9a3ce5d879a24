"""The table: the whole state of a hand in play, and what a match carries on, as one record of fixed size.

Kernels change it in place (`table.turn = 2`); copying a game is copying its bytes.  Seats are numbered from the dealer:
0 is East, who deals, and play goes 0, 1, 2, 3.  Players keep their number for the whole match; `player` says who sits
where.  A tile of the wall or of a river is its kind, with MARK added if that copy is marked (a red five).
"""

from quepu.engine.layout.field import WORD, i8, i16, i32, u8, u16, words
from quepu.engine.layout.record import Grid, Ints, Record
from quepu.engine.layout.table_facts import ROW_ROOM, TURNED_ROOM

SEATS = 4                   # room; a rulebook may play with fewer
WALL_ROOM = 160
MELD_ROOM = 6
OFFER_ROOM = 4
RIVER_ROOM = 160
MEMORY_ROOM = 128

KIND = 63                   # a tile's kind ...
MARK = 64                   # ... and whether this copy carries a mark
NO_TILE = 255

OWED_KONG = 63              # `turned_owed`: the kong + 1 ...
OWED_HOW = 6                # ... and from this bit on how it was made, ...
KONG_HOW = 2                # ... which begins here in `codes.How`


class Table(Record):
    """The whole state of a hand in play, and what a match carries on."""

    # -- chance --
    seed: int                           # of the match
    random: int                         # state of the generator
    # -- the match --
    wild: int                           # kinds that are wild in this hand, as bits
    held_mask: Ints = words(SEATS)      # kinds in each concealed hand, as bits
    barred: Ints = words(SEATS)         # kinds a seat may not win on, because it let one go
    let_go: Ints = words(SEATS)         # kinds a seat may not pung, because it let one go
    no_discard: int                     # kinds the seat in turn may not discard now (swap calling)
    drawn_kinds: int                    # kinds the seat in turn has drawn in this turn, as bits; 0 once it is over
    win_fans: Grid = words(SEATS, 3)    # fans of each winner, as bits
    score: Ints = words(SEATS)          # points of each PLAYER, this hand's ledger included: no match outgrows them
    pot: int                            # points on the table that belong to nobody
    meld_counts: Grid = i32(SEATS, MELD_ROOM)   # of a kong of different tiles: how many there are of each of its kinds
    win_total: Ints = i32(SEATS)        # what each winner's hand is worth
    pending: Ints = i32(SEATS)          # what a seat has answered and nobody else knows yet; -1 nothing
    passed_value: Ints = i32(SEATS)     # the total of a win a seat let go
    false_total: int = i32()            # what the tiles of a false win would be worth
    keys: Grid = i32(SEATS, 4)          # each concealed suit as a number in base five, the honours fourth
    memory: Ints = i32(MEMORY_ROOM)     # slots of [memory.*]
    row_amount: Ints = i32(ROW_ROOM)    # the ledger of this hand
    hand_number: int = i16()            # hands begun in this match
    deal_number: int = i16()            # changes of dealer so far
    wall_front: int = i16()             # the next tile from the front ...
    wall_back: int = i16()              # ... and one past the next from the back
    wall_built: int = i16()             # how many tiles it had before the deal, if some are turned up in their place
    reserve: int = i16()                # tiles at the back that are never drawn
    passed_over: int = u8()             # the last tile of the wall is drawn when nothing else is left
    turn_count: int = i16()             # discards made in this hand
    river_count: int = i16()            # discards in the river
    stake: Ints = i16(SEATS)            # points a seat put down with its declaration
    choice: Ints = i16(SEATS)           # what a seat chose in the phase at hand
    rounds: int = u8()                  # rounds played before this one
    dealer: int = u8()                  # place of the dealer in `order`
    order: Ints = u8(SEATS)             # players in the order of this round's seats
    player: Ints = u8(SEATS)            # the player in each seat of this hand
    # -- the wall --
    wall: Ints = u8(WALL_ROOM)          # the tiles from front to back
    burnt: Ints = u8(42)                # tiles put aside with replacements, by kind; nobody sees them
    turned: Ints = u8(TURNED_ROOM)      # tiles turned up ...
    turned_lot: Ints = u8(TURNED_ROOM)  # ... under which [turned.*], + 32 * (1 + seat) if it is a seat's own
    turned_place: Ints = u8(TURNED_ROOM)    # ... and where in the wall one stays that is still to be drawn, + 1; 0 out,
                                        # or one of the two numbers below
    turned_count: int = u8()            # how many are turned up
    turned_owed: int = u8()             # a kong whose tiles are turned up later (OWED_KONG, OWED_HOW); 0 none
    dice: Ints = u8(4)                  # the dice of this deal
    # -- the seats --
    held: Grid = u8(SEATS, 42)          # concealed tiles by kind
    marked: Grid = u8(SEATS, 42)        # those of them that carry a mark
    stood: Grid = u8(SEATS, 42)         # those of them that stay stood up; never more than are held count
    aside: Grid = u8(SEATS, 42)         # tiles laid aside: flowers, single kongs
    sizes: Grid = u8(SEATS, 4)          # tiles of each concealed suit and the honours
    meld_count: Ints = u8(SEATS)        # sets laid down
    meld_set: Grid = u8(SEATS, MELD_ROOM)  # kind of set in the catalogue
    meld_form: Grid = u8(SEATS, MELD_ROOM)  # one of the forms below
    meld_tile: Grid = u8(SEATS, MELD_ROOM)  # the tile claimed, or the kind of a kong
    meld_from: Grid = i8(SEATS, MELD_ROOM)  # who fed it; -1 nobody
    meld_turn: Grid = u8(SEATS, MELD_ROOM)  # discards made when it was laid down
    meld_marks: Grid = u8(SEATS, MELD_ROOM)  # marked tiles in it
    river: Ints = u8(RIVER_ROOM)        # all discards in order ...
    river_seat: Ints = u8(RIVER_ROOM)   # ... whose, and the bits below
    # -- the turn --
    stage: int = u8()                   # what comes next, see the stages below
    phase: int = u8()                   # place in the rulebook's list of phases
    dealt: int = u8()                   # the tiles of this hand have been dealt
    round_hands: int = u8()             # hands begun in this round
    gift_count: Ints = u8(SEATS)        # tiles a seat has given away in an exchange ...
    gifts: Grid = u8(SEATS, 4)          # ... and which
    turn: int = u8()                    # the seat whose turn it is
    laying: int = u8()                  # what was just laid down: a flower, one of the deal, or a discard (`Laid`)
    owed: int = u8()                    # tiles the seat in turn still draws for flowers of the deal
    drawn: int = i16()                  # the tile it has just drawn; -1 none
    draw_kind: int = u8()               # how it came by its last tile
    kongs_running: int = u8()           # kongs made since its last ordinary draw
    asked: int = u8()                   # seats that owe an answer, as bits
    may: Ints = u8(SEATS)               # what each asked seat may do, as bits
    offered: Ints = i16(OFFER_ROOM)     # tiles that lie open for a claim
    offered_count: int = u8()           # how many
    offered_from: int = u8()            # the seat they came from
    offered_kind: int = u8()            # how they came there
    unable: int = u8()                  # seats whose hand the offered tile completes and who may not win on it
    kong_pending: int = i32()           # a kong that stands if nobody robs it: detail and number of its action
    declaring: int = i32()              # a declaration whose stake is still to be chosen, as its action; 0 none
    owed_ready: int = u8()              # the declaration that goes with the seat's claim, + 1; 0 none
    kong_tiles: int = u8()              # tiles that are laid down for the kong at hand
    # -- what a seat is bound to --
    declared: Ints = u8(SEATS)          # its declaration in [ready.*] + 1
    binds: Ints = u8(SEATS)             # what it binds to, as bits
    forbidden: Ints = u8(SEATS)         # what a passed claim forbids, as bits ...
    passed: Ints = u16(SEATS)           # ... by which entries of [pass.*], as bits
    out: int = u8()                     # seats that have won and left, as bits
    dead: int = u8()                    # seats that may not win any more, as bits
    broken: int = u8()                  # somebody has claimed or konged in this hand
    # -- the end --
    winners: int = u8()                 # seats that have won, as bits
    win_tile: Ints = i16(SEATS)         # the tile each winner won on; -1 none
    robbed: Ints = u8(SEATS)            # the tile a winner took out of a kong, + 1; 0 none
    win_from: Ints = i8(SEATS)          # who fed it; -1 self-drawn
    ended: int = u8()                   # how the hand ended
    match_over: int = u8()              # the match is over
    row_count: int = u8()               # rows of the ledger so far
    row_from: Ints = i8(ROW_ROOM)       # seats; POT is the pot
    row_to: Ints = i8(ROW_ROOM)         # who receives
    row_rule: Ints = u8(ROW_ROOM)       # which payment of the rulebook
    # -- asking round, and what one tile brings --
    round_left: int = u8()              # seats still to be asked in turn: for openings, or for one of the last tiles
    turned_wins: int = u8()             # turned tiles of a kong that complete its maker's hand
    won_now: int = u8()                 # seats that have won on the tile at hand ...
    won_turned: int = u8()              # ... and tiles turned up for them


TABLE_WORDS = Table.SIZE // WORD        # to copy a table: `engine.machine.copy_words`

# -- of turned_place: another tile has been turned up instead; a seat has taken it into its hand and won --
PUT_AWAY, TAKEN = 254, 255

# -- of river_seat: the seat; above it the bits of `codes.River` --
RIVER_SEAT = 3

# -- of meld_counts: so many bits for each of its kinds in order, then for tiles that stand in --
COUNT_BITS = 3
STAND_SHIFT = 12

# -- actions (`codes.Act`, `engine.play.packed_action`): of a kong of different tiles a bit for each of its kinds, and
#    this one if a tile stands in
STANDS = 16

# -- events (`codes.Event`): rows of so many numbers --
EVENT_WIDTH = 8
