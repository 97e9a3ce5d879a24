"""Three players who win on one tile 三家和了, in mjai and tenhou.net/6: called off or all paid, as the log has it."""

import json

import pytest

from quepu import rulebook
from quepu.game.match import Match
from quepu.notation import Tile, read_tiles, write_tiles
from quepu.records.json_text import RecordError, json_line
from quepu.records.lines import parse_record, replay, write_record
from quepu.records.mjai import read_mjai
from quepu.records.mjai_write import mjai_events
from quepu.records.tenhou import read_tenhou
from tests.laid import dead_wall, go, laid_wall
from tests.tenhou_logs import log_of

HANDS = ("111m111p999m77z99s8s", "234567m345p22p67s", "345678m234p99p67s", "456m567p678p33m67s")
TAIL = dead_wall("1s1s1s1s", "1z1z2z2z3z3z4z4z")


def with_reds(wall: str) -> str:
    """The wall with one of the fives of each suit red."""
    tiles = list(read_tiles(wall))
    for kind in (4, 13, 22):
        tiles[tiles.index(Tile(kind))] = Tile(kind, True)
    return write_tiles(tiles)


def played(rule: str, *answers: str, hands: tuple[str, ...] = HANDS) -> Match:
    match = Match(rule, seed=1, walls=[with_reds(laid_wall(hands, "", TAIL))])
    match.begin()
    go(match, *(answers or ("E discard 8s", "S win", "W win", "N win")))
    match.begin()
    go(match, f"{'ESWN'[match.asked[0]]} {match.legal(match.asked[0])[-1].text}")
    return match


def text(events) -> str:
    return "".join(json_line(event) + "\n" for event in events)


def told(match: Match) -> list[dict]:
    return json.loads(json.dumps(mjai_events(match)))


def drawn(events):
    return next(event for event in events if event["type"] == "ryukyoku")


RULES = ["riichi?multi_ron=double", "riichi?multi_ron=all", "riichi?platform=tenhou"]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("given", [True, False])
def test_an_mjai_log_reads_back(rule, given):
    match = played(rule)
    again = read_mjai(text(told(match)), book=rulebook(rule) if given else None)
    assert told(again)[1:] == told(match)[1:]
    record = write_record(again)
    assert write_record(replay(parse_record(record))) == record


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("given", [True, False])
def test_a_log_of_the_viewer_reads_back(rule, given):
    match = played(rule)
    events = told(match)
    events = events[:1 + events.index({"type": "end_kyoku"})]
    again = read_tenhou(json.dumps(log_of(events)), book=rulebook(rule) if given else None)
    assert told(again)[1:] == events[1:]


def test_a_declaration_whose_discard_three_win_on_costs_nothing():
    match = played("riichi?multi_ron=double", "E declare double_riichi 8s", "S win", "W win", "N win")
    events = told(match)
    assert "reach" in [event["type"] for event in events]
    assert drawn(events)["deltas"] == [0, 0, 0, 0]
    assert told(read_mjai(text(events)))[1:] == events[1:]


@pytest.mark.parametrize("reason", ["sanchaho", "sanchahou", "triple_ron", None])
def test_other_words_for_it(reason):
    """Not every program gives a reason, and not all the same."""
    match = played("riichi?multi_ron=double")
    events = told(match)
    draw = drawn(events)
    draw.pop("reason")
    if reason:
        draw["reason"] = reason
    assert told(read_mjai(text(events)))[1:] == told(match)[1:]
    draw.pop("deltas")
    assert told(read_mjai(text(events)))[1:] == told(match)[1:]


@pytest.mark.parametrize("more", [{"reason": "sanchaho"}, {}])
def test_two_wins_are_not_called_off(more):
    events = told(played("riichi?multi_ron=double", "E discard 8s", "S win", "W win", hands=(*HANDS[:3], "")))
    place = next(index for index, event in enumerate(events) if event["type"] == "hora")
    events[place:place + 2] = [{"type": "ryukyoku", **more}]
    with pytest.raises(RecordError, match=r"mjai:5: this is not what the game gives: type ryukyoku"):
        read_mjai(text(events))


def test_a_rulebook_that_pays_all_three_says_what_is_wrong():
    events = told(played("riichi?multi_ron=double"))
    with pytest.raises(RecordError, match=r"mjai:5: this is not what the game gives: type ryukyoku"):
        read_mjai(text(events), book=rulebook("riichi?multi_ron=all"))
