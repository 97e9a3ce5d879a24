"""A release: `python -m tools.release 0.3.0` looks at everything and says what it would do; `--write` does it.

What is unreleased in CHANGELOG.md becomes the version, `__version__` is raised, both are committed and tagged, with the
notes as the tag's text.  Nothing is pushed.  The checks run before anything is written; `--tests` runs `make test` too.
"""

import argparse
import datetime
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools import write_scores

ROOT = Path(__file__).resolve().parent.parent
LOG, INIT = "CHANGELOG.md", "src/quepu/__init__.py"
UNRELEASED = "## Unreleased"
_VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)")
_WRITTEN = re.compile(r'^__version__ = "([^"]+)"', re.MULTILINE)
#: what has to pass, by name
CHECKS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("ruff", (sys.executable, "-m", "ruff", "check", ".")),
    ("layers", (str(Path(sys.executable).with_name("lint-imports")), "--no-cache")),
    ("mypy", (sys.executable, "-m", "mypy")),
)
Run = Callable[[Sequence[str]], tuple[int, str]]


class ReleaseError(Exception):
    """Why there is nothing to release yet."""


def run(command: Sequence[str]) -> tuple[int, str]:
    """(exit code, what it said) of a command in the repository."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, (done.stdout + done.stderr).strip()


def numbers(version: str) -> tuple[int, ...]:
    """A version as numbers that can be compared."""
    found = _VERSION.fullmatch(version)
    if found is None:
        raise ReleaseError(f"{version!r} is no version: three numbers are wanted, like 0.3.0")
    return tuple(map(int, found.groups()))


def parts(log: str) -> dict[str, str]:
    """The parts of the changelog by their headings, the newest first."""
    _head, *texts = re.split(r"^(?=## )", log, flags=re.MULTILINE)
    return {text.partition("\n")[0]: text.partition("\n")[2].strip() for text in texts}


@dataclass(frozen=True, slots=True)
class Release:
    """What a release comes to."""

    version: str
    notes: str
    log: str                            # the changelog, and ...
    init: str                           # ... the package's first file, as they are then


def planned(version: str, date: str, log: str, init: str) -> Release:
    """The release of what is unreleased."""
    written = _WRITTEN.search(init)
    if written is None:
        raise ReleaseError(f"{INIT} has no line __version__ = \"...\"")
    if numbers(version) <= numbers(written[1]):
        raise ReleaseError(f"{version} does not come after {written[1]}, which {INIT} says")
    if any(heading.startswith(f"## {version} ") for heading in parts(log)):
        raise ReleaseError(f"{LOG} has a part {version} already")
    notes = parts(log).get(UNRELEASED, "")
    if "- " not in notes:
        raise ReleaseError(f"{LOG} has nothing under {UNRELEASED}")
    return Release(version, notes, log.replace(UNRELEASED, f"{UNRELEASED}\n\n## {version} ({date})", 1),
                   _WRITTEN.sub(f'__version__ = "{version}"', init))


def faults(release: Release, asks: Run, tests: bool = False) -> Iterator[str]:
    """Everything that speaks against the release."""
    code, changed = asks(("git", "status", "--porcelain"))
    if code or changed:
        yield f"the tree is not as it is committed:\n{changed}"
    if not asks(("git", "rev-parse", "--verify", "--quiet", f"refs/tags/v{release.version}"))[0]:
        yield f"there is a tag v{release.version} already"
    for name in write_scores.BOOKS:
        wrong = write_scores.unraised(write_scores.kept(name), write_scores.scores_of(name))
        if wrong:
            yield f"{name}: scores have changed and its version has not: {', '.join(wrong)}"
    for name, command in (*CHECKS, *((("tests", ("make", "test")),) if tests else ())):
        code, said = asks(command)
        if code:
            yield f"{name} fails:\n{said}"


def write(release: Release, asks: Run) -> None:
    """Write, commit and tag it."""
    (ROOT / LOG).write_text(release.log, encoding="utf-8")
    (ROOT / INIT).write_text(release.init, encoding="utf-8")
    for command in (("git", "add", LOG, INIT), ("git", "commit", "--message", f"quepu {release.version}"),
                    ("git", "tag", "--annotate", "--cleanup=verbatim", f"v{release.version}", "--message",
                     f"quepu {release.version}\n\n{release.notes}")):
        code, said = asks(command)
        if code:
            raise ReleaseError(f"{' '.join(command[:2])} failed: {said}")


def main(argv: Sequence[str] | None = None, asks: Run = run) -> int:
    """Look at everything, and release it if that is asked for; 1 if something speaks against it."""
    parser = argparse.ArgumentParser(prog="tools.release", description="Release what is unreleased; says only what it "
                                     "would do unless --write is given.")
    parser.add_argument("version", help="the next one, like 0.3.0")
    parser.add_argument("--date", default=datetime.date.today().isoformat(), help="of the release (today)")
    parser.add_argument("--tests", action="store_true", help="run make test as well")
    parser.add_argument("--write", action="store_true", help="change the files, commit and tag")
    told = parser.parse_args(argv)
    try:
        release = planned(told.version, told.date, (ROOT / LOG).read_text(encoding="utf-8"),
                          (ROOT / INIT).read_text(encoding="utf-8"))
        wrong = list(faults(release, asks, told.tests))
        print("\n".join((f"quepu {release.version}", "", release.notes, "")))
        for one in wrong:
            print(f"not yet: {one}", file=sys.stderr)
        if not wrong and told.write:
            write(release, asks)
            print(f"committed and tagged v{release.version}; git push --follow-tags makes it public")
        elif not wrong:
            print(f"would raise __version__, write {LOG}, commit and tag v{release.version}; --write does it")
    except ReleaseError as error:
        print(f"not yet: {error}", file=sys.stderr)
        return 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
