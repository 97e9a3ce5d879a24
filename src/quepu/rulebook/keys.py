"""Whether every key of a rulebook exists and holds what it should: types, words, names of other entries."""

import keyword
from collections.abc import Iterable, Mapping
from typing import Any

from quepu.rulebook.events import EVENTS
from quepu.rulebook.expression import suggestion
from quepu.rulebook.load import Table, unknown_sections
from quepu.rulebook.problem import Problem
from quepu.rulebook.schema import SECTIONS
from quepu.rulebook.section import TYPES, Key

Path = tuple[str | int, ...]
_PLAIN: dict[str, type] = {"text": str, "bool": bool, "table": dict, "tiles": str, "expr": str}


def check_keys(tables: Table, planned: set[str] | None = None) -> list[Problem]:
    """A problem for every unknown section, key or word and every value of the wrong type.

    `planned` collects the keys that are read and checked, but which no engine obeys yet.
    """
    checker = _KeyChecker(tables, planned)
    checker.check()
    return checker.problems


class _KeyChecker:
    def __init__(self, tables: Table, planned: set[str] | None) -> None:
        self.tables, self.planned = tables, planned
        self.problems: list[Problem] = unknown_sections(tables)

    def bad(self, path: Path, text: str, advice: str = "", key: bool = False) -> None:
        self.problems.append(Problem(path, text, advice, key=key))

    def check(self) -> None:
        for name, section in SECTIONS.items():
            content = self.tables.get(name)
            if content is None:
                continue
            if section.form == "table":
                self.table((name,), content, section.keys, section.planned)
            elif section.form == "family":
                if not isinstance(content, dict):
                    self.bad((name,), f"'{name}' holds named tables", f"write [{name}.NAME]", True)
                    continue
                for entry, table in content.items():
                    if not entry.isidentifier() or keyword.iskeyword(entry):
                        self.bad(
                            (name, entry), f"'{entry}' is not a name", "letters, digits and _ only", True
                        )
                    self.table((name, entry), table, section.keys, section.planned)
            elif not isinstance(content, list):
                self.bad((name,), f"'{name}' is a list of tables", f"write [[{name}]]", True)
            else:
                for index, table in enumerate(content):
                    self.table((name, index), table, section.keys, section.planned)

    def table(self, path: Path, table: Any, keys: Mapping[str, Key], planned: bool) -> None:
        if not isinstance(table, dict):
            self.bad(path, "a table is needed here", f"write [{'.'.join(map(str, path))}]", True)
            return
        for key, value in table.items():
            if key not in keys:
                self.bad(
                    (*path, key),
                    f"there is no key '{key}' here",
                    suggestion(key, keys) or "keys: " + ", ".join(keys),
                    True,
                )
                continue
            self.value((*path, key), key, value, keys[key], planned or keys[key].planned)
        for key, meaning in keys.items():
            if meaning.needed and key not in table and table.get("enabled", True):
                self.bad(path, f"'{key}' is missing: {meaning.text}", key=True)

    def value(self, path: Path, key: str, value: Any, meaning: Key, planned: bool) -> None:
        if planned and self.planned is not None and key not in ("name", "text", "source", "id", "enabled"):
            self.planned.add(f"{path[0]}.{key}")
        if not _fits(value, meaning.type):
            self.bad(path, f"'{key}' needs {TYPES.get(meaning.type, meaning.type)}, this is {_spoken(value)}")
            return
        if meaning.type in ("int", "value") and isinstance(value, int) and abs(value) > 10**9:
            self.bad(path, "the number is too large", "at most 1,000,000,000")
        if meaning.keys:
            for place, inner in _tables(path, value):
                self.table(place, inner, meaning.keys, planned)
        known = self.known(meaning)
        if known is not None:
            for place, text in _texts(path, value):
                if text in meaning.later and self.planned is not None:
                    self.planned.add(f"{path[0]}.{key} = {text}")
                if text not in known:
                    self.bad(
                        place,
                        f"'{text}' is not known here",
                        suggestion(text, known) or ", ".join(known) or f"declare it in [{meaning.refers}.*]",
                    )

    def known(self, meaning: Key) -> list[str] | None:
        """What the text of a key may say, or None if anything."""
        if meaning.refers == "event":
            return list(EVENTS)
        if meaning.refers:
            entries = self.tables.get(meaning.refers, {})
            return list(entries) if isinstance(entries, dict) else []
        return list(meaning.words) or None


def _fits(value: Any, kind: str) -> bool:
    if kind == "value":
        return isinstance(value, int | str) and not isinstance(value, bool)
    if kind == "names":
        return isinstance(value, str) or (
            isinstance(value, dict) and all(isinstance(x, str) for x in value.values())
        )
    if kind == "texts":
        return isinstance(value, list) and all(isinstance(x, str) for x in value)
    if kind == "numbers":
        return isinstance(value, list) and all(_fits(x, "int") for x in value)
    if kind in ("words", "exprs"):
        return isinstance(value, str) or _fits(value, "texts")
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
    return {
        str: "text",
        int: "a number",
        float: "a number with a point",
        bool: "true or false",
        dict: "a table",
        list: "a list",
    }.get(type(value), type(value).__name__)
