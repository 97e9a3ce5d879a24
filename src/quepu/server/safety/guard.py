"""The door: who may speak to this server at all, what every answer says to browsers, and what logs may hold.

Names it is not known by are refused (a foreign page may point its own name at this machine), and so are changes and
connections that a foreign page asks for.  Whatever goes wrong inside ends here as an answer, without its text.
"""

import asyncio
import logging
import re
import traceback
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quepu.faults import Fault
from quepu.plain_text import harmless
from quepu.server.http_problem import BROKEN, BUSY, NOT_ALLOWED, lang_of, problem
from quepu.server.safety.address import ASKING, Addresses, counted
from quepu.server.settings import LOOPBACK, Settings

_LOG = logging.getLogger("quepu.server")
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_ANYWHERE = ("", "0.0.0.0", "::", "*")          # what is listened on, but no name
_SHOWN = re.compile(rb"(hand|lang|since|frames)=[\w-]{0,12}")      # what of a query a log may show: no key is so short
WRONG_HOST, TOO_LONG_HEAD = 400, 431
COME_AGAIN = 5              # seconds after which somebody may ask again whom the end of a server cut off

POLICY = "; ".join((
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:", "font-src 'self'",
    "connect-src 'self'", "manifest-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"))
HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"))


def redacted(query: bytes) -> bytes:
    """A query as logs may show it: only what is known to be no secret, however a key may be spelled."""
    return b"&".join(part if _SHOWN.fullmatch(part) else b"..." for part in query.split(b"&")) if query else b""


def host_name(host: str) -> str:
    """The name in a Host header, without port and brackets, in small letters; empty if there is none."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
    if not host or any(sign in host for sign in "/?#@\\ \t,"):
        return ""
    return name.rstrip(".").lower()


class Hosts:
    """The names this server is reached by."""

    def __init__(self, host: str, allowed: Iterable[str]) -> None:
        self._allowed = frozenset(filter(None, (host_name(_bracketed(name)) for name in allowed)))
        own = () if host in _ANYWHERE else (host_name(_bracketed(host)),)
        self._names = self._allowed | frozenset(LOOPBACK) | frozenset(own)

    def is_known(self, host: str, server: str) -> bool:
        """Whether a request meant this server; `server` is the address the connection came in at."""
        name = host_name(host)
        return bool(name) and (name in self._names or name == server.lower())

    def is_own_origin(self, origin: str, host: str) -> bool:
        """Whether a page is one of this server's own, or of a name the operator told."""
        try:
            parts = urlsplit(origin)
            port = parts.port
        except ValueError:
            return False
        if parts.scheme not in ("http", "https") or not parts.hostname:
            return False
        if parts.hostname.rstrip(".").lower() in self._allowed:
            return True
        usual = 443 if parts.scheme == "https" else 80
        return (parts.hostname.rstrip(".").lower(), port or usual) == (host_name(host), _port(host, usual))


def _bracketed(name: str) -> str:
    return f"[{name}]" if name.count(":") > 1 and not name.startswith("[") else name


def _port(host: str, usual: int) -> int:
    try:
        return urlsplit(f"//{host}").port or usual
    except ValueError:
        return -1


