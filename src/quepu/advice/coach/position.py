"""A position of the coach book: what a seat sees when it has to answer, and the answer that is looked at.

What others hold is here too, for the words that are marked hidden; only measuring looks at it.
"""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from quepu.advice.leavings import NOTHING, Left
from quepu.bots.hints import seen_by
from quepu.engine.layout.codes import Offer, Stage
from quepu.engine.layout.record import line
from quepu.engine.layout.table import KIND, RIVER_SEAT
from quepu.game.actions import Action, Chow, Declare, Discard, Pass, Pung
from quepu.scoring.distances import UNTOLD, near
from quepu.tiles import kinds_in

if TYPE_CHECKING:
    from quepu.game.match import Match

NO_TILE = -1
UNKNOWN = 9                 # tiles away, where nobody can tell
COPIES = 4


class Position:
    """What a seat sees when it has to answer; words are looked up in it."""

    def __init__(self, match: "Match", seat: int, lefts: Mapping[str, Left] | None = None) -> None:
        self.match, self.seat, self.table, self.model = match, seat, match.table, match.book.model
        self.lefts = lefts or {}
        self.held: list[int] = line(self.table.held, seat).tolist()
        self.legal = match.legal(seat)
        self.action: Action = Pass()        # the answer that is looked at
        self._lacks: dict[tuple[int, int], int] = {}
        count = self.table.river_count
        self.river = [(tile & KIND, bits & RIVER_SEAT, bits & ~RIVER_SEAT) for tile, bits in zip(
            self.table.river[:count].tolist(), self.table.river_seat[:count].tolist(), strict=True)]

    # -- the table --
    @cached_property
    def others(self) -> list[int]:
        """The other seats that have not won yet."""
        gone = int(self.table.out) | int(self.table.winners)
        return [seat for seat in range(self.match.seats) if seat != self.seat and not gone >> seat & 1]

    @cached_property
    def seen(self) -> Counter[int]:
        """Copies of each kind that are seen on the table, the own hand apart."""
        return seen_by(self.match, self.seat)

    @cached_property
    def recent(self) -> frozenset[int]:
        """Kinds discarded since the seat's own last discard."""
        last = max((place for place, (_kind, seat, _bits) in enumerate(self.river) if seat == self.seat), default=-1)
        return frozenset(kind for kind, _seat, _bits in self.river[last + 1:])

    @property
    def used(self) -> int:
        """How much of the hand is over, in percent of the discards that may come."""
        t = self.table
        left = max(0, t.wall_back - t.wall_front - t.reserve)
        return 100 * t.river_count // max(1, t.river_count + left)

    @property
    def away(self) -> int:
        """Tiles from ready after the best answer."""
        known = [left.away for left in self.lefts.values() if left.away is not None]
        return min(known, default=UNKNOWN)

    @property
    def left(self) -> Left:
        """What the answer that is looked at leaves."""
        return self.lefts.get(self.action.text, NOTHING)

    @property
    def tile(self) -> int:
        """The tile that the answer throws away; none of a claim."""
        action = self.action
        return action.tile.kind if isinstance(action, Discard | Declare) and action.tile is not None else NO_TILE

    @property
    def offered(self) -> int:
        """The discard that may be claimed."""
        t = self.table
        there = t.stage == Stage.CLAIMS and t.offered_kind == Offer.DISCARD
        return int(t.offered[0]) & KIND if there else NO_TILE

    def claims(self, kinds: tuple[type[Action], ...]) -> list[Action]:
        """The answers that claim the offered tile in one of these ways."""
        return [one for one in self.legal if isinstance(one, kinds)] if self.offered >= 0 else []

    @property
    def claim_away(self) -> int:
        """Tiles from ready after the best claim for a set."""
        lefts = [self.lefts.get(one.text, NOTHING).away for one in self.claims((Chow, Pung))]
        return min((away for away in lefts if away is not None), default=UNKNOWN)

    @property
    def pass_away(self) -> int:
        """Tiles from ready if nothing is claimed."""
        lefts = [self.lefts.get(one.text, NOTHING).away for one in self.claims((Pass,))]
        return min((away for away in lefts if away is not None), default=UNKNOWN)

    @property
    def best_live(self) -> int:
        """The most live tiles that any ready hand waits on."""
        return max((left.live or 0 for left in self.lefts.values() if left.away == 0), default=0)

    @property
    def waited(self) -> int:
        """The only kind that a ready hand waits on after the answer."""
        useful = self.left.useful or ()
        return useful[0][0] if self.left.away == 0 and len(useful) == 1 else NO_TILE

    def discards(self, who: int) -> list[tuple[int, int]]:
        """(kind, bits) of a seat's discards in order."""
        return [(kind, bits) for kind, seat, bits in self.river if seat == who]

    def hidden(self, who: int) -> list[int]:
        """Another's concealed tiles by kind."""
        found: list[int] = line(self.table.held, who).tolist()
        return found

    def wants(self, who: int, kind: int) -> bool:
        """Whether a tile brings another's hand nearer, or completes it; a fifth copy there is not."""
        return self.hidden(who)[kind] < COPIES and self.missing(who, kind) < self.missing(who)

    def missing(self, who: int, kind: int = NO_TILE) -> int:
        """Tiles that another lacks to be ready, with one more tile if it is named."""
        if (who, kind) not in self._lacks:
            self._lacks[who, kind] = self._counted(who, kind)
        return self._lacks[who, kind]

    def _counted(self, who: int, kind: int) -> int:
        counts = np.array([self.hidden(who)], dtype=np.uint8)
        if kind >= 0:
            counts[0, kind] += 1
        laid = np.array([self.table.meld_count[who]], dtype=np.uint8)
        wild = tuple(kinds_in(int(self.table.wild)))
        found = int(near(self.match.book).distances(counts, laid, wild)[0])
        return UNKNOWN if found >= UNTOLD else found
