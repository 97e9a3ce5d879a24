"""What one may not win on 振听: a tile that went by, also one that could not be won on for lack of a yaku."""

import pytest

from quepu.game.match import Match
from quepu.game.plain_engine import PlainEngine
from tests.laid import begun, dealt, discard, go, pass_all, plain_engine, remember, run, texts

#: South waits for 2m, without a yaku, and for White, which is one
SOUTH = "123m456p789s22m55z"


@pytest.fixture(scope="module")
def engine() -> PlainEngine:
    return plain_engine("riichi")


def began(engine: PlainEngine, west: str, north: str, draws: str, east: str = "", south: str = SOUTH) -> Match:
    return dealt(engine.book, (east, south, west, north), draws, fill=None, engine=engine)


def test_white_is_a_win_and_2m_is_not(engine) -> None:
    match = began(engine, "2m", "5z", "9p9p9s")
    discard(match, "E 4z", "S 9p")
    match.play("W", "discard 2m")
    assert "win" not in texts(match, 1)
    match = began(engine, "5z", "3z", "9p9p9s")
    discard(match, "E 4z", "S 9p")
    match.play("W", "discard 5z")
    assert "win" in texts(match, 1)


def test_a_tile_that_could_not_be_won_on_forbids_the_next_until_the_own_draw(engine) -> None:
    match = began(engine, "2m1z", "5z", "9p9p9s1s9s1s1s9s", east="5z9m9m4z")
    discard(match, "E 4z", "S 9p", "W 2m")
    match.play("N", "discard 5z")
    assert 1 not in match.asked or "win" not in texts(match, 1)
    pass_all(match)
    discard(match, "E 9m", "S")
    assert not match.hand_over
    discard(match, "W 1z")
    pass_all(match)
    discard(match, "N")
    match.play("E", "discard 5z")
    assert "win" in texts(match, 1)


def test_a_passed_win_after_riichi_forbids_all_others(engine) -> None:
    match = began(engine, "5z1z", "4z", "9p9p9s1s1s9s9p", east="2m9m9m4z", south="123m456p789s22m55z")
    discard(match, "E 4z")
    match.play("S", "declare double_riichi 9p")
    pass_all(match)
    match.play("W", "discard 5z")
    match.play("S", "pass")
    pass_all(match)
    discard(match, "N 4z", "E 9m")
    assert "win" not in texts(match, 1)
    assert match.asked
    go(match, *(["S discard 1s"] if match.asked == (1,) else []))
    pass_all(match)
    discard(match, "W", "N")
    match.play("E", "discard 2m")
    assert 1 not in match.asked


def test_an_own_discard_among_the_waits_forbids_a_win_on_a_discard_alone(engine) -> None:
    match = began(engine, "8s", "1z", "9p9p9s4s5s", south="234567m345p2267s", east="5s4z9m")
    discard(match, "E 4z")
    assert texts(match, 1)
    match.play("S", "discard 9p")
    pass_all(match)
    match.play("W", "discard 8s")
    assert "win" in texts(match, 1)
    match = began(engine, "8s", "1z", "5s9p", south="234567m345p2267s", east="4z9m")
    discard(match, "E 4z")
    assert "win" in texts(match, 1)             # self-drawn
    match.play("S", "discard 5s")
    pass_all(match)
    match.play("W", "discard 8s")
    assert 1 not in match.asked or "win" not in texts(match, 1)


def test_so_does_an_own_discard_that_was_claimed(engine) -> None:
    for tile, asked in (("5s", False), ("9s", True)):
        match = began(engine, f"{tile}{tile}6z", "", f"{tile}8s", south="234567m345p2267s", east="7z")
        discard(match, "E 7z")
        go(match, f"S discard {tile}", "W pung", "W discard 6z")
        pass_all(match)
        match.play("N", "discard 8s")
        assert (match.asked == (1,)) == asked


def test_a_concealed_kong_that_cannot_be_robbed_goes_by_unseen(engine) -> None:
    match = dealt(engine.book, ("9999p6p", "234567m22s345s78p", "", ""), "", "1z", None, engine=engine)
    match.play("E", "kong concealed 9p")
    pass_all(match)
    match.play("E", "discard 6p")
    assert "win" in texts(match, 1)


def two_han_needed(honba: int) -> Match:
    """South waits for 9p, with no yaku but 抢杠, and for 6p, with three han; West draws the fourth 9p to its pung."""
    match = begun("riichi?ryanhan_shibari=true", "9p", "444678m22678s78p", "99p6p", draws="3z3z3z" "9p",
                  replacements="6p1s1s1s" "7z7z")
    remember(match, "honba", honba)
    return run(match, "E 9p", "W pung", "W 1z", "N 3z", "E 3z", "S 3z")


def test_a_kong_that_could_not_be_robbed_for_lack_of_han_goes_by_as_a_discard_does() -> None:
    assert "win" in texts(run(two_han_needed(0), "W kong added 9p"), "S")
    match = run(two_han_needed(5), "W kong added 9p")
    assert match.asked == (2,)
    assert "win" not in texts(run(match, "W 6p"), "S")
    assert "win" in texts(run(two_han_needed(5), "W 6p"), "S")
