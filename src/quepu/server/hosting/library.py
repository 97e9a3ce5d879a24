"""Rulebooks that ship, for those who play; a stranger's text is never read in this process."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from quepu.book import Rulebook
from quepu.server.answers.asked_book import Books, Rule
from quepu.server.hosting.fair_turns import FairTurns
from quepu.server.settings import Limits


class Library:
    """Gives out rulebooks without holding anybody up: one after the other, in a thread that nothing else waits for."""

    def __init__(self, books: Books, limits: Limits) -> None:
        self._books = books
        self._thread = ThreadPoolExecutor(1, "rulebooks")
        #: games are set up one after the other, by turns: many of them take no more of this process than one
        self.replaying = FairTurns(1, limits.all_sockets, limits.sockets)

    async def take(self, rule: Rule) -> Rulebook:
        """The rulebook that is meant."""
        assert not rule.is_own
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._books.find, rule)

    def close(self) -> None:
        """Read no more."""
        self._thread.shutdown(wait=False, cancel_futures=True)
