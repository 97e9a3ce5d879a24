"""深圳 at the table: no chow, self-draw only, robbed kongs, horses, kong money, and who deals next."""

from typing import Any

import pytest

from quepu.game import events as ev
from quepu.game.match import Match
from tests.laid import begun, discard, drift, memory, paid, pass_all, remember, run, texts

READY = "67m12399p333567s"              # waits for 5m and 8m
SOUTH = "55m23499s567p11z2z"            # pungs 5m
DEALER_READY = READY + "9s"


def laid(*hands: str, **more: Any) -> Match:
    return begun("shenzhen", *hands, **more)


def horses(match: Match) -> list[str]:
    return [str(event.tile) for event in match.events if isinstance(event, ev.TurnedUp)]


def test_nobody_may_chow_and_no_discard_is_won() -> None:
    match = laid("8m", READY)
    match.play("E", "discard 8m")
    assert match.asked == (1,)          # it went by: South could win on it or make a chow
    assert "chow" not in "".join(texts(match, "S"))
    assert "pass" not in texts(match, "S")


def test_with_the_option_the_discarder_pays_alone_and_no_horse_is_opened() -> None:
    match = laid("8m", READY, options={"discard_win": True})
    match.play("E", "discard 8m")
    match.play("S", "win")
    assert paid(match) == [-2, 2, 0, 0]
    assert horses(match) == []


def test_horses_come_from_the_end_of_the_wall() -> None:
    match = laid("1z", READY, draws="8m", tail="2m6p1s3z")
    discard(match, "E 1z")
    match.play("S", "win")
    assert sorted(horses(match)) == ["1s", "2m", "3z", "6p"]
    assert paid(match) == [-6, 18, -6, -6]      # 2 and 6 belong to the seat after the dealer


@pytest.mark.parametrize("count", [0, 2, 10])
def test_the_last_tiles_are_kept_for_the_horses(count: int) -> None:
    match = drift(laid("1z", fill=12, options={"horses": count}))
    assert match.table.wall_back - match.table.wall_front == count


def robbed(**more: Any) -> Match:
    """S has punged 5m and adds the fourth, which W waits for."""
    match = laid("5m", SOUTH, READY, draws="1s9p1m5m", **more)
    run(match, "E 5m", "S pung", "S 2z")
    pass_all(match)
    discard(match, "W", "N", "E")
    match.play("S", "kong added 5m")
    return match


def test_an_added_kong_may_be_robbed_and_its_maker_pays_three_shares() -> None:
    match = robbed(tail="3m7p1s2z")
    match.play("W", "win")
    assert paid(match) == [0, -18, 18, 0]       # 3 x (2 + 2 x 2), and nothing for the kong
    assert memory(match, "successor") == [2]


def test_several_may_rob_with_the_same_horses_and_the_robbed_player_deals() -> None:
    match = laid("5m", SOUTH, READY, "46m222444p99s777s", draws="1s9p1m5m", tail="3m4p4s2z")
    run(match, "E 5m", "S pung", "S 2z")
    pass_all(match)
    discard(match, "W", "N", "E")
    match.play("S", "kong added 5m")
    match.play("W", "win")
    match.play("N", "win")
    assert len(horses(match)) == 4
    assert paid(match) == [0, -12 - 18, 12, 18]
    assert memory(match, "successor") == [1]
    assert memory(match, "streak") == [0]       # who deals next has won nothing


def test_who_wins_with_a_robbed_ghost_has_not_won_without_one() -> None:
    options = {"wild": "zhong", "no_wild_bonus": "horses+2"}
    match = laid("7z", SOUTH.replace("55m", "") + "77z", READY, draws="1s9p1m7z", options=options)
    run(match, "E 7z", "S pung", "S 2z")
    pass_all(match)
    discard(match, "W", "N", "E")
    match.play("S", "kong added 7z")
    match.play("W", "win")
    assert len(horses(match)) == 4


def test_a_concealed_kong_cannot_be_robbed() -> None:
    match = laid("5555m23499s567p11z", "", READY)
    match.play("E", "kong concealed 5m")
    assert match.asked == (0,)


