"""What was made for the rulebooks used last: the tables of one take some twenty megabytes, and many come and go."""

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

from quepu.rulebook.model.model import Model

MOST_KEPT = 16              # rulebooks; what is forgotten is read from the cache again
T = TypeVar("T")


class LastUsed(Generic[T]):
    """One value for each of the models used last, made when it is asked for."""

    def __init__(self, most: int) -> None:
        self._most, self._lock = most, Lock()
        self._kept: dict[int, tuple[Model, T]] = {}     # the model too: as long as it is here, no other has its id

    def of(self, model: Model, make: Callable[[], T]) -> T:
        """The value of a model."""
        with self._lock:
            kept = self._kept.get(id(model))
            if kept is not None:
                return self._last(kept)
        made = make()
        with self._lock:                # another thread may have made one meanwhile
            return self._last(self._kept.get(id(model), (model, made)))

    def _last(self, kept: tuple[Model, T]) -> T:
        """The value that is kept; its model was used last now."""
        self._kept.pop(id(kept[0]), None)
        self._kept[id(kept[0])] = kept
        if len(self._kept) > self._most:
            del self._kept[next(iter(self._kept))]
        return kept[1]
