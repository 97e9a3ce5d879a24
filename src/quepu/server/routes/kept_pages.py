"""Pages of rulebooks that ship, kept as they are sent: most visitors ask for the same few."""

from collections import OrderedDict
from typing import Any

from quepu.server.answers.asked_book import Rule
from quepu.server.http_problem import written

MOST_BYTES = 32 << 20       # all of them with their options as they are by default take three and a half million


class KeptPages:
    """Answers as bytes by rulebook and options; the longest unused go first."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most, self._size = most_bytes, 0
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def find(self, rule: Rule) -> bytes | None:
        """The page, if it is kept."""
        key = _key(rule)
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def keep(self, rule: Rule, page: dict[str, Any]) -> bytes:
        """Keep a page; as it is sent."""
        key, text = _key(rule), written(page).encode()
        self._size += len(text) - len(self._kept.pop(key, b""))
        self._kept[key] = text
        while self._size > self._most:
            self._size -= len(self._kept.popitem(last=False)[1])
        return text


def _key(rule: Rule) -> str:
    return written([rule.id, sorted(rule.options.items())])
