"""江南麻将 at the table: own discards, the turned tile, the imagined one, the end of the wall, and who deals."""

import pytest

from quepu.game.match import Match
from tests.laid import begun, discard, drift, go, memory, paid, run, texts

READY = "123m456p99s45s222z"            # waits for 3s and 6s


def laid(*hands: str, draws: str = "", tail: str = "9m", **options: object) -> Match:
    """A hand in which the last tile of the wall is turned up: 9m, unless a tail says otherwise."""
    return begun("jiangnan", *hands, draws=draws, tail=tail, options=options)


def test_jn11_what_one_has_discarded_is_neither_won_on_nor_chowed() -> None:
    match = laid("1p", READY, draws="6s1p6s6s")
    discard(match, "E 1p")
    assert "win" in texts(match, "S")
    discard(match, "S 6s", "W 1p")
    match.play("N", "discard 6s")
    assert texts(match, "S") == []
    match.play("E", "discard 6s")
    assert match.view("S").offered is None


def test_jn11_a_pung_is_allowed() -> None:
    match = laid("1p", "666s147m258p1234z", draws="1z1p6s")
    discard(match, "E 1p", "S 6s", "W 1p")
    match.play("N", "discard 6s")
    assert "pung" in texts(match, "S")


def test_a_self_draw_is_allowed() -> None:
    match = laid("1p", READY, draws="6s1p1p1p6s")
    discard(match, "E 1p", "S 6s", "W", "N", "E")
    assert "win" in texts(match, "S")


def test_without_the_rule_own_discards_may_be_won_on() -> None:
    match = laid("1p", READY, draws="6s1p6s", own_discards="off")
    discard(match, "E 1p", "S 6s", "W 1p")
    match.play("N", "discard 6s")
    assert "win" in texts(match, "S")


@pytest.mark.parametrize("rule", ["strict", "off"])
def test_a_claimed_own_discard_still_counts_and_so_does_robbing_it(rule: str) -> None:
    match = laid("1p", READY, "66s9p", draws="6s1z1z1z6s", own_discards=rule)
    discard(match, "E 1p")
    run(match, "S 6s", "W pung", "W 9p")
    discard(match, "N 1z", "E 1z", "S 1z")
    match.play("W", "kong added 6s")
    assert ("win" in texts(match, "S")) == (rule == "off")
    if rule == "off":
        match.play("S", "win")
        assert paid(match) == [0, 24, -24, 0]           # 门清, 无百搭, 抢杠: three times 8 from who is robbed


def test_the_turned_tile_is_the_last_of_the_wall_and_its_kind_wild() -> None:
    match = laid("9m", "78m", tail="9m")
    assert match.view("E").turned == ("flip 9m",)
    assert match.view("E").wild == "9m"
    match.play("E", "discard 9m")                       # it may be discarded, and nobody claims it
    assert match.view("S").offered is None


@pytest.mark.parametrize(("turned", "wild"), [("9s", "1s"), ("4z", "7z"), ("7z", "6z"), ("6z", "5z"), ("5z", "1z")])
def test_the_tile_after_the_turned_one_is_wild(turned: str, wild: str) -> None:
    assert laid(tail=turned, mode="daidi").view("E").wild == wild


def test_a_white_takes_the_place_in_the_hand_and_not_on_the_table() -> None:
    match = laid("5z", "12m456p33789s222z", tail="3m")
    match.play("E", "discard 5z")
    assert texts(match, "S") == ["win", "pass"]         # no chow with it
    match.play("S", "win")
    assert match.settlements[0].wins[0].agrees
    assert paid(match) == [-4, 4, 0, 0]


def test_fourteen_tiles_are_left_and_kongs_do_not_lessen_them() -> None:
    for mode in ("plain", "huodong"):
        match = laid("1111m", mode=mode)
        before = match.view("E").wall_left
        assert before == 136 - 53 - 14
        match.play("E", "kong concealed 1m")
        assert match.view("E").wall_left == before - 1
    assert laid(mode="xinhuang").view("E").wall_left == 136 - 49 - 14


def test_everybody_sees_a_concealed_kong() -> None:
    match = laid("1111m")
    match.play("E", "kong concealed 1m")
    assert match.view("S").seats[0].melds == ("(1111m)",)


def test_the_imagined_tile_wins_and_claims_nothing() -> None:
    match = laid("2z", "123m456p789s33s2z", mode="xinhuang", tail="")
    assert [seat.tile_count for seat in match.view("E").seats] == [13, 12, 12, 12]
    match.play("E", "discard 2z")
    assert texts(match, "S") == ["win", "pass"]         # one real 2z makes no pung
    match.play("S", "win")
    assert match.settlements[0].wins[0].agrees
    assert paid(match) == [-2, 2, 0, 0]


def test_what_was_fixed_after_the_deal_is_kept_from_the_others() -> None:
    match = laid("2z", "123m456p789s33s2z", mode="xinhuang", xinhuang_commit="at_deal", tail="")
    go(match, "E choose 0", "S choose 28", "W choose 0", "N choose 0")
    assert memory(match, "imagined") == [0, 28, 0, 0]
    chosen = [event for event in match.events if event.type == "chosen"]
    assert [getattr(event.seen_by(0), "value", 1) for event in chosen] == [0, None, None, None]
    match.play("E", "discard 2z")
    match.play("S", "win")
    assert match.settlements[0].wins[0].agrees


def test_the_dealer_stays_after_a_win_or_a_drawn_hand_and_else_passes_the_deal() -> None:
    match = laid("123m456p99s456s222z")
    match.play("E", "win")
    match.begin()
    assert match.hand is not None
    assert match.hand.players[0] == 0
    drift(match)
    match.begin()
    assert match.hand.players[0] == 0
    match = laid("6s", READY)
    run(match, "E 6s", "S win")
    match.begin()
    assert match.hand is not None
    assert match.hand.players[0] == 1
