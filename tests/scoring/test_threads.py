"""One rulebook serves several threads at once, as the server asks it."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

import quepu
from quepu.testing import random_win

THREADS, ROUNDS = 4, 3


@pytest.fixture(autouse=True)
def _threads_change_often() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.parametrize("name", ["tianjin", "riichi"])
def test_several_threads_score_the_same_as_one(name: str) -> None:
    book, rng = quepu.rulebook(name), Random(name)
    wins = [random_win(book, rng) for _win in range(30)]
    hands = ["123m456p789s1133z", "1112345678999m"]

    def told(which: int) -> Any:
        if which < len(wins):
            score = book.score(wins[which])
            return score.total, score.legal, [fan.id for fan in score.fans], score.payments
        return book.waits(hands[which - len(wins)]).explain("en")
    asked = [which for _round in range(ROUNDS) for which in range(len(wins) + len(hands))]
    wanted = [told(which) for which in asked]
    with ThreadPoolExecutor(THREADS) as threads:
        assert list(threads.map(told, asked)) == wanted


def test_readings_of_two_rulebooks_may_be_asked_for_in_turn():
    """They share a workbench, which keeps nothing from one reading to the next."""
    books = [quepu.rulebook(name) for name in ("guobiao", "binshi")]
    wins = [book.win("111222333m4445p 5p") for book in books]

    def told(outcome):
        return outcome.shape.id, outcome.division, outcome.total, sorted(outcome.earned)
    alone = [list(map(told, book.reference.outcomes(win))) for book, win in zip(books, wins, strict=True)]
    assert all(len(readings) > 1 for readings in alone)
    turns = [book.reference.outcomes(win) for book, win in zip(books, wins, strict=True)]
    together = [[], []]
    while any(found := [next(turn, None) for turn in turns]):
        for outcome, readings in zip(found, together, strict=True):
            if outcome is not None:
                readings.append(told(outcome))
    assert together == alone
