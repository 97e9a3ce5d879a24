"""Looks now and then at all games in memory: whoever the table has waited for too long gets a bot in his seat."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable

from quepu.errors import QuepuError
from quepu.server.games.lobby import Games, Live
from quepu.server.hosting.turns import MOST_DEATHS
from quepu.server.http_problem import ProblemError

_LOG = logging.getLogger("quepu.server")
EVERY = 1.0                 # seconds between two looks


class Absences:
    """One task for all games, so that none is left behind when a game leaves the memory."""

    def __init__(self, games: Games) -> None:
        self._games = games

    async def run(self, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        """Look, for ever."""
        while True:
            await sleep(EVERY)
            try:
                await self.look()
            except Exception as error:  # no game is worth more than the others
                _LOG.error("%s while looking who is away", type(error).__name__)

    async def look(self) -> None:
        """Seat bots where it is time, and tell every table what has changed by waiting alone."""
        attended = [live for live in self._games.in_memory() if live.listeners and not live.lost]
        await asyncio.gather(*(self._seat_bots(live) for live in attended if live.presence.due()))
        for live in attended:
            if live.presence.has_changed():
                self._games.tell(live)

    async def _seat_bots(self, live: Live) -> None:
        """Let bots play for those who have been away too long; if that cannot be, the table waits on."""
        try:
            async with self._games.using(live) as game:
                for player in live.presence.due():      # somebody may have come back meanwhile
                    if game.made_of.deaths >= MOST_DEATHS or self._games.store.quota.is_full(game.id):
                        live.presence.put_off()
                        return
                    await self._games.save(live, await game.stand_in(player, None), made_of=True)
        except (ProblemError, QuepuError):
            live.presence.put_off()

    @contextlib.asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """Look in the background, as long as this lasts."""
        task = asyncio.create_task(self.run())
        try:
            yield
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
