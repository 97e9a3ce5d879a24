"""What a server is told when it starts."""

import os
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

PAGE = Path(__file__).parent / "page"   # the built page, shipped inside the package
LOOPBACK = ("localhost", "127.0.0.1", "::1")
DAY = 86_400


def default_database() -> str:
    """An SQLite file among the user's data, unless QUEPU_DATABASE names another."""
    address = os.environ.get("QUEPU_DATABASE")
    if address:
        return address
    return f"sqlite:///{user_data_path('quepu', appauthor=False) / 'games.sqlite'}"


def usual_workers() -> int:
    """As many processes for strangers' texts as the machine bears: two at least, so that nobody waits for one only."""
    return max(2, min(4, os.cpu_count() or 2))


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
    check_seconds: float = 8.0          # for a rulebook that somebody sent
    score_seconds: float = 4.0          # for one hand under such a rulebook
    hosts: int = 8                      # processes in which games by strangers' rulebooks are played
    hosts_of_one: int = 4               # of them for the rulebooks of one address
    hosts_waiting: int = 64             # who may wait for one
    host_wait: float = 10.0             # seconds until somebody who waits is told to come back
    host_turn: float = 20.0             # seconds unused until one is taken for somebody who waits ...
    host_idle: float = 300.0            # ... and until it ends though nobody does
    host_memory: int = 2 << 30          # bytes of address space of one
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
    workers: int = field(default_factory=usual_workers)     # processes for strangers' texts
    waiting: int = 64                   # requests that wait for one of them
    waiting_of_one: int = 12


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
    stand_in_seconds: float = 60.0      # ... and that a table waits for him until one does; 0: only if they ask for it
