"""Distances by look-up: many hands at once, over all shapes of a rulebook."""

from collections.abc import Iterable
from functools import cache, cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from quepu.core import kernel, nearness, useful
from quepu.errors import HandError
from quepu.hand import Hand
from quepu.notation import read_kinds
from quepu.scoring import module_cache
from quepu.scoring.near_tables import near_row

if TYPE_CHECKING:
    from quepu.rulebook.model import Model
    from quepu.scoring.book import Rulebook

Array = Any
UNTOLD = nearness.NEAR_FAR  # a distance where no shape can be told


def near_text() -> str:
    """The source of the module that compiles `core.nearness`; scoring alone never needs it."""
    constants = "\n".join(f"{name} = {value}" for name, value in {**vars(nearness), **vars(useful)}.items()
                          if name.isupper() and isinstance(value, int))
    modules = (nearness.__name__, useful.__name__)
    functions = "\n\n\n".join(module_cache._decorator(function) + module_cache._source(function)
                              for function in kernel.KERNELS if function.__module__ in modules)
    return f"{module_cache._HEADER}\n{constants}\n\n{module_cache._CALLS}\n\n{functions}\n"


@cache
def load_near() -> ModuleType:
    """The compiled kernels of nearness."""
    return module_cache.load_module(near_text(), "near")


class Near:
    """What a rulebook's distances are looked up in."""

    def __init__(self, model: "Model") -> None:
        self.model = model

    @cached_property
    def row(self) -> Array:
        """The row N of `core.nearness`."""
        return near_row(self.model)

    def distances(self, hands: Iterable[Any], melds: Any = None, wild: Any = (), shapes: bool = False,
                  kernels: Any = None) -> Array:
        """The distance of each hand as int8: -1 complete, 0 ready; UNTOLD where no shape can tell."""
        counts, meld_counts, laid = self._packed(hands, melds)
        kinds = read_kinds(wild) if isinstance(wild, str) else tuple(wild)
        columns = len(self.model.shapes) if shapes else 0
        out = np.empty(len(counts) * (columns or 1), dtype=np.int8)
        kernels = load_near() if kernels is None else kernels
        wrong = kernels.distances_many(counts.reshape(-1), meld_counts, laid, sum(1 << kind for kind in kinds),
                                       self.row, columns, out)
        if wrong >= 0:
            raise HandError([f"hand {wrong} has more than {self.model.hand_size + 1} tiles, melds included, "
                             "or more copies of a tile than there are"])
        return out.reshape(-1, columns) if shapes else out

    def _packed(self, hands: Iterable[Any], melds: Any) -> tuple[Array, Array, Array]:
        """Counts, numbers of melds and kinds in melds of hands given as an array or as values."""
        if isinstance(hands, np.ndarray):
            counts = np.ascontiguousarray(hands, dtype=np.uint8)
            if counts.ndim != 2 or counts.shape[1] != 42:
                raise HandError([f"hands are an array of rows of 42 counts, not of shape {hands.shape}"])
            number = np.zeros(len(counts), dtype=np.uint8) if melds is None else np.asarray(melds, dtype=np.uint8)
            if number.shape != (len(counts),):
                raise HandError([f"melds are one number a hand: {len(counts)}, not of shape {number.shape}"])
            laid = np.zeros(len(counts), dtype=np.int64)
        else:
            values = [hand if isinstance(hand, Hand) else Hand.read(hand) for hand in hands]
            counts = np.array([hand.counts() for hand in values], dtype=np.uint8).reshape(-1, 42)
            number = np.array([len(hand.melds) for hand in values], dtype=np.uint8)
            laid = np.array([sum({1 << kind for meld in hand.melds for kind in meld.tiles}) for hand in values],
                            dtype=np.int64)
        return counts, number, laid


_kept: dict[int, Near] = {}


def near(book: "Rulebook") -> Near:
    """A rulebook's look-ups, built once."""
    return _kept.setdefault(id(book.model), Near(book.model))
