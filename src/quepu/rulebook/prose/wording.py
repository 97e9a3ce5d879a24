"""What things are called in a condition: the words of vocabulary and rulebook in one language."""

import re
from typing import Any

from quepu.locale import has_words, language, pick, words
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.language.names import is_off
from quepu.rulebook.model.model import Model
from quepu.rulebook.model.play import Named
from quepu.rulebook.model.said import DefineSaid


def property_of(name: str) -> v.Word | None:
    """A property of tiles, sets, pairs or seats."""
    return next((properties[name] for properties in v.PROPERTIES.values() if name in properties), None)


def _beginning(text: str) -> str:
    """The first few words of a meaning."""
    text = text.rpartition("`: ")[2]
    for end in ("; ", ": ", ", ", " of the reading", " of the hand"):
        text = text.partition(end)[0]
    return text


class Words:
    """The words of one rulebook in one language."""

    def __init__(self, model: Model, lang: str) -> None:
        self.model, self.lang = model, lang
        self.english = language(lang) == "en"
        self.kinds: dict[str, str] = {}         # what the variables are
        self.alone = ""                         # a variable that needs no name
        self.together: dict[str, str] = {}      # a variable that stands for several

    def say(self, key: str, **values: Any) -> str:
        """A sentence of conditions."""
        return words(f"condition.{key}", self.lang, **values)

    def its(self, what: str, called: str) -> str:
        """A property of something; letters keep a space before Chinese."""
        return self.say("its", what=f"{what} " if not self.english and what[-1:].isascii() else what, property=called)

    def word(self, word: v.Word | None, otherwise: str) -> str:
        """What a word is called: by its short name, or in English by the beginning of its meaning."""
        name = word.name if word is not None else otherwise
        if has_words(f"condition.word.{name}"):
            return self.say(f"word.{name}")
        if word is None:
            return otherwise
        return word.zh if not self.english else _beginning(word.text)

    def plural(self, text: str) -> str:
        """`a wind` is `winds` where several are spoken of."""
        return re.sub(r"^an? (.*)$", r"\1s", text) if self.english else text

    def name(self, at: str) -> str:
        """What a name of the language or of the rulebook is called."""
        if at in self.kinds:
            return at
        if at in v.FACTS:
            return self.word(v.FACTS[at], at)
        if at in v.DERIVED:
            return v.DERIVED[at].text if self.english else v.DERIVED[at].zh
        for section in ("define", "flag", "memory", "tally", "fan"):
            if self.model.declared(section, at) is not None:
                return self.entry(section, at)
        if self.is_shape(at):
            return self.entry("shape", at)
        return self.word(v.FUNCTIONS.get(at) or v.ITERABLES.get(at), at)

    def is_shape(self, at: str) -> bool:
        """Whether a text names a shape, also one that is switched off."""
        return at in self.model.words.shapes or is_off(self.model.words, "shape", at)

    def entry(self, section: str, at: str) -> str:
        """What an entry of the rulebook is called."""
        entry = self.model.declared(section, at)
        names = entry.text if isinstance(entry, DefineSaid) else entry.name if isinstance(entry, Named) else {}
        return pick(names, self.lang, at)

    def choice(self, option: str, value: Any) -> str:
        """What a choice of an option is called."""
        said = self.model.said.options.declared(option)
        return pick(said.called.get(str(value), {}) if said is not None else {}, self.lang, str(value))

    def counted(self, name: str, sign: str, number: int | None) -> str:
        """So many of something, as one says it: `4 chows`, `at least 3 kongs`; empty if there is no such way."""
        how = {"==": "", ">=": "at_least", ">": "more_than", "<=": "at_most", "<": "fewer_than"}
        if number is None or sign not in how or not has_words(f"condition.counted.{name}"):
            return ""
        if number == 0 or (number == 1 and sign == ">="):
            return ""
        text = self.say(f"counted.{name}", n=number, s="" if number == 1 else "s")
        return self.say(how[sign], what=text) if how[sign] else text
