"""From a name or path to merged tables: finding, reading, `extends` and options."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from quepu.errors import RulebookError
from quepu.faults import Fault
from quepu.rulebook.file.kept_text import BOOKS, tables_of_shipped
from quepu.rulebook.file.options import option_text, unmet
from quepu.rulebook.file.problem import Problem, Source, raise_for
from quepu.rulebook.file.schema import SECTIONS, TOP_KEYS
from quepu.rulebook.file.toml_text import LARGEST_TEXT, Table, parse, too_large
from quepu.rulebook.language.parse import suggestion

LONGEST_CHAIN = 8
LONGEST_NAME = 400          # of an id or path
LARGEST_CHOICE = 10**9      # of an option that is a number
FANS = "fans"               # the type of an option that is a list of fans
_CHOICES = ("default", "choices", "called", "fans", "choice", "each")     # what belongs to an option's type
OPTION_TYPES = ("bool", "int", "choice", FANS)
VALUE = "{value}"           # in an option's `each`: the value chosen
EXTENDS = ("rulebook", "extends")


def known_ids() -> list[str]:
    """The ids of the rulebooks that ship with quepu."""
    return sorted(entry.name[:-5] for entry in BOOKS.iterdir() if entry.name.endswith(".toml"))


def split_reference(reference: str) -> tuple[str, dict[str, str]]:
    """A reference such as "name?edition=1998&min_fan=6" as name and option texts."""
    name, _mark, query = reference.partition("?")
    return name, dict(parse_qsl(query.replace("+", "%2B"), keep_blank_values=True))     # people write a + for itself


def read_chain(reference: str, text: str | None = None) -> tuple[Table, list[Source]]:
    """The merged tables of a rulebook and of all it extends, and the files they came from, the nearest first.

    With `text` the rulebook is that text and `reference` only its label; it reaches no file but those that ship.
    """
    sources: list[Source] = []
    tables: list[Table] = []
    seen: list[str] = []
    name: str | None = reference
    beside: Path | None = None
    while name is not None:
        if text is not None and not seen:
            label, content = name, text.removeprefix("\ufeff")      # which editors put before a text
        else:
            try:
                label, content, beside = _find(name, beside, inside=bool(seen), shipped_only=text is not None)
            except RulebookError as error:
                if sources:             # the fault lies where the name stands
                    fault = error.faults[0]
                    raise_for([Problem(EXTENDS, fault.values.get("what", fault), fault.values.get("advice"))],
                              sources[-1:])
                raise
        if label in seen:
            raise_for([Problem(EXTENDS, Fault("book.circle", path=" -> ".join([*seen, label])),
                               Fault("book.circle_out"))], sources[-1:])
        if len(seen) >= LONGEST_CHAIN:
            raise_for([Problem(EXTENDS, Fault("book.chain", most=LONGEST_CHAIN))], sources[-1:])
        is_shipped = bool(seen or text is None) and beside is None
        seen.append(label)
        large = too_large(label, content)
        if large is not None:
            raise RulebookError(large)
        table = tables_of_shipped(label, content) if is_shipped else parse(label, content)
        raise_for(_misshapen(table), [Source(label, content)])
        table = _normal(table)
        sources.append(Source(label, content))
        tables.append(table)
        head = table.get("rulebook", {})
        parent = head.get("extends")
        if parent is not None and not isinstance(parent, str):
            raise_for([Problem(EXTENDS, Fault("book.extends"))], sources[-1:])
        name = parent
    merged = _merged(tables)
    # a house rule is not the rulebook it extends: its id is its own, or its file's name
    own = tables[0].get("rulebook", {}).get("id", Path(sources[0].label).stem)
    merged["rulebook"] = {**merged.get("rulebook", {}), "id": own}
    return merged, sources


def _merged(tables: list[Table]) -> Table:
    """The tables of several files as one, the nearest first."""
    merged: Table = {}
    for table in reversed(tables):
        merged = merge(_without_old_choices(merged, table), table)
    return merged


def own_and_below(sources: list[Source]) -> tuple[Table, Table]:
    """What the nearest file says itself, and all that it extends, merged."""
    tables = [_normal(parse(source.label, source.text)) for source in sources]
    return tables[0], _merged(tables[1:])


def _find(name: str, beside: Path | None, inside: bool = False,
          shipped_only: bool = False) -> tuple[str, str, Path | None]:
    """(label, text, folder) of a rulebook by id, or by path beside the file that names it.

    A file that extends another (`inside`) may come from a stranger: it reaches only files beside and below it.
    """
    if len(name) > LONGEST_NAME or "\0" in name:
        raise _not_found(Fault("book.not_name", name=name[:40]), Fault("book.all", known=known_ids()))
    looks_like_path = not shipped_only and (name.endswith(".toml") or "\\" in name)
    if not looks_like_path:
        shipped = BOOKS / f"{name}.toml"
        if all(part and part not in (".", "..") for part in name.split("/")) and _is_file(shipped):
            return f"{name}.toml", shipped.read_text(encoding="utf-8"), None
        advice = suggestion(name, known_ids()) or Fault("book.all", known=known_ids())
        raise _not_found(Fault("book.unknown", name=name), Fault("book.paths", advice=advice, name=name))
    path = (beside or Path()) / name
    if inside and (Path(name).is_absolute() or ".." in Path(name).parts or "\\" in name):
        raise _not_found(Fault("book.outside", name=name), Fault("book.beside"))
    try:
        if path.exists() and not path.is_file():
            raise RulebookError(Fault("book.no_file", name=name))
        with path.open(encoding="utf-8-sig") as file:
            return str(path), file.read(LARGEST_TEXT + 1), path.parent      # no more, however much there is
    except UnicodeDecodeError:
        raise RulebookError(Fault("book.not_utf8", name=name)) from None
    except OSError as error:
        raise RulebookError(Fault("book.not_read", name=name, why=error.strerror or str(error))) from None


def _not_found(what: Fault, advice: Fault) -> RulebookError:
    return RulebookError(Fault("book.not_found", what=what, advice=advice))


def _is_file(entry: Path) -> bool:
    try:
        return entry.is_file()
    except OSError:                     # a name the file system refuses
        return False


def _misshapen(table: Table) -> list[Problem]:
    """A problem for each section that is no table, family of tables or list of tables, whichever it must be."""
    found: list[Problem] = []
    for name, section in SECTIONS.items():
        if name not in table:
            continue
        content = table[name]
        if section.form == "list":
            if not isinstance(content, list) or not all(isinstance(row, dict) for row in content):
                found.append(Problem((name,), Fault("book.is_list"), Fault("book.head_list", name=name),
                                     key=True))
        elif not isinstance(content, dict):
            head = f"[{name}.NAME]" if section.form == "family" else f"[{name}]"
            found.append(Problem((name,), Fault("book.is_table"), Fault("book.head_table", head=head), key=True))
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


def _without_old_choices(below: Table, above: Mapping[str, Any]) -> Table:
    """What is extended, without the choices of options that are given another type: these begin anew."""
    old, new = below.get("option"), above.get("option")
    if not isinstance(old, dict) or not isinstance(new, dict):
        return below
    kept = {name: {key: value for key, value in table.items() if key not in _CHOICES}
            for name, table in old.items() if isinstance(table, dict) and isinstance(new.get(name), dict)
            and new[name].get("type", table.get("type")) != table.get("type")}
    return {**below, "option": {**old, **kept}} if kept else below


def _has_ids(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and \
        all(isinstance(row, dict) and isinstance(row.get("id"), str) for row in value)


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
    found = tables.get("option", {})
    declared = {name: table for name, table in (found if isinstance(found, dict) else {}).items()
                if not isinstance(table, dict) or table.get("enabled", True)}
    for name in settings:
        if name not in declared:
            known = Fault("option.all", known=declared) if declared else Fault("option.none")
            raise RulebookError(Fault("option.unknown", name=name, advice=suggestion(name, declared) or known))
    for name in list(declared):
        table = tables["option"].get(name) if isinstance(tables["option"], dict) else None
        if not isinstance(table, dict) or "type" not in table or "default" not in table:
            continue                    # told by the builder
        wanted = settings.get(name, table["default"])
        value, fault = read_fans(table, wanted, tables) if table["type"] == FANS else read_option(table, wanted)
        if fault:
            if name in settings:
                raise RulebookError(Fault("option.of", name=name, fault=fault))
            problems.append(Problem(("option", name, "default"), fault))
            continue
        values[name] = value
        for change in _changes(table, value, tables["fan"] if isinstance(tables.get("fan"), dict) else {}):
            tables = merge(tables, change)
    _refuse_idle(tables, values, settings)
    return tables, values


def _refuse_idle(tables: Table, values: Mapping[str, Any], settings: Mapping[str, Any]) -> None:
    """Refuse a value that would change nothing, because what its option `needs` is not chosen."""
    for name in settings:
        table = tables["option"].get(name, {}) if isinstance(tables["option"], dict) else {}
        if name in values and option_text(values[name]) != option_text(table.get("default")):
            for other, wanted in unmet(table, values):
                fault = Fault("option.needs", other=other, known=wanted)
                raise RulebookError(Fault("option.of", name=name, fault=fault))


def _changes(table: Mapping[str, Any], value: Any, fans: Mapping[str, Any]) -> Iterator[Table]:
    """What a value of an option changes: its `fans`, its `each`, then its own `choice`; of a list for each member."""
    each, choices = table.get("each"), table.get("choice")
    if value is False and isinstance(table.get("fans"), list):      # a fan that does not exist is told, not made
        yield {"fan": {fan: {"enabled": False} for fan in table["fans"] if isinstance(fan, str) and fan in fans}}
    is_number = type(value) is int or (isinstance(value, str) and are_numbers(table.get("choices")))
    for text in value if isinstance(value, tuple) else (option_text(value),):
        if isinstance(each, dict):
            yield _filled(each, text, int(text) if is_number else text)
        if isinstance(choices, dict) and isinstance(choices.get(text), dict):
            yield choices[text]


def _filled(part: Any, value: str, alone: Any) -> Any:
    """The part with the value where `{value}` stands in keys and texts; a number where nothing stands beside it."""
    if isinstance(part, dict):
        return {key.replace(VALUE, value): _filled(inner, value, alone) for key, inner in part.items()}
    if isinstance(part, list):
        return [_filled(inner, value, alone) for inner in part]
    if part == VALUE:
        return alone
    return part.replace(VALUE, value) if isinstance(part, str) else part


def read_fans(table: Mapping[str, Any], wanted: Any, tables: Table) -> tuple[tuple[str, ...], Fault | None]:
    """(ids of fans, fault) of an option that is a list of fans, each given by id, name or alias."""
    fans = tables.get("fan", {})
    choices = table.get("choices")
    allowed = [one for one in choices if isinstance(one, str)] if isinstance(choices, list) and choices else list(fans)
    ids = {text: fan for fan in fans if fan in allowed for text in _names_of(fans[fan])}
    alias = tables.get("examples", {}).get("alias", {})
    ids |= {name: fan for name, fan in (alias.items() if isinstance(alias, dict) else ())
            if isinstance(fan, str) and fan in fans and fan in allowed}
    ids |= {fan: fan for fan in fans if fan in allowed}
    given = [part.strip() for part in wanted.split(",")] if isinstance(wanted, str) else wanted
    if not isinstance(given, list | tuple) or not all(isinstance(one, str) for one in given):
        return (), Fault("option.list")
    chosen = {ids.get(one, "") for one in given if one}
    unknown = [one for one in given if one and one not in ids]
    if unknown:
        return (), Fault("option.fans", names=[Fault("python.sign", sign=one) for one in unknown], known=allowed,
                         advice=suggestion(unknown[0], ids))
    return tuple(fan for fan in fans if fan in chosen), None


def _names_of(fan: Any) -> list[str]:
    names = fan.get("name", "") if isinstance(fan, dict) else ""
    return [name for name in names.values() if isinstance(name, str)] if isinstance(names, dict) else [str(names)]


def read_option(table: Mapping[str, Any], wanted: Any) -> tuple[Any, Fault | None]:
    """(value, fault) of an option given as text or value."""
    kind, choices = table["type"], table.get("choices")
    text = option_text(wanted)
    if kind == "bool":
        if text in ("true", "yes", "on", "1"):
            return True, None
        return False, None if text in ("false", "no", "off", "0") else Fault("option.bool", text=text)
    if kind == "int":
        low, high = number_range(choices)
        if not re.fullmatch(r"-?[0-9]{1,9}", text) or not low <= int(text) <= high:
            return 0, Fault("option.number", text=text[:40], low=low, high=high)
        return int(text), None
    if kind == "choice":
        known = [option_text(choice) for choice in choices] if isinstance(choices, list) else []
        for choice in known:
            if text in (choice, choice.replace("_", " ")):
                return choice, None
        return text, Fault("option.choice", text=text, known=known, advice=suggestion(text, known))
    return text, Fault("option.type", kind=kind, types=OPTION_TYPES)


def are_numbers(choices: Any) -> bool:
    """Whether the choices of an option are whole numbers, so that expressions read its value as one."""
    return isinstance(choices, list) and bool(choices) and all(type(one) is int and abs(one) <= LARGEST_CHOICE
                                                               for one in choices)


def number_range(choices: Any) -> tuple[int, int]:
    """The lowest and highest number of an option, from its `choices`."""
    if are_numbers(choices) and len(choices) == 2 and choices[0] <= choices[1]:
        return choices[0], choices[1]
    return -10**6, 10**6


def unknown_sections(tables: Table) -> list[Problem]:
    """A problem for each section that does not exist."""
    return [Problem((name,), Fault("book.no_section", name=name),
                    suggestion(name, SECTIONS) or Fault("book.sections", sections=SECTIONS), key=True)
            for name in tables if name not in SECTIONS]
