"""国标 against PyMahjongGB: the same total for every random hand.

20,000 hands; with QUEPU_FULL=1 1,000,000.  QUEPU_SEED picks other hands.
"""

import os
from functools import cache

import pytest

import quepu
from quepu.book import Rulebook
from tests.oracle.guobiao import compare

SEED = os.environ.get("QUEPU_SEED", "1")
PARTS, PART_SIZE = (50, 20_000) if os.environ.get("QUEPU_FULL") == "1" else (2, 10_000)


@cache
def book() -> Rulebook:
    return quepu.rulebook("guobiao")


@pytest.mark.parametrize("part", range(PARTS))
def test_totals(part: int) -> None:
    found = compare(book(), f"{SEED}:{part}", PART_SIZE)
    print(found.summary)                # seed and rate of ties: shown by -s, or when the test fails
    assert not found.totals, f"{found.summary}\n" + "\n".join(map(str, found.totals[:20]))
    # another list of fans with the same total is a tie between readings, and rare
    assert found.list_count <= PART_SIZE // 500, found.summary
