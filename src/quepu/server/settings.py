"""What a server is told when it starts."""

import contextlib
import os
import re
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

PAGE = Path(__file__).parent / "page"   # the built page, shipped inside the package
LOOPBACK = ("localhost", "127.0.0.1", "::1")
DAY = 86_400
LEAST_WORKERS = 4           # two for each kind of question, so that nobody ever waits for one visitor only
_CONTAINER = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))
_NO_PATH = re.compile(r"^[a-z][a-z0-9+.-]+:|[@?]")     # what only an address has


def default_database() -> str:
    """An SQLite file among the user's data, unless QUEPU_DATABASE names another."""
    address = os.environ.get("QUEPU_DATABASE")
    if address:
        return address_of(address)
    return f"sqlite:///{user_data_path('quepu', appauthor=False) / 'games.sqlite'}"


def address_of(text: str) -> str:
    """The address of a database; a path of a file is one, told by its slash or its ending.

    >>> address_of("games.sqlite"), address_of("/x/y.db"), address_of("postgresql+psycopg://me@x/y")
    ('sqlite:///games.sqlite', 'sqlite:////x/y.db', 'postgresql+psycopg://me@x/y')
    """
    is_path = ("/" in text or text.endswith((".sqlite", ".db"))) and _NO_PATH.search(text) is None
    return f"sqlite:///{text}" if is_path else text


def usual_workers() -> int:
    """As many processes for questions as the machine bears."""
    return max(LEAST_WORKERS, min(8, os.cpu_count() or LEAST_WORKERS))


def usual_memory() -> int:
    """Half of the memory this machine or its container has, 1 GiB at least: in bytes."""
    given = []
    with contextlib.suppress(OSError, ValueError, AttributeError):
        given.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    for file in _CONTAINER:
        with contextlib.suppress(OSError, ValueError):
            given.append(int(file.read_text()))         # "max" is none
    return max(1 << 30, min(given, default=0) // 2)


@dataclass(frozen=True, slots=True)
class Limits:
    """What a stranger may ask of the server; "one" is one address (an IPv6 network of 64 bits)."""

    body: int = 512 * 1024              # bytes of a request
    message: int = 16 * 1024            # bytes of a message of a game
    requests: float = 40.0              # a second from one address, with ...
    burst: int = 200                    # ... so many at once
    messages: float = 30.0              # a second from one connection
    games: int = 2_000                  # in memory; others wait in the database
    watchers: int = 32                  # of one game
    check_seconds: float = 8.0          # of processor time to check a rulebook or to show it, and for a score pad
    score_seconds: float = 4.0          # for one hand, under whatever rulebook
    record_seconds: float = 20.0        # for a record, its rulebook compiled if somebody sent it, and for advice
    hosts: int = 8                      # processes in which games by strangers' rulebooks are played
    hosts_of_one: int = 4               # of them for the rulebooks of one address
    hosts_waiting: int = 64             # who may wait for one
    host_wait: float = 10.0             # seconds until somebody who waits is told to come back
    host_turn: float = 20.0             # seconds unused until one is taken for somebody who waits ...
    host_idle: float = 300.0            # ... and until it ends though nobody does
    host_memory: int = 1 << 30          # bytes of address space of one
    ready_seconds: float = 60.0         # of processor time to compile a rulebook, or to play a game or record again
    play_seconds: float = 20.0          # of processor time for one answer of a game, the bots' included
    all_requests: float = 2_000.0       # a second from everybody, twice as many at once
    header_bytes: int = 32 * 1024
    header_seconds: float = 10.0        # from a request's first byte to the end of its head
    body_seconds: float = 20.0
    send_seconds: float = 30.0          # in which somebody who is told something has to take some of it
    connections: int = 256              # of one, open at a time
    all_connections: int = 4_096
    sockets: int = 256                  # games that one has open at a time
    all_sockets: int = 3_000
    made_games: int = 500               # that one may make in a day
    all_games: int = 50_000             # kept
    made_bytes: int = 256 << 20         # kept of one: rulebooks' texts, games and their steps
    all_bytes: int = 4 << 30
    game_bytes: int = 4 << 20           # of one game
    memory: int = field(default_factory=usual_memory)       # bytes the server may have; then new work has to wait
    memory_of_one: int = 64 << 20       # bytes of memory that the games hold which one has made or opened ...
    games_memory: int = 512 << 20       # ... and all games; half of the server's at most
    workers: int = field(default_factory=usual_workers)     # processes for questions, half of them for strangers' texts
    waiting: int = 64                   # requests that wait for one of a half
    waiting_of_one: int = 12
    masters: int = 6                    # seats that bots have who think, in all games in memory
    wait_seconds: float = 20.0          # until somebody who waits is told to come again


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the server keeps games, where the page is, what it allows, whom it believes."""

    database: str = field(default_factory=default_database)
    page: Path = PAGE
    limits: Limits = Limits()
    host: str = "127.0.0.1"             # what it listens on
    allowed_hosts: tuple[str, ...] = ()         # further names it is reached by
    trusted_proxies: tuple[str, ...] = ()       # whose X-Forwarded-For is believed
    keep_days: int = 30                 # until a game nobody opens is deleted; 0 keeps all for ever
    idle_minutes: float = 30.0          # until a game nobody looks at leaves the memory
    stand_in_grace: float = 10.0        # seconds a friend is away until the others may let a bot play for him ...
    is_warmed: bool = False             # a process for questions is started before anybody asks
    stand_in_seconds: float = 60.0      # ... and that a table waits for him until one does; 0: only if they ask for it
