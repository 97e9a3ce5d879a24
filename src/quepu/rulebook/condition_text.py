"""A condition of a rulebook in words: made from its expression and from what vocabulary and rulebook call things.

`chow_count == 4 and honor_count == 0` becomes "chows = 4, no honours".
"""

import ast
import re
from collections.abc import Mapping
from typing import Any

from quepu.locale import has_words, language, pick, words
from quepu.rulebook import vocabulary as v
from quepu.rulebook.checker import python_tree
from quepu.rulebook.masks import mask_of
from quepu.rulebook.model import Fan, Model
from quepu.tiles import SEATS, seat_name

_SIGNS: dict[type[ast.AST], str] = {
    ast.Eq: "=", ast.NotEq: "≠", ast.Lt: "<", ast.LtE: "≤", ast.Gt: ">", ast.GtE: "≥", ast.Add: "+", ast.Sub: "−",
    ast.Mult: "×", ast.FloorDiv: "÷", ast.Mod: "mod"}
_CALLED = {"copies": "copies", "held": "held", "shown": "shown", "visible": "visible", "value": "value"}


def fan_text(model: Model, fan: Fan, lang: str) -> str:
    """What a fan asks for: its sets, its condition, how often it counts; empty if it asks for nothing."""
    table = model.data.get("fan", {}).get(fan.id, {})
    told = _Words(model, lang)
    found = []
    if fan.pick is not None:
        found.append(told.pick_text(fan.pick.parts))
    if isinstance(table.get("when"), str):
        found.append(told.whole(table["when"]))
    if isinstance(table.get("count"), str):
        found.append(words("condition.each", lang, what=told.whole(table["count"])))
    return words("condition.semicolon", lang).join(part for part in found if part)


def condition_text(model: Model, text: str, lang: str) -> str:
    """An expression in words."""
    return _Words(model, lang).whole(text)


def _property(name: str) -> v.Word | None:
    """A property of tiles, sets, pairs or seats."""
    return next((properties[name] for properties in v.PROPERTIES.values() if name in properties), None)


def _beginning(text: str) -> str:
    """The first few words of a meaning."""
    text = text.rpartition("`: ")[2]
    for end in ("; ", ": ", ", ", " of the reading", " of the hand"):
        text = text.partition(end)[0]
    return text


