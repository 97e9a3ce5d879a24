"""What a result is made of: deal and draws, others' decisions, own decisions; whole numbers that add up exactly.

Own decisions are the mistakes, each for what it costs; others' decisions are their mistakes, each for what it brought
the player.  All the rest of the result is luck: what was dealt and drawn, and what the tiles that nobody could see made
of decisions that were right.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from quepu.lab.stats import Mean
from quepu.review.judging import MISTAKE, Judged
from quepu.review.questions import Span

UNIT = 1_000                # parts are counted in thousandths of a point


def thousandths(mean: Mean) -> int:
    """A mean in thousandths of a point, rounded.

    >>> thousandths(Mean(3, 2, 4)), thousandths(Mean(3, -2, 4)), thousandths(Mean(0, 0, 0))
    (667, -667, 0)
    """
    size = (2 * UNIT * abs(mean.sum) + mean.count) // (2 * mean.count) if mean.count else 0
    return size if mean.sum >= 0 else -size


@dataclass(frozen=True, slots=True)
class Tally:
    """As much of a decision as the parts are made of."""

    step: int
    hand: int
    is_own: bool
    verdict: str
    amount: int                         # of a mistake: thousandths of a point that it brought the player
    half: int                           # and half of the interval

    @classmethod
    def of(cls, one: Judged) -> "Tally":
        """That of a decision."""
        asked = one.question
        mean = Mean(one.cost.count, -one.cost.sum, one.cost.squares) if asked.is_own else one.brought
        amount, half = (thousandths(mean), round(UNIT * mean.half)) if one.is_mistake else (0, 0)
        return cls(asked.step, asked.hand, asked.is_own, one.verdict, amount, half)


@dataclass(frozen=True, slots=True)
class Parts:
    """What a result is made of, in thousandths of a point: `luck + others + own == result`."""

    result: int
    others: int
    own: int
    others_half: int                    # half of a 95 % interval; luck is as unsure as both
    own_half: int

    @property
    def luck(self) -> int:
        """Deal and draws."""
        return self.result - self.others - self.own

    def as_json(self) -> dict[str, Any]:
        """The parts as a value for JSON."""
        return {"parts": {"result": self.result, "luck": self.luck, "others": self.others, "own": self.own},
                "own_half": self.own_half, "others_half": self.others_half}


def parts_of(spans: Sequence[Span], tallies: Iterable[Tally]) -> Parts:
    """What the results of hands that were played to their end are made of together."""
    hands = {span.hand for span in spans if span.result is not None}
    found = [one for one in tallies if one.verdict == MISTAKE and one.hand in hands]
    sums = [sum(one.amount for one in found if one.is_own is is_own) for is_own in (False, True)]
    halves = [round(sqrt(sum(one.half ** 2 for one in found if one.is_own is is_own))) for is_own in (False, True)]
    return Parts(UNIT * sum(span.result or 0 for span in spans), sums[0], sums[1], halves[0], halves[1])
