"""香港麻雀 at the table, on laid walls: who pays for a self-draw, kongs in succession, robbed kongs, passed wins."""

import pytest

from quepu.errors import IllegalAction
from quepu.game.actions import FalseWin, Win
from tests import laid
from tests.laid import memory, texts

EAST, SOUTH, WEST, NORTH = range(4)


def begun(*hands, options=None, **wall):
    return laid.begun("hongkong", *hands, options={"min_fan": 0, **(options or {})}, **wall)


def go(match, *steps):
    """Play these steps; whoever is asked besides passes, or discards what it drew."""
    for seat, text in steps:
        for _other in range(60):
            if seat in match.asked and text in texts(match, seat):
                break
            asked = match.asked[0] if match.asked[0] != seat or len(match.asked) == 1 else match.asked[1]
            legal = texts(match, asked)
            match.play(asked, "pass" if "pass" in legal else f"discard {match.view(asked).drawn}")
        match.play(seat, text)


def fans(match):
    (won,) = match.settlements[0].wins
    assert won.agrees
    return {fan.id: fan.points for fan in won.score.fans}


# -- 包牌 --
PUNGS = ("1m2468p2468s55667z", "11m22m33p44p5s1234z", "2m3p89m68p689s2357z", "4p79m5799p79s1346z")


def four_pungs_down(**options):
    """South's four pungs are fed by East, West, West and North; it then waits for 5s alone."""
    match = begun(*PUNGS, draws="9m9m8m8m1p1p1s5s", options=options)
    go(match, (EAST, "discard 1m"), (SOUTH, "pung"), (SOUTH, "discard 1z"), (WEST, "discard 2m"), (SOUTH, "pung"),
       (SOUTH, "discard 2z"), (WEST, "discard 3p"), (SOUTH, "pung"), (SOUTH, "discard 3z"), (NORTH, "discard 4p"),
       (SOUTH, "pung"))
    return match


def test_whoever_feeds_the_fourth_set_pays_for_a_self_draw():
    match = four_pungs_down()
    assert memory(match, "liable") == [-1, NORTH, -1, -1]
    go(match, (SOUTH, "discard 4z"), (SOUTH, "win"))
    assert fans(match) == {"self_drawn": 1, "all_pungs": 3, "no_flowers": 1}
    assert match.scores == (0, 36, 0, -36)


def test_twelve_down_is_paid_for_in_half_gun_too():
    match = four_pungs_down(gun="half")
    go(match, (SOUTH, "discard 4z"), (SOUTH, "win"))
    assert match.scores == (0, 36, 0, -36)


DRAGONS = ("5z2468p2468s1234z2m", "556677z11m3p444s", "6z1m89m68p689s2233z",
           "7z79m5799p79s1134z")


def three_dragons_down(**options):
    """South's dragons are fed by East, West and North."""
    match = begun(*DRAGONS, draws="9m9m8m8m1s1p3p", options=options)
    go(match, (EAST, "discard 5z"), (SOUTH, "pung"), (SOUTH, "discard 4s"), (WEST, "discard 6z"), (SOUTH, "pung"),
       (SOUTH, "discard 4s"), (NORTH, "discard 7z"), (SOUTH, "pung"))
    return match


def test_whoever_feeds_the_third_dragon_pays_unless_another_feeds_the_fourth_set():
    match = three_dragons_down()
    assert memory(match, "liable") == [-1, NORTH, -1, -1]
    go(match, (SOUTH, "discard 4s"), (WEST, "discard 1m"), (SOUTH, "pung"))
    assert memory(match, "liable") == [-1, WEST, -1, -1]


def test_dragons_are_not_paid_for_in_half_gun():
    assert memory(three_dragons_down(gun="half"), "liable") == [-1, -1, -1, -1]


# -- kongs in succession --
DULL = ("2468m468p2468s124z", "3579m3579p37s346z", "3579m3579p37s346z")


