"""One LLVM module: functions that call each other, their constants, and the entries from outside."""

from collections.abc import Iterable
from typing import Any

from llvmlite import ir

from quepu.compiler.builtin import write_builtin
from quepu.compiler.faults import Faults, write_return
from quepu.compiler.memory import Memory
from quepu.compiler.source import ANY, ANY_WORDS, MANY_WORDS, Definition, Scalar, Several, entry_name
from quepu.compiler.statements import Statements
from quepu.compiler.values import BIT, POINTER, WORD, ArrayValue, Callee, Place, Use, function_type, lowered
from quepu.engine.layout.array import Array
from quepu.engine.layout.record import Layout


class Unit:
    """A module in the making."""

    def __init__(self, definitions: Iterable[Definition], entries: Iterable[str], checked: bool = False,
                 plain_entries: bool = False) -> None:
        self.module = ir.Module("quepu")
        self.checked = checked
        self.functions: dict[str, Callee] = {}
        self._arrays: dict[tuple[int, ...], ArrayValue] = {}
        self._names: dict[str, Any] = {}
        self.uses: set[tuple[Layout, str, Use]] = set()     # what is done with fields of records
        self._nothing = self.module.add_metadata([])
        self._memory = Memory(self.module)
        self.faults = Faults(self.module, own=not plain_entries)
        wanted = set(entries)
        for definition in definitions:
            if definition.name in self.functions:
                raise ValueError(f"two functions are called {definition.name}: they share one name space")
            self._declare(definition, plain_entries and definition.name in wanted)
        missing = wanted - set(self.functions)
        if missing:
            raise ValueError(f"no function is called {', '.join(sorted(missing))}")
        for compiled in list(self.functions.values()):
            Statements(self, compiled.definition, compiled.function).body()
        if not plain_entries:
            for name in sorted(wanted):
                self._enter(self.functions[name])
            self._enter_any()

    def _declare(self, definition: Definition, is_entry: bool) -> None:
        function = ir.Function(self.module, function_type(definition), definition.name)
        if not is_entry:
            function.linkage = "internal"
        function.attributes.add("nounwind")
        if definition.inline is not None and not is_entry:
            function.attributes.add("alwaysinline" if definition.inline else "noinline")
        self.functions[definition.name] = Callee(definition, function)

    def _enter(self, compiled: Callee) -> None:
        """A function that is called from outside: words in, a word out; several results are put where it is told."""
        definition = compiled.definition
        given = [one for _name, kind in definition.parameters for one in lowered(kind)]
        several = definition.result.count if isinstance(definition.result, Several) else 0
        in_memory = len(given) >= MANY_WORDS and not several
        kind = ir.FunctionType(WORD, [POINTER] if in_memory else given + [POINTER] * bool(several))
        function = ir.Function(self.module, kind, entry_name(definition.name))
        function.attributes.add("nounwind")
        write = ir.IRBuilder(function.append_basic_block())
        if self.checked:
            write_return(write, self.faults)
        # a function of its own: one that sets a mark is optimised as if it might go on from there at any time
        words = _words_at(write, function.args[0], given) if in_memory else function.args[:len(given)]
        found = write.call(compiled.function, words, attrs=("noinline",))
        for index in range(several):
            place = write.gep(function.args[-1], [WORD(index)], inbounds=True, source_etype=WORD)
            write.store(write.extract_value(found, index), place)
        if several or definition.result is Scalar.NOTHING:
            write.ret(WORD(0))
        else:
            write.ret(write.zext(found, WORD) if found.type == BIT else found)
        if several:
            numbers = sum(isinstance(kind, Scalar) for _name, kind in definition.parameters)
            write_builtin(self.module, definition.name, function, numbers, len(given) - numbers, several)

    def _enter_any(self) -> None:
        """An entry to any function of words by its address; what a function does not take it does not look at."""
        function = ir.Function(self.module, ir.FunctionType(WORD, [WORD] * (1 + ANY_WORDS)), entry_name(ANY))
        function.attributes.add("nounwind")
        write = ir.IRBuilder(function.append_basic_block())
        if self.checked:
            write_return(write, self.faults)
        kind = ir.FunctionType(WORD, [WORD] * ANY_WORDS)
        address = write.inttoptr(function.args[0], kind.as_pointer())
        write.ret(write.call(address, function.args[1:]))

    # -- what functions share --
    def listed(self, numbers: tuple[int, ...]) -> ArrayValue:
        """A constant array."""
        if numbers not in self._arrays:
            kind = ir.ArrayType(WORD, len(numbers))
            array = ir.GlobalVariable(self.module, kind, f"array.{len(self._arrays)}")
            array.global_constant, array.linkage = True, "internal"
            array.initializer = ir.Constant(kind, list(numbers))
            made = Array(length=len(numbers), fixed=True, name="constant")
            self._arrays[numbers] = ArrayValue(made, array, (WORD(len(numbers)),))
        return self._arrays[numbers]

    @property
    def prefetch(self) -> Any:
        """The machine's instruction to fetch something: where, to be read, to be kept near, as data."""
        name = "llvm.prefetch.p0"
        if name not in self.module.globals:
            ir.Function(self.module, ir.FunctionType(ir.VoidType(), [POINTER, *[ir.IntType(32)] * 3]), name)
        return self.module.globals[name]

    @property
    def copy(self) -> Any:
        """What the machine copies bytes with: to where, from where, how many."""
        name = "llvm.memmove.p0.p0.i64"
        if name not in self.module.globals:
            ir.Function(self.module, ir.FunctionType(ir.VoidType(), [POINTER, POINTER, WORD, BIT]), name)
        return self.module.globals[name]

    def describe(self, instruction: Any, place: Place) -> None:
        """Tell the optimiser what is known of a place that is read or written."""
        if place.fixed and instruction.opname == "load":
            instruction.set_metadata("invariant.load", self._nothing)
        elif place.group is not None:
            instruction.set_metadata("tbaa", self._memory.tag(place))

    def describe_address(self, instruction: Any, size: int) -> None:
        """Tell the optimiser of an address that never changes, and that so many bytes are there."""
        instruction.set_metadata("invariant.load", self._nothing)
        if size:
            instruction.set_metadata("nonnull", self._nothing)
            instruction.set_metadata("dereferenceable", self.module.add_metadata([WORD(size)]))

    def name_of(self, definition: Definition) -> Any:
        """The name of a function and its file, for who is told of a breach."""
        text = f"{definition.name} {definition.file}"
        if text not in self._names:
            letters = bytearray(text.encode() + b"\0")
            kind = ir.ArrayType(ir.IntType(8), len(letters))
            name = ir.GlobalVariable(self.module, kind, f"name.{len(self._names)}")
            name.global_constant, name.linkage = True, "internal"
            name.initializer = ir.Constant(kind, letters)
            self._names[text] = name
        return self._names[text]

    def __str__(self) -> str:
        return str(self.module)


def _words_at(write: Any, start: Any, kinds: list[Any]) -> list[Any]:
    """Arguments that stand one behind the other."""
    return [write.load(write.gep(start, [WORD(place)], inbounds=True, source_etype=WORD), typ=kind)
            for place, kind in enumerate(kinds)]
