"""Rules whose moment never comes are doubtful: `rules check` says so, and `sim` tells what never occurred."""

# ruff: noqa: E501 - one case a line reads best
import json
import tomllib
from pathlib import Path

import pytest

from quepu.book import rulebook, rulebook_of_text
from quepu.cli.main import main
from quepu.columns import width
from quepu.lab.simulate import simulate
from quepu.rulebook.file.load import known_ids
from quepu.rulebook.file.problem import tell
from quepu.rulecheck.check import check_file
from quepu.rulecheck.idle import idle

HEAD = 'extends = "guobiao"\n'
MEMORY = '[memory.m]\nscope = "hand"\n'
OFF = '[[phase]]\nid = "o"\nkind = "opening"\nenabled = false\n'

#: name -> (text, line, what is said)
IDLE = {
    "deal": (OFF + '[ready.x]\non = ["deal"]', 7, "nobody is asked at the deal"),
    "abort at the deal": (OFF + '[abort.x]\non = "hand_start"\nchosen = true\nwhen = "True"', 7, "nobody is asked at the deal"),
    "fan of the deal": ('[fan.x]\non = "opening"\nvalue = 1\nwhen = "True"', 3, "nobody is asked at the deal"),
    "declare": (MEMORY + 'update = { on = "declare", set = 1 }', 4, "nothing raises 'declare', there is no [ready.*]"),
    "two of them": (MEMORY + 'update = [{ on = ["offered", "false_win"], set = 1 }]', 4, "nothing raises 'offered', no tile is offered"),
    "flower": ('tiles.bonus = ""\n' + MEMORY + 'update = { on = "flower", set = 1 }', 5, "nothing raises 'flower'"),
    "chow": ("claim.chow.enabled = false\n" + MEMORY + 'update = { on = "chow", set = 1 }', 5, "nothing raises 'chow'"),
    "turn_up": (MEMORY + 'update = { on = "turn_up", set = 1 }', 4, "there is no [turned.*]"),
    "abort": ('[abort.x]\non = "declare"\nwhen = "True"', 3, "nothing raises 'declare'"),
    "ready paid": ('[[pay]]\nid = "x"\non = "ready"\namount = 1', 4, "this is never paid: there is no [ready.*]"),
    "bet paid": ('[[pay]]\nid = "x"\non = "bet"\nfor = "pot"\namount = 1', 4, 'no [[phase]] of kind "bet"'),
    "nothing to change": ('[[adjust]]\nid = "x"\non = "draw"\namount = 1', 4, "no [[pay]] is made at 'draw'"),
}


def doubts(text: str) -> list[str]:
    book = rulebook_of_text(HEAD + text)
    return [tell(problem, book.sources) for problem in idle(book.model, tomllib.loads(HEAD + text))]


@pytest.mark.parametrize("name", IDLE)
def test_a_rule_whose_moment_never_comes(name: str) -> None:
    text, line, said = IDLE[name]
    (doubt,) = doubts(text)
    assert doubt.startswith(f"rules.toml:{line}:"), doubt
    assert said in doubt


@pytest.mark.parametrize("text", [
    MEMORY + 'update = { on = ["draw", "declare"], set = 1 }',
    MEMORY + 'update = { on = "declare", set = 1 }\n[ready.x]',
    OFF.replace("false", "true") + '[ready.x]\non = "deal"',
    '[[pay]]\nid = "x"\non = "kong"\namount = 1',
    '[abort.x]\nenabled = false\non = "declare"\nwhen = "True"',
])
def test_a_rule_whose_moment_may_come(text: str) -> None:
    assert doubts(text) == []


@pytest.mark.parametrize("name", known_ids())
def test_shipped_rulebooks_have_no_idle_rules(name: str) -> None:
    book = rulebook(name)
    assert [tell(problem, book.sources) for problem in idle(book.model, tomllib.loads(book.sources[0].text))] == []


def test_the_check_warns(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(HEAD + IDLE["ready paid"][0])
    report = check_file(path, 0.02)
    assert report.errors == []
    assert any("this is never paid" in text for text in report.warnings)


# -- what a simulation has not had --
HOUSE = HEAD + """
[fan.impossible]
name = { zh = "天方夜谭", en = "Impossible" }
value = 1
when = "kong_count == 4 and chow_count == 4"
[kong.hidden]
name = { zh = "做梦杠", en = "dreamt kong" }
of = "hand"
when = "False"
[ready.call]
name = { zh = "叫牌", en = "call" }
[ready.never]
name = { zh = "不叫", en = "no call" }
when = "False"
[[pay]]
id = "dream"
on = "kong.hidden"
amount = 1
label = { zh = "梦钱", en = "dream money" }
[[pay]]
id = "called"
on = "ready"
amount = 1
"""


def test_what_never_occurred_is_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "house.toml"
    path.write_text(HOUSE)
    never = simulate(str(path), 200, "random").never
    assert "impossible" in never["fans"]
    assert (never["kongs"], never["declarations"], never["payments"]) == (("hidden",), ("never",), ("dream",))
    assert main(["sim", "--rule", str(path), "--hands", "200", "--policy", "random", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["never"] == {what: list(names) for what, names in never.items()}
    for lang, said in (("en", ("never in these hands", "Impossible", "kongs: dreamt kong", "declarations: no call", "payments: dream money")),
                       ("zh", ("从未出现", "天方夜谭", "杠：做梦杠", "报听：不叫", "付款：梦钱")), ("zh-Hant", ("從未出現", "槓：", "報聽："))):
        assert main(["sim", "--rule", str(path), "--hands", "200", "--policy", "random", "--lang", lang]) == 0
        out = capsys.readouterr().out
        assert [word for word in said if word not in out] == []
        assert max(map(width, out.splitlines())) <= 80


def test_fans_shown_at_the_deal_occur() -> None:
    house = Path(__file__).parents[1] / "house" / "openings.toml"
    assert "missing_suit" not in simulate(str(house), 300, "random").never["fans"]
