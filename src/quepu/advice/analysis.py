"""The analysis of a hand without opponents: what each discard leaves, how soon it is ready and wins, and what it wins.

Exact for a player who only draws: he claims nothing, keeps every tile that brings him nearer to a legal win, throws
away every other at once, and takes the discard with the greatest expected value within the draws he has.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from quepu import tiles
from quepu.advice.chances import Course
from quepu.advice.duties import Duties
from quepu.advice.judging import Judge
from quepu.advice.known import Known, known
from quepu.advice.ways import Effort, Layer, TooManyError, Ways
from quepu.engine.layout.distance_rules import NEAR_FAR
from quepu.engine.layout.frame import WORD_BITS
from quepu.hand import Hand
from quepu.rulebook.language.node import Number

if TYPE_CHECKING:
    from quepu.book import Rulebook

Array = Any
MOST_AWAY = 6               # draws that are looked ahead at most
EFFORT = 3_000_000          # hands looked at for the nearest discards: about a second
MORE_EFFORT = 150_000       # and for those one draw further away
MOST_FANS = 6               # fans that are told of a discard
LEAST_SHARE = 0.02          # of the wins


@dataclass(frozen=True, slots=True)
class Choice:
    """What a discard leaves (None: nothing has to be thrown away).

    `away` is how many draws at least bring a legal win; without `exact` that is a bound, and there are no chances.
    `ready` and `won` are the chances to be ready and to have won after 1, 2, 3 ... draws, `value` the expected value
    of the win, `useful` (kind, copies left) of the tiles that bring it nearer, `fans` (id, share of its wins).
    """

    discard: int | None
    away: int
    exact: bool
    useful: tuple[tuple[int, int], ...] = ()
    ready: tuple[float, ...] = ()
    won: tuple[float, ...] = ()
    value: float = 0.0
    fans: tuple[tuple[str, float], ...] = ()

    @property
    def tile(self) -> str:
        """The discard in notation; empty if there is none."""
        return "" if self.discard is None else tiles.code(self.discard)

    @property
    def win_chance(self) -> float:
        """The chance to win within all draws."""
        return self.won[-1] if self.won else 0.0

    @property
    def ready_chance(self) -> float:
        """The chance to be ready within all draws."""
        return self.ready[-1] if self.ready else 0.0

    @property
    def mean_win(self) -> float:
        """What a win brings on average; 0 if there is none."""
        return self.value / self.win_chance if self.win_chance else 0.0

    @property
    def useful_count(self) -> int:
        """How many useful tiles are left."""
        return sum(left for _kind, left in self.useful)


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a hand can still become: its discards, the best first.

    `total` is what the hand wins as it stands, None if it is no legal win.  `unseen` tiles are the ones each draw may
    be; `unforeseen` are shapes that were left out.
    """

    book: "Rulebook"
    hand: Hand
    wild: tuple[int, ...]
    wall: int
    draws: int
    unseen: int
    choices: tuple[Choice, ...]
    total: int | None = None
    unforeseen: tuple[str, ...] = ()

    @property
    def best(self) -> Choice:
        """The choice with the greatest expected value."""
        return self.choices[0]

    @property
    def away(self) -> int:
        """The fewest draws to a legal win after any discard; a bound if no choice is exact."""
        return min(choice.away for choice in self.choices)

    @property
    def exact(self) -> bool:
        """Whether every choice was counted out."""
        return all(choice.exact for choice in self.choices)

    def explain(self, lang: str = "zh") -> str:
        """The analysis as text of at most 80 columns."""
        from quepu.advice.analysis_text import text_of
        return text_of(self, lang)

    def as_json(self) -> dict[str, Any]:
        """The analysis as plain values."""
        from quepu.advice.analysis_text import plain_values
        return plain_values(self)


def analyse(book: "Rulebook", hand: str | Hand, *, wall: int | None = None, seen: str | Iterable[int] = (),
            compiled: bool = True, effort: int = EFFORT, more_effort: int = MORE_EFFORT,
            **situation: Any) -> Analysis:
    """What a hand of 13 or 14 tiles (16 or 17) can still become by its own draws.

    `wall` is how many tiles are left to draw for all, `seen` what lies on the table besides the own hand; the rest is
    as in `waits`.  `effort` bounds how many hands are looked at.
    """
    told = known(book, hand, wall, seen, situation)
    return _Analyst(told, compiled).analysis(effort, more_effort)


