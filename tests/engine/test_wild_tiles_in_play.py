"""Wild tiles at the table: how they are turned up, what may be done with them, and what throwing one away costs."""

import pytest

from tests.laid import dealt, discard, memory, paid, texts

# E waits for 5m (捉五, 素) with 46m; nobody else comes near anything
E = "46m123p456p789s55z9m"
S = "147m258p369s1567z"
W = "258m147p369s1256z"
N = "369m147p258s1267z"
HANDS = (E, S, W, N)
SPREAD = ("22334m44556p778s3z", "147m258p369s12z34z", "111m222p555s5566z", "777m999p888s24z67z")


@pytest.mark.parametrize(("turned", "wild"), [("3m", "34m"), ("9m", "19m"), ("9s", "19s"), ("1z", "12z"), ("4z", "14z"),
                                              ("7z", "67z"), ("6z", "56z"), ("5z", "57z")])
def test_the_turned_kind_and_the_next_are_wild(turned: str, wild: str) -> None:
    match = dealt("tianjin", SPREAD, "", turned)
    assert match.view(0).wild == wild
    assert match.view(0).turned == (f"indicator {turned}",)


def test_with_one_kind_only_the_next_is_wild() -> None:
    assert dealt("tianjin?hun_kinds=1", HANDS, "", "3p").view(0).wild == "4p"


def test_the_turned_tile_is_out_of_play() -> None:
    match = dealt("tianjin", HANDS, "", "1s", fill=None)
    assert match.view(0).wild == "12s"
    assert match.view(0).wall_left == 136 - 53 - 1
    last = match.table.wall[int(match.table.wall_back)]
    assert int(last) == 18                              # it lies behind the last tile that is drawn


@pytest.mark.parametrize(("turned", "wild"), [("3m", "4m"), ("9p", "1p"), ("1z", "2z"), ("4z", "6z"), ("7z", "6z"),
                                              ("6z", "5z"), ("5z", "1z")])
def test_the_tile_after_the_turned_one_is_wild_and_red_dragons_are_skipped(turned: str, wild: str) -> None:
    match = dealt("wuhan", SPREAD, turned, "", fill=20)
    assert match.view(0).wild == wild
    assert match.view(0).wall_left == 20


@pytest.mark.parametrize(("turned", "wild"), [("4z", "5z"), ("6z", "5z"), ("7z", "5z"), ("5z", "1z")])
def test_green_dragons_that_are_konged_are_skipped_too(turned: str, wild: str) -> None:
    assert dealt("wuhan?facai_gang=true", SPREAD, turned, "", fill=20).view(0).wild == wild


def test_a_wild_tile_thrown_away_cannot_be_claimed_and_its_thrower_cannot_win() -> None:
    hands = ("46m123p456p789s55z2s", "147m258p22s34567z", "258m147p369s1256z", "369m147p258s1267z")
    match = dealt("tianjin", hands, "1m2m3m5m", "1s", fill=20)
    assert "discard 2s" in texts(match, "E")
    match.play("E", "discard 2s")
    assert match.asked == (1,)
    assert match.view("S").drawn == "1m"                # nobody was asked: S, who holds two, has drawn
    own = match.view("W").seats[0]
    assert own.is_dead
    assert own.river[0].wild
    assert "(2s)" in "\n".join(match.view("W").lines("en"))
    discard(match, "S 1m", "W 2m", "N 3m")
    assert match.view("E").drawn == "5m"                # complete, and worth 6
    assert "win" not in texts(match, "E")
    assert "wild" in match.why_not("E", "win", "en")
    assert "癞子" in match.why_not("E", "win")


def test_whoever_keeps_his_wild_tiles_wins() -> None:
    match = dealt("tianjin", HANDS, "1m2m3m5m", "1s", fill=20)
    discard(match, "E 9m", "S 1m", "W 2m", "N 3m")
    match.play("E", "win")
    assert match.settlements[0].wins[0].total == 6
    assert match.settlements[0].wins[0].agrees
    assert paid(match) == [18, -6, -6, -6]


def test_wild_tiles_make_no_pung_of_another_tile() -> None:
    hands = ("46m123p456p789s55z9p", "9p12s258m36p13467z", "258m147p369s1256z", "369m147p258s1267z")
    match = dealt("tianjin", hands, "1m", "1s", fill=20)
    match.play("E", "discard 9p")                       # S holds a 9p and two wild tiles
    assert match.asked == (1,)
    assert match.view("S").drawn == "1m"


def test_four_equal_wild_tiles_are_a_gold_kong() -> None:
    hands = ("2222s46m123p456p9m5z", "147m258p369s3467z", "258m147p369s1256z", "369m147p458s1267z")
    match = dealt("tianjin", hands, "1m2m3m", "5z1s", fill=20)
    match.play("E", "kong concealed 2s")
    assert memory(match, "gold_kongs") == [1, 0, 0, 0]
    assert memory(match, "concealed_kongs") == [0, 0, 0, 0]
    assert paid(match) == [0, 0, 0, 0]                  # settled when the hand is over
    assert match.view("E").drawn == "5z"


def test_nobody_wins_on_a_discard_or_chows_or_robs_a_kong() -> None:
    hands = ("5m123p456p789s55z9m2m", "46m123p456p789s77z", "258m147p369s1256z", "369m147p258s1267z")
    match = dealt("tianjin", hands, "1m", "1s", fill=20)
    match.play("E", "discard 5m")                       # S waits for it, and could chow it
    assert match.asked == (1,)
    assert match.view("S").drawn == "1m"
