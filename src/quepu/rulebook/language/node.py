"""The checked tree of an expression: one small class a kind of node, and a sealed union of them all.

An analysis is a `match` over `Expr` that ends in `assert_never`, so that the type checker says when a kind was
forgotten.  Whoever only looks for something in a tree goes through `parts_of`; whoever changes one, through `rebuilt`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar, Literal, NamedTuple, TypeGuard

from quepu.engine.layout.frame import Place
from quepu.faults import Fault
from quepu.rulebook.language.sealed import Value, sealed
from quepu.rulebook.language.vocabulary import BOOL, INT, TEXT

Range = tuple[int, int]
Comparison = Literal["==", "!=", "<", "<=", ">", ">="]
Operator = Literal["+", "-", "*", "//", "%"]
Quantifier = Literal["all", "any", "count", "sum", "max", "min"]
YES_NO: Range = (0, 1)


class Span(NamedTuple):
    """The columns of a part of the text, for errors and for explaining."""

    start: int = 0
    end: int = 0


NOWHERE = Span()


@sealed
class Checked(Value):
    """What every node knows: its type, between which numbers its value lies, and where it stands."""

    type: str = field(default=INT, kw_only=True)
    bounds: Range = field(default=YES_NO, kw_only=True)
    span: Span = field(default=NOWHERE, kw_only=True)

    def __hash__(self) -> int:
        return hash((type(self).__name__, self.type, self.bounds, self.span))

    @property
    def low(self) -> int:
        """The least that its value can be."""
        return self.bounds[0]

    @property
    def high(self) -> int:
        """The most that its value can be."""
        return self.bounds[1]

    @property
    def start(self) -> int:
        """The first column of its text."""
        return self.span.start

    @property
    def end(self) -> int:
        """The column after its text."""
        return self.span.end


@sealed
class Leaf(Checked):
    """A node without parts."""

    parts: ClassVar[tuple["Expr", ...]] = ()


# -- what is written there --
@sealed
class Number(Leaf):
    """A constant: a number, yes or no, a tile or tiles, a seat, a suit, a shape, a choice of an option."""

    value: int = 0


@sealed
class Text(Leaf):
    """A text whose meaning is decided where it stands."""

    value: str
    type: str = field(default=TEXT, kw_only=True)


@sealed
class Variable(Leaf):
    """A variable: of a loop, of a pick, or what the place of the expression gives."""

    name: str


# -- what is read --
@sealed
class Slot(Leaf):
    """A number of the frame."""

    place: Place


@sealed
class Waits(Leaf):
    """How many kinds a hand waits for, counted only where it is asked for."""

    place: Place


@sealed
class Flag(Leaf):
    """A circumstance of the win, as it stands after corrections."""

    bit: int
    type: str = field(default=BOOL, kw_only=True)


@sealed
class Told(Leaf):
    """A circumstance of the win as it was told, in the correction of that flag."""

    bit: int
    type: str = field(default=BOOL, kw_only=True)


@sealed
class Has(Leaf):
    """Whether a fan is earned or counts."""

    fan: int
    type: str = field(default=BOOL, kw_only=True)


@sealed
class Times(Leaf):
    """How often a fan is earned or counts."""

    fan: int


@sealed
class AnyFan(Leaf):
    """Whether one of some fans is earned or counts."""

    fans: tuple[int, ...]
    type: str = field(default=BOOL, kw_only=True)


@sealed
class At(Checked):
    """A number of a list of the frame by a seat, a tile or (dice) a number; of a memory of pairs by two seats."""

    place: Place
    indexes: tuple["Expr", ...]

    @property
    def parts(self) -> tuple["Expr", ...]:
        """The nodes it is made of."""
        return self.indexes


@sealed
class Grid(Checked):
    """A number of a list of the frame by a seat and a tile."""

    place: Place
    row: "Expr"
    column: "Expr"

    @property
    def parts(self) -> tuple["Expr", ...]:
        """The nodes it is made of."""
        return self.row, self.column


@sealed
class Paid(Checked):
    """What earlier rows of a tag moved from one seat to another, less what they moved back."""

    tag: str
    payer: "Expr"
    receiver: "Expr"

    @property
    def parts(self) -> tuple["Expr", ...]:
        """The nodes it is made of."""
        return self.payer, self.receiver


# -- what is worked out --
@sealed
class Negative(Checked):
    """A number with the other sign."""

    of: "Expr"

    @property
    def parts(self) -> tuple["Expr", ...]:
        """The nodes it is made of."""
        return (self.of,)


@sealed
class Arithmetic(Checked):
    """Two numbers reckoned together; of a seat's wind, a tile and how far it is from it."""

    sign: Operator
    left: "Expr"
    right: "Expr"

    @property
    def parts(self) -> tuple["Expr", ...]:
        """The nodes it is made of."""
        return self.left, self.right


