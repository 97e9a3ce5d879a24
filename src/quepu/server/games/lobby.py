"""All games of a server: made, found again after a restart, and told to everybody who is connected."""

import asyncio
import contextlib
import hmac
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field

from sqlalchemy.exc import SQLAlchemyError

from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.server.answers.asked_book import Rule
from quepu.server.answers.replays import Continued
from quepu.server.games.database import Store
from quepu.server.games.kept_game import Change, Game, NonsenseError
from quepu.server.games.masters import Masters
from quepu.server.games.presence import PATIENCE, Patience, Presence
from quepu.server.hosting.host import NONSENSE
from quepu.server.hosting.library import Library
from quepu.server.hosting.placement import OPEN, FallenError, HostedPlay, LocalPlay
from quepu.server.hosting.pool import Pool
from quepu.server.hosting.ready_engines import ENGINE_BYTES, Engines
from quepu.server.hosting.turns import MOST_DEATHS, MOST_TO_LOOK, Turns
from quepu.server.http_problem import BUSY, CONFLICT, NOT_FOUND, NOT_KEPT, TOO_SLOW, ProblemError
from quepu.server.safety.address import ASKING
from quepu.server.safety.ceiling import Ceiling, give_back
from quepu.server.safety.own_time import OwnTime
from quepu.server.safety.shares import Shares
from quepu.server.tables.game_table import LOOKS
from quepu.server.tables.move_clock import MoveClock
from quepu.server.tables.played import Played
from quepu.server.tables.players import MASTER, MadeOf, Player, digest, new_code, new_key, new_seed
from quepu.server.tables.stored_steps import StoredStep, stored_bytes
from quepu.server.tables.window import Window

_NAME = re.compile(r"[A-Za-z0-9_-]{8,40}")
_TAKEN_BACK = "规则的进程已中止，这一手牌退回开局。"
Listener = Callable[[Game], None]


@dataclass(frozen=True, slots=True)
class Agreed:
    """What whoever makes a game chooses for all who play."""

    window: float | None = None         # seconds for which answers are held back; None: as usual
    hints: bool = True                  # whether the adviser may be asked
    gathers: bool = False               # it begins when he says so, not when every place is taken
    clock: tuple[int, int] | None = None        # seconds for each move, and of the reserve for a hand


@dataclass(slots=True)
class Live:
    """A game in memory, with who listens to it; one thing happens in it at a time."""

    game: Game
    presence: Presence
    window: Window
    clock: MoveClock
    watchers: int = 0                   # connections that only watch
    polled: bool = False                # whether somebody has looked with the key to watch, and may look again
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    wanted: int = 0                     # how many have it, or wait for their turn to have it
    listeners: set[Listener] = field(default_factory=set)
    by: str = field(default_factory=ASKING.get)         # the address that made or opened it
    size: int = 0                       # about how many bytes of memory it holds
    lost: Fault | None = None           # why it is not to be had any more: what is in the database holds
    fell: bool = False                  # because the process of its rulebook ended

    @property
    def next_moment(self) -> float | None:
        """When its window or its clock has something to do."""
        moments = (self.window.next_moment(), self.clock.next_moment())
        return min((moment for moment in moments if moment is not None), default=None)

    @property
    def is_due(self) -> bool:
        """Whether that moment has come."""
        return self.window.is_due() or self.clock.is_due()


class Held:
    """The games with an open window or a clock that runs, and when there is something to do about one of them."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lives: dict[str, Live] = {}
        self._watched: list[Live] = []  # games whose watchers have changed
        self.news = asyncio.Event()     # another window is open or clock runs, or is to end later

    def note(self, live: Live) -> None:
        """See whether a game's window is open, or its clock runs."""
        if live.next_moment is not None:
            self._lives[live.game.id] = live
            self.news.set()
        else:
            self.forget(live)

    def forget(self, live: Live) -> None:
        """Leave a game alone until something happens in it."""
        self._lives.pop(live.game.id, None)

    def watch(self, live: Live) -> None:
        """See soon whether anybody still watches a game."""
        self._watched.append(live)
        self.news.set()

    def take_watched(self) -> list[Live]:
        """The games of which that is to be seen, once."""
        found, self._watched = self._watched, []
        return found

    def due(self) -> list[Live]:
        """The games about which there is something to do now."""
        for live in [live for live in self._lives.values() if live.lost]:
            self.forget(live)
        return [live for live in self._lives.values() if live.is_due]

    def seconds_left(self, least: float) -> float | None:
        """How long until there is something to do, at least so long; None if nothing runs."""
        moments = [moment for live in self._lives.values() if (moment := live.next_moment) is not None]
        return max(least, min(moments) - self._clock()) if moments else None


