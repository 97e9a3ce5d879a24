"""What a hand waits for, and whether it waits at all: the cheap question first."""

from collections.abc import Callable, Sequence

from tests.referees.shapes import is_seven_pairs, is_thirteen_orphans
from tests.referees.tiles import ENDS, HONOURS, KINDS
from tests.referees.wild import _can_set


def lacks_one(tiles: Sequence[int]) -> bool:
    """Whether one more tile, whichever, makes concealed tiles sets and a pair, seven pairs or thirteen orphans."""
    if _can_set(tuple(sorted(tiles)), 1, True):
        return True
    odd = sum(tiles.count(tile) % 2 for tile in set(tiles))
    return len(tiles) == 13 and (odd == 1 or (set(tiles) <= {*ENDS, *HONOURS} and len(set(tiles)) > 11))


def waits_of(tiles: Sequence[int], is_complete: Callable[[list[int]], bool]) -> list[int]:
    """The kinds that complete concealed tiles, those of which all four are held too."""
    if not lacks_one(tiles):
        return []
    near = {tile + step for tile in tiles if tile < 30 for step in (-2, -1, 0, 1, 2)} | {*tiles, *ENDS, *HONOURS}
    return [tile for tile in KINDS if tile in near and is_complete([*tiles, tile])]


def special(tiles: Sequence[int], pairs: bool = True, orphans: bool = True) -> bool:
    """Whether fourteen concealed tiles are seven pairs or thirteen orphans, as far as these are played."""
    return (pairs and is_seven_pairs(tiles)) or (orphans and is_thirteen_orphans(tiles))
