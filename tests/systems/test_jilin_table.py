"""吉林 at the table: eggs, no duty to declare, the last stacks, pots, and who deals next."""

from typing import Any

import pytest

from quepu.game import events as ev
from quepu.game.match import Match
from tests.laid import begun, drift, go, paid, run, texts

READY = "222p789s55m34s123m"            # closed; waits for 2s and 5s


def laid(*hands: str, **more: Any) -> Match:
    return begun("jilin", *hands, **more)


def test_nothing_is_declared_and_a_discard_is_won() -> None:
    match = laid("5s", READY)
    match.play("E", "discard 5s")
    match.play("S", "win")
    assert paid(match) == [-8, 12, -2, -2]      # 1 for the closed hand
    assert not any(text.startswith("declare") for text in texts(laid(READY + "9m"), "E"))


def test_the_nearest_wins_though_another_has_more() -> None:
    match = laid("5s", READY, "333p789p66m46s123m")
    go(match, "E discard 5s", "S win", "W win")         # West has 夹胡 beside 站立
    assert [win.seat for win in match.settlements[-1].wins] == [1]


def test_who_lets_a_win_go_waits_for_the_next_draw() -> None:
    match = run(laid("5s", READY, draws="9p2s"), "E 5s", "S pass", "S 9p", "W 2s")
    assert "win" in texts(match, "S")                   # South has drawn since
    match = run(laid("5s", "", READY, draws="2s"), "E 5s", "W pass", "S 2s")
    assert "win" not in texts(match, "W")


def test_the_discarder_may_pay_for_all() -> None:
    match = laid("5s", READY, options={"bao_san_jia": True})
    match.play("E", "discard 5s")
    match.play("S", "win")
    assert paid(match) == [-12, 12, 0, 0]


def test_an_added_kong_is_robbed_as_a_discard() -> None:
    match = laid("5s", READY, "55s67m234p678p1z", draws="9p3z9m5s")
    run(match, "E 5s", "W pung", "W 1z", "N 9p", "E 3z", "S 9m", "W kong added 5s", "S win")
    assert paid(match) == [-4, 10, -4, -2]      # 1 for the closed hand; East deals, West is robbed
    assert not [event for event in match.events if isinstance(event, ev.KongMade)]


def test_the_last_seven_stacks_are_never_drawn() -> None:
    match = drift(laid("1z", fill=20))
    assert match.table.wall_back - match.table.wall_front == 14


def test_an_egg_is_no_discard_and_leaves_the_hand_closed() -> None:
    match = laid("567z123m456p55s78p9s", tail="9p")
    match.play("E", "kong dragon 567z")
    assert paid(match) == [3, -1, -1, -1]
    assert "discard 9s" in texts(match, "E")
    assert not any(text.startswith("kong ones") for text in texts(laid("1m1p1s"), "E"))


def test_a_hand_completed_by_an_egg_wins_in_the_same_turn() -> None:
    match = laid("567z123m456p55s789p")
    match.play("E", "kong dragon 567z")
    match.play("E", "win")
    assert paid(match, "win") == [24, -8, -8, -8]        # 1 for the closed hand, 1 for the draw, 1 for the dealer


def test_the_fast_treasure_comes_with_a_declaration() -> None:
    match = laid("1z", READY, draws="9m3z4z1p7p", tail="7p", options={"bao": "fast"})
    run(match, "E 1z", "S declare ting 9m")
    assert len([event for event in match.events if isinstance(event, ev.TurnedUp)]) == 1


def test_a_pot_is_never_overdrawn_and_ends_the_match() -> None:
    match = laid("5s", READY, options={"pot": "50"})
    match.table.score[match.table.player[0]] = 3
    match.table.score[match.table.player[1]] += 47
    match.play("E", "discard 5s")
    match.play("S", "win")
    assert paid(match) == [-3, 7, -2, -2]
    assert match.over


def test_an_empty_pot_pays_nothing() -> None:
    match = laid("5s", READY, options={"pot": "50"})
    match.table.score[match.table.player[0]] = 0
    match.table.score[match.table.player[1]] += 50
    match.play("E", "discard 5s")
    match.play("S", "win")
    assert paid(match) == [0, 4, -2, -2]


@pytest.mark.parametrize("pot", [50, 100])
def test_a_pot_is_what_everybody_begins_with(pot: int) -> None:
    assert laid("1z", options={"pot": str(pot)}).scores == (pot,) * 4


@pytest.mark.parametrize("pot", ["50", "100"])
@pytest.mark.parametrize("left", [0, 1])
def test_the_match_goes_on_while_something_is_left_in_every_pot(pot: str, left: int) -> None:
    match = laid("5s", READY, options={"pot": pot})
    match.table.score[match.table.player[0]] = 8 + left
    match.play("E", "discard 5s")
    match.play("S", "win")
    assert paid(match)[0] == -8
    assert match.over == (left == 0)


def test_the_deal_passes_on_when_another_wins() -> None:
    match = laid("5s", READY)
    dealer = match.table.player[0]
    match.play("E", "discard 5s")
    match.play("S", "win")
    match.begin()
    assert match.table.player[0] == (dealer + 1) % 4
