"""What the answers to a question are called: which may have a name, whether it can be shown, and where none is given.

A question is a table of the rulebook that asks a player: a phase, a declaration with a stake of his choice, a last tile
that is offered round.  Its `names` hold the name of each answer, its `told` how a choice is told to all; `"*"` stands
for every answer that is not named by itself, `{n}` for the number, suit or tile that is chosen.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from quepu.faults import Fault
from quepu.rulebook.file import limits
from quepu.rulebook.file.reader import Reader
from quepu.rulebook.model.model import Model, Path, Texts
from quepu.rulebook.model.obeyed import entries_of
from quepu.tiles import LETTERS

Table = Mapping[str, Any]
OTHERS = "*"                # every answer that has no name of its own
_SUITS = tuple(LETTERS[:3])
#: the answers of a phase that are words; those of a bet are numbers
_WORDS = {"void_suit": _SUITS, "exchange": ("give",), "opening": ("show", "pass")}
_LAST_WORDS = ("take", "pass")
_PUT_IN = {"names": ("{n}",), "told": ("{seat}", "{n}", "{other}")}
_BRACES = re.compile(r"\{[^{}]*\}|[{}]")


def questions(tables: Table) -> Iterator[tuple[Path, Table, tuple[str, ...]]]:
    """(path, table, answers that are words) of every question; one without words is answered with a number."""
    for path, table in entries_of(tables, "phase"):
        kind = str(table.get("kind"))
        if kind == "bet" or kind in _WORDS:
            yield path, table, _WORDS.get(kind, ())
    for path, table in entries_of(tables, "ready"):
        if "choices" in table:
            yield path, table, ()
    last = tables.get("wall", {}).get("last", []) if isinstance(tables.get("wall"), dict) else []
    for index, table in enumerate([last] if isinstance(last, dict) else last if isinstance(last, list) else []):
        if isinstance(table, dict) and table.get("rule") == "offered":
            yield ("wall", "last", index) if isinstance(last, list) else ("wall", "last"), table, _LAST_WORDS


def name_of_answer(table: Table, key: str, answer: str) -> Texts:
    """What the rulebook calls an answer, or how it tells it; empty if it does not say."""
    names = table.get(key, {})
    return as_texts(names.get(answer, names.get(OTHERS, "")))


def as_texts(names: Any) -> Texts:
    """A name in each language it is given in."""
    return names if isinstance(names, Mapping) else {"en": str(names), "zh": str(names)} if names else {}


def unnamed_answers(model: Model, path: Path, table: Table, answers: tuple[str, ...]) -> list[str]:
    """The answers of a question that have no name; of numbers that can be very many, `*` for them all."""
    names = table.get("names", {})
    if OTHERS in names:
        return []
    known = answers or _numbers(table.get("choices")) or _bounded(model, path) or (OTHERS,)
    return [answer for answer in known if answer not in names]


def _bounded(model: Model, path: Path) -> tuple[str, ...]:
    """The numbers from the lowest to the highest that expressions can give, unless they are very many."""
    ends = [model.play.get((*path, "choices", place)) for place in (0, 1)]
    low = min((end.low for end in ends if end is not None), default=0)
    high = max((end.high for end in ends if end is not None), default=limits.LARGEST_CHOICE)
    return tuple(map(str, range(low, high + 1))) if high - low < limits.MOST_CHOICES else ()


def _numbers(choices: Any) -> tuple[str, ...]:
    """The numbers that may be chosen, where the rulebook tells them as such."""
    if not isinstance(choices, list) or not all(type(choice) is int for choice in choices):
        return ()
    if len(choices) == 2:
        choices = range(choices[0], min(choices[1], choices[0] + limits.MOST_CHOICES) + 1)     # more are refused
    return tuple(map(str, choices))


def check_answer_names(reader: Reader) -> None:
    """Tell of every name that no answer has, and of every one that cannot be shown."""
    for path, table, answers in questions(reader.tables):
        known = answers or _numbers(table.get("choices"))
        for key in ("names", "told"):
            names = table.get(key, {})
            if not isinstance(names, dict):
                continue                # told with the key
            if len(names) > limits.MOST_CHOICES + 1:
                reader.bad((*path, key), Fault("answer.too_many", count=len(names),
                                               most=limits.MOST_CHOICES + 1), Fault("keys.take_out"),
                           True)
                continue
            for answer, texts in names.items():
                _check_answer(reader, (*path, key, answer), answer, known, bool(answers))
                _check_texts(reader, (*path, key, answer), texts, key, "about" in table)
    for path, table in entries_of(reader.tables, "ready"):
        if "names" in table and "choices" not in table:
            reader.bad((*path, "names"), Fault("answer.no_stake"), Fault("answer.add_choices"),
                       True)


def _check_answer(reader: Reader, path: Path, answer: str, known: tuple[str, ...], words: bool) -> None:
    """Whether an answer can be given: one of the numbers, suits or words, or all the others."""
    if answer == OTHERS or answer in known:
        return
    if known:
        reader.bad(path, Fault("answer.nobody", answer=answer[:40]),
                   Fault("answer.names_for", known=known[:20], others=OTHERS), True)
    elif not (answer.isascii() and answer.isdigit() and str(int(answer[:6])) == answer
              and int(answer) <= limits.LARGEST_CHOICE):
        reader.bad(path, Fault("answer.not_number", answer=answer[:40]),
                   Fault("answer.numbers", most=limits.LARGEST_CHOICE, others=OTHERS), True)


def _check_texts(reader: Reader, path: Path, texts: Any, key: str, about: bool) -> None:
    """Whether only what is known is put into a name."""
    known = [one for one in _PUT_IN[key] if about or one != "{other}"]
    for text in texts.values() if isinstance(texts, dict) else [texts]:
        strange = next((part for part in _BRACES.findall(str(text)) if part not in known), None)
        if strange is not None:
            reader.bad(path, Fault("answer.strange", name=strange[:40]), Fault("model.known", known=known))
        if not str(text).strip():
            reader.bad(path, Fault("answer.empty"), Fault("answer.say"))
