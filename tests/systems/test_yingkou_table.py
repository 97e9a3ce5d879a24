"""营口 at the table: the wild tile, kongs that grow, the last four tiles, who pays and deals."""

from typing import Any

import pytest

from quepu.game import events as ev
from quepu.game.match import Match
from tests.laid import begun, drift, paid, run, texts


def laid(*hands: str, tail: str = "6m", **more: Any) -> Match:
    """The last tile of the wall is a 6m: it is wild."""
    return begun("yingkou", *hands, tail=tail, **more)


def opened(**more: Any) -> Match:
    """South has claimed a chow of characters and waits for 2s and 5s."""
    return run(laid("3m", "12m222p789s55m34s1z", **more), "E 3m", "S chow 123m", "S 1z")


def test_the_last_tile_is_shown_and_its_kind_is_wild() -> None:
    match = laid("1z")
    assert [event.tile for event in match.events if isinstance(event, ev.TurnedUp)] == ["6m"]
    assert match.view("E").wild == "6m"


def test_the_tile_after_it_or_both_neighbours_may_be_wild() -> None:
    assert laid("1z", options={"hui": "next"}).view("E").wild == "7m"
    assert laid("1z", options={"hui": "eight"}).view("E").wild == "57m"
    assert not laid("1z", options={"hui": "none"}).view("E").wild


def test_a_wild_tile_is_neither_discarded_nor_laid_down() -> None:
    match = laid("6m45m7m1234z", "66m")
    assert "discard 6m" not in texts(match, "E")
    match.play("E", "discard 5m")
    assert not any("6" in text for text in texts(match, "S") if text.startswith("chow"))
    east = laid("1234z", tail="1z")
    assert not any(text.startswith("kong wind") for text in texts(east, "E"))


def test_the_discarder_pays_all_three_shares() -> None:
    match = opened(draws="9p8p5s")
    run(match, "W 9p", "N 8p", "E 5s", "S win")
    assert paid(match) == [-12, 12, 0, 0]       # 1 without a wild tile: E 8, W 2, N 2


def test_a_closed_hand_does_not_win() -> None:
    match = laid("5s", "123m222p789s55m34s")
    match.play("E", "discard 5s")
    assert "win" not in texts(match, "S")


def test_winds_are_laid_in_the_first_turn_and_grow() -> None:
    match = begun("yingkou", "1234z1z258m258p25s", tail="3m4m6m")
    match.play("E", "kong wind 1234z")
    assert paid(match) == [12, -4, -4, -4]
    match.play("E", "add wind 1z")
    assert paid(match) == [24, -8, -8, -8]
    assert match.table.wall_back - match.table.wall_front == 136 - 53 - 1 - 2
    assert "kong wind 123z" not in texts(laid("123z"), "E")


def test_dragons_need_no_replacement() -> None:
    match = laid("567z258m258p25s")
    left = match.view("E").wall_left
    match.play("E", "kong dragon 567z")
    assert (paid(match), match.view("E").wall_left) == ([6, -2, -2, -2], left)


def test_no_more_than_three_sets_are_laid_down() -> None:
    hand = "12m22p88s99s5m1z3z4z9m"
    match = run(laid("3m", hand, draws="2p8s9s9p"), "E 3m", "S chow 123m", "S 1z", "W 2p", "S pung", "S 3z", "W 8s",
                "S pung", "S 4z", "W 9s")
    assert "pung" not in texts(match, "S")


def test_an_added_kong_is_not_robbed() -> None:
    match = opened(draws="9p8p5s")
    assert all(not kong.robbed for kong in match.engine.rules.kongs)


def test_the_last_four_tiles_are_drawn_without_discards() -> None:
    match = drift(laid("1z", fill=7))
    discards = sum(len(match.view("E").seats[seat].river) for seat in range(4))
    assert discards == 1 + 3            # seven tiles are left after the deal: three are discarded, four are not
    assert match.table.wall_back == match.table.wall_front


def test_the_deal_passes_on_after_a_drawn_hand() -> None:
    match = laid("1z", fill=7)
    dealer = match.table.player[0]
    drift(match)
    match.begin()
    assert match.table.player[0] == (dealer + 1) % 4


def test_who_lets_a_win_go_waits_for_the_next_draw() -> None:
    match = run(opened(draws="9p5s2s"), "W 9p", "N discard 5s")
    match.play("S", "pass")
    run(match, "E 2s")
    assert "win" not in texts(match, "S")




@pytest.mark.parametrize(("wild", "net"), [(True, [-12, 0, 12, 0]), (False, [-12, 12, 0, 0])])
def test_of_two_who_can_win_the_higher_does_and_of_equals_the_nearer(wild: bool, net: list[int]) -> None:
    south = "12m222p789s55m1z" + ("3s6m" if wild else "34s")        # with a wild tile it is no 穷胡
    match = laid("3m", south, "77z456p789m34s99p4z", draws="1p7z8p5s")
    run(match, "E 3m", "S chow 123m", "S 1z", "W 1p", "N 7z", "W pung", "W 4z", "N 8p", "E 5s", "S win", "W win")
    assert paid(match) == net           # of 1 番 the dealer owes 8, the others 2 each
