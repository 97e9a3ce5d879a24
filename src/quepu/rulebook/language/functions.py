"""Calls in expressions: functions, the fans they ask about, and loops over tiles, sets, seats."""

import ast

from quepu.engine.layout.frame import Place
from quepu.faults import Fault
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.language.effort import MOST_ELEMENTS, elements
from quepu.rulebook.language.masks import permutations_of
from quepu.rulebook.language.names import VariableWord, is_off, suggestion
from quepu.rulebook.language.node import (
    And,
    AnyFan,
    At,
    Call,
    Compare,
    Expr,
    Grid,
    Has,
    Loop,
    Negative,
    Number,
    Paid,
    Quantifier,
    Range,
    Text,
    Times,
    Variable,
    exactly,
)
from quepu.rulebook.language.ranges import DICE, element_range, index_of
from quepu.rulebook.language.typed import Typed, article
from quepu.rulebook.language.vocabulary import BOOL, INT, ROW, SEAT, TEXT, TILE, TILES
from quepu.tiles import KIND_COUNT

LOOPS = 3               # quantifiers inside each other
MOST_DISTINCT = 16      # each is compared with each


class Calls(Typed):
    """Checks the arguments of each function and the parts of each loop."""

    def arguments(self, at: ast.Call, *kinds: str) -> tuple[Expr, ...]:
        if len(at.args) != len(kinds):
            self.fault(at, Fault("expr.plain_count", needed=len(kinds), count=len(at.args)))
            return tuple(Text("") if kind == TEXT else Number(type=kind) for kind in kinds)
        return tuple(self.want(self.check(arg), kind) for arg, kind in zip(at.args, kinds, strict=True))

    def call(self, at: ast.Call, name: str, args: tuple[Expr, ...], bounds: Range) -> Expr:
        """A function that gives a number between these bounds."""
        return self.bounded(Call(name, args, bounds=bounds, span=self.span(at)))

    def call_abs(self, at: ast.Call) -> Expr:
        (of,) = self.arguments(at, INT)
        return self.call(at, "abs", (of,), (0, max(abs(of.low), abs(of.high))))

    def extreme(self, at: ast.Call, name: str) -> Expr:
        args = tuple(self.want(self.check(arg), INT) for arg in at.args)
        if len(args) < 2:
            return self.fault(at, Fault("expr.two_values", name=name),
                              Fault("expr.write_two", name=name))
        pick = max if name == "max" else min
        return self.call(at, name, args, (pick(a.low for a in args), pick(a.high for a in args)))

    def call_max(self, at: ast.Call) -> Expr:
        return self.extreme(at, "max")

    def call_min(self, at: ast.Call) -> Expr:
        return self.extreme(at, "min")

    def call_distinct(self, at: ast.Call) -> Expr:
        args = tuple(self.check(arg) for arg in at.args)
        if len(args) < 2:
            return self.fault(at, Fault("expr.distinct"), kind=BOOL)
        if len(args) > MOST_DISTINCT:
            return self.fault(at, Fault("expr.most_distinct", most=MOST_DISTINCT), kind=BOOL)
        kind, args = self.alike(args)
        if kind == ROW:
            return self.fault(at, Fault("expr.rows"), Fault("expr.rows_say"), BOOL)
        return Call("distinct", args, type=BOOL, span=self.span(at))

    def call_copies(self, at: ast.Call) -> Expr:
        return At(Place("counts"), self.arguments(at, TILE), bounds=(0, 24), span=self.span(at))

    def call_held(self, at: ast.Call) -> Expr:
        return At(Place("held"), self.arguments(at, TILE), bounds=(0, 4), span=self.span(at))

    def call_shown(self, at: ast.Call) -> Expr:
        return At(Place("shown"), self.arguments(at, TILE), bounds=(0, 4), span=self.span(at))

    def call_doubled(self, at: ast.Call) -> Expr:
        amount, times = self.arguments(at, INT, INT)
        times_high = min(20, max(0, times.high))
        return self.call(at, "doubled", (amount, times), (min(amount.low, amount.low << times_high),
                                                          max(amount.high, amount.high << times_high)))

    def call_ceil_to(self, at: ast.Call) -> Expr:
        amount, step = self.arguments(at, INT, INT)
        if step.low <= 0:
            return self.fault(at, Fault("expr.step"))
        return self.call(at, "ceil_to", (amount, step), (amount.low, amount.high + step.high))

    def call_half_up(self, at: ast.Call) -> Expr:
        (amount,) = self.arguments(at, INT)
        return self.call(at, "half_up", (amount,), amount.bounds)

    def call_drawn_this_turn(self, at: ast.Call) -> Expr:
        return Call("drawn_this_turn", self.arguments(at, TILE), type=BOOL, span=self.span(at))

    def call_turns_to(self, at: ast.Call) -> Expr:
        return self.call(at, "turns_to", self.arguments(at, SEAT, SEAT), (0, 3))

    def call_has_won(self, at: ast.Call) -> Expr:
        return Call("has_won", self.arguments(at, SEAT), type=BOOL, span=self.span(at))

    def call_is_winning(self, at: ast.Call) -> Expr:
        return Call("is_winning", self.arguments(at, SEAT), type=BOOL, span=self.span(at))

    def call_next_seat(self, at: ast.Call) -> Expr:
        seat, steps = self.arguments(at, SEAT, INT)
        return Call("next_seat", (seat, steps), type=SEAT, bounds=(0, 3), span=self.span(at))

    def call_paid(self, at: ast.Call) -> Expr:
        tag, payer, receiver = self.arguments(at, TEXT, SEAT, SEAT)
        return Paid(text_of(tag), payer, receiver, bounds=(-10**9, 10**9), span=self.span(at))

    def call_table(self, at: ast.Call, word: v.Word) -> Expr:
        """A function that reads a list of the table: by seat, by tile, or by both."""
        self.level_of(at, word)
        args = self.word_arguments(at, word)
        if args is None:
            return Number(type=word.type)
        if word.name == "dice" and not 1 <= args[0].low <= args[0].high <= DICE:
            return self.fault(at.args[0], Fault("expr.dice", count=DICE))
        place = Place(word.field, -index_of(args[0].type)[0])       # dice are counted from 1
        span = self.span(at)
        if word.type == BOOL:           # a mask that is not empty
            mask = At(place, args, bounds=(0, 1 << KIND_COUNT), span=span)
            return Compare("!=", mask, Number(span=span), span=span)
        bounds = word.low, word.high
        if len(args) == 2:
            return Grid(place, *args, type=word.type, bounds=bounds, span=span)
        return At(place, args, type=word.type, bounds=bounds, span=span)

    def fan_id(self, at: ast.Call) -> str | None:
        """The fan a call names, as a word or as text."""
        arg = at.args[0] if len(at.args) == 1 else None
        name = arg.id if isinstance(arg, ast.Name) else arg.value if isinstance(arg, ast.Constant) else None
        if not isinstance(name, str):
            self.fault(at, Fault("expr.one_fan"))
            return None
        if name not in self.names.fans and not is_off(self.names, "fan", name):
            self.fault(arg or at, Fault("expr.no_fan", name=name), suggestion(name, self.names.fans))
            return None
        return name

    def call_has(self, at: ast.Call) -> Expr:
        fan = self.fan_id(at)
        if is_off(self.names, "fan", fan):
            return Number(type=BOOL, span=self.span(at))
        return Has(self.names.fans.get(fan or "", 0), span=self.span(at))

    def call_times(self, at: ast.Call) -> Expr:
        fan = self.fan_id(at)
        if is_off(self.names, "fan", fan):
            return Number(span=self.span(at))
        return Times(self.names.fans.get(fan or "", 0), bounds=(0, 100_000), span=self.span(at))

    def call_any_fan(self, at: ast.Call) -> Expr:
        tag = text_of(*self.arguments(at, TEXT))
        fans = self.names.tags.get(tag)
        if fans is None and is_off(self.names, "tag", tag):
            return Number(type=BOOL, span=self.span(at))
        if fans is None:
            return self.fault(at, Fault("expr.no_tag", tag=tag), suggestion(tag, self.names.tags), BOOL)
        return AnyFan(tuple(self.names.fans[fan] for fan in fans), span=self.span(at))

    def quantifier(self, at: ast.Call, name: Quantifier, loop: ast.GeneratorExp) -> Expr:
        """`all(BODY for x in XS if COND)` and its likes."""
        if len(loop.generators) != 1:
            return self.fault(at, Fault("expr.one_for"), Fault("expr.inner_for"))
        generator = loop.generators[0]
        if not isinstance(generator.target, ast.Name):
            return self.fault(at, Fault("expr.one_name"))
        self.loops += 1
        if self.loops > LOOPS:
            self.loops -= 1
            return self.fault(at, Fault("expr.loops", most=LOOPS), Fault("expr.use_pick"))
        variable = generator.target.id
        if variable == "options":
            self.fault(generator.target, Fault("expr.options"), Fault("expr.other_name"))
        source, kind, source_args = self.source(generator.iter)
        low, high = element_range(source, kind, source_args) if source_args or source != "list" else (0, 0)
        # a name of its own: no argument of a define and no loop around this one can be meant by it
        self.nodes.loops += 1
        own = f"{variable}.{self.nodes.loops}"
        before, bound = self.variables.get(variable), self.bound.pop(variable, None)
        self.variables[variable] = VariableWord(own, kind, low, high)
        conditions = [self.want(self.check(test), BOOL) for test in generator.ifs]
        body = self.check(loop.elt)
        if name in ("all", "any"):
            body = self.want(body, BOOL)
        elif name == "count":
            if not isinstance(body, Variable):
                self.fault(loop.elt, Fault("expr.count"), Fault("expr.after_if"))
        else:
            body = self.want(body, INT)
        if before is None:
            del self.variables[variable]
        else:
            self.variables[variable] = before
        if bound is not None:
            self.bound[variable] = bound
        self.loops -= 1
        condition = exactly(1, BOOL) if not conditions else conditions[0] if len(conditions) == 1 else \
            And(tuple(conditions), span=self.span(at))
        low, high = min(0, body.low), max(0, body.high)     # over nothing it is 0
        most = elements(source, len(source_args))
        low, high = {"all": (0, 1), "any": (0, 1), "count": (0, most), "sum": (low * most, high * most)}.get(
            name, (low, high))
        kind = BOOL if name in ("all", "any") else INT
        return self.bounded(Loop(name, own, source, body, condition, source_args, type=kind, bounds=(low, high),
                                 span=self.span(at)))

    def source(self, at: ast.expr) -> tuple[str, str, tuple[Expr, ...]]:
        """What a loop runs over: (name, type of an element, arguments)."""
        if isinstance(at, ast.Tuple | ast.List):
            nodes = tuple(self.check(e) for e in at.elts)
            if not nodes or len(nodes) > MOST_ELEMENTS:
                self.fault(at, Fault("expr.elements", most=MOST_ELEMENTS))
                return "list", INT, ()
            return "list", *self.alike(nodes)
        if isinstance(at, ast.Name) and at.id in v.ITERABLES:
            word = v.ITERABLES[at.id]
            self.level_of(at, word)
            if word.args:
                self.fault(at, Fault("expr.arguments", name=at.id),
                           Fault("expr.write_arguments", name=at.id, args=map(article, word.args)))
            return at.id, word.type, ()
        if isinstance(at, ast.Call) and isinstance(at.func, ast.Name):
            if at.func.id == "permuted":
                pattern = text_of(*self.arguments(at, TEXT))
                masks = permutations_of(pattern)
                if not masks:
                    self.fault(at, Fault("expr.not_tiles", text=pattern), Fault("expr.permuted"))
                return "list", TILES, tuple(Number(mask, type=TILES, span=self.span(at)) for mask in masks)
            if at.func.id == "range":
                bounds = [self.want(self.check(arg), INT) for arg in at.args]
                plain = all(isinstance(b.of if isinstance(b, Negative) else b, Number) for b in bounds)
                if not plain or len(bounds) not in (1, 2):
                    self.fault(at, Fault("expr.range"))
                    return "list", INT, ()
                first, last = (0, bounds[0].high) if len(bounds) == 1 else (bounds[0].low, bounds[1].high)
                if not 0 < last - first <= MOST_ELEMENTS:
                    self.fault(at, Fault("expr.range_size", most=MOST_ELEMENTS))
                    return "list", INT, ()
                return "list", INT, tuple(exactly(number, span=self.span(at)) for number in range(first, last))
            if at.func.id in v.ITERABLES and v.ITERABLES[at.func.id].args:
                word = v.ITERABLES[at.func.id]
                self.level_of(at, word)
                return word.name, word.type, self.word_arguments(at, word) or ()
        node = self.check(at)
        if isinstance(node, Text):
            node = self.coerce(node, TILES)
        if node.type == TILES:
            return "mask", TILE, (node,)
        self.fault(at, Fault("expr.no_loop"), Fault("expr.iterables", known=v.ITERABLES))
        return "list", INT, ()


def text_of(node: Expr) -> str:
    """The text that an argument is; empty after a fault."""
    return node.value if isinstance(node, Text) else ""
