"""The processes in which questions are worked out, with fair turns: nobody waits for another's slow question.

Half of them answer about rulebooks that ship and keep what they have read; the others read strangers' texts.  In each
half one address never has all.
"""

import asyncio
from typing import Any

from quepu.server.hosting.fair_turns import FairTurns
from quepu.server.hosting.worker import Told, Worker
from quepu.server.safety.address import ASKING
from quepu.server.settings import LEAST_WORKERS, Limits


class Crew:
    """Processes of one kind; each is started when it is needed first."""

    def __init__(self, size: int, limits: Limits) -> None:
        self._turns = FairTurns(size, limits.waiting, limits.waiting_of_one, limits.wait_seconds)
        self._workers = [Worker() for _number in range(size)]
        self._free = list(self._workers)
        self._working: set[asyncio.Task[Told]] = set()
        self._closed = False

    async def told(self, address: str, what: str, rule: dict[str, Any], asked: dict[str, Any], seconds: float) -> Told:
        """An answer; whoever gives it up is not kept waiting, and the work ends."""
        await self._turns.begin(address)
        work = asyncio.create_task(self._work(address, what, rule, asked, seconds))
        self._working.add(work)
        work.add_done_callback(self._done)
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            work.cancel()
            raise

    async def _work(self, address: str, *question: Any) -> Told:
        """An answer; a process that had to be ended is another again before the turn is over: its asker pays for it."""
        worker = self._free.pop()       # the last used has read most
        was_started = worker.is_started
        try:
            return await worker.told(*question)
        finally:
            try:
                if was_started and not self._closed:
                    await worker.start()
            finally:
                self._free.append(worker)
                self._turns.end(address)

    def _done(self, work: asyncio.Task[Told]) -> None:
        self._working.discard(work)
        if not work.cancelled():
            work.exception()            # nobody may be left to hear of it

    async def start(self) -> None:
        """Start a process before anybody asks."""
        await self._free[-1].start()

    async def close(self) -> None:
        """End all processes."""
        self._closed = True
        for work in list(self._working):
            work.cancel()
        for worker in self._workers:
            await worker.close()
        await asyncio.gather(*self._working, return_exceptions=True)


class Pool:
    """All processes that answer questions; use it with `async with`."""

    def __init__(self, limits: Limits, is_warmed: bool = False) -> None:
        self._is_warmed = is_warmed     # one is ready for the first who comes
        self._starting: asyncio.Task[None] | None = None
        size = max(LEAST_WORKERS, limits.workers)
        self.strangers = Crew(size // 2, limits)
        self.shipped = Crew(size - size // 2, limits)

    async def __aenter__(self) -> "Pool":
        if self._is_warmed:
            self._starting = asyncio.create_task(self.shipped.start())
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.close()

    async def ask(self, what: str, rule: dict[str, Any], asked: dict[str, Any], seconds: float) -> dict[str, Any]:
        """An answer as values."""
        return (await self.told(what, rule, asked, seconds)).values()

    async def told(self, what: str, rule: dict[str, Any], asked: dict[str, Any], seconds: float) -> Told:
        """An answer of `server.answers.questions`, or the problem it came to, in so much processor time."""
        crew = self.shipped if rule.get("text") is None else self.strangers
        return await crew.told(ASKING.get(), what, rule, asked, seconds)

    async def close(self) -> None:
        """End all processes."""
        if self._starting is not None:
            self._starting.cancel()
            await asyncio.gather(self._starting, return_exceptions=True)
        await asyncio.gather(self.shipped.close(), self.strangers.close())
