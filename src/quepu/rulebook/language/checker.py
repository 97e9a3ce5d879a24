"""The checker of expressions: each part of the text becomes a typed node, or a fault with its column."""

import ast
import re
import threading
import warnings
from dataclasses import replace
from functools import lru_cache

from quepu import tiles
from quepu.engine.layout.frame import Place
from quepu.faults import Fault
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.language.functions import Calls
from quepu.rulebook.language.names import Define, is_off, suggestion
from quepu.rulebook.language.node import (
    Among,
    And,
    Arithmetic,
    At,
    Compare,
    Comparison,
    Defined,
    Expr,
    Flag,
    If,
    Negative,
    Not,
    Number,
    Operator,
    Or,
    Property,
    Quantifier,
    Slot,
    Span,
    Spot,
    Table,
    Text,
    Variable,
    Waits,
    exactly,
)
from quepu.rulebook.language.typed import article, spoken
from quepu.rulebook.language.vocabulary import BOOL, INT, MELD, NUMBERS, PAIR, ROW, SEAT, SET, TEXT, TILE, TILES
from quepu.rulebook.language.walk import bare

LONGEST = 1200          # characters
DEEPEST = 40            # nested nodes
MOST_NODES = 4000       # of one expression, its defines written out
MOST_NODES_IN_ALL = 150_000         # of all expressions of a rulebook
_BINARY: dict[type[ast.operator], Operator] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%"}
_COMPARE: dict[type[ast.cmpop], Comparison] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
_EQUAL = re.compile(r"(?<![=!<>:])=(?![=<>])")                  # one sign where two compare
_BARE_TILES = re.compile(r"(?<![\w.])[0-9]+[mpszf](?!\w)")     # tiles without their quotes
#: Python 3.11 counts the depth of a tree for all threads together, and the filters of warnings are shared as well
_PARSING = threading.Lock()
_QUANTIFIERS: dict[str, Quantifier] = {"all": "all", "any": "any", "count": "count", "sum": "sum", "max": "max",
                                       "min": "min"}


@lru_cache(maxsize=1000)
def python_tree(text: str) -> ast.expr:
    """The text as Python sees it, without the warnings that Python would print about it; nobody changes it."""
    text = text.strip()
    with _PARSING, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        lines = ast.parse(text).body
    match lines:
        case [ast.Expr(value=tree)] if ";" not in text or not _goes_on(text, tree):
            return tree
    after = lines[:2][-1] if lines else None
    raise SyntaxError(Fault("expr.syntax"), ("", 1, after.col_offset + 1 if after else 0, text))


def _goes_on(text: str, tree: ast.expr) -> bool:
    """Whether a statement ends behind an expression, though nothing more is said."""
    line = text.split("\n")[(tree.end_lineno or 1) - 1]
    return ";" in line.encode()[tree.end_col_offset:].decode().partition("#")[0]


def unreadable(text: str, error: Exception) -> Spot:
    """What is wrong with a text that is not an expression at all."""
    unquoted = _QUOTED.sub(lambda quoted: " " * len(quoted[0]), text)       # what stands in quotes is as meant
    if equal := _EQUAL.search(unquoted):
        return Spot(equal.start(), equal.end(), Fault("expr.cannot_be_read", why=Fault("expr.syntax_equal")),
                    Fault("expr.write_equal"))
    if tile := _BARE_TILES.search(unquoted):
        return Spot(tile.start(), tile.end(), Fault("expr.bare_tiles", text=tile[0]),
                    Fault("expr.quote_tiles", text=tile[0]))
    offset = getattr(error, "offset", None)
    column = min(offset - 1, len(text)) if offset else len(text.rstrip())      # 0: something is missing at the end
    said = getattr(error, "msg", None)
    why = Fault("expr.syntax") if said == "invalid syntax" else said or Fault("expr.too_deep")  # what Python says most
    return Spot(column, column + 1, Fault("expr.cannot_be_read", why=why), Fault("expr.see"))


def too_large() -> tuple[Fault, Fault]:
    """That an expression has too many parts, and the way out."""
    return Fault("expr.too_large", most=MOST_NODES), Fault("expr.split")


