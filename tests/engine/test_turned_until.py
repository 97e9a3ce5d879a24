"""Tiles that are turned up one after the other until one fits (`[turned.*] until`)."""

import pytest

from quepu.game import events as ev
from tests.laid import KINDS, begun, house

BOOK = house("until")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("tail", "turned"), [("3m", ["3m"]), ("3m2f7z1f", ["1f", "7z", "2f", "3m"])])
def test_turning_goes_on_until_a_tile_fits(kind: str, tail: str, turned: list[str]) -> None:
    match = begun(BOOK, tail=tail, fill=12, kind=kind)
    assert [event.tile for event in match.events if isinstance(event, ev.TurnedUp)] == turned
    assert match.view("E").wild == "3m"       # the last one decides


@pytest.mark.parametrize("kind", KINDS)
def test_it_ends_with_the_wall(kind: str) -> None:
    match = begun(BOOK, tail="1f2f3f4f", fill=0, kind=kind)
    assert [event.tile for event in match.events if isinstance(event, ev.TurnedUp)] == ["4f", "3f", "2f", "1f"]
