"""What happened at the table in a generated win: draw, seats, flags, flowers, memory, how the sets lie."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from quepu.engine.layout.frame import Frame
from quepu.engine.layout.table_facts import TURNED_ROOM
from quepu.rulebook.language.node import At, Number, Slot
from quepu.rulebook.language.ranges import is_memory
from quepu.rulebook.language.walk import parts_of
from quepu.rulebook.model import catalogue as cat
from quepu.rulebook.model.model import Model, Shape
from quepu.rulecheck.wanted import CLOSED, CONCEALED, MELDED, Plan
from quepu.tiles import kinds_in


@dataclass(slots=True)
class Situation:
    """Everything of a win but its tiles."""

    states: tuple[int, ...]             # how each set lies
    forms: tuple[int, ...]              # chow, pung or other
    self_draw: bool
    seat: int
    round: int
    discarder: int | None
    flags: frozenset[str]
    flowers: tuple[int, ...]
    state: Mapping[str, Any]

    def tell(self, f: Frame, model: Model, shape: Shape) -> None:
        """Write into a frame what is known before the tiles are."""
        f.self_draw, f.seat, f.round = int(self.self_draw), self.seat, self.round
        f.discarder = -1 if self.discarder is None else self.discarder
        f.shape, f.set_count, f.pair_count = shape.index, len(self.states), shape.pairs
        f.flower_count = len(self.flowers)
        f.flower_mask = sum(1 << kind for kind in self.flowers)
        for state, form in zip(self.states, self.forms, strict=True):
            f.chow_count += form == cat.CHOW
            f.pung_count += form == cat.PUNG
            f.meld_count += state != CLOSED
            f.open_count += state not in (CLOSED, CONCEALED)
            f.open_chow_count += state != CLOSED and form == cat.CHOW
            f.kong_count += state >= MELDED
            f.concealed_kong_count += state == CONCEALED
        for flag in model.flags:
            f.flags |= (flag.id in self.flags) << flag.bit
        f.told = f.flags
        for slot in model.memory:
            value = self.state.get(slot.id)
            if isinstance(value, Mapping):
                for place, number in value.items():
                    if isinstance(number, Mapping):     # of a pair of seats
                        for other, one in number.items():
                            f.memory[slot.slot + 4 * int(place) + int(other)] = one
                    else:
                        f.memory[slot.slot + int(place)] = number
            elif value is not None:
                f.memory[slot.slot] = value


def draw_situation(model: Model, plan: Plan, sets: tuple[tuple[int, int], ...], rng: Random) -> Situation:
    """A situation for sets of these (states, forms); it may still not fit the plan's facts."""
    states, forms = tuple(state for state, _form in sets), tuple(form for _state, form in sets)
    self_draw = rng.random() < 0.5
    seat = plan.seat if plan.seat is not None else rng.randrange(4)
    round_ = plan.round if plan.round is not None else rng.randrange(4)
    discarder = None if self_draw or rng.random() < 0.1 else (seat + rng.randint(1, 3)) % 4
    rate = rng.choice((0, 0, 0.08, 0.25))
    flags = frozenset(flag.id for flag in model.flags
                      if plan.flags.get(flag.id, rng.random() < rate and flag.id not in plan.flags))
    bonus = kinds_in(model.bonus)
    number = rng.choice((0, 0, 0, 1, 2, 3, 4, 8)) if bonus else 0
    flowers = [kind for kind in dict.fromkeys(plan.flowers) if kind in bonus]
    others = [kind for kind in bonus if kind not in flowers]
    flowers += rng.sample(others, min(len(others), max(0, number - len(flowers))))
    return Situation(states, forms, self_draw, seat, round_, discarder, flags, tuple(sorted(flowers)),
                     _memory(model, plan, rng))


def _memory(model: Model, plan: Plan, rng: Random) -> dict[str, Any]:
    """Values for memory the plan speaks of, and now and then for the rest."""
    asked: set[int] = set()
    numbers = {0, 1, 2, 3}
    for node, _truth in plan.facts:
        for part in parts_of(node):
            if isinstance(part, Slot | At) and is_memory(part.place):
                asked.add(part.place.at)
            elif isinstance(part, Number) and abs(part.value) < 10**6:
                numbers.update((part.value - 1, part.value, part.value + 1))
    memory: dict[str, Any] = {}
    types = model.words.memory
    for slot in model.memory:
        if slot.slot not in asked and rng.random() > 0.15:
            continue
        draw = [_value(types[slot.id].type, sorted(numbers), rng) for _ in range(slot.size)]
        by_seat = {str(place): x for place, x in enumerate(draw[:4])}
        by_pair = {str(seat): {str(other): draw[4 * seat + other] for other in range(4)}
                   for seat in range(slot.size // 4)}
        memory[slot.id] = {1: draw[0], 4: by_seat}.get(slot.size, by_pair)
    kinds, left = kinds_in(model.kinds), TURNED_ROOM
    for lot in model.words.turned if rng.random() < 0.6 else ():
        drawn = [rng.choice(kinds) for _ in range(rng.choice((0, 1, 1, 2, 5)))][:left]
        memory[f"turned.{lot}"], left = drawn, left - len(drawn)
    return memory


def _value(kind: str, numbers: list[int], rng: Random) -> int:
    if kind == "bool":
        return rng.randrange(2)
    if kind == "seat":
        return rng.randint(-1, 3)
    if kind == "tile":
        return rng.randint(-1, 33)
    return rng.choice(numbers)
