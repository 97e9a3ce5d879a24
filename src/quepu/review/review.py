"""A review: every decision of a player judged, the costliest first, and what the result was made of."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quepu.advice.outlooks import BOT
from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.game.match import LARGEST_SEED
from quepu.game.minds import has_learned
from quepu.review.judging import VERDICTS, Judged, Judging
from quepu.review.parts import Parts, Tally, parts_of
from quepu.review.questions import Course, Span, course_of

if TYPE_CHECKING:
    from quepu.game.match import Match

#: deals for a decision, by what a player calls it
LEVELS = {"quick": 40, "usual": 120, "thorough": 400}
LEVEL = "usual"
LEAST_SAMPLES, MOST_SAMPLES = 8, 10_000


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be reviewed: a match, a player, a hand or all, in how many deals a decision."""

    match: "Match"
    player: int
    hand: int | None
    samples: int
    seed: int
    course: Course

    @classmethod
    def of(cls, match: "Match", player: int, hand: int | None = None, samples: int | None = None, seed: int = 1,
           level: str = LEVEL) -> "Asked":
        """The same, checked."""
        if level not in LEVELS:
            raise QuepuError(Fault("review.level", level=level, known=list(LEVELS)))
        count = LEVELS[level] if samples is None else samples
        if not LEAST_SAMPLES <= count <= MOST_SAMPLES:
            raise QuepuError(Fault("review.samples", samples=count, least=LEAST_SAMPLES, most=MOST_SAMPLES))
        if not 0 <= seed <= LARGEST_SEED:
            raise QuepuError(Fault("match.seed", seed=seed, most=LARGEST_SEED))
        return cls(match, player, hand, count, seed, course_of(match, player, hand))

    @property
    def judging(self) -> Judging:
        """Who judges."""
        return Judging(self.match, self.player, self.samples, self.seed)

    def as_json(self) -> dict[str, Any]:
        """What it is about, as plain values."""
        return {"rule": self.match.book.id, "player": self.player, "name": self.match.players[self.player],
                "samples": self.samples, "seed": self.seed, "bot": BOT, "is_normal": not has_learned(self.match.book)}


@dataclass(frozen=True, slots=True)
class Summary:
    """What comes of all decisions together."""

    asked: Asked
    tallies: tuple[Tally, ...]

    @property
    def mistakes(self) -> list[Tally]:
        """The player's, the costliest first."""
        return sorted((one for one in self.tallies if one.is_own and one.verdict == VERDICTS[0]),
                      key=lambda one: (one.amount, one.step))

    @property
    def verdicts(self) -> dict[str, int]:
        """How many decisions of the player were of each kind, and how many answers without a choice there were."""
        counts = Counter(one.verdict for one in self.tallies if one.is_own)
        return {**{verdict: counts[verdict] for verdict in VERDICTS}, "forced": self.asked.course.forced}

    @property
    def parts(self) -> Parts:
        """What the results of all hands are made of."""
        return parts_of(self.asked.course.spans, self.tallies)

    def parts_of_hand(self, span: Span) -> Parts | None:
        """What that of one hand is made of; None if it was not played to its end."""
        return None if span.result is None else parts_of([span], self.tallies)

    def as_json(self) -> dict[str, Any]:
        """The summary as plain values."""
        from quepu.tiles import seat_letter
        hands = []
        for span in self.asked.course.spans:
            parts = self.parts_of_hand(span)
            told = {"parts": None, "own_half": None, "others_half": None} if parts is None else parts.as_json()
            hands.append({"hand": span.hand, "step": span.first, "end": span.last, "seat": seat_letter(span.seat),
                          **told, "mistakes": sum(one.hand == span.hand for one in self.mistakes)})
        return {**self.asked.as_json(), "verdicts": self.verdicts, "mistakes": [one.step for one in self.mistakes],
                "hands": hands, **self.parts.as_json()}


@dataclass(frozen=True, slots=True)
class Review:
    """The decisions of a player in a match, judged, in the order of time."""

    summary: Summary
    judged: tuple[Judged, ...]          # of the player

    @property
    def asked(self) -> Asked:
        """What was reviewed."""
        return self.summary.asked

    @property
    def parts(self) -> Parts:
        """What the result is made of."""
        return self.summary.parts

    @property
    def mistakes(self) -> list[Judged]:
        """The costliest first."""
        by_step = {one.question.step: one for one in self.judged}
        return [by_step[one.step] for one in self.summary.mistakes]

    def explain(self, lang: str = "zh") -> str:
        """The review as text of at most 80 columns."""
        from quepu.review.as_text import lines_of
        return "\n".join(lines_of(self, lang))

    def as_json(self, lang: str = "zh") -> dict[str, Any]:
        """The review as plain values; labels and reasons are in one language."""
        from quepu.review.as_values import values_of
        return {**self.summary.as_json(),
                "decisions": [values_of(one, lang) for one in self.judged]}

    def as_html(self, lang: str = "zh") -> str:
        """The review as a page that needs nothing else, with tiles drawn."""
        from quepu.review.as_page import page_of
        return page_of(self, lang)

    def write_html(self, path: str | Path, lang: str = "zh") -> None:
        """Write the page to a file."""
        from quepu.text_file import write_text
        write_text(Path(path), self.as_html(lang))


def review(match: "Match", player: int, *, hand: int | None = None, samples: int | None = None, seed: int = 1,
           level: str = LEVEL, progress: Callable[[int, int], None] | None = None) -> Review:
    """The decisions of a player judged by what he could see; the same samples and seed give the same anywhere.

    `progress` is told how many of how many decisions, those of others included, have been looked at.
    """
    asked = Asked.of(match, player, hand, samples, seed, level)
    judging, found = asked.judging, []
    for number, question in enumerate(asked.course.questions, 1):
        found.append(judging.judged(question))
        if progress is not None:
            progress(number, len(asked.course.questions))
    return reviewed(asked, found)


def reviewed(asked: Asked, found: Sequence[Judged]) -> Review:
    """The review that judged decisions make."""
    return Review(Summary(asked, tuple(map(Tally.of, found))), tuple(one for one in found if one.question.is_own))
