"""Values that nobody changes, made so that a program starts quickly: a rulebook has a hundred kinds of them.

The type checker sees to it that none is changed.  Enforced at run time it would cost each start more than reading the
rulebook's text, and so would comparing and printing written for each kind by itself.
"""

from dataclasses import dataclass, field, fields
from typing import Any, TypeVar, dataclass_transform

Kind = TypeVar("Kind")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def sealed(kind: type[Kind]) -> type[Kind]:
    """A kind of value that nobody changes."""
    return dataclass(slots=True, eq=False, repr=False)(kind)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def sealed_by_name(kind: type[Kind]) -> type[Kind]:
    """A kind of value that nobody changes, made from named fields alone."""
    return dataclass(slots=True, kw_only=True, eq=False, repr=False)(kind)


class Value:
    """What compares and prints values by their fields; one way for all kinds."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and values(self) == values(other))

    def __hash__(self) -> int:
        return hash((type(self).__name__, *values(self)))

    def __repr__(self) -> str:
        return f"{type(self).__name__}{values(self)}"


def values(value: Any) -> tuple[object, ...]:
    """What stands in the fields of a value."""
    return tuple(getattr(value, one.name) for one in fields(value))
