"""Codes of the rules of play, each in a namespace of its own and called after the words of a rulebook.

What is meant to be added up as bits has powers of two; none is an IntFlag (see `codes`).
"""

from enum import IntEnum


class Flowers(IntEnum):
    """What becomes of flowers: [deal] flowers."""

    AT_ONCE = 0
    OWN_TURN = 1
    KEPT = 2
    NEVER = 3
    IN_ROUNDS = 4


class WildWay(IntEnum):
    """How wild tiles are chosen: [wild] chosen."""

    NONE = 0
    FIXED = 1
    INDICATOR = 2


class WildDiscard(IntEnum):
    """Whether a wild tile is discarded: [wild] discard."""

    YES = 0
    NO = 1
    DEAD = 2


class Penalty(IntEnum):
    """What a false win leads to besides its payment."""

    DEAD_HAND = 0
    REPLAY = 1
    LOSE_DEAL = 2
    LEAVES = 3


class AfterWin(IntEnum):
    """What a win does to the hand."""

    ENDS_HAND = 0
    LEAVES = 1
    STAYS_LOCKED = 2


class Who(IntEnum):
    """Who may claim a discard."""

    LEFT = 0
    ANYONE = 1
    NOBODY = 2


class Several(IntEnum):
    """Who of several winners gets the tile."""

    NEAREST = 0
    ALL = 1
    HIGHEST = 2


class AfterClaim(IntEnum):
    """What may not follow a claim, as bits."""

    SAME_TILE = 1
    LINKED_TILE = 2
    KONG = 4


class Reveals(IntEnum):
    """When a kong turns its tile up."""

    AT_ONCE = 0
    DRAW = 1
    DISCARD = 2


class KongOn(IntEnum):
    """When a kong may be made, as bits."""

    DRAW = 1
    CLAIM = 2
    DECLARED = 4                # with the tile just drawn, by who may only make kongs that change no wait


class KongOf(IntEnum):
    """What a kong is made of."""

    DISCARD = 0
    PUNG = 1
    HAND = 2


class CountsAs(IntEnum):
    """What a kong counts as."""

    KONG = 0
    SET = 1
    NONE = 2


class ReadyOn(IntEnum):
    """When a declaration may be made, as bits."""

    DEAL = 1
    FIRST_DISCARD = 2
    DISCARD = 4
    CLAIM = 8


class Shows(IntEnum):
    """What a declaration lays open."""

    NOTHING = 0
    DRAWS = 1
    HAND = 2


class Until(IntEnum):
    """How long a passed claim forbids, as bits."""

    OWN_DRAW = 1
    OWN_DISCARD = 2
    OWN_CLAIM = 4
    SAFE_DISCARD = 8
    END = 16


class PhaseKind(IntEnum):
    """Kinds of phases."""

    BET = 0
    EXCHANGE = 1
    VOID_SUIT = 2
    OPENING = 3
    TURNS = 4
    AFTER_WIN = 5
    END = 6


class PhaseAt(IntEnum):
    """How often a phase comes."""

    HAND = 0
    ROUND = 1
    MATCH = 2


class PhaseWho(IntEnum):
    """Who takes part in a phase."""

    DEALER = 0
    OTHERS = 1
    ALL = 2


class Direction(IntEnum):
    """Where tiles of an exchange go."""

    LEFT = 0
    RIGHT = 1
    ACROSS = 2
    RANDOM = 3


class LastRule(IntEnum):
    """Rules for the last tiles."""

    DRAW_ONLY = 0
    MUST_WIN = 1
    OFFERED = 2
    WIN_OR_DISCARD = 3
    NO_CLAIMS = 4


class Seen(IntEnum):
    """Who sees a turned tile."""

    ALL = 0
    READY = 1
    NOBODY = 2


class Side(IntEnum):
    """Where a turned tile comes from."""

    FRONT = 0
    BACK = 1
    DEAD = 2


class Scope(IntEnum):
    """A place of memory stays, begins each hand, goes with a player, or with two."""

    LASTS = 0
    HAND = 1
    PLAYER = 2
    PLAYERS = 3
