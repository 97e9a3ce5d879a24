"""Places of memory: variables, places of arrays, fields of records; and constants, which are no places."""

import ast
import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir

from quepu.compiler.breach import Breach
from quepu.compiler.scope import Scope
from quepu.compiler.source import meaning_of
from quepu.compiler.values import (
    LEAST,
    MOST,
    POINTER,
    WORD,
    ArrayValue,
    Place,
    RecordValue,
    RowsValue,
    Use,
    Value,
    constant,
)
from quepu.engine.layout.array import Array
from quepu.engine.layout.field import Field, Form
from quepu.engine.layout.record import Layout

_BYTE = ir.IntType(8)
_FOLDED: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_, ast.BitXor: operator.xor, ast.LShift: operator.lshift, ast.RShift: operator.rshift}


class Places(Scope):
    """Where things are kept."""

    def constant_of(self, node: ast.expr) -> int | None:
        """The number that an expression of numbers and constants is; None if it depends on more."""
        match node:
            case ast.Constant(value=int(number)):
                return int(number)
            case ast.Name(id=name) if not self.is_variable(name):
                found = meaning_of(self.definition, name)
                return int(found) if isinstance(found, int) else None
            case ast.Attribute():
                found = self._meaning_of(node)
                return int(found) if isinstance(found, int) else None
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                turned = self.constant_of(operand)
                return None if turned is None else -turned
            case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _FOLDED:
                a = self.constant_of(left)
                b = None if a is None else self.constant_of(right)
                if a is None or b is None or (isinstance(sign, ast.LShift | ast.RShift) and not 0 <= b < 64):
                    return None
                found = _FOLDED[type(sign)](a, b)
                return found if LEAST <= found <= MOST else None
        return None

    def _meaning_of(self, node: ast.expr) -> Any:
        """What a name, or a name in a namespace, stands for outside the function; None if unknown."""
        match node:
            case ast.Name(id=name) if not self.is_variable(name):
                return meaning_of(self.definition, name)
            case ast.Attribute(value=value, attr=name):
                return getattr(self._meaning_of(value), name, None)
        return None

    def is_variable(self, name: str) -> bool:
        """Whether a name is a variable of the function."""
        return name in self.numbers or name in self.arrays or name in self.records

    def record(self, node: ast.expr) -> RecordValue:
        """An expression that is a record or a row."""
        if isinstance(node, ast.Name) and node.id in self.records:
            return self.get_record(node.id)
        found = self.value(node) if isinstance(node, ast.Attribute | ast.Subscript | ast.Call) else None
        if not isinstance(found, RecordValue):
            raise self.refused(node, "this is no record")
        return found

    def array(self, node: ast.expr, use: Use = Use.HANDED) -> ArrayValue:
        """An expression that is an array."""
        if isinstance(node, ast.Name) and node.id in self.arrays:
            return self.get_array(node.id)
        if isinstance(node, ast.Name) and not self.is_variable(node.id):
            listed = meaning_of(self.definition, node.id)
            if isinstance(listed, tuple) and listed:
                return self.unit.listed(tuple(listed))
        found: Value = None
        if isinstance(node, ast.Attribute):
            found = self.of_attribute(node, use)
        elif isinstance(node, ast.Call | ast.Tuple):
            found = self.value(node)
        if not isinstance(found, ArrayValue):
            raise self.refused(node, "this is no array")
        return found

    def field(self, node: ast.Attribute, use: Use) -> tuple[RecordValue, Field]:
        """The record and the field that an attribute names."""
        record = self.record(node.value)
        found = record.kind.FIELDS.get(node.attr)
        if found is None:
            raise self.refused(node, f"{record.kind.__name__} has no field {node.attr}")
        is_array = found.row is None and found.form in (Form.ARRAY, Form.LISTED)
        self.unit.uses.add((record.kind, node.attr, use if is_array or use is Use.WRITTEN else Use.READ))
        return record, found

    def of_attribute(self, node: ast.Attribute, use: Use = Use.HANDED) -> Value:
        """A field of a record: its number, its array or rows, what it points to."""
        record, field = self.field(node, use)
        if field.form is Form.NUMBER:
            return self.load(self._number(record, field))
        if field.form is Form.RECORD:
            return RecordValue(field.target, self._target(node, record, field, field.target.SIZE))
        if field.form is Form.OUTSIDE:
            sizes = tuple(self._hidden(record, field, 1 + axis) for axis in range(field.hidden - 1))
            return self.array_at(field.target, self._target(node, record, field, 0), sizes)
        start: Any = WORD(field.offset)
        sizes = tuple(WORD(length) for length in field.shape)
        if field.is_listed:
            start, sizes = self._hidden(record, field, 0), (self._hidden(record, field, 1),)
        pointer = self.write.gep(record.pointer, [start], inbounds=True, source_etype=_BYTE)
        if field.row is not None:
            return RowsValue(field.row, pointer, sizes[0])
        kind = Array(field.bits, field.signed, len(sizes), fixed=field.fixed,
                     name=f"{record.kind.__name__}.{field.name}")
        return ArrayValue(kind, pointer, sizes)

    def _number(self, record: RecordValue, field: Field) -> Place:
        pointer = self.write.gep(record.pointer, [WORD(field.offset)], inbounds=True, source_etype=_BYTE)
        return Place(pointer, field.bits, field.signed, field.fixed, f"{record.kind.__name__}.{field.name}")

    def _hidden(self, record: RecordValue, field: Field, place: int) -> Any:
        """A word that says where a field stands or how long it is; no kernel changes it."""
        pointer = self.write.gep(record.pointer, [WORD(field.offset + 8 * place)], inbounds=True, source_etype=_BYTE)
        return self.load(Place(pointer, fixed=True))

    def _target(self, node: ast.AST, record: RecordValue, field: Field, size: int) -> Any:
        """What a field points to; that it is there was looked at when the record was handed over."""
        if field.optional:
            self.require(node, Breach.ADDRESS, self.write.icmp_signed("!=", self._hidden(record, field, 0), WORD(0)))
        pointer = self.write.gep(record.pointer, [WORD(field.offset)], inbounds=True, source_etype=_BYTE)
        found = self.write.load(pointer, typ=POINTER)
        self.unit.describe_address(found, 0 if field.optional else size)
        return found

    def is_missing(self, node: ast.Attribute, missing: bool) -> Any:
        """Whether an address is missing, or whether it is not."""
        record, field = self.field(node, Use.READ)
        if not field.optional:
            raise self.refused(node, "this is never missing")
        return self.write.icmp_signed("==" if missing else "!=", self._hidden(record, field, 0), WORD(0))

    def rows(self, node: ast.expr) -> RowsValue | None:
        """The rows of a field; None if it has none."""
        if not isinstance(node, ast.Attribute) or self.constant_of(node) is not None:
            return None
        if isinstance(node.value, ast.Name) and node.value.id in self.arrays:
            return None
        kind = self._kind_of(node.value)
        field = kind.FIELDS.get(node.attr) if kind is not None else None
        if field is None or field.row is None:
            return None
        found: RowsValue = self.of_attribute(node)
        return found

    def _kind_of(self, node: ast.expr) -> Layout | None:
        """The class of a record, found without code being written; None if it is none."""
        match node:
            case ast.Name(id=name):
                return self.records[name].kind if name in self.records else None
            case ast.Attribute(value=value, attr=name):
                kind = self._kind_of(value)
                field = kind.FIELDS.get(name) if kind is not None else None
                return field.target if field is not None and field.form is Form.RECORD else None
            case ast.Subscript(value=ast.Attribute(value=value, attr=name)):
                kind = self._kind_of(value)
                field = kind.FIELDS.get(name) if kind is not None else None
                return field.row if field is not None else None
        return None

    def row(self, node: ast.AST, rows: RowsValue, place: Any) -> RecordValue:
        """One of some rows."""
        self.require_index(node, place, rows.count)
        return self.row_at(rows, place)

    def row_at(self, rows: RowsValue, place: Any) -> RecordValue:
        """One of some rows, at a place that is there."""
        offset = self.write.mul(place, WORD(rows.kind.SIZE))
        return RecordValue(rows.kind, self.write.gep(rows.pointer, [offset], inbounds=True, source_etype=_BYTE))

    def place(self, node: ast.expr) -> Place:
        """Where a number is kept."""
        if isinstance(node, ast.Name):
            if node.id in self.arrays or node.id in self.records:
                raise self.refused(node, f"{node.id} is no number")
            return Place(self.variable(node.id))
        if isinstance(node, ast.Attribute):
            record, field = self.field(node, Use.WRITTEN)
            if field.form is not Form.NUMBER:
                raise self.refused(node, "this field is no single number")
            return self._number(record, field)
        if isinstance(node, ast.Subscript):
            given = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            use = Use.WRITTEN if isinstance(node.ctx, ast.Store) else Use.READ
            return self.cell(node, self.array(node.value, use), [self.number(one) for one in given])
        raise self.refused(node, "nothing can be kept here")

    def cell(self, node: ast.AST, array: ArrayValue, indexes: list[Any]) -> Place:
        """A place of an array."""
        if len(indexes) != array.kind.rank:
            raise self.refused(node, f"an array of {array.kind.rank} dimensions has as many indexes")
        for axis, (index, size) in enumerate(zip(indexes, array.sizes, strict=True)):
            if (id(node), axis) not in self.asked:
                self.require_index(node, index, size)
        return self.cell_at(array, *indexes)

    def cell_at(self, array: ArrayValue, *indexes: Any) -> Place:
        """A place of an array that is there."""
        place = indexes[0]
        for index, size in zip(indexes[1:], array.sizes[1:], strict=True):
            place = self.write.add(self.write.mul(place, size), index)
        pointer = self.write.gep(array.pointer, [place], inbounds=True, source_etype=ir.IntType(array.kind.bits))
        word = constant(indexes[0]) if array.kind.rank == 1 and array.is_whole else None
        fixed = array.kind.fixed or word in array.kind.kept
        return Place(pointer, array.kind.bits, array.kind.signed, fixed, array.kind.name, word)
