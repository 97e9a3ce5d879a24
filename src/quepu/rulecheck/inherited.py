"""What a house rule inherits and no longer agrees with: sentences that still tell a number it has changed."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from quepu.faults import Fault
from quepu.rulebook.file.problem import Problem
from quepu.rulebook.file.schema import SECTIONS
from quepu.rulebook.model.model import Path

Tables = Mapping[str, Any]

#: texts that speak of the whole rulebook, where every number of the table or of an option may stand
_OF_ALL = ("rulebook", "how", "win")
_OF_WINNING = ("aim", "winning")        # the parts of how a hand goes that say what a win needs
#: a number of these, or of an option they read, is told of the whole rulebook; any other only beside its entry
_FOR_ALL = ("score", "match")
_LEAST = 2                  # "one" and "a" say too much else
_ENGLISH = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
            "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty")
_DIGITS = "零一二三四五六七八九"
_NUMERALS = _DIGITS + "十百千万两"


def writes(own: Tables, path: Path) -> bool:
    """Whether the own file holds a key, in its place or in what a choice of an option brings."""
    options = own.get("option", {})
    brought = [change for table in (options.values() if isinstance(options, dict) else ()) if isinstance(table, dict)
               for change in (table.get("each"), *(table["choice"].values() if isinstance(table.get("choice"), dict)
                                                  else ()))]
    return any(_holds(tables, path) for tables in (own, *brought))


def _holds(tables: Any, path: Path) -> bool:
    for step in path:
        if not isinstance(tables, dict) or step not in tables:
            return False
        tables = tables[step]
    return True


def stale(below: Tables, own: Tables) -> list[Problem]:
    """A warning for each inherited sentence that still tells a number the own file has changed."""
    problems: dict[tuple[Path, int], Problem] = {}
    for path, old, new in _changed(below, own):
        for place, texts in _beside(below, path):
            if writes(own, place) or (place, old) in problems:
                continue
            said = next((found for text in texts if (found := said_number(text, old))), "")
            if said:
                problems[place, old] = Problem(path, Fault("inherited.says", said=said, new=new,
                                                           place=".".join(map(str, place))),
                                               Fault("inherited.write", place=".".join(map(str, place))), warning=True)
    return list(problems.values())


def _changed(below: Tables, own: Tables) -> Iterator[tuple[Path, int, int]]:
    """(path, old, new) of every number that the own file has another of."""
    for section in own:
        if section in SECTIONS and isinstance(own[section], dict) and isinstance(below.get(section), dict):
            yield from _numbers((section,), below, below[section], own[section])


def _numbers(path: Path, below: Tables, old: Any, new: Any) -> Iterator[tuple[Path, int, int]]:
    if isinstance(old, dict) and isinstance(new, dict):
        for key, value in new.items():
            if key in old:
                yield from _numbers((*path, key), below, old[key], value)
    elif type(new) is int:
        was = _in_force(below, old)
        if was is not None and was != new and was >= _LEAST:
            yield path, was, new


def _in_force(below: Tables, value: Any) -> int | None:
    """The number that stands in a place, an option's by its default."""
    option = re.fullmatch(r"options\.(\w+)", value) if isinstance(value, str) else None
    if option:
        table = below.get("option", {}).get(option[1], {})
        value = table.get("default") if isinstance(table, dict) else None
    return value if type(value) is int else None


def _beside(below: Tables, path: Path) -> Iterator[tuple[Path, list[str]]]:
    """(place, texts) of every sentence that may tell the number in a place."""
    if SECTIONS[str(path[0])].form == "family" and len(path) > 2:
        yield from _sentences(path[:2], below[str(path[0])][path[1]])
    elif path[0] != "option":
        yield from _sentences(path[:1], below[str(path[0])])
    if path[0] in _FOR_ALL or (path[0] == "option" and path[-1] == "default" and _is_for_all(below, str(path[1]))):
        for section in _OF_ALL:
            content = below.get(section, {})
            for place, table in [((section,), content)] if section == "rulebook" else \
                    [((section, name), table) for name, table in content.items()
                     if section != "how" or name in _OF_WINNING]:
                yield from _sentences(place, table)


def _is_for_all(below: Tables, option: str) -> bool:
    return any(re.search(rf"\boptions\.{re.escape(option)}\b", str(below.get(section))) for section in _FOR_ALL)


def _sentences(path: Path, table: Any) -> Iterator[tuple[Path, list[str]]]:
    for key in ("text", "refusal"):
        text = table.get(key) if isinstance(table, dict) else None
        texts = [text] if isinstance(text, str) else [one for one in text.values() if isinstance(one, str)] \
            if isinstance(text, dict) else []
        if texts:
            yield (*path, key), texts


def said_number(text: str, number: int) -> str:
    """How a sentence says a number, in figures or in words; empty if it does not.

    >>> said_number("eight fan to win", 8), said_number("八番起和", 8), said_number("八十一个番种", 8)
    ('eight', '八', '')
    """
    found = re.search(rf"(?<![0-9.,])(?<!\d){number}(?![0-9]|[.,][0-9])", text)
    if not found and number < len(_ENGLISH):
        found = re.search(rf"\b{_ENGLISH[number]}\b", text, re.IGNORECASE)
    if not found and number < 100:
        written = "|".join(("两", "二") if number == 2 else (_chinese(number),))
        found = re.search(rf"(?<![{_NUMERALS}第])({written})(?![{_NUMERALS}])", text)
    return found[0] if found else ""


def _chinese(number: int) -> str:
    tens, ones = divmod(number, 10)
    before = "" if not tens else "十" if tens == 1 else _DIGITS[tens] + "十"
    return before + (_DIGITS[ones] if ones or not tens else "")
