"""Worked examples with other hands that win on the same tile, options in a list, and accounts besides the seats."""

from typing import Any

import pytest

import quepu
from quepu.book import Rulebook
from quepu.examples.worked import check_example

BOOK = """
id = "rivals"
extends = "base/thirteen"
name = { zh = "截胡", en = "Rivals" }
[claim.win]
several = "%s"
%s
[fan.plain]
name = { zh = "平胡", en = "plain" }
value = 1
when = "True"
[fan.flush]
name = { zh = "清一色", en = "flush" }
value = 4
when = "suit_count == 1 and honor_count == 0"
[option.low]
type = "int"
default = 1
choices = [1, 9]
[option.high]
type = "int"
default = 2
choices = [1, 9]
[[pay]]
id = "win"
on = "win"
amount = "options.low + 10 * options.high if payer == discarder else 0"
[examples.options]
"stakes.0" = "low"
"stakes.1" = "high"
"""
SOUTH = {"concealed": "67m12399p333567s", "win_tile": "8m", "seat": "S", "from": "E"}
FLUSH = {"concealed": "1112345667799m"}
PLAIN = {"concealed": "67m12399p111567s"}


def book(several: str, more: str = "") -> Rulebook:
    return quepu.rulebook_of_text(BOOK % (several, more))


def differences(rules: Rulebook, **example: Any) -> tuple[str, ...]:
    return check_example(rules, {"id": "x", **SOUTH, **example}).differences


@pytest.mark.parametrize(("several", "more", "seat", "hand", "rival"), [
    ("highest", "", "W", FLUSH, "W"), ("highest", "", "W", PLAIN, ""), ("nearest", "", "W", FLUSH, ""),
    ("all", "", "W", FLUSH, ""), ("nearest", 'first = ["flush"]', "W", FLUSH, "W"),
    ("nearest", 'first = ["flush"]', "W", PLAIN, ""), ("highest", "", "W", {"concealed": "1112345667799p"}, ""),
])
def test_which_of_several_hands_wins_is_the_rulebooks_rule(several: str, more: str, seat: str, hand: dict[str, str],
                                                           rival: str) -> None:
    rules = book(several, more)
    refused = differences(rules, type="not_win", state={"hands": {seat: hand}})
    assert refused == (() if rival else ("must be refused, but is a legal win of 1",))
    assert differences(rules, state={"hands": {seat: hand}}) == ((f"{rival} takes the tile",) if rival else ())


def test_a_nearer_seat_goes_first() -> None:
    told = {**SOUTH, **PLAIN, "seat": "N", "state": {"hands": {"S": {"concealed": SOUTH["concealed"]}}}}
    for several in ("nearest", "highest"):
        assert check_example(book(several), told).differences == ("S takes the tile",)


def test_a_self_draw_is_nobody_elses() -> None:
    assert differences(book("highest"), self_draw=True, **{"from": None}, state={"hands": {"W": FLUSH}}) == ()


def test_options_can_stand_together_in_a_list() -> None:
    rules = book("all")
    assert differences(rules, payments={"E": -21, "S": 21}) == ()
    assert differences(rules, options={"stakes": [3, 4]}, payments={"E": -43, "S": 43}) == ()
    for wrong in ([3], [3, 4, 5], 3):
        assert differences(rules, options={"stakes": wrong}) == (
            f"option stakes: a list of 2 is needed, not {wrong!r}",)
