"""A player that speaks mjai: an event a line comes in, a reaction a line goes out."""

from collections.abc import Mapping
from typing import Any

from quepu.book import Rulebook
from quepu.bots.arenas.deal import dealt_cells
from quepu.bots.arenas.mjai_words import reaction, told_of
from quepu.bots.arenas.player import ArenaPlayer, Complain
from quepu.bots.arenas.replica import Replica
from quepu.bots.arenas.told import PLAY, Told
from quepu.bots.seat import CoreBot
from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.game import events as ev
from quepu.game.actions import Declare
from quepu.game.match import Match, engine_of
from quepu.notation import Tile, read_tile, write_tiles
from quepu.records.json_text import json_line, json_value
from quepu.records.mjai import round_of, start_of
from quepu.records.mjai_format import SEATS, mjai_format, with_start
from quepu.records.mjai_log import LogEvent, checked
from quepu.records.mjai_wall import lay

_NONE = {"type": "none"}
_ENDS = ("hora", "ryukyoku", "end_kyoku", "end_game")
_OUTSIDE = ("start_game", "end_game", "end_kyoku", "hello", "none", "reach_accepted")


class MjaiPlayer(ArenaPlayer):
    """A seat that is told mjai events and reacts to each."""

    def __init__(self, bot: CoreBot, book: Rulebook | None, complain: Complain) -> None:
        super().__init__(complain)
        self.bot, self.chosen = bot, book
        self.book = mjai_format().book() if book is None else book
        if self.book.id != mjai_format().rulebook:
            raise QuepuError(Fault("mjai.rulebook", wanted=mjai_format().rulebook, rule=self.book.id,
                                   seats=self.book.model.seat_count))
        self.player = 0
        self._clear()

    def _clear(self) -> None:
        self.start: LogEvent | None = None      # of a hand that is in play
        self.replica: Replica | None = None
        self.last: LogEvent | None = None       # the discard or kong that may be claimed
        self.hand: list[Tile] = []              # the own concealed tiles
        self.to_declare: Tile | None = None     # the discard that goes with the declaration

    # -- lines --
    def answers(self, where: str, line: str) -> list[str]:
        """The reaction to the last event of a line; some write several in one."""
        value = json_value(line, where)
        said: Mapping[str, Any] = _NONE
        for one in value if isinstance(value, list) else [value]:
            said = self._reaction(checked(LogEvent(where, one)))
        return [json_line(said)]

    def plain(self, line: str) -> list[str]:
        """To pass."""
        return [json_line(_NONE)]

    def _reaction(self, logged: LogEvent) -> Mapping[str, Any]:
        """What it does after an event; if that is not clear, what keeps the game going."""
        said: Mapping[str, Any] | None = None

        def react() -> None:
            nonlocal said
            self._take(logged)
            said = self._answer(logged)
        if not self.tried(logged.where, react):
            self.replica = None         # told once: what follows stands on it
        elif said is not None:
            return said
        return self._plain_reaction(logged)

    # -- what happened --
    def _take(self, logged: LogEvent) -> None:
        kind = logged.type
        if kind == "start_game":
            number = logged.event.get("id", self.player)
            if type(number) is not int or not 0 <= number < SEATS:
                raise logged.fault(Fault("mjai.no_player", event=kind, key="id"))
            self.player = number
            self._set_book(logged)
        if kind in _ENDS or kind == "start_kyoku":
            self._clear()
        if kind == "start_kyoku":
            self._begin(logged)
        elif kind not in _OUTSIDE and kind not in _ENDS:
            self._go_on(logged)

    def _set_book(self, logged: LogEvent) -> None:
        """A game without red fives says so."""
        if self.chosen is None:
            book = mjai_format().book()
            no_red = logged.event.get("aka_flag") is False
            self.book = book.with_options(**mjai_format().no_red) if no_red else book

    def _begin(self, logged: LogEvent) -> None:
        names = logged.event["tehais"][self.player]
        if not isinstance(names, list) or len(names) != 13:
            raise logged.fault(Fault("mjai.thirteen", player=self.player))
        self.hand = [logged.shown(str(name)) for name in names]
        scores = logged.event.get("scores")
        if self.chosen is None and isinstance(scores, list) and scores and start_of(logged.event) is None:
            self.book = with_start(self.book, mjai_format().start_option, int(scores[0]))
        self.start = logged

    def _go_on(self, logged: LogEvent) -> None:
        if self.start is None:
            raise logged.fault(Fault("mjai.not_begun", event=logged.type))
        self._move(logged)
        if logged.type == "tsumo" and self.replica is None and self.last is None:
            self._lay(logged)
        elif self.replica is None:
            raise logged.fault(Fault("arena.lost", where=logged.where))
        else:
            seats = self.replica.match.hand
            assert seats is not None
            last = self.last if self.replica.told[PLAY] else None      # the dealer's first tile is dealt, not drawn
            told = told_of(logged, [seats.players.index(player) for player in range(SEATS)], self.player, last)
            self.replica.follow(told)
        if logged.type in ("dahai", "kakan", "ankan", "tsumo", "chi", "pon"):
            self.last = logged

    def _lay(self, drawn: LogEvent) -> None:
        """The table of the hand, now that the dealer has drawn."""
        assert self.start is not None
        event, engine = self.start.event, engine_of(self.book)
        if drawn.actor != int(event["oya"]):
            raise drawn.fault(Fault("mjai.must_answer", player=int(event["oya"]), event="tsumo", actor=drawn.actor))
        start = start_of(event)
        wall = lay(self.start, [drawn], self.book, engine.rules)
        match = Match(self.book, 0, list("0123"), walls=[wall], first_round=round_of(event) if start else 0,
                      start=start, engine=engine)
        match.begin()
        assert match.hand is not None
        seat = match.hand.players.index(self.player)
        cells = dealt_cells(seat, SEATS, 13, 1)
        lot = mjai_format().dora
        self.replica = Replica(match, seat, frozenset(cells), frozenset((lot,)))
        tile = write_tiles((self.start.shown(str(event.get("dora_marker"))),))
        self.replica.follow([Told(self.start.where, ev.TurnedUp.type, {"lot": lot, "tile": tile})])

    def _move(self, logged: LogEvent) -> None:
        """What goes into the own hand and out of it; an event that cannot be is named."""
        if logged.actor != self.player:
            return
        kind = logged.type
        gone = [logged.shown()] if kind in ("dahai", "kakan") else \
            [tile for tile in logged.tiles("consumed") if tile] if kind in ("chi", "pon", "daiminkan", "ankan") else []
        if kind == "tsumo":
            self.hand.append(logged.shown())
        for tile in gone:
            if tile not in self.hand:
                raise logged.fault(Fault("mjai.not_held", player=self.player, tile=write_tiles((tile,))))
            self.hand.remove(tile)

    # -- what it does --
    def _answer(self, logged: LogEvent) -> Mapping[str, Any] | None:
        """Its reaction; None if nothing is known of the hand."""
        if logged.type == "reach" and logged.actor == self.player and self.to_declare is not None:
            return self._discarded(self.to_declare)
        if self.replica is None:
            return None if logged.type in ("tsumo", "chi", "pon") and logged.actor == self.player else _NONE
        if not self.replica.is_asked:
            forced = self.replica.forced
            if isinstance(forced, ev.Discarded) and logged.type == "tsumo" and logged.actor == self.player:
                return self._discarded(read_tile(forced.tile))
            return _NONE
        match = self.replica.match
        action = self.bot.decide(match, self.replica.seat)
        self.replica.answer(action)
        if isinstance(action, Declare):
            self.to_declare = action.tile
        return reaction(match, self.replica.seat, action, self.last)

    def _discarded(self, tile: Tile) -> Mapping[str, Any]:
        drawn = self.last is not None and self.last.type == "tsumo" and self.last.actor == self.player and \
            self.last.tile() == tile
        return {"type": "dahai", "actor": self.player, "pai": mjai_format().names[tile], "tsumogiri": drawn}

    def _plain_reaction(self, logged: LogEvent) -> Mapping[str, Any]:
        """To throw away the tile just drawn, where it has to throw one away."""
        name = logged.event.get("pai")
        if logged.actor != self.player or logged.type not in ("tsumo", "chi", "pon"):
            return _NONE
        if logged.type == "tsumo" and name in mjai_format().tiles:
            return {"type": "dahai", "actor": self.player, "pai": name, "tsumogiri": True}
        return self._discarded(self.hand[-1]) if self.hand else _NONE


