"""What a reader is told of a rulebook at the first level: sentences in his own language, and nothing of the file."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from quepu.book import Rulebook, rulebook
from quepu.cli.rules.how_page import how_page
from quepu.cli.rules.show import book_page
from quepu.errors import QuepuError
from quepu.examples.how import how_it_goes
from quepu.faults import told
from quepu.locale import formed, words
from quepu.rulebook.file.load import known_ids
from tests.share import FULL

#: signs of formulas, places that were not filled, words of the file; "×2" is how a tally writes its points
FORMULA = re.compile(r"[=≠<≤>≥÷{}]|×(?!\d)|\bmod\b|的个数|的個數|\w_\w|\bTrue\b|\bFalse\b|\btrue \||\(true\)")
ENGLISH = re.compile(r"[A-Za-z]{4}")
CHINESE = re.compile("[\u3400-\u9fff]")
SEATS = re.compile(r"\b(?=[A-D]{4}\b)[A-D]+")       # who sits where: ABCD, BADC
THROWN = 5 if FULL else 1               # settings besides those of the file
UNUSUAL = set("璸幺喒焗")
PRINCIPLE = re.compile("\\([\u3400-\u9fff]+\\)")      # why a fan is not counted, as referees call it


def pages(rule: str) -> Iterator[Rulebook]:
    """A rulebook as it is, and with options thrown."""
    yield rulebook(rule)
    rng = Random(rule)
    options = [(option.id, option.choices if option.type == "choice" else (True, False))
               for option in rulebook(rule).model.options if option.type in ("bool", "choice")]
    found = 0
    for _try in range(20):
        few = rng.sample(options, min(4, len(options)))
        thrown: dict[str, Any] = {name: rng.choice(values) for name, values in few}
        try:
            yield rulebook(rule, **thrown)
        except QuepuError:          # these do not go together
            continue
        found += 1
        if found == THROWN:
            break



def first_level(book: Rulebook, lang: str) -> list[str]:
    """The lines of `rules show` between its head and the commands it ends with, as they are printed."""
    faults = {f"  {told(fault, lang)}" for part in how_it_goes(book) for fault in part.faults}   # of another setting
    lines = [formed(line, lang) for line in book_page(book, lang) if line not in faults]
    more = next(number for number, line in enumerate(lines) if line.startswith(f"quepu rules show {book.id}"))
    return lines[1:more]


@pytest.mark.parametrize("rule", known_ids())
@pytest.mark.parametrize("lang", ["zh", "zh-Hant", "en"])
def test_nothing_of_the_file_stands_at_the_first_level(rule: str, lang: str) -> None:
    for book in pages(rule):
        lines = first_level(book, lang)
        assert [line for line in lines if FORMULA.search(line)] == []
        if lang == "en":
            assert [line for line in lines if CHINESE.search(PRINCIPLE.sub("", line))] == []
        else:
            assert [line for line in lines if ENGLISH.search(SEATS.sub("", line))] == []
            encoding = "gb2312" if lang == "zh" else "big5"
            used = set(CHINESE.findall("".join(lines))) - UNUSUAL
            assert sorted(one for one in used if one.encode(encoding, "ignore") == b"") == []


@pytest.mark.parametrize("rule", known_ids())
def test_how_a_hand_goes_is_part_of_it(rule: str) -> None:
    book = rulebook(rule)
    shown = list(book_page(book, "zh"))
    assert [line for line in how_page(book, "zh") if line not in shown] == []


def test_the_formulas_stand_one_level_down() -> None:
    book = rulebook("sichuan")
    first, second = ("\n".join(book_page(book, "zh", formula)) for formula in (False, True))
    assert "否则" not in first[first.index(words("rules.section.match", "zh")):]
    assert len(second) > len(first)
    assert "ding_que" in second
    assert "ding_que" not in first
