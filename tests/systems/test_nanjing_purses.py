"""南京麻将's garden: purses that run dry, penalties in turn order, liability outside the purse, the match's end."""

import pytest

from quepu.game.events import Drawn
from quepu.game.match import Match
from tests.laid import begun, memory, paid, remember, run, texts

CLOSED = "456m78922p23467s"             # waits for 5s and 8s; wins with any flowers
E, S, W, N = range(4)


def holding(match: Match, *chips: int) -> Match:
    """The match with these purses."""
    for player, points in enumerate(chips):
        match.table.score[player] = points
    return match


def test_nj20_nobody_wins_on_the_discard_of_an_empty_purse() -> None:
    match = holding(begun("nanjing", "8s1m", "", "", CLOSED, draws="9m9p8s"), 0, 35, 165, 200)
    run(match, "N pass", "E 8s", "S 9m")
    run(match, "W 9p", "N win")
    assert paid(match) == [0, -35, -40, 75]     # North could not win on East's 8s, and collects from South and West
    assert match.over                           # South is the second without chips


def test_a_single_chip_may_be_won() -> None:
    match = holding(begun("nanjing", "8s1m", "", "", CLOSED), 1, 35, 165, 199)
    run(match, "N pass", "E 8s", "N win")
    assert paid(match) == [-1, 0, 0, 1]
    assert not match.over


@pytest.mark.parametrize(("purse", "may"), [(0, False), (7, True)])
def test_nobody_robs_the_kong_of_an_empty_purse(purse: int, may: bool) -> None:
    match = holding(begun("nanjing", "88s1m9p", "", "8s", CLOSED, draws="9m9s8m1p2m8s"), purse, 150, 150, 100)
    run(match, "N pass", "E 1m", "S 9m", "W 8s", "N pass", "E pung", "E 9p", "S 8m", "W 1p", "N 2m", "E kong added 8s")
    assert ("win" in texts(match, "N")) == may
    if may:
        run(match, "N win")                     # a robbed kong costs three shares, here all East has
        assert paid(match, "bao") == [-7, 0, 0, 7]


def test_the_open_game_knows_no_empty_purse() -> None:
    match = holding(begun("nanjing?mode=open", "8s1m", "", "", CLOSED), 0, 1000, 1000, 2000)
    run(match, "N pass", "E 8s", "N win")
    assert paid(match) == [-100, 0, 0, 100]
    assert [int(points) for points in match.table.score[:4]] == [-100, 1000, 1000, 2100]


def test_the_match_ends_at_once_when_the_second_purse_runs_dry() -> None:
    match = holding(begun("nanjing", "1111m"), 295, 0, 5, 100)
    run(match, "E kong concealed 1m")
    assert paid(match) == [10, 0, -5, -5]
    assert match.hand_over
    assert match.over
    assert match.settlements[-1].wins == ()


def test_a_flower_kong_that_empties_the_second_purse_ends_the_match_before_its_replacement() -> None:
    match = holding(begun("nanjing", "777z2m", draws="5p5p5p7z", replacements="258s5m"), 290, 0, 10, 100)
    run(match, "E 2m", "S 5p", "W 5p", "N 5p")
    assert paid(match, "flower_kong") == [20, 0, -10, -10]
    assert match.hand_over
    assert match.over
    assert match.settlements[-1].wins == ()
    assert [str(event.tile) for event in match.events if isinstance(event, Drawn)][-1] == "7z"


def test_sixteen_changes_of_dealer_end_the_match_whatever_is_owed() -> None:
    for mode, south, deals, over in (("garden", 50, 15, True), ("open", -50, 15, True), ("open", -50, 14, False)):
        match = holding(begun(f"nanjing?mode={mode}", "8s1m", "", "", CLOSED), 20, south, 1000, 2000)
        match.table.deal_number = deals         # the dealer has changed so often
        run(match, "N pass", "E 8s", "N win")
        assert match.over == over


def test_one_empty_purse_ends_nothing() -> None:
    match = holding(begun("nanjing", "1111m", replacements="2p"), 295, 0, 50, 55)
    run(match, "E kong concealed 1m", "E 2p")
    assert not match.hand_over


LOOSE = "147m258p369s124z"              # beside 9m it makes nothing
FOURTH = ("E 9m", "S 5s", "W 5s", "N 5s", "E 9m", "S 7s", "W 7s", "N 7s", "E 9m", "S 8m", "W 8m", "N 8m", "E 9m")


