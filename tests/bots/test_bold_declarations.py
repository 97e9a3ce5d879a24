"""What a bot does with a declaration that gives up wins on discards: it depends on how many tiles it waits for."""

import pytest

from quepu.bots.seat import BOTS
from quepu.game.actions import action_of
from tests.laid import begun, house

WAYS = [
    ("123m456p789s99p35s" "7z", "discard 7z"),                  # four live tiles at most
    ("123m456p789s99p66s" "7z", "discard 7z"),                  # 9p and 6s: two of each
    ("123m456p789s22p34s" "7z", "declare hand 7z"),             # 2s and 5s: eight
    ("123m456p789m22s34s" "7z", "declare draws 7z"),            # 2s and 5s, two of them held: six
]


@pytest.mark.parametrize(("hand", "answer"), WAYS)
def test_only_wide_waits_are_declared_and_the_widest_openly(hand: str, answer: str) -> None:
    match = begun(house("open_hand"), hand)
    engine = match.engine
    code = engine.kernels.choose(match.table, engine.session, 0, BOTS["greedy"])
    assert action_of(match.book.model, int(code)).text == answer
