"""Closes the windows of all tables in their time, and answers for whoever has used up his clock; everybody is told."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator

from quepu.errors import QuepuError
from quepu.server.games.kept_game import Game
from quepu.server.games.lobby import Games, Live
from quepu.server.games.masters import Thought
from quepu.server.hosting.turns import MOST_DEATHS
from quepu.server.http_problem import ProblemError

_LOG = logging.getLogger("quepu.server")
_SHORTEST = 0.01            # seconds between two looks


class Windows:
    """One task for all games."""

    def __init__(self, games: Games) -> None:
        self._games = games

    async def run(self) -> None:
        """Look whenever a window is due, for ever."""
        held = self._games.held
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._games.seconds_left(_SHORTEST)):
                    await held.news.wait()
            held.news.clear()
            try:
                await self.look()
            except Exception as error:  # no game is worth more than the others
                _LOG.error("%s while closing windows", type(error).__name__)

    async def look(self) -> None:
        """Do all that is due."""
        for live in self._games.held.take_watched():
            await self._games.see_watchers(live)
        while True:
            thoughts, due = self._games.masters.take_due(), self._games.held.due()
            if not thoughts and not due:
                return
            for thought in thoughts:
                await self._answer(thought)
            await asyncio.gather(*map(self._go_on, due))

    async def _answer(self, thought: Thought) -> None:
        """Let a master answer; if that cannot be, the table waits for what happens next."""
        with contextlib.suppress(ProblemError, QuepuError):
            async with self._games.using(thought.live) as game:
                if game.made_of.deaths < MOST_DEATHS and not self._games.store.quota.is_full(game.id):
                    change = await game.thought(thought.player, thought.number, thought.answer)
                    await self._games.save(thought.live, change)

    async def _go_on(self, live: Live) -> None:
        """Do what is due at one table; if that cannot be, its window waits for the next answer."""
        window = live.window
        try:
            async with self._games.using(live) as game:
                if not live.is_due:
                    return
                if window.tells_thinking():
                    self._games.tell(live)
                elif game.made_of.deaths >= MOST_DEATHS or self._games.store.quota.is_full(game.id):
                    self._games.held.forget(live)
                elif not window.is_due():
                    await self._answer_late(live, game)
                elif not window.is_settled:
                    await self._games.save(live, await game.settle_window())
                    window.is_settled = not game.standing.stays
                    if game.standing.stays:
                        self._games.held.forget(live)       # until its only person has answered
                else:
                    change = await game.tell_on()
                    window.close()
                    await self._games.save(live, change)
        except (ProblemError, QuepuError):
            self._games.held.forget(live)

    async def _answer_late(self, live: Live, game: Game) -> None:
        """Answer for those whose time is up; a table at which nobody is there any more waits."""
        clock = live.clock
        if not live.listeners:
            clock.put_off()
        elif late := clock.due():
            change = await game.time_out(late[0])
            clock.answered(late[0])
            await self._games.save(live, change)
        else:
            change = await game.time_out(None)
            clock.put_off()
            await self._games.save(live, change)

    @contextlib.asynccontextmanager
    async def closing(self) -> AsyncIterator[None]:
        """Do it in the background, as long as this lasts."""
        task = asyncio.create_task(self.run())
        try:
            yield
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
            await self._games.masters.close()
