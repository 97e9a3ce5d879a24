"""清远 at the table: a hundred tiles, self-draw only, kongs that are robbed only by agreement, and who deals next."""

from typing import Any

import pytest

from quepu.game import events as ev
from quepu.game.match import Match
from tests.laid import begun, discard, drift, memory, paid, pass_all, run, texts

READY = "67p123s99s333567s"              # waits for 5p and 8p
SOUTH = "55p468s888s1133z2z"            # pungs 5p


def laid(*hands: str, **more: Any) -> Match:
    return begun("qingyuan", *hands, **more)


def test_a_hundred_tiles_are_dealt_and_none_is_a_character() -> None:
    match = Match("qingyuan", seed=2)
    match.begin()
    assert match.table.wall_back == 100
    assert min(match.table.wall[:100]) >= 9


def test_nobody_may_chow_and_no_discard_is_won() -> None:
    match = laid("8p", READY)
    match.play("E", "discard 8p")
    assert match.asked == (1,)
    assert "pass" not in texts(match, "S")


def test_the_wall_is_drawn_to_its_end_and_who_drew_last_deals() -> None:
    match = drift(laid("1z", fill=10))
    assert match.table.wall_back == match.table.wall_front
    drew = [event.seat for event in match.events if isinstance(event, ev.Drawn)][-1]
    assert memory(match, "successor") == [drew]


def added(options: dict[str, Any], north: str = "") -> Match:
    """S has punged 5p and adds the fourth, which W waits for."""
    match = laid("5p", SOUTH, READY, north, draws="1s9p4z5p", options=options)
    run(match, "E 5p", "S pung", "S 2z")
    pass_all(match)
    discard(match, "W", "N", "E")
    match.play("S", "kong added 5p")
    return match


def test_an_added_kong_is_not_robbed() -> None:
    match = added({})
    assert match.asked == (1,)
    assert memory(match, "added_kongs") == [0, 1, 0, 0]


def test_all_who_rob_the_same_kong_are_paid_and_the_robbed_player_deals() -> None:
    match = run(added({"robbing": True}, "22p67p444666777z"), "W win", "N win")
    assert paid(match) == [0, -18, 9, 9]
    assert memory(match, "successor") == [1]


def test_with_the_option_it_is_and_its_maker_pays_three_shares() -> None:
    match = added({"robbing": True})
    match.play("W", "win")
    assert paid(match) == [0, -9, 9, 0]
    assert memory(match, "added_kongs") == [0, 0, 0, 0]


def test_kongs_of_all_are_settled_with_the_win_and_the_winner_deals() -> None:
    match = laid("1111z5p", "555p2z", READY, draws="8p", replacements="3z4z")
    match.play("E", "kong concealed 1z")
    run(match, "E 5p", "S kong melded 5p", "S 2z")
    pass_all(match)
    assert paid(match) == [0, 0, 0, 0]
    match.play("W", "win")
    assert paid(match) == [-3 + 6 - 3, -3 - 2 + 3, 9 - 2, -3 - 2]
    assert memory(match, "successor") == [2]


@pytest.mark.parametrize(("count", "share"), [(0, 3), (2, 7)])
def test_horses_are_opened_where_they_are_played(count: int, share: int) -> None:
    match = laid("1z", READY, draws="8p", tail="2p6s", options={"horses": count})
    discard(match, "E 1z")
    match.play("S", "win")
    assert paid(match) == [-share, 3 * share, -share, -share]
