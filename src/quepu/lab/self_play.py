"""Self-play for training: labels, branches and duels of minds that are being made, by the hand."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

import numpy as np

from quepu.book import Rulebook
from quepu.engine.layout.bot_room import Policy
from quepu.engine.layout.mind import FEATURES, Branch, Lessons, Own, Question, Taking
from quepu.engine.layout.record import Columns
from quepu.game.goals import give_aims
from quepu.game.match import engine_of
from quepu.game.minds import Learned, minds_of
from quepu.lab.duel_tables import A, B, empty_tables, rows_of, seatings_of

LIMIT = 4                   # hands of a match that are looked at: other dealers and scores too
PIECE = 200                 # hands between two tellings
EVERY = 20                  # of so many turns one branches
NORMAL, GREEDY, STRONG = int(Policy.AWARE), int(Policy.GREEDY), int(Policy.LEARNED)
FOLDS, CLAIMS = STRONG + 1, STRONG + 2
#: who sits with the bot that learns, in turn: its own kind, normal ones, one that folds early, one that claims much
TABLES = ((STRONG, STRONG, STRONG, STRONG), (STRONG, NORMAL, STRONG, NORMAL), (STRONG, STRONG, STRONG, STRONG),
          (STRONG, FOLDS, GREEDY, STRONG), (STRONG, STRONG, CLAIMS, NORMAL))


@dataclass(frozen=True, slots=True)
class Score:
    """The points a hand of one bot above another, over deals with all their seatings."""

    mean: float
    error: float
    deals: int
    hands: int

    def is_above(self, errors: float) -> bool:
        """Whether it is so many standard errors above zero."""
        return self.mean > errors * self.error

    def as_json(self) -> dict[str, Any]:
        """The figures as a value for JSON."""
        return {"points": round(self.mean, 4), "half": round(1.96 * self.error, 4), "deals": self.deals,
                "hands": self.hands}


@dataclass(frozen=True, slots=True)
class Rows:
    """Branches: question, number of the match, points gained, spread of features."""

    questions: Any
    numbers: Any
    points: Any
    spread: Any

    def __add__(self, other: "Rows") -> "Rows":
        return Rows(*(np.concatenate([getattr(self, name), getattr(other, name)])
                      for name in ("questions", "numbers", "points", "spread")))

    def of(self, question: str) -> tuple[Any, Any, Any]:
        """Spread, points and match numbers of the branches of one question."""
        here = self.questions == Question[question.upper()]
        return self.spread[here], self.points[here], self.numbers[here]


class School:
    """A table of a rulebook at which minds are tried."""

    def __init__(self, book: Rulebook, tell: Callable[[], None]) -> None:
        self.engine, self.tell = engine_of(book), tell
        self.session: Any = self.engine.new_session()
        give_aims(self.engine, self.session)
        self.is_aimed = bool(self.session.aims.is_on)       # something is asked of a win
        self.table, self.spare = self.engine.new_table(), self.engine.new_table()
        self.seats = self.engine.rules.seat_count
        self.hands = 0                  # played so far, branches among them
        self.seat(seatings_of(self.seats))

    def seat(self, ways: Sequence[tuple[int, ...]]) -> None:
        """Let duels be played with these seatings."""
        self.ways, self.seatings = ways, len(ways)

    def tables(self, minds: Sequence[Learned], bot: int, seed: int, hands: int, every: int) -> Lessons:
        """What hands of one kind of bot show of dangers (where `every` is not 0) and stakes."""
        lessons, before = empty_lessons(0), np.zeros(4, dtype=np.int64)
        bots = np.full(4, bot, dtype=np.int64)
        self.session.minds = minds_of(*minds)
        first = done = 0
        while done < hands:
            with self.engine.lent(self.session):
                played = int(self.engine.kernels.learn_tables(
                    self.table, self.session, bots, before, seed, first, PIECE // LIMIT, LIMIT, every, lessons))
            first, done = first + PIECE // LIMIT, done + played
            self._count(played)
        return lessons

    def branches(self, learned: Learned, seed: int, wanted: int) -> Rows:
        """So many branches of a mind, at tables with all sorts of others; half of the hands that they may take."""
        lessons = empty_lessons(wanted)
        self.session.minds = minds_of(learned, _folding(learned), _claiming(learned))
        first = hands = 0
        while lessons.branch_count < wanted and hands + lessons.branch_count < 2 * wanted:
            before = int(lessons.branch_count)
            bots = np.array(TABLES[first % len(TABLES)], dtype=np.int64)
            with self.engine.lent(self.session):
                played = int(self.engine.kernels.learn_branches(
                    self.table, self.spare, self.session, bots, seed, first * PIECE, PIECE // LIMIT, LIMIT, EVERY,
                    lessons))
            first, hands = first + 1, hands + played
            self._count(played + (int(lessons.branch_count) - before) // 2)
        count = int(lessons.branch_count)
        found = np.frombuffer(lessons.raw[-wanted * Branch.SIZE:], Branch.dtype())[:count].view(np.recarray)
        return Rows(*map(np.array, (found.question, found.number, found.gain, found.spread)))

    def duel(self, minds: Sequence[Learned], a: int, b: int, seed: int, deals: int) -> Score:
        """How many points a hand the bot A makes above B."""
        self.session.minds = minds_of(*minds)
        bots = [[(a, b)[side] for side in (*way, B, B)[:4]] for way in self.ways]
        weights = np.array([[-way.count(A) if side == B else way.count(B) for side in way] for way in self.ways])
        pairs = sum(way.count(A) * way.count(B) for way in self.ways)
        total = squares = done = hands = 0
        size = max(1, PIECE // self.seatings)
        while done < deals:
            count = min(size, deals - done)
            duel = empty_tables(bots, count)
            with self.engine.lent(self.session):
                played = int(self.engine.kernels.play_duels(self.table, self.session, seed, done, count, 1, duel))
            points = rows_of(duel).view(np.recarray).points[..., :self.seats]
            for one in (points * weights).sum(axis=(1, 2)).tolist():
                total, squares = total + one, squares + one * one
            done, hands = done + count, hands + played
            self._count(played)
        mean = total / done
        error = sqrt(max(0.0, squares / done - mean * mean) / done)
        return Score(mean / pairs, error / pairs, done, hands)

    def _count(self, hands: int) -> None:
        self.hands += hands
        self.tell()


def empty_lessons(branches: int) -> Lessons:
    """Nothing learned yet, and room for so many branches."""
    empty: dict[str, Any] = {one.name: [0] * one.shape[0] if one.shape else 0 for one in Lessons.FIELDS.values()
                             if not one.is_listed}
    return Lessons.build(**empty, branches=Columns(Branch, bytes(branches * Branch.SIZE), branches))


def _changed(weights: Sequence[int], changes: dict[int, int]) -> tuple[int, ...]:
    return tuple(weights[place] + changes.get(place, 0) for place in range(FEATURES))


def _folding(learned: Learned) -> Learned:
    """One that fears twice as much."""
    return replace(learned, own=_changed(learned.own, {Own.DANGER: min(-1024, learned.own[Own.DANGER])}))


def _claiming(learned: Learned) -> Learned:
    """One that claims whatever brings it nearer."""
    return replace(learned, claim=_changed(learned.claim, {Taking.NEARER: 512}))
