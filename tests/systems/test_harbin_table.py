"""哈尔滨 at the table: opening, ready, the treasure, claims that declare, who pays and who deals next."""

from typing import Any

import pytest

from quepu.game import events as ev
from quepu.game.match import Match
from tests.laid import begun, discard, drift, go, paid, pass_all, run, texts

#: South waits for 5s once it has a chow of 123m and has discarded 9p
SOUTH = "12m222p789s55m46s9p"
DULL = "147m147p369s1188s"


def laid(*hands: str, **more: Any) -> Match:
    return begun("harbin", *hands, **more)


def opened(draws: str = "", tail: str = "8p", east: str = "3m", west: str = "", north: str = "", **more: Any) -> Match:
    """South has claimed 3m from East and declared with 9p; West is to draw."""
    match = laid(east, SOUTH, west, north, draws=draws, tail=tail, **more)
    run(match, "E 3m", "S chow 123m", "S declare ting 9p")
    pass_all(match)
    return match


def fans(match: Match) -> dict[str, int]:
    (win,) = match.settlements[-1].wins
    return {fan.name("zh"): fan.points for fan in win.score.fans}


def test_a_closed_hand_is_not_declared() -> None:
    match = laid("123m222p789s55m46s9p")
    assert not any(text.startswith("declare") for text in texts(match, "E"))


def test_the_first_declaration_lays_the_treasure_aside_for_ready_players_alone() -> None:
    match = opened()
    assert match.view("S").turned == ("treasure 8p",)
    assert match.view("W").turned == match.view(None).turned == ()


def test_the_second_declaration_lays_none() -> None:
    match = opened(west="12m333p789s66m46p9s", east="33m", draws="1s1s", fill=20)
    discard(match, "W 1s", "N 1s")
    run(match, "E 3m", "W chow 123m claim_ting")         # 9s is the only discard that leaves it ready
    pass_all(match)
    assert [event.lot for event in match.events if isinstance(event, ev.TurnedUp)] == ["treasure"]
    assert match.view("W").turned == ("treasure 8p",)


def test_a_ready_player_who_draws_the_treasure_wins() -> None:
    match = opened("1s1s1s8p")
    discard(match, "W 1s", "N 1s", "E 1s")
    go(match, "S win")
    assert fans(match) == {"摸宝": 2, "夹胡": 1}
    assert paid(match) == [-32, 64, -16, -16]           # all three never opened: one fan more


def test_the_treasure_is_changed_when_three_are_visible() -> None:
    match = opened("8p8p8p6p", tail="6p8p")
    discard(match, "W 8p", "N 8p", "E 8p")
    assert match.view("S").turned == ("treasure 6p",)
    go(match, "S win")
    assert fans(match) == {"摸宝": 2, "夹胡": 1}


@pytest.mark.parametrize("on", [False, True])
def test_the_treasure_waited_for_wins_at_the_declaration_with_the_option(on: bool) -> None:
    match = opened(tail="5s", options={"dui_bao": on})
    assert match.hand_over == on
    if on:
        assert fans(match) == {"宝中宝": 4}
        assert paid(match) == [-64, 128, -32, -32]


def test_at_the_declaration_a_treasure_that_is_not_waited_for_wins_nothing() -> None:
    assert not opened(tail="8p", options={"dui_bao": True}).hand_over


@pytest.mark.parametrize(("option", "drawn", "found"), [
    ("hongzhong_fly", "7z", {"红中宝": 2, "夹胡": 1}), ("da_feng", "2p", {"刮大风": 2, "夹胡": 1})])
def test_draws_that_win_by_an_option(option: str, drawn: str, found: dict[str, int]) -> None:
    draws = "1s1s1s" + drawn
    match = opened(draws, options={option: True})
    discard(match, "W 1s", "N 1s", "E 1s")
    go(match, "S win")
    assert fans(match) == found
    match = opened(draws)
    discard(match, "W 1s", "N 1s", "E 1s")
    assert "win" not in texts(match, "S")


