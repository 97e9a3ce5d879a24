"""What is told of a game: who plays, the table as one may see it, what happened, and how a hand ended.

The connection of a game sends the same values as `GET /api/games/{name}`: a hello, then updates.
"""

from typing import Any, Literal, NotRequired

from pydantic import with_config
from typing_extensions import TypedDict

from quepu.server.told.hands import CLOSED, OPEN, Names, ScoreValues


class PlayerTold(TypedDict):
    """A player: a person, an open place, or a bot by its kind."""

    kind: str
    name: str


class PlaceTold(TypedDict):
    """Whether a player is there; None for bots."""

    connected: bool | None
    stand_in: bool
    may_stand_in: bool


class PresenceTold(TypedDict):
    """Who is there, and whom the table waits for; None while nobody may know."""

    players: list[PlaceTold]
    waiting: list[int] | None


class WindowTold(TypedDict):
    """Answers are held back for a moment, whether or not anybody is asked."""

    number: int
    seconds: float
    left: float
    thinking: bool


class ClockTold(TypedDict):
    """The clock that is agreed: seconds for each move, and of the reserve for a hand."""

    move: int
    reserve: int


class PlayerClockTold(TypedDict):
    """A player's clock: whether it runs, the seconds left of his move, and of his reserve."""

    runs: bool
    left: float
    reserve: float


class ClocksTold(TypedDict):
    """All clocks of a table; `secret` are the seconds left to those who are asked where nobody may know who is."""

    secret: float | None
    players: list[PlayerClockTold]


@with_config(CLOSED)
class MadeTold(TypedDict):
    """A game that was made, with its secrets."""

    id: str
    key: str
    join_key: str
    watch_key: str
    players: list[PlayerTold]
    player: NotRequired[int]


@with_config(CLOSED)
class JoinedTold(TypedDict):
    """A place that was taken, with its secret."""

    id: str
    player: int
    key: str
    players: list[PlayerTold]


@with_config(CLOSED)
class ConvertedTold(TypedDict):
    """A log of another platform as a record."""

    kind: Literal["converted"]
    format: Literal["tenhou", "mjai", "botzone"]
    record: str


class RoomTold(TypedDict):
    """A game before it begins: who may begin it, who is ready, and the level of the bot where nobody has come."""

    owner: int
    gathers: bool
    ready: list[int]
    levels: list[str | None]


@with_config(CLOSED)
class InvitationTold(TypedDict):
    """What somebody may know before he has a seat."""

    game: str
    rule: dict[str, Any]
    players: list[PlayerTold]
    started: bool
    presence: PresenceTold
    window: float
    hints: bool
    clock: ClockTold | None
    room: RoomTold | None


class HelloTold(InvitationTold):
    """What a connection is told first."""

    type: Literal["hello"]
    player: int | None


class RiverTileTold(TypedDict):
    """A discard."""

    tile: str
    drawn: bool
    declares: bool
    claimed: bool
    wild: bool


class FedTold(TypedDict):
    """The tile that was claimed for a meld, and who gave it."""

    tile: str
    seat: str


class SeatTold(TypedDict):
    """A seat as another sees it."""

    seat: str
    player: int
    name: str
    score: int
    tile_count: int
    tiles: str | None
    melds: list[str]
    fed: list[FedTold | None]
    river: list[RiverTileTold]
    flowers: str
    declared: str
    is_out: bool
    is_dead: bool
    marks: list[str]
    standing: NotRequired[str]


class LegalTold(TypedDict):
    """An answer that may be given: as it is sent, and in words."""

    action: str
    label: str


class AwaitedWorth(TypedDict):
    """What a tile would win, or why it would not."""

    total: int
    legal: bool
    why: str


class AwaitedTold(TypedDict):
    """A tile that completes the hand; `left` copies have not been seen."""

    tile: str
    left: int
    discard: AwaitedWorth | None
    self_draw: AwaitedWorth | None


class ReadinessTold(TypedDict):
    """What a seat waits for now, and after each answer that leaves it ready."""

    now: list[AwaitedTold]
    after: dict[str, list[AwaitedTold]]


class ViewTold(TypedDict):
    """The table as one seat sees it."""

    seat: str | None
    hand: int
    round: int
    over: bool
    turn: str
    wall_left: int
    pot: int
    drawn: str | None
    offered: str | None
    offered_from: str | None
    wild: str
    turned: list[str]
    seats: list[SeatTold]
    legal: list[LegalTold]
    phase: str
    asks: str
    marks: list[str]
    replacement: str | None
    gifts: NotRequired[str]
    waits: NotRequired[ReadinessTold]


@with_config(OPEN)
class EventTold(TypedDict):
    """Something that happened; what else it has depends on its type."""

    step: int
    type: str
    line: str
    seat: NotRequired[str]
    tile: NotRequired[str]


class WinTold(TypedDict):
    """A win of a settlement."""

    seat: str
    hand: str
    total: int
    self_draw: bool
    flags: list[str]
    fans: list[dict[str, Any]]
    score: ScoreValues
    text: str
    feeder: NotRequired[str]


class LedgerTold(TypedDict):
    """A payment."""

    payer: str
    receiver: str
    amount: int
    rule: str
    names: Names


class TurnedTold(TypedDict):
    """A tile that was turned up."""

    lot: str
    names: Names
    tile: str
    seat: str | None
    counts: str | None
    hidden: bool
    fans: list[str]


class SettlementTold(TypedDict):
    """The end of a hand."""

    type: Literal["settlement"]
    hand: int
    ended: str
    reason: Names | None
    turned: list[TurnedTold]
    players: list[int]
    wins: list[WinTold]
    ledger: list[LedgerTold]
    net: list[int]
    scores: list[int]


class ResultPart(TypedDict):
    """A part of a result."""

    part: str
    amount: str


class StandingTold(TypedDict):
    """A player's place."""

    place: int
    player: int
    name: str
    score: int
    result: str
    parts: list[ResultPart]


class FrameTold(TypedDict):
    """The table after one step."""

    step: int
    view: ViewTold | None


class UpdateTold(TypedDict):
    """Everything new from a step on, and the table as it is now."""

    type: Literal["update"]
    step: int
    since: int
    started: bool
    players: list[PlayerTold]
    events: list[EventTold]
    view: ViewTold | None
    hand_over: bool
    over: bool
    settlement: SettlementTold | None
    standings: list[StandingTold]
    may_undo: bool
    presence: PresenceTold
    window: WindowTold | None
    clock: ClocksTold | None
    room: RoomTold | None
    frames: NotRequired[list[FrameTold]]


@with_config(CLOSED)
class GameTold(TypedDict):
    """A game as the owner of a key may know it."""

    hello: HelloTold
    update: UpdateTold


@with_config(OPEN)
class HeaderTold(TypedDict):
    """What a record says of itself first."""

    rulebook: str
    options: dict[str, Any]
    players: list[str]


class StepTold(TypedDict):
    """A step of a record, and the table after it with all hands open."""

    step: int
    kind: str
    seat: int | None
    action: str | None
    lines: list[str]
    view: ViewTold
    settlement: SettlementTold | None
    standings: list[StandingTold] | None


@with_config(CLOSED)
class RecordTold(TypedDict):
    """A hand of a record."""

    header: HeaderTold
    over: bool
    hands: int
    hand: int
    frames: list[StepTold]
