"""Connections as the server holds them: so many of one address, and none for ever.

Whoever begins a request has to finish its head in time, and whoever is told something has to take it: uvicorn waits
for both without end.  Once a second all connections are looked at.
"""

import asyncio
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

from quepu.server.http_problem import MEDIA_TYPE, TOO_LATE, TOO_MANY, written
from quepu.server.safety.address import Addresses, counted
from quepu.server.safety.guard import HEADERS
from quepu.server.settings import Limits

_EVERY = 1.0                # seconds between two looks
_PHRASES = {400: "Bad Request", TOO_LATE: "Request Timeout", TOO_MANY: "Too Many Requests"}


def plain_answer(status: int, title: str, wait: int = 0) -> bytes:
    """A whole answer, for those with whom no request can be talked about."""
    body = written({"type": "about:blank", "title": title, "status": status}).encode()
    lines = [f"HTTP/1.1 {status} {_PHRASES[status]}", f"content-type: {MEDIA_TYPE}", f"content-length: {len(body)}",
             "connection: close", *([f"retry-after: {wait}"] if wait else []),
             *(f"{name.decode()}: {value.decode()}" for name, value in HEADERS)]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


@dataclass(slots=True)
class _Held:
    """One connection."""

    address: str
    asking_since: float | None          # a request's head is awaited since then
    spoke: bool = False                 # something of it has come
    stuck_since: float | None = None    # nothing was taken of what it is told since then


class Connections:
    """All connections of a server, counted by address."""

    def __init__(self, limits: Limits, addresses: Addresses) -> None:
        self.limits, self._addresses = limits, addresses
        self._held: dict[asyncio.Transport, _Held] = {}
        self._count: Counter[str] = Counter()
        self._look: asyncio.TimerHandle | None = None

    def come(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> bool:
        """Take one more; False if there are too many."""
        peer = str((transport.get_extra_info("peername") or ("",))[0])
        address = counted(peer)
        most = self.limits.all_connections if self._addresses.is_trusted(peer) else self.limits.connections
        if self._count[address] >= most or len(self._held) >= self.limits.all_connections:
            return False
        self._held[transport] = _Held(address, loop.time())
        self._count[address] += 1
        if self._look is None:
            self._look = loop.call_later(_EVERY, self.look, loop)
        return True

    def go(self, transport: asyncio.Transport) -> None:
        """Forget one that has ended."""
        held = self._held.pop(transport, None)
        if held is not None:
            self._count[held.address] -= 1
            if self._count[held.address] <= 0:
                del self._count[held.address]

    def asks(self, transport: asyncio.Transport, now: float | None, spoke: bool = True) -> None:
        """A request's head is awaited (since `now`, unless it is awaited already), or it is there (None)."""
        held = self._held.get(transport)
        if held is not None:
            held.asking_since = None if now is None else now if held.asking_since is None else held.asking_since
            held.spoke = spoke

    def takes(self, transport: asyncio.Transport) -> None:
        """Some of what was sent has been taken."""
        held = self._held.get(transport)
        if held is not None:
            held.stuck_since = None

    def look(self, loop: asyncio.AbstractEventLoop) -> None:
        """End what has lasted too long."""
        now = loop.time()
        for transport, held in list(self._held.items()):
            if not transport.get_write_buffer_size():
                held.stuck_since = None
            elif held.stuck_since is None:
                held.stuck_since = now
            elif now - held.stuck_since > self.limits.send_seconds:
                transport.abort()       # closing would wait for what nobody takes
                continue
            if held.asking_since is not None and now - held.asking_since > self.limits.header_seconds:
                if held.spoke and not transport.is_closing():
                    transport.write(plain_answer(TOO_LATE, "the head of a request must be sent within "
                                                           f"{self.limits.header_seconds:g} seconds"))
                held.asking_since = None
                transport.close()
        self._look = loop.call_later(_EVERY, self.look, loop) if self._held else None


if TYPE_CHECKING:
    _SocketProtocol = Any
else:
    _SocketProtocol = AutoWebSocketsProtocol or asyncio.Protocol


def protocols(limits: Limits, addresses: Addresses) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """The protocols of a server, for HTTP and for WebSocket, which share one count of connections."""
    connections = Connections(limits, addresses)

    class Http(H11Protocol):
        """uvicorn's own, which waits for nobody for ever."""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            if not connections.come(transport, self.loop):
                transport.write(plain_answer(TOO_MANY, "too many connections from this address; close some", 5))
                transport.close()

        def connection_lost(self, exc: Exception | None) -> None:
            connections.go(self.transport)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if self.transport.is_closing():
                return
            super().data_received(data)
            # a request that is being answered has had its head; whatever else comes is the head of another
            is_answered = self.cycle is not None and not self.cycle.response_complete
            upgraded = self.transport.get_protocol() is not self
            connections.asks(self.transport, None if is_answered or upgraded else self.loop.time())

        def resume_writing(self) -> None:
            connections.takes(self.transport)
            super().resume_writing()

        def send_400_response(self, msg: str) -> None:
            self.transport.write(plain_answer(400, "this is no HTTP request"))
            self.transport.close()

    class Socket(_SocketProtocol):  # type: ignore[misc]
        """uvicorn's own, whose end is counted."""

        def connection_lost(self, exc: Exception | None) -> None:
            connections.go(self.transport)
            super().connection_lost(exc)

        def resume_writing(self) -> None:
            connections.takes(self.transport)
            super().resume_writing()

    return Http, Socket
