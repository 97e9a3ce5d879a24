"""Whether every key of a rulebook exists and holds what it should: types, words, names of other entries."""

import keyword
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.notation import read_kinds
from quepu.plain_text import first_harmful
from quepu.rulebook.file import limits
from quepu.rulebook.file.load import unknown_sections
from quepu.rulebook.file.problem import Problem
from quepu.rulebook.file.schema import LAID_OUT, MOVED, SECTIONS
from quepu.rulebook.file.section import Key, out_of_range
from quepu.rulebook.file.toml_text import Table
from quepu.rulebook.language.events import EVENTS
from quepu.rulebook.language.parse import suggestion
from quepu.tiles import mask

Path = tuple[str | int, ...]
_PLAIN: dict[str, type] = {"text": str, "bool": bool, "table": dict, "tiles": str, "expr": str}


def check_keys(tables: Table, clean: dict[int, object] | None = None) -> list[Problem]:
    """A problem for every unknown section, key or word and every value of the wrong type.

    `clean` are tables, by identity, whose texts have been looked at before.
    """
    checker = _KeyChecker(tables, {} if clean is None else clean)
    checker.check()
    return checker.problems


class _KeyChecker:
    def __init__(self, tables: Table, clean: dict[int, object]) -> None:
        self.tables, self.clean = tables, clean
        self.problems: list[Problem] = unknown_sections(tables)

    def bad(self, path: Path, text: Fault, advice: Fault | None = None, key: bool = False) -> None:
        self.problems.append(Problem(path, text, advice, key=key))

    def check(self) -> None:
        self.texts((), self.tables)
        for name, section in SECTIONS.items():
            content = self.tables.get(name)
            if content is None:
                continue
            if section.form != "table" and isinstance(content, dict | list) and len(content) > section.most:
                self.bad((name,), Fault("keys.too_many", count=len(content),
                                        most=section.most), Fault("keys.take_out"), True)
                continue
            if section.form == "table":
                self.table((name,), content, section.keys)
            elif section.form == "family":
                if not isinstance(content, dict):
                    self.bad((name,), Fault("keys.family", name=name), Fault("keys.write_family", name=name), True)
                    continue
                for entry, table in content.items():
                    if not entry.isidentifier() or keyword.iskeyword(entry):
                        self.bad(
                            (name, entry), Fault("keys.not_name", name=entry), Fault("keys.letters"), True
                        )
                    self.identifier((name, entry), entry, True)
                    self.table((name, entry), table, section.keys)
            elif not isinstance(content, list):
                self.bad((name,), Fault("keys.list", name=name), Fault("keys.write_list", name=name), True)
            else:
                for index, table in enumerate(content):
                    self.table((name, index), table, section.keys)

    def table(self, path: Path, table: Any, keys: Mapping[str, Key]) -> None:
        if not isinstance(table, dict):
            self.bad(path, Fault("keys.table"), Fault("keys.write_table", path='.'.join(map(str, path))), True)
            return
        for key, value in table.items():
            if key not in keys:
                self.bad(
                    (*path, key),
                    Fault("keys.unknown", key=key),
                    _moved(path, key) or suggestion(key, keys) or Fault("keys.keys", keys=keys),
                    True,
                )
                continue
            self.value((*path, key), key, value, keys[key])
        for key, meaning in keys.items():
            if meaning.needed and key not in table and table.get("enabled", True):
                means = Fault(f"needed.{'.'.join(_kinds_of(path, key))}")
                self.bad(path, Fault("keys.missing", key=key, meaning=means), key=True)

    def value(self, path: Path, key: str, value: Any, meaning: Key) -> None:
        if not _fits(value, meaning.type):
            self.bad(path, Fault("keys.needs", key=key, kind=Fault(f"keys.type.{meaning.type}"), given=_spoken(value)))
            return
        self.bounds(path, key, value, meaning)
        if isinstance(value, list) and len(value) > meaning.most:
            return                      # told: what each of them says is not looked at
        if key == "id" and isinstance(value, str):
            self.identifier(path, value, False)
        if meaning.keys:
            for place, inner in _tables(path, value):
                self.table(place, inner, meaning.keys)
        known = self.known(meaning)
        if known is not None:
            for place, word in _texts(path, value):
                text = word.partition(".")[0] if meaning.dotted else word
                if text not in known:
                    may = list(meaning.words) or known      # an event may be known and have no place here
                    self.bad(
                        place,
                        Fault("keys.not_known", text=text),
                        suggestion(text, may) or _all(may) or Fault("keys.declare", section=meaning.refers),
                    )

    def bounds(self, path: Path, key: str, value: Any, meaning: Key) -> None:
        """Whether a number lies in its range, and each of a list; whether the list is not too long."""
        if isinstance(value, list) and len(value) > meaning.most:
            self.bad(path, Fault("keys.too_long", key=key, count=len(value), most=meaning.most), Fault("keys.take_out"))
            return
        if meaning.type == "tiles" and value:
            try:
                (read_kinds if meaning.copies else mask)(value)     # of marks, copies count and 0m is a red five
            except QuepuError as error:
                self.bad(path, Fault("keys.not_tiles", text=value[:40], why=error.faults[0]),
                         Fault("keys.tiles"))
        if meaning.type not in ("int", "value", "numbers"):
            return
        for place, number in [((*path, index), one) for index, one in enumerate(value)] \
                if isinstance(value, list) else [(path, value)]:
            if isinstance(number, int):
                fault = out_of_range(key, number, number, meaning)
                if fault:
                    self.bad(place, *fault)

    def identifier(self, path: Path, name: str, key: bool) -> None:
        """An id is no text: it stands in file names, links and records."""
        if len(name) > limits.LONGEST_ID:
            self.bad(path, Fault("keys.id", count=len(name), most=limits.LONGEST_ID), key=key)

    def texts(self, path: Path, part: Any) -> None:
        """Whether every text, keys included, can be shown: of a sane length, with nothing that cannot be seen."""
        if isinstance(part, str):
            if len(part) > limits.LONGEST_TEXT:
                self.bad(path, Fault("keys.text", count=len(part), most=limits.LONGEST_TEXT))
            sign = first_harmful(part)
            if sign:
                self.bad(path, Fault("keys.unseen", sign=sign), Fault("keys.no_unseen"))
        elif isinstance(part, dict):
            if id(part) in self.clean:
                return
            before = len(self.problems)
            for key, inner in part.items():
                if first_harmful(key):
                    self.bad(path, Fault("keys.key_unseen", key=key), Fault("keys.without"), True)
                else:
                    self.texts((*path, key), inner)
            if len(self.problems) == before:
                self.clean[id(part)] = part
        elif isinstance(part, list):
            for index, inner in enumerate(part):
                self.texts((*path, index), inner)

    def known(self, meaning: Key) -> list[str] | None:
        """What the text of a key may say, or None if anything."""
        if meaning.refers == "event":
            return list(EVENTS)
        if meaning.refers:
            entries = self.tables.get(meaning.refers, {})
            return list(entries) if isinstance(entries, dict) else []
        return list(meaning.words) or None


