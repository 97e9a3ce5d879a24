"""A condition of a rulebook in words: made from its expression and from what vocabulary and rulebook call things.

`chow_count == 4 and honor_count == 0` becomes "4 chows, no honours".
"""

import re
from collections.abc import Mapping, Sequence
from typing import assert_never

from quepu.locale import has_words, language, pick
from quepu.rulebook.language import node as n
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.language.node import Expr
from quepu.rulebook.model.model import Fan, Model
from quepu.rulebook.prose.phrases import Phrases
from quepu.rulebook.prose.spoken import (
    Compared,
    Form,
    Spoken,
    mentions,
    number_in,
    speech_of,
    told_parts,
    variable_of,
)
from quepu.rulebook.prose.wording import property_of
from quepu.tiles import SEATS, seat_name

_SIGNS = {"==": "=", "!=": "≠", "<": "<", "<=": "≤", ">": ">", ">=": "≥", "+": "+", "-": "−", "*": "×", "//": "÷",
          "%": "mod"}
_CALLED = {"copies", "held", "shown", "visible", "value"}
_TURNS = {1: 1, 2: 2, 3: 3, -1: 3}      # steps in turn that have a name
_OF_SEATS = {"purse", "declares", "seat_wind"}
_STEPS = ("low", "rank")        # what goes up from one set to the next
_MEANT = {"actor", "tile"}      # whom and what a rule of play speaks of anyway
_BRACKETED = (Form.JOINED, Form.CHOICE, Form.SUM)


def fan_text(model: Model, fan: Fan, lang: str) -> str:
    """What a fan asks for: its sets, its condition, how often it counts; empty if it asks for nothing."""
    said = model.said.fans[fan.id]
    told = _Sentence(model, lang)
    found = []
    when = str(said.when)
    parts = () if fan.pick is None else fan.pick.parts
    kinds = {name: v.ITERABLES[source].type if source in v.ITERABLES else v.SET for name, source in parts}
    if parts:
        one = told.single(parts, kinds, when) if when and len(parts) == 1 else ""
        found.append(one or told.pick_text(parts))
        when = "" if one else when
    told.kinds.update(kinds)
    if when:
        found.append(told.whole(when, kinds))
    if isinstance(said.count, str) and said.count:
        found.append(told.say("each", what=told.whole(said.count)))
    if not found and fan.fallback is not None:
        found.append(told.say("fallback"))
    return told.spaced(told.say("semicolon").join(part for part in found if part))


def condition_text(model: Model, text: str | Spoken, lang: str) -> str:
    """An expression in words."""
    told = _Sentence(model, lang)
    return told.spaced(told.whole(text))


