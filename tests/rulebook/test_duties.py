"""Conditions of winning are told as duties; why a win was refused is another sentence."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

from quepu.book import rulebook
from quepu.cli.rules.show import book_page
from quepu.rulebook.file.load import known_ids, read_chain
from quepu.rulebook.prose.duties import duties
from quepu.server.answers.book_page import page

#: how a sentence begins, or what it says, that tells a player what his hand lacks
REFUSALS = {"zh": r"^(没有|無|无(?!平胡)|缺|断幺九|不够|封胡|放过了|漏和|吃过|手里还有|摸到的不是|副数太多)|太多$",
            "en": r"\bthe hand (is|has) (no|not)\b|^there (is|are) no|\bis missing\b|^there are neither|was not\b|"
                  r"was let (pass|go)|^has\b|^the tile drawn is not|^this (is|hand)\b"}


def settings(rule: str) -> Iterator[dict[str, Any]]:
    """The rulebook as it is, and with each choice of each option that has a few."""
    yield {}
    for option in rulebook(rule).model.options:
        values = (True, False) if option.type == "bool" else option.choices if option.type == "choice" else ()
        yield from ({option.id: value} for value in values)


@pytest.mark.parametrize("rule", known_ids())
def test_no_refusal_stands_among_the_duties(rule: str) -> None:
    tables = read_chain(rule)[0]
    changed = [table for option in tables.get("option", {}).values() for choice in option.get("choice", {}).values()
               for table in choice.get("win", {}).items()]
    for name, table in chain(tables.get("win", {}).items(), changed):
        for lang, text in table.get("text", {}).items():
            assert not re.search(REFUSALS.get(lang, "^$"), text), (name, text)
        if "text" in table and "refusal" in table:
            assert table["refusal"] != table["text"], name


DUTIES: list[tuple[str, dict[str, Any], str, str]] = [
    ("neimeng", {}, "要有刻子或杠", "没有刻子，也没有杠"),
    ("harbin", {}, "要有一副刻子或杠，一对红中可以代替", "没有刻子，也没有杠"),
    ("changchun", {}, "要三门齐", "三门不齐"),
    ("jinan", {}, "要二五八作将，风一色和将一色不用", "没有二、五、八作将"),
    ("yingkou", {}, "最多亮 3 副", "亮的副数太多"),
]


@pytest.mark.parametrize(("rule", "options", "duty", "refusal"), DUTIES)
def test_the_reader_is_told_duties(rule: str, options: dict[str, Any], duty: str, refusal: str) -> None:
    book = rulebook(rule, **options)
    lines = [line.strip() for line in book_page(book, "zh")]
    assert duty in lines
    assert refusal not in lines
    assert duty in [table["text"]["zh"] for table in page(book)["win"].values()]


IN_FORCE = [("harbin", "jia_only", "不夹不胡：只胡夹张、边张、单吊"), ("hebei", "chow", "约定不许吃"),
            ("hebei", "discard_win", "约定只许自摸")]


@pytest.mark.parametrize(("rule", "option", "duty"), IN_FORCE)
def test_a_duty_is_told_only_where_the_options_ask_for_it(rule: str, option: str, duty: str) -> None:
    told = {value: any(duty in one.text["zh"] for one in duties(rulebook(rule, **{option: value}).model))
            for value in (False, True)}
    assert told == {False: option != "jia_only", True: option == "jia_only"}
    shown = {value: duty in "".join(line.strip() for line in book_page(rulebook(rule, **{option: value}), "zh"))
             for value in (False, True)}
    assert shown == told


@pytest.mark.parametrize(("rule", "option", "value", "duty"), [
    ("shanghai", "mode", "qiaoma", "敲了才能胡"), ("beijing", "hun", True, "带混只能自摸"),
    ("hefei", "zi_mo_hu", True, "约好只能自摸"),
    ("hangzhou", "youcai_bikao", True, "有财必拷：手里有财神，要爆头或杠开才能和")])
def test_a_duty_that_an_option_switches_on_is_told_only_then(rule: str, option: str, value: Any, duty: str) -> None:
    assert duty not in [one.text["zh"] for one in duties(rulebook(rule).model)]
    assert duty in [one.text["zh"] for one in duties(rulebook(rule, **{option: value}).model)]


@pytest.mark.parametrize("rule", ["nanning", "beijing", "wuhan", "shanghai"])
def test_what_every_setting_asks_for_can_be_told(rule: str) -> None:
    for options in settings(rule):
        if set(options) & {"platform", "edition"}:
            continue
        for duty in duties(rulebook(rule, **options).model):
            assert duty.text["zh"], (options, duty.id)
            assert not re.search("[{}]", "".join(duty.text.values())), (options, duty.id)
