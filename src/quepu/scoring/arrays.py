"""The rules row and the large tables of a rulebook as arrays for the compiled form."""

from typing import Any

import numpy as np

from quepu.core import frame as at
from quepu.core import rules as r
from quepu.core.plain import PART_WIDTH
from quepu.rulebook.catalogue import Catalogue
from quepu.rulebook.model import Model
from quepu.scoring.tables import Row, rules_row

Array = Any


def frame_of(model: Model) -> Array:
    """A frame with options, start values of memory and constant fan values in place."""
    f = np.zeros(at.FRAME_SIZE, dtype=np.int64)
    for option in model.options:
        f[option.slot] = option.number
    for slot in model.memory:
        f[slot.slot:slot.slot + slot.size] = slot.start
    for fan in model.fans:
        if fan.value.op == "const":
            f[at.VALUE + fan.index] = int(fan.value.value)  # type: ignore[arg-type]
    return f


def room() -> Array:
    """Working room."""
    return np.zeros(r.ROOM_SIZE, dtype=np.int64)


def rules_and_tables(model: Model) -> tuple[Array, list[Array]]:
    """The rules as an array, and the parts of the large table: suits, honours, divisions."""
    row = Row()
    row.numbers = rules_row(model)
    parts = _plain_tables(row, model.catalogue, max((shape.sets for shape in model.shapes), default=4))
    return np.array(row.numbers, dtype=np.int64), parts


def _plain_tables(row: Row, catalogue: Catalogue, most_sets: int) -> list[Array]:
    """Tables of `core.plain`; they hold if all suits are alike, no set crosses suits and pairs are equal tiles."""
    set_kinds = len(catalogue.sets)
    sets: list[list[tuple[int, tuple[int, ...]]]] = [[], [], [], []]        # (block, ranks) of each group
    pairs: list[list[tuple[int, int]]] = [[], [], [], []]
    good = True
    for block, kinds in enumerate(catalogue.sets):
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
    row.numbers[r.PLAIN] = int(good)
    divisions: list[int] = []
    suit = _divide(*ranks[0], 9, most_sets, divisions)
    honor = _divide(*ranks[3], 7, most_sets, divisions)
    width = max(len(sets[g]) + len(pairs[g]) for g in range(4))
    row.numbers[r.GROUP_WIDTH] = width
    row.put(r.AT_GROUP_BLOCKS, [n for g in range(4) for n in (
        *(block for block, _ranks in sets[g]), *(block for block, _rank in pairs[g]),
        *[0] * (width - len(sets[g]) - len(pairs[g])))])
    row.numbers[r.SUIT_SETS], row.numbers[r.HONOR_SETS] = len(ranks[0][0]), len(ranks[3][0])
    row.put(r.AT_SUIT_SETS, [n for triple in ranks[0][0] for n in triple])
    row.put(r.AT_HONOR_SETS, [n for triple in ranks[3][0] for n in triple])
    return [suit, honor, np.array(divisions, dtype=np.int32)]


def _divide(sets: list[tuple[int, ...]], pairs: list[int], size: int, most_sets: int, divisions: list[int]) -> Array:
    """Where the divisions of every number of a group begin in the large table; they are added to `divisions`."""
    powers = [5 ** rank for rank in range(size)]
    found: dict[int, list[list[int]]] = {}
    stack: list[tuple[int, tuple[int, ...], list[int], int]] = [(0, (), [0] * size, 0)]
    while stack:
        first, chosen, copies, key = stack.pop()
        row = [len(chosen), *chosen, *[0] * (PART_WIDTH - 2 - len(chosen))]
        found.setdefault(key, []).append([*row, -1])
        for place, rank in enumerate(pairs):
            if copies[rank] <= 2:
                found.setdefault(key + 2 * powers[rank], []).append([*row, len(sets) + place])
        if len(chosen) == most_sets:
            continue
        for index in range(first, len(sets)):
            grown = copies.copy()
            for rank in sets[index]:
                grown[rank] += 1
            if max(grown) <= 4:
                stack.append((index, (*chosen, index), grown, key + sum(powers[rank] for rank in sets[index])))
    start = np.full(5 ** size, -1, dtype=np.int32)
    for key, rows in found.items():
        start[key] = r.AT_PARTS + len(divisions)
        divisions.append(len(rows))
        for one in rows:
            divisions.extend(one)
    return start


