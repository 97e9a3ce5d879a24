"""Who plays and who sits out, where one more than the table seats shares an evening (五人轮换).

The table of a pad knows its own players only.  Here stands which person plays for each of them, and what the one who
sits out has left there: points, and what the match remembers of a player.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from quepu.book import Rulebook
from quepu.engine.layout import rule_codes
from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.game.pad.bare_table import PadTable
from quepu.plain_text import is_name
from quepu.scoring.accounts import account_of

LONGEST_NAME = 60


class Rests(StrEnum):
    """When the next one sits out."""

    DEALER = "dealer"           # who gives up the deal sits out, until the next one gives it up (下庄休息)
    HAND = "hand"               # after each hand the next of the players in the order of their names
    TOLD = "told"               # whoever is said to


@dataclass(frozen=True, slots=True)
class Seating:
    """The person who plays for each player of the table, and what waits for the one who sits out."""

    persons: tuple[int, ...]
    out: int                                        # who sits out; -1 nobody
    score: int = 0                                  # his points
    memory: tuple[tuple[int, ...], ...] = ()        # what is remembered of him, a row for each memory of players

    @property
    def scores_of(self) -> int:
        """How many persons there are."""
        return len(self.persons) + (self.out >= 0)

    def scores(self, table: PadTable) -> tuple[int, ...]:
        """The points of every person."""
        points = dict(zip(self.persons, (int(score) for score in table.t.score[:table.seats]), strict=True))
        return tuple(points.get(person, self.score) for person in range(self.scores_of))


def first_seating(table: PadTable, names: Sequence[str]) -> Seating:
    """The seating an evening begins with: who is named last sits out, if there is one too many."""
    seats = table.seats
    if len(names) <= seats:
        return Seating(tuple(range(seats)), -1)
    return Seating(tuple(range(seats)), seats, int(table.t.score[0]),
                   tuple(_starts(table, place) for place in _remembered(table)))


def next_to_rest(seating: Seating, rests: Rests, dealer: int, *, passed: bool, ended: bool) -> int:
    """The person who sits out from the next hand on; -1: nobody changes.  `dealer` dealt, `passed`: he gave it up."""
    if seating.out < 0 or not ended or rests is Rests.TOLD:
        return -1
    if rests is Rests.DEALER:
        return dealer if passed else -1
    return (seating.out + 1) % seating.scores_of


def changed_seats(table: PadTable, seating: Seating, person: int) -> Seating:
    """The seating once `person` has left his seat to the one who sat out, between two hands."""
    if person not in seating.persons or seating.out < 0:
        raise QuepuError(Fault("pad.rests"))
    t = table.t
    player = seating.persons.index(person)
    seat = [int(one) for one in t.player[:table.seats]].index(player)
    left = int(t.score[player]), tuple(_taken(table, place, seat) for place in _remembered(table))
    t.score[player] = seating.score
    for place, row in zip(_remembered(table), seating.memory, strict=True):
        for at, value in zip(_places(table, place, seat), row, strict=True):
            t.memory[at] = value
    persons = tuple(seating.out if one == person else one for one in seating.persons)
    return Seating(persons, person, *left)


def _remembered(table: PadTable) -> list[int]:
    """Where the memories of players begin."""
    scopes = (rule_codes.Scope.PLAYER, rule_codes.Scope.PLAYERS)
    return [place for place, slot in enumerate(table.rules.memory) if slot.scope in scopes]


def _places(table: PadTable, place: int, seat: int) -> list[int]:
    """The places in which a memory holds something of a seat: one, or all pairs with it."""
    if table.rules.memory[place].scope == rule_codes.Scope.PLAYER:
        return [place + seat]
    return list(dict.fromkeys([place + 4 * seat + other for other in range(4)]
                              + [place + 4 * other + seat for other in range(4)]))


def _taken(table: PadTable, place: int, seat: int) -> tuple[int, ...]:
    return tuple(int(table.t.memory[at]) for at in _places(table, place, seat))


def _starts(table: PadTable, place: int) -> tuple[int, ...]:
    return tuple(int(table.rules.memory[at].start) for at in _places(table, place, 0))


def checked_rests(rests: Any) -> Rests:
    """When the next one sits out, if it is one of the ways there are."""
    if rests not in list(Rests):
        raise QuepuError(Fault("pad.rest_when", known=tuple(map(str, Rests)), value=f"{rests!r:.60}"))
    return Rests(rests)


def checked_names(book: Rulebook, names: Sequence[str], seats: int) -> tuple[str, ...]:
    """The players' names: as many as play, or one more, each different, none called like a seat."""
    faults = []
    players = tuple(names) if isinstance(names, list | tuple) else ()
    if len(players) not in (seats, seats + 1):
        faults.append(Fault("match.players", count=len(players), rule=book.id, seats=seats))
    for name in players:
        if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME:
            faults.append(Fault("pad.name", most=LONGEST_NAME, name=f"{name!r:.80}"))
        elif not is_name(name):
            faults.append(Fault("game.name"))
        elif account_of(name) >= 0:
            faults.append(Fault("pad.seat_name", name=name))
    if len(set(map(str, players))) < len(players):
        faults.append(Fault("pad.same_name"))
    if faults:
        raise QuepuError(faults)
    return players
