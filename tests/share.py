"""What grows with the number of rulebooks: a share of a fixed whole in `make test`, all of it in `make test-full`.

QUEPU_SEED picks another share.
"""

import os
from collections.abc import Sequence
from random import Random
from typing import TypeVar

FULL = os.environ.get("QUEPU_FULL") == "1"
SEED = os.environ.get("QUEPU_SEED", "1")
T = TypeVar("T")


def share(whole: int, among: int, least: int) -> int:
    """How many of the whole each of so many rulebooks gets."""
    return max(least, whole // among)


def sampled(things: Sequence[T], count: int, name: str) -> list[T]:
    """So many of them, in their order: always the same for a name."""
    if FULL or count >= len(things):
        return list(things)
    return [things[place] for place in sorted(Random(f"{SEED} {name}").sample(range(len(things)), count))]
