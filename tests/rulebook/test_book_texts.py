"""Every rulebook that ships tells its rules in sentences, in Chinese and in English, and how a hand goes."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

import quepu
from quepu.examples.how import how_it_goes
from quepu.rulebook.file.load import apply_options, known_ids, read_chain
from quepu.rulebook.file.options import with_needed
from quepu.rulebook.file.problem import Problem
from quepu.rulebook.file.schema import HOW_PARTS, REGIONS
from quepu.rulebook.file.texts import filled_texts
from quepu.rulebook.prose.conditions import fan_text

SECTIONS = ("fan", "option", "win", "pay", "adjust", "liability")
LANGS = ("zh", "en")
_HAN = re.compile("[\u4e00-\u9fff]")


def entries(tables: Mapping[str, Any], section: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Everything a section declares, what is switched off too: an option may switch it on."""
    content = tables.get(section, {})
    yield from content.items() if isinstance(content, dict) else ((str(row.get("id")), row) for row in content)


@pytest.mark.parametrize("name", known_ids())
@pytest.mark.parametrize("section", SECTIONS)
def test_everything_has_a_sentence_in_both_languages(name: str, section: str) -> None:
    tables = read_chain(name)[0]
    without = [(one, lang) for one, table in entries(tables, section) for lang in LANGS
               if not isinstance(table.get("text"), dict) or not table["text"].get(lang, "").strip()]
    assert without == []
    for one, table in entries(tables, section):
        assert _HAN.search(table["text"]["zh"]), one
        assert not _HAN.search(table["text"]["en"]), one


@pytest.mark.parametrize("name", known_ids())
@pytest.mark.parametrize("lang", LANGS)
def test_no_two_fans_have_the_same_sentence(name: str, lang: str) -> None:
    told: dict[str, str] = {}
    for fan, table in entries(read_chain(name)[0], "fan"):
        text = table["text"][lang]
        assert told.setdefault(text, fan) == fan
        assert text[-1] in ("." if lang == "en" else "。"), fan


@pytest.mark.parametrize("name", known_ids())
@pytest.mark.parametrize("lang", LANGS)
def test_no_sentence_is_the_formula(name: str, lang: str) -> None:
    book = quepu.rulebook(name)
    for fan in book.model.fans:
        table, text = book.model.as_written()["fan"][fan.id], fan.text[lang]
        assert text.strip(".。") != fan_text(book.model, fan, lang), fan.id
        for key in ("when", "count", "pick"):
            formula = table.get(key, "")
            assert " " not in formula or formula not in text, fan.id
        assert not re.search(r"\b\w+_\w+\b|==|>=|<=", text), fan.id         # no words of the language


@pytest.mark.parametrize("name", known_ids())
def test_a_beginner_is_told_how_a_hand_goes(name: str) -> None:
    parts = how_it_goes(quepu.rulebook(name))
    assert [part.id for part in parts if part.id in HOW_PARTS] == list(HOW_PARTS)
    for part in parts:
        assert all(part.text.get(lang, "").strip() for lang in LANGS), part.id
        assert _HAN.search(part.text["zh"])
        assert not _HAN.search(part.text["en"])
    example = parts[-1]
    assert example.faults == ()
    assert example.score is not None
    assert example.score.legal
    assert any(example.score.payments.values())         # the one who pays is told


@pytest.mark.parametrize("name", known_ids())
def test_every_sentence_can_be_filled_with_every_choice(name: str) -> None:
    tables = read_chain(name)[0]
    for option, table in entries(tables, "option"):
        if not table.get("enabled", True):
            continue
        choices = table.get("choices", [])
        for value in {"bool": [True, False], "fans": [[]]}.get(table["type"], choices):
            problems: list[Problem] = []
            changed, values = apply_options(tables, with_needed(tables, {option: value}), problems)
            filled_texts(changed, values, problems.append)
            assert problems == [], (option, value)


@pytest.mark.parametrize("name", known_ids())
def test_it_says_itself_where_it_is_at_home(name: str) -> None:
    assert tomllib.loads(read_chain(name)[1][0].text)["rulebook"]["region"] in REGIONS
