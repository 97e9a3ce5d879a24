"""What one player knows of a match: which of its steps he has seen at all, counted as he may count them.

Somebody else's pass is no business of his; so the steps he is told are numbered without those he cannot know of, and
neither a number nor a message betrays that another could have claimed a tile.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from quepu.game.events import Event, HandBegan
from quepu.game.match import Match, Step

WATCHES = -1                # the seat of somebody who has none


@dataclass(slots=True)
class Sight:
    """The steps a player has seen, each with its place in the match and the seat he had then."""

    player: int | None                  # None watches
    steps: list[tuple[int, int]] = field(default_factory=list)
    _looked: int = 0                    # steps of the match looked at
    _seat: int = WATCHES

    def look(self, match: Match) -> "Sight":
        """Look at everything new."""
        if self._looked > len(match.steps):     # some steps were taken back, never the beginning of a hand
            self._looked = len(match.steps)
            while self.steps and self.steps[-1][0] >= self._looked:
                self.steps.pop()
        for place in range(self._looked, len(match.steps)):
            step = match.steps[place]
            first = step.events[0] if step.events else None
            if isinstance(first, HandBegan) and self.player is not None:
                self._seat = first.players.index(self.player)
            if self._knows_of(step):
                self.steps.append((place, self._seat))
        self._looked = len(match.steps)
        return self

    def _knows_of(self, step: Step) -> bool:
        return (step.kind == "action" and step.seat == self._seat) or any(
            event.seen_by(self._seat) is not None for event in step.events)

    def events(self, match: Match, since: int) -> Iterator[tuple[int, Event]]:
        """What he may know of each step from number `since` on, in time order."""
        for number in range(max(0, since), len(self.steps)):
            place, seat = self.steps[number]
            for event in match.steps[place].events:
                known = event.seen_by(seat)
                if known is not None:
                    yield number, known

    def __len__(self) -> int:
        return len(self.steps)
