"""The figures of docs/architecture.md are about true; `make docs` measures them anew."""

import re
from pathlib import Path

import pytest

from tools import figures

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "architecture.md"


def told(name: str) -> list[int]:
    """The numbers in a row of the table."""
    row = next(line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith(f"| {name} |"))
    return [int(cell) for cell in row.split("|")[2:-1]]


def test_the_size_of_the_program_is_about_as_told() -> None:
    found = re.search(r"has (\d+) files with ([\d,]+) lines", PAGE.read_text(encoding="utf-8"))
    assert found is not None
    assert [int(found[1]), int(found[2].replace(",", ""))] == pytest.approx(list(figures.size()), rel=0.1)


@pytest.mark.parametrize("name", ["a score, now", "a click, now"])
def test_the_ways_are_about_as_told(name: str) -> None:
    assert told(name) == pytest.approx(list(figures.ways()[name]), rel=0.1)
