"""The rulebook that is meant where none is named; light, for every command asks for it."""

from functools import cache

from quepu.rulebook.file.kept_text import BOOKS, tables_of_shipped


@cache
def default_rule() -> str:
    """Its id; a data file says which."""
    label = "base/default.toml"
    table = tables_of_shipped(label, (BOOKS / label).read_text(encoding="utf-8"))
    return str(table["rulebook"]["extends"])
