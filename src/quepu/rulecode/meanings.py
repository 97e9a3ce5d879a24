"""Operations and sources as templates, made from their source.

Of an operation the tests are left out that its arguments pass for certain; of a source what it yields is an element,
and the body of the loop stands where it yields.
"""

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from quepu.compiler.quote import Holes, both, number, quoted
from quepu.compiler.source import source_of

Range = tuple[int, int]
_HOLDS: dict[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Eq: operator.eq,
    ast.NotEq: operator.ne}
_TURNED: dict[type[ast.cmpop], ast.cmpop] = {ast.Lt: ast.Gt(), ast.LtE: ast.GtE(), ast.Gt: ast.Lt(),
                                             ast.GtE: ast.LtE(), ast.Eq: ast.Eq(), ast.NotEq: ast.NotEq()}


@dataclass(frozen=True, slots=True)
class Meaning:
    """The parameters of a meaning, those that a test in it asks about, and what it returns."""

    name: str
    parameters: tuple[str, ...]
    tested: tuple[str, ...]
    result: ast.expr


@dataclass(frozen=True, slots=True)
class Template:
    """What fills in the arguments of a meaning, and how often each stands in it."""

    fill: Callable[[Holes], ast.expr]
    uses: Mapping[str, int]


@cache
def meaning_of(function: Callable[..., Any]) -> Meaning:
    """What a function of one `return` says; the names of numbers that it knows are put in."""
    node = source_of(function)
    last = node.body[-1]
    if len(node.body) > 2 or not isinstance(last, ast.Return) or last.value is None or node.args.vararg is not None:
        raise TypeError(f"{node.name}: a meaning is one `return`")
    parameters = tuple(one.arg for one in node.args.args)
    tests = [part.test for part in ast.walk(last) if isinstance(part, ast.IfExp)] + [
        one for part in ast.walk(last) if isinstance(part, ast.BoolOp) for one in part.values]
    asked = {part.id for test in tests for part in ast.walk(test) if isinstance(part, ast.Name)}
    return Meaning(node.name, parameters, tuple(name for name in parameters if name in asked),
                   _put_in(last.value, function.__globals__))


def template_of(function: Callable[..., Any], ranges: Mapping[str, Range]) -> Template:
    """A meaning for arguments that lie in these ranges."""
    asked = meaning_of(function).tested
    return _template(function, tuple((name, ranges[name]) for name in asked if name in ranges))


@lru_cache(maxsize=2000)
def _template(function: Callable[..., Any], ranges: tuple[tuple[str, Range], ...]) -> Template:
    meaning = meaning_of(function)
    result = _simpler(meaning.result, dict(ranges))
    names = [part.id for part in ast.walk(result) if isinstance(part, ast.Name)]
    return Template(quoted(result, meaning.parameters), {name: names.count(name) for name in meaning.parameters})


@cache
def loop_of(function: Callable[..., Any]) -> tuple[tuple[str, ...], Callable[[Holes], list[ast.stmt]]]:
    """The parameters of a source, and its loop: `each` is an element, `body` what is done with it."""
    node = source_of(function)
    parameters = tuple(one.arg for one in node.args.args)
    block = [_put_in(line, function.__globals__) for line in node.body[1:]]
    yielded = {part.value.id for line in block for part in ast.walk(line)
               if isinstance(part, ast.Yield) and isinstance(part.value, ast.Name)}
    whole = ast.Module([one for line in block for one in _with_body(line)], [])
    renamed = _renamed(whole, dict.fromkeys(yielded, "each"))
    fill = quoted(renamed, ("each", "body"))
    return parameters, lambda holes: fill(holes).body


def _with_body(line: ast.stmt) -> list[ast.stmt]:
    """A statement with the element and the body of the loop where it yields."""
    body = ast.Expr(ast.Name("body", ast.Load()))
    match line:
        case ast.Expr(value=ast.YieldFrom(value=every)):
            return [ast.For(ast.Name("each", ast.Store()), every, [body], [], lineno=0)]
        case ast.Expr(value=ast.Yield(value=ast.Name())):
            return [body]
        case ast.Expr(value=ast.Yield(value=ast.expr() as element)):
            return [ast.Assign([ast.Name("each", ast.Store())], element, lineno=0), body]
        case ast.For() | ast.While() | ast.If():
            line.body = [one for part in line.body for one in _with_body(part)]
    return [line]


