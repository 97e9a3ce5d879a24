"""Kongs of different tiles (旋风杠): laid, added to, exchanged, counted and paid (tests/house/eggs.toml)."""

from pathlib import Path

import numpy as np
import pytest

import quepu
from quepu.errors import HandError
from quepu.examples.worked import check_example
from quepu.game.match import Match
from quepu.game.pad.score_pad import Pad
from quepu.records.lines import read_record, replay, write_record
from tests import laid
from tests.laid import texts

BOOK = laid.house("eggs")
EAST = "12341z456m789p11p9s"            # four winds and an East more
SOUTH = "258m147p258s2567z"
WEST = "258m147p25s33677z"
NORTH = "369m36p369s22444z"


def begun(east: str = EAST, *, draws: str = "9m9m9m8s", tail: str = "", kind: str = "plain") -> Match:
    return laid.begun(BOOK, east, SOUTH, WEST, NORTH, draws=draws, tail=tail, kind=kind)


def kongs(match: Match, seat: int) -> list[str]:
    return [text for text in texts(match, seat) if text.split()[0] in ("kong", "add", "exchange")]


def melds(match: Match, seat: int) -> list[str]:
    return [str(meld) for meld in match.view(seat).seats[seat].melds]


def to_next_turn(match: Match, tile: str) -> None:
    """East discards, the others what they draw, and all claims are let go until East is asked again."""
    match.play(0, f"discard {tile}")
    for _step in range(20):
        seat = match.asked[0]
        legal = texts(match, seat)
        if seat == 0 and "pass" not in legal:
            return
        match.play(seat, "pass" if "pass" in legal else "discard 9m")


@pytest.mark.parametrize("kind", laid.KINDS)
def test_every_choice_of_tiles_is_an_answer_of_its_own(kind: str) -> None:
    match = begun(kind=kind)
    assert kongs(match, 0) == [f"kong wind {tiles}z" for tiles in ("123", "124", "134", "234", "1234")]
    labels = {action.text: (action.label("zh"), action.label("en")) for action in match.legal(0)}
    assert labels["kong wind 123z"] == ("旋风杠 123z", "Wind kong: 123z")
    assert "kong dragon 567z" not in texts(match, 0)


def test_three_tiles_need_no_replacement_and_bring_one() -> None:
    match = begun()
    left = match.view(0).wall_left
    match.play(0, "kong wind 123z")
    assert match.view(0).wall_left == left
    assert match.asked == (0,)
    assert match.scores == (3, -1, -1, -1)
    assert melds(match, 0) == ["(123z)"]
    assert "discard 4z" in texts(match, 0)
    assert [event.line("en", match.book.model) for event in match.events if event.type == "mixed_kong"] == [
        "East: wind kong, 123z"]


@pytest.mark.parametrize("kind", laid.KINDS)
def test_a_fourth_tile_is_replaced_and_brings_one_more(kind: str) -> None:
    match = begun(tail="7m", kind=kind)
    left = match.view(0).wall_left
    match.play(0, "kong wind 1234z")
    assert match.view(0).wall_left == left - 1
    assert "discard 7m" in texts(match, 0)
    assert match.scores == (6, -2, -2, -2)


def test_tiles_are_added_and_replaced_one_by_one() -> None:
    match = begun(tail="7m6m")
    match.play(0, "kong wind 123z")
    assert kongs(match, 0) == ["add wind 1z", "add wind 4z"]
    match.play(0, "add wind 1z")
    assert melds(match, 0) == ["(1123z)"]
    assert "discard 6m" in texts(match, 0)
    match.play(0, "add 4z")
    assert melds(match, 0) == ["(11234z)"]
    assert "discard 7m" in texts(match, 0)
    assert match.scores == (9, -3, -3, -3)
    assert match.view(1).seats[0].melds == match.view(0).seats[0].melds     # it lies face up


def test_its_condition_holds_for_laying_and_not_for_adding() -> None:
    match = begun(draws="9m9m9m1z")
    match.play(0, "kong wind 234z")
    to_next_turn(match, "9s")
    assert kongs(match, 0) == ["add wind 1z"]
    match = begun("1234z456m789p11p9s9p", draws="9m9m9m1z")
    to_next_turn(match, "9s")
    assert kongs(match, 0) == []


