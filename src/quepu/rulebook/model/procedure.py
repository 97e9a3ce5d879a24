"""The expressions of play: memory updates, phases, claims, kongs, declarations, all that the table obeys.

Each is read once and kept under its path in `Reader.play`; a fault in one is told as early as one in a fan.
"""

from collections.abc import Mapping
from typing import Any

from quepu.engine.layout.frame import Place
from quepu.faults import Fault
from quepu.rulebook.file.problem import Problem
from quepu.rulebook.file.reader import Reader
from quepu.rulebook.file.schema import OCCASIONS, SECTIONS
from quepu.rulebook.file.section import Key
from quepu.rulebook.file.table_sections import TABLE_SECTIONS
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.language.events import (
    ABORT_CHOICES,
    ABORT_EVENTS,
    EVENT_FIELDS,
    EVENTS,
    TURNED_EVENTS,
    common_variables,
    named_events,
)
from quepu.rulebook.language.names import suggestion
from quepu.rulebook.language.walk import reads_place
from quepu.rulebook.model import model as m
from quepu.rulebook.model.model import Path, entry_names
from quepu.rulebook.model.obeyed import check_obeyed, entries_of, words_of
from quepu.tiles import KIND_COUNT, code

_CODES = {code(kind) for kind in range(KIND_COUNT)}
#: the section whose entries stand behind the dot, by event and by occasion of a payment
_HAPPENS_TO = {name: event.of for name, event in EVENTS.items() if event.of}
PAID_FOR = {"kong": "kong", "ready": "ready", "opening": "fan", "bet": "phase"}
_COMPARED = Key("value", "", v.INT, v.PAY)
_LISTED = Key("expr", "", v.BOOL, v.PAY)
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
            if "on" in meaning.keys and meaning.keys["on"].dotted:
                _check_dots(reader, (*path, "on"), table.get("on"), _HAPPENS_TO)
    _check_numbers(reader)
    _check_aborts(reader)
    _check_turned(reader)
    _check_win_claims(reader)
    _check_flags(reader)
    _check_openings(reader)
    _check_wild(reader)
    _check_examples(reader)
    check_obeyed(reader.bad, reader.tables)
    for path, table in entries_of(reader.tables, "pay"):
        _check_dots(reader, (*path, "on"), table.get("on"), PAID_FOR)
        if len(named_events(table.get("on"))) > 1:
            reader.bad((*path, "on"), Fault("procedure.one_occasion"), Fault("procedure.pay_each"))
    for path, table in entries_of(reader.tables, "liability"):
        if "share" in table and "amount" in table:
            reader.bad((*path, "share"), Fault("procedure.liable"),
                       Fault("procedure.one_out"), True)


def _check_examples(reader: Reader) -> None:
    """What worked examples compare besides, and the occasions that their events stand for."""
    examples = reader.tables.get("examples", {})
    for name, text in _table(examples, "compare").items():
        reader.play_expr(("examples", "compare", name), text, _COMPARED, {})
    for name, members in _table(examples, "lists").items():
        if not isinstance(members, dict) or not all(isinstance(text, str) for text in members.values()):
            reader.bad(("examples", "lists", name), Fault("procedure.list_names"),
                       Fault("procedure.list_names_like", name=name))
            continue
        for member, text in members.items():
            reader.play_expr(("examples", "lists", name, member), text, _LISTED, {})
    known = entry_names(reader.tables, "kong", off=True)
    for name, kong in _table(examples, "kongs").items():
        if kong not in known:
            reader.bad(("examples", "kongs", name), Fault("procedure.not_declared", name=str(kong), section="kong"),
                       suggestion(str(kong), known))
    for name, event in _table(examples, "events").items():
        path = ("examples", "events", name)
        if not isinstance(event, str) or event.partition(".")[0] not in OCCASIONS:
            reader.bad(path, Fault("procedure.event"),
                       Fault("procedure.event_like", name=name, known=OCCASIONS))
        else:
            _check_dots(reader, path, event, PAID_FOR)


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
    return common_variables(named_events(table.get("on"))) if key is not None and key.refers == "event" else {}


def _check_dots(reader: Reader, path: Path, on: Any, kinds: Mapping[str, str]) -> None:
    """What stands behind a dot is an entry of the section its event or occasion speaks of."""
    named = words_of({"on": on}, "on")
    for place, word in enumerate(named):
        event, dot, entry = word.partition(".")
        if not dot:
            continue
        at = (*path, place) if isinstance(on, list) else path
        section = kinds.get(event, "")
        known = entry_names(reader.tables, section, off=True) if section else ()
        if not section:
            reader.bad(at, Fault("procedure.no_kinds", event=event), Fault("procedure.write_event", event=event))
        elif entry not in known:
            reader.bad(at, Fault("procedure.not_declared", name=entry, section=section), suggestion(entry, known))
        elif event in named:
            reader.bad(at, Fault("procedure.every", event=event, section=section), Fault("procedure.leave_either",
                                                                                    event=event, word=word))


def paid_for(reader: Reader, table: Mapping[str, Any]) -> tuple[int, ...] | None:
    """The entries a payment is for, by their place in the section that its occasion speaks of; None: any."""
    for occasion, named in named_events(table.get("on")).items():
        section = PAID_FOR.get(occasion, "")
        if named and section:
            known = list(reader.names.fans) if section == "fan" else list(entry_names(reader.tables, section))
            return tuple(known.index(name) for name in named if name in known)
    return None


