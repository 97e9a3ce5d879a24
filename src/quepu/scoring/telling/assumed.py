"""What a rulebook asks about a hand and was not told.

What has no usual value is named and counted without, and so is what earned a fan by not being there (無花, where nobody
spoke of flowers).  The rest is taken as it usually is; it is told how many facts these are.
"""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from functools import cached_property
from typing import TYPE_CHECKING

from quepu.hand import Win
from quepu.locale import every
from quepu.rulebook.language.node import Expr, Paid
from quepu.rulebook.language.vocabulary import INT
from quepu.rulebook.language.walk import parts_of, reads_field
from quepu.rulebook.model.model import Fan, MemorySlot, Model
from quepu.scoring.asked_facts import FLAG, MEMORY, SITUATION, WORD, Asked, Fact, asked, facts_read, reads_giver
from quepu.scoring.others import MELDS, melds_in
from quepu.scoring.table_state import TURNED, number, told_of
from quepu.scoring.telling.remembering import is_of_melds

if TYPE_CHECKING:
    from quepu.scoring.result import FanScore

Texts = Mapping[str, str]
FLOWERS = Fact(SITUATION, "flowers")
#: how the last tile came tells what happened before, too: a kong that was robbed, a tile drawn in place of one
_HOW = ("draw_kind", "offer_kind")


class Assumed:
    """What of a win nobody told under one rulebook."""

    def __init__(self, model: Model) -> None:
        self.model = model

    @cached_property
    def _facts(self) -> tuple[Asked, ...]:
        """Everything the rulebook asks about a hand."""
        return asked(self.model)

    @cached_property
    def _asked(self) -> tuple[tuple[Asked, ...], bool]:
        """The lots of turned tiles that decide something, and whether givers do."""
        return (tuple(fact for fact in self._facts if fact.kind == WORD and fact.name.startswith(TURNED)),
                any(fact.name == "givers" for fact in self._facts))

    @cached_property
    def _begun(self) -> frozenset[str]:
        """The memory of who has laid nothing down yet (闭门): the melds of all have to be told for it."""
        read = {fact.name for fact in self._facts if fact.kind == MEMORY}
        return frozenset(slot.id for slot in self.model.memory if slot.id in read and is_of_melds(slot))

    @cached_property
    def reads_paid(self) -> bool:
        """Whether what a win is paid depends on what another on the same tile was paid before."""
        return any(isinstance(part, Paid) for pay in self.model.payments if pay.on == "win"
                   for node in (pay.when, pay.amount, pay.share) if node is not None for part in parts_of(node))

    def not_told(self, win: Win, kongs: Iterable[str], counted: Iterable["FanScore"] = ()) -> tuple[Texts, ...]:
        """What was not told: turned tiles, who gave the tiles of these kongs, and flowers where having none counts."""
        givers = self._asked[1]
        place = number(win.state.get("winner_place", 1), INT)
        begun = self._begun and MELDS not in win.state and not self._begun <= win.state.keys()
        return (*(fact.names for fact in self.missing(win)),
                *([every("asks.event.melds")] if begun else ()),
                *([every("told.paid_before")] if self.reads_paid and place > 1 else ()),
                *(every("told.giver", meld=kong) for kong in (kongs if givers else ())),
                *self._earned(win, counted))

    def missing(self, win: Win) -> tuple[Asked, ...]:
        """The turned tiles that decide something and were not told."""
        return tuple(fact for fact in self._asked[0] if not self._is_told(fact.name, win))

    def as_usual(self, win: Win) -> tuple[Asked, ...]:
        """The circumstances, memory and words of the table that nobody told: they are taken as they usually are."""
        followed = {slot.id for slot in self.model.memory if slot.hand is not None}
        return tuple(fact for fact in self._facts if fact.usual is not None and fact.kind in (FLAG, MEMORY, WORD)
                     and fact.name not in win.flags and fact.name not in win.state and fact.name not in followed)

    def no_effect(self, win: Win) -> tuple[str, ...]:
        """The circumstances, memory and turned tiles that were told and decide nothing under this rulebook."""
        read = {fact.name for fact in self._facts}
        flags = [flag.id for flag in self.model.flags if flag.id in win.flags and flag.id not in read
                 and not any(reads_field(flag.given, field) for field in _HOW)]
        memory = [slot.id for slot in self.model.memory if slot.id in win.state and slot.id not in read]
        return (*flags, *memory, *(name for name in win.state if name.startswith(TURNED) and name not in read))

    def _earned(self, win: Win, counted: Iterable["FanScore"]) -> Iterable[Texts]:
        """The fans that count because there are no flowers, where nobody has spoken of any."""
        if not self.model.bonus or win.hand.flowers:
            return ()
        fans = {fan.id: fan for fan in self.model.fans}
        return [every("told.earned", fan=one.names)
                for one in counted if FLOWERS in facts_read(self.model, _trees(fans[one.id]))]

    def ungiven(self, win: Win) -> tuple[str, ...]:
        """The open kongs of which nobody said who gave the tile; none where kongs are told apart."""
        if any(slot.id in win.state and _counts_givers(slot) for slot in self.model.memory):
            return ()
        others = (meld for told in told_of(self.model, win.state, MELDS).values() for meld in melds_in(told))
        return tuple(str(meld) for meld in (*win.hand.melds, *others)
                     if meld.is_kong and meld.form == "open" and meld.feeder is None)

    def _is_told(self, name: str, win: Win) -> bool:
        """Whether turned tiles are told, or else a memory of them."""
        lot = self.model.entries("turned").index(name.removeprefix(TURNED))
        return name in win.state or any(
            slot.id in win.state and any("turn_up" in update.events and any(
                of is None or lot in of for of in update.of.values()) for update in slot.updates)
            for slot in self.model.memory)


def _trees(fan: Fan) -> list[Expr]:
    """The trees that decide whether and how often a fan counts."""
    values = [getattr(fan, field.name) for field in fields(fan)]
    return [one for value in values for one in (value if isinstance(value, tuple) else (value,))
            if isinstance(one, Expr)]


def _counts_givers(slot: MemorySlot) -> bool:
    """Whether a memory of kongs asks who gave them."""
    return any("kong" in update.events and any(
        reads_giver(part) for node in (update.when, update.set) if node is not None for part in parts_of(node))
        for update in slot.updates)
