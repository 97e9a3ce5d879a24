"""The rulebook that is meant where none is named; light, for every command asks for it."""

import tomllib
from functools import cache
from importlib import resources


@cache
def default_rule() -> str:
    """Its id; a data file says which."""
    file = resources.files("quepu.rulebook") / "books" / "base" / "default.toml"
    table = tomllib.loads(file.read_text(encoding="utf-8"))
    return str(table["rulebook"]["extends"])
