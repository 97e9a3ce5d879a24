"""Tables of a rulebook that take longer to work out than to read: kept in the cache as plain numbers."""

import hashlib
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from quepu.kept_arrays import shared_or_made
from quepu.sources import source_digest

if TYPE_CHECKING:
    from quepu.book import Rulebook

# what tables are worked out by
_SOURCES = ("engine", "compiler", "rulebook", "packing", "rulecode", "rulecheck", "scoring")


def kept_table(book: "Rulebook", what: str, make: Callable[[], Any]) -> Any:
    """The bytes of the record that `make` works out for a rulebook; rulebooks with the same ones share them."""
    return shared_or_made("tables", _key(book, what), make)


def _key(book: "Rulebook", what: str) -> str:
    """The text of a rulebook with all it extends, its options, and the program."""
    parts = [what, *(source.text for source in book.sources),
             repr([(option.id, option.value) for option in book.model.options]), repr(sorted(book.settings.items()))]
    return hashlib.sha256("\0".join([*parts, _program()]).encode()).hexdigest()


@cache
def _program() -> str:
    digest = hashlib.sha256(source_digest(*_SOURCES).encode())
    for file in sorted((resources.files("quepu.rulebook") / "books" / "base").iterdir(), key=lambda file: file.name):
        digest.update(file.read_bytes())
    return digest.hexdigest()
