"""南昌 at the table: wild tiles above and below, what they pay, claims of honours, who pays for whom and who deals.

No dice are thrown for a wall laid by hand: its last stack is the one that is turned.
"""

from typing import Any

import pytest

from quepu.game import events as ev
from quepu.game.match import Match
from tests.laid import begun, discard, drift, memory, paid, pass_all, run, texts

#: 3p is turned: 3p and 4p are wild; 7s lies below it, so 7s and 8s pay at the end; all others of these are out of reach
REST = "3p3p3p4p4p4p4p7s7s7s8s8s8s8s"
READY = "123m456m789m11z56s"            # waits for 4s and 7s, without a wild tile


def laid(*hands: str, away: str = REST, **more: Any) -> Match:
    """A hand in which 3p is turned and 7s lies below; the tiles `away` are among those that are never drawn."""
    return begun("nanchang", *hands, tail=f"{away}7s3p", kind="compiled", **more)


def win(match: Match, seat: str) -> None:
    """The seat wins; whoever else might have the tile lets it go: loose tiles are nearly 十三烂."""
    match.play(seat, "win")
    while match.asked and not match.hand_over:
        match.play(match.asked[0], "pass")


def without(rest: str, *tiles: str) -> str:
    """The tiles that lie out of reach when some are held."""
    for tile in tiles:
        rest = rest.replace(tile, "", 1)
    return rest


def turned(match: Match) -> list[tuple[str, str | None]]:
    return [(event.lot, event.tile) for event in match.events if isinstance(event, ev.TurnedUp)]


def until(match: Match, seat: int) -> None:
    """Everybody else passes and throws what was drawn until the seat has its turn."""
    while match.asked != (seat,) or "pass" in texts(match, seat):
        other = match.asked[0]
        match.play(other, "pass" if "pass" in texts(match, other) else f"discard {match.view(other).drawn}")


def test_the_upper_tile_is_turned_where_it_lies_and_makes_two_kinds_wild() -> None:
    match = laid("1m")
    assert turned(match) == [("upper", "3p")]
    (wild,) = [event for event in match.events if isinstance(event, ev.WildChosen)]
    assert wild.tiles == "34p"
    assert match.table.wall_back == 136


@pytest.mark.parametrize(("way", "found"), [("end", 2), ("start", 2), ("none", 1)])
def test_the_lower_tile_is_shown_at_the_end_at_the_start_or_never(way: str, found: int) -> None:
    match = laid("1m", "7s", away=without(REST, "7s"), options={"xia_jing": way})
    assert len(turned(match)) == (2 if way == "start" else 1)
    drift(match)
    assert turned(match)[1:] == [("lower", "7s")][:found - 1]
    assert paid(match, "lower") == ([-4, 12, -4, -4] if found == 2 else [0, 0, 0, 0])      # 2, and nobody else has any


def test_wild_tiles_pay_on_a_drawn_hand_and_the_dealer_stays() -> None:
    match = laid("3p3p1m", "4p", away=without(REST, "3p", "3p", "4p"))
    drift(match)
    assert match.settlements[0].ended == "draw"
    assert match.table.wall_back - match.table.wall_front == 34
    assert paid(match, "upper") == [12 - 1, 3 - 4, -5, -5]
    dealer = match.player_of(0)
    match.begin()
    assert match.player_of(0) == dealer


@pytest.mark.parametrize(("counted", "owned"), [(False, [6, -2, -2, -2]), (True, [12, -4, -4, -4])])
def test_discarded_wild_tiles_count_only_where_that_is_agreed(counted: bool, owned: list[int]) -> None:
    match = laid("4p4p1m", away=without(REST, "4p", "4p"), options={"discarded_jing": counted})
    match.play("E", "discard 4p")
    pass_all(match)
    drift(match)
    assert paid(match, "upper") == owned


