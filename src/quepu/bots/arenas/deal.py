"""The wall of a hand of which one seat's tiles are known."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.notation import Tile, write_tiles


def laid_wall(engine: Any, bonus: int, seat: int, dealt: Sequence[Tile]) -> tuple[frozenset[int], str]:
    """A wall in which these tiles are dealt to a seat, and the places of them; the others lie anyhow."""
    rules = engine.rules
    tiles: Counter[Tile] = Counter()
    for kind in range(42):
        marks, copies = int(rules.marks[kind]), int(rules.copies[kind])
        tiles[Tile(kind, True)] += min(marks, copies)
        tiles[Tile(kind)] += copies - min(marks, copies)
    cells = dealt_cells(seat, int(rules.seat_count), int(rules.hand_size), int(rules.dealer_extra))[:len(dealt)]
    tiles.subtract(dealt)
    if any(count < 0 for count in tiles.values()):
        raise QuepuError(Fault("arena.deal", tiles=write_tiles(dealt)))
    own = dict(zip(cells, dealt, strict=True))
    others = iter(_mixed(list(tiles.elements()), bonus))
    wall = [own[place] if place in own else next(others) for place in range(tiles.total() + len(own))]
    return frozenset(cells), write_tiles(wall)


def _mixed(tiles: list[Tile], bonus: int) -> list[Tile]:
    """Tiles in some order, flowers in the middle: nobody draws one before it is told."""
    Random(1).shuffle(tiles)
    plain = [tile for tile in tiles if not bonus >> tile.kind & 1]
    middle = len(plain) * 2 // 3
    return [*plain[:middle], *(tile for tile in tiles if bonus >> tile.kind & 1), *plain[middle:]]


def dealt_cells(seat: int, seats: int, size: int, extra: int) -> list[int]:
    """The places of the wall from which a seat is dealt: four tiles at a time, then the rest, then the dealer's."""
    cells: list[int] = []
    front = dealt = 0
    while dealt < size:
        step = min(4, size - dealt)
        cells += range(front + seat * step, front + seat * step + step)
        front, dealt = front + seats * step, dealt + step
    return [*cells, *(range(front, front + extra) if seat == 0 else ())]
