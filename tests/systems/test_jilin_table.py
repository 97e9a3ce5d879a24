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


@pytest.mark.parametrize("again", ["2s", "5s"])
@pytest.mark.parametrize("east", ["5s", "9p"])
def test_until_then_no_discard_is_won(east: str, again: str) -> None:
    match = laid(east, "", "", READY, draws=again if east == "5s" else f"5s{again}")
    run(match, f"E {east}", *(("S 5s",) if east == "9p" else ()), "N pass", f"{'W' if east == '9p' else 'S'} {again}")
    assert "win" not in texts(match, "N")


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


@pytest.mark.parametrize("on", [False, True])
def test_ones_and_nines_are_eggs_where_so_agreed_and_before_the_first_discard_alone(on: bool) -> None:
    options = {"yao_jiu_egg": on, "chicken": False}
    match = laid("1m1p1s9m9p9s2m5m2p5p2s5s3z7z", draws="4z4z4z6z", options=options)
    eggs = ["kong ones 1m1p1s", "kong nines 9m9p9s"] if on else []
    assert [text for text in texts(match, "E") if text.startswith("kong")] == eggs
    run(match, "E 7z", "S 4z", "W 4z", "N 4z")
    assert [text for text in texts(match, "E") if text.startswith("kong")] == []


def test_a_hand_completed_by_an_egg_wins_in_the_same_turn() -> None:
    match = laid("567z123m456p55s789p")
    match.play("E", "kong dragon 567z")
    match.play("E", "win")
    assert paid(match, "win") == [24, -8, -8, -8]        # 1 for the closed hand, 1 for the draw, 1 for the dealer


def fast(draws: str, *others: str, tail: str = "7p") -> Match:
    """South has declared with what it drew."""
    match = laid("1z", READY, *others, draws=f"9m{draws}", tail=tail, options={"bao": "fast"})
    return run(match, "E 1z", "S declare ting 9m")


def test_the_fast_treasure_comes_with_the_first_declaration_from_the_tail() -> None:
    match = fast("9p", "333p789p66m46s123m")
    assert match.view("S").turned == ("treasure 7p",)
    assert match.view("W").turned == ()
    run(match, "W declare ting 9p")
    assert len([event for event in match.events if isinstance(event, ev.TurnedUp)]) == 1
    assert match.view("W").turned == ("treasure 7p",)


def test_only_who_has_declared_wins_by_the_fast_treasure() -> None:
    match = run(fast("3z4z1p7p"), "W 3z", "N 4z", "E 1p", "S win")
    assert {fan.id for fan in match.settlements[-1].wins[0].score.fans} == {"closed", "treasure_drawn"}
    match = run(fast("7p", "333p789p66m46s123m"))
    assert "win" not in texts(match, "W")


def test_a_declared_hand_is_hidden_claims_nothing_and_may_let_a_win_go() -> None:
    match = fast("5m3z4z8p5s")
    assert match.view("E").seats[1].tiles is None
    assert match.view("S").seats[0].tiles is None
    assert match.scores == (0, 0, 0, 0)
    go(match, "W discard 5m")
    assert match.view("S").offered is None              # it holds 55m
    run(match, "N 3z", "E 4z")                          # South discards the 8p it draws
    go(match, "W discard 5s")
    assert texts(match, "S") == ["win", "pass"]


def test_a_declared_hand_makes_only_kongs_that_leave_the_waits() -> None:
    match = run(fast("3z4z1z2p"), "W 3z", "N 4z", "E 1z")
    assert texts(match, "S") == ["kong concealed 2p", "discard 2p"]
    match = laid("1z", "222p789s55m36s12m7p", draws="9m", options={"bao": "fast"})
    run(match, "E 1z")
    assert not any(text.startswith("declare") for text in texts(match, "S"))    # two tiles short


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
