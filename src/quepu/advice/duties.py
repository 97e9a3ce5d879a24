"""What may be thrown away: the rulebook's conditions of discarding, and wild tiles that stay in the hand."""

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from quepu.rulebook.file.choices import WildDiscard
from quepu.rulebook.language.evaluate import Env, Function, function
from quepu.tiles import KIND_COUNT

if TYPE_CHECKING:
    from quepu.advice.judging import Judge

Array = Any


class Duties:
    """Tells which discards a rulebook allows a seat; where it forbids all of them, each is allowed."""

    def __init__(self, judge: "Judge") -> None:
        self._judge = judge
        model = judge.book.model
        self._rules: list[Function] = [
            function(rule.when.node) for rule in model.discards.on if rule.when is not None]
        keeps = model.wild.discard is WildDiscard.NO
        self._kept = frozenset(judge.facts["wild"] if keeps else ())
        self.is_free = not self._rules and not self._kept
        self._shown: Array = np.zeros(KIND_COUNT, dtype=np.uint8)       # the hand that is in the frame
        self._known: dict[tuple[bytes, int], frozenset[int]] = {}

    @cached_property
    def _env(self) -> Env:
        frame, model = self._judge.frame.copy(), self._judge.book.model
        frame.actor = self._judge.facts["seat"]
        return Env(frame, model.catalogue, model.flower_owner)

    def allowed(self, held: Array, drawn: int = -1) -> frozenset[int]:
        """The kinds of which these tiles, the drawn one among them, may throw one away."""
        key = held.tobytes(), drawn
        if key not in self._known:
            kinds = [kind for kind in range(KIND_COUNT) if held[kind]]
            allowed = frozenset(kind for kind in kinds if kind not in self._kept and self._holds(held, kind, drawn))
            self._known[key] = allowed or frozenset(kinds)
        return self._known[key]

    def _holds(self, held: Array, kind: int, drawn: int) -> bool:
        if not self._rules:
            return True
        frame, seat = self._env.frame, self._judge.facts["seat"]
        for tile in np.flatnonzero(held != self._shown).tolist():
            frame.hands[seat, tile] = int(held[tile])
        self._shown = held
        frame.tile, frame.is_drawn = kind, int(kind == drawn)
        return all(rule(self._env) for rule in self._rules)

    def which(self, hands: Array, drawn: Array, thrown: Array) -> Array:
        """Which of the discards are allowed, each of a hand that has drawn a tile."""
        return np.fromiter((int(thrown[row]) in self.allowed(hands[row], int(drawn[row])) for row in range(len(hands))),
                           dtype=np.bool_, count=len(hands))
