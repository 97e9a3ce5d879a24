"""A worker that may load compiled code answers as one that may not, and discards are told without a single score."""

import pytest

from quepu.scoring.compiled_search import CompiledSearch
from quepu.scoring.search import Search
from quepu.server.answers.asked_book import Books, Rule
from quepu.server.answers.hand_answers import ANSWERS

ASKED = [("score", "nanchang", "111222m3344556s 6s", "1m2m"), ("score", "tianjin", "123456m11s45p177z 6p", "7z"),
         ("waits", "wuhan", "123456m11s45p177z", "7z"), ("waits", "jiangnan", "1123m456p789s55z6z", "1m"),
         ("discards", "nanchang", "1122334455667s 7s", "1s2s"),
         ("discards", "wenzhou", "1m223344556677p89s5z 1m", "1m")]


@pytest.mark.parametrize(("what", "rule", "hand", "wild"), ASKED)
def test_compiled_forms_change_no_answer(what: str, rule: str, hand: str, wild: str) -> None:
    asked = {"hand": hand, "wild": wild, "lang": "en"}
    book = Books().find(Rule(id=rule))
    book.search = Search(book.reference)        # one program has one such rulebook, however it was asked for
    answer = ANSWERS[what](Books(), Rule(id=rule), asked)
    assert ANSWERS[what](Books(is_compiled=lambda _book: True), Rule(id=rule), asked) == answer
    assert isinstance(book.search, CompiledSearch)
    del book.search


def test_discards_score_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_given: object) -> None:
        raise AssertionError("a discard was scored")
    monkeypatch.setattr("quepu.scoring.reference.Reference.outcome", refuse)
    rows = ANSWERS["discards"](Books(), Rule(id="nanchang"), {"hand": "1122334455667s 7s", "wild": "1s2s"})["rows"]
    assert [row["distance"] for row in rows] == [0] * len(rows)
