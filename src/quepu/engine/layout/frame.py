"""The frame: all that an expression may read about a hand and the table around it.

A rulebook's conditions see a game only through this record.  The reference runner and the compiled one fill it with the
same kernels, so a word of the language means the same in either; most fields are called by the word that reads them.
"""

from enum import IntEnum
from typing import NamedTuple

from quepu.engine.layout.field import WORD, rows, words
from quepu.engine.layout.record import Grid, Ints, Record, Row, Rows
from quepu.engine.layout.table_facts import RIVER_ROOM, ROW_ROOM, TURNED_ROOM, LedgerRow, RowChange, TurnedTile

SET_ROOM = 6
PAIR_ROOM = 8
FAN_ROOM = 160
WORD_BITS = 62              # fans of which one word says whether they are present
FAN_WORDS = 3
TALLY_ROOM = 16
OPTION_ROOM = 80
MEMORY_ROOM = 128


class SetFlag(IntEnum):
    """How a set or pair of the reading lies, as bits."""

    MELD = 1                            # laid down, a concealed kong included
    OPEN = 2                            # laid open
    KONG = 4
    CONCEALED = 8                       # not open and not completed by another player's tile
    WINS = 16                           # holds the winning tile
    ADDED = 32                          # a kong made from an open pung


class By(IntEnum):
    """What a win is declared on, as bits; a shape says on which of them it may be (`[shape.*] on`)."""

    DRAW = 1
    DISCARD = 2
    DEAL = 4
    FLOWER = 8
    OTHER_FLOWER = 16
    OWN_DISCARD = 32


BY_TILES = By.DRAW | By.DISCARD     # with a complete hand, as most shapes are; otherwise flowers laid aside decide


class FrameBlock(Row):
    """A set or a pair of the reading."""

    kind: int                           # its number among the sets or pairs of the rulebook
    flags: int                          # how it lies, as bits (`SetFlag`)
    wilds: int                          # wild tiles in it


