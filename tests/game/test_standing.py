"""Places of a match and what they bring."""

from decimal import Decimal
from pathlib import Path

import pytest

import quepu
from quepu.errors import RulebookError
from quepu.game.standing import standings
from quepu.rulebook.file.reader import Reader
from quepu.rulebook.model.sections import read_sections

NAMES = ("A", "B", "C", "D")
RANKED = {"start": 25000, "ranking": {"bonus": [15, 5, -5, -15], "return": 30000, "unit": 1000, "ties": "earlier_seat"}}


def as_match(table):
    """`[match]` as a rulebook has it."""
    return read_sections(Reader({"match": table}, {}, []))["match"]


def results(match: dict, scores: tuple[int, ...]) -> dict[str, Decimal]:
    return {place.name: place.result for place in standings(as_match(match), NAMES, scores)}


def test_without_a_ranking_the_score_is_the_result() -> None:
    places = standings(as_match({}), NAMES, (5, -10, 5, 0))
    assert [(place.place, place.name, place.result) for place in places] == [
        (1, "A", 5), (1, "C", 5), (3, "D", 0), (4, "B", -10)]


def test_places_bring_a_bonus_and_the_first_takes_what_all_bring_back() -> None:
    found = results(RANKED, (42300, 28100, 18000, 11600))
    assert found == {"A": Decimal("47.3"), "B": Decimal("3.1"), "C": Decimal("-17.0"), "D": Decimal("-33.4")}
    assert sum(found.values()) == 0


def test_of_equals_the_earlier_seat_goes_first() -> None:
    places = standings(as_match(RANKED), NAMES, (20000, 30000, 30000, 20000))
    assert [(place.place, place.name) for place in places] == [(1, "B"), (2, "C"), (3, "A"), (4, "D")]
    assert sum(place.result for place in places) == 0


def test_equals_share_their_place_and_its_bonus() -> None:
    match = {**RANKED, "ranking": {**RANKED["ranking"], "ties": "shared"}}              # type: ignore[dict-item]
    places = standings(as_match(match), NAMES, (20000, 30000, 30000, 20000))
    assert [(place.place, place.name) for place in places] == [(1, "B"), (1, "C"), (3, "A"), (3, "D")]
    assert [place.result for place in places] == [20, 20, -20, -20]


def test_a_unit_of_nothing_is_told(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    text = 'extends = "base/thirteen"\nname = "x"\n[match.ranking]\nunit = 0\nbonus = [1, "2"]\n'
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RulebookError) as told:
        quepu.rulebook(str(path))
    assert "'unit' is 0" in str(told.value)
    assert "a list of whole numbers" in str(told.value)


def test_a_result_is_the_sum_of_its_parts():
    match = {"start": 25000, "ranking": {"bonus": [15, 5, -5, -15], "return": 30000, "unit": 1000}}
    found = standings(as_match(match), "ABCD", (35800, 11400, 27100, 25700))
    assert [dict(one.parts) for one in found] == [
        {"points": Decimal("35.8"), "return": -30, "first": 20, "bonus": 15},
        {"points": Decimal("27.1"), "return": -30, "bonus": 5},
        {"points": Decimal("25.7"), "return": -30, "bonus": -5},
        {"points": Decimal("11.4"), "return": -30, "bonus": -15}]
    assert all(sum(part for _name, part in one.parts) == one.result for one in found)
    shared = standings(as_match(match), "ABCD", (30000, 30000, 20000, 20000))
    assert [dict(one.parts).get("first") for one in shared] == [10, 10, None, None]


def test_without_a_ranking_the_result_is_the_points():
    parts = [one.parts for one in standings(as_match({}), "AB", (3, 8))]
    assert parts == [(("points", Decimal(8)),), (("points", Decimal(3)),)]
