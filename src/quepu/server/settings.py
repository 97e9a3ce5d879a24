"""What a server is told when it starts."""

import os
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

PAGE = Path(__file__).parent / "page"   # the built page, shipped inside the package


def default_database() -> str:
    """An SQLite file among the user's data, unless QUEPU_DATABASE names another."""
    told = os.environ.get("QUEPU_DATABASE")
    if told:
        return told
    return f"sqlite:///{user_data_path('quepu', appauthor=False, ensure_exists=True) / 'games.sqlite'}"


@dataclass(frozen=True, slots=True)
class Limits:
    """What a stranger may ask of the server."""

    body: int = 512 * 1024              # bytes of a request
    message: int = 16 * 1024            # bytes of a message of a game
    requests: float = 40.0              # a second from one address, with ...
    burst: int = 200                    # ... so many at once
    messages: float = 30.0              # a second from one connection
    games: int = 2_000                  # in memory; others wait in the database
    watchers: int = 32                  # of one game
    check_seconds: float = 8.0          # for a rulebook that somebody sent
    score_seconds: float = 4.0          # for one hand under such a rulebook


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the server keeps games, where the page is, what it allows."""

    database: str = field(default_factory=default_database)
    page: Path = PAGE
    limits: Limits = Limits()