class _Analyst:
    """Works out one analysis."""

    def __init__(self, told: Known, compiled: bool) -> None:
        self.told, self.model = told, told.book.model
        self.judge = Judge(told.book, told.hand, told.facts, compiled)
        self.duties = Duties(self.judge)
        self.held = np.array(told.hand.counts(), dtype=np.uint8)
        self.left = np.array(told.left, dtype=np.int64)

    def analysis(self, effort: int, more_effort: int) -> Analysis:
        told = self.told
        discards: Sequence[int | None] = (None,)
        starts = self.held[None, :]
        if told.is_full:
            discards = sorted(self.duties.allowed(self.held))
            starts = self.held - np.eye(tiles.KIND_COUNT, dtype=np.uint8)[discards]
        lacking = self.judge.distances(starts)
        lacking = np.where(lacking == NEAR_FAR, MOST_AWAY, lacking)         # no shape can be told
        choices = self._choices(discards, starts, lacking, effort, more_effort)
        choices.sort(key=lambda one: (-one.value, -one.win_chance, one.away, not one.exact, -one.useful_count))
        return Analysis(told.book, told.hand, told.facts["wild"], told.wall, told.draws, int(self.left.sum()),
                        tuple(choices), self._total(), self.judge.unforeseen)

    def _choices(self, discards: Sequence[int | None], starts: Array, lacking: Array, effort: int,
                 more_effort: int) -> list[Choice]:
        """Every discard; those that leave the hand nearest are looked at together."""
        nearest = max(1, int(lacking.min()) + 1)
        layers: list[Layer] = []
        away, budget = nearest, Effort(effort)
        try:
            for away in range(nearest, MOST_AWAY + 1):
                layers = self._ways(self.held, budget).layers(starts, away)
                if layers:
                    break
            else:
                away = MOST_AWAY + 1
        except TooManyError:
            pass
        near = np.zeros(len(starts), dtype=np.bool_)
        if layers:
            near[layers[0].step_hand] = True
        found = self._told_of(layers, len(starts), away) if layers else []
        further, choices = Effort(more_effort), []
        for row, discard in enumerate(discards):
            if near[row]:
                choices.append(replace(found[row], discard=discard))
            else:
                least = max(away + bool(layers), int(lacking[row]) + 1)
                choices.append(self._further(discard, starts[row], least, further if layers else Effort(0)))
        return choices

    def _ways(self, first: Array, budget: Effort) -> Ways:
        return Ways(self.judge, self.duties, first.astype(np.int64), self.left, budget)

    def _further(self, discard: int | None, start: Array, least: int, budget: Effort) -> Choice:
        """A discard that leaves the hand further away than another would: counted out if that is soon done."""
        layers: list[Layer] = []
        away = least
        try:
            for away in range(least, MOST_AWAY + 1):
                layers = self._ways(start, budget).layers(start[None, :], away)
                if layers:
                    return replace(self._told_of(layers, 1, away)[0], discard=discard)
            away = MOST_AWAY + 1
        except TooManyError:
            pass
        return Choice(discard, away, False, self._nearer(start))

    def _nearer(self, start: Array) -> tuple[tuple[int, int], ...]:
        """The tiles after which fewer are missing, whether the win is legal or not."""
        kinds = np.flatnonzero(self.left)
        lacking = int(self.judge.distances(start[None, :])[0])
        after = self.judge.distances(start + np.eye(tiles.KIND_COUNT, dtype=np.uint8)[kinds])
        return tuple((int(kind), int(self.left[kind])) for kind in kinds[after < lacking])

    def _told_of(self, layers: list[Layer], rows: int, away: int) -> list[Choice]:
        """What comes of the hands of the first layer."""
        chances = Course(layers, int(self.left.sum()), self.told.draws).chances(rows)
        first, drawn = layers[0], layers[-1].drawn
        assert drawn is not None
        fans = _bits(drawn.fans, len(self.model.fans))
        shares = chances.ends @ fans
        choices = []
        for row in range(rows):
            steps = first.step_hand == row
            useful = zip(first.step_kind[steps].tolist(), first.step_left[steps].tolist(), strict=True)
            choices.append(Choice(
                None, away, True, tuple(useful), tuple(chances.ready[row, 1:].tolist()),
                tuple(chances.won[row, 1:].tolist()), float(chances.value[row, -1]),
                self._fans(shares[row], float(chances.won[row, -1]))))
        return choices

    def _fans(self, chances: Array, won: float) -> tuple[tuple[str, float], ...]:
        """The fans that a choice goes for: those that bring most, with their share of its wins."""
        if won <= 0.0:
            return ()
        apart = {tally.id for tally in self.model.tallies if tally.apart}       # the working of a number
        rows = [(fan.id, float(chances[fan.index]) / won,
                 max(1, fan.value.value if isinstance(fan.value, Number) else 1))
                for fan in self.model.fans if fan.tally not in apart]
        rows = sorted((row for row in rows if row[1] >= LEAST_SHARE), key=lambda row: -row[1] * row[2])
        return tuple((name, min(1.0, share)) for name, share, _worth in rows[:MOST_FANS])

    def _total(self) -> int | None:
        """What the full hand wins as it stands, with whichever of its tiles was drawn."""
        if not self.told.is_full:
            return None
        kinds = np.array([self.told.last] if self.told.last is not None else np.flatnonzero(self.held))
        hands = self.held - np.eye(tiles.KIND_COUNT, dtype=np.uint8)[kinds]
        whole = self.judge.distances(hands + np.eye(tiles.KIND_COUNT, dtype=np.uint8)[kinds]) == -1
        drawn = self.judge.drawn(hands[whole], kinds[whole])
        return int(drawn.total[drawn.legal].max()) if drawn.legal.any() else None


def _bits(words: Array, count: int) -> Array:
    """Which of so many fans each row of words has: a column of 0 and 1 for each."""
    places = np.arange(count)
    return (words[:, places // WORD_BITS] >> (places % WORD_BITS) & 1).astype(np.float64)
