"""A match as mjai events: JSON lines that many bots and viewers of the game read.

The players keep their numbers 0-3 over the match and player 0 deals first.  What our engine does in one step is told
event by event; `MjaiWriter` follows a match step by step, so that a bot can be told while the match is played.
"""

from collections.abc import Iterable
from typing import Any

from quepu.faults import Fault
from quepu.game import events as ev
from quepu.game.match import Match
from quepu.game.settlement import WinDetail
from quepu.game.steps import Step
from quepu.game.tabletop import memory_of
from quepu.notation import Tile, read_tile, read_tiles
from quepu.records.json_text import RecordError, json_line
from quepu.records.mjai_format import HIDDEN, SEATS, WINDS, mjai_format

Message = dict[str, Any]
_DEALT = 13
#: events that the format has no need of
_UNTOLD = (ev.HandBegan, ev.DiceThrown, ev.PhaseBegan, ev.Passed, ev.Shown, ev.NoWinner, ev.Noted)


class MjaiWriter:
    """Tells a match step by step: all of it, or as much as one player (`reader`) may know."""

    def __init__(self, match: Match, reader: int | None = None) -> None:
        self.format = mjai_format()
        if match.book.id != self.format.rulebook or match.seats != SEATS:
            raise RecordError(Fault("mjai.rulebook", wanted=self.format.rulebook, rule=match.book.id,
                                    seats=match.seats))
        self.match, self.reader = match, reader
        self.scores = [0] * SEATS               # by player, as the events move them
        self.players: tuple[int, ...] = ()      # in each seat of the hand
        self.hands: list[list[Tile]] = []       # concealed, by seat
        self.pungs: dict[tuple[int, int], list[Tile]] = {}
        self.drawn: Tile | None = None
        self.first: Tile | None = None          # the dealer's fourteenth tile
        self.discard: Tile | None = None        # the last of all
        self.announced: ev.KongAnnounced | None = None
        self.declared: set[int] = set()
        self.ura: list[Tile] = []               # hidden indicators, which a winner who has declared turns over
        self.begun = False
        self.reason = ""
        self.deltas = [0] * SEATS
        self.out: list[Message] = []

    def start(self) -> Message:
        """The first event."""
        names = list(self.match.players[:SEATS])
        return {"type": "start_game", **({} if self.reader is None else {"id": self.reader}), "names": names}

    def step(self, index: int) -> list[Message]:
        """What the step of the match is in the format's events."""
        step = self.match.steps[index]
        self.out = []
        if step.kind == "begin":
            self._begin(index, step)
        wins = iter(step.wins)
        for event in step.events:
            if isinstance(event, ev.Won):
                self._won(event, next(wins))
            else:
                self._event(event)
        return self.out

    # -- a hand begins --
    def _begin(self, index: int, step: Step) -> None:
        before = self.match.at(index)
        memory = memory_of(before.table, self.match.book.model)
        began = next(event for event in step.events if isinstance(event, ev.HandBegan))
        self.players, self.scores = began.players, list(before.scores)
        self.hands = [list(read_tiles(event.tiles or "")) for event in step.events if isinstance(event, ev.Dealt)]
        self.first = self.drawn = read_tiles(step.wall)[_DEALT * SEATS]
        self.hands[0].remove(self.first)
        self.pungs, self.announced, self.declared, self.reason, self.deltas = {}, None, set(), "", [0] * SEATS
        self.ura, self.begun = [], False
        dealt = [self._sees(event) for event in step.events if isinstance(event, ev.Dealt)]
        tehais: list[list[str]] = [[] for _player in range(SEATS)]
        for seat, player in enumerate(self.players):
            tehais[player] = self._names(sorted(self.hands[seat])) if dealt[seat] else [HIDDEN] * _DEALT
        dora = next(event.tile for event in step.events
                    if isinstance(event, ev.TurnedUp) and event.lot == self.format.dora)
        oya = self.players[0]
        self.out.append({"type": "start_kyoku", "bakaze": WINDS[began.round % 4], "dora_marker": self._name(dora),
                         "kyoku": oya + 1, "honba": memory[self.format.honba], "kyotaku": memory[self.format.kyotaku],
                         "oya": oya, "scores": list(self.scores), "tehais": tehais})
        self.hands[0].append(self.first)
        self.out.append({"type": "tsumo", "actor": oya, "pai": self._name(self.first if dealt[0] else None)})

    # -- what happens in it --
    def _event(self, event: ev.Event) -> None:
        if isinstance(event, ev.Drawn):
            tile = read_tile(event.tile or "")
            self.hands[event.seat].append(tile)
            self.drawn = tile
            self._tell("tsumo", event.seat, pai=self._name(tile if self._sees(event) else None))
        elif isinstance(event, ev.Discarded):
            self.discard = self._take(event.seat, read_tile(event.tile))
            self.drawn = self.first = None
            self._tell("dahai", event.seat, pai=self._name(event.tile), tsumogiri=event.drawn)
        elif isinstance(event, ev.Declared):
            self.declared.add(event.seat)
            self._tell("reach", event.seat)
        elif isinstance(event, ev.SetMade | ev.PungMade):
            self._claimed(event)
        elif isinstance(event, ev.KongAnnounced | ev.KongMade):
            self._kong(event)
        elif isinstance(event, ev.TurnedUp):
            self._turned(event)
        elif isinstance(event, ev.Paid):
            self._paid(event)
        elif isinstance(event, ev.Aborted):
            self.reason = self.format.aborts.get(event.reason, event.reason)
        elif isinstance(event, ev.HandEnded):
            self._ended(event)
        elif isinstance(event, ev.MatchEnded):
            self.out.append({"type": "end_game", "scores": list(self.match.scores) if self.match.over else self.scores})
        elif not isinstance(event, (ev.Dealt, *_UNTOLD)):
            raise RecordError(Fault("mjai.no_words", event=event.type))

    def _sees(self, event: ev.Dealt | ev.Drawn) -> bool:
        """Whether the reader may know the tiles of an event."""
        return self.reader is None or event.seen_by(self.players.index(self.reader)) == event

    def _turned(self, event: ev.TurnedUp) -> None:
        if event.lot == self.format.ura:
            self.ura.append(read_tile(event.tile or ""))
        elif event.lot == self.format.dora and self.begun:
            self.out.append({"type": "dora", "dora_marker": self._name(event.tile)})
        elif event.lot == self.format.dora:
            self.begun = True                   # the first was told with the deal

    def _tell(self, kind: str, seat: int, **more: Any) -> None:
        self.out.append({"type": kind, "actor": self.players[seat], **more})

    def _take(self, seat: int, tile: Tile) -> Tile:
        """Take a tile out of a hand."""
        self.hands[seat].remove(tile)
        return tile

    def _plain(self, seat: int, kind: int) -> Tile:
        """Take a tile of a kind out of a hand as the engine does: an unmarked copy if there is one."""
        return self._take(seat, Tile(kind) if Tile(kind) in self.hands[seat] else Tile(kind, True))

    def _claimed(self, event: ev.SetMade | ev.PungMade) -> None:
        tile = read_tile(event.tile)
        if isinstance(event, ev.SetMade):
            tiles = list(read_tiles(event.tiles))
        else:
            tiles = [Tile(tile.kind, place < event.marks) for place in range(3)]
        tiles.remove(tile)
        consumed = sorted(self._take(event.seat, one) for one in tiles)
        if isinstance(event, ev.PungMade):
            self.pungs[event.seat, tile.kind] = [tile, *consumed]
        self.drawn = None
        self._tell("chi" if isinstance(event, ev.SetMade) else "pon", event.seat, target=self.players[event.feeder],
                   pai=self._name(tile), consumed=self._names(consumed))

    def _kong(self, event: ev.KongAnnounced | ev.KongMade) -> None:
        if isinstance(event, ev.KongMade) and self.announced is not None:
            self.announced = None               # told when it was announced
            return
        if isinstance(event, ev.KongAnnounced):
            self.announced = event
        seat, kind = event.seat, read_tile(event.tile or "").kind
        word = next((word for word, kong in self.format.kongs.items() if kong == event.kong), None)
        if word == "kakan":
            drawn = self.drawn if self.drawn is not None and self.drawn.kind == kind else None
            tile = self._plain(seat, kind) if drawn is None else self._take(seat, drawn)
            self._tell(word, seat, pai=self._name(tile), consumed=self._names(sorted(self.pungs[seat, kind])))
        elif word == "ankan":
            self._tell(word, seat, consumed=self._names(sorted(self._plain(seat, kind) for _copy in range(4))))
        elif word == "daiminkan" and isinstance(event, ev.KongMade) and event.feeder is not None:
            self._tell(word, seat, target=self.players[event.feeder], pai=self._name(self.discard),
                       consumed=self._names(sorted(self._plain(seat, kind) for _copy in range(3))))
        else:
            raise RecordError(Fault("mjai.no_kong", kong=event.kong))
        self.drawn = self.first = None

    # -- points --
    def _move(self, seat: int, amount: int) -> None:
        if seat < SEATS:
            self.scores[self.players[seat]] += amount

    def _paid(self, event: ev.Paid) -> None:
        self._move(event.payer, -event.amount)
        self._move(event.receiver, event.amount)
        if event.rule == self.format.stake:
            deltas = [0] * SEATS
            deltas[self.players[event.payer]] = -event.amount
            self._tell("reach_accepted", event.payer, deltas=deltas, scores=list(self.scores))
            return
        if event.rule == self.format.special_payment:
            self.reason = self.format.special_draw
        for seat, amount in ((event.payer, -event.amount), (event.receiver, event.amount)):
            if seat < SEATS:
                self.deltas[self.players[seat]] += amount

    def _won(self, event: ev.Won, win: WinDetail) -> None:
        """A win with what it moves; the rows of its payment follow it among the events, and are added up here."""
        deltas = [0] * SEATS
        for row in win.ledger:
            for seat, amount in ((row.payer, -row.amount), (row.receiver, row.amount)):
                if seat < SEATS:
                    deltas[self.players[seat]] += amount
        ura = self._names(self.ura) if event.seat in self.declared else []
        tile = read_tile(event.tile) if event.tile else self.first
        hand = list(self.hands[event.seat])
        if event.feeder is None and tile is not None:
            hand.remove(tile)
        tallies = win.score.tallies
        target = event.seat if event.feeder is None else event.feeder
        self._tell("hora", event.seat, target=self.players[target], pai=self._name(tile),
                   ura_markers=ura,
                   hora_tehais=self._names([*sorted(hand), *([] if tile is None else [tile])]),
                   fan=tallies.get(self.format.fan, 0), fu=tallies.get(self.format.fu, 0), hora_points=event.total,
                   deltas=deltas, scores=[score + delta for score, delta in zip(self.scores, deltas, strict=True)])

    def _ended(self, event: ev.HandEnded) -> None:
        if not event.winners:
            ended = self.format.exhausted if event.ended == "draw" else self.format.three_wins[0]
            self.out.append({"type": "ryukyoku", "reason": self.reason or ended,
                             "deltas": list(self.deltas), "scores": list(self.scores)})
        self.out.append({"type": "end_kyoku"})

    # -- tiles --
    def _name(self, tile: str | Tile | None) -> str:
        return HIDDEN if tile is None else self.format.names[read_tile(tile) if isinstance(tile, str) else tile]

    def _names(self, tiles: Iterable[Tile]) -> list[str]:
        return [self._name(tile) for tile in tiles]


def mjai_events(match: Match, reader: int | None = None) -> list[Message]:
    """A match as far as it was played, as mjai events; with a `reader` as this player saw it."""
    writer = MjaiWriter(match, reader)
    return [writer.start(), *(message for index in range(len(match.steps)) for message in writer.step(index))]


def write_mjai(match: Match) -> str:
    """A match as the lines of an mjai log."""
    return "".join(json_line(message) + "\n" for message in mjai_events(match))
