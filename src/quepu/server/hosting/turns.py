"""Who gets a process for a stranger's rulebook: one a rulebook and options, so many in all, the rest in turn.

A process that nobody has asked for a while is ended; when others wait, after a shorter while.  Its games are in the
database and come back with the next process.  A rulebook whose process dies again and again gets none any more.
"""

import asyncio
import contextlib
import hashlib
import json
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any
from weakref import WeakValueDictionary

from starlette.requests import HTTPConnection

from quepu.faults import Fault
from quepu.server.answers.asked_book import Rule
from quepu.server.hosting.host import DiedError, Host, sweep_folders
from quepu.server.hosting.ready_engines import Engines
from quepu.server.http_problem import BUSY, TOO_MANY, TOO_SLOW, ProblemError
from quepu.server.safety.address import counted
from quepu.server.settings import Limits

COME_BACK = 15              # seconds after which somebody who could not be served may ask again
MOST_DEATHS = 3             # then no new game is made by a rulebook ...
MOST_TO_LOOK = 2 * MOST_DEATHS  # ... and after so many its games are not even shown any more
FORGOTTEN = 3600.0          # seconds until a death does not count any more
MOST_REMEMBERED = 10_000    # rulebooks that died or were tried
_PULSE = 1.0                # seconds between two looks at who is idle and who waits
_MEASURED = 10              # looks between two at the size of folders


def address_of(connection: HTTPConnection) -> str:
    """Whom a process is counted for."""
    return counted(connection.client.host) if connection.client else ""


def key_of(rule: Rule) -> str:
    """What makes games share a process: the text and the options, as a digest."""
    return hashlib.sha256(json.dumps([rule.text, sorted(rule.options.items())]).encode()).hexdigest()


@dataclass(eq=False, slots=True)
class _Waits:
    """Somebody who waits for a process."""

    address: str
    turn: "asyncio.Future[None]"


