"""Expressions of the rulebook language: text -> checked, typed tree.

The text is parsed with `ast` and never run as Python.  Everything it may say is in `vocabulary`; everything else is a
fault with its column.  Each node knows the bounds of its value, so no expression can overflow or run for long.
"""

import ast
import difflib
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from quepu import tiles
from quepu.core import frame
from quepu.rulebook import vocabulary as v
from quepu.rulebook.vocabulary import BOOL, INT, NUMBERS, PAIR, ROW, SEAT, SET, SHAPE, SUIT, TEXT, TILE, TILES

LONGEST = 1200          # characters
DEEPEST = 40            # nested nodes
LOOPS = 3               # quantifiers inside each other
LARGEST = 2**46         # no value may grow past this
MOST_NODES = 4000       # of one expression, its defines written out
MOST_NODES_IN_ALL = 150_000         # of all expressions of a rulebook
CHOICE = "choice:"      # the type of an option with named choices is CHOICE + its id


@dataclass(frozen=True, slots=True)
class Node:
    """One node of a checked expression."""

    op: str
    type: str
    args: tuple["Node", ...] = ()
    value: int | str | tuple[str, ...] | tuple[int, ...] = 0
    low: int = 0
    high: int = 1
    start: int = 0                      # columns of its text, for errors and for explaining
    end: int = 0


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with an expression: where, what, and the way out."""

    start: int
    end: int
    text: str
    advice: str = ""


class ExpressionError(Exception):
    """The faults of one expression."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(fault.text for fault in self.faults))


@dataclass(frozen=True, slots=True)
class Memory:
    """Where a memory lies: its first slot and how many there are (1, 4 a seat, 16 a pair of seats)."""

    slot: int
    size: int
    low: int = -10**6
    high: int = 10**6
    type: str = INT


@dataclass(frozen=True, slots=True)
class Define:
    """A named expression with arguments: their names and types, and the text."""

    args: tuple[tuple[str, str], ...]
    text: str


@dataclass(frozen=True, slots=True)
class OptionWord:
    """An option as expressions see it."""

    slot: int
    type: str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 1


@dataclass(slots=True)
class Budget:
    """How many nodes the expressions of one rulebook have made."""

    spent: int = 0


@dataclass(slots=True)
class Names:
    """The names a rulebook adds to the vocabulary."""

    options: Mapping[str, OptionWord] = field(default_factory=dict)
    flags: Mapping[str, int] = field(default_factory=dict)
    memory: Mapping[str, Memory] = field(default_factory=dict)
    defines: Mapping[str, Define] = field(default_factory=dict)
    fans: Mapping[str, int] = field(default_factory=dict)
    tags: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    shapes: Mapping[str, int] = field(default_factory=dict)
    tallies: Mapping[str, int] = field(default_factory=dict)
    next_tiles: tuple[int, ...] = ()    # the kind after each in `indicator_order`
    turned: tuple[str, ...] = ()        # names of [turned.*]
    budget: Budget = field(default_factory=Budget)


_BINARY = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%"}
_COMPARE = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_QUANTIFIERS = ("all", "any", "count", "sum", "max", "min")


def parse(text: str, names: Names, level: str, variables: Mapping[str, str] | None = None,
          expect: str | None = None, planned: set[str] | None = None) -> Node:
    """The checked tree of an expression; `planned` collects words that are documented but not yet given."""
    if len(text) > LONGEST:
        raise ExpressionError([Fault(0, 0, f"an expression of {len(text)} characters is too long",
                                     f"keep it under {LONGEST}; give parts a name in [define]")])
    try:
        tree = _tree(text)
    except (SyntaxError, RecursionError, MemoryError, ValueError) as error:
        offset = getattr(error, "offset", None)
        column = min(offset - 1, len(text)) if offset else len(text.rstrip())      # 0: something is missing at the end
        raise ExpressionError([Fault(column, column + 1, f"cannot be read: {getattr(error, 'msg', None) or 'too deep'}",
                                     "see docs/rulebook.md, 'Expressions'")]) from None
    checker = _Checker(text, names, level, dict(variables or {}), planned)
    indent = len(text) - len(text.lstrip())
    node = checker.check(tree.body)
    if not checker.faults and expect is not None:
        node = checker.want(node, expect)
    if not checker.faults and tree_size(node) > MOST_NODES:
        checker.fault(tree.body, *_TOO_LARGE)
    if checker.faults:
        raise ExpressionError(Fault(f.start + indent, f.end + indent, f.text, f.advice) for f in checker.faults)
    return node


