"""A line of the speed table, and the clock."""

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

REPEATS = 3


@dataclass(frozen=True, slots=True)
class Row:
    """One figure: what was measured, how much, beside what it must reach."""

    what: str
    figure: str
    target: str = ""
    met: bool | None = None

    def __str__(self) -> str:
        verdict = {True: "met", False: "NOT MET", None: ""}[self.met]
        return f"{self.what:<58} {self.figure:>28}  {self.target:<12} {verdict}".rstrip()


def best_of(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """The shortest time in seconds that the work took."""
    best = float("inf")
    for _ in range(repeats):
        started = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - started)
    return best


def progress(text: str) -> None:
    """Tell on standard error what is being measured, so that the table stays alone on standard output."""
    print(f"... {text}", file=sys.stderr, flush=True)
