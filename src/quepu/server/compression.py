"""Answers made smaller on their way: the page with its drawings, and what is worked out for everybody alike.

An answer that mixes a secret with a stranger's words is never compressed: from its length the secret could be guessed
letter by letter (BREACH).  So the places are named here, and no game, whose answers hold keys and names, is among them.
"""

import asyncio
import gzip
from collections import OrderedDict

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Addresses whose answers hold no secret; a slash at the end stands for all below it.  "/" alone is the page.
OPEN_PLACES = ("/", "/index.html", "/tiles.svg", "/icon.svg", "/assets/", "/api", "/api/openapi.json",
               "/api/rulebooks", "/api/rulebooks/", "/api/score", "/api/waits", "/api/hand", "/api/discards",
               "/api/compare", "/api/check")
LEAST = 900                     # bytes: less gains nothing in one packet
LEVEL = 6
MOST_KEPT = 4 << 20             # bytes of files of the page that are kept compressed
_ASIDE = 1 << 16                # bytes: more is compressed beside the other visitors
_PLAIN = ("text/", "application/json", "application/javascript", "image/svg+xml")


def is_open_place(path: str) -> bool:
    """Whether answers from here may be compressed.

    >>> is_open_place("/assets/index.js"), is_open_place("/api/games"), is_open_place("/api/games/x/record")
    (True, False, False)
    """
    return path in OPEN_PLACES or any(path.startswith(place) for place in OPEN_PLACES
                                      if len(place) > 1 and place.endswith("/"))


class CompressionMiddleware:
    """Compresses with gzip what whoever asks can read and what holds no secret."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._kept: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._size = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the app does, only shorter."""
        if scope["type"] != "http" or not is_open_place(scope["path"]):
            await self.app(scope, receive, send)
            return
        await self.app(scope, receive, _Answer(self, scope, send).send)

    async def smaller(self, path: str, etag: str, body: bytes) -> bytes:
        """The body compressed; a file of the page once, however often it is asked for."""
        key = (path, etag)
        if etag and key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        made = gzip.compress(body, LEVEL, mtime=0) if len(body) < _ASIDE else \
            await asyncio.to_thread(gzip.compress, body, LEVEL, mtime=0)
        if etag and key not in self._kept:
            self._kept[key] = made
            self._size += len(made)
            while self._size > MOST_KEPT:
                self._size -= len(self._kept.popitem(last=False)[1])
        return made


class _Answer:
    """One answer, held until it is whole; what is not to be compressed passes as it comes."""

    def __init__(self, compression: CompressionMiddleware, scope: Scope, send: Send) -> None:
        self._compression, self._scope, self._send = compression, scope, send
        self._reads = _reads_gzip(Headers(scope=scope).get("accept-encoding", ""))
        self._start: Message | None = None
        self._parts: list[bytes] = []

    async def send(self, message: Message) -> None:
        """Send it on, or keep it until the rest is there."""
        if message["type"] == "http.response.start":
            headers = MutableHeaders(raw=message.setdefault("headers", []))
            headers.add_vary_header("accept-encoding")
            if self._reads and self._scope["method"] != "HEAD" and _is_worth_it(message["status"], headers):
                self._start = message
            else:
                await self._send(message)
        elif self._start is None or message["type"] != "http.response.body":
            await self._send(message)
        else:
            self._parts.append(message.get("body", b""))
            if not message.get("more_body", False):
                await self._whole(self._start, b"".join(self._parts))

    async def _whole(self, start: Message, body: bytes) -> None:
        headers = MutableHeaders(raw=start["headers"])
        if len(body) >= LEAST:
            etag = headers.get("etag", "")
            body = await self._compression.smaller(self._scope["path"], etag, body)
            headers["content-encoding"] = "gzip"
            if etag and not etag.startswith("W/"):
                headers["etag"] = f"W/{etag}"       # the same content, not the same bytes
        headers["content-length"] = str(len(body))
        await self._send(start)
        await self._send({"type": "http.response.body", "body": body})


def _reads_gzip(accepted: str) -> bool:
    """Whether whoever asks reads gzip: named, and not with the weight 0.

    >>> _reads_gzip("br;q=1, gzip;q=0.8"), _reads_gzip("gzip;q=0"), _reads_gzip("")
    (True, False, False)
    """
    for part in accepted.split(","):
        name, _semicolon, weight = part.partition(";")
        if name.strip().lower() == "gzip":
            return weight.replace(" ", "").removeprefix("q=").rstrip("0.") != "" or not weight
    return False


def _is_worth_it(status: int, headers: Headers | MutableHeaders) -> bool:
    kind = headers.get("content-type", "")
    return status not in (204, 206, 304) and "content-encoding" not in headers and kind.startswith(_PLAIN)
