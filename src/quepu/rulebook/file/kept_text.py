"""Rulebooks that ship, as they were read before: reading their TOML takes longer than checking what it says.

What is kept is the tables of one text, as JSON under the text's own digest; so it is never stale.  A wheel has them
beside each rulebook (hatch_build.py), a checkout in the cache.  They are believed no more than the text is: whatever
comes out goes through every check of a rulebook.  Strangers' texts are not kept.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

from quepu import store
from quepu.rulebook.file.toml_text import DEEPEST_NESTING, Table, parse

KIND = "toml"
FORMAT = 1                  # of what is kept: grows when `parse` gives something else for the same text
MOST_KEPT = 256             # texts; a book that is being written leaves one behind each time
BOOKS = Path(__file__).parents[1] / "books"
_PLAIN = (str, int, float, bool)
_HALF = b"\\ud"            # half a character, or a text that looks like one


def tables_of_shipped(label: str, text: str) -> Table:
    """The tables of a text that ships with quepu; as `parse` gives them."""
    key = key_of(text)
    tables = _built(label, key)
    if tables is None:
        kept = store.read_quietly(KIND, key)
        tables = None if kept is None else unpacked(kept)
    if tables is None:
        tables = parse(label, text)
        payload = packed(tables)
        if payload is not None:
            store.write_quietly(KIND, key, payload, MOST_KEPT)
    return tables


def _built(label: str, key: str) -> Table | None:
    """The tables that came with the package, if they are those of this text."""
    file = BOOKS / f"{label.removesuffix('.toml')}.json"
    try:
        told = _plain_table(file.read_bytes())
    except OSError:                     # none: a checkout
        return None
    tables = None if told is None or told.get("key") != key else told.get("tables")
    return tables if isinstance(tables, dict) else None


def key_of(text: str) -> str:
    """Under which the tables of a text are kept."""
    return hashlib.sha256(f"{FORMAT}\0{text}".encode()).hexdigest()


def packed(tables: Table) -> bytes | None:
    """Tables as bytes; None where JSON could not give them back: dates, numbers that are none."""
    if not _is_plain(tables, DEEPEST_NESTING):
        return None
    try:
        payload = json.dumps(tables, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    except ValueError:
        return None
    return None if _HALF in payload.lower() else payload


def unpacked(payload: bytes) -> Table | None:
    """Tables out of bytes; None if they are nothing that TOML could have said within its bounds."""
    return _plain_table(payload, DEEPEST_NESTING)


def _plain_table(payload: bytes, depth: int = DEEPEST_NESTING + 1) -> Table | None:
    if _HALF in payload.lower():
        return None
    try:
        tables = json.loads(payload)
    except (ValueError, RecursionError):
        return None
    return tables if isinstance(tables, dict) and _is_plain(tables, depth) else None


def _is_plain(part: Any, depth: int) -> bool:
    """Whether tables and lists are nested no deeper than that, and hold what TOML has: JSON also says `null`."""
    for one in part.values() if isinstance(part, dict) else part:
        if isinstance(one, dict | list):
            if not depth or not _is_plain(one, depth - 1):
                return False
        elif not isinstance(one, _PLAIN):
            return False
    return True
