"""The tile that is told as turned up makes others wild, wherever a hand is told: nobody has to name these besides."""

import json

import pytest

import quepu
from quepu.cli.main import main
from quepu.errors import HandError, QuepuError
from quepu.examples.worked import read_example
from quepu.game.pad.score_pad import Pad
from quepu.scoring.asked_facts import asked

NAMES = ("Ann", "Bo", "Cy", "Di")
#: rulebook, lot, tile turned up, the kinds that it makes wild, a hand with one of them
SHOWN = [
    ("wuhan", "indicator", "3s", "4s", "[123m,1]456m789m22p23s 4s"),
    ("tianjin", "indicator", "3s", "34s", "123m456m789m11p23s 4s"),
    ("anqing", "flip", "8p", "9p", "123m456m789m11p29p 3p"),
    ("jiangnan", "flip", "5z", "5z", "123m456m789m11p25z 3s"),
    ("nanchang", "upper", "4s", "45s", "123m456m789m11p23s 4s"),
    ("wenzhou", "caishen", "9p", "9p", "123m456m789m11p23s555s 4s"),
]


def scored(rule, hand, **told):
    """Everything that a hand comes to."""
    score = quepu.rulebook(rule).score(hand, seat="S", self_draw=True, **told)
    return score.win.wild, score.legal, score.total, [fan.id for fan in score.earned], score.hand_payments


@pytest.mark.parametrize(("rule", "lot", "tile", "wild", "hand"), SHOWN)
def test_the_turned_tile_says_which_kinds_are_wild(rule, lot, tile, wild, hand):
    told = {f"turned.{lot}": tile}
    found = scored(rule, hand, state=told)
    assert found[0]
    assert found == scored(rule, hand, state=told, wild=wild)
    with pytest.raises(HandError) as refused:
        scored(rule, hand, state=told, wild="7m")
    assert [fault.code for fault in refused.value.faults] == ["win.wild_turned"]


def test_kinds_that_are_named_alone_are_wild_as_they_are():
    assert scored("wuhan", "[123m,1]456m789m22p23s 4s", wild="4s")[0] == (21,)
    score = quepu.rulebook("wuhan").score("[123m,1]456m789m22p23s 4s", seat="S", self_draw=True)
    assert "the wild tiles of the hand" in {names["en"] for names in score.assumed}


def test_a_substitute_takes_the_place_of_what_the_turned_tile_makes_wild():
    """The white dragon stands for 2s once 2s is turned up, and for itself without."""
    book = quepu.rulebook("wenzhou")
    hand = "123m456m789m11p3s5z555s 4s"
    assert book.score(hand, seat="S", self_draw=True, state={"turned.caishen": "2s"}).complete
    assert not book.score(hand, seat="S", self_draw=True, state={"turned.caishen": "9s"}).complete


def test_the_waits_follow_from_the_turned_tile():
    book = quepu.rulebook("wuhan")
    told = book.waits("[123m,1]456m789m2p23s4s", state={"turned.indicator": "3s"})
    assert told.wild == (21,)
    assert [wait.kind for wait in told.waits] == [
        wait.kind for wait in book.waits("[123m,1]456m789m2p23s4s", wild="4s").waits]
    with pytest.raises(HandError):
        book.waits("[123m,1]456m789m2p23s4s", wild="9p", state={"turned.indicator": "3s"})


@pytest.mark.parametrize("told", [
    {"memory": {"turned.indicator": "3s"}}, {"wild": "4s"}, {"wild": "4s", "memory": {"turned.indicator": "3s"}}])
def test_on_the_pad_as_in_a_score(told):
    hand = "[123m,1]456m789m22p23s 4s"
    net = quepu.rulebook("wuhan").score(hand, seat="S", self_draw=True, wild="4s").hand_payments
    entered = Pad("wuhan", NAMES).enter({**told, "wins": [{"seat": "S", "hand": hand}]})
    assert entered.net == tuple(net.values())
    assert entered.wins[0].win.wild == (21,)


@pytest.mark.parametrize("entry", [
    {"wild": "9p", "memory": {"turned.indicator": "3s"}}, {"steps": [
        {"memory": {"turned.indicator": "3s"}}, {"wild": "9p"}, {"draw": True}]},
    {"wild": "9p", "wins": [{"seat": "S", "hand": "[123m,1]456m789m22p23s 4s", "state": {"turned.indicator": "3s"}}]}])
def test_other_wild_tiles_than_the_turned_one_makes_are_refused_on_the_pad(entry):
    pad = Pad("wuhan", NAMES)
    with pytest.raises(QuepuError) as refused:
        pad.enter({"draw": True, **entry} if "wins" not in entry and "steps" not in entry else entry)
    assert "3s turned up makes 4s wild in wuhan, not 9p" in str(refused.value)
    assert pad.enter({"wild": "9p", "draw": True})      # nothing of it has stayed


def test_in_a_worked_example_as_in_a_score():
    book = quepu.rulebook("wuhan")
    example = {"id": "x", "concealed": "456m789m22p23s4s", "melds": ["[123m,1]"], "win_tile": "4s", "self_draw": True,
               "seat": "S", "state": {"turned.indicator": "3s"}}
    example["concealed"] = "456m789m22p23s"
    chosen, win = read_example(book, example)
    assert chosen.score(win).win.wild == (21,)
    with pytest.raises(HandError):
        read_example(book, {**example, "wild": ["9p"]})


def test_on_the_command_line(capsys):
    hand = ["score", "[123m,1]456m789m22p23s 4s", "--rule", "wuhan", "--self-draw", "--seat", "S", "--json"]
    assert main([*hand, "--state", "turned.indicator=3s"]) == 0
    by_tile = json.loads(capsys.readouterr().out)
    assert main([*hand, "--wild", "4s"]) == 0
    by_kinds = json.loads(capsys.readouterr().out)
    assert by_tile["hand_payments"] == by_kinds["hand_payments"]
    assert by_tile["total"] == by_kinds["total"]
    assert main([*hand, "--wild", "9p", "--state", "turned.indicator=3s"]) == 2


@pytest.mark.parametrize(("rule", "lot"), [(rule, lot) for rule, lot, *_rest in SHOWN])
def test_the_turned_tile_is_asked_for_and_has_an_effect(rule, lot):
    book = quepu.rulebook(rule)
    assert f"turned.{lot}" in {fact.name for fact in asked(book.model)}
    hand = next(hand for name, *_rest, hand in SHOWN if name == rule)
    tile = next(tile for name, _lot, tile, *_rest in SHOWN if name == rule)
    score = book.score(hand, seat="S", self_draw=True, state={f"turned.{lot}": tile})
    assert not score.no_effect
    assert "the wild tiles of the hand" not in {names["en"] for names in score.assumed}


def test_a_tile_that_lies_for_the_table_is_told_once_and_is_one_of_the_rulebook_s():
    hand = "[123m,1]456m789m22p23s 4s"
    assert scored("wuhan", hand, state={"turned.indicator": {"S": "3s"}})[0] == ()
    with pytest.raises(HandError) as refused:
        scored("wuhan", hand, state={"turned.indicator": "1f"})
    assert [fault.code for fault in refused.value.faults] == ["win.no_tile"]
