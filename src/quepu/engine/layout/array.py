"""What an array of whole numbers is to kernels: how wide its numbers are, how long it is, whether it ever changes."""

from functools import cache
from typing import Any, NamedTuple


class Array(NamedTuple):
    """An array of whole numbers."""

    bits: int = 64
    signed: bool = True
    rank: int = 1                       # 2: rows and columns
    columns: int | None = None          # of every array of this kind, if it has rows
    length: int | None = None           # of every array of this kind
    fixed: bool = False                 # nothing in it changes while a kernel runs
    kept: frozenset[int] = frozenset()  # of one that is not fixed: words that do not change
    name: str = ""                      # arrays of different names never overlap

    def __str__(self) -> str:
        numbers = f"{'' if self.signed else 'unsigned '}numbers of {self.bits} bits"
        return f"{self.name or 'an array'} ({numbers}{', rows and columns' if self.rank == 2 else ''})"

    @property
    def is_sized(self) -> bool:
        """Whether the length follows from the array alone."""
        return self.length is not None

    def check(self, array: Any) -> None:
        """Refuse an array that may not be handed over as one of this kind: machine code asks no more."""
        kind, wanted = _numbers(self.bits, self.signed)
        if not isinstance(array, kind) or array.dtype != wanted or array.ndim != self.rank:
            said = f"{array.dtype} of shape {array.shape}" if isinstance(array, kind) else type(array).__name__
            raise TypeError(f"a kernel takes an array of {wanted} with {self.rank} dimensions, not {said}")
        flags = array.flags
        if not flags.c_contiguous or not flags.aligned or not (self.fixed or flags.writeable):
            raise TypeError("a kernel takes arrays that stand in one piece and can be written to")
        if self.columns is not None and array.shape[1] != self.columns:
            raise ValueError(f"an array of {array.shape[1]} columns is handed over; {self.columns} are wanted")
        if self.length is not None and len(array) < self.length:
            raise ValueError(f"{self.name or 'an array'} of {len(array)} numbers is handed over; "
                             f"{self.length} are wanted")


@cache
def _numbers(bits: int, signed: bool) -> tuple[Any, Any]:
    """NumPy's class of arrays, and its type of such numbers."""
    import numpy as np
    return np.ndarray, np.dtype(f"{'i' if signed else 'u'}{bits // 8}")
