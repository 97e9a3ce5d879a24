"""Conditions in words, made from their expressions."""

import re

import pytest

from quepu.book import rulebook
from quepu.rulebook.file.load import known_ids
from quepu.rulebook.prose.conditions import condition_text, fan_text

SAID = [
    ("chow_count == 4 and honor_count == 0", "4 副顺子，无字牌", "4 chows, no honours"),
    ("kong_count >= 3 and honor_count < 7", "至少 3 副杠，不到 7 张字牌", "at least 3 kongs, fewer than 7 honours"),
    ("all(2 <= t.rank <= 8 for t in tiles)", "每张牌都是 2 到 8", "every tile has rank 2 to 8"),
    ("all(t.is_terminal or t.is_honor for t in tiles)", "每张牌都是幺九数牌或字牌",
     "every tile is a terminal or an honour"),
    ("not any(p.tile.is_wind for p in pairs)", "没有一个对子是风牌", "no pair is of winds"),
    ("count(p for p in pungs if p.tile.is_dragon) == 2", "有 2 副刻子是箭牌", "2 pungs that are of dragons"),
    ("all(any(t.rank == 5 for t in s.tiles) for s in sets)", "每副面子都有一张牌是 5",
     "every set has a tile that has rank 5"),
    ('shape == "seven_pairs" or self_draw', "七对 或 自摸", "Seven pairs or self-drawn"),
    ('shape != "seven_pairs"', "不是七对", "not Seven pairs"),
    ("self_draw or chow_count == 4 and honor_count == 0", "自摸 或 4 副顺子 且 无字牌",
     "self-drawn or 4 chows and no honours"),
    ("count(s for s in sets if s.is_open) >= 2", "面子中是副露的个数 ≥ 2", "number of sets that are open ≥ 2"),
    ('all(t in "23468s6z" for t in tiles)', "每张牌都是 23468s6z 之一", "every tile is one of 23468s6z"),
    ("has(full_flush) and not has(seven_pairs)", "有番种“清一色”，无番种“七对”",
     "with the fan “Full Flush”, without the fan “Seven Pairs”"),
    ('options.special_self_draw == "zimo" and not options.terminals_pairs_hog',
     "“特殊牌型自摸”选“自摸”，不开启“清幺九七对计四归一”",
     "option “self-drawn special hands” is “Self-Drawn”, option “Tile Hog in seven pairs of terminals” is off"),
    ('winner == "E" and robbing', "和牌者是庄家，抢杠", "the winner is the dealer, robbing a kong"),
    ('winner != "S"', "和牌者不是南", "the winner is not South"),
    ("claims_by(payer) >= 3", "付款者供的副露数 ≥ 3", "melds that the payer fed ≥ 3"),
    ('has_won("E") or is_draw', "庄家和了 或 荒牌", "the dealer has won or the hand is a draw"),
    # what the tree writes out is said as it is written: a list, a chain, a word for several numbers of the table
    ("win_tile in ('1m', '9m')", "和牌张 为 1m 或 9m", "the winning tile is 1m or 9m"),
    ('win_tile not in "19m"', "和牌张 不为 19m 之一", "the winning tile is not one of 19m"),
    ("2 < pung_count < 4", "2 < 刻子数 < 4", "2 < pungs < 4"),
    ("not is_robbed and ready(payer)", "不是抢杠，听牌（付款者）",
     "not the tile is another player's, it waits for at least one tile (the payer)"),
    ("dice(3) + 1", "第 3 颗骰子 + 1", "die 3 + 1"),
    ("drawn_this_turn(tile)", "本巡摸到", "drawn in this turn"),
    ("1 if self_draw else 2", "自摸时 1，否则 2", "1 if self-drawn, else 2"),
    ("min(3, flower_count) + 1 - 2", "花牌数（最多 3） + 1 − 2", "flowers (at most 3) + 1 − 2"),
    ('next_seat("E", 2)', "庄家的对家", "the seat opposite the dealer"),
    ('next_seat("E", -1)', "庄家的上家", "the seat before the dealer"),
]


@pytest.mark.parametrize(("text", "zh", "en"), SAID)
def test_a_condition_is_said_in_both_languages(text: str, zh: str, en: str) -> None:
    model = rulebook("guobiao").model
    assert condition_text(model, text, "zh") == zh
    assert condition_text(model, text, "en") == en


def test_a_fan_is_called_by_its_own_name_where_a_flag_has_the_same_id() -> None:
    model = rulebook("nanchang").model
    assert condition_text(model, "has(heaven)", "zh") == "有番种“天胡”"
    assert condition_text(model, "not has('heaven')", "en") == "without the fan “Heavenly Hand”"


def test_what_is_asked_of_several_sets_is_said_once() -> None:
    model = rulebook("guobiao").model
    fans = {fan.id: fan for fan in model.fans}
    assert fan_text(model, fans["big_three_dragons"], "zh") == "3 副刻子 a、b、c；a、b、c 是箭牌"
    assert fan_text(model, fans["big_three_dragons"], "en") == "3 pungs a, b, c; a, b, c are of dragons"
    assert fan_text(model, fans["mixed_shifted_chows"], "zh") == \
        "3 副顺子 a、b、c；a、b、c 的花色各不相同，b 比 a 高 1，c 比 a 高 2"
    assert fan_text(model, fans["pung_of_terminals_or_honors"], "en") == "a pung that is of terminals or honours"


@pytest.mark.parametrize("rule", known_ids())
def test_every_choice_of_an_option_has_a_name(rule: str) -> None:
    """Figures speak for themselves."""
    model = rulebook(rule).model
    for option in model.options:
        for choice in option.choices if option.type == "choice" else ():
            names = model.as_written()["option"][option.id].get("called", {}).get(choice, {})
            assert re.fullmatch(r"[0-9-]+", choice) or set(names) >= {"zh", "en"}, (option.id, choice)


@pytest.mark.parametrize("rule", known_ids())
def test_every_fan_of_every_rulebook_can_be_said(rule: str) -> None:
    """No sign of the language is left over: no comparison, no loop, no name with an underscore."""
    model = rulebook(rule).model
    for fan in model.fans:
        table = model.as_written()["fan"][fan.id]
        for lang in ("zh", "zh-Hant", "en"):
            text = fan_text(model, fan, lang)
            assert bool(text) == any(key in table for key in ("when", "count", "pick", "fallback")), (fan.id, lang)
            assert not re.search(r"==|>=|<=|!=|`|\w\(|\bfor\b.*\bin\b", text), (fan.id, text)
            if lang != "en":
                assert not re.search(r"\b(and|or|not|if|else|any|all)\b", text), (fan.id, text)


@pytest.mark.parametrize("rule", known_ids())
def test_every_payment_and_every_definition_can_be_said(rule: str) -> None:
    """By the names that players know: no identifier of the file is left."""
    model = rulebook(rule).model
    told = [str(row[key]) for section in ("pay", "adjust", "liability") for row in model.as_written().get(section, ())
            for key in ("when", "amount", "payer", "share") if key in row]
    told += [str(table["is"]) for table in model.as_written().get("define", {}).values()]
    told += [str(value) for key, value in model.as_written().get("score", {}).items()
             if key in ("total", "minimum", "cap")]
    for text in told:
        for lang in ("zh", "en"):
            assert not re.search(r"\w_\w|==|[<>]=|!=", condition_text(model, text, lang)), text
