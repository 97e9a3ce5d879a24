"""Single instructions of the machine, and calls from the engine into a rulebook's own functions by their address in R.

Compiled, an address is that of machine code; with the compiler off it is a key of FUNCTIONS.  So the engine is compiled
once for all rulebooks, and a rulebook compiles only its own small functions.
"""

from collections.abc import Callable
from typing import Any

from quepu.core.kernel import Ints

FUNCTIONS: dict[int, Callable[..., Any]] = {}


def call_frame(address: int, f: Ints, W: Ints) -> Any:
    """What a function of frame and room returns."""
    return FUNCTIONS[address](f, W)


def call_shape(address: int, f: Ints, shape: int) -> Any:
    """What a function of frame and shape returns."""
    return FUNCTIONS[address](f, shape)


def call_fits(address: int, f: Ints, pick: int, a: int, b: int, c: int, d: int, e: int, g: int, p: int) -> Any:
    """Whether chosen sets fulfil a pick."""
    return FUNCTIONS[address](f, pick, a, b, c, d, e, g, p)


def call_part(address: int, f: Any, R: Any, T: Any, W: Any) -> Any:
    """What a large part of the engine returns; its arrays are given by address."""
    return FUNCTIONS[address](f, R, T, W)


def address_of(array: Ints) -> Any:
    """Where an array's numbers stand: one word in place of a whole array."""
    return array


def numbers_at(address: Any) -> Any:
    """The array of whole numbers at an address."""
    return address


def table_at(address: Any) -> Any:
    """The array of small whole numbers at an address."""
    return address


def endless(array: Ints) -> Any:
    """An array without its length: compiled, an index below 0 is then no case to think of."""
    return array


def part_of(array: Ints, first: int, size: int) -> Any:
    """A stretch of an endless array as an array."""
    return array[first:first + size]


def ones(bits: int) -> int:
    """How many bits are set."""
    return bits.bit_count()


def lowest(bits: int) -> int:
    """The place of the lowest bit that is set."""
    return (bits & -bits).bit_length() - 1
