"""Bots in a game where flowers are ordinary tiles, as the others are, and tiles change hands before the first turn."""

import pytest

import quepu
from quepu.bots.seat import BOTS, CoreBot
from quepu.game.match import Match

BOOK = """
extends = "base/thirteen"
id = "flowers_in_hand"
[tiles]
kinds = "123456789m123456789p123456789s1234567z12345678f"
bonus = ""
[memory.void]
scope = "seat"
type = "suit"
[[phase]]
id = "exchange"
kind = "exchange"
tiles = 3
fits = "{fits}"
direction = "across"
[[phase]]
id = "void"
kind = "void_suit"
sets = "void"
[[phase]]
id = "turns"
kind = "turns"
"""


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("fits", ["any", "one_suit"])
def test_every_bot_gives_tiles_away_where_flowers_are_ordinary(fits: str, bot: str) -> None:
    match, player = Match(quepu.rulebook_of_text(BOOK.format(fits=fits)), 3), CoreBot(bot)
    given = set()
    while len(match.settlements) < 4:
        if match.hand_over:
            match.begin()
        action = player.decide(match, match.asked[0])
        if action.text.startswith("give"):
            given.add(action.text[-1])
        match.play(match.asked[0], action)
    assert "f" in given if fits == "any" else given <= set("mps")