def two_kongs(hand, replacements, **options):
    match = begun(DULL[0], hand, *DULL[1:], draws="1m", replacements=replacements, options=options)
    go(match, (EAST, "discard 4z"), (SOUTH, "kong concealed 1m"), (SOUTH, "kong concealed 2p"))
    assert memory(match, "kong_feeder") == [-1, -1, -1, -1]
    go(match, (SOUTH, "win"))
    return fans(match)


def test_two_kongs_in_a_row():
    drawn = two_kongs("111m222p345s99s11z", "2p1z")
    assert drawn == {"no_flowers": 1, "kong_kong_draw": 8, "round_wind": 1}
    assert two_kongs("111m222p345s99s11z", "2p1z", kongkong_same_tile=True) == drawn


def test_a_second_kong_of_other_tiles_may_not_count():
    drawn = two_kongs("111m2222p345s99s1z", "1z1z")
    assert drawn["kong_kong_draw"] == 8
    drawn = two_kongs("111m2222p345s99s1z", "1z1z", kongkong_same_tile=True)
    assert drawn == {"no_flowers": 1, "self_drawn": 1, "round_wind": 1, "kong_draw": 1}


def test_a_flower_between_ends_the_succession():
    drawn = two_kongs("111m2222p345s99s1z", "3f1z1z")
    assert drawn == {"self_drawn": 1, "round_wind": 1, "kong_draw": 1}


def test_the_feeder_of_the_first_kong_pays():
    match = begun("1m" + DULL[0].replace("2468m", "468m"), "111m2222p345s99s1z", *DULL[1:], replacements="1z1z")
    go(match, (EAST, "discard 1m"), (SOUTH, "kong melded 1m"), (SOUTH, "kong concealed 2p"), (SOUTH, "win"))
    assert fans(match)["kong_kong_draw"] == 8
    assert match.scores[WEST] == match.scores[NORTH] == 0
    assert match.scores[EAST] == -match.scores[SOUTH] < 0


# -- robbed kongs, passed wins --
def test_only_thirteen_orphans_robs_a_concealed_kong():
    hands = ("9999m2468p2468s44m", "1m19p19s12345667z", "78m345p345678s55z")     # South and West wait for 9m
    match = begun(*hands)
    go(match, (EAST, "kong concealed 9m"))
    assert match.asked == (SOUTH,)
    match.play(SOUTH, "win")
    assert fans(match) == {"no_flowers": 1, "robbing_the_kong": 1, "thirteen_orphans": 13}
    refused = begun(*hands, options={"shisanyao_robs_concealed": False})
    go(refused, (EAST, "kong concealed 9m"))
    assert refused.asked == (EAST,)


READY, OTHER = "345678m345p44p46s", "5s139m279p178s346z"     # the first waits for 5s alone


def test_who_lets_a_win_pass_waits_for_the_own_draw():
    match = begun("5s2468m468p124z268s", READY, OTHER, draws="9m9p")
    go(match, (EAST, "discard 5s"))
    assert Win() in match.legal(SOUTH)
    go(match, (SOUTH, "pass"), (SOUTH, "discard 9m"), (WEST, "discard 5s"))
    assert Win() in match.legal(SOUTH)


def passed_once(**options):
    """West lets East's 5s pass, and South discards another before West has drawn."""
    match = begun("5s2468m468p124z268s", OTHER, READY, draws="9m", options=options)
    go(match, (EAST, "discard 5s"))
    assert Win() in match.legal(WEST)
    go(match, (WEST, "pass"), (SOUTH, "discard 5s"))
    return match


def test_a_win_on_the_second_discard_is_refused():
    match = passed_once()
    assert WEST not in match.asked or Win() not in match.legal(WEST)
    with pytest.raises(IllegalAction):
        match.play(WEST, FalseWin())


def test_a_win_on_the_second_discard_may_be_a_false_win():
    match = passed_once(pass_win_penalty=True)
    match.play(WEST, FalseWin())
    assert match.scores == (192, 192, -576, 192)


def test_the_dealer_stays_after_winning():
    match = begun("123456789m1123p1p")
    match.play(EAST, "win")
    assert "heavenly_hand" in fans(match)
    match.begin()
    assert match.hand is not None
    assert match.hand.players[EAST] == 0         # the same player deals again
