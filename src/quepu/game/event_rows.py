"""From the engine's rows of numbers to events."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from quepu.dialects import tiles_text
from quepu.engine.course.settle import RULE_POT, RULE_STAKE
from quepu.engine.layout import codes
from quepu.engine.layout import table as tb
from quepu.engine.layout.table_facts import LOTS
from quepu.game import events as ev
from quepu.game.actions import mixed_tiles, tile_of, tile_text
from quepu.game.concealment import hidden_kongs, is_turned_down
from quepu.game.naming import Naming
from quepu.game.tabletop import held, marks_among, melds
from quepu.notation import write_tiles
from quepu.packing.substitutes import laid_in_set
from quepu.rulebook.file.choices import Seen, Shows
from quepu.rulebook.model.model import Model
from quepu.tiles import kinds_in, seat_letter

#: rows of the ledger that come from no payment of the rulebook
SPECIAL_RULES = {RULE_STAKE: "stake", RULE_POT: "pot"}
_KNOWN = 4096               # events of a kind, each seat and tile, that all matches share: most of what happens
_drawn, _discarded = lru_cache(_KNOWN)(ev.Drawn), lru_cache(_KNOWN)(ev.Discarded)
_flower_laid = lru_cache(_KNOWN)(ev.FlowerLaid)
_WAYS: dict[int, str] = {codes.Drew.WALL: "wall", codes.Drew.KONG: "kong", codes.Drew.FLOWER: "flower",
                         codes.Drew.OFFERED: "last"}
_FORMS: dict[int, str] = {codes.MeldForm.MELDED_KONG: "melded", codes.MeldForm.ADDED_KONG: "added",
                          codes.MeldForm.CONCEALED_KONG: "concealed"}
ENDS: dict[int, str] = {codes.Ended.WIN: "win", codes.Ended.DRAW: "draw", codes.Ended.ABORT: "abort",
                        codes.Ended.REDEAL: "redeal", codes.Ended.DEAL_LOST: "redeal", codes.Ended.NONE: "draw"}


def rule_id(model: Model, rule: int) -> str:
    """The name of the payment a row of the ledger comes from."""
    if rule in SPECIAL_RULES:
        return SPECIAL_RULES[rule]
    return model.payments[rule].id or model.payments[rule].tag


class Decoder:
    """Turns rows of one rulebook's engine into events."""

    def __init__(self, model: Model, naming: Naming, seats: int) -> None:
        self.model, self.naming, self.seats = model, naming, seats
        self.kongs = model.entries("kong")
        self.readies = model.entries("ready")
        self.hidden = hidden_kongs(model)
        self.for_ready = {lot.id for lot in model.turned.on if lot.seen is Seen.READY}
        self.shows_early = any(ready.shows is Shows.HAND for ready in model.readies.on)

    def events(self, rows: Iterable[list[int]], t: Any) -> list[ev.Event]:
        """The events of rows in order; `t` is the table after them.  The deal becomes one event a seat."""
        events: list[ev.Event] = []
        dealt: dict[int, list[int]] = {}
        rows = list(rows)
        for index, row in enumerate(rows):
            if row[0] == codes.Event.DEALT:
                dealt.setdefault(row[1], []).append(row[2])
                continue
            events += self._dealt(dealt)
            event = self.event(row, t)
            if event is not None:
                events.append(event)
            if self.for_ready and row[0] in (codes.Event.TURNED, codes.Event.DECLARE):
                events += self._looked_at(row, rows[index + 1:], t)
        return events + self._dealt(dealt)

    def _looked_at(self, row: list[int], later: list[list[int]], t: Any) -> list[ev.Event]:
        """What ready players see of a tile that is turned up, or one who has just declared of those that lie there."""
        turned = t.turned_count - sum(other[0] == codes.Event.TURNED for other in later)
        if row[0] == codes.Event.DECLARE:
            seats, places = [row[1]], range(turned)
        else:
            new = {other[1] for other in later if other[0] == codes.Event.DECLARE}
            seats = [seat for seat in range(4) if t.declared[seat] > 0 and seat not in new]
            places = range(turned - 1, turned)
        found: list[ev.Event] = []
        for place in places:
            lot, tile = t.turned_lot[place], tile_text(t.turned[place]) or ""
            name, owner = self.model.entries("turned")[lot % LOTS], lot // LOTS - 1
            if name in self.for_ready and (t.turned_place[place] != tb.PUT_AWAY or row[0] == codes.Event.TURNED):
                found += [ev.LookedAt(seat, name, tile) for seat in seats if owner in (-1, seat)]
        return found

    def _dealt(self, dealt: dict[int, list[int]]) -> list[ev.Event]:
        events: list[ev.Event] = [ev.Dealt(seat, len(tiles), write_tiles(sorted(map(tile_of, tiles))))
                                  for seat, tiles in sorted(dealt.items())]
        dealt.clear()
        return events

    def event(self, row: list[int], t: Any) -> ev.Event | None:
        """The event of one row; None for one that is told otherwise."""
        kind, seat, a, b, c, d = row[:6]
        model = self.model
        if kind == codes.Event.DRAW:
            return _drawn(seat, tile_text(a), _WAYS.get(b, "wall"), c > 0)
        if kind == codes.Event.DISCARD:
            return _discarded(seat, tile_text(a) or "", bool(b))
        if kind == codes.Event.PAY:
            return ev.Paid(seat, a, c, rule_id(model, b))
        if kind == codes.Event.FLOWER:
            return _flower_laid(seat, tile_text(a) or "")
        if kind == codes.Event.SET:
            kinds = laid_in_set(model, kinds_in(t.wild), model.catalogue.sets[b])
            return ev.SetMade(seat, tile_text(a) or "", tiles_text(kinds, marks_among(model, kinds, d)), c)
        if kind == codes.Event.PUNG:
            return ev.PungMade(seat, tile_text(a) or "", c, d)
        if kind == codes.Event.KONG:
            name = self.kongs[b]
            return ev.KongMade(seat, name, _FORMS[d], tile_text(a), None if c < 0 else c, name in self.hidden)
        if kind in (codes.Event.MIXED_KONG, codes.Event.TILE_ADDED, codes.Event.EXCHANGED):
            return self._mixed(kind, seat, a, b, c)
        if kind == codes.Event.DECLARE:
            return ev.Declared(seat, self.readies[b], c)
        if kind == codes.Event.WIN:
            flower = a >= 0 and bool(model.bonus >> (a & tb.KIND) & 1)
            return ev.Won(seat, c, tile_text(a), None if b < 0 or b == seat else b, flower, b == seat)
        if kind == codes.Event.SHOW:
            shown = melds(t, model, seat)
            return ev.Shown(seat, write_tiles(held(t, seat)), "".join(str(meld) for meld in shown if meld.is_concealed))
        return self._rarer(kind, seat, a, b, t)

    def _mixed(self, kind: int, seat: int, kong: int, what: int, back: int) -> ev.Event:
        """What is done with a kong of different tiles."""
        name = self.kongs[kong]
        if kind == codes.Event.MIXED_KONG:
            return ev.MixedKongMade(seat, name, write_tiles(mixed_tiles(self.model, name, what)))
        if kind == codes.Event.TILE_ADDED:
            return ev.TileAdded(seat, name, tile_text(what) or "")
        return ev.TileExchanged(seat, name, tile_text(what) or "", tile_text(back) or "")

    def _rarer(self, kind: int, seat: int, a: int, b: int, t: Any) -> ev.Event | None:
        model = self.model
        scores = tuple(int(score) for score in t.score)
        if kind == codes.Event.HAND_END:
            winners = "".join(seat_letter(place) for place in range(4) if b >> place & 1)
            return ev.HandEnded(ENDS[a], winners, scores)
        if kind == codes.Event.MATCH_END:
            return ev.MatchEnded(scores)
        if kind == codes.Event.NO_WINNER:
            return ev.NoWinner()
        if kind == codes.Event.FALSE_WIN:
            return ev.FalseWinDeclared(seat)
        if kind == codes.Event.PASS:
            return ev.Passed(seat)
        if kind == codes.Event.ABORT:
            return ev.Aborted(model.entries("abort")[a], None if seat < 0 else seat)
        if kind == codes.Event.DICE:
            return ev.DiceThrown(tuple(int(die) for die in t.dice if die))
        if kind == codes.Event.WILD:
            return ev.WildChosen(write_tiles(kinds_in(a | b << 31)))
        if kind == codes.Event.TURNED:
            name = model.entries("turned")[b]
            return ev.TurnedUp(name, tile_text(a), None if seat < 0 else seat, is_turned_down(model, name))
        if kind == codes.Event.PHASE:
            return ev.PhaseBegan(model.entries("phase")[a])
        if kind == codes.Event.CHOICE:
            return self.naming.chosen(seat, a, b, self.seats)
        if kind == codes.Event.KONG_TURNED:
            return ev.KongTurned(seat, tile_text(a) or "")
        if kind == codes.Event.OFFERED:
            return ev.LastOffered(seat)
        if kind == codes.Event.OPENING:
            return ev.OpeningShown(seat, model.fans[a].id, b)
        if kind == codes.Event.GIVE:
            return ev.Given(seat, b, tile_text(a))
        return None                     # the beginning of match and hand: told by the match
