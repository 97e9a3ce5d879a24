"""Distances by look-up: many hands at once, over all shapes of a rulebook."""

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from quepu.compiler.kernels import load_kernels
from quepu.engine.distance import many
from quepu.engine.layout.distance_rules import NEAR_FAR, DistanceRules, NearHand
from quepu.errors import HandError
from quepu.faults import Fault
from quepu.hand import Hand
from quepu.notation import read_kinds
from quepu.packing.distance_tables import distance_rules
from quepu.scoring.kept_tables import kept_tables
from quepu.scoring.last_used import MOST_KEPT, LastUsed
from quepu.tiles import kinds_in

if TYPE_CHECKING:
    from quepu.book import Rulebook

Array = Any
UNTOLD = NEAR_FAR           # a distance where no shape can be told


def distance_rules_of(book: "Rulebook") -> DistanceRules:
    """What a rulebook's distances are looked up in: from the cache, or worked out now."""
    kept = kept_tables(book, "distances", lambda: {"rules": np.frombuffer(distance_rules(book.model).raw, np.uint8)})
    return DistanceRules.over(kept["rules"])


def near_hand(rules: DistanceRules) -> NearHand:
    """A hand to be looked at, none yet."""
    found = NearHand.zeros()
    found.rules = rules
    return found


class Near:
    """What a rulebook's distances are looked up in."""

    def __init__(self, book: "Rulebook") -> None:
        self.book, self.model = book, book.model

    @cached_property
    def rules(self) -> DistanceRules:
        """What all who play by the rulebook share."""
        return distance_rules_of(self.book)

    @cached_property
    def hand(self) -> NearHand:
        """The hand that is looked at."""
        return near_hand(self.rules)

    def distances(self, hands: Iterable[Any], melds: Any = None, wild: Any = (), shapes: bool = False,
                  compiled: bool = True) -> Array:
        """The distance of each hand as int8: -1 complete, 0 ready; UNTOLD where no shape can tell.

        Only the hand's own concealed tiles are taken from the copies that can come, not those in its melds.
        """
        counts, meld_counts, laid = self._packed(hands, melds)
        kinds = read_kinds(wild) if isinstance(wild, str) else tuple(wild)
        columns = len(self.model.shapes) if shapes else 0
        out = np.empty(len(counts) * (columns or 1), dtype=np.int8)
        fill = load_kernels().distances_many if compiled else many.distances_many
        wrong = fill(counts.reshape(-1), meld_counts, laid, sum(1 << kind for kind in kinds),
                     self.hand, columns, out)
        if wrong >= 0:
            raise HandError([Fault("distance.hand", place=wrong, most=self.model.hand_size + 1)])
        return out.reshape(-1, columns) if shapes else out

    def _packed(self, hands: Iterable[Any], melds: Any) -> tuple[Array, Array, Array]:
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
            laid = np.array([sum({1 << kind for meld in hand.melds for kind in meld.tiles}) for hand in values],
                            dtype=np.int64)
        return counts, number, laid


_kept: LastUsed[Near] = LastUsed(MOST_KEPT)


def near(book: "Rulebook") -> Near:
    """A rulebook's look-ups, built once."""
    return _kept.of(book.model, lambda: Near(book))
