"""A hand that was played, as a scorekeeper tells it afterwards, each win by itself."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from quepu.engine.layout.table import KIND
from quepu.game import events as ev
from quepu.game.settlement import WinDetail
from quepu.game.tabletop import aside, held, melds, memory_of, rivers
from quepu.hand import Win
from quepu.notation import read_kinds
from quepu.rulebook.language.vocabulary import INT
from quepu.scoring.wild_kinds import indicator_name
from quepu.tiles import code, seat_letter
from tools.told.evening import PlayedHand
from tools.told.knowledge import Knowledge

Values = dict[str, Any]


@dataclass(frozen=True)
class More:
    """What is told on top of what a scorekeeper tells: to find out what a difference comes from."""

    memory: frozenset[str] = frozenset()
    flags: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()

    def __str__(self) -> str:
        told = [*(f"memory {name}" for name in sorted(self.memory)), *(f"flag {name}" for name in sorted(self.flags)),
                *(f"word {name}" for name in sorted(self.words))]
        return ", ".join(told)


NOTHING = More()


@dataclass
class ToldWin:
    """One win as it is told to `score`, and what the table made of it."""

    detail: WinDetail
    text: str
    situation: Values
    alone: bool                         # nobody else has won in this hand, and it was over then
    own: dict[str, str] = field(default_factory=dict)       # what was told by a name of the rulebook's, and why


class Teller:
    """Tells one hand."""

    def __init__(self, hand: PlayedHand, knowledge: Knowledge) -> None:
        self.hand, self.knowledge, self.model = hand, knowledge, knowledge.model
        self.seats = range(hand.match.seats)
        self.tables: dict[int, Any] = {}
        self.end = hand.match.table         # with the hands as they lay when it was over
        self.wins = [(place, detail) for place, step in enumerate(hand.steps) for detail in step.wins]

    def table(self, place: int) -> Any:
        """The table before a step."""
        if place not in self.tables:
            self.tables[place] = self.hand.table_before(place)
        return self.tables[place]

    @cached_property
    def went_on(self) -> bool:
        """Whether the hand went on after its last win, and the wall ran out."""
        events = [event for step in self.hand.steps for event in step.events]
        won = max((at for at, event in enumerate(events) if isinstance(event, ev.Won)), default=-1)
        return any(isinstance(event, ev.Drawn) for event in events[won + 1:])      # tiles of a kong are only thrown

    def _ran_out(self) -> bool:
        """Whether the wall was empty after the last win and the hand was settled as one without a further win."""
        drawn = {at for at, pay in enumerate(self.model.payments) if pay.on == "draw"}
        return any(int(self.end.row_rule[at]) in drawn for at in range(self.end.row_count))

    # -- for `score` --
    def told_wins(self, more: More = NOTHING) -> list[ToldWin]:
        """Every win of the hand as it is told by itself."""
        won = self.wins
        found = []
        for place, detail in won:
            win = detail.win
            same = [other for at, other in won if at == place and (other is detail or _on_one_tile(other.win, win))]
            state = self.state(self.table(place), win, more, self.knowledge.lasting)
            if len(same) > 1:
                state |= {"winner_count": len(same), "winner_place": same.index(detail) + 1}
                if len({other.win.tile for other in same}) == 1:
                    state["is_winning"] = sorted(seat_letter(other.seat) for other in same)
            if same.index(detail) > 0:          # the first of them has taken what lay there
                for slot in self.model.memory:
                    if any("win" in update.events for update in slot.updates):
                        state.pop(slot.id, None)
            before = won[:next(at for at, (_place, other) in enumerate(won) if other is detail)]
            earlier = [other.win.seat for _at, other in before if not any(other is one for one in same)]
            if self._declares_with(place, win):
                state["declaring"] = seat_letter(win.discarder)
            state |= self._paid(place, same[:same.index(detail)]) | self._seats_now(self.table(place), earlier)
            state |= self._declared_now(place, win, state.get("declares", {}))
            state |= self.laid_by_others(place, win.seat)
            flags = self.flags(win, more)
            situation: Values = {"seat": seat_letter(win.seat), "round": seat_letter(win.round)}
            if win.self_draw:
                situation["self_draw"] = True
            if win.discarder is not None:
                situation["from_"] = seat_letter(win.discarder)
            if win.wild and indicator_name(self.model) not in state:     # they follow from the tile turned up
                situation["wild"] = "".join(map(code, win.wild))
            if win.tile is None:
                situation["tile"] = None
            if flags:
                situation["flags"] = sorted(flags)
            if state:
                situation["state"] = state
            alone = len(won) == 1 and not self.went_on and not self._ran_out()
            found.append(ToldWin(detail, str(win), situation, alone, self.own(flags, state)))
        return found

    def _declares_with(self, place: int, win: Win) -> bool:
        """Whether the discard that is won on came with a declaration, which does not stand then."""
        happened = (*(one for step in self.hand.steps[:place] for one in step.events), *self._before_win(place))
        before = [one for one in happened if isinstance(one, ev.Declared | ev.Discarded | ev.Drawn)]
        return any(isinstance(one, ev.Declared) and one.seat == win.discarder for one in before[-2:])

    def _before_win(self, place: int) -> list[ev.Event]:
        """What happened in a step before its first win: who is bound plays on by himself, and wins by himself."""
        events = self.hand.steps[place].events
        return list(events[:next((at for at, one in enumerate(events) if isinstance(one, ev.Won)), len(events))])

    def _declared_now(self, place: int, win: Win, before: Mapping[str, int]) -> Values:
        """The declarations with those of the very step, among them the one by which a turned tile is won on."""
        readies = self.model.entries("ready")
        own = [one for one in self.hand.steps[place].events
               if isinstance(one, ev.Declared) and one.seat == win.seat and win.self_draw]
        found = {seat_letter(one.seat): 1 + readies.index(one.ready) for one in (*self._before_win(place), *own)
                 if isinstance(one, ev.Declared)}
        return {"declares": {**before, **found}} if found else {}

    def _laid_now(self, place: int) -> dict[int, Any]:
        """Each seat with the table on which its melds lie as they did at a win: some were laid in the very step."""
        moved = {getattr(one, "seat", -1) for one in self._before_win(place) if isinstance(
            one, ev.FlowerLaid | ev.KongMade | ev.MixedKongMade | ev.TileAdded | ev.PungMade | ev.SetMade)}
        before, after = self.table(place), self.table(place + 1) if place + 1 < len(self.hand.steps) else self.end
        return {seat: after if seat in moved else before for seat in self.seats}

    def own(self, flags: Iterable[str], state: Mapping[str, Any]) -> dict[str, str]:
        reasons = {**self.knowledge.memory, **self.knowledge.flags}
        return {name: reasons[name] for name in (*flags, *state) if name in reasons}

    def flags(self, win: Win, more: More) -> set[str]:
        return {flag for flag in win.flags if flag in self.knowledge.flags or flag in more.flags}

    def state(self, t: Any, win: Win, more: More, lasting: Iterable[str]) -> Values:
        """Memory that is told by its name, tiles turned up, and words of the table that decide something."""
        names = {*lasting, *self.knowledge.memory, *more.memory}
        starts = {slot.id: slot.start for slot in self.model.memory}
        implied = self.knowledge.book.reference.frames.facts.memory.places.values()
        followed = {slot.id for slot in implied         # a number is told even if it is as usual
                    if slot.id in self.knowledge.memory and slot.type == INT}
        later = {slot.id for slot in self.model.memory if slot.id in more.memory
                 and any("turn_up" in update.events for update in slot.updates)}
        memory = {**win.state, **{name: value for name, value in memory_of(self.end, self.model).items()
                                  if name in later}}
        state: Values = {name: lettered(value) for name, value in memory.items()
                         if name in names and (name in followed or _says_more(value, starts[name]))}
        state |= {name: tiles_told(value) for name, value in win.state.items() if name.startswith("turned.")}
        for word in {*self.knowledge.words, *more.words} - {"laid"}:     # it follows from the melds and flowers
            value = self.word(t, word)
            if win.discarder == t.turn and t.drawn >= 0 and word in ("ready", "value", "hand_of"):
                letter, later = seat_letter(win.discarder), self.word(self.end, word)      # without the robbed tile
                value = later if word == "ready" else {**value, letter: later[letter]} if letter in later else value
            if value:
                state[word] = value
        return state

    def _paid(self, place: int, before: Iterable[WinDetail]) -> Values:
        """The points of each, where they decide something, and what was paid for discards.

        They are told as they were when the hand began, or, once somebody has won, as they are by now.
        """
        state: Values = {}
        if "purse" in self.knowledge.words:
            name, t = "purse_before", self.table(place)
            points = {seat: self.hand.scores_before[player] for seat, player in enumerate(self.hand.players)}
            if before or any(at < place for at, _detail in self.wins):
                name, points = "purse", {seat: int(t.score[t.player[seat]]) for seat in self.seats}
            for row in (row for detail in before for row in detail.ledger):
                for seat, amount in ((row.payer, -row.amount), (row.receiver, row.amount)):
                    if seat in points:
                        points[seat] += amount
            state[name] = {seat_letter(seat): amount for seat, amount in points.items()}
        paid: dict[str, list[str]] = defaultdict(list)
        for _place, seat, name in self.discards_paid():
            paid[seat_letter(seat)].append(name)
        shown: dict[str, list[str]] = defaultdict(list)
        for step in self.hand.steps:
            for one in step.events:
                if isinstance(one, ev.OpeningShown):
                    shown[seat_letter(one.seat)] += [one.fan] * one.count
        told = {"paid_discards": dict(paid), "opening_fans": dict(shown)}
        return state | {name: of for name, of in told.items() if of}

    def discards_paid(self) -> Iterator[tuple[int, int, str]]:
        """Each payment that was made because somebody discarded: the step, who discarded, and its name."""
        names = {pay.id for pay in self.model.payments if pay.on == "discard" and pay.kind == "pay"}
        for place, step in enumerate(self.hand.steps if names else ()):
            discarder, told = -1, set[str]()
            for event in step.events:
                if isinstance(event, ev.Discarded):
                    discarder, told = event.seat, set()
                elif isinstance(event, ev.Paid) and event.rule in names - told:
                    told.add(event.rule)
                    yield place, discarder, event.rule

    def _seats_now(self, t: Any, earlier: list[int]) -> Values:
        state: Values = {}
        if self.model.readies.on:
            state["declares"] = {seat_letter(seat): int(t.declared[seat]) for seat in self.seats if t.declared[seat]}
        out = int(t.out) | sum(1 << seat for seat in set(earlier) if self.end.out >> seat & 1)
        if out:
            state["is_out"] = [seat_letter(seat) for seat in self.seats if out >> seat & 1]
        if earlier:
            state["has_won"] = [seat_letter(seat) for seat in sorted(set(earlier))]
        return {name: value for name, value in state.items() if value}

    def laid_by_others(self, place: int, winner: int) -> Values:
        """The melds of the other seats in order with who fed them, and what lies aside: of the winner, no flowers.

        As they lay at a win of a step; -1: when the hand was over.
        """
        t = self._laid_now(place) if place >= 0 else dict.fromkeys(self.seats, self.end)
        others = [seat for seat in self.seats if seat != winner]
        told = {"melds": {seat_letter(seat): "".join(map(str, melds(t[seat], self.model, seat))) for seat in others},
                "aside": {seat_letter(seat): codes(kind for kind in aside(t[seat], seat) if seat != winner
                                                   or not self.model.bonus >> kind & 1) for seat in self.seats}}
        laid = {word: {letter: text for letter, text in of.items() if text} for word, of in told.items()}
        whole = self.knowledge.book.reference.frames.facts.memory.begun     # that nothing lies there counts too
        return {word: of for word, of in laid.items() if of or (word == "melds" and whole)}

    def word(self, t: Any, word: str) -> Any:
        """What the table says under a word, as one tells it; nothing where it is told otherwise."""
        if word in ("turn_count",):
            return int(t.turn_count)
        if word == "round_number":
            return int(t.rounds) + 1
        if word == "purse":
            return None                     # as it was when the hand began
        if word == "hand_of":
            return {seat_letter(seat): codes(tile.kind for tile in held(t, seat)) for seat in self.seats}
        if word == "laid":
            return {letter: text for seat in self.seats if (letter := seat_letter(seat)) and (text := codes(
                (*(kind for meld in melds(t, self.model, seat) for kind in meld.tiles), *aside(t, seat))))}
        if word in ("discards", "river"):
            return {seat_letter(seat): codes(kind for tile in row if word == "discards" or not tile.claimed
                                             for kind in read_kinds(tile.tile))
                    for seat, row in enumerate(rivers(t, len(self.seats))) if row}
        if word == "ready":
            return [seat_letter(seat) for seat in self.seats if self._waits(t, seat)]
        if word == "value":
            return {seat_letter(seat): self._value(t, seat) for seat in self.seats if self._waits(t, seat)}
        return None

    def _waits(self, t: Any, seat: int) -> int:
        """The kinds a seat waits for, as bits, as the table itself asks."""
        match = self.hand.match
        if t.out >> seat & 1:
            return 0
        with match.at_work():
            return int(match.engine.kernels.waits_mask(t.copy(), match.session, seat))

    def _value(self, t: Any, seat: int) -> int:
        """What the best of the tiles it waits for would bring as a plain discard."""
        match, mask, best = self.hand.match, self._waits(t, seat), 0
        with match.at_work() as desk:
            for kind in range(42):
                if mask >> kind & 1 and match.engine.kernels.score_hand(t, match.session, seat, kind, 0, -1, 0) == 1:
                    best = max(best, int(desk.bench.best_total))
        return best


def _on_one_tile(one: Win, other: Win) -> bool:
    """Whether two wins are on the same tile of the same seat."""
    return not one.self_draw and not other.self_draw and (one.discarder, one.tile) == (other.discarder, other.tile)


def plain(tile: str) -> str:
    """A tile without its mark, as the pad is told of it."""
    return code(read_kinds(tile)[0])


def codes(kinds: Iterable[int]) -> str:
    """Tiles as a text."""
    return "".join(code(int(kind) & KIND) for kind in kinds)


def tiles_told(value: Any) -> Any:
    """Turned tiles as they are told: a text, or one for each seat."""
    if isinstance(value, Mapping):
        return {seat_letter(int(seat)): codes(kinds) for seat, kinds in value.items()}
    return codes(value)


def lettered(value: Any) -> Any:
    """A memory of seats by their letters; seats that keep nothing are left out."""
    if isinstance(value, Mapping):
        return {seat_letter(int(seat)): lettered(one) for seat, one in value.items()}
    return value


def _says_more(value: Any, start: int) -> bool:
    if isinstance(value, Mapping):
        return any(_says_more(one, start) for one in value.values())
    return bool(value != start)


def remembered(t: Any, knowledge: Knowledge) -> Values:
    """What a match remembers from hand to hand."""
    return {name: value for name, value in memory_of(t, knowledge.model).items() if name in knowledge.lasting}
