"""内蒙麻将 at the table: duties, wins let go, kong money and when it is lost, side stakes, who deals."""

import pytest

from quepu.game.match import Match
from tests.laid import begun, drift, memory, paid, run, texts

REST = "222p789s55p34s"                 # with a chow of 123m it waits for 2s and 5s
E, S, W, N = range(4)


def fans(match: Match) -> set[str]:
    """What the win of the hand counts."""
    (win,) = match.settlements[-1].wins
    assert win.agrees
    return {fan.id for fan in win.score.earned}


def opened(book: str = "neimeng", *others: str, **laid: str) -> Match:
    """South has chowed East's 3m and waits for 2s and 5s; West is to draw next."""
    match = begun(book, "3m2z", "12m7z" + REST, *others, **laid)
    return run(match, "E 3m", "S chow 123m", "S 7z")


# -- winning --

def test_the_discarder_alone_pays() -> None:
    match = run(opened(draws="5s"), "W 5s", "S win")
    assert paid(match) == [0, 1, -1, 0]
    assert fans(match) == set()


def test_a_self_draw_is_paid_by_all() -> None:
    match = run(opened(draws="1z1z1z5s"), "W 1z", "N 1z", "E 1z", "S win")
    assert paid(match) == [-2, 4, -1, -1]


def test_an_unopened_hand_may_not_win() -> None:
    match = begun("neimeng", "5s", "123m" + REST, draws="5s")
    run(match, "E 5s", "S 5s")
    assert not match.hand_over


def test_the_nearest_wins_unless_several_may() -> None:
    for book, winners in (("neimeng", [W]), ("neimeng?multi_win=true", [W, N])):
        match = begun(book, "1z9m", "5s", "11z111m456p99p34s" "7z", "99m222p456m55p34s" "6z", draws="4z4z4z" "9m" "5s")
        run(match, "E 1z", "W pung", "W 7z", "N 4z", "E 9m", "N pung", "N 6z", "E 4z", "S 5s", "N win", "W win")
        assert [win.seat for win in match.settlements[-1].wins] == winners
        assert paid(match) == ([0, -1, 1, 0] if winners == [W] else [0, -2, 1, 1])


def test_who_lets_a_win_go_needs_more_until_his_next_draw() -> None:
    match = opened(draws="5s2s1z1z2s")
    run(match, "W 5s", "S pass", "N 2s")
    assert "win" not in texts(match, "S")       # the same 番
    run(match, "E 1z", "S 1z", "W 2s", "S win")
    assert match.hand_over


def test_more_fan_than_what_was_let_go_may_win_at_once() -> None:
    match = opened("neimeng", "", "1111z", draws="5s6z", replacements="2s")
    run(match, "W 5s", "S pass", "N kong concealed 1z", "N 2s", "S win")
    assert fans(match) == {"kong_discard"}


def test_a_win_goes_before_a_pung_and_a_pung_before_a_chow() -> None:
    match = begun("neimeng", "3m", "12m", "33m")
    run(match, "E 3m")
    match.play("S", "chow 123m")
    match.play("W", "pung")
    assert match.asked == (W,)
    match = opened("neimeng", "", "55s", draws="5s")
    run(match, "W 5s")
    match.play("N", "pung")
    match.play("S", "win")
    assert match.hand_over


# -- kongs --

def test_kongs_are_paid_once_somebody_has_won_and_the_dealer_no_more() -> None:
    match = opened("neimeng", "1111z", draws="6z5s", replacements="3z")
    run(match, "W kong concealed 1z", "W 3z")
    assert paid(match) == [0, 0, 0, 0]
    run(match, "N 5s", "S win")
    assert paid(match, "kongs") == [-2, -2, 6, -2]
    assert paid(match, "win") == [0, 1, 0, -1]


def test_a_kong_whose_next_discard_feeds_a_win_earns_nothing() -> None:
    match = opened("neimeng", "1111z", draws="6z", replacements="5s")
    run(match, "W kong concealed 1z", "W 5s", "S win")
    assert fans(match) == {"kong_discard"}
    assert paid(match) == [0, 2, -2, 0]


