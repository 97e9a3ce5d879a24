"""A cache of the run's own, filled from the user's: mutants leave nothing behind, the engine is not made anew."""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from platformdirs import user_cache_path

MOST_COPIED = 300 << 20     # bytes: a cache that is larger is copied without what single rulebooks left there
_BOOKS = ("quepu_book_", "quepu_play_", "quepu_aims_", "quepu_near")
_WARM = """
import numpy as np
from quepu.bots.seat import CoreBot
from quepu.game.match import Match
from quepu.rulebook.file.default import default_rule
match, bot = Match(default_rule(), 1), CoreBot("greedy")
match.begin()
for _ in range(4):
    match.play(match.asked[0], bot.decide(match, match.asked[0]))
engine = match.engine
engine.kernels.play_audited(engine.new_table(), engine.session, np.zeros(4, dtype=np.int64), 1, 1, 0,
                            np.zeros(20000, dtype=np.int64))
"""


@contextlib.contextmanager
def own_cache() -> Iterator[Path]:
    """A temporary copy of the cache, told to this process and all it starts; gone afterwards."""
    subprocess.run([sys.executable, "-c", _WARM], check=True, stdout=subprocess.DEVNULL)
    before = os.environ.get("QUEPU_CACHE")
    with tempfile.TemporaryDirectory(prefix="quepu-fuzz-") as name:
        cache = Path(name) / "cache"
        user = Path(before) if before else user_cache_path("quepu")
        cache.mkdir(mode=0o700)
        if user.is_dir():               # or nothing could be kept: then each process compiles for itself
            _copy(user, cache)
        os.environ["QUEPU_CACHE"] = str(cache)
        try:
            yield cache
        finally:
            if before is None:
                del os.environ["QUEPU_CACHE"]
            else:
                os.environ["QUEPU_CACHE"] = before


def _copy(user: Path, cache: Path) -> None:
    """Take over what is kept; others may write and remove files there at the same time."""
    files = [file for file in user.glob("quepu_*.kept") if file.is_file()]
    large = sum(file.stat().st_size for file in files) > MOST_COPIED
    for file in files:
        if not (large and file.name.startswith(_BOOKS)):
            with contextlib.suppress(OSError):
                shutil.copy2(file, cache / file.name)


def load_engine() -> None:
    """Load into this process what its children need, so that each of them has it from the start."""
    exec(compile(_WARM, "<warm>", "exec"), {})