def test_the_tile_won_on_belongs_to_the_winner() -> None:
    match = laid("7s", READY, away=without(REST, "7s"), options={"discarded_jing": True})
    match.play("E", "discard 7s")
    win(match, "S")
    assert paid(match, "lower") == [-4, 12, -4, -4]


def test_nobody_else_holds_a_wild_tile_is_known_when_the_win_is_declared() -> None:
    for held, fan, share in ((False, "unused_alone", 21), (True, "wild_unused", 13)):
        hands = ("3p9m" if held else "9m", READY)
        match = laid(*hands, away=without(REST, "3p") if held else REST, draws="4s")
        discard(match, "E 9m")
        win(match, "S")
        (detail,) = match.settlements[0].wins
        assert detail.agrees
        assert [one.id for one in detail.score.fans] == ["plain_win", fan]
        assert paid(match, "win")[0] == -share


def test_a_hand_that_waits_for_any_tile_wins_by_its_own_draw_only() -> None:
    match = laid("9m", "123m456m789m111z3p", away=without(REST, "3p"), draws="2z")
    match.play("E", "discard 9m")
    pass_all(match)
    assert "win" in texts(match, "S")
    win(match, "S")
    (detail,) = match.settlements[0].wins
    assert [one.id for one in detail.score.fans] == ["plain_win", "wild_wait"]
    assert paid(match, "win") == [-13, 31, -9, -9]


def test_honours_are_chowed_by_the_next_player() -> None:
    match = laid("7z1z", "56z24z", "56z")
    match.play("E", "discard 7z")
    assert "chow 567z" in texts(match, "S")
    assert not any(text.startswith("chow") for text in texts(match, "W"))
    match.play("S", "chow 567z")
    match = laid("1z", "24z")
    match.play("E", "discard 1z")
    assert "chow 124z" in texts(match, "S")


def test_a_wild_tile_is_claimed_as_its_own_face() -> None:
    match = laid("3p", "3p3p", away=without(REST, "3p", "3p", "3p"))
    match.play("E", "discard 3p")
    assert "pung" in texts(match, "S")
    match = laid("2p", "3p4p", away=without(REST, "3p", "4p"))
    match.play("E", "discard 2p")
    assert "chow 234p" in texts(match, "S")
    match = laid("9p", "3p3p", away=without(REST, "3p", "3p"))
    match.play("E", "discard 9p")
    assert "pung" not in texts(match, "S")                 # not as a substitute


def test_the_nearest_winner_takes_the_tile_and_deals_next() -> None:
    match = laid("9p4s", "", READY, READY.replace("11z", "22z"), draws="9p")
    discard(match, "E 9p")
    until(match, 0)
    match.play("E", "discard 4s")
    match.play("N", "win")
    win(match, "W")
    assert match.hand_over
    assert len(match.settlements[0].wins) == 1
    winner = match.player_of(2)
    match.begin()
    assert match.player_of(0) == winner


def test_a_win_on_the_dealer_s_first_discard_is_flat() -> None:
    match = laid("4s", READY)
    match.play("E", "discard 4s")
    win(match, "S")
    assert paid(match, "flat") == [-40, 120, -40, -40]


def test_a_pung_let_go_is_not_made_before_the_next_draw() -> None:
    match = laid("9m", "9m", "99m")
    match.play("E", "discard 9m")
    match.play("W", "pass")
    match.play("S", "discard 9m")
    assert "pung" not in texts(match, "W")


def test_kongs_are_paid_when_the_hand_is_over() -> None:
    match = laid("1111m9p", "999p")
    match.play("E", "kong concealed 1m")
    run(match, "E 9p", "S kong melded 9p")
    assert paid(match) == [0, 0, 0, 0]
    drift(match)
    assert paid(match, "kongs") == [6 - 1, 3 - 2, -3, -3]


def test_who_is_robbed_pays_three_shares() -> None:
    match = laid("4s", "44s9p", "", READY, draws="9p9p9p4s")
    match.play("E", "discard 4s")
    match.play("N", "pass")
    run(match, "S pung", "S 9p")
    until(match, 1)
    match.play("S", "kong added 4s")
    win(match, "N")
    assert paid(match, "win") == [0, -(37 + 21 + 21), 0, 79]       # 德中德 and 抢杠: 8 times


