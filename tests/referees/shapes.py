"""Complete hands, divided in plain Python: four sets and a pair, seven pairs, thirteen orphans, unrelated tiles."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from tests.referees.tiles import ENDS, HONOURS


class Group(NamedTuple):
    """A set or a pair: `chow` with its lowest tile, `pung` (a kong too) or `pair` with its tile."""

    form: str
    tile: int

    @property
    def tiles(self) -> tuple[int, ...]:
        """Its tiles, a kong's as three."""
        if self.form == "chow":
            return self.tile, self.tile + 1, self.tile + 2
        return (self.tile,) * (2 if self.form == "pair" else 3)


@lru_cache(1 << 16)
def _sets(tiles: tuple[int, ...]) -> tuple[tuple[Group, ...], ...]:
    """All ways to divide sorted tiles into sets."""
    if not tiles:
        return ((),)
    first, found = tiles[0], []
    if tiles[:3] == (first,) * 3:
        found += [(Group("pung", first), *rest) for rest in _sets(tiles[3:])]
    if first < 30 and first + 1 in tiles and first + 2 in tiles:
        left = list(tiles[1:])
        left.remove(first + 1)
        left.remove(first + 2)
        found += [(Group("chow", first), *rest) for rest in _sets(tuple(left))]
    return tuple(found)


@lru_cache(1 << 16)
def _readings(tiles: tuple[int, ...]) -> tuple[tuple[Group, ...], ...]:
    if len(tiles) % 3 != 2:
        return ()
    found = []
    for tile in dict.fromkeys(tiles):
        if tiles.count(tile) >= 2:
            left = list(tiles)
            left.remove(tile)
            left.remove(tile)
            found += [(Group("pair", tile), *sets) for sets in _sets(tuple(left))]
    return tuple(dict.fromkeys(tuple(sorted(groups)) for groups in found))


def readings(tiles: Iterable[int]) -> tuple[tuple[Group, ...], ...]:
    """All ways to divide concealed tiles, the winning one among them, into sets and one pair."""
    return _readings(tuple(sorted(tiles)))


def is_seven_pairs(tiles: Sequence[int]) -> bool:
    """Whether fourteen tiles are seven pairs; four of a kind are two."""
    return len(tiles) == 14 and all(count % 2 == 0 for count in Counter(tiles).values())


def is_thirteen_orphans(tiles: Sequence[int]) -> bool:
    """Whether fourteen tiles are one of each end and honour, and one of them twice 十三幺."""
    return len(tiles) == 14 and set(tiles) == {*ENDS, *HONOURS}


def is_unrelated(tiles: Sequence[int]) -> bool:
    """Whether fourteen tiles all differ and any two of one suit are at least three apart 十三不搭, 烂牌."""
    ordered = sorted(tiles)
    return len(tiles) == 14 and len(set(tiles)) == 14 and max(tiles) < 40 and all(
        later > 30 or later // 10 != earlier // 10 or later - earlier >= 3
        for earlier, later in pairwise(ordered))