def _kinds_of(path: Path, key: str) -> tuple[str, ...]:
    """Where a key stands, whatever the entry is called: the section, the keys inside it, the key."""
    inner = path[2:] if SECTIONS[str(path[0])].form != "table" else path[1:]
    return (str(path[0]), *(part for part in inner if isinstance(part, str)), key)


def _fits(value: Any, kind: str) -> bool:
    if kind == "value":
        return isinstance(value, int | str) and not isinstance(value, bool)
    if kind == "names":
        return isinstance(value, str) or (
            isinstance(value, dict) and all(isinstance(x, str) for x in value.values())
        )
    if kind == "answers":
        return isinstance(value, dict) and all(_fits(x, "names") for x in value.values())
    if kind == "named":
        return isinstance(value, dict) and all(isinstance(x, str) for x in value.values())
    if kind == "texts":
        return isinstance(value, list) and all(isinstance(x, str) for x in value)
    if kind == "numbers":
        return isinstance(value, list) and all(_fits(x, "int") for x in value)
    if kind == "words":
        return isinstance(value, str) or _fits(value, "texts")
    if kind == "exprs":
        return _fits(value, "texts")
    if kind == "tables":
        return isinstance(value, dict) or (
            isinstance(value, list) and all(isinstance(x, dict) for x in value)
        )
    if kind == "int":
        return isinstance(value, int) and not isinstance(value, bool)
    plain = _PLAIN.get(kind)
    return plain is None or isinstance(value, plain)


def _texts(path: Path, value: Any) -> Iterable[tuple[Path, str]]:
    return (
        [(path, value)]
        if isinstance(value, str)
        else [((*path, index), text) for index, text in enumerate(value)]
    )


def _tables(path: Path, value: Any) -> Iterable[tuple[Path, Any]]:
    return (
        [(path, value)]
        if isinstance(value, dict)
        else [((*path, index), table) for index, table in enumerate(value)]
    )


def _spoken(value: Any) -> str:
    kind = type(value)
    return Fault(f"keys.is.{kind.__name__}") if kind in (str, int, float, bool, dict, list) else kind.__name__


def _moved(path: Path, key: str) -> Fault | None:
    """Where what a key said is said now."""
    kinds = _kinds_of(path, key)
    return Fault("keys.laid_out") if kinds == LAID_OUT else Fault("keys.behind_dot") if kinds in MOVED else None


def _all(known: Collection[str]) -> Fault | None:
    return Fault("keys.known", known=known) if known else None
