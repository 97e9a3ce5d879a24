"""Walls laid by hand: what is dealt, what is drawn, and what comes in place of kongs and flowers."""

import random

from quepu.notation import read_tiles, write_tiles


def kinds(text: str) -> list[int]:
    return [tile.kind for tile in read_tiles(text)]


def laid_wall(*hands: str, draws: str = "", replacements: str = "", left: int | None = None) -> str:
    """A wall that deals these hands, 14 to the dealer, and goes on with these draws.

    Replacements come from the back, in this order.  Whatever tiles are not named lie between; `left` is how many of
    them stay (none: the wall ends with the draws and replacements).
    """
    own = [kinds(hand) for hand in hands]
    first, last = kinds(draws), kinds(replacements)
    used = [*first, *last, *(kind for hand in own for kind in hand)]
    rest = [kind for kind in range(34) for _copy in range(4 - used.count(kind))]
    random.Random(1).shuffle(rest)
    extra = own[0].pop()
    own += [[rest.pop() for _tile in range(13)] for _seat in range(4 - len(own))]
    front = [kind for start in (0, 4, 8, 12) for hand in own for kind in hand[start:start + 4]]
    unseen = [kind for kind in range(34, 42) if kind not in used]
    middle = [*rest[:len(rest) // 2], *unseen, *rest[len(rest) // 2:]]
    middle = middle if left is None else middle[:left]
    return write_tiles([*front, extra, *first, *middle, *reversed(last)])
