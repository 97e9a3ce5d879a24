"""Types of expressions: a node as the type that is needed, two nodes as one type, a fault where that fails."""

import ast
from abc import ABC, abstractmethod

from quepu.faults import Fault
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.language.masks import mask_of, tile_of
from quepu.rulebook.language.names import CHOICE, Budget, Names, VariableWord, is_off, suggestion
from quepu.rulebook.language.node import (
    Arithmetic,
    Call,
    Checked,
    Expr,
    Loop,
    Negative,
    Number,
    Span,
    Spot,
    Text,
    exactly,
)
from quepu.rulebook.language.ranges import TYPE_RANGES
from quepu.rulebook.language.vocabulary import BOOL, INT, NUMBERS, PAIR, ROW, SEAT, SET, SHAPE, SUIT, TEXT, TILE, TILES

LARGEST = 2**46         # no value may grow past this
NO_SHAPE = 99           # what a shape that is switched off is known as: no reading has it
MOST_TURNED = 32        # lots of turned tiles: `limits`

_TYPES = (INT, BOOL, TILE, TILES, SUIT, SET, PAIR, v.MELD, SEAT, SHAPE, ROW, TEXT)


class Typed(ABC):
    """Holds the faults of one expression while its nodes are made."""

    def __init__(self, names: Names, level: str, variables: dict[str, str]) -> None:
        self.names, self.level = names, level
        self.variables = {name: VariableWord(name, kind, *TYPE_RANGES[kind], True) for name, kind in variables.items()}
        self.faults: list[Spot] = []
        self.depth = 0
        self.loops = 0
        self.bound: dict[str, Expr] = {}        # arguments of a define, as nodes of the caller
        self.expanding: list[str] = []
        self.nodes = Budget()                   # of this expression; shared with the defines it uses

    @abstractmethod
    def check(self, at: ast.expr) -> Expr:
        """The checked node of a part of the text."""

    def fault(self, at: ast.AST | Span | Expr, text: Fault, advice: Fault | None = None, kind: str = INT) -> Expr:
        """A node to go on with, after noting a fault."""
        span = self.span(at)
        self.faults.append(Spot(span.start, span.end, text, advice))
        return Number(type=kind, span=span)

    def span(self, at: ast.AST | Span | Expr) -> Span:
        """The columns of a part of the text."""
        if isinstance(at, Span):
            return at
        if isinstance(at, Checked):
            return at.span
        return Span(getattr(at, "col_offset", 0), getattr(at, "end_col_offset", 0) or 0)

    def bounded(self, node: Negative | Arithmetic | Call | Loop) -> Expr:
        """A node whose value is reckoned, or a fault if it can grow too large."""
        if max(abs(node.low), abs(node.high)) > LARGEST:
            return self.fault(node, Fault("expr.grows"), Fault("expr.bound"))
        return node

    def want(self, node: Expr, kind: str) -> Expr:
        """The node as the type asked for; text becomes a tile, seat, suit ... where one is expected."""
        if node.type == kind or (kind in NUMBERS and node.type in NUMBERS):
            return node
        if isinstance(node, Text):
            return self.coerce(node, kind)
        return self.fault(node, Fault("expr.wrong_type", given=article(node.type), needed=article(kind)))

    def coerce(self, node: Text, kind: str) -> Expr:
        """A text as the tile, seat, suit ... it names."""
        text = node.value
        value: int | None = None
        if kind == TILE:
            value = tile_of(text)
        elif kind == TILES:
            value = mask_of(text)
        elif kind == SUIT:
            value = {"m": 0, "p": 1, "s": 2}.get(text)
        elif kind == SEAT:
            value = {"E": 0, "S": 1, "W": 2, "N": 3}.get(text)
        elif kind == SHAPE:
            value = self.names.shapes.get(text, NO_SHAPE if is_off(self.names, "shape", text) else None)
        elif kind.startswith(CHOICE):
            option = self.names.options.get(kind[len(CHOICE):])
            choices = option.choices if option is not None else ()
            value = choices.index(text) if text in choices else None
        if value is None:
            return self.fault(node, Fault("expr.not_kind", text=text, kind=article(kind)), self._way(text, kind), kind)
        return Number(value, type=kind, bounds=(value, value) if kind != TILES else (0, 0), span=node.span)

    def _way(self, text: str, kind: str) -> Fault:
        """How a text of a type is written; looking for what is near takes long, so only where it is wrong."""
        if kind in _WRITTEN:
            return Fault(f"expr.written_{kind}")
        if kind == SHAPE:
            return suggestion(text, self.names.shapes) or Fault("expr.shapes", known=self.names.shapes)
        option = self.names.options.get(kind.removeprefix(CHOICE))
        return Fault("expr.choices", known=option.choices if option is not None else ())

    def same(self, left: Expr, right: Expr) -> tuple[Expr, Expr]:
        """Both sides with one type, text taking the type of the other side."""
        if isinstance(left, Text) and right.type != TEXT:
            return self.coerce(left, right.type), right
        if isinstance(right, Text) and left.type != TEXT:
            return left, self.coerce(right, left.type)
        if left.type == right.type == TEXT:
            self.fault(right, Fault("expr.texts"), Fault("expr.one_word"))
            return left, right
        if ROW in (left.type, right.type):
            self.fault(right, Fault("expr.rows"), Fault("expr.rows_amount"))
            return left, right
        if left.type == right.type or (left.type in NUMBERS and right.type in NUMBERS):
            return left, right
        self.fault(right, Fault("expr.compared", left=article(left.type), right=article(right.type)))
        return left, right

    def alike(self, nodes: tuple[Expr, ...]) -> tuple[str, tuple[Expr, ...]]:
        """Values that stand beside each other with one type: texts take the type of the others, yes counts 1."""
        types = [node.type for node in nodes if node.type != TEXT]
        if not types:
            self.fault(nodes[0], Fault("expr.texts_alone"), Fault("expr.texts_word"))
            return INT, tuple(Number(span=node.span) for node in nodes)
        kind = INT if INT in types and types[0] in NUMBERS else types[0]
        return kind, tuple(self.want(node, kind) for node in nodes)

    def level_of(self, at: ast.AST, word: v.Word) -> None:
        """Note a fault if a word is not known yet where it stands."""
        if word.level not in v.SEES[self.level]:
            self.fault(at, Fault("expr.not_yet", name=word.name),
                       Fault("expr.belongs", level=Fault(f"level.{word.level}"), here=Fault(f"level.{self.level}")))

    def word_arguments(self, at: ast.Call, word: v.Word) -> tuple[Expr, ...] | None:
        """The arguments of a word that reads a list of the table, or None after telling what is wrong with them."""
        least = len(word.args) if word.least < 0 else word.least
        if not least <= len(at.args) <= len(word.args):
            self.fault(at, Fault("expr.argument_count", name=word.name, needed=len(word.args), count=len(at.args)))
            return None
        args = [self.want(self.check(arg), kind) for arg, kind in zip(at.args, word.args, strict=False)]
        if word.name == "turned":
            lot = args[0].value if isinstance(args[0], Text) else ""
            room = len(self.names.turned) < MOST_TURNED and is_off(self.names, "turned", lot)
            if not isinstance(args[0], Text) or (lot not in self.names.turned and not room):
                self.fault(at.args[0], Fault("expr.no_lot", lot=lot),
                           suggestion(lot, self.names.turned) or Fault("expr.declare_lot"))
                return None
            number = len(self.names.turned) if room else self.names.turned.index(lot)    # no tile is of that lot
            args[0] = exactly(number, span=args[0].span)
        return tuple(args)


_WRITTEN = (TILE, TILES, SUIT, SEAT)


def article(kind: str) -> Fault:
    """A type as a sentence names it."""
    return Fault(f"type.{kind}") if kind in _TYPES else Fault("type.choice", option=kind[len(CHOICE):])


#: parts of Python that are signs, and parts that have words
_SIGNS = {"Div": "/", "Pow": "**", "LShift": "<<", "RShift": ">>", "BitAnd": "&", "BitOr": "|", "BitXor": "^",
          "NamedExpr": ":=", "Starred": "*", "Is": "is", "IsNot": "is not", "Invert": "~"}
_PARTS = ("Lambda", "ListComp", "SetComp", "DictComp", "GeneratorExp", "JoinedStr", "Dict", "Set", "Tuple")


def spoken(at: ast.AST) -> str:
    """A part of Python as a sentence names it."""
    name = type(at).__name__
    if name in _SIGNS:
        return Fault("python.sign", sign=_SIGNS[name])
    return Fault(f"python.{name}") if name in _PARTS else name.lower()
