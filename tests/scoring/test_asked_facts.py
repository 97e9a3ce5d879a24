"""What a rulebook asks about a hand is what its expressions in force read: no less, and no more."""

import argparse
import json
from pathlib import Path
from typing import Any

import pytest

import quepu
from quepu import tiles
from quepu.cli.situation import situation_of
from quepu.errors import QuepuError
from quepu.examples.worked import read_lines, read_situation, read_win_of
from quepu.rulebook.file.load import known_ids
from quepu.rulebook.language import node as n
from quepu.rulebook.language.node import Expr
from quepu.rulebook.model.model import Model
from quepu.scoring.asked_facts import EVENT, FLAG, KINDS, MEMORY, SITUATION, WORD, Fact, asked, facts_read
from quepu.scoring.result import Score
from quepu.scoring.table_state import DECLARING

BOOKS = Path(__file__).parent.parent / "books"
SIMPLIFIED = set("这个为说写听张杠们东没对还过时间应当读书谱规则数组选项务连谁发开头风癞补红")
TRADITIONAL = set("這個為說寫聽張槓們東沒對還過時間應當讀書譜規則數組選項務連誰發開頭風癩補紅")
SIMPLIFIED, TRADITIONAL = SIMPLIFIED - TRADITIONAL, TRADITIONAL - SIMPLIFIED


def trees_of(model: Model) -> list[Expr | None]:
    """Every expression of a rulebook, those that the options rule out among them."""
    found: list[Expr | None] = [formula.node for formula in model.formulas()]
    found += [node for pay in model.payments for node in (pay.when, pay.amount, pay.by, pay.share)]
    found += [node for slot in model.memory for update in slot.updates for node in (update.when, update.set)]
    found += [slot.hand for slot in model.memory] + [node for flag in model.flags for node in (flag.holds, flag.given)]
    for part in (*model.fans, *model.tallies, *model.requirements, model.score, *model.shapes):
        for name in type(part).__slots__:
            value = getattr(part, name)
            found += [one for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, n.Checked)]
    return found


@pytest.mark.parametrize("rule", known_ids())
def test_nothing_is_asked_that_nothing_reads(rule: str) -> None:
    model = quepu.rulebook(rule).model
    read = facts_read(model, trees_of(model))
    told = {f"turned.{name}" for name in model.entries("turned")}
    facts = asked(model)
    if any((fact.kind, fact.name) == (EVENT, "declares") for fact in facts):
        told.add(DECLARING)                 # whose discard it was decides whether he had declared before it
    for fact in facts:
        if fact.kind in (FLAG, MEMORY, WORD) and fact.name not in told:
            assert Fact(fact.kind, fact.name) in read, fact.name


@pytest.mark.parametrize("rule", known_ids())
def test_what_worked_examples_tell_is_asked_or_decides_nothing(rule: str) -> None:
    book = quepu.rulebook(rule)
    lines = (BOOKS / f"{rule}.jsonl").read_text(encoding="utf-8").splitlines()
    for _number, example in read_lines(lines):
        assert isinstance(example, dict)
        if "situation" in example:
            continue
        seat = example.get("seat", "E")
        given = read_situation(book, example, tiles.seat_of(seat if isinstance(seat, str) else seat[0]))
        names = {fact.name for fact in asked(given.book.model)}
        idle = {*given.flags, *given.state} - names
        if not idle:
            continue
        if example.get("type") in (None, "win"):
            win = read_win_of(given, example)
            fewer = {name: value for name, value in given.state.items() if name not in idle}
            assert _told(given.book.score(win)) == _told(given.book.score(
                _with(win, flags=given.flags - idle, state=fewer))), (example["id"], idle)
        else:
            payments = [node for pay in given.book.model.payments for node in (pay.when, pay.amount, pay.by, pay.share)]
            assert not idle & {fact.name for fact in facts_read(given.book.model, payments)}, (example["id"], idle)


def _with(win: Any, **changes: Any) -> Any:
    from dataclasses import replace
    return replace(win, **changes)


