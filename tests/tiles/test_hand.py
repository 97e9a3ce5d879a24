import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quepu.errors import HandError, NotationError, QuepuError
from quepu.facts import Facts
from quepu.hand import Hand, Meld, Win


def test_an_error_names_every_fault_and_survives_pickling():
    error = QuepuError(["one", "two"])
    assert error.faults == ("one", "two")
    assert str(error) == "one\ntwo"
    assert QuepuError("one").faults == ("one",)
    assert pickle.loads(pickle.dumps(error)).faults == ("one", "two")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[123m]", "chow"),
        ("[222p,3]", "pung"),
        ("[2222p,1]", "pung kong"),
        ("[2222p,6]", "pung kong"),
        ("[2222p+]", "pung kong"),
        ("(7777z)", "pung kong concealed"),
        ("[249s]", ""),
        ("[123z]", ""),
        ("[891s]", ""),
        ("[1234z]", ""),
        ("[1234f]", ""),
    ],
)
def test_what_a_meld_is(text, words):
    meld = Meld(text)
    assert " ".join(w for w in ("chow", "pung", "kong", "concealed") if getattr(meld, f"is_{w}")) == words


def test_meld_fields():
    assert Meld((2, 0, 1)).tiles == (0, 1, 2)
    assert Meld("[2222p,6]") == Meld((10,) * 4, "added", 2)
    assert Meld("[340m]") == Meld((2, 3, 4), marks=(4,))


@pytest.mark.parametrize(
    ("fields", "faults"),
    [
        (((),), ["3 or 4 tiles, not 0"]),
        (((0, 0),), ["3 or 4 tiles, not 2"]),
        (((0,) * 5,), ["3 or 4 tiles, not 5"]),
        (((0, 1, 2, 3),), ["1234m is not a kong"]),
        (((0, 0, 1, 1),), ["1122m is not a kong"]),
        (((34, 34, 35),), ["1f 2 times"]),
        (((0, 1, 99),), ["99 is not a kind"]),
        (((0, 1, 2), "concealed", 1), ["cannot lie concealed", "nobody fed it"]),
        (((0, 0, 0), "added", 4, (0,)), ["three tiles", "feeder 4", "1m cannot be red"]),
        (((0, 0, 0), "robbed", None, (4,)), ["'robbed' is not a form", "1 red 5m"]),
    ],
)
def test_impossible_melds_name_every_fault(fields, faults):
    with pytest.raises(HandError) as error:
        Meld(*fields)
    assert len(error.value.faults) == len(faults)
    for found, expected in zip(error.value.faults, faults, strict=True):
        assert expected in found


def test_hand_fields():
    hand = Hand("[222p,1](1111z)0m4m 5m 8f1f")
    laid = [Meld((10, 10, 10), feeder=1), Meld((27,) * 4, "concealed")]
    assert hand == Hand((4, 3, 4), laid, (41, 34), (4,))
    assert hand.concealed == (3, 4, 4)
    assert (hand.counts()[3], hand.counts()[4], sum(hand.counts()), len(hand.counts())) == (1, 2, 3, 42)
    assert hand.place_count == 9
    assert len(hand.tiles) == 12
    assert str(hand) == "[222p,1](1111z)405m 18f"


def test_hands_are_values():
    hand = Hand("[222p,1]40m 1f")
    assert pickle.loads(pickle.dumps(hand)) == hand == copy.deepcopy(hand)
    assert hash(hand) == hash(Hand("[222p,1]04m1f"))
    with pytest.raises(AttributeError):
        hand.marks = ()


def test_flowers_in_play_print_as_fields_that_read_back():
    hand = Hand.read("12f3m", bonus=frozenset())
    assert hand.concealed == (2, 34, 35)
    assert eval(repr(hand)) == hand


def test_impossible_hands_name_every_fault():
    with pytest.raises(HandError) as error:
        Hand("[111m]11m 33f [12p] [5678s]" + "2222s3333s4444s55p")
    text = "\n".join(error.value.faults)
    assert len(error.value.faults) == 5
    for part in ("5 copies of 1m", "3f 2 times", "12p is not a meld", "5678s is not a kong", "no hand has more"):
        assert part in text


def test_unreadable_and_impossible_are_told_together():
    with pytest.raises(NotationError) as error:
        Hand("11111m ? [12p]")
    assert len(error.value.faults) == 3


def test_red_fives_must_be_in_the_hand():
    with pytest.raises(HandError, match="2 red 5m, but the hand has 1"):
        Hand((4,), marks=(4, 4))
    with pytest.raises(HandError, match="7z cannot be red"):
        Hand((33,), marks=(33,))


def test_win_fields():
    state = {"ready": ["E", "S"], "streak": {"E": 2}}
    win = Win(Hand("123m7z"), 33, seat=1, flags=["robbing"], wild=[3, 2], state=state, discarder=0)
    assert win.flags == {"robbing"}
    assert win.wild == (2, 3)
    assert win.state["ready"] == ("E", "S")
    assert win.state["streak"]["E"] == 2
    assert win.options == {}
    state["ready"].append("W")
    assert win.state["ready"] == ("E", "S")
    assert eval(repr(win)) == win
    assert hash(eval(repr(win))) == hash(win)
    assert pickle.loads(pickle.dumps(win)) == win


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        ({"tile": 0}, ["5 copies of 1m"]),
        ({"tile": 34}, ["1f 2 times"]),
        ({"tile": 42}, ["42 is not a kind"]),
        ({"discarder": 0}, ["discarder is the winner"]),
        ({"discarder": 1, "self_draw": True}, ["no discarder"]),
        ({"seat": 4, "round": -1, "discarder": 7}, ["seat 4", "round -1", "discarder 7"]),
        ({"tile_mark": True}, ["red five"]),
        ({"tile": 0, "discarder": 0, "self_draw": True}, ["5 copies", "is the winner", "no discarder"]),
    ],
)
def test_impossible_wins_name_every_fault(changes, faults):
    fields = {"hand": Hand("1111m 1f"), "tile": 1, **changes}
    with pytest.raises(HandError) as error:
        Win(**fields)
    assert len(error.value.faults) == len(faults)
    for found, expected in zip(error.value.faults, faults, strict=True):
        assert expected in found


def test_facts():
    facts = Facts({"a": [1, {2}], "b": {"c": 3}})
    assert facts == {"a": (1, frozenset({2})), "b": {"c": 3}}
    assert hash(facts) == hash(Facts(facts))
    assert eval(repr(facts)) == facts


@given(st.lists(st.integers(0, 41), max_size=20), st.lists(st.integers(34, 41), max_size=3))
def test_a_hand_is_refused_exactly_when_it_cannot_exist(kinds, flowers):
    every = kinds + flowers
    possible = len(kinds) <= 18 and all(every.count(k) <= (4 if k < 34 else 1) for k in every)
    try:
        hand = Hand(kinds, (), flowers)
    except HandError:
        assert not possible
    else:
        assert possible
        assert eval(repr(hand)) == hand
