"""Finds: a few inputs of each signature, made small, written into a folder."""

import json
import re
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tools.fuzz.minimise import minimised
from tools.fuzz.verdict import Find, Verdict

Input = dict[str, Any]
MOST_INPUTS = 5                         # of one signature: two inputs may have two causes


@dataclass
class Finds:
    """All that was found in a run."""

    folder: Path
    seed: str
    seconds: float = 60.0                       # for making one small
    tell: Callable[[str], None] = print
    counts: Counter[str] = field(default_factory=Counter)
    kept: dict[str, dict[str, Any]] = field(default_factory=dict)

    def add(self, given: Input, level: str, find: Find, ask: Callable[[Input, str], Verdict],
            history: list[tuple[str, int]]) -> None:
        """Note a find; the first few inputs of its signature are tried again alone, made small and written."""
        self.counts[find.signature] += 1
        if self.counts[find.signature] > MOST_INPUTS:
            return
        again = ask(given, level).find
        alone = again is not None and again.kind == find.kind
        small = minimised(given, lambda one: _same(ask(one, level).find, find), self.seconds) if alone else given
        note = {**find.as_json(), "part": given["part"], "of": given.get("kind", ""), "level": level, "seed": self.seed,
                "number": given.get("number"), "alone": alone, "input": small}
        if not alone:
            note["after"] = history[-40:]
        self.kept.setdefault(find.signature, note)
        name = re.sub(r"[^a-z0-9]+", "-", f"{given['part']}-{find.signature}".lower())[:70].strip("-")
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / f"{name}-{given.get('number')}.json").write_text(
            json.dumps(note, ensure_ascii=False, indent=1, default=str), encoding="utf-8")
        self.tell(f"FIND {find.signature}{'' if alone else ' (not alone)'}\n    {find.what[:300]}")

    def of(self, part: str, kind: str) -> int:
        """How many different finds an input of a kind gave."""
        return sum(note["part"] == part and note["of"] == kind for note in self.kept.values())


def _same(found: Find | None, wanted: Find) -> bool:
    return found is not None and found.kind == wanted.kind and (
        found.signature == wanted.signature or wanted.kind in ("crash", "hang", "code run"))


def progress(text: str, last: list[float] | None = None) -> None:
    """A line on standard error, where somebody looks."""
    if sys.stderr.isatty():
        print(text.ljust(78), end="\r", file=sys.stderr, flush=True)
    elif last is not None and time.monotonic() - last[0] > 60:
        last[0] = time.monotonic()
        print(text, file=sys.stderr, flush=True)
