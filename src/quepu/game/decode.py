"""From the engine's rows of numbers to events."""

from collections.abc import Iterable
from typing import Any

from quepu.core import table as tb
from quepu.core.settle import RULE_POT, RULE_STAKE
from quepu.dialects import tiles_text
from quepu.game import events as ev
from quepu.game.actions import tile_of, tile_text
from quepu.game.layout import held, hidden_kongs, marks_among, melds, suit_letter
from quepu.notation import write_tiles
from quepu.rulebook.model import Model
from quepu.tiles import kinds_in, seat_letter

#: rows of the ledger that come from no payment of the rulebook
SPECIAL_RULES = {RULE_STAKE: "stake", RULE_POT: "pot"}
_WAYS = {tb.DREW_WALL: "wall", tb.DREW_KONG: "kong", tb.DREW_FLOWER: "flower", tb.DREW_OFFERED: "last"}
_FORMS = {tb.FORM_MELDED_KONG: "melded", tb.FORM_ADDED_KONG: "added", tb.FORM_CONCEALED_KONG: "concealed"}
ENDS = {tb.END_WIN: "win", tb.END_DRAW: "draw", tb.END_ABORT: "abort", tb.END_REDEAL: "redeal",
         tb.END_DEAL_LOST: "redeal", tb.END_NONE: "draw"}


def rule_id(model: Model, rule: int) -> str:
    """The name of the payment a row of the ledger comes from."""
    if rule in SPECIAL_RULES:
        return SPECIAL_RULES[rule]
    return model.payments[rule].id or model.payments[rule].tag


class Decoder:
    """Turns rows of one rulebook's engine into events."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.kongs = model.entries("kong")
        self.readies = model.entries("ready")
        self.hidden = hidden_kongs(model)
        self.shows_early = any(table.get("shows") == "hand" for table in model.data.get("ready", {}).values())

    def events(self, rows: Iterable[list[int]], t: Any) -> list[ev.Event]:
        """The events of rows in order; `t` is the table after them.  The deal becomes one event a seat."""
        found: list[ev.Event] = []
        dealt: dict[int, list[int]] = {}
        for row in rows:
            if row[0] == tb.EV_DEALT:
                dealt.setdefault(row[1], []).append(row[2])
                continue
            found += self._dealt(dealt)
            event = self.event(row, t)
            if event is not None:
                found.append(event)
        return found + self._dealt(dealt)

    def _dealt(self, dealt: dict[int, list[int]]) -> list[ev.Event]:
        found: list[ev.Event] = [ev.Dealt(seat, len(tiles), write_tiles(sorted(map(tile_of, tiles))))
                                 for seat, tiles in sorted(dealt.items())]
        dealt.clear()
        return found

    def event(self, row: list[int], t: Any) -> ev.Event | None:
        """The event of one row; None for one that is told otherwise."""
        kind, seat, a, b, c, d = row[:6]
        model = self.model
        if kind == tb.EV_DRAW:
            return ev.Drawn(seat, tile_text(a), _WAYS.get(b, "wall"), c > 0)
        if kind == tb.EV_DISCARD:
            return ev.Discarded(seat, tile_text(a) or "", bool(b))
        if kind == tb.EV_PAY:
            return ev.Paid(seat, a, c, rule_id(model, b))
        if kind == tb.EV_FLOWER:
            return ev.FlowerLaid(seat, tile_text(a) or "")
        if kind == tb.EV_SET:
            kinds = model.catalogue.sets[b]
            return ev.SetMade(seat, tile_text(a) or "", tiles_text(kinds, marks_among(model, kinds, d)), c)
        if kind == tb.EV_PUNG:
            return ev.PungMade(seat, tile_text(a) or "", c, d)
        if kind == tb.EV_KONG:
            name = self.kongs[b]
            return ev.KongMade(seat, name, _FORMS[d], tile_text(a), None if c < 0 else c, name in self.hidden)
        if kind == tb.EV_DECLARE:
            return ev.Declared(seat, self.readies[b], c)
        if kind == tb.EV_WIN:
            flower = a >= 0 and bool(model.bonus >> (a & tb.KIND) & 1)
            return ev.Won(seat, c, tile_text(a), None if b < 0 else b, flower)
        if kind == tb.EV_SHOW:
            shown = melds(t, model, seat)
            return ev.Shown(seat, write_tiles(held(t, seat)), "".join(str(meld) for meld in shown if meld.is_concealed))
        return self._rarer(kind, seat, a, b, t)

    def _rarer(self, kind: int, seat: int, a: int, b: int, t: Any) -> ev.Event | None:
        model = self.model
        scores = tuple(int(score) for score in t.score)
        if kind == tb.EV_HAND_END:
            winners = "".join(seat_letter(place) for place in range(4) if b >> place & 1)
            return ev.HandEnded(ENDS[a], winners, scores)
        if kind == tb.EV_MATCH_END:
            return ev.MatchEnded(scores)
        if kind == tb.EV_NO_WINNER:
            return ev.NoWinner()
        if kind == tb.EV_FALSE_WIN:
            return ev.FalseWinDeclared(seat)
        if kind == tb.EV_PASS:
            return ev.Passed(seat)
        if kind == tb.EV_ABORT:
            return ev.Aborted(model.entries("abort")[a], None if seat < 0 else seat)
        if kind == tb.EV_DICE:
            return ev.DiceThrown(tuple(int(die) for die in t.dice if die))
        if kind == tb.EV_WILD:
            return ev.WildChosen(write_tiles(kinds_in(a | b << 31)))
        if kind == tb.EV_TURNED:
            name = model.entries("turned")[b]
            hidden = model.data["turned"][name].get("seen", "all") != "all"
            return ev.TurnedUp(name, tile_text(a), None if seat < 0 else seat, hidden)
        if kind == tb.EV_PHASE:
            return ev.PhaseBegan(model.entries("phase")[a])
        if kind == tb.EV_CHOICE:
            return ev.Chosen(seat, a, suit_letter(model, model.entries("phase")[b], a))
        if kind == tb.EV_KONG_TURNED:
            return ev.KongTurned(seat, tile_text(a) or "")
        if kind == tb.EV_OFFERED:
            return ev.LastOffered(seat)
        if kind == tb.EV_OPENING:
            return ev.OpeningShown(seat, model.fans[a].id, b)
        if kind == tb.EV_GIVE:
            return ev.Given(seat, b, tile_text(a))
        return None                     # the beginning of match and hand: told by the match
