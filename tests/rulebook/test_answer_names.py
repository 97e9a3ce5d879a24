"""Names of answers in a rulebook: bounded, checked, refused by name where nobody is asked, warned of where missing."""

from pathlib import Path

import pytest

from quepu.book import rulebook_of_text
from quepu.errors import RulebookError
from quepu.game.naming import Naming
from quepu.rulecheck.check import check_file

HEAD = 'extends = "guobiao"\nid = "house"\n[memory.bets]\nscope = "seat"\n'
BET = HEAD + '[[phase]]\nid = "bet"\nkind = "bet"\nwho = "all"\nchoices = [0, 2]\nsets = "bets"\n{}\n'


@pytest.mark.parametrize(("keys", "told"), [
    ('names.5 = "five"', "nobody is asked for '5'"),
    ('names.01 = "one"', "nobody is asked for '01'"),
    ('names.m = "one"', "nobody is asked for 'm'"),
    ('names.1 = { en = "{n.real}" }', "'{n.real}' is nothing that is put in here"),
    ('names.1 = { en = "{seat}" }', "'{seat}' is nothing that is put in here"),
    ('names.1 = "{"', "'{' is nothing that is put in here"),
    ('told.1 = { en = "{other}" }', "'{other}' is nothing that is put in here"),
    ('names.1 = ""', "an empty name"),
    ('names.1 = 3', "needs a table of names"),
    ('names = "x"', "needs a table of names"),
    ('names.1 = "a\\u0007"', "cannot be seen"),
])
def test_a_name_that_cannot_be_shown_is_refused(keys: str, told: str) -> None:
    with pytest.raises(RulebookError) as error:
        rulebook_of_text(BET.format(keys))
    assert told in str(error.value)


@pytest.mark.parametrize(("text", "told"), [
    ('[[phase]]\nid = "x"\nkind = "exchange"\ntiles = 3\nnames.give = "hand over {n}"\nnames.take = "x"', "'take'"),
    ('[[phase]]\nid = "x"\nkind = "exchange"\ntiles = 3\ntold.give = "x"', "does not ask for `told`"),
    ('[[phase]]\nid = "x"\nkind = "turns"\nnames.give = "x"', "does not ask for `names`"),
    ('[[phase]]\nid = "x"\nkind = "void_suit"\nnames.z = "x"', "nobody is asked for 'z'"),
    ('[wall]\nlast = [{ tiles = 1, rule = "must_win", names = { take = "x" } }]', "only a tile that is offered"),
    ('[ready.r]\non = ["discard"]\nnames.1 = "x"', "no stake is chosen"),
    ('[claim.chow]\ndrawn = "x"', "`drawn` is for a claim that wins"),
])
def test_a_name_where_nobody_is_asked_is_refused(text: str, told: str) -> None:
    with pytest.raises(RulebookError) as error:
        rulebook_of_text(HEAD + text)
    assert told in str(error.value)


def test_huge_choices_are_refused_at_once() -> None:
    with pytest.raises(RulebookError, match="choices"):
        rulebook_of_text(BET.format('names.1 = "one"').replace("[0, 2]", "[0, 1000000000]"))


def test_choices_without_names_have_words_of_ours() -> None:
    naming = Naming(rulebook_of_text(BET.format("")).model)
    labels = [[naming.choice(("phase", 0), value)[lang] for value in range(3)] for lang in ("en", "zh")]
    assert labels == [["no bet", "bet {n}", "bet {n}"], ["不押", "押 {n}", "押 {n}"]]
    assert [naming.chosen(0, value, 0).line("en") for value in (0, 2)] == ["East: no bet", "East: bet 2"]


def test_names_may_be_one_text_for_all_languages() -> None:
    naming = Naming(rulebook_of_text(BET.format('names."*" = "Put in {n}"')).model)
    assert naming.chosen(2, 2, 0).line("en") == "West: Put in 2"
    assert naming.choice(("phase", 0), 1)["zh"] == "Put in {n}"


def test_a_choice_without_a_name_is_warned_of(tmp_path: Path) -> None:
    def warnings(keys: str) -> str:
        file = tmp_path / "house.toml"
        file.write_text(BET.format(keys), encoding="utf-8")
        report = check_file(file, 0.01)
        assert report.errors == []
        return "\n".join(text for text in report.warnings if "name" in text)

    assert "no name for 0, 1, 2" in warnings("")
    assert "no name for 1, 2" in warnings('names.0 = { zh = "不下", en = "None" }')
    assert warnings('names."*" = { zh = "下{n}", en = "Put in {n}" }') == ""
    assert "'extra' has no name" in warnings('names."*" = "x {n}"\n[kong.extra]\nof = "hand"')
