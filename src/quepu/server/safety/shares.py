"""What games hold of the server's memory, by address and in all; those nobody looks at make room for others."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol

from quepu.faults import Fault
from quepu.server.problem import BUSY, TOO_MANY, ProblemError
from quepu.server.safety.address import ASKING
from quepu.server.settings import Limits

_LATER = 60                 # seconds after which it may be tried again
_NEW = 64 << 10             # bytes that a game with few steps holds ...
_TIMES = 4                  # ... and how many times its stored bytes one with many does


class _Held(Protocol):
    """A game in memory."""

    by: str                             # the address that made or opened it
    size: int                           # about how many bytes it holds


class Shares:
    """The count of it: of the games in memory, the longest unused first, and of those that are being set up."""

    def __init__(self, limits: Limits, held: Mapping[str, _Held], leave: Callable[[str], bool]) -> None:
        self._limits, self._held, self._leave = limits, held, leave
        self._coming: Counter[str] = Counter()

    @contextmanager
    def taking(self, stored: int = 0, more: int = 0) -> Iterator[None]:
        """Set up a game of so many stored bytes in here, which holds `more` beside; refused if there is no memory."""
        by, size = ASKING.get(), _NEW + _TIMES * stored + more
        self._make_room(by, size)
        self._coming[by] += size
        try:
            yield
        finally:
            self._coming[by] -= size
            if self._coming[by] <= 0:
                del self._coming[by]

    def _make_room(self, by: str, size: int) -> None:
        most_of_one, most = self._limits.memory_of_one, min(self._limits.games_memory, self._limits.memory // 2)
        own, every = self._coming[by] + size, self._coming.total() + size
        for one in self._held.values():
            own, every = own + one.size * (one.by == by), every + one.size
        for name, one in list(self._held.items()):
            if (every > most or (own > most_of_one and one.by == by)) and self._leave(name):
                own, every = own - one.size * (one.by == by), every - one.size
        if own > most_of_one:
            raise ProblemError(TOO_MANY, Fault("quota.memory", size=most_of_one >> 20), [Fault("quota.leave")], _LATER)
        if every > most:
            raise ProblemError(BUSY, Fault("quota.games_memory", size=most >> 20), [Fault("server.in_a_moment")],
                               _LATER)

    def halve(self) -> None:
        """Let as many as half of the games leave, the longest unused first; none that somebody looks at."""
        left = (len(self._held) + 1) // 2
        for name in list(self._held):
            left -= left > 0 and self._leave(name)