def _tree(text: str) -> ast.Expression:
    """The text as Python sees it, without the warnings that Python would print about it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text.strip(), mode="eval")


def tree_size(node: Node) -> int:
    """How many nodes a tree has; what is shared counts each time, as it is written out each time."""
    sizes: dict[int, int] = {}

    def size(of: Node) -> int:
        if id(of) not in sizes:
            sizes[id(of)] = 1 + sum(size(arg) for arg in of.args)
        return sizes[id(of)]
    return size(node)


def suggestion(word: str, known: Iterable[str]) -> str:
    """"Did you mean ...?" if something known is close, else an empty text."""
    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f"Did you mean '{close[0]}'?" if close else ""


class _Checker:
    def __init__(self, text: str, names: Names, level: str, variables: dict[str, str],
                 planned: set[str] | None) -> None:
        self.text, self.names, self.level, self.variables = text, names, level, variables
        self.planned = planned
        self.faults: list[Fault] = []
        self.depth = 0
        self.loops = 0
        self.bound: dict[str, Node] = {}        # arguments of a define, as nodes of the caller
        self.expanding: list[str] = []
        self.nodes = Budget()                   # of this expression; shared with the defines it uses

    # -- faults and small helpers --
    def fault(self, at: ast.AST | Node, text: str, advice: str = "", kind: str = INT) -> Node:
        start, end = self.span(at)
        self.faults.append(Fault(start, end, text, advice))
        return Node("const", kind, start=start, end=end)

    def span(self, at: ast.AST | Node) -> tuple[int, int]:
        if isinstance(at, Node):
            return at.start, at.end
        return getattr(at, "col_offset", 0), getattr(at, "end_col_offset", 0) or 0

    def make(self, at: ast.AST, op: str, kind: str, args: tuple[Node, ...] = (),
             value: int | str | tuple[str, ...] | tuple[int, ...] = 0, low: int = 0, high: int = 1) -> Node:
        start, end = self.span(at)
        if max(abs(low), abs(high)) > LARGEST and kind not in (TILES,):
            return self.fault(at, "the value can grow too large", "bound it with min(...) or a smaller factor")
        return Node(op, kind, args, value, low, high, start, end)

    def want(self, node: Node, kind: str) -> Node:
        """The node as the type asked for; text becomes a tile, seat, suit ... where one is expected."""
        if node.type == kind or (kind in NUMBERS and node.type in NUMBERS):
            return node
        if node.type == TEXT and isinstance(node.value, str):
            return self.coerce(node, kind)
        return self.fault(node, f"this is {_article(node.type)}, {_article(kind)} is needed here")

    def coerce(self, node: Node, kind: str) -> Node:
        text = str(node.value)
        value: int | None = None
        advice = ""
        if kind == TILE:
            value, advice = _tile(text), 'a tile is written "5m", "3p", "9s", "1z" (East) ... "7z" (red)'
        elif kind == TILES:
            value, advice = _mask(text), 'tiles are written "23468s6z"'
        elif kind == SUIT:
            value, advice = {"m": 0, "p": 1, "s": 2}.get(text), 'a suit is "m", "p" or "s"'
        elif kind == SEAT:
            value, advice = {"E": 0, "S": 1, "W": 2, "N": 3}.get(text), 'a seat is "E", "S", "W" or "N"'
        elif kind == SHAPE:
            value = self.names.shapes.get(text)
            advice = suggestion(text, self.names.shapes) or "shapes: " + ", ".join(self.names.shapes)
        elif kind.startswith(CHOICE):
            choices = self.names.options[kind[len(CHOICE):]].choices
            value = choices.index(text) if text in choices else None
            advice = "choices: " + ", ".join(choices)
        if value is None:
            return self.fault(node, f"'{text}' is not {_article(kind)}", advice, kind)
        return Node("const", kind, (), value, 0, value if kind != TILES else 0, node.start, node.end)

    def same(self, left: Node, right: Node) -> tuple[Node, Node]:
        """Both sides with one type, text taking the type of the other side."""
        if left.type == TEXT and right.type != TEXT:
            return self.coerce(left, right.type), right
        if right.type == TEXT and left.type != TEXT:
            return left, self.coerce(right, left.type)
        if left.type == right.type == TEXT:
            self.fault(right, "two texts are never compared", "one side must be a word of the language")
            return left, right
        if left.type == right.type or (left.type in NUMBERS and right.type in NUMBERS):
            return left, right
        self.fault(right, f"{_article(left.type)} cannot be compared with {_article(right.type)}")
        return left, right

    # -- the tree --
    def check(self, at: ast.expr) -> Node:
        self.depth += 1
        try:
            if self.depth > DEEPEST:
                return self.fault(at, "nested too deeply", "give parts of it a name in [define]")
            self.nodes.spent += 1
            self.names.budget.spent += 1
            if self.nodes.spent > MOST_NODES:
                return self.fault(at, *_TOO_LARGE)
            if self.names.budget.spent > MOST_NODES_IN_ALL:
                return self.fault(at, "the expressions of this rulebook are too large together",
                                  "give what repeats a name in [define], or make two rulebooks")
            method = getattr(self, "check_" + type(at).__name__.lower(), None)
            if method is None:
                return self.fault(at, f"{_spoken(at)} is not part of the language", "see docs/rulebook.md, 'Expressions'")
            node: Node = method(at)
            return node
        finally:
            self.depth -= 1

    def check_constant(self, at: ast.Constant) -> Node:
        value = at.value
        if isinstance(value, bool):
            return self.make(at, "const", BOOL, value=int(value), low=int(value), high=int(value))
        if isinstance(value, int):
            if abs(value) > 10**9:
                return self.fault(at, "the number is too large", "at most 1,000,000,000")
            return self.make(at, "const", INT, value=value, low=value, high=value)
        if isinstance(value, str):
            return self.make(at, "const", TEXT, value=value)
        if isinstance(value, float):
            return self.fault(at, "only whole numbers exist here", "use //, ceil_to(n, step) or half_up(n)")
        return self.fault(at, f"{value!r} is not part of the language")

    def check_name(self, at: ast.Name) -> Node:
        name = at.id
        if name in self.bound:
            return self.bound[name]
        if name in self.variables:
            return self.make(at, "var", self.variables[name], value=name, low=-10**9, high=10**9)
        if name in ("nobody", "none"):
            return self.make(at, "const", SEAT if name == "nobody" else TILE, value=-1, low=-1, high=-1)
        if name in ("seat_wind", "round_wind"):
            slot = frame.SEAT if name == "seat_wind" else frame.ROUND
            wind = self.make(at, "slot", INT, value=slot, high=3)
            east = self.make(at, "const", INT, value=tiles.EAST, low=27, high=27)
            return self.make(at, "+", TILE, (east, wind), low=27, high=30)
        if name in v.FACTS:
            word = v.FACTS[name]
            if word.planned:
                return self.planned_word(at, word)
            self.level_of(at, word)
            op = "waits" if word.slot in (frame.WAITS, frame.LIVE_WAITS) else "slot"
            return self.make(at, op, word.type, value=word.slot, low=word.low, high=word.high)
        if name in v.DERIVED:
            _kind, _level, text, _zh, _doc = v.DERIVED[name]
            return self.expand(at, name, Define((), text), ())
        found = self.own_name(at, name)
        if found is not None:
            return found
        if name in v.FUNCTIONS and v.FUNCTIONS[name].planned:
            return self.fault(at, f"'{name}' needs its arguments", v.FUNCTIONS[name].text)
        if name in v.ITERABLES:
            return self.fault(at, f"'{name}' can only be run over", f"for example: count(x for x in {name})")
        return self.fault(at, f"'{name}' is not a word of the language", suggestion(name, self.known()))

    def own_name(self, at: ast.Name, name: str) -> Node | None:
        """A name the rulebook itself gives: flag, tally, memory or define."""
        if name in self.names.flags:
            return self.make(at, "flag", BOOL, value=self.names.flags[name])
        if name in self.names.tallies and v.SCORE in v.SEES[self.level]:
            return self.make(at, "slot", INT, value=self.names.tallies[name], low=-10**6, high=10**6)
        if name in self.names.memory:
            memory = self.names.memory[name]
            if memory.size != 1:
                return self.fault(at, f"'{name}' belongs to a seat", f"write {name}[payer], {name}[winner] ...")
            return self.make(at, "slot", memory.type, value=memory.slot, low=memory.low, high=memory.high)
        if name in self.names.defines:
            define = self.names.defines[name]
            if define.args:
                return self.fault(at, f"'{name}' needs its arguments",
                                  f"write {name}({', '.join(a for a, _ in define.args)})")
            return self.expand(at, name, define, ())
        return None

    def known(self) -> list[str]:
        """Every name that may stand here, for suggestions."""
        return [*self.variables, *v.FACTS, *v.DERIVED, *v.FUNCTIONS, *v.ITERABLES, *self.names.flags,
                *self.names.tallies, *self.names.memory, *self.names.defines, "seat_wind", "round_wind", "options"]

    def level_of(self, at: ast.AST, word: v.Word) -> None:
        if word.level not in v.SEES[self.level]:
            self.fault(at, f"'{word.name}' is not known yet at this point",
                       f"it belongs to {_LEVEL_TEXT[word.level]}; here only {_LEVEL_TEXT[self.level]} is known")

    def planned_word(self, at: ast.AST, word: v.Word) -> Node:
        self.level_of(at, word)
        if self.planned is None:
            return self.fault(at, f"'{word.name}' is planned: no engine gives it yet", kind=word.type)
        self.planned.add(word.name)
        return self.make(at, "planned", word.type, value=word.name, low=word.low, high=word.high)

    def planned_arguments(self, at: ast.Call, word: v.Word) -> None:
        """Check the arguments of a planned word: how many, of what type, and that a turned tile is declared."""
        least = len(word.args) if word.least < 0 else word.least
        if not least <= len(at.args) <= len(word.args):
            self.fault(at, f"'{word.name}' takes {len(word.args)} argument(s), {len(at.args)} given")
            return
        args = [self.want(self.check(arg), kind) for arg, kind in zip(at.args, word.args, strict=False)]
        if word.name == "turned" and args[0].type == TEXT and args[0].value not in self.names.turned:
            self.fault(at.args[0], f"there is no [turned.{args[0].value}]",
                       suggestion(str(args[0].value), self.names.turned) or "declare it in [turned.*]")

    def expand(self, at: ast.expr, name: str, define: Define, args: tuple[Node, ...]) -> Node:
        """A define written out, with the caller's arguments in place of its own."""
        if name in self.expanding:
            return self.fault(at, f"'{name}' is defined by itself: {' -> '.join([*self.expanding, name])}")
        inner = _Checker(define.text, self.names, self.level, dict(self.variables), self.planned)
        inner.bound = {arg: node for (arg, _kind), node in zip(define.args, args, strict=True)}
        inner.expanding = [*self.expanding, name]
        inner.depth, inner.loops, inner.nodes = self.depth, self.loops, self.nodes
        try:
            body = inner.check(_tree(define.text).body)
        except (SyntaxError, RecursionError, ValueError):
            return self.fault(at, f"[define.{name}] cannot be read", "see the fault reported there")
        if inner.faults:
            fault = inner.faults[0]
            where = "" if fault.text.startswith("in [define.") else f"in [define.{name}]: "
            return self.fault(at, where + fault.text, fault.advice, body.type)
        return self.make(at, "define", body.type, (body,), value=name, low=body.low, high=body.high)

    def check_attribute(self, at: ast.Attribute) -> Node:
        if isinstance(at.value, ast.Name) and at.value.id == "options":
            option = self.names.options.get(at.attr)
            if option is None:
                return self.fault(at, f"there is no option '{at.attr}'",
                                  suggestion(at.attr, self.names.options) or "declare it in [option.*]")
            return self.make(at, "slot", option.type, value=option.slot, low=option.low, high=option.high)
        of = self.check(at.value)
        words = v.PROPERTIES.get(of.type)
        if words is None or at.attr not in words:
            have = ", ".join(words or ())
            text = f"'{at.attr}' is not a property of {_article(of.type)}"
            first = f"{_article(of.type)} has: {have}. " if have else f"{_article(of.type)} has no properties. "
            start, end = self.span(at)
            fault_at = Node("const", INT, start=end - len(at.attr), end=end)
            return self.fault(fault_at, text, first + suggestion(at.attr, words or ()))
        word = words[at.attr]
        if word.planned:
            return self.planned_word(at, word)
        self.level_of(at, word)
        if of.type == TILE and at.attr == "next":
            return self.make(at, "table", TILE, (of,), value=self.names.next_tiles, high=41)
        return self.make(at, "prop", word.type, (of,), value=at.attr, low=word.low, high=word.high)

    def check_subscript(self, at: ast.Subscript) -> Node:
        name = at.value.id if isinstance(at.value, ast.Name) else ""
        memory = self.names.memory.get(name)
        if memory is None:
            return self.fault(at, "only a seat's memory has an index", suggestion(name, self.names.memory))
        indexes = at.slice.elts if isinstance(at.slice, ast.Tuple) else [at.slice]
        seats = [self.want(self.check(index), SEAT) for index in indexes]
        needed = {1: 0, 4: 1, 16: 2}[memory.size]
        if len(seats) != needed:
            return self.fault(at, f"'{name}' takes {needed} seat(s), {len(seats)} given")
        return self.make(at, "at", memory.type, tuple(seats), value=memory.slot, low=memory.low, high=memory.high)

    def check_boolop(self, at: ast.BoolOp) -> Node:
        args = tuple(self.want(self.check(value), BOOL) for value in at.values)
        return self.make(at, "and" if isinstance(at.op, ast.And) else "or", BOOL, args)

    def check_unaryop(self, at: ast.UnaryOp) -> Node:
        inner = self.check(at.operand)
        if isinstance(at.op, ast.Not):
            return self.make(at, "not", BOOL, (self.want(inner, BOOL),))
        if isinstance(at.op, ast.USub):
            inner = self.want(inner, INT)
            return self.make(at, "neg", INT, (inner,), low=-inner.high, high=-inner.low)
        return self.fault(at, f"{_spoken(at.op)} is not part of the language")

    def check_binop(self, at: ast.BinOp) -> Node:
        op = _BINARY.get(type(at.op))
        if op is None:
            way = "use //, ceil_to(n, step) or half_up(n)" if isinstance(at.op, ast.Div) else \
                "use doubled(amount, times)" if isinstance(at.op, ast.Pow | ast.LShift) else ""
            return self.fault(at, f"{_spoken(at.op)} is not part of the language", way)
        left, right = self.want(self.check(at.left), INT), self.want(self.check(at.right), INT)
        bounds: tuple[int, ...]
        if op in ("//", "%"):
            if right.low <= 0:
                return self.fault(right, "the divisor must be larger than 0", "use max(1, ...)")
            bounds = (left.low // right.low, left.high // right.low, left.low // right.high, left.high // right.high) \
                if op == "//" else (0, right.high - 1)
        elif op == "*":
            bounds = tuple(x * y for x in (left.low, left.high) for y in (right.low, right.high))
        elif op == "+":
            bounds = (left.low + right.low, left.high + right.high)
        else:
            bounds = (left.low - right.high, left.high - right.low)
        return self.make(at, op, INT, (left, right), low=min(bounds), high=max(bounds))

    def check_ifexp(self, at: ast.IfExp) -> Node:
        test = self.want(self.check(at.test), BOOL)
        left, right = self.same(self.check(at.body), self.check(at.orelse))
        kind = INT if left.type != right.type else left.type
        return self.make(at, "if", kind, (test, left, right), low=min(left.low, right.low), high=max(left.high, right.high))

    def check_compare(self, at: ast.Compare) -> Node:
        parts: list[Node] = []
        left_at = at.left
        for op, right_at in zip(at.ops, at.comparators, strict=True):
            parts.append(self.compare(left_at, op, right_at))
            left_at = right_at
        return parts[0] if len(parts) == 1 else self.make(at, "and", BOOL, tuple(parts))

    def compare(self, left_at: ast.expr, op: ast.cmpop, right_at: ast.expr) -> Node:
        whole = ast.Expr(value=left_at)
        whole.col_offset, whole.end_col_offset = left_at.col_offset, right_at.end_col_offset
        if isinstance(op, ast.In | ast.NotIn):
            inside = self.membership(whole, self.check(left_at), right_at)
            return inside if isinstance(op, ast.In) else self.make(whole, "not", BOOL, (inside,))
        sign = _COMPARE.get(type(op))
        if sign is None:
            return self.fault(whole, f"{_spoken(op)} is not part of the language", "use == or !=")
        left, right = self.same(self.check(left_at), self.check(right_at))
        if sign in ("<", "<=", ">", ">=") and left.type not in (*NUMBERS, TILE):
            return self.fault(whole, f"{_article(left.type)} has no order", "use == or !=", BOOL)
        return self.make(whole, sign, BOOL, (left, right))

    def membership(self, whole: ast.AST, left: Node, right_at: ast.expr) -> Node:
        """`x in (a, b)`, `tile in "23468s"` or `tile in set.tiles`."""
        if isinstance(right_at, ast.Tuple | ast.List):
            options = tuple(self.make(whole, "==", BOOL, self.same(left, self.check(e))) for e in right_at.elts)
            if not options:
                return self.fault(whole, "nothing can be in an empty list", kind=BOOL)
            return options[0] if len(options) == 1 else self.make(whole, "or", BOOL, options)
        right = self.check(right_at)
        left = self.want(left, TILE)
        return self.make(whole, "in", BOOL, (left, self.want(right, TILES)))

    def check_call(self, at: ast.Call) -> Node:
        if not isinstance(at.func, ast.Name):
            return self.fault(at, "only functions of the language can be called", "see docs/rulebook.md, 'Functions'")
        name = at.func.id
        if at.keywords:
            return self.fault(at, "arguments have no names here")
        if name in self.names.defines:
            return self.call_define(at, name)
        if name not in v.FUNCTIONS and name not in v.ITERABLES:
            known = [*v.FUNCTIONS, *(d for d, value in self.names.defines.items() if value.args)]
            return self.fault(at.func, f"there is no function '{name}'", suggestion(name, known))
        if name in _QUANTIFIERS and len(at.args) == 1 and isinstance(at.args[0], ast.GeneratorExp):
            return self.quantifier(at, name, at.args[0])
        if name in v.FUNCTIONS and v.FUNCTIONS[name].planned:
            self.planned_arguments(at, v.FUNCTIONS[name])
            return self.planned_word(at, v.FUNCTIONS[name])
        method = getattr(self, "call_" + name, None)
        if method is None:
            return self.fault(at, f"'{name}' runs over something", f"write {name}(... for x in ...)")
        if name in v.FUNCTIONS:
            self.level_of(at, v.FUNCTIONS[name])
        node: Node = method(at)
        return node

    def call_define(self, at: ast.Call, name: str) -> Node:
        define = self.names.defines[name]
        if len(at.args) != len(define.args):
            return self.fault(at, f"'{name}' takes {len(define.args)} argument(s), {len(at.args)} given")
        args = tuple(self.want(self.check(arg), kind) for arg, (_name, kind) in zip(at.args, define.args, strict=True))
        return self.expand(at, name, define, args)

    def arguments(self, at: ast.Call, *kinds: str) -> tuple[Node, ...]:
        if len(at.args) != len(kinds):
            self.fault(at, f"{len(kinds)} argument(s) needed, {len(at.args)} given")
            return tuple(Node("const", kind) for kind in kinds)
        return tuple(self.want(self.check(arg), kind) for arg, kind in zip(at.args, kinds, strict=True))

    def call_abs(self, at: ast.Call) -> Node:
        (of,) = self.arguments(at, INT)
        return self.make(at, "call", INT, (of,), "abs", 0, max(abs(of.low), abs(of.high)))

    def extreme(self, at: ast.Call, name: str) -> Node:
        args = tuple(self.want(self.check(arg), INT) for arg in at.args)
        if len(args) < 2:
            return self.fault(at, f"{name} compares two or more", f"write {name}(a, b) or {name}(VALUE for x in XS)")
        pick = max if name == "max" else min
        return self.make(at, "call", INT, args, name, pick(a.low for a in args), pick(a.high for a in args))

    def call_max(self, at: ast.Call) -> Node:
        return self.extreme(at, "max")

    def call_min(self, at: ast.Call) -> Node:
        return self.extreme(at, "min")

    def call_distinct(self, at: ast.Call) -> Node:
        args = tuple(self.check(arg) for arg in at.args)
        if len(args) < 2:
            return self.fault(at, "distinct compares two or more", kind=BOOL)
        for other in args[1:]:
            self.same(args[0], other)
        return self.make(at, "call", BOOL, args, "distinct")

    def call_copies(self, at: ast.Call) -> Node:
        return self.make(at, "at", INT, self.arguments(at, TILE), frame.COUNTS, 0, 24)

    def call_held(self, at: ast.Call) -> Node:
        return self.make(at, "at", INT, self.arguments(at, TILE), frame.HELD, 0, 4)

    def call_shown(self, at: ast.Call) -> Node:
        return self.make(at, "at", INT, self.arguments(at, TILE), frame.SHOWN, 0, 4)

    def call_doubled(self, at: ast.Call) -> Node:
        amount, times = self.arguments(at, INT, INT)
        times_high = min(20, max(0, times.high))
        return self.make(at, "call", INT, (amount, times), "doubled", min(amount.low, amount.low << times_high),
                         max(amount.high, amount.high << times_high))

    def call_ceil_to(self, at: ast.Call) -> Node:
        amount, step = self.arguments(at, INT, INT)
        if step.low <= 0:
            return self.fault(at, "the step must be larger than 0")
        return self.make(at, "call", INT, (amount, step), "ceil_to", amount.low, amount.high + step.high)

    def call_half_up(self, at: ast.Call) -> Node:
        (amount,) = self.arguments(at, INT)
        return self.make(at, "call", INT, (amount,), "half_up", amount.low, amount.high)

    def call_next_seat(self, at: ast.Call) -> Node:
        seat, steps = self.arguments(at, SEAT, INT)
        return self.make(at, "call", SEAT, (seat, steps), "next_seat", 0, 3)

    def call_paid(self, at: ast.Call) -> Node:
        tag, payer, receiver = self.arguments(at, TEXT, SEAT, SEAT)
        return self.make(at, "paid", INT, (payer, receiver), str(tag.value), -10**9, 10**9)

    def fan_id(self, at: ast.Call) -> str | None:
        """The fan a call names, as a word or as text."""
        arg = at.args[0] if len(at.args) == 1 else None
        name = arg.id if isinstance(arg, ast.Name) else arg.value if isinstance(arg, ast.Constant) else None
        if not isinstance(name, str):
            self.fault(at, "one fan is needed here")
            return None
        if name not in self.names.fans:
            self.fault(arg or at, f"there is no fan '{name}'", suggestion(name, self.names.fans))
            return None
        return name

    def call_has(self, at: ast.Call) -> Node:
        fan = self.fan_id(at)
        return self.make(at, "has", BOOL, value=frame.FAN + self.names.fans.get(fan or "", 0))

    def call_times(self, at: ast.Call) -> Node:
        fan = self.fan_id(at)
        return self.make(at, "times", INT, value=frame.FAN + self.names.fans.get(fan or "", 0), high=100_000)

    def call_any_fan(self, at: ast.Call) -> Node:
        (tag,) = self.arguments(at, TEXT)
        fans = self.names.tags.get(str(tag.value))
        if fans is None:
            return self.fault(at, f"no fan has the tag '{tag.value}'", suggestion(str(tag.value), self.names.tags), BOOL)
        return self.make(at, "any_fan", BOOL, value=tuple(frame.FAN + self.names.fans[fan] for fan in fans))

    def quantifier(self, at: ast.Call, name: str, loop: ast.GeneratorExp) -> Node:
        """`all(BODY for x in XS if COND)` and its likes."""
        if len(loop.generators) != 1:
            return self.fault(at, "one 'for' at a time", "put the second inside: any(any(... for y in ys) for x in xs)")
        generator = loop.generators[0]
        if not isinstance(generator.target, ast.Name):
            return self.fault(at, "one name after 'for'")
        self.loops += 1
        if self.loops > LOOPS:
            self.loops -= 1
            return self.fault(at, f"more than {LOOPS} loops inside each other", "use a define or a pick")
        variable = generator.target.id
        source, kind, source_args = self.source(generator.iter)
        before, bound = self.variables.get(variable), self.bound.pop(variable, None)
        self.variables[variable] = kind
        conditions = [self.want(self.check(test), BOOL) for test in generator.ifs]
        body = self.check(loop.elt)
        if name in ("all", "any"):
            body = self.want(body, BOOL)
        elif name == "count":
            if body.op != "var":
                self.fault(loop.elt, "count(x for x in XS if COND) counts elements", "put the condition after 'if'")
        else:
            body = self.want(body, INT)
        if before is None:
            del self.variables[variable]
        else:
            self.variables[variable] = before
        if bound is not None:
            self.bound[variable] = bound
        self.loops -= 1
        true = Node("const", BOOL, (), 1, 1, 1)
        condition = true if not conditions else conditions[0] if len(conditions) == 1 else \
            self.make(at, "and", BOOL, tuple(conditions))
        low, high = {"all": (0, 1), "any": (0, 1), "count": (0, 64), "sum": (min(0, body.low * 64), max(0, body.high * 64)),
                     "max": (min(0, body.low), body.high), "min": (min(0, body.low), max(0, body.high))}[name]
        kind = BOOL if name in ("all", "any") else INT
        return self.make(at, "loop", kind, (body, condition, *source_args), (name, variable, source), low, high)

    def source(self, at: ast.expr) -> tuple[str, str, tuple[Node, ...]]:
        """What a loop runs over: (name, type of an element, arguments)."""
        if isinstance(at, ast.Tuple | ast.List):
            nodes = tuple(self.check(e) for e in at.elts)
            if not nodes or len(nodes) > 64:
                self.fault(at, "a list has 1 to 64 elements")
                return "list", INT, ()
            return "list", nodes[0].type, nodes
        if isinstance(at, ast.Name) and at.id in v.ITERABLES:
            word = v.ITERABLES[at.id]
            self.level_of(at, word)
            if word.planned:
                self.planned_word(at, word)
            return at.id, word.type, ()
        if isinstance(at, ast.Call) and isinstance(at.func, ast.Name):
            if at.func.id == "permuted":
                (pattern,) = self.arguments(at, TEXT)
                masks = permutations_of(str(pattern.value))
                if not masks:
                    self.fault(at, f"'{pattern.value}' is not a list of tiles", 'for example permuted("147m258p369s")')
                return "list", TILES, tuple(Node("const", TILES, (), mask) for mask in masks)
            if at.func.id == "range":
                bounds = [self.want(self.check(arg), INT) for arg in at.args]
                if not all(isinstance(b.value, int) and b.op in ("const", "neg") for b in bounds) or len(bounds) not in (1, 2):
                    self.fault(at, "range takes one or two plain numbers")
                    return "list", INT, ()
                first, last = (0, bounds[0].high) if len(bounds) == 1 else (bounds[0].low, bounds[1].high)
                if not 0 < last - first <= 64:
                    self.fault(at, "a range has 1 to 64 numbers")
                    return "list", INT, ()
                return "list", INT, tuple(Node("const", INT, (), n, n, n) for n in range(first, last))
            if at.func.id in v.ITERABLES and v.ITERABLES[at.func.id].planned:
                self.planned_arguments(at, v.ITERABLES[at.func.id])
                self.planned_word(at, v.ITERABLES[at.func.id])
                return at.func.id, v.ITERABLES[at.func.id].type, ()
        node = self.check(at)
        if node.type == TEXT:
            node = self.coerce(node, TILES)
        if node.type == TILES:
            return "mask", TILE, (node,)
        self.fault(at, "this cannot be run over", "one can run over: " + ", ".join(v.ITERABLES))
        return "list", INT, ()


def permutations_of(pattern: str) -> list[int]:
    """Masks of a tile list with its suits exchanged in every way; honours stay."""
    base = _mask(pattern)
    if base is None:
        return []
    orders = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
    masks = []
    for order in orders:
        mask = base & ~((1 << 27) - 1)
        for suit in range(3):
            mask |= (base >> 9 * suit & 511) << 9 * order[suit]
        if mask not in masks:
            masks.append(mask)
    return masks


def _tile(text: str) -> int | None:
    mask = _mask(text)
    return mask.bit_length() - 1 if mask is not None and mask.bit_count() == 1 else None


def _mask(text: str) -> int | None:
    try:
        return tiles.mask(text)
    except ValueError:
        return None


_TOO_LARGE = (f"the expression is too large: more than {MOST_NODES} parts, its defines written out",
              "make it simpler, or split the fan in two")
_LEVEL_TEXT = {"hand": "the situation before the hand is read", "reading": "one reading of the hand",
               "score": "the score", "pay": "the payments", "table": "the table in play"}
_TYPE_TEXT = {INT: "a number", BOOL: "a yes or no", TILE: "a tile", TILES: "a list of tiles", SUIT: "a suit", SET: "a set",
              PAIR: "a pair", SEAT: "a seat", SHAPE: "a shape", ROW: "a ledger row", TEXT: "text"}


def _article(kind: str) -> str:
    return _TYPE_TEXT.get(kind, f"a choice of option '{kind[len(CHOICE):]}'")


def _spoken(at: ast.AST) -> str:
    names = {"Lambda": "a lambda", "Div": "'/'", "Pow": "'**'", "LShift": "'<<'", "RShift": "'>>'", "BitAnd": "'&'",
             "BitOr": "'|'", "BitXor": "'^'", "ListComp": "a list comprehension", "SetComp": "a set comprehension",
             "DictComp": "a dict comprehension", "GeneratorExp": "a loop outside all, any, count, sum, max, min",
             "NamedExpr": "':='", "Await": "await", "JoinedStr": "an f-string", "Starred": "'*'", "Is": "'is'",
             "IsNot": "'is not'", "Dict": "a dict", "Set": "a set in braces", "Tuple": "a bare list", "Invert": "'~'"}
    return names.get(type(at).__name__, type(at).__name__.lower())
