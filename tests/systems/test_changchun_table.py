"""长春 at the table: eggs, the declaration, the treasure, who pays, and who deals next."""

from typing import Any

import pytest

from quepu.game import events as ev
from quepu.game.match import Match
from tests.laid import KINDS, begun, discard, drift, go, paid, run, texts

READY = "222p789s55m34s123m"            # closed; waits for 2s and 5s


def laid(*hands: str, **more: Any) -> Match:
    return begun("changchun", *hands, **more)


def declared(draws: str = "", tail: str = "", **more: Any) -> Match:
    """South has declared with what it drew."""
    return run(laid("1z", READY, draws=f"9m{draws}", tail=tail, **more), "E 1z", "S declare ting 9m")


def test_a_hand_that_was_not_declared_does_not_win() -> None:
    match = laid("5s", READY)
    match.play("E", "discard 5s")
    assert "win" not in texts(match, "S")
    match = laid("5s", READY, options={"need_ting": False})
    match.play("E", "discard 5s")
    assert "win" in texts(match, "S")


def test_an_unready_discarder_pays_all_three_shares() -> None:
    match = run(declared("3z4z5s"), "W 3z", "N 4z", "E 5s", "S win")
    assert paid(match, "win") == [-12, 12, 0, 0]         # 1 for the closed hand: E 8, W 2, N 2


def test_a_ready_discarder_pays_his_own() -> None:
    west = "345m345p66789s77z"                            # waits for 6s and 7z
    match = laid("1z", READY, west, draws="9m9p4z1p8p5s")
    run(match, "E 1z", "S declare ting 9m", "W declare ting 9p", "N 4z", "E 1p")       # S and W discard what they draw
    match.play("S", "win")
    assert paid(match, "win") == [-4, 10, -4, -2]


def test_the_nearest_wins_though_another_has_more() -> None:
    match = laid("1z", READY, "333p789p66m46s123m", draws="9m9p5s")
    run(match, "E 1z", "S declare ting 9m", "W declare ting 9p", "N 5s")
    go(match, "S win", "W win")                           # West has 夹 beside 门清
    assert [win.seat for win in match.settlements[-1].wins] == [1]


def test_what_is_drawn_is_discarded_after_the_declaration() -> None:
    match = run(declared("3z4z1p8p"), "W 3z", "N 4z", "E 1p")
    assert texts(match, "S") == ["discard 8p"] or match.view("S").drawn is None


def test_only_ready_players_see_the_treasure_and_win_by_it() -> None:
    match = declared("3z4z1p7p", tail="7p")
    turned = [event for event in match.events if isinstance(event, ev.TurnedUp)]
    assert [event.tile for event in turned] == ["7p"]
    assert [event.seen_by(2).tile for event in turned] == [None]
    assert [(event.seat, event.tile) for event in match.events if isinstance(event, ev.LookedAt)] == [(1, "7p")]
    run(match, "W 3z", "N 4z", "E 1p", "S win")
    score = match.settlements[-1].wins[0].score
    assert {fan.id for fan in score.fans} == {"closed", "treasure_drawn"}
    assert paid(match, "win") == [-16, 32, -8, -8]        # 2 and 1 for the draw, 1 more with the dealer


def test_an_open_treasure_is_seen_by_all() -> None:
    match = declared(tail="7p", options={"bao": "open"})
    turned = [event for event in match.events if isinstance(event, ev.TurnedUp)]
    assert [event.seen_by(2).tile for event in turned] == ["7p"]


def test_there_may_be_no_treasure() -> None:
    match = declared(tail="7p", options={"bao": "none"})
    assert not [event for event in match.events if isinstance(event, ev.TurnedUp)]


def test_the_treasure_is_changed_when_its_like_are_visible() -> None:
    match = run(declared("7p7p7p", tail="1p7p"), "W 7p", "N 7p")
    assert len([event for event in match.events if isinstance(event, ev.TurnedUp)]) == 1
    run(match, "E 7p")
    assert [event.tile for event in match.events if isinstance(event, ev.TurnedUp)] == ["7p", "1p"]


def test_an_egg_is_paid_at_once_and_only_before_the_first_discard() -> None:
    match = laid("567z1s1p8m", draws="9m8m3p5z")
    match.play("E", "kong dragon 567z")
    assert paid(match) == [3, -1, -1, -1]
    discard(match, "E 8m", "S 9m", "W 8m", "N 3p")
    assert [text for text in texts(match, "E") if text.split()[0] in ("kong", "add")] == ["add dragon 5z"]


