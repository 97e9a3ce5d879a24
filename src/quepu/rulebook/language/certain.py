"""What an expression comes to where only a little of the table is known: the numbers between which it lies.

A hand that is told says nothing of the turns before it.  What it does say, and the options as they are set, may still
be enough to know that a condition never held; where it is not, everything is possible.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from quepu.engine.layout.frame import Place
from quepu.rulebook.language import node as n
from quepu.rulebook.language.evaluate import bits
from quepu.rulebook.language.node import Comparison, Expr
from quepu.rulebook.language.operations import Operated, operation_of
from quepu.rulebook.language.vocabulary import BOOL, INT

Range = tuple[int, int]
NO, YES, OPEN = (0, 0), (1, 1), (0, 1)
#: what operations may read beside their arguments and still be worked out here
_FIXED = frozenset(("nothing", "numbers", "seat_count"))


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of the table: words of the frame, kinds that are wild and kinds that may be, variables of loops."""

    words: Mapping[Place, Range]
    wild: int = 0
    perhaps_wild: int = 0
    seat_count: int = 4
    variables: Mapping[str, int] | None = None

    def with_words(self, **words: Range) -> "Known":
        """The same, and these words of the frame."""
        return replace(self, words={**self.words, **{Place(name): value for name, value in words.items()}})


def never(node: Expr | None, known: Known) -> bool:
    """Whether a condition holds in no case; one that is not there always holds."""
    return node is not None and _bounds(node, known) == NO


def between(node: Expr, known: Known) -> Range | None:
    """The lowest and the highest number that a tree can come to; None: nobody can tell."""
    return _bounds(node, known)


def _bounds(node: Expr, known: Known) -> Range | None:
    """Between which numbers a tree lies for certain; None: nobody can tell."""
    match node:
        case n.Number(value=value):
            return value, value
        case n.Text():
            return None
        case n.Defined(body=body):
            return _bounds(body, known)
        case n.And(parts=parts):
            return _together([_bounds(part, known) or OPEN for part in parts])
        case n.Or(parts=parts):
            return _any_of([_bounds(part, known) or OPEN for part in parts])
        case n.Not(of=of):
            return _negated(_bounds(of, known) or OPEN)
        case n.If(test=test, yes=yes, no=no):
            held = _bounds(test, known) or OPEN
            return _joined([_bounds(part, known) for part, out in ((yes, NO), (no, YES)) if held != out])
        case n.Variable(name=name):
            value_of = known.variables.get(name) if known.variables else None
            return _promised(node) if value_of is None else (value_of, value_of)
        case n.Slot(place=place) | n.At(place=place):       # of several each lies between the same numbers
            return known.words.get(place) or _promised(node)
        case n.Loop():
            return _loop(node, known)
        case n.Call(name="min" | "max", args=args):
            return _extreme(node, [_bounds(part, known) for part in args])
        case n.Negative() | n.Arithmetic() | n.Compare() | n.Among() | n.Table() | n.Property() | n.Call():
            return _operation(node, known) or _promised(node)
        case n.Waits() | n.Flag() | n.Told() | n.Has() | n.Times() | n.AnyFan() | n.Grid() | n.Paid():
            return _promised(node)
        case _:
            assert_never(node)


def _promised(node: Expr) -> Range | None:
    """What the language promises of a number that nobody has looked at."""
    return node.bounds if node.type in (INT, BOOL) else None


def _extreme(node: n.Call, parts: list[Range | None]) -> Range | None:
    """The least or the greatest of numbers that lie somewhere."""
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return _promised(node)
    of = min if node.name == "min" else max
    return of(low for low, _high in known), of(high for _low, high in known)


def _operation(node: Operated, known: Known) -> Range | None:
    """An operation on arguments that are known."""
    try:
        operation = operation_of(node)
    except LookupError:                 # of a set, a pair, a row
        return None
    args = [_bounds(part, known) for part in node.parts]
    if isinstance(node, n.Compare) and args[0] is not None and args[1] is not None:
        return _compared(args[0], node.sign, args[1])
    values = [arg[0] for arg in args if arg is not None and arg[0] == arg[1]]
    if len(values) < len(args):
        return None
    if operation.reads == ("wild_mask",):
        if known.perhaps_wild >> max(0, values[0]) & 1:
            return OPEN
        value = int(operation.meaning(known.wild, *values))
        return value, value
    if not _FIXED.issuperset(operation.reads):
        return None
    read = {"nothing": operation.nothing, "seat_count": known.seat_count,
            "numbers": node.numbers if isinstance(node, n.Table) else ()}
    value = int(operation.meaning(*[read[name] for name in operation.reads], *values))
    return value, value


def _loop(node: n.Loop, known: Known) -> Range | None:
    """A loop over tiles or suits that are written there; any other may run over whatever there is."""
    name, source = node.quantifier, node.source
    if name not in ("all", "any"):
        return _promised(node)
    args = [_bounds(part, known) for part in node.given]
    every: Iterable[int]
    if source == "suits":
        every = range(3)
    elif source in ("mask", "list") and all(arg is not None and arg[0] == arg[1] for arg in args):
        values = [arg[0] for arg in args if arg is not None]
        every = bits(values[0]) if source == "mask" else values
    else:
        return OPEN
    parts = []
    for value in every:
        inside = replace(known, variables={**(known.variables or {}), node.variable: value})
        holds, met = (_bounds(part, inside) or OPEN for part in (node.body, node.condition))
        parts.append(_any_of([holds, _negated(met)]) if name == "all" else _together([holds, met]))
    return _together(parts) if name == "all" else _any_of(parts)


def _truth(of: Range) -> Range:
    return NO if of == NO else YES if of[0] > 0 or of[1] < 0 else OPEN


def _negated(of: Range) -> Range:
    of = _truth(of)
    return 1 - of[1], 1 - of[0]


def _together(parts: list[Range]) -> Range:
    parts = [_truth(part) for part in parts]
    return min((low for low, _high in parts), default=1), min((high for _low, high in parts), default=1)


def _any_of(parts: list[Range]) -> Range:
    parts = [_truth(part) for part in parts]
    return max((low for low, _high in parts), default=0), max((high for _low, high in parts), default=0)


def _joined(parts: list[Range | None]) -> Range | None:
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    return min(low for low, _high in known), max(high for _low, high in known)


def _compared(left: Range, sign: Comparison, right: Range) -> Range:
    """Whether a comparison holds for all numbers within the bounds, for none, or for some."""
    match sign:
        case ">":
            return _compared(right, "<", left)
        case ">=":
            return _compared(right, "<=", left)
        case "==":
            return YES if left == right and left[0] == left[1] else \
                NO if left[1] < right[0] or right[1] < left[0] else OPEN
        case "!=":
            return _negated(_compared(left, "==", right))
        case "<":
            return YES if left[1] < right[0] else NO if left[0] >= right[1] else OPEN
        case "<=":
            return YES if left[1] <= right[0] else NO if left[0] > right[1] else OPEN
        case _:
            assert_never(sign)
