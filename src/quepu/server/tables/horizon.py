"""How far everybody is told of a table: up to the first pause whose window is still open.

At a pause somebody might be asked what not all may know of: who could claim a tile, holds flowers of the deal or an
opening.  What comes after it is told when the window closes, all of it together, whether or not somebody was asked.
Where only bots might be asked nothing is held back: they take no time, and who is a bot is no secret.
"""

from collections.abc import Container
from dataclasses import dataclass

from quepu.game.concealment import is_asking_secret
from quepu.game.match import Match
from quepu.game.pauses import Pause, pauses

Limit = tuple[int, int]                 # a step's place in the match, and how many of its events are told


@dataclass(frozen=True, slots=True, eq=False)
class _Held:
    place: int
    pause: Pause


class Horizon:
    """The pauses of a match that have a window still to come, the first of them open now."""

    def __init__(self) -> None:
        self._held: list[_Held] = []

    def __len__(self) -> int:
        return len(self._held)

    @property
    def limit(self) -> Limit | None:
        """Where what is told ends; None if everything is."""
        return (self._held[0].place, self._held[0].pause.events) if self._held else None

    @property
    def match(self) -> Match:
        """The match as everybody sees it while a window is open."""
        return self._held[0].pause.match

    def look(self, match: Match, bots: Container[int]) -> None:
        """Look at the last step: at which of its pauses people might be asked."""
        self._held += _held(match, len(match.steps) - 1, bots)

    def is_asking(self, match: Match) -> bool:
        """Whether the match stands before the question of the open window: who is asked may answer it."""
        return len(self._held) == 1 and is_asking_secret(match.table, match.book.model)

    def pass_on(self) -> None:
        """The window is closed: what comes up to the next pause is told."""
        del self._held[:1]

    def clear(self) -> None:
        """Tell everything."""
        self._held.clear()

    def set_up(self, match: Match, bots: Container[int]) -> None:
        """Begin the windows anew that came with the last answer that everybody knows of: nothing else is known of them.

        So it does not depend on who was asked since then, nor on what he has answered.
        """
        first = _last_public(match)
        self._held = [held for place in range(first, len(match.steps)) for held in _held(match, place, bots)]

    def step_back(self, match: Match, bots: Container[int]) -> None:
        """Only the window of the question that is open, if it is a secret: steps were taken back, or somebody came."""
        self.set_up(match, bots)
        self._held = self._held[-1:] if is_asking_secret(match.table, match.book.model) else []


def _held(match: Match, place: int, bots: Container[int]) -> list[_Held]:
    """The pauses of a step at which somebody might be asked who is no bot."""
    return [_Held(place, pause) for pause in pauses(match, place)
            if any(pause.match.player_of(seat) not in bots for seat in pause.seats)]


def _last_public(match: Match) -> int:
    """The place of the last step that answered a question of which everybody knows, or began the hand."""
    for place in range(len(match.steps) - 1, -1, -1):
        kind = match.steps[place].kind
        if kind == "begin" or (kind == "action" and not is_asking_secret(match.at(place).table, match.book.model)):
            return place
    return len(match.steps)