def _check_numbers(reader: Reader) -> None:
    """Tiles have a number from 1 to 9, results are divided by a unit of 1 or more, four tiles make a kong."""
    for place, ready in entries_of(reader.tables, "ready"):
        memory = reader.names.memory.get(str(ready.get("sets")))
        if "choices" in ready and (memory is None or memory.size != SEATS or "deal" in words_of(ready, "on")):
            reader.bad((*place, "choices"), Fault("procedure.stake"))
    for place, phase in entries_of(reader.tables, "phase"):
        memory = reader.names.memory.get(str(phase.get("sets")))
        if memory is not None and (memory.size == PAIRS) != ("about" in phase):
            reader.bad((*place, "sets"), Fault("procedure.about"),
                       Fault("procedure.about_pair"))
    for place, kong in entries_of(reader.tables, "kong"):
        least = kong.get("least", 4)
        if kong.get("different"):       # such kongs have as many tiles as kinds (`mixed_kongs`)
            continue
        if isinstance(least, int) and not (1 <= least <= 4 if kong.get("counts_as") == "none" else least == 4):
            reader.bad((*place, "least"), Fault("procedure.kong", least=least),
                       Fault("procedure.four"))
    table = reader.tables.get("tiles", {})
    numbers = table.get("numbers", {}) if isinstance(table, dict) else {}
    for name, number in numbers.items() if isinstance(numbers, dict) else ():
        path = ("tiles", "numbers", name)
        if name not in _CODES:
            reader.bad(path, Fault("procedure.not_tile", name=name), Fault("procedure.tile_like"), True)
        if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= 9:
            reader.bad(path, Fault("procedure.one_to_nine"))


def _check_aborts(reader: Reader) -> None:
    """A hand is called off only at the moments when the table looks for a reason."""
    for path, table in entries_of(reader.tables, "abort"):
        known = ABORT_CHOICES if table.get("chosen") else ABORT_EVENTS
        for event in words_of(table, "on"):
            if event in EVENTS and event not in known:
                what = Fault("procedure.by_seat", event=event) if table.get("chosen") else \
                    Fault("procedure.by_itself", event=event)
                reader.bad((*path, "on"), what, Fault("obeyed.use", known=known))


def _check_turned(reader: Reader) -> None:
    """What an event tells is not all known where tiles are turned up: of a kong that may be later."""
    later = any(table.get("reveals", "at_once") != "at_once" for _path, table in entries_of(reader.tables, "kong"))
    anywhere = [name for name in EVENT_FIELDS if name != "actor"]
    for path, table in entries_of(reader.tables, "turned"):
        events = [TURNED_EVENTS.get(name, ()) for name in named_events(table.get("on"))]
        untold = [name for name in anywhere if not all(name in told for told in events)]
        if later:
            untold.append("kong_tiles")
        for key, words in (("when", untold), ("tiles", untold), ("place", anywhere), ("again", anywhere),
                           ("until", anywhere)):
            node = reader.play.get((*path, key))
            if node is None:
                continue
            for word in words:
                at = reads_place(node, Place(EVENT_FIELDS.get(word, word)))
                if at is not None:
                    reader.problems.append(Problem((*path, key), Fault("procedure.turned_about", word=word),
                                                   Fault("procedure.turned_kinds"), at.start, at.end))


def _check_win_claims(reader: Reader) -> None:
    """One claim is the win: several would contradict each other."""
    wins = [path for path, table in entries_of(reader.tables, "claim") if not words_of(table, "sets")]
    for path in wins[1:]:
        reader.bad(path, Fault("procedure.second_win", claim=wins[0][1]),
                   Fault("procedure.change_claim", claim=wins[0][1]), True)


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
            path: Path = ("wild", "kinds", index)
            node = reader.play_expr(path, text, SECTIONS["wild"].keys["kinds"], SECTIONS["wild"].variables)
            kept = next((name for name, memory in reader.names.memory.items() if node is not None and any(
                reads_place(node, Place("memory", memory.slot + place)) for place in range(memory.size))), None)
            if kept is not None:
                reader.bad(path, Fault("obeyed.wild_memory", name=kept), Fault("obeyed.wild_memory_way"))


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
        events = named_events(update.get("on"))
        variables = {**common_variables(events), **_EVENT_VARIABLES.get(str(table.get("scope")), {})}
        level = v.PAY if [*events] == ["win"] else v.TABLE  # a win has a score, other events only the table
        _check_dots(reader, (*place, "on"), update.get("on"), _HAPPENS_TO)
        when, new = (
            reader.play_expr((*place, key), update[key], Key("value", "", expect, level), variables, (*kept, key))
            if key in update else None
            for key, expect in (("when", v.BOOL), ("set", kind))
        )
        if new is not None:
            made.append(m.Update({number: about for number, event in enumerate(EVENTS) if event in events
                                  and (about := _entries_of(reader, event, events[event])) != ()}, when, new,
                                 tuple(events)))
    return tuple(made)


def _entries_of(reader: Reader, event: str, named: tuple[str, ...]) -> tuple[int, ...] | None:
    """Which entries an event must be about; None if any will do; () if all that are named are off."""
    known = entry_names(reader.tables, EVENTS[event].of)
    return tuple(known.index(name) for name in named if name in known) if named else None
