"""What a settlement says besides payments: the turned tiles with what they point to, why a hand was called off."""

import pytest

from quepu.game.match import Match
from quepu.game.turned_lots import turned_tiles
from quepu.server.answers.replays import framed
from quepu.server.tables.telling import settlement_json
from tests.players import played


@pytest.fixture(scope="module")
def east() -> Match:
    """A match whose last hand was won with dora and ura dora."""
    return played("riichi?length=east", 10, 99)


def test_indicators_point_to_what_their_fans_count(east: Match) -> None:
    last = east.settlements[-1]
    dora, ura = last.turned
    assert (dora.lot, dora.hidden, dora.fans) == ("dora", False, ("dora",))
    assert (ura.lot, ura.hidden, ura.fans) == ("ura", True, ("ura_dora",))
    counted = {fan.id: fan.count for fan in last.wins[0].score.fans}
    hand = str(last.wins[0].score.win.hand)
    assert counted["dora"] > 0 < counted["ura_dora"], hand
    order = east.book.model.as_written()["tiles"].get("indicator_order")
    for tile in (dora, ura):
        rank, suit = int(tile.tile[0]), tile.tile[1]
        if suit != "z":
            assert tile.counts == f"{(rank or 5) % 9 + 1}{suit}", order


def test_birds_point_to_nothing_but_themselves() -> None:
    match = played("changsha", 3, 6)
    birds = [tile for one in match.settlements for tile in one.turned]
    assert birds
    assert {(tile.lot, tile.counts) for tile in birds} == {("bird", "")}


def test_a_tile_that_counts_itself_and_its_neighbours_points_to_none_of_them() -> None:
    match = played("guangxi", 3, 3)
    woken = [tile for one in match.settlements for tile in one.turned]
    assert woken
    assert {(tile.lot, tile.counts, tile.fans) for tile in woken} == {("flip", "", ("xing",))}


def test_a_table_without_turned_tiles_has_none() -> None:
    match = played("guobiao", 1, 1)
    assert turned_tiles(match.table, match.book.model) == ()


def test_a_settlement_says_why_the_hand_was_called_off() -> None:
    match = played("riichi?length=east", 14, 3)
    last = match.settlements[-1]
    assert last.ended == "redeal"
    told = settlement_json(last, match.book.model, "en")
    assert told["reason"] == {lang: match.book.model.entry_name("abort", "four_winds", lang)
                              for lang in ("zh", "zh-Hant", "en")}
    assert "reason" not in last.as_json()       # records stay as they are


def test_a_replay_turns_the_hidden_indicator_over_at_the_end(east: Match) -> None:
    begun = max(place for place, step in enumerate(east.steps) if step.kind == "begin")
    frames = [framed(east, place, "en") for place in range(begun, len(east.steps))]
    ura = f"ura {east.settlements[-1].turned[1].tile}"
    assert [ura in frame["view"]["turned"] for frame in frames] == [False] * (len(frames) - 1) + [True]
    telling = [any("ura" in line and ura[4:] in line for line in frame["lines"]) for frame in frames]
    assert telling == [False] * (len(frames) - 1) + [True]
    assert all(seat["tiles"] for seat in frames[0]["view"]["seats"])    # hands lie open all the time
    assert [frame["standings"] is None for frame in frames] == [True] * (len(frames) - 1) + [False]