@pytest.mark.parametrize("kind", laid.KINDS)
def test_a_tile_stands_in_and_is_exchanged_for_the_true_one(kind: str) -> None:
    match = begun("13z456m789p1199s1s2p", draws="9m9m9m4z", kind=kind)
    assert kongs(match, 0) == ["kong wind 13z1s"]
    match.play(0, "kong wind 13z1s")
    assert melds(match, 0) == ["(1s13z)"]
    assert match.scores == (3, -1, -1, -1)
    to_next_turn(match, "2p")
    assert kongs(match, 0) == ["add wind 4z", "exchange wind 4z"]
    match.play(0, "exchange wind 4z")
    assert melds(match, 0) == ["(134z)"]
    assert "discard 1s" in texts(match, 0)
    assert match.scores == (3, -1, -1, -1)
    assert kongs(match, 0) == []


def test_nothing_stands_in_for_a_tile_that_is_not_missing() -> None:
    assert kongs(begun("124z1s456m789p119s"), 0) == ["kong wind 124z"]


def test_waits_in_a_condition_are_those_after_the_kong() -> None:
    match = laid.begun(BOOK, "1234z456m789p11p34s", SOUTH, WEST, NORTH, options={"bound": True})
    assert kongs(match, 0) == ["kong wind 1234z"]           # after three of them a tile is still to be discarded
    match = laid.begun(BOOK, "1234z456m789p18p34s", SOUTH, WEST, NORTH, options={"bound": True})
    assert kongs(match, 0) == []


def test_a_declared_hand_adds_what_it_draws() -> None:
    match = begun("123z4567m789p11p34s", draws="9m9m9m1z", tail="5s")
    match.play(0, "kong wind 123z")
    match.play(0, "declare call 7m")
    while match.asked != (0,) or "pass" in texts(match, 0):
        legal = texts(match, match.asked[0])
        match.play(match.asked[0], "pass" if "pass" in legal else "discard 9m")
    assert texts(match, 0) == ["add wind 1z", "discard 1z"]
    match.play(0, "add 1z")
    assert texts(match, 0)[0] == "win"
    match.play(0, "win")
    score = match.settlements[-1].wins[0].score
    assert {fan.id: fan.count for fan in score.fans} == {
        "self_draw": 1, "closed": 1, "kongs": 1, "three_suits": 1, "shown_winds": 4}


@pytest.mark.parametrize(("east", "drawn", "found"), [
    ("123f44z26s267p357m9m", "4f", ["kong flowers 1234f"]),     # waits for 7s before and after
    ("11122233z26s348m9m", "4z", [])])                          # without four winds for nothing
def test_a_declared_hand_lays_four_tiles_if_it_waits_for_the_same(
        tmp_path: Path, east: str, drawn: str, found: list[str]) -> None:
    book = tmp_path / "winds.toml"
    book.write_text('''extends = "luoshu"
name = { zh = "风杠", en = "Winds" }
[kong.wind]
name = { zh = "旋风杠", en = "wind kong" }
of = "hand"
tiles = "1234z"
different = true
''', encoding="utf-8")
    match = laid.begun(str(book), east, draws=f"9m9m9m{drawn}", fill=20)
    laid.go(match, "E declare call 9m", "E choose 1")
    laid.pass_all(match)
    laid.discard(match, "S 9m", "W 9m", "N 9m")
    assert kongs(match, 0) == found
    assert len(match.view(0).seats[0].river) == (1 if found else 2)     # it had to discard the 4z


def test_a_win_is_asked_for_again_where_no_tile_is_drawn() -> None:
    match = begun("123z456m789p11p345s")
    assert not any(text == "win" for text in texts(match, 0))
    match.play(0, "kong wind 123z")
    assert texts(match, 0)[0] == "win"
    match.play(0, "win")
    assert match.settlements[-1].wins[0].score.total == 3113


