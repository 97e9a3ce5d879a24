"""Places of a match, and what they bring: `[match.ranking]`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

#: parts of a result: the points themselves, what is brought back, what the first has of that, what the place brings
POINTS, RETURN, FIRST, BONUS = "points", "return", "first", "bonus"


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place in the match; `result` is what the score makes of it, the score itself without a ranking."""

    place: int
    player: int
    name: str
    score: int
    result: Decimal = Decimal(0)
    parts: tuple[tuple[str, Decimal], ...] = ()         # what the result is made of, by name; their sum


def standings(match: Mapping[str, Any], names: Sequence[str], scores: Sequence[int]) -> tuple[Standing, ...]:
    """The players from first to last, by the rulebook's `[match]`.

    Equal scores share a place and its bonus, unless the rulebook lets the earlier seat go first.
    """
    ranking = match.get("ranking", {})
    shared = ranking.get("ties", "shared") == "shared"
    order = sorted(range(len(scores)), key=lambda player: (-scores[player], player))
    unit = Decimal(ranking.get("unit", 1))
    bonus, first = _bonus(ranking, len(scores)), _first(match, ranking, len(scores)) / unit
    places: list[Standing] = []
    for index, player in enumerate(order):
        equals = [place for place, other in enumerate(order) if scores[other] == scores[player]] if shared else [index]
        parts = {POINTS: scores[player] / unit, RETURN: -ranking.get("return", 0) / unit,
                 FIRST: (first if 0 in equals else Decimal(0)) / len(equals),
                 BONUS: sum((bonus[place] for place in equals), Decimal(0)) / len(equals)}
        places.append(Standing(equals[0] + 1, player, names[player], scores[player], sum(parts.values(), Decimal(0)),
                               tuple((name, part) for name, part in parts.items() if part or name == POINTS)))
    return tuple(places)


def _bonus(ranking: Mapping[str, Any], players: int) -> list[Decimal]:
    """What each place brings."""
    listed = [Decimal(points) for points in ranking.get("bonus", ())]
    return (listed + [Decimal(0)] * players)[:players]


def _first(match: Mapping[str, Any], ranking: Mapping[str, Any], players: int) -> Decimal:
    """What the first has besides: what all bring back beyond what they started with."""
    return Decimal(players * (ranking["return"] - match.get("start", 0)) if "return" in ranking else 0)
