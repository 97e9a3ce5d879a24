"""Declarations at a table of sixteen tiles: 宣告聽牌, 聽牌現牌, 天聽, 地聽; what binds, what lapses, what follows."""

import pytest

from quepu.game.match import Match
from tests.laid import texts
from tests.laid.sixteen import CHOWS, begun, discard_any, earned, go, let_go

WAYS = ("declared", "shown")


def test_declared_ready_the_hand_stays_as_it_is() -> None:
    for way, fan in (("declared", "declared_ready"), ("shown", "open_ready")):
        match = begun("1z", "123456m78922p2346s1z", draws="2z9m9s9p7s9m9s9p9m5s")
        go(match, "E discard 1z", "S discard 2z")
        discard_any(match, "W", "N", "E")
        assert not [text for text in texts(match, "S") if "ting" in text]
        go(match, f"S declare {way} 1z")
        discard_any(match, "W", "N", "E")              # South discards the 9m it draws by itself
        go(match, "W discard 5s", "S win")
        assert earned(match) == {fan: 1, "concealed_hand": 1, "all_chows": 1}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("hand", "drawn", "allowed"), [
    ("123456m78922p67s444z", "4z", True), ("123456789m789p3334s", "3s", False)])
def test_declared_ready_a_concealed_kong_must_leave_the_waits(way: str, hand: str, drawn: str, allowed: bool) -> None:
    match = begun("1z", hand, draws=f"2z9m9s9p2z9m9s9p{drawn}", tail="9m")
    go(match, "E discard 1z", "S discard 2z")
    discard_any(match, "W", "N", "E")
    go(match, f"S declare {way} 2z")
    discard_any(match, "W", "N", "E")
    offered = texts(match, "S") if match.asked == (1,) else []
    assert (f"kong concealed {drawn}" in offered) == allowed


def ready_in_second_turn(way: str, draws: str, name: str = "taiwan") -> Match:
    """South waits for 1s and 4s and says so with its second discard; West has 2p, 4z and 1s, and its turn has come."""
    match = begun("1z", "123456m78922p444z23s", "2p4z1s1s", draws="9m9s9p3z9m" + draws, name=name)
    go(match, "E discard 1z", "S discard 9m")
    discard_any(match, "W", "N", "E")
    go(match, f"S declare {way} 9m" if way else "S discard 9m")
    let_go(match)
    return match


@pytest.mark.parametrize("way", WAYS)
def test_declared_ready_nothing_is_claimed_but_a_win_which_may_be_let_go(way: str) -> None:
    for thrown, free in (("2p", ["pung", "pass"]), ("4z", ["kong melded 4z", "pung", "pass"])):
        match = ready_in_second_turn("", "9s")
        go(match, f"W discard {thrown}")
        assert texts(match, "S") == free
        match = ready_in_second_turn(way, "9s")
        assert match.scores == (0, 0, 0, 0)             # nothing is staked
        go(match, f"W discard {thrown}")
        assert match.asked == (3,)
    match = ready_in_second_turn(way, "9s9p3z1s")
    go(match, "W discard 1s")
    assert texts(match, "S") == ["win", "pass"]


@pytest.mark.parametrize("way", WAYS)
def test_declared_ready_a_self_draw_may_be_let_go(way: str) -> None:
    match = ready_in_second_turn(way, "9s9p3z1s")
    discard_any(match, "W", "N", "E")
    assert texts(match, "S") == ["win", "discard 1s"]


def test_an_early_declaration_that_has_lapsed_may_be_followed_by_a_plain_one() -> None:
    for thrown, again in (("6s", True), ("9s", False)):        # the hand is changed, or stays
        match = begun("1z", CHOWS, draws="9s9m9s9p1z")
        match.play("S", "declare tian_ting")
        go(match, "E discard 1z", f"S discard {thrown}")
        discard_any(match, "W", "N", "E")
        assert ("declare declared 1z" in texts(match, "S")) == again
        assert ("declare shown 1z" in texts(match, "S")) == again


def test_a_win_let_go_costs_the_early_declaration_but_not_the_win() -> None:
    match = begun("5s", CHOWS, draws="9m9s9p9m9s9p8s")
    match.play("S", "declare tian_ting")
    go(match, "E discard 5s", "S pass", "S discard 9m")
    discard_any(match, "W", "N", "E", "S", "W")
    assert match.view("N").drawn == "8s"
    go(match, "N discard 8s", "S win")
    assert earned(match) == {"concealed_hand": 1, "all_chows": 1}
