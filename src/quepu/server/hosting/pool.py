"""Several processes for strangers' rulebooks, with fair turns: nobody waits for another's slow text.

Everybody who waits gets his turn after every other address, and one address never has all processes.  Who would have
to wait too long is told to come again.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from quepu.faults import Fault
from quepu.server.hosting.worker import Worker
from quepu.server.http_problem import BUSY, TOO_MANY, ProblemError
from quepu.server.safety.address import ASKING
from quepu.server.settings import Limits

_COME_AGAIN = 5             # seconds
Turn = asyncio.Future[None]


class Turns:
    """Whose turn it is: one after the other by address, with so many at once in all and of one address."""

    def __init__(self, at_once: int, waiting: int, waiting_of_one: int) -> None:
        self._at_once, self._waiting, self._waiting_of_one = at_once, waiting, waiting_of_one
        self._at_once_of_one = max(1, at_once - 1)      # one stays for somebody else
        self._queues: OrderedDict[str, deque[Turn]] = OrderedDict()
        self._running: Counter[str] = Counter()

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait for a turn and have it; refused if too many wait already."""
        own = self._queues.get(address, ())
        if len(own) >= self._waiting_of_one:
            raise ProblemError(TOO_MANY, Fault("pool.of_address"),
                               [Fault("pool.wait")], wait=_COME_AGAIN)
        if sum(map(len, self._queues.values())) >= self._waiting:
            raise ProblemError(BUSY, Fault("pool.busy"), [Fault("server.in_a_moment")],
                               wait=_COME_AGAIN)
        turn: Turn = asyncio.get_running_loop().create_future()
        self._queues.setdefault(address, deque()).append(turn)
        self._next()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():    # it was given just now
                self._end(address)
            else:
                self._leave(address, turn)
            raise
        try:
            yield
        finally:
            self._end(address)

    def _next(self) -> None:
        """Give as many turns as there are; the address that gets one stands last then."""
        while self._running.total() < self._at_once:
            address = next((one for one in self._queues if self._running[one] < self._at_once_of_one), None)
            if address is None:
                return
            queue = self._queues.pop(address)
            turn = queue.popleft()
            if queue:
                self._queues[address] = queue
            if not turn.done():         # or whoever waited has gone just now
                self._running[address] += 1
                turn.set_result(None)

    def _end(self, address: str) -> None:
        self._running[address] -= 1
        if self._running[address] <= 0:
            del self._running[address]
        if address in self._queues:
            self._queues.move_to_end(address)   # he has had his turn: the others come first
        self._next()

    def _leave(self, address: str, turn: Turn) -> None:
        queue = self._queues.get(address)
        if queue is not None and turn in queue:
            queue.remove(turn)
            if not queue:
                del self._queues[address]


class Pool:
    """The processes; each is started when it is needed first."""

    def __init__(self, limits: Limits) -> None:
        size = max(2, limits.workers)
        self._turns = Turns(size, limits.waiting, limits.waiting_of_one)
        self._workers = [Worker() for _number in range(size)]
        self._free = list(self._workers)

    async def ask(self, what: str, rule: dict[str, Any], asked: dict[str, Any], seconds: float) -> dict[str, Any]:
        """An answer of `server.routes.hand_answers`, or the problem it came to, in so much processor time."""
        async with self._turns.turn(ASKING.get()):
            worker = self._free.pop()   # the last used has read most
            try:
                return await worker.ask(what, rule, asked, seconds)
            finally:
                self._free.append(worker)

    async def close(self) -> None:
        """End all processes."""
        for worker in self._workers:
            await worker.close()
