"""Tallies that are rounded, stand apart or silence others; grades; tiles turned up, told."""

from typing import Any

import pytest

from quepu.book import Rulebook, rulebook_of_text
from quepu.errors import RulebookError

HEAD = """extends = "base/thirteen"
[tally.points]
enabled = false
[tally.han]
name = { zh = "翻", en = "Han" }
show = { zh = "{n}翻", en = "{n} han" }
[tally.fu]
name = { zh = "符", en = "Fu" }
start = 20
becomes = "ceil_to(fu, 10)"
apart = true
[tally.limit]
name = { zh = "役满", en = "Limit" }
silences = ["han", "fu"]
[score]
total = "1000 * limit if limit > 0 else han * fu"
[grade.great]
name = { zh = "大", en = "great" }
when = "total >= 1000"
[grade.fair]
name = { zh = "中", en = "fair" }
when = "total >= 60"
[fan.drawn]
name = { zh = "自摸", en = "Drawn" }
value = 1
when = "self_draw"
[fan.straight]
name = { zh = "一气通贯", en = "Straight" }
value = "2 if open_count == 0 else 1"
pick = "a, b, c in chows"
when = "a.suit == b.suit == c.suit and a.low == 1 and b.low == 4 and c.low == 7"
[fan.pung]
name = { zh = "刻子", en = "Pung" }
tally = "fu"
value = 2
pick = "p in pungs"
[fan.honors]
name = { zh = "字一色", en = "Honors" }
tally = "limit"
value = 1
when = "honor_count == tile_count"
"""


def house(more: str = "") -> Rulebook:
    """A rulebook of han and fu."""
    return rulebook_of_text(HEAD + more)


def test_a_tally_becomes_what_its_expression_says() -> None:
    score = house().score("[222z]123m456m78m11p 9m", self_draw=True)
    assert dict(score.tallies) == {"han": 2, "fu": 30, "limit": 0}
    assert score.total == 60


def test_fans_of_a_tally_apart_are_the_working() -> None:
    score = house().score("[222z]123m456m78m11p 9m", self_draw=True)
    assert [fan.id for fan in score.fans] == ["drawn", "straight"]
    assert [fan.id for fan in score.working] == ["pung"]
    assert [fan.id for fan in score.earned] == ["drawn", "straight", "pung"]


def test_an_explanation_tells_the_working_and_the_grade() -> None:
    text = house().score("[222z]123m456m78m11p 9m", self_draw=True).explain("en")
    assert "Drawn     1 han" in text
    assert "fair (2 han, Fu 30)" in text
    rows = [line.split() for line in text.splitlines()]
    assert ["Pung", "2", "[222z]"] in rows[rows.index(["Fu"]):]
    assert ["Sum", "22", "→", "30"] in rows
    chinese = house().score("[222z]123m456m78m11p 9m", self_draw=True)
    assert "2翻" in chinese.explain("zh")
    assert ">22</td>" in chinese._repr_html_()
    assert ">→ 30</td>" in chinese._repr_html_()


def test_a_tally_silences_others() -> None:
    score = house().score("111222333z44z55z 5z", self_draw=True)
    assert [fan.id for fan in score.earned] == ["honors"]
    assert (score.total, score.grade["en"]) == (1000, "great")
    assert [(one.id, one.principle, one.by) for one in score.dropped] == [("drawn", "silenced", "honors")]
    assert "not counted beside Honors" in score.explain("en")


def test_no_grade_where_none_holds() -> None:
    assert house().score("[222z]123m456p78m11p 9m", self_draw=True).grade == {}


@pytest.mark.parametrize("hand", ["[222z]123m456m78m11p 9m", "123456m78m11p222z 9m", "111222333z44z55z 5z"])
def test_the_compiled_form_rounds_and_silences_too(hand: str) -> None:
    book = house()
    win = book.win(hand, self_draw=True)
    score, fast = book.score(win), book.compiled().score(win)
    assert (fast.total, set(fast.fan_ids)) == (score.total, {fan.id for fan in score.earned})


def test_a_tally_cannot_silence_itself() -> None:
    with pytest.raises(RulebookError, match="cannot silence itself"):
        house("[tally.more]\nsilences = ['more']\n")


TURNED = """[turned.dora]
on = "hand_start"
tiles = 2
[fan.dora]
name = { zh = "宝牌", en = "Dora" }
value = 1
count = 'sum(copies(t.next) for t in turned("dora"))'
"""


@pytest.mark.parametrize("told", ["1z4p", ["1z", "4p"], (27, 12)])
def test_tiles_turned_up_are_told(told: Any) -> None:
    book = house(TURNED)
    wins = [book.win("[222z]123m456m78m55p 9m", state={"turned.dora": told}), book.win("[222z]123m456m78m55p 9m")]
    assert [book.score(win).tallies["han"] for win in wins] == [6, 1]
    fast = book.compiled()
    assert fast.score_batch(fast.batch(wins)).total.tolist() == [180, 30]
    assert [fast.score(win).total for win in (*wins, wins[1])] == [180, 30, 30]
