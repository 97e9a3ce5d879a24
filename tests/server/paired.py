"""Paired games: the same public play over walls that differ in tiles which never became public.

`found_pairs` looks for such walls with matches alone; `Streams` plays them at the server's tables, by a clock that it
turns itself, and keeps what every connection was sent, and when.
"""

import asyncio
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from types import SimpleNamespace
from typing import Any

from quepu.bots.seat import CoreBot
from quepu.engine.layout import codes
from quepu.errors import QuepuError
from quepu.game.concealment import is_asking_secret
from quepu.game.match import Match
from quepu.game.pauses import Pause, pauses
from quepu.notation import read_tiles, write_tiles
from quepu.server.answers.asked_book import Rule
from quepu.server.games.lobby import Games, Live
from quepu.server.games.windows import Windows
from quepu.server.hosting.fair_turns import FairTurns
from quepu.server.hosting.placement import LocalPlay
from quepu.server.routes.game_connection import Connection
from quepu.server.settings import Limits
from quepu.server.tables.players import PERSON, MadeOf, Player

WATCHES = -1
NAMES = ("A", "B", "C", "D")
PAUSED = {codes.Stage.FLOWERS: "flowers", codes.Stage.LAID: "laid", codes.Stage.TURNED: "turned",
          codes.Stage.PHASE: "opening"}


@dataclass
class Played:
    """A hand, or its beginning, as it was played: what all know, what was claimed in which window, who was asked."""

    wall: str
    public: list[tuple[int, str]] = field(default_factory=list)
    claims: dict[int, dict[int, str]] = field(default_factory=dict)
    asked: set[tuple[int, int, str]] = field(default_factory=set)      # window, seat, what for
    seen: dict[int, list[str]] = field(default_factory=dict)           # by each seat and by one who watches
    kinds: list[str] = field(default_factory=list)                     # of the windows


class Apart(Exception):  # noqa: N818 - not a fault
    """The same public play cannot be played over another wall."""


def kind_of(pause: Pause) -> str:
    """What everybody may be asked about at a pause."""
    stage = codes.Stage(int(pause.match.table.stage))
    return PAUSED[stage] if stage in PAUSED else codes.Offer(int(pause.match.table.offered_kind)).name.lower()


def played(book: str, wall: str, turns: int, public: Callable[[Match, int], str],
           claim: Callable[[Match, int, int], str]) -> Played:
    """A hand over a wall, for so many answers that everybody knows of."""
    match = Match(book, 1, NAMES, walls=[wall])
    found = Played(wall)

    def look() -> None:
        found.kinds.extend(kind_of(pause) for pause in pauses(match, len(match.steps) - 1))

    match.begin()
    look()
    while not match.hand_over:
        seat, window = match.asked[0], len(found.kinds)
        if is_asking_secret(match.table, match.book.model):
            action = claim(match, window, seat)
            found.asked |= {(window, one, " ".join(action.text for action in match.legal(one))) for one in match.asked}
            if action != "pass":
                found.claims.setdefault(window, {})[seat] = action
        elif len(found.public) == turns:
            break
        else:
            action = public(match, len(found.public))
            found.public.append((seat, action))
        match.play(seat, action)
        look()
    found.seen = {seat: [json.dumps(known.as_json()) for event in match.events if (known := event.seen_by(seat))]
                  for seat in (WATCHES, *range(match.seats))}
    return found


def first_played(book: str, wall: str, turns: int, seed: int, lets_go: bool = False) -> Played:
    """A hand as bots would play it that let many a claim go (or all but of discards) and make every kong."""
    bots, chance = [CoreBot("greedy"), CoreBot("random")], Random(seed)

    def public(match: Match, _number: int) -> str:
        texts = [action.text for action in match.legal(match.asked[0])]
        kongs = [text for text in texts if text.startswith("kong")]
        if kongs:
            return chance.choice(kongs)
        return str(bots[seed % 3 == 0].decide(match, match.asked[0]).text)

    def claim(match: Match, _window: int, seat: int) -> str:
        texts = [action.text for action in match.legal(seat)]
        passes = chance.random() < 0.4 or (lets_go and (
            int(match.table.stage) != codes.Stage.CLAIMS or int(match.table.offered_kind) != codes.Offer.DISCARD))
        return "pass" if passes else chance.choice(texts)

    return played(book, wall, turns, public, claim)


