"""What is paid at a discard (跟牌, 罚分), and words about what lies there, was drawn in this turn, and has won."""

import pytest

from quepu.game.match import Match
from tests.laid import KINDS, begun, discard, go, house, memory

HANDS = ("46m123p456p789s2z1z", "147m258p369s1567z", "258m147p369s1256z", "369m147p258s1267z")


def laid(kind: str, *hands: str, draws: str = "8m8m8p5m", tail: str = "") -> Match:
    return begun(house("discards"), *(hands or HANDS), draws=draws, tail=tail, fill=0, kind=kind)


def scores(match: Match) -> list[int]:
    return [int(match.table.score[player]) for player in match.table.player]


def rows(match: Match) -> list[tuple[int, int, int]]:
    t = match.table
    return [(t.row_from[row], t.row_to[row], t.row_amount[row]) for row in range(t.row_count)]


@pytest.mark.parametrize("kind", KINDS)
def test_the_dealer_pays_at_once_when_all_have_followed_his_first_discard(kind: str) -> None:
    match = laid(kind)
    discard(match, "E 1z", "S 1z", "W 1z")
    assert rows(match) == []
    discard(match, "N 1z")
    assert rows(match) == [(0, 1, 1), (0, 2, 1), (0, 3, 1)]
    assert scores(match) == [5, 9, 9, 9]
    assert not match.hand_over


@pytest.mark.parametrize("last", ["N 7z", "N 2z"])
def test_one_who_does_not_follow_spoils_it(last: str) -> None:
    match = laid("plain")
    discard(match, "E 1z", "S 1z", "W 1z", last)
    assert rows(match) == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_fine_is_paid_in_order_and_out_of_the_purse(kind: str) -> None:
    match = laid(kind)
    discard(match, "E 1z", "S 1z", "W 1z", "N 1z")      # who has 5 left now
    discard(match, "E 2z")
    assert rows(match)[3:] == [(0, 1, 3), (0, 2, 2)]    # and N, who comes last, gets nothing
    assert scores(match) == [0, 12, 11, 9]


@pytest.mark.parametrize("kind", KINDS)
def test_those_after_the_payer_come_first(kind: str) -> None:
    match = laid(kind, draws="8m8m8p5m9m9m")
    discard(match, "E 1z", "S 7z", "W 5z", "N 7z", "E 4m", "S 6z")
    assert rows(match) == [(1, 0, 2), (1, 2, 3), (1, 3, 3)]
    assert scores(match) == [10, 0, 11, 11]


@pytest.mark.parametrize("kind", KINDS)
def test_a_claimed_discard_lies_there_no_more(kind: str) -> None:
    match = laid(kind, HANDS[0], "147m258p369s11z67z", "258m1147p369s256z", HANDS[3])
    match.play("E", "discard 1z")
    match.play("S", "pung")
    assert memory(match, "claimed_from") == [1, 0, 0, 0]
    discard(match, "S 6z", "W 5z", "N 7z", "E 2z")      # his first honour that lies there
    assert rows(match) == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("south", "paid"), [("777m258p369s1567z", 3), ("7777m258p369s167z", 0)])
def test_what_was_drawn_in_this_turn_is_known(kind: str, south: str, paid: int) -> None:
    match = laid(kind, HANDS[0], south, *HANDS[2:], draws="7m8m8p5m" if paid else "8m8m8p5m", tail="9p")
    match.play("E", "discard 2z")
    match.play("S", "kong concealed 7m")
    assert sum(amount for _payer, _receiver, amount in rows(match)) == paid
    discard(match, "S 1z", "W 1z")
    assert match.table.drawn_kinds == 1 << 16           # N has drawn 8p, and nothing else counts


@pytest.mark.parametrize("kind", KINDS)
def test_who_wins_with_others_and_who_has_won(kind: str) -> None:
    wait = "123m456p789s23s55z"
    match = begun(house("discards"), "46m123p456p78s1s2z1z", wait, "123m456p789s23s66z", HANDS[3], fill=0, kind=kind)
    go(match, "E discard 1s", "S win", "W win")
    assert memory(match, "together") == [0, 1, 1, 0]
    assert memory(match, "dealer") == [0]
    match = begun(house("discards"), "123m456p789s11s55z1s", *HANDS[1:], fill=0, kind=kind)
    match.play("E", "win")
    assert memory(match, "dealer") == [1]
    assert match.table.drawn_kinds == 0
