"""A seat in our own protocol of lines (`remote:`): the hand as it is told in events, and what the bot answers."""

from collections.abc import Mapping, Sequence
from typing import Any

from quepu.book import Rulebook
from quepu.bots.arenas.between import put_between
from quepu.bots.arenas.deal import laid_wall
from quepu.bots.arenas.replica import Gap, Replica
from quepu.bots.arenas.told import COMPARED, TURNED, Listener, Told, kind_of
from quepu.bots.seat import CoreBot
from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.game import events as ev
from quepu.game.actions import Action, Discard, Pass
from quepu.game.match import Match, engine_of
from quepu.notation import Tile, read_tile, read_tiles
from quepu.tiles import seat_of


class LinesSeat:
    """One seat of a match that is told in events of ours."""

    def __init__(self, book: Rulebook, bot: CoreBot) -> None:
        self.book, self.bot = book, bot
        self.engine = engine_of(book)
        self._clear()

    def _clear(self) -> None:
        self.replica: Replica | None = None
        self.began: ev.HandBegan | None = None
        self.between: Any = None
        self.seat = -1
        self.dealt: list[Tile] = []
        self._heard: list[Told] = []
        self._fresh: list[Told] = []
        self._answered: dict[int, Action] = {}
        self._is_lost = False
        self._listener = Listener()

    # -- what it is told --
    def hear(self, where: str, seat: int, events: Sequence[ev.Event], between: Any = None) -> None:
        """Take in what happened as the seat sees it."""
        for event in events:
            if isinstance(event, ev.HandBegan):
                self._clear()
                self.began, self.seat, self.between = event, seat, between
            elif isinstance(event, ev.Dealt) and event.seat == seat and event.tiles is not None:
                self.dealt = list(read_tiles(event.tiles))
                self.replica, self._fresh = None, list(self._heard)     # the wall is laid with them
            for channel, one in self._listener.heard((event,)):
                told = _told(where, channel, one, self.book)
                self._heard.append(told)
                self._fresh.append(told)

    def decide(self, where: str, legal: Sequence[str]) -> Action:
        """What the bot answers; Gap if what was told does not fit together."""
        if self.began is None:
            raise Gap(Fault("arena.no_hand", where=where))
        if self._is_lost:
            raise Gap(Fault("arena.lost", where=where))
        try:
            return self._decided(where, legal)
        except QuepuError:
            self._is_lost = True        # told once: what follows stands on it
            raise

    def _decided(self, where: str, legal: Sequence[str]) -> Action:
        if self.replica is None:
            self.replica = self._made()
            self.replica.answered = self._answered
        fresh, self._fresh = self._fresh, []
        if fresh:
            self.replica.follow(fresh)
        else:
            self.replica.go_on_alone()
        if not self.replica.is_asked:
            raise Gap(Fault("arena.not_asked", where=where))
        match = self.replica.match
        action = self.bot.decide(match, self.seat)
        if action.text not in legal:
            raise Gap(Fault("arena.not_legal", where=where, text=action.text, legal=list(legal)))
        self.replica.answer(action)
        return action

    def _made(self) -> Replica:
        """The table of the hand before anything that was told of it."""
        assert self.began is not None
        cells, wall = laid_wall(self.engine, self.book.model.bonus, self.seat, self.dealt)
        match = Match(self.book, 0, [str(player) for player in range(4)], walls=[wall], engine=self.engine)
        put_between(match, self.between)
        with match.rearranging():
            match.table.hand_number = 0                 # its wall is the first
            match.table.rounds = self.began.round
            match.table.match_over = 0
        match.begin()
        if match.hand is None or match.hand.players != self.began.players:
            raise Gap(Fault("arena.players", players=list(self.began.players)))
        return Replica(match, self.seat, cells)


def _told(where: str, channel: str, event: ev.Event, book: Rulebook) -> Told:
    """An event of ours as it is compared."""
    if channel == TURNED:
        names = ("tiles",) if isinstance(event, ev.WildChosen) else ("lot", "tile", "seat")
        values = {name: getattr(event, name) for name in names}
        return Told(where, event.type, {name: value for name, value in values.items() if name != "seat" or value})
    values = {name: getattr(event, name) for name in COMPARED[type(event)]}
    needs: tuple[Tile, ...] = ()
    of = None
    if isinstance(event, ev.SetMade):
        tiles = list(read_tiles(event.tiles))
        tiles.remove(read_tile(event.tile))
        needs = tuple(tiles)
    elif isinstance(event, ev.PungMade):
        claimed = read_tile(event.tile)
        marks = event.marks - claimed.mark
        needs = tuple(Tile(claimed.kind, place < marks) for place in range(2))
    elif isinstance(event, ev.KongAnnounced | ev.KongMade):
        of = book.model.kongs[event.kong].of
    return Told(where, kind_of(event), values, of, needs)


def plain_answer(legal: Sequence[str], drawn: str | None) -> str:
    """An answer that keeps the game going: pass, else throw away the tile just drawn, else the last there is."""
    if Pass.word in legal:
        return Pass.word
    thrown = f"{Discard.word} {drawn}"
    if drawn is not None and thrown in legal:
        return thrown
    return next((text for text in reversed(legal) if text.startswith(Discard.word)), legal[-1])


def seat_told(message: Mapping[str, Any]) -> int:
    """The seat a message is for."""
    return seat_of(str(message.get("seat")))
