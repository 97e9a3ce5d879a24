"""The last tile goes round: who takes it wins on it or discards it (tests/house/last_tile.toml)."""

from pathlib import Path

import quepu
from quepu.game import events as ev
from quepu.game.match import Match
from quepu.records.lines import read_record, replay, write_record
from tests import laid
from tests.laid import texts

BOOK = laid.house("last_tile")
EAST = "258m258s69p47s1s9s9m1p"        # far from everything, S and N too
SOUTH = "147m258p369s1346p"
WEST = "345m123p345p111s9m"            # waits for 9m
NORTH = "678m234p678p789s9p"           # waits for 6p and 9p


def begun(last: str, east: str = EAST, south: str = SOUTH, west: str = WEST, north: str = NORTH) -> Match:
    """A hand whose wall has one tile left once E has discarded."""
    match = laid.begun(BOOK, east, south, west, north, tail=last, fill=0)
    match.play(0, "discard 1s" if east == EAST else "discard 1p")
    while match.asked and "take" not in texts(match, match.asked[0]):
        match.play(match.asked[0], "pass")
    return match


def offered(match: Match) -> list[int]:
    return [event.seat for event in match.events if isinstance(event, ev.LastOffered)]


def test_it_is_offered_first_to_the_seat_due_to_draw_but_only_ready_seats_are_asked() -> None:
    match = begun("9m")
    assert offered(match) == [1, 2]
    assert match.asked == (2,)
    assert texts(match, 2) == ["take", "pass"]
    match.play(2, "pass")
    assert offered(match) == [1, 2, 3]
    assert match.asked == (3,)


def test_who_takes_it_may_win_on_it() -> None:
    match = begun("9m")
    match.play(2, "take")
    assert texts(match, 2) == ["win", "discard 9m"]
    match.play(2, "win")
    win = match.settlements[-1].wins[0]
    assert ([fan.id for fan in win.score.fans], win.total) == (["last_draw"], 5)
    assert match.scores == (-6, -6, 18, -6)


def test_who_does_not_win_discards_it_and_others_may_win_on_it() -> None:
    match = begun("9p")
    match.play(2, "take")               # no win: the tile is discarded at once
    assert [event.tile for event in match.events if isinstance(event, ev.Discarded)][-1] == "9p"
    assert match.asked == (3,)
    assert texts(match, 3) == ["win", "pass"]
    match.play(3, "win")
    win = match.settlements[-1].wins[0]
    assert ([fan.id for fan in win.score.fans], win.total) == (["last_claim"], 7)
    assert match.scores == (0, 0, -8, 8)


def test_a_win_may_be_let_go_for_the_discard() -> None:
    match = begun("9m")
    match.play(2, "take")
    match.play(2, "discard 9m")
    assert match.hand_over
    assert match.settlements[-1].ended == "draw"


def test_nothing_but_a_win_is_made_of_its_discard() -> None:
    match = begun("7p", south="77p147m2258s1346p")
    match.play(2, "take")
    assert match.hand_over              # S holds two of it and is not asked
    assert not any(isinstance(event, ev.PungMade) for event in match.events)


def test_if_nobody_wants_it_the_hand_is_drawn_and_it_stays_in_the_wall() -> None:
    match = begun("9m")
    match.play(2, "pass")
    match.play(3, "pass")
    assert offered(match) == [1, 2, 3, 0]
    assert match.hand_over
    assert match.settlements[-1].ended == "draw"
    assert int(match.table.wall_back) - int(match.table.wall_front) == 1
    match.begin()
    assert match.player_of(0) == 0      # the last to be offered it deals next: E itself


def test_no_kong_is_made_with_the_last_tile() -> None:
    for left, kongs in ((1, []), (2, ["kong concealed 1m"])):
        match = laid.begun(BOOK, "1111m258s69p47s9s9m1p", SOUTH.replace("1", "2", 1), WEST, NORTH, fill=left)
        assert [text for text in texts(match, 0) if text.startswith("kong")] == kongs


def test_what_others_see_does_not_tell_who_is_ready() -> None:
    match = begun("9m")
    match.play(2, "pass")
    match.play(3, "pass")
    seen = [event for event in match.seen_by(0) if isinstance(event, ev.LastOffered)]
    assert [event.seat for event in seen] == [1, 2, 3, 0]      # the same whether a seat could take it or not


def test_the_record_reads_back(tmp_path: Path) -> None:
    match = begun("9p")
    match.play(2, "take")
    match.play(3, "win")
    write_record(match, tmp_path / "last.jsonl")
    assert replay(read_record(tmp_path / "last.jsonl"), quepu.rulebook(BOOK)).scores == match.scores
