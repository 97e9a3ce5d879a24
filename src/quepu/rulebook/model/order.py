"""In which order fans are worked out: each after those it asks about."""

from collections.abc import Sequence

from quepu.rulebook.language.node import AnyFan, Has, Times
from quepu.rulebook.language.parse import Node
from quepu.rulebook.language.walk import parts_of
from quepu.rulebook.model import model as m


def uses(node: Node | None) -> set[int]:
    """The fans a tree asks about."""
    if node is None:
        return set()
    found: set[int] = set()
    for part in parts_of(node):
        match part:
            case Has(fan=fan) | Times(fan=fan):
                found.add(fan)
            case AnyFan(fans=fans):
                found.update(fans)
    return found


def evaluation_order(fans: Sequence[m.Fan]) -> list[int] | None:
    """Fan indexes so that each comes after those it asks about, or None if they ask in a circle."""
    waiting = {fan.index: uses(fan.when) | uses(fan.count) | uses(fan.value) for fan in fans}
    order: list[int] = []
    done: set[int] = set()
    while waiting:
        free = [index for index, needs in waiting.items() if needs <= done]
        if not free:
            return None
        for index in free:
            order.append(index)
            done.add(index)
            del waiting[index]
    return order
