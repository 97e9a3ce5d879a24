"""广州 at the table: 鸡平胡 with kong money, and the profile 推倒胡."""

from typing import Any

import pytest

from quepu.book import rulebook
from quepu.errors import RulebookError
from quepu.game import events as ev
from quepu.game.match import Match
from tests.laid import begun, discard, drift, memory, paid, pass_all, remember, run, texts

READY = "67m12399p333567s"              # waits for 5m and 8m
SOUTH = "55m23499s567p11z2z"            # pungs 5m


def laid(*hands: str, **more: Any) -> Match:
    return begun("guangzhou", *hands, **more)


def tuidaohu(*hands: str, options: dict[str, Any] | None = None, **more: Any) -> Match:
    return laid(*hands, options={"profile": "tuidaohu", **(options or {})}, **more)


def horses(match: Match) -> list[str]:
    return [str(event.tile) for event in match.events if isinstance(event, ev.TurnedUp) and event.lot == "horse"]


# -- 鸡平胡 --

def test_the_next_player_may_chow_and_anybody_may_win_on_a_discard() -> None:
    match = laid("8m", "67m", READY)
    match.play("E", "discard 8m")
    assert "chow 678m" in texts(match, "S")
    assert "win" in texts(match, "W")


def test_kong_money_is_paid_with_the_win_and_not_before() -> None:
    match = laid("1111z5p", "555p2z", READY, draws="8m", replacements="3z4z")
    match.play("E", "kong concealed 1z")
    run(match, "E 5p", "S kong melded 5p", "S 2z")
    pass_all(match)
    assert paid(match) == [0, 0, 0, 0]
    match.play("W", "win")
    assert paid(match, "kongs") == [6 - 3, 3 - 2, -2, -2]
    assert paid(match, "win") == [-2, -2, 6, -2]        # 鸡和 and 自摸


def test_without_the_option_kongs_are_not_paid() -> None:
    match = laid("1111z5p", "", READY, draws="1p8m", replacements="3z", options={"kong_pay": False})
    match.play("E", "kong concealed 1z")
    discard(match, "E 5p", "S")
    match.play("W", "win")
    assert paid(match, "kongs") == [0, 0, 0, 0]


def test_in_jipinghu_no_horse_is_opened_and_the_wall_is_drawn_to_its_end() -> None:
    match = laid(READY + "8m")
    match.play("E", "win")
    assert horses(match) == []
    match = drift(laid("1z", fill=9))
    assert match.table.wall_back == match.table.wall_front


# -- 推倒胡 --

def test_in_tuidaohu_nobody_may_chow_or_win_on_a_discard() -> None:
    match = tuidaohu("8m", READY, "67m")
    match.play("E", "discard 8m")
    assert match.asked == (1,)
    assert "pass" not in texts(match, "S")


def test_horses_that_belong_to_the_winner_cost_two_each() -> None:
    match = tuidaohu("1z", READY, draws="8m", tail="2m6p1s3z")
    discard(match, "E 1z")
    match.play("S", "win")
    assert paid(match) == [-6, 18, -6, -6]
    assert memory(match, "successor") == [1]


def test_the_robbed_player_pays_three_shares_and_deals() -> None:
    match = tuidaohu("5m", SOUTH, READY, draws="1s9p1m5m", tail="3m7p1s2z")
    run(match, "E 5m", "S pung", "S 2z")
    pass_all(match)
    discard(match, "W", "N", "E")
    match.play("S", "kong added 5m")
    match.play("W", "win")
    assert paid(match) == [0, -18, 18, 0]
    assert memory(match, "successor") == [1]
    assert memory(match, "streak") == [0, 0, 1, 0]          # who robs does not deal, but he has won


def test_all_who_rob_the_same_kong_are_paid_three_shares_each() -> None:
    """Their hands are worth the same, so that the nearest would be paid alone if only the highest were."""
    match = tuidaohu("5m", SOUTH, READY, "67m444p888s66777z", draws="1s9p1m5m", tail="3m7p4s2z")
    run(match, "E 5m", "S pung", "S 2z")
    pass_all(match)
    discard(match, "W", "N", "E")
    match.play("S", "kong added 5m")
    run(match, "W win", "N win")
    assert paid(match) == [0, -6 * 3 - 4 * 3, 18, 12]       # two horses are West's, one is North's
    assert memory(match, "streak") == [0, 0, 1, 1]
    assert memory(match, "successor") == [1]


@pytest.mark.parametrize(("choice", "kept"), [(0, 0), (6, 6), ("explode", 1)])
def test_the_last_tiles_are_kept_for_the_horses(choice: Any, kept: int) -> None:
    match = drift(tuidaohu("1z", fill=12, options={"horses": choice}))
    assert match.table.wall_back - match.table.wall_front == kept
    drew = [event.seat for event in match.events if isinstance(event, ev.Drawn)][-1]
    assert memory(match, "successor") == [drew]


def test_an_exploding_horse_counts_by_its_number_for_whoever_wins() -> None:
    match = tuidaohu("1z", READY, draws="8m", tail="7s", options={"horses": "explode"})
    discard(match, "E 1z")
    match.play("S", "win")
    assert horses(match) == ["7s"]
    assert paid(match) == [-16, 48, -16, -16]


@pytest.mark.parametrize(("options", "streak", "opened"), [
    ({"jiejiegao": True}, 2, 8), ({}, 2, 4), ({"jiejiegao": True}, 7, 18)])       # a match has eight hands
def test_each_further_win_in_a_row_of_the_dealer_opens_two_more_horses(
        options: dict[str, Any], streak: int, opened: int) -> None:
    match = tuidaohu(READY + "8m", options=options)
    remember(match, "streak", streak)
    match.play("E", "win")
    assert len(horses(match)) == opened
    assert memory(match, "streak") == [streak + 1, 0, 0, 0]


def test_a_drawn_hand_ends_the_streak_and_pays_no_kong() -> None:
    match = tuidaohu("1111z1p", fill=9)
    remember(match, "streak", 2)
    match.play("E", "kong concealed 1z")
    drift(match)
    assert memory(match, "streak") == [0, 0, 0, 0]
    assert paid(match) == [0, 0, 0, 0]


@pytest.mark.parametrize(("option", "wild"), [("fan", "1s"), ("double", "19s")])
def test_the_turned_tile_makes_the_next_kind_wild_or_both(option: str, wild: str) -> None:
    assert tuidaohu("1z", draws="9s", options={"wild": option}).view("E").wild == wild


@pytest.mark.parametrize("options", [{"wild": "zhong"}, {"wild": "zhong", "horses": 0}])
def test_four_ghosts_win(options: dict[str, Any]) -> None:
    match = tuidaohu("777z147m258p369s1z7z", options=options)
    assert "win" in texts(match, "E")


@pytest.mark.parametrize("settings", [
    {"seven_pairs": True}, {"seven_pairs_double": True}, {"wild": "zhong"}, {"horses": 6}, {"jiejiegao": True},
    *({"profile": "tuidaohu", **one} for one in (
        {"min_fan": 1}, {"baohu": 4}, {"multi_win": False}, {"pass_lock": "any_tile"}, {"jiulian": "any"},
        {"liability": "all"}, {"jiejiegao": True, "horses": "explode"}))])
def test_options_of_the_other_profile_are_refused_by_name(settings: dict[str, Any]) -> None:
    with pytest.raises(RulebookError, match=r"only with (profile|horses) = "):
        rulebook("guangzhou", **settings)
    rulebook("guangzhou", **{name: value for name, value in settings.items() if name in ("profile", "horses")
                             and settings.get("profile")})
