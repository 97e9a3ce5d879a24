"""What players choose, bet or stake is told within what the rulebook lets them choose."""

import pytest

import quepu
from quepu.errors import QuepuError
from quepu.game.pad.score_pad import Pad
from quepu.rulebook.file.load import known_ids
from quepu.scoring.telling.choices import allowed_of

HAND = "111p333p555s666s2s 2s"
SEVENTEEN = "111p333p555s666s777m2z 2z"


@pytest.mark.parametrize(("rule", "options", "state", "said"), [
    ("changsha", {"piao": True}, {"piao": {"S": 99}}, "piao.S is 99: in changsha it is 0–2"),
    ("changsha", {}, {"piao": {"S": -1}}, "piao.S is -1: in changsha it is 0–2"),
    ("changsha", {}, {"piao": [0, 0, 0, 3]}, "piao.N is 3: in changsha it is 0–2"),
    ("hainan", {"shangga": True}, {"ga": {"W": 4}}, "ga.W is 4: in hainan it is 0–3, 5"),
    ("neimeng", {"guapu": "own"}, {"stakes": {"E": 3}}, "stakes.E is 3: in neimeng it is 0, 2, 4"),
    ("tianjin", {}, {"sits": 9}, "sits is 9: in tianjin it is 0–1"),
    ("tianjin", {"la_zhuang_max": 1}, {"pulls": {"S": 2}}, "pulls.S is 2: in tianjin it is 0–1"),
    ("luoshu", {}, {"stakes": {"S": 12}}, "stakes.S is 12: in luoshu it is 0–10"),
    ("taiwan", {}, {"raised": {"S": 10}}, "raised.S is 10: in taiwan it is 0–9"),
    ("taiwan", {}, {"accepts": {"S": {"E": 2}}}, "accepts.S is 2: in taiwan it is 0–1"),
    ("qingyuan", {}, {"concealed_kongs": {"S": 99}}, "concealed_kongs.S is 99: in qingyuan it is 0–4"),
    ("sichuan", {}, {"void": {"S": 3}}, "void.S is 3: in sichuan it is -1–2"),
])
def test_what_nobody_can_choose_is_refused_with_what_he_can(rule, options, state, said):
    book = quepu.rulebook(rule, **options)
    with pytest.raises(QuepuError) as refused:
        book.score(SEVENTEEN if rule == "taiwan" else HAND, seat="S", self_draw=True, state=state)
    assert said in str(refused.value)
    with pytest.raises(QuepuError) as refused:
        Pad(book).enter({"memory": state})
    assert said in str(refused.value)


def test_the_dealer_and_the_others_choose_each_for_themselves():
    book = quepu.rulebook("guangdong_tuidaohu", horses_table=2)
    slot = next(slot for slot in book.model.memory if slot.id == "horses")
    assert [allowed_of(book.model, slot, seat) for seat in (0, 1)] == [[(0, 0), (1, 3)], [(0, 0), (0, 2)]]


@pytest.mark.parametrize("rule", known_ids())
def test_whatever_a_memory_begins_with_can_be_told(rule):
    model = quepu.rulebook(rule).model
    for slot in model.memory:
        allowed = allowed_of(model, slot, 0)
        assert allowed is None or any(low <= slot.start <= high for low, high in allowed), slot.id


def test_what_can_be_chosen_is_taken():
    book = quepu.rulebook("changsha", piao=True)
    plain, more = (book.score(HAND, seat="S", self_draw=True, state=state).payments
                   for state in ({}, {"piao": {"S": 2}}))
    assert more["S"] > plain["S"]


@pytest.mark.parametrize(("rule", "options", "told"), [
    ("guizhou", {}, {"turned.fan_ji": "5m6m"}), ("wuhan", {}, {"turned.indicator": "5m6m"}),
    ("guangdong_folk", {"horses_per_player": 1}, {"turned.horse": {"S": "5m6m"}}),
])
def test_more_tiles_than_a_lot_turns_up_are_refused(rule, options, told):
    book = quepu.rulebook(rule, **options)
    with pytest.raises(QuepuError, match=r"2 tiles are told, but .* turns up 1 there"):
        book.score(HAND, seat="S", self_draw=True, state=told)
    with pytest.raises(QuepuError, match=r"2 tiles are told, but .* turns up 1 there"):
        Pad(book).enter({"draw": {"state": told}})


def test_lots_that_are_turned_up_more_than_once_take_as_many_as_there_are():
    book = quepu.rulebook("riichi")
    assert book.score("222m345678p3455s 5s", seat="S", self_draw=True, state={"turned.dora": "5m6m"}).complete
