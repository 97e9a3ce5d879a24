"""A match that begins in the middle: its dealer, points, pot and memory, and the record of it."""

import json

import pytest

from quepu.errors import QuepuError
from quepu.game.match import Match
from quepu.game.start import Start
from quepu.records.lines import opened, parse_record, write_record
from quepu.records.mjai import start_of
from tests.laid import drift, memory, plain_engine

BEGINS = Start(2, (31000, 22000, 18000, 27000), 2000, {"honba": 3, "deposits": 2, "deals_done": 6})


def began(start: Start = BEGINS) -> Match:
    engine = plain_engine("riichi")
    return Match(engine.book, 7, first_round=1, start=start, engine=engine)


def test_the_next_hand_is_dealt_from_there() -> None:
    match = began()
    assert match.scores == (31000, 22000, 18000, 27000)
    match.begin()
    assert match.hand.players == (2, 3, 0, 1)
    assert match.hand.round == 1
    assert (match.view(0).pot, memory(match, "honba"), memory(match, "deposits")) == (2000, [3], [2])
    drift(match)
    assert sum(match.scores) + int(match.table.pot) == 100_000
    match.begin()
    assert memory(match, "honba") == [4]


def test_without_one_it_is_the_first_deal() -> None:
    assert began(Start()).state == Match(plain_engine("riichi").book, 7, first_round=1,
                                         engine=plain_engine("riichi")).state


def test_the_record_keeps_it() -> None:
    match = began()
    match.begin()
    record = parse_record(write_record(match))
    assert record.header["start"] == {"dealer": 2, "scores": [31000, 22000, 18000, 27000], "pot": 2000,
                                      "memory": {"honba": 3, "deposits": 2, "deals_done": 6}}
    assert Start.of(json.loads(json.dumps(record.header["start"]))) == BEGINS
    assert opened(record).start == BEGINS


@pytest.mark.parametrize(("start", "what"), [
    (Start(dealer=4), "dealer 4"), (Start(scores=(1, 2)), "2 scores for 4"), (Start(memory={"luck": 1}), "'luck'"),
    (Start(memory={"declared": 1}), "'declared'"), (Start(pot=1 << 40), "too large"), (Start(pot="x"), "'x'")])
def test_what_cannot_be_is_told(start, what) -> None:
    with pytest.raises(QuepuError, match=what):
        began(start)


def test_a_log_that_begins_later_tells_where() -> None:
    event = {"bakaze": "S", "kyoku": 3, "honba": 3, "kyotaku": 2, "oya": 2, "scores": [31000, 22000, 18000, 27000]}
    assert start_of(event) == BEGINS
    assert start_of({"bakaze": "E", "oya": 0, "honba": 0, "kyotaku": 0, "scores": [25000] * 4}) is None
