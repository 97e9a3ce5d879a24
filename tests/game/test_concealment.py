"""What is secret at a table, decided in one place for events, views and refusals."""

import pytest

from quepu import IllegalAction, Match
from quepu.engine.layout import codes
from quepu.game.concealment import is_asking_secret, turn_seen_by


def asked_for_flowers():
    """A match in which a seat that is not the dealer is asked what to do with a flower of the deal."""
    for seed in range(200):
        match = Match("guobiao", seed=seed)
        match.begin()
        if int(match.table.stage) == codes.Stage.FLOWERS and match.asked[0] != 0:
            return match
    raise AssertionError("no such deal")


def test_nobody_learns_who_holds_flowers_of_the_deal():
    match = asked_for_flowers()
    asked = match.asked[0]
    assert is_asking_secret(match.table, match.book.model)
    assert turn_seen_by(match.table, asked) == asked
    other = next(seat for seat in range(1, 4) if seat not in match.asked)
    assert turn_seen_by(match.table, other) == turn_seen_by(match.table, None) == 0
    assert match.view(other).turn == 0
    name = {1: "South", 2: "West", 3: "North"}[asked]
    assert name not in match.why_not(other, "discard 1m", "en")
    with pytest.raises(IllegalAction, match="others have to answer first"):
        match.play(other, "pass")
