"""How many copies of each tile a hand can hold: those that lie turned up, out of play, are in nobody's hand."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from quepu import tiles
from quepu.faults import Fault
from quepu.rulebook.file.choices import Stays, WildWay
from quepu.rulebook.model.model import Model
from quepu.scoring.table_state import TURNED, kinds_of
from quepu.scoring.wild_kinds import kinds_by_indicator


def copy_faults(model: Model, held: Iterable[int], wild: tuple[int, ...], state: Mapping[str, Any]) -> Iterator[Fault]:
    """A fault for each kind of which these are more tiles than a hand can hold."""
    turned = turned_copies(model, wild, state)
    if not any(turned):
        return
    held = list(held)
    for kind, gone in enumerate(turned):
        copies = held.count(kind)
        if gone and copies + gone > copies_of(kind):
            yield Fault("win.turned_up", copies=copies, tile=tiles.code(kind), most=max(0, copies_of(kind) - gone),
                        turned=gone)


def copies_of(kind: int) -> int:
    """How many of a kind are made."""
    return 4 if kind < tiles.FLOWERS.start else 1


def turned_copies(model: Model, wild: tuple[int, ...], state: Mapping[str, Any]) -> list[int]:
    """Of each kind the copies that lie turned up for certain: as told, or as the wild kinds that are told show."""
    turned = [0] * tiles.KIND_COUNT
    for name in model.entries("turned"):
        if TURNED + name in state and _stays_out(model, name):
            told = state[TURNED + name]
            for part in told.values() if isinstance(told, Mapping) else (told,):
                for kind in kinds_of(part):
                    turned[kind] += 1
    lot = model.wild.from_
    if wild and lot in model.entries("turned") and TURNED + lot not in state and _stays_out(model, lot):
        shown = _indicators(model, wild)
        if len(shown) == 1:
            turned[shown[0]] += 1
    return turned


def _stays_out(model: Model, lot: str) -> bool:
    """Whether tiles of a lot come into no hand: neither drawn in their turn nor won on where they lie."""
    return model.turned[lot].stays is Stays.OUT and all(ready.wins_on != lot for ready in model.readies.on)


def _indicators(model: Model, wild: tuple[int, ...]) -> list[int]:
    """The kinds that make these wild, perhaps among others, where they are turned up."""
    if model.wild.chosen is not WildWay.INDICATOR:
        return []
    return [kind for kind, made in kinds_by_indicator(model).items() if {*wild} <= {*made}]
