"""An expression as it is told: the tree that is checked and run, with the text that its columns point to.

A tree knows numbers: which fan, which slot.  What they are called is read where the node stands in the text, or looked
up in what the rulebook declares; what is switched off is known here too, for it may be spoken of.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise
from typing import NamedTuple, assert_never

from quepu.rulebook.file.schema import SECTIONS
from quepu.rulebook.language import node as n
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.language.checker import LONGEST, Checker, python_tree
from quepu.rulebook.language.events import EVENTS
from quepu.rulebook.language.names import CHOICE, Budget, Names, VariableWord
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.ranges import TYPE_RANGES
from quepu.rulebook.model.model import Model

#: what places of expressions give; whoever tells of one need not know its place
_GIVEN = {"a": v.TILE, "b": v.TILE, "c": v.TILE, "other": v.SEAT} | {
    name: kind for variables in (*(section.variables for section in SECTIONS.values()),
                                 *(event.variables for event in EVENTS.values()))
    for name, kind in variables.items() if name not in v.FACTS}
_MOST_KEPT = 2000
_MASKS = ("waits_of", "wins_of")        # lists of masks: `ready` and `could_win` ask whether one is empty


class Form(Enum):
    """How a part of an expression is written, as far as it is told otherwise."""

    NAME = "a word or a name of the rulebook"
    VALUE = "a number, a tile, a seat"
    OPTION = "an option"
    JOINED = "and, or"
    DENIED = "not"
    CHOICE = "one or the other"
    SUM = "reckoned"
    NEGATIVE = "less than nothing"
    COMPARED = "compared, or among some"
    PROPERTY = "what is said of a tile, a set"
    KEPT = "a memory of a seat"
    CALL = "with arguments"
    LOOP = "over something"


class Compared(NamedTuple):
    """Values beside each other with the signs between them; of the last sign, `in`, also a list of its own."""

    values: tuple[Expr, ...]
    signs: tuple[str, ...]
    listed: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Spoken:
    """An expression and its text."""

    tree: Expr
    text: bytes
    names: Names

    def written(self, node: Expr) -> str:
        """The text of a part."""
        return self.text[node.start:node.end].decode()

    def name(self, node: Expr) -> str:
        """The one name that a part is written as; empty if it is more, or a number."""
        if isinstance(node, n.Variable):
            return variable_of(node.name)
        text = self.written(node)
        return text if text.isidentifier() and text not in ("True", "False") else ""

    def literal(self, node: Expr) -> str | None:
        """What stands in quotation marks; None if nothing does."""
        if isinstance(node, n.Text):
            return node.value
        if not isinstance(node, n.Number) or node.type == v.BOOL:
            return None
        text = self.written(node)
        option = self.names.options.get(text.partition("options.")[2].strip())
        if option is not None:          # as it is set
            return option.choices[node.value] if node.type.startswith(CHOICE) else None
        return text[1:-1] if text[:1] in ("'", '"') else None

    def called(self, node: Expr) -> str:
        """The name before the brackets of a call."""
        return self.written(node).partition("(")[0].strip()

    def memory(self, node: Expr) -> str:
        """The name of a memory before the seats it is of."""
        return self.written(node).partition("[")[0].strip()

    def said_of(self, node: Expr) -> tuple[str, Expr] | None:
        """What is said of something, and of what; None if nothing is."""
        match node:
            case n.Property(name=name, of=of):
                return name, of
            case n.Table(of=of):        # the tile beside it, or its number
                return self.written(node).rpartition(".")[2].strip(), of
        return None

    def option(self, node: Expr) -> str:
        """The id of the option that a part is; empty if it is none."""
        is_option = isinstance(node, n.Slot) and node.place.field == "options"
        return self.written(node).partition(".")[2].strip() if is_option else ""

    def compared(self, node: Expr) -> Compared | None:
        """What is compared; a chain of signs and a list to choose from are written out in the tree."""
        match node:
            case n.Compare(sign=sign, left=left, right=right):
                return None if self.name(node) or _is_mask(left) else Compared((left, right), (sign,))
            case n.Among(tile=tile, kinds=kinds):
                return Compared((tile, kinds), ("in",))
            case n.Not(of=of) if of.span == node.span:
                inside = self.compared(of)
                return inside and inside._replace(signs=("not in",))
            case n.Or(parts=parts) if not self.name(node):
                return _listed(node, parts)
            case n.And(parts=parts) if not self.name(node):
                return self._chain(parts)
        return None

    def _chain(self, parts: tuple[Expr, ...]) -> Compared | None:
        """`2 <= rank <= 8`: each value but the first and the last stands in two comparisons."""
        links = [self.compared(part) for part in parts if isinstance(part, n.Compare | n.Among)]
        known = [link for link in links if link is not None]
        if len(known) < len(parts) or any(one.values[-1].span != after.values[0].span
                                          for one, after in pairwise(known)):
            return None
        return Compared((known[0].values[0], *(link.values[-1] for link in known)),
                        tuple(link.signs[0] for link in known))

    def form(self, node: Expr) -> Form:
        """How a part is written."""
        if self.name(node):
            return Form.NAME
        match node:
            case n.Number() | n.Text():
                return Form.VALUE
            case n.Variable() | n.Waits() | n.Flag() | n.Told():
                return Form.NAME
            case n.Slot():
                return Form.OPTION if self.option(node) else Form.NAME
            case n.And() | n.Or():
                return Form.JOINED if self.compared(node) is None else Form.COMPARED
            case n.Not():
                return Form.DENIED if self.compared(node) is None else Form.COMPARED
            case n.Compare():
                return Form.CALL if _is_mask(node.left) else Form.COMPARED
            case n.Among():
                return Form.COMPARED
            case n.If():
                return Form.CHOICE
            case n.Arithmetic():
                return Form.SUM
            case n.Negative():
                return Form.NEGATIVE
            case n.Property() | n.Table():
                return Form.PROPERTY
            case n.At(place=place):
                return Form.KEPT if place.field == "memory" else Form.CALL
            case n.Loop():
                return Form.LOOP
            case n.Has() | n.Times() | n.AnyFan() | n.Grid() | n.Paid() | n.Call() | n.Defined():
                return Form.CALL
            case _:
                assert_never(node)

    def arguments(self, node: Expr) -> tuple[Expr, ...]:
        """What a call is given."""
        match node:
            case n.Defined(given=given):
                return given
            case n.Compare(left=left):
                return left.parts
        return node.parts


def _is_mask(node: Expr) -> bool:
    return isinstance(node, n.At) and node.place.field in _MASKS


def _listed(node: Expr, parts: tuple[Expr, ...]) -> Compared | None:
    """`x in (a, b)`: whether it is one of them, each asked in the same columns."""
    equal = [part for part in parts if isinstance(part, n.Compare) and part.span == node.span]
    if len(equal) < len(parts):
        return None
    return Compared((equal[0].left, node), ("in",), tuple(part.right for part in equal))


def variable_of(name: str) -> str:
    """A variable as it is written: in a tree each loop has its own."""
    return name.partition(".")[0]


def told_parts(node: Expr) -> Iterator[Expr]:
    """A part and all that is written in it: of a define what it is given, not what it stands for."""
    yield node
    for part in node.given if isinstance(node, n.Defined) else node.parts:
        yield from told_parts(part)


def mentions(node: Expr, name: str) -> bool:
    """Whether a part speaks of this variable."""
    return any(isinstance(part, n.Variable) and variable_of(part.name) == name for part in told_parts(node))


def number_in(node: Expr) -> int | None:
    """The number that a part is, if it is nothing else."""
    return node.value if isinstance(node, n.Number) and node.type == v.INT else None


class Speech:
    """The expressions of one rulebook as they are told; each is read once."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._names = _declared(model)
        self._kept: dict[tuple[str, tuple[tuple[str, str], ...]], Spoken | None] = {}

    def spoken(self, text: str, variables: Mapping[str, str] | None = None) -> Spoken | None:
        """An expression to be told; None if it is none, or speaks of what nobody has declared."""
        key = text.strip(), tuple((variables or {}).items())
        if key not in self._kept:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[key] = None if len(text) > LONGEST else self._read(*key)
        return self._kept[key]

    def _read(self, text: str, variables: tuple[tuple[str, str], ...]) -> Spoken | None:
        names = replace(self._names, budget=Budget())
        checker = Checker(names, v.ANYWHERE, {**_GIVEN, **dict(variables)})
        for name, kind in next((define.args for define in names.defines.values() if define.text.strip() == text), ()):
            low, high = TYPE_RANGES[kind] if kind in TYPE_RANGES and kind != v.INT else (0, 1)     # it has no bounds
            checker.variables[name] = VariableWord(name, kind, low, high, True)
        try:
            tree = checker.check(python_tree(text))
        except (SyntaxError, RecursionError, MemoryError, ValueError):
            return None
        return None if checker.faults else Spoken(tree, text.encode(), names)


_last: list[Speech] = []                # of the rulebook that was told of last: a page tells in three languages


def speech_of(model: Model) -> Speech:
    """The expressions of a rulebook as they are told."""
    speech = next((one for one in _last if one.model is model), None)
    if speech is None:
        _last[:] = [speech := Speech(model)]
    return speech


def _declared(model: Model) -> Names:
    """The names of a rulebook, those that are switched off too: each is known by a number of its own.

    A tag is known as if it were a fan, after those.
    """
    words, said = model.words, model.said
    fans = {fan.id: number for number, fan in enumerate(said.fans.all)}
    tags = [*words.tags, *words.off.get("tag", ())]
    return replace(
        words, fans=fans | {_tagged(tag): len(fans) + number for number, tag in enumerate(tags)},
        tags={tag: (_tagged(tag),) for tag in tags},
        shapes={**words.shapes, **dict.fromkeys(words.off.get("shape", ()), -1)},
        tallies={**words.tallies, **dict.fromkeys(words.off.get("tally", ()), -1)},
        turned=(*words.turned, *words.off.get("turned", ())), off={})


def _tagged(tag: str) -> str:
    return f"tag {tag}"
