"""A house rule is a form and a text: two views of one text."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from quepu.book import rulebook_of_text
from quepu.server.answers.asked_book import Books, Rule
from quepu.server.answers.house import house

TEXT = '# ours\nextends = "guobiao"\nname = { zh = "我家", en = "Ours" }\nfan.all_pungs.value = 8    # agreed in May\n'
BOOKS = Books()


def asked(text: str, *changes: tuple[str, Any]) -> dict[str, Any]:
    """What the server answers to changes of a text."""
    told = {"changes": [{"key": key, "value": value} for key, value in changes], "lang": "en"}
    return house(BOOKS, Rule(text=text), told)


def row(answer: dict[str, Any], key: str) -> dict[str, Any]:
    """One row of the form."""
    found: dict[str, Any] = next(row for row in answer["rows"] if row["key"] == key)
    return found


def test_the_form_tells_what_is_changed_and_what_was_before() -> None:
    answer = asked(TEXT)
    assert (answer["text"], answer["base"], answer["faults"]) == (TEXT, "guobiao", [])
    pungs = row(answer, "fan.all_pungs.value")
    assert (pungs["value"], pungs["base"], pungs["is_changed"]) == (8, 6, True)
    assert not row(answer, "fan.half_flush.value")["is_changed"]
    assert [one["key"] for one in answer["rows"] if one["is_changed"]] == ["name", "fan.all_pungs.value"]


def test_what_is_changed_is_obeyed_and_taken_back_to_the_letter() -> None:
    answer = asked(TEXT, ("fan.half_flush.value", 7), ("option.min_fan.default", 6),
                   ("fan.pure_straight.enabled", False),
                   ("wall.reserve", 14), ("score.cap", 88), ("name", "新家"))
    assert answer["refused"] == []
    book = rulebook_of_text(answer["text"])
    assert book.name() == "新家"
    half_flush = book.model.fan("half_flush")
    assert half_flush is not None
    assert str(half_flush.value) == "7" or half_flush.value.low == 7
    assert book.model.fan("pure_straight") is None
    assert book.model.as_written()["wall"]["reserve"] == 14
    keys = [row["key"] for row in answer["rows"] if row["is_changed"] and row["key"] not in ("name",)]
    assert len(keys) == 6
    back = asked(answer["text"], *((key, None) for key in keys if key != "fan.all_pungs.value"), ("name", "我家"))
    assert back["text"] == TEXT.replace('{ zh = "我家", en = "Ours" }', '"我家"')


def test_a_value_that_is_again_as_it_was_is_no_change() -> None:
    assert asked(TEXT, ("fan.all_pungs.value", 6))["text"].endswith('"Ours" }\n# agreed in May\n')


@pytest.mark.parametrize(("key", "value", "why"), [
    ("fan.all_pungs.value", "eight", "not among those offered"), ("fan.all_pungs.value", True, "not among"),
    ("fan.all_pungs.value", -1, "not among"), ("option.min_fan.default", 1000, "not among"),
    ("fan.no_such.value", 3, "nothing called"), ("piece.wild", "blue", "not among"), ("new.no_such", None, "nothing"),
    ("wall.reserve", "some", "not among"), ("extends", "x", "nothing called"), ("name", "x" * 99, "not among")])
def test_what_is_not_offered_is_refused_by_name(key: str, value: Any, why: str) -> None:
    answer = asked(TEXT, (key, value), ("fan.half_flush.value", 7))
    assert [one["key"] for one in answer["refused"]] == [key]
    assert why in answer["refused"][0]["text"]
    assert row(answer, "fan.half_flush.value")["value"] == 7        # the others are made


def test_a_change_that_an_option_overrules_is_refused_and_where_all_choices_would_it_is_not_offered() -> None:
    edition = TEXT + 'option.edition.choice.2014.fan.half_flush.value = 5\n'
    answer = asked(edition, ("fan.half_flush.value", 7))
    assert answer["text"] == edition
    assert "an option decides it" in answer["refused"][0]["text"]
    assert "match.hands.hands" not in [row["key"] for row in asked('extends = "chengdu"\n')["rows"]]


@pytest.mark.parametrize("text", ['extends = "guobiao"\nfan.all_pungs.value = \n', 'extends = "no_such"\n', "fan = 3\n",
                                  'name = "from nothing"\n', ""])
def test_a_text_that_has_no_form_says_why_and_stays(text: str) -> None:
    answer = asked(text, ("fan.all_pungs.value", 8))
    assert (answer["text"], answer["rows"], answer["base"]) == (text, [], "")
    assert answer["faults"]
    assert answer["refused"]


def test_a_faulty_rulebook_that_can_be_read_keeps_its_form() -> None:
    """So that what made the fault can be taken back."""
    answer = asked(TEXT + 'fan.x = { value = "no", when = "nothing" }\nfan.y = 3\n')
    assert row(answer, "fan.all_pungs.value")["value"] == 8
    assert row(answer, "fan.x")["kind"] == "own"
    assert asked(answer["text"], ("fan.x", None))["text"] == TEXT + "fan.y = 3\n"


def test_it_is_asked_over_http(client: TestClient) -> None:
    answer = client.post("/api/house", json={"text": TEXT, "changes": [{"key": "fan.half_flush.value", "value": 7}]})
    assert answer.json()["text"] == TEXT + "fan.half_flush.value = 7\n"
    for wrong in ({"key": "x", "value": 1.5}, {"key": "x", "value": {}}, {"key": "x" * 999}):
        assert client.post("/api/house", json={"text": TEXT, "changes": [wrong]}).status_code == 422
    assert client.post("/api/house", json={"text": TEXT, "changes": [{"key": "x"}] * 99}).status_code == 422
