"""Answers about a hand: its score, what it waits for, what to discard, and how a rulebook's text fares."""

from typing import Any, Literal, NotRequired

from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict

Names = dict[str, str]          # a text by language
Payments = dict[str, int]       # by seat
CLOSED = ConfigDict(extra="forbid")     # an answer that says more than is declared fails its test, in its parts too
OPEN = ConfigDict(extra="allow")        # what a rulebook's file or an event holds besides is its own


class WildPlaces(TypedDict):
    """Which tiles of a set are wild ones."""

    block: str
    places: list[int]


class ReadingTold(TypedDict):
    """How a complete hand is read."""

    shape: str
    fixed: str
    sets: list[str]
    pairs: list[str]
    wild: list[WildPlaces]


class FanScored(TypedDict):
    """A fan that counts, and the sets that give it."""

    id: str
    name: Names
    count: int
    value: int
    points: int
    tally: str
    shown: Names
    apart: bool
    sets: list[list[str]]


class FanDropped(TypedDict):
    """A fan that does not count, by which principle and which other fan."""

    id: str
    name: Names
    count: int
    principle: str
    by: str


class OtherReading(TypedDict):
    """A reading that is worth less."""

    reading: str
    total: int


ScoreRow = TypedDict("ScoreRow", {"from": str, "to": str, "amount": int, "tag": str})


class UsualFact(TypedDict):
    """A fact that nobody told, and what it usually is."""

    kind: str
    id: str
    name: Names
    usual: str | int


class ScoreValues(TypedDict):
    """All of a score."""

    rule: str
    options: dict[str, Any]
    hand: str
    legal: bool
    total: int
    fans: dict[str, int | str]
    fan_ids: dict[str, int]
    hand_payments: Payments | None
    payments: Payments | None
    complete: bool
    reasons: list[Names]
    tallies: dict[str, int]
    reading: ReadingTold | None
    fan_list: list[FanScored]
    grade: Names
    sum: dict[str, list[str]]
    dropped: list[FanDropped]
    ruled_out: list[str]
    no_effect: list[str]
    others: list[OtherReading]
    ledger: list[ScoreRow]
    at_once: list[ScoreRow]
    assumed: list[Names]
    as_usual: list[UsualFact]


@with_config(CLOSED)
class ScoreTold(ScoreValues):
    """The score of a complete hand; `flags` are the circumstances that could be told besides."""

    kind: Literal["score"]
    payments_if: dict[str, Payments]
    text: str
    flags: NotRequired[list[str]]


class WorthTold(TypedDict):
    """What a tile would win, or why it would not."""

    total: int
    legal: bool
    reasons: list[Names]


class WaitTold(TypedDict):
    """A tile that completes the hand."""

    tile: str
    left: int
    discard: WorthTold
    self_draw: WorthTold


class ShapeTold(TypedDict):
    """How far a hand is from one shape."""

    shape: str
    distance: int
    exact: bool


@with_config(CLOSED)
class WaitsTold(TypedDict):
    """What a hand without a winning tile waits for, or how far away it is."""

    kind: Literal["waits"]
    rule: str
    hand: str
    distance: int | None
    missing: int
    waits: list[WaitTold]
    dead: list[str]
    useful: dict[str, int]
    shapes: list[ShapeTold]
    text: str
    flags: NotRequired[list[str]]


class DiscardTold(TypedDict):
    """A hand after one discard."""

    tile: str
    distance: int | None
    useful: dict[str, int]
    left: int


@with_config(CLOSED)
class DiscardsTold(TypedDict):
    """A full hand after each discard, best first."""

    kind: Literal["discards"]
    rows: list[DiscardTold]


class FanShare(TypedDict):
    """A fan, and in which part of the wins it is."""

    id: str
    share: float


class ChoiceTold(TypedDict):
    """What a discard leaves: chances after 1, 2, 3 ... own draws; without `exact` how far away it is, as a bound."""

    discard: str
    away: int
    exact: bool
    useful: dict[str, int]
    left: int
    ready: list[float]
    won: list[float]
    value: float
    mean_win: float
    fans: list[FanShare]


@with_config(CLOSED)
class AnalysisTold(TypedDict):
    """What each discard of a hand can still become by own draws alone, best first."""

    kind: Literal["analysis"]
    rule: str
    hand: str
    wall: int
    draws: int
    unseen: int
    away: int | None
    exact: bool
    total: int | None
    player: str
    unforeseen: list[str]
    choices: list[ChoiceTold]
    text: str


class Mean(TypedDict):
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float


class CountedMean(Mean):
    """A mean of so many hands."""

    count: int


class Chance(TypedDict):
    """How often something came, and between which rates the truth lies with 95 %."""

    count: int
    rate: float
    low: float
    high: float


class AnswerTold(TypedDict):
    """What one answer brings; `behind` is how much more the best one does, in the same deals."""

    action: str
    label: str
    points: Mean
    behind: Mean
    level: bool
    wins: Chance
    deal_ins: Chance | None
    pays: Chance | None
    unready: Chance | None
    mean_win: CountedMean | None
    mean_loss: CountedMean | None
    fans: list[FanShare]
    away: int | None
    live: int | None


class ClaimTold(TypedDict):
    """One figure of a reason, of which answer; it counts among `of` where that is told."""

    what: str
    answer: str
    figure: float
    of: NotRequired[int]
    tile: NotRequired[str]
    seat: NotRequired[str]
    fan: NotRequired[str]
    suit: NotRequired[str]
    saying: NotRequired[str]
    half: NotRequired[float]


class ReasonTold(TypedDict):
    """Why one answer is better than another, or that both are level, with the figures the sentence stands on."""

    kind: str
    better: str
    made: str
    claims: list[ClaimTold]
    text: dict[str, str]


@with_config(CLOSED)
class AdviceTold(TypedDict):
    """What each answer of a seat brings after so many steps of a record, best first."""

    kind: Literal["advice"]
    step: int
    rule: str
    seat: str
    samples: int
    seed: int
    bot: str
    is_normal: bool
    assumes: list[str]
    answers: list[AnswerTold]
    reasons: list[ReasonTold]
    text: str


class ComparedRow(TypedDict):
    """A hand under one rulebook."""

    rule: str
    name: Names
    kind: str
    total: int | None
    legal: bool
    fan_list: list[FanScored]
    reasons: list[Names]
    ignored: list[str]


@with_config(CLOSED)
class ComparedTold(TypedDict):
    """A hand under every rulebook."""

    kind: Literal["compare"]
    rows: list[ComparedRow]


class CauseTold(TypedDict):
    """A fault as its code and values."""

    code: str
    values: dict[str, Any]
    text: NotRequired[str]


class PlacedFault(TypedDict):
    """A fault of a rulebook's text with its place."""

    line: int
    column: int
    text: str
    more: str
    cause: CauseTold


@with_config(CLOSED)
class CheckedTold(TypedDict):
    """Every fault and doubt of a rulebook's text."""

    kind: Literal["check"]
    trial: bool
    errors: list[PlacedFault]
    warnings: list[PlacedFault]
