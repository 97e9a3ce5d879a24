"""What an expression comes to once the options are put in, if it is a figure; and whether a text is a formula."""

import ast
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

from quepu.rulebook.language.checker import python_tree
from quepu.rulebook.model.model import Model
from quepu.rulebook.prose.conditions import condition_text
from quepu.rulebook.prose.settled import settled

_COUNTED: dict[type[ast.AST], Callable[[int, int], int]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Eq: operator.eq, ast.NotEq: operator.ne,
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge}
_CALLED: Mapping[str, Callable[..., int]] = {"min": min, "max": max}
#: what only a formula has: signs, a letter that stands for something, and the words of calculation
_SIGNS = re.compile(r"[=≠<≤>≥+−×÷“”]|\bmod\b|否则|否則|个数|個數|\belse\b|\bnumber of\b|"
                    r"(?<![\w[(])[a-z](?![\w'])(?<!\ba)")


def figure(model: Model, text: Any) -> int | None:
    """The number that an expression is with the options as they are set; a condition that is decided is 1 or 0."""
    if isinstance(text, int):
        return int(text)
    try:
        tree = python_tree(settled(model, str(text)))
        return _worked_out(tree, {option.id: option.value for option in model.options})
    except (SyntaxError, ValueError, RecursionError):
        return None


def _worked_out(at: ast.expr, options: Mapping[str, Any]) -> int | None:
    if isinstance(at, ast.Constant):
        return int(at.value) if isinstance(at.value, int) else None
    if isinstance(at, ast.Attribute) and isinstance(at.value, ast.Name) and at.value.id == "options":
        value = options.get(at.attr)
        return int(value) if isinstance(value, int) else None
    if isinstance(at, ast.IfExp):
        test = _worked_out(at.test, options)
        return None if test is None else _worked_out(at.body if test else at.orelse, options)
    parts, count = _parts(at)
    found = [_worked_out(part, options) for part in parts]
    values = [value for value in found if value is not None]
    return count(*values) if count is not None and len(values) == len(found) else None


def _parts(at: ast.expr) -> tuple[list[ast.expr], Callable[..., int] | None]:
    """What an expression is made of, and what it makes of it."""
    if isinstance(at, ast.BinOp):
        return [at.left, at.right], _COUNTED.get(type(at.op))
    if isinstance(at, ast.Compare) and len(at.ops) == 1:
        return [at.left, *at.comparators], _COUNTED.get(type(at.ops[0]))
    if isinstance(at, ast.Call) and isinstance(at.func, ast.Name) and at.args:
        return at.args, _CALLED.get(at.func.id)
    return [], None


def spoken(model: Model, text: Any, lang: str, formula: bool = False) -> str:
    """An expression as a reader is told it: its figure, or its words; empty if only a formula says it."""
    count = figure(model, text)
    if count is not None:
        return str(count)
    told = condition_text(model, settled(model, str(text)), lang)
    return "" if is_formula(told) and not formula else told


def is_formula(text: str) -> bool:
    """Whether a text made from an expression is one that nobody would say."""
    return bool(_SIGNS.search(text))
