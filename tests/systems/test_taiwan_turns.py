"""行牌禁制 and 過水 at a table of sixteen tiles: what may not be done after a claim, a kong or a win let go."""

import pytest

from quepu.game.match import Match
from tests.laid import remember, texts
from tests.laid.sixteen import CHOWS, begun, discard_any, earned, go, let_go, remembered


def kongs(match: Match, seat: str) -> list[str]:
    """The kongs a seat may make."""
    return [text for text in texts(match, seat) if text.startswith("kong")]


# -- what a claim forbids --

@pytest.mark.parametrize(("thrown", "claim"), [("5p", "pung"), ("3p", "chow 345p")])
def test_no_kong_is_made_in_the_turn_of_a_chow_or_pung(thrown: str, claim: str) -> None:
    match = begun(thrown, "4555p1111z9m", draws="9s")
    go(match, f"E discard {thrown}", f"S {claim}")
    assert kongs(match, "S") == []
    match = begun("2z", "4555p1111z9m", draws="9s")
    go(match, "E discard 2z")
    assert kongs(match, "S") == ["kong concealed 1z"]


def test_the_tile_of_a_pung_is_not_discarded_in_its_turn() -> None:
    match = begun("5p", "555p19m")
    go(match, "E discard 5p", "S pung")
    assert "discard 5p" not in texts(match, "S")
    assert "discard 9m" in texts(match, "S")


def test_a_hand_that_a_claim_completes_is_not_won_by_it() -> None:
    match = begun("1p", "111p123456m789p2342s", draws="5z")
    go(match, "E discard 1p", "S pung")
    assert "win" not in texts(match, "S")               # 16 tiles and the one claimed: no turn that began with a draw


@pytest.mark.parametrize(("thrown", "kong", "wins"), [("9p", "melded", False), ("2z", "concealed", True)])
def test_after_a_direct_kong_an_added_one_brings_no_self_draw_either(thrown: str, kong: str, wins: bool) -> None:
    """South has a pung of 1z; its 9p become a kong, the replacement is added to the pung, the next one completes."""
    match = begun("1z" + thrown, "11z999p456789m4522s8s", draws="4z6m1m9p"[:8 if wins else 6], tail="3s1z")
    go(match, "E discard 1z", "S pung", "S discard 8s")
    discard_any(match, "W", "N")
    go(match, f"E discard {thrown}", f"S kong {kong} 9p", "S kong added 1z")
    assert match.view("S").drawn == "3s"
    assert ("win" in texts(match, "S")) == wins


@pytest.mark.parametrize("claimed", [False, True])
def test_what_was_heard_before_a_concealed_kong_matters_in_its_own_turn_alone(claimed: bool) -> None:
    """South's kong leaves a wait for 2z, which East has discarded; in its next turn it draws one.

    Between others draw, or nobody does: East pungs South's discard.
    """
    match = begun("2z99m3z", "123456m789p234s4444z", draws="2z2z" if claimed else "2z9s9p3z2z", tail="9m")
    go(match, "E discard 2z", "S kong concealed 4z")
    assert remembered(match, "stale_kong") == {"0": 0, "1": 1, "2": 0, "3": 0}
    go(match, "S discard 9m")
    if claimed:
        go(match, "E pung", "E discard 3z")
        let_go(match)
    else:
        discard_any(match, "W", "N", "E")
    assert match.view("S").drawn == "2z"
    assert "win" in texts(match, "S")


@pytest.mark.parametrize(("drawn", "tail"), [("1f", "5s"), ("4z", "5s"), ("4z", "5s1f")])
def test_out_on_the_replacement_of_a_flower_of_a_kong_or_of_both(drawn: str, tail: str) -> None:
    match = begun("1z", "123456m78922p444z67s" if drawn == "4z" else CHOWS, draws="9m9s9p3z" + drawn, tail=tail)
    go(match, "E discard 1z", "S discard 9m")
    discard_any(match, "W", "N", "E")
    if drawn == "4z":
        go(match, "S kong concealed 4z")
    go(match, "S win")
    assert earned(match)["kong_bloom"] == 1


def test_a_robbed_kong_is_told_and_costs_its_maker_alone() -> None:
    """West waits for 6p and 9p and lets the first one go; its next discard frees it."""
    match = begun("9p", "99p1z", "123456789s22s123p78p", draws="9m6m6m9p")
    go(match, "E discard 9p", "W pass", "S pung", "S discard 1z")
    discard_any(match, "W", "N", "E")
    go(match, "S kong added 9p", "W win")
    assert earned(match) == {"robbing_the_kong": 1, "concealed_hand": 1, "all_chows": 1}
    assert match.scores == (0, -9, 9, 0)


# -- a win let go --

def test_a_win_by_flowers_let_go_bars_no_win_on_a_discard() -> None:
    """South has seven flowers; West draws the eighth, and discards what comes in its place."""
    match = begun("1z", "1234567f123456m789p", draws="9m8f", tail="5s76432s22p")
    assert match.view("S").own.tiles == "123456m22789p23467s"
    go(match, "E discard 1z", "S discard 9m")
    assert texts(match, "S") == ["win", "pass"]
    match.play("S", "pass")
    go(match, "W discard 5s")
    assert "win" in texts(match, "S")


def test_a_win_by_flowers_let_go_costs_no_early_declaration() -> None:
    match = begun("1z", "1234567f123456m789p", draws="9m8f", tail="5s76432s22p")
    match.play("S", "declare tian_ting")
    go(match, "E discard 1z", "S discard 9m")
    match.play("S", "pass")
    go(match, "W discard 5s", "S win")
    assert "heavenly_ready" in earned(match)


def test_the_same_of_flowers_of_the_deal() -> None:
    match = begun("8f5s", "1234567f123456m789p", tail="76432s22p1z")
    match.play("S", "pass")
    let_go(match)
    go(match, "E discard 5s")
    assert "win" in texts(match, "S")


# -- 相公, told by a referee --

def test_a_dead_hand_makes_its_own_kongs_but_no_direct_one() -> None:
    for dead in (False, True):
        match = begun("9p", "", "999p1111z", draws="9s9m")
        if dead:
            remember(match, "dead_hand", 1, 2)
        go(match, "E discard 9p")
        assert ("kong melded 9p" in texts(match, "W")) != dead
        discard_any(match, "S")
        assert "kong concealed 1z" in texts(match, "W")


# -- several winners --

@pytest.mark.parametrize(("option", "winners"), [("", [1]), ("?multi_win=all", [1, 2])])
def test_the_nearest_wins_alone_though_another_hand_is_worth_more(option: str, winners: list[int]) -> None:
    match = begun("5s", CHOWS, "1111236788899994s", name="taiwan" + option)
    go(match, "E discard 5s", "S win", "W win")
    assert [win.seat for win in match.settlements[0].wins] == winners
