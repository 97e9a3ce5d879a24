"""Tables that follow from sets and pairs alone: most rulebooks have the same ones, so they are kept for all of them."""

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from quepu.kept_arrays import kept_or_made
from quepu.sources import source_digest


def shared_tables(what: str, made_from: object, make: Callable[[], Mapping[str, Any]]) -> dict[str, Any]:
    """The arrays that `make` works out, kept under what they are made from; each is a copy that may be written to."""
    key = hashlib.sha256(f"{what}\0{made_from!r}\0{source_digest('packing', 'engine/layout')}".encode()).hexdigest()
    return kept_or_made("shared", key, make)
