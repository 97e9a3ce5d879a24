"""The steps of a match: what somebody did and what came of it.  Those of hands that are over take little memory."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from quepu.game.actions import Action
from quepu.game.event_base import Event
from quepu.game.settlement import Settlement, WinDetail


@dataclass(frozen=True, slots=True)
class Step:
    """What somebody did and what came of it: the beginning of a hand, an answer, or a note."""

    kind: str                           # begin, action or note
    events: tuple[Event, ...]
    seat: int | None = None
    action: Action | None = None
    wins: tuple[WinDetail, ...] = ()
    settlement: Settlement | None = None
    wall: str = ""                      # of a hand that begins, from front to back


#: a hand in a row: of a plain answer the seat, the action and the events; any other step as it is
_Row = tuple[int | Action | Event | Step | None, ...]


def _folded(steps: Iterable[Step]) -> _Row:
    row: list[int | Action | Event | Step | None] = []
    for step in steps:
        if step.kind == "action" and step.seat is not None and not step.wins and step.settlement is None:
            row += (step.seat, step.action, *step.events)
        else:
            row.append(step)
            for win in step.wins:
                win.forget()
    return tuple(row)


def _unfolded(row: _Row) -> list[Step]:
    steps: list[Step] = []
    place = 0
    while place < len(row):
        first = row[place]
        place += 1
        if isinstance(first, Step):
            steps.append(first)
            continue
        assert isinstance(first, int)
        action = row[place]
        assert action is None or isinstance(action, Action)
        begun = place = place + 1
        while place < len(row) and isinstance(row[place], Event):
            place += 1
        events = tuple(event for event in row[begun:place] if isinstance(event, Event))
        steps.append(Step("action", events, first, action))
    return steps


class Steps(Sequence[Step]):
    """Steps in the order of time; hands before the one at hand are folded, and unfolded when somebody looks."""

    __slots__ = ("_ends", "_hands", "_last", "_open")

    def __init__(self) -> None:
        self._hands: list[_Row] = []
        self._ends: list[int] = []      # how many steps there are up to the end of each
        self._open: list[Step] = []     # the hand at hand
        self._last: tuple[_Row, list[Step]] | None = None       # the hand last looked at

    @property
    def begun(self) -> int:
        """The place of the step with which the hand at hand began; 0 before the first."""
        return self._ends[-1] if self._ends else 0

    @property
    def settled(self) -> int:
        """How many hands have been settled; each is, before the next begins."""
        over = sum(isinstance(row[0], Step) and row[0].kind == "begin" for row in self._hands)
        return over + sum(step.settlement is not None for step in self._open)

    def __len__(self) -> int:
        return self.begun + len(self._open)

    @overload
    def __getitem__(self, place: int) -> Step: ...

    @overload
    def __getitem__(self, place: slice) -> list[Step]: ...

    def __getitem__(self, place: int | slice) -> Step | list[Step]:
        if isinstance(place, slice):
            first, end, each = place.indices(len(self))
            return list(self._between(first, end)) if each == 1 else [self[at] for at in range(first, end, each)]
        place = place + len(self) if place < 0 else place
        if not 0 <= place < len(self):
            raise IndexError(place)
        if place >= self.begun:
            return self._open[place - self.begun]
        hand = bisect_right(self._ends, place)
        return self._hand(hand)[place - (self._ends[hand - 1] if hand else 0)]

    def __iter__(self) -> Iterator[Step]:
        return self._between(0, len(self))

    def _between(self, first: int, end: int) -> Iterator[Step]:
        """From a place on up to another; what is unfolded for it is not kept."""
        hand = bisect_right(self._ends, first)
        begun = self._ends[hand - 1] if hand else 0
        while begun < end:
            steps = _unfolded(self._hands[hand]) if hand < len(self._hands) else self._open
            yield from steps[max(0, first - begun):end - begun]
            hand, begun = hand + 1, begun + len(steps)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Steps) and len(self) == len(other) and all(
            one == another for one, another in zip(self, other, strict=True))

    __hash__ = None                     # type: ignore[assignment]  # it grows

    def _hand(self, hand: int) -> list[Step]:
        row = self._hands[hand]
        if self._last is None or self._last[0] is not row:
            self._last = row, _unfolded(row)
        return self._last[1]

    def append(self, step: Step) -> None:
        """One more; where a hand begins the one before it is folded."""
        if step.kind == "begin" and self._open:
            self._ends.append(len(self))
            self._hands.append(_folded(self._open))
            self._open = []
        self._open.append(step)

    def cut(self, count: int) -> None:
        """Keep the first so many only."""
        if self._hands and count <= self.begun:         # the hand at hand is never folded
            hand = bisect_left(self._ends, count)
            self._open = self._hand(hand).copy()
            del self._hands[hand:], self._ends[hand:]
        del self._open[count - self.begun:]

    def copy(self) -> "Steps":
        """The same steps, to go its own way; hands that are over are shared."""
        other = Steps()
        other._hands, other._ends, other._open = self._hands.copy(), self._ends.copy(), self._open.copy()
        other._last = self._last
        return other
