"""Advice at the table: what each answer of a seat brings, played on by the strong bot in worlds it may be in.

Hidden tiles are drawn at random so that they fit what the seat has seen (`advice.blinding`); every answer meets the
same worlds and the same chance, so differences between answers are known better than the answers themselves.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from quepu.advice.blinding import blinded
from quepu.advice.coach.quoting import Spoken, spoken_at
from quepu.advice.leavings import NOTHING, Left, leavings
from quepu.advice.reasons import Reason, mean_of, reasons_of
from quepu.bots.seat import BOTS
from quepu.engine.layout.codes import Occasion, Offer
from quepu.engine.layout.frame import WORD_BITS
from quepu.engine.layout.hidden import FAN_PARTS, Tried
from quepu.errors import IllegalAction, QuepuError
from quepu.faults import Fault
from quepu.game.actions import Action
from quepu.game.goals import give_aims
from quepu.game.match import LARGEST_SEED
from quepu.game.minds import give_minds, has_learned
from quepu.lab.stats import Mean, Rate

if TYPE_CHECKING:
    from quepu.book import Rulebook
    from quepu.game.match import Match

BOT = "strong"
HANDS, FEWEST, MOST = 2_400, 20, 300        # played for an answer, by which worlds are counted if nobody says how many
LEAST_SAMPLES, MOST_HANDS = 2, 200_000
PIECE = 100                 # hands between two tellings
MOST_FANS = 4
LEAST_SHARE = 0.1           # of the wins in which a fan is told


@dataclass(frozen=True, slots=True)
class Outlook:
    """What came of an answer: points of the seat from now to the end of the hand, and how hands ended.

    `behind` is how much more the best answer brings in the same worlds; the two are level where its interval holds
    zero.  A chance that the rulebook does not have is None.
    """

    action: Action
    points: Mean
    behind: Mean
    wins: Rate
    deal_ins: Rate | None               # another won on its tile
    pays: Rate | None                   # another won by its own draw
    unready: Rate | None                # nobody won any more, and the seat was not ready
    mean_win: Mean                      # points of hands that it won ...
    mean_loss: Mean                     # ... and of those that cost it points
    fans: tuple[tuple[str, float], ...] = ()    # id, share of its wins
    left: Left = NOTHING                # what stays in the hand

    @property
    def is_level(self) -> bool:
        """Whether it may be as good as the best: the interval of the difference includes zero."""
        return self.behind.mean - self.behind.half <= 0

    def as_json(self) -> dict[str, Any]:
        """The figures as a value for JSON."""
        chances = {name: getattr(self, name) for name in ("wins", "deal_ins", "pays", "unready")}
        means = {"mean_win": self.mean_win, "mean_loss": self.mean_loss}
        return {"action": self.action.text, "points": self.points.as_json(), "behind": self.behind.as_json(),
                "level": self.is_level,
                **{name: None if rate is None else rate.as_json() for name, rate in chances.items()},
                **{name: {"count": mean.count, **mean.as_json()} if mean.count else None
                   for name, mean in means.items()},
                "fans": [{"id": fan, "share": share} for fan, share in self.fans], **self.left.as_json()}


@dataclass(frozen=True, slots=True)
class Advice:
    """What each answer of a seat brings, the best first."""

    book: "Rulebook"
    seat: int
    samples: int
    seed: int
    is_normal: bool                     # nothing was learned of the rulebook: the strong bot plays as the normal one
    outlooks: tuple[Outlook, ...]
    has_deal_ins: bool = True           # the rulebook knows wins on another's tile ...
    has_unready: bool = True            # ... and payments after a drawn hand
    spoken: tuple[Spoken, ...] = ()     # sayings that hold here
    raw: bytes = field(default=b"", repr=False)     # what came of the answers, as they stand here, deal by deal

    @property
    def best(self) -> Outlook:
        """The answer that brings most."""
        return self.outlooks[0]

    @property
    def next(self) -> Outlook | None:
        """The best of those that are surely not as good; the second where all are level, None if there is one only."""
        rest = self.outlooks[1:]
        return next((one for one in rest if not one.is_level), rest[0] if rest else None)

    def of(self, action: Action | str) -> Outlook:
        """What an answer brings."""
        for one in self.outlooks:
            if action in (one.action, one.action.text):
                return one
        raise IllegalAction(Fault("advise.not_among", action=str(action),
                                  answers=", ".join(one.action.text for one in self.outlooks)))

    def reasons(self, made: Action | str | None = None, better: Action | str | None = None) -> tuple[Reason, ...]:
        """Why an answer (the best) brings more than the one made (the next), or that the two are level."""
        return reasons_of(self, made, better)

    @property
    def why(self) -> tuple[Reason, ...]:
        """The reasons for the best answer: with which it is level, and what makes it better than the next."""
        second, after = (*self.outlooks[1:2], None)[0], self.next
        if second is None or after is None:
            return ()
        level = self.reasons(second.action) if second.is_level and after is not second else ()
        return (*level, *self.reasons(after.action))

    def explain(self, lang: str = "zh") -> str:
        """The advice as text of at most 80 columns."""
        return "\n".join(self.lines(lang))

    def lines(self, lang: str, with_notes: bool = True) -> list[str]:
        """The same as lines; without notes for who knows how it is found."""
        from quepu.advice.outlook_text import lines_of
        return lines_of(self, lang, with_notes)

    def as_json(self) -> dict[str, Any]:
        """The advice as plain values."""
        from quepu.advice.outlook_text import plain_values
        return plain_values(self)


def samples_for(answers: int) -> int:
    """How many worlds are drawn for so many answers, if nobody says.

    >>> samples_for(14), samples_for(2), samples_for(90)
    (171, 300, 26)
    """
    return max(FEWEST, min(MOST, HANDS // answers))


def advise(match: "Match", seat: int, *, samples: int | None = None, seed: int = 1, most: int = MOST_HANDS,
           progress: Callable[[int, int], None] | None = None) -> Advice:
    """What each answer of a seat that is asked brings; the same samples and seed give the same figures anywhere.

    `progress` is told how many of how many worlds are played.
    """
    choices = match._choices(seat)
    if not choices:
        raise IllegalAction(Fault("advise.not_asked", seat="ESWN"[seat]))
    count = samples_for(len(choices)) if samples is None else samples
    if count < LEAST_SAMPLES or count * len(choices) > most:
        raise QuepuError(Fault("advise.samples", samples=count, answers=len(choices), hands=count * len(choices),
                               least=LEAST_SAMPLES, most=most))
    if not 0 <= seed <= LARGEST_SEED:
        raise QuepuError(Fault("match.seed", seed=seed, most=LARGEST_SEED))
    rows = tried(match, seat, list(choices.values()), range(count), seed, progress)
    left = leavings(match, blinded(match, seat, [], 0, seed), seat, list(choices))
    spoken = spoken_at(match, seat, dict(zip((action.text for action in choices), left, strict=True)))
    return _Teller(match).advice(seat, list(choices), rows, left, spoken, seed)


def tried(match: "Match", seat: int, answers: list[int], worlds: range, seed: int,
          progress: Callable[[int, int], None] | None = None) -> Any:
    """What came of these answers, by their numbers, in these worlds of a seed: a row a world, a column an answer."""
    engine, last = match.engine, worlds.stop
    blind = blinded(match, seat, answers, last, seed)
    session = engine.new_session()
    give_aims(engine, session)
    give_minds(engine, session)
    world, branch = engine.new_table(), engine.new_table()
    bots = np.full(4, BOTS[BOT], dtype=np.int64)
    size = max(1, PIECE // len(answers))
    for first in range(worlds.start, last, size):
        with engine.lent(session):
            engine.kernels.try_answers(blind.table, world, branch, session, bots, seat, blind.hidden, first,
                                       min(size, last - first))
        if progress is not None:
            progress(min(last, first + size), last)
    rows = np.frombuffer(blind.hidden.raw[-last * len(answers) * Tried.SIZE:], Tried.dtype())
    return rows.reshape(last, len(answers))[worlds.start:]


def advice_of(match: "Match", seat: int, actions: Sequence[Action], rows: Any, seed: int) -> Advice:
    """What came of some answers (`tried`) as figures, the best first; no sayings are quoted."""
    left = leavings(match, blinded(match, seat, [], 0, seed), seat, actions)
    return _Teller(match).advice(seat, actions, rows, left, (), seed)


class _Teller:
    """Makes figures of what came of each answer."""

    def __init__(self, match: "Match") -> None:
        rules = match.engine.rules
        self.book = match.book
        claim = rules.win_claim
        self.has_deal_ins = claim >= 0 and any(rules.claims[claim].on >> offer & 1 for offer in Offer)
        self.has_unready = bool(rules.pay_occasions >> Occasion.DRAW & 1)

    def advice(self, seat: int, actions: Sequence[Action], given: Any, left: Sequence[Left],
               spoken: tuple[Spoken, ...], seed: int) -> Advice:
        """All answers, the best first; of two that are alike the one that stands first among legal answers."""
        count, rows = len(given), given.view(np.recarray)
        points = rows.points
        sums = [int(points[:, place].sum()) for place in range(len(actions))]
        order = sorted(range(len(actions)), key=lambda place: (-sums[place], place))
        best = points[:, order[0]]
        outlooks = tuple(self._outlook(actions[place], rows[:, place], best, left[place]) for place in order)
        return Advice(self.book, seat, count, seed, not has_learned(self.book), outlooks, self.has_deal_ins,
                      self.has_unready, spoken, given[:, order].tobytes())

    def _outlook(self, action: Action, rows: Any, best: Any, left: Left) -> Outlook:
        points, won = rows.points, rows.won > 0
        return Outlook(action, mean_of(points), mean_of(best - points), _rate(rows.won),
                       _rate(rows.fed) if self.has_deal_ins else None, _rate(rows.paid),
                       _rate(rows.unready) if self.has_unready else None,
                       mean_of(points[won]), mean_of(points[points < 0]), self._fans(rows.fans[won]), left)

    def _fans(self, words: Any) -> tuple[tuple[str, float], ...]:
        """The fans that its wins have most often."""
        if not len(words):
            return ()
        model, shares = self.book.model, []
        working = {tally.id for tally in model.tallies if tally.apart}
        for number, fan in enumerate(model.fans[:FAN_PARTS * WORD_BITS]):
            if fan.tally in working:
                continue
            share = int((words[:, number // WORD_BITS] >> number % WORD_BITS & 1).sum()) / len(words)
            if share >= LEAST_SHARE:
                shares.append((fan.id, share))
        return tuple(sorted(shares, key=lambda one: -one[1])[:MOST_FANS])


def _rate(flags: Any) -> Rate:
    return Rate(int(flags.sum()), len(flags))
