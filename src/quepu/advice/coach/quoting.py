"""Which sayings are quoted: those that were measured true for such rules, where they speak of the difference.

A saying that was measured false or undecided, or never, is not quoted.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from quepu.advice.coach.position import Position
from quepu.advice.coach.sayings import Saying, coach_book, kin_of

if TYPE_CHECKING:
    from quepu.advice.leavings import Left
    from quepu.book import Rulebook
    from quepu.game.match import Match

TRUE = "true"


@dataclass(frozen=True, slots=True)
class Spoken:
    """A saying whose condition holds at a position, with the answers that follow it, and what measuring found of it.

    `figure` is what following brought against the strong bot's choice, or how many times as likely its claim is.
    """

    id: str
    followers: frozenset[str]
    figure: float
    half: float


def spoken_at(match: "Match", seat: int, lefts: Mapping[str, "Left"]) -> tuple[Spoken, ...]:
    """The sayings that may be quoted to a seat that is asked, those first that were measured best."""
    found = quotable(match.book)
    if not found:
        return ()
    position = Position(match, seat, lefts)
    spoken = []
    for saying, figures in found:
        assert saying.says is not None
        followers = frozenset(action.text for action in saying.says.followers(position))
        if followers:
            spoken.append(Spoken(saying.id, followers, figures["figure"], figures["half"]))
    return tuple(spoken)


def quotable(book: "Rulebook") -> Sequence[tuple[Saying, Mapping[str, Any]]]:
    """The sayings that are said of a rulebook and true in its family, with their figures."""
    kin = kin_of(book)
    for family in coach_book().families:
        if kin & set(family.rules):
            figures = measured().get(family.id, {})
            return [(one, figures[one.id]) for one in coach_book().sayings if one.says is not None
                    and one.speaks_of(book) and figures.get(one.id, {}).get("verdict") == TRUE]
    return ()


@cache
def measured() -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
    """What `python -m tools.folk_wisdom` found, by family and saying; nothing before it was run."""
    file = resources.files("quepu.advice.coach") / "measured.json"
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return found


@cache
def saying_of(name: str) -> Saying:
    """A saying of the book by its id."""
    return next(one for one in coach_book().sayings if one.id == name)