def test_one_that_counts_as_a_set_opens_the_hand_and_is_no_kong() -> None:
    book = quepu.rulebook(BOOK)
    score = book.score("[567z]456m789p11p78s 9s")
    assert [fan.id for fan in score.fans] == ["three_suits"]
    score = book.score("(1m1p1s)456p789p11p78p 9p")
    assert [fan.id for fan in score.fans] == ["closed", "kongs", "three_suits"]         # its tiles as printed


def test_what_cannot_lie_there_is_refused() -> None:
    book = quepu.rulebook(BOOK)
    for hand in ("[5567z]456m789p11p78s 9s", "[56z1s]456m789p11p78s 9s", "[12z11s]456m789p11p78s 9s",
                 "[1234z]456m789p11p7s 8s"):
        with pytest.raises(HandError):
            book.score(hand)
    with pytest.raises(HandError):
        quepu.rulebook("guobiao").score("[1234z]456m789p11p78s 9s")     # four different tiles are no kong there


def test_reference_and_compiled_count_the_same() -> None:
    book = quepu.rulebook(BOOK)
    hands = [f"{meld}{rest}" for meld in ("(123z)", "[567z]", "(1m1p1s)", "(12z1s)", "(112344z)", "(1m11s)(134z)")
             for rest in ("456m789p11p78s 9s", "[888p]789p11p78s 9s") if meld.count("(") + rest.count("[") == 1]
    compiled = book.compiled()
    batch = compiled.score_batch(compiled.batch([book.win(hand) for hand in hands]))
    assert np.array_equal(batch.total, [book.score(hand).total for hand in hands])


def test_a_record_with_such_kongs_reads_back(tmp_path: Path) -> None:
    match = begun(tail="7m6m")
    for text in ("kong wind 123z", "add wind 4z", "discard 6m"):
        match.play(0, text)
    write_record(match, tmp_path / "eggs.jsonl")
    again = replay(read_record(tmp_path / "eggs.jsonl"), quepu.rulebook(BOOK))
    assert again.events == match.events
    assert again.view(0) == match.view(0)


def test_worked_examples_name_them_and_what_was_paid_for_them() -> None:
    book = quepu.rulebook(BOOK)
    event = {"id": "money", "type": "event", "state": {"kongs": {
        "S": ["windkong 1234z", "dragonkong 567z"], "W": ["windkong 12z1s", "kong 1111s (melded)"]}},
        "payments": {"E": -6, "S": 6, "W": 6, "N": -6}}
    assert check_example(book, event).differences == ()
    win = {"id": "win", "concealed": "456m789p11p78s", "melds": ["windkong 11234z"], "win_tile": "9s", "seat": "S",
           "from": "E", "state": {"kongs": {"S": ["windkong 11234z"]}}, "total": 5112,
           "payments": {"E": -5115, "S": 15345, "W": -5115, "N": -5115}}
    assert check_example(book, win).differences == ()
    wrong = check_example(book, {**event, "state": {"kongs": {"S": ["windkong 567z"]}}})
    assert wrong.differences == ("'windkong 567z' is no kong of this rulebook",)


def test_the_pad_is_told_how_many_tiles_were_laid_down() -> None:
    pad = Pad(quepu.rulebook(BOOK), ["Ann", "Bo", "Cy", "Di"])
    found = pad.enter({"kongs": [{"seat": "E", "kong": "wind", "count": 4}, {"seat": "E", "kong": "wind", "count": 1},
                                 {"seat": "S", "kong": "dragon"}], "draw": True})
    assert found.net == (3 * 3 - 1, 3 - 3, -4, -4)


@pytest.mark.parametrize("kind", laid.KINDS)
def test_a_declared_hand_exchanges_nothing(kind: str) -> None:
    match = begun("13z1s4567m789p11p34s", draws="9m9m9m4z", kind=kind)
    match.play(0, "kong wind 13z1s")
    match.play(0, "declare call 7m")
    while match.asked != (0,) or "pass" in texts(match, 0):
        legal = texts(match, match.asked[0])
        match.play(match.asked[0], "pass" if "pass" in legal else "discard 9m")
    assert texts(match, 0) == ["add wind 4z", "discard 4z"]
