"""Places of a match, and what they bring: `[match.ranking]`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place in the match; `result` is what the score makes of it, the score itself without a ranking."""

    place: int
    player: int
    name: str
    score: int
    result: Decimal = Decimal(0)


def standings(match: Mapping[str, Any], names: Sequence[str], scores: Sequence[int]) -> tuple[Standing, ...]:
    """The players from first to last, by the rulebook's `[match]`.

    Equal scores share a place and its bonus, unless the rulebook lets the earlier seat go first.
    """
    ranking = match.get("ranking", {})
    shared = ranking.get("ties", "shared") == "shared"
    order = sorted(range(len(scores)), key=lambda player: (-scores[player], player))
    bonus = _bonus(match, ranking, len(scores))
    unit = Decimal(ranking.get("unit", 1))
    back = ranking.get("return", 0)
    places: list[Standing] = []
    for index, player in enumerate(order):
        equals = [place for place, other in enumerate(order) if scores[other] == scores[player]] if shared else [index]
        brought = sum((bonus[place] for place in equals), Decimal(0)) / len(equals)
        result = (scores[player] - back) / unit + brought
        places.append(Standing(equals[0] + 1, player, names[player], scores[player], result))
    return tuple(places)


def _bonus(match: Mapping[str, Any], ranking: Mapping[str, Any], players: int) -> list[Decimal]:
    """What each place brings: its bonus, and to the first what all bring back beyond what they started with."""
    listed = [Decimal(points) for points in ranking.get("bonus", ())]
    bonus = (listed + [Decimal(0)] * players)[:players]
    if "return" in ranking:
        bonus[0] += Decimal(players * (ranking["return"] - match.get("start", 0))) / Decimal(ranking.get("unit", 1))
    return bonus
