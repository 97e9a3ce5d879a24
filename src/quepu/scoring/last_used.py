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
        found = self._moved(model, None)
        return self._moved(model, make()) if found is None else found       # type: ignore[return-value]

    def _moved(self, model: Model, made: T | None) -> T | None:
        """The value of a model, or the one that was made for it; it stands last then."""
        with self._lock:
            kept = self._kept.pop(id(model), None)
            if kept is None and made is not None:
                kept = (model, made)
            if kept is not None:
                self._kept[id(model)] = kept
            if len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]
        return None if kept is None else kept[1]
