"""Tables that follow from sets, pairs and shapes alone: many rulebooks have the same ones, so they are kept for all."""

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from quepu.kept_arrays import kept_or_made, shared_or_made
from quepu.sources import source_digest


def shared_tables(what: str, made_from: object, make: Callable[[], Mapping[str, Any]]) -> dict[str, Any]:
    """The arrays that `make` works out, kept under what they are made from; each is a copy that may be written to."""
    return kept_or_made("shared", _key(what, made_from), make)


def shared_bytes(what: str, made_from: object, make: Callable[[], Any]) -> Any:
    """The bytes of the record that `make` works out, kept under what it is made from; all who use it have the same."""
    return shared_or_made("shared", _key(what, made_from), make)


def _key(what: str, made_from: object) -> str:
    return hashlib.sha256(f"{what}\0{made_from!r}\0{source_digest('packing', 'engine/layout')}".encode()).hexdigest()
