"""What became of an input: how far it came, and what was wrong."""

import re
import traceback
from dataclasses import asdict, dataclass
from typing import Any

from quepu.errors import EngineFault, QuepuError

#: how far an input came
REFUSED, READ, SCORED, PLAYED, DONE = "refused", "read", "scored", "played", "done"


@dataclass(frozen=True, slots=True)
class Find:
    """Something wrong: its kind, what happened, and a signature by which the same is known again."""

    kind: str                           # crash, hang, memory, exception, difference, audit, engine, no line, ...
    what: str
    signature: str

    def as_json(self) -> dict[str, Any]:
        """The find as plain values."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Verdict:
    """How far an input came, and what was wrong with that; nothing if `find` is None."""

    reached: str
    find: Find | None = None


class FoundError(Exception):
    """Raised by a judge that has found something wrong."""

    def __init__(self, kind: str, what: str, signature: str = "") -> None:
        super().__init__(what)
        self.find = Find(kind, what, f"{kind}: {signature or what}"[:200])


def exception_find(error: BaseException) -> Find:
    """An exception that should not have come out, with its place in our code."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "/quepu/" in frame.filename or "<" in frame.filename] or frames
    last = ours[-1]
    place = f"{last.filename.rpartition('/quepu/')[2]}:{last.name}"
    trail = " < ".join(f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}"
                       for frame in reversed(ours[-5:]))
    kind = "memory" if isinstance(error, MemoryError) else "exception"
    text = re.sub(r"0x[0-9a-f]+", "0x", str(error))[:200]
    return Find(kind, f"{type(error).__name__}: {text} at {trail}", f"{kind}: {type(error).__name__} at {place}")


_LINE = re.compile(r":\d+")
#: faults of what is given beside the text have no line in it
_BESIDE = ("there is no option '", "option ")
_ABSENT = "is missing"                  # nor has what is not there
#: what a rulebook may ask too much of; any other stop of the engine is one of a rulebook that was accepted
_ASKED_TOO_MUCH = ("breach.steps", "breach.ledger")


def check_refusal(error: QuepuError, of_text: bool = True) -> None:
    """Raise FoundError if an error does not say what it should."""
    if isinstance(error, EngineFault) and error.breach.code not in _ASKED_TOO_MUCH:
        raise FoundError("engine", str(error)[:300], f"{error.kernel} {error.breach.code}")
    if not error.faults or not all(isinstance(fault, str) and fault.strip() for fault in error.faults):
        raise FoundError("silent", f"an error without words: {error!r}")
    told = str(error)
    if "Traceback" in told or " object at 0x" in told:
        raise FoundError("traceback", told[:300], told[:60])
    firsts = [fault.split("\n")[0] for fault in error.faults]
    if of_text and not any(_LINE.search(first) for first in firsts) and not (
            firsts[0].startswith(_BESIDE) or any(_ABSENT in first for first in firsts)):
        words = re.sub(r"'[^']*'|\d+", "_", firsts[0])
        raise FoundError("no line", firsts[0][:200], words[:60])
