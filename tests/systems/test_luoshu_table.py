"""Stakes that are chosen with a declaration, and the worked examples in prose of the game that is played for them."""

from functools import partial

from quepu.game.match import Match
from tests import laid
from tests.laid import discard, go, memory, pass_all, texts

READY = "15945m267p348s11z"             # waits for 6m


begun = partial(laid.begun, "luoshu")


def called(stake: int, draws: str) -> Match:
    """South has called with so much, discarding the 2z it drew."""
    match = begun("2z", READY, draws=draws)
    discard(match, "E 2z")
    go(match, "S declare call 2z")
    assert texts(match, "S") == [f"choose {stake}" for stake in range(1, 11)]
    go(match, f"S choose {stake}")
    pass_all(match)
    return match


def test_whoever_is_ready_stakes_what_he_likes_and_wins_as_much() -> None:
    for stake in (1, 10):
        match = called(stake, "2z6m")
        assert memory(match, "stakes") == [0, stake, 0, 0]
        go(match, "W discard 6m")
        assert texts(match, "S") == ["win", "pass"]
        go(match, "S win")
        pass_all(match)
        assert match.scores == (100, 100 + stake, 100 - stake, 100)


def test_who_has_not_called_cannot_win() -> None:
    match = begun("6m", READY)
    go(match, "E discard 6m")
    assert "win" not in texts(match, "S")
    match = begun("2z", READY, draws="6m")
    discard(match, "E 2z")
    assert "win" not in texts(match, "S")


def test_nobody_stakes_more_than_he_has_and_a_loser_who_called_loses_his_stake() -> None:
    match = begun("2z", READY, "15945m267p348s33z", draws="2z2z6m")
    match.table.score[2] = 4
    discard(match, "E 2z")
    go(match, "S declare call 2z", "S choose 3")
    pass_all(match)
    go(match, "W declare call 2z")
    assert texts(match, "W") == [f"choose {stake}" for stake in range(1, 5)]
    go(match, "W choose 4")
    pass_all(match)
    go(match, "N discard 6m", "S win")
    pass_all(match)
    assert match.scores == (100, 107, 0, 97)            # North owes 3; West loses the 4 it staked
    assert match.over                                   # and has no chips left


def test_without_chips_nobody_calls() -> None:
    match = begun("2z", READY, draws="2z")
    match.table.score[1] = 0
    discard(match, "E 2z")
    assert not [text for text in texts(match, "S") if text.startswith("declare")]


def test_ls11_a_set_of_fifteen_is_claimed_from_the_seat_before_alone() -> None:
    south = "19m2468p2468s123z"
    match = begun("5m", south)
    go(match, "E discard 5m")
    assert [text for text in texts(match, "S") if text != "pass"] == ["chow 159m"]
    match = begun("2z", south, draws="3z4z5m")
    discard(match, "E 2z", "S 3z", "W 4z")
    go(match, "N discard 5m")
    assert 1 not in match.asked


def test_ls12_stakes_go_back_when_the_wall_is_out() -> None:
    match = begun("2z", READY, draws="2z9m", fill=0)
    discard(match, "E 2z")
    go(match, "S declare call 2z", "S choose 9")
    while not match.hand_over:
        seat = match.asked[0]
        match.play(seat, texts(match, seat)[-1])
    assert match.scores == (100, 100, 100, 100)
    match.begin()
    assert match.player_of(0) == 0