def _told(score: Score) -> Any:
    return score.total, {fan.id: fan.count for fan in score.earned}, score.payments, score.legal


@pytest.mark.parametrize("rule", known_ids())
def test_each_is_named_in_three_languages_and_can_be_told_as_it_says(rule: str) -> None:
    book = quepu.rulebook(rule)
    facts = asked(book.model)
    assert [KINDS.index(fact.kind) for fact in facts] == sorted(KINDS.index(fact.kind) for fact in facts)
    assert len({(fact.kind, fact.name) for fact in facts}) == len(facts)
    for fact in facts:
        for lang in ("zh", "zh-Hant", "en"):
            assert fact.names[lang].strip(), (fact.name, lang)
        assert fact.names["en"].isascii(), fact.names
        if fact.kind in (SITUATION, EVENT):     # our own words; a rulebook's are in the script it is written in
            assert not TRADITIONAL & set(fact.names["zh"]), fact.names
            assert not SIMPLIFIED & set(fact.names["zh-Hant"]), fact.names
        if fact.kind in (MEMORY, WORD):
            keys = [key.removeprefix("--state ") for key in fact.told["cli"].split("  ")]
            told = situation_of(argparse.Namespace(seat=None, round=None, flag=[], wild="", state=keys), book)
            assert next(iter(told["state"])) == fact.name, keys
            spoken = [json.loads(text.removeprefix("state=")) for text in fact.told["api"].split("  ")]
            assert [name for one in spoken for name in one] == list(told["state"])
        json.dumps(fact.as_json())


def test_an_option_rules_out_what_it_switches_off() -> None:
    text = """
extends = "guobiao"
name = "x"
[memory.bets]
name = { zh = "注", en = "bets" }
scope = "seat"
[option.with_bets]
type = "bool"
default = false
name = { zh = "下注", en = "bets" }
[fan.bet]
name = { zh = "注", en = "Bet" }
value = 2
when = "options.with_bets and bets[winner] > 0"
example = "123m23455p345s77z 5p"
"""
    book = quepu.rulebook_of_text(text)
    assert "bets" not in {fact.name for fact in asked(book.model)}
    assert "bets" in {fact.name for fact in asked(book.with_options(with_bets=True).model)}


def test_the_command_lists_them_and_a_refusal_points_to_it(capsys: pytest.CaptureFixture[str]) -> None:
    from quepu.cli.main import main
    assert main(["rules", "asks", "taiyuan", "--lang", "en"]) == 0
    page = capsys.readouterr().out
    assert "--flag discarder_ready" in page
    assert "--state declares.S=1" in page
    assert main(["rules", "asks", "guizhou", "--json"]) == 0
    values = json.loads(capsys.readouterr().out)
    assert {"turned.fan_ji", "hen_thrown", "kongs"} <= {fact["name"] for fact in values}
    with pytest.raises(QuepuError, match="quepu rules asks guobiao"):
        quepu.rulebook("guobiao").score("123m23455p345s77z 5p", state={"qqqq": 1})


def test_words_of_the_table_are_told_on_the_command_line() -> None:
    book = quepu.rulebook("guangdong_tuidaohu")
    keys = ["turned.outside_1.E=5m", "fed_kongs.S.E=1", "is_out.W=yes", "turned.horse=1m2m", "winner_count=2"]
    told = situation_of(argparse.Namespace(seat=None, round=None, flag=[], wild="", state=keys), book)
    assert told["state"] == {"turned.outside_1": {"0": (4,)}, "fed_kongs": {"1": {"0": 1}}, "is_out": {"2": 1},
                             "turned.horse": (0, 1), "winner_count": 2}
    for wrong in ("is_out=1", "fed_kongs.S=1", "turned.nothing=1m", "winner_count.S=1", "is_out.X=1"):
        with pytest.raises(QuepuError):
            situation_of(argparse.Namespace(seat=None, round=None, flag=[], wild="", state=[wrong]), book)
