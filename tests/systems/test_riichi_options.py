"""日本麻将 with other options at the table: swap calls, the nearest winner, nothing called off, indicators, points."""

import pytest

import quepu
from quepu.game.match import Match
from tests.laid import begun, dead_wall, dealt, discard, go, pass_all, plain_engine, run, texts

READY = "234567m345p2267s"             # 断幺平和, waits for 5s and 8s
DEAD = "2p8p8p8p" "7z7z"
TAIL = dead_wall("9m9p9s1z", "5m5m6m6m7m7m8p8p")


def fans(match):
    """What each win of the hand counts, and how often."""
    assert all(win.agrees for win in match.settlements[-1].wins)
    return [{fan.id: fan.count for fan in win.score.fans} for win in match.settlements[-1].wins]


# -- kuikae, multi_ron --
@pytest.mark.parametrize(("option", "discards"), [("", set()), ("?kuikae=allowed", {"discard 3m", "discard 6m"})])
def test_both_ends_of_a_chow_may_be_discarded_where_that_is_allowed(option, discards):
    match = run(begun("riichi" + option, "3m", "3456m258p", replacements=DEAD), "E 3m", "S chow 345m")
    assert {"discard 3m", "discard 6m"} & set(texts(match, "S")) == discards


def test_the_nearest_wins_though_another_hand_is_worth_more():
    match = begun("riichi?multi_ron=head", "8s", READY, "222345678p2267s", replacements=DEAD)
    run(match, "E 8s", "S win", "W win")
    assert fans(match) == [{"pinfu": 1, "tanyao": 1}]
    match = begun("riichi?multi_ron=head", "8s", "222345678p2267s", READY, replacements=DEAD)
    run(match, "E 8s", "S win", "W win")
    assert fans(match) == [{"tanyao": 1}]


# -- aborts=false: nothing is called off --
def without_aborts(hands, draws, tail=TAIL) -> Match:
    engine = plain_engine("riichi?aborts=false")
    return dealt(engine.book, hands, draws, tail, None, engine=engine)


def test_nine_terminals_are_no_reason_where_nothing_is_called_off():
    match = without_aborts(("7z", "19m19p19s1247z567m"), "3p")
    discard(match, "E 7z")
    assert texts(match, "S")
    assert "abort nine_terminals" not in texts(match, "S")


def test_four_equal_winds_are_none():
    match = without_aborts(("3z", "3z", "3z", "3z"), "9p9s1s")
    discard(match, "E 3z", "S 3z", "W 3z", "N 3z")
    assert not match.hand_over


def test_four_kongs_are_none():
    match = without_aborts(("1111m2222m3p6p9p3s6s9s", "5555p7777p1p9p3m6m1s"), "1z",
                           dead_wall("2z3z4z5z", "5s5s6s6s7s7s8s8s"))
    go(match, "E kong 1m", "E kong 2m")
    discard(match, "E 2z")
    go(match, "S kong 5p", "S kong 7p", "S discard 4z")
    pass_all(match)
    assert not match.hand_over


def test_four_riichi_are_none():
    match = without_aborts(("123456789m11p56s9s", "123456789p11s23m", "123456789s22m67p", "222333444z77z45m"), "5z6z5z")
    for seat, tile in zip("ESWN", ("9s", "5z", "6z", "5z"), strict=True):
        match.play(seat, f"declare double_riichi {tile}")
        pass_all(match)
    assert int(match.table.pot) == 4000
    assert not match.hand_over


# -- kan_dora, kan_ura --
@pytest.mark.parametrize(("option", "dora", "ura"), [
    ("", 3, 4), ("?kan_dora=false", 2, 1), ("?kan_ura=false", 3, 1)])
def test_a_kong_turns_an_indicator_and_the_tile_below_it(option, dora, ura):
    """South has two 2s, dora by 1s, and a 3m by the 2m below; the kong turns 7m for a 8m, and 1p below for three 2p."""
    match = begun("riichi" + option, "7z", "222p345678m22s67s", "9999s", draws="1z9m3p3p8s",
                  replacements="9p9p9p9p" "1s2m" "7m1p")
    run(match, "E 7z", "S declare double_riichi 1z", "W kong concealed 9s", "W 9m", "N 3p", "E 3p", "S win")
    counts = fans(match)[0]
    assert (counts.get("dora", 0), counts.get("ura_dora", 0)) == (dora, ura)


# -- start, return --
@pytest.mark.parametrize(("option", "start", "target"), [
    ("", 25000, 30000), ("?start=20000", 20000, 30000), ("?start=30000", 30000, 30000), ("?start=35000", 35000, 30000),
    ("?platform=wrc", 30000, 30000), ("?sanma=true", 35000, 40000), ("?return_points=25000", 25000, 25000)])
def test_points_at_the_start_and_to_bring_back(option, start, target):
    match = quepu.rulebook("riichi" + option).model.as_written()["match"]
    assert (match["start"], match["ranking"]["return"]) == (start, target)
