"""The updates of a rulebook's memory, run by the reference on a frame: what the table would remember of what is told.

Only what is known of a told hand is used.  An update that reads a river, a wait or a turn would guess, so it is left
out, and a memory that melds change by such updates alone is not followed: it stays as it was told.
"""

from collections.abc import Iterable
from typing import NamedTuple

from quepu.engine.layout.frame import Frame
from quepu.rulebook.language import node as n
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.language.evaluate import Env, Function, function, seat_count
from quepu.rulebook.language.events import EVENTS
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.walk import parts_of
from quepu.rulebook.model.model import MemorySlot, Model, Update
from quepu.tiles import KIND_COUNT

NUMBER = {name: number for number, name in enumerate(EVENTS)}
#: the events that melds and turned tiles tell
MELDED = ("chow", "pung", "kong", "announce", "turn_up")
#: memory that stays from hand to hand
LASTING = ("match", "player", "players")
DECLARE, DISCARD, HAND_START = NUMBER["declare"], NUMBER["discard"], NUMBER["hand_start"]
_TILE_UNKNOWN = frozenset((NUMBER["draw"], NUMBER["discard"], NUMBER["discard_stands"]))
#: what lies in no meld: rivers, waits, the wall, turns, hands
_NOT_TOLD = frozenset(("turn_count", "wall_left", "draw_kind", "kongs_running", "own_discards", "dice", "waits_of",
                       "wins_of", "wait_values", "visible", "marked_by", "held", "counts", "held_mask", "offer_kind",
                       "wait_count", "live_wait_count"))
_NOT_SHOWN = frozenset(("waits", "discards", "river", "heard", "hand_of", "tiles", "kinds"))


class Change(NamedTuple):
    """An update of one memory: for which entries of its event, when, and what it sets."""

    slot: MemorySlot
    of: tuple[int, ...] | None
    when: Function | None
    set: Function
    whole: bool                         # a number that must stay within its bounds


class Memory:
    """The memory of one rulebook that melds tell of."""

    def __init__(self, model: Model) -> None:
        self.model = model
        melded = {NUMBER[name] for name in MELDED}
        moments = {slot.id for slot in model.memory if any(_TILE_UNKNOWN & update.of.keys() for update in slot.updates)}
        slots = [slot for slot in model.memory if any(
            (melded & update.of.keys() or (DECLARE in update.of and slot.id not in moments))
            and is_told(update.when) and is_told(update.set) for update in slot.updates)]
        #: the places of what is followed, and whether the hand of a winner shows them by itself
        self.places = {slot.slot + at: slot for slot in slots for at in range(slot.size)}
        #: what any win sets to a number, whoever wins: the sticks on the table are taken
        self.taken = [(slot.slot + at, update.set.value) for slot in slots for update in slot.updates
                      if "win" in update.events and update.when is None and isinstance(update.set, n.Number)
                      for at in range(slot.size)]
        self.changes: dict[int, list[Change]] = {}
        for slot in slots:
            for update in slot.updates:
                for number, entries in update.of.items():
                    if number == DECLARE and slot.id in moments:
                        continue        # the discards after it are not told
                    if is_told(update.when) and is_told(update.set, number) and is_told(update.when, number):
                        self.changes.setdefault(number, []).append(Change(
                            slot, entries, None if update.when is None else function(update.when),
                            function(update.set), slot.type == v.INT))

        #: what any discard sets: where somebody wins on one, its tile and who made it are told
        self.discarded = [Change(slot, None, None, function(update.set), slot.type == v.INT)
                          for slot in slots for update in slot.updates
                          if DISCARD in update.of and is_set_by_any(update)]
        self.begins = [change for change in self.changes.pop(HAND_START, ()) if is_of_melds(change.slot)]
        self.begun = frozenset(place for place, slot in self.places.items() if is_of_melds(slot))

    def begin(self, frame: Frame) -> None:
        """Set what a hand begins with on a frame of its start."""
        self._run(frame, self.begins)

    def happen(self, frame: Frame, event: str) -> None:
        """Run the updates of an event on a frame that tells it; a discard whose tile is known is the last of a hand."""
        is_last = event == "discard" and frame.tile >= 0
        self._run(frame, self.discarded if is_last else self.changes.get(NUMBER[event], ()))

    def _run(self, frame: Frame, changes: Iterable[Change]) -> None:
        env = Env(frame, self.model.catalogue, self.model.flower_owner)
        for change in changes:
            if change.of is not None and frame.event_of not in change.of:
                continue
            slot, seats = change.slot, range(seat_count(env))
            owners = {1: ((),), 4: tuple((owner,) for owner in seats)}.get(
                slot.size, tuple((owner, other) for owner in seats for other in seats))
            for owner in owners:
                env.variables = dict(zip(("owner", "other"), owner, strict=False))
                if change.when is None or change.when(env):
                    at = sum(number * 4 ** power for power, number in enumerate(reversed(owner)))
                    frame.memory[slot.slot + at] = self._within(slot, int(change.set(env)))

    def _within(self, slot: MemorySlot, value: int) -> int:
        """A value as a memory keeps it: within its bounds, or nobody, none and nothing."""
        word = self.model.words.memory[slot.id]
        if slot.type == v.INT:
            return max(word.low, min(word.high, value))
        most = {v.SEAT: self.model.seat_count, v.TILE: KIND_COUNT, v.SUIT: 3}.get(slot.type)
        if most is None:
            return int(value != 0)
        return value if 0 <= value < most else -1


def is_set_by_any(update: Update) -> bool:
    """Whether an update sets the same whoever acts and whatever was before: the tile, or the seat, of the event."""
    return update.when is None and is_told(update.set) and not any(
        isinstance(part, n.Slot | n.At | n.Grid) and part.place.field not in ("tile", "actor")
        for part in parts_of(update.set))


def is_of_melds(slot: MemorySlot) -> bool:
    """Whether a memory begins with every hand and then follows from melds alone: who has laid nothing down (闭门)."""
    events = {event for update in slot.updates for event in update.events}
    return slot.scope not in LASTING and slot.hand is None and "hand_start" in events \
        and {"hand_start"} < events <= {"hand_start", "chow", "pung", "kong"}


def is_told(node: Expr | None, event: int | None = None) -> bool:
    """Whether a tree reads nothing that melds do not tell; of a draw or discard its tile is not known."""
    fields = _NOT_TOLD if event is None or event not in _TILE_UNKNOWN | {DECLARE} else _NOT_TOLD | {"tile", "is_drawn"}
    for part in parts_of(node) if node is not None else ():
        match part:
            case n.Slot(place=place) | n.At(place=place) | n.Grid(place=place):
                if place.field in fields:
                    return False
            case n.Loop(source=source):
                if source in _NOT_SHOWN:
                    return False
            case n.Waits():
                return False
            case _:
                pass
    return True
