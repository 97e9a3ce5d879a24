"""太原麻将 at the table: standing tiles, declaring with one of them, wins let go, what stays in the wall, who deals."""

import pytest

from quepu.game.events import KongAnnounced
from quepu.game.match import Match
from tests.laid import begun, drift, memory, paid, run, texts

EAST = "9m9p9s9s1z"
SOUTH = "1m4p5p8m" "23m6p789s5p34s"         # with 5p drawn and 8m thrown it waits for 2 and 5s; the first four stand
COMPLETE = "1m4p5p9s" "23m56p78s5p34s"      # waits for 2 and 5s as dealt
NORTH = "1p4m5m8s" "23p6m789m5m34s"         # like South's, with 5m and 8s
TAIL = "4m7m1p4p7p1s4s7s1z2z3z4z6z7z"
E, S, W, N = range(4)


def ready_south(draws: str, book: str = "taiyuan", west: str = "", north: str = "") -> Match:
    """South has drawn 5p and declared with 8m; West is to draw next, from `draws`."""
    match = begun(book, EAST, SOUTH, west, north, draws="5p" + draws)
    return run(match, "E 1z", "S declare standing 8m")


# -- declaring --

def test_ready_is_declared_with_a_standing_tile_only() -> None:
    match = run(begun("taiyuan", EAST, SOUTH, draws="5p"), "E 1z")
    assert [text for text in texts(match, "S") if text.startswith("declare")] == ["declare standing 8m"]
    assert "discard 8m" not in texts(match, "S")
    assert "discard 5p" in texts(match, "S")        # two of three do not stand
    match = run(begun("taiyuan", EAST, "1m4p5p3s" "23m6p789s5p4s8m", draws="5p"), "E 1z")
    assert not [text for text in texts(match, "S") if text.startswith("declare")]       # 8m does not stand here


def test_nobody_wins_undeclared() -> None:
    match = run(begun("taiyuan", EAST + "5s", COMPLETE, draws="2s"), "E 5s")
    assert match.view("S").drawn == "2s"
    assert "win" not in texts(match, "S")
    assert "declare standing 9s" in texts(match, "S")


def test_after_declaring_what_is_drawn_goes_and_nothing_is_claimed() -> None:
    match = ready_south("5p1z1z6z")
    run(match, "W 5p")
    assert match.asked == (N,)                      # South is not asked for a kong or pung
    run(match, "N 1z", "E 1z")
    assert match.asked == (W,)                      # South had no choice
    assert match.view("S").own.river[-1].tile == "6z"


# -- winning and paying --

def test_all_pay_and_an_undeclared_discarder_one_more() -> None:
    match = run(ready_south("5s"), "W 5s", "S win")
    assert paid(match) == [-2, 5, -2, -1]
    match = run(ready_south("5s", "taiyuan?bao_not_ready=true"), "W 5s", "S win")
    assert paid(match) == [0, 5, -5, 0]


def test_a_declared_discarder_pays_no_more() -> None:
    match = ready_south("1z" "5m" "2z" "6z" "3z" "5s", north=NORTH.replace("34s", "12s"))
    run(match, "W 1z", "N declare standing 8s", "E 2z", "W 3z", "S win")        # North has to throw the 5s it draws
    assert match.settlements[-1].wins[0].win.discarder == N
    assert paid(match) == [-2, 4, -1, -1]


def test_a_self_draw_is_doubled() -> None:
    match = run(ready_south("1z1z2z5s"), "W 1z", "N 1z", "E 2z", "S win")
    assert paid(match) == [-4, 8, -2, -2]


def test_a_win_let_go_is_the_last() -> None:
    match = run(ready_south("5s2s1z5s2s"), "W 5s", "S pass", "N 2s")
    assert match.asked == (E,)
    run(match, "E 1z")
    assert match.view("S").own.river[-1].tile == "5s"       # not even by self-draw
    run(match, "W 2s")
    assert not match.hand_over


@pytest.mark.parametrize(("book", "winners", "net"), [
    ("taiyuan", [N], [-2, -1, -2, 5]), ("taiyuan?multi_win=true", [N, S], [-4, 4, -4, 4])])
def test_the_first_after_the_discarder_wins(book: str, winners: list[int], net: list[int]) -> None:
    match = ready_south("1z5m2z2z5s", book, north=NORTH)
    run(match, "W 1z", "N declare standing 8s", "E 2z", "W 5s", "S win", "N win")
    assert [win.seat for win in match.settlements[-1].wins] == winners
    assert paid(match) == net


