"""What each answer leaves in the seat's own hand: how far it is then, which live tiles help, which duty is still open.

Only what the seat sees is looked at; distances are by shape, as the engine's tables have them.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from quepu.advice.blinding import Blind
from quepu.advice.judging import Judge
from quepu.bots.hints import situation_of_seat
from quepu.engine.layout.codes import Stage
from quepu.engine.layout.rule_codes import PhaseKind
from quepu.errors import QuepuError
from quepu.game.actions import Action, Chow, Declare, Discard, Pass, Pung
from quepu.game.tabletop import held, memory_of
from quepu.hand import Hand
from quepu.scoring.distances import UNTOLD
from quepu.scoring.waits import facts_of
from quepu.tiles import KIND_COUNT

if TYPE_CHECKING:
    from quepu.game.match import Match

Array = Any
SUIT_SIZE = 9
NO_SUIT = -1


@dataclass(frozen=True, slots=True)
class Left:
    """What an answer leaves: `away` tiles from ready by shape, None where nobody can tell.

    `useful` (kind, live copies) bring the hand nearer; of a ready hand they are the tiles it can legally draw to win.
    After a claim the discard that follows is still open, and they are not told.  `void` is the seat's void suit (-1
    none) and `void_count` how many tiles of it the hand still holds.
    """

    away: int | None = None
    useful: tuple[tuple[int, int], ...] | None = None
    void: int = NO_SUIT
    void_count: int = 0

    @property
    def live(self) -> int | None:
        """How many useful tiles are live; None where that is not told."""
        return None if self.useful is None else sum(count for _kind, count in self.useful)

    def as_json(self) -> dict[str, Any]:
        """What is left as a value for JSON."""
        return {"away": self.away, "live": self.live}


NOTHING = Left()


def leavings(match: "Match", blind: Blind, seat: int, actions: Sequence[Action]) -> list[Left]:
    """What each of a seat's answers leaves; nothing is told before the first turn."""
    t = match.table
    if not t.dealt or t.stage not in (Stage.OWN, Stage.CLAIMS):
        return [NOTHING] * len(actions)
    return _Leaver(match, blind, seat).all(actions)


def live_of(match: "Match", seat: int, hand: Hand, seen: Sequence[int]) -> tuple[int, ...]:
    """Copies of each kind that the seat has not seen anywhere; flowers are never drawn for good."""
    copies, model = match.engine.rules.copies, match.book.model
    gone = Counter(hand.tiles)
    gone.update(seen)
    return tuple(max(0, int(copies[kind]) - gone[kind]) if model.kinds >> kind & 1 and not model.bonus >> kind & 1
                 else 0 for kind in range(KIND_COUNT))


def void_suit(match: "Match", seat: int) -> int:
    """The suit that a seat has to be rid of, as it has chosen it; -1 none."""
    for phase in match.engine.rules.phases:
        if phase.kind == PhaseKind.VOID_SUIT and phase.memory >= 0:
            suit = int(match.table.memory[phase.memory + seat])
            return suit if 0 <= suit < len("mps") else NO_SUIT
    return NO_SUIT


class _Leaver:
    """Looks at what is left of one hand."""

    def __init__(self, match: "Match", blind: Blind, seat: int) -> None:
        self.match, self.seat = match, seat
        situation = situation_of_seat(match, seat)
        self.hand: Hand = situation.pop("hand")
        self.live = np.array(live_of(match, seat, self.hand, situation.pop("seen")), dtype=np.int64)
        self.situation = {**situation, "state": memory_of(blind.table, match.book.model)}
        self.held = np.zeros(KIND_COUNT, dtype=np.uint8)
        for tile in held(match.table, seat):
            self.held[tile.kind] += 1
        self.void = void_suit(match, seat)

    def all(self, actions: Sequence[Action]) -> list[Left]:
        try:
            judge = Judge(self.match.book, self.hand, facts_of(self.match.book, self.hand, self.situation))
        except QuepuError:              # a hand that cannot be, of a wall that was laid by hand
            return [NOTHING] * len(actions)
        found: dict[Any, Left] = {}
        told = []
        for action in actions:
            key = self._after(action)
            if key not in found:
                found[key] = NOTHING if key is None else self._left(judge, *key)
            told.append(found[key])
        return told

    def _after(self, action: Action) -> tuple[bytes, int] | None:
        """The concealed tiles that are left and how many melds were laid; None where something else is done."""
        t, after = self.match.table, self.held.copy()
        own = t.stage == Stage.OWN
        match action:
            case Discard(tile=tile) if own:
                after[tile.kind] -= 1
                return after.tobytes(), 0
            case Declare(tile=tile) if own and tile is not None:
                after[tile.kind] -= 1
                return after.tobytes(), 0
            case Pass() if not own:
                return after.tobytes(), 0
            case Chow(tiles=tiles):
                return self._without(after, Counter(tiles) - Counter([int(t.offered[0]) & 63]))
            case Pung():
                return self._without(after, Counter({int(t.offered[0]) & 63: 2}))
        return None

    def _without(self, after: Array, gone: Counter[int]) -> tuple[bytes, int] | None:
        if any(after[kind] < count for kind, count in gone.items()):
            return None                 # another tile takes its place
        for kind, count in gone.items():
            after[kind] -= count
        return after.tobytes(), 1

    def _left(self, judge: Judge, tiles: bytes, laid: int) -> Left:
        after = np.frombuffer(tiles, dtype=np.uint8).copy()
        count = int(after[SUIT_SIZE * self.void:SUIT_SIZE * (self.void + 1)].sum()) if self.void >= 0 else 0
        away = judge.away(after, laid)
        if away >= UNTOLD or away < 0:
            return Left(void=self.void, void_count=count)
        useful = None if laid else self._useful(judge, after, away)
        return Left(away, useful, self.void, count)

    def _useful(self, judge: Judge, after: Array, away: int) -> tuple[tuple[int, int], ...]:
        kinds = np.flatnonzero(self.live)
        hands = np.repeat(after[None, :], len(kinds), axis=0)
        hands[np.arange(len(kinds)), kinds] += 1
        nearer = judge.distances(hands) < away
        if away == 0 and nearer.any():
            nearer[nearer] = judge.drawn(np.repeat(after[None, :], int(nearer.sum()), axis=0), kinds[nearer]).legal
        return tuple((int(kind), int(self.live[kind])) for kind in kinds[nearer])
