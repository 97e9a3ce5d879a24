"""Every rulebook passes its worked examples, and every fan's own example earns it."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

import quepu
from quepu.book import Rulebook
from quepu.examples.worked import Check, check_example, read_lines, score_own_example
from quepu.rulebook.model.model import Fan
from quepu.scoring.result import Score

BOOKS = Path(__file__).parents[1] / "books"
IDS = sorted(path.stem for path in BOOKS.glob("*.jsonl"))
EDITIONS = [("guobiao", "1998"), ("guobiao", "wmc2006")]


@cache
def book(name: str, **options: str) -> Rulebook:
    return quepu.rulebook(name, **options)


def examples(name: str, folder: str = "") -> list[dict[str, Any]]:
    """The lines of a file of worked examples; the folder `own` has hands we worked out ourselves."""
    with open(BOOKS / folder / f"{name}.jsonl", encoding="utf-8") as lines:
        return [example for _number, example in read_lines(lines) if isinstance(example, dict)]


def own_example(name: str, fan_id: str, options: dict[str, str]) -> tuple[Fan, Score]:
    """A fan and the score of its own example."""
    chosen = book(name, **options)
    fan = next(fan for fan in chosen.model.fans if fan.id == fan_id)
    return fan, score_own_example(chosen, fan)


def bringing(name: str, fan_id: str) -> dict[str, str] | None:
    """Options under which a fan is in force; None if it is taken out."""
    data = book(name).model.as_written()
    if data["fan"][fan_id].get("enabled", True):
        return {}
    for option, table in data.get("option", {}).items():
        if table.get("type") == "fans" and fan_id in table.get("choices", ()):
            return {option: fan_id}
        for choice, patch in table.get("choice", {}).items() if table.get("enabled", True) else ():
            if patch.get("fan", {}).get(fan_id, {}).get("enabled"):
                return {option: choice}
    return None


def every_fan() -> list[tuple[str, str]]:
    """(rulebook, fan) for each fan in force, also those that an option switches on; not those taken out for good."""
    return [(name, fan) for name in IDS for fan in book(name).model.as_written()["fan"]
            if bringing(name, fan) is not None]


@cache
def checked(name: str) -> list[Check]:
    """What became of each worked example of a rulebook."""
    return [check_example(book(name), example) for example in examples(name)]


@pytest.mark.parametrize("name", IDS)
def test_worked_examples(name: str) -> None:
    checks = checked(name)
    assert [(check.id, check.differences) for check in checks if check.differences] == []
    assert sum(not check.skipped for check in checks) >= 7


@pytest.mark.parametrize("name", sorted(path.stem for path in (BOOKS / "own").glob("*.jsonl")))
def test_own_examples(name: str) -> None:
    checks = [check_example(book(name), example) for example in examples(name, "own")]
    assert [(check.id, check.differences, check.skipped) for check in checks
            if check.differences or check.skipped] == []


@pytest.mark.parametrize("name", IDS)
def test_only_prose_is_skipped(name: str) -> None:
    skipped = [example for example, check in zip(examples(name), checked(name), strict=True) if check.skipped]
    assert all("situation" in example or example.get("type") == "rule" for example in skipped)  # a rule needs a table


@pytest.mark.parametrize(("name", "edition"), EDITIONS)
def test_other_editions(name: str, edition: str) -> None:
    other = book(name, edition=edition)
    checks = [check_example(other, example, edition) for example in examples(name)]
    assert [(check.id, check.differences) for check in checks if check.differences] == []


@pytest.mark.parametrize(("name", "fan_id"), every_fan())
def test_a_fan_is_earned_by_its_example(name: str, fan_id: str) -> None:
    options = bringing(name, fan_id)
    assert options is not None
    fan, score = own_example(name, fan_id, options)
    assert fan.names["zh"]
    assert fan.names["en"]
    assert fan_id in [earned.id for earned in score.earned], score.explain("en")


def test_an_example_that_is_wrong_tells_every_difference() -> None:
    wrong = {"total": 3, "fans": {"龙": 4}, "payments": {"E": -3, "S": -3, "W": 9, "N": -3}}
    example = {**examples("tianjin")[0], **wrong}
    assert len(check_example(book("tianjin"), example).differences) == 4
