"""Desks: what kernels work at, lent to a session for the moment in which its match is played on.

A match has a session of its own (event cursor, chance of bots): some hundred bytes.  The frame, the workbench of
scoring, the lists and the rows of events take some megabytes, and nothing in them outlasts a moment, so that ten
thousand matches of a rulebook share a few.  Whoever is lent a desk has it alone, until he has read what he wants.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from quepu.engine.layout.aims import Aims
from quepu.engine.layout.bot_room import BotRoom
from quepu.engine.layout.distance_rules import DistanceRules, NearHand
from quepu.engine.layout.kinds import SCRATCH_SIZE
from quepu.engine.layout.mind import Minds
from quepu.engine.layout.play_rules import PlayRules
from quepu.engine.layout.session import Links, Session
from quepu.engine.layout.table import EVENT_WIDTH, Table
from quepu.engine.layout.workbench import Workbench

EVENT_ROOM = 4096           # events of one step, a whole hand played by bots included
LEGAL_ROOM = SCRATCH_SIZE   # more than any rulebook within its limits has: `rulebook.file.limits`
MOST_IDLE = 4               # desks that are kept for who comes next
#: what of a desk a session points to
_LENT = ("frame", "bench", "near", "scratch", "bot_room", "events")


@dataclass(frozen=True, slots=True, eq=False)
class Desk:
    """What a session works at; arrays are lists where the compiler is off."""

    frame: Any
    bench: Workbench
    near: NearHand
    scratch: Any
    events: Any
    legal: Any                          # for answers that Python asks for
    bot_room: BotRoom


def new_desk(frame: Any, bench: Workbench, distances: DistanceRules, numbers: Callable[[int], Any]) -> Desk:
    """A desk with this frame and workbench; `numbers` makes a list of so many zeros."""
    near = NearHand.zeros()
    near.rules = distances
    return Desk(frame, bench, near, numbers(SCRATCH_SIZE), numbers(EVENT_ROOM * EVENT_WIDTH), numbers(LEGAL_ROOM),
                BotRoom.zeros())


class Desks:
    """What all matches of a rulebook share: its rules, where its functions stand, and some desks."""

    aims: Aims | None = None            # what aware bots go for, once somebody has asked: `game.goals`
    minds: Minds | None = None          # what the strong bots know, once somebody has asked: `game.minds`
    looked_for_minds = False

    def __init__(self, rules: PlayRules, links: Links, make: Callable[[], Desk]) -> None:
        self.rules, self.links, self._make = rules, links, make
        self._idle = [make()]
        self._blank = Session.over(bytearray(Session.SIZE), {"rules": rules, "links": links})
        _seat(self._blank, self._idle[0])

    def new_session(self, like: Session | None = None) -> Session:
        """What one match works with and shares with no other; whoever hands it to a kernel is lent a desk for it."""
        return (self._blank if like is None else like).copy()

    @contextmanager
    def lent(self, session: Session) -> Iterator[Desk]:
        """The desk at which a session works meanwhile; no other session does, whatever thread it belongs to."""
        try:
            desk = self._idle.pop()
        except IndexError:
            desk = self._make()
        try:
            if session.frame is not desk.frame:
                _seat(session, desk)
            yield desk
        finally:
            if len(self._idle) < MOST_IDLE:
                self._idle.append(desk)

    # -- for who plays bare tables: tools, measurements, tests --
    @cached_property
    def desk(self) -> Desk:
        """A desk that is lent to nobody else."""
        return self._make()

    @cached_property
    def session(self) -> Session:
        """A session at that desk; no match uses it."""
        session = self.new_session()
        _seat(session, self.desk)
        return session

    def new_table(self) -> Table:
        """An empty table."""
        return Table.zeros()


def _seat(session: Session, desk: Desk) -> None:
    """Let a session work at a desk."""
    for name in _LENT:
        setattr(session, name, getattr(desk, name))
