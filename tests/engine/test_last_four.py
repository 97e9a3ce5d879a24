"""The last four tiles are drawn one each, without discards and kongs (海底捞); tiles in reserve are never drawn."""

import pytest

from quepu.game.match import Match
from tests.laid import dealt, discard, paid, texts

# S punges the 1m of E, discards 1s and waits for 6m and 9m; the turned 3z makes 4z wild
S = "11m678s456p22p78m1s"


def opened(draws: str, book: str = "wuhan") -> Match:
    """S has opened; these tiles are left after the turned one."""
    match = dealt(book, ("1m", S, "", ""), "3z" + draws)
    match.play("E", "discard 1m")
    match.play("S", "pung")
    match.play("S", "discard 1s")
    return match


def test_the_last_four_go_round_and_a_complete_hand_wins() -> None:
    match = opened("5z5z" "3s9m5z5z")                   # six: W and N draw and discard, then the last four
    discard(match, "W", "N")
    assert match.asked == (1,)                          # E drew the first of the four and was not asked
    assert match.view("S").drawn == "9m"
    assert texts(match, "S") == ["win", "pass"]
    match.play("S", "win")
    win = match.settlements[0].wins[0]
    assert [fan.id for fan in win.score.fans] == ["last_four_draw", "hard_win"]
    assert paid(match) == [-40, 120, -40, -40]          # no half more for a self-draw


def test_whoever_lets_the_last_win_go_has_nothing() -> None:
    match = opened("5z5z" "3s9m5z5z")
    discard(match, "W", "N")
    match.play("S", "pass")
    assert match.hand_over
    assert match.settlements[0].ended == "draw"
    assert paid(match) == [0, 0, 0, 0]
    assert int(match.table.wall_back) == int(match.table.wall_front)
    assert int(match.table.turn_count) == 4             # none of the last four was discarded
    deals_next = int(match.table.player[1])
    match.begin()
    assert match.player_of(0) == deals_next             # after a draw the next seat deals


def test_the_winner_deals_next() -> None:
    match = opened("9m5z" "3s5z5z5z")
    match.play("W", "discard 9m")
    match.play("S", "win")
    player = match.settlements[0].players[1]
    match.begin()
    assert match.player_of(0) == player


@pytest.mark.parametrize(("draws", "found"), [("5z" "7z" "5z" "3s3s3s3s", True), ("5z" "7z" "3s3s3s3s", False)])
def test_no_kong_takes_one_of_the_last_four(draws: str, found: bool) -> None:
    match = opened(draws)
    discard(match, "W")
    assert match.view("N").drawn == "7z"
    assert ("kong single 7z" in texts(match, "N")) is found
    assert "discard 7z" not in texts(match, "N")


@pytest.mark.parametrize(("draws", "found"), [("9m9m9m9m", ["pung", "pass"]),
                                              ("9m9m9m9m9p", ["kong melded 1s", "pung", "pass"])])
def test_no_kong_of_a_discard_takes_one_of_them_either(draws: str, found: list[str]) -> None:
    match = dealt("wuhan", ("1s", "", "", "111s"), "3z" + draws)
    match.play("E", "discard 1s")
    assert texts(match, "N") == found


def test_a_discard_before_the_last_four_is_an_ordinary_one() -> None:
    match = opened("5z9m" "3s3s3s3s")
    discard(match, "W")
    match.play("N", "discard 9m")
    assert texts(match, "S") == ["win", "pass"]
    match.play("S", "win")
    assert [fan.id for fan in match.settlements[0].wins[0].score.fans] == ["plain_win", "hard_win"]


def test_ten_tiles_are_never_drawn_by_option() -> None:
    match = opened("5z5z" "3s9m5z5z" "1p1p1p2s2s2s3s3s8s8s", "wuhan?reserve=10")
    assert match.view("W").wall_left == 5               # W has drawn
    discard(match, "W", "N")
    assert texts(match, "S") == ["win", "pass"]
    match.play("S", "pass")
    assert match.hand_over
