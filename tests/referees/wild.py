"""Wild tiles by trying out: every way in which they may stand for other tiles in a complete hand."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement

from tests.referees.shapes import is_seven_pairs, is_thirteen_orphans, readings
from tests.referees.tiles import ENDS, HONOURS, KINDS


def next_of(tile: int) -> int:
    """The tile that follows in its suit, the first after the last; 东南西北中发白 in a circle."""
    if tile < 30:
        return tile + 1 if tile % 10 < 9 else tile - 8
    circle = (31, 32, 33, 34, 37, 36, 35)
    return circle[(circle.index(tile) + 1) % 7]


@lru_cache(1 << 14)
def _can_set(tiles: tuple[int, ...], wild: int, pair: bool) -> bool:
    """Whether sorted tiles and so many wild ones divide into sets, and a pair if one is wanted."""
    if not tiles:
        return wild % 3 == (2 if pair else 0)
    first, count = tiles[0], tiles.count(tiles[0])
    for size, more in ((3, pair), (2, False)):
        if size == 3 or pair:
            for own in range(1, min(count, size) + 1):
                if size - own <= wild and _can_set(tiles[own:], wild - size + own, more):
                    return True
    if first < 30:
        for low in range(max(first - 2, first // 10 * 10 + 1), min(first, first // 10 * 10 + 7) + 1):
            left, missing = list(tiles[1:]), 0
            for other in range(low, low + 3):
                if other != first:
                    if other in left:
                        left.remove(other)
                    else:
                        missing += 1
            if missing <= wild and _can_set(tuple(left), wild - missing, pair):
                return True
    return False


def _candidates(plain: Sequence[int]) -> list[int]:
    """The kinds that wild tiles may stand for to some use: those near the others, ends and honours."""
    near = {tile + step for tile in plain if tile < 30 for step in range(-2, 3)}
    return sorted(({*near} & set(KINDS)) | set(plain) | {*ENDS, *HONOURS})


@lru_cache(1 << 12)
def filled(tiles: tuple[int, ...], wild: tuple[int, ...], melds: int) -> tuple[tuple[int, ...], ...]:
    """All complete hands that the tiles may be read as, the wild ones standing for any."""
    plain = tuple(sorted(tile for tile in tiles if tile not in wild))
    count = len(tiles) - len(plain)
    if not count:
        return (tiles,)
    odd = sum(plain.count(tile) % 2 for tile in set(plain))
    orphans = set(plain) <= {*ENDS, *HONOURS}
    if not (_can_set(plain, count, True) or (not melds and (odd <= count or orphans))):
        return ()
    found = []
    for stand in combinations_with_replacement(_candidates(plain), count):
        whole = tuple(sorted((*plain, *stand)))
        if readings(whole) or (not melds and (is_seven_pairs(whole) or is_thirteen_orphans(whole))):
            found.append(whole)
    return tuple(found)


def can_win(tiles: tuple[int, ...], wild: tuple[int, ...], melds: int) -> bool:
    """Whether tiles, the wild ones standing for any, are sets and a pair, seven pairs or thirteen orphans."""
    plain = tuple(sorted(tile for tile in tiles if tile not in wild))
    count = len(tiles) - len(plain)
    if _can_set(plain, count, True):
        return True
    odd = sum(plain.count(tile) % 2 for tile in set(plain))
    orphans = set(plain) <= {*ENDS, *HONOURS} and len(plain) - len(set(plain)) <= 1
    return not melds and len(tiles) == 14 and (odd <= count or orphans)
