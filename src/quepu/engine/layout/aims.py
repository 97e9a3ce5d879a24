"""What aware bots go for: hands that may win under a rulebook, and the search that finds them.

An aim is some sets a hand must have, the kinds its other sets and its pair are made of, and how often such a hand is
legal, open and closed.
"""

from enum import IntEnum

from quepu.engine.layout.field import listed, listed_words, words
from quepu.engine.layout.record import Ints, Record, Row, Rows

AIM_SETS = 4                # sets an aim asks for, at most
WEIGHTS = 16                # an aim with so many tiles missing is worth nothing


class AimSort(IntEnum):
    """What the free places of an aim take."""

    ANY_SETS = 0                        # any set of the allowed kinds
    PUNGS = 1                           # pungs alone
    SHAPE = 2                           # it is another shape: a plan of `engine.distance.lookup`


class Aim(Row, fixed=True):
    """A kind of hand that may win."""

    sort: AimSort
    need: Ints = words(4)               # kinds its sets want at least once, twice, three and four times, as bits
    set_count: int
    sets: Ints = words(AIM_SETS)        # -1 where there is none
    allowed: int                        # kinds of the free places, as bits
    open: int                           # of a hundred such hands so many are legal, open ...
    closed: int                         # ... and closed
    plan: int                           # of a shape


class Aims(Record, fixed=True):
    """What the aware bots of a rulebook go for."""

    is_on: int                          # 0: nothing is to be gone for, or it does not help
    plan: int                           # of `engine.distance.lookup`: sets and a pair
    set_count: int                      # of a hand of that plan
    by_self_draw: int                   # hands are won in no other way
    declares: int                       # the declaration without which no hand is legal, + 1; 0 none is needed
    claim_percent: int                  # a claim must better the worth of the hand by so much
    slack: int                          # aims are looked at that are less than so many tiles behind the nearest
    weights: Ints = words(WEIGHTS)      # what an aim is worth with so many tiles missing
    aims: Rows[Aim] = listed()


# -- the search: `engine.bots.aim_search` --
class How(IntEnum):
    """How a hand that is tried is made and won, as bits."""

    OPEN = 1
    SELF_DRAW = 2
    PUNGS = 4


class FoundAim(Row):
    """An aim as it is found, around at most three sets."""

    sort: int                           # an AimSort
    set_count: int
    sets: Ints = words(3)
    allowed: int
    open: int
    closed: int


class AimSearch(Record):
    """Where a search works: the hand in the making, what is still to be tried, and what was found."""

    set_count: int                      # of the hands that are tried
    tries_left: int
    way: int                            # How.SELF_DRAW where hands are won in no other way
    declares: int                       # the declaration without which no hand is legal, + 1; 0 none is needed
    counts: Ints = words(42)            # the tiles of the hand in the making
    blocks: Ints = words(6)             # its sets, then its pair
    chosen: Ints = words(AIM_SETS)      # the sets it is made around ...
    chosen_count: int                   # ... and how many they are
    choices: Ints = listed_words()      # kinds the free places may be restricted to, as bits; the first: all
    enough: Ints = listed_words()       # sets that are enough for an aim: what has one more is not tried ...
    two_enough: Ints = listed_words()   # ... and two sets that are
    found: Rows[FoundAim] = listed()
