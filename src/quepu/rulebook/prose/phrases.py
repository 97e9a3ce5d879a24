"""What is said of things without naming them: `every tile is a terminal`, `3 pungs that are of winds`."""

import ast
from abc import ABC, abstractmethod

from quepu.locale import has_words
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.language.masks import mask_of
from quepu.rulebook.prose.wording import Words, mentions, number_in, property_of


class Phrases(Words, ABC):
    """Verbs without their subject; None where there is no such way to say it."""

    number: int | None = None           # how many a count must give

    @abstractmethod
    def of(self, at: ast.expr) -> str:
        """An expression in words."""

    def verb(self, key: str, many: bool, **values: str | int) -> str:
        """A verb of one thing or of several; letters keep a space after Chinese."""
        if not self.english:
            values = {name: f" {value}" if str(value)[:1].isascii() else value for name, value in values.items()}
        return self.say(f"verb.{key}.many" if many and has_words(f"condition.verb.{key}.many") else f"verb.{key}",
                        **values)

    def is_alone(self, at: ast.expr) -> bool:
        """Whether it is the one thing a loop speaks of, or the tile that makes up a set."""
        if isinstance(at, ast.Attribute) and at.attr == "tile":
            at = at.value
        return isinstance(at, ast.Name) and bool(self.alone) and at.id == self.alone

    def predicate(self, at: ast.expr, many: bool = False, inside: bool = False) -> str | None:
        """What an expression says of the one thing, as a verb."""
        if not mentions(at, self.alone):
            text = self.of(at)
            return self.say("brackets", what=text) if isinstance(at, ast.BoolOp) and inside else text
        if isinstance(at, ast.BoolOp):
            return self._joined_verbs(at, many, inside)
        if isinstance(at, ast.UnaryOp) and isinstance(at.op, ast.Not):
            return self._property(at.operand, many, "is_not") if isinstance(at.operand, ast.Attribute) else None
        if isinstance(at, ast.Attribute):
            return self._property(at, many, "is")
        if isinstance(at, ast.Subscript) and self.is_mark(at) and self.is_alone(at.slice):
            return self.verb("marked", many, what=self.of(at.value))
        if isinstance(at, ast.Compare):
            return self._compared(at, many)
        if isinstance(at, ast.Call):
            return self._has_tile(at, many)
        return None

    def _joined_verbs(self, at: ast.BoolOp, many: bool, inside: bool) -> str | None:
        both = isinstance(at.op, ast.And)
        parts = [self.predicate(part, many, inside=both) for part in at.values]
        found = [part for part in parts if part is not None]
        if len(found) < len(parts):
            return None
        if not both:                    # is a terminal or an honour
            verb = next((verb for verb in self.say("verbs").split("|")
                         if all(part.startswith(verb) for part in found)), "")
            found = [found[0], *(part.removeprefix(verb) for part in found[1:])]
        text = self.say("verb_and" if both else "verb_or").join(found)
        return self.say("brackets", what=text) if inside and not both else text

    def _property(self, at: ast.Attribute, many: bool, key: str) -> str | None:
        word = property_of(at.attr)
        if word is None or word.type != v.BOOL or not self.is_alone(at.value):
            return None
        called = self.word(word, at.attr)
        if at.attr == "wins":
            return self.verb("wins" if key == "is" else "wins_not", many)
        of_set = isinstance(at.value, ast.Attribute)
        if of_set and self.plural(called) != called:
            return self.verb(f"{key}_of", many, what=self.plural(called))
        return self.verb(key, many, what=self.plural(called) if many else called)

    def _compared(self, at: ast.Compare, many: bool) -> str | None:
        if len(at.ops) == 2:
            return self._between(at, many)
        left, sign, right = at.left, at.ops[0], at.comparators[0]
        if mentions(right, self.alone):
            return None if mentions(left, self.alone) else self.of(at)
        if self.is_alone(left):
            of_set = "_of" if isinstance(left, ast.Attribute) else ""
            if isinstance(sign, ast.Eq | ast.NotEq):
                return self.verb(f"is{of_set}" if isinstance(sign, ast.Eq) else f"is_not{of_set}", many,
                                 what=self.of(right))
            if isinstance(sign, ast.In) and (isinstance(right, ast.Tuple) or mask_of(getattr(right, "value", ""))):
                return self.verb("is", many, what=self.say("among", list=self.of(right)))
            return None
        if not isinstance(left, ast.Attribute) or not self.is_alone(left.value):
            return self.verb("has", many, what=self.of(at)) if isinstance(left, ast.Call) else None
        if left.attr == "low" and isinstance(sign, ast.Eq) and number_in(right) is not None:
            return self.verb("starts", many, n=self.of(right))
        if left.attr == "rank" and isinstance(sign, ast.In) and isinstance(right, ast.Tuple):
            return self._ranks(right.elts, many)
        if left.attr == "rank" and isinstance(sign, ast.Eq) and number_in(right):
            return self._ranks([right], many)
        if left.attr == "rank" and isinstance(sign, ast.GtE) and number_in(right) is not None:
            return self.verb("rank_from", many, n=self.of(right))
        return self.verb("has", many, what=self.of(at))

    def _ranks(self, ranks: list[ast.expr], many: bool) -> str:
        """Some ranks; an honour has rank 0."""
        told = self.verb("rank_in", many, list=self.listed([rank for rank in ranks if number_in(rank) != 0]))
        if all(number_in(rank) != 0 for rank in ranks):
            return told
        honor = self.say("word.is_honor")
        return told + self.say("verb_or") + self.verb("is", many, what=self.plural(honor) if many else honor)

    def _between(self, at: ast.Compare, many: bool) -> str | None:
        low, high = number_in(at.left), number_in(at.comparators[1])
        middle = at.comparators[0]
        if low is None or high is None or not all(isinstance(sign, ast.LtE) for sign in at.ops) \
                or not isinstance(middle, ast.Attribute) or not self.is_alone(middle.value) or middle.attr != "rank":
            return None
        return self.verb("rank_between", many, low=low, high=high)

    def listed(self, parts: list[ast.expr]) -> str:
        """One, two or three."""
        told = [self.of(part) for part in parts]
        return told[0] if len(told) == 1 else self.say("or_last", first=self.say("list").join(told[:-1]), last=told[-1])

    def _has_tile(self, at: ast.Call, many: bool) -> str | None:
        """One of its tiles is something."""
        if not (isinstance(at.func, ast.Name) and at.func.id == "any" and at.args
                and isinstance(at.args[0], ast.GeneratorExp)):
            return None
        loop = at.args[0].generators[0]
        if loop.ifs or not (isinstance(loop.iter, ast.Attribute) and loop.iter.attr == "tiles"
                            and isinstance(loop.iter.value, ast.Name) and loop.iter.value.id == self.alone
                            and isinstance(loop.target, ast.Name)) or mentions(at.args[0].elt, self.alone):
            return None
        kept, self.alone = self.alone, loop.target.id
        found = self.predicate(at.args[0].elt)
        self.alone = kept
        return None if found is None else self.verb("has_tile", many, what=found)

    # -- loops --
    def looped(self, name: str, at: ast.GeneratorExp, number: int | None = None) -> str | None:
        """`every tile is a terminal`, `a pair that is of winds`, `3 pungs that are of dragons`."""
        self.number = number
        loop = at.generators[0]
        source = loop.iter.id if isinstance(loop.iter, ast.Name) else ""
        if self.alone or not has_words(f"condition.one.{source}") or not isinstance(loop.target, ast.Name):
            return None
        self.alone = loop.target.id
        try:
            return self._each_of(name, source, at, loop)
        finally:
            self.alone = ""

    def _each_of(self, name: str, source: str, at: ast.GeneratorExp, loop: ast.comprehension) -> str | None:
        asked: ast.expr | None = loop.ifs[0] if len(loop.ifs) == 1 else None
        if len(loop.ifs) > 1:
            asked = ast.BoolOp(ast.And(), loop.ifs)
        if name == "count":
            that = self.predicate(asked, many=self.number != 1) if asked is not None else None
            if that is None:
                return None
            if self.number is None:
                return self.say("number", what=self.say(f"many.{source}"), that=that)
            counted = f"{'one' if self.number == 1 or not self.english else 'many'}.{source}"
            return self.say("so_many", n=self.number, what=self.say(counted), that=that)
        if name not in ("all", "any", "none"):
            return None
        of = self.predicate(at.elt)
        if of is None:
            return None
        one = self.say(f"one.{source}")
        if asked is None:
            return self.say(f"each.{name}", one=one, of=of)
        that = self.predicate(asked)
        if that is None:
            return None
        if name == "all":
            return self.say("each.all_that", one=one, that=that, of=of)
        return self.say(f"each.{name}", one=one, of=that + self.say("verb_and") + of)
