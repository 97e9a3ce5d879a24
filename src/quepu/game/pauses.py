"""Where a step pauses: before each question of which only those may know who are asked.

Who could claim a tile, holds flowers of the deal or an opening is asked, and nobody else may learn of it.  So there is
a pause wherever anybody could be asked as far as everybody knows, whether or not somebody is: the same pauses come with
the same public play, whatever tiles lie hidden.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quepu.engine.layout import codes
from quepu.engine.layout.table import Table

if TYPE_CHECKING:
    from quepu.game.match import Match


@dataclass(frozen=True, slots=True, eq=False)
class Pause:
    """A place inside a step, before a question that is a secret."""

    seats: frozenset[int]               # who might be asked, as far as everybody knows
    events: int                         # of the step that have happened by then
    match: "Match"                      # as it stands there, nobody asked


def pauses(match: "Match", place: int) -> Iterator[Pause]:
    """The pauses of a match's step, in time order."""
    step, before = match.steps[place], match.at(place)
    if step.kind == "note":
        return
    number = 1
    while True:
        paused = before.copy()
        if not paused.stop_in(step, number):
            return
        yield Pause(_may_be_asked(paused.table, paused.seats), len(paused.steps[-1].events), paused)
        number += 1


def _may_be_asked(t: Table, seats: int) -> frozenset[int]:
    """The seats that might be asked next, as far as everybody knows."""
    if t.stage == codes.Stage.OFFER:
        return frozenset(seat for seat in range(seats) if not t.out >> seat & 1 and seat != t.offered_from)
    if t.stage == codes.Stage.PHASE:    # an opening: one seat after the other from the dealer on
        return frozenset((seats - t.round_left,))
    return frozenset((t.turn,))
