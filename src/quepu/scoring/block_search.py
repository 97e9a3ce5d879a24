"""The search for the nearest sets and pairs of a hand, and what shapes ask for, found out once for each rulebook."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from quepu.engine.distance.exact import nearest_of_parts
from quepu.engine.layout.distance_rules import NEAR_WORK
from quepu.packing.tilewise import Need, needs, parts_of
from quepu.rulebook.model.model import Model, Shape
from quepu.scoring.last_used import MOST_KEPT, LastUsed


@dataclass(frozen=True)
class Parts:
    """The sets and pairs that one way of a shape may be made of: three kinds for each, and where each part stands."""

    blocks: tuple[int, ...]
    rows: tuple[int, ...]

    @cached_property
    def arrays(self) -> tuple[Any, Any]:
        """The same as arrays, for compiled code."""
        import numpy as np  # who scores a hand does without it
        return np.array(self.blocks or (-1,), dtype=np.int64), np.array(self.rows, dtype=np.int64)


def laid_end_to_end(parts: Sequence[tuple[list[list[int]], int]]) -> Parts:
    """Parts, one behind the other."""
    blocks: list[int] = []
    rows: list[int] = []
    for part, sets in parts:
        first = len(blocks) // 3
        blocks += [kind for block in part for kind in block]
        rows += [first, first + sets, first + len(part)]
    return Parts(tuple(blocks), (*rows, -1))


class _Asked:
    """What the shapes of one rulebook ask for, as far as it has been found out."""

    def __init__(self) -> None:
        self.ways: dict[int, tuple[Need, ...] | None] = {}
        self.parts: dict[tuple[int, Need], Parts] = {}


_kept: LastUsed[_Asked] = LastUsed(MOST_KEPT)


def ways_of(model: Model, shape: Shape) -> tuple[Need, ...] | None:
    """Every way to fulfil a shape's condition; see `needs`."""
    known = _kept.of(model, _Asked).ways
    if shape.index not in known:
        known[shape.index] = needs(model, shape.when, shape.sets)
    return known[shape.index]


def parts_for(model: Model, shape: Shape, way: Need) -> Parts:
    """What a shape may be made of in one way."""
    known = _kept.of(model, _Asked).parts
    if (shape.index, way) not in known:
        known[shape.index, way] = laid_end_to_end(parts_of(model.catalogue, way))
    return known[shape.index, way]


class BlockSearch:
    """Counts the tiles missing for sets and pairs, without a compiler."""

    def nearest(self, parts: Parts, have: list[int], left: list[int], *, sets: int, pairs: int, dead: int,
                repeat: bool) -> tuple[int, int]:
        """(the fewest tiles missing, the kinds of the nearest targets as bits); see `nearest_of_parts`."""
        size = (sets + 1) * (pairs + 1)
        useful = [0] * size
        missing = nearest_of_parts([0] * size, useful, [0] * size, [0] * size, have, left, parts.blocks, parts.rows,
                                   sets, pairs, dead, int(repeat), [0] * NEAR_WORK)
        return missing, useful[-1]


PLAIN = BlockSearch()