class GuardMiddleware:
    """Stands outside everything else."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self._limits = app, settings.limits
        self._hosts = Hosts(settings.host, settings.allowed_hosts)
        self._addresses = Addresses(settings.trusted_proxies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse what is not meant for this server; tell the rest on, with the address of whoever asks."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        peer, port = scope.get("client") or ("", 0)
        address = self._addresses.of(peer, scope["headers"])
        inner = {**scope, "client": (address, port if address == peer else 0)}
        scope["query_string"] = redacted(scope.get("query_string", b""))        # this is what the server logs
        asking = ASKING.set(counted(address))
        guarded = _Guarded(send, scope["path"].startswith("/api/"))
        try:
            refusal = self._refusal(scope)
            if refusal is None:
                await self.app(inner, receive, guarded.send)
            else:
                await refuse(refusal, scope, receive, guarded.send)
        except Exception as error:      # the last resort: a fault of ours, told without what it was about
            _LOG.error("%s in %s %s\n%s", type(error).__name__, scope.get("method", "WEBSOCKET"), scope["path"],
                       where(error))
            await guarded.fail(scope, receive, problem(BROKEN, Fault("server.broken"), [Fault("server.written_down")],
                                                       lang=lang_of(HTTPConnection(scope))))
        except asyncio.CancelledError:  # the server ends: whoever waits for something is told so
            if scope["type"] != "http":
                raise
            await guarded.fail(scope, receive, problem(BUSY, Fault("server.ends"), [Fault("server.in_a_moment")],
                                                       COME_AGAIN, lang_of(HTTPConnection(scope))))
        finally:
            ASKING.reset(asking)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = scope["headers"]
        if sum(len(name) + len(value) + 4 for name, value in headers) > self._limits.header_bytes:
            return problem(TOO_LONG_HEAD, Fault("server.head_size", bytes=self._limits.header_bytes))
        lang = lang_of(HTTPConnection(scope))
        hosts = [value.decode("latin-1") for name, value in headers if name == b"host"]
        server = (scope.get("server") or ("", 0))[0]
        if len(hosts) != 1 or not self._hosts.is_known(hosts[0], server):
            return problem(WRONG_HOST, Fault("server.host"), [Fault("server.allow_host")], lang=lang)
        if scope["type"] == "http" and scope["method"] in _SAFE_METHODS:
            return None
        by_name = dict(headers)
        origin = by_name.get(b"origin")
        if origin is None:              # a program; browsers say where they are even if they do not say who
            foreign = by_name.get(b"sec-fetch-site", b"none") not in (b"none", b"same-origin")
        else:
            foreign = not self._hosts.is_own_origin(origin.decode("latin-1"), hosts[0])
        if foreign:
            return problem(NOT_ALLOWED, Fault("server.foreign"), [Fault("server.allow_page")], lang=lang)
        return None


async def refuse(refusal: Response, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer instead of the app; a connection is refused before it is opened, with the same text if that can be."""
    if scope["type"] == "http":
        await refusal(scope, receive, send)
        return
    await receive()
    if "websocket.http.response" in scope.get("extensions", {}):
        await send({"type": "websocket.http.response.start", "status": refusal.status_code,
                    "headers": refusal.raw_headers})
        await send({"type": "websocket.http.response.body", "body": refusal.body})
    else:
        await send({"type": "websocket.close", "code": 1008, "reason": ""})


class _Guarded:
    """What is sent, with the headers every answer has."""

    def __init__(self, send: Send, is_api: bool) -> None:
        self._send, self._is_api = send, is_api
        self._started = self._accepted = False

    async def send(self, message: Message) -> None:
        """Send it on."""
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            self._started = True
            present = {name.lower() for name, _value in message.get("headers", ())}
            more = [*HEADERS, (b"cache-control", b"no-store")] if self._is_api else HEADERS
            message = {**message, "headers": [*message.get("headers", ()),
                                              *(pair for pair in more if pair[0] not in present)]}
        self._accepted = self._accepted or message["type"] == "websocket.accept"
        await self._send(message)

    async def fail(self, scope: Scope, receive: Receive, answer: Response) -> None:
        """Say that something went wrong, by this answer, if that can still be said."""
        try:
            if scope["type"] == "websocket" and (self._accepted or not self._started):
                await self._send({"type": "websocket.close", "code": 1011, "reason": "this went wrong here"})
            elif scope["type"] == "http" and not self._started:
                await answer(scope, receive, self.send)
        except Exception:               # whoever asked has gone
            return


def where(error: BaseException) -> str:
    """Where an error arose, without its text and without values: those may be somebody's secrets."""
    place = traceback.extract_tb(error.__traceback__)[-6:]
    return "\n".join(f"    {frame.filename}:{frame.lineno} {frame.name}" for frame in place)


class Redacting(logging.Filter):
    """Takes secrets out of whatever a log is told, and makes it harmless; the last line of defence."""

    _IN_TEXT = re.compile(r"(?i)\b([a-z_]*key|token|secret)=[^&;#\s\"']+")

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass, without its secrets."""
        record.msg = self._hidden(record.msg)
        if isinstance(record.args, tuple):
            record.args = tuple(self._hidden(value) for value in record.args)
        return True

    def _hidden(self, value: Any) -> Any:
        return harmless(self._IN_TEXT.sub(r"\1=...", value)) if isinstance(value, str) else value
