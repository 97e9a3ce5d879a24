"""How long starting takes: the command from a cold shell, and the compiled form with and without its cache."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.row import MEASURED, Row, best_of, progress

SHELL_REPEATS = 5
COMMAND = Path(sys.executable).parent / "quepu"
HAND = "[222m]555p888s33z77z 7z"
FIRST_USE = (f'import quepu; book = quepu.rulebook("{MEASURED["fans"]}"); '
             f'book.compiled().score(book.win("{HAND}")).fan_ids')


def from_the_shell() -> Iterator[Row]:
    """`quepu score` and `quepu --help` as a user runs them."""
    for what, arguments, most in (("quepu score HAND", ["score", HAND], 0.3), ("quepu --help", ["--help"], 0.2)):
        progress(what)
        command = [str(COMMAND), *arguments]
        took = best_of(lambda command=command: _run(command), SHELL_REPEATS)  # type: ignore[misc]
        yield Row(f"cold start: {what}", f"{took:.2f} s", f"<= {most} s", took <= most)


def first_use() -> Iterator[Row]:
    """The compiled form: with an empty cache, with the engine only, and with everything there."""
    with tempfile.TemporaryDirectory(prefix="quepu-bench-") as folder:
        environment = {**os.environ, "QUEPU_CACHE": folder}
        progress("engine and rulebook with an empty cache (up to a minute)")
        everything = _first_use(environment)
        for path in Path(folder).rglob("quepu_book_*"):
            if path.is_file():
                path.unlink()
        progress("the rulebook alone")
        book = _first_use(environment)
        progress("warm start")
        warm = min(_first_use(environment) for _ in range(3))
    yield Row("first use: engine, empty cache", f"{everything - book:.1f} s", "<= 60 s", everything - book <= 60)
    yield Row("first use: rulebook, engine compiled", f"{book - warm:.1f} s", "<= 10 s", book - warm <= 10)
    yield Row("warm start: process, import, one score", f"{warm:.2f} s", "<= 2 s", warm <= 2)


def _first_use(environment: dict[str, str]) -> float:
    return best_of(lambda: _run([sys.executable, "-c", FIRST_USE], environment), 1)


def _run(command: list[str], environment: dict[str, str] | None = None) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
