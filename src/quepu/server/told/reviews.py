"""What is told of a review, line by line: what it is about, each decision, how far it is, and the whole."""

from typing import Any, Literal, NotRequired

from pydantic import with_config
from typing_extensions import TypedDict

from quepu.server.told.games import ViewTold
from quepu.server.told.hands import CLOSED, AnswerTold, CauseTold, Mean


class ReviewedTold(TypedDict):
    """What is reviewed, and how."""

    rule: str
    player: int
    name: str
    samples: int
    seed: int
    bot: str
    is_normal: bool


@with_config(CLOSED)
class ReviewBegun(ReviewedTold):
    """The first line: which hands, how many decisions of the player, answers without a choice, and how much work."""

    kind: Literal["begin"]
    hands: list[int]
    decisions: int
    forced: int
    of: int


class NamedAnswer(TypedDict):
    """An answer: for programs, and in words."""

    action: str
    label: str


class FiguresTold(TypedDict):
    """What came of the better answer and of that which was given, in the same deals."""

    better: AnswerTold
    played: AnswerTold


class DecisionValues(TypedDict):
    """A decision judged; `view` is the table as its player saw it, of a mistake."""

    step: int
    hand: int
    seat: str
    answers: int
    verdict: Literal["mistake", "level", "best", "agreed"]
    played: NamedAnswer
    better: NamedAnswer | None
    cost: Mean | None
    figures: FiguresTold | None
    reason: list[str]
    view: ViewTold | None


@with_config(CLOSED)
class DecisionTold(DecisionValues):
    """A line for each decision of the player; `done` of `of` is how far the work is."""

    kind: Literal["decision"]
    done: int
    of: int


@with_config(CLOSED)
class ReviewProgress(TypedDict):
    """How far the work is."""

    kind: Literal["progress"]
    done: int
    of: int


class PartsTold(TypedDict):
    """What a result is made of, in thousandths of a point: luck + others + own == result."""

    result: int
    luck: int
    others: int
    own: int


class HandParts(TypedDict):
    """A hand: its first and last step, and what its result is made of; null where it was not played to its end."""

    hand: int
    step: int
    end: int
    seat: str
    parts: PartsTold | None
    own_half: int | None
    others_half: int | None
    mistakes: int


class VerdictCounts(TypedDict):
    """How many decisions were of each kind, and how many answers had no choice."""

    mistake: int
    level: int
    best: int
    agreed: int
    forced: int


@with_config(CLOSED)
class ReviewTold(ReviewedTold):
    """The last line: mistakes by their steps, the costliest first, and what the result is made of."""

    kind: Literal["review"]
    verdicts: VerdictCounts
    mistakes: list[int]
    hands: list[HandParts]
    parts: PartsTold
    own_half: int
    others_half: int


@with_config(CLOSED)
class ReviewProblem(TypedDict):
    """The last line where something failed midway."""

    kind: Literal["problem"]
    type: str
    title: str
    status: int
    code: NotRequired[str]
    detail: NotRequired[str]
    faults: NotRequired[list[str]]
    causes: NotRequired[list[CauseTold]]


class PieceTold(TypedDict):
    """What a worker has found out in one go: decisions, and where the next one goes on; the last has the whole."""

    begin: dict[str, Any] | None
    decisions: list[dict[str, Any]]
    carried: list[list[Any]]
    done: int
    of: int
    review: dict[str, Any] | None


ReviewLine = ReviewBegun | DecisionTold | ReviewProgress | ReviewTold | ReviewProblem
