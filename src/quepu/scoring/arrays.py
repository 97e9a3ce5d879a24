"""The rules row and the large tables of a rulebook as arrays for the compiled form."""

from typing import Any

import numpy as np

from quepu.core import frame as at
from quepu.core import rules as r
from quepu.core import situation
from quepu.rulebook.catalogue import Catalogue
from quepu.rulebook.model import Model
from quepu.scoring.tables import Row, rules_row, words_of

Array = Any


def frame_of(model: Model) -> Array:
    """A frame with options, start values of memory, constant fan values."""
    f = np.zeros(situation.TABLE_FRAME_SIZE, dtype=np.int64)
    for place, value in situation.NO_TABLE.items():
        f[place] = value
    for option in model.options:
        f[option.slot] = option.number
    for slot in model.memory:
        f[slot.slot:slot.slot + slot.size] = slot.start
    for fan in model.fans:
        if fan.value.op == "const":
            f[at.VALUE + fan.index] = fan.value.number
    return f


def room() -> Array:
    """Working room."""
    return np.zeros(r.ROOM_SIZE, dtype=np.int64)


def rules_and_tables(model: Model) -> tuple[list[int], list[Array]]:
    """The rules as a row of numbers, and the parts of the large table: suits and honours."""
    row = Row()
    row.numbers = rules_row(model)
    parts = _plain_tables(row, model.catalogue, max((shape.sets for shape in model.shapes), default=4))
    return row.numbers, parts


def put_selections(row: list[int], table: Array, extra: Array, own: set[int]) -> Array:
    """The table of combinations as places of selections in the rules row; equal selections are kept once.

    `table` has three times (fan, places in sorted order) a row, `extra` four times and before that the number of the
    four sets and a pair; places are kept for the fans of `own` only.
    """
    kept: dict[tuple[tuple[int, int], ...], int] = {}

    def put(edges: list[tuple[int, int]]) -> int:
        key = tuple((fan, mask if fan in own else 0) for fan, mask in edges if fan >= 0)
        if key not in kept:
            chosen: dict[int, list[int]] = {}
            for fan, mask in key:
                entry = chosen.setdefault(fan, [0, 0])
                entry[0] += 1
                entry[1] |= mask
            kept[key] = len(row)
            told = [(fan, times, mask) for fan, (times, mask) in chosen.items() if times > 1 or mask]
            row.extend([*words_of(list(chosen)), len(told), *(n for entry in told for n in entry)])
        return kept[key]
    fans, places = table[:, 0::2].astype(np.int64) + 1, table[:, 1::2].astype(np.int64)
    keys = np.zeros(len(table), dtype=np.int64)
    for level in range(3):
        keys = keys << 12 | fans[:, level] << 4 | np.where(fans[:, level] > 0, places[:, level], 0)
    unique, inverse = np.unique(keys, return_inverse=True)
    starts = np.array([put([((key >> shift + 4 & 255) - 1, key >> shift & 15) for shift in (24, 12, 0)])
                       for key in unique.tolist()], dtype=np.int32)
    found = starts[inverse]
    with_pair: dict[int, list[int]] = {}
    for line in extra.tolist():
        with_pair.setdefault(line[0], []).extend((line[1], put(list(zip(line[2::2], line[3::2], strict=True)))))
    for index, pairs in with_pair.items():
        at_pairs = len(row)
        row.extend([int(found[index]), len(pairs) // 2, *pairs])
        found[index] = r.WITH_PAIR + at_pairs
    return found


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
    suit = _divide(row, [[block for block, _ranks in sets[g]] for g in range(3)],
                   [[block - set_kinds for block, _rank in pairs[g]] for g in range(3)], *ranks[0], 9, most_sets)
    honor = _divide(row, [[block for block, _ranks in sets[3]]] * 3,
                    [[block - set_kinds for block, _rank in pairs[3]]] * 3, *ranks[3], 7, most_sets)
    row.numbers[r.SUIT_SETS], row.numbers[r.HONOR_SETS] = len(ranks[0][0]), len(ranks[3][0])
    row.put(r.AT_SUIT_SETS, [n for triple in ranks[0][0] for n in triple])
    row.put(r.AT_HONOR_SETS, [n for triple in ranks[3][0] for n in triple])
    return [suit, honor, _waits(suit, 9), _waits(honor, 7)]


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


def _divide(row: Row, blocks: list[list[int]], pair_kinds: list[list[int]], sets: list[tuple[int, ...]],
            pairs: list[int], size: int, most_sets: int) -> Array:
    """Where in the rules row the divisions of every number of a group stand; adds them there, one for each suit."""
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
    start = np.full(5 ** size, -1, dtype=np.int32)
    numbers = row.numbers
    for key, divisions in found.items():
        start[key] = len(numbers)
        numbers += (len(divisions), int(divisions[0][1] >= 0))
        for chosen, pair in divisions:
            for suit in range(3):
                packed = len(chosen) | ((pair_kinds[suit][pair] + 1 if pair >= 0 else 0) << r.PAIR_SHIFT)
                for place, index in enumerate(chosen):
                    packed |= blocks[suit][index] << r.SETS_SHIFT + r.SET_BITS * place
                numbers.append(packed)
    return start
