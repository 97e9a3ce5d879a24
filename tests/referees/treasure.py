"""A floor for the north-east: 听 is declared, and the treasure 宝 laid aside at the first wins when drawn."""

from collections.abc import Mapping
from typing import Any

from tests.referees.played import Hand, Line, place
from tests.referees.referee import Referee, Win
from tests.referees.tiles import SEATS, one


class TreasureReferee(Referee):
    """One hand: who is ready, which tile is the treasure, and what is said of both."""

    def __init__(self, hand: Hand) -> None:
        super().__init__(hand)
        self.ready: set[int] = set()
        self.declaring: int | None = None       # whose last discard was the one of the declaration
        self.treasure: int | None = None
        self.taken = 0                          # tiles laid aside as the treasure so far
        self.passed: set[int] = set()           # let a win go, and has not drawn since
        self.dead: set[int] = set()             # declared falsely: plays on and cannot win (docs/differences.md)
        self.known: dict[int, frozenset[int]] = {}      # what a ready seat waits for

    def waits_of(self, seat: int, tiles: list[int]) -> frozenset[int]:
        """The kinds that make those tiles a hand that wins."""
        raise NotImplementedError

    def visible(self, kind: int) -> int:
        """How many of a kind lie open."""
        table = self.table
        return sum(river.count(kind) for river in table.rivers) + sum(
            meld.tiles.count(kind) for melds in table.melds for meld in melds)

    def on_line(self, line: Line) -> None:
        kind = line["type"]
        if kind == "discarded":
            seat = place(line["seat"])
            self.declaring = seat if seat in self.ready and seat not in self.known else None
        if kind == "declared":
            self.ready.add(place(line["seat"]))
        elif kind == "turned":
            self._turned(line)
        elif kind == "drawn" and self.ready:
            if self.treasure is None and self.has_treasure():
                self.fault("no treasure was laid aside")
            if self.treasure is not None and self.visible(self.treasure) >= 3:
                self.fault(f"three of the treasure {self.treasure} lie open, and no other is chosen")
        elif kind in ("discarded", "kong") and place(line["seat"]) in self.ready:
            self._waits(line, place(line["seat"]))

    def has_treasure(self) -> bool:
        """Whether there is one at all."""
        return True

    def _turned(self, line: Line) -> None:
        if not self.ready:
            self.fault("a treasure before anybody is ready")
        if self.treasure is not None and self.visible(self.treasure) < 3:
            self.fault(f"another treasure than {self.treasure}, of which not three lie open")
        self.treasure, self.taken = one(line["tile"]), self.taken + 1

    def _waits(self, line: Line, seat: int) -> None:
        """A ready hand waits, and for the same until the end."""
        waits = self.waits_of(seat, self.table.held[seat])
        if not waits:
            self.fault(f"{SEATS[seat]} is ready and waits for nothing")
        if self.known.setdefault(seat, waits) != waits:
            self.fault(f"{SEATS[seat]} waited for {sorted(self.known[seat])} and now for {sorted(waits)}")

    def pays_alone(self, win: Win) -> bool:
        """Whether the discarder was not ready; with the discard of his declaration he is not yet."""
        return win.feeder is not None and (win.feeder not in self.ready or win.feeder == self.declaring)

    # -- who may win --
    def is_offered(self, win: Win, wins: Mapping[int, Win]) -> bool:
        return win.seat not in self.dead and (win.feeder is None or win.seat not in self.passed)

    def winners_of(self, declared: Mapping[int, Win]) -> set[int]:
        return self.nearest(declared)

    def declined(self, win: Win) -> None:
        # a self-draw let go binds nobody (docs/differences.md), nor to have come later in turn order
        if win.feeder is not None and self.answers.get(win.seat) != "win":
            self.passed.add(win.seat)

    def drew(self, seat: int) -> None:
        self.passed.discard(seat)

    # -- the end --
    def on_false_win(self, seat: int) -> None:
        self.dead.add(seat)
        for other in self.around(seat):
            self.pay(seat, other, 8)

    def end_of_hand(self, left: int) -> None:
        """Who deals next, and that the wall was drawn to its end."""
        seats: list[Any] = [win.seat for win in self.wins]
        self.next_dealer = 0 if 0 in seats or not seats else 1
        if len(seats) > 1:
            self.fault("only one wins")
        if not seats and self.table.wall != left:
            self.fault(f"the hand is drawn with {self.table.wall} tiles in the wall, not {left}")
