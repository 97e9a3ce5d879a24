"""Weights corrected by what other answers have brought: least squares drawn towards the weights there are.

Sums are whole numbers and exact; the small system is solved by elimination in doubles, step by step, without any
library: the same rows give the same weights on any machine.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from quepu.engine.layout.mind import ONE
from quepu.game.minds import MOST_WEIGHT

FOLDS = 4
PULLS = (1_000, 3_000, 10_000, 30_000)  # how strongly weights are drawn to where they were, in rows
BLOCK = 7                   # hands in a row that are kept together
CAUTION = 0.8               # standard errors that a gain must be above that of a stronger pull
FAINT = 8                   # a feature that is smaller, on average, teaches nothing: its weight would be anything
FEW_ROWS = 500


@dataclass(frozen=True, slots=True)
class Sums:
    """Squares and products of features, and of features with gains, over some rows."""

    count: int
    squares: Any                        # features times features, whole numbers
    products: Any

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(self.count + other.count, self.squares + other.squares, self.products + other.products)

    def __sub__(self, other: "Sums") -> "Sums":
        return Sums(self.count - other.count, self.squares - other.squares, self.products - other.products)


@dataclass(frozen=True, slots=True)
class Fit:
    """Corrected weights, and what they gained on rows that they were not made of."""

    weights: tuple[int, ...]
    pull: int
    rows: int
    gain: float                         # a branch, in thousandths of the unit
    error: float


def sums_of(spread: Any, gains: Any) -> Sums:
    """The sums over rows of whole numbers: no numbers that round, no library that adds in an order of its own."""
    columns = spread.T
    squares = [[int((one * other).sum()) for other in columns] for one in columns]
    return Sums(len(gains), np.array(squares, dtype=object),
                np.array([int((one * gains).sum()) for one in columns], dtype=object))


def solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of a system whose matrix is symmetric and positive.

    >>> solved([[2.0, 0.0], [0.0, 4.0]], [2.0, 2.0])
    [1.0, 0.5]
    """
    rows = [[*row, last] for row, last in zip(matrix, right, strict=True)]
    size = len(rows)
    for place in range(size):
        for below in range(place + 1, size):
            factor = rows[below][place] / rows[place][place]
            if factor:
                for column in range(place, size + 1):
                    rows[below][column] -= factor * rows[place][column]
    found = [0.0] * size
    for place in range(size - 1, -1, -1):
        rest = rows[place][size]
        for column in range(place + 1, size):
            rest -= rows[place][column] * found[column]
        found[place] = rest / rows[place][place]
    return found


def corrected(sums: Sums, weights: Sequence[int], pull: int) -> tuple[int, ...]:
    """The weights, in fixed point, that fit the sums best and stay near where they were."""
    used = [place for place in range(len(weights)) if sums.squares[place][place] > FAINT * FAINT * sums.count]
    if not used:
        return tuple(weights)
    scale = [sqrt(sums.squares[place][place] / sums.count) for place in used]
    rest = [float(sums.products[place] * ONE - sum(sums.squares[place][other] * weights[other]
                                                   for other in range(len(weights)))) / ONE for place in used]
    matrix = [[sums.squares[one][other] / (scale[i] * scale[j]) + (pull if i == j else 0)
               for j, other in enumerate(used)] for i, one in enumerate(used)]
    moved = solved(matrix, [value / scale[i] for i, value in enumerate(rest)])
    found = list(weights)
    for i, place in enumerate(used):
        weight = weights[place] + moved[i] / scale[i] * ONE
        found[place] = max(-MOST_WEIGHT, min(MOST_WEIGHT, int(weight + 0.5 if weight >= 0 else weight - 0.5)))
    return tuple(found)


def fit(spread: Any, gains: Any, numbers: Any, weights: Sequence[int]) -> Fit | None:
    """Weights corrected with the pull that gained most on hands left out; None with too few rows to tell."""
    if len(gains) < FEW_ROWS:
        return None
    folds = numbers // BLOCK % FOLDS
    parts = [sums_of(spread[folds == fold], gains[folds == fold]) for fold in range(FOLDS)]
    whole = parts[0] + parts[1] + parts[2] + parts[3]
    best: tuple[float, int, float, float] | None = None
    for pull in PULLS:
        count = total = squares = 0
        for fold in range(FOLDS):
            found = np.array(corrected(whole - parts[fold], weights, pull), dtype=np.int64)
            here = folds == fold
            taken = gains[here][(spread[here] * found).sum(axis=1) > 0]
            count += int(here.sum())
            total += int(taken.sum())
            squares += int((taken * taken).sum())
        gain = total / count
        error = sqrt(max(0.0, squares / count - gain * gain) / count)
        if best is None or gain - CAUTION * error > best[0]:
            best = (gain - CAUTION * error, pull, gain, error)
    assert best is not None
    return Fit(corrected(whole, weights, best[1]), best[1], len(gains), best[2], best[3])