@pytest.mark.parametrize(("count", "share"), [(5, 5), (2, 2), (0, 0)])
def test_the_dealer_pays_if_all_follow_the_first_discard(count: int, share: int) -> None:
    match = laid("1z", "1z", "1z", "1z", options={"chao_zhuang": count})
    for seat in "ESWN":
        match.play(seat, "discard 1z")
        pass_all(match)
    drift(match)
    assert paid(match, "followed") == [-3 * share, share, share, share]


def test_the_wild_tiles_of_the_hand_before_are_counted_in_the_next_deal() -> None:
    match = laid("1m", options={"hui_tou": True})
    drift(match)
    assert paid(match, "looked_back") == [0, 0, 0, 0]
    match.begin()
    held = match.table.held
    points = [2 * int(held[seat, 11]) + int(held[seat, 12]) for seat in range(4)]
    assert memory(match, "looked_back") == points


def test_the_wild_tiles_of_the_hand_before_count_no_more_unless_agreed() -> None:
    match = drift(laid("1m"))
    match.begin()
    assert memory(match, "looked_back") == [0, 0, 0, 0]


def test_a_wild_tile_that_is_robbed_belongs_to_the_winner() -> None:
    match = laid("8s", "88s9p", "", "123m456m789m11z67s", away=without(REST, "7s", "8s", "8s", "8s", "8s"),
                 draws="9p9p9p8s")
    match.play("E", "discard 8s")
    match.play("N", "pass")
    run(match, "S pung", "S 9p")
    until(match, 1)
    match.play("S", "kong added 8s")
    win(match, "N")
    assert paid(match, "lower") == [-6, 9 - 3, -6, 9 - 3]      # S has 888s, N 7s and the 8s: 3 points each


def test_a_discarded_wild_tile_is_not_the_winners_who_draws_after_it() -> None:
    match = laid("4p9m", READY, away=without(REST, "4p"), draws="4s")
    discard(match, "E 4p")
    win(match, "S")
    assert paid(match, "upper") == [0, 0, 0, 0]


def test_after_a_pass_no_discard_of_the_same_value_wins_until_the_own_draw() -> None:
    match = laid("4s", "", READY, draws="4s3z4s")
    match.play("E", "discard 4s")
    match.play("W", "pass")
    run(match, "S 4s")
    assert "win" not in texts(match, "W")
    run(match, "W 3z", "N 4s")
    assert "win" in texts(match, "W")


def test_a_claim_and_a_discard_do_not_end_a_pass() -> None:
    match = laid("4s", "", "123m456m999p11z56s", draws="1z4s")
    match.play("E", "discard 4s")
    match.play("W", "pass")
    run(match, "S 1z", "W pung", "W 9p")
    match.play("N", "discard 4s")
    assert "win" not in texts(match, "W")


def test_a_pung_let_go_may_be_made_after_the_next_draw() -> None:
    match = laid("9m", "", "99m", draws="3z3z9m")
    match.play("E", "discard 9m")
    match.play("W", "pass")
    run(match, "S 3z", "W 3z", "N 9m")
    assert "pung" in texts(match, "W")


def test_after_a_pass_another_tile_of_no_more_value_wins_as_little() -> None:
    match = laid("4s", "", READY, draws="7s", away=without(REST, "7s"))
    match.play("E", "discard 4s")
    match.play("W", "pass")
    run(match, "S 7s")
    assert "win" not in texts(match, "W")


def test_a_pung_goes_before_a_chow() -> None:
    match = laid("5m", "46m", "55m")
    match.play("E", "discard 5m")
    match.play("S", "chow 456m")
    match.play("W", "pung")
    assert match.view("E").seats[2].melds
    assert not match.view("E").seats[1].melds
