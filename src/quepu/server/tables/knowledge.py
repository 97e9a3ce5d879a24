"""What one player knows of a match: which of its events he has seen, counted as he may count them.

Somebody else's pass is no business of his; so the events he is told are numbered without those he cannot know of, and
without the steps they came in: neither a number nor a message betrays that another could have claimed a tile.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field

from quepu.game.events import Event, HandBegan
from quepu.game.match import Match
from quepu.server.tables.horizon import Limit

WATCHES = -1                # the seat of somebody who has none
_ANSWER = -1                # an answer of his own, in place of an event
_ROOM = 1 << 13             # for the events of a step: more than a step has


@dataclass(slots=True)
class Sight:
    """The events a player has seen and his own answers, each by its step's place in the match and its own therein."""

    player: int | None                  # None watches
    _items: "array[int]" = field(default_factory=lambda: array("I"))        # both in one number
    _seats: "array[int]" = field(default_factory=lambda: array("b"))        # the seat he had then
    _looked: int = 0                    # steps of the match looked at
    _seat: int = WATCHES

    def look(self, match: Match) -> "Sight":
        """Look at everything new."""
        if self._looked > len(match.steps):     # some steps were taken back, never the beginning of a hand
            self._looked = len(match.steps)
            del self._items[self.count((self._looked, _ANSWER)):]
            del self._seats[len(self._items):]
        for place, step in enumerate(match.steps[self._looked:], self._looked):
            first = step.events[0] if step.events else None
            if isinstance(first, HandBegan) and self.player is not None:
                self._seat = first.players.index(self.player)
            seen = [index for index, event in enumerate(step.events) if event.seen_by(self._seat) is not None]
            if step.kind == "action" and step.seat == self._seat:
                seen.insert(0, _ANSWER)         # always: whether something came of it depends on who else was asked
            self._items.extend(_number(place, index) for index in seen)
            self._seats.extend([self._seat] * len(seen))
        self._looked = len(match.steps)
        return self

    def count(self, limit: Limit | None) -> int:
        """How many he knows of before a limit."""
        return len(self._items) if limit is None else bisect_left(self._items, _number(*limit))

    def place(self, number: int) -> int:
        """The place of the step that something came in."""
        return self._items[number] // _ROOM

    def events(self, match: Match, since: int, until: int) -> Iterator[tuple[int, Event]]:
        """What he may know of each event from number `since` on, in time order."""
        for number in range(max(0, since), until):
            index = self._items[number] % _ROOM + _ANSWER
            known = None if index == _ANSWER else match.steps[self.place(number)].events[index].seen_by(
                self._seats[number])
            if known is not None:
                yield number, known

    def steps(self, since: int, until: int) -> Iterator[tuple[int, int]]:
        """Each step that lies wholly between two numbers, by its place, and how many he knows of after it."""
        for number in range(max(1, since + 1), until):
            place = self.place(number - 1)
            if self.place(number) > place:
                yield place, number


def _number(place: int, index: int) -> int:
    return place * _ROOM + index - _ANSWER
