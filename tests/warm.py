"""`python -m tests.warm`: compiles the engine and the rulebooks that ship, once, before the tests begin.

Two workers that begin with an empty cache would each compile the engine.  The tests have a cache of their own: a fresh
checkout begins with an empty one, and the rulebooks of tests do not stay in the user's.
"""

import os
import subprocess
import sys
from pathlib import Path

CACHE = Path(__file__).resolve().parents[1] / "build" / "cache"


def use_own_cache() -> None:
    """Keep what is compiled in the checkout, unless QUEPU_CACHE names another place."""
    os.environ.setdefault("QUEPU_CACHE", str(CACHE))


def compile_once(what: str = "engine") -> None:
    """Compile in a process of its own, which takes its memory with it."""
    use_own_cache()
    subprocess.run([sys.executable, "-m", "tests.warm", what], check=True, cwd=Path(__file__).parents[1])


def _compile(with_books: bool) -> None:
    from quepu.book import rulebook
    from quepu.compiler.kernels import load_kernels
    from quepu.game.engine import Engine
    from quepu.rulebook.file.load import known_ids
    load_kernels()
    for name in known_ids() if with_books else ():
        book = rulebook(name)
        Engine(book)
        book.compiled()


if __name__ == "__main__":
    use_own_cache()
    _compile("engine" not in sys.argv[1:])
