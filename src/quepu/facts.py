"""Named facts that cannot change, so that values holding them can be compared and hashed."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any


class Facts(Mapping[str, Any]):
    """A mapping that cannot change and can be hashed; lists and mappings in it are frozen too."""

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[str, Any] | Iterable[tuple[str, Any]] = ()) -> None:
        self._items = {key: _frozen(value) for key, value in dict(items).items()}

    def __getitem__(self, key: str) -> Any:
        return self._items[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __repr__(self) -> str:
        return repr(self._items)


def _frozen(value: Any) -> Any:
    """`value` with lists as tuples, sets as frozen sets and mappings as Facts, all the way down."""
    if isinstance(value, list | tuple):
        return tuple(_frozen(part) for part in value)
    if isinstance(value, set | frozenset):
        return frozenset(_frozen(part) for part in value)
    if isinstance(value, Mapping) and not isinstance(value, Facts):
        return Facts(value)
    return value


NO_FACTS = Facts()