def test_both_kongs_of_a_turn_are_lost_and_an_earlier_one_is_not() -> None:
    match = opened("neimeng", "1111z3333z", draws="6z", replacements="6z5s")
    run(match, "W kong concealed 1z", "W kong concealed 3z", "W 5s", "S win")
    assert paid(match, "kongs") == [0, 0, 0, 0]
    match = opened("neimeng", "1111z", draws="6z" "4z4z4z" "5s", replacements="6z")
    run(match, "W kong concealed 1z", "W 6z", "N 4z", "E 4z", "S 4z", "W 5s", "S win")
    assert paid(match, "kongs") == [-2, -2, 6, -2]
    assert memory(match, "fresh_concealed") == [0, 0, 0, 0]


def test_a_robbed_kong_is_none_and_its_maker_pays() -> None:
    match = begun("neimeng", "5s3m", "12m7z" + REST, "55s6z", draws="4z4z4z4z1z1z5s")
    run(match, "E 5s", "W pung", "W 6z", "N 4z", "E 3m", "S chow 123m", "S 7z", "W 4z", "N 4z", "E 1z", "S 1z",
        "W kong added 5s", "S win")
    assert fans(match) == {"robbed_kong"}
    assert paid(match) == [0, 2, -2, 0]         # no money for the kong


def test_a_replacement_may_win() -> None:
    match = begun("neimeng", "2p3m", "12m7z" + REST, draws="1z1z", replacements="5s")
    run(match, "E 3m", "S chow 123m", "S 7z", "W 1z", "N 1z", "E 2p", "S kong melded 2p", "S win")
    assert fans(match) == {"kong_bloom"}
    assert paid(match, "win") == [-4, 8, -2, -2]
    assert paid(match, "kongs") == [-1, 3, -1, -1]


# -- stakes --

def test_stakes_of_one_size_are_not_asked_for() -> None:
    match = run(opened("neimeng?guapu=2", draws="5s"), "W 5s", "S win")
    assert paid(match) == [0, 5, -5, 0]


def test_stakes_that_each_chooses_are_told_together() -> None:
    match = begun("neimeng?guapu=own", "3m", "12m7z" + REST, draws="5s")
    assert texts(match, "S") == ["choose 0", "choose 2", "choose 4"]
    for seat, stake in zip("ESWN", (0, 4, 2, 0), strict=True):
        assert memory(match, "stakes") == [0] * 4
        match.play(seat, f"choose {stake}")
    run(match, "E 3m", "S chow 123m", "S 7z", "W 5s", "S win")
    assert paid(match, "stakes") == [0, 6, -6, 0]


# -- the end, the dealer --

def test_a_drawn_hand_pays_no_kong_and_the_dealer_stays() -> None:
    match = begun("neimeng", "1111z", tail="1m4m7m1p4p7p1s4s7s2z3z4z5z6z", replacements="", fill=0, draws="9m9p9s")
    run(match, "E kong concealed 1z")
    drift(match)
    assert match.settlements[-1].ended == "draw"
    assert paid(match) == [0, 0, 0, 0]
    assert int(match.table.dealer) == E


def test_fourteen_tiles_are_never_drawn() -> None:
    assert begun("neimeng").view(E).wall_left == 136 - 53 - 14


def test_the_dealer_stays_if_he_wins_and_else_the_next_deals() -> None:
    match = run(opened(draws="5s"), "W 5s", "S win")
    assert int(match.table.dealer) == S
    match = begun("neimeng", "2z12m7z" + REST, draws="1z1z3m" "4z4z5s")
    run(match, "E 2z", "S 1z", "W 1z", "N 3m", "E chow 123m", "E 7z", "S 4z", "W 4z", "N 5s", "E win")
    assert paid(match) == [2, 0, 0, -2]
    assert int(match.table.dealer) == E


@pytest.mark.parametrize("seat", ["E", "S"])
def test_a_false_win_costs_four_to_each_and_the_hand_is_dealt_again(seat: str) -> None:
    match = begun("neimeng", "1z", draws="1z")
    if seat == "S":
        run(match, "E 1z")
    match.play(seat, "false_win")
    assert paid(match) == [-12 if seat == name else 4 for name in "ESWN"]
    assert match.hand_over
    assert int(match.table.dealer) == E


def test_a_chow_is_claimed_from_the_player_before_alone() -> None:
    match = begun("neimeng", "3m", "", "12m")
    match.play("E", "discard 3m")
    assert match.asked == (1,)                           # W is not asked, S has drawn
    match = begun("neimeng", "3m", "12m")
    match.play("E", "discard 3m")
    assert "chow 123m" in texts(match, "S")