@pytest.mark.parametrize("on", [False, True])
def test_ones_and_nines_are_eggs_where_so_agreed_and_before_the_first_discard_alone(on: bool) -> None:
    options = {"yao_jiu_egg": on, "chicken": False}
    match = laid("1m1p1s9m9p9s2m5m2p5p2s5s3z7z", draws="4z4z4z6z", options=options)
    eggs = ["kong ones 1m1p1s", "kong nines 9m9p9s"] if on else []
    assert [text for text in texts(match, "E") if text.startswith("kong")] == eggs
    run(match, "E 7z", "S 4z", "W 4z", "N 4z")
    assert [text for text in texts(match, "E") if text.startswith("kong")] == []


def test_two_ones_and_a_chicken_make_an_egg() -> None:
    east = laid("1m11s246m358p69s2z5z")
    assert "kong ones 1m11s" in texts(east, "E") or "kong ones 1m1s1s" in texts(east, "E")
    assert not any(text.startswith("kong ones") for text in texts(laid("1m11s246m358p69s2z5z",
                                                                       options={"chicken": False}), "E"))


def test_a_ready_player_adds_a_wind_but_exchanges_no_chicken() -> None:
    match = laid("13z1s222p789s55m34s9m", draws="9p9p9p4z")
    run(match, "E kong wind 13z1s", "E declare ting 9m", "S 9p", "W 9p", "N 9p")
    offered = texts(match, "E")
    assert "add wind 4z" in offered
    assert not any(text.startswith("exchange") for text in offered)     # it would bring another tile into the hand


def test_a_ready_player_keeps_the_chicken_that_is_his_only_bamboo() -> None:
    match = laid("13z1s222p789p55m34m9m", draws="9p9p9p4z")
    run(match, "E kong wind 13z1s", "E declare ting 9m", "S 9p", "W 9p", "N 9p")
    assert texts(match, "E") == ["add wind 4z", "discard 4z"]           # with 4z for 1s the hand would wait for nothing


@pytest.mark.parametrize("kind", KINDS)
def test_a_ready_player_adds_what_he_draws_to_his_pung(kind: str) -> None:
    match = laid("2p", "22p789s55m34s123m9m", draws="3z3z3z2p", kind=kind)
    run(match, "E 2p", "S pung", "S declare ting 9m", "W 3z", "N 3z", "E 3z")
    assert texts(match, "S") == ["kong added 2p", "discard 2p"]
    run(match, "S kong added 2p")
    assert paid(match) == [-1, 3, -1, -1]


def test_a_ready_player_adds_no_tile_that_he_waits_with() -> None:
    match = laid("2p", "22234p789s55m34s9m", draws="3z3z3z8p")
    run(match, "E 2p", "S pung", "S declare ting 9m", "W 3z", "N 3z", "E 3z")
    assert match.asked == (2,)                            # South had nothing to say, and 8p went


@pytest.mark.parametrize(("winds", "offered"), [(3, True), (4, False)])
def test_how_many_winds_make_a_kong(winds: int, offered: bool) -> None:
    match = laid("123z258m258p258s55z", options={"wind_egg": winds, "chicken": False})
    assert ("kong wind 123z" in texts(match, "E")) is offered


def test_an_added_kong_is_robbed_as_a_discard() -> None:
    match = laid("5s", READY, "55s67m234p678p1z", draws="9p3z9m5s")
    run(match, "E 5s", "W pung", "W 1z", "N 9p", "E 3z", "S declare ting 9m", "W kong added 5s", "S win")
    assert paid(match) == [0, 10, -10, 0]       # 1 for the closed hand: E 4, W 4, N 2, all from W
    assert not [event for event in match.events if isinstance(event, ev.KongMade)]


def test_the_dealer_stays_after_a_drawn_hand() -> None:
    match = laid("1z", fill=8)
    dealer = match.table.player[0]
    drift(match)
    assert match.settlements[-1].wins == ()
    match.begin()
    assert match.table.player[0] == dealer


@pytest.mark.parametrize(("before", "draws"), [((), "5s2s"), (("W 3z",), "3z5s2s")])
@pytest.mark.parametrize("again", ["2s", "5s"])
def test_who_lets_a_win_go_waits_for_the_next_draw(before: tuple[str, ...], draws: str, again: str) -> None:
    match = run(declared(draws.replace("2s", again)), *before)
    who, then = ("N", "E") if before else ("W", "N")
    run(match, f"{who} discard 5s", "S pass", f"{then} discard {again}")
    assert "win" not in texts(match, "S")


def test_nor_does_a_win_worth_more_count_before_it() -> None:
    match = laid("1z", "222p55m12345s123m", draws="9m6s3s")
    run(match, "E 1z", "S declare ting 9m", "W 6s", "S pass", "N 3s")         # 3s would be 夹
    assert "win" not in texts(match, "S")
