"""How a hand goes: the parts that a rulebook tells a beginner, with their examples scored."""

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from quepu.errors import QuepuError
from quepu.examples.worked import score_told_example
from quepu.locale import every
from quepu.rulebook.model.model import Texts
from quepu.rulebook.model.said import HowSaid
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
    return [_part(book, part) for part in book.model.said.how.on]


def titles(part: HowSaid) -> Texts:
    """What a part is called: its own name, or one of ours."""
    return part.name or every(f"how.{part.id}")


def _part(book: "Rulebook", part: HowSaid) -> HowPart:
    names, text, example = titles(part), part.text, part.example
    if example is None:
        return HowPart(part.id, names, text)
    try:
        # what is shown is a whole hand, as if it had been played: nobody asks for what was not told
        return HowPart(part.id, names, text, example, replace(score_told_example(book, example), played=True))
    except QuepuError as error:
        return HowPart(part.id, names, text, example, None, tuple(error.faults))
