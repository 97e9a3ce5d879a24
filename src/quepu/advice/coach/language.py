"""The language of the coach book: a closed subset of Python's expressions over words of a position.

    away <= 2 and turn <= 5
    any(is_terminal(t) and is_lone(t) for t in hand)
    threw(who, suit, 1) and not threw(who, suit, 2)

Whole numbers, `and`, `or`, `not`, comparisons, the four words `any`, `all`, `count` and `most` over a source, and the
words of `coach.words`.  Every word says what it takes and gives; everything else is refused.
"""

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any

from quepu.errors import RulebookError
from quepu.faults import Fault

MOST_TEXT, MOST_NUMBER, MOST_DEPTH = 400, 100, 12


class Kind(StrEnum):
    """What a part of an expression gives."""

    NUMBER = "number"
    TRUTH = "truth"
    TILE = "tile"
    SUIT = "suit"
    SEAT = "seat"


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a position: what it takes, what it gives, and how it is looked up.

    `is_hidden`: it reads hands that the seat cannot see; only claims that are measured may say it.
    """

    takes: tuple[Kind, ...]
    gives: Kind
    find: Callable[..., int]
    is_hidden: bool = False


@dataclass(frozen=True, slots=True)
class Source:
    """What `for` runs over."""

    gives: Kind
    list: Callable[[Any], list[int]]


Values = dict[str, int]
Meaning = Callable[[Any, Values], int]
_COMPARES: Mapping[type, Callable[[int, int], bool]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge}
_LOOPS: Mapping[str, tuple[Kind, Callable[[list[int]], int]]] = {
    "any": (Kind.TRUTH, any), "all": (Kind.TRUTH, all), "count": (Kind.TRUTH, sum),
    "most": (Kind.NUMBER, lambda found: max(found, default=0))}


@dataclass(frozen=True, slots=True)
class Expression:
    """A checked expression: what it gives for a position and for the variables it was declared with."""

    text: str
    meaning: Meaning
    words: frozenset[str]

    def of(self, position: Any, **variables: int) -> int:
        """The value for a position."""
        return int(self.meaning(position, variables))


def read_expression(text: str, words: Mapping[str, Word], sources: Mapping[str, Source],
               variables: Mapping[str, Kind], hidden: bool = False) -> Expression:
    """The meaning of a condition; RulebookError where it is none of this language."""
    if len(text) > MOST_TEXT:
        raise _no_expression(text[:40])
    try:
        tree = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise _no_expression(text) from None
    reader = _Reader(text, words, sources, hidden)
    kind, meaning = reader.read(tree, dict(variables), 0)
    if kind is not Kind.TRUTH:
        raise _no_kind(text, text, Kind.TRUTH)
    return Expression(text, meaning, frozenset(reader.used))


def _no_expression(text: str) -> RulebookError:
    return RulebookError([Fault("coach.syntax", text=text)])


def _no_word(text: str, part: str) -> RulebookError:
    return RulebookError([Fault("coach.word", text=text, part=part)])


def _no_kind(text: str, part: str, wants: Kind) -> RulebookError:
    return RulebookError([Fault("coach.kind", text=text, part=part, wants=str(wants))])


class _Reader:
    """Reads one expression and notes which words it uses."""

    def __init__(self, text: str, words: Mapping[str, Word], sources: Mapping[str, Source], hidden: bool) -> None:
        self.text, self.words, self.sources, self.hidden = text, words, sources, hidden
        self.used: set[str] = set()

    def read(self, node: ast.expr, names: dict[str, Kind], depth: int) -> tuple[Kind, Meaning]:
        """What a node gives, and its meaning."""
        if depth > MOST_DEPTH:
            raise _no_expression(self.text)
        deeper = depth + 1
        match node:
            case ast.Constant(value=bool()):
                raise _no_expression(self.text)
            case ast.Constant(value=int(number)) if number <= MOST_NUMBER:
                return Kind.NUMBER, partial(_number, number)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))) if number <= MOST_NUMBER:
                return Kind.NUMBER, partial(_number, -number)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return Kind.TRUTH, partial(_not, self._truth(operand, names, deeper))
            case ast.BoolOp(op=op, values=values):
                return Kind.TRUTH, partial(_all if isinstance(op, ast.And) else _any,
                                           [self._truth(value, names, deeper) for value in values])
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return Kind.NUMBER, partial(_sum, self._of(Kind.NUMBER, left, names, deeper),
                                            self._of(Kind.NUMBER, right, names, deeper))
            case ast.Compare():
                return Kind.TRUTH, self._compare(node, names, deeper)
            case ast.Name(id=name):
                return self._name(name, names)
            case ast.Call(func=ast.Name(id=name), args=[ast.GeneratorExp() as loop], keywords=[]) if name in _LOOPS:
                return self._loop(name, loop, names, deeper)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                return self._call(name, args, names, deeper)
            case _:
                raise _no_expression(self.text)

    def _of(self, kind: Kind, node: ast.expr, names: dict[str, Kind], depth: int) -> Meaning:
        found, meaning = self.read(node, names, depth)
        if found is not kind:
            raise _no_kind(self.text, ast.unparse(node), kind)
        return meaning

    def _truth(self, node: ast.expr, names: dict[str, Kind], depth: int) -> Meaning:
        return self._of(Kind.TRUTH, node, names, depth)

    def _compare(self, node: ast.Compare, names: dict[str, Kind], depth: int) -> Meaning:
        kind, first = self.read(node.left, names, depth)
        parts = [first, *(self._of(kind, other, names, depth) for other in node.comparators)]
        if kind is Kind.TRUTH or any(type(op) not in _COMPARES for op in node.ops):
            raise _no_expression(self.text)
        signs = [_COMPARES[type(op)] for op in node.ops]
        return partial(_compare, parts, signs)

    def _name(self, name: str, names: dict[str, Kind]) -> tuple[Kind, Meaning]:
        if name in names:
            return names[name], partial(_variable, name)
        return self._call(name, [], names, 0)

    def _call(self, name: str, args: list[ast.expr], names: dict[str, Kind], depth: int) -> tuple[Kind, Meaning]:
        word = self.words.get(name)
        if word is None or len(args) != len(word.takes) or (word.is_hidden and not self.hidden):
            raise _no_word(self.text, name)
        self.used.add(name)
        given = [self._of(kind, arg, names, depth) for kind, arg in zip(word.takes, args, strict=True)]
        return word.gives, partial(_word, word.find, given)

    def _loop(self, name: str, loop: ast.GeneratorExp, names: dict[str, Kind], depth: int) -> tuple[Kind, Meaning]:
        match loop.generators:
            case [ast.comprehension(target=ast.Name(id=variable), iter=ast.Name(id=source), ifs=[], is_async=0)]:
                pass
            case _:
                raise _no_expression(self.text)
        if source not in self.sources or variable in names or variable in self.words:
            raise _no_word(self.text, source)
        kind, joined = _LOOPS[name]
        over = self.sources[source]
        body = self._of(kind, loop.elt, {**names, variable: over.gives}, depth)
        gives = Kind.TRUTH if name in ("any", "all") else Kind.NUMBER
        return gives, partial(_loop, joined, over.list, variable, body)


def _number(number: int, _position: Any, _values: Values) -> int:
    return number


def _variable(name: str, _position: Any, values: Values) -> int:
    return values[name]


def _not(part: Meaning, position: Any, values: Values) -> int:
    return not part(position, values)


def _all(parts: list[Meaning], position: Any, values: Values) -> int:
    return all(part(position, values) for part in parts)


def _any(parts: list[Meaning], position: Any, values: Values) -> int:
    return any(part(position, values) for part in parts)


def _sum(one: Meaning, other: Meaning, position: Any, values: Values) -> int:
    return one(position, values) + other(position, values)


def _compare(parts: list[Meaning], signs: list[Callable[[int, int], bool]], position: Any, values: Values) -> int:
    found = [part(position, values) for part in parts]
    return all(sign(one, other) for sign, one, other in zip(signs, found, found[1:], strict=False))


def _word(find: Callable[..., int], given: list[Meaning], position: Any, values: Values) -> int:
    return find(position, *(part(position, values) for part in given))


def _loop(sum_up: Callable[[list[int]], int], over: Callable[[Any], list[int]], variable: str, body: Meaning,
          position: Any, values: Values) -> int:
    return sum_up([body(position, {**values, variable: one}) for one in over(position)])
