"""河北 at the table: claims, kong money and when it is paid, options, wild tiles, who deals next."""

from typing import Any

import pytest

from quepu.game import events as ev
from quepu.game.match import Match
from tests.laid import begun, discard, drift, go, paid, run, texts

READY = "123m222p789s55p34s"            # waits for 2s and 5s
OTHER = "456m333p789s55p34s"            # the same
DULL = "147m147p369s2234z"


def laid(*hands: str, **more: Any) -> Match:
    return begun("hebei", *hands, **more)


def test_a_chow_is_claimed_from_the_player_before_alone() -> None:
    match = laid("3m", "12m258p258s12355z", "12m258p258s12344z")
    go(match, "E discard 3m")
    assert texts(match, "S") == ["chow 123m", "pass"]
    assert match.view("W").offered is None
    match = laid("3m", "12m258p258s12355z", options={"chow": False})
    go(match, "E discard 3m")
    assert "pass" not in texts(match, "S")


def test_a_win_goes_before_a_pung_and_the_nearest_wins() -> None:
    match = laid("5s", "55s147m147p12346z", READY, OTHER)
    go(match, "E discard 5s", "S pung", "W win", "N win")
    assert paid(match) == [-4, 0, 4, 0]                 # 门清 x2, and the dealer pays double
    match = laid("5s", "55s147m147p12346z", READY, OTHER, options={"multi_win": True})
    go(match, "E discard 5s", "S pung", "W win", "N win")
    assert paid(match) == [-8, 0, 4, 4]


def test_kongs_are_paid_with_the_win_once_though_two_win() -> None:
    match = laid("1111z5s", DULL, READY, OTHER, replacements="9s",
                 options={"multi_win": True})
    go(match, "E kong concealed 1z", "E discard 5s", "W win", "N win")
    assert paid(match) == [6 - 8, -2, 4 - 2, 4 - 2]


@pytest.mark.parametrize(("void", "money"), [(True, [0, 0, 0, 0]), (False, [6, -2, -2, -2])])
def test_a_drawn_hand_pays_kongs_only_where_agreed(void: bool, money: list[int]) -> None:
    match = laid("1111z", fill=17, replacements="9s", options={"huang_gang": void})
    go(match, "E kong concealed 1z")
    drift(match)
    assert paid(match) == money


def test_fourteen_tiles_stay_in_the_wall() -> None:
    match = drift(laid("1z", fill=20))
    assert match.table.wall_back - match.table.wall_front == 14


def test_the_last_drawable_tile_is_the_last() -> None:
    match = laid("1z", READY, draws="5s", fill=14)
    discard(match, "E 1z")
    go(match, "S win")
    (win,) = match.settlements[-1].wins
    assert "last_draw" in {fan.id for fan in win.score.fans}


def test_a_missed_win_forbids_discards_until_the_next_draw() -> None:
    match = laid("5s", DULL, READY, draws="5s9m5s", fill=30)
    go(match, "E discard 5s", "W pass", "S discard 5s")
    assert "win" not in texts(match, "W")
    run(match, "W 9m")
    go(match, "N discard 5s")
    assert "win" in texts(match, "W")                   # he has drawn since


def test_a_missed_win_does_not_forbid_the_own_draw() -> None:
    match = laid("5s", DULL, READY, "5s", draws="9m5s9p1z5s", fill=30)
    go(match, "E discard 5s", "W pass")
    discard(match, "S 9m")
    assert "win" in texts(match, "W")


def test_without_discard_wins_nobody_is_asked_and_no_kong_is_robbed() -> None:
    match = laid("5s", READY, options={"discard_win": False})
    go(match, "E discard 5s")
    assert texts(match, "S") == ["chow 345s", "pass"]


def test_an_added_kong_is_robbed_as_a_discard() -> None:
    match = laid("5s", "55s147m147p12346z", READY, draws="9m9m9m5s", fill=40)
    run(match, "E 5s", "W pass", "S pung", "S 1z", "W 9m", "N 9m", "E 9m", "S kong added 5s", "W win")
    assert paid(match) == [0, -2, 2, 0]                 # 门清 x2; the kong does not stand


def test_wild_tiles_follow_the_tile_turned_up_at_the_tail() -> None:
    match = laid("1z", tail="9s", options={"hun": True}, fill=30)
    assert [event.tile for event in match.events if isinstance(event, ev.TurnedUp)] == ["9s"]
    assert match.view("E").wild == "1s"
    match = laid("1z", tail="5z", options={"hun": True}, fill=30)
    assert match.view("E").wild == "7z"                 # 中 发 白 中


def test_a_wild_tile_is_not_claimed_and_makes_no_claimed_set() -> None:
    match = laid("1s", "11s147m147p1234z1s", tail="9s", options={"hun": True})
    go(match, "E discard 1s")
    assert "pass" not in texts(match, "S")


def test_a_game_without_honours() -> None:
    match = laid("1m", options={"winds": False})
    assert match.view("E").wall_left == 108 - 53 - 14


def test_the_dealer_stays_after_a_drawn_hand_or_a_win() -> None:
    match = drift(laid(fill=18))
    dealer = match.table.dealer
    match.begin()
    assert match.table.dealer == dealer
    match = laid("5s", READY)
    dealer = match.table.dealer
    run(match, "E 5s", "S win")
    match.begin()
    assert match.table.dealer == (dealer + 1) % 4


def test_a_false_win_costs_three_and_the_dealer_double() -> None:
    match = laid("1z", DULL, fill=40)
    discard(match, "E 1z")
    go(match, "S false_win")
    assert match.scores == (6, -12, 3, 3)
