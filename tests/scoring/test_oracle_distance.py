"""Distance 向听 against riichienv: the same for every random hand, of 13 and 14 tiles, with three players too."""

from collections.abc import Callable
from random import Random

import numpy as np
import pytest
from riichienv import calculate_shanten, calculate_shanten_3p

import quepu

HANDS = 50_000                          # of each book: 100,000
FOUR, THREE = range(34), [0, 8, *range(9, 34)]


def random_hand(rng: Random, kinds: list[int] | range, size: int) -> list[int]:
    """A hand as kinds: of all tiles, of a suit or two and some honours, of pairs, or nearly of terminals alone."""
    if rng.random() < 0.3:
        some = list(kinds)
    elif rng.random() < 0.6:
        suits = rng.sample(range(4), rng.choice((1, 2)))
        some = [kind for kind in kinds if kind // 9 in suits]
    else:
        some = [kind for kind in kinds if kind >= 27 or kind % 9 in (0, 8) or rng.random() < 0.2]
    wall = [kind for kind in some for _copy in range(4)]
    while len(wall) < size:
        wall += [rng.choice(list(kinds))]
    if rng.random() < 0.2:              # pairs, and what is missing
        wall = [kind for kind in rng.sample(list(kinds), 9) for _copy in range(2)]
    hand = rng.sample(wall, size)
    return hand if all(hand.count(kind) <= 4 for kind in hand) else random_hand(rng, kinds, size)


@pytest.mark.parametrize(("book", "kinds", "peer"), [
    ("riichi", FOUR, calculate_shanten), ("riichi?sanma=true", THREE, calculate_shanten_3p)])
def test_distances_are_the_same(book: str, kinds: list[int] | range, peer: Callable[[list[int]], int]) -> None:
    rng = Random(book)
    hands = [random_hand(rng, kinds, 13 + number % 2) for number in range(HANDS)]
    counted = np.zeros((HANDS, 42), dtype=np.uint8)
    for row, hand in zip(counted, hands, strict=True):
        np.add.at(row, hand, 1)
    ours = quepu.rulebook(book).distances(counted).tolist()
    theirs = [peer([4 * kind + hand[:place].count(kind) for place, kind in enumerate(hand)]) for hand in hands]
    differing = [(hand, a, b) for hand, a, b in zip(hands, ours, theirs, strict=True) if a != b]
    assert not differing, f"{len(differing)} of {HANDS}, such as {differing[:3]}"
    assert len(set(ours)) >= 7          # from complete hands to those far away
