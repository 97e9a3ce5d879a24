"""Checks of a loop that are made once before it: then it is code without branches, which is done several at a time."""

import ast
from collections.abc import Iterator
from typing import NamedTuple


class Hoisted(NamedTuple):
    """An index of every round of a loop: its counter and a constant, or something that stays the same."""

    node: ast.Subscript
    array: str
    axis: int
    fixed: ast.expr                     # what does not depend on the counter: the constant, or the whole index
    by_counter: bool


def hoisted(loop: ast.For) -> list[Hoisted]:
    """The indexes that each round of a loop over a range uses for certain, and that can be told before it.

    Only of loops whose body is assignments one after the other: then a breach in any round is one for certain, and it
    makes no difference to be told of it before the first.  Arrays are variables that the loop does not change.
    """
    if not isinstance(loop.target, ast.Name) or not all(isinstance(one, ast.Assign | ast.AugAssign)
                                                        for one in loop.body):
        return []
    parts = [part for one in loop.body for part in ast.walk(one)]
    if any(isinstance(part, ast.IfExp | ast.BoolOp | ast.Call | ast.NamedExpr) for part in parts):
        return []
    counter = loop.target.id
    changed = {part.id for part in parts if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    if counter in changed:
        return []
    return [found for part in parts if isinstance(part, ast.Subscript) and isinstance(part.value, ast.Name)
            and part.value.id not in changed for found in _indexes(part, part.value.id, counter, changed)]


def _indexes(node: ast.Subscript, array: str, counter: str, changed: set[str]) -> Iterator[Hoisted]:
    given = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    for axis, index in enumerate(given):
        match index:
            case ast.Name(id=name) if name == counter:
                yield Hoisted(node, array, axis, ast.Constant(0), True)
            case ast.BinOp(left=left, op=ast.Add(), right=ast.Name(id=name)) if name == counter:
                if _is_constant(left):
                    yield Hoisted(node, array, axis, left, True)
            case ast.Name(id=name) if name not in changed:
                yield Hoisted(node, array, axis, index, False)


def _is_constant(node: ast.expr) -> bool:
    """Whether an expression may be a constant: a number or a name, perhaps of a module."""
    return isinstance(node, ast.Constant | ast.Name) or (
        isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name))
