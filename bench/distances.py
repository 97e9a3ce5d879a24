"""Distance 向听 of random hands of fourteen tiles beside riichienv, and with all shapes of the richest rulebook."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import numpy as np
from riichienv import calculate_shanten

import quepu
from bench.row import MEASURED, Row, best_of, progress

HANDS = 200_000
PEER_HANDS = 20_000
THREE_SHAPES = """
[rulebook]
extends = "base/thirteen"
[shape.seven_pairs]
pairs = 7
melds = 0
when = "kind_count == 7"
[shape.thirteen_orphans]
tiles = 14
melds = 0
when = "kind_count == 13 and all(t.is_terminal or t.is_honor for t in tiles)"
[fan.any]
value = 1
when = "set_count >= 0"
"""


def distances() -> Iterator[Row]:
    """riichienv, one call each (it has no batch), then ours in one: its three shapes, and those of a rich rulebook."""
    progress(f"distances of {HANDS} random hands")
    dealt = list(_deals(HANDS))
    hands = np.zeros((HANDS, 42), dtype=np.uint8)
    for row, tiles in zip(hands, dealt, strict=True):
        np.add.at(row, tiles, 1)
    copies = [_copies(tiles) for tiles in dealt[:PEER_HANDS]]
    peer = PEER_HANDS / best_of(lambda: [calculate_shanten(hand) for hand in copies])
    yield Row("distance: riichienv, one call each", f"{peer:,.0f} hands/s")
    with TemporaryDirectory(prefix="quepu-bench-") as folder:
        path = Path(folder) / "three.toml"
        path.write_text(THREE_SHAPES, encoding="utf-8")
        book = quepu.rulebook(path)
    ours = book.distances(hands)        # compiled on the first use
    differing = sum(map(int, ours[:PEER_HANDS] != [calculate_shanten(hand) for hand in copies]))
    rate = HANDS / best_of(lambda: book.distances(hands))
    yield Row(f"distance: 4 sets + pair, pairs, orphans ({differing} differ)",
              f"{rate:,.0f} hands/s = {rate / peer:.1f}x", ">= 8M, 2.5x", rate >= 8e6 and rate >= 2.5 * peer)
    richest = quepu.rulebook(MEASURED["fans"])
    richest.distances(hands)
    rate = HANDS / best_of(lambda: richest.distances(hands))
    yield Row(f"distance: all shapes of {richest.id}", f"{rate:,.0f} hands/s", ">= 2M", rate >= 2e6)


def _deals(hands: int) -> Iterator[list[int]]:
    """Hands of fourteen tiles, as kinds."""
    rng = Random("distances")
    wall = [kind for kind in range(34) for _copy in range(4)]
    for _ in range(hands):
        yield rng.sample(wall, 14)


def _copies(tiles: list[int]) -> list[int]:
    """Kinds as the peer numbers single tiles: four a kind."""
    return [4 * kind + tiles[:place].count(kind) for place, kind in enumerate(tiles)]
