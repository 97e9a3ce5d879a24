"""Tiles that are only laid aside for another tile: red dragons, wild tiles and their like (红中杠, 赖子杠, 痞子杠)."""

import pytest

from quepu.game.match import Match
from quepu.notation import read_tiles
from tests.laid import dealt, discard, go, memory, paid, texts

# S punges the 1m of E, discards 1s and waits for 6m and 9m; the turned 3z makes 4z wild
S = "11m678s456p22p78m1s"


def opened(draws: str, tail: str, book: str = "wuhan", fill: int = 20, south: str = S) -> Match:
    """S has opened with a pung of 1m and thrown 1s; `draws` follow the turned 3z."""
    match = dealt(book, ("1m", south, "", ""), "3z" + draws, tail, fill)
    match.play("E", "discard 1m")
    match.play("S", "pung")
    return match


def to_south(match: Match) -> None:
    """S throws 1s, the others their draws."""
    discard(match, "S 1s", "W", "N", "E")


def test_a_red_dragon_is_neither_discarded_nor_kept_but_laid_aside() -> None:
    match = opened("8p8p8p7z", "5p")
    to_south(match)
    assert match.view("S").drawn == "7z"
    assert "discard 7z" not in texts(match, "S")
    assert "红中" in match.why_not("S", "discard 7z")
    match.play("S", "kong single 7z")
    assert match.view("S").drawn == "5p"                # from the tail
    assert match.view("E").seats[1].flowers == "7z"
    assert memory(match, "single_kongs") == [0, 1, 0, 0]
    assert memory(match, "openings") == [0, 1, 0, 0]


def test_a_win_after_a_red_dragon_is_a_kong_bloom() -> None:
    match = opened("8p8p8p7z", "9m")
    to_south(match)
    go(match, "S kong single 7z", "S win")
    win = match.settlements[0].wins[0]
    assert [fan.id for fan in win.score.fans] == ["kong_bloom", "hard_win"]
    assert win.agrees
    assert paid(match) == [-80, 240, -80, -80]          # 10 x 2^(开口 + 红中杠 + 硬胡), nobody else has opened


def test_several_in_a_row_and_the_cap_of_three_who_never_opened() -> None:
    match = opened("8p8p8p7z", "9m4z7z")
    to_south(match)
    go(match, "S kong single 7z", "S kong single 7z")
    assert match.view("S").drawn == "4z"
    assert "discard 4z" not in texts(match, "S")
    go(match, "S kong wild 4z", "S win")
    assert memory(match, "wild_kongs") == [0, 1, 0, 0]
    assert match.settlements[0].wins[0].agrees
    assert paid(match) == [-600, 1800, -600, -600]      # 10 x 2^(1 + 2 + 2 + 1) each: 哈顶


def test_a_wild_tile_kept_makes_a_soft_win() -> None:
    match = opened("8p8p8p4z", "9m")
    to_south(match)
    match.play("S", "win")                              # 4z as 6m or 9m
    assert [fan.id for fan in match.settlements[0].wins[0].score.fans] == ["plain_win"]
    assert paid(match) == [-8, 16, -4, -4]              # 开口 and 自摸; the dealer once more


def test_right_after_the_deal_the_dealer_may_lay_aside() -> None:
    hands = ("7777z", "", "", "")
    match = dealt("wuhan", hands, "3z", "5p9s", 20)
    assert "kong single 7z" in texts(match, "E")
    assert "kong concealed 7z" not in texts(match, "E")
    match.play("E", "kong single 7z")
    assert match.view("E").drawn == "9s"


def test_four_wild_tiles_are_no_concealed_kong() -> None:
    match = dealt("wuhan", ("4444z", "", "", ""), "3z", "5p9s", 20)
    assert [text for text in texts(match, "E") if text.startswith("kong")] == ["kong wild 4z"]


def test_after_a_claim_a_dragon_may_be_laid_aside() -> None:
    match = opened("8p8p8p", "5p", south="11m678s456p22p78m7z")
    assert "kong single 7z" in texts(match, "S")
    assert "discard 7z" not in texts(match, "S")
    match.play("S", "kong single 7z")
    assert match.view("S").drawn == "5p"


def test_who_can_discard_nothing_lays_aside() -> None:
    match = dealt("wuhan", ("1m", "11m22p33s12s4477z8p", "2p", "3s"), "3z9m8s9m9p9p9s7z", "5p5m", 20)
    go(match, "E discard 1m", "S pung", "S discard 1s", "W discard 2p", "S pung", "S discard 2s")
    go(match, "W discard 8s", "N discard 3s", "S pung", "S discard 8p")
    discard(match, "W", "N", "E")
    assert match.view("S").own.tiles == "44777z"
    assert texts(match, "S") == ["kong single 7z", "kong wild 4z"]


def test_a_laid_aside_tile_that_no_hand_may_hold() -> None:
    match = opened("8p8p8p9m", "5p", south="11m678s456p22p78m7z")
    match.play("S", "discard 2p")                       # 7z stays
    discard(match, "W", "N", "E")
    assert "win" not in texts(match, "S")


@pytest.mark.parametrize(("option", "turned", "laid"), [
    ("none", "3m", "7z"), ("one", "3m", "3m7z"), ("two", "3m", "23m7z"), ("one", "1p", "1p7z"), ("two", "1p", "19p7z"),
    ("one", "7z", "7z"), ("two", "7z", "47z"), ("one", "4z", "47z"), ("two", "4z", "347z"), ("two", "6z", "467z")])
def test_the_turned_kind_may_be_laid_aside_like_a_dragon(option: str, turned: str, laid: str) -> None:
    wanted = {tile.kind for tile in read_tiles(laid)}
    match = dealt(f"wuhan?pizi={option}", ("123m19p1346677z5s5s", "", "", ""), turned, "5p", 20)
    kongs, discards = ({read_tiles(text.split()[-1])[0].kind for text in texts(match, "E") if text.startswith(word)}
                       for word in ("kong single", "discard"))
    assert kongs == wanted
    assert not discards & wanted


def test_a_laid_aside_kind_stands_in_no_chow() -> None:
    hands = ("1m", "23m", "", "")
    match = dealt("wuhan?pizi=one", hands, "3m", "5p", 20)      # 3m is laid aside, 4m wild
    match.play("E", "discard 1m")
    assert match.asked == (1,)
    assert match.view("S").drawn is not None            # 123m was not offered
    match = dealt("wuhan", hands, "3p", "5p", 20)
    match.play("E", "discard 1m")
    assert texts(match, "S") == ["chow 123m", "pass"]


def test_green_dragons_by_option() -> None:
    hands = ("6677z", "", "", "")
    match = dealt("wuhan?facai_gang=true", hands, "3z", "5p9s", 20)
    assert [text for text in texts(match, "E") if text.startswith("kong s")] == ["kong single 6z", "kong single 7z"]
    match = dealt("wuhan", hands, "3z", "5p9s", 20)
    assert [text for text in texts(match, "E") if text.startswith("kong s")] == ["kong single 7z"]
    assert "discard 6z" in texts(match, "E")