class Frame(Record):
    """A hand, one reading of it, and the table around it."""

    # -- the situation: the same for every reading of a hand --
    self_draw: int                      # the win is self-drawn
    seat: int                           # the winner's, 0 E (dealer) .. 3 N
    round: int                          # the round wind as a seat number
    discarder: int                      # the seat that fed the win; -1 on a self-draw
    win_tile: int                       # the kind won on; -1 when the hand was dealt complete
    meld_count: int                     # sets laid down, concealed kongs included
    open_count: int                     # sets laid open: chows, pungs, melded and added kongs
    flower_count: int                   # flowers laid aside
    flower_mask: int                    # which, as bits
    wild_count: int                     # wild tiles held, the winning tile included
    wild_mask: int                      # kinds that are wild, as bits
    win_wild: int                       # the drawn tile stands for any other in this win (`[wild] drawn`)
    flags: int                          # one bit a flag, after the rulebook's corrections
    told: int                           # one bit a flag, as it was told
    red_count: int                      # tiles that carry a mark
    held_mask: int                      # kinds in the concealed hand before the win, as bits
    open_chow_count: int                # chows laid open
    occasion: int                       # what a win is declared on, as bits (`By`); 0: as the rest of the frame tells
    # -- one reading --
    fours: int                          # kinds of which four copies are there, as bits
    shape: int                          # its number among the shapes of the rulebook
    set_count: int                      # sets of the reading
    pair_count: int                     # pairs of the reading
    chow_count: int                     # chows
    pung_count: int                     # kongs included
    kong_count: int                     # kongs
    concealed_kong_count: int           # concealed kongs
    concealed_pung_count: int           # concealed pungs and kongs
    tile_count: int                     # physical tiles: fourteen and one more for each kong
    kind_count: int                     # different kinds
    suit_count: int                     # suits present, honours aside
    honor_count: int                    # honour tiles
    terminal_count: int                 # suited ones and nines
    tile_mask: int                      # kinds present, as bits
    set_mask: int                       # set kinds present
    pair_mask: int                      # pair kinds present
    substitute_count: int               # wild tiles that stand for another kind
    win_as: int                         # the kind the winning tile stands for
    fixed: int                          # kinds of a fixed part of the shape (the nine knitted tiles), as bits
    wait_count: int                     # kinds that complete the hand by form; -1 until somebody asks
    live_wait_count: int                # the same without kinds of which the player holds all four
    total: int                          # of all that counts
    failed: int                         # one bit for every condition of winning that does not hold
    win_place: int                      # block that holds the winning tile: a set, SET_ROOM + a pair, -1 none
    hidden_pung_count: int              # concealed pungs as long as no set holds the winning tile
    counts: Ints = words(42)            # copies of each kind, melds and winning tile included, wild tiles resolved
    held: Ints = words(42)              # concealed copies before the win
    shown: Ints = words(42)             # copies in the own open melds
    sets: Rows[FrameBlock] = rows(SET_ROOM)     # sets of the reading, melds first
    pairs: Rows[FrameBlock] = rows(PAIR_ROOM)   # pairs of the reading
    memory: Ints = words(MEMORY_ROOM)   # a seat's memory takes four
    tallies: Ints = words(TALLY_ROOM)   # what fans add up to
    options: Ints = words(OPTION_ROOM)  # values of the rulebook's options
    fan_values: Ints = words(FAN_ROOM)  # what each fan is worth in this hand
    fan_times: Ints = words(FAN_ROOM)   # how often each fan of `many` is earned
    laid: Ints = words(42)              # copies in the own melds, concealed kongs included
    fan_places: Ints = words(FAN_ROOM)  # the sets that earned a picked fan, as bits
    present: Ints = words(FAN_WORDS)    # which fans are earned, and later which count
    many: Ints = words(FAN_WORDS)       # which of them are earned other than once
    # -- the table: what happened --
    actor: int                          # the seat an event, claim or occasion is about
    feeder: int                         # the seat that fed it; -1 nobody
    tile: int                           # the kind it is about; -1 none
    event_of: int                       # which kong, declaration, claim or turned lot it is; -1 none
    is_replacement: int                 # the tile was drawn in place of a kong or flower
    is_drawn: int                       # the discard is the tile just drawn
    is_concealed_kong: int              # the kong is concealed
    is_added_kong: int                  # the kong is made from a pung
    kong_tiles: int                     # tiles that are laid down for it now
    is_draw: int                        # the hand ended without a winner
    is_aborted: int                     # the hand was called off
    amount: int                         # of a win: what its total is
    wall_left: int                      # tiles that can still be drawn
    turn_count: int                     # discards made so far in this hand
    round_number: int                   # of this round in the match, from 1
    winner_count: int                   # how many seats win on this tile
    seat_count: int                     # how many seats play
    out: int                            # seats that have won and left, as bits
    won: int                            # seats that have won in this hand, as bits ...
    winning: int                        # ... and those that win on the tile at hand
    drawn_kinds: int                    # kinds the actor has drawn in this turn, which is its own, as bits
    draw_kind: int                      # how the actor came by its last tile (`codes.Drew`)
    offer_kind: int                     # how the tile came to lie open (`codes.Offer`)
    broken: int                         # somebody has claimed or konged in this hand
    own_discards: int                   # discards the actor has made
    kongs_running: int                  # kongs the seat in turn made since its last ordinary draw
    winner_place: int                   # place of this winner among those who win on the tile, from 1
    turned_wins: int                    # turned tiles of a kong that complete its maker's hand
    false_total: int                    # of a false win: what the tiles shown would be worth
    dice: Ints = words(4)               # as they fell at the deal
    # -- the seats --
    purse: Ints = words(4)              # points of each seat
    declared: Ints = words(4)           # its declaration + 1
    waits_of: Ints = words(4)           # the kinds each seat waits for, as bits
    wins_of: Ints = words(4)            # the kinds each seat could win on as a plain discard, as bits
    heard_of: Ints = words(4)           # the kinds others have discarded since the seat's own last discard, as bits
    visible: Ints = words(42)           # copies in rivers, open melds, aside or turned up for all, not the offered one
    hands: Grid = words(4, 42)          # concealed tiles of each seat
    laid_by: Grid = words(4, 42)        # tiles of its melds and those it laid aside
    melds_by: Grid = words(4, SET_ROOM)     # its melds in the order in which they were laid (`MeldWord`) ...
    meld_counts: Ints = words(4)        # ... and how many
    marked_by: Grid = words(4, 42)      # concealed tiles that carry a mark
    wait_values: Grid = words(4, 42)    # what each seat would win on each tile it waits for, as a plain discard
    river_count: Ints = words(4)        # how many discards each seat has made
    rivers: Grid = words(4, RIVER_ROOM)     # kinds in the order of the discards
    taken: Ints = words(4)              # those of them that were claimed, as bits by their place
    turned_count: int                   # tiles turned up
    turned: Rows[TurnedTile] = rows(TURNED_ROOM)   # what is turned up
    # -- the ledger of the hand --
    row_count: int                      # rows so far
    row_start: int                      # the first row of the occasion at hand
    row_lost: int                       # a row found no place in the ledger
    ledger: Rows[LedgerRow] = rows(ROW_ROOM)   # payments of the hand, those of the occasion last
    changes: Rows[RowChange] = rows(ROW_ROOM)   # what a rule makes of the rows, until it has seen all of them

    @property
    def numbers(self) -> memoryview:
        """All numbers in one row, for who reads many of them by a `Place`."""
        found: memoryview = self._q
        return found


#: so many words, the first, are about the hand; the table's part is behind them
HAND_WORDS = Frame.FIELDS["actor"].offset // WORD


class Place(NamedTuple):
    """Where a number that an expression reads stands in a frame: a field and, of an array, which of its numbers."""

    field: str
    at: int = 0

    @property
    def word(self) -> int:
        """Which of all numbers of a frame it is."""
        return Frame.FIELDS[self.field].offset // WORD + self.at

    @property
    def is_of_table(self) -> bool:
        """Whether it is about the table, not about a hand."""
        return self.word >= HAND_WORDS
