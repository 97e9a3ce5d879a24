"""What a section of a rulebook is made of: its keys, their types and meanings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from quepu.faults import Fault
from quepu.rulebook.language import vocabulary as v

#: the types a key may have, as docs and faults name them
TYPES = {
    "text": "text",
    "int": "a whole number",
    "bool": "true or false",
    "table": "a table",
    "named": "a table of texts",
    "tiles": "tiles as text",
    "texts": "a list of texts",
    "numbers": "a list of whole numbers",
    "words": "a word or a list of words",
    "tables": "a table or a list of tables",
    "expr": "an expression as text",
    "exprs": "a list of expressions",
    "value": "a number or an expression",
    "names": "{ zh = ..., en = ... } or text",
    "answers": "a table of names, one for each answer",
    "choices": "a list of numbers or expressions",
    "any": "anything",
}


#: what `changes` of a key can say
CHANGES, CHANGES_BY_NAME = "changes", "changes by name"
Choices = type[StrEnum]
LARGEST_NUMBER = 10**9  # of any number in a rulebook
MOST_LISTED = 200  # entries of any list in a rulebook


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a section: its type and meaning."""

    type: str  # one of TYPES
    text: str
    expect: str = v.BOOL  # what an expression gives
    level: str = v.READING  # what it may know
    needed: bool = False
    words: tuple[str, ...] = ()  # what a text may say; anything if empty
    refers: str = ""  # a text names an entry of this section
    keys: Mapping[str, "Key"] = field(default_factory=dict)  # of a table inside
    low: int = -LARGEST_NUMBER  # the range of a number, and of each in a list of numbers
    high: int = LARGEST_NUMBER
    strict: bool = False  # an expression, too, must be proven to stay in the range
    most: int = MOST_LISTED  # entries of a list
    changes: str = ""  # a table of changes to the rulebook itself, or several by name
    dotted: bool = False  # a word may name an entry behind a dot: kong.melded
    copies: bool = False  # of tiles: each time that a kind stands there counts
    filled: bool = False  # a sentence in which numbers of the rulebook can stand
    choices: Choices | None = None  # what `words` are to the readers
    default: Any = None  # what holds if the key is left out; None: nothing, whatever that is for the type

    @property
    def has_range(self) -> bool:
        """Whether a range is given that is narrower than that of any number."""
        return (self.low, self.high) != (-LARGEST_NUMBER, LARGEST_NUMBER)

    @property
    def left_out(self) -> Any:
        """What the key says if it is left out, as a file would write it; None where that is nothing, no or none."""
        if not self.default or self.type == "tiles":
            return None
        if isinstance(self.default, tuple):
            return [str(one) for one in self.default]
        if self.type == "expr":
            return "true" if self.expect == v.BOOL else str(self.default)
        return str(self.default) if isinstance(self.default, str) else self.default


def out_of_range(key: str, low: int, high: int, meaning: Key) -> tuple[Fault, Fault | None] | None:
    """(fault, way out) of a number, or of an expression that gives low to high, beyond the range of its key."""
    if meaning.low <= low and high <= meaning.high:
        return None
    if low == high:
        return Fault("keys.range", key=key, value=low, low=meaning.low, high=meaning.high), None
    return (Fault("keys.can_be", key=key, least=low, most=high, low=meaning.low, high=meaning.high),
            Fault("keys.bound"))


@dataclass(frozen=True, slots=True)
class Section:
    """A section: one table, a family of named tables, or a list of tables."""

    text: str
    keys: dict[str, Key]
    form: str = "table"  # table, family ([fan.NAME]) or list ([[pay]])
    variables: Mapping[str, str] = field(default_factory=dict)  # what its expressions know besides the words
    most: int = MOST_LISTED  # entries of a family or list


def expr(text: str, expect: str = v.BOOL, level: str = v.READING, needed: bool = False,
         default: int | None = None) -> Key:
    """A key that holds an expression."""
    return Key("expr", text, expect, level, needed, default=default)


def value(text: str, level: str = v.READING, needed: bool = False, *, low: int = -LARGEST_NUMBER,
          high: int = LARGEST_NUMBER, strict: bool = False, default: int | None = None) -> Key:
    """A key that holds a number from `low` to `high`, or an expression that gives one."""
    return Key("value", text, v.INT, level, needed, low=low, high=high, strict=strict, default=default)


def whole(text: str, low: int, high: int, default: int = 0) -> Key:
    """A key that holds a whole number from `low` to `high`."""
    return Key("int", text, low=low, high=high, default=default)


def flag(text: str, default: bool = False) -> Key:
    """A key that is true or false."""
    return Key("bool", text, default=default)


def word(text: str, choices: Choices, default: StrEnum | None = None, needed: bool = False) -> Key:
    """A key that says one of these words."""
    return Key("text", text, needed=needed, words=tuple(one.value for one in choices), choices=choices,
               default=default)


def several(text: str, choices: Choices, *default: StrEnum) -> Key:
    """A key that says some of these words."""
    return Key("words", text, words=tuple(one.value for one in choices), choices=choices, default=default)


def sentence(text: str, needed: bool = False) -> Key:
    """A key that holds a sentence for players; numbers of the rulebook can stand in it."""
    return Key("names", text, needed=needed, filled=True)


def name_of(section: str, text: str, many: bool = False) -> Key:
    """A key that names an entry of another section."""
    return Key("words" if many else "text", text, refers=section)


NAMES = Key("names", "what it is called: { zh = ..., en = ... }")
SOURCE = Key("text", "where the rule comes from")
TEXT = sentence("a sentence for players; [numbers of the rulebook](#sentences) can stand in it")
ENABLED = flag("false takes it out", True)
