"""The words that keys of a rulebook choose from, each list an enum: schema, builder and readers name the same things.

The order is that of the documentation.  Codes of the engine (`engine.layout.rule_codes`) have the same names.
"""

from enum import StrEnum


class Region(StrEnum):
    """Where a rule system is at home, in the order of a list of them."""

    WIDE = "wide"
    SOUTHWEST = "southwest"
    SOUTH = "south"
    CENTRAL = "central"
    EAST = "east"
    NORTH = "north"
    NORTHEAST = "northeast"
    OTHER = "other"


class Occasion(StrEnum):
    """When money moves."""

    WIN = "win"
    DRAW = "draw"
    END = "end"
    KONG = "kong"
    OPENING = "opening"
    READY = "ready"
    FLOWER = "flower"
    BET = "bet"
    FALSE_WIN = "false_win"
    DISCARD = "discard"


class ShapeOn(StrEnum):
    """When a shape may be declared."""

    DRAW = "draw"
    DISCARD = "discard"
    DEAL = "deal"
    FLOWER = "flower"
    OTHER_FLOWER = "other_flower"
    OWN_DISCARD = "own_discard"


class FanOn(StrEnum):
    """When a fan is earned."""

    WIN = "win"
    OPENING = "opening"


class Receiver(StrEnum):
    """Who receives a payment."""

    WINNER = "winner"
    SEATS = "seats"
    DEALER = "dealer"
    POT = "pot"
    ACTOR = "actor"
    GUEST_1 = "guest_1"
    GUEST_2 = "guest_2"
    GUEST_3 = "guest_3"
    GUEST_4 = "guest_4"


class Payer(StrEnum):
    """Who pays."""

    PAYERS = "payers"
    DISCARDER = "discarder"
    DEALER = "dealer"
    POT = "pot"


class WildWay(StrEnum):
    """How wild tiles are chosen."""

    TOLD = "told"
    INDICATOR = "indicator"
    FIXED = "fixed"
    NONE = "none"


class WildDiscard(StrEnum):
    """Whether a wild tile is discarded."""

    YES = "yes"
    NO = "no"
    DEAD = "dead"


class ReserveFor(StrEnum):
    """Who draws of the reserve."""

    NOBODY = "nobody"
    REPLACEMENTS = "replacements"


class End(StrEnum):
    """An end of the wall."""

    FRONT = "front"
    BACK = "back"


class LastRule(StrEnum):
    """What holds for the last tiles."""

    DRAW_ONLY = "draw_only"
    MUST_WIN = "must_win"
    OFFERED = "offered"
    WIN_OR_DISCARD = "win_or_discard"
    NO_CLAIMS = "no_claims"


class Flowers(StrEnum):
    """How flowers are replaced."""

    AT_ONCE = "at_once"
    IN_ROUNDS = "in_rounds"
    OWN_TURN = "own_turn"
    KEPT = "kept"
    NEVER = "never"


class Side(StrEnum):
    """Where turned tiles come from."""

    FRONT = "front"
    BACK = "back"
    DEAD = "dead"


class Each(StrEnum):
    """For whom a lot is turned up."""

    TABLE = "table"
    SEATS = "seats"


class Seen(StrEnum):
    """Who sees turned tiles before the end."""

    ALL = "all"
    READY = "ready"
    NOBODY = "nobody"


class Stays(StrEnum):
    """What becomes of turned tiles."""

    OUT = "out"
    IN_PLAY = "in_play"
    LAST = "last"


class PhaseKind(StrEnum):
    """What a phase is."""

    BET = "bet"
    EXCHANGE = "exchange"
    VOID_SUIT = "void_suit"
    OPENING = "opening"
    TURNS = "turns"
    AFTER_WIN = "after_win"


class PhaseAt(StrEnum):
    """How often a phase comes."""

    HAND = "hand"
    ROUND = "round"
    MATCH = "match"


class PhaseWho(StrEnum):
    """Who takes part in a phase."""

    DEALER = "dealer"
    OTHERS = "others"
    ALL = "all"


class Fits(StrEnum):
    """Which tiles may be given away."""

    ANY = "any"
    ONE_SUIT = "one_suit"


class Direction(StrEnum):
    """Where tiles of an exchange go."""

    LEFT = "left"
    RIGHT = "right"
    ACROSS = "across"
    RANDOM = "random"


