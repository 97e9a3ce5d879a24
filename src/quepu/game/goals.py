"""What a rulebook's minimum and duties leave to go for: aims for the aware bot, found by trying complete hands.

Nothing here knows a fan: random hands are made around every one, two and three sets of the catalogue and out of some
choices of kinds, the rulebook scores them, and what is mostly legal becomes an aim (`engine.bots.aware`).  That is one
call of the engine (`engine.bots.aim_search`), half a second for a rulebook, once: the aims are kept in the cache.
"""

import inspect
import sys
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import numpy as np

from quepu.engine.bots import aim_search as s
from quepu.engine.layout.aims import AIM_SETS, WEIGHTS, Aim, Aims, AimSearch, AimSort, FoundAim, How
from quepu.engine.layout.bot_room import Policy
from quepu.engine.layout.distance_rules import DistanceRules, PlanSort
from quepu.engine.layout.record import Columns
from quepu.engine.layout.results import Results
from quepu.engine.layout.session import Session
from quepu.errors import QuepuError
from quepu.hand import Hand, Win
from quepu.rulebook.model.model import Model, Shape
from quepu.rulecheck.random_wins import HONORS, SUITED, maker_of
from quepu.rulecheck.wanted import Plan
from quepu.scoring.kept_tables import kept_table
from quepu.tiles import rank

EVERY = s.ALL_KINDS
MOST_AIMS = 400
MOST_FOUND = 1 << 15                    # aims among which those are chosen
MOST_HANDS = 4_000_000                  # hands tried at most: some seconds, where a catalogue is very large
TRIAL = 1_000                           # walls at most on which the aims must show that they help
ENOUGH = 150                            # ... fewer, from so many on, where it is plain
PLAIN = 2.5                             # standard errors from nothing: then it is plain
TRIAL_SEED = 20                         # walls of its own, that no simulation by the usual seeds sees
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


def aim_of(model: Model, sort: AimSort, sets: Sequence[int], allowed: int, opened: int, closed: int,
           plan: int = 0) -> Aim:
    """An aim: sets to have, kinds for the rest, and how many of a hundred such hands are legal."""
    tiles = [kind for block in sets for kind in model.catalogue.sets[block]]
    return Aim(sort=sort, set_count=len(sets), sets=[*sets, *[-1] * (AIM_SETS - len(sets))], allowed=allowed,
               need=[sum(1 << kind for kind in set(tiles) if tiles.count(kind) >= copies) for copies in (1, 2, 3, 4)],
               open=opened, closed=closed, plan=plan)


class Finder:
    """Looks for the aims of one rulebook with the compiled engine."""

    def __init__(self, engine: Any) -> None:
        self.engine, self.model = engine, engine.book.model
        self.distances: DistanceRules = engine.distances
        self.way = self.declares = 0
        self.standard = next((number for number, plan in enumerate(self.distances.plans)
                              if plan.sort == PlanSort.SETS and plan.pairs == 1), -1)
        self.sets = self.distances.plans[self.standard].sets if self.standard >= 0 else 0

    def find(self, most_hands: int = MOST_HANDS) -> list[Aim]:
        """The aims; none if every complete hand is legal, or if tables cannot tell what is near."""
        rules = self.distances
        if self.standard < 0 or rules.levels[rules.plans[self.standard].first_level].flowers >= 0:
            return []
        of_sets = self.of_sets(most_hands)
        if of_sets is None:
            return []
        found: list[FoundAim | Aim] = [*of_sets, *self.of_shapes()]
        found.sort(key=lambda aim: (aim.open, aim.closed), reverse=True)
        return [aim if isinstance(aim, Aim) else aim_of(
            self.model, AimSort(aim.sort), aim.sets[:aim.set_count].tolist(), aim.allowed, aim.open, aim.closed)
            for aim in found[:MOST_AIMS]]

    def of_sets(self, most_hands: int) -> list[FoundAim] | None:
        """What was found of the shape of sets and a pair; None if nothing is to be gone for."""
        search = search_of(self.model, self.sets, most_hands)
        session = self.engine.new_session()
        with self.engine.lent(session):
            count = self.engine.kernels.find_aims(self.engine.new_table(), session, search)
        self.way, self.declares = search.way, search.declares
        if count < 0:
            return None
        return [search.found[number] for number in range(count)]

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
                yield aim_of(self.model, AimSort.SHAPE, (), EVERY, rate if plan.melds else 0, rate, number)

    def shape_rate(self, shape: Shape, tries: int = 40) -> int:
        """How many of a hundred closed hands of a shape are legal."""
        book, rng = self.engine.book, Random(shape.index)
        wins = []
        for _try in range(tries):
            try:
                win = maker_of(book).make(Plan(shape=shape.index), rng, tries=20, wild=False).win
            except QuepuError:
                continue
            if win.hand.melds or win.tile is None:
                continue
            own = self.way == How.SELF_DRAW
            feeder = None if own else (win.seat + 1) % 4
            wins.append(Win(Hand(win.hand.concealed), win.tile, own, win.seat, win.round, feeder))
        compiled = book.compiled()
        legal = int(compiled.score_batch(compiled.batch(wins)).legal.sum())
        return 100 * legal // len(wins) if wins else 0


