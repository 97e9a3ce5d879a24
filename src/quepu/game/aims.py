"""What a rulebook's minimum and duties leave to go for: aims for the aware bot, found by trying complete hands.

Nothing here knows a fan: random hands are made around every one, two and three sets of the catalogue and out of some
choices of kinds, the rulebook scores them, and what is mostly legal becomes an aim (`core.aware`).  It takes some
seconds for a rulebook, once: the aims are kept beside the compiled modules.
"""

import hashlib
import inspect
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import numpy as np

from quepu.core import aiming as a
from quepu.core import nearness as n
from quepu.core import playout as po
from quepu.core import probe
from quepu.core import procedure as p
from quepu.core.frame import WORD_BITS
from quepu.errors import QuepuError
from quepu.hand import Hand, Win
from quepu.rulebook.model import Model, Shape
from quepu.scoring.aim import Plan
from quepu.scoring.generate import HONORS, SUITED, maker_of
from quepu.scoring.module_cache import folder
from quepu.scoring.module_text import module_text
from quepu.tiles import rank

EVERY = (1 << 42) - 1
FEW, SOME, MANY = 6, 20, 60             # hands tried for a first look, for a second, and for an aim without sets
HOPEFUL = 25                            # percent that must be legal after the first look
GOOD, GOOD_CLOSED = 50, 80              # and that are legal of an aim when open, or else when closed
MOST_AIMS = 400
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

    @property
    def is_good(self) -> bool:
        """Whether it is worth going for: mostly legal when open, or nearly always when closed."""
        return self.open >= GOOD or self.closed >= GOOD_CLOSED


