"""Who pays for all at the table (包), what both sides' openings and kongs do to the price, and passed wins (过胡)."""

import pytest

from quepu.game.match import Match
from tests.laid import dealt, discard, go, memory, paid, texts


def flush(draws: str, tail: str = "") -> Match:
    """S has punged 1m of E, 3m of W and 5m of N, and has 66m78m left; then `draws`, S the fourth."""
    hands = ("1m", "11m33m55m66m78m1s2s3s", "3m", "5m")
    match = dealt("wuhan", hands, "3z" "9p9p9p" + draws, tail, 20)
    go(match, "E discard 1m", "S pung", "S discard 1s", "W discard 3m", "S pung", "S discard 2s")
    discard(match, "W")
    go(match, "N discard 5m", "S pung", "S discard 3s")
    discard(match, "W", "N", "E")
    return match


def test_whoever_feeds_the_third_opening_of_a_flush_pays_for_all() -> None:
    match = flush("9s9s9s9m")
    assert memory(match, "third_opening_from") == [-1, 3, -1, -1]
    match.play("S", "win")
    assert paid(match) == [0, 180, 0, -180]             # 10 x 2^(开口 + 硬胡) x 1.5 each


def test_a_kong_added_later_is_no_third_opening() -> None:
    match = flush("9s9s9s1m", "9m")
    match.play("S", "kong added 1m")                    # whose pung E fed
    assert memory(match, "third_opening_from") == [-1, 3, -1, -1]
    assert memory(match, "openings") == [0, 3, 0, 0]
    match.play("S", "win")
    assert paid(match) == [0, 480, 0, -480]             # 清一色 and 杠开 20, 开口 + 明杠 + 硬胡


def melded(west: str, option: str = "") -> Match:
    """S has punged four times and waits for 5p, which W draws and throws; W keeps its first draw, 8m."""
    hands = ("1m7s", "11m33p55s77s5p129s1z", "3p" + west, "5s")
    match = dealt("wuhan" + option, hands, "3z" "8m9m9m9m9p9p5p", "", 20)
    go(match, "E discard 1m", "S pung", "S discard 1z", "W discard 3p", "S pung", "S discard 1s")
    discard(match, "W")
    go(match, "N discard 5s", "S pung", "S discard 2s")
    discard(match, "W", "N")
    go(match, "E discard 7s", "S pung", "S discard 9s", "W discard 5p", "S win")
    return match


READY = "456m456p456s22p8m"                             # waits for 2p and 8m with the 8m it draws


@pytest.mark.parametrize(("west", "rows"), [("", [0, 280, -280, 0]), (READY, [-80, 280, -120, -80])])
def test_who_is_not_ready_pays_for_the_melded_hand_he_feeds(west: str, rows: list[int]) -> None:
    match = melded(west)
    assert [fan.id for fan in match.settlements[0].wins[0].score.fans] == ["all_pungs", "melded_hand", "hard_win"]
    assert paid(match) == rows                          # 20 x 2^(开口 + 硬胡), half more for W


@pytest.mark.parametrize(("option", "west", "rows"), [
    ("?opening=each", READY, [-600, 1800, -600, -600]), ("?opening=each&cap=500", READY, [-1000, 3000, -1000, -1000]),
    ("?opening=each&cap=800", READY, [-640, 2080, -800, -640]), ("?opening=each", "", [0, 1800, -1800, 0])])
def test_every_opening_doubles_by_option_up_to_the_cap(option: str, west: str, rows: list[int]) -> None:
    assert paid(melded(west, option)) == rows           # 20 x 2^(4 + 1) = 640, of W 960


def robbed(option: str = "") -> Match:
    """E has punged 8m of N and adds the fourth; S, opened, waits for it."""
    hands = ("1p88m1z", "11p678s456p22p79m1s", "", "8m")
    match = dealt("wuhan" + option, hands, "3z" "9s9s9s9s9p8m", "9p", 20)
    go(match, "E discard 1p", "S pung", "S discard 1s")
    discard(match, "W")
    go(match, "N discard 8m", "E pung", "S pass")
    discard(match, "E 1z", "S", "W", "N")
    match.play("E", "kong added 8m")
    return match


