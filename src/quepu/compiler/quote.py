"""Quotation: the syntax trees of generated functions, made from templates with holes.

    expression("f.fan_values[_fan] > _most", fan=3, most=tree)

A template is a constant of this program and is parsed once; a name in it that begins with `_` is a hole.  A hole takes
a whole number or a tree, in a row of things also several trees, and as a statement of its own several statements.  No
text goes into one, so that no word of a rulebook can become part of a program.
"""

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

Hole = int | ast.expr | list[ast.expr] | list[ast.stmt]
Holes = Mapping[str, Hole]
_Filler = Callable[[Holes], Any]


class NotANumberError(TypeError):
    """A value that is no whole number of 64 bits was to become part of a function: a fault of the generator."""

    def __init__(self, value: object) -> None:
        super().__init__(f"no whole number of 64 bits: a value of type {type(value).__name__}")


def number(value: object) -> ast.Constant:
    """A whole number, true or false as a tree; whatever else it is refused."""
    return ast.Constant(whole(value))


def whole(value: object) -> int:
    """A whole number of 64 bits."""
    if not isinstance(value, int) or type(value) not in (int, bool) or not -2**63 <= value < 2**63:
        raise NotANumberError(value)
    return value


def expression(template: str, **holes: Hole) -> ast.expr:
    """A template of an expression with its holes filled."""
    made: ast.expr = _expression(template)(holes)
    return made


def statements(template: str, **holes: Hole) -> list[ast.stmt]:
    """A template of statements with its holes filled."""
    return _filled(_template(template), holes)


def function(name: str, parameters: Iterable[str], body: Sequence[ast.stmt]) -> ast.FunctionDef:
    """A function of numbers; one that says nothing returns 0."""
    arguments = ast.arguments(posonlyargs=[], args=[ast.arg(one) for one in parameters], kwonlyargs=[], kw_defaults=[],
                              defaults=[])
    return ast.FunctionDef(name, arguments, list(body) or statements("return 0"), [], lineno=0)


def named(name: str) -> ast.Name:
    """A variable or function of the generator's own."""
    return ast.Name(name, ast.Load())


def field_of(record: str, name: str) -> ast.Attribute:
    """A field of a record that a function is given."""
    return ast.Attribute(named(record), name, ast.Load())


def both(parts: Sequence[ast.expr]) -> ast.expr:
    """Whether all parts hold, in this order; of none it is true."""
    return _row(ast.And(), parts) if parts else number(True)


def either(parts: Sequence[ast.expr]) -> ast.expr:
    """Whether one of the parts holds, in this order; of none it is false."""
    return _row(ast.Or(), parts) if parts else number(False)


def _row(sign: ast.boolop, parts: Sequence[ast.expr]) -> ast.expr:
    return parts[0] if len(parts) == 1 else ast.BoolOp(sign, list(parts))


def joined(template: str, parts: Sequence[ast.expr]) -> ast.expr:
    """Parts joined two by two from the left: "_left & _right"."""
    whole = parts[0]
    for part in parts[1:]:
        whole = expression(template, left=whole, right=part)
    return whole


# -- templates --
@cache
def _expression(text: str) -> _Filler:
    """What makes the one expression that a template is."""
    match ast.parse(text).body:
        case [ast.Expr(value=node)]:
            return _filler(node) or (lambda holes: node)
    raise ValueError(f"a template that is no expression: {text}")


@cache
def _template(text: str) -> list[_Filler | ast.stmt]:
    """The statements of a template: each as it is, or with what fills its holes."""
    indent = len(text.lstrip("\n")) - len(text.lstrip())
    lines = [line[indent:] for line in text.strip("\n").split("\n")]
    return [_filler(node) or node for node in ast.parse("\n".join(lines)).body]


def _filled(template: list[Any], holes: Holes) -> list[Any]:
    made: list[Any] = []
    for part in template:
        _put(made, part if isinstance(part, ast.AST) else part(holes))
    return made


def _put(into: list[Any], made: Any) -> None:
    """One tree, or several in the place of one."""
    if isinstance(made, ast.AST):
        into.append(made)
    else:
        into.extend(made)


