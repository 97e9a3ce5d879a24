"""What hands are worth when they draw a tile: the rulebook's own score of each, by its compiled form or the reference.

Both give the same figures; the reference takes a thousand times as long and is there to be compared with.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from quepu.engine.layout.frame import FAN_WORDS, WORD_BITS, Frame
from quepu.hand import Hand, Win
from quepu.packing.score_tables import frame_of
from quepu.rulebook.language import node as n
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.walk import parts_of
from quepu.scoring.distances import near
from quepu.tiles import KIND_COUNT

if TYPE_CHECKING:
    from quepu.book import Rulebook

Array = Any
#: words that the melds of a hand alone decide
_OF_MELDS = ("open_count", "open_chow_count", "kong_count", "concealed_kong_count")


@dataclass(frozen=True, slots=True)
class Drawn:
    """Scores of hands with the tile each draws, as arrays: the total, whether the win is legal, fans as bits."""

    total: Array
    legal: Array
    fans: Array


def _looks_at_tiles(node: Expr) -> bool:
    """Whether what a hand shows by itself depends on more than its melds: then one frame does not serve all hands."""
    return any(isinstance(part, n.At | n.Grid | n.Waits | n.Has | n.Times | n.AnyFan)
               or (isinstance(part, n.Loop) and part.source != "melds")
               or (isinstance(part, n.Slot) and part.place.field not in _OF_MELDS) for part in parts_of(node))


class Judge:
    """Scores and distances of hands that differ from one only in their concealed tiles."""

    def __init__(self, book: "Rulebook", hand: Hand, facts: dict[str, Any], compiled: bool = True) -> None:
        self.book, self.hand, self.facts = book, hand, facts
        self.compiled = compiled and not any(_looks_at_tiles(slot.hand) for slot in book.model.memory
                                             if slot.hand is not None)
        self._near = near(book)
        self._marked = np.zeros(KIND_COUNT + 1, dtype=np.int64)
        for kind in hand.marks:
            self._marked[kind] += 1
        self._marked[KIND_COUNT] = sum(len(meld.marks) for meld in hand.melds)

    def distances(self, hands: Array) -> Array:
        """How many tiles at least each hand lacks to be ready, -1 to be complete; a duty may keep it further away."""
        melds = np.full(len(hands), len(self.hand.melds), dtype=np.uint8)
        return self._near.distances(hands, melds, self.facts["wild"], compiled=self.compiled)

    def away(self, held: Array, laid: int) -> int:
        """How many tiles a hand lacks to be ready, with so many melds laid down more."""
        melds = np.array([len(self.hand.melds) + laid], dtype=np.uint8)
        return int(self._near.distances(held[None, :], melds, self.facts["wild"], compiled=self.compiled)[0])

    @property
    def unforeseen(self) -> tuple[str, ...]:
        """Shapes whose distance nobody can tell before the last tile; wins by them are not foreseen."""
        shapes = self.book.model.shapes
        numbers = {int(plan.shape) for plan in self._near.rules.plans if not plan.told}
        return tuple(shape.id for shape in shapes if shape.index in numbers and shape.is_of_tiles
                     and len(self.hand.melds) <= shape.melds)

    def drawn(self, hands: Array, kinds: Array) -> Drawn:
        """The score of each hand with the kind it draws."""
        total, legal = np.zeros(len(hands), dtype=np.int32), np.zeros(len(hands), dtype=np.int8)
        fans = np.zeros((len(hands), FAN_WORDS), dtype=np.int64)
        if len(hands) and self.compiled:
            form = self.book.compiled()
            form.engine.score_drawn(np.ascontiguousarray(hands), kinds.astype(np.uint8), self._marked,
                                    self.frame.copy(), form.scoring, form.bench, total, legal, fans)
        else:
            for row in range(len(hands)):
                self._by_reference(hands[row], int(kinds[row]), total, legal, fans, row)
        return Drawn(total, legal == 1, fans)

    def win(self, held: Array, kind: int) -> Win:
        """The self-drawn win of a hand with the tile it draws."""
        tiles = [tile for tile in range(KIND_COUNT) for _copy in range(int(held[tile]))]
        marks = [tile for tile in range(KIND_COUNT) for _copy in range(min(int(self._marked[tile]), int(held[tile])))]
        return Win(Hand(tiles, self.hand.melds, self.hand.flowers, marks), kind, True, **self.facts)

    @cached_property
    def frame(self) -> Frame:
        """The frame of a win of this seat; the tiles in it are any."""
        book = self.book
        size = book.model.hand_size - 3 * len(self.hand.melds)
        win = Win(Hand(sorted(self.hand.concealed)[:size], self.hand.melds, self.hand.flowers), None, True,
                  **self.facts)
        f = book.reference.frames.base(win)
        f.flags = f.told
        values = frame_of(book.model).fan_values
        for index in range(len(values)):        # the compiled form takes those that are constant for written
            f.fan_values[index] = values[index]
        return f

    def _by_reference(self, held: Array, kind: int, total: Array, legal: Array, fans: Array, row: int) -> None:
        score = self.book.score(self.win(held, kind))
        legal[row] = int(score.legal) if score.complete else -1
        total[row] = score.total
        for fan in score.earned:
            index = self.book.model.words.fans[fan.id]
            fans[row, index // WORD_BITS] |= 1 << index % WORD_BITS
