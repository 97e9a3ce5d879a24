"""What `engine.distance.lookup` looks things up in, built from a rulebook's own sets, pairs and shapes."""

from typing import Any

import numpy as np

from quepu.engine.layout import distance_rules as d
from quepu.engine.layout.distance_rules import DistanceRules, Level, Plan, PlanSort, SearchPart
from quepu.packing.shared_tables import shared_bytes, shared_tables
from quepu.packing.substitutes import substitute_of
from quepu.packing.tilewise import Need, needs, parts_of
from quepu.rulebook.model.catalogue import PUNG, Catalogue
from quepu.rulebook.model.model import Model, Shape

Array = Any
MOST_SETS = 5               # lanes of a profile
COPIES = 4
ANY = 99                    # places that only wild tiles can fill: any number
MOST_TABLES = 12            # families of tables for shapes that allow some kinds only; beyond, all kinds are allowed
NARROW = 256                # profiles that a byte can number
_GROUPS = ((0, 9), (9, 9), (18, 9), (27, 7), (34, 8))       # first kind and size; flowers come last
_ALL = (1 << 42) - 1
_FACTORS = (0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93, 0xA0761D6478BD642F)        # odd, with well mixed bits
_PLACE_BITS = 18

Blocks = tuple[tuple[int, ...], ...]    # sets or pairs as ranks within a group


class Stretch:
    """Numbers that grow at the end; arrays are kept apart until all are there."""

    def __init__(self) -> None:
        self.parts: list[Array] = []
        self.size = 0

    def put(self, numbers: Array) -> int:
        """Where the numbers stand."""
        array = np.asarray(numbers, dtype=np.int64)
        self.parts.append(array)
        self.size += len(array)
        return self.size - len(array)

    @property
    def numbers(self) -> Array:
        """All of them."""
        return np.concatenate([np.zeros(0, dtype=np.int64), *self.parts])


def distance_rules(model: Model) -> DistanceRules:
    """What the distances of a rulebook are looked up in; rulebooks with the same plans and sets share it."""
    builder = _Builder(model)
    return DistanceRules.over(shared_bytes("distances", builder.made_from, builder.build))


