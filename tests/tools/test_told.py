"""Hands that were played are settled as they were, when a scorekeeper tells them afterwards."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tools.told import __main__ as tool
from tools.told import compare
from tools.told.__main__ import Kept, Sum, told_match
from tools.told.evening import hands_of, match_of
from tools.told.knowledge import Knowledge

import quepu
from quepu.game import events as ev
from quepu.rulebook.file.load import known_ids
from tests.share import sampled

#: rulebooks in which nothing differs; a rulebook that is mended comes in, none leaves
AGREEING = ("anqing", "beijing", "binshi", "changchun", "changsha", "chengdu", "guangdong_folk", "guangdong_jipinghu",
            "guangdong_tuidaohu", "guangxi", "guangzhou", "guizhou", "guobiao", "hainan", "hangzhou", "harbin", "hebei",
            "hefei", "hongkong", "jiangnan", "jilin", "jinan", "luoshu", "nanchang", "nanjing", "nanning", "neimeng",
            "qingyuan", "riichi", "shanghai", "shenzhen", "sichuan", "taiwan", "taiyuan", "tianjin", "wenzhou", "wuhan",
            "yingkou")
AGREED = 38                 # as many as there have ever been: it only grows
HANDS, RULES, LEFT_OUT = 8, 3, 5
GOLD = "tests/house/gold.toml"       # as it stands here, for what bots draw follows from the name


def test_the_list_of_those_that_agree_only_grows() -> None:
    assert len(set(AGREEING)) >= AGREED
    assert set(AGREEING) <= set(known_ids())


@pytest.mark.parametrize("rule", sampled(AGREEING, RULES, "told as played"))
def test_told_as_played(rule: str) -> None:
    found = told_match(rule, 7, 0, HANDS)
    assert found.hands
    assert not found.kinds, found.first


@pytest.mark.parametrize(("number", "name"), [(1, "rob_first"), (37, "rob")])
def test_a_win_by_a_declaration_is_told_with_it(number: int, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    match, bots = match_of(GOLD, 1, number)
    events = [event for hand in hands_of(match, bots, 2) for step in hand.steps for event in step.events]
    assert name in [event.ready for event in events if isinstance(event, ev.Declared)]
    found = told_match(GOLD, 1, number, 2)
    assert not found.kinds, found.first


def test_a_declaration_in_the_step_of_another_s_win_is_told() -> None:
    """Who is bound plays on by himself: S declares, and E wins in the same step."""
    found = told_match("taiwan", 31, 0, 3)
    assert found.hands == 3
    assert not found.kinds, found.first


@pytest.mark.parametrize("rule", sorted({"guizhou", "riichi", *sampled(AGREEING, 1, "left out")}))
def test_a_fact_left_out_changes_nothing_or_is_named(rule: str) -> None:
    found = told_match(rule, 11, 0, LEFT_OUT, leave_out=True)
    assert found.hands
    assert not found.kinds, found.first


def test_a_difference_is_told_with_its_hand_and_a_way_to_see_it(
        monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def one_too_many(book: Any, win: Any) -> Any:
        score = book.score(win.text, **win.situation)
        return replace(score, total=score.total + 1)
    monkeypatch.setattr(compare, "_by_text", one_too_many)
    monkeypatch.setattr(tool, "known_ids", lambda: ["guobiao"])
    monkeypatch.setattr("sys.argv", ["told", "--rule", "all", "--hands", "2", "--seed", "7", "--own"])
    assert tool.main() == 1
    page = capsys.readouterr().out
    assert "score | total | ?" in page
    assert "python -m tools.told --rule guobiao --seed 7 --match 0 --hand " in page


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    Kept(file, 3).keep("guobiao", 0, Sum(8, 5, Counter({"last_tile: how many tiles were left": 1}), Counter({"x": 2}),
                                         {"x": {"match": 0, "hand": 4}}))
    Kept(file, 4).keep("guobiao", 0, Sum(8, 5))
    found, number = Kept(file, 3).sum_of("guobiao")
    assert (found.hands, found.wins, number, found.kinds["x"]) == (8, 5, 1, 2)


@pytest.mark.parametrize("rule", known_ids())
def test_what_is_told_by_name_has_a_reason_and_is_the_rulebooks_own(rule: str) -> None:
    knowledge = Knowledge(quepu.rulebook(rule))
    assert set(knowledge.memory) <= {slot.id for slot in knowledge.model.memory}
    assert set(knowledge.flags) <= {flag.id for flag in knowledge.model.flags}
    assert all([*knowledge.memory.values(), *knowledge.flags.values()])


def test_kongs_and_declarations_are_known_and_rivers_are_not() -> None:
    riichi, shenzhen = Knowledge(quepu.rulebook("riichi")), Knowledge(quepu.rulebook("shenzhen"))
    assert not {"fed_kongs", "added_kongs", "concealed_kongs"} & set(shenzhen.memory)
    assert not {"riichi", "double_riichi"} & set(riichi.flags)
    assert riichi.flags["ippatsu"] == "follows from one_shot"
    assert Knowledge(quepu.rulebook("hongkong")).flags["last_tile"] == "how many tiles were left"


def test_a_fact_that_is_left_out_and_named_by_nobody_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Horses are named as not told; were they not, the tool says so."""
    from tools.told import leave_out
    named = told_match("shenzhen", 7, 0, 4, leave_out=True)
    assert named.hands == 4
    assert not [kind for kind in named.kinds if "turned." in kind]
    monkeypatch.setattr(leave_out, "_is_named", lambda name, score: False)
    silent = told_match("shenzhen", 7, 0, 4, leave_out=True)
    assert any("left out | turned." in kind for kind in silent.kinds), silent.kinds
