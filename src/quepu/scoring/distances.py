"""Distances by look-up: many hands at once, over all shapes of a rulebook."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from quepu.compiler.kernels import load_kernels
from quepu.engine.distance import many
from quepu.engine.distance.lookup import WILD_NUMBER
from quepu.engine.layout.distance_rules import NEAR_FAR, DistanceRules, NearHand
from quepu.errors import HandError
from quepu.faults import Fault
from quepu.hand import Hand
from quepu.notation import read_kinds
from quepu.packing.distance_tables import distance_rules
from quepu.packing.substitutes import is_free, place_taken, read_in_set, substitute_of
from quepu.rulebook.model.model import Model
from quepu.scoring.last_used import MOST_KEPT, LastUsed
from quepu.tiles import kinds_in

if TYPE_CHECKING:
    from quepu.book import Rulebook

Array = Any
UNTOLD = NEAR_FAR           # a distance where no shape can be told


def near_hand(rules: DistanceRules) -> NearHand:
    """A hand to be looked at, none yet."""
    found = NearHand.zeros()
    found.rules = rules
    return found


def readings(model: Model, counts: Array, wild: tuple[int, ...]) -> Iterator[tuple[Array, int]]:
    """(counts, wild kinds as bits): the hands in every way they are read where a tile takes a wild tile's place.

    Wild tiles then have a number of their own (`WILD_NUMBER`).
    """
    taken = place_taken(model, wild)
    if taken is None:
        yield counts, sum(1 << kind for kind in wild)
        return
    substitute, face = taken
    copies = counts[:, substitute]
    most = min(4, substitute_of(model)["substitute_copies"])
    for moved in range(most + 1) if is_free(model) else (4,):
        read = counts.copy()
        gone = np.minimum(copies, moved).astype(np.uint8)
        read[:, WILD_NUMBER], read[:, face], read[:, substitute] = counts[:, face], gone, copies - gone
        yield read, 1 << WILD_NUMBER


class Near:
    """What a rulebook's distances are looked up in."""

    def __init__(self, book: "Rulebook") -> None:
        self.book, self.model = book, book.model

    @cached_property
    def rules(self) -> DistanceRules:
        """What all who play by the rulebook share."""
        return distance_rules(self.model)

    @cached_property
    def hand(self) -> NearHand:
        """The hand that is looked at."""
        return near_hand(self.rules)

    def distances(self, hands: Iterable[Any], melds: Any = None, wild: Any = (), shapes: bool = False,
                  compiled: bool = True) -> Array:
        """The distance of each hand as int8: -1 complete, 0 ready; UNTOLD where no shape can tell.

        Only the hand's own concealed tiles are taken from the copies that can come, not those in its melds.
        """
        kinds = read_kinds(wild) if isinstance(wild, str) else tuple(wild)
        counts, meld_counts, laid = self._packed(hands, melds, kinds)
        columns = len(self.model.shapes) if shapes else 0
        out = np.empty(len(counts) * (columns or 1), dtype=np.int8)
        fill = load_kernels().distances_many if compiled else many.distances_many
        least: Array = None
        for read, wilds in readings(self.model, counts, kinds):
            wrong = fill(read.reshape(-1), meld_counts, laid, wilds, self.hand, columns, out)
            if wrong >= 0:
                raise HandError([Fault("distance.hand", place=wrong, most=self.model.hand_size + 1)])
            least = out.copy() if least is None else np.minimum(least, out)
        return least.reshape(-1, columns) if shapes else least

    def _packed(self, hands: Iterable[Any], melds: Any, wild: tuple[int, ...]) -> tuple[Array, Array, Array]:
        """Counts, numbers of melds and kinds in melds of hands given as an array or as values."""
        if isinstance(hands, np.ndarray):
            counts = np.ascontiguousarray(hands, dtype=np.uint8)
            if counts.ndim != 2 or counts.shape[1] != 42:
                raise HandError([Fault("distance.shape", shape=str(hands.shape))])
            number = np.zeros(len(counts), dtype=np.uint8) if melds is None else np.asarray(melds, dtype=np.uint8)
            if number.shape != (len(counts),):
                raise HandError([Fault("distance.melds", count=len(counts), shape=str(number.shape))])
            laid = np.zeros(len(counts), dtype=np.int64)
        else:
            bonus = frozenset(kinds_in(self.model.bonus))
            values = [hand if isinstance(hand, Hand) else Hand.read(hand, bonus) for hand in hands]
            counts = np.array([hand.counts() for hand in values], dtype=np.uint8).reshape(-1, 42)
            number = np.array([len(hand.melds) for hand in values], dtype=np.uint8)
            laid = np.array([sum({1 << kind for meld in hand.melds
                                  for kind in read_in_set(self.model, wild, meld.tiles)}) for hand in values],
                            dtype=np.int64)
        return counts, number, laid


_kept: LastUsed[Near] = LastUsed(MOST_KEPT)


def near(book: "Rulebook") -> Near:
    """A rulebook's look-ups, built once."""
    return _kept.of(book.model, lambda: Near(book))
