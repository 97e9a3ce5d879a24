"""docs/language-coverage.md: every system is there, its hard rules lead to where its rulebook says them."""

import tomllib
from typing import Any

import pytest

from quepu import RulebookError, rulebook
from quepu.rulebook.file import load
from quepu.rulebook.file.problem import Problem, Source, tell
from quepu.rulebook.model.build import Builder
from tools import coverage

SYSTEMS = coverage.systems()


def test_every_rulebook_is_there():
    assert sorted(system.id for system in SYSTEMS) == load.known_ids()


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_every_hard_rule_leads_to_its_rulebook(system):
    assert len(system.rules) >= 2
    for rule in system.rules:
        assert rule.entries, rule.title
        for entry in rule.entries:
            assert coverage.place(system.id, entry), (rule.title, entry)


def test_the_links_lead_to_the_lines():
    text = coverage.DOCUMENT.read_text(encoding="utf-8")
    assert coverage.linked(text) == text, "run `make docs`"
    system, entry = SYSTEMS[0], SYSTEMS[0].rules[0].entries[0]
    file, line = coverage.place(system.id, entry)
    assert entry.split(".")[-1] in (coverage.ROOT / file).read_text(encoding="utf-8").splitlines()[line - 1]
    with pytest.raises(SystemExit, match=r"has no `fan\.never_there`"):
        coverage.linked(text.replace(f"[`{entry}`]", "[`fan.never_there`]"))


def test_the_table_tells_the_words_of_the_table():
    text = coverage.DOCUMENT.read_text(encoding="utf-8")
    assert " ".join(coverage.table(SYSTEMS).split()) in " ".join(text.split()), "run `make docs`"   # lines are wrapped


def test_every_word_of_the_table_is_needed_by_some_system():
    """A word that no system uses is no part of the design."""
    used = set().union(*(system.words for system in SYSTEMS))
    assert len(coverage.TABLE_WORDS) > 25
    assert used == coverage.TABLE_WORDS


def faults_of(fragment: str) -> str:
    """What is wrong with a piece of a rulebook, laid onto a base."""
    tables: Any = load.merge(load.read_chain("base/thirteen")[0], tomllib.loads(fragment))
    problems: list[Problem] = []
    merged, values = load.apply_options(tables, {}, problems)
    Builder(merged, values, problems).build()
    source = Source("a fragment", fragment)
    return "\n".join(str(tell(problem, [source])) for problem in problems if not problem.warning)


