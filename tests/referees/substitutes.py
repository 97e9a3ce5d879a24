"""Wild tiles by counting: whether tiles and so many wild ones make sets and a pair, pungs and a pair, or pairs."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache


@lru_cache(1 << 15)
def _divides(tiles: tuple[int, ...], wild: int, pair: bool, chows: bool) -> bool:
    """Whether sorted tiles are used up by sets, and a pair if one is wanted; what is missing is taken from the wild."""
    if not tiles:
        return wild >= 0 and wild % 3 == (2 if pair else 0)
    first, same = tiles[0], tiles.count(tiles[0])
    for own in range(min(same, 3), 0, -1):
        if wild >= 3 - own and _divides(tiles[own:], wild - 3 + own, pair, chows):
            return True
        if pair and own < 3 and wild >= 2 - own and _divides(tiles[own:], wild - 2 + own, False, chows):
            return True
    return chows and first < 30 and any(
        _divides(left, wild - missing, pair, chows)
        for left, missing in _chows(tiles) if missing <= wild)


def _chows(tiles: Sequence[int]) -> Iterable[tuple[tuple[int, ...], int]]:
    """What is left after each chow with the first tile, and how many of its tiles are missing."""
    first = tiles[0]
    for low in range(first - 2, first + 1):
        if low // 10 == (low + 2) // 10 and low % 10:
            left, missing = list(tiles[1:]), 0
            for other in {low, low + 1, low + 2} - {first}:
                if other in left:
                    left.remove(other)
                else:
                    missing += 1
            yield tuple(left), missing


def divides(plain: Iterable[int], wild: int, chows: bool = True) -> bool:
    """Whether the tiles with so many wild ones are sets and one pair; without chows if so asked."""
    tiles = tuple(sorted(plain))
    return (len(tiles) + wild) % 3 == 2 and _divides(tiles, wild, True, chows)


def pairs_in(plain: Iterable[int], wild: int) -> int:
    """How many pairs there are at most; four of a kind are two."""
    counts = Counter(plain).values()
    single = sum(count % 2 for count in counts)
    return sum(count // 2 for count in counts) + min(single, wild) + max(0, wild - single) // 2
