"""The language of the coach book: what it gives, and that everything else is refused."""

from typing import Any

import pytest

from quepu import RulebookError
from quepu.advice.coach.language import MOST_TEXT, Kind, Source, Word, read_expression

WORDS = {"three": Word((), Kind.NUMBER, lambda _p: 3), "is_big": Word((Kind.NUMBER,), Kind.TRUTH, lambda _p, n: n > 5),
         "here": Word((), Kind.TRUTH, lambda p: p), "secret": Word((), Kind.TRUTH, lambda _p: 1, is_hidden=True),
         "plus": Word((Kind.TILE, Kind.NUMBER), Kind.NUMBER, lambda _p, tile, n: tile + n)}
SOURCES = {"hand": Source(Kind.TILE, lambda _p: [1, 4, 9]), "nothing": Source(Kind.TILE, lambda _p: [])}


def value(text: str, position: Any = True, **variables: int) -> int:
    kinds = dict.fromkeys(variables, Kind.TILE)
    return read_expression(text, WORDS, SOURCES, kinds).of(position, **variables)


@pytest.mark.parametrize("text", [
    "three == 3", "three + 4 > 6", "not three > 3", "here and three <= 3", "is_big(three + 3)", "1 < three < 4",
    "any(plus(t, 1) == 5 for t in hand)", "all(plus(t, 0) >= 1 for t in hand)",
    "count(plus(t, 0) > 3 for t in hand) == 2",
    "most(plus(t, -1) for t in hand) == 8", "most(plus(t, 1) for t in nothing) == 0", "all(here for t in nothing)",
    "plus(tile, 1) == 8", "any(any(plus(s, 0) == 9 for s in hand) and plus(t, 0) == 4 for t in hand)"])
def test_conditions_that_hold(text: str) -> None:
    assert value(text, tile=7) == 1
    assert value(f"not ({text})", tile=7) == 0


@pytest.mark.parametrize("text", [
    "", "three =", "three", "1", "True", "three == True", "three is 3", "three in hand", "lambda: 1", "here.real",
    "(here, here)[0]", "three == '3'", "three == 101", "three - 1 == 2", "three ** 2 == 9", "is_big()", "is_big(here)",
    "is_big(three, three)", "is_big(n=3)", "secret", "unknown", "unknown(3)", "__import__('os')",
    "here if here else here",
    "any(here for t in hand if here)", "any(here for t in three)", "any(here for hand in hand for t in hand)",
    "any([here])", "any(three for t in hand)", "most(here for t in hand) == 1", "any(here for three in hand)",
    "here == here", "tile == 3", "not 3", "1.5 == three", "here or " * 200 + "here", "(" * 90 + "here" + ")" * 90,
    "not " * 40 + "here", "f'{here}'", "here; here", "three := 3",
    "[here for t in hand]", "any(here async for t in hand)"])
def test_everything_else_is_refused(text: str) -> None:
    if text == "(" * 90 + "here" + ")" * 90:            # Python sees no difference
        assert value(text) == 1
        return
    with pytest.raises(RulebookError):
        value(text)


def test_hidden_words_stand_in_claims_alone() -> None:
    assert read_expression("secret and here", WORDS, SOURCES, {}, hidden=True).of(True) == 1
    with pytest.raises(RulebookError, match="no word"):
        read_expression("secret and here", WORDS, SOURCES, {})
    assert len("here or " * 60) > MOST_TEXT