def test_who_is_ready_claims_nothing_and_discards_what_comes() -> None:
    match = opened("5m1s1s1s", fill=20)                 # South holds 55m
    go(match, "W discard 5m")
    assert match.view("S").offered is None
    pass_all(match)
    discard(match, "N 1s", "E 1s")
    assert match.asked == (2,)


def test_a_ready_player_makes_only_kongs_that_leave_the_waits() -> None:
    match = opened("1s1s1s2p", fill=20)
    discard(match, "W 1s", "N 1s", "E 1s")
    assert texts(match, "S") == ["kong concealed 2p", "discard 2p"]


def test_a_ready_player_adds_what_he_draws_to_his_pung() -> None:
    match = laid("2p", "22p123m789s55m46s9p", draws="1s1s1s2p", fill=20)
    run(match, "E 2p", "S pung", "S declare ting 9p", "W 1s", "N 1s", "E 1s")
    assert texts(match, "S") == ["kong added 2p", "discard 2p"]


def test_an_unready_discarder_pays_for_all() -> None:
    match = opened("5s")
    run(match, "W 5s", "S win")
    assert paid(match) == [0, 20, -20, 0]               # his share 8, the dealer's 8, North's 4; none has opened


def test_all_three_pay_when_the_discarder_is_ready() -> None:
    match = opened("1s1s1s9m9m1m5s", west="12m333p789s66m46p9s", east="33m", fill=20)
    discard(match, "W 1s", "N 1s")
    run(match, "E 3m", "W chow 123m claim_ting")
    pass_all(match)
    run(match, "N 9m", "E 9m", "S win")                 # South and West discard what they draw: 1m, then 5s
    assert paid(match) == [-8, 14, -2, -4]              # West has opened, East and North have not


def test_an_added_kong_is_robbed_as_a_discard_of_its_maker() -> None:
    match = laid("5s3m", SOUTH, "55s9m", draws="1s1s5s", tail="8p", fill=20)
    run(match, "E 5s", "W pung", "W 9m", "N 1s", "E 3m", "S chow 123m", "S declare ting 9p", "W kong added 5s", "S win")
    assert fans(match) == {"夹胡": 1, "抢杠": 1}
    assert paid(match) == [0, 32, -32, 0]               # 2 fan: his own 8, unready; East's 16, North's 8, closed


def test_a_ready_chow_is_for_anyone_and_yields_to_a_pung() -> None:
    west = "12m222p789s55m46s9p"
    match = laid("3m", DULL, west)
    match.play("E", "discard 3m")
    assert texts(match, "W") == ["chow 123m claim_ting", "pass"]
    match.play("W", "chow 123m claim_ting")             # and declares with 9p, there is no other way
    assert match.table.declared[2] == 2
    assert match.view("W").turned
    match = laid("3m", "12m147p369s1188s7z", west, "33m258p258s4477s")
    go(match, "E discard 3m", "S chow 123m", "W chow 123m claim_ting", "N pung")
    assert list(match.table.meld_count) == [0, 0, 0, 1]
    match = laid("3m", "12m147p369s1188s7z", west, "33m258p258s4477s")
    go(match, "E discard 3m", "S chow 123m", "W chow 123m claim_ting", "N pass")
    assert list(match.table.meld_count) == [0, 0, 1, 0]


def test_a_ready_chow_shows_nothing_of_the_hand_nor_of_others() -> None:
    match = run(laid("3m", DULL, SOUTH), "E 3m", "W chow 123m claim_ting")
    assert match.view("E").seats[2].tiles is None
    assert match.view("W").seats[0].tiles is None


def test_the_nearest_wins_though_another_has_more() -> None:
    match = laid("33m", "12m222p789s55m34s9p", "12m333p789p66m46s9s", draws="1s1s9m5s", tail="8p", fill=20)
    run(match, "E 3m", "S chow 123m", "S declare ting 9p", "W 1s", "N 1s", "E 3m", "W chow 123m claim_ting", "N 5s")
    go(match, "S win", "W win")                         # West has 夹胡, South nothing
    assert [win.seat for win in match.settlements[-1].wins] == [1]


