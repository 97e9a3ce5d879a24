"""A win on one's own discard (十风), and tiles put aside with each replacement, on tests/house/thrown.toml."""

from functools import partial

import pytest

import quepu
from quepu.engine.course import audit
from quepu.game import events as ev
from quepu.game.match import Match
from tests import laid
from tests.laid import discard, paid, run, texts

BOOK = laid.house("thrown")
begun = partial(laid.begun, BOOK)
EAST = "123z123m456p79s15s9m"               # its first discards are winds
READY = "123m456p789s23s55p"                # waits for 1s and 4s


def third(*hands: str, **more: object) -> Match:
    """E has discarded two winds and is about to discard the third."""
    match = begun(EAST, *hands, draws="5m6m7m8m" "5m6m7m8m", **more)
    discard(match, "E 1z", "S", "W", "N", "E 2z", "S", "W", "N")
    return match


@pytest.mark.parametrize("kind", laid.KINDS)
def test_the_discarder_is_asked_before_anybody_else(kind: str) -> None:
    match = third("33z", kind=kind)
    match.play("E", "discard 3z")
    assert match.asked == (0,)
    assert set(texts(match, "E")) == {"win", "pass"}
    match.play("E", "win")
    assert match.hand_over
    assert paid(match) == [9, -3, -3, -3]
    (win,) = match.settlements[0].wins
    assert win.agrees
    assert [fan.id for fan in win.score.fans] == ["three_winds"]
    (won,) = [event for event in match.events if isinstance(event, ev.Won)]
    assert (won.tile, won.feeder, won.thrown) == (None, None, True)
    assert won.line("en") == "East wins by its discards: 3"
    assert ev.event_of(won.as_json()) == won


def test_who_lets_it_go_has_discarded_a_tile_that_others_may_take() -> None:
    match = third("33z")
    match.play("E", "discard 3z")
    match.play("E", "pass")
    assert match.asked == (1,)
    run(match, "S pung")
    assert match.table.meld_count[1] == 1


def test_it_is_declared_on_that_discard_only() -> None:
    match = third()
    discard(match, "E 9m", "S", "W", "N")
    match.play("E", "discard 3z")
    assert match.asked != (0,)


def test_after_a_win_that_does_not_end_the_hand_the_next_seat_draws() -> None:
    match = third("33z", options={"leaves": True})
    match.play("E", "discard 3z")
    match.play("E", "win")
    assert not match.hand_over
    assert match.asked == (1,)
    assert match.view("S").drawn is not None
    assert "pung" not in texts(match, "S")


def test_an_ordinary_win_is_as_ever() -> None:
    match = begun(EAST, READY, draws="4s")
    match.play("E", "discard 1z")
    match.play("S", "win")
    assert paid(match) == [-1, 3, -1, -1]


def test_it_is_scored_from_the_tiles_that_are_left() -> None:
    score = quepu.rulebook(BOOK).score("123m456p79s15s9m5m6m", flags=["three_winds"], self_draw=True)
    assert score.complete
    assert score.total == 3
    assert not quepu.rulebook(BOOK).score("123m456p79s15s9m5m6m", self_draw=True).complete


@pytest.mark.parametrize("kind", laid.KINDS)
def test_with_each_replacement_a_tile_is_put_aside(kind: str) -> None:
    match = begun("1111z23m456p79s15s9m", replacements="2z3z4z", kind=kind)
    left = match.view("E").wall_left
    match.play("E", "kong concealed 1z")
    assert match.view("E").drawn == "2z"
    assert match.view("E").wall_left == left - 2
    assert sum(match.table.burnt) == 1
    assert match.table.burnt[29] == 1                   # 3z, face down
    assert not any("3z" in str(event) for event in match.events if not isinstance(event, ev.HandBegan | ev.Dealt))
    if kind == "plain":
        assert audit.faults_of(match.table, match.engine.session) == 0


@pytest.mark.parametrize(("left", "allowed"), [(2, True), (1, False)])
def test_a_kong_needs_both_tiles(left: int, allowed: bool) -> None:
    match = begun("1111z23m456p79s15s9m", fill=4 + left)
    assert ("kong concealed 1z" in texts(match, "E")) is allowed


def test_the_next_hand_begins_with_nothing_put_aside() -> None:
    match = begun("1111z23m456p79s15s9m", draws="", fill=6)
    match.play("E", "kong concealed 1z")
    laid.drift(match)
    match.begin()
    assert sum(match.table.burnt) == 0
