"""Mutants that no test can catch, rulebook by rulebook, each with the reason: `tests/mutants/ID.toml`.

A row names the key (`path`), if need be the kind of change and a piece of what stands there after it, and says `why`
the rulebook means the same with it, or why no test shows it.  A mutant that is caught stays caught, listed or not.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tools.mutants import Mutant

LISTS = Path(__file__).parent.parent / "tests" / "mutants"


@dataclass(frozen=True, slots=True)
class Known:
    """One row: the mutants it speaks of, and why they stay."""

    path: str
    why: str
    kind: str = ""
    new: str = ""

    def is_of(self, mutant: Mutant) -> bool:
        """Whether it speaks of a mutant."""
        return self.path == ".".join(map(str, mutant.path)) and self.kind in ("", mutant.kind) and \
            self.new in str(mutant.new)


@cache
def known(book: str) -> tuple[Known, ...]:
    """The rows of a rulebook."""
    file = LISTS / f"{book}.toml"
    rows = tomllib.loads(file.read_text(encoding="utf-8"))["same"] if file.exists() else []
    return tuple(Known(**row) for row in rows)


def reason(mutant: Mutant) -> str:
    """Why a mutant is listed; empty if it is not."""
    return next((row.why for row in known(mutant.book) if row.is_of(mutant)), "")