def test_kongs_of_all_players_are_settled_with_the_win() -> None:
    match = laid("1111z5p", "555p2z", READY, draws="8m", replacements="3z4z", tail="1s4s8s4z")
    match.play("E", "kong concealed 1z")
    run(match, "E 5p", "S kong melded 5p", "S 2z")
    pass_all(match)
    assert paid(match) == [0, 0, 0, 0]
    match.play("W", "win")
    assert paid(match, "win") == [-2, -2, 6, -2]
    assert paid(match) == [-2 + 6 - 3, -2 - 2 + 3, 6 - 2, -2 - 2]


def test_a_drawn_hand_pays_no_kong_and_who_drew_the_last_tile_deals() -> None:
    match = laid("1111z1p", fill=9)
    match.play("E", "kong concealed 1z")
    drift(match)
    assert paid(match) == [0, 0, 0, 0]
    drew = [event.seat for event in match.events if isinstance(event, ev.Drawn)][-1]
    assert memory(match, "successor") == [drew]


def test_the_winner_deals() -> None:
    match = laid("1z", READY, draws="8m")
    discard(match, "E 1z")
    match.play("S", "win")
    assert memory(match, "successor") == [1]


@pytest.mark.parametrize(("option", "streak", "opened"), [
    (True, 0, 4), (True, 1, 6), (True, 2, 8), (True, 9, 22), (True, 10, 22), (False, 2, 4)])     # 22 are the most
def test_each_further_win_in_a_row_of_the_dealer_opens_two_more_horses(option: bool, streak: int, opened: int) -> None:
    match = laid(READY + "8m", options={"jiejiegao": option})
    remember(match, "streak", streak)
    match.play("E", "win")
    assert len(horses(match)) == opened
    assert memory(match, "streak") == [streak + 1]


def test_a_win_of_another_begins_a_new_streak_without_more_horses() -> None:
    match = laid("1z", READY, draws="8m", options={"jiejiegao": True})
    remember(match, "streak", 3)
    discard(match, "E 1z")
    match.play("S", "win")
    assert len(horses(match)) == 4
    assert memory(match, "streak") == [1]


def test_a_drawn_hand_ends_the_streak() -> None:
    match = laid("1z", fill=9)
    remember(match, "streak", 3)
    drift(match)
    assert memory(match, "streak") == [0]


ZHONG = {"wild": "zhong", "no_wild_bonus": "horses+2"}


@pytest.mark.parametrize(("hand", "opened"), [(READY + "8m", 6), ("67m12399p33356s7z8m", 4)])
def test_a_win_without_ghosts_opens_two_more_horses(hand: str, opened: int) -> None:
    match = laid(hand, options=ZHONG)
    match.play("E", "win")
    assert len(horses(match)) == opened


def test_a_drawn_ghost_is_one_too() -> None:
    match = laid("1z", "67m123p456p333s55s", draws="7z", options=ZHONG)
    discard(match, "E 1z")
    match.play("S", "win")
    assert len(horses(match)) == 4


def test_ghosts_are_discarded_and_punged_with_their_own_kind_only() -> None:
    match = laid("7z1m", "77z", "11m7z", options={"wild": "zhong"})
    match.play("E", "discard 7z")
    assert "pung" in texts(match, "S")
    match.play("S", "pass")
    match = laid("1m", "1m7z2m", options={"wild": "zhong"})
    match.play("E", "discard 1m")
    assert "pung" not in texts(match, "S")


def test_four_ghosts_win_in_ones_own_turn() -> None:
    match = laid("777z147m258p369s1z7z", options={"wild": "zhong"})
    assert "win" in texts(match, "E")
    match.play("E", "win")
    assert [fan.id for fan in match.settlements[0].wins[0].score.fans] == ["plain_win"]
    match = laid("777z147m258p369s1z7z", options={"wild": "zhong", "four_wild_win": False})
    assert "win" not in texts(match, "E")


def test_a_turned_tile_makes_the_next_kind_wild() -> None:
    match = laid("1z", draws="9s", options={"wild": "fan"})
    assert match.view("E").wild == "1s"
    match = laid("1m", draws="5z", options={"wild": "fan"})
    assert match.view("E").wild == "1z"         # 东南西北中发白, and 东 again
