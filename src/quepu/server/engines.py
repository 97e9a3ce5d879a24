"""Engines made ready to play without holding the server up: what must be compiled is compiled in another process."""

import asyncio
import hashlib
import json
import sys
import time
from functools import cache
from importlib import resources
from typing import Any

from quepu.game.engine import Engine
from quepu.game.match import engine_of
from quepu.scoring.book import Rulebook
from quepu.scoring.module_cache import folder
from quepu.server.books import Rule
from quepu.server.problem import TOO_SLOW, ProblemError
from quepu.server.worker import limit_memory

LONGEST = 240.0             # seconds for a rulebook, the engine itself included on the very first start
LONGEST_OF_STRANGERS = 90.0
MOST_MEMORY = 4 << 30       # bytes of address space to compile in
BOTS_TOO = "greedy"
TRIED_HANDS, TRIED_SECONDS = 2, 6.0     # a stranger's rulebook has to play so many hands in so much processor time
_SOURCES = ("core", "rulebook", "scoring", "game", "bots")      # what compiled code comes from


class Engines:
    """Rulebooks that are ready to play; each is compiled once, one after the other."""

    def __init__(self) -> None:
        self._ready: set[Any] = set()
        self._lock, self._lock_of_strangers = asyncio.Lock(), asyncio.Lock()
        self._loading = asyncio.Lock()          # modules are not loaded by two threads at once

    async def ready(self, rule: Rule, book: Rulebook) -> Engine:
        """The engine of a rulebook, which can be played at once."""
        key = tuple(source.text for source in book.sources)
        if key not in self._ready:
            async with self._lock_of_strangers if rule.is_own else self._lock:
                mark = folder() / f"quepu_served_{await asyncio.to_thread(_fingerprint, book)}.ready"
                if not mark.exists():   # or another server has compiled it before
                    await self._prepare(rule)
                    mark.touch()
                self._ready.add(key)
        async with self._loading:
            return await asyncio.to_thread(engine_of, book)

    @staticmethod
    async def _prepare(rule: Rule) -> None:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "quepu.server.engines", stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL)
        try:
            await asyncio.wait_for(process.communicate(rule.model_dump_json().encode()),
                                   LONGEST_OF_STRANGERS if rule.is_own else LONGEST)
        except TimeoutError:
            process.kill()
            await process.wait()
        if process.returncode != 0:
            raise ProblemError(TOO_SLOW, "this rulebook could not be made ready to play",
                               ["it takes too long to compile: make it smaller or simpler"])


@cache
def _program() -> bytes:
    """A fingerprint of everything that compiled code is made from."""
    found = hashlib.sha256(sys.version.encode())
    for part in _SOURCES:
        folder_of_part = resources.files("quepu") / part
        for file in sorted(folder_of_part.iterdir(), key=lambda file: file.name):
            if file.name.endswith(".py"):
                found.update(file.read_bytes())
    return found.digest()


def _fingerprint(book: Rulebook) -> str:
    """What the machine code of a rulebook depends on, as a name."""
    return hashlib.sha256(_program() + "\0".join(source.text for source in book.sources).encode()).hexdigest()[:20]


def prepare(rule: Rule) -> None:
    """Compile everything a game by this rulebook needs; it stays in the cache."""
    from quepu.bots.seat import CoreBot
    from quepu.game.match import Match
    from quepu.server.books import Books
    match, bot = Match(Books().find(rule), 1), CoreBot(BOTS_TOO)
    match.begin()
    if match.asked:
        bot.decide(match, match.asked[0])
    end = time.process_time() + TRIED_SECONDS
    while rule.is_own and len(match.settlements) < TRIED_HANDS and not match.over:
        if time.process_time() > end:
            sys.exit(1)
        if match.hand_over:
            match.begin()
        else:
            match.play(match.asked[0], bot.decide(match, match.asked[0]))


if __name__ == "__main__":
    limit_memory(MOST_MEMORY)
    prepare(Rule(**json.loads(sys.stdin.read())))
