"""The hands that matter: every way from a hand to the nearest legal wins, one draw and one discard at a time.

A way never goes back: each draw that is kept brings the hand one nearer to a legal win, so a tile that was thrown away
is never wanted later, and what a hand has drawn is what it holds beyond the first one.  Hands of one layer are equally
far; the hands of the last wait for a legal win.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from quepu.advice.duties import Duties
from quepu.advice.judging import Drawn, Judge
from quepu.tiles import KIND_COUNT

Array = Any
_ONE = np.eye(KIND_COUNT, dtype=np.uint8)
#: what a copy of each kind adds to a hand's number: hands with the same number are compared tile by tile
_WEIGHTS = np.random.Generator(np.random.PCG64(29)).integers(-2**62, 2**62, KIND_COUNT)
OF_DUTY = 40                # what asking whether a discard is allowed counts
_AT_ONCE = 200_000          # hands that are looked at together


class TooManyError(Exception):
    """There are more hands to look at than were allowed."""


@dataclass
class Effort:
    """How many hands may still be looked at; one that is scored counts more."""

    left: int
    of_score: int = 8

    def spend(self, hands: int, scores: int = 0) -> None:
        """Take so many away, or stop."""
        self.left -= hands + self.of_score * scores
        if self.left < 0:
            raise TooManyError


@dataclass
class Layer:
    """Hands equally far from a legal win; a step is a kind that one of them draws, a branch what it then becomes.

    The steps of a hand stand side by side, and so do the branches of a step.
    """

    hands: Array                            # 42 counts each
    step_hand: Array                        # of each step: the hand,
    step_kind: Array                        # the kind,
    step_left: Array                        # and how many copies may come
    branch_step: Array = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    branch_to: Array = field(default_factory=lambda: np.zeros(0, dtype=np.int64))     # its hand in the next layer
    drawn: Drawn | None = None              # of the last layer: what each step wins


class Ways:
    """Looks for the ways of the hands that a first one leaves."""

    def __init__(self, judge: Judge, duties: Duties, first: Array, left: Array, effort: Effort) -> None:
        self.judge, self.duties, self.first, self.left, self.effort = judge, duties, first, left, effort

    def layers(self, starts: Array, away: int) -> list[Layer]:
        """The layers from those of the hands that are so many draws away from a legal win; none if no hand is.

        No hand may be nearer: ask for fewer draws first.
        """
        layers: list[Layer] = []
        hands = starts
        for missing in range(away, 1, -1):
            layer = self._steps(hands, missing)
            if not len(layer.step_hand):
                return []
            hands = self._branch(layer, missing)
            layers.append(layer)
        layers.append(self._wins(hands))
        return _only_ways(layers)

    def _every(self, hands: Array) -> tuple[Array, Array, Array]:
        """Every kind that may come to every hand: the hand's row, the kind, the copies."""
        kept = np.maximum(0, hands.astype(np.int16) - self.first)
        left = np.maximum(0, self.left - kept)
        rows, kinds = np.nonzero(left)
        return rows, kinds, left[rows, kinds]

    def _near(self, hands: Array, rows: Array, kinds: Array, most: int) -> Array:
        """Which of the hands lack at most so many tiles after they have drawn these kinds."""
        self.effort.spend(len(rows))
        return np.concatenate([np.zeros(0, dtype=np.bool_), *(
            self.judge.distances(hands[rows[at:at + _AT_ONCE]] + _ONE[kinds[at:at + _AT_ONCE]]) <= most
            for at in range(0, len(rows), _AT_ONCE))])

    def _steps(self, hands: Array, missing: int) -> Layer:
        """The draws after which a hand can be one nearer."""
        rows, kinds, left = self._every(hands)
        near = self._near(hands, rows, kinds, missing - 2)
        return Layer(hands, rows[near], kinds[near], left[near])

    def _branch(self, layer: Layer, missing: int) -> Array:
        """The hands one nearer that the steps of a layer lead to, each once; the branches are put into the layer."""
        hands = layer.hands
        keys = hands.astype(np.int64) @ _WEIGHTS
        held = hands[layer.step_hand] > 0
        held[np.arange(len(held)), layer.step_kind] = False         # thrown away again: no step
        steps, thrown = np.nonzero(held)
        self.effort.spend(len(steps))
        kinds = layer.step_kind[steps]
        key = keys[layer.step_hand[steps]] + _WEIGHTS[kinds] - _WEIGHTS[thrown]
        _keys, at, to = np.unique(key, return_index=True, return_inverse=True)
        found = hands[layer.step_hand[steps[at]]] + _ONE[kinds[at]] - _ONE[thrown[at]]
        near = self.judge.distances(found) <= missing - 2
        kept = near[to]
        if not self.duties.is_free:
            self.effort.spend(OF_DUTY * int(kept.sum()))
            rows = layer.step_hand[steps[kept]]
            kept[kept] = self.duties.which(hands[rows] + _ONE[kinds[kept]], kinds[kept], thrown[kept])
        number = np.cumsum(near) - 1
        layer.branch_step, layer.branch_to = steps[kept], number[to[kept]]
        return found[near]

    def _wins(self, hands: Array) -> Layer:
        """The last layer: what each hand wins with each tile."""
        rows, kinds, left = self._every(hands)
        near = self._near(hands, rows, kinds, -1)
        rows, kinds, left = rows[near], kinds[near], left[near]
        self.effort.spend(0, len(rows))
        drawn = self.judge.drawn(hands[rows], kinds)
        legal = drawn.legal
        return Layer(hands, rows[legal], kinds[legal], left[legal],
                     drawn=Drawn(drawn.total[legal], drawn.legal[legal], drawn.fans[legal]))


def _only_ways(layers: list[Layer]) -> list[Layer]:
    """The layers without hands from which no way leads to a legal win; none if there is no way at all.

    The hands of the first layer all stay: a hand without a step is further away.
    """
    last = layers[-1]
    alive = np.zeros(len(last.hands), dtype=np.bool_)
    alive[last.step_hand] = True
    if not alive.any():
        return []
    for number in range(len(layers) - 1, 0, -1):
        _keep_hands(layers[number], alive)
        before = layers[number - 1]
        kept = alive[before.branch_to]
        renumbered = np.cumsum(alive) - 1
        steps = np.zeros(len(before.step_hand), dtype=np.bool_)
        steps[before.branch_step[kept]] = True
        before.branch_to = renumbered[before.branch_to[kept]]
        before.branch_step = (np.cumsum(steps) - 1)[before.branch_step[kept]]
        before.step_hand, before.step_kind, before.step_left = (
            before.step_hand[steps], before.step_kind[steps], before.step_left[steps])
        alive = np.zeros(len(before.hands), dtype=np.bool_)
        alive[before.step_hand] = True
    return layers if alive.any() else []


def _keep_hands(layer: Layer, alive: Array) -> None:
    """Take the hands out of a layer that are not alive; they have no steps."""
    layer.hands = layer.hands[alive]
    layer.step_hand = (np.cumsum(alive) - 1)[layer.step_hand]
