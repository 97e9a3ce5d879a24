"""The fields of declared records as properties: what plain Python sees where compiled code has an offset."""

from operator import attrgetter
from typing import Any

from quepu.engine.layout.field import Field, Form

_SIZES = {"b": 1, "B": 1, "h": 2, "H": 2, "i": 4, "I": 4, "q": 8}


def property_of(layout: type, one: Field) -> property:
    """A field as a property; what may not be set says so."""
    def refuse(_record: Any, _value: Any) -> None:
        raise AttributeError(f"{layout.__name__}.{one.name} "
                             f"{'never changes while kernels run' if one.fixed else 'is set number by number'}")
    if is_kept(layout, one):
        return property(attrgetter(kept_name(one)), refuse)
    if one.form is Form.NUMBER:
        read, write = _number(layout, one)
        return property(read, refuse if one.fixed else write)
    if one.is_address:
        return property(_pointer(layout, one), lambda record, target: record._point(one, target))
    raise TypeError(f"{layout.__name__}.{one.name} is no field")


def is_kept(layout: Any, one: Field) -> bool:
    """Whether what is seen of a field is kept once it was asked for: arrays and rows, and numbers that never change."""
    return not one.is_address and (one.form is not Form.NUMBER or layout.FIXED)


def kept_name(one: Field) -> str:
    """The slot in which it is kept; while it is empty, Python asks `__getattr__`."""
    return f"_of_{one.name}"


def _number(layout: type, one: Field) -> tuple[Any, Any]:
    seen = getattr(layout, f"_{one.code}").__get__          # the memory, cast to numbers of this width
    place = one.offset // _SIZES[one.code]

    def read(record: Any) -> int:
        found: int = seen(record)[place]
        return found

    def write(record: Any, value: int) -> None:
        try:
            seen(record)[place] = value
        except ValueError:
            raise ValueError(f"{layout.__name__}.{one.name}: {value} has no room in {one.bits} bits") from None
    return read, write


def _pointer(layout: type, one: Field) -> Any:
    def read(record: Any) -> Any:
        try:
            return record._pointed[one.name]
        except KeyError:
            if one.optional:
                return None
            raise AttributeError(f"{layout.__name__}.{one.name} points nowhere") from None
    return read
