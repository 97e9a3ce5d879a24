"""What nobody uses leaves: games the memory, games and rulebooks the database."""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Protocol

from sqlalchemy.exc import SQLAlchemyError

from quepu.server.games.database import Store
from quepu.server.settings import DAY, Settings

_LOG = logging.getLogger("quepu.server")
EVERY = 60.0                # seconds between two looks at the games
_DELETE_EVERY = 3600.0      # and at the database


class _Rooms(Protocol):
    def in_use(self) -> Iterator[tuple[str, bool]]:
        """Every game in memory, and whether somebody is there."""

    def leave(self, name: str) -> bool:
        """Let a game leave the memory, unless somebody is there."""


class Expiry:
    """Looks now and then at what is kept."""

    def __init__(self, settings: Settings, store: Store, games: _Rooms,
                 others: tuple[Callable[[], object], ...] = (), clock: Callable[[], float] = time.monotonic) -> None:
        self._settings, self._store, self._games, self._others, self._clock = settings, store, games, others, clock
        self._idle: dict[str, float] = {}       # since when nobody is there
        self._deleted = -_DELETE_EVERY

    async def run(self, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        """Look, for ever."""
        while True:
            try:
                await self.look()
            except SQLAlchemyError:
                _LOG.warning("the database could not be reached to clear it up; it is tried again")
            except Exception as error:  # clearing up is never worth more than the games
                _LOG.error("%s while clearing up", type(error).__name__)
            await sleep(EVERY)

    async def look(self) -> None:
        """Let go of what has not been used for long."""
        now, longest = self._clock(), 60 * self._settings.idle_minutes
        idle: dict[str, float] = {}
        for name, is_used in list(self._games.in_use()):
            if is_used:
                self._store.quota.use(name)
            else:
                idle[name] = self._idle.get(name, now)
                if now - idle[name] >= longest and self._games.leave(name):
                    del idle[name]
        self._idle = idle
        for other in self._others:
            await asyncio.to_thread(other)
        await self._store.note_used()
        if now - self._deleted >= _DELETE_EVERY:
            self._deleted = now
            days = self._settings.keep_days
            before = int(self._store.quota.clock()) - days * DAY if days else 0
            games, texts = await self._store.delete_unused(before)
            if games or texts:
                _LOG.info("deleted %d games that nobody opened for %d days, and %d rulebooks", len(games), days,
                          len(texts))


@contextlib.asynccontextmanager
async def clearing_up(expiry: Expiry) -> AsyncIterator[None]:
    """Clear up in the background, as long as this lasts."""
    task = asyncio.create_task(expiry.run())
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