def played_again(book: str, wall: str, before: Played) -> Played:
    """The same public play over another wall; who is asked there and was not before passes."""
    def public(match: Match, number: int) -> str:
        seat, action = before.public[number]
        if match.asked[0] != seat or action not in [one.text for one in match.legal(seat)]:
            raise Apart
        return action

    def claim(match: Match, window: int, seat: int) -> str:
        action = before.claims.get(window, {}).get(seat, "pass")
        return action if action in [one.text for one in match.legal(seat)] else "pass"

    return played(book, wall, len(before.public), public, claim)


Pair = tuple[Played, Played, list[int]]         # and who sees both alike


def wall_of(book: str, seed: int) -> str:
    """A wall as it is shuffled."""
    match = Match(book, seed, NAMES)
    match.begin()
    return match.steps[0].wall


def exchanged(book: str, first: Played, one: int, other: int) -> Pair | None:
    """A hand, and the same with two tiles of the wall exchanged, if one who watches sees both alike."""
    tiles = read_tiles(first.wall)
    tiles[one], tiles[other] = tiles[other], tiles[one]
    try:
        second = played_again(book, write_tiles(tiles), first)
    except (Apart, QuepuError):
        return None
    alike = [seat for seat in first.seen if first.seen[seat] == second.seen[seat]]
    return (first, second, alike) if WATCHES in alike and first.asked != second.asked else None


def found_pairs(book: str, seed: int, turns: int, most: int, tries: int) -> Iterator[Pair]:
    """Pairs of hands that one who watches sees alike, though others were asked; and who else sees them alike."""
    first, chance = first_played(book, wall_of(book, seed), turns, seed), Random(seed)
    for _try in range(tries):
        pair = exchanged(book, first, chance.randrange(60), chance.randrange(len(read_tiles(first.wall))))
        if pair and most > 0:
            most -= 1
            yield pair


def asked_apart(pair: Pair) -> set[str]:
    """The kinds of windows in which other seats were asked, or other things of them."""
    first, second, _alike = pair
    return {first.kinds[window - 1] for window, _seat, _what in first.asked ^ second.asked}


# -- at the server's tables --
class Clock:
    """A clock that the test turns."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class _Store:
    """Keeps nothing, and has room for everything."""

    quota = SimpleNamespace(is_full=lambda _game: False, limits=Limits())

    async def save(self, *_given: Any) -> None:
        await asyncio.sleep(0)


class _Shelf:
    """Engines and rulebooks that are there already."""

    def __init__(self) -> None:
        self.replaying = FairTurns(1, 99, 99)

    async def take(self, rule: Rule) -> Any:
        return Match(rule.id or "", 1, NAMES).book

    async def compiled(self, _rule: Rule, book: Any) -> None:
        pass

    async def chosen(self, _rule: Rule, book: Any) -> None:
        pass

    async def ready(self, _rule: Rule, book: Any) -> Any:
        return Match(book, 1, NAMES).engine

    def use(self, engine: Any, user: object) -> None:
        pass

    def part(self, _engine: Any) -> int:
        return 0


class _Socket:
    """A connection's other end: says what it is told to, keeps what it is sent and when."""

    def __init__(self, clock: Clock) -> None:
        self._clock, self._says = clock, asyncio.Queue[dict[str, Any]]()
        self.state, self.query_params, self.headers = SimpleNamespace(), {"lang": "en"}, dict[str, str]()
        self.sent: list[tuple[float, dict[str, Any]]] = []

    async def receive(self) -> dict[str, Any]:
        return await self._says.get()

    async def send_text(self, text: str) -> None:
        message = json.loads(text)
        message.pop("game", None)       # its name is chance
        self.sent.append((round(self._clock.now, 3), message))

    def say(self, **message: Any) -> None:
        self._says.put_nowait({"type": "websocket.receive", "text": json.dumps({"id": 1, **message})})

    def leave(self) -> None:
        self._says.put_nowait({"type": "websocket.disconnect"})


async def settled() -> None:
    """Let everything happen that needs no time."""
    for _turn in range(60):
        await asyncio.sleep(0)


