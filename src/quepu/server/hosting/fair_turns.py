"""Whose turn it is: one after the other by address, with so many at once in all and of one address."""

import asyncio
import math
import time
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from quepu.faults import Fault
from quepu.server.problem import BUSY, TOO_MANY, ProblemError

COME_AGAIN = 5              # seconds
SPAN = 60.0                 # seconds over which it is forgotten how long an address had places ...
MUCH = 4.0                  # ... and how many of them are much
_MOST_KNOWN = 10_000        # addresses of which it is known
Turn = asyncio.Future[None]


class FairTurns:
    """Who waits gets his turn after those who lately had less, and after every other address that had as much.

    One address never has all places, nor have those together that lately had them for long: one stays for who asks
    little, however many ask much.  Who would have to wait too long is told to come again; where no more may wait, the
    address that has most waiting gives a place up for one that has fewer.
    """

    def __init__(self, at_once: int, waiting: int, waiting_of_one: int, seconds: float | None = None,
                 clock: Callable[[], float] = time.monotonic) -> None:
        self._at_once, self._waiting, self._waiting_of_one, self._seconds = at_once, waiting, waiting_of_one, seconds
        self._at_once_of_one = max(1, at_once - 1)      # one stays for somebody else
        self._queues: OrderedDict[str, deque[Turn]] = OrderedDict()
        self._running: Counter[str] = Counter()
        self._clock = clock
        self._begun: dict[str, deque[float]] = {}       # when the turns that go on began
        self._had: OrderedDict[str, tuple[float, float]] = OrderedDict()       # seconds, and when that was reckoned

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait for a turn and have it; refused if too many wait already."""
        await self.begin(address)
        try:
            yield
        finally:
            self.end(address)

    async def begin(self, address: str) -> None:
        """Wait for a turn; whoever has got one has to end it."""
        turn: Turn = asyncio.get_running_loop().create_future()
        if self._is_free(address):
            self._start(address)
            return
        self._make_room(address)
        self._queues.setdefault(address, deque()).append(turn)
        try:
            async with asyncio.timeout(self._seconds):
                await turn
        except TimeoutError:
            if not self._given_up(address, turn):
                raise ProblemError(BUSY, Fault("pool.waited", seconds=f"{self._seconds:g}"),
                                   [Fault("server.in_a_moment")], COME_AGAIN) from None
        except asyncio.CancelledError:
            if self._given_up(address, turn):
                self.end(address)
            raise

    def end(self, address: str) -> None:
        """End a turn: the next one begins."""
        now = self._clock()
        self._had[address] = self._lately(address, now) + now - self._begun[address].popleft(), now
        self._had.move_to_end(address)
        if len(self._had) > _MOST_KNOWN:
            self._had.popitem(last=False)
        self._running[address] -= 1
        if self._running[address] <= 0:
            del self._running[address], self._begun[address]
        if address in self._queues:
            self._queues.move_to_end(address)   # he has had his turn: the others come first
        self._next()

    def _is_free(self, address: str) -> bool:
        """Whether nobody has to be waited for."""
        return self._running.total() < self._at_once and self._may(address)

    def _may(self, address: str) -> bool:
        """Whether an address may have one place more, if one is free."""
        if self._running[address] >= self._at_once_of_one:
            return False
        return not self._has_had_much(address) or \
            sum(count for one, count in self._running.items() if self._has_had_much(one)) < self._at_once_of_one

    def _has_had_much(self, address: str) -> bool:
        """Whether an address lately had places for long."""
        return self._had_seconds(address) > MUCH

    def _had_seconds(self, address: str) -> float:
        """How long an address lately had places, that of the turns which go on included."""
        now = self._clock()
        return self._lately(address, now) + sum(now - begun for begun in self._begun.get(address, ()))

    def _lately(self, address: str, now: float) -> float:
        seconds, at = self._had.get(address, (0.0, now))
        return seconds * math.exp((at - now) / SPAN)

    def _start(self, address: str) -> None:
        self._running[address] += 1
        self._begun.setdefault(address, deque()).append(self._clock())

    def _make_room(self, address: str) -> None:
        """See to it that one more may wait, or refuse him."""
        own = len(self._queues.get(address, ()))
        if own >= self._waiting_of_one:
            raise ProblemError(TOO_MANY, Fault("pool.of_address", most=self._waiting_of_one), [Fault("pool.wait")],
                               COME_AGAIN)
        if sum(map(len, self._queues.values())) < self._waiting:
            return
        busy = ProblemError(BUSY, Fault("pool.busy", most=self._waiting), [Fault("server.in_a_moment")], COME_AGAIN)
        greediest = max(self._queues, key=lambda one: len(self._queues[one]), default=address)
        if len(self._queues.get(greediest, ())) <= own + 1:
            raise busy
        last = self._queues[greediest][-1]
        self._leave(greediest, last)
        if not last.done():
            last.set_exception(busy)

    def _next(self) -> None:
        """Give as many turns as there are; the address that gets one stands last then.

        By whole seconds, or quick questions would not go round.
        """
        while self._running.total() < self._at_once:
            address = min(filter(self._may, self._queues), key=lambda one: int(self._had_seconds(one)), default=None)
            if address is None:
                return
            queue = self._queues.pop(address)
            turn = queue.popleft()
            if queue:
                self._queues[address] = queue
            if not turn.done():         # or whoever waited has gone just now
                self._start(address)
                turn.set_result(None)

    def _given_up(self, address: str, turn: Turn) -> bool:
        """Leave the queue; whether the turn was given just now all the same."""
        if turn.done() and not turn.cancelled() and turn.exception() is None:
            return True
        self._leave(address, turn)
        return False

    def _leave(self, address: str, turn: Turn) -> None:
        queue = self._queues.get(address)
        if queue is not None and turn in queue:
            queue.remove(turn)
            if not queue:
                del self._queues[address]