class Turns:
    """The processes; use it with `async with`."""

    module = "quepu.server.hosting.child"

    def __init__(self, limits: Limits, engines: Engines, check: Callable[[Rule], Awaitable[Any]] | None = None) -> None:
        self.limits, self._engines = limits, engines
        self._check = check             # refuses a faulty text before it takes anybody's place
        self._hosts: dict[str, Host] = {}
        self._promised: list[str] = []  # addresses whose turn has come but who have not started yet
        self._queue: list[_Waits] = []
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._deaths: OrderedDict[str, list[float]] = OrderedDict()
        self._tried: OrderedDict[str, bool] = OrderedDict()     # rulebooks that have passed the trial
        self._ending: set[asyncio.Task[None]] = set()
        self._keeper: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "Turns":
        await asyncio.to_thread(sweep_folders)
        self._keeper = asyncio.create_task(self._keep())
        return self

    async def __aexit__(self, *_error: object) -> None:
        if self._keeper is not None:
            self._keeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._keeper
        for host in list(self._hosts.values()):
            self._end(host)
        await asyncio.gather(*self._ending)

    def __iter__(self) -> Iterator[Host]:
        return iter(list(self._hosts.values()))

    async def take(self, rule: Rule, address: str, is_new: bool = False) -> Host:
        """The process of a rulebook, ready to play; ProblemError with the way out if there is none to be had."""
        key = key_of(rule)
        self._refuse_deadly(key, is_new)
        lock = self._locks.setdefault(key, asyncio.Lock())
        async with lock:                # who comes second waits for the first to start it
            host = self._hosts.get(key)
            if host is not None and not host.is_alive and not host.busy:
                self.died(host)
                host = None
            if host is None or host.ended:
                if self._check is not None and key not in self._tried:
                    await self._check(rule)
                await self._engines.base()
                await self._turn(address)
                host = self._hosts[key] = Host(key, address, self.limits.host_memory, self.module)
                self._promised.remove(address)
                await self._start(host, rule)
        host.used = time.monotonic()
        return host

    async def _start(self, host: Host, rule: Rule) -> None:
        host.busy += 1                  # nobody takes it away meanwhile
        failed = Fault("host.not_read")
        try:
            await host.start()
            await host.ask("load", self.limits.check_seconds, rule=rule.model_dump())
            failed = Fault("host.not_ready")
            await host.ask("ready", self.limits.ready_seconds, trial=host.key not in self._tried)
            _remember(self._tried, host.key, True)
        except DiedError as died:
            self.died(host)
            raise ProblemError(TOO_SLOW, failed, [
                Fault("host.ended", why=died.why), Fault("server.simpler")]) from None
        except BaseException:
            self._end(host)
            raise
        finally:
            host.busy -= 1

    # -- those that die --
    def died(self, host: Host) -> None:
        """A process has ended that should not have."""
        if self._hosts.get(host.key) is not host:
            return                      # somebody has noticed before
        self._end(host)
        deaths = [at for at in self._deaths.get(host.key, ()) if at > time.monotonic() - FORGOTTEN]
        _remember(self._deaths, host.key, [*deaths, time.monotonic()])

    def _refuse_deadly(self, key: str, is_new: bool) -> None:
        deaths = sum(at > time.monotonic() - FORGOTTEN for at in self._deaths.get(key, ()))
        if deaths >= (MOST_DEATHS if is_new else MOST_TO_LOOK):
            raise ProblemError(TOO_SLOW, Fault("host.closed", count=deaths), [
                Fault("host.mend")])

    # -- in turn --
    def _of(self, address: str) -> int:
        """How many processes somebody has."""
        return sum(host.address == address for host in self._hosts.values()) + self._promised.count(address)

    async def _turn(self, address: str) -> None:
        """Wait until there is a place for one more process, and have it promised."""
        limits = self.limits
        waits = _Waits(address, asyncio.get_running_loop().create_future())
        if len(self._queue) < limits.hosts_waiting and \
                sum(other.address == address for other in self._queue) < limits.hosts_of_one:
            self._queue.append(waits)
            self._serve()
        before = self._queue.index(waits) if waits in self._queue else len(self._queue)
        try:
            if waits in self._queue:
                await asyncio.wait([waits.turn], timeout=limits.host_wait)
        except asyncio.CancelledError:
            if waits.turn.done():
                self._promised.remove(address)          # it was promised to somebody who has gone
            raise
        finally:
            if waits in self._queue:
                self._queue.remove(waits)
        if waits.turn.done():
            return
        if self._of(address) >= limits.hosts_of_one:
            raise ProblemError(TOO_MANY, Fault("host.own_in_play", count=self._of(address)), [
                Fault("host.finish", seconds=COME_BACK)], COME_BACK)
        raise ProblemError(BUSY, Fault("host.full"), [
            Fault("host.queue", count=before, seconds=COME_BACK)], COME_BACK)

    def _serve(self) -> None:
        """Let those who wait have their turn, the first first; who has too many holds nobody else up."""
        for waits in list(self._queue):
            if not self._fits(waits.address):
                self._make_room(waits.address)
            if self._fits(waits.address):
                self._queue.remove(waits)
                self._promised.append(waits.address)
                waits.turn.set_result(None)

    def _fits(self, address: str) -> bool:
        return len(self._hosts) + len(self._promised) < self.limits.hosts and \
            self._of(address) < self.limits.hosts_of_one

    def _make_room(self, address: str) -> None:
        """End the process that was used the longest ago, if that is long enough; somebody's own if he has too many."""
        own = self._of(address) >= self.limits.hosts_of_one
        since = time.monotonic() - self.limits.host_turn
        idle = [host for host in self._hosts.values()
                if not host.busy and host.used < since and (not own or host.address == address)]
        if idle:
            self._end(min(idle, key=lambda host: host.used))

    def _end(self, host: Host) -> None:
        host.end()
        if self._hosts.get(host.key) is host:
            del self._hosts[host.key]
            task = asyncio.ensure_future(host.closed())
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)

    async def _keep(self) -> None:
        """Look again and again who is idle and who waits."""
        looks = 0
        while True:
            await asyncio.sleep(_PULSE)
            looks += 1
            now = time.monotonic()
            for host in self:
                if not host.busy and not host.is_alive:
                    self.died(host)
                elif not host.busy and host.used < now - self.limits.host_idle:
                    self._end(host)
                elif looks % _MEASURED == 0 and await asyncio.to_thread(host.is_too_large):
                    self.died(host)
            self._serve()


def _remember(kept: OrderedDict[str, Any], key: str, value: Any) -> None:
    kept.pop(key, None)
    kept[key] = value
    if len(kept) > MOST_REMEMBERED:
        kept.popitem(last=False)
