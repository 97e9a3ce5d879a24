"""Walls laid by hand: they deal given hands, filled up with loose tiles, and then give what a test wants drawn."""

from collections import Counter
from collections.abc import Iterable, Sequence

from quepu.notation import Tile, read_tiles, write_tiles
from quepu.tiles import FLOWERS

SEATS, HAND, STEP = 4, 13, 4
SUITED = "123456789m123456789p123456789s"
TILES = SUITED + "1234567z"
WITH_FLOWERS = TILES + "12345678f"
DULL = [kind for kind in (*range(33, 26, -1), *range(27)) if kind != 33]       # what hands are filled up with first


def tiles_of(text: str) -> list[Tile]:
    """The tiles of a text in its order; none of an empty one."""
    return list(read_tiles(text)) if text else []


def _padded(hand: list[Tile], size: int, left: Counter[int], bonus: set[int]) -> None:
    """Fill a hand with tiles out of those left that have nothing to do with each other or with the rest of it."""
    for apart in (3, 2, 1, 0):
        for kind in DULL:
            near = any(kind == other.kind or (kind < 27 and other.kind < 27 and other.kind // 9 == kind // 9
                                              and abs(other.kind - kind) < apart) for other in hand)
            if len(hand) < size and left[kind] > 0 and not near and kind not in bonus:
                hand.append(Tile(kind))
                left[kind] -= 1


def _padded_by_suit(hand: list[Tile], size: int, left: Counter[int], suit: str) -> None:
    """Fill a hand with tiles of one suit, always one of those of which most are left; "." is a hand that is full."""
    while len(hand) < size:
        first = 9 * "mps".index(suit)
        kind = max(range(first, first + 9), key=lambda kind: left[kind])
        hand.append(Tile(kind))
        left[kind] -= 1


def laid_wall(hands: Sequence[str], draws: str = "", tail: str = "", *, replacements: str = "", fill: int | None = None,
              kinds: str = TILES, size: int = HAND, seats: int = SEATS, suits: str = "",
              aside: Iterable[int] = ()) -> str:
    """A wall that deals these hands, filled up with loose tiles, the dealer's with one more, and then gives `draws`.

    It ends with `tail`, as it lies there; `replacements` are the same in the order in which they are drawn from the
    back.  Between lie the other tiles, flowers in the midst of them: so many of them as `fill` says, all if None.
    `suits` names one suit for each seat, of which its loose tiles are then; `aside` are honours that are flowers.
    """
    bonus = {*FLOWERS, *aside}
    given = [tiles_of(hand) for hand in (*hands, *[""] * (seats - len(hands)))]
    front, back = tiles_of(draws), [*tiles_of(tail), *reversed(tiles_of(replacements))]
    left = Counter({tile.kind: 1 if tile.kind in FLOWERS else 4 for tile in read_tiles(kinds)})
    left.subtract(tile.kind for part in (*given, front, back) for tile in part if tile.kind in left)
    assert min(left.values()) >= 0, f"too many of {write_tiles(sorted(kind for kind in left if left[kind] < 0))}"
    for seat, hand in enumerate(given):
        if suits:
            _padded_by_suit(hand, size + (seat == 0), left, suits[seat])
        else:
            _padded(hand, size + (seat == 0), left, bonus)
        assert len(hand) == size + (seat == 0), f"seat {seat} has {len(hand)} tiles: {write_tiles(hand)}"
    assert min(left.values()) >= 0
    dealt = [tile for first in range(0, size, STEP) for hand in given for tile in hand[first:min(first + STEP, size)]]
    spread = sorted(left.elements(), key=lambda kind: (kind % 9 * 5 % 9, kind))
    rest, flowers = ([kind for kind in spread if (kind in bonus) == flower] for flower in (False, True))
    rest[len(rest) // 2:len(rest) // 2] = flowers
    middle = [Tile(kind) for kind in (rest if fill is None else rest[:fill])]
    return write_tiles([*dealt, given[0][size], *front, *middle, *back])


def dead_wall(replacements: str, indicators: str) -> str:
    """The tail of a wall with a dead wall: four replacements in the order they come, then shown and hidden in turn."""
    return write_tiles(reversed([*tiles_of(replacements), *tiles_of(indicators)]))
