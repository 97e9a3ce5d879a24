"""眼牌 at a table of sixteen tiles: who may look at all hands, what binds him, and what he had declared before."""

import pytest

from quepu.game.match import Match
from tests.laid import texts
from tests.laid.sixteen import CHOWS, begun, discard_any, earned, go, let_go, remembered

WATCHED = "taiwan?yanpai=true"
NEARLY = "123456m78922p2346s1z"         # five chows and a tile too many: ready with 7s, then waits for 5s and 8s


@pytest.mark.parametrize(("way", "fan"), [("declared", "declared_ready"), ("shown", "open_ready")])
def test_who_is_bound_by_a_declaration_may_watch_with_the_tile_drawn(way: str, fan: str) -> None:
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
    assert earned(match) == {fan: 1, "concealed_hand": 1, "all_chows": 1}


EARLY = {"heavenly_ready": 1, "self_drawn": 1, "no_help": 1, "all_chows": 1}
PLAIN = {"fully_concealed_self_draw": 1, "all_chows": 1}


@pytest.mark.parametrize(("thrown", "found"), [("1m", EARLY), ("7m", PLAIN)])
def test_ready_as_dealt_counts_for_one_who_watches_unless_the_hand_is_changed(thrown: str,
                                                                              found: dict[str, int]) -> None:
    match = begun("1z", "234567m78922p23467s", draws="1m9s9p1z5s", name=WATCHED)
    match.play("S", "declare tian_ting")
    go(match, "E discard 1z", f"S declare watching_tian_ting {thrown}")
    discard_any(match, "W", "N", "E")
    assert match.hand_over                              # what completes the hand is won on
    assert earned(match) == found


@pytest.mark.parametrize(("thrown", "found"), [
    ("9m", {"earthly_ready": 1, "all_chows": 1}), ("1m", {"concealed_hand": 1, "all_chows": 1})])
def test_ready_with_the_first_discard_counts_likewise(thrown: str, found: dict[str, int]) -> None:
    match = begun("1z", "123456m78922p23467s", draws=f"2z9s9p3z{'7m' if thrown == '1m' else '9m'}5s", name=WATCHED)
    go(match, "E discard 1z", "S declare di_ting 2z")
    discard_any(match, "W", "N", "E")
    go(match, f"S declare watching_di_ting {thrown}", "W discard 5s")
    assert earned(match) == found


def test_nothing_else_follows_and_only_what_was_declared() -> None:
    match = begun("1z", CHOWS, draws="2z9s9p3z9m9s9p3z9m", name=WATCHED)
    go(match, "E discard 1z")
    offered = [text for text in texts(match, "S") if text.endswith("2z")]
    assert offered == ["discard 2z", "declare di_ting 2z", "declare watching 2z"]
    go(match, "S declare watching 2z")
    discard_any(match, "W", "N", "E", "W", "N", "E")    # South discards by itself what it draws
    assert match.asked == (2,)


def watching(way: str, draws: str = "") -> Match:
    """South, who has declared so before, watches with its third discard and waits for 1s and 4s; it is West's turn."""
    match = begun("1z", "123456m78922p444z23s", "2p1s", draws="9m9s9p3z9m9s9p3z9m" + draws, name=WATCHED)
    if way == "tian_ting":
        match.play("S", "declare tian_ting")
    go(match, "E discard 1z", "S declare di_ting 9m" if way == "di_ting" else "S discard 9m")
    discard_any(match, "W", "N", "E")
    go(match, f"S declare {way} 9m" if way in ("declared", "shown") else "S discard 9m")
    discard_any(match, "W", "N", "E")
    go(match, f"S declare watching_{way} 9m" if way else "S declare watching 9m")
    let_go(match)
    return match


WAYS = ("", "tian_ting", "di_ting", "declared", "shown")


@pytest.mark.parametrize("way", WAYS)
def test_who_watches_claims_nothing_makes_no_kong_and_discards_what_is_drawn(way: str) -> None:
    match = watching(way, "9s9p3z4z")
    assert remembered(match, "watching") == {"0": 0, "1": 1, "2": 0, "3": 0}
    assert all(seat.tiles is not None for seat in match.view("S").seats)
    assert match.scores == (0, 0, 0, 0)                 # nothing is staked
    go(match, "W discard 2p")
    assert match.asked == (3,)                          # South is not asked about a pung
    discard_any(match, "N", "E")
    assert match.asked == (2,)                          # and has discarded the fourth 4z


@pytest.mark.parametrize("way", WAYS)
def test_who_watches_has_to_win_on_a_discard_or_a_draw(way: str) -> None:
    match = watching(way, "9s")
    go(match, "W discard 1s")
    let_go(match)
    assert [win.seat for win in match.settlements[0].wins] == [1]
    match = watching(way, "9s9p3z4s")
    discard_any(match, "W", "N", "E")
    assert [win.seat for win in match.settlements[0].wins] == [1]


def test_without_the_option_nobody_watches() -> None:
    match = begun("1z", CHOWS, draws="2z9s9p3z9m")
    go(match, "E discard 1z", "S declare di_ting 2z")
    discard_any(match, "W", "N", "E")
    assert not [text for text in texts(match, "S") if "watching" in text]


def test_who_watches_sees_all_hands_and_the_next_replacement() -> None:
    match = begun("1z", "", CHOWS, "5z", draws="9m9s9p", tail="7z", name=WATCHED)
    go(match, "E discard 1z", "S discard 9m")
    assert [seat.tiles is not None for seat in match.view("W").seats] == [False, False, True, False]
    go(match, "W declare watching 9s")
    assert all(seat.tiles is not None for seat in match.view("W").seats)
    assert match.view("W").replacement == "7z"
    assert "next replacement: 7z" in match.view("W").lines("en")
    for other in "ESN":
        assert [seat.tiles is not None for seat in match.view(other).seats].count(True) == 1
        assert match.view(other).replacement is None


def test_who_watches_has_to_win() -> None:
    match = begun("1z", "", CHOWS, "5s", draws="9m9s")
    go(match, "E discard 1z", "S discard 9m")
    assert not [text for text in texts(match, "W") if "watching" in text]
    match = begun("1z", "", CHOWS, "5s", draws="9m9s9p", name=WATCHED)
    go(match, "E discard 1z", "S discard 9m", "W declare watching 9s", "N discard 5s")
    let_go(match)
    assert match.hand_over
    assert [win.seat for win in match.settlements[0].wins] == [2]
    match = begun("1z", "", CHOWS, draws="9m9s9p9m9s1f", tail="9p8f7f6f5f4f3f2f", name=WATCHED)
    go(match, "E discard 1z", "S discard 9m", "W declare watching 9s")
    discard_any(match, "N", "E", "S")
    assert match.hand_over                              # the eighth flower is a win too
    assert match.scores == (-14, -13, 40, -13)
