"""Generated functions as plain Python: each part of a tree becomes a closure, and Python is handed no program to run.

The subset is closed: numbers, variables, lists read or set by a place, fields of the frame, `if`, `while`, `for` over a
range or some values, calls by name.  Whatever else stands in a tree is refused before anything runs.  A number here is
as large as it wants to be until it is put into the frame; the compiler's have 64 bits.
"""

import ast
import operator
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Any

from quepu.compiler.trees import Trees
from quepu.engine.layout.frame import Frame

Values = list[Any]                      # the variables of one call, by their place
Run = Callable[[Values], Any]

_BUILTINS: dict[str, Callable[..., Any]] = {"min": min, "max": max, "abs": abs, "int": int}
_CALCULATED: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod, ast.LShift: operator.lshift, ast.RShift: operator.rshift, ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_, ast.BitXor: operator.xor}
_COMPARED: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge}
_TURNED: dict[type[ast.unaryop], Callable[[Any], Any]] = {
    ast.Not: operator.not_, ast.USub: operator.neg, ast.Invert: operator.invert}
#: the fields of the frame and of its rows
_FIELDS = frozenset((*Frame.FIELDS, *(name for one in Frame.FIELDS.values() if one.row for name in one.row.FIELDS)))
_RETURNED, _BROKEN = "returned", "broken"       # how a block ends early


class NotPlainError(TypeError):
    """A generated function holds what the generator never makes: a fault of the generator."""

    def __init__(self, node: ast.AST) -> None:
        super().__init__(f"not run: {type(node).__name__} in a generated function")


def run_plain(trees: Trees, helpers: Mapping[str, Any], entries: Iterable[str]) -> dict[str, Callable[..., int]]:
    """The functions that are asked for; `helpers` are the functions and numbers that they may name."""
    known: dict[str, Any] = {**helpers, **_BUILTINS, **trees.constants}
    if len(known) < len(helpers) + len(_BUILTINS) + len(trees.constants):
        raise ValueError("a constant hides what is given")
    for node in trees.functions:        # each stands after those it calls
        if node.name in known or node.name == "range":
            raise NotPlainError(node)
        known[node.name] = _Function(node, known).made()
    return {entry: known[entry] for entry in entries}


