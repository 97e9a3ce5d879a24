"""A line of the speed table, and the clock."""

import sys
import time
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

MEASURED: dict[str, str] = tomllib.loads(Path(__file__).with_name("measured.toml").read_text(encoding="utf-8"))
REPEATS = 3
CPU_REPEATS = 10


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


def best_of(work: Callable[[], object], repeats: int = REPEATS,
            clock: Callable[[], float] = time.perf_counter) -> float:
    """The shortest time in seconds that the work took."""
    best = float("inf")
    for _ in range(repeats):
        started = clock()
        work()
        best = min(best, clock() - started)
    return best


def least_cpu(work: Callable[[], object]) -> float:
    """The least time in seconds that the work kept the processor busy: what else runs on the machine matters less."""
    return best_of(work, CPU_REPEATS, time.process_time)


def progress(text: str) -> None:
    """Tell on standard error what is being measured, so that the table stays alone on standard output."""
    print(f"... {text}", file=sys.stderr, flush=True)
