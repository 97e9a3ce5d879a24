"""The decisions of a match: where somebody answered who had more than one answer to give."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quepu.errors import QuepuError
from quepu.faults import Fault

if TYPE_CHECKING:
    from quepu.game.match import Match


@dataclass(frozen=True, slots=True)
class Question:
    """A decision: as many steps stood when it was made, in which hand, by whom."""

    step: int
    hand: int                           # from 1
    seat: int
    is_own: bool                        # of the player whose review it is


@dataclass(frozen=True, slots=True)
class Span:
    """A hand of a match: the steps after which it stands, from its deal to its end, and the player's seat in it."""

    hand: int
    first: int
    last: int
    seat: int
    result: int | None                  # points the player won or lost; None of a hand that was not played to its end


@dataclass(frozen=True, slots=True)
class Course:
    """What of a match is looked at: hands, decisions in the order of time, and answers without a choice."""

    spans: tuple[Span, ...]
    questions: tuple[Question, ...]
    forced: int                         # of the player

    @property
    def own_count(self) -> int:
        """How many decisions of the player there are."""
        return sum(one.is_own for one in self.questions)


def course_of(match: "Match", player: int, hand: int | None = None) -> Course:
    """The decisions of a match, or of one of its hands; those of others only where a hand was played to its end."""
    if not 0 <= player < match.seats:
        raise QuepuError(Fault("review.no_player", player=player, last=match.seats - 1, names=list(match.players)))
    spans = [span for span in _spans(match, player) if hand in (None, span.hand)]
    if not spans:
        count = sum(step.kind == "begin" for step in match.steps)
        raise QuepuError(Fault("review.no_hand", hand=hand, count=count) if count else Fault("review.empty"))
    questions, forced = [], 0
    for span in spans:
        for place in range(span.first, span.last):
            step = match.steps[place]
            if step.kind != "action" or step.seat is None or (span.result is None and step.seat != span.seat):
                continue
            is_own = step.seat == span.seat
            legal = match.at(place).legal(step.seat)        # of a false win without being asked nothing: not judged
            if len(legal) > 1 or (legal and step.action not in legal):
                questions.append(Question(place, span.hand, step.seat, is_own))
            else:
                forced += is_own
    return Course(tuple(spans), tuple(questions), forced)


def _spans(match: "Match", player: int) -> list[Span]:
    begins = [place for place, step in enumerate(match.steps) if step.kind == "begin"]
    spans, ends = [], [*begins, len(match.steps)][1:]
    for number, (first, end) in enumerate(zip(begins, ends, strict=True), 1):
        seat = _seat_of(match.at(first + 1), player)
        settled = next((step.settlement for step in match.steps[first:end] if step.settlement is not None), None)
        spans.append(Span(number, first + 1, end, seat, None if settled is None else settled.net[seat]))
    return spans


def _seat_of(there: "Match", player: int) -> int:
    return next(seat for seat in range(there.seats) if there.player_of(seat) == player)


def player_meant(match: "Match", text: str | None) -> int:
    """The player that a number or a name means; if nobody is named the first who is no bot, or the first."""
    from quepu.bots.seat import kind_of
    names: Sequence[str] = match.players[:match.seats]
    if text is None:
        return next((player for player, name in enumerate(names) if kind_of(name) is None), 0)
    if text.isdecimal() and text.isascii() and int(text[:9]) < match.seats:
        return int(text[:9])
    if text in names:
        return names.index(text)
    raise QuepuError(Fault("review.no_player", player=text, last=match.seats - 1, names=list(names)))
