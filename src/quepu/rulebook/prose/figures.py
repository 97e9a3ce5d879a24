"""What an expression comes to once the options are put in, if it is a figure; and whether a text is a formula."""

import operator
import re
from collections.abc import Callable
from typing import Any

from quepu.rulebook.language import node as n
from quepu.rulebook.language.node import Comparison, Expr, Operator
from quepu.rulebook.language.vocabulary import BOOL, INT
from quepu.rulebook.model.model import Model
from quepu.rulebook.prose.conditions import condition_text
from quepu.rulebook.prose.settled import settled
from quepu.rulebook.prose.spoken import Spoken, speech_of

_RECKONED: dict[Operator, Callable[[int, int], int]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}
_COMPARED: dict[Comparison, Callable[[int, int], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
_CALLED: dict[str, Callable[..., int]] = {"min": min, "max": max}
#: what only a formula has: signs, a letter that stands for something, and the words of calculation
_SIGNS = re.compile(r"[=≠<≤>≥+−×÷“”]|\bmod\b|否则|否則|个数|個數|\belse\b|\bnumber of\b|"
                    r"(?<![\w[(])[a-z](?![\w'])(?<!\ba)")


def figure(model: Model, text: Any) -> int | None:
    """The number that an expression is with the options as they are set; a condition that is decided is 1 or 0."""
    if isinstance(text, int):
        return int(text)
    said = settled(model, str(text))
    if not isinstance(said, Spoken):
        found = speech_of(model).spoken(said)
        if found is None:
            return None
        said = found
    return _worked_out(said.tree, {option.slot: option.number for option in model.options})


def _worked_out(at: Expr, options: dict[int, int]) -> int | None:
    """The number of a tree that reads nothing but options; only what rulebooks write figures with is reckoned."""
    match at:
        case n.Number(value=value) if at.type in (INT, BOOL):
            return value
        case n.Slot(place=place) if place.field == "options":
            return options[place.at]
        case n.Defined(body=body):
            return _worked_out(body, options)
        case n.If(test=test, yes=yes, no=no):
            known = _worked_out(test, options)
            return None if known is None else _worked_out(yes if known else no, options)
        case n.Negative(of=of):
            turned = _worked_out(of, options)
            return None if turned is None else -turned
    parts = [_worked_out(part, options) for part in at.parts]
    values = [value for value in parts if value is not None]
    return _counted(at, values) if parts and len(values) == len(parts) else None


def _counted(at: Expr, values: list[int]) -> int | None:
    match at:
        case n.Arithmetic(sign=sign) if sign in _RECKONED:
            return _RECKONED[sign](*values)
        case n.Compare(sign=compared):
            return int(_COMPARED[compared](*values))
        case n.Call(name=name) if name in _CALLED:
            return _CALLED[name](*values)
    return None


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