def test_with_the_option_off_a_ready_chow_is_for_the_next_seat_alone() -> None:
    match = laid("3m", DULL, "12m222p789s55m46s9p", options={"chi_ting_any": False})
    match.play("E", "discard 3m")
    assert match.view("W").offered is None
    match = laid("3m", "12m222p789s55m46s9p", options={"chi_ting_any": False})
    match.play("E", "discard 3m")
    assert sorted(texts(match, "S")) == ["chow 123m", "chow 123m claim_ting", "pass"]


@pytest.mark.parametrize("on", [False, True])
def test_a_ready_chow_leaves_two_pairs_with_the_option_alone(on: bool) -> None:
    match = laid("3m", DULL, "12m222p789s55m66p9p", options={"zhi_dui": on})
    match.play("E", "discard 3m")
    assert (match.view("W").offered is not None) == on


def test_a_ready_chow_that_leaves_an_open_wait_is_no_matter_of_two_pairs() -> None:
    match = laid("3m", DULL, "12m222p789s55m34s9p")
    match.play("E", "discard 3m")
    assert texts(match, "W") == ["chow 123m claim_ting", "pass"]


@pytest.mark.parametrize("on", [False, True])
def test_a_ready_chow_breaks_a_pung_into_two_pairs_with_the_option_alone(on: bool) -> None:
    match = laid("3m", DULL, "12m222p789s555m66p", options={"zhi_dui": on})
    match.play("E", "discard 3m")
    match.play("W", "chow 123m claim_ting")
    offered = texts(match, "W")
    assert "declare claim_ting 6p" in offered           # 222p and 555m stay: the pair is waited for
    assert ("declare claim_ting 5m" in offered, "declare claim_ting 2p" in offered) == (on, on)


def three_sets(draws: str) -> Match:
    """South has claimed three sets and holds 5556s; West is to draw."""
    match = laid("3m", "12m11p33p5556s99m9p", draws=f"1s1s1p2s2s3p{draws}", fill=40)
    run(match, "E 3m", "S chow 123m", "S 9m", "W 1s", "N 1s", "E 1p", "S pung", "S 9m")
    return run(match, "W 2s", "N 2s", "E 3p", "S pung", "S 9p")


@pytest.mark.parametrize("tile", ["5s", "7s"])
def test_no_fourth_set_is_claimed(tile: str) -> None:
    match = run(three_sets(f"8m8m{tile}"), "W 8m", "N 8m")
    go(match, f"E discard {tile}")                      # for a pung or a kong, or for a chow
    assert match.view("S").offered is None


def test_no_fourth_set_is_konged() -> None:
    match = run(three_sets("8m8m8m5s"), "W 8m", "N 8m", "E 8m")
    assert "discard 5s" in texts(match, "S")
    assert not any(text.startswith("kong") for text in texts(match, "S"))


def test_a_missed_win_forbids_discards_until_the_next_draw() -> None:
    match = opened("5s5s1s1s", fill=20)
    run(match, "W 5s", "S pass")
    go(match, "N discard 5s")
    assert match.view("S").offered is None


def test_kongs_earn_nothing_and_a_drawn_hand_pays_nothing() -> None:
    match = drift(laid("2222p147m369s118s", fill=8))
    assert paid(match) == [0, 0, 0, 0]
    assert match.settlements[-1].wins == ()


def test_the_dealer_stays_after_a_drawn_hand_and_goes_when_another_wins() -> None:
    match = drift(laid(fill=4))
    dealer = match.table.dealer
    match.begin()
    assert match.table.dealer == dealer
    match = opened("5s")
    dealer = match.table.dealer
    run(match, "W 5s", "S win")
    match.begin()
    assert match.table.dealer == (dealer + 1) % 4


def test_the_whole_wall_is_drawn_but_the_treasure() -> None:
    match = opened("1s", fill=11)
    left = match.view("S").wall_left
    drift(match)
    assert match.table.wall_back == match.table.wall_front
    assert left > 0
