"""What an expression comes to while code is written: a word or a bit of LLVM, an array, a record, several values."""

from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

from llvmlite import ir

from quepu.compiler.source import Definition, Kind, Scalar, Several
from quepu.engine.layout.array import Array
from quepu.engine.layout.record import Layout

WORD, BIT, POINTER = ir.IntType(64), ir.IntType(1), ir.PointerType()
LEAST, MOST = -2**63, 2**63 - 1


class Use(Enum):
    """What a kernel does with a field; an array that is handed on may be read and written."""

    READ = "read"
    WRITTEN = "written"
    HANDED = "handed on"


@dataclass(frozen=True)
class ArrayValue:
    """An array: where it stands and how long it is, along each of its dimensions."""

    kind: Array
    pointer: Any
    sizes: tuple[Any, ...]
    is_whole: bool = True               # its first word is the first of its memory


@dataclass(frozen=True)
class RecordValue:
    """A declared record or row: where it stands."""

    kind: Layout
    pointer: Any


@dataclass(frozen=True)
class RowsValue:
    """The rows of a list: where the first stands, and how many there are."""

    kind: Layout                        # of each
    pointer: Any
    count: Any


@dataclass(frozen=True)
class SeveralValues:
    """Several values."""

    values: tuple[Any, ...]


Value: TypeAlias = Any      # an LLVM value of type WORD or BIT, or one of the classes above


@dataclass(frozen=True)
class Place:
    """Where a number is kept: a variable, or a place of an array or record."""

    pointer: Any
    bits: int = 64
    signed: bool = True
    fixed: bool = False                 # nothing is ever stored there while kernels run
    group: str | None = None            # which memory it is: places of two groups are never the same ...
    word: int | None = None             # ... nor are two words of one; None stands for any


@dataclass(frozen=True)
class Callee:
    """A function that others may call."""

    definition: Definition
    function: Any


def constant(value: Any) -> int | None:
    """The number an LLVM value is, if that is known."""
    return int(value.constant) if isinstance(value, ir.Constant) and isinstance(value.constant, int) else None


def lowered(kind: Kind) -> list[Any]:
    """The LLVM types of a parameter: an array without a length of its own is followed by its sizes."""
    if isinstance(kind, Array):
        return [POINTER] if kind.is_sized else [POINTER] + [WORD] * kind.rank
    return [POINTER] if isinstance(kind, Layout) else [WORD]


def returned(kind: Kind) -> Any:
    """The LLVM type of a result."""
    if isinstance(kind, Several):
        return ir.LiteralStructType([WORD] * kind.count)
    if kind is Scalar.NOTHING:
        return ir.VoidType()
    return BIT if kind is Scalar.TRUTH else WORD


def function_type(definition: Definition) -> Any:
    """The LLVM type of a function."""
    return ir.FunctionType(returned(definition.result),
                           [one for _name, kind in definition.parameters for one in lowered(kind)])
