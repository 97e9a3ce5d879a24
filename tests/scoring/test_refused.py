"""Worked examples of wins that the table refuses, whatever the hand: one let go before, a kong that nobody robs."""

from typing import Any

import pytest

import quepu
from quepu.book import Rulebook
from quepu.examples.worked import check_example

BOOK = """
id = "refused"
extends = "base/thirteen"
name = { zh = "过水", en = "Refused" }
%s
[fan.plain]
name = { zh = "平胡", en = "plain" }
value = 1
when = "True"
[fan.nines]
name = { zh = "九", en = "nines" }
value = 2
when = 'win_tile == "9m"'
[flag.bold]
[memory.friend]
scope = "seat"
type = "seat"
start = -1
[grade.small]
name = { zh = "小和", en = "small" }
when = "total == 1"
[[pay]]
id = "friend"
on = "win"
amount = "7 if payer == friend[winner] and friend[payer] == winner else 0"
[examples.state]
friends = "friend"
"""
PASS = '[pass.win]\non = ["win"]\nforbids = ["{}"]\nuntil = ["own_draw"]\n'
#: waits for 6m and 9m
HAND = {"concealed": "78m123456p33399s", "win_tile": "6m", "seat": "S", "from": "E"}


def book(more: str = "") -> Rulebook:
    return quepu.rulebook_of_text(BOOK % more)


def passing(forbids: str, more: str = "") -> Rulebook:
    return book(PASS.format(forbids) + more)


def refused(rules: Rulebook, **example: Any) -> bool:
    """Whether the hand is refused; as a win and as none the example says the same of it."""
    check = check_example(rules, {"id": "x", **HAND, **example})
    assert not check.notes
    other = check_example(rules, {"id": "x", "type": "not_win", **HAND, **example})
    assert bool(check.differences) == (not other.differences)
    return bool(check.differences)


def differs(rules: Rulebook, **example: Any) -> bool:
    return bool(check_example(rules, {"id": "x", **HAND, **example}).differences)


@pytest.mark.parametrize(("forbids", "passed", "is_refused", "is_refused_drawn"), [
    ("discard_win", True, True, False), ("discard_win", ["9m"], True, False), ("discard_win", False, False, False),
    ("discard_win", [], False, False), ("discard_win", None, False, False), ("discard_win", 0, True, False),
    ("win", True, True, True), ("win", False, False, False), ("same_tile", True, True, False),
    ("same_tile", ["6m"], True, False), ("same_tile", ["9m"], False, False), ("same_tile", "69m", True, False),
    ("lower_value", True, True, False), ("lower_value", 1, True, False), ("lower_value", 0, False, False),
    ("lower_value", ["6m"], True, False), ("lower_value", ["9m"], True, False), ("lower_value", "1z", False, False),
])
def test_a_win_let_go_forbids_what_the_rulebook_says(
        forbids: str, passed: Any, is_refused: bool, is_refused_drawn: bool) -> None:
    rules = passing(forbids)
    assert refused(rules, state={"passed": passed}) is is_refused
    assert refused(rules, state={"passed": passed}, self_draw=True, **{"from": None}) is is_refused_drawn


def test_more_than_was_let_go_still_wins() -> None:
    assert not refused(passing("lower_value"), win_tile="9m", state={"passed": ["6m"]})
    assert refused(passing("lower_value"), win_tile="9m", state={"passed": 3})


def test_of_several_seats_only_what_the_winner_let_go_binds_him() -> None:
    rules = passing("lower_value")
    assert refused(rules, state={"passed": {"S": True, "E": False}})
    assert refused(rules, state={"passed": {"S": ["6m"]}})
    assert not refused(rules, state={"passed": {"E": True, "N": 99}})
    (fault,) = check_example(rules, {"id": "x", **HAND, "state": {"passed": 1.5}}).differences
    assert "1.5" in str(fault)


def test_a_pass_that_does_not_apply_forbids_nothing() -> None:
    rules = passing("discard_win", 'when = "friend[actor] == actor"\n')
    assert not refused(rules, state={"passed": True})
    assert refused(rules, state={"passed": True, "friends": {"S": "S"}})


def test_where_passing_forbids_nothing_the_key_is_not_understood() -> None:
    check = check_example(book(), {"id": "x", **HAND, "state": {"passed": True}})
    assert not check.differences
    assert "passed" in str(check.notes)


def test_a_rulebooks_own_word_goes_before() -> None:
    own = quepu.rulebook_of_text(BOOK % PASS.format("discard_win") + 'passed = "bold"\n')
    assert not refused(own, state={"passed": True})


@pytest.mark.parametrize(("robbed_by", "is_refused"), [('["win"]', False), ("[]", True)])
def test_a_robbed_kong_is_refused_where_none_is_robbed(robbed_by: str, is_refused: bool) -> None:
    rules = book(f"[kong.added]\nrobbed_by = {robbed_by}\n")
    assert refused(rules, flags=["robbing"]) is is_refused
    assert not refused(rules)


def test_what_the_whole_hand_is_called_may_be_named() -> None:
    assert not differs(book(), fans={"plain": 1, "小和": 0})
    assert differs(book(), fans={"plain": 1, "小和": 1})
    assert differs(book(), win_tile="9m", fans={"plain": 1, "nines": 2, "小和": 0})


def test_two_seats_are_each_others() -> None:
    pays = {"S": 7, "N": -7, "E": 0, "W": 0}
    assert not differs(book(), state={"friends": ["S", "N"]}, payments=pays)
    assert not differs(book(), state={"friends": ["N", "S"]}, payments=pays)
    assert differs(book(), state={"friends": ["E", "N"]}, payments=pays)


def test_a_refusal_is_told_in_place_of_the_duty() -> None:
    book = quepu.rulebook_of_text("""
extends = "base/thirteen"
[option.least]
type = "int"
default = 1
choices = [0, 4]
[fan.plain]
name = { zh = "平胡", en = "plain" }
value = 1
when = "True"
[win.pungs]
when = "pung_count >= options.least"
text = { zh = "要有刻子或杠", en = "A pung or kong is needed" }
refusal = { zh = "刻子不足 {options.least} 副", en = "There are fewer than {options.least} pungs" }
[win.dealt]
when = "not self_draw"
text = { zh = "不许自摸", en = "A self-draw does not win" }
""")
    score = book.score("123456789m123p5s 5s", self_draw=True)
    assert [reason["en"] for reason in score.reasons] == ["There are fewer than 1 pungs", "A self-draw does not win"]
    assert next(rule.texts["en"] for rule in book.model.requirements) == "A pung or kong is needed"