def _renamed(node: Any, names: Mapping[str, str]) -> Any:
    if isinstance(node, ast.Name):
        return ast.Name(names.get(node.id, node.id.lstrip("_")), node.ctx)
    return _rebuilt(node, lambda part: _renamed(part, names))


def _put_in(node: Any, known: Mapping[str, Any]) -> Any:
    """A tree with numbers in the place of the names of constants: NAME or Codes.NAME."""
    match node:
        case ast.Name(id=name) if type(known.get(name)) is int:
            return number(known[name])
        case ast.Attribute(value=ast.Name(id=codes), attr=name) if codes in known:
            return number(int(getattr(known[codes], name)))
        case ast.Name():
            return node
    return _rebuilt(node, lambda part: _put_in(part, known))


def _rebuilt(node: Any, change: Callable[[Any], Any]) -> Any:
    """A node with its parts changed."""
    fields = []
    for name in node._fields:
        content = getattr(node, name)
        if isinstance(content, list):
            content = [change(part) if isinstance(part, ast.AST) else part for part in content]
        fields.append(change(content) if isinstance(content, ast.expr) else content)
    return type(node)(*fields)


# -- what is known beforehand --
def _simpler(node: Any, ranges: Mapping[str, Range]) -> Any:
    """A tree without tests that are decided, and without the branches that are then never taken."""
    node = _rebuilt(node, lambda part: _simpler(part, ranges))
    match node:
        case ast.Compare():
            return _left_to_test(node, ranges)
        case ast.IfExp(test=ast.Constant(value=holds), body=body, orelse=orelse):
            return body if holds else orelse
        case ast.BoolOp(op=ast.And(), values=parts):
            if any(isinstance(part, ast.Constant) and part.value is False for part in parts):
                return number(False)
            return both([part for part in parts if not (isinstance(part, ast.Constant) and part.value is True)])
    return node


def _left_to_test(node: ast.Compare, ranges: Mapping[str, Range]) -> ast.expr:
    """What of a comparison does not follow from the ranges."""
    sides = [node.left, *node.comparators]
    decided = [(_decided(_range(a, ranges), sign, _range(b, ranges)), a, sign, b)
               for a, sign, b in zip(sides, node.ops, sides[1:], strict=False)]
    if any(holds is False for holds, *_rest in decided):
        return number(False)
    left = [(a, sign, b) for holds, a, sign, b in decided if holds is None]
    if len(left) == len(node.ops):
        return node
    tests: list[ast.expr] = [ast.Compare(b, [_TURNED[type(sign)]], [a]) if _is_one_number(a, ranges)
                             else ast.Compare(a, [sign], [b]) for a, sign, b in left]
    return both(tests)


def _decided(first: Range | None, sign: ast.cmpop, second: Range | None) -> bool | None:
    """Whether a comparison holds wherever in its range each side lies; None if that depends on it."""
    if first is None or second is None or type(sign) not in _HOLDS:
        return None
    holds = _HOLDS[type(sign)]
    if isinstance(sign, ast.Eq | ast.NotEq):
        if first[0] == first[1] and first == second:
            return holds(first[0], second[0])
        apart = first[1] < second[0] or second[1] < first[0]
        return isinstance(sign, ast.NotEq) if apart else None
    ends = {holds(x, y) for x in first for y in second}
    return ends.pop() if len(ends) == 1 else None


def _range(node: ast.expr, ranges: Mapping[str, Range]) -> Range | None:
    match node:
        case ast.Constant(value=int(value)):
            return value, value
        case ast.Name(id=name):
            return ranges.get(name)
    return None


def _is_one_number(node: ast.expr, ranges: Mapping[str, Range]) -> bool:
    found = _range(node, ranges)
    return found is not None and found[0] == found[1]
