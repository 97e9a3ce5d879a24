"""Where a game's table stands: in the server for rulebooks that ship, in a process of their own for strangers'."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Concatenate

from quepu.faults import Fault
from quepu.server.answers.asked_book import Rule
from quepu.server.hosting.host import NONSENSE, AbsentError, DiedError, EndedError, Host
from quepu.server.hosting.library import Library
from quepu.server.hosting.pace import paced
from quepu.server.hosting.ready_engines import Engines
from quepu.server.hosting.turns import COME_BACK, Turns
from quepu.server.http_problem import BUSY, ProblemError
from quepu.server.safety.address import ASKING
from quepu.server.tables.game_table import CHANGES, OPERATIONS, Table
from quepu.server.tables.played import P
from quepu.server.tables.players import MadeOf
from quepu.server.tables.stored_steps import StoredStep

_OFTEN = 3                  # a process may be taken from a game so often before it is told to come back
OPEN = "open"               # the question by which a table is set up


class FallenError(Exception):
    """A game lost its process while something was asked of it: what was asked, and why it ended."""

    def __init__(self, what: str, why: str) -> None:
        self.what, self.why = what, why
        super().__init__(why)


class LocalPlay:
    """A table in this process."""

    def __init__(self, rule: Rule, library: Library, engines: Engines) -> None:
        self._rule, self._library, self._engines = rule, library, engines
        self.table: Table | None = None
        self._has_options = False       # others than what the rulebook has anyway

    @property
    def size(self) -> int:
        """About how many bytes it holds, and its part of an engine with options: those without are everybody's."""
        if self.table is None:
            return 0
        match = self.table.match
        return match.size + (self._engines.part(match.engine) if self._has_options else 0)

    async def open(self, made: MadeOf, steps: list[StoredStep]) -> dict[str, Any]:
        """Set the table up, a few steps at a time: others play meanwhile."""
        address = ASKING.get()
        async with self._library.replaying.turn(address):
            book = await self._library.take(self._rule)
            plain = await self._library.take(Rule(id=self._rule.id)) if self._rule.options else book
        self._has_options = [one.value for one in book.model.options] != [one.value for one in plain.model.options]
        await self._engines.compiled(self._rule, book)      # elsewhere, for a while: nobody waits for that
        if self._has_options:
            await self._engines.chosen(self._rule, book)
        async with self._library.replaying.turn(address):
            engine = await self._engines.ready(self._rule, book)
            self.table = Table(book, engine, made.for_table())
            self._engines.use(engine, self)
            async for _step in paced(self.table.replay(_plain(steps))):
                pass
        return {"version": book.model.version, **self.table.standing()}

    async def do(self, what: Callable[Concatenate[Table, P], object], *nothing: P.args, **values: P.kwargs) -> Any:
        """What the table says."""
        assert self.table is not None
        said = what(self.table, *nothing, **values)
        if isinstance(said, Iterator):  # lines, a few at a time: others play meanwhile
            return [line async for line in paced(said)]
        return said


class HostedPlay:
    """A table in a process that may come and go: it is set up again from what the database has."""

    size = 0                            # that process has a limit of its own

    def __init__(self, rule: Rule, game: str, address: str, turns: Turns, stored: Callable[[], Awaitable[
            list[StoredStep]]], is_new: bool) -> None:
        self._rule, self._game, self._address, self._turns, self._stored = rule, game, address, turns, stored
        self._is_new = is_new           # a game that is being made, not one that is found again
        self._made: MadeOf | None = None
        self._host: Host | None = None  # where it is set up

    async def open(self, made: MadeOf, steps: list[StoredStep]) -> dict[str, Any]:
        """Set the table up in the process of its rulebook."""
        self._made = made
        opened: dict[str, Any] = await self._asked(lambda host: self._set_up(host, steps), OPEN)
        self._is_new = False
        return opened

    async def do(self, what: Callable[Concatenate[Table, P], object], *nothing: P.args, **values: P.kwargs) -> Any:
        """What the table says there; only names and plain values reach another process."""
        name = what.__name__
        assert name in OPERATIONS
        assert not nothing

        async def ask(host: Host) -> Any:
            if host is not self._host:
                await self._set_up(host, await self._stored())
            try:
                return await host.ask(name, self._turns.limits.play_seconds, game=self._game, **values)
            except asyncio.CancelledError:
                if name in CHANGES:
                    self._host = None   # nobody keeps what came of it, so it has not happened
                raise
        return await self._asked(ask, name)

    def give_up(self) -> FallenError:
        """End a process that says what no table says."""
        if self._host is not None:
            self._turns.died(self._host)
        self._host = None
        return FallenError("", NONSENSE)

    async def _set_up(self, host: Host, steps: list[StoredStep]) -> Any:
        assert self._made is not None
        try:
            opened = await host.ask(OPEN, self._turns.limits.ready_seconds, game=self._game,
                                    made=self._made.for_table(), steps=_plain(steps))
        except DiedError as died:
            raise FallenError(OPEN, died.why) from None
        self._host = host
        return opened

    async def _asked(self, ask: Callable[[Host], Awaitable[Any]], what: str) -> Any:
        for _time in range(_OFTEN):
            host = await self._turns.take(self._rule, self._address, self._is_new)
            try:
                return await ask(host)
            except (EndedError, AbsentError):
                self._host = None
            except (DiedError, FallenError) as died:
                self._host = None
                self._turns.died(host)
                raise died if isinstance(died, FallenError) else FallenError(what, died.why) from None
        raise ProblemError(BUSY, Fault("host.too_many"), [Fault("server.in_a_moment")],
                           COME_BACK)


def _plain(steps: list[StoredStep]) -> list[list[Any]]:
    return [[step.kind, step.seat, step.text] for step in steps]
