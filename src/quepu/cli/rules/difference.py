"""`quepu rules diff`: what differs between two rulebooks, or between two settings of one."""

import argparse
from collections.abc import Iterator, Mapping
from typing import Any

from quepu.book import Rulebook, rulebook
from quepu.cli.common import DONE, lang_of, print_json
from quepu.columns import PAGE, wrap
from quepu.locale import pick, words
from quepu.rulebook.file.load import apply_options, read_chain, split_reference
from quepu.rulebook.file.options import option_text

#: what no score and no table follows
_ASIDE = ("rulebook", "option", "examples", "how")
_PROSE = ("name", "names", "told", "text", "refusal", "label", "source", "example", "called", "no")
_WORDS = ("value", "when", "count", "pick", "drops", "group", "tags", "fallback", "most")
_GONE = object()


def difference(arguments: argparse.Namespace) -> int:
    """Print what differs."""
    found = compared(arguments.first, arguments.second)
    if arguments.json:
        print_json(found)
        return DONE
    lang = lang_of(arguments)
    for line in _lines(found, rulebook(arguments.first), rulebook(arguments.second), lang):
        print(line)
    return DONE


def compared(first: str, second: str) -> dict[str, Any]:
    """The options that are set differently, the entries that only one has, and the keys that differ."""
    (a, a_set), (b, b_set) = (_tables(reference) for reference in (first, second))
    options = [{"option": name, "a": _text(a_set.get(name)), "b": _text(b_set.get(name))}
               for name in dict.fromkeys((*a_set, *b_set)) if _text(a_set.get(name)) != _text(b_set.get(name))]
    ours, theirs = _entries(a), _entries(b)
    changed = [{"entry": entry, "key": key, "a": ours[entry].get(key), "b": theirs[entry].get(key)}
               for entry in ours if entry in theirs for key in dict.fromkeys((*ours[entry], *theirs[entry]))
               if ours[entry].get(key, _GONE) != theirs[entry].get(key, _GONE)]
    return {"a": first, "b": second, "options": options,
            "only_a": [entry for entry in ours if entry not in theirs],
            "only_b": [entry for entry in theirs if entry not in ours], "changed": changed}


def _tables(reference: str) -> tuple[dict[str, Any], Mapping[str, Any]]:
    """The tables of a rulebook with its options carried out, and their values."""
    rulebook(reference)                 # a fault in it is told as such
    name, chosen = split_reference(reference)
    return apply_options(read_chain(name)[0], chosen, [])


def _entries(tables: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Every entry that is switched on, by section and name, with its keys; tables inside are keys with dots."""
    entries: dict[str, dict[str, Any]] = {}
    for section, content in tables.items():
        if section in _ASIDE:
            continue
        rows = {str(row.get("id", place + 1)): row for place, row in enumerate(content)} \
            if isinstance(content, list) else content
        if rows and all(isinstance(row, dict) for row in rows.values()):
            for name, row in rows.items():
                if row.get("enabled", True):
                    entries[f"{section}.{name}"] = dict(_flat(row))
        else:
            entries[section] = dict(_flat(rows))
    return entries


def _flat(table: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        if before or key not in (*_PROSE, "id", "enabled"):
            if isinstance(value, dict):
                yield from _flat(value, f"{before}{key}.")
            else:
                yield f"{before}{key}", value


def _text(value: Any) -> str | None:
    return None if value is None else option_text(value)


def _lines(found: Mapping[str, Any], a: Rulebook, b: Rulebook, lang: str) -> Iterator[str]:
    """The difference as a page: options, then what only one has, then what both have and say differently."""
    yield f"A  {pick(a.model.names, lang, a.id)}  {found['a']}"
    yield f"B  {pick(b.model.names, lang, b.id)}  {found['b']}"
    if found["options"]:
        yield from ("", words("rules.options", lang))
    names = {option.id: option.names for book in (b, a) for option in book.model.options}
    for one in found["options"]:
        yield from _change(f"{pick(names.get(one['option'], {}), lang, '')} {one['option']}".strip(), one, lang)
    for side, book in (("a", a), ("b", b)):
        if found[f"only_{side}"]:
            listed = words("list", lang).join(_named(book, entry, lang) for entry in found[f"only_{side}"])
            yield from ("", words(f"rules.diff.only_{side}", lang))
            yield from wrap(listed, PAGE, "  ", "  ")
    if found["changed"]:
        yield from ("", words("rules.diff.changed", lang))
    for one in found["changed"]:
        key = words(f"rules.{one['key']}", lang) if one["key"] in _WORDS else one["key"]
        yield from _change(f"{_named(a, one['entry'], lang)} · {key}", one, lang)
    if not (found["options"] or found["only_a"] or found["only_b"] or found["changed"]):
        yield from ("", words("rules.diff.none", lang))


def _change(what: str, one: Mapping[str, Any], lang: str) -> Iterator[str]:
    sides = [words("rules.none", lang) if one[side] is None else str(one[side]) for side in ("a", "b")]
    yield from wrap(f"{what}{words('colon', lang)}{sides[0]} → {sides[1]}", PAGE, "    ", "  ")


def _named(book: Rulebook, entry: str, lang: str) -> str:
    """An entry by its name, with what it is called in the file."""
    section, _dot, name = entry.partition(".")
    names = next((fan.names for fan in book.model.fans if fan.id == name), {}) if section == "fan" else {}
    called = pick(names, lang, "")
    return f"{called} {entry}" if called else entry
