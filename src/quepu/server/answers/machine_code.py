"""Whether the machine code of a rulebook is in the cache: who answers may not make it, who plays waits for it."""

import hashlib
import sys
from functools import cache

from quepu import store
from quepu.book import Rulebook
from quepu.sources import source_digest

_NOTES = "served"
#: bytes of what is made for rulebooks and their options; all that ship, as they are, take a twentieth
MOST_BYTES = {"tables": 512 << 20, "shared": 128 << 20, "book": 128 << 20, "play": 128 << 20}
# what compiled code comes from
_SOURCES = ("engine", "compiler", "rulebook", "packing", "rulecode", "rulecheck", "scoring", "game", "bots")


@cache
def _program() -> bytes:
    """A fingerprint of everything that compiled code is made from."""
    return hashlib.sha256((sys.version + source_digest(*_SOURCES)).encode()).digest()


def fingerprint(book: Rulebook, as_chosen: bool = False) -> str:
    """What the machine code of a rulebook depends on, as a name; `as_chosen`: with its options as they are."""
    parts = [source.text for source in book.sources]
    if as_chosen:
        parts.append(repr(([(option.id, option.value) for option in book.model.options],
                           sorted(book.settings.items()))))
    return hashlib.sha256(_program() + "\0".join(parts).encode()).hexdigest()


def is_kept(book: Rulebook, as_chosen: bool = False) -> bool:
    """Whether the machine code of a rulebook is in the cache, as it ships or with what its options change."""
    return store.read(_NOTES, fingerprint(book, as_chosen)) is not None


def note_kept(book: Rulebook, as_chosen: bool = False) -> None:
    """From now on the machine code of a rulebook is in the cache."""
    store.write(_NOTES, fingerprint(book, as_chosen), b"")


def trim() -> int:
    """Remove what was used longest ago, if there is too much; how much there was of it.

    Every choice of options has tables of its own, and options are chosen by strangers.
    """
    kept = store.store()
    removed = sum(kept.prune(kind, most_bytes=most) for kind, most in MOST_BYTES.items())
    if removed:
        kept.prune(_NOTES, most_files=0)        # nobody knows whose it was: it is made again where it is missed
    return removed
