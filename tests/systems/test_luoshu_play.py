"""洛书 at the table: claims and their order, kongs of head tiles, the frozen hand, options, the match."""

from functools import partial
from typing import Any

import pytest

from quepu.game.match import Match
from tests import laid
from tests.laid import discard, drift, go, memory, paid, pass_all, run, texts

READY = "15945m267p348s11z"             # waits for 6m
begun = partial(laid.begun, "luoshu")


def called(south: str = READY, draws: str = "2z", stake: int = 3, tile: str = "2z", **more: Any) -> Match:
    """South has called with a stake, discarding the tile it drew."""
    match = begun("2z", south, draws=draws, **more)
    discard(match, "E 2z")
    go(match, f"S declare call {tile}", f"S choose {stake}")
    pass_all(match)
    return match


@pytest.mark.parametrize(("option", "found"), [(False, ["chow 159m", "pung"]), (True, ["chow 159m"])])
def test_three_equal_numbers_are_a_set_unless_only_lines_count(option: bool, found: list[str]) -> None:
    match = begun("5m", "1559m2468p2468s3z", options={"lines_only": option})
    go(match, "E discard 5m")
    assert [text for text in texts(match, "S") if text != "pass"] == found


def test_a_pung_of_head_tiles_is_for_anyone_and_goes_before_fifteen() -> None:
    match = begun("1z", "19m2468p2468s123z", "11z2468p2468s159m")
    go(match, "E discard 1z", "W pung")
    assert match.table.meld_count[2] == 1
    match = begun("5m", "19m2468p2468s123z", "5m5m2468p2468s12z")
    go(match, "E discard 5m")
    assert match.asked == (1,)          # numbers are no pung for anyone


def test_a_win_goes_before_all_and_the_nearest_wins() -> None:
    other = "15945p267m348s11z"         # waits for 6p, with 6m for a fifteen
    match = begun("2z", READY, "15945m267p348s33z", other, draws="2z2z9m6m")
    discard(match, "E 2z")
    go(match, "S declare call 2z", "S choose 2")
    pass_all(match)
    go(match, "W declare call 2z", "W choose 5")
    pass_all(match)
    discard(match, "N 9m")
    go(match, "E discard 6m", "S win", "W win")
    assert paid(match) == [-2, 7, -5, 0]                # South is nearer; West loses the 5 it staked


def test_flowers_and_numbers_make_no_claimed_set_of_equals() -> None:
    match = begun("1f", "23f2468p2468s159m", "5m55m2468p2468s1z")
    go(match, "E discard 1f")
    assert match.asked == (1,)
    assert "pass" not in texts(match, "S")              # South draws: nobody was asked about the flower
    match = begun("5m", "12f2468p2468s134m", "5m55m2468p2468s1z")
    go(match, "E discard 5m")
    assert match.asked == (1,)


def test_a_flower_may_be_won_on() -> None:
    match = called("159456m267p348s1f", "2z2f")
    go(match, "W discard 2f", "S win")
    assert paid(match) == [0, 3, -3, 0]


@pytest.mark.parametrize("how", ["melded", "concealed", "added"])
def test_kongs_of_head_tiles_bring_a_tile_of_the_tail(how: str) -> None:
    if how == "concealed":
        match = begun("1111z", replacements="9s")
        go(match, "E kong concealed 1z")
        assert match.view("E").drawn == "9s"
        return
    west, draws = ("111z", "") if how == "melded" else ("11z", "2m3m4m1z")
    match = begun("1z", "", west, draws=draws, replacements="9s")
    go(match, "E discard 1z")
    if how == "melded":
        go(match, "W kong melded 1z")
    else:
        go(match, "W pung")
        go(match, f"W {texts(match, 'W')[0]}")
        pass_all(match)
        discard(match, "N 2m", "E 3m", "S 4m")
        go(match, "W kong added 1z")
    assert match.view("W").drawn == "9s"


def test_all_four_flowers_are_a_kong_with_a_tile_of_the_tail() -> None:
    match = begun("1234f", replacements="9s")
    assert "kong flowers 1234f" in texts(match, "E")
    go(match, "E kong flowers 1234f")
    assert match.view("E").drawn == "9s"
    assert match.table.meld_count[0] == 1
    assert not [text for text in texts(begun("123f"), "E") if text.startswith("kong")]


def test_four_equal_numbers_are_no_kong() -> None:
    match = begun("5555m1z")
    assert not [text for text in texts(match, "E") if text.startswith("kong")]
    match = begun("5m", "2468p2468s123z19m", "555m2468p2468s12z")
    go(match, "E discard 5m")
    assert match.asked == (1,)          # West, who has the other three, is not asked


def test_after_the_call_the_hand_is_frozen() -> None:
    match = called(draws="2z1z9p4p7p")
    go(match, "W discard 1z")
    assert match.view("S").offered is None              # South holds a pair of it
    pass_all(match)
    discard(match, "N 9p", "E 4p")
    assert match.asked == (2,)          # South drew 7p and had to discard it


def test_a_concealed_kong_after_the_call_must_leave_the_waits() -> None:
    match = called("111z15945m267p22z", "3z9p9p9p1z", tile="3z", stake=1)
    discard(match, "W 9p", "N 9p", "E 9p")
    assert texts(match, "S") == ["kong concealed 1z", "discard 1z"]


