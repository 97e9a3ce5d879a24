"""The table of a score pad: the record of a match without tiles, moved on by the kernels of play.

The kernels run as they are, without compiler.  What follows from tiles (waits, hands, rivers) is told; everything else
(payments, memory, dealer, rounds, the end of the match) is what the engine itself makes of it, so no rule stands here
a second time.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from quepu.book import Rulebook
from quepu.engine.course import false_win as falsewin
from quepu.engine.course import fresh, openings, settle
from quepu.engine.layout import codes, rule_codes
from quepu.engine.layout.divisions import Scoring
from quepu.engine.layout.frame import Frame
from quepu.engine.layout.record import fill
from quepu.engine.layout.session import Links, Session
from quepu.engine.layout.table import Table
from quepu.engine.layout.table_facts import POT
from quepu.engine.play.asking import ask_about, happen, load_table, remember
from quepu.errors import HandError
from quepu.facts import Facts
from quepu.game.pad.bare_rules import known, remembering, rules_of, unseen_memory
from quepu.game.pad.entered_kongs import Entered, taken
from quepu.game.tabletop import aside, memory_of
from quepu.hand import Hand, Win
from quepu.rulebook.language.events import EVENTS
from quepu.scoring.others import ASIDE, MELDS, WORDS, melds_in, paid_in
from quepu.scoring.table_state import (
    READY,
    SCALARS,
    TURNED,
    VALUE,
    by_seat,
    given_memory,
    is_told_of,
    kinds_of,
    number,
    tell_table,
    told_of,
)
from quepu.scoring.telling.story import Happening, ending, robbed, turned, won_on
from quepu.scoring.wild_kinds import contradictions, wild_by
from quepu.tiles import kind_of, kinds_in

ENDS = {"draw": codes.Ended.NONE, "abort": codes.Ended.ABORT, "redeal": codes.Ended.REDEAL}
_KONG_FORMS = {"discard": codes.MeldForm.MELDED_KONG, "pung": codes.MeldForm.ADDED_KONG,
               "hand": codes.MeldForm.CONCEALED_KONG}
_FIVE = kind_of("5m")
_MOMENTS = {list(EVENTS).index(name) for name in ("draw", "discard", "discard_stands")}


class PadTable:
    """One table from hand to hand; `t` is its record."""

    def __init__(self, book: Rulebook) -> None:
        self.book, self.model = book, book.model
        rules = rules_of(book)
        self.rules = rules.play
        self.frame = book.reference.frames.blank.copy()
        self.konged = -1                        # who made a kong in the step before
        self._kongs: dict[int, list[Entered]] = {}      # entered of each seat
        self._shown: dict[int, Win] = {}        # the wins of this hand whose tiles were told
        self.ungiven: list[str] = []            # open kongs that were laid of which nobody said who gave the tile
        self._laid: dict[int, list[str]] = {}   # the melds of each seat that have been told with a win
        self.momentary = [slot for slot in self.model.memory if any(
            _MOMENTS & update.of.keys() for update in slot.updates)]
        self.unseen = unseen_memory(self.model, self.momentary)
        self.spoken: set[str] = set()          # memory that was told by its name in this hand
        self.all_laid = False                   # the melds of all seats were told in this hand
        self.words: dict[str, Any] = {}         # told of the table in this hand, besides memory
        self.untold: dict[str, Any] = {}        # tiles turned up before it was told whose tiles they meet
        self._waits: dict[tuple[int, Hand], int] = {}      # the kinds, as bits, for which shown hands wait
        self.named_wild = 0                     # the kinds that were named as wild in this hand, as bits
        self._kept: dict[int, int] = {}         # memory told about the end of the hand: nothing works it out again
        links = Links.build(ask=rules.ask, given=0, pay=rules.pay, scoring=Scoring.zeros(),
                            remember=known(self, remembering(rules.remember, self._kept)))
        self.session = Session.zeros()
        self.session.rules, self.session.links, self.session.frame = self.rules, links, self.frame
        self.t = Table.zeros()
        fresh.start_match(self.t, self.session, 0)
        self.begin()

    @property
    def seats(self) -> int:
        """How many play."""
        return self.rules.seat_count

    @property
    def state(self) -> bytes:
        """The whole table as bytes."""
        return self.t.tobytes()

    def restore(self, state: bytes) -> None:
        """Put the table back as it was before a hand was entered."""
        self._forget()
        self.t.restore(state)

    @property
    def over(self) -> bool:
        """Whether the hand has ended, so that it can be settled."""
        return int(self.t.stage) == codes.Stage.SETTLE

    def begin(self) -> None:
        """Begin the next hand; of `hand_start` only what lasts longer than a hand takes note: the rest is of tiles."""
        t, play = self.t, self.session
        fresh.open_hand(t, play)
        self._forget()
        t.wall_front = t.wall_back = t.reserve = 0
        t.stage = codes.Stage.CLAIMS
        self._look()
        happen(t, play, codes.Moment.HAND_START)
        begun = self.book.reference.frames.facts.memory.begun
        for place, slot in enumerate(self.rules.memory):
            if slot.scope == rule_codes.Scope.HAND and place not in begun:
                t.memory[place] = slot.start

    def _forget(self) -> None:
        self.words.clear()
        self.untold.clear()
        self._waits.clear()
        self.named_wild = 0
        self._kept.clear()
        self._kongs.clear()
        self.ungiven.clear()
        self._laid.clear()
        self._shown.clear()
        self.spoken.clear()
        self.all_laid = False
        self.konged = -1

    # -- what is told --
    def tell(self, state: Mapping[str, Any]) -> None:
        """Memory and words of the table that last for the hand."""
        t = self.t
        self.turn_wild(state)
        shown = {name: tiles for name, tiles in state.items() if name.startswith(TURNED) and name not in self.words}
        if shown:
            self.untold |= shown
            win = Win(Hand(), None, round=t.rounds % 4, wild=kinds_in(int(t.wild)), state=Facts(shown))
            self._remember(win, turned(win))
        for place, value in given_memory(self.model, state).items():
            t.memory[place] = value
        self.spoken |= state.keys()
        for name, value in state.items():
            if name == "is_out":
                for seat, out in by_seat(value).items():
                    t.out = t.out & ~(1 << seat) | bool(out) << seat
            elif name == "declares":
                for seat, which in by_seat(value).items():
                    t.declared[seat] = number(which, "int")
            elif name == "turn_count":
                t.turn_count = number(value, "int")
            elif name == "wall_left":
                t.wall_back = number(value, "int")
            elif name == MELDS:
                self.words[name] = {**by_seat(self.words.get(name, {})), **by_seat(value)}
            elif name not in (*self.model.words.memory, ASIDE):
                self.words[name] = value

    def name_wild(self, wild: int) -> None:
        """These kinds, as bits, are wild in this hand."""
        self.named_wild = self.t.wild = wild
        self.turn_wild(self.words)

    def turn_wild(self, state: Mapping[str, Any]) -> None:
        """The kinds that a tile told as turned up makes wild, unless others were named."""
        faults = [*contradictions(self.model, kinds_in(self.named_wild), state)]
        if faults:
            raise HandError(faults)
        if not self.named_wild and (made := wild_by(self.model, state)):
            self.t.wild = sum(1 << kind for kind in made)

    def state_of_win(self, state: Mapping[str, Any], winner: int) -> dict[str, Any]:
        """All that is known of the table, as a win tells it: memory, seats that are out, points, and `state`.

        What a winner's hand shows by itself is left to it, unless something happened that was entered.  What discards
        undo, and only a flag asks for (一发), holds only if somebody says so.
        """
        t, state_now = self.t, memory_of(self.t, self.model)
        for name in self.unseen - self.spoken:
            del state_now[name]
        for slot in self.model.memory:
            if slot.hand is not None:
                if slot.size == 1 and state_now[slot.id] == slot.start:
                    del state_now[slot.id]
                elif slot.size == 4 and state_now[slot.id][str(winner)] == slot.start:
                    del state_now[slot.id][str(winner)]
        every = range(self.seats)
        told = {name: value for name, value in {**self.words, **state}.items() if name not in WORDS}
        melds = {seat: laid for seat, laid in by_seat(self.words.get(MELDS, {})).items() if seat != winner}
        return {**state_now, "is_out": {seat: t.out >> seat & 1 for seat in every},
                "has_won": {seat: t.winners >> seat & 1 for seat in every},
                "purse": {seat: int(t.score[t.player[seat]]) for seat in every},
                "declares": {seat: t.declared[seat] for seat in every}, **told,
                **({MELDS: melds} if melds else {}), **self._aside(winner)}

    def _aside(self, winner: int) -> dict[str, Any]:
        """What lies aside, as it is told with a win: the winner's flowers stand with his hand."""
        flowers = self.model.bonus
        laid = {seat: told for seat in range(self.seats) if (told := [
            kind for kind in aside(self.t, seat) if seat != winner or not flowers >> kind & 1])}
        return {ASIDE: laid} if laid and {"laid", ASIDE}.isdisjoint((*self.words, *self.model.words.memory)) else {}

    def _look(self) -> None:
        """A frame that knows of tiles only what is told; flowers are, one by one."""
        self.frame.restore(self.book.reference.frames.blank.raw)
        self.frame.wild_mask = int(self.t.wild)
        if "laid" not in self.words:
            for seat in range(self.seats):
                for kind in aside(self.t, seat):
                    self.frame.laid_by[seat, kind] += 1
        for win in self._shown.values():
            self._show(win)
        tell_table(self.model, self.frame, self.words)
        for win in self._shown.values() if self.book.reference.frames.tells_discard else ():
            self.book.reference.frames.facts.lay_open(self.frame, win, self.t.memory)
        if not self.words.keys().isdisjoint((READY, VALUE)):
            for seat, told in told_of(self.model, self.words, "hand_of").items():
                if self.frame.waits_of[seat]:
                    self._wait(seat, tuple(kinds_of(told)))

    def _wait(self, seat: int, held: tuple[int, ...]) -> None:
        """Who is told ready and whose tiles lie open waits for those that complete them; wild tiles are not tried."""
        f, melds = self.frame, melds_in(by_seat(self.words.get(MELDS, {})).get(seat, ""))
        hand = Hand(held, melds)
        if hand.place_count != self.model.hand_size or any(self.t.wild >> kind & 1 for kind in held):
            return
        if (seat, hand) not in self._waits:
            frame = self.book.reference.frames.base(Win(hand, None, seat=seat))
            frame.win_tile = -1
            self._waits[seat, hand] = sum(1 << kind for kind in self.book.search.waits(frame))
        waits, value = self._waits[seat, hand], max(f.wait_values[seat, kind] for kind in kinds_in(f.waits_of[seat]))
        if waits:
            f.waits_of[seat] = waits
            for kind in kinds_in(waits):
                f.wait_values[seat, kind] = value

    def _show(self, win: Win) -> None:
        """The tiles of a winner lie open until the end of the hand."""
        seat, hand, f = win.seat, win.hand, self.frame
        if not is_told_of(self.words, "hand_of", seat):
            for kind in hand.concealed if win.tile is None or not win.self_draw else (*hand.concealed, win.tile):
                f.hands[seat, kind] += 1
        if "laid" not in self.words:
            for kind in (Counter(hand.flowers) - Counter(aside(self.t, seat))).elements():
                f.laid_by[seat, kind] += 1

    # -- what happens --
    def declare(self, seat: int, index: int) -> None:
        """A seat declares that it is ready, and discards; it stands once nobody has won on the discard."""
        self.t.declared[seat] = index + 1

    def stand(self, seat: int, index: int, tile: int) -> None:
        """A declaration of being ready stands, and its stake lies in the pot."""
        t, play = self.t, self.session
        self._look()
        stake = ask_about(t, play, self.rules.readies[index].stake, seat, -1, tile)
        t.stake[seat] = stake
        if stake > 0:
            settle.move_points(t, play, seat, POT, settle.RULE_STAKE, stake)
        settle.pay_about(t, play, codes.Occasion.READY, actor=seat, tile=tile, of=index)
        happen(t, play, codes.Moment.DECLARE, actor=seat, tile=tile, of=index)

    def open(self, seat: int, fan: int, times: int) -> None:
        """A fan of the deal is shown."""
        self._look()
        openings.pay_opening(self.t, self.session, seat, fan, times)

    def flower(self, seat: int, tile: int) -> None:
        """A flower is laid aside."""
        self.t.aside[seat, tile] += 1
        self._look()
        settle.pay_about(self.t, self.session, codes.Occasion.FLOWER, actor=seat, tile=tile)
        happen(self.t, self.session, codes.Moment.FLOWER, actor=seat, tile=tile)

    def discard(self, seat: int, name: str) -> None:
        """A payment on a discard is made, as the players say."""
        t, play = self.t, self.session
        self._look()
        load_table(t, play, seat, -1, -1, 0)
        pay = paid_in(self.model, name)[0]
        rule = self.model.payments.index(pay)
        for row in self.book.ledger.settle(self.frame, ("discard",), told=pay):
            settle.move_points(t, play, row.payer, row.receiver, rule, row.amount)

    def kong(self, seat: int, kong: str, feeder: int, tile: int, state: Mapping[str, Any], late: bool,
             laid: int = 0) -> None:
        """A kong stands: it is paid and remembered; of different tiles so many are laid down, or one is added.

        Unless it is `late` its maker has just drawn the tile, in place of a kong if his own was the last thing told.
        """
        self._kongs.setdefault(seat, []).append(Entered(kong, tile, laid))
        t, play = self.t, self.session
        index = self.model.entries("kong").index(kong)
        rule = self.model.kongs[kong]
        form = _KONG_FORMS[rule.of]
        concealed, added = int(form == codes.MeldForm.CONCEALED_KONG), int(form == codes.MeldForm.ADDED_KONG)
        t.kong_tiles = 1 if added else rule.least
        if rule.different:
            mixed = next(one for one in self.model.catalogue.mixed if one.kong == kong)
            t.kong_tiles = laid or mixed.least
            concealed, added = int(not mixed.opens), int(laid == 1)
        if tile < 0:
            tile = self._ordinary(rule.tiles or self.model.kinds)
        self._look()
        if concealed or added:
            t.turn, t.drawn_kinds = seat, 0 if late else 1 << tile
            happen(t, play, codes.Moment.DRAW, actor=seat, tile=tile, how=codes.How.REPLACEMENT * (self.konged == seat))
        self.tell(state)
        self._look()
        if rule.of != "discard":
            happen(t, play, codes.Moment.ANNOUNCE, actor=seat, tile=tile, of=index)
        if rule.is_aside:
            t.aside[seat, tile] += 1
            self._look()
        self.konged = seat
        t.broken = 1
        how = codes.How.CONCEALED * concealed + codes.How.ADDED * added
        settle.pay_about(t, play, codes.Occasion.KONG, actor=seat, feeder=feeder, tile=tile, of=index, how=how)
        happen(t, play, codes.Moment.KONG, actor=seat, feeder=feeder, tile=tile, of=index, how=how)
        t.drawn_kinds = 0
        t.kong_tiles = 0

    def lay(self, win: Win) -> None:
        """What melds and flowers tell happens now, unless it was entered or told before: the winner's come last."""
        self.lay_others(win.state, win.round, win.seat)
        self._lay_seat(win, True)
        self._remember(win, (*robbed(self.model, win), *won_on(self.model, win)))

    def lay_others(self, state: Mapping[str, Any], wind: int, winner: int = -1) -> None:
        """The same for the other seats, as far as their melds and flowers are told."""
        self.turn_wild(state)
        self.all_laid = self.all_laid or MELDS in state
        if not self.all_laid:               # who has laid nothing down is not known
            for place in self.book.reference.frames.facts.memory.begun:
                slot = self.rules.memory[place]
                self.t.memory[place] = self.t.memory[place] if self._is_spoken(place) else slot.start
        melds, flowers = (told_of(self.model, state, name) for name in WORDS)
        for seat in sorted({*melds, *flowers} - {winner}):
            hand = Hand((), melds_in(melds.get(seat, "")), kinds_of(flowers.get(seat, "")))
            self._lay_seat(Win(hand, None, seat=seat, round=wind, wild=kinds_in(int(self.t.wild))))

    def _lay_seat(self, win: Win, shows: bool = False) -> None:
        """What the melds of one seat, and what it laid aside, tell; a winner's hand `shows` some memory by itself."""
        if win.hand.melds and MELDS not in self.model.words.memory:
            self.tell({MELDS: {win.seat: "".join(map(str, win.hand.melds))}})
        if any(rule.on == "flower" for rule in self.model.payments):
            aside_now = Counter(aside(self.t, win.seat))
            for kind in (Counter(win.hand.flowers) - aside_now).elements():
                self.flower(win.seat, kind)
        self._remember(win, turned(win))
        laid, entered = self._laid.setdefault(win.seat, []), list(self._kongs.get(win.seat, ()))
        new = [str(meld) for meld in win.hand.melds]
        for meld in laid:
            if meld in new:
                new.remove(meld)
        if not new:
            return
        laid += new
        shown = {slot.slot + (win.seat if slot.size == 4 else 0): slot.start for slot in self.model.memory
                 if shows and slot.hand is not None}
        shown = {place: start for place, start in shown.items() if self.t.memory[place] == start}
        facts = self.book.reference.frames.facts
        for one in (*facts.own(win, self.t.memory.tolist()), *ending(self.model, win)):
            self._lay(win, one, entered)
        self.konged = -1
        for place, start in shown.items():      # the hand shows it by itself
            self.t.memory[place] = start

    def _remember(self, win: Win, told: Iterable[Happening]) -> None:
        """What is remembered of what is told of a win: tiles turned up, a kong that was robbed, the last discard.

        Memory that was told by its name stays as it was told.
        """
        facts = self.book.reference.frames.facts
        for one in told:
            after = facts.happen(win, one, self.t.memory.tolist())
            for place in facts.memory.places:
                if not self._is_spoken(place):
                    self.t.memory[place] = after[place]

    def _lay(self, win: Win, one: Happening, entered: list[Entered]) -> None:
        """One event that melds tell; what lasts for a turn only is left to those whose turn it is.

        Memory that was told by its name stays as it was told.
        """
        facts, t = self.book.reference.frames.facts, self.t
        if one.event == "announce":     # the kong that follows is announced, unless it was entered
            return
        spoken = {place: t.memory[place] for place in range(len(self.rules.memory)) if self._is_spoken(place)}
        before = t.memory.tolist()
        after = facts.happen(win, one, before)
        if one.event == "kong":
            mixed = self.model.kongs[one.entry].different
            tiles = win.hand.melds[one.place].tiles if mixed else (one.tile,)
            if taken(entered, one.entry, tiles):
                return
            self.kong(one.actor, one.entry, one.feeder, one.tile, {}, False, one.kong_tiles if mixed else 0)
            self._kongs[one.actor].pop()
            if one.feeder < 0 and self.model.kongs[one.entry].of == "discard":
                self.ungiven.append(str(win.hand.melds[one.place]))
        for slot in self.momentary:
            for at in range(slot.size):
                if slot.size == 1 or at // (slot.size // 4) != one.actor:
                    after[slot.slot + at] = before[slot.slot + at]
        for place in facts.memory.places:
            t.memory[place] = after[place]
        for place, value in spoken.items():
            t.memory[place] = value

    def _is_spoken(self, place: int) -> bool:
        """Whether the memory at a place was told by its name in this hand."""
        return any(slot.id in self.spoken and slot.slot <= place < slot.slot + slot.size for slot in self.model.memory)

    def _ordinary(self, kinds: int) -> int:
        """A kind that stands for one that was not told: nothing special if that is possible."""
        plain = kinds & ~int(self.t.wild) or kinds
        return _FIVE if plain >> _FIVE & 1 else kinds_in(plain)[0]

    def sit(self, players: list[int]) -> None:
        """The players have drawn new seats; the first of them deals, and what lasts goes with them."""
        t = self.t
        fill(t.order, players)
        t.dealer = 0
        for place, slot in enumerate(self.rules.memory):
            if slot.scope == rule_codes.Scope.PLAYER:
                settle.move_memory(t, self.seats, place)
            elif slot.scope == rule_codes.Scope.PLAYERS:
                settle.move_pairs(t, self.seats, place)
        fill(t.player, players)

    def fault(self, seat: int, name: str) -> int:
        """A fault is remembered as the rulebook has it; what it costs for each who is paid."""
        slot = next((slot for slot in self.model.memory if slot.id == self.model.faults[name].sets), None)
        if slot is not None:
            of_seats = slot.size > 1
            self.t.memory[slot.slot + (seat if of_seats else 0)] = 1 if of_seats else seat
        self._look()
        cell = self.rules.faults[self.model.entries("fault").index(name)]
        return ask_about(self.t, self.session, cell, seat, -1, -1)

    def false_win(self, seat: int, total: int) -> None:
        """A win that is none, of tiles that would be worth so much; the hand may be over by it."""
        self.t.false_total = total
        self._look()
        falsewin.false_win(self.t, self.session, seat)

    def win(self, frame: Frame, winners: int, place: int, shown: Win | None = None, told: Iterable[str] = ()) -> None:
        """Pay a win that has been scored into a frame: one of several (bits) on the same tile, in this place.

        Its tiles are `shown` if they were told; what is `told` with it of the table holds for its payments too.
        """
        if shown is not None:
            self._shown[shown.seat] = shown
        t, play, f = self.t, self.session, self.frame
        seat, feeder, tile, total = frame.seat, frame.discarder, frame.win_tile, frame.total
        f.restore(frame.raw)
        for slot in range(len(self.rules.memory)):
            t.memory[slot] = f.memory[slot]        # also what the hand shows by itself
        t.wild = f.wild_mask
        t.winners = t.winners | 1 << seat
        t.win_total[seat], t.win_tile[seat], t.win_from[seat] = total, tile, feeder
        load_table(t, play, seat, feeder, tile, 0)
        for word in (SCALARS[name] for name in told if name in SCALARS):
            setattr(f, word.field, getattr(frame, word.field))
        f.winner_count, f.winning, f.winner_place, f.amount = winners.bit_count(), winners, place, total
        settle.pay(t, play, codes.Occasion.WIN)
        if self.rules.memory_moments >> codes.Moment.WIN & 1:
            remember(t, play, codes.Moment.WIN)

    def after_wins(self, seats: int) -> None:
        """Let those who have won leave, or end the hand."""
        self._look()
        if not settle.after_win(self.t, self.session, seats):
            self.t.stage = codes.Stage.SETTLE

    def draw(self, ended: str, state: Mapping[str, Any]) -> None:
        """The hand ends before the next win: the wall is exhausted, or it is called off."""
        self.tell(state)
        self._kept.update(given_memory(self.model, state))
        self.t.ended = ENDS[ended]
        self.t.stage = codes.Stage.SETTLE

    def put_off(self, dealer: int) -> None:
        """Let the hand pass without settling it: nothing is paid or remembered, and this seat deals the next one."""
        self.t.ended = codes.Ended.REDEAL if dealer == 0 else codes.Ended.DRAW
        self.session.rules = self.rules.changed(keeps=-1, next_dealer=-1 - dealer)
        settle.finish_hand(self.t, self.session)
        self.session.rules = self.rules

    def finish(self) -> None:
        """Settle the hand and prepare the match for the next."""
        self._look()
        settle.settle(self.t, self.session)
        settle.finish_hand(self.t, self.session)
