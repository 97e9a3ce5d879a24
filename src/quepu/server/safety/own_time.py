"""The time of the server's own process, by address: who has used much of it waits while others ask.

What computes long is worked out in other processes; but tables by rulebooks that ship stand in the server's own, and
what is told of them, and their records, is put together between everybody's requests.  Every step that the event loop
takes for an address is measured.  While others ask too, an address that had more than its part of the last second
waits until it has not; and of one address one question at a time goes on, so that others come in between.
"""

import asyncio
import math
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Generator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from starlette.types import ASGIApp, Receive, Scope, Send

from quepu.server.safety.address import ASKING

Answer = TypeVar("Answer")

SHARE, LEAST = 0.8, 0.05    # of the processor: what all who ask share, and what each has however many they are
SPAN = 1.0                  # seconds over which use is forgotten
ASKS = 2.0                  # seconds after its last question for which an address counts as one that asks
_FORGOTTEN, _MOST = 10.0, 10_000        # seconds, and addresses, until one is not remembered any more
_SOON, _LOOK = 0.001, 0.25            # seconds after which whoever waits looks again: others may have gone


@dataclass(slots=True)
class _Use:
    """What an address had."""

    used: float = 0.0                   # seconds, as they are forgotten
    at: float = 0.0                     # when that was worked out
    asked: float = 0.0                  # when it asked last
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class OwnTime:
    """Who had how much of it lately."""

    def __init__(self, clock: Callable[[], float] = time.monotonic,
                 measure: Callable[[], float] = time.perf_counter,
                 sleep: Callable[[float], Awaitable[object]] = asyncio.sleep) -> None:
        self._clock, self._measure, self._sleep = clock, measure, sleep
        self._uses: OrderedDict[str, _Use] = OrderedDict()      # the last that asked stands last

    def see(self, address: str) -> _Use:
        """Note that an address asks."""
        now = self._clock()
        use = self._uses.pop(address, None) or _Use(at=now)
        self._uses[address], use.asked = use, now
        first = next(iter(self._uses))
        if len(self._uses) > _MOST or self._uses[first].asked < now - _FORGOTTEN:
            del self._uses[first]
        return use

    def charge(self, address: str, seconds: float) -> None:
        """Note what was used for an address."""
        use = self._uses.get(address)
        if use is not None:
            use.used = self._lately(use) + seconds

    def owed(self, address: str) -> float:
        """Seconds until an address has had no more than its part; 0 if it has not now, or nobody else asks."""
        use = self._uses.get(address)
        if use is None:
            return 0.0
        lately = self._lately(use)
        if lately <= LEAST * SPAN:
            return 0.0
        part = self._part() * SPAN
        return SPAN * math.log(lately / part) if lately > part else 0.0

    def _lately(self, use: _Use) -> float:
        """What is left of its use."""
        now = self._clock()
        if now > use.at:
            use.used, use.at = use.used * math.exp((use.at - now) / SPAN), now
        return use.used

    def _part(self) -> float:
        """The part of each who asks; all that there is for one who is alone."""
        before, count = self._clock() - ASKS, 0
        for use in reversed(self._uses.values()):
            if use.asked < before or count * LEAST >= SHARE:
                break
            count += 1
        return max(LEAST, SHARE / count) if count > 1 else math.inf

    async def turn(self) -> None:
        """Wait until whoever asks may go on; those of one address do so one after the other."""
        address = ASKING.get()
        if not address:                 # the server itself, which nobody asked
            return
        use = self.see(address)
        async with use.turn:
            if self._lately(use) > LEAST * SPAN:
                await self._sleep(0)    # others come in between
            while (left := self.owed(address)) > 0:
                await self._sleep(max(_SOON, min(left, _LOOK)))
                self.see(address)

    @property
    def is_over(self) -> bool:
        """Whether whoever asks has to wait, all the same, by now."""
        return self.owed(ASKING.get()) > 0

    async def timed(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """What some work gives; whatever the event loop does for it is charged to whoever asks."""
        return await _Timed(work, self._measure, lambda seconds: self.charge(ASKING.get(), seconds))


class _Timed(Awaitable[Answer]):
    """Some work, each step of which is measured."""

    def __init__(self, work: Coroutine[Any, Any, Answer], measure: Callable[[], float],
                 charge: Callable[[float], None]) -> None:
        self._work, self._measure, self._charge = work, measure, charge

    def __await__(self) -> Generator[Any, Any, Answer]:
        """Take one step after the other."""
        step: Callable[[], Any] = lambda: self._work.send(None)     # noqa: E731
        while True:
            began = self._measure()
            try:
                waits_for = step()
            except StopIteration as ended:
                answer: Answer = ended.value
                return answer
            finally:
                self._charge(self._measure() - began)
            step = yield from self._waited(waits_for)

    def _waited(self, waits_for: Any) -> Generator[Any, Any, Callable[[], Any]]:
        """The next step, once what the work waits for is there."""
        try:
            given = yield waits_for
        except GeneratorExit:
            self._work.close()
            raise
        except BaseException as error:  # the work is cancelled, mostly
            failed = error
            return lambda: self._work.throw(failed)
        return lambda: self._work.send(given)


class OwnTimeMiddleware:
    """Measures everything that is done for requests and connections of the API."""

    def __init__(self, app: ASGIApp, own_time: OwnTime) -> None:
        self.app, self._own_time = app, own_time

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and measure it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        self._own_time.see(ASKING.get())

        async def work() -> None:
            await self.app(scope, receive, send)
        await self._own_time.timed(work())
