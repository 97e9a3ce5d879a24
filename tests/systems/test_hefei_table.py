"""合肥 at the table: no chow and no pung, several winners, the last four tiles, kongs, and who deals next."""

from typing import Any

from quepu.game import events as ev
from quepu.game.match import Match
from tests.laid import begun, discard, memory, paid, pass_all, run, texts

READY = "234567m33p456s78m"              # waits for 6m
ALSO = "234567678p88p78m"                # waits for 6m too


def laid(*hands: str, **more: Any) -> Match:
    return begun("hefei", *hands, **more)


def drawn(match: Match) -> list[str]:
    """The seats in the order in which they drew."""
    return ["ESWN"[event.seat] for event in match.events if isinstance(event, ev.Drawn)]


def test_eighty_four_tiles_are_dealt_from_two_to_eight() -> None:
    match = Match("hefei", seed=2)
    match.begin()
    assert match.table.wall_back == 84
    assert {int(kind) % 9 for kind in match.table.wall[:84]} == {1, 2, 3, 4, 5, 6, 7}
    assert max(match.table.wall[:84]) < 27


def test_nobody_chows_pungs_or_makes_a_melded_kong() -> None:
    match = laid("4m", "444m35m", "44p56m")
    match.play("E", "discard 4m")
    assert match.asked == (1,)
    assert not any(text.startswith(("chow", "pung", "kong melded", "pass")) for text in texts(match, "S"))


def test_several_win_on_one_discard_and_each_is_paid() -> None:
    match = laid("6m", READY, ALSO)
    match.play("E", "discard 6m")
    match.play("S", "win")
    match.play("W", "win")
    assert match.hand_over
    assert paid(match) == [-44, 22, 22, 0]          # 地胡: the dealer's first discard, and 2 more to each
    assert memory(match, "dealer_count") == [1]


def test_a_win_on_a_later_discard_is_no_earthly_hand() -> None:
    match = laid("2s", "6m", READY)
    discard(match, "E 2s")
    run(match, "S 6m", "W win")
    assert paid(match) == [0, -7, 7, 0]


def test_a_win_let_go_binds_to_larger_ones_until_the_next_draw() -> None:
    match = laid("6m", READY, "6m", "6m", draws="2s2s2s2p")
    match.play("E", "discard 6m")
    match.play("S", "pass")                          # 地胡, which is more than any later 6m
    match.play("S", f"discard {match.view('S').drawn}")
    match.play("W", "discard 6m")
    assert match.asked == (1,)                      # S has drawn since
    match.play("S", "pass")
    match.play("N", "discard 6m")
    assert match.asked != (1,)                      # the same value again
    assert not match.hand_over


def test_a_concealed_kong_is_replaced_from_the_end_until_four_tiles_are_left() -> None:
    match = laid("5555m234m678m44p8p", fill=5, tail="3s")
    assert "kong concealed 5m" in texts(match, "E")
    match.play("E", "kong concealed 5m")
    assert match.view("E").drawn == "3s"
    match = laid("5555m234m678m44p8p", fill=4)
    assert "kong concealed 5m" not in texts(match, "E")


def test_the_last_four_are_drawn_one_each_without_a_discard() -> None:
    match = laid("2s", READY, draws="2p2p8s8s", fill=0)
    match.play("E", "discard 2s")
    pass_all(match)
    assert match.hand_over
    assert drawn(match)[-4:] == ["S", "W", "N", "E"]
    assert paid(match) == [0, 0, 0, 0]
    assert memory(match, "dealer_count") == [2]     # a draw keeps the dealer


def test_who_completes_with_one_of_the_last_four_wins() -> None:
    match = laid("2s", "", READY, draws="2p6m8s8s", fill=0)
    match.play("E", "discard 2s")
    pass_all(match)
    assert match.asked == (2,)
    assert set(texts(match, "W")) == {"win", "pass"}
    match.play("W", "win")
    assert match.hand_over
    assert paid(match) == [-26, -22, 70, -22]
    (win,) = match.settlements[0].wins
    assert "last_four_draw" in [fan.id for fan in win.score.fans]


def test_with_five_tiles_left_play_goes_on() -> None:
    match = laid("2s", draws="2p2p8s8s8p", fill=0)
    match.play("E", "discard 2s")
    pass_all(match)
    assert not match.hand_over
    assert "discard 2p" in texts(match, "S")


def test_the_dealer_s_dealt_hand_wins_at_once() -> None:
    match = laid(READY + "6m")
    match.play("E", "win")
    assert paid(match) == [72, -24, -24, -24]
    assert memory(match, "dealer_count") == [2]


def test_a_kong_before_it_makes_no_heavenly_hand_but_a_bloom() -> None:
    match = laid("5555m333m678m78m44p", replacements="6m")
    match.play("E", "kong concealed 5m")
    match.play("E", "win")
    assert paid(match) == [144, -48, -48, -48]


def test_only_a_self_draw_wins_where_that_is_agreed() -> None:
    match = laid("6m", READY, draws="6m", options={"zi_mo_hu": True})
    match.play("E", "discard 6m")
    assert match.asked == (1,)
    match.play("S", "win")
    assert paid(match) == [-11, 25, -7, -7]


def test_the_next_seat_deals_after_another_s_win() -> None:
    match = laid("2s", READY, draws="6m")
    discard(match, "E 2s")
    match.play("S", "win")
    match.begin()
    assert match.table.dealer == 1
    assert memory(match, "dealer_count") == [1]