def test_the_fourth_flower_may_be_laid_down_after_the_call() -> None:
    match = called("123f44z26s267p357m", "3z9p9p9p4f8p8p8p7s", tile="3z", replacements="9s", fill=20)
    discard(match, "W 9p", "N 9p", "E 9p")
    assert texts(match, "S") == ["kong flowers 1234f", "discard 4f"]
    go(match, "S kong flowers 1234f")   # draws 9s, and discards it as it must
    assert (match.table.meld_count[1], match.asked[0]) == (1, 2)
    discard(match, "W 8p", "N 8p", "E 8p")
    assert texts(match, "S") == ["win", "discard 7s"]
    go(match, "S win")
    assert paid(match) == [-3, 9, -3, -3]


def test_three_flowers_are_a_set_to_call_with_and_four_in_the_hand_are_none() -> None:
    match = begun("2z", "1234f26s267p357m4z", draws="4z", fill=20)
    discard(match, "E 2z")
    assert [text for text in texts(match, "S") if not text.startswith("discard")] == [
        "kong flowers 1234f", "declare call 1f", "declare call 2f", "declare call 3f", "declare call 4f"]


def test_a_self_draw_that_was_let_go_binds_until_the_next_draw() -> None:
    match = called(draws="2z9p9p9p6m6m8p8p8p6m", fill=20)
    discard(match, "W 9p", "N 9p", "E 9p")
    assert texts(match, "S") == ["win", "discard 6m"]
    discard(match, "S 6m")
    go(match, "W discard 6m")
    assert match.view("S").offered is None
    pass_all(match)
    discard(match, "N 8p", "E 8p")
    go(match, "W discard 6m")           # South has drawn 8p and discarded it
    assert "win" in texts(match, "S")


def test_a_tile_that_was_let_go_wins_again_after_the_next_draw() -> None:
    match = called(draws="2z6m6m9p4p6m", fill=20)
    run(match, "W 6m", "S pass")
    go(match, "N discard 6m")
    assert match.view("S").offered is None
    pass_all(match)
    discard(match, "E 9p")
    go(match, "W discard 6m")
    assert "win" in texts(match, "S")


def test_a_tile_that_was_let_go_wins_by_the_next_draw_itself() -> None:
    match = called(draws="2z6m9p9p6m", fill=20)
    run(match, "W 6m", "S pass")
    discard(match, "N 9p", "E 9p")
    assert texts(match, "S") == ["win", "discard 6m"]


def test_the_next_draw_frees_a_tile_even_if_another_win_is_let_go_with_it() -> None:
    match = called("159m267p348s1122z", "3z1z9p9p2z1z", tile="3z", fill=20)
    run(match, "W 1z", "S pass")
    discard(match, "N 9p", "E 9p")
    assert texts(match, "S") == ["win", "discard 2z"]
    discard(match, "S 2z")
    go(match, "W discard 1z")
    assert "win" in texts(match, "S")


@pytest.mark.parametrize(("forfeit", "west"), [("max", -8), ("sum", -11), ("none", -3)])
def test_what_a_loser_who_has_called_pays(forfeit: str, west: int) -> None:
    match = begun("2z", READY, "15945m267p348s33z", draws="2z2z9p9p6m", options={"forfeit": forfeit})
    discard(match, "E 2z")
    go(match, "S declare call 2z", "S choose 3")
    pass_all(match)
    go(match, "W declare call 2z", "W choose 8")
    pass_all(match)
    discard(match, "N 9p", "E 9p")
    go(match, "S win")
    assert paid(match) == [-3, 6 - west, west, -3]


@pytest.mark.parametrize(("chips", "over"), [(5, False), (4, True)])
def test_the_match_goes_on_while_everybody_has_a_chip(chips: int, over: bool) -> None:
    match = called(draws="2z6m", stake=4)
    match.table.score[2] = chips
    go(match, "W discard 6m", "S win")
    assert (match.scores[2], match.over) == (chips - 4, over)


def test_options_of_chips_and_stakes() -> None:
    match = begun("2z", READY, draws="2z", options={"max_stake": 2, "start_chips": 50})
    assert match.scores == (50, 50, 50, 50)
    discard(match, "E 2z")
    go(match, "S declare call 2z")
    assert texts(match, "S") == ["choose 1", "choose 2"]
    match = begun("2z", READY, draws="2z", options={"max_stake": 1})
    discard(match, "E 2z")
    go(match, "S declare call 2z")
    assert memory(match, "stakes") == [0, 1, 0, 0]      # there is nothing to choose


def test_bonuses_double_the_stake_at_the_table() -> None:
    match = called("555m26s267p348p11z", "2z7s", stake=4, options={"bonuses": True})
    go(match, "W discard 7s", "S win")
    pass_all(match)
    assert paid(match) == [0, 8, -8, 0]


def test_every_tile_is_drawn_and_a_match_is_eight_changes_of_dealer() -> None:
    match = drift(begun("2z", fill=9))
    assert match.table.wall_front == match.table.wall_back
    assert match.book.model.as_written()["match"]["hands"] == {"deals": 8}