def search_of(model: Model, sets: int, most_hands: int, choices: Sequence[int] = CHOICES,
              most_found: int = MOST_FOUND) -> AimSearch:
    """A search among hands of so many sets, about so many at most; nothing is found yet."""
    kinds = model.catalogue.made_count
    return AimSearch.build(
        set_count=sets, tries_left=most_hands, way=0, declares=0, counts=[0] * 42, blocks=[0] * 6,
        chosen=[0] * AIM_SETS, chosen_count=0, choices=choices, enough=[0] * kinds, two_enough=[0] * kinds * kinds,
        found=Columns(FoundAim, bytes(most_found * FoundAim.SIZE), most_found))


def aims_of(finder: Finder, aims: Sequence[Aim], is_on: bool = True) -> Aims:
    """The record of some aims; switched off if there are none."""
    return Aims.build(
        is_on=int(is_on and bool(aims)), plan=finder.standard, set_count=finder.sets, by_self_draw=int(finder.way > 0),
        declares=finder.declares,
        claim_percent=CLAIM_PERCENT, slack=SLACK, weights=[STEP ** (16 - missing) for missing in range(WEIGHTS)],
        aims=aims)


def load_aims(engine: Any) -> Aims:
    """The aims of an engine's rulebook: from the cache, or found now."""
    this = inspect.getsource(sys.modules[__name__])
    kept = kept_table(engine.book, f"aims\0{this}", lambda: found_aims(engine))
    return checked_aims(kept, engine.distances, len(engine.rules.readies)) or found_aims(engine)


def found_aims(engine: Any) -> Aims:
    """The aims of an engine's rulebook, found now; switched off if they do not help."""
    finder = Finder(engine)
    found = finder.find()
    aims = aims_of(finder, found)
    return aims if not aims.is_on or _helps(engine, aims) else aims_of(finder, found, is_on=False)


def checked_aims(kept: Any, rules: DistanceRules, readies: int = 0) -> Aims | None:
    """The aims that some bytes of the cache are; None if `aims_of` makes no such, for the kernels believe them."""
    if not isinstance(kept, np.ndarray) or kept.dtype != np.uint8 or kept.ndim != 1:
        return None
    try:
        aims = Aims.over(kept)
    except ValueError:
        return None
    whole = len(kept) == Aims.SIZE + len(aims.aims) * Aim.SIZE and len(aims.aims) <= MOST_AIMS \
        and 0 <= aims.declares <= readies
    return aims if whole and (not aims.is_on or _fits(aims, rules)) else None


def _fits(aims: Aims, rules: DistanceRules) -> bool:
    """Whether aims speak of sets and plans that a rulebook has."""
    sets, plans = len(rules.set_masks), len(rules.plans)
    rows = np.frombuffer(aims.raw[Aims.SIZE:], Aim.dtype())
    wanted = np.arange(AIM_SETS) < rows["set_count"][:, None]
    return bool(0 <= aims.plan < plans and 0 <= aims.set_count <= 5 and np.isin(rows["sort"], list(AimSort)).all()
                and ((rows["set_count"] >= 0) & (rows["set_count"] <= AIM_SETS)).all()
                and ((rows["sets"] >= 0) & (rows["sets"] < sets) | ~wanted).all()
                and ((rows["plan"] >= 0) & (rows["plan"] < plans)).all())


def _helps(engine: Any, aims: Aims) -> bool:
    """Whether bots with these aims make more points than bots without: two of each, each wall with both seatings."""
    session = engine.new_session()
    session.aims = aims
    table = engine.new_table()
    with_aims, without = int(Policy.AWARE), int(Policy.GREEDY)
    seatings = [np.array(bots, dtype=np.int64) for bots in ([with_aims, without] * 2, [without, with_aims] * 2)]
    total = squares = 0
    with engine.lent(session):
        for number in range(TRIAL):
            more = 0
            for first, bots in enumerate(seatings):
                results = Results.zeros()
                engine.kernels.play_matches(table, session, bots, TRIAL_SEED, number, 1, 1, results)
                points = [player.points for player in results.players]
                more += points[first] + points[2 + first] - points[1 - first] - points[3 - first]
            total += more
            squares += more * more
            if number >= ENOUGH and total * total > PLAIN * PLAIN * squares:
                break
    return total > 0


def give_aims(engine: Any, session: Session | None = None) -> None:
    """Let the aware bots of a session know what to go for; without one, those of who plays bare tables."""
    if engine.aims is None:
        engine.aims = load_aims(engine)
    (engine.session if session is None else session).aims = engine.aims
