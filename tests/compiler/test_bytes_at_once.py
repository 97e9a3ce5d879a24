"""Bytes that are compared all at once."""

from random import Random
from typing import Annotated, Any

import numpy as np
import pytest

from quepu.compiler.source import NotCompiledError
from quepu.engine.layout.array import Array
from quepu.engine.layout.field import listed_u8, listed_u16
from quepu.engine.layout.kinds import Bytes, Counts
from quepu.engine.layout.record import Ints, Record
from quepu.engine.machine import at_least, part_of
from tests.compiler.test_faults import compiled

One = Annotated[Any, Array(8, signed=False, length=1)]
Seven = Annotated[Any, Array(8, signed=False, length=7)]
Most = Annotated[Any, Array(8, signed=False, length=63)]
Signed = Annotated[Any, Array(8, length=4)]
Long = Annotated[Any, Array(8, signed=False, length=64)]


def of_one(counts: One) -> int:
    return at_least(counts, 3)


def of_seven(counts: Seven) -> int:
    return at_least(counts, 3)


def of_counts(counts: Counts) -> int:
    return at_least(counts, 1) ^ at_least(counts, 4) ^ at_least(counts, 255) ^ at_least(counts, 0)


def of_most(counts: Most) -> int:
    return at_least(counts, 2)


def of_part(counts: Bytes) -> int:
    return at_least(part_of(counts, 5, 42), 3)


@pytest.mark.parametrize(("function", "size"), [(of_one, 1), (of_seven, 7), (of_counts, 42), (of_most, 63),
                                                (of_part, 47)])
def test_compiled_is_as_plain(function: Any, size: int) -> None:
    call, rng = compiled(function), Random(size)
    for most in (1, 4, 5, 255):
        for _try in range(20):
            counts = np.array([rng.randint(0, most) for _place in range(size)], dtype=np.uint8)
            assert call(counts) == function(counts)


def of_signed(counts: Signed) -> int:
    return at_least(counts, 1)


def of_long(counts: Long) -> int:
    return at_least(counts, 1)


def of_any(counts: Bytes) -> int:
    return at_least(counts, 1)


def of_a_variable(counts: Counts, number: int) -> int:
    return at_least(counts, number)


def of_too_much(counts: Counts) -> int:
    return at_least(counts, 256)


@pytest.mark.parametrize(("function", "words"), [
    (of_signed, "63 bytes"), (of_long, "63 bytes"), (of_any, "63 bytes"), (of_a_variable, "constant"),
    (of_too_much, "constant")])
def test_what_is_not_compiled(function: Any, words: str) -> None:
    with pytest.raises(NotCompiledError, match=words):
        compiled(function)


class Lists(Record, fixed=True):
    """Numbers of two widths."""

    small: Ints = listed_u8()
    wide: Ints = listed_u16()


def test_lists_are_taken_from_arrays_at_once() -> None:
    made = Lists.build(small=np.array([0, 255]), wide=np.array([65535], dtype=np.uint64))
    assert made.tobytes() == Lists.build(small=[0, 255], wide=[65535]).tobytes()
    for wrong in (np.array([256]), np.array([-1]), np.array([0.5]), np.array([1.0])):
        with pytest.raises(ValueError, match="small: a number has no room in 8 bits"):
            Lists.build(small=wrong, wide=[])
