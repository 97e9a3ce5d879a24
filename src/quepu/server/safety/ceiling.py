"""The server's own memory and its ceiling: past it new work is told to come again, and games in play go on."""

import contextlib
import ctypes
import os
import time
from collections.abc import Callable
from pathlib import Path

from fastapi import Request

from quepu.faults import Fault
from quepu.server.problem import BUSY, ProblemError

_EVERY = 0.25               # seconds between two looks
_COME_AGAIN = 10            # seconds
_STATM = Path("/proc/self/statm")


def used_memory() -> int:
    """Bytes of memory this process has now; 0 where the system does not tell.

    What `resource` knows is the most it ever had: by that a server would refuse for ever what it refused once.
    """
    try:
        return int(_STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        return 0


def give_back() -> None:
    """Give memory that is free inside this process back to the system, where its library can."""
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


class Ceiling:
    """So much memory, measured a few times a second at most; `relieve` is what to do about it when that is reached."""

    def __init__(self, most: int, measure: Callable[[], int] = used_memory,
                 clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._measure, self._clock = most, measure, clock
        self._next, self._is_full = clock(), False
        self.relieve: Callable[[], object] = give_back

    @property
    def is_full(self) -> bool:
        """Whether the server has as much as it may."""
        now = self._clock()
        if now >= self._next:
            self._next, self._is_full = now + _EVERY, self._measure() >= self._most
            if self._is_full:
                self.relieve()
        return self._is_full

    def refuse(self) -> None:
        """Refuse new work while it has."""
        if self.is_full:
            raise ProblemError(BUSY, Fault("server.memory", size=self._most >> 20), [Fault("server.games_go_on")],
                               wait=_COME_AGAIN)


async def refuse_when_full(request: Request) -> None:
    """Let a question pass only while there is memory for it."""
    ceiling: Ceiling = request.app.state.ceiling
    ceiling.refuse()