@pytest.mark.parametrize(("fragment", "fault"), [
    ('[memory.x]\nscope = "hand"\nupdate = [{ on = "discart", set = 1 }]', "Did you mean 'discard'"),
    ('[memory.x]\nscope = "hand"\nupdate = [{ on = "discard", set = "feeder" }]', "needed here"),
    ('[memory.x]\nscope = "hand"\nupdate = [{ on = ["draw", "hand_end"], set = "1 if is_draw else 0" }]',
     "is_draw"),
    ('[memory.x]\nscope = "seat"\nupdate = [{ on = "draw", when = "other == actor", set = 1 }]',
     "'other' is not a word"),
    ('[memory.x]\nscope = "hand"\nupdate = [{ on = "kong.red", set = 1 }]', "'red' is not declared"),
    ('[memory.x]\nscope = "hand"\nupdate = [{ on = "draw", set = "total" }]', "not known yet"),
    ('[memory.x]\nscope = "hand"\nupdate = [{ on = "draw" }]', "'set' is missing"),
    ('[memory.x]\nscope = "hand"\nupdate = [{ on = "draw", set = 1, wen = "True" }]', "Did you mean 'when'"),
    ('[[phase]]\nid = "a"\nkind = "bett"', "Did you mean 'bet'"),
    ('[[phase]]\nid = "a"\nkind = "bet"\nsets = "stakes"', "'stakes' is not known here"),
    ('[claim.chow]\nsets = ["chows"]\nwho = "left"', "Did you mean 'chow'"),
    ('[claim.chow]\nsets = ["chow"]\nwho = "leftt"', "Did you mean 'left'"),
    ('[claim.win]\nwho = "anyone"\nwhen = "purse(tile) > 0"', "a seat is needed here"),
    ('[claim.win]\nwho = "anyone"\nwhen = "purse(feeder, actor) > 0"', "takes 1 argument"),
    ('[claim.win]\nwho = "anyone"\nwhen = "purse > 0"', "needs its arguments"),
    ('[claim.win]\nwho = "anyone"\nwhen = "suit_count == 1"', "not known yet"),
    ('[kong.red]\nof = "hnad"', "Did you mean 'hand'"),
    ('[ready.r]\non = "discard"\nbinds = ["discard_draw"]', "Did you mean 'discard_drawn'"),
    ('[ready.r]\non = "discard"\nflag = "riichi"', "'riichi' is not known here"),
    ('[pass.p]\non = "wni"\nforbids = "win"', "'wni' is not known here"),
    ('[claim.win]\nwho = "anyone"\n[pass.p]\non = "win"\nforbids = "win"\nuntil = "own_drow"',
     "Did you mean 'own_draw'"),
    ('[wall]\nlast = { tiles = 4, rule = "mustwin" }', "Did you mean 'must_win'"),
    ('[match]\nfalse_win = { pays = 1, thn = "replay" }', "Did you mean 'then'"),
    ('[match]\nnext_dealer = "1"', "a seat is needed here"),
    ('[fan.a]\nvalue = 1\ncount = \'count(t for t in turned("dora"))\'', "there is no [turned.dora]"),
    ('[tiles.numbers]\n8z = 1', "'8z' is not a tile"),
    ('[tiles.numbers]\n1z = 12', "a number from 1 to 9"),
    ('[wild]\nkinds = ["tile.nxt"]', "Did you mean 'next'"),
    ('[[pay]]\non = "wni"\namount = 1', "Did you mean 'win'"),
    ('[[pay]]\non = "win"\nfor = "winer"\namount = 1', "Did you mean 'winner'"),
    ('[[pay]]\non = "win"\nfor = "actor"\namount = 1', "nobody acts at 'win'"),
    ('[[liability]]\non = "win"\npayer = "winner"\nshare = "amout // 2"', "Did you mean 'amount'"),
    ('[flag.f]\ngiven = "wall_lft == 0"', "Did you mean 'wall_left'"),
])
def test_a_slip_in_play_is_told(fragment, fault):
    told = faults_of(fragment + "\n")
    assert fault in told, told or "no problem told"


def test_a_fan_does_not_know_the_table_and_payments_do(tmp_path):
    house = tmp_path / "house.toml"
    house.write_text('extends = "guobiao"\n[[liability]]\nid = "half"\non = "win"\npayer = "winner"\nshare '
                     '= "amount // 2"\namount = 1\n')
    with pytest.raises(RulebookError, match="`amount` or a `share`, not both"):
        rulebook(house)
    house.write_text('extends = "guobiao"\n[fan.many]\nvalue = 1\ncount = \'count(t for t in '
                     'discards("E"))\'\n')
    with pytest.raises(RulebookError, match="not known yet"):
        rulebook(house)
    house.write_text('extends = "guobiao"\n[[pay]]\nid = "purse"\non = "win"\namount = "purse(payer) + winner_count"\n')
    rows = rulebook(house).score("111222333m9s555p 9s", discarder="S").ledger
    plain = rulebook("guobiao").score("111222333m9s555p 9s", discarder="S").ledger
    assert [row.amount for row in rows[len(plain):]] == [1, 1, 1]      # without a table: empty purses, one winner


def test_a_fan_of_the_opening_is_no_part_of_a_win(tmp_path):
    house = tmp_path / "house.toml"
    house.write_text('extends = "guobiao"\n[fan.opening]\nvalue = 5\non = "opening"\nwhen = "True"\n')
    assert "opening" not in {fan.id for fan in rulebook(house).score("123m23455p345s77z 5p").fans}