class _Words:
    """The words of one rulebook in one language."""

    def __init__(self, model: Model, lang: str) -> None:
        self.model, self.lang = model, lang
        self.english = language(lang) == "en"
        self.kinds: dict[str, str] = {}         # what the variables are
        self.alone = ""                         # a variable that needs no name
        self.together: dict[str, str] = {}      # a variable that stands for several

    def say(self, key: str, **values: Any) -> str:
        return words(f"condition.{key}", self.lang, **values)

    def whole(self, text: str) -> str:
        try:
            return self.of(python_tree(text).body)
        except (SyntaxError, ValueError, RecursionError):
            return text

    def pick_text(self, parts: tuple[tuple[str, str], ...]) -> str:
        """The sets a fan is made of: `three chows a, b, c`."""
        groups: dict[str, list[str]] = {}
        for name, source in parts:
            groups.setdefault(source, []).append(name)
            self.kinds[name] = v.ITERABLES[source].type if source in v.ITERABLES else v.SET
        return self.say("comma").join(
            self.say("picked", names=" ".join(names), count=len(names), what=self.word(v.ITERABLES.get(source), source))
            for source, names in groups.items())

    # -- the words themselves --
    def word(self, word: v.Word | None, otherwise: str) -> str:
        """What a word is called: by its short name, or in English by the beginning of its meaning."""
        name = word.name if word is not None else otherwise
        if has_words(f"condition.word.{name}"):
            return self.say(f"word.{name}")
        if word is None:
            return otherwise
        return word.zh if not self.english else _beginning(word.text)

    def name(self, at: str) -> str:
        model, data = self.model, self.model.data
        if at in self.kinds:
            return at
        if at in v.FACTS:
            return self.word(v.FACTS[at], at)
        if at in v.DERIVED:
            return v.DERIVED[at][4] if self.english else v.DERIVED[at][3]
        for section in ("define", "flag", "memory", "tally", "fan"):
            table = data.get(section, {}).get(at)
            if isinstance(table, Mapping):
                names = table.get("text") if section == "define" else table.get("name")
                return pick(names, self.lang, at) if isinstance(names, Mapping) else str(names or at)
        if at in model.words.shapes:
            return self.shape(at)
        return self.word(v.FUNCTIONS.get(at) or v.ITERABLES.get(at), at)

    def shape(self, at: str) -> str:
        names = self.model.data.get("shape", {}).get(at, {}).get("name", {})
        return pick(names, self.lang, at) if isinstance(names, Mapping) else str(names)

    # -- the tree --
    def of(self, at: ast.expr) -> str:
        method = getattr(self, f"of_{type(at).__name__.lower()}", None)
        return method(at) if method is not None else ast.unparse(at)

    def inner(self, at: ast.expr) -> str:
        """A part of something larger, in brackets where it could be misread."""
        text = self.of(at)
        return self.say("brackets", what=text) if isinstance(at, ast.BoolOp | ast.IfExp | ast.BinOp) else text

    def of_boolop(self, at: ast.BoolOp) -> str:
        joint = "comma" if isinstance(at.op, ast.And) else "or"
        return self.say(joint).join(
            self.inner(part) if isinstance(part, ast.BoolOp | ast.IfExp) else self._each(part, names)
            for part, names in self._joined(at))

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
        if isinstance(at, ast.Call) and isinstance(at.func, ast.Name) and at.func.id == "any" \
                and isinstance(at.args[0], ast.GeneratorExp):
            return self._loop("none", at.args[0])
        if isinstance(at, ast.Attribute):
            word, whose = _property(at.attr), at.value.id if isinstance(at.value, ast.Name) else ""
            if word is not None and word.type == v.BOOL and whose not in ("options", self.alone or None):
                return self.say("is_not", what=self.of(at.value), property=self.word(word, at.attr))
        return self.say("not", what=self.inner(at))

    def of_binop(self, at: ast.BinOp) -> str:
        return f"{self.inner(at.left)} {_SIGNS.get(type(at.op), '?')} {self.inner(at.right)}"

    def of_ifexp(self, at: ast.IfExp) -> str:
        return self.say("if", when=self.of(at.test), then=self.of(at.body), otherwise=self.of(at.orelse))

    def of_constant(self, at: ast.Constant) -> str:
        if isinstance(at.value, bool):
            return self.say("always" if at.value else "never")
        if not isinstance(at.value, str):
            return str(at.value)
        if at.value in SEATS:
            return seat_name(SEATS.index(at.value), language(self.lang))
        return self.shape(at.value) if at.value in self.model.words.shapes else at.value

    def of_name(self, at: ast.Name) -> str:
        if at.id in self.together:
            return self.together[at.id]
        return self.name(at.id) if at.id != self.alone else self.say("it")

    def of_tuple(self, at: ast.Tuple) -> str:
        return self.say("list").join(map(self.of, at.elts))

    def of_attribute(self, at: ast.Attribute) -> str:
        if isinstance(at.value, ast.Name) and at.value.id == "options":
            table = self.model.data.get("option", {}).get(at.attr, {})
            return self.say("option", name=pick(table.get("name", {}), self.lang, at.attr))
        word = _property(at.attr)
        called = self.word(word, at.attr)
        alone = isinstance(at.value, ast.Name) and at.value.id == self.alone
        if word is not None and word.type == v.BOOL:
            return called if alone else self.say("is", what=self.of(at.value), property=called)
        return called if alone else self.say("its", what=self.of(at.value), property=called)

    def of_subscript(self, at: ast.Subscript) -> str:
        return self.say("its", what=self.of(at.slice), property=self.of(at.value))

    def of_compare(self, at: ast.Compare) -> str:
        if len(at.ops) == 1:
            special = self._special(at.left, at.ops[0], at.comparators[0])
            if special:
                return special
        parts = [at.left, *at.comparators]
        attrs = {part.attr for part in parts if isinstance(part, ast.Attribute)}
        if len(attrs) == 1 and all(isinstance(part, ast.Attribute) for part in parts) \
                and all(isinstance(sign, ast.Eq) for sign in at.ops):
            attr = attrs.pop()
            owners = self.say("list").join(self.of(part.value) for part in parts if isinstance(part, ast.Attribute))
            return self.say("same", what=owners, property=self.word(_property(attr), attr))
        text = self._side(at.left)
        for sign, right in zip(at.ops, at.comparators, strict=True):
            text += f" {_SIGNS.get(type(sign), '?')} {self._side(right)}"
        return text

    def _side(self, at: ast.expr) -> str:
        return self.of(at) if isinstance(at, ast.BinOp) else self.inner(at)

    def _special(self, left: ast.expr, sign: ast.cmpop, right: ast.expr) -> str:
        """What is said shorter than with a sign: none of something, one of a list, a shape."""
        if isinstance(sign, ast.In | ast.NotIn):
            if isinstance(right, ast.Constant) and isinstance(right.value, str) and mask_of(right.value) is None:
                return ""
            one = self.say("one_of", what=self.of(left), list=self.of(right))
            return one if isinstance(sign, ast.In) else self.say("not", what=one)
        if isinstance(left, ast.Name) and left.id == "shape" and isinstance(sign, ast.Eq):
            return self.of(right)
        zero = isinstance(right, ast.Constant) and right.value == 0 and right.value is not False
        if not (zero and isinstance(left, ast.Name) and left.id in v.FACTS and v.FACTS[left.id].type == v.INT):
            return ""
        what = self.name(left.id)
        what = what.removesuffix("数") if not self.english else what
        return self.say("none", what=what) if isinstance(sign, ast.Eq) else \
            self.say("some", what=what) if isinstance(sign, ast.Gt | ast.NotEq) else ""

    # -- calls --
    def of_call(self, at: ast.Call) -> str:
        name = at.func.id if isinstance(at.func, ast.Name) else ast.unparse(at.func)
        if at.args and isinstance(at.args[0], ast.GeneratorExp):
            return self._loop(name, at.args[0])
        if name == "distinct":
            return self._distinct(at.args)
        if name in ("has", "times", "any_fan") and at.args:
            return self.say(name, what=self._asked(at.args[0]))
        args = self.say("list").join(map(self.of, at.args))
        if name in _CALLED:
            return self.say("its", what=args, property=self.name(name))
        return self.say("call", what=self.name(name), args=args) if args else self.name(name)

    def _asked(self, at: ast.expr) -> str:
        return self.of(at) if isinstance(at, ast.Name) else str(getattr(at, "value", ""))

    def _distinct(self, args: list[ast.expr]) -> str:
        """The suits of a, b and c, and not the suit of a, the suit of b ..."""
        of = {arg.attr for arg in args if isinstance(arg, ast.Attribute)}
        if len(of) == 1 and all(isinstance(arg, ast.Attribute) for arg in args):
            owners = self.say("list").join(self.of(arg.value) for arg in args if isinstance(arg, ast.Attribute))
            attr = of.pop()
            return self.say("distinct", what=owners, property=self.word(_property(attr), attr))
        return self.say("distinct_all", what=self.say("list").join(map(self.of, args)))

    def _loop(self, name: str, at: ast.GeneratorExp) -> str:
        loop = at.generators[0]
        variable = loop.target.id if isinstance(loop.target, ast.Name) else "x"
        source = self._source(loop.iter)
        kept = dict(self.kinds), self.alone
        self.kinds[variable] = v.TILE
        self.alone = "" if self.alone else variable     # only the outermost may stay without a name
        what = source if self.alone else self.say("named", what=source, name=variable)
        if loop.ifs:
            what = self.say("that", what=what, when=self.say("comma").join(map(self.of, loop.ifs)))
        plain = isinstance(at.elt, ast.Name) and at.elt.id == variable
        of = "" if plain else self.of(at.elt)
        self.kinds, self.alone = kept
        return self.say(f"loop.{name}", what=what, of=of) if not plain else self.say("loop.count", what=what)

    def _source(self, at: ast.expr) -> str:
        if isinstance(at, ast.Name):
            return self.word(v.ITERABLES.get(at.id), at.id)
        return self.of(at)
