"""What else a table meets is told under the options as they are set."""

import re
from typing import Any

import pytest

from quepu.book import Rulebook, rulebook
from quepu.examples.how import how_it_goes
from quepu.rulebook.file.load import known_ids

MOST_SENTENCES = 6
CASES: list[tuple[str, dict[str, Any], str, str]] = [       # rulebook, options, what is told, what is not
    ("taiwan", {"table": "common"}, "天聽（16 台）", "8 台"),
    ("taiwan", {"multi_win": "all"}, "各家都胡", "最近的一家"),
    ("guobiao", {"multi_win": "all"}, "（都和）", "最近的一家和"),
    ("guobiao", {"seat_change": "none"}, "（不换）", "打完两圈"),
    ("guobiao", {"blessings": "8"}, "约好了才计番", "不另计番"),
    ("binshi", {"sticks_at_draw": "return"}, "退還", "留在桌上"),
    ("hongkong", {"shisanyao_robs_concealed": False}, "約好了才可以搶", "暗槓只有十三幺"),
    ("riichi", {"sanma": True}, "三人打两千点", "四家立直、四个杠"),
    ("riichi", {"tobi": False}, "也看约定", "就结束，"),
    ("sichuan", {"cap_fan": "none"}, "不封顶的也照四番", "四番是"),
    ("sichuan", {"late_added_kong_pays": True}, "看约定", "的不收"),
    ("chengdu", {"must_win_last_four": False}, "约好最后四张必胡的", "能胡就必须胡"),
    ("guizhou", {"value_set": "guiyang"}, "天和没有另外的分", "26 分"),
    ("guangdong_tuidaohu", {"kong_on_draw": True}, "杠钱算不算看约定", "杠钱也不算"),
    ("hefei", {"zi_mo_hu": True}, "约好能和别人打的", "一炮多响"),
    ("wenzhou", {"kong_points": False}, "收杠钱的话", "杠钱也照"),
    ("harbin", {"dan_diao_jia": False}, "约好单吊算夹的", "夹着它、单吊它"),
]


def also(book: Rulebook, lang: str) -> str:
    """The part of the page."""
    return next(part.text[lang] for part in how_it_goes(book) if part.id == "also")


@pytest.mark.parametrize(("rule", "options", "told", "untold"), CASES)
def test_it_is_true_whatever_is_agreed(rule: str, options: dict[str, Any], told: str, untold: str) -> None:
    text = also(rulebook(rule, **options), "zh")
    assert told in text
    assert untold not in text


@pytest.mark.parametrize("rule", known_ids())
def test_it_is_short(rule: str) -> None:
    for lang, end in (("zh", "。"), ("en", r"\.(?:\s|$)")):
        assert len(re.findall(end, also(rulebook(rule), lang))) <= MOST_SENTENCES, lang
