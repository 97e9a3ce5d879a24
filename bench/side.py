"""One side of a comparison: the same work in this tree or in that of an older commit, a line of JSON for each row.

Run as a file (`python -P side.py JOB`) with the tree first on the path, so it imports nothing of its own neighbours:
`quepu` and `bench.play` are those of the tree.  Of the latter it calls `Engine`, `give_aims`, `_ours` and `_step`.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from random import Random
from typing import Any

#: seconds of processor time that a measurement takes at least, and how many measurements the best is of
FULL, QUICK, WARM = (0.15, 5), (0.05, 3), (0.0, 1)
HANDS = 1000                # scored of each rulebook
DEALT = 20_000              # whose distance is looked up
PLAYED = {"random": 400, "greedy": 100, "aware": 40}        # hands in one go
STEPS = 1000
PACKAGES = ("numpy", "llvmlite", "numba")

Work = Callable[[], object]
Rooms = dict[tuple[str, str], Any]      # engines and batches by rulebook, made once


def names(books: list[str], first: str) -> list[str]:
    """All rows, of these rulebooks; what is measured for one rulebook only is measured for the first."""
    return [f"score: one call each, {first}", f"score: packing, {first}", *(f"score: batch, {book}" for book in books),
            f"distance: batch, {first}", *(f"play: {bot}, {book}" for bot in PLAYED for book in books),
            f"play: one step from Python, {first}"]


def rates(job: dict[str, Any]) -> Iterator[tuple[str, float | str]]:
    """Each row with how many hands (or steps) a second of processor time does, or with why it cannot be said."""
    seconds, repeats = {"full": FULL, "quick": QUICK, "warm": WARM}[job["size"]]
    rooms: Rooms = {}
    for row in job["rows"]:
        try:
            count, work = _work(row, job, rooms)
            work()                      # everything is loaded and every table is warm
            yield row, count / _least(work, seconds, repeats)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # the other rows are worth having
            yield row, f"{type(error).__name__}: {str(error).strip().splitlines()[0] if str(error).strip() else ''}"


def _least(work: Work, seconds: float, repeats: int) -> float:
    """The least processor time that the work took, on average over so many seconds."""
    best = float("inf")
    for _repeat in range(repeats):
        started, done = time.process_time(), 0
        while True:
            work()
            done += 1
            took = time.process_time() - started
            if took >= seconds and took > 0:
                break
        best = min(best, took / done)
    return best


def _work(row: str, job: dict[str, Any], rooms: Rooms) -> tuple[int, Work]:
    """How many units of work, and the work."""
    what, _comma, book = row.rpartition(", ")
    area, _colon, way = what.partition(": ")
    if area == "score":
        return _scoring(way, book, job, rooms)
    if area == "distance":
        import numpy as np

        import quepu
        rng, wall = Random("distances"), [kind for kind in range(34) for _copy in range(4)]
        dealt = np.zeros((DEALT, 42), dtype=np.uint8)
        for counts in dealt:
            np.add.at(counts, rng.sample(wall, 14), 1)
        rule = quepu.rulebook(book)
        return DEALT, lambda: rule.distances(dealt)
    return _playing(way, book, rooms)


def _scoring(way: str, book: str, job: dict[str, Any], rooms: Rooms) -> tuple[int, Work]:
    import quepu
    if ("fast", book) not in rooms:
        import quepu.hand as values
        fast = quepu.rulebook(book).compiled()
        known = {name: getattr(values, name) for name in ("Win", "Hand", "Meld")}
        wins = [eval(text, known) for text in job["wins"][book]]        # written by `made_wins`, see `against`
        rooms["fast", book] = fast, wins, fast.batch(wins)
    fast, wins, batch = rooms["fast", book]
    if way == "packing":
        return len(wins), lambda: fast.batch(wins)
    if way == "batch":
        return len(wins), lambda: fast.score_batch(batch)

    def each() -> None:
        for win in wins:
            score = fast.score(win)
            _ = score.total, score.fan_ids
    return len(wins), each


def _playing(way: str, book: str, rooms: Rooms) -> tuple[int, Work]:
    import quepu
    play: Any = import_module("bench.play")
    if ("engine", book) not in rooms:
        rooms["engine", book] = play.Engine(quepu.rulebook(book))
    engine = rooms["engine", book]
    if way not in PLAYED:
        return STEPS, lambda: play._step(engine, STEPS)
    if way == "aware":
        play.give_aims(engine)
    bot, hands = getattr(play, f"BOT_{way.upper()}"), PLAYED[way]
    return hands, lambda: play._ours(engine, bot, hands)


def made_wins(books: list[str]) -> dict[str, list[str]]:
    """Random wins of some rulebooks as text; both sides score the same."""
    import quepu
    from quepu.testing import random_win
    found = {}
    for book in books:
        rule, rng = quepu.rulebook(book), Random(f"against {book}")
        found[book] = [repr(random_win(rule, rng)) for _win in range(HANDS)]
    return found


def known_books() -> list[str]:
    """The rulebooks of this tree."""
    for module in ("quepu.rulebook.file.load", "quepu.rulebook.load"):     # as the older tree calls it
        with suppress(ModuleNotFoundError):
            return list(import_module(module).known_ids())
    raise SystemExit("this tree has no list of rulebooks")


def _versions() -> dict[str, str]:
    found = {"python": sys.version.split()[0]}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def main(path: str) -> int:
    """Do the job of a file: name the rulebooks, make hands, or measure rows."""
    with open(path, encoding="utf-8") as file:
        job = json.load(file)
    if job["do"] == "books":
        import quepu
        print(json.dumps({"books": known_books(), "versions": _versions(), "from": quepu.__file__}))
    elif job["do"] == "wins":
        print(json.dumps(made_wins(job["books"])))
    else:
        for row, rate in rates(job):
            print(json.dumps([row, rate]), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
