"""What a rulebook says and no table ever does: rules whose moment never comes."""

from collections.abc import Iterator, Mapping
from typing import Any

from quepu.faults import Fault
from quepu.rulebook.file.problem import Problem
from quepu.rulebook.language.events import EVENTS, named_events
from quepu.rulebook.model.model import Model, Path
from quepu.rulebook.model.obeyed import entries_of, words_of

Tables = Mapping[str, Any]

def idle(model: Model, own: Tables) -> list[Problem]:
    """A warning for each rule of the own file whose moment never comes; what is inherited may be idle."""
    tables = model.data
    problems: list[Problem] = []
    asks = any(phase.get("kind") == "opening" for _path, phase in entries_of(tables, "phase"))
    for path in _at_deal(tables) if not asks else ():
        problems.append(Problem(path, Fault("idle.no_opening"), Fault("idle.opening_way"), warning=True))
    missing = _never_raised(model)
    for path, table in _on_events(tables):
        events = [event for event in named_events(table.get("on")) if event in EVENTS]
        if events and all(event in missing for event in events):
            why = [Fault("idle.not_raised", event=event, why=missing[event]) for event in events]
            problems.append(Problem((*path, "on"), Fault("idle.never", why=why), Fault("idle.add"), warning=True))
    problems.extend(_unpaid(model, missing, asks))
    return [problem for problem in problems if is_own(problem.path, tables, own)]


def _at_deal(tables: Tables) -> Iterator[Path]:
    """What is asked at the deal."""
    for path, table in entries_of(tables, "ready"):
        if "deal" in words_of(table, "on"):
            yield (*path, "on")
    for path, table in entries_of(tables, "abort"):
        if table.get("chosen") is True and words_of(table, "on") == ["hand_start"]:
            yield (*path, "on")
    for path, table in entries_of(tables, "fan"):
        if table.get("on") == "opening":
            yield (*path, "on")


def _on_events(tables: Tables) -> Iterator[tuple[Path, Tables]]:
    """(path, table) of all that waits for events."""
    for path, table in entries_of(tables, "memory"):
        updates = table.get("update", [])
        for index, update in enumerate(updates if isinstance(updates, list) else [updates]):
            yield (*path, "update", index) if isinstance(updates, list) else (*path, "update"), update
    for section in ("abort", "turned"):
        yield from entries_of(tables, section)


def _never_raised(model: Model) -> dict[str, Fault]:
    """The events that the rulebook's table never raises, and why."""
    tables = model.data
    kongs = [table for _path, table in entries_of(tables, "kong")]
    makes = [words_of(table, "sets") for _path, table in entries_of(tables, "claim") if table.get("who") != "nobody"]
    forms = {first == last for family, (first, *_rest, last) in zip(model.catalogue.families, model.catalogue.sets,
                                                                   strict=True)
             if any(family in names for names in makes)}
    last = tables.get("wall", {}).get("last", [])
    offered = any(rule.get("rule") == "offered" for rule in (last if isinstance(last, list) else [last]))
    flowers = model.bonus and tables.get("deal", {}).get("flowers") != "never"
    return {event: why for event, there, why in (
        ("chow", False in forms, Fault("idle.no_chow")),
        ("pung", True in forms, Fault("idle.no_pung")),
        ("kong", kongs, Fault("idle.no_kong")),
        ("announce", any(kong.get("of", "hand") != "discard" for kong in kongs), Fault("idle.no_announce")),
        ("flower", flowers, Fault("idle.no_flower")),
        ("declare", [*entries_of(tables, "ready")], Fault("idle.no_ready")),
        ("turn_up", [*entries_of(tables, "turned")], Fault("idle.no_turned")),
        ("false_win", any(pay.on == "false_win" for pay in model.payments), Fault("idle.no_false_win")),
        ("offered", offered, Fault("idle.no_offer")),
    ) if not there}


def _unpaid(model: Model, missing: Mapping[str, Fault], asks: bool) -> Iterator[Problem]:
    """Payments whose occasion never comes, and changes to payments that are never made."""
    tables = model.data
    raised_by = {"kong": "kong", "ready": "declare", "flower": "flower"}
    why = {occasion: missing[event] for occasion, event in raised_by.items() if event in missing}
    if not any(phase.get("kind") == "bet" for _path, phase in entries_of(tables, "phase")):
        why["bet"] = Fault("idle.no_phase", kind="bet")
    if not asks:
        why["opening"] = Fault("idle.no_phase", kind="opening")
    paid = {pay.on for pay in model.payments if pay.kind == "pay"}
    for section in ("pay", "adjust", "liability"):
        for path, table in entries_of(tables, section):
            on = next(iter(named_events(table.get("on"))), "")
            if on in why:
                yield Problem((*path, "on"), Fault("idle.unpaid", why=why[on]), Fault("idle.add_paid"), warning=True)
            elif section != "pay" and on not in paid:
                yield Problem((*path, "on"), Fault("idle.unchanged", on=on), Fault("idle.add_payment"), warning=True)


def is_own(path: Path, tables: Tables, own: Tables) -> bool:
    """Whether the own file speaks of an entry."""
    content, entry = own.get(str(path[0])), path[1]
    if isinstance(content, list) and isinstance(entry, int):
        row = tables[str(path[0])][entry]
        return any(other is row or (isinstance(other, dict) and other.get("id") == row.get("id")) for other in content)
    return isinstance(content, dict) and entry in content
