"""`python -m bench --against COMMIT`: an older commit and this tree by turns, each with its own environment and cache.

What takes long to make is kept under the user's cache folder (bench/): one virtual environment for each list of
dependencies, one cache of compiled code for each commit.  The older commit stands in a git worktree of its own as long
as the comparison runs.
"""

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from bench import side
from bench.pairs import Rates, paired, table
from bench.row import MEASURED, progress

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 7
LONGEST = 1800              # seconds for one side of one round; the first compiles everything
SILENCE = 30                # seconds after which it is told how far a side is


class AgainstError(Exception):
    """Why nothing can be compared."""


@dataclass(frozen=True, slots=True)
class Side:
    """A tree with the Python and the cache it runs with."""

    name: str
    tree: Path
    python: Path
    cache: Path

    def do(self, job: dict[str, Any]) -> list[Any]:
        """What a process of its own answers to a job, line by line, up to where it ended."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        environment |= {"PYTHONPATH": os.pathsep.join([str(self.tree / "src"), str(self.tree)]),
                        "PYTHONDONTWRITEBYTECODE": "1", "QUEPU_CACHE": str(self.cache)}
        lines: list[Any] = []
        with tempfile.TemporaryDirectory(prefix="quepu-bench-") as folder:
            path, errors = Path(folder) / "job.json", Path(folder) / "errors"
            path.write_text(json.dumps(job), encoding="utf-8")
            with errors.open("w") as err, subprocess.Popen(
                    [str(self.python), "-P", side.__file__, str(path)], env=environment, cwd=folder, text=True,
                    stdout=subprocess.PIPE, stderr=err) as process, _ended_after(LONGEST, process):
                told = time.monotonic()
                for line in process.stdout or ():
                    if line.startswith(("[", "{")):
                        lines.append(json.loads(line))
                    if time.monotonic() - told > SILENCE:
                        told = time.monotonic()
                        progress(f"{self.name}: {len(lines)} of {len(job.get('rows', ())) or 1} answers")
            said = errors.read_text(errors="replace").strip().splitlines()
        if process.returncode:
            lines.append(["", f"its process ended ({process.returncode}): {said[-1] if said else 'it said nothing'}"])
        return lines

    def rates(self, job: dict[str, Any]) -> Rates:
        """The rows of a round."""
        found: dict[str, float | str] = dict(self.do(job))
        ended = found.pop("", None)
        return found if ended is None else {row: found.get(row, ended) for row in job["rows"]}

    def answer(self, job: dict[str, Any]) -> Any:
        """The answer to a job that must succeed."""
        lines = self.do(job)
        if not lines or isinstance(lines[-1], list):
            raise AgainstError(f"{self.name} cannot be run: {lines[-1][1] if lines else 'it says nothing'}")
        return lines[-1]


@contextmanager
def _ended_after(seconds: float, process: "subprocess.Popen[str]") -> Iterator[None]:
    """End a process that takes too long, or whose reader was stopped."""
    clock = threading.Timer(seconds, process.kill)
    clock.start()
    try:
        yield
        process.wait()
    except BaseException:
        process.kill()
        raise
    finally:
        clock.cancel()


# -- the older commit --

def git(*words: str) -> str:
    """What git says; an AgainstError if it refuses."""
    try:
        told = subprocess.run(["git", "-C", str(ROOT), "-c", f"core.hooksPath={os.devnull}", *words],
                              capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise AgainstError("git is not installed: it is needed to fetch the older commit") from None
    if told.returncode:
        raise AgainstError(told.stderr.strip() or f"git {words[0]} failed")
    return told.stdout.strip()


def commit_of(text: str) -> str:
    """The full name of a commit."""
    try:
        return git("rev-parse", "--verify", "--quiet", "--end-of-options", text + "^{commit}")
    except AgainstError as error:
        if (ROOT / ".git").exists():
            raise AgainstError(f"there is no commit '{text}' in this repository: give a name that `git log` knows "
                               "(in a shallow clone: git fetch --unshallow)") from None
        raise AgainstError(f"{ROOT} is no git repository: {error}") from None


@contextmanager
def worktree(commit: str, home: Path) -> Iterator[Path]:
    """The tree of a commit for as long as it is needed; git forgets it afterwards."""
    for old in home.glob("tree-*"):
        if not _runs(old.name.removeprefix("tree-")):           # was killed
            shutil.rmtree(old, ignore_errors=True)
    git("worktree", "prune")
    tree = home / f"tree-{os.getpid()}"
    git("worktree", "add", "--quiet", "--detach", "--force", str(tree), commit)
    try:
        yield tree
    finally:
        try:
            git("worktree", "remove", "--force", str(tree))
        except AgainstError:
            shutil.rmtree(tree, ignore_errors=True)
            git("worktree", "prune")


def _runs(process: str) -> bool:
    try:
        os.kill(int(process), 0)
    except (ValueError, ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def environment_of(tree: Path, home: Path) -> Path:
    """The Python of a virtual environment with the dependencies of a tree; made once for each list of them."""
    project = tomllib.loads((tree / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted: list[str] = sorted(project.get("dependencies", []))
    key = hashlib.sha256("\0".join([sys.version, sys.prefix, *wanted]).encode()).hexdigest()[:16]
    folder = home / f"python-{key}"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if (folder / "complete").exists() and python.exists():
        return python
    progress(f"a virtual environment with {', '.join(wanted)} (once)")
    shutil.rmtree(folder, ignore_errors=True)
    for command in ([sys.executable, "-m", "venv", str(folder)],
                    [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *wanted]):
        told = subprocess.run(command, capture_output=True, text=True, check=False)
        if told.returncode:
            last = (told.stderr.strip() or told.stdout.strip()).splitlines()[-1:]
            raise AgainstError(f"its environment cannot be made: {' '.join(last)}")
    (folder / "complete").touch()
    return python


def home_folder() -> Path:
    """Where environments and caches of comparisons are kept."""
    from platformdirs import user_cache_path
    home = user_cache_path("quepu-bench")
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    return home


# -- the comparison --

def chosen_rows(rows: Sequence[str], wanted: Sequence[str]) -> list[str]:
    """The rows whose names hold one of these texts; all if none is given."""
    unknown = [text for text in wanted if not any(text in row for row in rows)]
    if unknown:
        raise AgainstError(f"no row is called {', '.join(unknown)}; rows:\n  " + "\n  ".join(rows))
    return [row for row in rows if not wanted or any(text in row for text in wanted)]


def compare(this: Side, that: Side, wanted: Sequence[str], rounds: int, quick: bool) -> str:
    """The table of a comparison."""
    mine, theirs = this.answer({"do": "books"}), that.answer({"do": "books"})
    for here, told in ((this, mine), (that, theirs)):
        if not Path(told["from"]).resolve().is_relative_to(here.tree.resolve()):
            raise AgainstError(f"{here.name} would measure {told['from']}, which is not in {here.tree}")
    first = MEASURED["fans"]
    every = side.names(sorted({*mine["books"], *theirs["books"]}), first)
    rows = chosen_rows(every, wanted)
    books = sorted({row.rpartition(", ")[2] for row in rows if row.startswith("score")} & {*mine["books"]})
    progress(f"hands of {len(books)} rulebooks")
    job = {"do": "rows", "rows": rows, "size": "warm",
           "wins": this.answer({"do": "wins", "books": books}) if books else {}}
    for here in (this, that):
        progress(f"{here.name}: everything once, so that its cache is warm (the first time some minutes)")
        here.rates(job)
    job["size"] = "quick" if quick else "full"
    done: list[tuple[Rates, Rates]] = []
    for number in range(rounds):
        started = time.monotonic()
        found: dict[str, Rates] = {}
        for here in (this, that) if number % 2 == 0 else (that, this):
            found[here.name] = here.rates(job)
        done.append((found[this.name], found[that.name]))
        progress(f"round {number + 1} of {rounds}: {time.monotonic() - started:.0f} s")
    head = [f"{name}: " + ", ".join(f"{package} {number}" for package, number in told["versions"].items())
            for name, told in ((this.name, mine), (that.name, theirs))]
    return "\n".join([*head, f"{rounds} rounds", "", table(*paired(rows, done))])


def against(text: str, wanted: Sequence[str] = (), rounds: int = ROUNDS, quick: bool = False) -> int:
    """Print how fast this tree is beside an older commit; 2 if they cannot be compared."""
    before = signal.signal(signal.SIGTERM, _stop)
    try:
        commit, home = commit_of(text), home_folder()
        with worktree(commit, home) as tree:
            this = Side("this tree", ROOT, Path(sys.executable), home / "cache-this")
            that = Side(commit[:12], tree, environment_of(tree, home), home / f"cache-{commit[:12]}")
            print(compare(this, that, wanted, rounds, quick))
    except AgainstError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("bench: stopped", file=sys.stderr)
        return 130
    finally:
        signal.signal(signal.SIGTERM, before)
    return 0


def _stop(_number: int, _frame: FrameType | None) -> None:
    """Be ended as by Ctrl-C, so that the worktree is taken away."""
    raise KeyboardInterrupt
