"""The checker of expressions: each part of the text becomes a typed node, or a fault with its column."""

import ast
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
from quepu.rulebook.language.node import Node, Spot
from quepu.rulebook.language.typed import article, spoken
from quepu.rulebook.language.vocabulary import BOOL, INT, MELD, NUMBERS, PAIR, ROW, SEAT, SET, TEXT, TILE, TILES

LONGEST = 1200          # characters
DEEPEST = 40            # nested nodes
MOST_NODES = 4000       # of one expression, its defines written out
MOST_NODES_IN_ALL = 150_000         # of all expressions of a rulebook
_BINARY = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%"}
_COMPARE = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
#: Python 3.11 counts the depth of a tree for all threads together, and the filters of warnings are shared as well
_PARSING = threading.Lock()
_QUANTIFIERS = ("all", "any", "count", "sum", "max", "min")


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
        case [ast.Assign(), *_rest]:
            raise SyntaxError(Fault("expr.syntax_equal"), ("", 1, text.find("=") + 1, text))
    after = lines[:2][-1] if lines else None
    raise SyntaxError(Fault("expr.syntax"), ("", 1, after.col_offset + 1 if after else 0, text))


def _goes_on(text: str, tree: ast.expr) -> bool:
    """Whether a statement ends behind an expression, though nothing more is said."""
    line = text.split("\n")[(tree.end_lineno or 1) - 1]
    return ";" in line.encode()[tree.end_col_offset:].decode().partition("#")[0]


def unreadable(text: str, error: Exception) -> Spot:
    """What is wrong with a text that is not an expression at all."""
    offset = getattr(error, "offset", None)
    column = min(offset - 1, len(text)) if offset else len(text.rstrip())      # 0: something is missing at the end
    said = getattr(error, "msg", None)
    why = Fault("expr.syntax") if said == "invalid syntax" else said or Fault("expr.too_deep")  # what Python says most
    return Spot(column, column + 1, Fault("expr.cannot_be_read", why=why), Fault("expr.see"))


def bare(node: Node) -> Node:
    """What a define stands for."""
    return bare(node.args[0]) if node.op == "define" else node


def too_large() -> tuple[Fault, Fault]:
    """That an expression has too many parts, and the way out."""
    return Fault("expr.too_large", most=MOST_NODES), Fault("expr.split")


