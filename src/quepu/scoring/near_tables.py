"""The row of numbers that `core.nearness` looks things up in, built from a rulebook's own sets, pairs and shapes."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from quepu.core import near_search as by_search
from quepu.core import nearness as n
from quepu.core.calls import FUNCTIONS
from quepu.core.distance import NEAR_DEPTH
from quepu.rulebook.catalogue import PUNG, Catalogue
from quepu.rulebook.model import Model, Shape
from quepu.scoring.reach import parts_of
from quepu.scoring.tilewise import Need, needs

Array = Any
MOST_SETS = 5               # lanes of a profile
COPIES = 4
ANY = 99                    # places that only wild tiles can fill: any number
MOST_TABLES = 12            # families of tables for shapes that allow some kinds only; beyond, all kinds are allowed
_GROUPS = ((0, 9), (9, 9), (18, 9), (27, 7), (34, 8))       # first kind and size; flowers come last
_ALL = (1 << 42) - 1

SEARCH = 7_001              # the search with the compiler off


def search(numbers: Array, plan: int, *_unused: int) -> int:
    """What is missing for a plan that is searched, in the form of a call through an address."""
    return by_search.searched_missing(numbers, plan)


FUNCTIONS[SEARCH] = search

Blocks = tuple[tuple[int, ...], ...]    # sets or pairs as ranks within a group


@dataclass(slots=True)
class Row:
    """Numbers that grow at the end; arrays are kept apart until all are there."""

    parts: list[Array] = field(default_factory=list)
    size: int = 0

    def put(self, numbers: Array) -> int:
        """Where the numbers stand."""
        array = np.asarray(numbers, dtype=np.int64)
        self.parts.append(array)
        self.size += len(array)
        return self.size - len(array)


def near_row(model: Model) -> Array:
    """The row N of a rulebook."""
    try:
        return _Builder(model, 3).build()
    except _TooManyError:
        return _Builder(model, 2).build()


class _TooManyError(Exception):
    """More profiles than a byte can number."""


class _Builder:
    def __init__(self, model: Model, shift: int) -> None:
        self.model = model
        self.row = Row()
        self.head = np.zeros(n.N_HEAD, dtype=np.int64)
        self.row.put(self.head)
        # a rulebook without wild tiles never looks at places that only they can fill
        self.dead = (0, 1, ANY) if "wild" in model.data else (0,)
        self.most = max((shape.sets for shape in model.shapes if shape.sets <= MOST_SETS), default=0)
        self.shift = shift              # eight profile numbers to a word, or four
        self.families: dict[int, int] = {}
        self.groups: dict[tuple[int, Blocks, Blocks, int], tuple[int, Array]] = {}

    def build(self) -> Array:
        head, row = self.head, self.row
        shapes = [shape for shape in self.model.shapes if shape.is_of_tiles]
        plans = [plan for shape in shapes for plan in self._plans(shape)]
        if len(plans) > n.MOST_PLANS:           # too many ways to tell apart: as near as the tiles allow
            plans = [self._open(shape, 0) for shape in shapes]
        head[n.N_LEVELS], head[n.N_ID_SHIFT] = len(self.dead), self.shift
        head[n.N_KINDS], head[n.N_MOST_TILES] = self.model.kinds, self.model.hand_size + 1
        head[n.N_PLANS], head[n.N_AT_PLANS] = len(plans), row.put([number for plan in plans for number in plan])
        head[n.N_AT_POWERS] = row.put([sum(5 ** rank for rank in range(9) if bits >> rank & 1) for bits in range(512)])
        head[n.N_AT_SPREAD] = row.put([_spread(key) for key in range(5 ** 5)])
        head[n.N_AT_SET_MASKS] = row.put([*self.model.catalogue.set_mask, 0])
        head[n.N_AT_ORDER] = row.put([_worth(kind) for kind in range(42)])
        head[n.N_NEEDS_LAID] = any(plan[n.PLAN_MELDS] and plan[n.PLAN_ALLOWED] != _ALL for plan in plans)
        # sets and a pair alone ask only for the groups' numbers
        head[n.N_NEEDS_COPIES] = any(plan[n.PLAN_TYPE] != n.PLAN_OF_SETS for plan in plans) or \
            any(min(kinds) >= 34 for kinds in self.model.catalogue.sets)
        return np.concatenate(row.parts)

    # -- plans --
    def _plans(self, shape: Shape) -> list[list[int]]:
        """Every way to become this shape, as rows of numbers."""
        ways = needs(self.model, shape.when, shape.sets)
        if shape.tiles:
            return [self._open(shape, 0)] if ways is None else self._of_tiles(shape, ways)
        found = []
        for way in ways if ways is not None else (Need(),):
            plan = self._blank(shape, way.allowed, min(shape.melds, shape.sets))
            plan[n.PLAN_SETS], plan[n.PLAN_PAIRS] = shape.sets, shape.pairs
            equal = all(a == b for a, b in self.model.catalogue.pairs)
            distinct = equal and not shape.sets and not shape.fixed and way.low == way.high == shape.pairs
            if shape.fixed and all(mask & ~way.allowed for mask in shape.fixed):
                continue
            if equal and not shape.fixed and (not shape.sets or self._is_pung_and_pairs(shape, way)):
                plan[n.PLAN_TYPE] = n.PLAN_OF_PAIRS
                plan[n.PLAN_DISTINCT] = int(distinct)
                plan[n.PLAN_ALLOWED] &= sum(1 << a for a, _b in self.model.catalogue.pairs if a < 34)
            elif shape.pairs <= 1 and shape.sets <= MOST_SETS and not way.pungs and not crosses(self.model.catalogue):
                plan[n.PLAN_TYPE] = n.PLAN_OF_FIXED if shape.fixed else n.PLAN_OF_SETS
                plan[n.PLAN_TABLES] = self._tables(way.allowed)
                self._put_fixed(plan, shape)
            elif (shape.sets + 1) * (shape.pairs + 1) <= by_search.SEARCH_TABLE and \
                    shape.sets + shape.pairs < NEAR_DEPTH:
                plan[n.PLAN_TYPE] = n.PLAN_OF_SEARCH
                plan[n.PLAN_DISTINCT] = int(distinct)
                self._put_fixed(plan, shape)
                self._put_parts(plan, way)
            else:
                return [self._open(shape, 0)]
            found.append(plan)
        return found

    def _put_fixed(self, plan: list[int], shape: Shape) -> None:
        """The fixed parts of a shape that a plan allows."""
        masks = [mask for mask in shape.fixed if not mask & ~plan[n.PLAN_ALLOWED]]
        plan[n.PLAN_FIXED], plan[n.PLAN_AT_FIXED] = len(masks), self.row.put(masks)

    def _is_pung_and_pairs(self, shape: Shape, way: Need) -> bool:
        """Whether a shape is one pung and pairs, which need no search; a pung may be of any kind that a pair may."""
        catalogue = self.model.catalogue
        pungs = {kinds for kinds, form in zip(catalogue.sets, catalogue.set_form, strict=True) if form == PUNG}
        return shape.sets == 1 and shape.pairs > 1 and not shape.melds and way.pungs and not way.counts_kinds \
            and "wild" not in self.model.data and pungs == {(a, a, a) for a, _b in catalogue.pairs}

    def _put_parts(self, plan: list[int], way: Need) -> None:
        """What a search goes through."""
        parts = parts_of(self.model.catalogue, way)
        rows = [number for blocks, sets in parts
                for number in (self.row.put([kind for block in blocks for kind in block]), len(blocks), sets)]
        plan[n.PLAN_PARTS], plan[n.PLAN_AT_PARTS] = len(parts), self.row.put(rows)
        if not self.head[n.N_AT_SEARCH]:
            self.head[n.N_AT_SEARCH] = self.row.put([0] * by_search.SEARCH_ROOM)
            self.head[n.N_FN_SEARCH] = SEARCH

    def _of_tiles(self, shape: Shape, ways: tuple[Need, ...]) -> list[list[int]]:
        """Plans of a shape that asks for tiles of some kinds only."""
        found = []
        for way in ways:
            allowed = way.allowed & self.model.kinds
            # what lies in melds may be of a kind the hand has too, so with melds kinds cannot be counted
            plan = self._blank(shape, allowed, 0 if way.counts_kinds else shape.melds)
            plan[n.PLAN_TYPE] = n.PLAN_OF_TILES
            if way.counts_kinds:
                plan[n.PLAN_LOW] = max(1, way.low)
                plan[n.PLAN_HIGH] = min(way.high, shape.tiles, allowed.bit_count())
            found.append(plan)
        if shape.melds and any(way.counts_kinds for way in ways):
            found.append(self._open(shape, 1))
        return found

    def _blank(self, shape: Shape, allowed: int, melds: int) -> list[int]:
        plan = [0] * n.PLAN_WIDTH
        plan[n.PLAN_SHAPE], plan[n.PLAN_PLACES], plan[n.PLAN_MELDS] = shape.index, shape.places, melds
        plan[n.PLAN_ALLOWED], plan[n.PLAN_TOLD] = allowed, 1
        return plan

    def _open(self, shape: Shape, melds: int) -> list[int]:
        """A plan that only counts tiles, for hands with at least so many melds."""
        plan = self._blank(shape, _ALL, shape.melds)
        plan[n.PLAN_TYPE], plan[n.PLAN_LOW], plan[n.PLAN_TOLD] = n.PLAN_OPEN, melds, 0
        return plan

    # -- tables --
    def _tables(self, allowed: int) -> int:
        """Where the tables for blocks of the allowed kinds stand, one level after the other."""
        if len(self.families) == MOST_TABLES and allowed not in self.families:
            allowed = _ALL
        if allowed not in self.families:
            blocks = [_local(self.model.catalogue, group, allowed) for group in range(5)]
            levels: list[int] = []
            for dead in self.dead:
                tables = [self._group(*blocks[group], _GROUPS[group][1], dead) for group in range(4)]
                left, right = self._half(tables[0], tables[1]), self._half(tables[2], tables[3])
                flowers = 0
                if blocks[4][0] or blocks[4][1]:
                    flowers = self.row.put(_packed(missing_table(*blocks[4], 8, 1, self.most, dead)))
                levels += [*(start for start, _profiles in tables), left, len(tables[1][1]), right, len(tables[3][1]),
                           flowers]
            self.families[allowed] = self.row.put(levels)
        return self.families[allowed]

    def _group(self, sets: Blocks, pairs: Blocks, size: int, dead: int) -> tuple[int, Array]:
        """Where the profile numbers of a group stand, and its profiles; equal groups share them."""
        key = (size, sets, pairs, dead)
        if key not in self.groups:
            packed = _packed(missing_table(sets, pairs, size, COPIES, self.most, dead))
            profiles, numbers = np.unique(packed, return_inverse=True)
            if len(profiles) > 1 << (64 >> self.shift):
                raise _TooManyError
            self.groups[key] = self.row.put(_in_words(numbers, self.shift)), profiles
        return self.groups[key]

    def _half(self, first: tuple[int, Array], second: tuple[int, Array]) -> int:
        """Where the profiles of two groups together stand, by the numbers of theirs."""
        a, b = np.meshgrid(first[1], second[1], indexing="ij")
        return self.row.put(_together(a.ravel(), b.ravel(), self.most))


def crosses(catalogue: Catalogue) -> bool:
    """Whether a set or pair takes kinds of more than one group."""
    return any(len({min(kind // 9, 3) + (kind >= 34) for kind in kinds}) > 1
               for kinds in (*catalogue.sets, *catalogue.pairs))


def _local(catalogue: Catalogue, group: int, allowed: int) -> tuple[Blocks, Blocks]:
    """Sets and pairs of a group as ranks."""
    first, size = _GROUPS[group]
    inside = range(first, first + size)

    def ranks(blocks: tuple[tuple[int, ...], ...]) -> Blocks:
        return tuple(tuple(kind - first for kind in block) for block in blocks
                     if all(kind in inside and allowed >> kind & 1 for kind in block))
    return ranks(catalogue.sets), ranks(catalogue.pairs)


def missing_table(sets: Blocks, pairs: Blocks, size: int, copies: int, most: int, dead: int) -> Array:
    """The fewest tiles missing for every number of a group: a row of lanes for 0..most sets, then with a pair.

    `dead` places may need a fifth copy, which a wild tile fills.  First every whole group of blocks is marked, then
    along each rank a tile more is never worse and a tile fewer costs one.  A block of which there is no tile at all
    costs the same wherever it lies, so it is not bound to the group's copies.
    """
    base, lanes = copies + 1, most + 1
    table = np.full((base ** size, 2 * lanes), n.LANE_MASK, dtype=np.uint8)
    powers = base ** np.arange(size)
    set_counts, pair_counts = _counts(sets, size), _counts(pairs, size)
    whole, last = np.zeros((1, size), dtype=np.int64), np.zeros(1, dtype=np.int64)
    for s in range(lanes):
        for pair in (0, 1):
            targets = (whole[:, None] + pair_counts[None]).reshape(-1, size) if pair else whole
            beyond = np.maximum(targets - copies, 0).sum(axis=1)
            good = beyond <= dead
            places = np.minimum(targets[good], copies) @ powers
            np.minimum.at(table[:, pair * lanes + s], places, beyond[good].astype(np.uint8))
        order = np.arange(len(sets))
        later = order[None, :] >= last[:, None]         # each multiset of sets once
        whole, last = (whole[:, None] + set_counts[None])[later], np.broadcast_to(order, later.shape)[later]
    for rank in range(size):
        along = table.reshape(base ** (size - 1 - rank), base, base ** rank * 2 * lanes)
        for held in range(1, base):
            np.minimum(along[:, held], along[:, held - 1], out=along[:, held])
        for held in range(copies - 1, -1, -1):
            np.minimum(along[:, held], along[:, held + 1] + 1, out=along[:, held])
    for lane in range(2 * lanes):
        if lane % lanes:
            np.minimum(table[:, lane], table[:, lane - 1] + 3, out=table[:, lane])
        if lane >= lanes:
            np.minimum(table[:, lane], table[:, lane - lanes] + 2, out=table[:, lane])
    return table


def _counts(blocks: Blocks, size: int) -> Array:
    found = np.zeros((len(blocks), size), dtype=np.int64)
    for index, block in enumerate(blocks):
        for rank in block:
            found[index, rank] += 1
    return found


def _packed(table: Array) -> Array:
    """A table's rows as profiles."""
    lanes = table.shape[1] // 2
    found = np.zeros(len(table), dtype=np.int64)
    for lane in range(2 * lanes):
        found |= table[:, lane].astype(np.int64) << n.LANE * (lane % lanes) + n.PAIR_LANES * (lane // lanes)
    return found


def _together(a: Array, b: Array, most: int) -> Array:
    """The profiles of two groups together."""
    def lane(profiles: Array, sets: int, pair: int) -> Array:
        return profiles >> n.LANE * sets + n.PAIR_LANES * pair & n.LANE_MASK
    found = np.zeros(len(a), dtype=np.int64)
    for sets in range(most + 1):
        for pair in (0, 1):
            fewest = np.minimum.reduce([lane(a, own, with_a) + lane(b, sets - own, pair - with_a)
                                        for own in range(sets + 1) for with_a in range(pair + 1)])
            found |= fewest << n.LANE * sets + n.PAIR_LANES * pair
    return found


def _in_words(numbers: Array, shift: int) -> Array:
    """Small numbers, eight or four to a word, the first lowest."""
    wide = np.zeros(-(-len(numbers) >> shift) << shift, dtype="<u1" if shift == 3 else "<u2")
    wide[:len(numbers)] = numbers
    return wide.view("<i8").astype(np.int64)


def _spread(key: int) -> int:
    """The ranks of which five counts have at least one, two, three, four: bits 0, 16, 32, 48 and on."""
    found = 0
    for rank in range(5):
        for copies in range(key // 5 ** rank % 5):
            found |= 1 << 16 * copies + rank
    return found


def _worth(kind: int) -> int:
    """How gladly a tile is kept where nothing else decides: honours least, then ends, then the middle."""
    if kind >= 27:
        return 0
    return 1 + min(kind % 9, 8 - kind % 9)
