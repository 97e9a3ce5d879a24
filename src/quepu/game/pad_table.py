"""The table of a score pad: the record of a match without tiles, moved on by the kernels of play.

The kernels run as they are, without compiler.  What follows from tiles (waits, hands, rivers) is told; everything else
(payments, memory, dealer, rounds, the end of the match) is what the engine itself makes of it, so no rule stands here
a second time.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import Any
from weakref import WeakKeyDictionary, finalize

import numpy as np

from quepu.core import calls, falsewin, fresh, openings, settle
from quepu.core import frame as at
from quepu.core import procedure as p
from quepu.core import situation as s
from quepu.core import table as tb
from quepu.core.tableframe import ask_about, happen, load_table, remember
from quepu.game.layout import memory_of
from quepu.game.rules import play_row
from quepu.rulebook.events import EVENTS
from quepu.scoring.book import Rulebook
from quepu.scoring.play_cache import plain_play
from quepu.scoring.play_text import play_module
from quepu.scoring.told import by_seat, number, tell_table, told_memory
from quepu.tiles import kind_of, kinds_in, mask

ENDS = {"draw": tb.END_NONE, "abort": tb.END_ABORT, "redeal": tb.END_REDEAL}
_KONG_FORMS = {"discard": tb.FORM_MELDED_KONG, "pung": tb.FORM_ADDED_KONG, "hand": tb.FORM_CONCEALED_KONG}
_FIVE = kind_of("5m")
_EXHAUSTED = list(EVENTS).index("exhausted")
_keys = count(-1, -1)       # of functions in `core.calls`; an engine without compiler counts the other way


@dataclass(frozen=True)
class _Rules:
    """The rules of play of a rulebook, ready to be copied for a table."""

    row: list[Any]
    remember: Any


_RULES: WeakKeyDictionary[Rulebook, _Rules] = WeakKeyDictionary()


def _rules_of(book: Rulebook) -> _Rules:
    """The rules of a rulebook, made once; nothing of a table that follows from tiles is ever looked up."""
    if book in _RULES:
        return _RULES[book]
    text = play_module(book.model)
    play = plain_play(text)
    row: list[Any] = play_row(book.model, replace(text, needs_ask=dict.fromkeys(text.needs_ask, 0), needs_given=0,
                                                  needs_remember={}, needs_pay={}))
    row[p.EVENT_TURNED] = row[p.EVENT_ABORT] = 0        # tiles turned up and reasons to call off are told
    row[p.RANDOM_DEALER] = row[p.DRAWN_SEATS] = 0       # the table throws its own dice: who is named first deals first
    for place, function in ((p.FN_ASK, play.ask), (p.FN_PAY, play.pay)):
        row[place] = _known(book, function)
    _RULES[book] = _Rules(row, play.remember)
    return _RULES[book]


def _known(owner: Any, function: Any) -> int:
    """The key under which kernels call a function, as long as its owner lives."""
    key = next(_keys)
    calls.FUNCTIONS[key] = function
    finalize(owner, calls.FUNCTIONS.pop, key, None)
    return key


class PadTable:
    """One table from hand to hand; `t` is its record."""

    def __init__(self, book: Rulebook) -> None:
        self.book, self.model = book, book.model
        rules = _rules_of(book)
        self.rules = rules.row.copy()
        self.frame = book.reference.frames.blank.copy()
        self.rules[p.P_FRAME] = self.frame
        self.konged = -1                        # who made a kong in the step before
        self.words: dict[str, Any] = {}         # told of the table in this hand, besides memory
        self._kept: dict[int, int] = {}         # memory told about the end of the hand: nothing works it out again
        self.rules[p.FN_REMEMBER] = _known(self, _remembering(rules.remember, self._kept))
        self._array = np.zeros(1, dtype=tb.TABLE)
        self.t: Any = self._array.view(np.recarray)[0]
        fresh.start_match(self.t, self.rules, 0)
        self.begin()

    @property
    def seats(self) -> int:
        """How many play."""
        return int(self.rules[p.SEAT_COUNT_AT])

    @property
    def state(self) -> bytes:
        """The whole table as bytes."""
        return bytes(self._array.tobytes())

    def restore(self, state: bytes) -> None:
        """Put the table back as it was before a hand was entered."""
        self._forget()
        self._array.view(np.uint8)[:] = np.frombuffer(state, dtype=np.uint8)

    @property
    def over(self) -> bool:
        """Whether the hand has ended, so that it can be settled."""
        return int(self.t.stage) == tb.ST_SETTLE

    def begin(self) -> None:
        """Begin the next hand; of `hand_start` only what lasts longer than a hand takes note: the rest is of tiles."""
        t, rules = self.t, self.rules
        fresh.open_hand(t, rules)
        self._forget()
        t.wall_front = t.wall_back = t.reserve = 0
        t.stage = tb.ST_CLAIMS
        self._look()
        happen(t, rules, p.ON_HAND_START, -1, -1, -1, -1, 0)
        scopes = rules[p.AT_MEMORY_SCOPE]
        for slot in range(rules[p.MEMORY_SIZE]):
            if rules[scopes + 2 * slot] == p.SCOPE_HAND:
                t.memory[slot] = rules[scopes + 2 * slot + 1]

    def _forget(self) -> None:
        self.words.clear()
        self._kept.clear()
        self.konged = -1

    # -- what is told --
    def tell(self, state: Mapping[str, Any]) -> None:
        """Memory and words of the table that last for the hand."""
        t = self.t
        for place, value in told_memory(self.model, state).items():
            t.memory[place - at.MEMORY] = value
        for name, value in state.items():
            if name == "is_out":
                for seat, out in by_seat(value).items():
                    t.out = int(t.out) & ~(1 << seat) | bool(out) << seat
            elif name == "declares":
                for seat, which in by_seat(value).items():
                    t.declared[seat] = number(which, "int")
            elif name == "turn_count":
                t.turn_count = number(value, "int")
            elif name == "wall_left":
                t.wall_back = number(value, "int")
            elif name not in self.model.words.memory:
                self.words[name] = value

    def told(self, state: Mapping[str, Any], winner: int) -> dict[str, Any]:
        """All that is known of the table, as a win tells it: memory, seats that are out, points, and `state`.

        What a winner's hand shows by itself is left to it, unless something happened that was entered.
        """
        t, found = self.t, memory_of(self.t, self.model)
        for slot in self.model.memory:
            if slot.hand is not None:
                if slot.size == 1 and found[slot.id] == slot.start:
                    del found[slot.id]
                elif slot.size == 4 and found[slot.id][str(winner)] == slot.start:
                    del found[slot.id][str(winner)]
        every = range(self.seats)
        return {**found, "is_out": {seat: int(t.out) >> seat & 1 for seat in every},
                "purse": {seat: int(t.score[int(t.player[seat])]) for seat in every},
                "declares": {seat: int(t.declared[seat]) for seat in every}, **self.words, **state}

    def _look(self) -> None:
        """A frame that knows of tiles only what is told."""
        self.frame[:] = self.book.reference.frames.blank
        tell_table(self.model, self.frame, self.words)

    # -- what happens --
    def declare(self, seat: int, index: int, tile: int) -> None:
        """A declaration of being ready stands, and its stake lies in the pot."""
        t, rules = self.t, self.rules
        self._look()
        t.declared[seat] = index + 1
        stake = ask_about(t, rules, rules[p.AT_READY] + p.READY_ROW * index + p.READY_STAKE, seat, -1, tile)
        t.stake[seat] = stake
        if stake > 0:
            settle.move_points(t, rules, seat, tb.POT, settle.RULE_STAKE, stake)
        happen(t, rules, p.ON_DECLARE, seat, -1, tile, index, 0)

    def open(self, seat: int, fan: int, times: int) -> None:
        """A fan of the deal is shown."""
        self._look()
        openings.pay_opening(self.t, self.rules, seat, fan, times)

    def flower(self, seat: int, tile: int) -> None:
        """A flower is laid aside."""
        self._look()
        self.t.aside[seat, tile] += 1
        settle.pay_about(self.t, self.rules, settle.PAY_FLOWER, seat, -1, tile, -1, 0, 0)
        happen(self.t, self.rules, p.ON_FLOWER, seat, -1, tile, -1, 0)

    def kong(self, seat: int, kong: str, feeder: int, tile: int, state: Mapping[str, Any]) -> None:
        """A kong stands: it is paid and remembered.

        Unless told otherwise its maker has just drawn the tile, in place of a kong if his own was the last thing told.
        """
        t, rules = self.t, self.rules
        index = self.model.entries("kong").index(kong)
        table = self.model.data["kong"][kong]
        form = _KONG_FORMS[table.get("of", "hand")]
        concealed, added = int(form == tb.FORM_CONCEALED_KONG), int(form == tb.FORM_ADDED_KONG)
        if tile < 0:
            tile = self._ordinary(mask(table["tiles"]) if "tiles" in table else self.model.kinds)
        self._look()
        if concealed or added:
            happen(t, rules, p.ON_DRAW, seat, -1, tile, -1, int(self.konged == seat))
        self.tell(state)
        self._look()
        self.konged = seat
        t.broken = 1
        settle.pay_about(t, rules, settle.PAY_KONG, seat, feeder, tile, index, concealed, added)
        happen(t, rules, p.ON_KONG, seat, feeder, tile, index, 4 * concealed + 8 * added)

    def _ordinary(self, kinds: int) -> int:
        """A kind that stands for one that was not told: nothing special if that is possible."""
        plain = kinds & ~int(self.t.wild) or kinds
        return _FIVE if plain >> _FIVE & 1 else kinds_in(plain)[0]

    def sit(self, players: list[int]) -> None:
        """The players have drawn new seats; the first of them deals, and what lasts goes with them."""
        t, rules = self.t, self.rules
        t.order[:len(players)] = players
        t.dealer = 0
        scopes = rules[p.AT_MEMORY_SCOPE]
        for slot in range(rules[p.MEMORY_SIZE]):
            if rules[scopes + 2 * slot] == p.SCOPE_PLAYER:
                settle.move_memory(t, self.seats, slot)
            elif rules[scopes + 2 * slot] == p.SCOPE_PLAYERS:
                settle.move_pairs(t, self.seats, slot)
        t.player[:len(players)] = players

    def fault(self, seat: int, name: str) -> int:
        """A fault is remembered as the rulebook has it; what it costs for each who is paid."""
        slot = next((slot for slot in self.model.memory if slot.id == self.model.data["fault"][name].get("sets")), None)
        if slot is not None:
            of_seats = slot.size > 1
            self.t.memory[slot.slot - at.MEMORY + (seat if of_seats else 0)] = 1 if of_seats else seat
        self._look()
        cell = self.rules[p.AT_FAULTS] + self.model.entries("fault").index(name)
        return ask_about(self.t, self.rules, cell, seat, -1, -1)

    def false_win(self, seat: int, total: int) -> None:
        """A win that is none, of tiles that would be worth so much; the hand may be over by it."""
        self.t.false_total = total
        self._look()
        falsewin.false_win(self.t, self.rules, seat)

    def win(self, frame: list[int], winners: int, place: int) -> None:
        """Pay a win that has been scored into a frame: one of so many on the same tile, in this place."""
        t, rules, f = self.t, self.rules, self.frame
        seat, feeder, tile, total = frame[at.SEAT], frame[at.DISCARDER], frame[at.WIN_TILE], frame[at.TOTAL]
        f[:] = frame
        for slot in range(rules[p.MEMORY_SIZE]):
            t.memory[slot] = f[at.MEMORY + slot]        # also what the hand shows by itself
        t.wild = f[at.WILD_MASK]
        t.winners = int(t.winners) | 1 << seat
        t.win_total[seat], t.win_tile[seat], t.win_from[seat] = total, tile, feeder
        load_table(t, rules, seat, feeder, tile, 0)
        f[s.WINNER_COUNT], f[s.WINNER_PLACE], f[s.AMOUNT] = winners, place, total
        settle.pay(t, rules, settle.PAY_WIN)
        if rules[p.EVENT_MEMORY] >> p.ON_WIN & 1:
            remember(t, rules, p.ON_WIN)

    def after_wins(self, seats: int) -> None:
        """Let those who have won leave, or end the hand."""
        self._look()
        if not settle.after_win(self.t, self.rules, seats):
            self.t.stage = tb.ST_SETTLE

    def draw(self, ended: str, state: Mapping[str, Any]) -> None:
        """The hand ends before the next win: the wall is exhausted, or it is called off."""
        self.tell(state)
        self._kept.update(told_memory(self.model, state))
        self.t.ended = ENDS[ended]
        self.t.stage = tb.ST_SETTLE

    def finish(self) -> None:
        """Settle the hand and prepare the match for the next."""
        self._look()
        settle.settle(self.t, self.rules)
        settle.finish_hand(self.t, self.rules)


def _remembering(function: Any, kept: Mapping[int, int]) -> Any:
    """The updates of a memory; what was told about the end of the hand stays as it was told when the wall is out."""
    def remembering(f: list[int], event: int) -> int:
        function(f, event)
        if event == _EXHAUSTED:
            for place, value in kept.items():
                f[place] = value
        return 0
    return remembering