class Checker(Calls):
    """Checks one expression; `faults` holds all that is wrong with it."""

    def check(self, at: ast.expr) -> Node:
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
                return self.fault(at, Fault("expr.large_number"), Fault("expr.most_number"))
            return self.make(at, "const", INT, value=value, low=value, high=value)
        if isinstance(value, str):
            return self.make(at, "const", TEXT, value=value)
        if isinstance(value, float):
            return self.fault(at, Fault("expr.whole"), Fault("expr.whole_ways"))
        return self.fault(at, Fault("expr.not_value", value=value))

    def check_name(self, at: ast.Name) -> Node:
        name = at.id
        if name in self.bound:
            return self.bound[name]
        if name in self.variables:
            found = self.variables[name]
            return self.make(at, "var", found.type, value=found.name, low=found.low, high=found.high)
        if name in ("nobody", "none"):
            return self.make(at, "const", SEAT if name == "nobody" else TILE, value=-1, low=-1, high=-1)
        if name in ("seat_wind", "round_wind"):
            place = Place("seat" if name == "seat_wind" else "round")
            wind = self.make(at, "slot", INT, value=place, high=3)
            east = self.make(at, "const", INT, value=tiles.EAST, low=27, high=27)
            return self.make(at, "+", TILE, (east, wind), low=27, high=30)
        if name in v.FACTS:
            word = v.FACTS[name]
            self.level_of(at, word)
            if word.tests:
                return self.tested(at, word)
            op = "waits" if word.field in ("wait_count", "live_wait_count") else "slot"
            return self.make(at, op, word.type, value=Place(word.field), low=word.low, high=word.high)
        if name in v.DERIVED:
            _kind, _level, text, _zh, _doc = v.DERIVED[name]
            return self.expand(at, name, Define((), text), ())
        own = self.own_name(at, name)
        if own is not None:
            return own
        if name in v.FUNCTIONS and v.FUNCTIONS[name].args:
            return self.fault(at, Fault("expr.arguments", name=name), Fault(
                "expr.write_arguments", name=name, args=map(article, v.FUNCTIONS[name].args)))
        if name in v.ITERABLES:
            return self.fault(at, Fault("expr.looped", name=name), Fault("expr.loop_like", name=name))
        return self.fault(at, Fault("expr.no_word", name=name), suggestion(name, self.known()))

    def tested(self, at: ast.expr, word: v.Word) -> Node:
        """A yes or no of the table: a number of the frame compared with what the word asks for."""
        slot = self.make(at, "slot", INT, value=Place(word.field), high=255)
        parts = tuple(self.make(at, sign, BOOL, (slot, Node("const", INT, (), number, number, number)))
                      for sign, number in word.tests)
        node = parts[0] if len(parts) == 1 else self.make(at, "or", BOOL, parts)
        if word.fed:
            drawn = self.make(at, "slot", BOOL, value=Place("self_draw"))
            node = self.make(at, "and", BOOL, (self.make(at, "not", BOOL, (drawn,)), node))
        return node

    def own_name(self, at: ast.Name, name: str) -> Node | None:
        """A name the rulebook itself gives: flag, tally, memory or define."""
        if name in self.names.flags:
            return self.make(at, "flag", BOOL, value=self.names.flags[name])
        if name in self.names.tallies and v.SCORE in v.SEES[self.level]:
            return self.make(at, "slot", INT, value=Place("tallies", self.names.tallies[name]), low=-10**6, high=10**6)
        if is_off(self.names, "tally", name) and v.SCORE in v.SEES[self.level]:
            return self.make(at, "const", INT)
        if name in self.names.memory:
            memory = self.names.memory[name]
            if memory.size != 1:
                return self.fault(at, Fault("expr.of_seat", name=name), Fault("expr.write_seat", name=name))
            return self.make(at, "slot", memory.type, (), Place("memory", memory.slot), memory.low, memory.high)
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

    def expand(self, at: ast.expr, name: str, define: Define, args: tuple[Node, ...]) -> Node:
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
            inner.faults, body = [unreadable(define.text, error)], Node("const", INT)
        if inner.faults:
            indent = len(define.text) - len(define.text.lstrip())
            self.faults += [fault if fault.define else
                            replace(fault, start=fault.start + indent, end=fault.end + indent, define=name)
                            for fault in inner.faults]
            return Node("const", body.type)
        if body.type == TEXT:               # a text that has a name; what it means is decided where it stands
            return self.make(at, "const", TEXT, value=body.word)
        return self.make(at, "define", body.type, (body,), value=name, low=body.low, high=body.high)

    def check_attribute(self, at: ast.Attribute) -> Node:
        if isinstance(at.value, ast.Name) and at.value.id == "options" and "options" not in self.bound:
            option = self.names.options.get(at.attr)
            if option is None:
                return self.fault(at, Fault("expr.no_option", name=at.attr),
                                  suggestion(at.attr, self.names.options) or Fault("expr.declare_option"))
            if option.type == "fans":
                return self.fault(at, Fault("expr.fans_option", name=at.attr),
                                  Fault("expr.let_option", name=at.attr), BOOL)
            return self.make(at, "slot", option.type, (), Place("options", option.slot), option.low, option.high)
        of = self.check(at.value)
        words = v.PROPERTIES.get(of.type)
        if words is None or at.attr not in words:
            text = Fault("expr.no_property", name=at.attr, kind=article(of.type))
            advice = Fault("expr.has", kind=article(of.type), known=words, advice=suggestion(at.attr, words)) \
                if words else Fault("expr.has_none", kind=article(of.type))
            _start, end = self.span(at)
            fault_at = Node("const", INT, start=end - len(at.attr), end=end)
            return self.fault(fault_at, text, advice)
        word = words[at.attr]
        self.level_of(at, word)
        if of.type in (SET, PAIR, MELD, ROW) and bare(of).op != "var":
            return self.fault(at.value, Fault("expr.by_name", kind=article(of.type)), Fault("expr.name_it"))
        if of.type == TILE and at.attr in ("next", "prev"):
            beside = self.names.next_tiles if at.attr == "next" else self.names.prev_tiles
            return self.make(at, "table", TILE, (of,), value=beside, high=41)
        if of.type == TILE and at.attr == "number":
            numbers = self.names.numbers
            return self.make(at, "table", INT, (of,), value=numbers, low=min(-1, *numbers), high=max(9, *numbers))
        return self.make(at, "prop", word.type, (of,), value=at.attr, low=word.low, high=word.high)

    def check_subscript(self, at: ast.Subscript) -> Node:
        name = at.value.id if isinstance(at.value, ast.Name) else ""
        memory = self.names.memory.get(name)
        if memory is None:
            return self.fault(at, Fault("expr.index"), suggestion(name, self.names.memory))
        indexes = at.slice.elts if isinstance(at.slice, ast.Tuple) else [at.slice]
        seats = [self.want(self.check(index), SEAT) for index in indexes]
        needed = {1: 0, 4: 1, 16: 2}[memory.size]
        if len(seats) != needed:
            return self.fault(at, Fault("expr.seats", name=name, needed=needed, count=len(seats)))
        return self.make(at, "at", memory.type, tuple(seats), Place("memory", memory.slot), memory.low, memory.high)

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
        return self.fault(at, Fault("expr.not_language", what=spoken(at.op)))

    def check_binop(self, at: ast.BinOp) -> Node:
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
        return self.make(at, op, INT, (left, right), low=min(bounds), high=max(bounds))

    def check_ifexp(self, at: ast.IfExp) -> Node:
        test = self.want(self.check(at.test), BOOL)
        left, right = self.same(self.check(at.body), self.check(at.orelse))
        kind = INT if left.type != right.type else left.type
        if kind in (SET, PAIR, MELD, ROW, TEXT):
            return self.fault(at, Fault("expr.if_kind", kind=article(kind)), Fault("expr.properties"))
        return self.make(at, "if", kind, (test, left, right), low=min(left.low, right.low),
                         high=max(left.high, right.high))

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
            return self.fault(whole, Fault("expr.not_language", what=spoken(op)), Fault("expr.use_equal"))
        left, right = self.same(self.check(left_at), self.check(right_at))
        if sign in ("<", "<=", ">", ">=") and left.type not in (*NUMBERS, TILE):
            return self.fault(whole, Fault("expr.no_order", kind=article(left.type)), Fault("expr.use_equal"), BOOL)
        return self.make(whole, sign, BOOL, (left, right))

    def membership(self, whole: ast.AST, left: Node, right_at: ast.expr) -> Node:
        """`x in (a, b)`, `tile in "23468s"` or `tile in set.tiles`."""
        if isinstance(right_at, ast.Tuple | ast.List):
            options = tuple(self.make(whole, "==", BOOL, self.same(left, self.check(e))) for e in right_at.elts)
            if not options:
                return self.fault(whole, Fault("expr.empty"), kind=BOOL)
            return options[0] if len(options) == 1 else self.make(whole, "or", BOOL, options)
        right = self.check(right_at)
        left = self.want(left, TILE)
        return self.make(whole, "in", BOOL, (left, self.want(right, TILES)))

    def check_call(self, at: ast.Call) -> Node:
        if not isinstance(at.func, ast.Name):
            return self.fault(at, Fault("expr.only_functions"), Fault("expr.see_functions"))
        name = at.func.id
        if at.keywords:
            return self.fault(at, Fault("expr.no_names"))
        if name in self.names.defines:
            return self.call_define(at, name)
        if name not in v.FUNCTIONS and name not in v.ITERABLES:
            known = [*v.FUNCTIONS, *(d for d, value in self.names.defines.items() if value.args)]
            return self.fault(at.func, Fault("expr.no_function", name=name), suggestion(name, known))
        if name in _QUANTIFIERS and len(at.args) == 1 and isinstance(at.args[0], ast.GeneratorExp):
            return self.quantifier(at, name, at.args[0])
        if name in v.FUNCTIONS and v.FUNCTIONS[name].args:
            return self.call_table(at, v.FUNCTIONS[name])
        method = getattr(self, "call_" + name, None)
        if method is None:
            return self.fault(at, Fault("expr.runs", name=name), Fault("expr.write_for", name=name))
        if name in v.FUNCTIONS:
            self.level_of(at, v.FUNCTIONS[name])
        node: Node = method(at)
        return node

    def call_define(self, at: ast.Call, name: str) -> Node:
        define = self.names.defines[name]
        if len(at.args) != len(define.args):
            return self.fault(at, Fault("expr.argument_count", name=name, needed=len(define.args), count=len(at.args)))
        args = tuple(self.want(self.check(arg), kind) for arg, (_name, kind) in zip(at.args, define.args, strict=True))
        return self.expand(at, name, define, args)
