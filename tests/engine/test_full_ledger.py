"""What a ledger cannot hold is told, and points are never lost: nothing is left unpaid in silence."""

import pytest

import quepu
from quepu.bots.seat import CoreBot
from quepu.errors import EngineFault, RulebookError
from quepu.game.match import Match
from quepu.game.plain_engine import PlainEngine

HEAD = 'extends = "guobiao"\nid = "house"\n'


def book(on: str, receiver: str, times: int, amount: int = 1) -> quepu.Rulebook:
    return quepu.rulebook_of_text(HEAD + "".join(
        f'[[pay]]\nid = "x{number}"\non = "{on}"\nfor = "{receiver}"\namount = {amount}\n' for number in range(times)))


def play(match: Match, hands: int = 1) -> None:
    bot = CoreBot("random")
    for _hand in range(hands):
        match.begin()
        while not match.hand_over:
            match.play(match.asked[0], bot.decide(match, match.asked[0]))


def test_a_hand_with_more_rows_than_its_ledger_holds_is_stopped() -> None:
    """9 payments of each to each are 108 rows; with 7 of them there is room for the payment of a win."""
    with pytest.raises(EngineFault, match="more payments in one hand than its ledger of 96 rows holds by the rules of"):
        play(Match(book("end", "seats", 9), 1))
    fine = Match(book("end", "seats", 7), 1)
    play(fine)
    assert sum(fine.scores) == 0


def test_with_the_compiler_off_it_is_stopped_too() -> None:
    crowded = book("end", "seats", 9)
    with pytest.raises(EngineFault, match="more payments in one hand than its ledger of 96 rows holds"):
        play(Match(crowded, 1, engine=PlainEngine(crowded)))


def test_a_score_with_more_rows_is_refused_by_name() -> None:
    hand = quepu.Hand("123m456m789m123p9s")
    assert len(book("win", "winner", 20).score(hand, tile="9s", self_draw=True).ledger) == 63
    with pytest.raises(RulebookError, match="house: more payments in one hand"):
        _ = book("win", "winner", 40).score(hand, tile="9s", self_draw=True).ledger


def test_points_grow_past_what_four_bytes_hold() -> None:
    """The dealer gets 800,000,000 from each; what a win pays comes on top of it."""
    match = Match(book("end", "dealer", 8, 100_000_000), 1)
    play(match)
    paid = [row for row in match.settlements[0].ledger if row.amount == 100_000_000]
    assert len(paid) == 24
    assert sum(match.scores) == 0
    assert max(match.scores) > 2**31
