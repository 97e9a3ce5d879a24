"""Values that nobody changes, made so that a program starts quickly: a rulebook has a hundred kinds of them.

The type checker sees to it that none is changed.  Enforced at run time it would cost each start more than reading the
rulebook's text, and so would comparing and printing written for each kind by itself.
"""

from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, field, fields
from operator import attrgetter
from typing import Any, ClassVar, TypeVar, cast, dataclass_transform

Kind = TypeVar("Kind")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def sealed(kind: type[Kind]) -> type[Kind]:
    """A kind of value that nobody changes."""
    return dataclass(slots=True, eq=False, repr=False)(kind)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def sealed_by_name(kind: type[Kind]) -> type[Kind]:
    """A kind of value that nobody changes, made from named fields alone: a `ByName`."""
    return dataclass(slots=True, init=False, kw_only=True, eq=False, repr=False)(kind)


class Value:
    """What compares and prints values by their fields; one way for all kinds."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and values(self) == values(other))

    def __hash__(self) -> int:
        return hash((type(self).__name__, *values(self)))

    def __repr__(self) -> str:
        return f"{type(self).__name__}{values(self)}"


class ByName(Value):
    """What is made from named fields, each told or as it usually is; one way for all kinds."""

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def __init__(self, **told: Any) -> None:
        for name, value in told.items():
            setattr(self, name, value)          # a name that is no field has no slot
        known = self.__dataclass_fields__
        if len(told) < len(known):
            for name in known.keys() - told.keys():
                setattr(self, name, _usual(type(self), known[name]))


def _usual(kind: type, left_out: Field[Any]) -> Any:
    """What a field holds that nobody told."""
    if left_out.default_factory is not MISSING:
        return left_out.default_factory()
    if left_out.default is MISSING:
        raise TypeError(f"{kind.__name__} without {left_out.name}")
    return left_out.default


_READERS: dict[type, Callable[[object], tuple[object, ...]]] = {}      # what reads all fields of a kind


def values(value: object) -> tuple[object, ...]:
    """What stands in the fields of a value."""
    kind = type(value)
    if kind not in _READERS:
        _READERS[kind] = _reader([one.name for one in fields(cast(Any, kind))])
    return _READERS[kind](value)


def _reader(names: list[str]) -> Callable[[object], tuple[object, ...]]:
    return attrgetter(*names) if len(names) > 1 else lambda value: tuple(getattr(value, name) for name in names)
