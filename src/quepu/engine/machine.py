"""Single instructions of the machine, and calls of a rulebook's own functions by their address.

Compiled, an address is one of memory; with the compiler off it is a key of FUNCTIONS.  So the
engine is compiled once for all rulebooks, and a rulebook compiles only its own small functions.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from quepu.engine.layout.field import WORD
from quepu.engine.layout.frame import Frame
from quepu.engine.layout.kinds import Answers, Bytes, Ints
from quepu.engine.layout.record import Record
from quepu.engine.layout.table_facts import ROW_ROOM
from quepu.errors import EngineFault
from quepu.faults import Fault

FUNCTIONS: dict[int, Callable[..., Any]] = {}
#: stubs whose first argument is the address of the function that is called
BY_ADDRESS: set[Callable[..., Any]] = set()
Stub = TypeVar("Stub", bound=Callable[..., Any])


def _by_address(function: Stub) -> Stub:
    BY_ADDRESS.add(function)
    return function


# -- functions of a rulebook --
@_by_address
def call_frame(address: int, f: Frame, answers: Answers) -> int:
    """What a function of the frame returns; it may tell more in `answers`."""
    return int(FUNCTIONS[address](f, answers) or 0)


@_by_address
def call_shape(address: int, f: Frame, shape: int) -> int:
    """What a function of the frame and a number returns."""
    return int(FUNCTIONS[address](f, shape) or 0)


@_by_address
def call_fits(address: int, f: Frame, pick: int, a: int, b: int, c: int, d: int, e: int, g: int, p: int) -> int:
    """Whether chosen sets fulfil a pick."""
    return int(FUNCTIONS[address](f, pick, a, b, c, d, e, g, p) or 0)


# -- what the compiler writes itself --
def part_of(array: Ints, first: int, size: int) -> Any:
    """A stretch of an array as an array, which may be taken for one of another kind."""
    return array[first:first + size]


def copy_words(target: Record, source: Record, count: int) -> None:
    """Make the first words of a record, a constant number of them, those of another of its class."""
    target.raw[:WORD * count] = source.raw[:WORD * count]


def soon(array: Ints, place: int) -> None:
    """Let the machine fetch a number that will be read soon; a place that is not there does no harm."""


def at_least(counts: Bytes, number: int) -> int:
    """The places of a short list of bytes that hold so much at least, as bits; the number is a constant."""
    return sum(int(count >= number) << place for place, count in enumerate(counts))


#: why rules that are followed to the letter stop a game
LEDGER_IS_FULL = 6
STOPS = {LEDGER_IS_FULL: Fault("breach.ledger", rows=ROW_ROOM)}


def stop(reason: int) -> None:
    """End the step at once: what the rules ask for cannot be done, and is not left out in silence."""
    raise EngineFault("stop", "machine.py", 0, STOPS[reason], "")


def ones(bits: int) -> int:
    """How many bits are set."""
    return bits.bit_count()


def lowest(bits: int) -> int:
    """The place of the lowest bit that is set."""
    return (bits & -bits).bit_length() - 1