class _Sentence(Phrases):
    """The tree of an expression in words, part by part."""

    outer = ""                          # the nameless variable of a loop around this one

    def whole(self, text: str | Spoken, variables: Mapping[str, str] | None = None) -> str:
        """A whole expression; one that cannot be checked as it is written."""
        known = speech_of(self.model).spoken(text, variables) if isinstance(text, str) else text
        if known is None:               # a word for who pays, say, is no expression
            return self.name(str(text)) if str(text).isidentifier() else str(text)
        self.spoken = known
        return self.of(known.tree)

    def spaced(self, text: str) -> str:
        """Letters and figures with a space between them and Chinese, and Chinese without one before its verb."""
        if self.english:
            return text
        han = r"[\u4e00-\u9fff]"
        text = re.sub(rf"(?<={han})(?<![或且]) (?=不?是)", "", text)
        return re.sub(rf"(?<=[0-9A-Za-z])(?={han})|(?<={han})(?=[0-9A-Za-z])", " ", text)

    # -- the sets of a fan --
    def single(self, parts: tuple[tuple[str, str], ...], kinds: Mapping[str, str], when: str) -> str:
        """A fan made of one set: `a pung that is of dragons`; empty if it has to be said otherwise."""
        (name, source), = parts
        known = speech_of(self.model).spoken(when, kinds)
        if known is None:
            return ""
        self.spoken, tree = known, known.tree
        is_joined = isinstance(tree, n.And) and known.form(tree) is Form.JOINED
        every = tree.parts if is_joined else (tree,)
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
        return self.say("comma").join(
            self.say("picked", names=self.say("list").join(names), count=len(names),
                     what=self.say(f"{'one' if len(names) == 1 or not self.english else 'many'}.{source}"))
            for source, names in groups.items())

    # -- the tree --
    def of(self, at: Expr) -> str:
        match self.spoken.form(at):
            case Form.NAME:
                return self._name(self.spoken.name(at))
            case Form.VALUE:
                return self._value(at)
            case Form.OPTION:
                option = self.spoken.option(at)
                return self.say("option_on" if at.type == v.BOOL else "option_value", name=self.entry("option", option))
            case Form.JOINED:
                return self._joined(at)
            case Form.DENIED:
                return self._denied(at.parts[0])
            case Form.CHOICE:
                test, yes, no = map(self.of, at.parts)
                return self.say("if", when=test, then=yes, otherwise=no)
            case Form.SUM:
                return self._sum(at)
            case Form.NEGATIVE:
                return f"−{self.inner(at.parts[0])}"
            case Form.COMPARED:
                compared = self.spoken.compared(at)
                assert compared is not None
                return self._compare(compared)
            case Form.PROPERTY:
                return self._said_of(at)
            case Form.KEPT:
                return self._kept(at)
            case Form.CALL:
                return self._call(at)
            case Form.LOOP:
                assert isinstance(at, n.Loop)
                return self._loop(at.quantifier, at)
            case _ as never:
                assert_never(never)

    def inner(self, at: Expr) -> str:
        """A part of something larger, in brackets where it could be misread."""
        text = self.of(at)
        return self.say("brackets", what=text) if self.spoken.form(at) in _BRACKETED else text

    def _joined(self, at: Expr) -> str:
        """Commas between what must all hold; inside an `or` the word `and` binds closer and needs no brackets."""
        if isinstance(at, n.Or):
            return self.say("or").join(self._and(part) for part in at.parts)
        return self.say("comma").join(
            self.inner(part) if self.spoken.form(part) in (Form.JOINED, Form.CHOICE) else self._each(part, names)
            for part, names in self._alike(at))

    def _and(self, at: Expr) -> str:
        form = self.spoken.form(at)
        if isinstance(at, n.And) and form is Form.JOINED:
            return self.say("and").join(
                self.inner(part) if self.spoken.form(part) in (Form.JOINED, Form.CHOICE) else self.of(part)
                for part in at.parts)
        return self.inner(at) if form is Form.CHOICE else self.of(at)

    def _alike(self, at: Expr) -> list[tuple[Expr, list[str]]]:
        """The parts of a condition; what is asked of several sets alike is said once, with the names of all of them."""
        found: dict[str, tuple[Expr, list[str]]] = {}
        for number, part in enumerate(at.parts):
            names = self._variables(part) & self.kinds.keys()
            key = str(number)
            if len(names) == 1 and not self.alone:
                (name,) = names
                key = re.sub(rf"\b{name}\b", "_", self.spoken.written(part).replace(" ", ""))
            found.setdefault(key, (part, []))[1].extend(names)
        return list(found.values())

    def _each(self, part: Expr, names: list[str]) -> str:
        if len(names) < 2 or len(self._variables(part) & set(names)) != 1:
            return self.of(part)
        self.together = {name: self.say("list").join(names) for name in names}
        text = self.of(part)
        self.together = {}
        return text

    def _variables(self, at: Expr) -> set[str]:
        return {variable_of(one.name) for one in told_parts(at) if isinstance(one, n.Variable)}

    def _denied(self, at: Expr) -> str:
        """What must not be."""
        match at:
            case n.Loop(quantifier="any"):
                return self._loop("none", at)
            case n.Has() | n.AnyFan():
                return self.say(f"{self.spoken.called(at)}_not", what=self._fan(at))
        if self.spoken.option(at):
            return self.say("option_off", name=self.entry("option", self.spoken.option(at)))
        name, whose = self.spoken.said_of(at) or ("", at)
        word = property_of(name)
        if word is not None and word.type == v.BOOL and (self.spoken.name(whose) or None) != (self.alone or None):
            return self.say("is_not", what=self.of(whose), property=self.word(word, name))
        return self.say("not", what=self.inner(at))

    def _sum(self, at: Expr) -> str:
        assert isinstance(at, n.Arithmetic)
        step = self._step(at)
        return step or f"{self._number(at.left, at.sign)} {_SIGNS[at.sign]} {self._number(at.right)}"

    def _number(self, at: Expr, before: str = "") -> str:
        """A part of a sum; a condition counts one if it holds; a sum that goes on needs no brackets."""
        form = self.spoken.form(at)
        if before in ("+", "-") and form is Form.SUM:
            return self.of(at)
        if form in (Form.JOINED, Form.COMPARED):
            return self.say("brackets", what=self.say("one_if", when=self.of(at)))
        return self.inner(at)

    def _step(self, at: n.Arithmetic) -> str:
        """How much higher a set is than another; empty if it is something else."""
        match at:
            case n.Arithmetic(sign="-", left=n.Property(name=name, of=higher), right=n.Property(name=same, of=lower)):
                if name == same and name in _STEPS:
                    return self.say("step", first=self.of(lower), second=self.of(higher))
        return ""

    def _value(self, at: Expr) -> str:
        literal = self.spoken.literal(at)
        if literal is None:
            assert isinstance(at, n.Number)
            return self.say("always" if at.value else "never") if at.type == v.BOOL else str(at.value)
        if literal in SEATS:
            return seat_name(SEATS.index(literal), language(self.lang))
        return self.entry("shape", literal) if self.is_shape(literal) else literal

    def _name(self, name: str) -> str:
        if name in self.together:
            return self.together[name]
        return self.name(name) if name not in (self.alone, self.outer) else self.say("it")

    def _said_of(self, at: Expr) -> str:
        name, of = self.spoken.said_of(at) or ("", at)
        word = property_of(name)
        called = self.word(word, name)
        owner = self.spoken.name(of)
        alone = bool(owner) and owner == self.alone
        if word is not None and word.type == v.BOOL:
            return called if alone else self._is(of, called)
        if name == "tile" and owner in self.kinds:
            return self.of(of)                  # the tile of a set is what the set is of
        return called if alone else self.its(self.of(of), called)

    def _is(self, of: Expr, called: str) -> str:
        several = "are" if self.together else "is"
        if self.is_tile(of):
            return self.say(f"{several}_of", what=self.of(of), property=self.plural(called))
        return self.say(several, what=self.of(of), property=self.plural(called) if self.together else called)

    def _kept(self, at: Expr) -> str:
        of, kept = self.say("list").join(map(self.of, at.parts)), self._name(self.spoken.memory(at))
        return self.say("marked", what=of, property=kept) if self.is_mark(at) else self.its(of, kept)

    # -- comparisons --
    def _compare(self, compared: Compared) -> str:
        if len(compared.signs) == 1:
            special = self._special(compared) or self._between_sets(compared)
            if special:
                return special
        same = self._same(compared)
        if same:
            return same
        first, *rest = map(self._side, compared.values)
        return first + "".join(f" {_SIGNS.get(sign, '?')} {side}"
                               for sign, side in zip(compared.signs, rest, strict=True))

    def _side(self, at: Expr) -> str:
        return self.of(at) if self.spoken.form(at) is Form.SUM else self.inner(at)

    def _owners(self, values: Sequence[Expr]) -> tuple[str, list[Expr]]:
        """What is asked of several things alike, and of which; empty if it is not the same of all."""
        said = [self.spoken.said_of(part) for part in values]
        found = [one for one in said if one is not None]
        names = {name for name, _of in found}
        return (names.pop(), [of for _name, of in found]) if len(names) == 1 and len(found) == len(said) else ("", [])

    def _same(self, compared: Compared) -> str:
        """Several things that are alike in something."""
        name, of = self._owners(compared.values)
        if not name:
            return ""
        owners = self.say("list").join(map(self.of, of))
        if all(sign == "==" for sign in compared.signs):
            return self.say("alike", what=owners) if name == "tile" else \
                self.say("same", what=owners, property=self.word(property_of(name), name))
        if compared.signs == ("!=",):
            return self.say("distinct", what=owners, property=self.word(property_of(name), name))
        return ""

    def _special(self, compared: Compared) -> str:
        """What is said shorter than with a sign: so many of something, one of a list, a shape, a choice."""
        (left, right), (sign,) = compared.values, compared.signs
        equal, literal = sign == "==", self.spoken.literal(right)
        option = self.spoken.option(left)
        if option and not compared.listed and self.spoken.form(right) is Form.VALUE and right.type != v.BOOL:
            value = literal if literal is not None else number_in(right)
            key = "option_is" if equal else "option_is_not" if sign == "!=" else ""
            return key and self.say(key, name=self.entry("option", option), value=self.choice(option, value))
        if sign in ("in", "not in"):
            told = self.listed(compared.listed) if compared.listed else self.say("among", list=self.of(right))
            return self.say("one_of" if sign == "in" else "none_of", what=self.of(left), list=told)
        if literal in tuple(SEATS) and sign in ("==", "!="):
            return self.say("is" if equal else "is_not", what=self.of(left), property=self._seat(right))
        name, number = self.spoken.name(left), number_in(right)
        if name == "shape" and sign in ("==", "!="):
            return self.of(right) if equal else self.say("not", what=self.of(right))
        if isinstance(left, n.Loop) and left.quantifier == "count" and equal and number is not None:
            those = self.looped("count", left, number)
            if those:
                return those
        if not (number == 0 and name in v.FACTS and v.FACTS[name].type == v.INT):
            return self.counted(name, sign, number)
        return self._none_or_some(name, sign)

    def _none_or_some(self, name: str, sign: str) -> str:
        """A number that is 0 or is not."""
        key = "zero" if sign == "==" else "nonzero"
        if sign in ("==", "!=", ">") and has_words(f"condition.{key}.{name}"):
            return self.say(f"{key}.{name}")
        what = self.name(name)
        what = what.removesuffix("数").removesuffix("數") if not self.english else what
        told = {"==": "none", "!=": "some", ">": "some"}.get(sign)
        return self.say(told, what=what) if told is not None else ""

    def _between_sets(self, compared: Compared) -> str:
        """How sets of a pick stand to each other: one starts at 1, one is two higher than the other."""
        (left, right), (sign,) = compared.values, compared.signs
        if not (isinstance(left, n.Property) and left.name in _STEPS and isinstance(left.of, n.Variable)
                and self.spoken.name(left.of) in self.kinds):
            return ""
        whose = self.of(left.of)
        if left.name == "rank" and sign == ">" and number_in(right) == 0:
            return self.say("are" if self.together else "is", what=whose, property=self.word(None, "is_suited"))
        if left.name == "low" and sign == "==" and number_in(right) is not None:
            return self.say("start_at" if self.together else "starts_at", what=whose, n=number_in(right))
        match right:
            case n.Arithmetic(sign="+", left=n.Property(name=name, of=of), right=n.Number(value=higher, type=v.INT)):
                if sign == "==" and name == left.name:
                    return self.say("higher", what=whose, than=self.of(of), n=higher)
        return ""

    # -- calls --
    def _call(self, at: Expr) -> str:
        name, args = self.spoken.called(at), self.spoken.arguments(at)
        match at:
            case n.Has() | n.Times() | n.AnyFan():
                return self.say(name, what=self._fan(at))
            case n.Paid(tag=tag, payer=payer, receiver=receiver):
                return self.say("paid", payer=self.of(payer), receiver=self.of(receiver), what=self._paid_for(tag))
        if name == "distinct":
            return self._distinct(args)
        if name in ("min", "max") and len(args) == 2:
            for bound, other in (args, args[::-1]):
                if number_in(bound) is not None:
                    return self.say(f"bound.{name}", what=self.of(other), n=self.of(bound))
        if name in ("ceil_to", "doubled"):
            return self.say(name, what=self.inner(args[0]), n=self.inner(args[1]))
        if name == "half_up":
            return self.say(name, what=self.inner(args[0]))
        if name == "next_seat" and args[1].low == args[1].high in _TURNS:
            return self.say(f"seat_after.{_TURNS[args[1].low]}", what=self._seat(args[0]))
        return self._called(name, args)

    def _called(self, name: str, args: Sequence[Expr]) -> str:
        """A word or a define with what it is given."""
        if len(args) == 1 and has_words(f"condition.of.{name}"):        # a word with a sentence of its own
            return self.say(f"of.{name}", what=self._seat(args[0]))
        meant = {self.alone} if name in _CALLED else _MEANT | {self.alone}
        alone = all(self.spoken.name(arg) in meant - {""} for arg in args)
        return self._with(name, "" if alone else self.say("list").join(map(self.of, args)), len(args))

    def _with(self, name: str, args: str, count: int) -> str:
        if args and (name in _CALLED or (count == 1 and (name in v.ITERABLES or name in _OF_SEATS))):
            return self.its(args, self.name(name))
        return self.say("call", what=self.name(name), args=args) if args else self.name(name)

    def _seat(self, at: Expr) -> str:
        """A seat of the table; that of East is the dealer's."""
        return self.say("word.dealer") if self.spoken.literal(at) == "E" else self.of(at)

    def _fan(self, at: Expr) -> str:
        """The fan or the tag that is asked for."""
        name = self.spoken.written(at).partition("(")[2].rstrip(") ").strip(" '\"")
        return name if isinstance(at, n.AnyFan) else self.entry("fan", name)

    def _paid_for(self, tag: str) -> str:
        """What the rows of a tag are paid for, as their labels say it."""
        labels = dict.fromkeys(pick(row.label, self.lang, tag) for _section, rows in self.model.said.rows()
                               for row in rows.all if tag in (row.tag, row.id) and row.label)
        return self.say("list").join(labels) or tag

    def _distinct(self, args: Sequence[Expr]) -> str:
        """The suits of a, b and c, and not the suit of a, the suit of b ..."""
        name, of = self._owners(args)
        if name:
            return self.say("distinct", what=self.say("list").join(map(self.of, of)),
                            property=self.word(property_of(name), name))
        return self.say("distinct_all", what=self.say("list").join(map(self.of, args)))

    def _loop(self, name: str, at: n.Loop) -> str:
        said = self.looped(name, at)
        if said is not None:
            return said
        variable = variable_of(at.variable)
        source = self._source(at)
        kept = dict(self.kinds), self.alone, self.outer
        self.outer = self.alone or self.outer
        self.kinds[variable] = v.TILE
        self.alone = "" if self.alone else variable     # only the outermost may stay without a name
        what = source if self.alone else self.say("named", what=source, name=variable)
        asked = self.asked_of(at)
        if asked:
            what = self.say("that", what=what, when=self.say("comma").join(map(self.of, asked)))
        plain = self.spoken.name(at.body) == variable
        of = "" if plain else self.of(at.body)
        self.kinds, self.alone, self.outer = kept
        return self.say(f"loop.{name}", what=what, of=of) if not plain else self.say("loop.count", what=what)

    def _source(self, at: n.Loop) -> str:
        """What a loop runs over."""
        if at.source == "turned":
            assert isinstance(at.given[0], n.Number)
            return self.entry("turned", self.spoken.names.turned[at.given[0].value])
        if at.source == "mask":
            return self.of(at.given[0])
        if at.source != "list":
            return self._called(at.source, at.given) if at.given else self.word(v.ITERABLES[at.source], at.source)
        name, bracket, args = self.spoken.written(at.given[0]).partition("(")
        if name and bracket and all(one.span == at.given[0].span for one in at.given):      # `permuted`, `range`
            told = [part.strip(" '\"") for part in args.rstrip(") ").split(",")]
            return self._with(name, self.say("list").join(told), len(told))
        return self.say("list").join(map(self.of, at.given))
