"""From a name or path to merged tables: finding, reading, `extends` and options."""

import tomllib
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from quepu.errors import RulebookError
from quepu.rulebook.expression import suggestion
from quepu.rulebook.problem import Problem, Source, raise_for
from quepu.rulebook.schema import SECTIONS, TOP_KEYS

LARGEST_FILE = 512 * 1024
DEEPEST_NESTING = 12
LONGEST_CHAIN = 8

Table = dict[str, Any]


def known_ids() -> list[str]:
    """The ids of the rulebooks that ship with quepu."""
    books = resources.files("quepu.rulebook") / "books"
    return sorted(entry.name[:-5] for entry in books.iterdir() if entry.name.endswith(".toml"))


def split_reference(reference: str) -> tuple[str, dict[str, str]]:
    """A reference such as "name?edition=1998&min_fan=6" as name and option texts."""
    name, _mark, query = reference.partition("?")
    return name, dict(parse_qsl(query, keep_blank_values=True))


def read_chain(reference: str) -> tuple[Table, list[Source]]:
    """The merged tables of a rulebook and of all it extends, and the files they came from, the nearest first."""
    sources: list[Source] = []
    tables: list[Table] = []
    seen: list[str] = []
    name: str | None = reference
    beside: Path | None = None
    while name is not None:
        label, text, beside = _find(name, beside)
        if label in seen:
            raise RulebookError(f"{seen[0]}: extends in a circle: {' -> '.join([*seen, label])}\n"
                                "    take out one of these 'extends'")
        seen.append(label)
        if len(seen) > LONGEST_CHAIN:
            raise RulebookError(f"{seen[0]}: more than {LONGEST_CHAIN} rulebooks extend each other")
        table = _parse(label, text)
        raise_for(_misshapen(table), [Source(label, text)])
        table = _normal(table)
        sources.append(Source(label, text))
        tables.append(table)
        parent = table.get("rulebook", {}).get("extends")
        if parent is not None and not isinstance(parent, str):
            raise RulebookError(f"{label}: 'extends' must be text, the id of a rulebook")
        name = parent
    merged: Table = {}
    for table in reversed(tables):
        merged = merge(merged, table)
    # a house rule is not the rulebook it extends: its id is its own, or its file's name
    own = tables[0].get("rulebook", {}).get("id", Path(sources[0].label).stem)
    merged["rulebook"] = {**merged.get("rulebook", {}), "id": own}
    return merged, sources


def _find(name: str, beside: Path | None) -> tuple[str, str, Path | None]:
    """(label, text, folder) of a rulebook by id, or by path beside the file that names it."""
    looks_like_path = name.endswith(".toml") or "\\" in name
    if not looks_like_path:
        inside = resources.files("quepu.rulebook") / "books" / f"{name}.toml"
        if all(part and part not in (".", "..") for part in name.split("/")) and inside.is_file():
            return f"{name}.toml", inside.read_text(encoding="utf-8"), None
        advice = suggestion(name, known_ids()) or "rulebooks: " + ", ".join(known_ids())
        raise RulebookError(f"there is no rulebook '{name}'\n    {advice}\n    a file is given by its path: ./{name}.toml")
    path = (beside or Path()) / name
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise RulebookError(f"{name}: the file is larger than {LARGEST_FILE // 1024} KiB")
        return str(path), path.read_text(encoding="utf-8"), path.parent
    except UnicodeDecodeError:
        raise RulebookError(f"{name}: not UTF-8 text") from None
    except OSError as error:
        raise RulebookError(f"{name}: cannot be read ({error.strerror or error})") from None


def _parse(label: str, text: str) -> Table:
    depth = deepest = 0
    for char in text:
        depth += (char in "[{") - (char in "]}")
        deepest = max(deepest, depth)
    if deepest > DEEPEST_NESTING:
        raise RulebookError(f"{label}: brackets nested {deepest} deep; at most {DEEPEST_NESTING}")
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise RulebookError(f"{label}: not readable as TOML: {error}\n"
                            "    texts need quotes; a table is headed [like.this]") from None


