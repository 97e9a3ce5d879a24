"""An expression with the options as they are set: a reader is told what holds at his table, not what else could be."""

import ast
import operator
from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

from quepu.rulebook.language.checker import python_tree
from quepu.rulebook.model.model import Model

_COMPARED: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge}


def decided(model: Model, text: Any) -> bool | None:
    """What the options as they are set make of a condition; nothing if it asks for more than them."""
    if not isinstance(text, str) or "options." not in text:
        return None
    try:
        return _decided(_put_in(model, text))
    except (SyntaxError, ValueError, RecursionError):
        return None


def settled(model: Model, text: str) -> str:
    """The text of an expression without the options it reads; one that asks for options alone stays as it is."""
    if "options." not in text:
        return text
    try:
        tree = _put_in(model, text)
        return text if _decided(tree) is not None else ast.unparse(tree)
    except (SyntaxError, ValueError, RecursionError):
        return text


def _put_in(model: Model, text: str) -> ast.expr:
    # the tree is shared with whoever reads the same text: a copy is changed
    tree: ast.expr = _Options({option.id: option.value for option in model.options}).visit(deepcopy(python_tree(text)))
    return tree


class _Options(ast.NodeTransformer):
    """Puts in what is chosen, and leaves out what that decides."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = values

    def visit_Attribute(self, at: ast.Attribute) -> ast.expr:
        if isinstance(at.value, ast.Name) and at.value.id == "options" and at.attr in self.values:
            return ast.Constant(self.values[at.attr])
        return self._inside(at)

    def visit_Compare(self, at: ast.Compare) -> ast.expr:
        done = self._inside(at)
        if isinstance(done, ast.Compare) and len(done.ops) == 1:
            left, right, compared = done.left, done.comparators[0], _COMPARED.get(type(done.ops[0]))
            if compared and isinstance(left, ast.Constant) and isinstance(right, ast.Constant) \
                    and type(left.value) is type(right.value):
                return ast.Constant(compared(left.value, right.value))
        return done

    def visit_UnaryOp(self, at: ast.UnaryOp) -> ast.expr:
        done = self._inside(at)
        if isinstance(done, ast.UnaryOp) and isinstance(done.op, ast.Not) and _decided(done.operand) is not None:
            return ast.Constant(not _decided(done.operand))
        return done

    def visit_BoolOp(self, at: ast.BoolOp) -> ast.expr:
        """What is decided goes, or decides all."""
        decides = isinstance(at.op, ast.Or)
        parts = [self.visit(part) for part in at.values]
        if any(_decided(part) is decides for part in parts):
            return ast.Constant(decides)
        left = [part for part in parts if _decided(part) is None]
        return ast.BoolOp(at.op, left) if len(left) > 1 else left[0] if left else ast.Constant(not decides)

    def visit_IfExp(self, at: ast.IfExp) -> ast.expr:
        test = self.visit(at.test)
        if _decided(test) is not None:
            chosen: ast.expr = self.visit(at.body if _decided(test) else at.orelse)
            return chosen
        return ast.IfExp(test, self.visit(at.body), self.visit(at.orelse))

    def _inside(self, at: ast.expr) -> ast.expr:
        done = self.generic_visit(at)
        assert isinstance(done, ast.expr)
        return done


def _decided(at: ast.expr) -> bool | None:
    return at.value if isinstance(at, ast.Constant) and isinstance(at.value, bool) else None
