"""Tiles turned up at a win that fans count: the win is told before them, and is worth what it is with them."""

import pytest

from quepu.game import events as ev
from tests.laid import KINDS, begun, house, paid, pass_all, run

WAITS = "123m456p789s22z34s"            # for 2s and 5s


@pytest.mark.parametrize("kind", KINDS)
def test_a_fan_counts_what_is_turned_for_the_win(kind: str) -> None:
    match = run(begun(house("counted_horses"), "2s", WAITS, draws="5m5p", kind=kind), "E 2s", "S win")
    win = match.settlements[0].wins[0]
    assert [(fan.id, fan.count) for fan in win.score.fans] == [("plain", 1), ("horses", 2)]
    assert (win.total, win.agrees) == (21, True)
    assert paid(match) == [-21, 21, 0, 0]
    assert match.table.win_total[1] == 21       # what statistics read


def test_the_win_is_told_before_the_tiles_with_the_total_they_bring() -> None:
    match = run(begun(house("counted_horses"), "2s", WAITS, draws="5m5p"), "E 2s", "S win")
    told = [event for event in match.events if isinstance(event, ev.Won | ev.TurnedUp)]
    assert [type(event) for event in told] == [ev.Won, ev.TurnedUp, ev.TurnedUp]
    assert isinstance(told[0], ev.Won)
    assert told[0].total == 21


def test_all_who_win_on_one_tile_count_the_same_tiles() -> None:
    match = begun(house("counted_horses"), "2s", WAITS, "123p456s789m33z34s", draws="5m1p")
    run(match, "E 2s", "S win", "W win")
    assert [(win.total, win.agrees) for win in match.settlements[0].wins] == [(11, True), (11, True)]
    assert paid(match) == [-22, 11, 11, 0]


def test_a_wall_that_is_empty_turns_nothing() -> None:
    match = run(begun(house("counted_horses"), "2s", WAITS, fill=0), "E 2s", "S win")
    assert (match.settlements[0].wins[0].total, paid(match)) == (1, [-1, 1, 0, 0])


def test_what_is_reserved_may_be_turned_for_a_win() -> None:
    book = house("reserved_horses")
    match = run(begun(book, "2s", WAITS, draws="2s", tail="5p5m", fill=0), "E 1z", "S win")
    assert match.table.win_total[1] == 21       # the last tile that can be drawn wins, and two are left for this
    match = begun(book, "2s", WAITS, draws="1m", tail="5p5m", fill=0)
    run(match, "E 1z", "S 1m")
    pass_all(match)
    assert match.hand_over                      # nobody draws them


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("book", "drawn", "from_east", "from_west"), [
    ("drawn_horses", 2, 0, 0), ("asked_horses", 2, 1, 0),
])
def test_what_is_turned_may_depend_on_how_the_hand_was_won(kind: str, book: str, drawn: int, from_east: int,
                                                          from_west: int) -> None:
    match = run(begun(house(book), "2s", WAITS, draws="2s5m5p", kind=kind), "E 1z", "S win")
    assert len(match.settlements[0].turned) == drawn
    match = run(begun(house(book), "2s", WAITS, draws="5m5p", kind=kind), "E 2s", "S win")
    assert len(match.settlements[0].turned) == from_east
    match = run(begun(house(book), "2s", WAITS, draws="1m2s5m", kind=kind), "E 1z", "S 1m", "W 2s", "S win")
    assert len(match.settlements[0].turned) == from_west
