"""Seeded hands for golden files: laid walls where much happens, and players that no better bot will ever change.

Everything is drawn by Python's own generator from a text, and a player sees no more than the numbers of its legal
answers and the kinds it holds; so the hands change only when the rules or the engine do.
"""

from collections.abc import Callable, Sequence
from random import Random

from quepu.core import table as tb

Player = Callable[[Sequence[int], Sequence[int], Random], int]
WALL_LENGTHS = (56, 60, 70, 84, 104, 124, 200)     # short walls: the last tiles matter; 200 is all there are
SEATS, HAND = 4, 13                                # walls of larger hands are so much longer
FALSE_WIN = tb.FALSE_WIN << 16
TRIES_FALSE_WIN = 0.01


def laid_wall(copies: Sequence[int], seed: str, size: int = HAND, reserve: int = 0) -> list[int]:
    """A wall whose first tiles, dealt by fours, often give each seat a hand of `size` tiles near to something.

    `copies` says how many of each kind there are.  Tiles that a ready hand waits for often come soon.
    """
    rng = Random(seed)
    left = [kind for kind, count in enumerate(copies) for _copy in range(count)]
    rng.shuffle(left)
    suits = rng.sample(range(4), 4) if rng.random() < 0.6 else rng.choices(range(4), k=4)
    straight = rng.random() < 0.5       # else the hands are dealt across each other: longer play, more claims
    lone = next(tile for tile in left if copies[tile] == 4)
    rivals = rng.sample(range(SEATS), rng.choice((2, 2, 3))) if straight and rng.random() < 0.4 else []
    for _seat in rivals:                # several who wait for one tile
        left.remove(lone)
    wanted = [lone] * len(rivals[:1])
    hands = [_near_hand(left, suits[seat], rng, wanted, [lone] if seat in rivals else [], size)
             for seat in range(SEATS)]
    rng.shuffle(left)
    for tile in wanted:
        if tile in left and rng.random() < 0.6:
            left.remove(tile)
            left.insert(rng.choice((0, 0, 1, 2, 3, 4, 6, 9)), tile)
    left = left[:max(1, rng.choice(WALL_LENGTHS) - SEATS * HAND) + reserve]
    if straight:
        hands = [[tile for first in range(0, size, 4) for hand in hands for tile in hand[first:first + 4]]]
    return [tile for hand in hands for tile in hand] + left


def _near_hand(left: list[int], suit: int, rng: Random, wanted: list[int], found: list[int], size: int) -> list[int]:
    """So many tiles, those of `found` and others out of those left: sets of one suit, or as they come.

    What it waits for is added to `wanted`.
    """
    plan = "ready" if found else rng.choice(("ready", "ready", "sets", "sets", "suit", "mixed", "any"))
    chows = 0.2 if found else 0.6

    def take(*tiles: int) -> bool:
        if any(left.count(tile) < tiles.count(tile) for tile in tiles):
            return False
        for tile in tiles:
            left.remove(tile)
            found.append(tile)
        return True

    low, high = (27, 33) if suit == 3 else (9 * suit, 9 * suit + 8)
    for _try in range(60 if plan in ("sets", "ready") else 0):
        first = rng.randint(low, high)
        if len(found) + 3 > size:
            break
        if suit < 3 and first <= high - 2 and rng.random() < chows:
            take(first, first + 1, first + 2)
        else:
            take(*[first] * (3 if plan == "ready" else rng.choice((2, 3, 3))))
    for tile in list(left):
        if len(found) == size:
            break
        if plan == "any" or low <= tile <= high or (plan == "mixed" and rng.random() < 0.4):
            take(tile)
            if plan == "ready":
                wanted.append(tile)
    while len(found) < size:
        take(left[0])
    return found


def random_player(legal: Sequence[int], held: Sequence[int], rng: Random) -> int:
    """Any legal answer."""
    return legal[rng.randrange(len(legal))]


_LIKED = ((tb.WIN, 0.9), (tb.SHOW, 0.8), (tb.TAKE, 0.8), (tb.DECLARE, 0.8), (tb.FLOWER, 0.8), (tb.KONG, 0.8),
          (tb.CLAIM_PUNG, 0.4), (tb.CLAIM_SET, 0.3))


def eager_player(legal: Sequence[int], held: Sequence[int], rng: Random) -> int:
    """Wins, declares, kongs and claims more often than not; keeps tiles that have neighbours."""
    for kind, likely in _LIKED:
        found = [action for action in legal if action >> 16 == kind]
        if found and rng.random() < likely:
            return rng.choice(found)
    if rng.random() < TRIES_FALSE_WIN:
        return FALSE_WIN
    discards = [action for action in legal if action >> 16 in (tb.DISCARD, tb.GIVE)]
    if not discards:
        passing = [action for action in legal if action >> 16 == tb.PASS]
        return passing[0] if passing else rng.choice(legal)

    def worth(action: int) -> float:
        kind = action & tb.KIND
        group = range(9 * (kind // 9), 9 * (kind // 9) + 9)
        near = sum(held[other] * (3 - abs(other - kind)) for other in range(kind - 2, kind + 3)
                   if other in group and other < 27 and other != kind)
        same = sum(held[other] for other in group if other < 42)
        return 3 * held[kind] + near + same / 2 + rng.random()

    return min(discards, key=worth)