class Checker(Calls):
    """Checks one expression; `faults` holds all that is wrong with it."""

    def check(self, at: ast.expr) -> Expr:
        self.depth += 1
        try:
            if self.depth > DEEPEST:
                return self.fault(at, Fault("expr.nested"), Fault("expr.define"))
            self.nodes.spent += 1
            self.names.budget.spent += 1
            if self.nodes.spent > MOST_NODES:
                return self.fault(at, *too_large())
            if self.names.budget.spent > MOST_NODES_IN_ALL:
                return self.fault(at, Fault("expr.all_too_large"),
                                  Fault("expr.repeats"))
            method = getattr(self, "check_" + type(at).__name__.lower(), None)
            if method is None:
                return self.fault(at, Fault("expr.not_language", what=spoken(at)),
                                  Fault("expr.see"))
            node: Expr = method(at)
            return node
        finally:
            self.depth -= 1

    def check_constant(self, at: ast.Constant) -> Expr:
        value = at.value
        if isinstance(value, bool):
            return exactly(int(value), BOOL, self.span(at))
        if isinstance(value, int):
            if abs(value) > 10**9:
                return self.fault(at, Fault("expr.large_number"), Fault("expr.most_number"))
            return exactly(value, span=self.span(at))
        if isinstance(value, str):
            return Text(value, span=self.span(at))
        if isinstance(value, float):
            return self.fault(at, Fault("expr.whole"), Fault("expr.whole_ways"))
        return self.fault(at, Fault("expr.not_value", value=value))

    def check_name(self, at: ast.Name) -> Expr:
        name = at.id
        if name in self.bound:
            return self.bound[name]
        span = self.span(at)
        if name in self.variables:
            found = self.variables[name]
            return Variable(found.name, type=found.type, bounds=(found.low, found.high), span=span)
        if name in ("nobody", "none"):
            return exactly(-1, SEAT if name == "nobody" else TILE, span)
        if name in ("seat_wind", "round_wind"):
            wind = Slot(Place("seat" if name == "seat_wind" else "round"), bounds=(0, 3), span=span)
            return Arithmetic("+", exactly(tiles.EAST, span=span), wind, type=TILE, bounds=(27, 30), span=span)
        if name in v.FACTS:
            word = v.FACTS[name]
            self.level_of(at, word)
            if word.tests:
                return self.tested(span, word)
            read = Waits if word.field in ("wait_count", "live_wait_count") else Slot
            return read(Place(word.field), type=word.type, bounds=(word.low, word.high), span=span)
        if name in v.DERIVED:
            word = v.DERIVED[name]
            if word.args:
                return self.fault(at, Fault("expr.arguments", name=name), Fault(
                    "expr.write_arguments", name=name, args=map(article, word.args)))
            return self.expand(at, name, Define((), word.means), ())
        own = self.own_name(at, name)
        if own is not None:
            return own
        if name in v.FUNCTIONS and v.FUNCTIONS[name].args:
            return self.fault(at, Fault("expr.arguments", name=name), Fault(
                "expr.write_arguments", name=name, args=map(article, v.FUNCTIONS[name].args)))
        if name in v.ITERABLES:
            return self.fault(at, Fault("expr.looped", name=name), Fault("expr.loop_like", name=name))
        return self.fault(at, Fault("expr.no_word", name=name), suggestion(name, self.known()))

    def tested(self, span: Span, word: v.Word) -> Expr:
        """A yes or no of the table: a number of the frame compared with what the word asks for."""
        slot = Slot(Place(word.field), bounds=(0, 255), span=span)
        parts = tuple(Compare(sign, slot, exactly(number), span=span) for sign, number in word.tests)
        node: Expr = parts[0] if len(parts) == 1 else Or(parts, span=span)
        if word.fed:
            node = And((Not(Slot(Place("self_draw"), type=BOOL, span=span), span=span), node), span=span)
        return node

    def own_name(self, at: ast.Name, name: str) -> Expr | None:
        """A name the rulebook itself gives: flag, tally, memory or define."""
        span = self.span(at)
        if name in self.names.flags:
            return Flag(self.names.flags[name], span=span)
        if name in self.names.tallies and v.SCORE in v.SEES[self.level]:
            return Slot(Place("tallies", self.names.tallies[name]), bounds=(-10**6, 10**6), span=span)
        if is_off(self.names, "tally", name) and v.SCORE in v.SEES[self.level]:
            return Number(span=span)
        if name in self.names.memory:
            memory = self.names.memory[name]
            if memory.size != 1:
                return self.fault(at, Fault("expr.of_seat", name=name), Fault("expr.write_seat", name=name))
            return Slot(Place("memory", memory.slot), type=memory.type, bounds=(memory.low, memory.high), span=span)
        if name in self.names.defines:
            define = self.names.defines[name]
            if define.args:
                return self.fault(at, Fault("expr.arguments", name=name),
                                  Fault("expr.write_arguments", name=name, args=tuple(a for a, _ in define.args)))
            return self.expand(at, name, define, ())
        return None

    def known(self) -> list[str]:
        """Every name that may stand here, for suggestions."""
        return [*self.variables, *v.FACTS, *v.DERIVED, *v.FUNCTIONS, *v.ITERABLES, *self.names.flags,
                *self.names.tallies, *self.names.memory, *self.names.defines, "seat_wind", "round_wind", "options"]

    def expand(self, at: ast.expr, name: str, define: Define, args: tuple[Expr, ...]) -> Expr:
        """A define written out, with the caller's arguments in place of its own."""
        if name in self.expanding:
            return self.fault(at, Fault("expr.circle", name=name, path=" -> ".join([*self.expanding, name])))
        if len(define.text) > LONGEST:
            return self.fault(at, Fault("expr.define_long", name=name), Fault("expr.under", most=LONGEST))
        inner = Checker(self.names, self.level, {})
        # what the place gives (payer, owner ...) is known in a define; the loops of the caller are not its own
        inner.variables = {word: found for word, found in self.variables.items() if found.is_given}
        inner.bound = {arg: node for (arg, _kind), node in zip(define.args, args, strict=True)}
        inner.expanding = [*self.expanding, name]
        inner.depth, inner.loops, inner.nodes = self.depth, self.loops, self.nodes
        try:
            body = inner.check(python_tree(define.text))
        except (SyntaxError, RecursionError, MemoryError, ValueError) as error:
            inner.faults, body = [unreadable(define.text, error)], Number()
        if inner.faults:
            indent = len(define.text) - len(define.text.lstrip())
            self.faults += [fault if fault.define else
                            replace(fault, start=fault.start + indent, end=fault.end + indent, define=name)
                            for fault in inner.faults]
            return Number(type=body.type)
        if isinstance(body, Text):          # a text that has a name; what it means is decided where it stands
            return Text(body.value, span=self.span(at))
        return Defined(name, body, args, type=body.type, bounds=body.bounds, span=self.span(at))

    def check_attribute(self, at: ast.Attribute) -> Expr:
        if isinstance(at.value, ast.Name) and at.value.id == "options" and "options" not in self.bound:
            option = self.names.options.get(at.attr)
            if option is None:
                return self.fault(at, Fault("expr.no_option", name=at.attr),
                                  suggestion(at.attr, self.names.options) or Fault("expr.declare_option"))
            if option.type == "fans":
                return self.fault(at, Fault("expr.fans_option", name=at.attr),
                                  Fault("expr.let_option", name=at.attr), BOOL)
            return Slot(Place("options", option.slot), type=option.type, bounds=(option.low, option.high),
                        span=self.span(at))
        of = self.check(at.value)
        words = v.PROPERTIES.get(of.type)
        if words is None or at.attr not in words:
            text = Fault("expr.no_property", name=at.attr, kind=article(of.type))
            advice = Fault("expr.has", kind=article(of.type), known=words, advice=suggestion(at.attr, words)) \
                if words else Fault("expr.has_none", kind=article(of.type))
            end = self.span(at).end
            return self.fault(Span(end - len(at.attr), end), text, advice)
        word = words[at.attr]
        self.level_of(at, word)
        if of.type in (SET, PAIR, MELD, ROW) and not isinstance(bare(of), Variable):
            return self.fault(at.value, Fault("expr.by_name", kind=article(of.type)), Fault("expr.name_it"))
        if of.type == TILE and at.attr in ("next", "prev"):
            beside = self.names.next_tiles if at.attr == "next" else self.names.prev_tiles
            return Table(beside, of, type=TILE, bounds=(0, 41), span=self.span(at))
        if of.type == TILE and at.attr == "number":
            numbers = self.names.numbers
            return Table(numbers, of, bounds=(min(-1, *numbers), max(9, *numbers)), span=self.span(at))
        return Property(at.attr, of, type=word.type, bounds=(word.low, word.high), span=self.span(at))

    def check_subscript(self, at: ast.Subscript) -> Expr:
        name = at.value.id if isinstance(at.value, ast.Name) else ""
        memory = self.names.memory.get(name)
        if memory is None:
            return self.fault(at, Fault("expr.index"), suggestion(name, self.names.memory))
        indexes = at.slice.elts if isinstance(at.slice, ast.Tuple) else [at.slice]
        seats = [self.want(self.check(index), SEAT) for index in indexes]
        needed = {1: 0, 4: 1, 16: 2}[memory.size]
        if len(seats) != needed:
            return self.fault(at, Fault("expr.seats", name=name, needed=needed, count=len(seats)))
        return At(Place("memory", memory.slot), tuple(seats), type=memory.type, bounds=(memory.low, memory.high),
                  span=self.span(at))

    def check_boolop(self, at: ast.BoolOp) -> Expr:
        args = tuple(self.want(self.check(value), BOOL) for value in at.values)
        return (And if isinstance(at.op, ast.And) else Or)(args, span=self.span(at))

    def check_unaryop(self, at: ast.UnaryOp) -> Expr:
        inner = self.check(at.operand)
        if isinstance(at.op, ast.Not):
            return Not(self.want(inner, BOOL), span=self.span(at))
        if isinstance(at.op, ast.USub):
            inner = self.want(inner, INT)
            return self.bounded(Negative(inner, bounds=(-inner.high, -inner.low), span=self.span(at)))
        return self.fault(at, Fault("expr.not_language", what=spoken(at.op)))

    def check_binop(self, at: ast.BinOp) -> Expr:
        op = _BINARY.get(type(at.op))
        if op is None:
            way = Fault("expr.whole_ways") if isinstance(at.op, ast.Div) else \
                Fault("expr.doubled") if isinstance(at.op, ast.Pow | ast.LShift) else None
            return self.fault(at, Fault("expr.not_language", what=spoken(at.op)), way)
        left, right = self.want(self.check(at.left), INT), self.want(self.check(at.right), INT)
        bounds: tuple[int, ...]
        if op in ("//", "%"):
            if right.low <= 0:
                return self.fault(right, Fault("expr.divisor"), Fault("expr.use_max"))
            bounds = (left.low // right.low, left.high // right.low, left.low // right.high, left.high // right.high) \
                if op == "//" else (0, right.high - 1)
        elif op == "*":
            bounds = tuple(x * y for x in (left.low, left.high) for y in (right.low, right.high))
        elif op == "+":
            bounds = (left.low + right.low, left.high + right.high)
        else:
            bounds = (left.low - right.high, left.high - right.low)
        return self.bounded(Arithmetic(op, left, right, bounds=(min(bounds), max(bounds)), span=self.span(at)))

    def check_ifexp(self, at: ast.IfExp) -> Expr:
        test = self.want(self.check(at.test), BOOL)
        left, right = self.same(self.check(at.body), self.check(at.orelse))
        kind = INT if left.type != right.type else left.type
        if kind in (SET, PAIR, MELD, ROW, TEXT):
            return self.fault(at, Fault("expr.if_kind", kind=article(kind)), Fault("expr.properties"))
        return If(test, left, right, type=kind, bounds=(min(left.low, right.low), max(left.high, right.high)),
                  span=self.span(at))

    def check_compare(self, at: ast.Compare) -> Expr:
        parts: list[Expr] = []
        left_at = at.left
        for op, right_at in zip(at.ops, at.comparators, strict=True):
            parts.append(self.compare(left_at, op, right_at))
            left_at = right_at
        return parts[0] if len(parts) == 1 else And(tuple(parts), span=self.span(at))

    def compare(self, left_at: ast.expr, op: ast.cmpop, right_at: ast.expr) -> Expr:
        whole = Span(left_at.col_offset, right_at.end_col_offset or 0)
        if isinstance(op, ast.In | ast.NotIn):
            inside = self.membership(whole, self.check(left_at), right_at)
            return inside if isinstance(op, ast.In) else Not(inside, span=whole)
        sign = _COMPARE.get(type(op))
        if sign is None:
            return self.fault(whole, Fault("expr.not_language", what=spoken(op)), Fault("expr.use_equal"))
        left, right = self.same(self.check(left_at), self.check(right_at))
        if sign in ("<", "<=", ">", ">=") and left.type not in (*NUMBERS, TILE):
            return self.fault(whole, Fault("expr.no_order", kind=article(left.type)), Fault("expr.use_equal"), BOOL)
        return Compare(sign, left, right, span=whole)

    def membership(self, whole: Span, left: Expr, right_at: ast.expr) -> Expr:
        """`x in (a, b)`, `tile in "23468s"` or `tile in set.tiles`."""
        if isinstance(right_at, ast.Tuple | ast.List):
            options = tuple(Compare("==", *self.same(left, self.check(e)), span=whole) for e in right_at.elts)
            if not options:
                return self.fault(whole, Fault("expr.empty"), kind=BOOL)
            return options[0] if len(options) == 1 else Or(options, span=whole)
        right = self.check(right_at)
        left = self.want(left, TILE)
        return Among(left, self.want(right, TILES), span=whole)

    def check_call(self, at: ast.Call) -> Expr:
        if not isinstance(at.func, ast.Name):
            return self.fault(at, Fault("expr.only_functions"), Fault("expr.see_functions"))
        name = at.func.id
        if at.keywords:
            return self.fault(at, Fault("expr.no_names"))
        if name in self.names.defines:
            return self.call_define(at, name)
        if name in v.DERIVED and v.DERIVED[name].args:
            return self.call_derived(at, v.DERIVED[name])
        if name not in v.FUNCTIONS and name not in v.ITERABLES:
            known = [*v.FUNCTIONS, *(word.name for word in v.DERIVED.values() if word.args),
                     *(d for d, value in self.names.defines.items() if value.args)]
            return self.fault(at.func, Fault("expr.no_function", name=name), suggestion(name, known))
        if name in _QUANTIFIERS and len(at.args) == 1 and isinstance(at.args[0], ast.GeneratorExp):
            return self.quantifier(at, _QUANTIFIERS[name], at.args[0])
        if name in v.FUNCTIONS and v.FUNCTIONS[name].args:
            return self.call_table(at, v.FUNCTIONS[name])
        method = getattr(self, "call_" + name, None)
        if method is None:
            return self.fault(at, Fault("expr.runs", name=name), Fault("expr.write_for", name=name))
        if name in v.FUNCTIONS:
            self.level_of(at, v.FUNCTIONS[name])
        node: Expr = method(at)
        return node

    def call_derived(self, at: ast.Call, word: v.Word) -> Expr:
        """A word made from others: its arguments are put in, and all that is asked of it follows from what it means."""
        before = len(self.faults)
        self.level_of(at, word)
        args = self.word_arguments(at, word)
        if args is None or len(self.faults) > before:
            return Number(type=word.type, span=self.span(at))
        named = tuple(zip(word.called, word.args, strict=True))
        return self.expand(at, word.name, Define(named, word.means), args)

    def call_define(self, at: ast.Call, name: str) -> Expr:
        define = self.names.defines[name]
        if len(at.args) != len(define.args):
            return self.fault(at, Fault("expr.argument_count", name=name, needed=len(define.args), count=len(at.args)))
        args = tuple(self.want(self.check(arg), kind) for arg, (_name, kind) in zip(at.args, define.args, strict=True))
        return self.expand(at, name, define, args)
