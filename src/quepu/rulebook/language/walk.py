"""Going through a tree: its parts, the same tree with parts changed, what a define stands for, how large it is."""

from collections.abc import Callable, Iterator
from operator import is_
from typing import assert_never

from quepu.engine.layout.frame import Place
from quepu.rulebook.language import node as n
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.vocabulary import FIELDS, ITERABLES


def parts_of(node: Expr) -> Iterator[Expr]:
    """A node and all in it."""
    waiting = [node]
    while waiting:
        part = waiting.pop()
        yield part
        waiting.extend(reversed(part.parts))


def rebuilt(node: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """The node with each of its parts changed; the same one if none of them is."""
    before = node.parts
    if not before:
        return node
    after = tuple(map(change, before))
    return node if all(map(is_, before, after)) else _of_parts(node, after)


def _of_parts(node: Expr, parts: tuple[Expr, ...]) -> Expr:
    """A node like another, made of these parts."""
    kind, bounds, span = node.type, node.bounds, node.span
    match node:
        case n.Number() | n.Text() | n.Variable() | n.Slot() | n.Waits() | n.Flag() | n.Told() | n.Has() | n.Times() \
                | n.AnyFan():
            return node
        case n.At(place=place):
            return n.At(place, parts, type=kind, bounds=bounds, span=span)
        case n.Grid(place=place):
            return n.Grid(place, *parts, type=kind, bounds=bounds, span=span)
        case n.Paid(tag=tag):
            return n.Paid(tag, *parts, type=kind, bounds=bounds, span=span)
        case n.Arithmetic(sign=operator):
            return n.Arithmetic(operator, *parts, type=kind, bounds=bounds, span=span)
        case n.Compare(sign=sign):
            return n.Compare(sign, *parts, type=kind, bounds=bounds, span=span)
        case n.Among():
            return n.Among(*parts, type=kind, bounds=bounds, span=span)
        case n.Negative():
            return n.Negative(*parts, type=kind, bounds=bounds, span=span)
        case n.Table(numbers=numbers):
            return n.Table(numbers, *parts, type=kind, bounds=bounds, span=span)
        case n.Property(name=name):
            return n.Property(name, *parts, type=kind, bounds=bounds, span=span)
        case n.Call(name=name):
            return n.Call(name, parts, type=kind, bounds=bounds, span=span)
        case n.And():
            return n.And(parts, type=kind, bounds=bounds, span=span)
        case n.Or():
            return n.Or(parts, type=kind, bounds=bounds, span=span)
        case n.Not():
            return n.Not(*parts, type=kind, bounds=bounds, span=span)
        case n.If():
            return n.If(*parts, type=kind, bounds=bounds, span=span)
        case n.Defined(name=name, given=given):
            return n.Defined(name, parts[0], given, type=kind, bounds=bounds, span=span)
        case n.Loop():
            return looped(node, parts[0], parts[1], parts[2:])
        case _:
            assert_never(node)


def looped(loop: n.Loop, body: Expr, condition: Expr, given: tuple[Expr, ...]) -> n.Loop:
    """A loop like another with these parts."""
    return n.Loop(loop.quantifier, loop.variable, loop.source, body, condition, given, type=loop.type,
                  bounds=loop.bounds, span=loop.span)


def bare(node: Expr) -> Expr:
    """What a define stands for."""
    while isinstance(node, n.Defined):
        node = node.body
    return node


def clauses(node: Expr) -> Iterator[Expr]:
    """The parts of a condition that must all hold, defines written out."""
    if isinstance(node, n.And | n.Defined):
        for part in node.parts:
            yield from clauses(part)
    else:
        yield node


def equal_count(clause: Expr) -> tuple[str, int] | None:
    """The field of the frame and the number that a clause `field == number` speaks of."""
    match clause:
        case n.Compare(sign="==", left=n.Slot(place=place), right=n.Number(value=value)):
            return place.field, value
    return None


def reads_place(node: Expr, place: Place) -> Expr | None:
    """The first part of a tree that reads a place of the frame; of a define, where it is used."""
    if isinstance(node, n.Slot) and node.place == place:
        return node
    found = next((at for part in node.parts if (at := reads_place(part, place)) is not None), None)
    return node if found is not None and isinstance(node, n.Defined) else found


def loops_over(node: Expr, source: str) -> Iterator[n.Loop]:
    """The loops of a tree that run over a source."""
    return (part for part in parts_of(node) if isinstance(part, n.Loop) and part.source == source)


def reads_field(node: Expr | None, field: str) -> bool:
    """Whether a tree reads a number of this field of the frame by itself, not out of a list."""
    return node is not None and any(isinstance(part, n.Slot) and part.place.field == field for part in parts_of(node))


def tree_size(node: Expr) -> int:
    """How many nodes a tree has; what is shared counts each time, as it is written out each time."""
    sizes: dict[int, int] = {}

    def size(of: Expr) -> int:
        if id(of) not in sizes:
            sizes[id(of)] = 1 + sum(size(part) for part in of.parts)
        return sizes[id(of)]
    return size(node)


_NAMED = ("flags", "told", "flower_mask", "memory", "options")      # of the frame, beside what has a word
_WRITTEN = ("list", "mask")


def asks_for_tiles(node: Expr) -> bool:
    """Whether a condition on a hand looks at its tiles, and not at flowers, flags and memory alone."""
    return any(map(_asks_itself, parts_of(node)))


def _asks_itself(node: Expr) -> bool:
    """Whether a node looks at the tiles of a hand, its parts aside."""
    match node:
        case n.Slot(place=place) | n.At(place=place):
            return place.field not in _NAMED and not (place.field in FIELDS and FIELDS[place.field].aside)
        case n.Loop(source=source):
            return source not in _WRITTEN and not ITERABLES[source].aside
        case n.Waits() | n.Has() | n.Times() | n.AnyFan() | n.Grid():
            return True
        case n.Number() | n.Text() | n.Variable() | n.Flag() | n.Told() | n.Paid() | n.Negative() | n.Arithmetic() \
                | n.Compare() | n.Among() | n.Table() | n.Property() | n.Call() | n.And() | n.Or() | n.Not() | n.If() \
                | n.Defined():
            return False
        case _:
            assert_never(node)
