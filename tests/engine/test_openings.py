"""Wins at the deal: shown before the first discard, paid at once, and play goes on (tests/house/openings.toml)."""

from functools import partial
from pathlib import Path

import pytest

import quepu
from quepu.errors import IllegalAction, RulebookError
from quepu.game import events as ev
from quepu.game.match import Match
from quepu.records.lines import read_record, replay, write_record
from tests import laid

BOOK = laid.house("openings")
NOTHING = "159m159p159s3468m"          # three suits, nothing four times
ALSO_NOTHING = "58m267899p34689s"
FOURS = "4444p2222m79m257s"
TWO_SUITS = "111m333m4466m777s"


begun = partial(laid.begun, BOOK)


def shown(match: Match) -> list[tuple[int, str, int]]:
    return [(event.seat, event.fan, event.count) for event in match.events if isinstance(event, ev.OpeningShown)]


def test_seats_are_asked_from_the_dealer_on_and_only_if_they_have_something() -> None:
    match = begun(NOTHING + "3p", FOURS, ALSO_NOTHING, TWO_SUITS)
    assert match.asked == (1,)
    assert [action.text for action in match.legal(1)] == ["show", "pass"]
    match.play(1, "show")
    assert match.asked == (3,)
    with pytest.raises(IllegalAction):
        match.play(3, "discard 1m")
    match.play(3, "pass")
    assert match.asked == (0,)
    assert "discard 3p" in [action.text for action in match.legal(0)]
    assert shown(match) == [(1, "four_alike", 2)]


def test_each_fan_is_paid_as_often_as_it_is_earned_by_everybody() -> None:
    match = begun(NOTHING + "3p", FOURS, ALSO_NOTHING, TWO_SUITS)
    match.play(1, "show")
    assert match.scores == (-6, 14, -4, -4)        # twice 2, and 1 more with the dealer
    match.play(3, "show")
    assert match.scores == (-9, 12, -6, 3)
    rows = [event for event in match.events if isinstance(event, ev.Paid)]
    assert [(row.payer, row.receiver, row.amount) for row in rows] == [
        (0, 1, 6), (2, 1, 4), (3, 1, 4), (0, 3, 3), (1, 3, 2), (2, 3, 2)]


def test_all_that_is_earned_is_shown_at_once_and_the_dealer_counts_with_fourteen_tiles() -> None:
    match = begun("1122334455667m7m", NOTHING, ALSO_NOTHING, "228m147p3346788s")
    assert match.asked == (0,)
    match.play(0, "show")
    assert shown(match) == [(0, "missing_suit", 1), (0, "seven_pairs_dealt", 1)]
    assert match.scores == (69, -23, -23, -23)


def test_nobody_is_asked_where_nobody_has_anything() -> None:
    match = begun(NOTHING + "3p", ALSO_NOTHING, "228m147p3346788s", "27m258p11346779s")
    assert match.asked == (0,)
    assert not shown(match)
    assert match.scores == (0, 0, 0, 0)


def test_what_is_shown_is_no_win_and_a_win_has_no_opening_fans() -> None:
    match = begun(NOTHING + "3p", FOURS, ALSO_NOTHING, TWO_SUITS)
    match.play(1, "show")
    assert int(match.table.winners) == 0
    score = quepu.rulebook(BOOK).score("2222333444566m 6m", self_draw=True)
    assert score.complete
    assert not score.fans


def test_the_record_of_a_hand_with_openings_reads_back(tmp_path: Path) -> None:
    match = begun(NOTHING + "3p", FOURS, ALSO_NOTHING, TWO_SUITS)
    match.play(1, "show")
    match.play(3, "pass")
    match.play(0, "discard 3p")
    file = tmp_path / "openings.jsonl"
    write_record(match, file)
    again = replay(read_record(file), quepu.rulebook(BOOK))
    assert again.scores == match.scores
    assert shown(again) == shown(match)


def test_the_score_call_says_the_same_as_the_table() -> None:
    book = quepu.rulebook(BOOK)
    found = book.opening(FOURS, "S")
    assert [(fan.id, fan.count, fan.points) for fan in found.fans] == [("four_alike", 2, 2)]
    assert found.payments == {"E": -6, "S": 14, "W": -4, "N": -4}
    assert book.opening("1122334455667m7m", "E").payments == {"E": 69, "S": -23, "W": -23, "N": -23}
    assert book.opening(NOTHING, "W").fans == ()


def test_an_opening_fan_has_no_sets(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "base/thirteen"\n[fan.bad]\nname = "bad"\non = "opening"\nvalue = 1\n'
                     'pick = "a in pungs"\n[fan.worse]\nname = "worse"\n'
                     'on = "opening"\nvalue = 1\nwhen = "suit_count == 2"\n')
    with pytest.raises(RulebookError) as told:
        quepu.rulebook(house)
    assert "dealt tiles have no sets" in str(told.value)
    assert "suit_count" in str(told.value)
