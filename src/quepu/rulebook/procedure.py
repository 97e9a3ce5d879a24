"""The expressions of play: memory updates, phases, claims, kongs, declarations, all that the table will obey.

No engine runs them yet, but a fault in them is told as early as one in a fan.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from quepu.rulebook import vocabulary as v
from quepu.rulebook.events import EVENTS, common_variables
from quepu.rulebook.names import suggestion
from quepu.rulebook.reader import Reader
from quepu.rulebook.schema import SECTIONS
from quepu.rulebook.section import Key
from quepu.rulebook.table_sections import TABLE_SECTIONS
from quepu.tiles import KIND_COUNT, code

Path = tuple[str | int, ...]
_CODES = {code(kind) for kind in range(KIND_COUNT)}
_WITHOUT_ACTOR = ("win", "draw", "end")
_EVENT_VARIABLES = {"seat": {"owner": v.SEAT}, "pair": {"owner": v.SEAT, "other": v.SEAT}}


def check_procedures(reader: Reader) -> None:
    """Parse every expression of play, so that its faults are told."""
    for section, meaning in TABLE_SECTIONS.items():
        for path, table in _entries(reader.tables, section):
            _check_table(
                reader, path, table, meaning.keys, {**meaning.variables, **_event_variables(section, table)}
            )
            _check_of(reader, path, table)
    _check_numbers(reader)
    _check_flags(reader)
    _check_wild(reader)
    for path, table in _entries(reader.tables, "memory"):
        _check_updates(reader, path, table)
    for path, table in _entries(reader.tables, "pay"):
        _check_names(reader, path, table, ("kong", "ready", "fan", "phase"))
        if table.get("for") == "actor" and table.get("on") in _WITHOUT_ACTOR:
            reader.bad(
                (*path, "for"), f"nobody acts at '{table['on']}'", "write winner, seats, dealer or pot"
            )
    for path, table in _entries(reader.tables, "liability"):
        _check_share(reader, path, table)


def _entries(tables: Mapping[str, Any], section: str) -> Iterator[tuple[Path, dict[str, Any]]]:
    """(path, table) of every entry of a section that is switched on."""
    content = tables.get(section)
    form = SECTIONS[section].form
    pairs: list[tuple[Path, Any]] = []
    if form == "table":
        pairs = [((section,), content)]
    elif form == "family" and isinstance(content, dict):
        pairs = [((section, name), table) for name, table in content.items()]
    elif isinstance(content, list):
        pairs = [((section, index), table) for index, table in enumerate(content)]
    for path, table in pairs:
        if isinstance(table, dict) and table.get("enabled", True):
            yield path, table


def _check_table(
    reader: Reader,
    path: Path,
    table: Mapping[str, Any],
    keys: Mapping[str, Key],
    variables: Mapping[str, str],
) -> None:
    for name, value in table.items():
        key = keys.get(name)
        if key is None:
            continue
        if key.type in ("expr", "value"):
            reader.play_expr((*path, name), value, key, variables)
        elif key.keys:
            inner = (
                [((*path, name), value)]
                if isinstance(value, dict)
                else [
                    ((*path, name, index), one)
                    for index, one in enumerate(value if isinstance(value, list) else ())
                ]
            )
            for place, one in inner:
                if isinstance(one, dict):
                    _check_table(reader, place, one, key.keys, variables)


def _words(table: Mapping[str, Any], key: str) -> list[str]:
    value = table.get(key, [])
    return (
        [value]
        if isinstance(value, str)
        else [x for x in value if isinstance(x, str)]
        if isinstance(value, list)
        else []
    )


def _event_variables(section: str, table: Mapping[str, Any]) -> dict[str, str]:
    """What the events of `on` tell, where a section names events."""
    key = SECTIONS[section].keys.get("on")
    return common_variables(_words(table, "on")) if key is not None and key.refers == "event" else {}


def _check_of(reader: Reader, path: Path, table: Mapping[str, Any]) -> None:
    """`of` names entries of the section its events speak of."""
    if path[0] == "kong" or "of" not in table:
        return
    sections = tuple(EVENTS[name].of for name in _words(table, "on") if name in EVENTS and EVENTS[name].of)
    _check_names(reader, path, table, sections)


def _check_names(reader: Reader, path: Path, table: Mapping[str, Any], sections: tuple[str, ...]) -> None:
    known: list[str] = []
    for section in sections:
        content = reader.tables.get(section, {})
        known += (
            list(content)
            if isinstance(content, dict)
            else [str(row.get("id")) for row in content if isinstance(row, dict)]
        )
    for name in _words(table, "of"):
        if name not in known:
            where = " or ".join(f"[{section}.*]" for section in sections)
            reader.bad(
                (*path, "of"),
                f"'{name}' is not declared" + (f" in {where}" if where else ": these events have no kinds"),
                suggestion(name, known),
            )


def _check_share(reader: Reader, path: Path, table: Mapping[str, Any]) -> None:
    """`share` is planned; the scorer would move the whole row, so it refuses rather than be wrong."""
    if "share" in table:
        reader.play_expr(
            (*path, "share"),
            table["share"],
            SECTIONS["liability"].keys["share"],
            SECTIONS["liability"].variables,
        )
        if reader.planned is None:
            reader.bad((*path, "share"), "'share' is planned: no engine obeys it yet", "use `amount`", True)


def _check_numbers(reader: Reader) -> None:
    """`[tiles] numbers` gives tiles a number from 1 to 9."""
    table = reader.tables.get("tiles", {})
    numbers = table.get("numbers", {}) if isinstance(table, dict) else {}
    for name, number in numbers.items() if isinstance(numbers, dict) else ():
        path = ("tiles", "numbers", name)
        if name not in _CODES:
            reader.bad(path, f"'{name}' is not a tile", 'tiles are written "1z", "7z", "3f"', True)
        if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= 9:
            reader.bad(path, "a number from 1 to 9 is needed")


def _check_flags(reader: Reader) -> None:
    key = SECTIONS["flag"].keys["given"]
    for path, table in _entries(reader.tables, "flag"):
        if "given" in table:
            reader.play_expr((*path, "given"), table["given"], key, EVENTS["pass"].variables)


def _check_wild(reader: Reader) -> None:
    wild = reader.tables.get("wild", {})
    if isinstance(wild, dict) and isinstance(wild.get("kinds"), list):
        for index, text in enumerate(wild["kinds"]):
            reader.play_expr(
                ("wild", "kinds", index), text, SECTIONS["wild"].keys["kinds"], SECTIONS["wild"].variables
            )


def _check_updates(reader: Reader, path: Path, table: Mapping[str, Any]) -> None:
    """Each update: known events, a condition and a new value that parse with what the events tell."""
    updates = table.get("update", [])
    updates = [updates] if isinstance(updates, dict) else updates if isinstance(updates, list) else []
    memory = reader.names.memory.get(str(path[1]))
    for index, update in enumerate(updates):
        if not isinstance(update, dict):
            continue
        place = (*path, "update", index) if isinstance(table.get("update"), list) else (*path, "update")
        events = _words(update, "on")
        variables = {**common_variables(events), **_EVENT_VARIABLES.get(str(table.get("scope")), {})}
        level = v.PAY if events == ["win"] else v.TABLE  # a win has a score, other events only the table
        _check_of(reader, place, update)
        if "when" in update:
            reader.play_expr((*place, "when"), update["when"], Key("expr", "", v.BOOL, level), variables)
        if "set" in update:
            kind = memory.type if memory is not None else v.INT
            reader.play_expr((*place, "set"), update["set"], Key("value", "", kind, level), variables)
