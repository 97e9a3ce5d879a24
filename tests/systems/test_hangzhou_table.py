"""杭州 at the table: wild tiles that are thrown, the lock on the others, kongs, ten winds, who pays and who deals."""

from typing import Any

import pytest

from quepu.game import events as ev
from quepu.game.match import Match
from tests.laid import begun, discard, drift, memory, paid, pass_all, run, texts

ANY = "123m456p789s222z5z"              # 爆头: any tile wins


def laid(*hands: str, **more: Any) -> Match:
    return begun("hangzhou", *hands, **more)


def until(match: Match, seat: int) -> None:
    """Everybody else passes and throws what was drawn until the seat has its turn."""
    while match.asked != (seat,) or "pass" in texts(match, seat):
        other = match.asked[0]
        match.play(other, "pass" if "pass" in texts(match, other) else f"discard {match.view(other).drawn}")


def locked(south: str = "", west: str = "66p1111s", draws: str = "7z3m6p", **more: Any) -> Match:
    """S has discarded a wild tile, W has drawn."""
    match = laid("9m", "5z" + south, west, draws=draws, **more)
    discard(match, "E 9m", "S 5z")
    return match


def test_hz13_after_a_wild_discard_the_others_may_only_throw_what_they_draw() -> None:
    match = locked()
    assert match.asked == (2,)
    assert set(texts(match, "W")) == {"discard 3m", "kong concealed 1s"}
    discard(match, "W 3m")
    thrown = [event for event in match.events if isinstance(event, ev.Discarded)]
    assert [(event.seat, event.tile) for event in thrown[-3:-1]] == [(2, "3m"), (3, "6p")]    # W was not asked about 6p
    assert thrown[-1].seat == 0                                                         # nor E what to throw
    assert memory(match, "lock") == [-1]                                                # S has drawn again
    assert match.asked == (1,)
    assert len(texts(match, "S")) > 5


def test_hz13_a_concealed_kong_and_a_self_draw_stay_allowed() -> None:
    match = locked()
    match.play("W", "kong concealed 1s")
    drawn = next(event for event in reversed(match.events) if isinstance(event, ev.Drawn) and event.seat == 2)
    thrown = next(event for event in reversed(match.events) if isinstance(event, ev.Discarded) and event.seat == 2)
    assert (drawn.way, drawn.tile) == ("kong", thrown.tile)     # what replaces it is thrown
    match = locked(west=ANY)
    assert set(texts(match, "W")) == {"win", "discard 3m"}
    match.play("W", "win")
    assert match.hand_over


def test_hz14_nobody_wins_on_a_discard() -> None:
    match = laid("9m", ANY, draws="1z")
    match.play("E", "discard 9m")
    assert match.asked == (1,)
    assert "pass" not in texts(match, "S")


def test_who_threw_it_is_free_and_ends_the_lock_with_a_claim() -> None:
    match = locked(south="33m")
    match.play("W", "discard 3m")
    assert "pung" in texts(match, "S")
    match.play("S", "pung")
    assert memory(match, "lock") == [-1]
    match.play("S", "discard 7z")
    pass_all(match)
    assert len(texts(match, match.asked[0])) > 5


def test_another_wild_discard_is_a_lock_of_its_own() -> None:
    match = locked(draws="7z5z")
    match.play("W", "discard 5z")
    thrown = [event for event in match.events if isinstance(event, ev.Discarded)]
    assert [(event.seat, event.drawn) for event in thrown[-3:]] == [(3, True), (0, True), (1, True)]    # S is bound now
    assert match.asked == (2,)


def test_a_wild_tile_is_claimed_by_nobody() -> None:
    match = laid("5z", "55z467m")
    match.play("E", "discard 5z")
    assert not any(text.startswith(("pung", "chow", "kong")) for seat in "SWN" for text in texts(match, seat))


def test_a_win_let_go_to_throw_a_wild_tile_counts_when_it_comes_again() -> None:
    match = laid("9m", ANY, draws="5z1z1z1z" "8p")
    match.play("E", "discard 9m")
    pass_all(match)
    match.play("S", "discard 5z")
    assert memory(match, "piao") == [0, 1, 0, 0]
    until(match, 1)
    match.play("S", "win")
    (win,) = match.settlements[0].wins
    assert {fan.id: fan.count for fan in win.score.fans} == {"any_tile": 1, "thrown_wild": 1}
    assert paid(match) == [-8, 16, -4, -4]


def test_an_ordinary_discard_ends_the_row() -> None:
    match = laid("5z9m", draws="1z2z3z4z")
    discard(match, "E 5z")
    assert memory(match, "piao")[0] == 1
    until(match, 0)
    match.play("E", "discard 9m")
    assert memory(match, "piao")[0] == 0


