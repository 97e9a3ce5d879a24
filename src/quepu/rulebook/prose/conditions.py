"""A condition of a rulebook in words: made from its expression and from what vocabulary and rulebook call things.

`chow_count == 4 and honor_count == 0` becomes "4 chows, no honours".
"""

import ast
import re

from quepu.locale import has_words, language, pick
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.language.checker import python_tree
from quepu.rulebook.language.masks import mask_of
from quepu.rulebook.model.model import Fan, Model
from quepu.rulebook.prose.phrases import Phrases
from quepu.rulebook.prose.wording import mentions, number_in, property_of
from quepu.tiles import SEATS, seat_name

_SIGNS: dict[type[ast.AST], str] = {
    ast.Eq: "=", ast.NotEq: "≠", ast.Lt: "<", ast.LtE: "≤", ast.Gt: ">", ast.GtE: "≥", ast.Add: "+", ast.Sub: "−",
    ast.Mult: "×", ast.FloorDiv: "÷", ast.Mod: "mod"}
_CALLED = {"copies", "held", "shown", "visible", "value"}
_TURNS = {"1": 1, "2": 2, "3": 3, "-1": 3}      # steps in turn that have a name
_OF_SEATS = {"purse", "declares", "seat_wind"}
_STEPS = ("low", "rank")        # what goes up from one set to the next
_MEANT = {"actor", "tile"}      # whom and what a rule of play speaks of anyway


def fan_text(model: Model, fan: Fan, lang: str) -> str:
    """What a fan asks for: its sets, its condition, how often it counts; empty if it asks for nothing."""
    said = model.said.fans[fan.id]
    told = _Sentence(model, lang)
    found = []
    when = str(said.when)
    if fan.pick is not None:
        one = told.single(fan.pick.parts, when) if when and len(fan.pick.parts) == 1 else ""
        found.append(one or told.pick_text(fan.pick.parts))
        when = "" if one else when
    if when:
        found.append(told.whole(when))
    if isinstance(said.count, str) and said.count:
        found.append(told.say("each", what=told.whole(said.count)))
    if not found and fan.fallback is not None:
        found.append(told.say("fallback"))
    return told.spaced(told.say("semicolon").join(part for part in found if part))


def condition_text(model: Model, text: str, lang: str) -> str:
    """An expression in words."""
    told = _Sentence(model, lang)
    return told.spaced(told.whole(text))