class _Builder:
    def __init__(self, model: Model) -> None:
        self.model = model
        # a rulebook without wild tiles never looks at places that only they can fill
        self.dead = (0, 1, ANY) if model.wild.is_written else (0,)
        self.most = max((shape.sets for shape in model.shapes if shape.sets <= MOST_SETS), default=0)
        self.fixed_parts: list[int] = []
        self.parts: list[SearchPart] = []
        self.blocks: list[list[int]] = []
        self.families: list[int] = []       # kinds, as bits, that a family of tables allows
        self.levels: list[Level] = []
        self.profiles, self.halves = Stretch(), Stretch()
        self.is_wide = False
        self.groups: dict[tuple[int, Blocks, Blocks, int], tuple[int, Array]] = {}
        shapes = [shape for shape in model.shapes if shape.is_of_tiles]
        plans = [plan for shape in shapes for plan in self._plans(shape)]
        if len(plans) > d.MOST_PLANS:           # too many ways to tell apart: as near as the tiles allow
            plans = [self._open(shape, 0) for shape in shapes]
        substitute = substitute_of(model)
        self.small: dict[str, Any] = {
            "level_count": len(self.dead), "kinds": model.kinds, "most_tiles": model.hand_size + 1,
            "needs_laid": int(any(plan.melds and plan.allowed != _ALL for plan in plans)),
            # sets and a pair alone ask only for the groups' numbers
            "needs_copies": int(any(plan.sort != PlanSort.SETS for plan in plans)
                                or any(min(kinds) >= 34 for kinds in model.catalogue.made_sets)
                                or substitute["substitute"] >= 0 or substitute["imagined"]),
            **substitute,
            "powers": [sum(5 ** rank for rank in range(9) if bits >> rank & 1) for bits in range(512)],
            "order": [_worth(kind) for kind in range(42)],
            "set_masks": [*model.catalogue.set_mask, 0], "fixed_parts": self.fixed_parts,
            "blocks": [kind for block in self.blocks for kind in block]}
        self.rows: dict[str, Any] = {"plans": plans, "parts": self.parts}

    @property
    def made_from(self) -> object:
        """All that decides what is looked up."""
        catalogue = self.model.catalogue
        rows = {name: [bytes(row.raw) for row in listed] for name, listed in self.rows.items()}
        return catalogue.made_sets, catalogue.pairs, self.most, self.families, self.small, rows

    def build(self) -> DistanceRules:
        """The rules with their tables."""
        for allowed in self.families:
            self._family(allowed)
        profiles = self.profiles.numbers
        none = np.zeros(0, dtype=np.int64)
        return DistanceRules.build(
            **self.small, **self.rows, levels=self.levels, is_wide=int(self.is_wide),
            profiles=none if self.is_wide else profiles, wide_profiles=profiles if self.is_wide else none,
            halves=self.halves.numbers)

    # -- plans --
    def _plans(self, shape: Shape) -> list[Plan]:
        """Every way to become this shape."""
        ways = needs(self.model, shape.when, shape.sets)
        if shape.tiles:
            return [self._open(shape, 0)] if ways is None else self._of_tiles(shape, ways)
        found = []
        for way in ways if ways is not None else (Need(),):
            melds = min(shape.melds, shape.sets)
            equal = all(a == b for a, b in self.model.catalogue.pairs)
            distinct = equal and not shape.sets and not shape.fixed and way.low == way.high == shape.pairs
            if shape.fixed and all(mask & ~way.allowed for mask in shape.fixed):
                continue
            made = {"sets": shape.sets, "pairs": shape.pairs}
            if equal and not shape.fixed and (not shape.sets or self._is_pung_and_pairs(shape, way)):
                allowed = way.allowed & sum(1 << a for a, _b in self.model.catalogue.pairs if a < 34)
                found.append(_plan(shape, PlanSort.PAIRS, allowed, melds, distinct=int(distinct), **made))
            elif shape.pairs <= 1 and shape.sets <= MOST_SETS and not way.pungs and not crosses(self.model.catalogue):
                found.append(_plan(shape, PlanSort.FIXED if shape.fixed else PlanSort.SETS, way.allowed, melds,
                                   first_level=self._first_level(way.allowed), **made,
                                   **self._fixed(shape, way.allowed)))
            elif (shape.sets + 1) * (shape.pairs + 1) <= d.SEARCH_TABLE and \
                    shape.sets + shape.pairs < d.NEAR_DEPTH:
                found.append(_plan(shape, PlanSort.SEARCH, way.allowed, melds, distinct=int(distinct), **made,
                                   **self._fixed(shape, way.allowed), **self._searched(way)))
            else:
                return [self._open(shape, 0)]
        return found

    def _fixed(self, shape: Shape, allowed: int) -> dict[str, int]:
        """The fixed parts of a shape that a plan allows."""
        masks = [mask for mask in shape.fixed if not mask & ~allowed]
        self.fixed_parts += masks
        return {"first_fixed": len(self.fixed_parts) - len(masks), "fixed_count": len(masks)}

    def _is_pung_and_pairs(self, shape: Shape, way: Need) -> bool:
        """Whether a shape is one pung and pairs, which need no search; a pung may be of any kind that a pair may."""
        catalogue = self.model.catalogue
        pungs = {kinds for kinds, form in zip(catalogue.sets, catalogue.set_form, strict=True) if form == PUNG}
        return shape.sets == 1 and shape.pairs > 1 and not shape.melds and way.pungs and not way.counts_kinds \
            and not self.model.wild.is_written and pungs == {(a, a, a) for a, _b in catalogue.pairs}

    def _searched(self, way: Need) -> dict[str, int]:
        """What a search goes through."""
        first = len(self.parts)
        for blocks, sets in parts_of(self.model.catalogue, way):
            self.parts.append(SearchPart(first_block=len(self.blocks), block_count=len(blocks), set_count=sets))
            self.blocks += blocks
        return {"first_part": first, "part_count": len(self.parts) - first}

    def _of_tiles(self, shape: Shape, ways: tuple[Need, ...]) -> list[Plan]:
        """Plans of a shape that asks for tiles of some kinds only."""
        found = []
        for way in ways:
            allowed = way.allowed & self.model.kinds
            counted = {}
            if way.counts_kinds:
                counted = {"low": max(1, way.low), "high": min(way.high, shape.tiles, allowed.bit_count())}
            # what lies in melds may be of a kind the hand has too, so with melds kinds cannot be counted
            found.append(_plan(shape, PlanSort.TILES, allowed, 0 if way.counts_kinds else shape.melds, **counted))
        if shape.melds and any(way.counts_kinds for way in ways):
            found.append(self._open(shape, 1))
        return found

    def _open(self, shape: Shape, melds: int) -> Plan:
        """A plan that only counts tiles, for hands with at least so many melds."""
        return _plan(shape, PlanSort.OPEN, _ALL, shape.melds, low=melds, told=0)

    # -- tables --
    def _first_level(self, allowed: int) -> int:
        """The first level of the tables for blocks of the allowed kinds."""
        if len(self.families) == MOST_TABLES and allowed not in self.families:
            allowed = _ALL
        if allowed not in self.families:
            self.families.append(allowed)
        return self.families.index(allowed) * len(self.dead)

    def _family(self, allowed: int) -> None:
        """The levels of the tables for blocks of the allowed kinds."""
        blocks = [_local(self.model.catalogue, group, allowed) for group in range(5)]
        for dead in self.dead:
            tables = [self._group(*blocks[group], _GROUPS[group][1], dead) for group in range(4)]
            flowers = -1
            if blocks[4][0] or blocks[4][1]:
                flowers = self.halves.put(_packed(missing_table(*blocks[4], 8, 1, self.most, dead)))
            left, right = (_half(tables[place][1], tables[place + 1][1], self.most) for place in (0, 2))
            self.levels.append(Level(groups=[start for start, _profiles in tables],
                                     left=self.halves.put(left), left_width=len(tables[1][1]),
                                     right=self.halves.put(right), right_width=len(tables[3][1]),
                                     turned=self.halves.put(_turned(right)), flowers=flowers))

    def _group(self, sets: Blocks, pairs: Blocks, size: int, dead: int) -> tuple[int, Array]:
        """Where the profile numbers of a group stand, and its profiles; equal groups share them."""
        key = (size, sets, pairs, dead)
        if key not in self.groups:
            kept = shared_tables("distances of a group", (size, sets, pairs, COPIES, self.most, dead),
                                 lambda: _group_tables(sets, pairs, size, self.most, dead))
            self.is_wide |= len(kept["profiles"]) > NARROW
            self.groups[key] = self.profiles.put(kept["numbers"]), kept["profiles"]
        return self.groups[key]


