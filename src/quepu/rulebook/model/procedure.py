"""The expressions of play: memory updates, phases, claims, kongs, declarations, all that the table obeys.

Each is read once and kept under its path in `Reader.play`; a fault in one is told as early as one in a fan.
"""

from collections.abc import Mapping
from typing import Any

from quepu.rulebook.file.reader import Reader
from quepu.rulebook.file.schema import OCCASIONS, SECTIONS
from quepu.rulebook.file.section import Key
from quepu.rulebook.file.table_sections import TABLE_SECTIONS
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.language.events import ABORT_CHOICES, ABORT_EVENTS, EVENTS, common_variables
from quepu.rulebook.language.names import suggestion
from quepu.rulebook.model import model as m
from quepu.rulebook.model.answer_names import check_answer_names
from quepu.rulebook.model.model import Path, entry_names
from quepu.rulebook.model.obeyed import check_obeyed, entries_of, words_of
from quepu.tiles import KIND_COUNT, code

_CODES = {code(kind) for kind in range(KIND_COUNT)}
#: the section whose entries `of` names in a payment, by occasion
_PAID_FOR = {"kong": "kong", "ready": "ready", "opening": "fan", "bet": "phase"}
_COMPARED = Key("value", "", v.INT, v.PAY)
_CHOICE = Key("value", "", v.INT, v.TABLE)
_EVENT_VARIABLES = {"seat": {"owner": v.SEAT}, "player": {"owner": v.SEAT},
                    "pair": {"owner": v.SEAT, "other": v.SEAT}, "players": {"owner": v.SEAT, "other": v.SEAT}}
SEATS, PAIRS = 4, 16        # places of a memory that is kept for each seat, for each pair


def check_procedures(reader: Reader) -> None:
    """Read every expression of play into `reader.play`, telling its faults."""
    for section, meaning in TABLE_SECTIONS.items():
        for path, table in entries_of(reader.tables, section):
            variables = {**meaning.variables, **_event_variables(section, table)}
            _check_table(reader, path, path, table, meaning.keys, variables)
            _check_of(reader, path, table)
    _check_numbers(reader)
    _check_aborts(reader)
    _check_win_claims(reader)
    _check_flags(reader)
    _check_openings(reader)
    _check_wild(reader)
    _check_examples(reader)
    check_obeyed(reader.bad, reader.tables)
    check_answer_names(reader)
    for path, table in entries_of(reader.tables, "pay"):
        if "of" in table:
            paid_for_one_of = _PAID_FOR.get(str(table.get("on")))
            _check_names(reader, path, table, () if paid_for_one_of is None else (paid_for_one_of,))
    for path, table in entries_of(reader.tables, "liability"):
        if "share" in table and "amount" in table:
            reader.bad((*path, "share"), "a liable seat pays a new `amount` or a `share`, not both",
                       "leave one out", True)


def _check_examples(reader: Reader) -> None:
    """What worked examples compare besides, and the occasions that their events stand for."""
    examples = reader.tables.get("examples", {})
    for name, text in _table(examples, "compare").items():
        reader.play_expr(("examples", "compare", name), text, _COMPARED, {})
    for name, event in _table(examples, "events").items():
        path = ("examples", "events", name)
        if not isinstance(event, dict) or event.get("on") not in OCCASIONS or set(event) - {"on", "of"}:
            reader.bad(path, "an event says which occasion it is, and of what",
                       '{ on = "kong", of = "added" }; occasions: ' + ", ".join(OCCASIONS))
        elif "of" in event:
            named = _PAID_FOR.get(str(event["on"]))
            _check_names(reader, path, event, () if named is None else (named,))


def _table(content: Any, key: str) -> dict[str, Any]:
    table = content.get(key, {}) if isinstance(content, dict) else {}
    return table if isinstance(table, dict) else {}


