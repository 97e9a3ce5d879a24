"""Tiles as small numbers: 1-9 m, 11-19 p, 21-29 s, 31-37 winds and dragons, 41-48 flowers; texts to tiles and back."""

from collections.abc import Iterable
from functools import cache

SUITS = "mpszf"
SEATS = "ESWN"
EAST, SOUTH, WEST, NORTH, WHITE, GREEN, RED = range(31, 38)
WINDS = (EAST, SOUTH, WEST, NORTH)
DRAGONS = (WHITE, GREEN, RED)
HONOURS = (*WINDS, *DRAGONS)
ENDS = (1, 9, 11, 19, 21, 29)
NUMBERS = tuple(10 * suit + rank for suit in range(3) for rank in range(1, 10))
KINDS = (*NUMBERS, *HONOURS)


def suit_of(tile: int) -> str:
    """The letter of a tile's suit."""
    return SUITS[tile // 10]


def rank_of(tile: int) -> int:
    """The number of a tile."""
    return tile % 10


@cache
def read(text: str) -> tuple[int, ...]:
    """The tiles of a text such as 345m22z."""
    tiles: list[int] = []
    ranks: list[int] = []
    for sign in text:
        if sign.isdigit():
            ranks.append(int(sign))
        elif sign in SUITS:
            tiles += (10 * SUITS.index(sign) + rank for rank in ranks)
            ranks = []
        elif not sign.isspace():
            raise ValueError(f"'{sign}' in '{text}' is no tile")
    if ranks:
        raise ValueError(f"'{text}' ends without a suit")
    return tuple(tiles)


def one(text: str) -> int:
    """The tile a text names."""
    tile, = read(text)
    return tile


def write(tiles: Iterable[int]) -> str:
    """Tiles as text, sorted."""
    ordered = sorted(tiles)
    return "".join("".join(str(tile % 10) for tile in ordered if tile // 10 == place) + letter
                   for place, letter in enumerate(SUITS) if any(tile // 10 == place for tile in ordered))