def test_a_robbed_kong_counts_and_its_maker_pays_for_all() -> None:
    match = robbed()
    assert match.asked == (1,)
    match.play("S", "win")
    win = match.settlements[0].wins[0]
    assert [fan.id for fan in win.score.fans] == ["robbed_kong", "hard_win"]
    assert win.agrees
    assert memory(match, "melded_kongs") == [1, 0, 0, 0]
    assert paid(match) == [-240 - 40 - 40, 320, 0, 0]   # E: 10 x 2^2 x 2^(开口 + 明杠) x 1.5


def test_a_kong_that_is_not_robbed_counts_once() -> None:
    match = robbed()
    match.play("S", "pass")
    assert memory(match, "melded_kongs") == [1, 0, 0, 0]
    assert memory(match, "openings") == [1, 1, 0, 0]
    assert match.view("E").drawn == "9p"


SOUTH = "11m678s456p22p78m1s"                           # with 1m punged and 1s thrown it waits for 6m and 9m


def test_one_who_lets_a_win_go_waits_for_his_next_draw() -> None:
    match = dealt("wuhan", ("1m", SOUTH, "9m", "6m"), "3z" "8s8s9s9s6m", "", 20)
    go(match, "E discard 1m", "S pung", "S discard 1s", "W discard 9m")
    assert texts(match, "S") == ["win", "pass"]
    match.play("S", "pass")
    match.play("N", "discard 6m")                       # would complete it too
    assert match.asked == (0,)
    discard(match, "E", "S")
    match.play("W", "discard 6m")
    assert texts(match, "S") == ["win", "pass"]


def test_of_two_who_wait_the_nearest_wins_alone() -> None:
    match = dealt("wuhan", ("1m9m", SOUTH, "", "11s678s456p55p78m2s"), "3z" "8s", "", 20)
    go(match, "E discard 1m", "S pung", "S discard 1s", "N pung", "N discard 2s", "E discard 9m")
    assert match.asked == (1, 3)
    go(match, "N win", "S win")
    assert [win.seat for win in match.settlements[0].wins] == [1]
    assert paid(match) == [-16, 28, -4, -8]             # E: 放冲 and 庄家; N has opened


@pytest.mark.parametrize(("option", "found"), [("", ["win", "pass"]), ("?min_total=16", []), ("?min_total=32", [])])
def test_the_largest_payment_must_reach_the_minimum(option: str, found: list[str]) -> None:
    match = dealt("wuhan" + option, ("1m", SOUTH, "9m", ""), "3z" "8s", "", 20)
    go(match, "E discard 1m", "S pung", "S discard 1s", "W discard 9m")
    assert texts(match, "S") == found
    if found:
        match.play("S", "win")
        assert paid(match) == [-8, 20, -8, -4]


def test_a_concealed_kong_opens_nothing() -> None:
    match = dealt("wuhan", ("1z", "1111p678s22p78m45p", "9m", ""), "3z" "9s8s", "6p", 20)
    discard(match, "E 1z")
    match.play("S", "kong concealed 1p")
    assert memory(match, "concealed_kongs") == [0, 1, 0, 0]
    assert memory(match, "openings") == [0, 0, 0, 0]
    go(match, "S discard 9s", "W discard 9m")
    assert match.asked == (3,)                          # S is complete and was not asked
    assert "没有开口" in match.why_not("S", "win")


def test_a_false_win_costs_three_hundred_to_each_once() -> None:
    match = dealt("wuhan", ("1m", SOUTH, "", ""), "3z", "", 20)
    match.play("E", "false_win")
    assert paid(match) == [-900, 300, 300, 300]


def test_of_two_who_could_win_only_the_nearest_does() -> None:
    hands = ("1m", "11m456s789s22p46p9s", "99s333m777m44m55p1z", "")
    match = dealt("wuhan", hands, "3z" "9p5p", "", 20)
    go(match, "E discard 1m", "S pung", "S discard 9s", "W pung", "W discard 1z")
    discard(match, "N")
    go(match, "E discard 5p")
    assert ["win" in texts(match, seat) for seat in "SW"] == [True, True]
    go(match, "S win", "W win")                         # S has a plain hand, W 碰碰胡
    assert [win.seat for win in match.settlements[0].wins] == [1]
