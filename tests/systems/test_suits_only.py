"""Games of the three suits alone (素麻将), with chows or without."""

import pytest

from quepu.game.match import Match
from tests.laid import begun, plain_engine, run, texts

PLAIN = "?ding_que=false&huan_san_zhang=false"      # nothing is asked before the first discard
BOOKS = ["sichuan" + PLAIN, "chengdu", "guizhou", "changsha"]


def begun_with(book: str, *hands: str) -> Match:
    """A match in which nobody shows anything at the deal."""
    match = begun(book, *hands)
    while {"show", "pass"} <= {text.split()[0] for text in texts(match, match.asked[0])}:
        match.play(match.asked[0], "pass")
    return match


@pytest.mark.parametrize("book", BOOKS)
def test_the_wall_has_the_three_suits_alone(book: str) -> None:
    rules = plain_engine(book).rules
    assert [int(rules.copies[kind]) for kind in range(42)] == [4] * 27 + [0] * 15


@pytest.mark.parametrize(("book", "allowed"), [(book, book == "changsha") for book in BOOKS])
def test_chows(book: str, allowed: bool) -> None:
    match = begun_with(book, "5s", "46s")
    run(match, "E 5s")
    assert ("chow 456s" in texts(match, "S")) == allowed
