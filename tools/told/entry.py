"""A hand that was played, as the pad is told of it: step by step, in the order in which it happened."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from quepu.game import events as ev
from quepu.game.settlement import WinDetail
from quepu.game.tabletop import turned_of
from quepu.notation import read_kinds
from quepu.scoring.table_state import TURNED
from quepu.scoring.wild_kinds import indicator_name
from quepu.tiles import SEATS, code, seat_letter
from tools.told.tell import NOTHING, More, Teller, Values, plain, tiles_told


def entry_of(teller: Teller, names: Mapping[int, str], more: More = NOTHING) -> tuple[Values, dict[str, str]]:
    """The hand as the pad is told of it, and what was told by a name of the rulebook's own, with the reason."""
    return _Entry(teller, names, more).made()


class _Entry:
    """One hand as steps for the pad."""

    def __init__(self, teller: Teller, names: Mapping[int, str], more: More) -> None:
        self.teller, self.more, self.model = teller, more, teller.model
        self.hand = teller.hand
        self.who = {seat: names[player] for seat, player in enumerate(self.hand.players)}
        self.steps: list[Values] = []
        self.own: dict[str, str] = {}
        self.discards = {(place, name): seat for place, seat, name in teller.discards_paid()}
        names_told = {*teller.knowledge.memory, *more.memory}
        self.slots = [slot for slot in self.model.memory if slot.id in names_told]
        self.told = {slot.id: [slot.start] * slot.size for slot in self.slots
                     if slot.scope not in ("match", "player", "players")}
        self.drawn: dict[int, set[str]] = defaultdict(set)
        self.by_tile = bool(indicator_name(self.model)) and self.hand.number % 2 == 1   # or by the kinds that are wild
        self.last_win = max((place for place, _detail in teller.wins), default=-1)

    def made(self) -> tuple[Values, dict[str, str]]:
        """All steps in the order in which they happened."""
        for place, step in enumerate(self.hand.steps):
            for index, event in enumerate(step.events):
                self._take(place, index, event)
        last = self.hand.settlement
        if last.ended != "win" or self.teller.went_on:
            self._draw(last.ended)
        return {"steps": self.steps}, self.own

    def _remember(self, t: Any, lasting: bool = True) -> None:
        """Memory that is told by its name, as it stands before what happens next."""
        news: Values = {}
        for slot in self.slots:
            later = slot.id in self.more.memory and any("turn_up" in update.events for update in slot.updates)
            memory = self.teller.end.memory if later else t.memory
            values = [int(memory[slot.slot + at]) for at in range(slot.size)]
            if slot.id not in self.told:        # as the pad remembers it from hand to hand
                first = self.teller.table(1) if len(self.hand.steps) > 1 else t
                self.told[slot.id] = [int(first.memory[slot.slot + at]) for at in range(slot.size)] \
                    if not self.teller.knowledge.memory.get(slot.id, "").startswith("chosen") else []
            if values != self.told[slot.id] and (lasting or slot.scope not in ("match", "player", "players")):
                self.told[slot.id] = values
                news[slot.id] = self._of_seats(values)
                self.own[slot.id] = self.teller.knowledge.memory.get(slot.id, "asked for")
        if news:
            self.steps.append({"memory": news})

    def _of_seats(self, values: list[int]) -> Any:
        if len(values) == 1:
            return values[0]
        letters = [seat_letter(seat) for seat in range(4)]
        if len(values) == 4:
            return dict(zip(letters, values, strict=True))
        return {one: {other: values[4 * at + to] for to, other in enumerate(letters)} for at, one in enumerate(letters)}

    def _take(self, place: int, index: int, event: ev.Event) -> None:
        """One event, if it is one that a scorekeeper tells."""
        match event:
            case ev.TurnedUp(lot=lot, tile=tile) if TURNED + lot == indicator_name(self.model) and self.by_tile:
                self.steps.append({"memory": {TURNED + lot: tile}})
            case ev.WildChosen(tiles=tiles) if not self.by_tile:
                self.steps.append({"wild": tiles})
            case ev.Drawn(seat=seat, tile=tile) if tile is not None:
                self.drawn[seat].add(tile)
            case ev.Discarded(seat=seat):
                self.drawn[seat].clear()
            case ev.Declared(seat=seat, ready=ready):
                self._before(place)
                later = [one for step in self.hand.steps[place:] for one in step.events]
                tile = next((one.tile for one in later if isinstance(one, ev.Discarded) and one.seat == seat), None)
                self.steps.append({"declare": {"seat": self.who[seat], "ready": ready,
                                               **({"tile": plain(tile)} if tile else {})}})
                self._has_happened("declare")
            case ev.Paid(rule=rule) if (place, rule) in self.discards:
                self.steps.append({"discard": {"seat": self.who[self.discards.pop((place, rule))], "pay": rule}})
            case ev.OpeningShown(seat=seat, fan=fan, count=count):
                self._before(place)
                self.steps.append({"opening": {"seat": self.who[seat], "fan": fan, "count": count}})
            case ev.FlowerLaid(seat=seat, tile=tile):
                self._before(place)
                self.steps.append({"flower": {"seat": self.who[seat], "tile": tile}})
                self._has_happened("flower")
            case ev.KongMade() | ev.MixedKongMade() | ev.TileAdded():
                self._before(place)
                self.steps.append({"kong": self._kong(event)})
                self._has_happened("kong")
            case ev.FalseWinDeclared(seat=seat):
                self._before(place)
                self.steps.append({"false_win": {"seat": self.who[seat]}})
            case ev.Won() if not any(isinstance(one, ev.Won) for one in self.hand.steps[place].events[:index]):
                self._before(place)
                self._wins(place)

    def _before(self, place: int) -> None:
        if place > 0:
            self._remember(self.teller.table(place))

    def _has_happened(self, event: str) -> None:
        """The pad takes note of an event: what it makes of memory that is told by its name has to be told again."""
        for slot in self.slots:
            if slot.id in self.told and any(event in update.events for update in slot.updates):
                self.told[slot.id] = []

    def _kong(self, event: Any) -> Values:
        told: Values = {"seat": self.who[event.seat], "kong": event.kong}
        if isinstance(event, ev.KongMade):
            if event.tile is not None and not event.hidden:
                told["tile"] = plain(event.tile)
            if event.feeder is not None:
                told["from"] = self.who[event.feeder]
            if event.form != "melded" and event.tile not in self.drawn[event.seat]:
                told["late"] = True
        elif isinstance(event, ev.MixedKongMade):
            kinds = read_kinds(event.tiles)
            told |= {"tile": code(kinds[0]), "count": len(kinds)}
        else:
            told |= {"tile": plain(event.tile), "count": 1}
        return told

    def _wins(self, place: int) -> None:
        """The wins of one step: those on the same tile are told together."""
        groups: list[list[Values]] = []
        for detail in self.hand.steps[place].wins:
            one = self._win(place, detail)
            if groups and one.get("from") and groups[-1][0].get("from") == one["from"]:
                groups[-1].append(one)
            else:
                groups.append([one])
        if place == self.last_win:          # what is paid at the end of the hand asks for it too
            state = self._end_state()
            if state:
                self.steps.append({"memory": state})
        self.steps += [{"wins": group} for group in groups]

    def _win(self, place: int, detail: WinDetail) -> Values:
        win = detail.win
        told: Values = {"seat": self.who[win.seat], "hand": str(win)}
        if win.discarder is not None:
            told["from"] = self.who[win.discarder]
        if win.tile is None:
            told["dealt"] = True
        flags = self.teller.flags(win, self.more)
        if flags:
            told["flags"] = sorted(flags)
        state = self.teller.state(self.teller.table(place), win, self.more, ())
        state = {name: value for name, value in state.items() if name not in ("purse", *(s.id for s in self.slots))}
        laid = self.teller.laid_by_others(place, win.seat)
        state |= {"melds": laid["melds"]} if "melds" in laid else {}
        if state:
            told["state"] = state
        self.own |= self.teller.own(flags, state)
        return told

    def _draw(self, ended: str) -> None:
        """The hand ends before the next win: who is ready where hands are shown, and what was turned up."""
        t = self.teller.end
        self._remember(t, lasting=False)
        told: Values = {}
        if ended != "win" and ended != "draw":
            told["ended"] = ended
        state = self._end_state()
        if "ready" in state:
            told["ready"] = [self.who[SEATS.index(letter)] for letter in state.pop("ready")]
        state |= {name: tiles_told(value) for name, value in turned_of(t, self.model).items()}
        laid = self.teller.laid_by_others(-1, -1)
        state |= {"melds": laid["melds"]} if "melds" in laid else {}
        if state:
            told["state"] = state
        self.steps.append({"draw": told or True})


    def _end_state(self) -> Values:
        """The words of the table that decide what the end of the hand brings."""
        return {word: value for word in sorted({*self.teller.knowledge.end_words, *self.more.words} - {"purse", "laid"})
                if (value := self.teller.word(self.teller.end, word))}
