"""眼牌 at a table of sixteen tiles: who may look at all hands, what binds him, and what he had declared before."""

import pytest
from tests.laid import texts
from tests.sixteen import CHOWS, begun, discard_any, go, let_go, remembered

from quepu.game.match import Match

WATCHED = "taiwan?yanpai=true"
NEARLY = "123456m78922p2346s1z"         # five chows and a tile too many: ready with 7s, then waits for 5s and 8s


def fans(match: Match) -> dict[str, int]:
    """The points of each fan of the only win."""
    (win,) = match.settlements[0].wins
    assert win.agrees
    return {fan.id: fan.points for fan in win.score.fans}


@pytest.mark.parametrize(("way", "fan", "points"), [("declared", "declared_ready", 1), ("shown", "open_ready", 2)])
def test_who_is_bound_by_a_declaration_may_watch_with_the_tile_drawn(way: str, fan: str, points: int) -> None:
    match = begun("1z", NEARLY, draws="2z9m9s9p7s9m9s9p9m5s", name=WATCHED)
    go(match, "E discard 1z", "S discard 2z")
    discard_any(match, "W", "N", "E")
    go(match, f"S declare {way} 1z")
    discard_any(match, "W", "N", "E")
    assert texts(match, "S") == ["discard 9m", f"declare watching_{way} 9m"]
    go(match, f"S declare watching_{way} 9m")
    assert remembered(match, "watching") == {"0": 0, "1": 1, "2": 0, "3": 0}
    assert all(seat.tiles is not None for seat in match.view("S").seats)
    assert (match.view("N").seats[1].tiles is not None) == (way == "shown")
    go(match, "W discard 5s")                           # South has to win
    let_go(match)
    assert fans(match) == {fan: points, "concealed_hand": 1, "all_chows": 2}


EARLY = {"heavenly_ready": 8, "self_drawn": 1, "no_help": 1, "all_chows": 2}
PLAIN = {"fully_concealed_self_draw": 3, "all_chows": 2}


@pytest.mark.parametrize(("thrown", "found"), [("1m", EARLY), ("7m", PLAIN)])
def test_ready_as_dealt_counts_for_one_who_watches_unless_the_hand_is_changed(thrown: str,
                                                                              found: dict[str, int]) -> None:
    match = begun("1z", "234567m78922p23467s", draws="1m9s9p1z5s", name=WATCHED)
    match.play("S", "declare tian_ting")
    go(match, "E discard 1z", f"S declare watching_tian_ting {thrown}")
    discard_any(match, "W", "N", "E")
    assert match.hand_over                              # what completes the hand is won on
    assert fans(match) == found


@pytest.mark.parametrize(("thrown", "found"), [
    ("9m", {"earthly_ready": 6, "all_chows": 2}), ("1m", {"concealed_hand": 1, "all_chows": 2})])
def test_ready_with_the_first_discard_counts_likewise(thrown: str, found: dict[str, int]) -> None:
    match = begun("1z", "123456m78922p23467s", draws=f"2z9s9p3z{'7m' if thrown == '1m' else '9m'}5s", name=WATCHED)
    go(match, "E discard 1z", "S declare di_ting 2z")
    discard_any(match, "W", "N", "E")
    go(match, f"S declare watching_di_ting {thrown}", "W discard 5s")
    let_go(match)
    assert fans(match) == found


def test_nothing_else_follows_and_only_what_was_declared() -> None:
    match = begun("1z", CHOWS, draws="2z9s9p3z9m9s9p3z9m", name=WATCHED)
    go(match, "E discard 1z")
    offered = [text for text in texts(match, "S") if text.endswith("2z")]
    assert offered == ["discard 2z", "declare di_ting 2z", "declare watching 2z"]
    go(match, "S declare watching 2z")
    discard_any(match, "W", "N", "E", "W", "N", "E")    # South discards by itself what it draws
    assert match.asked == (2,)


def test_who_watches_makes_no_kong_and_claims_nothing() -> None:
    match = begun("1p", "123456m78922p444z23s", "2p", draws="9m9s9p3z4z", name=WATCHED)
    go(match, "E discard 1p", "S declare watching 9m", "W discard 2p")
    assert match.asked == (3,)                          # South is not asked about a pung
    discard_any(match, "N", "E")
    assert match.asked == (2,)                          # and has discarded the fourth 4z
    match = begun("1p", "123456m78922p444z23s", "2p", draws="9m9s9p3z4z", name=WATCHED)
    go(match, "E discard 1p", "S discard 9m", "W discard 2p")
    assert "pung" in texts(match, "S")
    discard_any(match, "N", "E")
    assert "kong concealed 4z" in texts(match, "S")
