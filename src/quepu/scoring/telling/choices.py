"""What a memory can hold at a table: what players may choose, bet and stake there, and what its type has.

The choices of a phase or declaration may read what was chosen before, and points or rounds that nobody told: of these
it is known between which numbers they lie.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from quepu import tiles
from quepu.engine.layout.frame import Place
from quepu.faults import Fault
from quepu.rulebook.file.choices import PhaseWho
from quepu.rulebook.file.limits import LARGEST_CHOICE
from quepu.rulebook.language import node as n
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.language.certain import Known, Range, between, never
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.walk import parts_of
from quepu.rulebook.model.model import MemorySlot, Model
from quepu.rulebook.model.play import Phase, Ready
from quepu.scoring.asked_facts import chosen
from quepu.scoring.table_state import by_seat, number
from quepu.scoring.telling.remembering import LASTING

#: what a memory chosen from its own last value can grow to is settled by then, or it has no bounds
_STEPS = 4


def choice_faults(model: Model, state: Mapping[str, Any]) -> Iterator[Fault]:
    """A fault for each told memory that holds what nobody can choose, or what its type does not have."""
    for slot in model.memory:
        if slot.id not in state:
            continue
        for seat, value in _told(slot, state[slot.id]):
            if value == slot.start:
                continue
            allowed = allowed_of(model, slot, seat)
            if allowed is not None and not any(low <= value <= high for low, high in allowed):
                name = slot.id if seat < 0 else f"{slot.id}.{tiles.SEATS[seat]}"
                yield Fault("state.choice", name=name, value=value, rule=model.id, allowed=_as_text(allowed))


def allowed_of(model: Model, slot: MemorySlot, seat: int) -> list[Range] | None:
    """The numbers that a seat's memory may hold, with what it begins with; None: nothing keeps it within bounds."""
    of_type = _of_type(model, slot) or _of_kongs(model, slot)
    if of_type is not None or slot.updates or slot.hand is not None:
        return None if of_type is None else [of_type]
    setters = _setters(model, slot, seat)
    if not setters:
        return None
    known, place = chosen(model), Place("memory", slot.slot)
    held: list[Range] = [(slot.start, slot.start)]
    for _step in range(_STEPS):
        low, high = min(low for low, _high in held), max(high for _low, high in held)
        told = replace(known, words={**known.words, place: (low, high)})
        found = [(slot.start, slot.start), *(one for setter in setters for one in _choices(setter, told))]
        if found == held:
            return sorted({*held})
        held = found
    return None


def _of_type(model: Model, slot: MemorySlot) -> Range | None:
    """The numbers that a type has, and nobody and none; None for plain numbers."""
    word = model.words.memory[slot.id]
    suits = 2 if any(phase.sets == slot.id for phase in model.phases.on) else word.high
    return {v.BOOL: (0, 1), v.SEAT: (-1, model.seat_count - 1), v.TILE: (-1, tiles.KIND_COUNT - 1),
            v.SUIT: (-1, suits)}.get(slot.type)


def _of_kongs(model: Model, slot: MemorySlot) -> Range | None:
    """How many kongs a hand has room for, where a memory counts nothing else; those laid aside take no room."""
    if slot.start or not slot.updates or any(kong.is_aside or kong.different for kong in model.kongs.values()):
        return None
    counts = all(update.events == ("kong",) and isinstance(update.set, n.Arithmetic) and update.set.sign == "+"
                 and any(isinstance(part, n.Number) and part.value == 1 for part in update.set.parts)
                 for update in slot.updates)
    own = all(update.when is not None and any(map(_is_own, parts_of(update.when))) for update in slot.updates)
    room = model.hand_size // 3
    whole = slot.size == 1 or not own
    return (0, room * model.seat_count if whole else room) if counts and slot.size <= len(tiles.SEATS) else None


def _is_own(part: Expr) -> bool:
    """Whether a memory is changed only of who acts."""
    return isinstance(part, n.Compare) and part.sign == "==" and {
        one.name if isinstance(one, n.Variable) else one.place.field if isinstance(one, n.Slot) else ""
        for one in part.parts} == {"owner", "actor"}


def _setters(model: Model, slot: MemorySlot, seat: int) -> list[Phase | Ready]:
    """The phases and declarations in which a seat chooses, those in force if any is.

    What lasts from hand to hand was chosen in any seat.
    """
    known, lasts = chosen(model), slot.scope in LASTING
    kept_from = {PhaseWho.DEALER: seat > 0, PhaseWho.OTHERS: seat == 0}
    phases = [phase for phase in model.phases.on if phase.sets == slot.id
              and (lasts or not kept_from.get(phase.who, False))]
    in_force = [phase for phase in phases if not never(phase.when.node, known)]
    return [*(in_force or phases), *(ready for ready in model.readies.on if ready.sets == slot.id)]


def _choices(setter: Phase | Ready, known: Known) -> Iterable[Range]:
    """Between which numbers each choice lies: two are the lowest and the highest."""
    found = [between(choice.node, known) for choice in setter.choices]
    ranges = [(-LARGEST_CHOICE, LARGEST_CHOICE) if one is None else one for one in found]
    return [(ranges[0][0], ranges[1][1])] if len(ranges) == 2 else ranges


def _told(slot: MemorySlot, value: Any) -> Iterator[tuple[int, int]]:
    """Each seat of which a value is told, with its number; -1 where it is told once."""
    if slot.size == 1:
        yield -1, number(value, slot.type)
        return
    if slot.size == 4 and slot.type == v.INT and isinstance(value, list | tuple) and len(value) == len(tiles.SEATS):
        value = dict(enumerate(value))
    for seat, part in by_seat(value).items():
        for one in by_seat(part).values() if slot.size > len(tiles.SEATS) else (part,):
            yield seat, number(one, slot.type)


def _as_text(allowed: Iterable[Range]) -> str:
    """Numbers as one says them: 0, 2, 4 or 0–2."""
    merged: list[Range] = []
    for low, high in sorted(allowed):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = merged[-1][0], max(high, merged[-1][1])
        else:
            merged.append((low, high))
    return ", ".join(str(low) if low == high else f"{low}–{high}" for low, high in merged)
