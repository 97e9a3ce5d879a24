"""What a seat at the table waits for."""

import pytest

from quepu.game.plain_engine import PlainEngine
from quepu.notation import read_tiles
from quepu.tiles import code, kinds_in
from tests.laid import plain_engine


@pytest.fixture(scope="module")
def engine() -> PlainEngine:
    return plain_engine("guobiao")


@pytest.mark.parametrize(("tiles", "waits"), [
    ("123m456p789s1122z", "1z 2z"),
    ("1111m456p789s222z", ""),              # the single tile has no fifth copy
    ("111123m456p789s2z", "2z"),
    ("1111222m456p789s", "3m"),
])
def test_a_tile_one_holds_all_of_is_no_wait(engine: PlainEngine, tiles: str, waits: str) -> None:
    t = engine.new_table()
    engine.kernels.start_match(t, engine.session, 1)
    engine.kernels.clear_hand(t, engine.session)
    for tile in read_tiles(tiles):
        engine.kernels.gain(t, engine.session, 0, tile.kind)
    found = " ".join(code(kind) for kind in kinds_in(int(engine.kernels.waits_mask(t, engine.session, 0))))
    assert found == waits
