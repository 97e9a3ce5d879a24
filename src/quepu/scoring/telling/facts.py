"""Facts from the telling: the memory that the melds of a hand imply, and what their kongs are paid at once."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from quepu.engine.layout.frame import Frame
from quepu.engine.layout.table_facts import POT, RIVER_ROOM
from quepu.hand import Hand, Win
from quepu.locale import every
from quepu.rulebook.language import node as n
from quepu.rulebook.language.evaluate import Env, function
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.vocabulary import INT
from quepu.scoring.others import MELDS, OPENINGS, WORDS, openings_in, paid_in
from quepu.scoring.others import PAID as DISCARDS
from quepu.scoring.result import Row
from quepu.scoring.table_state import PURSE_BEFORE, last_discards, number, told_of
from quepu.scoring.telling.remembering import Memory, is_told
from quepu.scoring.telling.runs import Runs
from quepu.scoring.telling.story import Happening, declared, ending, laid_aside, others, robbed, story, turned, won_on

if TYPE_CHECKING:
    from quepu.scoring.payment import Ledger
    from quepu.scoring.win_frame import Frames

MOST_KEPT = 256
#: what happens before the win and is paid then, and the occasion on which it is
PAID = {"kong": "kong", "flower": "flower", "declare": "ready"}
#: told of the table as it is in the end
_AS_IT_ENDS = frozenset((*WORDS, "laid"))


def _parts(node: Expr) -> tuple[Expr, ...]:
    """The conditions that all have to hold."""
    return node.parts if isinstance(node, n.And) else (node,)


class Facts:
    """What follows from tellings under one rulebook."""

    def __init__(self, frames: "Frames") -> None:
        self.frames, self.model = frames, frames.model
        self.memory = Memory(self.model)
        kongs = enumerate(self.model.kongs[name] for name in self.model.entries("kong"))
        self._aside = [(index, [function(part) for part in _parts(kong.when.node) if is_told(part)])
                       for index, kong in kongs if kong.is_aside]
        self._runs = Runs(self.model)
        self._kept: dict[tuple[object, ...], Mapping[int, int]] = {}

    def remembered(self, win: Win, given: Mapping[int, int]) -> Mapping[int, int]:
        """The memory that a win's melds imply, by place; what was told stays as it was told."""
        followed = self.memory.places
        if followed.keys() <= given.keys():
            return {}
        key = (win.hand.melds, win.seat, win.self_draw, win.tile, win.round, win.flags, win.wild, win.state,
               win.discarder)
        if key not in self._kept:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[key] = self._remembered(win, given)
        return self._kept[key]

    def _remembered(self, win: Win, given: Mapping[int, int]) -> Mapping[int, int]:
        table = self.frames.bare(Win(Hand(), None, seat=win.seat, round=win.round, wild=win.wild, state=win.state))
        if MELDS in win.state:              # who has laid nothing down is known only where all melds are told
            self.memory.begin(table)
        memory = list(table.memory)
        for place, value in given.items():
            memory[place] = value
        kongs = (one for one in laid_aside(self.model, win) if one.event != "flower")
        for one in (*turned(win), *kongs, *others(self.model, win)):
            memory = self.happen(win, one, memory)
        for one in (*self.own(win, memory), *declared(self.model, win), *robbed(self.model, win),
                    *ending(self.model, win), *won_on(self.model, win)):
            memory = self.happen(win, one, memory)
        if number(win.state.get("winner_place", 1), INT) > 1:
            for place, value in self.memory.taken:      # by the first who won on the tile
                memory[place] = value
        shown = {slot.slot + (win.seat if slot.size == 4 else 0) for slot in self.model.memory if slot.hand is not None}
        return {place: memory[place] for place in self.memory.places if place not in given and place not in shown}

    def lay_open(self, f: Frame, win: Win, memory: Sequence[int]) -> None:
        """Put the discard that is won on into its river, where it is remembered and was not told there."""
        if all(memory[slot.slot] != win.tile for slot in last_discards(self.model)):
            return
        for one in won_on(self.model, win):
            seat, count = one.actor, f.river_count[one.actor]
            if count and f.rivers[seat, count - 1] == one.tile:
                f.taken[seat] &= ~(1 << count - 1)
            elif count < RIVER_ROOM:
                f.rivers[seat, count] = one.tile
                f.river_count[seat] = count + 1

    def own(self, win: Win, memory: list[int]) -> Iterator[Happening]:
        """What the winner's melds tell, from the memory before: kongs are made in one turn where a flag says so."""
        def told(run: int) -> Iterator[Happening]:
            return story(self.model, win.seat, win.hand.melds, run)
        return told(self._runs.of(win, self, told, memory))

    def happen(self, win: Win, one: Happening, memory: Iterable[int]) -> list[int]:
        """The memory after an event that the melds of a win tell, from the memory before it."""
        frame = self.frame(win, one)
        for place, value in enumerate(memory):
            frame.memory[place] = value
        self._name(frame, one)
        self.memory.happen(frame, one.event)
        return list(frame.memory)

    def aside_kong(self, frame: Frame) -> int:
        """The kong of one tile that the tile of a frame is laid aside as, as far as it is told; -1: none."""
        env = Env(frame, self.model.catalogue, self.model.flower_owner)
        return next((index for index, allowed in self._aside if all(holds(env) for holds in allowed)), -1)

    def _name(self, frame: Frame, one: Happening) -> None:
        if one.event in ("announce", "kong") and not one.entry:
            frame.event_of = self.aside_kong(frame)

    def frame(self, win: Win, one: Happening) -> Frame:
        """The table as it is when something happens, as far as it is told: the melds of who does it."""
        hand = Hand((), one.melds, tuple(kind for kind in one.aside if self.model.bonus >> kind & 1))
        state = {name: value for name, value in win.state.items()
                 if name not in _AS_IT_ENDS or name in self.model.words.memory}
        f = self.frames.bare(Win(hand, None, seat=one.actor, round=win.round, wild=win.wild, state=state))
        f.won = f.winning = 0
        f.actor, f.feeder, f.tile = one.actor, one.feeder, one.tile
        section = {"turn_up": "turned", "declare": "ready"}.get(one.event, "kong")
        for kind in one.aside:
            f.laid_by[one.actor, kind] += not self.model.bonus >> kind & 1
        f.event_of = self.model.entries(section).index(one.entry) if one.entry else -1
        f.is_concealed_kong, f.is_added_kong = int(one.is_concealed), int(one.is_added)
        f.is_replacement, f.kong_tiles = int(one.is_replacement), one.kong_tiles
        f.drawn_kinds = 1 << one.tile if (one.event == "kong" and one.feeder < 0) or one.is_added else 0
        return f

    def paid_at_once(self, win: Win, ledger: "Ledger", memory: Iterable[int]) -> list[Row]:
        """What was paid for the kongs and flowers of a hand when they were laid down, and for declarations."""
        told = list(memory)
        rows = self._openings(win, ledger, told)
        rows += self._discards(win, ledger, told, rows)
        for one in (*laid_aside(self.model, win), *others(self.model, win),
                    *story(self.model, win.seat, win.hand.melds), *declared(self.model, win)):
            if one.event not in PAID:
                continue
            frame = self.frame(win, one)
            for place, value in enumerate(told):
                frame.memory[place] = value
            frame.seat = -1
            self._name(frame, one)
            self.move_purses(win, frame, rows)
            if one.event == "declare":
                rows += self._staked(one, frame)
            rows += ledger.settle(frame, (PAID[one.event],), rows)
        return rows

    def move_purses(self, win: Win, frame: Frame, rows: Iterable[Row]) -> None:
        """The points of each as these rows have moved them, where they are told as they were when the hand began."""
        if PURSE_BEFORE not in win.state or "purse" in win.state:
            return
        for row in rows:
            for seat, amount in ((row.payer, -row.amount), (row.receiver, row.amount)):
                if seat < POT:
                    frame.purse[seat] += amount

    def _openings(self, win: Win, ledger: "Ledger", memory: list[int]) -> list[Row]:
        """What was paid for the fans of the deal that are told."""
        rows: list[Row] = []
        for seat, value in sorted(told_of(self.model, win.state, OPENINGS).items()):
            for fan in openings_in(self.model, value):
                frame = self.frame(win, Happening("opening", seat))
                for place, value_now in enumerate(memory):
                    frame.memory[place] = value_now
                frame.event_of = fan.index
                self.move_purses(win, frame, rows)
                rows += ledger.settle(frame, ("opening",), rows)
        return rows

    def _discards(self, win: Win, ledger: "Ledger", memory: list[int], before: list[Row]) -> list[Row]:
        """What is told as paid when somebody discarded."""
        rows: list[Row] = []
        for seat, value in sorted(told_of(self.model, win.state, DISCARDS).items()):
            for pay in paid_in(self.model, value):
                frame = self.frame(win, Happening("discard", seat))
                for place, value_now in enumerate(memory):
                    frame.memory[place] = value_now
                self.move_purses(win, frame, (*before, *rows))
                rows += ledger.settle(frame, ("discard",), (*before, *rows), told=pay)
        return rows

    def _staked(self, one: Happening, frame: Frame) -> list[Row]:
        """The stake of a declaration, which lies in the pot; one of the player's own choice stays with him."""
        ready = self.model.readies[one.entry]
        amount = 0 if ready.sets else int(function(ready.stake.node)(
            Env(frame, self.model.catalogue, self.model.flower_owner)))
        return [Row(one.actor, POT, amount, "stake", every("settle.stake"))] if amount > 0 else []