def test_an_added_kong_may_be_robbed_like_a_discard() -> None:
    match = begun("taiyuan", EAST + "5s", SOUTH, "1z2z3z4z" "55s", draws="6z6z5p5s")
    run(match, "E 5s", "W pung", "W 1p", "N 6z", "E 6z", "S declare standing 8m", "W kong added 5s", "S win")
    assert paid(match) == [-2, 5, -2, -1]
    assert memory(match, "kongs_made") == [0]


def test_a_concealed_kong_is_shown_to_all_and_robbed_by_nobody() -> None:
    match = run(ready_south("2s", west="1z2z3z4z" "222s"), "W kong concealed 2s")       # which South waits for
    assert match.asked == (W,)
    assert not any(isinstance(event, KongAnnounced) for event in match.events)          # as one that may be robbed is
    assert match.view("S").seats[W].melds == ("(2222s)",)


def test_only_the_winners_kongs_are_paid() -> None:
    match = begun("taiyuan", "9999m7z", "1m4p5p8m" "23m6p777z5p34s", draws="1p1p1p" "5s", replacements="5z5p")
    run(match, "E kong concealed 9m", "E 7z", "S kong melded 7z", "S declare standing 8m",
        "W 1p", "N 1p", "E 1p", "S win")
    assert paid(match, "win") == [-4, 8, -2, -2]
    assert paid(match, "kongs") == [-1, 3, -1, -1]


# -- claims --

def test_a_pung_let_go_is_gone_until_the_next_draw() -> None:
    for passes in (True, False):
        match = begun("taiyuan", EAST, "1z2z3z4z" "66m", draws="7z" "6m6m" if passes else "7z" "7z6m")
        run(match, "E 1z", "S 7z", *(("W 6m", "S pass", "N 6m") if passes else ("W 7z", "N 6m")))
        assert ("pung" in texts(match, "S")) != passes


def test_nobody_chows() -> None:
    match = run(begun("taiyuan", EAST + "3m", "1z2z3z4z" "12m"), "E 3m")
    assert match.asked == (S,)
    assert match.view("S").drawn is not None


def test_the_last_discard_is_won_on_or_the_hand_is_drawn() -> None:
    match = begun("taiyuan", EAST, "1z2z3z4z" "66m", draws="7z6m", tail=TAIL, fill=0)
    run(match, "E 1z", "S 7z", "W 6m")
    assert match.hand_over
    assert match.settlements[-1].ended == "draw"


# -- the wall, the dealer --

@pytest.mark.parametrize(("kong", "dealer"), [(False, E), (True, S)])
def test_a_drawn_hand_moves_the_deal_if_somebody_konged(kong: bool, dealer: int) -> None:
    match = begun("taiyuan", "1111z", tail=TAIL[:2] + TAIL[2:].replace("1z", "5z"), fill=0, draws="9m9p9s")
    if kong:
        run(match, "E kong concealed 1z")
    drift(match)
    assert match.settlements[-1].ended == "draw"
    assert paid(match) == [0, 0, 0, 0]
    assert int(match.table.dealer) == dealer


def test_the_winner_deals_only_if_he_is_the_dealer() -> None:
    match = run(ready_south("5s"), "W 5s", "S win")
    assert int(match.table.dealer) == S
    match = begun("taiyuan", "1m4p5p8m" "23m6p789s5p34s5p", draws="1z1z5s")
    run(match, "E declare standing 8m", "S 1z", "W 1z", "N 5s", "E win")
    assert paid(match) == [7, -2, -2, -3]
    assert int(match.table.dealer) == E


def test_a_false_win_costs_two_to_each_and_the_hand_is_dead() -> None:
    match = run(begun("taiyuan", EAST, SOUTH, draws="5p5s"), "E 1z")
    match.play("S", "false_win")
    assert paid(match) == [2, -6, 2, 2]
    run(match, "S declare standing 8m", "W 5s")
    assert "win" not in texts(match, "S")


def test_the_second_kong_leaves_a_stack_more_and_an_odd_tile_is_no_stack() -> None:
    match = begun("taiyuan", "1111z2222z3333z", replacements="4z5z6z")
    for kongs, kept in ((0, 14), (1, 14 + 1), (2, 16), (3, 18 + 1)):
        if kongs:
            run(match, f"E kong concealed {kongs}z")
        assert match.view("E").wall_left == 136 - 53 - kongs - kept
