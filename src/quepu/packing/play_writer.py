"""Writing the rules of play: fields by name, and what words of a rulebook become."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Any, TypeVar

from quepu.engine.layout import codes
from quepu.rulebook.model.model import Model
from quepu.rulecode.play_functions import PlayTrees

Code = TypeVar("Code", bound=IntEnum)
Path = tuple[str | int, ...]


def constant(value: int) -> int:
    """A cell that always says this."""
    return -1 - value


class Writer:
    """Collects the fields of the record by name; whatever is missing in the end is refused."""

    def __init__(self, model: Model, play: PlayTrees) -> None:
        self.model, self.play, self.data = model, play, model.data
        self.fields: dict[str, Any] = {}

    def put(self, **fields: Any) -> None:
        """Set some fields, each once."""
        assert not fields.keys() & self.fields.keys(), fields.keys() & self.fields.keys()
        self.fields.update(fields)

    def cell(self, path: Path, default: int) -> int:
        """The cell of an expression: its number, its constant value, or the default."""
        if path in self.play.numbers:
            return self.play.numbers[path]
        node = self.model.play.get(path)
        return constant(default if node is None else node.number)

    def whole(self, path: Path, default: int) -> int:
        """A plain number of the rulebook."""
        table: Any = self.data
        for step in path:
            table = table.get(step, {}) if isinstance(table, Mapping) else {}
        return table if isinstance(table, int) else default

    def entries(self, section: str) -> list[tuple[str, Mapping[str, Any]]]:
        """The entries of a family that are switched on."""
        return [(name, table) for name, table in self.data.get(section, {}).items() if table.get("enabled", True)]

    def rows(self, section: str) -> list[tuple[int, Mapping[str, Any]]]:
        """The rows of a list that are switched on."""
        return [(index, table) for index, table in enumerate(self.data.get(section, [])) if table.get("enabled", True)]


def words(table: Mapping[str, Any], key: str) -> list[str]:
    """One word or several, as a list."""
    value = table.get(key, [])
    return [value] if isinstance(value, str) else list(value)


def code(meaning: type[Code], table: Mapping[str, Any], key: str, default: str = "") -> Code:
    """The code a word of the rulebook stands for; codes are called after the words of the schema."""
    return meaning[str(table.get(key, default)).upper()]


def bits(table: Mapping[str, Any], key: str, meaning: type[IntEnum], default: int = 0) -> int:
    """Words as the sum of their bits."""
    return sum(meaning[word.upper()] for word in words(table, key)) if key in table else default


def offers(table: Mapping[str, Any], key: str, default: list[str]) -> int:
    """The offers that words name, as bits by their code."""
    return sum(1 << codes.Offer[word.upper()] for word in (words(table, key) if key in table else default))
