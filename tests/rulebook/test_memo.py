"""Expressions read once for many builds of a rulebook: the same models and the same faults as without."""

from gc import collect
from weakref import ref

import pytest

from quepu.book import Kin, build, rulebook, rulebook_of_text
from quepu.rulebook.file import load
from quepu.rulebook.file.options import with_needed
from quepu.rulebook.file.problem import Problem
from quepu.rulebook.language.memo import Memo
from quepu.rulecheck.check import check_file

HEAD = 'extends = "base/thirteen"\nid = "own"\n'
BOOKS = load.known_ids()
MOST_VALUES = 8             # of a rulebook's options: each is built twice


def settings_of(name: str) -> list[dict[str, str]]:
    """Some settings of a rulebook, each with one option changed."""
    model = build(name, {}).model
    options = model.options
    found = [with_needed(model.as_written(), {option.id: value}) for option in options for value in (
        option.choices if option.choices else ("true", "false") if option.type == "bool" else (str(option.high),))]
    return found[::max(1, len(found) // MOST_VALUES)]


@pytest.mark.parametrize("name", BOOKS)
def test_a_model_is_the_same_with_what_others_have_read(name: str) -> None:
    kin = Kin(*load.read_chain(name), Memo())
    for settings in ({}, *settings_of(name)):
        told: list[Problem] = []
        kept: list[Problem] = []
        assert build(name, settings, kept, kin=kin).model == build(name, settings, told).model
        assert kept == told


@pytest.mark.parametrize("name", BOOKS)
def test_a_rulebook_with_other_options_is_read_once_and_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    book, several = rulebook(name), settings_of(name)
    monkeypatch.setattr(load, "read_chain", lambda *_given: pytest.fail("the file was read again"))
    for settings in several:
        other = book.with_options(**settings)
        assert other is book.with_options(**settings) is rulebook(name, **settings)
        assert other.settings == settings
    assert rulebook(name) is book
    assert book.settings == {}


def test_few_rulebooks_with_other_options_are_kept() -> None:
    """Whoever goes through thousands of options keeps neither their rulebooks nor all that was read for them."""
    book = rulebook_of_text(HEAD + '[option.most]\nname = "m"\ntype = "int"\nchoices = [0, 500]\ndefault = 0\n'
                            + FAN.format("pung_count == options.most"))
    first = book.with_options(most="1")
    gone = ref(first)
    assert book.with_options(most="1") is first
    del first
    for number in range(2, 200):
        assert book.with_options(most=str(number)).settings == {"most": str(number)}
    collect()
    assert gone() is None


def option(choice: str) -> str:
    """A choice that changes something, besides one that does not."""
    return '[option.way]\ntype = "choice"\nchoices = ["one", "two"]\ndefault = "one"\n' \
        f"[option.way.choice.two]\n{choice}\n"


FAN = '[fan.x]\nvalue = 1\nwhen = "{}"\nname = "x"\n'
CHANGED = {
    "a define": ('[define.many]\nis = "pung_count > 1"\n' + FAN.format("many"), "define.many.is = \"'1m'\"",
                 "is not a yes or no"),
    "a define through another": (
        '[define.inner]\nis = "pung_count"\n[define.many]\nis = "inner > 1"\n' + FAN.format("many"),
        "define.inner.is = \"'1m'\"", "many"),
    "a memory": ('[memory.kept]\nscope = "hand"\n' + FAN.format("kept == 1"), "memory.kept.scope = 'seat'", "kept"),
    "a flag": ("[flag.odd]\nname = 'odd'\n" + FAN.format("odd"), "flag.odd.enabled = false", "odd"),
    "a shape": ("[shape.strange]\nsets = 4\npairs = 1\n" + FAN.format("shape == 'strange'"),
                "shape.strange.when = 'nothing'", "nothing"),
}


@pytest.mark.parametrize("name", CHANGED)
def test_a_fault_that_only_one_choice_brings_is_told(name: str) -> None:
    text, choice, told = CHANGED[name]
    report = check_file("own.toml", 0.0, text=HEAD + text + option(choice))
    assert any("with way = two" in error and told in error for error in report.errors), report.errors


def test_sets_that_ask_for_an_option_are_read_for_each_value() -> None:
    text = HEAD + '[option.all]\ntype = "int"\nchoices = [0, 1]\ndefault = 0\n[sets.odd]\n' \
        'when = "options.all > 0 and a <= b and b <= c"\nlike = "other"\n'
    report = check_file("own.toml", 0.0, text=text)
    assert any("with all = 1" in error and "kinds of set" in error for error in report.errors), report.errors
