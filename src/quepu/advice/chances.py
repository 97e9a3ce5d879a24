"""The chances along the ways of a hand: the greatest expected value by dynamic programming, then what comes of it.

A draw is any of the tiles that nobody has seen, each with the same chance; a tile that is thrown away is wanted by no
later hand (`advice.ways`), so only how many were drawn has to be remembered, not which.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from quepu.advice.ways import Layer

Array = Any
_SURER = 1e-9               # of two choices with the same value the one that wins more often


@dataclass(frozen=True, slots=True)
class Chances:
    """What comes of each hand of the first layer, after 0, 1, 2 ... draws: columns of a row each.

    `ends` says how likely each step of the last layer is to be the win, by row.
    """

    ready: Array
    won: Array
    value: Array
    ends: Array


class Course:
    """The best course from every hand of the layers within so many draws."""

    def __init__(self, layers: list[Layer], unseen: int, draws: int) -> None:
        self.layers, self.unseen, self.draws = layers, unseen, draws
        self.choices: list[Array] = [np.zeros(0)] * len(layers)     # of each step and number of draws left: a branch
        self._worth: Array = np.zeros(0)
        self._solve()

    def tiles_left(self, draws_left: int) -> int:
        """How many unseen tiles the next draw is one of."""
        return self.unseen - (self.draws - draws_left)

    def _solve(self) -> None:
        last = self.layers[-1]
        assert last.drawn is not None
        totals = last.drawn.total.astype(np.float64)
        worth = totals + _SURER * (1.0 + np.abs(totals).max(initial=0.0))
        values = self._values(last, lambda _left: worth)
        for number in range(len(self.layers) - 2, -1, -1):
            layer, nearer = self.layers[number], values
            starts = _starts(layer.branch_step, len(layer.step_hand))
            chosen = np.zeros((len(layer.step_hand), self.draws + 1), dtype=np.int64)

            def best(left: int, layer: Layer = layer, nearer: Array = nearer, starts: Array = starts,
                     chosen: Array = chosen) -> Array:
                there = nearer[layer.branch_to, left]
                most = np.maximum.reduceat(there, starts)
                chosen[:, left] = _first_of(there == most[layer.branch_step], starts)
                return most

            values = self._values(layer, best)
            self.choices[number] = chosen

    def _values(self, layer: Layer, gain: Any) -> Array:
        """The value of each hand of a layer for each number of draws left, by what its steps gain with one fewer."""
        values = np.zeros((len(layer.hands), self.draws + 1))
        useful = np.bincount(layer.step_hand, layer.step_left, len(layer.hands))
        for left in range(1, self.draws + 1):
            tiles = self.tiles_left(left)
            won = np.bincount(layer.step_hand, layer.step_left * gain(left - 1), len(layer.hands)) if \
                len(layer.step_hand) else 0.0
            values[:, left] = (won + (tiles - useful) * values[:, left - 1]) / tiles
        return values

    def chances(self, rows: int) -> Chances:
        """What comes of the first hands if the best branch is taken every time."""
        sizes = [len(layer.hands) for layer in self.layers]
        at = [np.zeros((rows, size)) for size in sizes]
        at[0][np.arange(rows), np.arange(rows)] = 1.0
        useful = [np.bincount(layer.step_hand, layer.step_left, len(layer.hands)) for layer in self.layers]
        last = self.layers[-1]
        assert last.drawn is not None
        ends = np.zeros((rows, len(last.step_hand)))
        ready, won, value = (np.zeros((rows, self.draws + 1)) for _ in range(3))
        ready[:, 0] = at[-1].sum(axis=1)
        for draw in range(1, self.draws + 1):
            left = self.draws - draw
            tiles = self.tiles_left(left + 1)
            for number in range(len(self.layers) - 1, -1, -1):      # the nearest first: nobody steps twice in a draw
                layer = self.layers[number]
                flow = at[number][:, layer.step_hand] * (layer.step_left / tiles)
                at[number] *= 1.0 - useful[number] / tiles
                if number == len(self.layers) - 1:
                    ends += flow
                else:
                    _pour(at[number + 1], flow, layer.branch_to[self.choices[number][:, left]])
            won[:, draw] = ends.sum(axis=1)
            value[:, draw] = ends @ last.drawn.total
            ready[:, draw] = at[-1].sum(axis=1) + won[:, draw]
        return Chances(ready, won, value, ends)


def _starts(groups: Array, count: int) -> Array:
    """Where each group begins in a list that is sorted by its group; none is empty."""
    return np.searchsorted(groups, np.arange(count))


def _first_of(marked: Array, starts: Array) -> Array:
    """The first marked place of each group."""
    places = np.where(marked, np.arange(len(marked)), len(marked))
    return np.minimum.reduceat(places, starts)


def _pour(into: Array, flow: Array, to: Array) -> None:
    """Add each column of a flow to the column it goes to."""
    size = into.shape[1]
    for row in range(len(into)):
        into[row] += np.bincount(to, flow[row], size)