def _plan(shape: Shape, sort: PlanSort, allowed: int, melds: int, **more: int) -> Plan:
    """A plan for a shape; what is not said is 0, and its condition can be told."""
    blank = dict.fromkeys(Plan.FIELDS, 0) | {"told": 1}
    return Plan(**blank | {"sort": sort, "shape": shape.index, "places": shape.places, "melds": melds,
                           "allowed": allowed} | more)


def crosses(catalogue: Catalogue) -> bool:
    """Whether a set or pair takes kinds of more than one group."""
    return any(len({min(kind // 9, 3) + (kind >= 34) for kind in kinds}) > 1
               for kinds in (*catalogue.made_sets, *catalogue.pairs))


def _local(catalogue: Catalogue, group: int, allowed: int) -> tuple[Blocks, Blocks]:
    """Sets and pairs of a group as ranks."""
    first, size = _GROUPS[group]
    inside = range(first, first + size)

    def ranks(blocks: tuple[tuple[int, ...], ...]) -> Blocks:
        return tuple(tuple(kind - first for kind in block) for block in blocks
                     if all(kind in inside and allowed >> kind & 1 for kind in block))
    return ranks(catalogue.made_sets), ranks(catalogue.pairs)


def missing_table(sets: Blocks, pairs: Blocks, size: int, copies: int, most: int, dead: int) -> Array:
    """The fewest tiles missing for every number of a group: a row of lanes for 0..most sets, then with a pair.

    `dead` places may need a fifth copy, which a wild tile fills.  First every whole group of blocks is marked, then
    along each rank a tile more is never worse and a tile fewer costs one.  A block of which there is no tile at all
    costs the same wherever it lies, so it is not bound to the group's copies.
    """
    base, lanes = copies + 1, most + 1
    table = np.full((base ** size, 2 * lanes), d.LANE_MASK, dtype=np.uint8)
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
        found |= table[:, lane].astype(np.int64) << d.LANE * (lane % lanes) + d.PAIR_LANES * (lane // lanes)
    return found


def _half(first: Array, second: Array, most: int) -> Array:
    """The profiles of two groups together, by the numbers of theirs."""
    a, b = np.meshgrid(first, second, indexing="ij")
    return _together(a.ravel(), b.ravel(), most)


def _turned(profiles: Array) -> Array:
    """Profiles with their lanes in the other order, those with a pair first."""
    found = np.zeros(len(profiles), dtype=np.int64)
    for lane in range(2 * d.LANES):
        found |= (profiles >> d.LANE * lane & d.LANE_MASK) << d.LANE * (2 * d.LANES - 1 - lane)
    return found


def _group_tables(sets: Blocks, pairs: Blocks, size: int, most: int, dead: int) -> dict[str, Array]:
    """The profiles of a group, and which of them every number has."""
    profiles, numbers = numbered(_packed(missing_table(sets, pairs, size, COPIES, most, dead)))
    return {"profiles": profiles, "numbers": numbers.astype(np.uint8 if len(profiles) <= 256 else np.int32)}


def numbered(packed: Array) -> tuple[Array, Array]:
    """The different profiles in order, and the number of each: what np.unique gives, without sorting millions.

    They are few, so that a product's highest bits mostly tell them apart: each is looked up in the place they name.
    """
    for factor in _FACTORS:
        places = (packed.view(np.uint64) * np.uint64(factor) >> np.uint64(64 - _PLACE_BITS)).astype(np.int32)
        seen = np.full(1 << _PLACE_BITS, -1, dtype=np.int64)
        seen[places] = packed
        if (seen[places] == packed).all():
            used = np.flatnonzero(seen >= 0)
            order = np.argsort(seen[used])
            number = np.empty(1 << _PLACE_BITS, dtype=np.int32)
            number[used[order]] = np.arange(len(used), dtype=np.int32)
            return seen[used[order]], number[places]
    return np.unique(packed, return_inverse=True)


def _together(a: Array, b: Array, most: int) -> Array:
    """The profiles of two groups together."""
    def lane(profiles: Array, sets: int, pair: int) -> Array:
        return profiles >> d.LANE * sets + d.PAIR_LANES * pair & d.LANE_MASK
    found = np.zeros(len(a), dtype=np.int64)
    for sets in range(most + 1):
        for pair in (0, 1):
            fewest = np.minimum.reduce([lane(a, own, with_a) + lane(b, sets - own, pair - with_a)
                                        for own in range(sets + 1) for with_a in range(pair + 1)])
            found |= fewest << d.LANE * sets + d.PAIR_LANES * pair
    return found


def _worth(kind: int) -> int:
    """How gladly a tile is kept where nothing else decides: honours least, then ends, then the middle."""
    if kind >= 27:
        return 0
    return 1 + min(kind % 9, 8 - kind % 9)
