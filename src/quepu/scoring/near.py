"""Distances by look-up: many hands at once, over all shapes of a rulebook."""

from collections.abc import Iterable
from functools import cache, cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from quepu.core import distance, kernel, near_search, nearness, useful
from quepu.errors import HandError
from quepu.hand import Hand
from quepu.notation import read_kinds
from quepu.scoring import module_cache
from quepu.scoring.near_tables import near_row
from quepu.tiles import kinds_in

if TYPE_CHECKING:
    from quepu.rulebook.model import Model
    from quepu.scoring.book import Rulebook

Array = Any
UNTOLD = nearness.NEAR_FAR  # a distance where no shape can be told


_SEARCH = '''
@cfunc(types.int64(*[types.int64] * 4), cache=True, error_model="numpy", _nrt=False)
def c_searched(N, plan, unused, unused_too):
    return searched_missing(numbers_at(N), plan)
'''


def _text(*modules: ModuleType) -> str:
    """The source of a module that compiles all kernels of some modules."""
    constants = [f"{name} = {value}" for module in modules for name, value in vars(module).items()
                 if name.isupper() and isinstance(value, int)]
    names = {module.__name__ for module in modules}
    functions = [module_cache._decorator(function) + module_cache.source_of(function)
                 for function in kernel.KERNELS if function.__module__ in names]
    return "\n".join([module_cache._HEADER, *dict.fromkeys(constants), module_cache._CALLS, *functions, ""])


@cache
def load_near() -> ModuleType:
    """The compiled kernels of nearness; scoring alone never needs them."""
    return module_cache.load_module(_text(nearness, useful), "near")


@cache
def load_search() -> ModuleType:
    """The compiled search, for rulebooks that need it."""
    return module_cache.load_module(_text(distance, near_search) + _SEARCH, "near_search")


class Near:
    """What a rulebook's distances are looked up in."""

    def __init__(self, model: "Model") -> None:
        self.model = model

    @cached_property
    def plain_row(self) -> Array:
        """The row N of `core.nearness` for kernels with the compiler off."""
        return near_row(self.model)

    @cached_property
    def row(self) -> Array:
        """The row N for compiled kernels."""
        row = self.plain_row.copy()
        if row[nearness.N_AT_SEARCH]:
            row[nearness.N_FN_SEARCH] = load_search().c_searched.address
        return row

    def distances(self, hands: Iterable[Any], melds: Any = None, wild: Any = (), shapes: bool = False,
                  compiled: bool = True) -> Array:
        """The distance of each hand as int8: -1 complete, 0 ready; UNTOLD where no shape can tell.

        Only the hand's own concealed tiles are taken from the copies that can come, not those in its melds.
        """
        counts, meld_counts, laid = self._packed(hands, melds)
        kinds = read_kinds(wild) if isinstance(wild, str) else tuple(wild)
        columns = len(self.model.shapes) if shapes else 0
        out = np.empty(len(counts) * (columns or 1), dtype=np.int8)
        fill = load_near().distances_many if compiled else nearness.distances_many
        wrong = fill(counts.reshape(-1), meld_counts, laid, sum(1 << kind for kind in kinds),
                     self.row if compiled else self.plain_row, columns, out)
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
            bonus = frozenset(kinds_in(self.model.bonus))
            values = [hand if isinstance(hand, Hand) else Hand.read(hand, bonus) for hand in hands]
            counts = np.array([hand.counts() for hand in values], dtype=np.uint8).reshape(-1, 42)
            number = np.array([len(hand.melds) for hand in values], dtype=np.uint8)
            laid = np.array([sum({1 << kind for meld in hand.melds for kind in meld.tiles}) for hand in values],
                            dtype=np.int64)
        return counts, number, laid


_kept: dict[int, Near] = {}


def near(book: "Rulebook") -> Near:
    """A rulebook's look-ups, built once."""
    return _kept.setdefault(id(book.model), Near(book.model))
