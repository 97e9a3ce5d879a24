"""Golden hands: what a change of rules or engine does to play is read as a diff (`python -m tools.write_walks`)."""

import pytest

from tools import walk, write_walks

WAY_OUT = "if this is meant, run python -m tools.write_walks and read the diff"


@pytest.mark.parametrize("name", walk.SEEDS)
def test_the_walk_is_as_written(name: str) -> None:
    text = (write_walks.WALKS / f"{name}.txt").read_text(encoding="utf-8")
    assert write_walks.walk_text(name).splitlines() == text.splitlines(), WAY_OUT


@pytest.mark.parametrize("name", write_walks.BOOKS)
def test_counts_and_fingerprints_are_as_written(name: str) -> None:
    text = (write_walks.COUNTS / f"{name}.txt").read_text(encoding="utf-8")
    assert write_walks.counts_text(name).splitlines() == text.splitlines(), WAY_OUT


@pytest.mark.parametrize("name", walk.SEEDS)
def test_something_happens_in_the_walk(name: str) -> None:
    text = (write_walks.WALKS / f"{name}.txt").read_text(encoding="utf-8")
    assert [word for word in walk.SEEDS[name]["wanted"] if word not in text] == []