@pytest.mark.parametrize(("book", "chips", "net"), [
    ("nanjing", (100, 100, 100, 100), [-15, 5, 5, 5]),
    ("nanjing", (12, 100, 188, 100), [-12, 5, 5, 2]),        # South first, then West, and North what is left
    ("nanjing", (10, 100, 190, 100), [-10, 5, 5, 0]),
    ("nanjing?mode=open", (12, 100, 188, 100), [-15, 5, 5, 5]),
    ("nanjing?fafen=false", (100, 100, 100, 100), [0, 0, 0, 0]),
])
def test_the_fourth_copy_discarded_costs_each(book: str, chips: tuple[int, ...], net: list[int]) -> None:
    match = holding(begun(book, "9999m", LOOSE + "3z", LOOSE + "3z", LOOSE + "3z",
                          draws="5s5s5s1m7s7s7s4m8m8m8m7m"), *chips)
    run(match, *FOURTH)
    assert paid(match, "fourth_copy") == net


def test_all_four_discard_one_wind() -> None:
    for draws, net in (("1z1z1z", [-15, 5, 5, 5]), ("1z1z2z", [0, 0, 0, 0])):
        match = begun("nanjing", "1z9m", "258m258p258s234z9p", "258m258p258s234z9p", "258m258p258s234z9p", draws=draws)
        run(match, "E 1z", "S 1z", "W 1z", f"N {draws[4:]}")
        assert paid(match, "same_wind") == net


def test_four_winds_as_first_discards_bring_five_from_each() -> None:
    match = begun("nanjing", "1234z9m", "258m258p258s9m9p9s6p", "258m258p258s9m9p9s6p", "258m258p258s9p9s6p1m",
                  draws="1s1s1s1m3s3s3s4m4s4s4s7m")
    run(match, "E 3z", "S 1s", "W 1s", "N 1s", "E 1z", "S 3s", "W 3s", "N 3s", "E 4z", "S 4s", "W 4s", "N 4s")
    assert paid(match, "four_winds") == [0, 0, 0, 0]
    run(match, "E 2z")
    assert paid(match, "four_winds") == [15, -5, -5, -5]


def bloomed(book: str, *chips: int) -> Match:
    """South feeds North's kong of 3m, and its replacement completes North's hand."""
    match = holding(begun(book, "1m", "3m9p", "", "333m22789p23467s", draws="9s", replacements="8s"), *chips)
    return run(match, "N pass", "E 1m", "S 3m", "N kong melded 3m")


def test_liability_outside_the_purse_moves_no_chips() -> None:
    match = bloomed("nanjing?external_bao=true", 200, 10, 90, 100)
    assert paid(match, "melded_kong") == [0, -10, 0, 10]
    run(match, "N win")
    assert paid(match, "outside") == [0, -50, 0, 50]
    assert paid(match, "win") == paid(match, "bao") == [0, 0, 0, 0]
    assert memory(match, "outside") == [0, -50, 0, 50]
    assert not match.over                       # South alone is without chips, and North's fifty are none


def test_liability_inside_the_purse_takes_what_is_there() -> None:
    match = bloomed("nanjing", 200, 40, 60, 100)
    run(match, "N win")
    assert paid(match, "bao") == [0, -30, 0, 30]
    assert memory(match, "outside") == [0, 0, 0, 0]


def test_what_stands_outside_goes_with_the_player() -> None:
    match = run(bloomed("nanjing?external_bao=true", 100, 100, 100, 100), "N win")
    match.begin()                               # the dealer stays after a liability
    assert memory(match, "outside") == [0, -50, 0, 50]
    assert int(match.table.dealer) == E


def test_chips_are_points_without_what_stands_outside() -> None:
    """South owes 80 outside and has all his chips; North has 80 points, all of them outside."""
    match = holding(begun("nanjing?external_bao=true", "1111m"), 220, 20, 80, 80)
    remember(match, "outside", -80, S)
    remember(match, "outside", 80, N)
    run(match, "E kong concealed 1m")
    assert paid(match) == [10, -5, -5, 0]


def test_a_kong_of_flowers_takes_what_is_there() -> None:
    for purse in (4, 0):
        match = begun("nanjing", "2m", "", "123f", "", draws="5p4f", replacements="258s5m")
        run(holding(match, purse, 200 - purse, 100, 100), "E 2m", "S 5p")
        assert paid(match) == [-purse, -10, 20 + purse, -10]
