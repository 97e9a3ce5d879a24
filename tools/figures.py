"""The figures of docs/architecture.md: how large the program is, and the ways of a score and of a click through it.

Each way is measured in a process of its own, so that nothing is at hand that a first question would not find.
"""

import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

SOURCES = Path(__file__).resolve().parent.parent / "src" / "quepu"
SCORE = ("score", "[789s]12399m123p12s 3s", "--from", "N", "--seat", "S")
CLICK = ("--click",)


class Figures(NamedTuple):
    """What a way comes to."""

    files: int
    functions: int
    doors: int                          # called from another package


#: a score as it was: before the rooms were laid out anew, and in 0.2.0
EARLIER = {"a score, at dd2baa9": Figures(54, 372, 69), "a score, 0.2.0": Figures(77, 600, 130)}


def way(*asked: str) -> Figures:
    """The way of a command, or of a click, as it is now."""
    told = subprocess.run([sys.executable, "-m", "tools.way", "--sums", *asked], capture_output=True, text=True,
                          check=True, cwd=SOURCES.parent.parent)
    return Figures(*map(int, re.findall(r"\d+", told.stdout)))


def ways() -> dict[str, Figures]:
    """Both ways now; a score is asked twice, because the first may still have to read tables that are kept."""
    way(*SCORE)
    return {"a score, now": way(*SCORE), "a click, now": way(*CLICK)}


def size() -> tuple[int, int]:
    """(files, lines) of the program."""
    texts = [path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.py")]
    return len(texts), sum(text.count("\n") for text in texts)
