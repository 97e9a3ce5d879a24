"""What a rulebook's minimum and duties leave to go for: aims for the aware bot, found by trying complete hands.

Nothing here knows a fan: random hands are made around every one, two and three sets of the catalogue and out of some
choices of kinds, the rulebook scores them, and what is mostly legal becomes an aim (`engine.bots.aware`).  That is one
call of the engine (`engine.bots.aim_search`), half a second for a rulebook, once: the aims are kept in the cache.
"""

import inspect
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from quepu.engine.bots import aim_distance as a
from quepu.engine.bots import aim_search as s
from quepu.engine.bots import playout as po
from quepu.engine.bots import probe
from quepu.engine.layout.distance_rules import PlanSort
from quepu.engine.layout.kinds import AIM_HEAD, AIM_SIZE
from quepu.errors import QuepuError
from quepu.hand import Hand, Win
from quepu.rulebook.model.model import Model, Shape
from quepu.rulecheck.random_wins import HONORS, SUITED, maker_of
from quepu.rulecheck.wanted import Plan
from quepu.scoring.kept_tables import kept_tables
from quepu.tiles import rank

EVERY = s.ALL_KINDS
MOST_AIMS = 400
MOST_FOUND = 1 << 15                    # aims among which those are chosen
MOST_HANDS = 4_000_000                  # hands tried at most: some seconds, where a catalogue is very large
TRIAL = 300                             # hands in which the aims must show that they help
STEP = 4                                # an aim with one tile more missing is worth a quarter
CLAIM_PERCENT = 115                     # a claim must better the worth of the hand by so much
SLACK = 2                               # aims are looked at that are less than so many tiles behind the nearest


def _of_ranks(*ranks: int) -> int:
    return sum(1 << kind for kind in range(27) if rank(kind) in ranks)


_SUITS = tuple(511 << 9 * suit for suit in range(3))
#: kinds that the free places of an aim may be restricted to
CHOICES = (
    EVERY, SUITED, *(SUITED & ~suit for suit in _SUITS), *((SUITED & ~suit) | HONORS for suit in _SUITS),
    *(suit | HONORS for suit in _SUITS), *_SUITS, _of_ranks(2, 3, 4, 5, 6, 7, 8), _of_ranks(6, 7, 8, 9),
    _of_ranks(1, 2, 3, 4), _of_ranks(1, 2, 3, 7, 8, 9) | HONORS, _of_ranks(1, 9) | HONORS,
)


@dataclass(frozen=True, slots=True)
class Aim:
    """Sets to have, kinds for the rest, and how many of a hundred such hands are legal."""

    sort: int
    sets: tuple[int, ...]
    allowed: int
    open: int
    closed: int
    plan: int = 0


class Finder:
    """Looks for the aims of one rulebook with the compiled engine."""

    def __init__(self, engine: Any) -> None:
        self.engine, self.model = engine, engine.book.model
        self.distances = engine.near.rules
        self.way = 0
        self.standard = next((number for number, plan in enumerate(self.distances.plans)
                              if plan.sort == PlanSort.SETS and plan.pairs == 1), -1)
        self.sets = self.distances.plans[self.standard].sets if self.standard >= 0 else 0

    def find(self, most_hands: int = MOST_HANDS) -> list[Aim]:
        """The aims; none if every complete hand is legal, or if tables cannot tell what is near."""
        rules = self.distances
        if self.standard < 0 or rules.levels[rules.plans[self.standard].first_level].flowers >= 0:
            return []
        count, rows = self.of_sets(most_hands)
        if count < 0:
            return []
        found = [Aim(sort, tuple(sets[:size]), allowed, opened, closed)
                 for sort, size, *sets, allowed, opened, closed in rows]
        found += list(self.of_shapes())
        found.sort(key=lambda aim: (aim.open, aim.closed), reverse=True)
        return found[:MOST_AIMS]

    def of_sets(self, most_hands: int) -> tuple[int, list[list[int]]]:
        """How many aims of the shape of sets and a pair there are, -1 if nothing is to be gone for, and their rows."""
        kinds = len(self.model.catalogue.sets)
        found = np.zeros(MOST_FOUND * s.FOUND_WIDTH, dtype=np.int64)
        marks = np.zeros(kinds + kinds * kinds, dtype=np.int64)
        count = self.engine.kernels.find_aims(
            self.engine.new_table(), self.engine.session, self.sets, np.array(CHOICES, dtype=np.int64), marks, found,
            most_hands)
        self.way = int(self.engine.bot_room[probe.PROBE_WAY])
        return count, found[:max(count, 0) * s.FOUND_WIDTH].reshape(-1, s.FOUND_WIDTH).tolist()

    def of_shapes(self) -> Iterator[Aim]:
        """Other shapes, each plan for itself."""
        rates: dict[int, int] = {}
        for number, plan in enumerate(self.distances.plans):
            if number == self.standard or not plan.told or plan.sort == PlanSort.OPEN:
                continue
            if plan.shape not in rates:
                rates[plan.shape] = self.shape_rate(self.model.shapes[plan.shape])
            rate = rates[plan.shape]
            if rate >= s.GOOD:
                yield Aim(a.AIM_SHAPE, (), EVERY, rate if plan.melds else 0, rate, number)

    def shape_rate(self, shape: Shape, tries: int = 40) -> int:
        """How many of a hundred closed hands of a shape are legal."""
        book, rng = self.engine.book, Random(shape.index)
        legal = made = 0
        for _try in range(tries):
            try:
                win = maker_of(book).make(Plan(shape=shape.index), rng, tries=20, wild=False).win
            except QuepuError:
                continue
            if win.hand.melds or win.tile is None:
                continue
            own = self.way == probe.PROBE_SELF_DRAW
            feeder = None if own else (win.seat + 1) % 4
            plain = Win(Hand(win.hand.concealed), win.tile, own, win.seat, win.round, feeder)
            made += 1
            legal += book.compiled().score(plain).legal
        return 100 * legal // made if made else 0


