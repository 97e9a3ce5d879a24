"""What a rulebook says and no table ever does: rules whose moment never comes."""

from collections.abc import Iterator, Mapping
from typing import Any

from quepu.faults import Fault
from quepu.rulebook.file.choices import FanOn, Flowers, KongOf, PhaseKind, ReadyOn, Who
from quepu.rulebook.file.problem import Problem
from quepu.rulebook.language.events import EVENTS, named_events
from quepu.rulebook.model.model import Model, Path
from quepu.rulebook.model.play import Family

Tables = Mapping[str, Any]

def idle(model: Model, own: Tables) -> list[Problem]:
    """A warning for each rule of the own file whose moment never comes; what is inherited may be idle."""
    problems: list[Problem] = []
    asks = any(phase.kind is PhaseKind.OPENING for phase in model.phases.on)
    for path in _at_deal(model) if not asks else ():
        problems.append(Problem(path, Fault("idle.no_opening"), Fault("idle.opening_way"), warning=True))
    missing = _never_raised(model)
    for path, on in _on_events(model):
        events = [event for event in named_events(on) if event in EVENTS]
        if events and all(event in missing for event in events):
            why = [Fault("idle.not_raised", event=event, why=missing[event]) for event in events]
            problems.append(Problem((*path, "on"), Fault("idle.never", why=why), Fault("idle.add"), warning=True))
    problems.extend(_unpaid(model, missing, asks))
    return [problem for problem in problems if is_own(problem.path, model, own)]


def _at_deal(model: Model) -> Iterator[Path]:
    """What is asked at the deal."""
    yield from ((*ready.path, "on") for ready in model.readies.on if ReadyOn.DEAL in ready.on)
    yield from ((*abort.path, "on") for abort in model.aborts.on if abort.chosen and abort.on == ("hand_start",))
    yield from (("fan", fan.id, "on") for fan in model.said.fans.on if fan.on == FanOn.OPENING)


def _on_events(model: Model) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """(path, events) of all that waits for events."""
    for memory in model.said.memory.on:
        yield from ((update.path, update.on) for update in memory.update)
    yield from ((abort.path, abort.on) for abort in model.aborts.on)
    yield from ((lot.path, lot.on) for lot in model.turned.on)


def _never_raised(model: Model) -> dict[str, Fault]:
    """The events that the rulebook's table never raises, and why."""
    makes = [claim.sets for claim in model.claims.on if claim.who is not Who.NOBODY]
    forms = {first == last for family, (first, *_rest, last) in zip(model.catalogue.families, model.catalogue.sets,
                                                                   strict=True)
             if any(family in names for names in makes)}
    flowers = model.bonus and model.deal.flowers is not Flowers.NEVER
    return {event: why for event, there, why in (
        ("chow", False in forms, Fault("idle.no_chow")),
        ("pung", True in forms, Fault("idle.no_pung")),
        ("kong", model.kongs, Fault("idle.no_kong")),
        ("announce", any(kong.of is not KongOf.DISCARD for kong in model.kongs.on), Fault("idle.no_announce")),
        ("flower", flowers, Fault("idle.no_flower")),
        ("declare", model.readies, Fault("idle.no_ready")),
        ("turn_up", model.turned, Fault("idle.no_turned")),
        ("false_win", any(pay.on == "false_win" for pay in model.payments), Fault("idle.no_false_win")),
        ("offered", model.wall.offered, Fault("idle.no_offer")),
    ) if not there}


def _unpaid(model: Model, missing: Mapping[str, Fault], asks: bool) -> Iterator[Problem]:
    """Payments whose occasion never comes, and changes to payments that are never made."""
    raised_by = {"kong": "kong", "ready": "declare", "flower": "flower"}
    why = {occasion: missing[event] for occasion, event in raised_by.items() if event in missing}
    if not any(phase.kind is PhaseKind.BET for phase in model.phases.on):
        why["bet"] = Fault("idle.no_phase", kind="bet")
    if not asks:
        why["opening"] = Fault("idle.no_phase", kind="opening")
    paid = {pay.on for pay in model.payments if pay.kind == "pay"}
    for section, rows in model.said.rows():
        for row in rows.on:
            path, on = row.path, next(iter(named_events(row.on)), "")
            if on in why:
                yield Problem((*path, "on"), Fault("idle.unpaid", why=why[on]), Fault("idle.add_paid"), warning=True)
            elif section != "pay" and on not in paid:
                yield Problem((*path, "on"), Fault("idle.unchanged", on=on), Fault("idle.add_payment"), warning=True)


def is_own(path: Path, model: Model, own: Tables) -> bool:
    """Whether the own file speaks of an entry."""
    content, entry = own.get(str(path[0])), path[1]
    if isinstance(content, list) and isinstance(entry, int):
        rows = model.sections[str(path[0])]
        row = next(row for row in rows.all if row.path[1] == entry) if isinstance(rows, Family) else None
        return row is not None and any(
            other is row.written or (isinstance(other, dict) and other.get("id", "") == row.id) for other in content)
    return isinstance(content, dict) and entry in content
