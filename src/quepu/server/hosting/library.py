"""Rulebooks that ship, for those who play; a stranger's text is never read in this process."""

import asyncio

from quepu.book import Rulebook
from quepu.server.routes.asked_book import Books, Rule


class Library:
    """Gives out rulebooks without holding anybody up."""

    def __init__(self, books: Books) -> None:
        self._books = books

    async def take(self, rule: Rule) -> Rulebook:
        """The rulebook that is meant."""
        assert not rule.is_own
        return await asyncio.to_thread(self._books.find, rule)
