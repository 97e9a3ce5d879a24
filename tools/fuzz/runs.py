"""A run over one part: so many inputs, or for so long; counts of what became of them."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tools.fuzz.finds import Finds, progress
from tools.fuzz.pool import Judge, Judged
from tools.fuzz.verdict import PLAYED, READ, REFUSED, SCORED, Verdict

BATCH = 300                             # mutants that are read before some of them are scored and played
COLUMNS = ("inputs", "read", "refused", "scored", "played", "plain", "finds")
Input = dict[str, Any]


@dataclass
class Amount:
    """How much is done: inputs, of them scored and played; or as many as fit into the time."""

    count: int | None = 300
    score: int = 60
    play: int = 15
    plain: int = 1                      # of those played, without the compiler as well
    end: float | None = None            # of the clock, where time decides
    levels: tuple[str, ...] = ("read", "score", "play")

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return self.end is not None and time.monotonic() >= self.end

    def share(self, name: str, done: int) -> int:
        """How many of `name` belong to the first `done` inputs."""
        wanted = int(getattr(self, name)) if name in self.levels or name == "plain" else 0
        of = self.count if self.count is not None else BATCH
        return wanted * done // of if of else 0


@dataclass
class Run:
    """A part on its way: its judge, its finds, its counts by kind."""

    judge: Judge
    finds: Finds
    cost: float = 0.0                   # seconds past which an input is a find; 0: none
    counts: dict[str, Counter[str]] = field(default_factory=dict)
    last: list[float] = field(default_factory=lambda: [time.monotonic()])

    def __post_init__(self) -> None:
        self.worker = Judged(self.judge, self.cost)
        self.again = Judged(self.judge, self.cost)      # for finds: what the first has seen does not matter there

    def ask(self, given: Input, level: str) -> Verdict:
        """What becomes of an input; a find is kept."""
        verdict = self.worker.ask(given, level)
        if verdict.find is not None:
            history = list(self.worker.history)
            self.finds.add(given, level, verdict.find, self._alone, history)
        return verdict

    def _alone(self, given: Input, level: str) -> Verdict:
        return self.again.ask(given, level)

    def tally(self, kind: str, word: str) -> None:
        """Count one."""
        self.counts.setdefault(kind, Counter())[word] += 1

    def close(self) -> None:
        """End the processes."""
        self.worker.close()
        self.again.close()

    def row(self, part: str, kind: str) -> dict[str, int]:
        """The counts of a kind as a row of the table."""
        found = {name: self.counts.get(kind, Counter())[name] for name in COLUMNS}
        return {**found, "finds": self.finds.of(part, kind)}


def run_books(run: Run, make: Callable[[int], Input], amount: Amount, seed: str) -> None:
    """Batches of mutants: all are read, some of those that could be are scored, some of these played."""
    done = 0
    while not amount.over and (amount.count is None or done < amount.count):
        size = BATCH if amount.count is None else min(BATCH, amount.count - done)
        sound: list[Input] = []
        for number in range(done, done + size):
            if amount.over:
                return
            given = make(number)
            verdict = run.ask(given, "read")
            run.tally(given["kind"], "inputs")
            run.tally(given["kind"], READ if verdict.reached == READ else REFUSED)
            if verdict.reached == READ:
                sound.append(given)
            progress(f"books: {number + 1} read, {len(run.finds.kept)} finds", run.last)
        done += size
        Random(f"{seed}:{done}").shuffle(sound)
        scored = list(_until(run, amount, sound, "score", SCORED, amount.share("score", done)))
        # what can be scored is played; where nothing is to be scored, whatever can be read
        _play(run, amount, scored if "score" in amount.levels else sound, done)


def _until(run: Run, amount: Amount, some: list[Input], level: str, reached: str, wanted: int) -> Iterator[Input]:
    """Inputs that came so far, until there are as many as wanted."""
    for given in some:
        if sum(count[reached] for count in run.counts.values()) >= wanted or amount.over:
            return
        verdict = run.ask(given, level)
        if verdict.reached == reached:
            run.tally(given["kind"], reached)
            yield given
        progress(f"books: {level} {given['number']}, {len(run.finds.kept)} finds", run.last)


def _play(run: Run, amount: Amount, some: list[Input], done: int) -> None:
    wanted = amount.share("play", done)
    plain = amount.share("plain", done)
    for given in some:
        played = sum(count[PLAYED] for count in run.counts.values())
        if played >= wanted or amount.over:
            return
        is_plain = sum(count["plain"] for count in run.counts.values()) < plain
        verdict = run.ask(given, "plain" if is_plain else "play")
        if verdict.reached == PLAYED:
            run.tally(given["kind"], PLAYED)
            if is_plain:
                run.tally(given["kind"], "plain")
        progress(f"books: play {given['number']}, {len(run.finds.kept)} finds", run.last)


def run_others(run: Run, make: Callable[[int], Input], amount: Amount, part: str) -> None:
    """Inputs one after the other."""
    number = 0
    while not amount.over and (amount.count is None or number < amount.count):
        given = make(number)
        verdict = run.ask(given, part)
        run.tally(given["kind"], "inputs")
        run.tally(given["kind"], REFUSED if verdict.reached == REFUSED else READ)
        number += 1
        progress(f"{part}: {number}, {len(run.finds.kept)} finds", run.last)
