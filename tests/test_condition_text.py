"""Conditions in words, made from their expressions."""

import re

import pytest

from quepu.rulebook.condition_text import condition_text, fan_text
from quepu.rulebook.load import known_ids
from quepu.scoring.book import rulebook

SAID = [
    ("chow_count == 4 and honor_count == 0", "顺子数 = 4，无字牌", "chows = 4, no honours"),
    ("all(2 <= t.rank <= 8 for t in tiles)", "各张牌都：2 ≤ 点数 ≤ 8", "all tiles: 2 ≤ rank ≤ 8"),
    ("not any(p.tile.is_wind for p in pairs)", "对子之中没有：牌 是风牌", "none of pairs: tile is a wind"),
    ('shape == "seven_pairs" or self_draw', "七对 或 自摸", "Seven pairs or self-drawn"),
    ("count(s for s in sets if s.is_open) >= 2", "各组面子（其中副露）的个数 ≥ 2",
     "number of sets (those with open) ≥ 2"),
    ('all(t in "23468s6z" for t in tiles)', "各张牌都：它 为 23468s6z 之一", "all tiles: it is one of 23468s6z"),
    ("has(full_flush)", "有番种“清一色”", "with the fan “Full Flush”"),
    ('winner == "E" and robbing', "和牌者 = 东，抢杠", "the winner = East, robbing a kong"),
    ("1 if self_draw else 2", "若自摸则1，否则2", "1 if self-drawn, else 2"),
]


@pytest.mark.parametrize(("text", "zh", "en"), SAID)
def test_a_condition_is_said_in_both_languages(text: str, zh: str, en: str) -> None:
    model = rulebook("guobiao").model
    assert condition_text(model, text, "zh") == zh
    assert condition_text(model, text, "en") == en


def test_what_is_asked_of_several_sets_is_said_once() -> None:
    model = rulebook("guobiao").model
    fans = {fan.id: fan for fan in model.fans}
    assert fan_text(model, fans["big_three_dragons"], "zh") == "3 组刻子 a b c；a、b、c 的牌 是箭牌"
    assert fan_text(model, fans["big_three_dragons"], "en") == "3 × pungs a b c; tile of a, b, c is a dragon"
    assert "a、b、c 的花色各不相同" in fan_text(model, fans["mixed_shifted_chows"], "zh")


@pytest.mark.parametrize("rule", known_ids())
def test_every_fan_of_every_rulebook_can_be_said(rule: str) -> None:
    """No sign of the language is left over: no comparison, no loop, no name with an underscore."""
    model = rulebook(rule).model
    for fan in model.fans:
        table = model.data["fan"][fan.id]
        for lang in ("zh", "zh-Hant", "en"):
            text = fan_text(model, fan, lang)
            assert bool(text) == any(key in table for key in ("when", "count", "pick")), (fan.id, lang)
            assert not re.search(r"==|>=|<=|!=|`|\w\(|\bfor\b.*\bin\b", text), (fan.id, text)
            if lang != "en":
                assert not re.search(r"\b(and|or|not|if|else|any|all)\b", text), (fan.id, text)
