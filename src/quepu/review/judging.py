"""A decision judged by what its player could see: answers are tried in the same deals, which fit what was seen.

The better answer is chosen in one half of the deals and its cost taken from the other, so that chance which made it
look good does not also say how good it is.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from quepu.advice.outlooks import BOT, Advice, Outlook, advice_of, tried
from quepu.advice.reasons import mean_of
from quepu.bots.seat import BOTS
from quepu.game.goals import give_aims
from quepu.game.minds import give_minds
from quepu.lab.stats import Mean
from quepu.review.questions import Question

if TYPE_CHECKING:
    from quepu.game.actions import Action
    from quepu.game.match import Match

MISTAKE, LEVEL, BEST, AGREED = "mistake", "level", "best", "agreed"
VERDICTS = (MISTAKE, LEVEL, BEST, AGREED)
FIRST = 4                   # in this part of the first half all answers are tried, ...
KEPT = 4                    # ... in the rest the one that was given and so many others
MOST_HANDS = 2_000          # played in the first part, however many answers there are
_NOTHING = Mean(0, 0, 0)


@dataclass(frozen=True, slots=True)
class Judged:
    """What came of a decision: the better answer and what the one that was given costs, where one was found."""

    question: Question
    answers: int                        # that were possible
    played: "Action"
    verdict: str
    better: "Action | None" = None
    cost: Mean = _NOTHING               # points that the better answer brings its seat more, in the second half
    brought: Mean = _NOTHING            # points that the answer brought the player whose review it is
    advice: Advice | None = None        # what came of both in the second half
    hands: int = 0                      # that were played for it

    @property
    def is_mistake(self) -> bool:
        """Whether the cost is more than chance."""
        return self.verdict == MISTAKE

    @property
    def pair(self) -> tuple[Outlook, Outlook] | None:
        """What came of the better answer, and of the one that was given."""
        if self.advice is None:
            return None
        found = {one.action: one for one in self.advice.outlooks}
        return found[self.better or self.played], found[self.played]


class Judging:
    """Judges the decisions of a match for one of its players."""

    def __init__(self, match: "Match", player: int, samples: int, seed: int) -> None:
        self.match, self.player, self.half, self.seed = match, player, samples // 2, seed

    def judged(self, question: Question) -> Judged:
        """What came of one decision."""
        there = self.match.at(question.step)
        step = self.match.steps[question.step]
        assert step.action is not None
        return _One(there, self.player, question, step.action, self.half, self.seed).judged()


class _One:
    """One decision."""

    def __init__(self, there: "Match", player: int, question: Question, played: "Action", half: int,
                 seed: int) -> None:
        self.there, self.player, self.question, self.half, self.seed = there, player, question, half, seed
        self.seat, self.hands = question.seat, 0
        self.choices = dict(there._choices(self.seat))
        self.played, code = there._wanted(self.seat, played, self.choices)
        self.choices.setdefault(self.played, code)      # a false win is no answer that anybody is offered

    def judged(self) -> Judged:
        """The whole: whether an answer is worth looking at is found first."""
        bots, is_own = self._chosen_by_bot(), self.question.is_own
        better = self._better(bots) if is_own else bots
        if better is None:
            return self._found(AGREED)
        if better == self.played:
            return self._found(BEST if is_own else AGREED)
        return self._costed(better)

    def _found(self, verdict: str, **more: Any) -> Judged:
        return Judged(self.question, len(self.choices), self.played, verdict, hands=self.hands, **more)

    def _chosen_by_bot(self) -> "Action":
        """What the strong bot would have answered, whatever chance the game had."""
        engine, session = self.there.engine, self.there.session
        give_aims(engine, session)
        give_minds(engine, session)
        with self.there.unharmed(), self.there.at_work():
            engine.kernels.seed_bots(session, self.seed)
            code = int(engine.kernels.choose(self.there.table, session, self.seat, BOTS[BOT]))
        return next(action for action, number in self.choices.items() if number == code)

    def _tried(self, actions: list["Action"], worlds: range) -> Any:
        """What came of answers in so many deals."""
        self.hands += len(actions) * len(worlds)
        return tried(self.there, self.seat, [self.choices[action] for action in actions], worlds, self.seed)

    def _sums(self, actions: list["Action"], worlds: range) -> list[int]:
        """The points of the seat after each answer, in all these deals together."""
        return [int(points) for points in self._tried(actions, worlds)["points"].sum(axis=0)]

    def _better(self, bots: "Action") -> "Action | None":
        """The answer that brings most in the first half; None where little of it shows that nothing is wrong."""
        actions = list(self.choices)
        first = max(2, min(self.half // FIRST, MOST_HANDS // len(actions)))
        sums = dict(zip(actions, self._sums(actions, range(first)), strict=True))
        best = max(actions, key=lambda action: (sums[action], action == self.played))
        if best == self.played == bots:
            return None
        others = sorted((action for action in actions if action != self.played), key=lambda action: -sums[action])
        kept = [self.played, *others[:KEPT]]
        if bots not in kept:
            kept.append(bots)
        rest = dict(zip(kept, self._sums(kept, range(first, self.half)), strict=True))
        return max(kept, key=lambda action: sums[action] + rest[action])        # of two alike: as played

    def _costed(self, better: "Action") -> Judged:
        """What an answer brings more than that which was given, in deals that nobody has looked at yet."""
        pair = [better, self.played]
        rows = self._tried(pair, range(self.half, 2 * self.half))
        points, own = rows["points"], rows["shares"][:, :, self._seat_of_player()]
        cost = mean_of(points[:, 0] - points[:, 1])
        return self._found(MISTAKE if cost.mean - cost.half > 0 else LEVEL, better=better, cost=cost,
                           brought=mean_of(own[:, 1] - own[:, 0]),
                           advice=advice_of(self.there, self.seat, pair, rows, self.seed))

    def _seat_of_player(self) -> int:
        return next(seat for seat in range(self.there.seats) if self.there.player_of(seat) == self.player)