@sealed
class Compare(Checked):
    """Two values compared."""

    sign: Comparison
    left: "Expr"
    right: "Expr"
    type: str = field(default=BOOL, kw_only=True)

    @property
    def parts(self) -> tuple["Expr", ...]:
        """The nodes it is made of."""
        return self.left, self.right


@sealed
class Among(Checked):
    """Whether a tile is among some kinds."""

    tile: "Expr"
    kinds: "Expr"
    type: str = field(default=BOOL, kw_only=True)

    @property
    def parts(self) -> tuple["Expr", ...]:
        """The nodes it is made of."""
        return self.tile, self.kinds


@sealed
class Table(Checked):
    """A number for the kind of a tile, out of a list that the rulebook gives."""

    numbers: tuple[int, ...]
    of: "Expr"

    @property
    def parts(self) -> tuple["Expr", ...]:
        """The nodes it is made of."""
        return (self.of,)


@sealed
class Property(Checked):
    """What is said of a tile, a set, a pair, a meld, a seat or a row."""

    name: str
    of: "Expr"

    @property
    def parts(self) -> tuple["Expr", ...]:
        """The nodes it is made of."""
        return (self.of,)


@sealed
class Call(Checked):
    """A function of the language with its arguments."""

    name: str
    args: tuple["Expr", ...]

    @property
    def parts(self) -> tuple["Expr", ...]:
        """The nodes it is made of."""
        return self.args


# -- forms --
@sealed
class And(Checked):
    """Whether all parts hold."""

    parts: tuple["Expr", ...]
    type: str = field(default=BOOL, kw_only=True)


@sealed
class Or(Checked):
    """Whether one part holds."""

    parts: tuple["Expr", ...]
    type: str = field(default=BOOL, kw_only=True)


@sealed
class Not(Checked):
    """Whether something does not hold."""

    of: "Expr"
    type: str = field(default=BOOL, kw_only=True)

    @property
    def parts(self) -> tuple["Expr", ...]:
        """The nodes it is made of."""
        return (self.of,)


@sealed
class If(Checked):
    """One value or another."""

    test: "Expr"
    yes: "Expr"
    no: "Expr"

    @property
    def parts(self) -> tuple["Expr", ...]:
        """The nodes it is made of."""
        return self.test, self.yes, self.no


@sealed
class Defined(Checked):
    """A define of the rulebook, written out; its columns are those where it is used.

    What it is given stands in its body; as such it is kept for those who tell of the expression, and is no part.
    """

    name: str
    body: "Expr"
    given: tuple["Expr", ...] = ()

    @property
    def parts(self) -> tuple["Expr", ...]:
        """The nodes it is made of."""
        return (self.body,)


@sealed
class Loop(Checked):
    """`all`, `any`, `count`, `sum`, `max` or `min` over a source, which may have arguments."""

    quantifier: Quantifier
    variable: str
    source: str
    body: "Expr"
    condition: "Expr"
    given: tuple["Expr", ...] = ()

    @property
    def parts(self) -> tuple["Expr", ...]:
        """The nodes it is made of."""
        return self.body, self.condition, *self.given


#: every kind of node there is
Expr = (Number | Text | Variable | Slot | Waits | Flag | Told | Has | Times | AnyFan | At | Grid | Paid | Negative
        | Arithmetic | Compare | Among | Table | Property | Call | And | Or | Not | If | Defined | Loop)


def is_node(value: object) -> TypeGuard[Expr]:
    """Whether something is a node.  Asked of what all nodes are: a union is gone through kind by kind."""
    return isinstance(value, Checked)


def exactly(number: int, kind: str = INT, span: Span = NOWHERE) -> Number:
    """A constant that is known to be just that."""
    return Number(number, type=kind, bounds=(number, number), span=span)


@dataclass(frozen=True, slots=True)
class Spot:
    """One thing wrong with an expression: where, what, and the way out."""

    start: int
    end: int
    text: Fault
    advice: Fault | None = None
    define: str = ""                    # the define whose text the columns are of; the expression itself if empty


class ExpressionError(Exception):
    """The faults of one expression."""

    def __init__(self, faults: Iterable[Spot]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(fault.text for fault in self.faults))


Node = Expr
