"""Every shipped rulebook: its first compiled use once the engine is compiled, and hands played by greedy bots.

Each is measured in a process of its own; they share a cache that holds the engine and nothing of any rulebook.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.row import Row, progress

FIRST_MOST = 3.0           # seconds of processor time from the rulebook's file to the first hand played
GREEDY_LEAST = 1500         # hands in a second of processor time
OF_A_RULEBOOK = ("quepu_book_", "quepu_play_", "quepu_near_", "quepu_aims_")
HANDS, ROUNDS = 500, 4      # of each round; the best counts


def every_rulebook() -> Iterator[Row]:
    """Two rows for each rulebook."""
    from quepu.rulebook.file.load import known_ids
    with tempfile.TemporaryDirectory(prefix="quepu-bench-") as folder:
        environment = {**os.environ, "QUEPU_CACHE": folder}
        books = known_ids()
        progress("the engine, with an empty cache (up to two minutes)")
        _measure(books[0], environment)
        _forget_rulebooks(folder)
        for number, book in enumerate(books, 1):
            progress(f"{book}, {number} of {len(books)}")
            told = _measure(book, environment)
            if "error" in told:
                yield Row(f"{book}: played by the engine", str(told["error"])[:28], "", False)
                continue
            first, rate = float(told["first"]), float(told["rate"])
            yield Row(f"{book}: first compiled use", f"{first:.1f} s", f"<= {FIRST_MOST:.0f} s", first <= FIRST_MOST)
            yield Row(f"{book}: greedy bots", f"{rate:,.0f} hands/s", f">= {GREEDY_LEAST:,}", rate >= GREEDY_LEAST)


def _forget_rulebooks(folder: str) -> None:
    """Take out all that was compiled or tabulated for a rulebook; the engine stays."""
    for path in Path(folder).rglob("quepu_*"):
        if path.is_file() and path.name.startswith(OF_A_RULEBOOK) and not path.name.startswith("quepu_near_search"):
            path.unlink()


def _measure(book: str, environment: dict[str, str]) -> dict[str, float | str]:
    """What a process of its own tells about one rulebook."""
    told = subprocess.run([sys.executable, "-m", "bench.books", book], capture_output=True, text=True, check=False,
                          env=environment)
    if told.returncode:
        return {"error": told.stderr.strip().splitlines()[-1] if told.stderr.strip() else "no answer"}
    answer: dict[str, float | str] = json.loads(told.stdout)
    return answer


def main(book: str) -> int:
    """Measure one rulebook here and print what came out."""
    import numpy as np

    import quepu
    from quepu.engine.layout.bot_room import Policy
    from quepu.game.engine import Engine
    started = time.process_time()
    engine = Engine(quepu.rulebook(book))
    table, bots = engine.new_table(), np.full(4, Policy.GREEDY, dtype=np.int64)
    engine.kernels.play_hands(table, engine.session, bots, 1, 1)
    first = time.process_time() - started
    rate = 0.0
    for number in range(ROUNDS):
        before = time.process_time()
        engine.kernels.play_hands(table, engine.session, bots, number + 1, HANDS)
        rate = max(rate, HANDS / (time.process_time() - before))
    print(json.dumps({"first": first, "rate": rate}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