def _filler(node: ast.AST) -> _Filler | None:
    """What makes a part of a template with its holes filled; None if there are none, so that all may share it."""
    for place in ("lineno", "col_offset", "end_lineno", "end_col_offset"):      # of the template: nobody wants it
        vars(node).pop(place, None)
    if isinstance(node, ast.stmt):
        node.lineno = 0                 # nobody is told of line 0
    match node:
        case ast.Name(id=name) if name.startswith("_"):
            return _hole(name[1:], isinstance(node.ctx, ast.Store))
        case ast.Expr(value=ast.Name(id=name)) if name.startswith("_"):
            return _block(name[1:])
    same = [getattr(node, name, None) for name in node._fields]
    changed = [(place, fill) for place, content in enumerate(same) if (fill := _field(content)) is not None]
    return _copier(type(node), same, changed) if changed else None


def _copier(kind: type[ast.AST], same: list[Any], changed: list[tuple[int, _Filler]]) -> _Filler:
    """What makes a node of a kind: some of its fields filled, the others shared."""
    def filled(holes: Holes) -> list[Any]:
        fields = same[:]
        for place, fill in changed:
            fields[place] = fill(holes)
        return fields

    if issubclass(kind, ast.stmt):
        return lambda holes: kind(*filled(holes), lineno=0)
    return lambda holes: kind(*filled(holes))


def _field(content: Any) -> _Filler | None:
    if isinstance(content, ast.AST):
        return _filler(content)
    if not isinstance(content, list):
        return None
    parts: list[Any] = [_filler(part) or part if isinstance(part, ast.AST) else part for part in content]
    if not any(callable(part) for part in parts):
        return None
    if len(parts) == 1:
        (only,) = parts
        return lambda holes: made if type(made := only(holes)) is list else [made]
    return lambda holes: _filled(parts, holes)


def _hole(name: str, is_set: bool) -> _Filler:
    def fill(holes: Holes) -> Any:
        given = holes[name]
        if isinstance(given, ast.expr):
            return given
        return given if type(given) is list else number(given)

    def fill_place(holes: Holes) -> ast.expr:
        given = holes[name]
        if not isinstance(given, ast.Name):
            raise TypeError(f"only a variable can be set: _{name}")
        return ast.Name(given.id, ast.Store())
    return fill_place if is_set else fill


def _block(name: str) -> _Filler:
    """A hole that stands as a statement: an expression or several statements."""
    def fill(holes: Holes) -> Any:
        given = holes[name]
        if type(given) is list:
            return given or [ast.Pass()]
        return ast.Expr(lineno=0, value=given if isinstance(given, ast.expr) else number(given))
    return fill


def quoted(tree: ast.AST, names: Iterable[str]) -> _Filler:
    """A tree of this program's own as a template: these names in it are its holes."""
    wanted = frozenset(names)

    def with_holes(node: ast.AST) -> ast.AST:
        if isinstance(node, ast.Name):
            return ast.Name(f"_{node.id}" if node.id in wanted else node.id, node.ctx)
        return type(node)(*[[with_holes(part) for part in content] if isinstance(content, list) else
                            with_holes(content) if isinstance(content, ast.AST) else content
                            for content in (getattr(node, field) for field in node._fields)])
    opened = with_holes(tree)
    return _filler(opened) or (lambda holes: opened)


# -- the same tree --
def key_of(trees: Iterable[ast.AST]) -> tuple[str, ...]:
    """Words that are the same for the same trees, and for no others; each name in them is a word."""
    words: list[str] = []
    for tree in trees:
        _write_key(tree, words)
    return tuple(words)


def _write_key(node: Any, words: list[str]) -> None:
    kind = type(node)
    if kind is ast.Name:
        words.append(node.id)
    elif kind is ast.Constant:
        words.append(repr(node.value))
    elif kind is ast.BinOp:             # most of what there is
        words.append(type(node.op).__name__)
        _write_key(node.left, words)
        _write_key(node.right, words)
    elif kind is ast.Attribute:
        words.append(f".{node.attr}")
        _write_key(node.value, words)
    elif kind is ast.Subscript:
        words.append("[")
        _write_key(node.value, words)
        _write_key(node.slice, words)
    else:
        words.append(kind.__name__)
        for field in _FIELDS.get(kind, kind._fields):
            content = getattr(node, field)
            if type(content) is list:
                for part in content:
                    _write_key(part, words)
                words.append("]")
            elif isinstance(content, ast.AST):
                _write_key(content, words)
            else:
                words.append(str(content))


#: whether a place is read or set follows from where it stands
_FIELDS: dict[type[ast.AST], tuple[str, ...]] = {
    ast.FunctionDef: ("name", "args", "body"), ast.arguments: ("args",),
    ast.arg: ("arg",), ast.Assign: ("targets", "value"), ast.For: ("target", "iter", "body"),
    ast.While: ("test", "body"), ast.Call: ("func", "args"), ast.Tuple: ("elts",)}
