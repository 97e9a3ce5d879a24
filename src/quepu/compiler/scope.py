"""The inside of one function while its code is written: variables, blocks, and what is checked."""

import ast
from abc import abstractmethod
from typing import TYPE_CHECKING, Any

from llvmlite import ir

from quepu.compiler.breach import BREACH_BITS, Breach
from quepu.compiler.source import Definition, NotCompiledError
from quepu.compiler.values import BIT, POINTER, WORD, ArrayValue, Place, RecordValue, Value, constant, lowered
from quepu.engine.layout.array import Array
from quepu.engine.layout.record import Layout

if TYPE_CHECKING:
    from quepu.compiler.unit import Unit


class Scope:
    """One function: where its variables are kept, and the block that is written to."""

    def __init__(self, unit: "Unit", definition: Definition, function: Any) -> None:
        self.unit, self.definition, self.function = unit, definition, function
        self.numbers: dict[str, Any] = {}           # variables that are numbers: where they are kept
        self.arrays: dict[str, ArrayValue] = {}     # variables that are arrays: where pointer and sizes are kept
        self.records: dict[str, RecordValue] = {}   # variables that are records: where the pointer is kept
        self.loops: list[tuple[Any, Any]] = []      # where `continue` and `break` lead, the innermost loop last
        self.asked: set[tuple[int, int]] = set()    # indexes that were checked before their loop: node and axis
        self._traps: dict[int, Any] = {}
        self.write = ir.IRBuilder(function.append_basic_block())
        self._take_parameters()

    def _take_parameters(self) -> None:
        given = iter(self.function.args)
        for name, kind in self.definition.parameters:
            taken = [next(given) for _one in lowered(kind)]
            taken[0].name = name
            if isinstance(kind, Array):
                self.put_array(self.definition.node, name, self.array_at(kind, taken[0], tuple(taken[1:])))
            elif isinstance(kind, Layout):
                taken[0].attributes.add("nonnull")
                taken[0].attributes.dereferenceable = kind.SIZE
                self.put_record(self.definition.node, name, RecordValue(kind, taken[0]))
            else:
                self.write.store(taken[0], self.variable(name))

    def refused(self, node: ast.AST, why: str) -> NotCompiledError:
        """What is told of something that is not compiled."""
        return NotCompiledError(self.definition, node, why)

    # -- variables --
    def own(self, kind: Any, count: int = 1) -> Any:
        """Room of the function's own."""
        with self.write.goto_entry_block():
            return self.write.alloca(kind, size=None if count == 1 else count)

    def variable(self, name: str) -> Any:
        """Where a number is kept; a variable that was never set is 0."""
        if name not in self.numbers:
            with self.write.goto_entry_block():
                self.numbers[name] = self.write.alloca(WORD)
                self.write.store(WORD(0), self.numbers[name])
        return self.numbers[name]

    def put_array(self, node: ast.AST, name: str, array: ArrayValue) -> None:
        """Set a variable that is an array; it stays one of that kind."""
        before = self.arrays.get(name, array)
        if name in self.numbers or name in self.records \
                or (before.kind, before.is_whole) != (array.kind, array.is_whole):
            raise self.refused(node, f"{name} is set to an array of another kind than before")
        if name not in self.arrays:
            self.arrays[name] = ArrayValue(array.kind, self.own(POINTER), tuple(
                size if constant(size) is not None else self.own(WORD) for size in array.sizes), array.is_whole)
        kept = self.arrays[name]
        self.write.store(array.pointer, kept.pointer)
        for size, place in zip(array.sizes, kept.sizes, strict=True):
            if constant(place) is None:
                self.write.store(size, place)

    def get_array(self, name: str) -> ArrayValue:
        """A variable that is an array."""
        kept = self.arrays[name]
        return ArrayValue(kept.kind, self.write.load(kept.pointer, typ=POINTER), tuple(
            place if constant(place) is not None else self.write.load(place, typ=WORD) for place in kept.sizes),
            kept.is_whole)

    def put_record(self, node: ast.AST, name: str, record: RecordValue) -> None:
        """Set a variable that is a record; it stays one of that class."""
        if name in self.numbers or name in self.arrays or self.records.get(name, record).kind is not record.kind:
            raise self.refused(node, f"{name} is set to something of another kind than before")
        if name not in self.records:
            self.records[name] = RecordValue(record.kind, self.own(POINTER))
        self.write.store(record.pointer, self.records[name].pointer)

    def get_record(self, name: str) -> RecordValue:
        """A variable that is a record."""
        kept = self.records[name]
        return RecordValue(kept.kind, self.write.load(kept.pointer, typ=POINTER))

    def array_at(self, kind: Array, pointer: Any, sizes: tuple[Any, ...] = ()) -> ArrayValue:
        """An array of a kind; its length is known, or given."""
        if kind.length is not None:
            sizes = (WORD(kind.length),)
        elif kind.columns is not None:
            sizes = (sizes[0], WORD(kind.columns))
        return ArrayValue(kind, pointer, sizes)

    # -- memory --
    def load(self, place: Place) -> Any:
        """The number that is kept in a place, as a word."""
        kind = ir.IntType(place.bits)
        found = self.write.load(place.pointer, typ=kind)
        self.unit.describe(found, place)
        if place.bits == WORD.width:
            return found
        return (self.write.sext if place.signed else self.write.zext)(found, WORD)

    def store(self, node: ast.AST, value: Any, place: Place) -> None:
        """Keep a number in a place, which must have room for it."""
        value = self.word(value)
        if place.fixed:
            raise self.refused(node, "this never changes while kernels run")
        if place.bits < WORD.width:
            kind, number = ir.IntType(place.bits), constant(value)
            least = -(1 << place.bits - 1) if place.signed else 0
            if number is not None and not least <= number < least + (1 << place.bits):
                raise self.refused(node, f"{number} has no room in {place.bits} bits")
            narrow = self.write.trunc(value, kind)
            if number is None and self.unit.checked:
                wide = (self.write.sext if place.signed else self.write.zext)(narrow, WORD)
                self.require(node, Breach.STORE, self.write.icmp_signed("==", wide, value))
            value = narrow
        self.unit.describe(self.write.store(value, place.pointer), place)

    # -- values --
    @abstractmethod
    def value(self, node: ast.expr) -> Value:
        """What an expression comes to."""

    def number(self, node: ast.expr) -> Any:
        """What an expression comes to, as a word."""
        value = self.value(node)
        if getattr(value, "type", None) not in (WORD, BIT):
            raise self.refused(node, "this is no number")
        return self.word(value)

    def word(self, value: Any) -> Any:
        """A word or bit as a word."""
        if value.type != BIT:
            return value
        known = constant(value)
        return self.write.zext(value, WORD) if known is None else WORD(known)

    # -- blocks --
    def block(self) -> Any:
        """A new block."""
        return self.function.append_basic_block()

    def go_to(self, block: Any) -> None:
        """Go on in another block, if the end of this one is reached at all."""
        if not self.write.block.is_terminated:
            self.write.branch(block)

    def met(self, block: Any, kind: Any, ways: list[tuple[Any, Any]]) -> Any:
        """Go on where several ways meet, with the value of the one taken."""
        self.write.position_at_end(block)
        found = self.write.phi(kind)
        for value, before in ways:
            found.add_incoming(value, before)
        return found

    # -- checks --
    def require(self, node: ast.AST, breach: Breach, holds: Any) -> None:
        """What holds from here on; else control returns to the entry at once."""
        if not self.unit.checked:
            return
        good = self.block()
        self.write.cbranch(holds, good, self._trap(node, breach))
        self.write.position_at_end(good)

    def _trap(self, node: ast.AST, breach: Breach) -> Any:
        """The block that tells of a breach; one for a line and sort of breach."""
        place = self.definition.line_of(node) << BREACH_BITS | breach
        if place not in self._traps:
            block = self._traps[place] = self.block()
            with self.write.goto_block(block):
                self.write.call(self.unit.faults.fault, [self.unit.name_of(self.definition), WORD(place)])
                self.write.unreachable()
        return self._traps[place]

    def require_index(self, node: ast.AST, index: Any, size: Any) -> None:
        """An index lies inside an array."""
        known, length = constant(index), constant(size)
        if known is None or length is None or not 0 <= known < length:  # a branch that is never taken may say anything
            self.require(node, Breach.INDEX, self.write.icmp_unsigned("<", index, size))
