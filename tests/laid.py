"""Walls laid by hand for tests: what each seat is dealt, what is drawn first, and what lies at the end."""

from collections import Counter
from collections.abc import Sequence

from quepu.notation import Tile, read_tiles, write_tiles

SUITED = "123456789m123456789p123456789s"


def laid(hands: Sequence[str], draws: str = "", tail: str = "", kinds: str = SUITED, size: int = 0,
         hand_size: int = 13) -> str:
    """A wall that deals these hands (the dealer's has one tile more), then gives `draws`, and ends with `tail`.

    What hands leave open is filled up from the tiles that are left; `size` is how many tiles the wall has, all if 0.
    """
    left = Counter(dict.fromkeys(read_tiles(kinds), 4))
    given = [list(read_tiles(text)) for text in hands]
    front, back = list(read_tiles(draws)) if draws else [], list(read_tiles(tail)) if tail else []
    left.subtract([*(tile for hand in given for tile in hand), *front, *back])
    assert min(left.values()) >= 0, f"too many of {write_tiles(sorted(-left))}"
    rest: list[Tile] = sorted(left.elements(), key=lambda tile: (tile.kind % 9 * 5 % 9, tile.kind))
    for seat, hand in enumerate(given):        # four of them; "" is filled up
        while len(hand) < hand_size + (seat == 0):
            hand.append(rest.pop(0))
    dealt = [tile for first in range(0, hand_size, 4) for hand in given
             for tile in hand[first:min(first + 4, hand_size)]]
    middle = rest if size == 0 else rest[:size - len(dealt) - 1 - len(front) - len(back)]
    return write_tiles([*dealt, given[0][hand_size], *front, *middle, *back])
