"""Calls in expressions: functions, the fans they ask about, and loops over tiles, sets, seats."""

import ast

from quepu.engine.layout.frame import Place
from quepu.faults import Fault
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.language.effort import MOST_ELEMENTS, elements
from quepu.rulebook.language.masks import permutations_of
from quepu.rulebook.language.names import Variable, is_off, suggestion
from quepu.rulebook.language.node import Node
from quepu.rulebook.language.ranges import DICE, element_range, index_of
from quepu.rulebook.language.typed import Typed, article
from quepu.rulebook.language.vocabulary import BOOL, INT, ROW, SEAT, TEXT, TILE, TILES
from quepu.tiles import KIND_COUNT

LOOPS = 3               # quantifiers inside each other
MOST_DISTINCT = 16      # each is compared with each


class Calls(Typed):
    """Checks the arguments of each function and the parts of each loop."""

    def arguments(self, at: ast.Call, *kinds: str) -> tuple[Node, ...]:
        if len(at.args) != len(kinds):
            self.fault(at, Fault("expr.plain_count", needed=len(kinds), count=len(at.args)))
            return tuple(Node("const", kind) for kind in kinds)
        return tuple(self.want(self.check(arg), kind) for arg, kind in zip(at.args, kinds, strict=True))

    def call_abs(self, at: ast.Call) -> Node:
        (of,) = self.arguments(at, INT)
        return self.make(at, "call", INT, (of,), "abs", 0, max(abs(of.low), abs(of.high)))

    def extreme(self, at: ast.Call, name: str) -> Node:
        args = tuple(self.want(self.check(arg), INT) for arg in at.args)
        if len(args) < 2:
            return self.fault(at, Fault("expr.two_values", name=name),
                              Fault("expr.write_two", name=name))
        pick = max if name == "max" else min
        return self.make(at, "call", INT, args, name, pick(a.low for a in args), pick(a.high for a in args))

    def call_max(self, at: ast.Call) -> Node:
        return self.extreme(at, "max")

    def call_min(self, at: ast.Call) -> Node:
        return self.extreme(at, "min")

    def call_distinct(self, at: ast.Call) -> Node:
        args = tuple(self.check(arg) for arg in at.args)
        if len(args) < 2:
            return self.fault(at, Fault("expr.distinct"), kind=BOOL)
        if len(args) > MOST_DISTINCT:
            return self.fault(at, Fault("expr.most_distinct", most=MOST_DISTINCT), kind=BOOL)
        kind, args = self.alike(args)
        if kind == ROW:
            return self.fault(at, Fault("expr.rows"), Fault("expr.rows_say"), BOOL)
        return self.make(at, "call", BOOL, args, "distinct")

    def call_copies(self, at: ast.Call) -> Node:
        return self.make(at, "at", INT, self.arguments(at, TILE), Place("counts"), 0, 24)

    def call_held(self, at: ast.Call) -> Node:
        return self.make(at, "at", INT, self.arguments(at, TILE), Place("held"), 0, 4)

    def call_shown(self, at: ast.Call) -> Node:
        return self.make(at, "at", INT, self.arguments(at, TILE), Place("shown"), 0, 4)

    def call_doubled(self, at: ast.Call) -> Node:
        amount, times = self.arguments(at, INT, INT)
        times_high = min(20, max(0, times.high))
        return self.make(at, "call", INT, (amount, times), "doubled", min(amount.low, amount.low << times_high),
                         max(amount.high, amount.high << times_high))

    def call_ceil_to(self, at: ast.Call) -> Node:
        amount, step = self.arguments(at, INT, INT)
        if step.low <= 0:
            return self.fault(at, Fault("expr.step"))
        return self.make(at, "call", INT, (amount, step), "ceil_to", amount.low, amount.high + step.high)

    def call_half_up(self, at: ast.Call) -> Node:
        (amount,) = self.arguments(at, INT)
        return self.make(at, "call", INT, (amount,), "half_up", amount.low, amount.high)

    def call_drawn_this_turn(self, at: ast.Call) -> Node:
        return self.make(at, "call", BOOL, self.arguments(at, TILE), "drawn_this_turn")

    def call_turns_to(self, at: ast.Call) -> Node:
        return self.make(at, "call", INT, self.arguments(at, SEAT, SEAT), "turns_to", 0, 3)

    def call_has_won(self, at: ast.Call) -> Node:
        return self.make(at, "call", BOOL, self.arguments(at, SEAT), "has_won")

    def call_is_winning(self, at: ast.Call) -> Node:
        return self.make(at, "call", BOOL, self.arguments(at, SEAT), "is_winning")

    def call_next_seat(self, at: ast.Call) -> Node:
        seat, steps = self.arguments(at, SEAT, INT)
        return self.make(at, "call", SEAT, (seat, steps), "next_seat", 0, 3)

    def call_paid(self, at: ast.Call) -> Node:
        tag, payer, receiver = self.arguments(at, TEXT, SEAT, SEAT)
        return self.make(at, "paid", INT, (payer, receiver), str(tag.value), -10**9, 10**9)

    def call_table(self, at: ast.Call, word: v.Word) -> Node:
        """A function that reads a list of the table: by seat, by tile, or by both."""
        self.level_of(at, word)
        args = self.word_arguments(at, word)
        if args is None:
            return Node("const", word.type)
        if word.name == "dice" and not 1 <= args[0].low <= args[0].high <= DICE:
            return self.fault(at.args[0], Fault("expr.dice", count=DICE))
        place = Place(word.field, -index_of(args[0].type)[0])       # dice are counted from 1
        if word.type == BOOL:           # a mask that is not empty
            mask = self.make(at, "at", INT, args, place, 0, 1 << KIND_COUNT)
            return self.make(at, "!=", BOOL, (mask, self.make(at, "const", INT)))
        return self.make(at, "at" if len(args) == 1 else "grid", word.type, args, place, word.low, word.high)

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

    def call_has(self, at: ast.Call) -> Node:
        fan = self.fan_id(at)
        if is_off(self.names, "fan", fan):
            return self.make(at, "const", BOOL)
        return self.make(at, "has", BOOL, value=self.names.fans.get(fan or "", 0))

    def call_times(self, at: ast.Call) -> Node:
        fan = self.fan_id(at)
        if is_off(self.names, "fan", fan):
            return self.make(at, "const", INT)
        return self.make(at, "times", INT, value=self.names.fans.get(fan or "", 0), high=100_000)

    def call_any_fan(self, at: ast.Call) -> Node:
        (tag,) = self.arguments(at, TEXT)
        fans = self.names.tags.get(str(tag.value))
        if fans is None and is_off(self.names, "tag", tag.value):
            return self.make(at, "const", BOOL)
        if fans is None:
            return self.fault(at, Fault("expr.no_tag", tag=tag.value),
                              suggestion(str(tag.value), self.names.tags), BOOL)
        return self.make(at, "any_fan", BOOL, value=tuple(self.names.fans[fan] for fan in fans))

    def quantifier(self, at: ast.Call, name: str, loop: ast.GeneratorExp) -> Node:
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
        self.variables[variable] = Variable(own, kind, low, high)
        conditions = [self.want(self.check(test), BOOL) for test in generator.ifs]
        body = self.check(loop.elt)
        if name in ("all", "any"):
            body = self.want(body, BOOL)
        elif name == "count":
            if body.op != "var":
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
        true = Node("const", BOOL, (), 1, 1, 1)
        condition = true if not conditions else conditions[0] if len(conditions) == 1 else \
            self.make(at, "and", BOOL, tuple(conditions))
        low, high = min(0, body.low), max(0, body.high)     # over nothing it is 0
        most = elements(source, len(source_args))
        low, high = {"all": (0, 1), "any": (0, 1), "count": (0, most), "sum": (low * most, high * most)}.get(
            name, (low, high))
        kind = BOOL if name in ("all", "any") else INT
        return self.make(at, "loop", kind, (body, condition, *source_args), (name, own, source), low, high)

    def source(self, at: ast.expr) -> tuple[str, str, tuple[Node, ...]]:
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
                (pattern,) = self.arguments(at, TEXT)
                masks = permutations_of(str(pattern.value))
                if not masks:
                    self.fault(at, Fault("expr.not_tiles", text=pattern.value), Fault("expr.permuted"))
                return "list", TILES, tuple(Node("const", TILES, (), mask) for mask in masks)
            if at.func.id == "range":
                bounds = [self.want(self.check(arg), INT) for arg in at.args]
                plain = all(b.op == "const" or (b.op == "neg" and b.args[0].op == "const") for b in bounds)
                if not plain or len(bounds) not in (1, 2):
                    self.fault(at, Fault("expr.range"))
                    return "list", INT, ()
                first, last = (0, bounds[0].high) if len(bounds) == 1 else (bounds[0].low, bounds[1].high)
                if not 0 < last - first <= MOST_ELEMENTS:
                    self.fault(at, Fault("expr.range_size", most=MOST_ELEMENTS))
                    return "list", INT, ()
                return "list", INT, tuple(Node("const", INT, (), n, n, n) for n in range(first, last))
            if at.func.id in v.ITERABLES and v.ITERABLES[at.func.id].args:
                word = v.ITERABLES[at.func.id]
                self.level_of(at, word)
                return word.name, word.type, self.word_arguments(at, word) or ()
        node = self.check(at)
        if node.type == TEXT:
            node = self.coerce(node, TILES)
        if node.type == TILES:
            return "mask", TILE, (node,)
        self.fault(at, Fault("expr.no_loop"), Fault("expr.iterables", known=v.ITERABLES))
        return "list", INT, ()
