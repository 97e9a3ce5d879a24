"""日本麻将 against PyPI `mahjong`: the same total for every random hand; for some also han, fu and payments.

10,000 hands; with QUEPU_FULL=1 300,000.  QUEPU_SEED picks other hands.
"""

import os
from functools import cache

import pytest

import quepu
from quepu.book import Rulebook
from tests.oracle.riichi import SETTINGS, compare

SEED = os.environ.get("QUEPU_SEED", "1")
PARTS, PART_SIZE = (75, 4_000) if os.environ.get("QUEPU_FULL") == "1" else (5, 2_000)


@cache
def book() -> Rulebook:
    return quepu.rulebook("riichi")


@pytest.mark.parametrize("part", range(PARTS))
def test_results(part: int) -> None:
    found = compare(book(), f"{SEED}:{part}", PART_SIZE, part % len(SETTINGS))
    print(found.summary)                # shown by -s, or when the test fails
    assert not found.totals, f"{found.summary}\n" + "\n".join(map(str, found.totals[:20]))
    assert not found.lists, f"{found.summary}\n" + "\n".join(map(str, found.lists[:20]))