def _misshapen(table: Table) -> list[Problem]:
    """A problem for each section that is no table, family of tables or list of tables, whichever it must be."""
    found: list[Problem] = []
    for name, section in SECTIONS.items():
        if name not in table:
            continue
        content = table[name]
        if section.form == "list":
            if not isinstance(content, list) or not all(isinstance(row, dict) for row in content):
                found.append(Problem((name,), "this section is a list of tables", f"head each with [[{name}]]", key=True))
        elif not isinstance(content, dict):
            head = f"[{name}.NAME]" if section.form == "family" else f"[{name}]"
            found.append(Problem((name,), "this section is a table", f"head it with {head}", key=True))
    return found


def _normal(table: Table) -> Table:
    """The tables with the keys of [rulebook] that may stand at the top moved to their place."""
    table = dict(table)
    head = dict(table.get("rulebook", {})) if isinstance(table.get("rulebook", {}), dict) else {}
    for key in TOP_KEYS:
        if key in table:
            head[key] = table.pop(key)
    if head:
        table["rulebook"] = head
    return table


def merge(below: Mapping[str, Any], above: Mapping[str, Any]) -> Table:
    """Both tables as one; `above` wins.  Rows of a list are replaced by id if they have one, else all together."""
    merged = dict(below)
    for key, value in above.items():
        old = merged.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            merged[key] = merge(old, value)
        elif _has_ids(value) and isinstance(old, list):
            merged[key] = _merge_rows(old, value)
        else:
            merged[key] = value
    return merged


def _has_ids(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) and "id" in row for row in value)


def _merge_rows(old: list[Any], new: list[Any]) -> list[Any]:
    rows = {row.get("id", f"#{index}") if isinstance(row, dict) else f"#{index}": row for index, row in enumerate(old)}
    for row in new:
        rows[row["id"]] = merge(rows[row["id"]], row) if isinstance(rows.get(row["id"]), dict) else row
    return list(rows.values())


def apply_options(tables: Table, settings: Mapping[str, Any], problems: list[Problem]) -> tuple[Table, dict[str, Any]]:
    """The tables with every option's choice carried out, and the value of each option in force.

    Options act in the order of the file; a choice may change anything, also the default of an option below it.
    """
    values: dict[str, Any] = {}
    declared = {name: table for name, table in tables.get("option", {}).items()
                if not isinstance(table, dict) or table.get("enabled", True)}
    for name in settings:
        if name not in declared:
            raise RulebookError(f"there is no option '{name}'\n    "
                                + (suggestion(name, declared) or "options: " + (", ".join(declared) or "none")))
    for name in list(declared):
        table = tables["option"][name]
        if not isinstance(table, dict) or "type" not in table or "default" not in table:
            continue                    # told by the builder
        wanted = settings.get(name, table["default"])
        value, fault = read_option(table, wanted)
        if fault:
            if name in settings:
                raise RulebookError(f"option {name}: {fault}")
            problems.append(Problem(("option", name, "default"), fault))
            continue
        values[name] = value
        change = table.get("choice", {}).get(option_text(value)) if isinstance(table.get("choice", {}), dict) else None
        if isinstance(change, dict):
            tables = merge(tables, change)
    return tables, values


def option_text(value: Any) -> str:
    """An option's value as it is written in a link: true, 8, live."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_option(table: Mapping[str, Any], wanted: Any) -> tuple[Any, str]:
    """(value, fault) of an option given as text or value."""
    kind, choices = table["type"], table.get("choices")
    text = option_text(wanted)
    if kind == "bool":
        if text in ("true", "yes", "on", "1"):
            return True, ""
        return False, "" if text in ("false", "no", "off", "0") else f"'{text}' is neither true nor false"
    if kind == "int":
        low, high = choices if isinstance(choices, list) and len(choices) == 2 else (-10**6, 10**6)
        if not text.lstrip("-").isdigit() or not low <= int(text) <= high:
            return 0, f"'{text}' is not a number from {low} to {high}"
        return int(text), ""
    if kind == "choice":
        known = [option_text(choice) for choice in choices] if isinstance(choices, list) else []
        return text, "" if text in known else f"'{text}' is not one of: {', '.join(known)}. {suggestion(text, known)}".strip()
    return text, f"the type '{kind}' is not bool, int or choice"


def unknown_sections(tables: Table) -> list[Problem]:
    """A problem for each section that does not exist."""
    return [Problem((name,), f"there is no section '{name}'",
                    suggestion(name, SECTIONS) or "sections: " + ", ".join(SECTIONS), key=True)
            for name in tables if name not in SECTIONS]
