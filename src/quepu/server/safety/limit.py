"""How much a stranger may send: bytes of a request and in what time, requests a second, games open at once."""

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Callable

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quepu.faults import Fault
from quepu.server.http_problem import TOO_LARGE, TOO_LATE, TOO_MANY, lang_of, problem
from quepu.server.safety.address import ASKING
from quepu.server.settings import Limits

MOST_ADDRESSES = 10_000
BODY_SHARE = 64 << 10       # a body counts as one more request for every so many bytes: to read it takes as long
_TOO_MANY_SOCKETS = "too many connections; wait a second"


class Bucket:
    """Lets so many through a second, and so many at once."""

    __slots__ = ("_at", "_clock", "_left", "burst", "rate")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self._left, self._clock = rate, burst, burst, clock
        self._at = clock()

    def take(self) -> bool:
        """Whether one more may pass now."""
        now = self._clock()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def charge(self, count: int) -> None:
        """Count so many more that have passed already: those that follow wait for them."""
        self._left -= count


class LimitMiddleware:
    """Refuses requests that are too large or too slow, and requests and connections that are too many."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.app, self.limits = app, limits
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._everybody = Bucket(limits.all_requests, 2 * limits.all_requests)
        self._sockets: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer for the app."""
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
            return
        if scope["type"] != "http" or not scope["path"].startswith("/api/"):
            await self.app(scope, receive, send)
            return
        if not self._may_pass():
            await problem(TOO_MANY, Fault("server.too_many_requests"), wait=1, lang=lang_of(HTTPConnection(scope)))(
                scope, receive, send)
            return
        if self._declared_length(scope) > self.limits.body:
            await self._too_large(scope)(scope, receive, send)
            return
        await self._bounded(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = ASKING.get()
        if (not self._may_pass() or self._sockets[address] >= self.limits.sockets
                or self._sockets.total() >= self.limits.all_sockets):
            await receive()             # refused before it is opened: no task, no game is touched
            await send({"type": "websocket.close", "code": 1013, "reason": _TOO_MANY_SOCKETS})
            return
        self._sockets[address] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._sockets[address] -= 1
            if self._sockets[address] <= 0:
                del self._sockets[address]

    async def _bounded(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take the whole body first and count it: a length that was told may be wrong, or missing."""
        parts: list[bytes] = []
        size = 0
        try:
            async with asyncio.timeout(self.limits.body_seconds):
                while True:
                    message = await receive()
                    if message["type"] != "http.request":
                        return          # whoever asked has gone
                    parts.append(message.get("body", b""))
                    size += len(parts[-1])
                    if size > self.limits.body:
                        await self._too_large(scope)(scope, receive, send)
                        return
                    if not message.get("more_body", False):
                        break
        except TimeoutError:
            late = problem(TOO_LATE, Fault("server.body_time", seconds=f"{self.limits.body_seconds:g}"),
                           lang=lang_of(HTTPConnection(scope)))
            late.headers["connection"] = "close"
            await late(scope, receive, send)
            return
        for bucket in (self._buckets.get(ASKING.get()), self._everybody):
            if bucket is not None:
                bucket.charge(size // BODY_SHARE)
        given: Message | None = {"type": "http.request", "body": b"".join(parts), "more_body": False}

        async def once() -> Message:
            nonlocal given
            message_read, given = given, None
            return message_read if message_read is not None else await receive()

        await self.app(scope, once, send)

    def _too_large(self, scope: Scope) -> Response:
        return problem(TOO_LARGE, Fault("server.body_size", bytes=self.limits.body),
                       lang=lang_of(HTTPConnection(scope)))

    def _may_pass(self) -> bool:
        """Whether one more request of this address may pass now; one that is refused does not count for the others."""
        address = ASKING.get()
        bucket = self._buckets.pop(address, None) or Bucket(self.limits.requests, self.limits.burst)
        self._buckets[address] = bucket         # the last seen stands last
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket.take() and self._everybody.take()

    @staticmethod
    def _declared_length(scope: Scope) -> int:
        for name, value in scope["headers"]:
            if name == b"content-length" and value.isdigit():
                return int(value[:20])
        return 0