class Finder:
    """Looks for the aims of one rulebook with the compiled engine."""

    def __init__(self, engine: Any) -> None:
        self.engine, self.model = engine, engine.book.model
        self.table = engine.new_table()
        self.choice = np.zeros(8, dtype=np.int64)
        self.row = engine.near
        self.way = 0
        start, count = int(self.row[n.N_AT_PLANS]), int(self.row[n.N_PLANS])
        self.plans = [start + n.PLAN_WIDTH * index for index in range(count)]
        self.standard = next((plan for plan in self.plans if self.row[plan + n.PLAN_TYPE] == n.PLAN_OF_SETS
                              and self.row[plan + n.PLAN_PAIRS] == 1), -1)
        self.sets = int(self.row[self.standard + n.PLAN_SETS]) if self.standard >= 0 else 0

    def rate(self, sets: Iterable[int], allowed: int, how: int, tries: int) -> int:
        """How many of a hundred hands around these sets are legal."""
        chosen = tuple(sets)
        self.choice[:len(chosen)] = chosen
        legal = self.engine.kernels.probe(self.table, self.engine.rules, self.choice, len(chosen), self.sets, allowed,
                                          how | self.way, tries)
        return max(0, 100 * int(legal) // tries)

    def both(self, sets: tuple[int, ...], allowed: int, how: int, tries: int) -> tuple[int, int]:
        """The rates of open and of closed hands; a closed hand may still be opened."""
        opened = self.rate(sets, allowed, how | probe.PROBE_OPEN, tries)
        return opened, max(self.rate(sets, allowed, how, tries), 9 * opened // 10)

    def find(self) -> list[Aim]:
        """The aims; none if every complete hand is legal, or if tables cannot tell what is near."""
        if self.standard < 0 or int(self.row[int(self.row[self.standard + n.PLAN_TABLES]) + n.LEVEL_FLOWERS]):
            return []
        self.engine.kernels.seed_bots(self.engine.rules, 1)
        if self.rate((), EVERY, 0, 400) == 0 and self.rate((), EVERY, probe.PROBE_OPEN, 400) == 0:
            self.way = probe.PROBE_SELF_DRAW
        opened, closed = self.both((), EVERY, 0, 400)
        if min(opened, self.rate((), EVERY, 0, 400)) > 95:
            return []
        found = [aim for aim in map(self.again, self.of_sets()) if aim.is_good]
        found += list(self.of_shapes())
        if not found and max(opened, closed) > 0:
            return []
        found.sort(key=lambda aim: (aim.open, aim.closed), reverse=True)
        return found[:MOST_AIMS]

    def of_sets(self) -> Iterator[Aim]:
        """Aims of the shape of sets and a pair: around no set, one, two and three."""
        for allowed in CHOICES:
            for sort, how in ((a.AIM_ANY_SETS, 0), (a.AIM_PUNGS, probe.PROBE_PUNGS)):
                yield Aim(sort, (), allowed, *self.both((), allowed, how, MANY))
        good: set[tuple[int, ...]] = set()
        look = probe.PROBE_OPEN if self.rate((), EVERY, probe.PROBE_OPEN, 400) else 0
        for size in (1, 2, 3):
            for sets in combinations_with_replacement(range(len(self.model.catalogue.sets)), size):
                if any(part in good for part in _parts(sets)):
                    continue            # fewer of them are enough
                if self.rate(sets, EVERY, look, FEW) < HOPEFUL:
                    continue
                best = self.best_choice(sets)
                if best is not None:
                    yield best
                    if best.allowed == EVERY and best.open >= GOOD:
                        good.add(sets)

    def again(self, aim: Aim) -> Aim:
        """The aim with its rates taken anew: those by which it was chosen flatter it."""
        if not aim.is_good:
            return aim
        how = probe.PROBE_PUNGS if aim.sort == a.AIM_PUNGS else 0
        opened, closed = self.both(aim.sets, aim.allowed, how, MANY)
        return replace(aim, open=opened, closed=closed)

    def best_choice(self, sets: tuple[int, ...]) -> Aim | None:
        """The widest choice of kinds for the free places with which these sets are mostly legal."""
        best: Aim | None = None
        for allowed in CHOICES[:8]:
            aim = Aim(a.AIM_ANY_SETS, sets, allowed, *self.both(sets, allowed, 0, SOME))
            if not aim.is_good:
                continue
            if best is None or aim.open + aim.closed > best.open + best.closed + 40:
                best = aim
        return best

    def of_shapes(self) -> Iterator[Aim]:
        """Other shapes, each plan for itself."""
        rates: dict[int, int] = {}
        for plan in self.plans:
            index = int(self.row[plan + n.PLAN_SHAPE])
            if plan == self.standard or not self.row[plan + n.PLAN_TOLD] or int(self.row[plan]) == n.PLAN_OPEN:
                continue
            if index not in rates:
                rates[index] = self.shape_rate(self.model.shapes[index])
            if rates[index] >= GOOD:
                is_open = int(self.row[plan + n.PLAN_MELDS]) > 0
                yield Aim(a.AIM_SHAPE, (), EVERY, rates[index] if is_open else 0, rates[index], plan)

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


def _parts(sets: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Smaller choices out of some sets."""
    for size in range(1, len(sets)):
        if size == 1:
            yield from ((block,) for block in sets)
        else:
            yield from (sets[:leave] + sets[leave + 1:] for leave in range(len(sets)))


def needs_of(model: Model, sets: tuple[int, ...]) -> list[int]:
    """The kinds that some sets want at least once, twice, three and four times, as bits."""
    tiles = [kind for block in sets for kind in model.catalogue.sets[block]]
    return [sum(1 << kind for kind in set(tiles) if tiles.count(kind) >= copies) for copies in (1, 2, 3, 4)]


def aims_row(finder: Finder, aims: list[Aim]) -> Any:
    """Aims as the row A of `core.aware`."""
    row = [0] * a.AIM_HEAD
    row[a.AIM_ON], row[a.AIM_COUNT], row[a.AIM_AT] = int(bool(aims)), len(aims), a.AIM_HEAD
    row[a.AIM_PLAN], row[a.AIM_SETS], row[a.AIM_SELF_DRAW] = finder.standard, finder.sets, int(finder.way > 0)
    row[a.AIM_CLAIM_PERCENT], row[a.AIM_SLACK] = CLAIM_PERCENT, SLACK
    for missing in range(16):
        row[a.AIM_WEIGHT + missing] = STEP ** (16 - missing)
    for aim in aims:
        sets = [*aim.sets, -1, -1, -1, -1][:4]
        row += [aim.sort, *needs_of(finder.model, aim.sets), len(aim.sets), *sets, aim.allowed, aim.open, aim.closed,
                aim.plan]
    return np.array(row, dtype=np.int64)


def load_aims(engine: Any) -> Any:
    """The row of aims of an engine's rulebook: from the cache, or found now."""
    model = engine.book.model
    text = "\0".join([module_text(model), repr(sorted((option.id, option.value) for option in model.options)),
                      repr(model.data.get("score")), inspect.getsource(Finder), inspect.getsource(aims_row),
                      inspect.getsource(probe), inspect.getsource(a), repr((CHOICES, STEP, MOST_AIMS)),
                      repr(engine.near[[n.N_PLANS, n.N_AT_PLANS]].tolist()), str(len(engine.near))])
    path = folder() / f"quepu_aims_{hashlib.sha256(text.encode()).hexdigest()[:20]}.npy"
    try:
        return np.load(path)
    except (OSError, ValueError):
        pass
    finder = Finder(engine)
    row = aims_row(finder, finder.find())
    if row[a.AIM_ON] and not _helps(engine, row):
        row[a.AIM_ON] = 0
    try:
        part = path.with_suffix(f".{np.random.default_rng().integers(1 << 40)}.tmp.npy")
        np.save(part, row)
        part.replace(path)
    except OSError:
        pass                            # an unwritable cache only costs time
    return row


def _helps(engine: Any, row: Any) -> bool:
    """Whether two bots with these aims win more than two without, at one table."""
    rules = engine.rules
    rules[p.BOT_AIMS] = row.ctypes.data
    bots = np.array([po.BOT_AWARE, po.BOT_GREEDY, po.BOT_AWARE, po.BOT_GREEDY], dtype=np.int64)
    tallies = np.zeros(po.TALLY_WIDTH * po.TALLY_ROWS, dtype=np.int64)
    sums = np.zeros(po.SUM_FANS + 3 * WORD_BITS, dtype=np.int64)
    engine.kernels.play_matches(engine.new_table(), rules, bots, 1, 0, TRIAL, TRIAL, tallies, sums)
    rules[p.BOT_AIMS] = 0
    wins = tallies[po.TALLY_WINS::po.TALLY_WIDTH]
    return bool(wins[0] + wins[2] >= wins[1] + wins[3])


def give_aims(engine: Any) -> None:
    """Let an engine's aware bots know what to go for."""
    if not engine.rules[p.BOT_AIMS]:
        engine.aims = load_aims(engine)
        engine.rules[p.BOT_AIMS] = engine.aims.ctypes.data
