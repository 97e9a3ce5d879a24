"""`quepu serve` for the tests of the page: strangers' rulebooks may take as long as a slow machine needs."""

import sys
from dataclasses import dataclass
from functools import partial

from quepu.cli.main import main
from quepu.server import settings
from quepu.server.hosting import host
from tests.waiting import LONGEST

_Limits = settings.Limits


@dataclass(frozen=True, slots=True)
class Limits(_Limits):
    """Nobody is told that a slow machine was slow."""

    check_seconds: float = LONGEST
    score_seconds: float = LONGEST
    ready_seconds: float = LONGEST
    play_seconds: float = LONGEST
    host_wait: float = LONGEST


settings.Limits = Limits        # type: ignore[misc]
host.STARTING = LONGEST
#: nobody waits here: a bot may play for a friend as soon as he has left
settings.Settings = partial(settings.Settings, stand_in_grace=0.0)      # type: ignore[misc]

if __name__ == "__main__":
    sys.exit(main())
