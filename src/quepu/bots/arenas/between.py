"""How a table stands between two hands, as plain values: all of it is known to everybody there."""

from collections.abc import Mapping
from typing import Any

from quepu.engine.layout.record import fill
from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.game.match import Match
from quepu.rulebook.model.model import Model

_NUMBERS = ("dealer", "rounds", "round_hands", "deal_number", "hand_number", "pot")
_LISTS = ("order", "player", "score")
_MOST = 1 << 40


def told_between(match: Match, step: int) -> dict[str, Any]:
    """The table of a match before its step of that number, with which a hand begins."""
    before = match.at(step)
    t, seats = before.table, match.seats
    values: dict[str, Any] = {name: int(getattr(t, name)) for name in _NUMBERS}
    values |= {name: [int(number) for number in getattr(t, name)[:seats]] for name in _LISTS}
    values["memory"] = {slot.id: [int(t.memory[slot.slot + place]) for place in range(slot.size)]
                        for slot in _lasting(match.book.model)}
    return values


def put_between(match: Match, told: Any) -> None:
    """Let the table of a match that has not begun stand so; QuepuError if no table can."""
    if told is None:
        return
    seats, model = match.seats, match.book.model
    slots = {slot.id: slot for slot in _lasting(model)}
    if not isinstance(told, Mapping) or not all(_is_number(told.get(name, 0)) for name in _NUMBERS):
        raise QuepuError(Fault("arena.between"))
    memory = told.get("memory", {})
    lists = {name: told[name] for name in _LISTS if name in told}
    sizes = [(one, seats) for one in lists.values()]
    if not isinstance(memory, Mapping) or not set(memory) <= set(slots):
        raise QuepuError(Fault("arena.between"))
    sizes += [(values, slots[name].size) for name, values in memory.items()]
    if not all(isinstance(one, list) and len(one) == size and all(map(_is_number, one)) for one, size in sizes):
        raise QuepuError(Fault("arena.between"))
    if any(sorted(lists[name]) != list(range(seats)) for name in ("order", "player") if name in lists) or not (
            0 <= told.get("dealer", 0) < seats):
        raise QuepuError(Fault("arena.between"))
    with match.rearranging():
        for name in _NUMBERS:
            setattr(match.table, name, told.get(name, 0))
        for name, numbers in lists.items():
            fill(getattr(match.table, name), numbers)
        for name, numbers in memory.items():
            for place, number in enumerate(numbers):
                match.table.memory[slots[name].slot + place] = number


def _lasting(model: Model) -> list[Any]:
    return [slot for slot in model.memory if slot.scope != "hand"]


def _is_number(value: Any) -> bool:
    """Whether the table has room for such a number; those of a byte or two are checked by what they count."""
    return type(value) is int and abs(value) < _MOST