class _Function:
    """One function in the making."""

    def __init__(self, node: ast.FunctionDef, known: Mapping[str, Any]) -> None:
        arguments = node.args
        if (node.decorator_list or node.returns or arguments.posonlyargs or arguments.vararg or arguments.kwonlyargs
                or arguments.kwarg or arguments.defaults or any(one.annotation for one in arguments.args)):
            raise NotPlainError(node)
        self.node, self.known = node, known
        self.places = {one.arg: place for place, one in enumerate(arguments.args)}
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                self.places.setdefault(part.id, len(self.places))
        if not self.places.keys().isdisjoint((*known, "range")):
            raise NotPlainError(node)

    def made(self) -> Callable[..., int]:
        """The function; one that comes to its end returns 0."""
        taken, others = len(self.node.args.args), [0] * (len(self.places) + 1)      # what is returned stands behind all
        body, last = self.block(self.node.body), len(self.places)
        name = self.node.name

        def call(*given: Any) -> int:
            if len(given) != taken:
                raise TypeError(f"{name} takes {taken} arguments")
            values = [*given, *others[taken:]]
            body(values)
            found: int = values[last]
            return found
        return call

    # -- statements --
    def block(self, nodes: list[ast.stmt]) -> Run:
        """Statements one after the other, up to the first that leaves."""
        runs = [self.statement(node) for node in nodes]
        if len(runs) == 1:
            return runs[0]

        def run(values: Values) -> str | None:
            for one in runs:
                left: str | None = one(values)
                if left is not None:
                    return left
            return None
        return run

    def statement(self, node: ast.stmt) -> Run:
        """What a statement does; it says how it leaves, if it does."""
        match node:
            case ast.Return(value=ast.expr() as value):
                return self._return(self.value(value))
            case ast.Assign(targets=[target], value=value):
                return self._put(target, self.value(value))
            case ast.AugAssign(target=target, op=sign, value=value) if type(sign) in _CALCULATED:
                return self._change(target, _CALCULATED[type(sign)], self.value(value))
            case ast.If(test=test, body=body, orelse=orelse):
                return self._if(self.value(test), self.block(body), self.block(orelse) if orelse else None)
            case ast.While(test=test, body=body, orelse=[]):
                return self._while(self.value(test), self.block(body))
            case ast.For(target=ast.Name(id=name), iter=source, body=body, orelse=[]):
                return self._for(self.places[name], self.source(source), self.block(body))
            case ast.Expr(value=ast.Call() as value):
                return self._done(self.value(value))
            case ast.Break():
                return lambda values: _BROKEN
            case ast.Pass():
                return lambda values: None
        raise NotPlainError(node)

    def _return(self, value: Run) -> Run:
        last = len(self.places)

        def run(values: Values) -> str:
            values[last] = value(values)
            return _RETURNED
        return run

    def _done(self, value: Run) -> Run:
        def run(values: Values) -> None:
            value(values)
        return run

    def _put(self, target: ast.expr, value: Run) -> Run:
        match target:
            case ast.Name(id=name):
                variable = self.places[name]

                def put(values: Values) -> None:
                    values[variable] = value(values)
                return put
            case ast.Attribute(value=of, attr=field) if field in _FIELDS:
                record = self.value(of)

                def put_field(values: Values) -> None:
                    number = value(values)
                    setattr(record(values), field, number)
                return put_field
            case ast.Subscript(value=ast.Name() | ast.Attribute() as of, slice=index):
                listed, place = self.value(of), self._place(index)

                def put_into(values: Values) -> None:
                    number = value(values)
                    listed(values)[place(values)] = number
                return put_into
        raise NotPlainError(target)

    def _change(self, target: ast.expr, sign: Callable[[Any, Any], Any], value: Run) -> Run:
        match target:
            case ast.Name(id=name):
                variable = self.places[name]

                def change(values: Values) -> None:
                    values[variable] = sign(values[variable], value(values))
                return change
            case ast.Attribute(value=of, attr=field) if field in _FIELDS:
                of_record = self.value(of)

                def change_field(values: Values) -> None:
                    record = of_record(values)
                    setattr(record, field, sign(getattr(record, field), value(values)))
                return change_field
            case ast.Subscript(value=ast.Name() | ast.Attribute() as of, slice=index):
                listed, where = self.value(of), self._place(index)

                def change_in(values: Values) -> None:
                    numbers, place = listed(values), where(values)
                    numbers[place] = sign(numbers[place], value(values))
                return change_in
        raise NotPlainError(target)

    def _if(self, test: Run, yes: Run, no: Run | None) -> Run:
        if no is None:
            return lambda values: yes(values) if test(values) else None
        return lambda values: yes(values) if test(values) else no(values)

    def _while(self, test: Run, body: Run) -> Run:
        def run(values: Values) -> str | None:
            while test(values):
                left = body(values)
                if left is not None:
                    return None if left is _BROKEN else left
            return None
        return run

    def _for(self, variable: int, source: Callable[[Values], Iterable[int]], body: Run) -> Run:
        def run(values: Values) -> str | None:
            for element in source(values):
                values[variable] = element
                left = body(values)
                if left is not None:
                    return None if left is _BROKEN else left
            return None
        return run

    def source(self, node: ast.expr) -> Callable[[Values], Iterable[int]]:
        """What a loop runs over."""
        match node:
            case ast.Call(func=ast.Name(id="range"), args=arguments, keywords=[]) if 1 <= len(arguments) <= 3:
                given = [self.value(one) for one in arguments]
                return lambda values: range(*[one(values) for one in given])
            case ast.Tuple(elts=[_first, *_rest] as listed):
                each = [self.value(one) for one in listed]
                return lambda values: [one(values) for one in each]
        raise NotPlainError(node)

    # -- expressions --
    def value(self, node: ast.expr) -> Run:
        """What an expression comes to."""
        match node:
            case ast.Constant(value=bool() | int()):
                return self._constant(node.value)
            case ast.Name(id=name):
                return self._name(node, name)
            case ast.Subscript(value=ast.Name() | ast.Attribute() as of, slice=index):
                return self._read(self.value(of), self._place(index))
            case ast.Attribute(value=ast.Name() | ast.Subscript() as of, attr=name) if name in _FIELDS:
                return self._field(attrgetter(name), self.value(of))
            case ast.Compare(left=left, ops=signs, comparators=others) if all(type(one) in _COMPARED for one in signs):
                return self._compare([self.value(one) for one in (left, *others)],
                                     [_COMPARED[type(one)] for one in signs])
            case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _CALCULATED:
                return self._calculate(_CALCULATED[type(sign)], self.value(left), self.value(right))
            case ast.UnaryOp(op=turn, operand=operand) if type(turn) in _TURNED:
                return self._turn(_TURNED[type(turn)], self.value(operand))
            case ast.BoolOp(op=joint, values=parts):
                return self._decide([self.value(part) for part in parts], isinstance(joint, ast.Or))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self._choose(self.value(test), self.value(body), self.value(orelse))
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if callable(self.known.get(name)):
                return self._call(self.known[name], [self.value(one) for one in arguments])
        raise NotPlainError(node)

    def _place(self, node: ast.expr) -> Run:
        """A place of a list, or of a grid."""
        if not isinstance(node, ast.Tuple):
            return self.value(node)
        row, column = map(self.value, node.elts)
        return lambda values: (row(values), column(values))

    def _field(self, read: Callable[[Any], Any], of: Run) -> Run:
        return lambda values: read(of(values))

    def _constant(self, number: Any) -> Run:
        return lambda values: number

    def _name(self, node: ast.Name, name: str) -> Run:
        if name in self.places:
            place = self.places[name]
            return lambda values: values[place]
        meant = self.known.get(name)
        if not isinstance(meant, int | tuple):
            raise NotPlainError(node)
        return lambda values: meant

    def _read(self, listed: Run, place: Run) -> Run:
        return lambda values: listed(values)[place(values)]

    def _compare(self, sides: list[Run], signs: list[Callable[[Any, Any], bool]]) -> Run:
        if len(sides) == 2:
            (left, right), (sign,) = sides, signs
            return lambda values: sign(left(values), right(values))

        def run(values: Values) -> bool:
            found = [side(values) for side in sides]
            return all(map(lambda sign, a, b: sign(a, b), signs, found, found[1:]))
        return run

    def _calculate(self, sign: Callable[[Any, Any], Any], left: Run, right: Run) -> Run:
        return lambda values: sign(left(values), right(values))

    def _turn(self, turn: Callable[[Any], Any], value: Run) -> Run:
        return lambda values: turn(value(values))

    def _decide(self, parts: list[Run], stops_at: bool) -> Run:
        def run(values: Values) -> Any:
            found: Any = 0
            for part in parts:
                found = part(values)
                if bool(found) is stops_at:
                    break
            return found
        return run

    def _choose(self, test: Run, yes: Run, no: Run) -> Run:
        return lambda values: yes(values) if test(values) else no(values)

    def _call(self, function: Callable[..., Any], given: list[Run]) -> Run:
        if len(given) == 1:
            one = given[0]
            return lambda values: function(one(values))
        if len(given) == 2:
            first, second = given
            return lambda values: function(first(values), second(values))
        return lambda values: function(*[one(values) for one in given])
