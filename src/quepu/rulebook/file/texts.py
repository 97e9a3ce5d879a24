"""The sentences of a rulebook with the numbers of the rulebook put in.

A sentence may hold `{options.NAME}` or the path of a key that is a number, `{fan.NAME.value}`: what an option or house
rules change is then told as it is in force.  `{options.NAME:tile|tiles}` is the first word for 1, else the second.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.locale import language, pick
from quepu.rulebook.file import limits
from quepu.rulebook.file.problem import Problem
from quepu.rulebook.file.schema import SECTIONS
from quepu.rulebook.file.toml_text import Table
from quepu.rulebook.language.parse import suggestion

Path = tuple[str | int, ...]
Tell = Callable[[Problem], None]

_PLACE = re.compile(r"\{([\w.]*)(?::([^|{}]*)\|([^|{}]*))?\}")
_OPTION = re.compile(r"options\.(\w+)")
#: a list of rulebooks shows these before any option is looked at: its sentence has no places to fill
_UNFILLED = ("rulebook",)


def filled_texts(tables: Table, values: Mapping[str, Any], tell: Tell) -> Table:
    """The tables with every sentence filled; `values` are the options in force.  What cannot be filled is told."""
    made = dict(tables)
    for section, path, entry, keys in _with_places(tables):
        texts = {key: _Filler(tables, values, tell, (*path, key)).names(entry[key]) for key in keys}
        if SECTIONS[section].form == "table":
            made[section] = {**entry, **texts}
        else:                           # the family or list is copied once, whatever is shared stays as it is
            if made[section] is tables[section]:
                made[section] = tables[section].copy()
            made[section][path[1]] = {**entry, **texts}
    return made


def _with_places(tables: Table) -> Iterator[tuple[str, Path, Mapping[str, Any], list[str]]]:
    """(section, path, entry, keys) of every entry that has sentences with a place to fill."""
    for section, meaning in SECTIONS.items():
        filled = [key for key, one in meaning.keys.items() if one.filled]
        if not filled or section in _UNFILLED:
            continue
        content = tables.get(section)
        if meaning.form == "table":
            entries: list[tuple[Path, Any]] = [((section,), content)]
        elif isinstance(content, dict):
            entries = [((section, name), table) for name, table in content.items()]
        else:
            entries = [((section, index), table) for index, table in enumerate(content or ())]
        for path, entry in entries:
            keys = [key for key in filled if isinstance(entry, dict) and _has_place(entry.get(key))]
            if keys:
                yield section, path, entry, keys


def _has_place(text: Any) -> bool:
    return any("{" in one or "}" in one for one in (text.values() if isinstance(text, dict) else (text,))
               if isinstance(one, str))


class _Filler:
    """Fills one sentence in its languages."""

    def __init__(self, tables: Table, values: Mapping[str, Any], tell: Tell, path: Path) -> None:
        self.tables, self.values, self.tell, self.path = tables, values, tell, path

    def names(self, text: Any) -> Any:
        """The sentence, or each of its languages."""
        if not isinstance(text, dict):
            return self.filled(text, "en", self.path)
        return {lang: self.filled(one, lang, (*self.path, lang)) if isinstance(one, str) else one
                for lang, one in text.items()}

    def filled(self, text: str, lang: str, path: Path) -> str:
        rest = _PLACE.sub("", text)
        if "{" in rest or "}" in rest:
            self.tell(Problem(path, Fault("text.brace"), Fault("text.advice")))
            return text
        made = _PLACE.sub(lambda match: self.place(match, lang, path), text)
        if len(made) > limits.LONGEST_TEXT:
            self.tell(Problem(path, Fault("text.too_long", count=len(made), most=limits.LONGEST_TEXT)))
            return text
        return made

    def place(self, match: re.Match[str], lang: str, path: Path) -> str:
        """What stands at one place."""
        value, fault = self.value(match[1], lang)
        if fault:
            self.tell(Problem(path, Fault("text.place", place=f"{{{match[1]}}}", fault=fault), Fault("text.advice")))
            return match[0]
        return value if match[2] is None else match[2] if value == "1" else match[3]

    def value(self, name: str, lang: str) -> tuple[str, str]:
        """(text, fault) of what a place names."""
        option = _OPTION.fullmatch(name)
        if option:
            return self.option(option[1], lang)
        found: Any = self.tables
        for step in name.split("."):
            if not isinstance(found, dict) or step not in found:
                known = found if isinstance(found, dict) else {}
                return "", Fault("text.no_step", step=step, advice=suggestion(step, known))
            found = found[step]
        option = _OPTION.fullmatch(found) if isinstance(found, str) else None
        if option:
            return self.option(option[1], lang)
        return (str(found), "") if type(found) is int else ("", Fault("text.not_number"))

    def option(self, name: str, lang: str) -> tuple[str, str]:
        """(text, fault) of an option's value: a number, or what the choice is called."""
        value = self.values.get(name)
        if value is None:
            return "", Fault("text.no_option", name=name, advice=suggestion(name, self.values))
        if isinstance(value, bool | tuple):
            return "", Fault("text.not_choice")
        called = self.tables["option"][name].get("called")
        named = called.get(str(value), "") if isinstance(called, dict) else ""
        text = (pick(named, _known(lang)) if isinstance(named, dict) else str(named)) or str(value)
        return (text, "") if len(text) <= limits.LONGEST_ID else ("", Fault("text.name", count=len(text),
                                                                            most=limits.LONGEST_ID))


def _known(lang: str) -> str:
    """The language of ours that is nearest to a rulebook's."""
    try:
        return language(lang)
    except QuepuError:
        return "en"
