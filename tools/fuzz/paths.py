"""Where things stand in the tables of a rulebook: every value with its path and what the schema says of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from quepu.rulebook.file.schema import SECTIONS
from quepu.rulebook.file.section import Key

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """One value: its path, its key of the schema (None where the schema has none) and the variables it may use."""

    path: Path
    key: Key | None
    variables: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_expression(self) -> bool:
        """Whether an expression stands here."""
        return (self.key is not None and self.key.type in ("expr", "value", "exprs")) or \
            (self.path[0] == "define" and self.path[-1] == "is")


def places(tables: Mapping[str, Any], above: Path = (), depth: int = 0) -> Iterator[Place]:
    """Every value of a rulebook; those that an option's choice brings too."""
    for name, content in tables.items():
        section = SECTIONS.get(name)
        if section is None:
            continue
        rows: list[tuple[Path, Any]] = []
        if section.form == "table":
            rows.append(((name,), content))
        elif section.form == "family" and isinstance(content, dict):
            rows.extend(((name, entry), table) for entry, table in content.items())
        elif section.form == "list" and isinstance(content, list):
            rows.extend(((name, index), table) for index, table in enumerate(content))
        for path, table in rows:
            if not isinstance(table, dict):
                continue
            if name == "option" and depth == 0:
                for choice, patch in (table.get("choice") or {}).items():
                    if isinstance(patch, dict):
                        yield from places(patch, (*above, *path, "choice", choice), 1)
            for key, value in table.items():
                yield from _inside((*above, *path, key), section.keys.get(key), value, section.variables)


def _inside(path: Path, key: Key | None, value: Any, variables: Mapping[str, str]) -> Iterator[Place]:
    yield Place(path, key, variables)
    if key is None or not key.keys:
        return
    for place, table in (((), value),) if isinstance(value, dict) else \
            (((index,), row) for index, row in enumerate(value)) if isinstance(value, list) else ():
        if isinstance(table, dict):
            for inner, one in table.items():
                yield from _inside((*path, *place, inner), key.keys.get(inner), one, variables)


def value_at(tables: Any, path: Path) -> Any:
    """What stands at a path."""
    for step in path:
        tables = tables[step]
    return tables


def put(tables: Any, path: Path, value: Any) -> None:
    """Set what stands at a path, making tables on the way."""
    for step, following in pairwise(path):
        if isinstance(tables, list):
            tables = tables[int(step)]
            continue
        if not isinstance(tables.get(step), dict | list):
            tables[step] = [] if isinstance(following, int) else {}
        tables = tables[step]
    if isinstance(tables, list):
        if isinstance(path[-1], int) and path[-1] < len(tables):
            tables[path[-1]] = value
        else:
            tables.append(value)
    else:
        tables[path[-1]] = value