def needs_of(model: Model, sets: tuple[int, ...]) -> list[int]:
    """The kinds that some sets want at least once, twice, three and four times, as bits."""
    tiles = [kind for block in sets for kind in model.catalogue.sets[block]]
    return [sum(1 << kind for kind in set(tiles) if tiles.count(kind) >= copies) for copies in (1, 2, 3, 4)]


def aims_row(finder: Finder, aims: list[Aim]) -> Any:
    """Aims as the row A of `engine.bots.aware`."""
    row = [0] * AIM_HEAD
    row[a.AIM_ON], row[a.AIM_COUNT], row[a.AIM_AT] = int(bool(aims)), len(aims), AIM_HEAD
    row[a.AIM_PLAN], row[a.AIM_SETS], row[a.AIM_SELF_DRAW] = finder.standard, finder.sets, int(finder.way > 0)
    row[a.AIM_CLAIM_PERCENT], row[a.AIM_SLACK] = CLAIM_PERCENT, SLACK
    for missing in range(16):
        row[a.AIM_WEIGHT + missing] = STEP ** (16 - missing)
    for aim in aims:
        sets = [*aim.sets, -1, -1, -1, -1][:4]
        row += [aim.sort, *needs_of(finder.model, aim.sets), len(aim.sets), *sets, aim.allowed, aim.open, aim.closed,
                aim.plan]
    row[AIM_SIZE] = len(row)
    return np.array(row, dtype=np.int64)


def load_aims(engine: Any) -> Any:
    """The row of aims of an engine's rulebook: from the cache, or found now."""
    this = inspect.getsource(sys.modules[__name__])
    kept = kept_tables(engine.book, f"aims\0{this}", lambda: {"row": found_aims(engine)}).get("row")
    return kept if _is_row(kept) else found_aims(engine)


def found_aims(engine: Any) -> Any:
    """The row of aims of an engine's rulebook, found now; switched off if they do not help."""
    finder = Finder(engine)
    row = aims_row(finder, finder.find())
    if row[a.AIM_ON] and not _helps(engine, row):
        row[a.AIM_ON] = 0
    return row


def _is_row(row: Any) -> bool:
    """Whether this is a row of aims as `aims_row` makes it: the kernels read it without asking."""
    return (isinstance(row, np.ndarray) and row.dtype == np.int64 and row.ndim == 1 and len(row) >= AIM_HEAD
            and row[AIM_SIZE] == len(row) and row[a.AIM_AT] == AIM_HEAD and 0 <= row[a.AIM_COUNT] <= MOST_AIMS
            and len(row) == AIM_HEAD + int(row[a.AIM_COUNT]) * a.AIM_WIDTH)


def _helps(engine: Any, row: Any) -> bool:
    """Whether two bots with these aims win more than two without, at one table."""
    engine.session.aims = row
    bots = np.array([po.BOT_AWARE, po.BOT_GREEDY, po.BOT_AWARE, po.BOT_GREEDY], dtype=np.int64)
    tallies = np.zeros(po.TALLY_WIDTH * po.TALLY_ROWS, dtype=np.int64)
    sums = np.zeros(po.SUM_SIZE, dtype=np.int64)
    engine.kernels.play_matches(engine.new_table(), engine.session, bots, 1, 0, TRIAL, TRIAL, tallies, sums)
    engine.session.aims = None
    wins = tallies[po.TALLY_WINS::po.TALLY_WIDTH]
    return bool(wins[0] + wins[2] >= wins[1] + wins[3])


def give_aims(engine: Any) -> None:
    """Let an engine's aware bots know what to go for."""
    if engine.session.aims is None:
        engine.session.aims = load_aims(engine)
