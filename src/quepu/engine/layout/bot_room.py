"""What bots look at while they decide."""

from enum import IntEnum

from quepu.engine.layout.field import rows, words
from quepu.engine.layout.record import Ints, Record, Row, Rows

SEEN_SETS = 6               # melds of a hand that is looked at, at most
TOPS = 8


class Policy(IntEnum):
    """Who decides for a seat."""

    RANDOM = 0
    GREEDY = 1
    AWARE = 2


class TopAim(Row):
    """One of the best aims of the hand that is looked at."""

    aim: int
    missing: int
    worth: int


class BotRoom(Record):
    """What a bot notes about the seat it decides for; nothing in it outlasts the decision."""

    left: Ints = words(42)              # copies of each kind that the seat cannot see
    # -- the hand that the aware bot looks at --
    held: Ints = words(4)               # kinds held at least once, twice, three and four times, as bits
    meld_count: int
    sets: Ints = words(SEEN_SETS)       # of its melds
    is_open: int
    wilds: int
    dead: int                           # kinds of which none can come any more, as bits
    top_count: int
    tops: Rows[TopAim] = rows(TOPS)     # highest worth first
