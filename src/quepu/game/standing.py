"""Places of a match, and what they bring: `[match.ranking]`."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from quepu.rulebook.file.choices import Ties
from quepu.rulebook.model.play import Match, Ranking

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


def standings(match: Match, names: Sequence[str], scores: Sequence[int]) -> tuple[Standing, ...]:
    """The players from first to last, by the rulebook's `[match]`.

    Equal scores share a place and its bonus, unless the rulebook lets the earlier seat go first.
    """
    ranking = match.ranking
    shared = ranking.ties is Ties.SHARED
    order = sorted(range(len(scores)), key=lambda player: (-scores[player], player))
    unit = Decimal(ranking.unit)
    bonus, first = _bonus(ranking, len(scores)), _first(match, len(scores)) / unit
    places: list[Standing] = []
    for index, player in enumerate(order):
        equals = [place for place, other in enumerate(order) if scores[other] == scores[player]] if shared else [index]
        parts = {POINTS: scores[player] / unit, RETURN: -ranking.return_ / unit,
                 FIRST: (first if 0 in equals else Decimal(0)) / len(equals),
                 BONUS: sum((bonus[place] for place in equals), Decimal(0)) / len(equals)}
        places.append(Standing(equals[0] + 1, player, names[player], scores[player], sum(parts.values(), Decimal(0)),
                               tuple((name, part) for name, part in parts.items() if part or name == POINTS)))
    return tuple(places)


def _bonus(ranking: Ranking, players: int) -> list[Decimal]:
    """What each place brings."""
    listed = [Decimal(points) for points in ranking.bonus]
    return (listed + [Decimal(0)] * players)[:players]


def _first(match: Match, players: int) -> Decimal:
    """What the first has besides: what all bring back beyond what they started with."""
    return Decimal(players * (match.ranking.return_ - match.start) if match.ranking.says("return") else 0)
