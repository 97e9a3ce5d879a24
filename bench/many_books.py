"""How quick it stays as rulebooks grow: a copy of the package is measured, with copies of the rulebooks that ship."""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import quepu
from bench.row import Row, progress

BOOKS = 38
REPEATS = 5
HAND = "123m45699p678s55z 9p"
LIST = "from quepu.server.answers.book_index import book_index; import time; now = time.process_time(); " \
       "book_index(); print(time.process_time() - now)"


def many_rulebooks() -> Iterator[Row]:
    """`quepu rules`, the server's list and the comparison over all, in processor time; the cache filled and empty."""
    with tempfile.TemporaryDirectory(prefix="quepu-bench-") as folder:
        _copy(Path(folder))
        settings = {**os.environ, "PYTHONPATH": folder, "QUEPU_CACHE": f"{folder}/cache",
                    "PYTHONPYCACHEPREFIX": f"{folder}/compiled"}
        settings.pop("PYTHONDONTWRITEBYTECODE", None)
        compare = ["-m", "quepu.cli.main", "score", HAND, "--rule", "all"]
        _spent(compare, settings)                       # Python's own cache
        for what, command, most in (("quepu rules", ["-m", "quepu.cli.main", "rules"], 0.4),
                                    ("quepu score HAND --rule all", compare, 2.0)):
            progress(f"{what} with {BOOKS} rulebooks")
            took = min(_spent(command, settings) for _ in range(REPEATS))
            yield Row(f"{BOOKS} rulebooks: {what}", f"{took:.2f} s", f"<= {most} s", took <= most)
        took = _list(settings)
        yield Row(f"{BOOKS} rulebooks: the server's list", f"{took:.2f} s", "<= 0.3 s", took <= 0.3)
        shutil.rmtree(settings["QUEPU_CACHE"])
        took = _list(settings)                          # in a checkout, once: a wheel brings what is kept
        yield Row(f"{BOOKS} rulebooks: the same, empty cache, as it starts", f"{took:.2f} s")


def _list(settings: dict[str, str]) -> float:
    return float(subprocess.check_output([sys.executable, "-c", LIST], env=settings))


def _copy(folder: Path) -> None:
    """The package with copies of its rulebooks, each a text of its own."""
    shutil.copytree(Path(quepu.__file__).parent, folder / "quepu", ignore=shutil.ignore_patterns("page", "__pycache__"))
    books = folder / "quepu" / "rulebook" / "books"
    shipped = sorted(books.glob("*.toml"))
    for number in range(len(shipped), BOOKS):
        one = shipped[number % len(shipped)]
        text = one.read_text(encoding="utf-8")
        (books / f"copy{number}_{one.name}").write_text(f"{text}\n# copy {number}\n", encoding="utf-8")


def _spent(arguments: list[str], settings: dict[str, str]) -> float:
    """Processor time of a process of its own."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], env=settings, stdout=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
