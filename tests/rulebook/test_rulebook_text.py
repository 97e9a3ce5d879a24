"""A rulebook given as text, as a stranger may send it."""

from pathlib import Path

import pytest

import quepu
from quepu.errors import RulebookError
from quepu.rulebook.file.toml_text import LARGEST_TEXT
from quepu.rulecheck.check import check_file

TEXT = (Path(__file__).parents[1] / "house" / "five_lines.toml").read_text(encoding="utf-8")


def test_a_text_scores_like_its_file() -> None:
    house = quepu.rulebook_of_text(TEXT)
    assert house.score("123m23455p345s88s 5p").total == 11
    assert house.with_options(lucky=False).score("123m23455p345s88s 5p").total == 9


def test_a_text_is_checked_at_its_lines() -> None:
    report = check_file("mine.toml", seconds=0.1, text=TEXT.replace("p.rank", "p.rnk"))
    assert report.errors[0].startswith("mine.toml:4:")
    assert check_file("mine.toml", seconds=0.1, text=TEXT).errors == []


@pytest.mark.parametrize("parent", [
    "five_lines.toml", "./x.toml", "../x.toml", "/etc/passwd", "..\\\\x.toml", "base/../x"])
def test_a_text_reaches_no_file(parent: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[1] / "house")
    with pytest.raises(RulebookError, match="there is no rulebook"):
        quepu.rulebook_of_text(f'extends = "{parent}"\nname = "x"\n')


def test_a_text_without_end_is_refused() -> None:
    with pytest.raises(RulebookError, match="larger than"):
        quepu.rulebook_of_text("#" * (LARGEST_TEXT + 1))