class AfterWin(StrEnum):
    """What a winner does after the win."""

    ENDS_HAND = "ends_hand"
    LEAVES = "leaves"
    STAYS_LOCKED = "stays_locked"


class Offer(StrEnum):
    """The tiles that a claim may take."""

    DISCARD = "discard"
    ADDED_KONG = "added_kong"
    CONCEALED_KONG = "concealed_kong"
    FLOWER = "flower"


class Unable(StrEnum):
    """The tiles that count as let go though they could not be won on."""

    DISCARD = "discard"
    ADDED_KONG = "added_kong"
    CONCEALED_KONG = "concealed_kong"


class Who(StrEnum):
    """Who may claim."""

    LEFT = "left"
    ANYONE = "anyone"
    NOBODY = "nobody"


class Several(StrEnum):
    """Which of several claims is made."""

    NEAREST = "nearest"
    ALL = "all"
    HIGHEST = "highest"


class Three(StrEnum):
    """What becomes of three wins at once."""

    ALL = "all"
    ABORT = "abort"


class AfterClaim(StrEnum):
    """What may not follow a claim."""

    SAME_TILE = "same_tile"
    LINKED_TILE = "linked_tile"
    KONG = "kong"


class NotAfter(StrEnum):
    """Own last discards that forbid a claim."""

    SAME_TILE = "same_tile"
    LINKED_TILE = "linked_tile"


class KongOf(StrEnum):
    """What a kong is made of."""

    DISCARD = "discard"
    PUNG = "pung"
    HAND = "hand"


class KongOn(StrEnum):
    """When a kong may be made."""

    DRAW = "draw"
    CLAIM = "claim"
    DECLARED = "declared"


class Reveals(StrEnum):
    """When a kong turns tiles up."""

    AT_ONCE = "at_once"
    DRAW = "draw"
    DISCARD = "discard"


class CountsAs(StrEnum):
    """What a kong is in the hand."""

    KONG = "kong"
    SET = "set"
    NONE = "none"


class KongSeen(StrEnum):
    """Who sees the tiles of a kong before the end."""

    ALL = "all"
    NOBODY = "nobody"


class ReadyOn(StrEnum):
    """When a declaration is made."""

    DEAL = "deal"
    FIRST_DISCARD = "first_discard"
    DISCARD = "discard"
    CLAIM = "claim"


class Bind(StrEnum):
    """What a declaration binds to."""

    DISCARD_DRAWN = "discard_drawn"
    NO_CLAIM = "no_claim"
    NO_KONG = "no_kong"
    KONG_SAME_WAITS = "kong_same_waits"
    NO_DISCARD_WIN = "no_discard_win"
    MUST_WIN = "must_win"


class Shows(StrEnum):
    """What a declaration lays open."""

    NOTHING = "nothing"
    DRAWS = "draws"
    HAND = "hand"


class Sees(StrEnum):
    """What a declaration lets its maker look at."""

    NOTHING = "nothing"
    HANDS = "hands"


class Forbid(StrEnum):
    """What passing forbids."""

    WIN = "win"
    DISCARD_WIN = "discard_win"
    SAME_TILE = "same_tile"
    LOWER_VALUE = "lower_value"
    PUNG = "pung"
    CHOW = "chow"
    SAME_PUNG = "same_pung"


class Until(StrEnum):
    """How long passing forbids."""

    OWN_DRAW = "own_draw"
    OWN_DISCARD = "own_discard"
    OWN_CLAIM = "own_claim"
    SAFE_DISCARD = "safe_discard"
    END = "end"


class AfterAbort(StrEnum):
    """What follows a hand that is called off."""

    DRAW = "draw"
    REDEAL = "redeal"


class FaultTo(StrEnum):
    """Whom the offender pays where nobody is named."""

    OTHERS = "others"
    BEFORE = "before"


class FirstDealer(StrEnum):
    """Who deals first."""

    FIRST = "first"
    RANDOM = "random"


class Ties(StrEnum):
    """Who of equals is first."""

    EARLIER_SEAT = "earlier_seat"
    SHARED = "shared"


class PotTo(StrEnum):
    """Who takes what is left in the pot."""

    FIRST = "first"


class Penalty(StrEnum):
    """What follows a wrong declaration."""

    DEAD_HAND = "dead_hand"
    REPLAY = "replay"
    LOSE_DEAL = "lose_deal"
    LEAVES = "leaves"
