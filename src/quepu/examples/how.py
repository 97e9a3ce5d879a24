"""How a hand goes: the parts that a rulebook tells a beginner, with their examples scored."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from quepu.errors import QuepuError
from quepu.examples.worked import score_told_example
from quepu.locale import every
from quepu.rulebook.model.model import Model, Texts, entry_names
from quepu.scoring.result import Score

if TYPE_CHECKING:
    from quepu.book import Rulebook


@dataclass(frozen=True, slots=True)
class HowPart:
    """One part: its title and text, and the example below it, scored or with what is wrong with it."""

    id: str
    names: Texts
    text: Texts
    example: Any = None
    score: Score | None = None
    faults: tuple[str, ...] = field(default=())


def how_it_goes(book: "Rulebook") -> list[HowPart]:
    """The parts in the order of the rulebook."""
    return [_part(book, name, book.model.data["how"][name]) for name in entry_names(book.model.data, "how")]


def titles(model: Model, part: str) -> Texts:
    """What a part is called: its own name, or one of ours."""
    name = model.data["how"][part].get("name")
    return _texts(name) if name else every(f"how.{part}")


def _part(book: "Rulebook", part: str, table: Mapping[str, Any]) -> HowPart:
    names, text, example = titles(book.model, part), _texts(table.get("text", "")), table.get("example")
    if example is None:
        return HowPart(part, names, text)
    try:
        return HowPart(part, names, text, example, score_told_example(book, example))
    except QuepuError as error:
        return HowPart(part, names, text, example, None, tuple(error.faults))


def _texts(value: Any) -> dict[str, str]:
    return {"zh": value, "en": value} if isinstance(value, str) else dict(value)
