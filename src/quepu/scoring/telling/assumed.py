"""What a rulebook asks about a hand and was not told.

What has no usual value is named and counted without, and so is what earned a fan by not being there (無花, where nobody
spoke of flowers).  The rest is taken as it usually is; it is told how many facts these are.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from quepu.facts import Facts
from quepu.hand import Meld, Win
from quepu.locale import every
from quepu.rulebook.file.choices import WildWay
from quepu.rulebook.language.node import Paid
from quepu.rulebook.language.vocabulary import INT
from quepu.rulebook.language.walk import parts_of, reads_field
from quepu.rulebook.model.model import MemorySlot
from quepu.scoring.asked_facts import (
    EVENT,
    FLAG,
    MEMORY,
    SITUATION,
    WORD,
    Asked,
    Fact,
    asked,
    facts_asked,
    facts_read,
    is_of_seats,
    is_turned_up,
    kept_turned,
    reads_giver,
    said_as,
    trees_in,
    words_of_scores,
)
from quepu.scoring.others import MELDS
from quepu.scoring.payment import Ledger
from quepu.scoring.result import Score
from quepu.scoring.table_state import TURNED, number
from quepu.scoring.telling.remembering import is_of_melds
from quepu.scoring.telling.unsaid import Unsaid
from quepu.scoring.wild_kinds import indicator_name

if TYPE_CHECKING:
    from quepu.scoring.result import FanScore
    from quepu.scoring.win_frame import Frames

Texts = Mapping[str, str]
FLOWERS = Fact(SITUATION, "flowers")
#: how the last tile came tells what happened before, too: a kong that was robbed, a tile drawn in place of one
_HOW = ("draw_kind", "offer_kind")


class Assumed:
    """What of a win nobody told under one rulebook."""

    def __init__(self, frames: "Frames") -> None:
        self.frames, self.model = frames, frames.model

    @cached_property
    def _read(self) -> frozenset[Fact]:
        return facts_asked(self.model)

    @cached_property
    def _facts(self) -> tuple[Asked, ...]:
        """Everything the rulebook asks about a hand."""
        return asked(self.model, self._read)

    @cached_property
    def _nameless(self) -> tuple[Asked, ...]:
        """The words of the table that are not as usual if nobody tells them.

        What was laid down follows from melds; where the options turn nothing up there is nothing to tell, and a tile
        that only makes others wild is told by these.
        """
        indicator = indicator_name(self.model)
        wild = "" if Fact(WORD, indicator) in self._read else indicator
        return tuple(fact for fact in self._facts if fact.kind == WORD and fact.usual is None
                     and fact.name not in ("laid", wild)
                     and not (fact.name.startswith(TURNED) and not is_turned_up(self.model, fact.name)))

    @cached_property
    def _unsaid(self) -> Unsaid:
        return Unsaid(self.frames, Ledger(self.model))

    @cached_property
    def _asks_givers(self) -> bool:
        return any(fact.name == "givers" for fact in self._facts)

    @cached_property
    def _scored(self) -> set[str]:
        return words_of_scores(self.model)

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

    def not_told(self, score: Score, kongs: Iterable[str] | None = None,
                 spoken: Collection[str] | None = None) -> tuple[Texts, ...]:
        """What was not told: turned tiles, what the others hold, who fed melds, flowers where having none counts.

        On the pad kongs were entered by themselves: `kongs` are those without a giver, and `spoken` is the memory that
        somebody told by its name.
        """
        win = score.win
        place = number(win.state.get("winner_place", 1), INT)
        begun = self._begun and MELDS not in win.state and not self._begun <= win.state.keys()
        given = self.ungiven(score, kongs is None, spoken)
        return (*(fact.names for fact in self.missing(score)),
                *([every("asks.event.melds")] if begun else ()),
                *([every("told.paid_before")] if self.reads_paid and place > 1 else ()),
                *(every("told.giver", meld=meld) for meld in (*((kongs if self._asks_givers else None) or ()), *given)),
                *self._earned(win, score.earned))

    def missing(self, score: Score) -> tuple[Asked, ...]:
        """What decides something and was not told: turned and wild tiles, and words that would move points here."""
        win, model = score.win, self.model
        turned = [fact for fact in self._nameless if fact.name.startswith(TURNED)
                  and not self._is_turned(fact.name, win)]
        words = [fact for fact in self._nameless if not fact.name.startswith(TURNED) and fact.name not in win.state]
        if words:
            moving = self._unsaid.matter(words, win, score.frame) if score.frame is not None and score.legal else []
            words = [fact for fact in words if fact.name in self._scored or fact in moving]
        wild = [fact for fact in self._facts if (fact.kind, fact.name) == (SITUATION, "wild")
                and model.wild.chosen is WildWay.INDICATOR and not win.wild]
        return (*wild, *turned, *words)

    def as_usual(self, win: Win) -> tuple[Asked, ...]:
        """What happened, circumstances, memory and words of the table that nobody told: taken as they usually are."""
        followed = {slot.id for slot in self.model.memory if slot.hand is not None}
        return tuple(fact for fact in self._facts if fact.usual is not None
                     and not (fact.kind == MEMORY and fact.name in followed) and not self.is_said(fact, win))

    def is_said(self, fact: Asked, win: Win) -> bool:
        """Whether a fact that is usually so or so was told with a win, or cannot be told with one."""
        names = said_as(self.model, fact)
        match fact.kind:
            case kind if kind == SITUATION:
                return {"flowers": bool(win.hand.flowers), "red": _has_marks(win)}.get(fact.name, True)
            case kind if kind == FLAG:
                return fact.name in win.flags
            case kind if kind == EVENT:
                return all(name in win.state for name in names)
            case _:
                return any(name in win.state for name in names)

    def no_effect(self, win: Win) -> tuple[str, ...]:
        """The circumstances, memory and turned tiles that were told and decide nothing under this rulebook."""
        read = {fact.name for fact in self._facts}
        read |= {name for name, turned in kept_turned(self.model).items() if turned in read}
        flags = [flag.id for flag in self.model.flags if flag.id in win.flags and flag.id not in read
                 and not any(reads_field(flag.given, field) for field in _HOW)]
        memory = [slot.id for slot in self.model.memory if slot.id in win.state and slot.id not in read]
        return (*flags, *memory, *(name for name in win.state if name.startswith(TURNED) and (
            name not in read or not self._is_of_its_seats(name, win))))

    def _earned(self, win: Win, counted: Iterable["FanScore"]) -> Iterable[Texts]:
        """The fans that count because there are no flowers, where nobody has spoken of any."""
        if not self.model.bonus or win.hand.flowers:
            return ()
        fans = {fan.id: fan for fan in self.model.fans}
        return [every("told.earned", fan=one.names)
                for one in counted if FLOWERS in facts_read(self.model, trees_in(fans[one.id]))]

    def ungiven(self, score: Score, kongs: bool, spoken: Collection[str] | None) -> tuple[str, ...]:
        """The melds, or those that are no `kongs`, of which it decides something who fed them and nobody said it.

        None where kongs are told apart.
        """
        win = score.win
        if not self._asks_givers or (spoken is None and any(
                slot.id in win.state and _counts_givers(slot) for slot in self.model.memory)):
            return ()
        if spoken is not None:              # the pad tells all memory; what it makes of melds is asked for here
            memory = self.model.words.memory.keys() - spoken
            win = replace(win, state=Facts({name: told for name, told in win.state.items() if name not in memory}))
        frame = score.frame if score.legal else None
        return tuple(str(meld) for meld in self._unsaid.givers(win, frame, _any if kongs else _no_kong))

    def _is_turned(self, name: str, win: Win) -> bool:
        """Whether turned tiles are told, or else a memory of them."""
        lot = self.model.entries("turned").index(name.removeprefix(TURNED))
        return (name in win.state and self._is_of_its_seats(name, win)) or any(
            slot.id in win.state and any("turn_up" in update.events and any(
                of is None or lot in of for of in update.of.values()) for update in slot.updates)
            for slot in self.model.memory)


    def _is_of_its_seats(self, name: str, win: Win) -> bool:
        """Whether turned tiles are told as they lie: for each seat its own, or once for the table."""
        return isinstance(win.state[name], Mapping) == is_of_seats(self.model, name)


def _has_marks(win: Win) -> bool:
    return bool(win.hand.marks or win.tile_mark or any(meld.marks for meld in win.hand.melds))


def _any(_meld: Meld) -> bool:
    return True


def _no_kong(meld: Meld) -> bool:
    return not meld.is_kong


def _counts_givers(slot: MemorySlot) -> bool:
    """Whether a memory of kongs asks who gave them."""
    return any("kong" in update.events and any(
        reads_giver(part) for node in (update.when, update.set) if node is not None for part in parts_of(node))
        for update in slot.updates)
