"""天津 at the table: what may be claimed. Bets are in test_sitting_and_pulling.py, wild tiles in tests/engine."""

import pytest

from quepu.game.match import Match
from quepu.notation import read_tiles, write_tiles
from tests.laid import dealt, discard, engine_of, memory, paid, run, texts

HANDS = ("46m123p456p789s55z9p", "99p258m147s1346z2p", "258m147p369s1256z", "369m147p258s1267z")


def test_a_pair_pungs_a_discard_and_the_fourth_tile_drawn_is_added() -> None:
    match = dealt("tianjin", HANDS, "1m2m3m9p", "8s1s", fill=20)
    match.play("E", "discard 9p")
    assert texts(match, "S") == ["pung", "pass"]         # no chow, and nothing is declared ready
    run(match, "S pung", "S 2p")
    assert match.view("W").drawn == "1m"                 # after a pung one discards, then the next in turn draws
    discard(match, "W 1m", "N 2m", "E 3m")
    assert "kong added 9p" in texts(match, "S")
    match.play("S", "kong added 9p")
    assert match.view("S").drawn == "8s"                 # from the tail, beside the turned tile
    assert memory(match, "melded_kongs") == [0, 1, 0, 0]
    assert paid(match) == [0, 0, 0, 0]                   # settled when the hand is over


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_upper_tile_of_the_stack_the_dice_count_is_turned_and_the_other_is_drawn(seed: int) -> None:
    match = Match("tianjin", seed=seed, engine=engine_of("tianjin"))
    match.begin()
    while texts(match, match.asked[0])[0] == "choose 0":
        match.play(match.asked[0], "choose 0")
    wall = [write_tiles([tile]) for tile in read_tiles(match.steps[0].wall or "")]
    place = len(wall) - 2 * (int(match.table.dice[0]) + int(match.table.dice[1]))
    assert match.view("E").turned == (f"indicator {wall[place]}",)
    table = match.table
    lies = [write_tiles([int(tile)]) for tile in table.wall[table.wall_front:table.wall_back]]
    assert lies == wall[53:place] + wall[place + 1:]     # its mate and all behind it stay, to be drawn
