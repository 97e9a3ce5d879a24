"""Games on disk: where they are kept, written whole or not at all; and a word when the table takes long to prepare."""

import contextlib
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.locale import words
from quepu.text_file import write_text

if TYPE_CHECKING:
    from quepu.game.match import Match

PATIENCE = 5.0              # seconds before anybody is told to wait


def games_folder() -> Path:
    """Where games are kept whose file nobody named; QUEPU_GAMES says otherwise."""
    from platformdirs import user_data_path
    folder = os.environ.get("QUEPU_GAMES")
    return Path(folder) if folder else user_data_path("quepu") / "games"


def new_file(book: str, now: str) -> Path:
    """A file that does not exist yet, named after the rulebook and the time."""
    folder = games_folder()
    names = (f"{book}-{now}{f'-{number}' if number > 1 else ''}.jsonl" for number in range(1, 1000))
    return next(folder / name for name in names if not (folder / name).exists())


def last_game() -> Path:
    """The game that was saved last."""
    folder = games_folder()
    try:
        games = sorted(folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime)
    except OSError:
        games = []
    if not games:
        raise QuepuError(Fault("cli.no_game", folder=str(folder)))
    return games[-1]


def save_match(match: "Match", path: Path) -> None:
    """Write the record of a match; the file is the old or the new one, never half of it."""
    from quepu.records.lines import write_record
    write_whole(path, write_record(match))


def write_whole(path: Path, text: str) -> None:
    """Write a text file in one stroke, and the folders to it; a fault says why it cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, text)
    except OSError as error:
        raise QuepuError(Fault("cli.not_written", file=str(path), why=error.strerror or str(error))) from None


@contextlib.contextmanager
def patiently(lang: str) -> Iterator[None]:
    """Say on standard error that the table is being prepared, should that take long: the first time it is compiled."""
    timer = threading.Timer(PATIENCE, lambda: print(words("play.preparing", lang), file=sys.stderr, flush=True))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
