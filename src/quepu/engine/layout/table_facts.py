"""Of the frame the table's part: what its rows are, and what an expression of play needs to have filled in.

Kernels fill it from the table before a rule of play is asked (`engine.play.asking`).  The lists of each seat are filled
only where a rule needs them.
"""

from enum import IntEnum

from quepu.engine.layout.record import Row

RIVER_ROOM = 60             # discards of a seat there is room for
TURNED_ROOM = 24            # tiles turned up in a hand, at the table and told of a win alike
ROW_ROOM = 96               # rows of the ledger of a hand
POT = 4                     # who pays or receives where it is the pot
GUESTS = 4                  # who bet without sitting at the table: the accounts after the pot
LOTS = 32                   # a seat's own turned tiles have their lot + LOTS * (1 + seat)

#: what the table says where there is none: nobody, no tile, one winner, else 0; the rulebook says how many sit there
NO_TABLE = {"actor": -1, "feeder": -1, "tile": -1, "event_of": -1, "winner_count": 1, "winner_place": 1}


class Need(IntEnum):
    """What a rule of play needs besides the single numbers, as bits."""

    HAND = 1
    SEATS = 2
    WAITS = 4
    VALUES = 8


class MeldWord(IntEnum):
    """What a meld of a seat at the table is, as one number: where its parts begin."""

    TILE = 0                            # its first tile
    FLAGS = 6                           # how it lies (`SetFlag`)
    FEEDER = 12                         # whose discard was claimed for it, + 1; 0 nobody's
    FORM = 15                           # a chow is 1, a pung or kong 2
    PLACE = 17                          # which of the seat's it is in the order of play, from 0
    END = 20


class TurnedTile(Row):
    """A tile that is turned up."""

    kind: int
    lot: int


class LedgerRow(Row):
    """A payment: who pays whom, by which rule, how much."""

    payer: int
    receiver: int
    rule: int
    amount: int


class RowChange(Row):
    """What a rule makes of a row of the ledger."""

    seat: int                           # who pays it now; -1: as it was
    amount: int
