"""The rulebooks that mutants are made from: those that ship, and the house rules of the tests."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from quepu.rulebook.file import load
from tools.fuzz.expressions import Names
from tools.fuzz.paths import Place, places

HOUSE = Path(__file__).parents[2] / "tests" / "house"


@dataclass(frozen=True)
class Base:
    """One rulebook: its text, its own tables, all its tables merged, and what they hold."""

    name: str
    text: str
    own: dict[str, Any]
    tables: dict[str, Any]
    names: Names
    places: tuple[Place, ...]
    ships: bool

    @property
    def expressions(self) -> list[Place]:
        """Where expressions stand."""
        return [place for place in self.places if place.is_expression]


@cache
def base(name: str) -> Base:
    """A base by its id, or the name of a file of the tests."""
    path = HOUSE / f"{name}.toml"
    ships = not path.exists()
    tables, sources = load.read_chain(name if ships else str(path))
    tables = dict(tables)
    tables["rulebook"] = {key: value for key, value in tables.get("rulebook", {}).items() if key != "extends"}
    text = sources[0].text
    return Base(name, text, tomllib.loads(text), tables, Names.of(tables), tuple(places(tables)), ships)


@cache
def base_names() -> tuple[str, ...]:
    """All bases."""
    return (*load.known_ids(), "base/thirteen", *sorted(path.stem for path in HOUSE.glob("*.toml")))


def some_base(rng: Random) -> Base:
    """A base by chance; one that takes long to compile comes less often."""
    found = base(rng.choice(base_names()))
    if len(found.tables.get("fan", {})) > 60 and rng.random() < 0.5:
        found = base(rng.choice(base_names()))
    return found