class Streams:
    """A game of people, played as it was played before; what everybody was sent."""

    def __init__(self, book: str, hand: Played, fast: Callable[[int], Random], window: float = 1.5) -> None:
        name, _mark, options = book.partition("?")
        self._rule = Rule(id=name, options=dict(part.split("=") for part in options.split("&") if part))
        self._hand, self._fast, self._window = hand, fast, window
        self.clock = Clock()

    async def run(self) -> dict[int, list[tuple[float, dict[str, Any]]]]:
        """Play it; what each seat of the hand was sent, and one who watches."""
        shelf: Any = _Shelf()
        store: Any = _Store()
        turns: Any = None
        games = Games(store, shelf, shelf, turns, 99, clock=self.clock)
        windows = Windows(games)
        seats = Match(await shelf.take(self._rule), 1, NAMES).seats
        made = MadeOf(self._rule.model_dump(), 0, 1, [Player(PERSON, name) for name in NAMES[:seats]], "", "",
                      walls=[self._hand.wall], window=self._window, bot_seed=1)
        live = await games._made(made, [], "")
        sockets = {number: _Socket(self.clock) for number in (WATCHES, *range(seats))}
        tasks = []
        for number, socket in sockets.items():
            given: Any = socket
            player = None if number == WATCHES else number
            tasks.append(asyncio.create_task(Connection(
                given, games, live, player, Limits(messages=1e9), "en", True).run(0)))
            await settled()
        await self._play(games, windows, live, sockets)
        for socket in sockets.values():
            socket.leave()
        await asyncio.gather(*tasks)
        players = self._match(live).hand.players
        return {seat: sockets[seat if seat == WATCHES else players[seat]].sent for seat in (WATCHES, *range(seats))}

    @staticmethod
    def _match(live: Live) -> Any:
        assert isinstance(live.game.played, LocalPlay)
        assert live.game.played.table is not None
        return live.game.played.table.match

    async def _play(self, games: Games, windows: Windows, live: Live, sockets: dict[int, _Socket]) -> None:
        number = 0
        while True:
            if live.window.is_open:
                await self._through_window(windows, live, sockets)
            elif self._match(live).hand_over or number == len(self._hand.public):
                return
            else:
                seat, action = self._hand.public[number]
                number += 1
                self.clock.now += 0.5
                await self._act(live, sockets, seat, action)

    async def _act(self, live: Live, sockets: dict[int, _Socket], seat: int, action: str) -> None:
        socket = sockets[self._match(live).player_of(seat)]
        socket.say(type="act", action=action)
        await settled()
        last = next(message for _at, message in reversed(socket.sent) if message["type"] in ("done", "error"))
        assert last["type"] == "done", (last, action)

    async def _through_window(self, windows: Windows, live: Live, sockets: dict[int, _Socket]) -> None:
        """Who is asked answers sooner or later, or lets the time pass; somebody presses *wait* now and then."""
        told = live.window.as_json()
        assert told is not None
        window, opened = told["number"], self.clock.now
        claims = self._hand.claims.get(window, {})
        chance = Random(window)
        if chance.random() < 0.1:
            sockets[chance.randrange(len(sockets) - 1)].say(type="wait")
            await settled()
        answers = []
        for seat in range(len(sockets) - 1):
            own = self._fast(seat)
            own.seed(f"{own.random()} {window}")
            answers.append((own.uniform(0.05, 1.4), seat, own.random() < 0.3))
        for after, seat, sleeps in sorted(answers):
            self.clock.now = opened + after
            match = self._match(live)
            if not self._is_asked(live, seat) or (seat not in claims and sleeps):
                continue
            action = claims.get(seat, "pass")
            legal = [one.text for one in match.legal(seat)]
            await self._act(live, sockets, seat, action if action in legal else "pass")
        while live.window.is_open and live.window.as_json()["number"] == window:
            moment = live.window.next_moment()
            assert moment is not None
            self.clock.now = max(self.clock.now, moment)
            await windows.look()
            await settled()

    @staticmethod
    def _is_asked(live: Live, seat: int) -> bool:
        assert isinstance(live.game.played, LocalPlay)
        table: Any = live.game.played.table
        return bool(table._horizon.is_asking(table.match) and seat in table.match.asked)
