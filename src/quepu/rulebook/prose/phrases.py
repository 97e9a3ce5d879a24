"""What is said of things without naming them: `every tile is a terminal`, `3 pungs that are of winds`."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from quepu.locale import has_words
from quepu.rulebook.language import node as n
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.language.node import NOWHERE, Expr
from quepu.rulebook.prose.spoken import Compared, Form, Spoken, mentions, number_in, variable_of
from quepu.rulebook.prose.wording import Words, property_of


class Phrases(Words, ABC):
    """Verbs without their subject; None where there is no such way to say it."""

    spoken: Spoken                      # what is being told
    number: int | None = None           # how many a count must give

    @abstractmethod
    def of(self, at: Expr) -> str:
        """An expression in words."""

    def verb(self, key: str, many: bool, **values: str | int) -> str:
        """A verb of one thing or of several; letters keep a space after Chinese."""
        if not self.english:
            values = {name: f" {value}" if str(value)[:1].isascii() else value for name, value in values.items()}
        return self.say(f"verb.{key}.many" if many and has_words(f"condition.verb.{key}.many") else f"verb.{key}",
                        **values)

    def is_mark(self, at: Expr) -> bool:
        """Whether an expression reads a memory that a seat has or has not."""
        return isinstance(at, n.At) and at.place.field == "memory" and at.type == v.BOOL

    def is_tile(self, at: Expr) -> bool:
        """Whether it is the tile of something."""
        return isinstance(at, n.Property) and at.name == "tile"

    def is_alone(self, at: Expr) -> bool:
        """Whether it is the one thing a loop speaks of, or the tile that makes up a set."""
        if isinstance(at, n.Property) and at.name == "tile":
            at = at.of
        return isinstance(at, n.Variable) and bool(self.alone) and variable_of(at.name) == self.alone

    def predicate(self, at: Expr, many: bool = False, inside: bool = False) -> str | None:
        """What an expression says of the one thing, as a verb."""
        form = self.spoken.form(at)
        if not mentions(at, self.alone):
            text = self.of(at)
            return self.say("brackets", what=text) if form is Form.JOINED and inside else text
        if form is Form.JOINED:
            return self._joined_verbs(at, many, inside)
        if form is Form.DENIED:
            return self._property(at.parts[0], many, "is_not")
        if form is Form.PROPERTY:
            return self._property(at, many, "is")
        if self.is_mark(at) and self.is_alone(at.parts[0]):
            return self.verb("marked", many, what=self.name(self.spoken.memory(at)))
        compared = self.spoken.compared(at)
        if compared is not None:
            return self._compared(at, compared, many)
        return self._has_tile(at, many) if isinstance(at, n.Loop) else None

    def _joined_verbs(self, at: Expr, many: bool, inside: bool) -> str | None:
        both = isinstance(at, n.And)
        parts = [self.predicate(part, many, inside=both) for part in at.parts]
        found = [part for part in parts if part is not None]
        if len(found) < len(parts):
            return None
        if not both:                    # is a terminal or an honour
            verb = next((verb for verb in self.say("verbs").split("|")
                         if all(part.startswith(verb) for part in found)), "")
            found = [found[0], *(part.removeprefix(verb) for part in found[1:])]
        text = self.say("verb_and" if both else "verb_or").join(found)
        return self.say("brackets", what=text) if inside and not both else text

    def _property(self, at: Expr, many: bool, key: str) -> str | None:
        if not isinstance(at, n.Property):
            return None
        word = property_of(at.name)
        if word is None or word.type != v.BOOL or not self.is_alone(at.of):
            return None
        called = self.word(word, at.name)
        if at.name == "wins":
            return self.verb("wins" if key == "is" else "wins_not", many)
        if self.is_tile(at.of) and self.plural(called) != called:
            return self.verb(f"{key}_of", many, what=self.plural(called))
        return self.verb(key, many, what=self.plural(called) if many else called)

    def _compared(self, at: Expr, compared: Compared, many: bool) -> str | None:
        if len(compared.signs) == 2:
            return self._between(compared, many)
        (left, right), (sign,) = compared.values, compared.signs
        listed = compared.listed
        if any(mentions(part, self.alone) for part in listed or (right,)):
            return None if mentions(left, self.alone) else self.of(at)
        if self.is_alone(left):
            of_set = "_of" if self.is_tile(left) else ""
            if sign in ("==", "!="):
                return self.verb(f"is{of_set}" if sign == "==" else f"is_not{of_set}", many, what=self.of(right))
            if sign == "in" and (listed or isinstance(right, n.Number)):
                return self.verb("is", many, what=self.say(
                    "among", list=self.say("list").join(map(self.of, listed)) if listed else self.of(right)))
            return None
        name, of = self.spoken.said_of(left) or ("", left)
        if not name or not self.is_alone(of):
            is_call = self.spoken.form(left) in (Form.CALL, Form.LOOP)
            return self.verb("has", many, what=self.of(at)) if is_call else None
        if name == "low" and sign == "==" and number_in(right) is not None:
            return self.verb("starts", many, n=self.of(right))
        if name == "rank" and sign == "in" and listed:
            return self._ranks(listed, many)
        if name == "rank" and sign == "==" and number_in(right):
            return self._ranks([right], many)
        if name == "rank" and sign == ">=" and number_in(right) is not None:
            return self.verb("rank_from", many, n=self.of(right))
        return self.verb("has", many, what=self.of(at))

    def _ranks(self, ranks: Sequence[Expr], many: bool) -> str:
        """Some ranks; an honour has rank 0."""
        told = self.verb("rank_in", many, list=self.listed([rank for rank in ranks if number_in(rank) != 0]))
        if all(number_in(rank) != 0 for rank in ranks):
            return told
        honor = self.say("word.is_honor")
        return told + self.say("verb_or") + self.verb("is", many, what=self.plural(honor) if many else honor)

    def _between(self, compared: Compared, many: bool) -> str | None:
        first, middle, last = compared.values
        low, high = number_in(first), number_in(last)
        if low is None or high is None or compared.signs != ("<=", "<=") \
                or not isinstance(middle, n.Property) or not self.is_alone(middle.of) or middle.name != "rank":
            return None
        return self.verb("rank_between", many, low=low, high=high)

    def listed(self, parts: Sequence[Expr]) -> str:
        """One, two or three."""
        told = [self.of(part) for part in parts]
        return told[0] if len(told) == 1 else self.say("or_last", first=self.say("list").join(told[:-1]), last=told[-1])

    def _has_tile(self, at: n.Loop, many: bool) -> str | None:
        """One of its tiles is something."""
        if at.quantifier != "any" or at.source != "mask" or self.asked_of(at):
            return None
        (tiles,) = at.given
        if not (isinstance(tiles, n.Property) and tiles.name == "tiles" and isinstance(tiles.of, n.Variable)
                and self.is_alone(tiles.of)) or mentions(at.body, self.alone):
            return None
        kept, self.alone = self.alone, variable_of(at.variable)
        found = self.predicate(at.body)
        self.alone = kept
        return None if found is None else self.verb("has_tile", many, what=found)

    # -- loops --
    def asked_of(self, at: n.Loop) -> tuple[Expr, ...]:
        """What is asked of each element after `if`: each `if` for itself."""
        if at.condition.span == NOWHERE and isinstance(at.condition, n.Number):
            return ()
        return at.condition.parts if at.condition.span == at.span else (at.condition,)

    def looped(self, name: str, at: n.Loop, number: int | None = None) -> str | None:
        """`every tile is a terminal`, `a pair that is of winds`, `3 pungs that are of dragons`."""
        self.number = number
        if self.alone or at.given or not has_words(f"condition.one.{at.source}"):
            return None
        self.alone = variable_of(at.variable)
        try:
            return self._each_of(name, at)
        finally:
            self.alone = ""

    def _each_of(self, name: str, at: n.Loop) -> str | None:
        asked = at.condition if self.asked_of(at) else None
        if name == "count":
            that = self.predicate(asked, many=self.number != 1) if asked is not None else None
            if that is None:
                return None
            if self.number is None:
                return self.say("number", what=self.say(f"many.{at.source}"), that=that)
            counted = f"{'one' if self.number == 1 or not self.english else 'many'}.{at.source}"
            return self.say("so_many", n=self.number, what=self.say(counted), that=that)
        if name not in ("all", "any", "none"):
            return None
        of = self.predicate(at.body)
        if of is None:
            return None
        one = self.say(f"one.{at.source}")
        if asked is None:
            return self.say(f"each.{name}", one=one, of=of)
        that = self.predicate(asked)
        if that is None:
            return None
        if name == "all":
            return self.say("each.all_that", one=one, that=that, of=of)
        return self.say(f"each.{name}", one=one, of=that + self.say("verb_and") + of)
