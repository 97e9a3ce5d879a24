"""The parts of the fuzzer: how inputs of each are made and judged."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.fuzz.api import api_input
from tools.fuzz.api_judge import judge_api
from tools.fuzz.book_judge import judge_book
from tools.fuzz.books import book_input
from tools.fuzz.cli import cli_input, judge_cli
from tools.fuzz.corpus import read
from tools.fuzz.finds import Finds
from tools.fuzz.hands import hand_input, judge_hand
from tools.fuzz.pool import Judge, Judged
from tools.fuzz.records import judge_record, record_input
from tools.fuzz.runs import Amount, Run, run_books, run_others
from tools.fuzz.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Part:
    """How inputs are made (of a seed and a number) and judged."""

    make: Callable[[str, int], dict[str, Any]]
    judge: Judge


PARTS = {
    "books": Part(book_input, judge_book),
    "records": Part(record_input, judge_record),
    "api": Part(api_input, judge_api),
    "cli": Part(cli_input, judge_cli),
    "hands": Part(hand_input, judge_hand),
}


def run_part(part: str, seed: str, amount: Amount, finds: Finds,
             shard: tuple[int, ...] = (0, 1), cost: float = 0.0) -> list[dict[str, Any]]:
    """Run a part, or the inputs of one shard of so many; the rows of the table it came to."""
    of = PARTS[part]
    first, step = shard
    run = Run(of.judge, finds, cost)

    def make(index: int) -> dict[str, Any]:
        return of.make(seed, first + step * index)

    try:
        if part == "books":
            run_books(run, make, amount, f"{seed}:{first}")
        else:
            run_others(run, make, amount, part)
    finally:
        run.close()
        for level, seconds in run.worker.used.items():
            print(f"{part}: {seconds:.1f} s of processor time for {level}", flush=True)
    return [{"part": part, "kind": kind, **run.row(part, kind)} for kind in sorted(run.counts)]


def judged(paths: Iterable[Path], cost: float = 0.0) -> Iterator[tuple[Path, Verdict]]:
    """Files of the corpus, or finds, with what becomes of each."""
    for path in paths:
        found = read(path)
        one = Judged(PARTS[found["input"]["part"]].judge, cost)
        yield path, one.ask(found["input"], found["level"])
        one.close()
