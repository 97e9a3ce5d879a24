"""`quepu serve` for the tests of the page: strangers' rulebooks may take as long as a slow machine needs."""

import sys
from functools import partial

from quepu.cli.main import main
from quepu.server import settings
from quepu.server.hosting import host
from tests.waiting import LONGEST

settings.Limits = partial(settings.Limits, check_seconds=LONGEST, score_seconds=LONGEST,    # type: ignore[misc]
                          ready_seconds=LONGEST, play_seconds=LONGEST, host_wait=LONGEST)
host.STARTING = LONGEST
#: nobody waits here: a bot may play for a friend as soon as he has left
settings.Settings = partial(settings.Settings, stand_in_grace=0.0)      # type: ignore[misc]

if __name__ == "__main__":
    sys.exit(main())
