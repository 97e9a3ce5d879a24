"""Logs of tenhou.net/6 with several claims in a go-around, written by hand: read, replayed, settled as they say."""

from typing import Any

import pytest

from quepu.records.json_text import RecordError
from quepu.records.mjai_write import mjai_events
from quepu.records.tenhou import MOST_ORDERS, read_tenhou, tenhou_events

Turns = tuple[list[int], list[Any], list[Any]]          # dealt, drawn or claimed, discarded
START = [25000] * 4
CLAIMS = ("pon", "chi", "daiminkan", "kakan", "ankan")


def log(result: list[Any], *players: Turns, dora: tuple[int, ...] = (31,)) -> dict[str, Any]:
    """A log with one hand of the first deal."""
    parts = [part for player in players for part in player]
    return {"name": ["A", "B", "C", "D"], "rule": {"disp": "般南喰赤", "aka": 1},
            "log": [[[0, 0, 0], START, list(dora), [], *parts, result]]}


def claims(data: dict[str, Any]) -> list[tuple[str, int, str]]:
    """(what, by whom, on which tile) in the order in which they are read; a discard is told by its player and tile."""
    return [(told.type, told.event["actor"], told.event.get("pai", "")) for told in tenhou_events(data)
            if told.type in (*CLAIMS, "dahai")]


def settled(data: dict[str, Any]) -> list[int]:
    """What each player won or lost; payments other than the log's would be refused."""
    match = read_tenhou(data)
    assert len(match.settlements) == 1
    assert [event["type"] for event in mjai_events(match)].count("start_kyoku") == 1
    return [after - before for after, before in zip(match.scores, START, strict=True)]


#: the dealer discards two 42; the first is let go, and before the second the dealer pungs his right neighbour's 45
EAST = ([42, 42, 45, 45, 11, 12, 13, 14, 15, 16, 17, 21, 21], [18, "4545p45"], [42, 42])
SOUTH = ([45, 33, 34, 35, 36, 37, 38, 39, 22, 24, 26, 28, 41], [43], [45])
WEST: Turns = ([23, 23, 25, 25, 27, 27, 29, 29, 46, 46, 44, 44, 41], [], [])
NORTH = ([42, 42, 19, 33, 33, 34, 34, 35, 35, 36, 36, 37, 47], ["4242p42"], [19])


def test_a_pung_right_after_a_pung_of_a_tile_that_was_let_go_before() -> None:
    data = log(["和了", [2900, 0, 0, -2900], [0, 3, 0]], EAST, SOUTH, WEST, NORTH)
    assert claims(data) == [("dahai", 0, "S"), ("dahai", 1, "P"), ("pon", 0, "P"), ("dahai", 0, "S"), ("pon", 3, "S"),
                            ("dahai", 3, "9m")]
    assert settled(data) == [2900, 0, 0, -2900]


def test_a_claim_is_made_as_soon_as_it_can_be() -> None:
    """The same tiles, and North has the first 42: nothing else is claimed."""
    east = (EAST[0], [18, 47], [42, 60])
    north = (NORTH[0], ["4242p42"], [37])
    data = log(["流局", [0, 0, 0, 0]], east, ([*SOUTH[0]], [], []), WEST, north)
    assert claims(data)[:3] == [("dahai", 0, "S"), ("pon", 3, "S"), ("dahai", 3, "7s")]


def test_a_pung_after_a_chow_of_another_seat() -> None:
    """South chows 19, West pungs the 46 that South discards then, and East wins on what West discards."""
    east = ([19, 45, 45, 45, 11, 12, 13, 14, 15, 16, 21, 21, 27], [28], [19])
    south = ([17, 18, 46, 34, 35, 36, 37, 38, 39, 22, 24, 41, 43], ["c191718"], [46])
    west = ([46, 46, 29, 23, 23, 25, 25, 33, 33, 44, 44, 41, 43], ["p464646"], [29])
    north: Turns = ([42, 42, 47, 33, 34, 34, 35, 35, 36, 36, 37, 37, 32], [], [])
    data = log(["和了", [2000, 0, -2000, 0], [0, 2, 0]], east, south, west, north)
    assert claims(data) == [("dahai", 0, "9m"), ("chi", 1, "9m"), ("dahai", 1, "F"), ("pon", 2, "F"),
                            ("dahai", 2, "9p")]
    assert settled(data) == [2000, 0, -2000, 0]


