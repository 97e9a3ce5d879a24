"""What the source texts say of tiles and first dealers, where no table of the rulebook itself shows it."""

import pytest

from quepu.game.match import Match
from quepu.notation import write_tiles
from quepu.tiles import FLOWERS
from tests.laid import engine_of

SUITS = "123456789m123456789p123456789s"
WITH_HONOURS = SUITS + "1234567z"


@pytest.mark.parametrize(("name", "kinds"), [
    ("hebei", WITH_HONOURS), ("taiyuan", WITH_HONOURS), ("neimeng", WITH_HONOURS), ("changchun", WITH_HONOURS),
    ("jilin", WITH_HONOURS), ("harbin", SUITS + "7z"),
])
def test_there_are_four_of_each_tile_and_no_flower(name: str, kinds: str) -> None:
    copies = [int(number) for number in engine_of(name).rules.copies[:FLOWERS.stop]]
    assert write_tiles([kind for kind, number in enumerate(copies) if number]) == kinds
    assert set(copies) <= {0, 4}


@pytest.mark.parametrize("name", ["taiyuan", "harbin"])
def test_the_first_dealer_comes_by_chance(name: str) -> None:
    dealers = set()
    for seed in range(12):
        match = Match(name, seed=seed, engine=engine_of(name))
        match.begin()
        dealers.add(match.player_of(0))
    assert dealers == {0, 1, 2, 3}