class Games:
    """The games."""

    def __init__(self, store: Store, library: Library, engines: Engines, turns: Turns, most: int,
                 patience: Patience = PATIENCE, clock: Callable[[], float] = time.monotonic,
                 ceiling: Ceiling | None = None, own_time: OwnTime | None = None, pool: Pool | None = None) -> None:
        self.store, self.library, self.engines, self.turns, self.most = store, library, engines, turns, most
        self._patience, self._clock, self.held = patience, clock, Held(clock)
        self.masters = Masters(pool, store.quota.limits.masters, clock, self.held.news)
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Lock] = {}
        limits = store.quota.limits
        self.shares, self._ceiling = Shares(limits, self._live, self.leave), ceiling or Ceiling(limits.memory)
        self._ceiling.relieve = self._relieve
        self.own_time = own_time or OwnTime()

    async def make(self, rule: Rule, players: list[Player], seed: int | None, address: str = "",
                   agreed: Agreed | None = None) -> tuple[Live, dict[str, str]]:
        """A new game and its secrets: of the first person, of those who join, of those who watch."""
        agreed = agreed or Agreed()
        keys = {"key": new_key(), "join_key": new_code() if agreed.gathers else new_key(), "watch_key": new_key()}
        players[0].key = digest(keys["key"])
        made_of = MadeOf(rule.model_dump(), 0, new_seed() if seed is None else seed, players,
                         digest(keys["join_key"]), digest(keys["watch_key"]), own_seeds=seed is None,
                         window=agreed.window, bot_seed=new_seed(), gathers=agreed.gathers, hints=agreed.hints,
                         clock=None if agreed.clock is None else list(agreed.clock))
        self.masters.refuse(rule.is_own, made_of.masters, self._live.values())
        with self.shares.taking(0, _of_options(rule)):
            return await self._made(made_of, [], address), keys

    async def play_on(self, rule: Rule, made: Continued, players: list[Player], owner: int, address: str = ""
                      ) -> tuple[Live, dict[str, str]]:
        """A new game that goes on from a record, and its secrets; bots have all places but the owner's."""
        keys = {"key": new_key(), "join_key": new_key(), "watch_key": new_key()}
        players[owner].key = digest(keys["key"])
        made_of = MadeOf(rule.model_dump(), made.version, made.seed, players, digest(keys["join_key"]),
                         digest(keys["watch_key"]), True, owner, walls=made.walls, first_round=made.first_round,
                         start=made.start, bot_seed=new_seed())
        self.masters.refuse(rule.is_own, made_of.masters, self._live.values())
        steps = made.stored()
        with self.shares.taking(stored_bytes(steps), _of_options(rule)):
            return await self._made(made_of, steps, address), keys

    async def _made(self, made_of: MadeOf, steps: list[StoredStep], address: str) -> Live:
        """A game that is new, with the steps it begins with."""
        name = secrets.token_urlsafe(9)
        game = Game(name, made_of, self._played(made_of, name, address, steps))
        try:
            await game.open(steps)
            change = Change(game.saved, (), False, game.stand)
            if steps:
                change = await game.go_on()
            elif not game.waits_for_people:
                change = await game.start()
        except (FallenError, NonsenseError) as error:
            raise ProblemError(TOO_SLOW, Fault("host.not_played"),
                               [Fault("host.ended",
                                      why=error.why if isinstance(error, FallenError) else NONSENSE)]) from None
        live = self._keep(game)
        async with live.lock:
            await self.save(live, Change(0, (*steps, *change.steps), False, change.stand), made_of=True)
        return live

    def _played(self, made_of: MadeOf, name: str, address: str, new: list[StoredStep] | None = None) -> Played:
        """Where the table of a game stands; `new` are the steps of one that is being made."""
        rule = Rule(**made_of.rule)
        if not rule.is_own:
            return LocalPlay(rule, self.library, self.engines)

        async def stored() -> list[StoredStep]:
            stored_game = await self.store.load(name)
            return (new or []) if stored_game is None else stored_game[1]
        return HostedPlay(rule, name, address, self.turns, stored, new is not None)

    async def find(self, name: str, address: str = "") -> Live:
        """A game by its id, from memory or as it was stored."""
        if not _NAME.fullmatch(name):
            raise ProblemError(NOT_FOUND, Fault("game.none"))
        live = self._live.get(name)
        if live is not None:
            self._live.move_to_end(name)
            return live
        async with self._loading.setdefault(name, asyncio.Lock()):
            try:
                live = self._live.get(name) or await self._return(name, address)
            finally:
                self._loading.pop(name, None)
        return live

    def of_code(self, code: str) -> Live:
        """The game whose friends still gather under this code; somebody has to be there, or to have been just now."""
        wanted = digest(code)
        for live in self._live.values():
            made = live.game.made_of
            if made.gathers and not made.started and hmac.compare_digest(made.join_key, wanted):
                return live
        raise ProblemError(NOT_FOUND, Fault("game.no_room"))

    async def _return(self, name: str, address: str) -> Live:
        """A game as it was stored, if there is memory for it."""
        self._ceiling.refuse()
        kept = self.store.quota.kept.get(name)
        with self.shares.taking(0 if kept is None else kept.bytes):
            return await self._load(name, address)

    def _relieve(self) -> None:
        """Let games leave that nobody looks at, and give back what they held."""
        self.shares.halve()
        give_back()

    @contextlib.asynccontextmanager
    async def using(self, live: Live, looks: bool = False) -> AsyncIterator[Game]:
        """The game while nobody else does anything in it; what `looks` only may be given up half-way."""
        async with self._locked(live):
            if live.lost:
                raise ProblemError(BUSY, live.lost, [Fault("game.come_back")], 1)
            try:
                yield live.game
            except FallenError as fallen:
                raise await self._fallen(live, fallen) from None
            except NonsenseError:
                if isinstance(live.game.played, HostedPlay):
                    raise await self._fallen(live, live.game.played.give_up()) from None
                why = Fault("game.differs")
                self._drop(live, why)
                raise ProblemError(BUSY, why, [Fault("server.nothing_changed")], 1) from None
            except asyncio.CancelledError:
                if not looks:           # nobody knows what was kept of it
                    self._drop(live, Fault("game.interrupted"))
                raise

    @contextlib.asynccontextmanager
    async def _locked(self, live: Live) -> AsyncIterator[None]:
        """A game while nobody else does anything in it; who has had too much of the server's time holds nobody up."""
        live.wanted += 1                # so that it does not leave while its turn is waited for, and is not there twice
        try:
            while True:
                await self.own_time.turn()
                async with live.lock:
                    if not self.own_time.is_over:
                        yield
                        return
        finally:
            live.wanted -= 1

    async def save(self, live: Live, change: Change, made_of: bool = False) -> None:
        """Keep what has happened; everybody is told after that."""
        game = live.game
        try:
            await self.store.save(game.id, change.first, change.steps, change.cut,
                                  game.made_of.as_json() if made_of else None)
        except SQLAlchemyError:
            self._drop(live, Fault("game.database_back"))
            raise ProblemError(NOT_KEPT, Fault("game.not_saved"),
                               [Fault("server.nothing_changed")]) from None
        game.saved, live.size = change.first + len(change.steps), game.size
        live.presence.stepped()
        if any(step.kind == "begin" for step in change.steps):
            live.clock.refill()
        self._follow(live)
        self.tell(live)

    async def see_watchers(self, live: Live) -> None:
        """Where one person plays, answers are held back as long as somebody watches."""
        with contextlib.suppress(ProblemError, QuepuError):
            async with self.using(live) as game:
                watched = live.watchers > 0 or live.polled
                if game.made_of.watched != watched and game.made_of.deaths < MOST_DEATHS:
                    await self.save(live, await game.watch(watched))

    def _follow(self, live: Live) -> None:
        """Open or close a game's window as its table holds something back or not; its clock runs for who is asked."""
        made, standing = live.game.made_of, live.game.standing
        live.window.follow(standing.held, made.window_seconds, made.lag_seconds)
        live.clock.follow(standing.waiting, standing.held, standing.seen, made.clocked)
        self.held.note(live)
        self.masters.follow(live)

    def seconds_left(self, least: float) -> float | None:
        """How long until a window or a master's thought ends, at least so long; None if there is none."""
        window, moment = self.held.seconds_left(least), self.masters.next_moment()
        thought = None if moment is None else max(least, moment - self._clock())
        return min((one for one in (window, thought) if one is not None), default=None)

    def refuse_master(self, live: Live, level: str) -> None:
        """Refuse one more master at a game if there may be none."""
        self.masters.refuse(Rule(**live.game.made_of.rule).is_own, int(level == MASTER), self._live.values())

    def _drop(self, live: Live, why: Fault) -> None:
        """Forget a game: it comes back as the database has it."""
        live.lost = why
        self.held.forget(live)
        self.masters.forget(live)
        if self._live.get(live.game.id) is live:
            del self._live[live.game.id]
        self.tell(live)

    @staticmethod
    def tell(live: Live) -> None:
        """Let everybody who listens look again."""
        for listener in list(live.listeners):
            listener(live.game)

    async def _load(self, name: str, address: str) -> Live:
        stored = await self.store.load(name)
        if stored is None:
            raise ProblemError(NOT_FOUND, Fault("game.none"))
        made_of, steps = MadeOf.of_json(stored[0]), stored[1]
        if made_of.deaths >= MOST_TO_LOOK:
            raise ProblemError(CONFLICT, closed_text(made_of), [Fault("game.not_playable")])
        game = Game(name, made_of, self._played(made_of, name, address))
        try:
            await game.open(steps)
            live = self._keep(game)
            if made_of.started and made_of.deaths < MOST_DEATHS:
                async with self.using(live):
                    # bots that were about to answer when the server ended; or a first hand that was taken back
                    dealt = any(step.kind == "begin" for step in steps)
                    change = await (game.go_on() if dealt else game.next_hand())
                    if change.steps:
                        await self.save(live, change)
                    self._follow(live)
        except (FallenError, NonsenseError) as error:           # while the table was set up
            fallen = error if isinstance(error, FallenError) else FallenError(OPEN, NONSENSE)
            text = await self._took_back(game, fallen, steps)
            raise ProblemError(BUSY, text, [Fault("server.again")], 1) from None
        return live

    def in_memory(self) -> list[Live]:
        """Every game in memory."""
        return list(self._live.values())

    def in_use(self) -> Iterator[tuple[str, bool]]:
        """Every game in memory, and whether somebody is there."""
        return ((name, self._is_used(live)) for name, live in self._live.items())

    @staticmethod
    def _is_used(live: Live) -> bool:
        return bool(live.listeners or live.wanted or live.lock.locked())

    def leave(self, name: str) -> bool:
        """Let a game leave the memory, unless somebody is there; it is in the database."""
        live = self._live.get(name)
        if live is None or self._is_used(live):
            return False
        self.held.forget(live)
        self.masters.forget(live)
        del self._live[name]
        return True

    # -- a process that ended --
    async def _fallen(self, live: Live, fallen: FallenError) -> ProblemError:
        """Tell everybody at a table that its process has ended; the game comes back with the next."""
        game = live.game
        try:
            stored = await self.store.load(game.id)
            text = await self._took_back(game, fallen, [] if stored is None else stored[1])
        except SQLAlchemyError:
            text = Fault("game.ended_back")
        if game.made_of.deaths >= MOST_DEATHS:
            text = Fault("game.and_closed", what=text, closed=closed_text(game.made_of))
        live.fell = True
        self._drop(live, text)
        return ProblemError(BUSY, text, wait=1)

    async def _took_back(self, game: Game, fallen: FallenError, steps: list[StoredStep]) -> Fault:
        """Take the hand back in which a process ended, keep how often that happened, and say so."""
        game.made_of.deaths += 1
        what, stand = Fault("game.ended", why=fallen.why), len(steps)
        if fallen.what == OPEN:         # it may have been chance; else the last hand is what cannot be played again
            if game.made_of.deaths > 1:
                stand = max((place for place, step in enumerate(steps) if step.kind == "begin"), default=0)
        elif fallen.what not in LOOKS:
            stand = game.stand
        notes = []
        if stand < len(steps) or fallen.what not in (OPEN, *LOOKS):
            what = Fault("game.taken_back", what=what)
            notes = [StoredStep("note", None, f"{_TAKEN_BACK} {what}")]
        await self.store.save(game.id, stand, notes, stand < len(steps), game.made_of.as_json())
        return what

    def _keep(self, game: Game) -> Live:
        made = game.made_of
        live = self._live[game.id] = Live(game, Presence(game, self._patience, self._clock), Window(self._clock),
                                          MoveClock(self._clock, made.clock, len(made.players)))
        live.size = game.size
        for name in list(self._live):   # the longest unused make room, unless somebody is there
            if len(self._live) <= self.most:
                break
            other = self._live[name]
            if other is not live:
                self.leave(name)
        return live


def _of_options(rule: Rule) -> int:
    """Bytes of memory that options take: a game by a rulebook as it ships shares its engine with all others."""
    return ENGINE_BYTES if rule.options and not rule.is_own else 0


def closed_text(made_of: MadeOf) -> Fault:
    """Why a game is not played on."""
    return Fault("game.closed", count=made_of.deaths)
