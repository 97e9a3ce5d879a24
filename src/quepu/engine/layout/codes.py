"""Codes of the table, each in a namespace of its own: what it holds as numbers, and what happens at it.

What is meant to be added up as bits has powers of two.  None is an IntFlag: `~` of one is not the number that compiled
code gets.
"""

from enum import IntEnum


class Stage(IntEnum):
    """What comes next at the table."""

    DEAL = 0
    PHASE = 1
    FLOWERS = 2
    DRAW = 3
    OWN = 4
    OFFER = 5
    CLAIMS = 6
    KONG = 7
    SETTLE = 8
    OVER = 9
    LAID = 10
    TURNED = 11
    LAST = 12
    STAKE = 13


class Laid(IntEnum):
    """What a seat has just laid down, and may win by without a tile (`Stage.LAID`)."""

    FLOWER = 0
    DEALT_FLOWER = 1
    DISCARD = 2


class Drew(IntEnum):
    """How a tile was drawn."""

    DEAL = 0
    WALL = 1
    KONG = 2
    FLOWER = 3
    CLAIM = 4
    TURNED = 5
    OFFERED = 6


class Offer(IntEnum):
    """How an offered tile came to lie open."""

    DISCARD = 0
    ADDED_KONG = 1
    CONCEALED_KONG = 2
    FLOWER = 3
    TURNED = 4


class MeldForm(IntEnum):
    """Forms of a meld."""

    SET = 0
    PUNG = 1
    MELDED_KONG = 2
    ADDED_KONG = 3
    CONCEALED_KONG = 4
    MIXED_KONG = 5                      # of different tiles: `meld_counts` says which


class River(IntEnum):
    """Bits of `river_seat` above the seat."""

    CLAIMED = 4
    DRAWN = 8
    DECLARES = 16


class May(IntEnum):
    """What a seat may do with an offered tile, as bits."""

    WIN = 1
    KONG = 2
    PUNG = 4
    SET = 8


class Act(IntEnum):
    """What is done by an action; how it is written as one number says `engine.play.packed_action`."""

    PASS = 0
    DISCARD = 1
    CLAIM_SET = 2
    CLAIM_PUNG = 3
    KONG = 4
    WIN = 5
    DECLARE = 6
    FLOWER = 7
    CHOOSE = 8
    GIVE = 9
    CALL_ABORT = 10
    SHOW = 11
    TAKE = 12
    FALSE_WIN = 13
    READY_SET = 14                      # claims that go with a declaration
    READY_PUNG = 15
    MIXED_KONG = 16                     # of different tiles: the detail is the kong, the tile which of its kinds
    ADD_TILE = 17                       # a tile more for such a kong
    EXCHANGE = 18                       # the true tile for one that stands in such a kong


class How(IntEnum):
    """How something happened, as bits."""

    REPLACEMENT = 1                     # the tile drawn replaces a kong or flower
    DRAWN = 2                           # the tile discarded is the one just drawn
    CONCEALED = 4                       # of a kong
    ADDED = 8
    NO_WINNER = 16                      # of the end of a hand
    CALLED_OFF = 32


class Ended(IntEnum):
    """How a hand ended."""

    NONE = 0
    WIN = 1
    DRAW = 2
    ABORT = 3
    REDEAL = 4
    DEAL_LOST = 5


class Bind(IntEnum):
    """What a declaration binds to, as bits."""

    DISCARD_DRAWN = 1
    NO_CLAIM = 2
    NO_KONG = 4
    KONG_SAME_WAITS = 8
    NO_DISCARD_WIN = 16
    MUST_WIN = 32


class Forbid(IntEnum):
    """What a passed claim forbids, as bits."""

    WIN = 1
    DISCARD_WIN = 2
    SAME_TILE = 4
    LOWER_VALUE = 8
    PUNG = 16
    CHOW = 32
    SAME_PUNG = 64


class Event(IntEnum):
    """Events: rows of eight numbers, the first of these kinds and its seat (-1 nobody)."""

    MATCH = 0
    HAND = 1
    DEALT = 2
    DICE = 3
    TURNED = 4
    WILD = 5
    PHASE = 6
    CHOICE = 7
    GIVE = 8
    FLOWER = 9
    DRAW = 10
    DISCARD = 11
    DECLARE = 12
    SET = 13
    PUNG = 14
    KONG = 15
    PASS = 16
    WIN = 17
    FALSE_WIN = 18
    NO_WINNER = 19
    ABORT = 20
    SHOW = 21
    PAY = 22
    HAND_END = 23
    MATCH_END = 24
    OPENING = 25
    KONG_TURNED = 26
    OFFERED = 27
    MIXED_KONG = 28
    TILE_ADDED = 29
    EXCHANGED = 30


class Moment(IntEnum):
    """The rulebook's events, in the order of `rulebook.language.events`."""

    MATCH_START = 0
    HAND_START = 1
    DRAW = 2
    DISCARDED = 3
    CHOW = 4
    PUNG = 5
    KONG = 6
    FLOWER = 7
    DECLARE = 8
    PASS = 9
    TURN_UP = 10
    WIN = 11
    FALSE_WIN = 12
    HAND_END = 13
    EXHAUSTED = 14
    ANNOUNCE = 15
    OFFERED = 16
    STANDS = 17


class Occasion(IntEnum):
    """Occasions of payment, in the order of the schema."""

    WIN = 0
    DRAW = 1
    END = 2
    KONG = 3
    OPENING = 4
    READY = 5
    FLOWER = 6
    BET = 7
    FALSE_WIN = 8
    DISCARD = 9
