"""The frame and the large tables of a rulebook for the compiled form."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from quepu.engine.layout import divisions as tb
from quepu.engine.layout.frame import Frame
from quepu.engine.layout.table_facts import NO_TABLE
from quepu.engine.layout.workbench import Workbench
from quepu.packing.score_row import words_of
from quepu.packing.shared_tables import shared_tables
from quepu.rulebook.language.node import Number
from quepu.rulebook.model.catalogue import Catalogue
from quepu.rulebook.model.model import Model

Array = Any
_MOST_FIRST = 1 << 13       # two edges of different selections; with more of them sorting takes less room


def frame_of(model: Model) -> Frame:
    """A frame with options, start values of memory, constant fan values."""
    f = Frame.zeros()
    for name, value in NO_TABLE.items():
        setattr(f, name, value)
    f.seat_count = model.seat_count
    for option in model.options:
        f.options[option.slot] = option.number
    for slot in model.memory:
        for place in range(slot.size):
            f.memory[slot.slot + place] = slot.start
    for fan in model.fans:
        if isinstance(fan.value, Number):
            f.fan_values[fan.index] = fan.value.value
    return f


def workbench() -> Workbench:
    """A place to score at."""
    bench = Workbench.zeros()
    bench.best_frame, bench.trial = Frame.zeros(), Frame.zeros()
    return bench


def numbered_edges(keys: Array) -> tuple[Array, Array]:
    """The different keys of three edges, twelve bits each, in order, and the number of each: np.unique, not sorted."""
    first, numbers = _numbered(keys >> 12, 24)
    if len(first) > _MOST_FIRST:
        return np.unique(keys, return_inverse=True)
    found, numbers = _numbered(numbers << 12 | keys & 4095, 12 + len(first).bit_length())
    return first[found >> 12] << 12 | found & 4095, numbers


def _numbered(keys: Array, bits: int) -> tuple[Array, Array]:
    """The different keys of so many bits in order, and the number of each."""
    seen = np.zeros(1 << bits, dtype=np.bool_)
    seen[keys] = True
    found = np.flatnonzero(seen)
    number = np.empty(1 << bits, dtype=np.int32)        # only what is seen is written and read
    number[found] = np.arange(len(found), dtype=np.int32)
    return found, number[keys].astype(np.int64)


def plain_tables(catalogue: Catalogue, most_sets: int) -> dict[str, Any]:
    """Tables of `engine.score.divide`; they hold if suits are alike, no set crosses suits, pairs are equal tiles."""
    set_kinds = len(catalogue.sets)
    sets: list[list[tuple[int, tuple[int, ...]]]] = [[], [], [], []]        # (block, ranks) of each group
    pairs: list[list[tuple[int, int]]] = [[], [], [], []]
    good = True
    for block, kinds in enumerate(catalogue.made_sets):
        homes = {min(kind // 9, 3) for kind in kinds}
        if max(kinds) < 34 and len(homes) == 1:
            group = homes.pop()
            sets[group].append((block, tuple(kind - 9 * group for kind in kinds)))
        else:
            good = good and min(kinds) >= 34        # hands with flowers among the tiles never come here
    for index, (a, b) in enumerate(catalogue.pairs):
        if a == b and a < 34:
            pairs[min(a // 9, 3)].append((set_kinds + index, a - 9 * min(a // 9, 3)))
        else:
            good = good and min(a, b) >= 34
    ranks = [([ranks for _block, ranks in sets[g]], [rank for _block, rank in pairs[g]]) for g in range(4)]
    good = good and ranks[0] == ranks[1] == ranks[2]
    if not good:                        # nobody looks anything up then, and no block of one suit is one of another
        sets, pairs, ranks = [[], [], [], []], [[], [], [], []], [([], [])] * 4
    suits, divisions = _divided([[block for block, _ranks in sets[g]] for g in range(3)],
                                [[block - set_kinds for block, _rank in pairs[g]] for g in range(3)],
                                *ranks[0], 9, most_sets, 0)
    honors, more = _divided([[block for block, _ranks in sets[3]]] * 3,
                            [[block - set_kinds for block, _rank in pairs[3]]] * 3,
                            *ranks[3], 7, most_sets, len(divisions))
    good = good and len(divisions) > 0 and len(more) > 0
    return {"is_plain": int(good), "suits": suits, "honors": honors,
            "suit_waits": _waits(suits, 9), "honor_waits": _waits(honors, 7),
            "divisions": tb.Division.columns(in_suit=np.concatenate([divisions, more])),
            "suit_sets": [rank for triple in ranks[0][0] for rank in triple],
            "honor_sets": [rank for triple in ranks[3][0] for rank in triple]}


#: what stands for the table of combinations where there is none
NO_FOREST: dict[str, Any] = {"forest_sets": -1, "forest_size": 0, "forest": (), "selections": (), "selected_fans": (),
                             "paired": (), "with_pair": ()}


class Selections:
    """Selections of combination fans, equal ones kept once; places are kept for the fans of `own` only."""

    def __init__(self, own: set[int]) -> None:
        self.own = own
        self.kept: dict[tuple[tuple[int, int], ...], int] = {}
        self.rows: list[tuple[list[int], int, int]] = []
        self.fans: list[tuple[int, int, int]] = []

    def put(self, edges: list[tuple[int, int]]) -> int:
        """The number of a selection of (fan, places in sorted order)."""
        key = tuple((fan, mask if fan in self.own else 0) for fan, mask in edges if fan >= 0)
        if key not in self.kept:
            chosen: dict[int, list[int]] = {}
            for fan, mask in key:
                entry = chosen.setdefault(fan, [0, 0])
                entry[0] += 1
                entry[1] |= mask
            self.kept[key], first = len(self.rows), len(self.fans)
            self.fans += [(fan, times, mask) for fan, (times, mask) in chosen.items() if times > 1 or mask]
            self.rows.append((words_of(list(chosen)), first, len(self.fans)))
        return self.kept[key]


def forest_tables(table: Array, extra: Array, own: set[int], sets: int, size: int) -> dict[str, Any]:
    """The table of combinations as numbers of selections.

    `table` has three times (fan, places in sorted order) a row, `extra` four times and before that the number of the
    four sets and a pair.
    """
    kept = Selections(own)
    fans, places = table[:, 0::2].astype(np.int64) + 1, table[:, 1::2].astype(np.int64)
    keys = np.zeros(len(table), dtype=np.int64)
    for level in range(3):
        keys = keys << 12 | fans[:, level] << 4 | np.where(fans[:, level] > 0, places[:, level], 0)
    unique, inverse = numbered_edges(keys)
    numbers = np.array([kept.put([((key >> shift + 4 & 255) - 1, key >> shift & 15) for shift in (24, 12, 0)])
                        for key in unique.tolist()], dtype=np.int32)
    forest = numbers[inverse]
    selections = _with_pairs(extra, kept)
    places_of, group, counts = _first_seen(extra[:, 0])
    order, last = np.argsort(group, kind="stable"), np.cumsum(counts)
    paired = tb.PairedSelections.columns(without=forest[places_of], first=last - counts, last=last)
    forest[places_of] = tb.IS_PAIRED + np.arange(len(places_of), dtype=np.int32)
    return {"forest_sets": sets, "forest_size": size, "forest": forest,
            "selections": tb.Selection.columns(**_named(("fans", "first", "last"), kept.rows)),
            "selected_fans": tb.SelectedFan.columns(**_named(("fan", "times", "places"), kept.fans)),
            "paired": paired,
            "with_pair": tb.PairSelection.columns(pair=extra[order, 1], selection=selections[order])}


def _with_pairs(extra: Array, kept: Selections) -> Array:
    """The number of the selection of each row of four edges."""
    fans, places = extra[:, 2::2].astype(np.int64) + 1, extra[:, 3::2].astype(np.int64)
    keys = np.zeros(len(extra), dtype=np.int64)
    for level in range(4):
        keys = keys << 16 | fans[:, level] << 8 | np.where(fans[:, level] > 0, places[:, level], 0)
    _keys, group, _counts = _first_seen(keys)
    first = np.unique(group, return_index=True)[1]
    numbers = [kept.put(list(zip(edges[0::2], edges[1::2], strict=True))) for edges in extra[first, 2:].tolist()]
    return np.array(numbers, dtype=np.int64)[group]


def _first_seen(values: Array) -> tuple[Array, Array, Array]:
    """The different values in the order they are first seen in, the place of each among them, and how many of each."""
    found, first, inverse, counts = np.unique(values, return_index=True, return_inverse=True, return_counts=True)
    order = np.argsort(first)
    places = np.empty(len(order), dtype=np.int64)
    places[order] = np.arange(len(order))
    return found[order], places[inverse], counts[order]


def _named(names: tuple[str, ...], lines: Sequence[tuple[Any, ...]]) -> dict[str, list[Any]]:
    """The columns of lines that hold these fields in this order."""
    return {name: [line[place] for line in lines] for place, name in enumerate(names)}


def _waits(start: Array, size: int) -> Array:
    """For every number of a group the ranks of which one more tile makes it divisible, as bits."""
    found = np.zeros(len(start), dtype=np.int32)
    good, bits = (start >= 0).reshape((5,) * size), found.reshape((5,) * size)     # the highest rank comes first
    for rank in range(size):
        axis = size - 1 - rank
        fewer = tuple(slice(0, 4) if a == axis else slice(None) for a in range(size))
        more = tuple(slice(1, 5) if a == axis else slice(None) for a in range(size))
        bits[fewer] |= good[more].astype(np.int32) << rank
    return found


def _divided(blocks: list[list[int]], pair_kinds: list[list[int]], sets: list[tuple[int, ...]], pairs: list[int],
             size: int, most_sets: int, first: int) -> tuple[Array, Array]:
    """Where the divisions of every number of a group stand, the first of all at `first`; and the divisions."""
    made_from = (tuple(map(tuple, blocks)), tuple(map(tuple, pair_kinds)), tuple(sets), tuple(pairs), size, most_sets)
    kept = shared_tables("divisions of a group", made_from, lambda: _divisions(*made_from))
    start = np.full(5 ** size, -1, dtype=np.int32)
    start[kept["keys"]] = kept["places"] + (first << tb.FIRST_SHIFT)
    return start, kept["numbers"]


def _divisions(blocks: tuple[tuple[int, ...], ...], pair_kinds: tuple[tuple[int, ...], ...],
               sets: tuple[tuple[int, ...], ...], pairs: tuple[int, ...], size: int,
               most_sets: int) -> dict[str, Array]:
    """Numbers of a group, where the divisions of each stand, and all divisions as one number a suit."""
    powers = [5 ** rank for rank in range(size)]
    found: dict[int, list[tuple[tuple[int, ...], int]]] = {}
    stack: list[tuple[int, tuple[int, ...], list[int], int]] = [(0, (), [0] * size, 0)]
    while stack:
        first, chosen, copies, key = stack.pop()
        found.setdefault(key, []).append((chosen, -1))
        for place, rank in enumerate(pairs):
            if copies[rank] <= 2:
                found.setdefault(key + 2 * powers[rank], []).append((chosen, place))
        if len(chosen) == most_sets:
            continue
        for index in range(first, len(sets)):
            grown = copies.copy()
            for rank in sets[index]:
                grown[rank] += 1
            if max(grown) <= 4:
                stack.append((index, (*chosen, index), grown, key + sum(powers[rank] for rank in sets[index])))
    places: list[int] = []
    numbers: list[int] = []
    if max(map(len, found.values())) >> tb.COUNT_BITS:      # no suit of a game: sets of nearly any three tiles
        found = {}
    for divisions in found.values():
        places.append(len(numbers) // 3 << tb.FIRST_SHIFT | len(divisions) << tb.COUNT_SHIFT
                      | int(divisions[0][1] >= 0))
        for chosen, pair in divisions:
            for suit in range(3):
                packed = len(chosen) | ((pair_kinds[suit][pair] + 1 if pair >= 0 else 0) << tb.PAIR_SHIFT)
                for place, index in enumerate(chosen):
                    packed |= blocks[suit][index] << tb.SETS_SHIFT + tb.SET_BITS * place
                numbers.append(packed)
    return {"keys": np.fromiter(found, dtype=np.int64, count=len(found)), "places": np.array(places, dtype=np.int64),
            "numbers": np.array(numbers, dtype=np.int64).reshape(-1, 3)}
