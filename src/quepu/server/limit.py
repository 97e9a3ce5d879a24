"""How much a stranger may send: bytes of a request, requests, connections and messages a second."""

import time
from collections import OrderedDict
from collections.abc import Callable

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quepu.server.problem import TOO_LARGE, TOO_MANY, problem
from quepu.server.settings import Limits

MOST_ADDRESSES = 10_000


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


class LimitMiddleware:
    """Refuses requests that are too large, and requests and connections that are too many, from one address."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.app, self.limits = app, limits
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer for the app."""
        if scope["type"] == "websocket":
            if self._bucket(scope).take():
                await self.app(scope, receive, send)
            else:                       # refused before it is opened: no task, no room is touched
                await receive()
                await send({"type": "websocket.close", "code": 1013, "reason": "too many connections; wait a second"})
            return
        if scope["type"] != "http" or not scope["path"].startswith("/api/"):
            await self.app(scope, receive, send)
            return
        if not self._bucket(scope).take():
            await problem(TOO_MANY, "too many requests; wait a second")(scope, receive, send)
            return
        if self._told_length(scope) > self.limits.body:
            await self._too_large()(scope, receive, send)
            return
        await self._bounded(scope, receive, send)

    async def _bounded(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take the whole body first and count it: a length that was told may be wrong, or missing."""
        body = b""
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return                  # whoever asked has gone
            body += message.get("body", b"")
            if len(body) > self.limits.body:
                await self._too_large()(scope, receive, send)
                return
            if not message.get("more_body", False):
                break
        given: Message | None = {"type": "http.request", "body": body, "more_body": False}

        async def once() -> Message:
            nonlocal given
            told, given = given, None
            return told if told is not None else await receive()

        await self.app(scope, once, send)

    def _too_large(self) -> Response:
        return problem(TOO_LARGE, f"a request has at most {self.limits.body} bytes")

    def _bucket(self, scope: Scope) -> Bucket:
        address = scope["client"][0] if scope.get("client") else ""
        bucket = self._buckets.pop(address, None) or Bucket(self.limits.requests, self.limits.burst)
        self._buckets[address] = bucket         # the last seen stands last
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket

    @staticmethod
    def _told_length(scope: Scope) -> int:
        for name, value in scope["headers"]:
            if name == b"content-length" and value.isdigit():
                return int(value)
        return 0
