"""Red fives in claims: a player says which copy he lays down, and the rulebook how many there are of each suit."""

import pytest

from quepu.engine.layout import table as tb
from quepu.engine.layout.record import line
from quepu.errors import QuepuError
from quepu.game.match import Match
from quepu.notation import read_tile
from tests.laid import dealt, discard, go, laid_wall, pass_all, plain_engine, texts

DRAWS = "9s9s1z2z"


def began(south: str, east: str = "4p", rule: str = "riichi", draws: str = DRAWS) -> Match:
    match = dealt(plain_engine(rule).book, (east, south, "", ""), draws, fill=None, engine=plain_engine(rule))
    match.play("E", f"discard {east[-2:]}")
    return match


def marks(match: Match, seat: int) -> tuple[int, ...]:
    """Marked tiles in the hand and in the first meld."""
    return sum(line(match.table.marked, seat)), int(match.table.meld_marks[seat, 0])


def test_a_chow_with_either_copy() -> None:
    match = began("3p50p19m19s1z5z6z7z2m")
    assert [text for text in texts(match, "S") if text.startswith("chow")] == ["chow 345p", "chow 340p"]
    red = match.copy()
    match.play("S", "chow 345p")
    red.play("S", "chow 340p")
    assert (marks(match, 1), marks(red, 1)) == ((1, 0), (0, 1))
    assert "0" not in match.view("W").seats[1].melds[0]
    assert "0" in red.view("W").seats[1].melds[0]


def test_where_there_is_no_choice_it_is_made() -> None:
    match = began("3p0p19m19s1z5z6z7z28m3s")
    assert [text for text in texts(match, "S") if text.startswith("chow")] == ["chow 340p"]
    match.play("S", "chow 345p")
    assert marks(match, 1) == (0, 1)


def test_a_pung_with_or_without_the_red_one() -> None:
    match = began("550p19m19s1z5z6z7z28m", east="5p")
    assert [text for text in texts(match, "S") if text.startswith("pung")] == ["pung", "pung 0p"]
    red = match.copy()
    go(match, "S pung")
    go(red, "S pung 0p")
    assert (marks(match, 1), marks(red, 1)) == ((1, 0), (0, 1))
    told = [event.as_json() for one in (match, red) for event in one.events if event.type == "pung"]
    assert [event.get("marks", 0) for event in told] == [0, 1]


def test_a_claimed_red_tile_is_in_the_set_too() -> None:
    match = began("55p19m19s1z5z6z7z28m3s", east="0p")
    assert [text for text in texts(match, "S") if text.startswith("pung")] == ["pung"]
    match.play("S", "pung")
    assert marks(match, 1) == (0, 1)


@pytest.mark.parametrize(("rule", "counts"), [
    ("riichi", (1, 1, 1)), ("riichi?red_fives=none", (0, 0, 0)), ("riichi?red_fives=1-2-1", (1, 2, 1)),
    ("riichi?red_fives=2-2-2", (2, 2, 2))])
def test_how_many_are_red(rule, counts) -> None:
    engine = plain_engine(rule)
    table = engine.new_table()
    engine.kernels.build_wall(table, engine.session)
    wall = [int(tile) for tile in table.wall[:engine.rules.wall_size]]
    assert tuple(wall.count(read_tile(f"5{suit}").kind | tb.MARK) for suit in "mps") == counts
    assert len(wall) == 136


def test_two_red_ones_of_three() -> None:
    match = began("500p19m19s1z5z6z7z28m", east="5p", rule="riichi?red_fives=1-2-1")
    assert [text for text in texts(match, "S") if text.startswith("pung")] == ["pung 0p", "pung 00p"]
    match.play("S", "pung")
    assert marks(match, 1) == (1, 1)


def test_a_wall_with_more_red_ones_than_the_rulebook_has_is_refused() -> None:
    match = Match(plain_engine("riichi").book, 1, walls=[laid_wall(("00p", "", "", ""))], engine=plain_engine("riichi"))
    with pytest.raises(QuepuError, match="2 of 0p"):
        match.begin()


def test_discards_after_a_red_claim() -> None:
    match = began("3p50p19m19s1z5z6z7z2m")
    go(match, "S chow 340p")
    assert "discard 5p" in texts(match, "S")
    assert "discard 0p" not in texts(match, "S")
    discard(match, "S 9m")
    pass_all(match)
