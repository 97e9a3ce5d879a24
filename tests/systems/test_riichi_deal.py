"""日本麻将: the wall, the deal, who deals next."""

from quepu.game.match import Match
from quepu.notation import read_tiles
from tests.laid import begun, drift, plain_engine, run

WAITS = "234567m345p2267s"              # waits for 5s and 8s


def test_the_wall_has_136_tiles_and_14_stay() -> None:
    engine = plain_engine("riichi")
    match = Match(engine.book, seed=2, engine=engine)
    match.begin()
    assert len(read_tiles(match.steps[0].wall)) == 136
    view = match.view(0)
    assert [seat.tile_count for seat in view.seats] == [14, 13, 13, 13]
    assert view.wall_left == 136 - 53 - 14
    assert len(view.turned) == 1
    assert match.asked == (0,)


def test_four_tiles_three_times_and_one() -> None:
    engine = plain_engine("riichi")
    match = Match(engine.book, seed=2, engine=engine)
    match.begin()
    wall = read_tiles(match.steps[0].wall)
    south = [*wall[4:8], *wall[20:24], *wall[36:40], wall[49]]
    assert sorted(tile.kind for tile in read_tiles(str(match.view(1).own.tiles))) == sorted(tile.kind for tile in south)


def test_the_deal_passes_to_the_right_whoever_wins() -> None:
    match = begun("riichi", "8s", "", WAITS)
    dealer = match.player_of(0)
    run(match, "E 8s", "W win")
    match.begin()
    assert match.player_of(0) == (dealer + 1) % 4
    assert [match.player_of(seat) for seat in range(4)] == [(dealer + 1 + seat) % 4 for seat in range(4)]


def test_the_first_to_sit_down_deals_first() -> None:
    assert begun("riichi", "1z").player_of(0) == 0


def test_every_hand_has_another_wall() -> None:
    engine = plain_engine("riichi")
    walls = set()
    for seed in range(3):
        match = Match(engine.book, seed=seed, engine=engine)
        match.begin()
        walls.add(match.steps[0].wall)
        drift(match)
        match.begin()
        walls.add(match.steps[-1].wall)
    assert len(walls) == 6
