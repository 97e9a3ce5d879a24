"""Tiles turned face up where they lie in the wall: all see them, and who comes to them draws them."""

import pytest

from quepu.game import events as ev
from quepu.game.match import Match
from quepu.game.ready import readiness
from tests.laid import KINDS, begun, discard, drift, go, house, pass_all

#: East has four 8s and is ready for 9p with them; nobody else has anything to claim
EAST = "8888s123m456m78p11p"
OTHERS = ("147m258p369s2233m", "147m258p369s5566m", "147m258p369s99m4p5p")
#: the tail as it is drawn from the back: the fifth and the seventh lie face up, the seventh once a kong is made
TAIL = "4s5s4s5s9p6s7s2s"


@pytest.fixture(params=KINDS)
def match(request: pytest.FixtureRequest) -> Match:
    return begun(house("face_up"), EAST, *OTHERS, draws="3p3p6p", replacements=TAIL, fill=4, kind=request.param)


def turned(match: Match) -> list[tuple[str, str | None]]:
    return [(event.lot, event.tile) for event in match.events if isinstance(event, ev.TurnedUp)]


def test_a_tile_is_turned_where_it_lies_and_stays_in_the_wall(match: Match) -> None:
    assert turned(match) == [("lucky", "9p")]           # the fifth from the back; the 53rd from the front was dealt
    assert match.view("S").turned == match.view(None).turned == ("lucky 9p",)
    assert match.view("S").wall_left == 3 + 4 + 8


def test_each_kong_turns_one_more(match: Match) -> None:
    go(match, "E kong concealed 8s")
    assert turned(match) == [("lucky", "9p"), ("lucky", "7s"), ("next", "3p")]
    assert match.view("W").turned == ("lucky 9p", "lucky 7s", "next 3p")
    assert match.view("W").wall_left == 3 + 4 + 8 - 1


def test_all_see_who_draws_it(match: Match) -> None:
    go(match, "E kong concealed 8s", "E discard 4s")
    pass_all(match)
    drawn = [event for event in match.events if isinstance(event, ev.Drawn)]
    assert [(event.seat, event.tile, event.open) for event in drawn] == [(0, "4s", False), (1, "3p", True)]
    assert [event.seen_by(3).as_json().get("tile") for event in drawn] == [None, "3p"]


def test_every_tile_of_the_wall_is_drawn_in_its_turn(match: Match) -> None:
    drift(match)
    drawn = [event for event in match.events if isinstance(event, ev.Drawn)]
    assert len(drawn) == 3 + 4 + 8
    assert [event.tile for event in drawn if event.open] == ["9p"]
    assert turned(match) == [("lucky", "9p")]           # it is told once, and stays the lucky one
    assert match.settlements[-1].turned[0].tile == "9p"


def test_it_is_no_live_tile_while_it_lies_there_and_none_twice_once_it_is_drawn(match: Match) -> None:
    """East waits for 6p and 9p after the kong: one 9p is in sight until North has drawn and discarded it."""
    def left() -> dict[int, int]:
        return {wait.kind: wait.left for waits in readiness(match, 0).after.values() for wait in waits} \
            or {wait.kind: wait.left for wait in readiness(match, 0).now}

    nine = 17
    go(match, "E kong concealed 8s")
    assert left()[nine] == 3
    go(match, "E discard 4s")
    pass_all(match)
    seen = set()
    while not match.hand_over:
        seat = match.asked[0]
        answers = [action.text for action in match.legal(seat)]
        match.play(seat, "pass" if "pass" in answers else f"discard {match.view(seat).drawn}")
        lying = "9p" in [tile.tile for view in match.view("E").seats for tile in view.river]
        if not match.hand_over and (found := left()):
            seen.add((lying, found.get(nine)))
    assert (True, 3) in seen
    assert all(count == 3 for lying, count in seen if lying)


def test_what_has_been_drawn_is_not_turned(match: Match) -> None:
    """Three tiles are left: the front has come past the seventh from the back, and the fifth is in a hand."""
    discard(match, "E 1p")
    while match.view("E").wall_left > 3:
        discard(match, "ESWN"[match.asked[0]])
    go(match, "E kong concealed 8s")
    assert turned(match) == [("lucky", "9p"), ("next", "4s")]
    assert match.view("E").turned == ("lucky 9p", "next 4s")        # what it was turned up for goes on
