"""What would change a hand's payments if it were told: who fed its melds, and what lies with the others.

Nobody told it, so it is tried: melds as if one of the others had fed them, words of the table as if the others had
everything there.  What moves no point is not asked for.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from quepu.engine.layout.frame import Frame
from quepu.engine.layout.table_facts import MeldWord
from quepu.facts import Facts
from quepu.hand import Hand, Meld, Win
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.model.model import Model
from quepu.scoring.asked_facts import MEMORY, Asked, facts_read, memory_of_scores
from quepu.scoring.others import MELDS, melds_in
from quepu.scoring.result import Row
from quepu.scoring.table_state import RIVER, given_memory, tell_table, told_of, type_of
from quepu.tiles import SEATS, kinds_in

if TYPE_CHECKING:
    from quepu.scoring.payment import Ledger
    from quepu.scoring.win_frame import Frames

#: a meld that somebody must have fed, and whose it is
Place = tuple[int, int]


class Unsaid:
    """Tries what was not told of the wins of one rulebook."""

    def __init__(self, frames: "Frames", ledger: "Ledger") -> None:
        self.frames, self.ledger, self.model = frames, ledger, frames.model
        scored = memory_of_scores(self.model)
        #: memory that decides what a hand is worth, by place
        self._scored = frozenset(slot.slot + at for slot in self.model.memory if slot.id in scored
                                 for at in range(slot.size))
        #: memory that nothing but a player tells: it stands for what is read with it (手里的财神)
        self._only_told = {slot.id for slot in self.model.memory if not slot.updates and slot.hand is None}

    # -- words of the table --
    def matter(self, facts: Iterable[Asked], win: Win, frame: Frame) -> list[Asked]:
        """Those with which something else would be paid if the others had whatever there is under a word.

        Each is tried by itself, and with all the others: who is ready may count only for what he holds.
        """
        untold = [fact for fact in facts if not self._is_stood_for(fact, win)]
        none = self._with((), win, frame)
        every = self._with(untold, win, frame) if len(untold) > 1 else none
        return [fact for fact in untold if self._with([fact], win, frame) != none or (
            every != none and self._with([one for one in untold if one is not fact], win, frame) != every)]

    def _with(self, facts: Iterable[Asked], win: Win, frame: Frame) -> list[Row]:
        """What is paid if the others have all there is under these words."""
        f = frame.copy()
        others = [SEATS[seat] for seat in range(self.model.seat_count) if seat != win.seat]
        if any(fact.name in ("discards", RIVER) for fact in facts):     # all of it, instead of the discard won on
            for seat in range(self.model.seat_count):
                f.river_count[seat] = f.river_count[seat] if seat == win.seat else 0
        tell_table(self.model, f, {fact.name: dict.fromkeys(others, self._all_there(fact.name)) for fact in facts})
        return self.ledger.settle(f)

    def _all_there(self, word: str) -> object:
        """All tiles there are, or a yes."""
        return list(kinds_in(self.model.kinds)) if type_of(self.model, word) == v.TILES else 1

    def _is_stood_for(self, fact: Asked, win: Win) -> bool:
        """Whether memory was told that wherever a word is read for a payment stands for it."""
        told = self._only_told & win.state.keys()
        read = [facts_read(self.model, (pay.when, pay.amount, pay.by, pay.share)) for pay in self.model.payments
                if pay.on in ("win", "end")] if told else []
        return bool(told) and all(any(one.kind == MEMORY and one.name in told for one in facts)
                                  for facts in read if any(one.name == fact.name for one in facts))

    # -- who fed melds --
    def givers(self, win: Win, frame: Frame | None, asked: Callable[[Meld], bool]) -> tuple[Meld, ...]:
        """Those `asked` for of the melds nobody is said to have fed, where something else would be paid or scored.

        Without a frame nothing is paid, and of kongs it is asked in any case.
        """
        places = [place for place in _unfed(self.model, win) if asked(_meld(self.model, win, place))]
        if frame is None:
            melds = (_meld(self.model, win, place) for place in places)
            return tuple(meld for meld in melds if meld.is_kong and meld.form == "open")
        if not places:
            return ()
        found = [place for place in places if self._decides(win, frame, [place])]
        if not found and len(places) > 1 and self._decides(win, frame, places):
            found = places              # three from one seat, say
        return tuple(_meld(self.model, win, place) for place in found)

    def _decides(self, win: Win, frame: Frame, places: list[Place]) -> bool:
        """Whether it decides anything from which of the others these melds are."""
        plain = self._settled(win, frame, win)
        return any(self._settled(win, frame, _fed(self.model, win, places, giver)) != plain
                   for giver in range(self.model.seat_count) if any(seat != giver for seat, _place in places))

    def _settled(self, win: Win, frame: Frame, fed: Win) -> object:
        """What decides a hand's worth, and what is paid at the win and was paid before, with melds fed like that."""
        f, given = frame.copy(), given_memory(self.model, win.state)
        before, after = (self.frames.facts.remembered(one, given) for one in (win, fed))
        for place, value in after.items():
            if before[place] != value:
                f.memory[place] = value
        for seat, melds in ((fed.seat, fed.hand.melds), *((seat, melds_in(told)) for seat, told in
                                                          told_of(self.model, fed.state, MELDS).items())):
            for place, meld in enumerate(melds):
                feeder = 0 if meld.feeder is None else (seat - meld.feeder) % len(SEATS) + 1
                word = f.melds_by[seat, place]
                old = word >> MeldWord.FEEDER & (1 << MeldWord.FORM - MeldWord.FEEDER) - 1
                f.melds_by[seat, place] = word + (feeder - old << MeldWord.FEEDER)
        scored = [f.memory[place] for place in sorted(self._scored)]
        return scored, self.ledger.settle(f), self.frames.facts.paid_at_once(fed, self.ledger, f.memory)


def _unfed(model: Model, win: Win) -> Iterator[Place]:
    """The open melds of all seats, as far as they are told, that nobody is said to have fed."""
    others = {seat: melds_in(told) for seat, told in told_of(model, win.state, MELDS).items()}
    for seat, melds in {win.seat: win.hand.melds, **others}.items():
        for place, meld in enumerate(melds):
            if meld.form != "concealed" and meld.feeder is None and not meld.is_mixed:
                yield seat, place


def _meld(model: Model, win: Win, place: Place) -> Meld:
    seat, at = place
    return win.hand.melds[at] if seat == win.seat else melds_in(told_of(model, win.state, MELDS)[seat])[at]


def _fed(model: Model, win: Win, places: Iterable[Place], giver: int) -> Win:
    """The same win with melds fed by a seat; its own are left as they are."""
    for seat, at in places:
        if seat == giver:
            continue
        own = win.hand.melds if seat == win.seat else melds_in(told_of(model, win.state, MELDS)[seat])
        meld = own[at]
        given = Meld(meld.tiles, meld.form, (seat - giver) % len(SEATS), meld.marks)
        melds = (*own[:at], given, *own[at + 1:])
        if seat == win.seat:
            win = replace(win, hand=Hand(win.hand.concealed, melds, win.hand.flowers, win.hand.marks))
        else:
            told = {**told_of(model, win.state, MELDS), seat: tuple(melds)}
            win = replace(win, state=Facts({**win.state, MELDS: {SEATS[one]: of for one, of in told.items()}}))
    return win