def _check_table(
    reader: Reader,
    path: Path,
    name: Path,
    table: Mapping[str, Any],
    keys: Mapping[str, Key],
    variables: Mapping[str, str],
) -> None:
    """Read the expressions of one table; a table that may stand alone or in a list is kept as one of a list."""
    for word, value in table.items():
        key = keys.get(word)
        if key is None:
            continue
        place, kept = (*path, word), (*name, word)
        if key.type in ("expr", "value"):
            reader.play_expr(place, value, key, variables, kept)
        elif word == "choices" and isinstance(value, list):
            for index, choice in enumerate(value):
                reader.play_expr((*place, index), choice, _CHOICE, variables, (*kept, index))
        elif key.keys and key.type == "tables":
            several = [value] if isinstance(value, dict) else value if isinstance(value, list) else []
            for index, one in enumerate(several):
                if isinstance(one, dict):
                    inner = place if isinstance(value, dict) else (*place, index)
                    _check_table(reader, inner, (*kept, index), one, key.keys, variables)
        elif key.keys and isinstance(value, dict):
            _check_table(reader, place, kept, value, key.keys, variables)


def _event_variables(section: str, table: Mapping[str, Any]) -> dict[str, str]:
    """What the events of `on` tell, where a section names events."""
    key = SECTIONS[section].keys.get("on")
    return common_variables(words_of(table, "on")) if key is not None and key.refers == "event" else {}


def _check_of(reader: Reader, path: Path, table: Mapping[str, Any]) -> None:
    """`of` names entries of the section its events speak of."""
    if path[0] == "kong" or "of" not in table:
        return
    sections = tuple(EVENTS[name].of for name in words_of(table, "on") if name in EVENTS and EVENTS[name].of)
    _check_names(reader, path, table, sections)


def _check_names(reader: Reader, path: Path, table: Mapping[str, Any], sections: tuple[str, ...]) -> None:
    known = [name for section in sections for name in entry_names(reader.tables, section, off=True)]
    for name in words_of(table, "of"):
        if name not in known:
            where = " or ".join(f"[{section}.*]" for section in sections)
            reader.bad(
                (*path, "of"),
                f"'{name}' is not declared" + (f" in {where}" if where else ": these events have no kinds"),
                suggestion(name, known),
            )


def paid_for(reader: Reader, table: Mapping[str, Any]) -> tuple[int, ...] | None:
    """The entries a payment is for, by their place in the section that its occasion speaks of; None: any."""
    if "of" not in table:
        return None
    section = _PAID_FOR.get(str(table.get("on")), "")
    known = list(reader.names.fans) if section == "fan" else list(entry_names(reader.tables, section))
    return tuple(known.index(name) for name in words_of(table, "of") if name in known)


def _check_numbers(reader: Reader) -> None:
    """Tiles have a number from 1 to 9, results are divided by a unit of 1 or more, four tiles make a kong."""
    for place, ready in entries_of(reader.tables, "ready"):
        memory = reader.names.memory.get(str(ready.get("sets")))
        if "choices" in ready and (memory is None or memory.size != SEATS or "deal" in words_of(ready, "on")):
            reader.bad((*place, "choices"), "a stake is chosen with a discard, and `sets` names a memory of seats")
    for place, phase in entries_of(reader.tables, "phase"):
        memory = reader.names.memory.get(str(phase.get("sets")))
        if memory is not None and (memory.size == PAIRS) != ("about" in phase):
            reader.bad((*place, "sets"), "a choice about another seat is kept for each pair, any other is not",
                       "`about` goes with a memory of scope pair or players")
    for place, kong in entries_of(reader.tables, "kong"):
        least = kong.get("least", 4)
        if kong.get("different"):       # such kongs have as many tiles as kinds
            continue
        if isinstance(least, int) and not (1 <= least <= 4 if kong.get("counts_as") == "none" else least == 4):
            reader.bad((*place, "least"), f"a kong of {least} tiles",
                       'four tiles make a kong; 1 to 4 may be laid aside with `counts_as = "none"`')
    table = reader.tables.get("tiles", {})
    numbers = table.get("numbers", {}) if isinstance(table, dict) else {}
    for name, number in numbers.items() if isinstance(numbers, dict) else ():
        path = ("tiles", "numbers", name)
        if name not in _CODES:
            reader.bad(path, f"'{name}' is not a tile", 'tiles are written "1z", "7z", "3f"', True)
        if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= 9:
            reader.bad(path, "a number from 1 to 9 is needed")


