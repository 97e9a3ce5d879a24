"""Expressions: what they come to, as a word or as a bit where something is true or not."""

import ast
from typing import Any

from quepu.compiler.breach import Breach
from quepu.compiler.places import Places
from quepu.compiler.source import Scalar
from quepu.compiler.values import (
    BIT,
    LEAST,
    MOST,
    WORD,
    ArrayValue,
    Callee,
    RecordValue,
    RowsValue,
    SeveralValues,
    Value,
    constant,
)

_SIGNS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_BITWISE = {ast.BitAnd: "and_", ast.BitOr: "or_", ast.BitXor: "xor"}
_PLAIN = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul"}
_SHIFTS = {ast.LShift: "shl", ast.RShift: "ashr"}
_WORD_BITS = 64


class Expressions(Places):
    """What expressions come to."""

    def value(self, node: ast.expr) -> Value:
        """What an expression comes to."""
        number = self.constant_of(node)
        if number is not None:
            if not LEAST <= number <= MOST:
                raise self.refused(node, "a number has 64 bits")
            is_truth = isinstance(node, ast.Constant) and isinstance(node.value, bool)
            return BIT(number) if is_truth else WORD(number)
        writer = getattr(self, f"of_{type(node).__name__.lower()}", None)
        if writer is None:
            raise self.refused(node, "this is not compiled")
        return writer(node)

    def truth(self, node: ast.expr) -> Any:
        """What an expression comes to, as a bit."""
        if isinstance(node, ast.BoolOp):
            return self._decided(node)
        value = self.value(node)
        if getattr(value, "type", None) == BIT:
            return value
        if getattr(value, "type", None) != WORD:
            raise self.refused(node, "this is neither true nor false")
        return self.write.icmp_signed("!=", value, WORD(0))

    def of_name(self, node: ast.Name) -> Value:
        """A variable or an array that is handed on."""
        if node.id in self.records:
            return self.get_record(node.id)
        if node.id in self.arrays:
            return self.get_array(node.id)
        if node.id not in self.numbers:
            raise self.refused(node, f"{node.id} is not known here")
        return self.load(self.place(node))

    def of_subscript(self, node: ast.Subscript) -> Value:
        """A number of an array, a row, or how long an array is."""
        match node.value:
            case ast.Attribute(value=ast.Name() as name, attr="shape") if name.id in self.arrays:
                axis, sizes = self.constant_of(node.slice), self.get_array(name.id).sizes
                if axis is None or not 0 <= axis < len(sizes):
                    raise self.refused(node, "the array has no such dimension")
                return sizes[axis]
            case ast.Attribute() as field if (rows := self.rows(field)) is not None:
                return self.row(node, rows, self.number(node.slice))
        return self.load(self.place(node))

    def of_tuple(self, node: ast.Tuple) -> Value:
        """Several values."""
        return SeveralValues(tuple(self.value(one) for one in node.elts))

    def of_compare(self, node: ast.Compare) -> Any:
        """A comparison; of several in a row each must hold."""
        if isinstance(node.ops[0], ast.In | ast.NotIn):
            return self._is_in(node)
        match node:
            case ast.Compare(left=ast.Attribute() as field, ops=[ast.Is() | ast.IsNot()],
                             comparators=[ast.Constant(value=None)]):
                return self.is_missing(field, isinstance(node.ops[0], ast.Is))
        values = [self.number(one) for one in (node.left, *node.comparators)]
        found = None
        for sign, left, right in zip(node.ops, values, values[1:], strict=False):
            if type(sign) not in _SIGNS:
                raise self.refused(node, "this comparison is not compiled")
            holds = self.write.icmp_signed(_SIGNS[type(sign)], left, right)
            found = holds if found is None else self.write.and_(found, holds)
        return found

    def _is_in(self, node: ast.Compare) -> Any:
        if len(node.ops) != 1 or not isinstance(node.comparators[0], ast.Tuple):
            raise self.refused(node, "`in` asks for one of some numbers in brackets")
        value, found = self.number(node.left), BIT(0)
        for one in node.comparators[0].elts:
            found = self.write.or_(found, self.write.icmp_signed("==", value, self.number(one)))
        return self.write.not_(found) if isinstance(node.ops[0], ast.NotIn) else found

    def of_boolop(self, node: ast.BoolOp) -> Any:
        """`and`, `or`: the last value looked at, as Python has it; what comes after the decision is not evaluated."""
        if all(self._is_truth(one) for one in node.values):
            return self._decided(node)
        after, ways = self.block(), []
        for one in node.values[:-1]:
            value, further = self.number(one), self.block()
            ways.append((value, self.write.block))
            holds = self.write.icmp_signed("!=", value, WORD(0))
            self.write.cbranch(holds, *((after, further) if isinstance(node.op, ast.Or) else (further, after)))
            self.write.position_at_end(further)
        ways.append((self.number(node.values[-1]), self.write.block))
        self.write.branch(after)
        return self.met(after, WORD, ways)

    def _is_truth(self, node: ast.expr) -> bool:
        """Whether an expression is true or false and nothing else."""
        match node:
            case ast.Compare() | ast.UnaryOp(op=ast.Not()) | ast.Constant(value=bool()):
                return True
            case ast.BoolOp(values=values):
                return all(self._is_truth(one) for one in values)
            case ast.Call(func=ast.Name(id=name)):
                called = self.unit.functions.get(name)
                return name == "bool" or (isinstance(called, Callee) and called.definition.result is Scalar.TRUTH)
        return False

    def _decided(self, node: ast.BoolOp) -> Any:
        """`and`, `or`, as a bit."""
        after, ways = self.block(), []
        decided = BIT(int(isinstance(node.op, ast.Or)))
        for one in node.values[:-1]:
            truth, further = self.truth(one), self.block()
            ways.append((decided, self.write.block))
            self.write.cbranch(truth, *((after, further) if isinstance(node.op, ast.Or) else (further, after)))
            self.write.position_at_end(further)
        ways.append((self.truth(node.values[-1]), self.write.block))
        self.write.branch(after)
        return self.met(after, BIT, ways)

    def of_ifexp(self, node: ast.IfExp) -> Value:
        """One value or the other; the other is not evaluated."""
        truth = self.truth(node.test)
        after, starts = self.block(), [self.block(), self.block()]
        self.write.cbranch(truth, *starts)
        ways: list[tuple[tuple[Any, ...], Any]] = []
        for start, one in zip(starts, (node.body, node.orelse), strict=True):
            self.write.position_at_end(start)
            value = self.value(one)
            if isinstance(value, ArrayValue | RecordValue | RowsValue):
                raise self.refused(node, "an array is not chosen so")
            values = value.values if isinstance(value, SeveralValues) else (value,)
            ways.append((tuple(self.word(one) for one in values), self.write.block))
            self.write.branch(after)
        if len(ways[0][0]) != len(ways[1][0]):
            raise self.refused(node, "both ways must have as many values")
        self.write.position_at_end(after)
        found = tuple(self.met(after, WORD, [(values[index], before) for values, before in ways])
                      for index in range(len(ways[0][0])))
        return found[0] if len(found) == 1 else SeveralValues(found)

    def of_unaryop(self, node: ast.UnaryOp) -> Any:
        """`not`, minus, all bits turned."""
        if isinstance(node.op, ast.Not):
            return self.write.not_(self.truth(node.operand))
        value = self.number(node.operand)
        if isinstance(node.op, ast.USub):
            return self.write.neg(value)
        if isinstance(node.op, ast.Invert):
            return self.write.not_(value)
        raise self.refused(node, "this sign is not compiled")

    def of_binop(self, node: ast.BinOp) -> Any:
        """A calculation with two values."""
        return self.calculated(node, node.op, self.value(node.left), self.value(node.right))

    def calculated(self, node: ast.AST, sign: ast.operator, left: Value, right: Value) -> Any:
        """What a calculation comes to."""
        if {getattr(left, "type", None), getattr(right, "type", None)} - {WORD, BIT}:
            raise self.refused(node, "this is a calculation with something that is no number")
        if type(sign) in _BITWISE:
            if left.type != right.type:
                left, right = self.word(left), self.word(right)
            return getattr(self.write, _BITWISE[type(sign)])(left, right)
        left, right = self.word(left), self.word(right)
        if type(sign) in _PLAIN:
            return getattr(self.write, _PLAIN[type(sign)])(left, right)
        if type(sign) in _SHIFTS:
            self._require_shift(node, right)
            return getattr(self.write, _SHIFTS[type(sign)])(left, right)
        if isinstance(sign, ast.FloorDiv | ast.Mod):
            return self._divided(node, left, right)[isinstance(sign, ast.Mod)]
        raise self.refused(node, "this sign is not compiled")

    def _require_shift(self, node: ast.AST, amount: Any) -> None:
        known = constant(amount)
        if known is None:
            self.require(node, Breach.SHIFT, self.write.icmp_unsigned("<", amount, WORD(_WORD_BITS)))
        elif not 0 <= known < _WORD_BITS:
            raise self.refused(node, "a number has 64 bits")

    def _divided(self, node: ast.AST, left: Any, right: Any) -> tuple[Any, Any]:
        """Quotient and rest as Python has them: rounded down."""
        write, known = self.write, constant(right)
        if known == 0:
            raise self.refused(node, "a division by 0")
        divisor, is_zero = right, None
        if known is None:
            if self.unit.checked:
                self.require(node, Breach.DIVISION, write.icmp_signed("!=", right, WORD(0)))
            else:
                is_zero = write.icmp_signed("==", right, WORD(0))
                divisor = write.select(is_zero, WORD(1), right)
            # the one quotient that has no room: the machine would stop there
            has_none = write.and_(write.icmp_signed("==", left, WORD(LEAST)), write.icmp_signed("==", right, WORD(-1)))
            divisor = write.select(has_none, WORD(1), divisor)
        quotient, rest = write.sdiv(left, divisor), write.srem(left, divisor)
        is_low = write.and_(write.icmp_signed("!=", rest, WORD(0)),
                            write.icmp_signed("<", write.xor(rest, divisor), WORD(0)))
        quotient = write.sub(quotient, write.zext(is_low, WORD))
        rest = write.add(rest, write.select(is_low, divisor, WORD(0)))
        if is_zero is None:
            return quotient, rest
        return write.select(is_zero, WORD(0), quotient), write.select(is_zero, WORD(0), rest)
