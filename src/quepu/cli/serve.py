"""`quepu serve`: the page in the browser, and the API behind it."""

import argparse
import contextlib
import os
import socket
from collections.abc import Iterator
from typing import Any

from quepu.cli.common import DONE
from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.locale import language_of

EXAMPLES = """\
examples:
  quepu serve                              http://127.0.0.1:8000
  quepu serve --port 9000 --database games.sqlite
  quepu serve --database postgresql+psycopg://user@localhost/quepu
  quepu serve --host 0.0.0.0               also for other machines
  quepu serve --allowed-host mahjong.example.org --trusted-proxy 127.0.0.1
                                           behind a proxy on this machine
It needs: pip install "quepu[server]"  (and "quepu[postgres]" for PostgreSQL).
"""
LAST_PORT = 65535
MOST_WORKERS = 64
_LAST_ANSWERS = 1           # seconds in which answers may still come after it is told to end
_WAITING = 1024             # connections that the system holds until they are taken
_LEAST_MEMORY, _MOST_MEMORY = 512, 1 << 20      # MiB
_HEAD = 16 * 1024           # bytes of a request's head that is not complete


def add(commands: Any) -> None:
    """Add this command to the command line."""
    parser = commands.add_parser("serve", help="the page in the browser, and the API behind it", epilog=EXAMPLES,
                                 description="Serve the page and the API.", allow_abbrev=False,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default %(default)s)")
    parser.add_argument("--port", type=int, default=8000, help="the port (default %(default)s)")
    parser.add_argument("--database", metavar="FILE|URL", help="where games are kept (default: a file of the user's)")
    parser.add_argument("--allowed-host", metavar="NAME", action="append", default=[],
                        help="a further name it is reached by; may be given several times")
    parser.add_argument("--trusted-proxy", metavar="ADDRESS", action="append", default=[],
                        help="a proxy that tells whom it asks for (X-Forwarded-For); may be given several times")
    parser.add_argument("--keep-days", metavar="N", type=int, default=30,
                        help="delete games that nobody has opened for so many days; 0 keeps all (default %(default)s)")
    parser.add_argument("--workers", metavar="N", type=int,
                        help="processes in which questions are worked out (default: 4 to 8)")
    parser.add_argument("--memory", metavar="MIB", type=int,
                        help="memory of the server itself past which new work has to wait (default: half of the "
                             "machine's)")
    parser.add_argument("--stand-in-seconds", metavar="N", type=float, default=60.0,
                        help="a bot plays for a friend who is away once the table has waited for so long; 0: only when "
                             "somebody asks for it (default %(default)g)")
    parser.add_argument("--quiet", action="store_true", help="do not tell every request")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serve until stopped."""
    try:
        import uvicorn

        from quepu.server.app import make_app
        from quepu.server.games.database import check_database
        from quepu.server.safety.address import Addresses
        from quepu.server.safety.connections import protocols
    except ImportError as error:
        raise QuepuError(Fault("cli.no_server", name=error.name)) from None
    settings = _settings(arguments)
    http, ws = protocols(settings.limits, Addresses(settings.trusted_proxies))
    with _listening(arguments.host, arguments.port) as sockets:
        lang = language_of(os.environ)
        for fault in (*check_database(settings.database), *_missing()):
            print(fault.told(lang), flush=True)
        app = make_app(settings)
        if not settings.page.is_dir():
            print(Fault("serve.no_page").told(lang), flush=True)
        shown = f"[{arguments.host}]" if ":" in arguments.host else arguments.host
        print(f"quepu 雀谱: http://{shown}:{sockets[0].getsockname()[1]}/  (Ctrl-C ends)", flush=True)
        config = uvicorn.Config(
            app, host=arguments.host, port=arguments.port, http=http, ws=ws,
            log_level="warning" if arguments.quiet else "info",
            use_colors=False,                   # colours are control characters, and those are not written
            ws_max_size=settings.limits.message * 2,
            ws_per_message_deflate=False,       # costs more than it saves: a table is five thousand bytes
            proxy_headers=False,                # whom to believe is decided in server.address
            server_header=False, h11_max_incomplete_event_size=_HEAD, timeout_keep_alive=5,
            timeout_graceful_shutdown=_LAST_ANSWERS)
        _redact()
        with contextlib.suppress(KeyboardInterrupt):    # that is how it ends
            uvicorn.Server(config).run(sockets)
    return DONE


def _settings(arguments: argparse.Namespace) -> Any:
    from quepu.server.safety.address import networks
    from quepu.server.safety.guard import host_name
    from quepu.server.settings import DAY, LEAST_WORKERS, Limits, Settings, address_of, default_database
    if not 0 <= arguments.keep_days <= 36_500:
        raise QuepuError(Fault("serve.days"))
    if arguments.workers is not None and not LEAST_WORKERS <= arguments.workers <= MOST_WORKERS:
        raise QuepuError(Fault("serve.workers", least=LEAST_WORKERS, most=MOST_WORKERS))
    if arguments.memory is not None and not _LEAST_MEMORY <= arguments.memory <= _MOST_MEMORY:
        raise QuepuError(Fault("serve.memory", least=_LEAST_MEMORY, most=_MOST_MEMORY))
    if not 0 <= arguments.stand_in_seconds <= DAY:
        raise QuepuError(Fault("serve.stand_in", most=DAY))
    networks(arguments.trusted_proxy)
    for name in arguments.allowed_host:
        if not host_name(name if name.count(":") < 2 or name.startswith("[") else f"[{name}]"):
            raise QuepuError(Fault("serve.host", name=name))
    told = {"workers": arguments.workers, "memory": arguments.memory and arguments.memory << 20}
    limits = Limits(**{name: number for name, number in told.items() if number is not None})
    database = address_of(arguments.database) if arguments.database else default_database()
    return Settings(database, limits=limits, host=arguments.host,
                    allowed_hosts=tuple(arguments.allowed_host), trusted_proxies=tuple(arguments.trusted_proxy),
                    keep_days=arguments.keep_days, is_warmed=True,
                    stand_in_seconds=arguments.stand_in_seconds)


@contextlib.contextmanager
def _listening(host: str, port: int) -> Iterator[list[socket.socket]]:
    """Sockets that listen at every address of a host; why it cannot be done is said before anything else starts."""
    if not 0 <= port <= LAST_PORT:
        raise QuepuError(Fault("serve.port", port=port, most=LAST_PORT))
    with contextlib.ExitStack() as opened:
        sockets: list[socket.socket] = []
        try:
            places = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
            for family, place in dict.fromkeys((place[0], place[4]) for place in places):
                one = opened.enter_context(socket.socket(family, socket.SOCK_STREAM))
                one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if family == socket.AF_INET6:
                    one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
                one.bind(place)
                one.listen(_WAITING)
                one.setblocking(False)
                sockets.append(one)
        except (OSError, UnicodeError) as error:
            raise QuepuError(Fault("serve.listen", host=host, port=port,
                                   why=getattr(error, 'strerror', None) or str(error))) from None
        yield sockets


def _missing() -> list[Fault]:
    """What this machine cannot keep strangers' rulebooks from."""
    import asyncio

    from quepu.server.safety.sandbox import missing_here
    return [Fault("serve.strangers", what=fault) for fault in asyncio.run(missing_here())]


def _redact() -> None:
    """No log ever holds a player's key."""
    import logging

    from quepu.server.safety.guard import Redacting
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "quepu.server"):
        logging.getLogger(name).addFilter(Redacting())
