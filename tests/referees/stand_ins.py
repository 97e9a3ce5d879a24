"""Sets and a pair with tiles that stand for others, each group told apart by whether all its tiles are natural."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple


class Made(NamedTuple):
    """A set or a pair, the tile it is of (a chow's lowest), and whether nothing in it stands for another tile."""

    form: str
    tile: int
    pure: bool


Groups = tuple[Made, ...]


def _starts(plain: tuple[int, ...], stand_ins: int, pair: bool,
            barred: tuple[int, ...]) -> Iterator[tuple[Made, list[int]]]:
    """The groups the lowest natural tile may lie in, with the natural tiles of each; no stand-in is a barred tile."""
    first, count = plain[0], plain.count(plain[0])
    for form, size in (("pung", 3), ("pair", 2)):
        for own in range(1, min(count, size) + 1):
            if (size == 3 or pair) and size - own <= stand_ins and (own == size or first not in barred):
                yield Made(form, first, own == size), [first] * own
    if first < 30:
        suit = first // 10 * 10
        for low in range(max(first - 2, suit + 1), min(first, suit + 7) + 1):
            chow = (low, low + 1, low + 2)
            for natural in product((True, False), repeat=3):
                own_tiles = [tile for tile, is_own in zip(chow, natural, strict=True) if is_own]
                others = set(chow) - set(own_tiles)
                if first in own_tiles and len(others) <= stand_ins and not others & set(barred) and \
                        all(tile in plain for tile in own_tiles):
                    yield Made("chow", low, not others), own_tiles


@lru_cache(1 << 15)
def divided(plain: tuple[int, ...], stand_ins: int, pair: bool = True,
            barred: tuple[int, ...] = ()) -> frozenset[Groups]:
    """All divisions of sorted natural tiles and so many stand-ins, which stand for any tile but the barred ones.

    A group of stand-ins alone is a pung or pair of fives: there is none it would not do as well as.
    """
    if not plain:
        if stand_ins % 3 != (2 if pair else 0):
            return frozenset()
        forms = ["pung"] * (stand_ins // 3) + ["pair"] * pair
        return frozenset(tuple(Made(form, tile, False) for form, tile in zip(forms, tiles, strict=True))
                         for tiles in product((5, 15, 25), repeat=len(forms)))
    found = set()
    for made, own in _starts(plain, stand_ins, pair, barred):
        left = list(plain)
        for tile in own:
            left.remove(tile)
        size = 2 if made.form == "pair" else 3
        for rest in divided(tuple(left), stand_ins - size + len(own), pair and made.form != "pair", barred):
            found.add(tuple(sorted((made, *rest))))
    return frozenset(found)


def ways(tiles: Sequence[int], wild: Sequence[int],
         barred: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Groups]]:
    """Every division, with the natural tiles: a wild tile stands for itself or for another."""
    plain = [tile for tile in tiles if tile not in wild]
    counts = Counter(tile for tile in tiles if tile in wild)
    for own in product(*(range(count + 1) for count in counts.values())):
        natural = tuple(sorted((*plain, *(tile for tile, count in zip(counts, own, strict=True)
                                          for _ in range(count)))))
        for groups in divided(natural, len(tiles) - len(natural), True, barred):
            yield natural, groups
