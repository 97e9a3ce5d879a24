"""Calls: of other functions, of functions by their address, and of what the machine has itself."""

import ast
from collections.abc import Callable
from typing import Any

from llvmlite import ir

from quepu.compiler.breach import Breach
from quepu.compiler.expressions import Expressions
from quepu.compiler.source import Definition, Kind, Scalar, meaning_of, signature_of
from quepu.compiler.values import (
    BIT,
    WORD,
    ArrayValue,
    Callee,
    Place,
    RecordValue,
    RowsValue,
    SeveralValues,
    Use,
    Value,
    constant,
    lowered,
)
from quepu.engine.layout.array import Array
from quepu.engine.machine import BY_ADDRESS


class Calls(Expressions):
    """What calls come to."""

    def of_call(self, node: ast.Call) -> Value:
        """A call of a function of this module, of one that is built in, or through an address."""
        if not isinstance(node.func, ast.Name):
            raise self.refused(node, "only functions are called")
        name = node.func.id
        called = self.unit.functions.get(name)
        if isinstance(called, Callee) and not self.is_variable(name):
            return self._call(node, called.definition, called.function)
        if node.keywords:
            raise self.refused(node, "only kernels are called with the names of parameters")
        builtin = getattr(self, f"call_{name}", None)
        if builtin is not None:
            return builtin(node)
        function = meaning_of(self.definition, name)
        if function in BY_ADDRESS:
            return self._call_through(node, function)
        raise self.refused(node, f"{name} is no kernel and nothing that is built in")

    def _call(self, node: ast.Call, definition: Definition, function: Any) -> Value:
        given = self._passed(node, self._in_order(node, definition), [kind for _name, kind in definition.parameters])
        found = self.write.call(function, given)
        if isinstance(found.type, ir.LiteralStructType):
            return SeveralValues(tuple(self.write.extract_value(found, index)
                                       for index in range(len(found.type.elements))))
        return found

    def _in_order(self, node: ast.Call, definition: Definition) -> list[ast.expr]:
        """The arguments of a call of a kernel, one for each parameter: by place, by name, or what is left out.

        Those with names stand in the order of the parameters: so they are worked out as Python does.
        """
        names = [name for name, _kind in definition.parameters]
        wanted: dict[str | None, ast.expr] = {
            name: ast.copy_location(ast.Constant(value), node) for name, value in definition.defaults.items()}
        wanted.update((one.arg, one.value) for one in node.keywords)
        others = names[len(node.args):]
        if [name for name in others if any(one.arg == name for one in node.keywords)] != [
                one.arg for one in node.keywords]:
            raise self.refused(node, "names of parameters, each once and in their order, are wanted")
        if len(node.args) > len(names) or any(name not in wanted for name in others):
            raise self.refused(node, f"{len(names)} arguments are wanted")
        return [*node.args, *(wanted[name] for name in others)]

    def _passed(self, node: ast.Call, given: list[ast.expr], kinds: list[Kind]) -> list[Any]:
        """The arguments of a call, each as the parameter it is for."""
        if len(given) != len(kinds):
            raise self.refused(node, f"{len(kinds)} arguments are wanted")
        found: list[Any] = []
        for one, kind in zip(given, kinds, strict=True):
            if isinstance(kind, Array):
                array = self.array(one)
                self._require_kind(one, array, kind)
                found += [array.pointer] if kind.is_sized else [array.pointer, *array.sizes]
            elif isinstance(kind, Scalar):
                found.append(self.number(one))
            else:
                record = self.record(one)
                if record.kind is not kind:
                    raise self.refused(one, f"{record.kind.__name__} where {getattr(kind, '__name__', kind)} is wanted")
                found.append(record.pointer)
        return found

    def _require_kind(self, node: ast.expr, array: ArrayValue, wanted: Array) -> None:
        """An array may stand where one of another kind is wanted if it is at least as long."""
        given = array.kind
        if given == wanted:
            return
        if (given.bits, given.signed, given.rank, given.columns) != \
                (wanted.bits, wanted.signed, wanted.rank, wanted.columns) \
                or given.fixed != wanted.fixed \
                or (given.name and wanted.name and given.name != wanted.name):
            raise self.refused(node, f"{given} where {wanted} is wanted")
        if wanted.length is not None:
            known = constant(array.sizes[0])
            if known is not None and known < wanted.length:
                raise self.refused(node, f"an array of length {known} where {wanted.length} are wanted")
            if known is None:
                self.require(node, Breach.INDEX,
                             self.write.icmp_signed(">=", array.sizes[0], WORD(wanted.length)))

    def _call_through(self, node: ast.Call, function: Callable[..., Any]) -> Any:
        """A call of a function by its address; the stub of `engine.machine` says what it takes."""
        (_address, *parameters), _result = signature_of(function)
        kinds = [kind for _name, kind in parameters]
        address = self.number(node.args[0])
        given = self._passed(node, node.args[1:], kinds)
        kind = ir.FunctionType(WORD, [one for wanted in kinds for one in lowered(wanted)])
        self.require(node, Breach.ADDRESS, self.write.icmp_signed("!=", address, WORD(0)))
        return self.write.call(self.write.inttoptr(address, kind.as_pointer()), given)

    # -- what is built in --
    def call_part_of(self, node: ast.Call) -> ArrayValue:
        """A stretch of an array, of no kind of its own: whoever takes it may see it as another."""
        if len(node.args) != 3:
            raise self.refused(node, "an array, a place and a length")
        array, first, size = self.array(node.args[0]), self.number(node.args[1]), self.number(node.args[2])
        if array.kind.rank != 1:
            raise self.refused(node, "a stretch is taken of a list")
        known = constant(size)
        self.require(node, Breach.INDEX, self.write.icmp_unsigned("<=", size, array.sizes[0]))
        self.require(node, Breach.INDEX, self.write.icmp_unsigned("<=", first, self.write.sub(array.sizes[0], size)))
        kind = Array(array.kind.bits, array.kind.signed, length=known)
        pointer = self.write.gep(array.pointer, [first], inbounds=True, source_etype=ir.IntType(kind.bits))
        return ArrayValue(kind, pointer, (size,), is_whole=False)

    def call_copy_words(self, node: ast.Call) -> Any:
        """The first words of a record become those of another of its class."""
        if len(node.args) != 3:
            raise self.refused(node, "two records and a number")
        target, source, count = self.record(node.args[0]), self.record(node.args[1]), self.constant_of(node.args[2])
        if target.kind is not source.kind or target.kind.FIXED or any(
                one.is_address or one.is_listed for one in target.kind.FIELDS.values()):
            raise self.refused(node, "two records of one class are wanted that hold numbers alone")
        if count is None or not 0 <= 8 * count <= target.kind.SIZE:
            raise self.refused(node, "a constant number of words is wanted, no more than there are")
        return self.write.call(self.unit.copy, [target.pointer, source.pointer, WORD(8 * count), BIT(0)])

    def call_soon(self, node: ast.Call) -> Any:
        """A number is fetched into the cache of the processor."""
        if len(node.args) != 2:
            raise self.refused(node, "an array and a place")
        array, place = self.array(node.args[0]), self.number(node.args[1])
        pointer = self.write.gep(array.pointer, [place], source_etype=ir.IntType(array.kind.bits))
        return self.write.call(self.unit.prefetch, [pointer, *(ir.IntType(32)(number) for number in (0, 3, 1))])

    def call_at_least(self, node: ast.Call) -> Any:
        """Which bytes of a short list are at least so much, as bits: some at once, the last of them perhaps twice."""
        if len(node.args) != 2:
            raise self.refused(node, "a list of bytes and a number")
        array, number = self.array(node.args[0], Use.READ), self.constant_of(node.args[1])
        size = constant(array.sizes[0])
        if array.kind.bits != 8 or array.kind.signed or array.kind.rank != 1 or size is None or size > 63:
            raise self.refused(node, "a list of at most 63 bytes of a known length is wanted")
        if number is None or not 0 <= number < 256:
            raise self.refused(node, "a constant from 0 to 255 is wanted")
        found, place = WORD(0), 0
        while place < size:
            width = min(32, 1 << (size - place - 1).bit_length(), 1 << size.bit_length() - 1)
            kind = ir.VectorType(ir.IntType(8), width)
            start = min(place, size - width)
            pointer = self.write.gep(array.pointer, [WORD(start)], inbounds=True, source_etype=ir.IntType(8))
            bytes_here = self.write.load(pointer, typ=kind, align=1)
            self.unit.describe(bytes_here, Place(pointer, fixed=array.kind.fixed, group=array.kind.name))
            enough = self.write.icmp_unsigned(">=", bytes_here, ir.Constant(kind, [number] * width))
            bits = self.write.zext(self.write.bitcast(enough, ir.IntType(width)), WORD)
            found = self.write.or_(found, self.write.shl(bits, WORD(start)))
            place = start + width
        return found

    def call_stop(self, node: ast.Call) -> Any:
        """Control returns to the entry at once, with the reason."""
        reason = constant(self.number(self._only(node)))
        if reason is None:
            raise self.refused(node, "a reason that is known")
        self.require(node, Breach(reason), BIT(0))
        return WORD(0)

    def call_len(self, node: ast.Call) -> Any:
        """How long an array is, or how many rows there are."""
        rows = self.rows(self._only(node))
        return self.array(node.args[0], Use.READ).sizes[0] if rows is None else rows.count

    def call_int(self, node: ast.Call) -> Any:
        """A number, or a bit as one."""
        return self.number(self._only(node))

    def call_bool(self, node: ast.Call) -> Any:
        """Whether a number is not 0."""
        return self.truth(self._only(node))

    def call_min(self, node: ast.Call) -> Any:
        """The least of some numbers."""
        return self._chosen(node, "<")

    def call_max(self, node: ast.Call) -> Any:
        """The greatest of some numbers."""
        return self._chosen(node, ">")

    def _chosen(self, node: ast.Call, sign: str) -> Any:
        if len(node.args) < 2:
            raise self.refused(node, "some numbers are wanted")
        found, *others = [self.number(one) for one in node.args]
        for other in others:
            found = self.write.select(self.write.icmp_signed(sign, other, found), other, found)
        return found

    def call_abs(self, node: ast.Call) -> Any:
        """A number without its sign."""
        value = self.number(self._only(node))
        return self.write.select(self.write.icmp_signed("<", value, WORD(0)), self.write.neg(value), value)

    def call_ones(self, node: ast.Call) -> Any:
        """How many bits are set."""
        return self.write.ctpop(self.number(self._only(node)))

    def call_lowest(self, node: ast.Call) -> Any:
        """The place of the lowest bit that is set; 64 if none is."""
        return self.write.cttz(self.number(self._only(node)), BIT(0))

    def _only(self, node: ast.Call) -> ast.expr:
        if len(node.args) != 1:
            raise self.refused(node, "one argument is wanted")
        return node.args[0]

    def returned(self, node: ast.AST, value: Value, kind: Kind) -> Any:
        """A value as the result of a function."""
        if isinstance(value, ArrayValue | RecordValue | RowsValue):
            raise self.refused(node, "a function returns numbers")
        if isinstance(value, SeveralValues):
            made = ir.Constant(self.function.ftype.return_type, ir.Undefined)
            if len(value.values) != getattr(kind, "count", 0):
                raise self.refused(node, "the function is annotated to return something else")
            for index, one in enumerate(value.values):
                made = self.write.insert_value(made, self.word(one), index)
            return made
        if kind is Scalar.TRUTH:
            return value if value.type == BIT else self.write.icmp_signed("!=", value, WORD(0))
        if kind is not Scalar.NUMBER:
            raise self.refused(node, "the function is annotated to return something else")
        return self.word(value)