def test_two_kongs_of_discards_in_a_row_and_a_draw_right_after_the_fourth_kong() -> None:
    """East has two concealed kongs; West and South kong discards, each with a 0 in place of a discard: 四槓散了."""
    east = ([11, 11, 11, 11, 12, 12, 12, 12, 45, 21, 22, 23, 24], [25, 26, 27], ["111111a11", "121212a12", 45])
    south = ([43, 43, 43, 33, 34, 35, 36, 37, 38, 39, 28, 28, 41], ["434343m43", 22], [0, 60])
    west = ([45, 45, 45, 43, 23, 23, 25, 25, 33, 33, 44, 44, 41], ["45m454545", 29], [0, 43])
    north: Turns = ([42, 42, 47, 33, 34, 34, 35, 35, 36, 36, 37, 37, 32], [], [])
    data = log(["四槓散了"], east, south, west, north, dora=(31, 32, 34, 36, 38))
    assert [claim for claim in claims(data) if claim[0] in CLAIMS] == [
        ("ankan", 0, ""), ("ankan", 0, ""), ("daiminkan", 2, "P"), ("daiminkan", 1, "W")]
    assert settled(data) == [0, 0, 0, 0]


def test_a_kong_added_to_a_pung_made_in_the_same_go_around() -> None:
    """As above, but East wins later: on South's discard, after the fourth 45 was drawn and added."""
    east = (EAST[0], [18, "4545p45", 45, 47], [42, 42, "4545k4545", 60])
    south = ([45, 19, *SOUTH[0][1:-1]], [43, 23], [45, 19])
    north = (NORTH[0], ["4242p42"], [47])
    data = log(["和了", [3900, -3900, 0, 0], [0, 1, 0]], east, south, WEST, north, dora=(31, 32))
    assert [claim for claim in claims(data) if claim[0] in CLAIMS] == [
        ("pon", 0, "P"), ("pon", 3, "S"), ("kakan", 0, "P")]
    assert settled(data) == [3900, -3900, 0, 0]


#: South and West wait for 19 too, with nothing but chows and a pair
SOUTH_READY = ([45, 17, 18, 22, 23, 24, 34, 35, 36, 26, 27, 28, 38], [38], [45])
WEST_READY: Turns = ([17, 18, 27, 28, 29, 24, 25, 26, 36, 37, 38, 33, 33], [], [])


def test_two_win_on_a_tile_discarded_after_two_claims() -> None:
    result = ["和了", [2900, 0, 0, -2900], [0, 3, 0], [0, 1000, 0, -1000], [1, 3, 1]]
    assert settled(log(result, EAST, SOUTH_READY, WEST, NORTH)) == [2900, 1000, 0, -3900]


def test_three_wins_on_such_a_tile_are_a_draw() -> None:
    assert settled(log(["三家和了"], EAST, SOUTH_READY, WEST_READY, NORTH)) == [0, 0, 0, 0]


def test_a_log_that_does_not_come_out_even_is_told_as_before() -> None:
    data = log(["和了", [2900, 0, 0, -2900], [0, 3, 0]], EAST, SOUTH, WEST, (NORTH[0], ["4242p42", "4747p47"], [19]))
    with pytest.raises(RecordError, match="4545p45"):
        read_tenhou(data)


def test_orders_that_are_tried_have_an_end() -> None:
    """Every claim could be an earlier or a later one, and nothing fits."""
    claims_of_42 = ["4242p42"] * 90
    data = log(["流局"], (EAST[0], [42] * 100, [60] * 100), ([*SOUTH[0]], [22] * 100, [60] * 100),
               (WEST[0], [22] * 100, [60] * 100), (NORTH[0], claims_of_42, [47] * 90))
    assert MOST_ORDERS < 1000
    with pytest.raises(RecordError):
        read_tenhou(data)
