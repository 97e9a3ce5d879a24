"""Games in a database: what they are made of and every answer given, SQLite by default, PostgreSQL by its address.

Writes are gathered: all that wait are committed together, and whoever asked is told only after that.  So what a player
has been told survives the end of the process at any moment.
"""

import asyncio
import json
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql
from sqlalchemy.pool import NullPool

_META = sql.MetaData()
_GAMES = sql.Table(
    "games", _META,
    sql.Column("id", sql.String(40), primary_key=True),
    sql.Column("created", sql.BigInteger, nullable=False),
    sql.Column("made_of", sql.Text, nullable=False),        # rule, seed, players, keys as JSON
)
_STEPS = sql.Table(
    "steps", _META,
    sql.Column("game", sql.String(40), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("kind", sql.String(10), nullable=False),
    sql.Column("seat", sql.Integer),
    sql.Column("text", sql.Text, nullable=False),
)


@dataclass(frozen=True, slots=True)
class StoredStep:
    """An answer, the beginning of a hand, or a note."""

    kind: str
    seat: int | None
    text: str


@dataclass(frozen=True, slots=True)
class _Write:
    game: str
    made_of: dict[str, Any] | None      # of a game that is new, or whose players changed
    first: int                          # number of the first step
    steps: tuple[StoredStep, ...]
    cut: bool                           # what is stored from there on was taken back
    done: "asyncio.Future[None]"


class Store:
    """The database; open it with `async with`."""

    def __init__(self, address: str) -> None:
        self._engine = sql.create_engine(address, poolclass=NullPool if ":memory:" not in address else None)
        self._thread = ThreadPoolExecutor(1, "store")   # one connection writes and reads, one after the other
        self._connection: sql.Connection | None = None
        self._waiting: asyncio.Queue[_Write | None] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "Store":
        await self._run(self._open)
        self._writer = asyncio.create_task(self._write_all())
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self._waiting.put(None)
        if self._writer is not None:
            await self._writer
        await self._run(self._close)
        self._thread.shutdown()

    async def save(self, game: str, first: int, steps: Iterable[StoredStep], cut: bool = False,
                   made_of: dict[str, Any] | None = None) -> None:
        """Keep the steps of a game from number `first` on; returns when they are safe.

        With `cut` they take the place of those that were stored from there on.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        await self._waiting.put(_Write(game, made_of, first, tuple(steps), cut, done))
        await done

    async def load(self, game: str) -> tuple[dict[str, Any], list[StoredStep]] | None:
        """What a game is made of and its steps; None if there is none of that name."""
        found: tuple[dict[str, Any], list[StoredStep]] | None = await self._run(lambda: self._read(game))
        return found

    async def _run(self, work: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def _write_all(self) -> None:
        """Commit everything that waits, together, again and again."""
        while True:
            first = await self._waiting.get()
            if first is None:
                return
            lot = [first]
            stop = False
            while not self._waiting.empty():
                more = self._waiting.get_nowait()
                if more is None:
                    stop = True
                    break
                lot.append(more)
            try:
                await self._run(lambda lot=lot: self._commit(lot))
            except Exception as error:      # whoever waits must hear of it, whatever it is
                for write in lot:
                    if not write.done.done():
                        write.done.set_exception(error)
            else:
                for write in lot:
                    if not write.done.done():
                        write.done.set_result(None)
            if stop:
                return

    # -- in the store's own thread --
    def _open(self) -> None:
        self._connection = self._engine.connect()
        if self._engine.dialect.name == "sqlite":
            # the log is safe when the process ends; only a power cut could lose the last moment
            self._connection.exec_driver_sql("PRAGMA journal_mode=WAL")
            self._connection.exec_driver_sql("PRAGMA synchronous=NORMAL")
        _META.create_all(self._connection)
        self._connection.commit()

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._engine.dispose()

    def _commit(self, lot: Sequence[_Write]) -> None:
        assert self._connection is not None
        with self._connection.begin():
            for write in lot:
                if write.made_of is not None:
                    self._connection.execute(sql.delete(_GAMES).where(_GAMES.c.id == write.game))
                    self._connection.execute(sql.insert(_GAMES), [
                        {"id": write.game, "created": int(time.time()), "made_of": json.dumps(write.made_of)}])
                if write.cut:
                    self._connection.execute(sql.delete(_STEPS).where(
                        _STEPS.c.game == write.game, _STEPS.c.number >= write.first))
            rows = [{"game": write.game, "number": write.first + index, "kind": step.kind, "seat": step.seat,
                     "text": step.text} for write in lot for index, step in enumerate(write.steps)]
            if rows:                    # a game has one write at a time: its room waits for it
                self._connection.execute(sql.insert(_STEPS), rows)

    def _read(self, game: str) -> tuple[dict[str, Any], list[StoredStep]] | None:
        assert self._connection is not None
        with self._connection.begin():
            row = self._connection.execute(sql.select(_GAMES.c.made_of).where(_GAMES.c.id == game)).first()
            if row is None:
                return None
            steps = self._connection.execute(sql.select(_STEPS.c.kind, _STEPS.c.seat, _STEPS.c.text)
                                             .where(_STEPS.c.game == game).order_by(_STEPS.c.number))
            return json.loads(row.made_of), [StoredStep(step.kind, step.seat, step.text) for step in steps]
