"""Engines made ready to play without holding the server up: what must be compiled is compiled in another process."""

import asyncio
import json
import sys
from typing import Any

from quepu.scoring.book import Rulebook
from quepu.server.books import Rule
from quepu.server.problem import TOO_SLOW, ProblemError

LONGEST = 240.0             # seconds for a rulebook, the engine itself included on the very first start
BOTS_TOO = "greedy"


class Engines:
    """Rulebooks that are ready to play; each is compiled once, one after the other."""

    def __init__(self) -> None:
        self._ready: set[Any] = set()
        self._lock = asyncio.Lock()

    async def ready(self, rule: Rule, book: Rulebook) -> None:
        """Wait until a rulebook can be played at once."""
        key = tuple(source.text for source in book.sources)
        if key in self._ready:
            return
        async with self._lock:
            if key not in self._ready:
                await self._prepare(rule)
                self._ready.add(key)

    @staticmethod
    async def _prepare(rule: Rule) -> None:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "quepu.server.engines", stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL)
        try:
            await asyncio.wait_for(process.communicate(rule.model_dump_json().encode()), LONGEST)
        except TimeoutError:
            process.kill()
            await process.wait()
        if process.returncode != 0:
            raise ProblemError(TOO_SLOW, "this rulebook could not be made ready to play",
                               ["it takes too long to compile: make it smaller or simpler"])


def prepare(rule: Rule) -> None:
    """Compile everything a game by this rulebook needs; it stays in the cache."""
    from quepu.bots.seat import CoreBot
    from quepu.game.match import Match
    from quepu.server.books import Books
    match = Match(Books().find(rule), 1)
    match.begin()
    if match.asked:
        CoreBot(BOTS_TOO).decide(match, match.asked[0])


if __name__ == "__main__":
    prepare(Rule(**json.loads(sys.stdin.read())))
