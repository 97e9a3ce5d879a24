"""An answer that is an error, as every process of the server knows it; how it is sent says `http_problem`."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from quepu.faults import Fault, fault_of_json
from quepu.plain_text import harmless
from quepu.records.json_text import json_line

BAD_INPUT, NOT_ALLOWED, NOT_FOUND, CONFLICT, TOO_LARGE, TOO_MANY, NOT_KEPT = 422, 403, 404, 409, 413, 429, 503
TOO_LATE, BUSY, BROKEN = 408, 503, 500
GONE = 499                  # only logs ever show it
MOST_FAULTS, LONGEST_FAULT = 50, 2000      # told at once, and letters of each
TOO_SLOW = BAD_INPUT        # a rulebook that takes too long is refused like one with a fault


class ProblemError(Exception):
    """An answer that is an error: its status, a short title and every fault."""

    def __init__(self, status: int, title: Fault, faults: Sequence[Fault] = (), wait: int = 0) -> None:
        self.status, self.title, self.wait = status, title, wait
        self.faults = tuple(faults)
        super().__init__(title)


class GoneError(Exception):
    """Whoever asked has hung up: nobody hears an answer."""


def written(content: Any) -> str:
    """A value as JSON text that can be sent."""
    text = json_line(content)
    return text if text.isascii() else text.encode(errors="backslashreplace").decode()


def sent_faults(faults: Iterable[str], lang: str = "en") -> dict[str, list[Any]]:
    """Faults as they are sent: as texts in a language, and as codes and values beside them."""
    given = [Fault.of(fault) for fault in faults]
    return {"faults": [harmless(fault.told(lang)) for fault in given],
            "causes": [fault.as_json(lang) for fault in given]}


def received_faults(answer: Mapping[str, Any]) -> list[Fault]:
    """The faults that another process sent; what cannot be believed of a cause is its text alone."""
    texts, causes = answer.get("faults"), answer.get("causes")
    if not isinstance(texts, list):
        return []
    causes = causes if isinstance(causes, list) and len(causes) == len(texts) else [None] * len(texts)
    return [fault_of_json(cause) or Fault.of(str(text)[:LONGEST_FAULT])
            for text, cause in zip(texts[:MOST_FAULTS], causes, strict=False)]
