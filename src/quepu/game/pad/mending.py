"""An earlier entry of a pad changed, inserted or removed, and what of the evening is another for it.

Nothing is changed in the pad: a new one is made, beside it the list of later entries that come to something else.  Who
keeps the score looks at the list, and takes the new pad or leaves it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.game.pad.entered import Entered
from quepu.game.pad.score_pad import Pad


class Mend(StrEnum):
    """What is done with an entry: it is told anew, one is told before it, or it is taken out."""

    CHANGE = "change"
    INSERT = "insert"
    REMOVE = "remove"


@dataclass(frozen=True, slots=True)
class Change:
    """A later entry that comes to something else: what it was, what it is now, and why it holds no longer."""

    was: Entered
    now: Entered
    faults: tuple[Fault, ...] = ()      # it cannot be as it was told: it stays, unsettled


@dataclass(frozen=True, slots=True)
class Mended:
    """The pad as it would be, and the later entries that change."""

    pad: Pad
    changes: tuple[Change, ...]


def mended(pad: Pad, mend: str, number: int, entry: Mapping[str, Any] | None = None) -> Mended:
    """What becomes of the pad if entry `number` (from 1) is told anew (`change`), one comes before it, or it goes.

    A later entry that cannot be any more stays unsettled, with all that was told of it.
    """
    kind, count = _checked(pad, mend, number, entry)
    made = Pad(pad.book, pad.names, pad.entries[:number - 1], rests=pad.rests,
               settled=[one.net for one in pad.entered[:number - 1]])
    if entry is not None and kind is not Mend.REMOVE:
        try:
            made.enter(entry)
        except QuepuError as error:
            raise QuepuError([Fault("pad.of_entry", number=number, fault=fault) for fault in error.faults]) from None
    changes: list[Change] = []
    for was in pad.entered[number - 1 + (kind is not Mend.INSERT):count]:
        faults: tuple[Fault, ...] = ()
        try:
            now = made.enter(was.entry)
        except QuepuError as error:
            faults = tuple(error.faults)
            now = made.enter({**was.entry, "later": {}})
        if faults or _result(was) != _result(now):
            changes.append(Change(was, now, faults))
    return Mended(made, tuple(changes))


def _checked(pad: Pad, mend: str, number: int, entry: Mapping[str, Any] | None) -> tuple[Mend, int]:
    """What is done, and how many entries there are; or an error that says why it cannot be."""
    count = len(pad.entered)
    if mend not in list(Mend):
        raise QuepuError(Fault("pad.mend", known=tuple(map(str, Mend)), value=f"{mend!r:.60}"))
    if not 1 <= number <= count:
        raise QuepuError(Fault("pad.no_number", number=number, count=count))
    if (entry is None) != (mend == Mend.REMOVE):
        raise QuepuError(Fault("pad.mend_entry"))
    return Mend(mend), count


def _result(one: Entered) -> tuple[Any, ...]:
    """What of an entry people see: who sat where, how it ended, what was won and with which fans."""
    wins = [(score.win.seat, score.win.discarder, score.total, [(fan.id, fan.count) for fan in score.earned])
            for score in one.wins]
    return one.hand.players, one.hand.round, one.ended, one.net, one.over, wins
