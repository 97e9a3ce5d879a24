"""An expression with the options as they are set: a reader is told what holds at his table, not what else could be."""

import operator
from collections.abc import Callable
from typing import Any

from quepu.rulebook.language import node as n
from quepu.rulebook.language.node import Comparison, Expr, exactly
from quepu.rulebook.language.vocabulary import BOOL
from quepu.rulebook.language.walk import rebuilt
from quepu.rulebook.model.model import Model
from quepu.rulebook.prose.spoken import Spoken, speech_of

_COMPARED: dict[Comparison, Callable[[int, int], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


def decided(model: Model, text: Any) -> bool | None:
    """What the options as they are set make of a condition; nothing if it asks for more than them."""
    if not isinstance(text, str) or "options." not in text:
        return None
    said = speech_of(model).spoken(text)
    return None if said is None else _decided(_Options(model).put_in(said.tree))


def settled(model: Model, text: str) -> str | Spoken:
    """An expression to be told without the options it reads; one that asks for options alone stays as it is."""
    said = speech_of(model).spoken(text) if "options." in text else None
    if said is None:
        return text
    tree = _Options(model).put_in(said.tree)
    return text if _decided(tree) is not None else Spoken(tree, said.text, said.names)


class _Options:
    """Puts in what is chosen, and leaves out what that decides."""

    def __init__(self, model: Model) -> None:
        self.values = {option.slot: option.number for option in model.options}

    def put_in(self, at: Expr) -> Expr:
        """A tree in which no option is asked for; its parts keep their columns."""
        if isinstance(at, n.Slot) and at.place.field == "options":
            return exactly(self.values[at.place.at], at.type, at.span)
        if isinstance(at, n.If):
            test = self.put_in(at.test)
            if _decided(test) is not None:
                return self.put_in(at.yes if _decided(test) else at.no)
        if isinstance(at, n.Defined):       # what it stands for is not told
            given = tuple(map(self.put_in, at.given))
            return n.Defined(at.name, at.body, given, type=at.type, bounds=at.bounds, span=at.span)
        return _left(rebuilt(at, self.put_in))


def _left(at: Expr) -> Expr:
    """What is left to say of a node whose parts are settled."""
    match at:
        case n.Compare(sign=sign, left=n.Number(value=left), right=n.Number(value=right)):
            return _yes_no(_COMPARED[sign](left, right), at)
        case n.Not(of=of):
            known = _decided(of)
            return at if known is None else _yes_no(not known, at)
        case n.And(parts=parts) | n.Or(parts=parts):
            decides = isinstance(at, n.Or)
            if any(_decided(part) is decides for part in parts):
                return _yes_no(decides, at)
            rest = tuple(part for part in parts if _decided(part) is None)
            if not rest:
                return _yes_no(not decides, at)
            return rest[0] if len(rest) == 1 else at if len(rest) == len(parts) else type(at)(rest, span=at.span)
    return at


def _yes_no(known: bool, at: Expr) -> Expr:
    return exactly(int(known), BOOL, at.span)


def _decided(at: Expr) -> bool | None:
    return bool(at.value) if isinstance(at, n.Number) and at.type == BOOL else None