class _Sentence(Phrases):
    """A tree of Python in words, part by part."""

    outer = ""                          # the nameless variable of a loop around this one

    def whole(self, text: str) -> str:
        try:
            return self.of(python_tree(text))
        except (SyntaxError, ValueError, RecursionError):
            return text

    def spaced(self, text: str) -> str:
        """Letters and figures with a space between them and Chinese, and Chinese without one before its verb."""
        if self.english:
            return text
        han = r"[\u4e00-\u9fff]"
        text = re.sub(rf"(?<={han})(?<![或且]) (?=不?是)", "", text)
        return re.sub(rf"(?<=[0-9A-Za-z])(?={han})|(?<={han})(?=[0-9A-Za-z])", " ", text)

    # -- the sets of a fan --
    def single(self, parts: tuple[tuple[str, str], ...], when: str) -> str:
        """A fan made of one set: `a pung that is of dragons`; empty if it has to be said otherwise."""
        (name, source), = parts
        tree = python_tree(when)
        every = tree.values if isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And) else [tree]
        own = [part for part in every if mentions(part, name)]
        self.alone = name
        said = [self.predicate(part, inside=len(own) > 1) for part in own]
        self.alone = ""
        told = [text for text in said if text is not None]
        if not own or len(told) < len(said):
            return ""
        rest = [self.inner(part) for part in every if part not in own]
        return self.say("comma").join([
            self.say("picked_that", one=self.say(f"one.{source}"), that=self.say("comma").join(told)), *rest])

    def pick_text(self, parts: tuple[tuple[str, str], ...]) -> str:
        """The sets a fan is made of: `3 chows a, b, c`."""
        groups: dict[str, list[str]] = {}
        for name, source in parts:
            groups.setdefault(source, []).append(name)
            self.kinds[name] = v.ITERABLES[source].type if source in v.ITERABLES else v.SET
        return self.say("comma").join(
            self.say("picked", names=self.say("list").join(names), count=len(names),
                     what=self.say(f"{'one' if len(names) == 1 or not self.english else 'many'}.{source}"))
            for source, names in groups.items())

    # -- the tree --
    def of(self, at: ast.expr) -> str:
        method = getattr(self, f"of_{type(at).__name__.lower()}", None)
        return method(at) if method is not None else ast.unparse(at)

    def inner(self, at: ast.expr) -> str:
        """A part of something larger, in brackets where it could be misread."""
        text = self.of(at)
        return self.say("brackets", what=text) if isinstance(at, ast.BoolOp | ast.IfExp | ast.BinOp) else text

    def of_boolop(self, at: ast.BoolOp) -> str:
        """Commas between what must all hold; inside an `or` the word `and` binds closer and needs no brackets."""
        if isinstance(at.op, ast.Or):
            return self.say("or").join(self._and(part) for part in at.values)
        return self.say("comma").join(
            self.inner(part) if isinstance(part, ast.BoolOp | ast.IfExp) else self._each(part, names)
            for part, names in self._joined(at))

    def _and(self, at: ast.expr) -> str:
        if isinstance(at, ast.BoolOp) and isinstance(at.op, ast.And):
            return self.say("and").join(self.inner(part) if isinstance(part, ast.BoolOp | ast.IfExp) else self.of(part)
                                        for part in at.values)
        return self.inner(at) if isinstance(at, ast.IfExp) else self.of(at)

    def _joined(self, at: ast.BoolOp) -> list[tuple[ast.expr, list[str]]]:
        """The parts of a condition; what is asked of several sets alike is said once, with the names of all of them."""
        found: dict[str, tuple[ast.expr, list[str]]] = {}
        for number, part in enumerate(at.values):
            names = {one.id for one in ast.walk(part) if isinstance(one, ast.Name) and one.id in self.kinds}
            key = str(number)
            if isinstance(at.op, ast.And) and len(names) == 1 and not self.alone:
                (name,) = names
                key = re.sub(rf"\b{name}\b", "_", ast.unparse(part))
            found.setdefault(key, (part, []))[1].extend(names)
        return list(found.values())

    def _each(self, part: ast.expr, names: list[str]) -> str:
        if len(names) < 2 or len({one.id for one in ast.walk(part) if isinstance(one, ast.Name)} & set(names)) != 1:
            return self.of(part)
        self.together = {name: self.say("list").join(names) for name in names}
        text = self.of(part)
        self.together = {}
        return text

    def of_unaryop(self, at: ast.UnaryOp) -> str:
        if isinstance(at.op, ast.Not):
            return self._denied(at.operand)
        return f"−{self.inner(at.operand)}" if isinstance(at.op, ast.USub) else self.inner(at.operand)

    def _denied(self, at: ast.expr) -> str:
        """What must not be."""
        name = at.func.id if isinstance(at, ast.Call) and isinstance(at.func, ast.Name) else ""
        if isinstance(at, ast.Call) and name == "any" and isinstance(at.args[0], ast.GeneratorExp):
            return self._loop("none", at.args[0])
        if isinstance(at, ast.Call) and name in ("has", "any_fan") and at.args:
            return self.say(f"{name}_not", what=self._asked(at.args[0]))
        if self.option(at):
            return self.say("option_off", name=self.entry("option", self.option(at)))
        if isinstance(at, ast.Attribute):
            word, whose = property_of(at.attr), at.value.id if isinstance(at.value, ast.Name) else ""
            if word is not None and word.type == v.BOOL and whose != (self.alone or None):
                return self.say("is_not", what=self.of(at.value), property=self.word(word, at.attr))
        return self.say("not", what=self.inner(at))

    def of_binop(self, at: ast.BinOp) -> str:
        step = self._step(at)
        return step or f"{self._number(at.left, at.op)} {_SIGNS.get(type(at.op), '?')} {self._number(at.right)}"

    def _number(self, at: ast.expr, before: ast.operator | None = None) -> str:
        """A part of a sum; a condition counts one if it holds; a sum that goes on needs no brackets."""
        if isinstance(before, ast.Add | ast.Sub) and isinstance(at, ast.BinOp):
            return self.of(at)
        if isinstance(at, ast.BoolOp | ast.Compare):
            return self.say("brackets", what=self.say("one_if", when=self.of(at)))
        return self.inner(at)

    def _step(self, at: ast.expr) -> str:
        """How much higher a set is than another; empty if it is something else."""
        if isinstance(at, ast.BinOp) and isinstance(at.op, ast.Sub):
            left, right = at.left, at.right
            if isinstance(left, ast.Attribute) and isinstance(right, ast.Attribute) and left.attr == right.attr \
                    and left.attr in _STEPS:
                return self.say("step", first=self.of(right.value), second=self.of(left.value))
        return ""

    def of_ifexp(self, at: ast.IfExp) -> str:
        return self.say("if", when=self.of(at.test), then=self.of(at.body), otherwise=self.of(at.orelse))

    def of_constant(self, at: ast.Constant) -> str:
        if isinstance(at.value, bool):
            return self.say("always" if at.value else "never")
        if not isinstance(at.value, str):
            return str(at.value)
        if at.value in SEATS:
            return seat_name(SEATS.index(at.value), language(self.lang))
        return self.entry("shape", at.value) if self.is_shape(at.value) else at.value

    def of_name(self, at: ast.Name) -> str:
        if at.id in self.together:
            return self.together[at.id]
        return self.name(at.id) if at.id not in (self.alone, self.outer) else self.say("it")

    def of_tuple(self, at: ast.Tuple) -> str:
        return self.say("list").join(map(self.of, at.elts))

    def of_attribute(self, at: ast.Attribute) -> str:
        if self.option(at):
            key = "option_on" if self._is_switch(at.attr) else "option_value"
            return self.say(key, name=self.entry("option", at.attr))
        word = property_of(at.attr)
        called = self.word(word, at.attr)
        alone = isinstance(at.value, ast.Name) and at.value.id == self.alone
        if word is not None and word.type == v.BOOL:
            return called if alone else self._is(at, called)
        if at.attr == "tile" and isinstance(at.value, ast.Name) and at.value.id in self.kinds:
            return self.of(at.value)            # the tile of a set is what the set is of
        return called if alone else self.its(self.of(at.value), called)

    def _is_switch(self, option: str) -> bool:
        said = self.model.said.options.declared(option)
        return said is not None and said.type == "bool"

    def _is(self, at: ast.Attribute, called: str) -> str:
        several = "are" if self.together else "is"
        if isinstance(at.value, ast.Attribute) and at.value.attr == "tile":
            return self.say(f"{several}_of", what=self.of(at.value), property=self.plural(called))
        return self.say(several, what=self.of(at.value), property=self.plural(called) if self.together else called)

    def of_subscript(self, at: ast.Subscript) -> str:
        if self.is_mark(at):
            return self.say("marked", what=self.of(at.slice), property=self.of(at.value))
        return self.its(self.of(at.slice), self.of(at.value))

    def of_compare(self, at: ast.Compare) -> str:
        if len(at.ops) == 1:
            left, sign, right = at.left, at.ops[0], at.comparators[0]
            special = self._special(left, sign, right) or self._between_sets(left, sign, right)
            if special:
                return special
        same = self._same(at)
        if same:
            return same
        text = self._side(at.left)
        for sign, right in zip(at.ops, at.comparators, strict=True):
            text += f" {_SIGNS.get(type(sign), '?')} {self._side(right)}"
        return text

    def _side(self, at: ast.expr) -> str:
        return self.of(at) if isinstance(at, ast.BinOp) else self.inner(at)

    def _same(self, at: ast.Compare) -> str:
        """Several things that are alike in something."""
        parts = [at.left, *at.comparators]
        attrs = {part.attr for part in parts if isinstance(part, ast.Attribute)}
        if len(attrs) != 1 or not all(isinstance(part, ast.Attribute) for part in parts):
            return ""
        attr = attrs.pop()
        owners = self.say("list").join(self.of(part.value) for part in parts if isinstance(part, ast.Attribute))
        if all(isinstance(sign, ast.Eq) for sign in at.ops):
            return self.say("alike", what=owners) if attr == "tile" else \
                self.say("same", what=owners, property=self.word(property_of(attr), attr))
        if isinstance(at.ops[0], ast.NotEq) and len(at.ops) == 1:
            return self.say("distinct", what=owners, property=self.word(property_of(attr), attr))
        return ""

    def _special(self, left: ast.expr, sign: ast.cmpop, right: ast.expr) -> str:
        """What is said shorter than with a sign: so many of something, one of a list, a shape, a choice."""
        if self.option(left) and isinstance(right, ast.Constant) and not isinstance(right.value, bool):
            key = "option_is" if isinstance(sign, ast.Eq) else "option_is_not" if isinstance(sign, ast.NotEq) else ""
            return key and self.say(key, name=self.entry("option", self.option(left)),
                                    value=self.choice(self.option(left), right.value))
        if isinstance(sign, ast.In | ast.NotIn):
            if isinstance(right, ast.Constant) and isinstance(right.value, str) and mask_of(right.value) is None:
                return ""
            told = self.listed(right.elts) if isinstance(right, ast.Tuple) else self.say("among", list=self.of(right))
            return self.say("one_of" if isinstance(sign, ast.In) else "none_of", what=self.of(left), list=told)
        if isinstance(right, ast.Constant) and right.value in tuple(SEATS) and isinstance(sign, ast.Eq | ast.NotEq):
            key = "is" if isinstance(sign, ast.Eq) else "is_not"
            return self.say(key, what=self.of(left), property=self._seat(right))
        if isinstance(left, ast.Name) and left.id == "shape" and isinstance(sign, ast.Eq | ast.NotEq):
            return self.of(right) if isinstance(sign, ast.Eq) else self.say("not", what=self.of(right))
        if isinstance(left, ast.Call) and isinstance(sign, ast.Eq) and number_in(right) is not None \
                and isinstance(left.func, ast.Name) and left.func.id == "count":
            those = self.looped("count", left.args[0], number_in(right)) \
                if isinstance(left.args[0], ast.GeneratorExp) else None
            if those:
                return those
        if not (number_in(right) == 0 and isinstance(left, ast.Name) and left.id in v.FACTS
                and v.FACTS[left.id].type == v.INT):
            return self.counted(left, sign, right)
        key = "zero" if isinstance(sign, ast.Eq) else "nonzero"
        if isinstance(sign, ast.Eq | ast.NotEq | ast.Gt) and has_words(f"condition.{key}.{left.id}"):
            return self.say(f"{key}.{left.id}")
        what = self.name(left.id)
        what = what.removesuffix("数").removesuffix("數") if not self.english else what
        return self.say("none", what=what) if isinstance(sign, ast.Eq) else \
            self.say("some", what=what) if isinstance(sign, ast.Gt | ast.NotEq) else ""

    def _between_sets(self, left: ast.expr, sign: ast.cmpop, right: ast.expr) -> str:
        """How sets of a pick stand to each other: one starts at 1, one is two higher than the other."""
        if not (isinstance(left, ast.Attribute) and left.attr in _STEPS and isinstance(left.value, ast.Name)
                and left.value.id in self.kinds):
            return ""
        whose = self.of(left.value)
        if left.attr == "rank" and isinstance(sign, ast.Gt) and number_in(right) == 0:
            return self.say("are" if self.together else "is", what=whose, property=self.word(None, "is_suited"))
        if left.attr == "low" and isinstance(sign, ast.Eq) and number_in(right) is not None:
            return self.say("start_at" if self.together else "starts_at", what=whose, n=number_in(right))
        if isinstance(sign, ast.Eq) and isinstance(right, ast.BinOp) and isinstance(right.op, ast.Add) \
                and isinstance(right.left, ast.Attribute) and right.left.attr == left.attr \
                and number_in(right.right) is not None:
            return self.say("higher", what=whose, than=self.of(right.left.value), n=number_in(right.right))
        return ""

    # -- calls --
    def of_call(self, at: ast.Call) -> str:
        name = at.func.id if isinstance(at.func, ast.Name) else ast.unparse(at.func)
        if at.args and isinstance(at.args[0], ast.GeneratorExp):
            return self._loop(name, at.args[0])
        if name == "distinct":
            return self._distinct(at.args)
        if name in ("has", "times", "any_fan") and at.args:
            return self.say(name, what=self._asked(at.args[0]))
        if name in ("min", "max") and len(at.args) == 2:
            for bound, other in (at.args, at.args[::-1]):
                if number_in(bound) is not None:
                    return self.say(f"bound.{name}", what=self.of(other), n=self.of(bound))
        if name == "paid" and len(at.args) == 3:
            payer, receiver = map(self.of, at.args[1:])
            return self.say("paid", payer=payer, receiver=receiver, what=self._paid_for(self._asked(at.args[0])))
        if name in ("ceil_to", "doubled") and len(at.args) == 2:
            return self.say(name, what=self.inner(at.args[0]), n=self.inner(at.args[1]))
        if name == "half_up" and len(at.args) == 1:
            return self.say(name, what=self.inner(at.args[0]))
        if name == "turned" and at.args:
            return self.entry("turned", self._asked(at.args[0]))
        if name == "next_seat" and len(at.args) == 2 and ast.unparse(at.args[1]) in _TURNS:
            return self.say(f"seat_after.{_TURNS[ast.unparse(at.args[1])]}", what=self._seat(at.args[0]))
        if len(at.args) == 1 and has_words(f"condition.of.{name}"):     # a word with a sentence of its own
            return self.say(f"of.{name}", what=self._seat(at.args[0]))
        meant = {self.alone} if name in _CALLED else _MEANT | {self.alone}
        alone = all(isinstance(arg, ast.Name) and arg.id in meant for arg in at.args)
        args = "" if alone else self.say("list").join(map(self.of, at.args))
        if args and (name in _CALLED or (len(at.args) == 1 and (name in v.ITERABLES or name in _OF_SEATS))):
            return self.its(args, self.name(name))
        return self.say("call", what=self.name(name), args=args) if args else self.name(name)

    def _seat(self, at: ast.expr) -> str:
        """A seat of the table; that of East is the dealer's."""
        return self.say("word.dealer") if isinstance(at, ast.Constant) and at.value == "E" else self.of(at)

    def _asked(self, at: ast.expr) -> str:
        return self.of(at) if isinstance(at, ast.Name) else str(getattr(at, "value", ""))

    def _paid_for(self, tag: str) -> str:
        """What the rows of a tag are paid for, as their labels say it."""
        labels = dict.fromkeys(pick(row.label, self.lang, tag) for _section, rows in self.model.said.rows()
                               for row in rows.all if tag in (row.tag, row.id) and row.label)
        return self.say("list").join(labels) or tag

    def _distinct(self, args: list[ast.expr]) -> str:
        """The suits of a, b and c, and not the suit of a, the suit of b ..."""
        of = {arg.attr for arg in args if isinstance(arg, ast.Attribute)}
        if len(of) == 1 and all(isinstance(arg, ast.Attribute) for arg in args):
            owners = self.say("list").join(self.of(arg.value) for arg in args if isinstance(arg, ast.Attribute))
            attr = of.pop()
            return self.say("distinct", what=owners, property=self.word(property_of(attr), attr))
        return self.say("distinct_all", what=self.say("list").join(map(self.of, args)))

    def _loop(self, name: str, at: ast.GeneratorExp) -> str:
        said = self.looped(name, at)
        if said is not None:
            return said
        loop = at.generators[0]
        variable = loop.target.id if isinstance(loop.target, ast.Name) else "x"
        source = self._source(loop.iter)
        kept = dict(self.kinds), self.alone, self.outer
        self.outer = self.alone or self.outer
        self.kinds[variable] = v.TILE
        self.alone = "" if self.alone else variable     # only the outermost may stay without a name
        what = source if self.alone else self.say("named", what=source, name=variable)
        if loop.ifs:
            what = self.say("that", what=what, when=self.say("comma").join(map(self.of, loop.ifs)))
        plain = isinstance(at.elt, ast.Name) and at.elt.id == variable
        of = "" if plain else self.of(at.elt)
        self.kinds, self.alone, self.outer = kept
        return self.say(f"loop.{name}", what=what, of=of) if not plain else self.say("loop.count", what=what)

    def _source(self, at: ast.expr) -> str:
        if isinstance(at, ast.Name):
            return self.word(v.ITERABLES.get(at.id), at.id)
        return self.of(at)
