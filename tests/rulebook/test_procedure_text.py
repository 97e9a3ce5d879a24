"""The procedure of rulebooks in words: nothing is told by the words of the file."""

import re
from collections.abc import Iterator, Mapping

import pytest

from quepu.book import Rulebook, rulebook, rulebook_of_text
from quepu.locale import has_words
from quepu.rulebook.file.load import known_ids
from quepu.rulebook.file.schema import SECTIONS
from quepu.rulebook.file.section import Key
from quepu.rulebook.language.events import EVENTS
from quepu.rulebook.prose.procedure_text import PARTS, procedure_text

UNTOLD = {"id", "name", "names", "told", "drawn", "text", "label", "source", "enabled"}


def keys_of(place: str, keys: Mapping[str, Key]) -> Iterator[tuple[str, Key]]:
    for name, key in keys.items():
        if name in UNTOLD:
            continue
        if key.keys:
            yield from keys_of(f"{place}.{name}", key.keys)
        else:
            yield f"{place}.{name}", key


def test_every_key_and_every_word_of_the_sections_of_play_has_words() -> None:
    for part in PARTS:
        for place, key in keys_of(part, SECTIONS[part].keys):
            told = "event" if key.refers == "event" else place         # events have the same words everywhere
            for word in key.words:
                assert has_words(f"procedure.{told}.{word}"), (place, word)
            assert key.words or has_words(f"procedure.{place}"), place
    assert [event for event in EVENTS if not has_words(f"procedure.event.{event}")] == []


@pytest.mark.parametrize("rule", known_ids())
@pytest.mark.parametrize("lang", ["zh", "zh-Hant", "en"])
def test_no_word_of_the_file_is_left(rule: str, lang: str) -> None:
    for part in procedure_text(rulebook(rule).model, lang):
        for entry in part.entries:
            told = " ".join((entry.name, entry.text, *entry.lines))
            assert not re.search(r"\w_\w|==|[<>]=|!=|[{}]|\bTrue\b|\bFalse\b", told), (part.id, entry.id, told)
            if lang != "en":
                assert not re.search(r"\b(and|or|not|if|else|for|left|anyone|discard|hand|true)\b", told), told


def test_claims_and_kongs_are_told_as_players_say_it() -> None:
    parts = {part.id: part for part in procedure_text(rulebook("riichi").model, "zh")}
    chow = parts["claim"].entries[0]
    assert (chow.name, chow.lines[:2]) == ("吃", ("成：顺子", "只能要上家的牌"))
    assert "之后不许：打同一张牌、打顺子另一端的牌" in chow.lines
    parts = {part.id: part for part in procedure_text(rulebook("sichuan").model, "en")}
    assert parts["phase"].entries[-1].text.startswith("whoever wins leaves")
    assert parts["phase"].entries[-1].lines == ("after a win",)      # its sentence says the rest
    assert parts["match"].entries[0].lines[:2] == ("8 hands", "dice choose the first dealer")


@pytest.mark.parametrize(("options", "wall"), [({}, "摸到翻牌为止，它后面的牌只用来补"),
                                               ({"edition": "dianpao"}, "摸完为止")])
def test_a_sentence_about_the_wall_stands_for_its_formula(options: dict[str, str], wall: str) -> None:
    parts = {part.id: part for part in procedure_text(rulebook("anqing", **options).model, "zh")}
    assert [(entry.text, entry.lines) for entry in parts["wall"].entries] == [(wall, ("补牌从牌墙尾端摸",))]
    assert ("wild" in parts) is not bool(options)     # 点炮麻将 has no wild tile, so nothing is told of any


@pytest.mark.parametrize(("lang", "told"), [("zh", "癞子：翻出的那种牌、翻出的下一张"),
                                            ("en", "wild: the turned kind, the kind after the turned one")])
def test_wild_tiles_are_told_by_the_turned_tile(lang: str, told: str) -> None:
    parts = {part.id: part for part in procedure_text(rulebook("nanchang").model, lang)}
    assert told in parts["wild"].entries[0].lines


def test_the_order_of_indicators_is_told_only_where_a_tile_is_turned_up() -> None:
    def lines(book: Rulebook) -> tuple[str, ...]:
        return procedure_text(book.model, "en")[0].entries[0].lines
    circles = "a tile points to the next in these circles"
    assert not any(circles in line for line in lines(rulebook("hebei")))
    assert any(circles in line for line in lines(rulebook("hebei").with_options(hun=True)))


def test_who_gets_what_is_left_in_the_pot_is_told_where_something_may_be() -> None:
    stake = '[ready.riichi]\nname = "riichi"\nstake = 5\nflag = "r"\n[flag.r]\nname = "riichi"\n'
    for text, told in ((stake, True), ("", False)):
        book = rulebook_of_text(f'extends = "base/thirteen"\nid = "x"\nname = "x"\n{text}')
        lines = [line for part in procedure_text(book.model, "en") for entry in part.entries for line in entry.lines]
        assert any("left in the pot" in line for line in lines) is told
