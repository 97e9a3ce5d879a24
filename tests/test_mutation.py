"""A rule that is flipped does not pass unseen: some example or oracle catches every mutant of a rulebook.

One mutant of each kind of rule and rulebook; with QUEPU_FULL=1 every mutant there is (`python -m tools.mutate` prints
the same with its score).  QUEPU_SEED picks others.
"""

import os

import pytest
from tools import mutate

FULL = os.environ.get("QUEPU_FULL") == "1"
SEED = os.environ.get("QUEPU_SEED", "1")
LEAST = 12                              # of each rulebook, so 60 of the five


@pytest.mark.parametrize("name", mutate.BOOKS)
def test_every_mutant_is_caught(name: str) -> None:
    mutants = mutate.pick(name, 0 if FULL else 1, SEED)
    verdicts = [mutate.verdict(mutant, mutate.WITNESSES if FULL else 40) for mutant in mutants]
    survivors = [f"{one.mutant}\n    shown by {one.why}" for one in verdicts if one.fate == "survived"]
    caught = sum(one.fate == "caught" for one in verdicts)
    assert not survivors, f"seed {SEED}, score: {caught} of {caught + len(survivors)}\n" + "\n".join(survivors)
    assert caught >= LEAST


def test_the_rulebook_itself_is_not_caught() -> None:
    court = mutate.court("wuhan")
    assert list(court.faults(court.book, "")) == []
