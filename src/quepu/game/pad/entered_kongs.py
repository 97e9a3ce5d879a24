"""Kongs that were entered on a pad by themselves, and the melds of a winner that are the same kongs."""

from typing import NamedTuple


class Entered(NamedTuple):
    """A kong that was entered by itself."""

    kong: str
    tile: int                           # -1: not told
    laid: int                           # how many of different tiles; 0: not told


def taken(entered: list[Entered], kong: str, tiles: tuple[int, ...]) -> bool:
    """Whether a meld was entered as a kong, which is taken off the list, and with it what was added tile by tile."""
    fitting = [one for one in entered if one.kong == kong and (one.tile < 0 or one.tile in tiles)]
    first = next((one for one in fitting if one.laid != 1), None)
    if first is None:
        return False
    entered.remove(first)
    more = len(tiles) - first.laid if first.laid else 0
    for one in [one for one in fitting if one.laid == 1][:max(0, more)]:
        entered.remove(one)
    return True
