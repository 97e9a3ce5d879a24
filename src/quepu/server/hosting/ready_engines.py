"""Engines made ready to play without holding the server up: what must be compiled is compiled in another process."""

import asyncio
import json
import sys
from weakref import WeakKeyDictionary, WeakSet

from quepu import store
from quepu.book import Rulebook
from quepu.faults import Fault
from quepu.game.engine import Engine
from quepu.game.match import engine_of
from quepu.rulebook.file.default import default_rule
from quepu.server.answers.asked_book import Books, Rule
from quepu.server.answers.machine_code import fingerprint, is_kept, note_kept, trim
from quepu.server.hosting.fair_turns import FairTurns
from quepu.server.http_problem import TOO_SLOW, ProblemError
from quepu.server.safety import sandbox
from quepu.server.safety.address import ASKING
from quepu.server.settings import Limits

LONGEST = 240.0             # seconds for a rulebook, the engine itself included on the very first start
MOST_MEMORY = 5 << 28       # bytes of address space to compile in
ENGINE_BYTES = 9 << 20      # of memory that an engine and its rulebook hold, as measured
BOTS_TOO = "aware"          # the search for aims too: it would hold up who asks first


class Engines:
    """Rulebooks that ship, ready to play; each is compiled once, one after the other."""

    def __init__(self, limits: Limits | None = None) -> None:
        limits = limits or Limits()
        self._ready: set[str] = set()
        self._based = False
        self._choices = FairTurns(1, limits.waiting, limits.waiting_of_one, limits.wait_seconds)
        self._lock = asyncio.Lock()
        self._loading = asyncio.Lock()          # modules are not loaded by two threads at once
        self._users: WeakKeyDictionary[Engine, WeakSet[object]] = WeakKeyDictionary()

    async def ready(self, rule: Rule, book: Rulebook) -> Engine:
        """The engine of a rulebook, which can be played at once."""
        await self.compiled(rule, book)
        async with self._loading:
            engine = await asyncio.to_thread(engine_of, book)
        book.search_compiled()          # so that the win of a hand with many wild tiles is explained at once
        return engine

    def use(self, engine: Engine, user: object) -> None:
        """Note that somebody plays by an engine, as long as he is there."""
        self._users.setdefault(engine, WeakSet()).add(user)

    def part(self, engine: Engine) -> int:
        """About how many bytes an engine and its rulebook hold for each who plays by it."""
        return ENGINE_BYTES // max(1, len(self._users.get(engine, ())))

    async def base(self) -> None:
        """See to it that the engine itself is compiled: processes of strangers are lent a copy."""
        if not self._based:
            rule = Rule(id=default_rule())
            await self.compiled(rule, await asyncio.to_thread(Books().find, rule))
            self._based = True

    async def compiled(self, rule: Rule, book: Rulebook) -> None:
        """See to it that the machine code of a rulebook is in the cache."""
        assert not rule.is_own          # those are compiled where they are played
        key = fingerprint(book)
        if key in self._ready:
            return
        async with self._lock:
            if not await asyncio.to_thread(is_kept, book):      # or another server has compiled it before
                await self._prepare(rule)
                note_kept(book)
            self._ready.add(key)

    async def chosen(self, rule: Rule, book: Rulebook) -> None:
        """See to it that what the options of a rulebook change is in the cache: strangers choose them, so by turns.

        To work it out here, in a thread, held everybody up for a third of a second at a time.
        """
        key = fingerprint(book, as_chosen=True)
        if key in self._ready or store.store().folder is None:      # where nothing can be kept it is done here
            return
        async with self._choices.turn(ASKING.get()):
            if not await asyncio.to_thread(is_kept, book, as_chosen=True):
                await self._prepare(rule)
                note_kept(book, as_chosen=True)
                if await asyncio.to_thread(trim):
                    self._ready.clear()
            self._ready.add(key)

    @staticmethod
    async def _prepare(rule: Rule) -> None:
        process = await sandbox.start("quepu.server.hosting.ready_engines", QUEPU_CACHE=str(store.wanted_folder()))
        try:
            await asyncio.wait_for(process.communicate(rule.model_dump_json().encode()), LONGEST)
        except TimeoutError:
            pass
        finally:
            if process.returncode is None:      # it takes too long, or the server ends
                process.kill()
                await process.wait()
        if process.returncode != 0:
            raise ProblemError(TOO_SLOW, Fault("host.not_ready"),
                               [Fault("host.compile")])


def prepare(rule: Rule) -> None:
    """Compile everything a game by this rulebook needs; it stays in the cache."""
    from quepu.bots.seat import CoreBot
    from quepu.game.match import Match
    match, bot = Match(Books().find(rule), 1), CoreBot(BOTS_TOO)
    match.begin()
    if match.asked:
        bot.decide(match, match.asked[0])


if __name__ == "__main__":
    cache_folder = store.store().folder         # made before nothing else may be written
    bounds = sandbox.Bounds(memory=MOST_MEMORY, files=256, niceness=0,
                            writes=() if cache_folder is None else (cache_folder,))
    sandbox.enter(bounds)
    import quepu.bots.seat
    import quepu.game.match  # noqa: F401
    sandbox.seal(bounds)
    prepare(Rule(**json.loads(sys.stdin.read())))
