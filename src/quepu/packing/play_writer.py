"""Writing the rules of play: fields by name, and what words of a rulebook become."""

from collections.abc import Iterable
from enum import IntEnum, StrEnum
from typing import Any, TypeVar

from quepu.engine.layout import codes
from quepu.rulebook.language.node import Number
from quepu.rulebook.model.model import Model
from quepu.rulebook.model.play import Formula
from quepu.rulecode.play_functions import PlayTrees

Code = TypeVar("Code", bound=IntEnum)


def constant(value: int) -> int:
    """A cell that always says this."""
    return -1 - value


class Writer:
    """Collects the fields of the record by name; whatever is missing in the end is refused."""

    def __init__(self, model: Model, play: PlayTrees) -> None:
        self.model, self.play = model, play
        self.fields: dict[str, Any] = {}

    def put(self, **fields: Any) -> None:
        """Set some fields, each once."""
        assert not fields.keys() & self.fields.keys(), fields.keys() & self.fields.keys()
        self.fields.update(fields)

    def cell(self, formula: Formula | None, default: int = 0) -> int:
        """The cell of an expression: its number, or its constant value; the default where there is none."""
        if formula is None:
            return constant(default)
        number = self.play.numbers.get(formula.path)
        if number is not None:
            return number
        if not isinstance(formula.node, Number):
            raise TypeError(f"{formula.path} has no number among the expressions of play")
        return constant(formula.node.value)


def code(meaning: type[Code], word: StrEnum) -> Code:
    """The code a word of the rulebook stands for; codes are called after the words of the schema."""
    return meaning[word.name]


def bits(meaning: type[IntEnum], words: Iterable[StrEnum]) -> int:
    """Words as the sum of their bits."""
    return sum(meaning[word.name] for word in words)


def offers(words: Iterable[StrEnum]) -> int:
    """The offers that words name, as bits by their code."""
    return sum(1 << codes.Offer[word.name] for word in words)