def test_a_kong_puts_the_other_tile_of_the_tail_aside() -> None:
    match = laid("1111z9m", replacements="2z3z4z")
    left = match.view("E").wall_left
    match.play("E", "kong concealed 1z")
    assert match.view("E").drawn == "2z"
    assert match.view("E").wall_left == left - 2
    match = laid("1111z9m", replacements="2z3z4z", options={"tail_burn": False})
    match.play("E", "kong concealed 1z")
    assert match.view("E").wall_left == left - 1


def test_no_kong_with_fewer_than_twenty_two_tiles() -> None:
    for burn in (True, False):
        assert "kong concealed 1z" in texts(laid("1111z9m", fill=22, options={"tail_burn": burn}), "E")
        assert "kong concealed 1z" not in texts(laid("1111z9m", fill=21, options={"tail_burn": burn}), "E")
    assert "kong concealed 5z" not in texts(laid("5555z9m"), "E")       # wild tiles are not konged


def test_an_added_kong_is_not_robbed() -> None:
    match = laid("5p", "55p9m", "46p123m456m789s1z", draws="1z1z1z" "5p", options={"win_on_discard": True})
    run(match, "E 5p", "S pung", "S 9m")
    until(match, 1)
    match.play("S", "kong added 5p")
    assert not match.hand_over
    assert match.asked == (1,)


def test_twenty_tiles_are_left_and_the_dealer_stays() -> None:
    match = drift(laid("9m", fill=23))
    assert match.settlements[0].ended == "draw"
    assert match.table.wall_back - match.table.wall_front == 20
    assert memory(match, "streak") == [2]
    assert paid(match) == [0, 0, 0, 0]
    dealer = match.player_of(0)
    match.begin()
    assert match.player_of(0) == dealer


def test_the_winner_deals_next_and_the_streak_begins_anew() -> None:
    match = laid("9m", "", ANY, draws="1z9p")
    discard(match, "E 9m", "S 1z")
    winner = match.player_of(2)
    match.play("W", "win")
    assert paid(match) == [-4, -2, 8, -2]
    match.begin()
    assert match.player_of(0) == winner
    assert memory(match, "streak") == [1]


def test_the_streak_stops_at_three() -> None:
    match = laid(ANY + "9p")
    match.table.memory[next(slot.slot for slot in match.book.model.memory if slot.id == "streak")] = 3
    match.play("E", "win")
    assert paid(match) == [24, -8, -8, -8]          # of the dealt tiles none is the drawn one: no 爆头
    assert memory(match, "streak") == [3]


def test_a_pung_goes_before_a_chow() -> None:
    match = laid("5p", "46p", "55p")
    match.play("E", "discard 5p")
    match.play("S", "chow 456p")
    match.play("W", "pung")
    assert match.table.meld_count[2] == 1


@pytest.mark.parametrize(("limit", "allowed"), [("none", True), ("2", False)])
def test_two_chows_at_most_where_that_is_agreed(limit: str, allowed: bool) -> None:
    match = laid("369m", "124578m", draws="1z1z1z" "2z2z2z", options={"max_chow": limit})
    for tile, chow in (("3m", "chow 123m"), ("6m", "chow 456m")):
        match.play("E", f"discard {tile}")
        match.play("S", chow)
        match.play("S", texts(match, "S")[-1])
        until(match, 0)
    assert memory(match, "chows_taken") == [0, 2, 0, 0]
    match.play("E", "discard 9m")
    assert ("chow 789m" in texts(match, "S")) is allowed


def ten(**more: Any) -> Match:
    """E has thrown nine honours and holds the tenth."""
    match = laid("1122334466z1234m", draws=2 * "123456789p123456789s", options={"special_shapes": True, **more})
    for number, tile in enumerate("1122334466"):
        until(match, 0)
        match.play("E", f"discard {tile}z")
        if number < 9:
            assert texts(match, "E") != ["win", "pass"]
    return match


def test_ten_winds_are_declared_with_the_tenth_discard() -> None:
    match = ten()
    assert match.asked == (0,)
    assert texts(match, "E") == ["win", "pass"]
    match.play("E", "win")
    (win,) = match.settlements[0].wins
    assert win.agrees
    assert [fan.id for fan in win.score.fans] == ["no_wild", "ten_winds"]
    assert paid(match) == [96, -32, -32, -32]


def test_ten_winds_let_go_do_not_come_again() -> None:
    match = ten()
    match.play("E", "pass")
    until(match, 0)
    match.play("E", "discard 1m")
    assert texts(match, "E") != ["win", "pass"]


def test_with_the_option_a_discard_is_won_on_and_paid_by_one() -> None:
    match = laid("9s", "123m456p78s222z77z", options={"win_on_discard": True})
    match.play("E", "discard 9s")
    match.play("S", "win")
    assert paid(match) == [-8, 8, 0, 0]
