"""成都麻将 at the table: what differs from 四川麻将, and, with its options, that everything else is the same."""

import inspect
from collections.abc import Callable

import numpy as np
import pytest

from quepu.game.match import Match
from tests.laid import begun, drift, memory, paid, run, texts
from tests.systems import test_blood_battle as blood

NEAR = "123456m34578s99s"               # waits for 6s and 9s, worth no fan
WON = "123456m34567899s"
#: as the online game is played; four fan are what it caps at, and what heaven and earth are worth
KIN = "chengdu?ding_que=true&cap_fan=4&tian_di_hu=true&yao_jiu=true"
STARTED = blood.started
#: tests of what comes before the first turn, of hands without a named suit, and of how many fan 地胡 is
APART = ("three_tiles", "void_suits", "without_a_named_suit", "three_suits_make", "a_self_drawn_win_has")
SAME = [test for name, test in vars(blood).items() if name.startswith("test_")
        and not inspect.signature(test).parameters and not name.startswith(tuple(f"test_{part}" for part in APART))]


@pytest.mark.parametrize("test", SAME, ids=lambda test: test.__name__)
def test_the_rest_is_as_in_sichuan(test: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> None:
    def started(hands: dict[str, str], rest: str, void: str, fill: str = "pppp", book: str = blood.PLAIN) -> Match:
        return STARTED(hands, rest, void, fill, book.replace(blood.PLAIN, KIN))
    monkeypatch.setattr(blood, "started", started)
    test()


def out(match: Match) -> str:
    return blood.out(match)


# -- before the first turn --

def test_nothing_is_exchanged_or_named_and_any_tile_may_go() -> None:
    match = begun("chengdu", "159m159p159s2468m")
    assert match.asked == (0,)
    assert match.view(0).wall_left == 108 - 53
    assert {"discard 1m", "discard 5p", "discard 9s", "discard 8m"} <= set(texts(match, "E"))
    assert memory(match, "void") == [-1] * 4


@pytest.mark.parametrize(("option", "words"), [("huan_san_zhang", "give"), ("ding_que", "choose")])
def test_the_online_game_is_an_option_away(option: str, words: str) -> None:
    match = begun(f"chengdu?{option}=true")
    assert match.asked == (0, 1, 2, 3)
    assert {text.split()[0] for text in texts(match, "S")} == {words}


@pytest.mark.parametrize("players", [2, 3])
def test_fewer_players_exchange_too(players: int) -> None:
    match = begun(f"chengdu?huan_san_zhang=true&players={players}", *["11123m", "11123p", "11123s"][:players])
    assert match.seats == players
    before = np.array(match.table.held, dtype=int)
    while texts(match, match.asked[0])[0].startswith("give"):
        match.play(match.asked[0], texts(match, match.asked[0])[0])
    after = np.array(match.table.held, dtype=int)
    assert after.sum(axis=1).tolist() == [14] + [13] * (players - 1) + [0] * (4 - players)
    assert all((before[seat] != after[seat]).any() for seat in range(players))
    assert (before.sum(axis=0) == after.sum(axis=0)).all()


# -- winning --

def test_any_two_suits_win_and_three_never() -> None:
    assert "win" in texts(begun("chengdu", WON), "E")
    assert "win" in texts(begun("chengdu", "123456p34567899s"), "E")
    assert "win" not in texts(begun("chengdu", "123m456p34567899s"), "E")
    match = begun("chengdu", "6s", "123456p34578s99s", "123p456m34578s99s")
    run(match, "E 6s")
    assert "win" in texts(match, "S")
    assert "win" not in texts(match, "W")


def test_a_self_draw_is_paid_by_all_who_still_play() -> None:
    match = begun("chengdu", "6s", NEAR, "123456p34578s99s", draws="6s")
    run(match, "E 6s", "S win", "W pass", "W win")
    assert paid(match) == [-1 - 2, 1, 4, -2]
    assert out(match) == "SW"


@pytest.mark.parametrize(("options", "amount"), [("", 2), ("?tian_di_hu=true", 9), ("?tian_di_hu=true&cap_fan=2", 5),
                                                 ("?tian_di_hu=true&cap_fan=none", 9)])
def test_heaven_and_earth_are_worth_the_cap_where_they_count(options: str, amount: int) -> None:
    assert paid(run(begun("chengdu" + options, WON), "E win")) == [3 * amount, -amount, -amount, -amount]
    match = run(begun("chengdu" + options, "1m", NEAR, draws="6s"), "E 1m", "S win")
    assert paid(match) == [-amount, 3 * amount, -amount, -amount]


def test_a_later_draw_is_neither_heaven_nor_earth() -> None:
    match = begun("chengdu?tian_di_hu=true", "7p" + NEAR, draws="1p2p3p6s")
    run(match, "E 7p", "S 1p", "W 2p", "N 3p", "E win")
    assert paid(match) == [6, -2, -2, -2]
    match = begun("chengdu?tian_di_hu=true", "7p", NEAR, draws="1p2p3p4p6s")
    run(match, "E 7p", "S 1p", "W 2p", "N 3p", "E 4p", "S win")
    assert paid(match) == [-2, 6, -2, -2]


# -- the end of a hand --

@pytest.mark.parametrize(("players", "steps"), [
    (2, ["S win"]), (3, ["S win", "W win"]), (4, ["S win", "W win", "N win"])])
def test_the_hand_ends_when_all_but_one_have_won(players: int, steps: list[str]) -> None:
    hands = ["6s", NEAR, "123456p34578s99s", "123789p34578s11p"][:players]
    match = begun(f"chengdu?players={players}", *hands)
    run(match, "E 6s", *steps)
    assert match.hand_over
    assert paid(match) == [1 - players, *[1] * (players - 1), *[0] * (4 - players)]
    assert int(match.table.dealer) == (0 if players > 2 else 1)     # several on one tile: who fed them deals


def test_two_go_on_after_a_first_win_among_three() -> None:
    match = begun("chengdu?players=3", "6s", NEAR)
    run(match, "E 6s", "S win")
    assert not match.hand_over
    assert match.asked == (2,)
    assert out(drift(match)) == "S"
    assert int(match.table.dealer) == 1


def test_three_suits_pay_the_cap_to_each_who_has_fewer() -> None:
    match = begun("chengdu", "1112223336m4447p", "1113335557799s", "78p6688m222444s1p", "222233336666p5m",
                  draws="9p", fill=0)
    drift(match)
    assert memory(match, "pig") == [0, 0, 1, 0]
    assert paid(match, "pig") == [8, 8, -24, 8]


@pytest.mark.parametrize(("cap", "amount"), [("2", 4), ("3", 8), ("4", 16), ("none", 8)])
def test_a_false_win_costs_the_cap_and_the_hand(cap: str, amount: int) -> None:
    match = begun(f"chengdu?cap_fan={cap}")
    match.play("E", "false_win")
    assert paid(match) == [-3 * amount, amount, amount, amount]
    assert out(match) == "E"


@pytest.mark.parametrize(("left", "asked"), [("77778p", True), ("7777p", False)])
def test_with_four_tiles_left_a_win_has_to_be_taken(left: str, asked: bool) -> None:
    match = run(begun("chengdu", "6s", NEAR, draws=left, fill=0), "E 6s")
    assert ("win" in texts(match, "S")) == asked
    assert (out(match) == "S") != asked
