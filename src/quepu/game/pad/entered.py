"""What came of an entry of a score pad: the hand as it began, how it ended, who paid whom."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.game.pad.entry import LARGEST, Step
from quepu.game.pad.rotation import Seating
from quepu.scoring.result import Row, Score
from quepu.tiles import seat_letter


@dataclass(frozen=True, slots=True)
class PadHand:
    """A hand as it begins: its number, the round, who sits where, and what is remembered."""

    number: int
    round: int                          # rounds played before this one
    players: tuple[int, ...]            # the player in each seat, the dealer first
    scores: tuple[int, ...]             # by player, who sits out among them
    pot: int
    memory: Mapping[str, Any]

    @property
    def dealer(self) -> int:
        """The player who deals."""
        return self.players[0]

    @property
    def wind(self) -> str:
        """The wind of the round as a letter."""
        return seat_letter(self.round % 4)


@dataclass(frozen=True, slots=True)
class Entered:
    """An entry and what came of it."""

    entry: Mapping[str, Any]
    hand: PadHand
    ended: str                          # win, draw, abort, redeal; later: not settled; note: still to be played
    wins: tuple[Score, ...]
    rows: tuple[Row, ...]
    scores: tuple[int, ...]             # of the players, after it
    notes: tuple[Mapping[str, str], ...] = ()
    over: bool = False                  # by the rulebook the match ends here
    false_wins: tuple[int, ...] = ()
    _before: tuple[bytes, Seating] | None = field(default=None, repr=False, compare=False)

    @property
    def net(self) -> tuple[int, ...]:
        """What each player won or lost."""
        return tuple(after - before for after, before in zip(self.scores, self.hand.scores, strict=True))


def kept_step(played: Entered, settled: Sequence[int]) -> Step:
    """The points that let a result stay as it was settled."""
    if len(settled) != len(played.net) or any(type(one) is not int or abs(one) > LARGEST for one in settled) \
            or sum(settled) != sum(played.net):
        raise QuepuError(Fault("pad.settled"))
    moved = {seat: settled[player] - played.net[player] for seat, player in enumerate(played.hand.players)}
    if sum(moved.values()):
        raise QuepuError(Fault("pad.settled"))
    return Step("manual", {"payments": {seat: amount for seat, amount in moved.items() if amount},
                           "text": "", "label": "pad.kept"})
