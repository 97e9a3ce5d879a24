"""Tables as TOML text: what `tomllib` read, changed, and written again."""

import datetime
import json
import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def key_text(key: str) -> str:
    """A key, in quotes if it needs them."""
    return key if _BARE.fullmatch(key) else string(key)


def string(text: str) -> str:
    """A basic string; what UTF-8 cannot hold is left out."""
    kept = text.encode("utf-8", "ignore").decode()
    return json.dumps(kept, ensure_ascii=False).replace("\x7f", "\\u007f")


def value_text(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return "nan" if math.isnan(value) else ("-inf" if value < 0 else "inf") if math.isinf(value) else repr(value)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key_text(str(key))} = {value_text(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(value_text, value)) + "]"
    return string(str(value))


def written(tables: Mapping[str, Any]) -> str:
    """Tables as text: plain keys first, then a head for each table, one key a line."""
    lines = [f"{key_text(key)} = {value_text(value)}" for key, value in tables.items() if not _headed(value)]
    for key, value in tables.items():
        if isinstance(value, Mapping):
            lines.extend(_table([key], value))
        elif _headed(value):
            for row in value:
                lines.append(f"[[{key_text(key)}]]")
                lines.extend(_pairs(row))
    return "\n".join(lines) + "\n"


def _headed(value: Any) -> bool:
    """Whether it is written under heads of its own."""
    return isinstance(value, Mapping) or (
        isinstance(value, list) and bool(value) and all(isinstance(row, Mapping) for row in value))


def _table(path: list[str], table: Mapping[str, Any]) -> Iterable[str]:
    plain = {key: value for key, value in table.items() if not isinstance(value, Mapping) or len(path) > 1}
    inner = {key: value for key, value in table.items() if key not in plain}
    if plain or not inner:
        yield f"[{'.'.join(map(key_text, path))}]"
        yield from _pairs(plain)
    for key, value in inner.items():
        yield from _table([*path, key], value)


def _pairs(table: Mapping[str, Any]) -> Iterable[str]:
    for key, value in table.items():
        yield f"{key_text(str(key))} = {value_text(value)}"
