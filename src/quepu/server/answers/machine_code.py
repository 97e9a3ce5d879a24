"""Whether the machine code of a rulebook is in the cache: who answers may not make it, who plays waits for it."""

import hashlib
import sys
from functools import cache

from quepu import store
from quepu.book import Rulebook
from quepu.sources import source_digest

# what compiled code comes from
_SOURCES = ("engine", "compiler", "rulebook", "packing", "rulecode", "rulecheck", "scoring", "game", "bots")


@cache
def _program() -> bytes:
    """A fingerprint of everything that compiled code is made from."""
    return hashlib.sha256((sys.version + source_digest(*_SOURCES)).encode()).digest()


def _fingerprint(book: Rulebook) -> str:
    """What the machine code of a rulebook depends on, as a name."""
    return hashlib.sha256(_program() + "\0".join(source.text for source in book.sources).encode()).hexdigest()


def is_kept(book: Rulebook) -> bool:
    """Whether the machine code of a rulebook is in the cache."""
    return store.read("served", _fingerprint(book)) is not None


def note_kept(book: Rulebook) -> None:
    """From now on the machine code of a rulebook is in the cache."""
    store.write("served", _fingerprint(book), b"")