def _check_aborts(reader: Reader) -> None:
    """A hand is called off only at the moments when the table looks for a reason."""
    for path, table in entries_of(reader.tables, "abort"):
        known = ABORT_CHOICES if table.get("chosen") else ABORT_EVENTS
        for event in words_of(table, "on"):
            if event in EVENTS and event not in known:
                how = "by a seat" if table.get("chosen") else "by itself"
                reader.bad((*path, "on"), f"no hand is called off {how} at '{event}'", "use " + ", ".join(known))


def _check_win_claims(reader: Reader) -> None:
    """One claim is the win: several would contradict each other."""
    wins = [path for path, table in entries_of(reader.tables, "claim") if not words_of(table, "sets")]
    for path in wins[1:]:
        reader.bad(path, f"a second claim without `sets` is a second win, beside [claim.{wins[0][1]}]",
                   f"change [claim.{wins[0][1]}], or name the sets it makes", True)


def _check_flags(reader: Reader) -> None:
    key = SECTIONS["flag"].keys["given"]
    for path, table in entries_of(reader.tables, "flag"):
        if "given" in table:
            reader.play_expr((*path, "given"), table["given"], key, EVENTS["pass"].variables)


def _check_openings(reader: Reader) -> None:
    """A fan of the opening is earned at the table: its words speak of the actor's hand as it was dealt."""
    for path, table in entries_of(reader.tables, "fan"):
        if table.get("on") == "opening":
            for key, expect in (("when", v.BOOL), ("count", v.INT)):
                if key in table:
                    reader.play_expr((*path, key), table[key], Key("expr", "", expect, v.TABLE), {"actor": v.SEAT})


def _check_wild(reader: Reader) -> None:
    wild = reader.tables.get("wild", {})
    if isinstance(wild, dict) and isinstance(wild.get("kinds"), list):
        for index, text in enumerate(wild["kinds"]):
            reader.play_expr(
                ("wild", "kinds", index), text, SECTIONS["wild"].keys["kinds"], SECTIONS["wild"].variables
            )


def read_updates(reader: Reader, name: str, table: Mapping[str, Any]) -> tuple[m.Update, ...]:
    """How a memory changes: known events, a condition and a new value that parse with what the events tell."""
    path: Path = ("memory", name)
    updates = table.get("update", [])
    updates = [updates] if isinstance(updates, dict) else updates if isinstance(updates, list) else []
    kind = reader.names.memory[name].type
    made: list[m.Update] = []
    for index, update in enumerate(updates):
        if not isinstance(update, dict):
            continue
        kept = (*path, "update", index)
        place = kept if isinstance(table.get("update"), list) else (*path, "update")
        events = words_of(update, "on")
        variables = {**common_variables(events), **_EVENT_VARIABLES.get(str(table.get("scope")), {})}
        level = v.PAY if events == ["win"] else v.TABLE  # a win has a score, other events only the table
        _check_of(reader, place, update)
        when, new = (
            reader.play_expr((*place, key), update[key], Key("value", "", expect, level), variables, (*kept, key))
            if key in update else None
            for key, expect in (("when", v.BOOL), ("set", kind))
        )
        if new is not None:
            made.append(m.Update({number: about for number, event in enumerate(EVENTS) if event in events
                                  and (about := _entries_of(reader, event, update)) != ()}, when, new))
    return tuple(made)


def _entries_of(reader: Reader, event: str, update: Mapping[str, Any]) -> tuple[int, ...] | None:
    """Which entries an event must be about; one whose kinds `of` does not name is free; () if all are off."""
    section = EVENTS[event].of
    known = entry_names(reader.tables, section)
    named = [name for name in words_of(update, "of") if name in entry_names(reader.tables, section, off=True)]
    return tuple(known.index(name) for name in named if name in known) if named else None
