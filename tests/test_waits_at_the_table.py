"""What a seat at the table waits for."""

import numpy as np
import pytest

import quepu
from quepu.core import table as tb
from quepu.game.plain import PlainEngine
from quepu.notation import read_tiles
from quepu.tiles import code, kinds_in


@pytest.fixture(scope="module")
def engine() -> PlainEngine:
    return PlainEngine(quepu.rulebook("guobiao"))


@pytest.mark.parametrize(("tiles", "waits"), [
    ("123m456p789s1122z", "1z 2z"),
    ("1111m456p789s222z", ""),              # the single tile has no fifth copy
    ("111123m456p789s2z", "2z"),
    ("1111222m456p789s", "3m"),
])
def test_a_tile_one_holds_all_of_is_no_wait(engine: PlainEngine, tiles: str, waits: str) -> None:
    t = np.zeros(1, dtype=tb.TABLE).view(np.recarray)[0]
    engine.kernels.start_match(t, engine.rules, 1)
    engine.kernels.clear_hand(t, engine.rules)
    for tile in read_tiles(tiles):
        engine.kernels.gain(t, engine.rules, 0, tile.kind)
    found = " ".join(code(kind) for kind in kinds_in(int(engine.kernels.waits_mask(t, engine.rules, 0))))
    assert found == waits
