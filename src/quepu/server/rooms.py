"""All games of a server: made, found again after a restart, and told to everybody who is connected."""

import asyncio
import re
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from sqlalchemy.exc import SQLAlchemyError

from quepu.errors import QuepuError
from quepu.game.engine import Engine
from quepu.game.match import Match
from quepu.game.start import Start
from quepu.scoring.book import Rulebook
from quepu.server.books import Rule
from quepu.server.engines import Engines
from quepu.server.library import Library
from quepu.server.problem import CONFLICT, NOT_FOUND, NOT_KEPT, ProblemError
from quepu.server.room import MadeOf, Player, Room, digest, new_key
from quepu.server.store import Store

_NAME = re.compile(r"[A-Za-z0-9_-]{8,40}")
Listener = Callable[[Room], None]


@dataclass(slots=True)
class Live:
    """A room in memory, with who listens to it; one thing happens in it at a time."""

    room: Room
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[Listener] = field(default_factory=set)
    lost: bool = False                  # it could not be kept: what is in the database holds


def _match(book: Rulebook, made_of: MadeOf, engine: Engine) -> Match:
    """The match of a game before its first step."""
    return Match(book, made_of.seed, [player.name for player in made_of.players], walls=made_of.walls,
                 first_round=made_of.first_round, start=Start.of(made_of.start), engine=engine)


class Rooms:
    """The games."""

    def __init__(self, store: Store, library: Library, engines: Engines, most: int) -> None:
        self.store, self.library, self.engines, self.most = store, library, engines, most
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Lock] = {}

    async def make(self, rule: Rule, players: list[Player], seed: int | None) -> tuple[Live, dict[str, str]]:
        """A new game and its secrets: of the first person, of those who join, of those who watch."""
        book = await self.library.take(rule)
        engine = await self.engines.ready(rule, book)
        keys = {"key": new_key(), "join_key": new_key(), "watch_key": new_key()}
        players[0].key = digest(keys["key"])
        made_of = MadeOf(rule.model_dump(), book.model.version, secrets.randbits(62) if seed is None else seed, players,
                         digest(keys["join_key"]), digest(keys["watch_key"]), own_seeds=seed is None)
        room = Room(secrets.token_urlsafe(9), made_of, _match(book, made_of, engine))
        if not room.waits_for_people:
            room.start()
            room.next_hand()
        return await self._made(room), keys

    async def play_on(self, rule: Rule, match: Match, players: list[Player], owner: int) -> tuple[Live, dict[str, str]]:
        """A new game that goes on where another match stands, and its secrets; bots have all places but the owner's."""
        keys = {"key": new_key(), "join_key": new_key(), "watch_key": new_key()}
        players[owner].key = digest(keys["key"])
        made_of = MadeOf(rule.model_dump(), match.book.model.version, match.seed, players, digest(keys["join_key"]),
                         digest(keys["watch_key"]), owner=owner, walls=list(match.walls),
                         first_round=match.first_round, start=match.start.as_json())
        room = Room(secrets.token_urlsafe(9), made_of, match)
        room.start()
        if match.steps:
            room.go_on()
        else:
            room.next_hand()
        return await self._made(room), keys

    async def _made(self, room: Room) -> Live:
        live = self._keep(room)
        async with live.lock:
            await self.save(live, made_of=True)
        return live

    async def find(self, name: str) -> Live:
        """A game by its id, from memory or as it was stored."""
        if not _NAME.fullmatch(name):
            raise ProblemError(NOT_FOUND, "there is no such game")
        live = self._live.get(name)
        if live is not None:
            self._live.move_to_end(name)
            return live
        async with self._loading.setdefault(name, asyncio.Lock()):
            try:
                live = self._live.get(name) or await self._load(name)
            finally:
                self._loading.pop(name, None)
        return live

    async def save(self, live: Live, made_of: bool = False) -> None:
        """Keep what has happened; everybody is told after that."""
        room = live.room
        first, steps = room.unsaved()
        try:
            await self.store.save(room.id, first, steps, room.cut, room.made_of.as_json() if made_of else None)
        except SQLAlchemyError:
            live.lost = True
            self._live.pop(room.id, None)
            for listener in list(live.listeners):
                listener(room)
            raise ProblemError(NOT_KEPT, "this could not be kept: the database cannot be reached",
                               ["nothing was changed; try again"]) from None
        room.saved, room.cut = len(room.match.steps), False
        for listener in list(live.listeners):
            listener(room)

    async def _load(self, name: str) -> Live:
        stored = await self.store.load(name)
        if stored is None:
            raise ProblemError(NOT_FOUND, "there is no such game")
        made_of = MadeOf.of_json(stored[0])
        rule = Rule(**made_of.rule)
        book = await self.library.take(rule)
        room = Room(name, made_of, _match(book, made_of, await self.engines.ready(rule, book)))
        try:
            await room.replay(stored[1])
        except QuepuError as error:
            raise ProblemError(CONFLICT, "this game was played by other rules than those of today",
                               [f"rulebook {book.id}: version {made_of.version} then, {book.model.version} now",
                                *error.faults]) from None
        live = self._keep(room)
        if made_of.started:
            room.go_on()                # bots that were about to answer when the server ended
            if len(room.match.steps) > room.saved:
                async with live.lock:
                    await self.save(live)
        return live

    def _keep(self, room: Room) -> Live:
        live = self._live[room.id] = Live(room)
        for name in list(self._live):   # the longest unused make room, unless somebody is there
            if len(self._live) <= self.most:
                break
            other = self._live[name]
            if other is not live and not other.listeners and not other.lock.locked():
                del self._live[name]
        return live
