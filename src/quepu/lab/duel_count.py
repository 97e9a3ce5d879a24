"""What the tables of a duel add up to, unit by unit: whole numbers, and figures made of them at the end."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from math import sqrt
from typing import Any

import numpy as np

from quepu.game.standing import standings
from quepu.lab.duel_tables import SIDES, A, B
from quepu.lab.sequence import Decider, Figure, Sums
from quepu.rulebook.model.play import Match

FIRST_DEALS, FIRST_MATCHES = 500, 100       # units before anybody decides; a match has more hands to even out
LEVEL = 0.02                # a difference of so many standard deviations of a hand (a match) is none worth having
_PARTS = 1_000_000          # a result of a match is counted in such parts: places that are shared make fractions
#: figures of a side: what is counted, over what; and whether it is a share of it
_FIGURES = {"points": ("points", "hands", False), "wins": ("wins", "hands", True),
            "self_draws": ("self_draws", "hands", True), "deal_ins": ("deal_ins", "hands", True),
            "mean_win": ("won_points", "wins", False), "mean_loss": ("fed_points", "fed_hands", False)}


class Count:
    """Units of a duel added up, in their order."""

    def __init__(self, seatings: Sequence[Sequence[int]], match: Match | None) -> None:
        self.seatings, self.match = seatings, match         # `match`: the rulebook's section, if whole ones are played
        self.seats = len(seatings[0])
        self.units = self.hands = 0
        self._members = [[seating.count(side) for side in (A, B)] for seating in map(tuple, seatings)]
        self._pairs = self._members[0][A] * self._members[0][B]         # the same for each seating
        self._scale = len(seatings) * self._pairs * (1 if match is None else _PARTS)
        self.points, self.result = Sums(), Sums()
        self.sides = [{name: Sums() for name in _FIGURES} for _side in SIDES]
        self.results, self.places = [Sums() for _side in SIDES], [Sums() for _side in SIDES]
        self.shares = [[Sums() for _place in range(self.seats)] for _side in SIDES]
        self.decider = Decider(FIRST_DEALS if match is None else FIRST_MATCHES)
        self._spread = Sums()           # of what a player has of a hand or a match: its own and its square

    # -- adding --
    def numbers(self, rows: Any) -> list[dict[str, Any]]:
        """What each unit of some rows adds, as Python's own numbers."""
        seats = self.seats
        masks = [np.array([[int(one == side) for one in seating] for seating in self.seatings]) for side in (A, B)]
        weights = np.array([[members[B] if one == A else -members[A] for one in seating]
                            for seating, members in zip(self.seatings, self._members, strict=True)])
        members = np.array(self._members)
        seen = rows.view(np.recarray)   # which has the fields by their names
        counted = {"points": seen.points, "wins": seen.wins, "self_draws": seen.self_draws,
                   "won_points": seen.won_points, "deal_ins": seen.deal_ins, "fed_hands": seen.fed_hands,
                   "fed_points": seen.fed_points}
        columns: dict[Any, list[int]] = {
            "hands": seen.hands.sum(axis=1).tolist(),
            "difference": (seen.points[..., :seats] * weights).sum(axis=(1, 2)).tolist(),
            "squares": seen.squares.sum(axis=(1, 2)).tolist()}
        for side in (A, B):
            columns[side, "hands"] = (seen.hands * members[:, side]).sum(axis=1).tolist()
            for name, numbers in counted.items():
                columns[side, name] = (numbers[..., :seats] * masks[side]).sum(axis=(1, 2)).tolist()
        scores = seen.scores[..., :seats].tolist()
        return [{"scores": scores[unit], **{name: column[unit] for name, column in columns.items()}}
                for unit in range(len(rows))]

    def add(self, numbers: Mapping[Any, Any]) -> None:
        """Count one unit."""
        self.units += 1
        self.hands += numbers["hands"]
        self.points.add(numbers["difference"], numbers["hands"] * self._pairs)
        for side in (A, B):
            for name, (what, of, _is_rate) in _FIGURES.items():
                self.sides[side][name].add(numbers[side, what], numbers[side, of])
        if self.match is None:
            self.decider.add(numbers["difference"])
            self._spread.add(numbers["squares"], numbers["hands"] * self.seats)
        else:
            self._add_match(self.match, numbers["scores"])

    def _add_match(self, match: Match, scores: Sequence[Sequence[int]]) -> None:
        """Count the results and places at the tables of one unit."""
        difference = squares = 0
        results, places = [0, 0], [0, 0]
        shares = [[0] * self.seats for _side in SIDES]
        for seating, members, points in zip(self.seatings, self._members, scores, strict=True):
            for standing in standings(match, SEAT_NAMES[:self.seats], points):
                side, result = seating[standing.player], _parts(standing.result)
                results[side] += result
                places[side] += standing.place
                shares[side][standing.place - 1] += 1
                difference += members[B] * result if side == A else -members[A] * result
                squares += result * result
        self.result.add(difference, self._scale)
        self.decider.add(difference)
        self._spread.add(squares, self.seats * len(self.seatings))
        for side in (A, B):
            tables = sum(members[side] for members in self._members)
            self.results[side].add(results[side], tables * _PARTS)
            self.places[side].add(places[side], tables)
            for place in range(self.seats):
                self.shares[side][place].add(shares[side][place], tables)

    # -- what it comes to --
    @property
    def deciding(self) -> Sums:
        """The difference by which the duel is decided: the result of a match, or the points of a hand."""
        return self.points if self.match is None else self.result

    @property
    def margin(self) -> float:
        """The difference below which the two are level, in points or results."""
        if not self._spread.y:
            return 0.0
        spread = sqrt(self._spread.x / self._spread.y)          # the mean of all players is near nothing beside it
        return LEVEL * spread / (1 if self.match is None else _PARTS)

    @property
    def is_decided(self) -> bool:
        """Whether more units are not needed."""
        return self.decider.is_decided(self.margin * self._scale)

    def of_side(self, side: int, at_once: bool) -> dict[str, Figure]:
        """The figures of a side."""
        figures = {name: self.sides[side][name].figure(at_once, is_rate)
                   for name, (_what, _of, is_rate) in _FIGURES.items()}
        if self.match is not None:
            figures["result"] = self.results[side].figure(at_once)
            figures["place"] = self.places[side].figure(at_once)
        return figures

    def places_of(self, side: int, at_once: bool) -> tuple[Figure, ...]:
        """How often a side has been first, second, ...; nothing where no matches are played."""
        return tuple(sums.figure(at_once, is_rate=True) for sums in self.shares[side]) if self.match is not None else ()


SEAT_NAMES = ("", "", "", "")


def _parts(result: Decimal) -> int:
    return int((result * _PARTS).to_integral_value())
