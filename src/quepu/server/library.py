"""Rulebooks for those who play: a stranger's text is tried in the worker before the server itself reads it."""

import asyncio

from quepu.scoring.book import Rulebook
from quepu.server.books import Books, Rule
from quepu.server.worker import Worker


class Library:
    """Gives out rulebooks without holding anybody up."""

    def __init__(self, books: Books, worker: Worker, seconds: float) -> None:
        self._books, self._worker, self._seconds = books, worker, seconds

    async def take(self, rule: Rule) -> Rulebook:
        """The rulebook that is meant; a text that has faults or takes too long is refused."""
        if rule.is_own and not self._books.has(rule):
            await self._worker.ask("load", rule.model_dump(), {}, self._seconds)
        return await asyncio.to_thread(self._books.find, rule)
