"""Games in a database: what they are made of and every answer given, SQLite by default, PostgreSQL by its address.

Writes are gathered: all that wait are committed together, and whoever asked is told only after that.  So what a player
has been told survives the end of the process at any moment.
"""

import asyncio
import contextlib
import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql
from sqlalchemy.pool import NullPool

from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.server.games.database_tables import GAMES, KEPT, META, NOTES, STEPS, TEXTS
from quepu.server.safety.address import ASKING
from quepu.server.safety.private import make_private, sqlite_file
from quepu.server.safety.quota import Kept, KeptText, Quota
from quepu.server.settings import DAY, Limits
from quepu.server.tables.stored_steps import STEP_BYTES, StoredStep, stored_bytes

_TEXT_OF = "text_of"        # stands for a rulebook's text: its digest
_AT_ONCE = 500              # games deleted by one statement
_KEPT_COLUMNS = (KEPT.c.game, KEPT.c.maker, KEPT.c.made, KEPT.c.used, KEPT.c.bytes, KEPT.c.text)


@dataclass(slots=True)
class _Write:
    game: str
    made_of: dict[str, Any] | None      # of a game that is new, or whose players changed
    first: int                          # number of the first step
    steps: tuple[StoredStep, ...]
    cut: bool                           # what is stored from there on was taken back
    by: str                             # who makes it
    done: "asyncio.Future[None]"
    grown: int = 0                      # bytes, once it is written
    text: tuple[str, str] | None = None         # digest and text of a rulebook of somebody's own


class Store:
    """The database; open it with `async with`."""

    def __init__(self, address: str, quota: Quota | None = None) -> None:
        self._address, self.quota = address, quota or Quota(Limits())
        # an error is logged without what was to be stored
        self._engine = sql.create_engine(address, poolclass=NullPool if ":memory:" not in address else None,
                                         hide_parameters=True, pool_reset_on_return=None)
        self._thread = ThreadPoolExecutor(1, "store")   # one connection writes and reads, one after the other
        self._connection: sql.Connection | None = None
        self._file = sqlite_file(address)
        self._is_in_memory = self._engine.dialect.name == "sqlite" and self._file is None
        self._waiting: asyncio.Queue[_Write | None] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._salt = b""

    async def __aenter__(self) -> "Store":
        try:
            games, texts = await self._run(self._open)
        except BaseException:
            self._thread.shutdown(wait=False)
            raise
        self.quota.restore(games, texts)
        self._writer = asyncio.create_task(self._write_all())
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self._waiting.put(None)
        if self._writer is not None:
            await self._writer
        with contextlib.suppress(sql.exc.SQLAlchemyError):      # what is lost is only when a game was last used
            await self.note_used()
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()

    def called(self, address: str) -> str:
        """What an address is called in the database, from which nobody finds it."""
        return hmac.digest(self._salt, address.encode(), "sha256").hex()[:32]

    async def save(self, game: str, first: int, steps: Iterable[StoredStep], cut: bool = False,
                   made_of: dict[str, Any] | None = None) -> None:
        """Keep the steps of a game from number `first` on; returns when they are safe.

        With `cut` they take the place of those that were stored from there on.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        write = _Write(game, made_of, first, tuple(steps), cut, self.called(ASKING.get()), done)
        await self._waiting.put(write)
        await done
        self._count(write)

    def _count(self, write: _Write) -> None:
        digest = None if write.text is None else write.text[0]
        if write.text is not None:
            self.quota.add_text(KeptText(write.text[0], write.by, len(write.text[1].encode(errors="replace"))))
        if write.made_of is not None and write.game not in self.quota.kept:
            now = int(self.quota.clock())
            self.quota.add(Kept(write.game, write.by, now, now, write.grown, digest))
        else:
            self.quota.grow(write.game, write.grown)

    async def load(self, game: str) -> tuple[dict[str, Any], list[StoredStep]] | None:
        """What a game is made of and its steps; None if there is none of that name."""
        found: tuple[tuple[dict[str, Any], list[StoredStep]] | None, Kept | None] = \
            await self._run(lambda: self._read(game))
        game_parts, kept = found
        if kept is not None and game not in self.quota.kept:
            self.quota.add(kept)        # another server of the same database has made it
        return game_parts

    async def note_used(self) -> None:
        """Write down which games were used, and how large they are by now."""
        changed = self.quota.changed()
        rows = [{"b_game": one.game, "used": one.used, "bytes": one.bytes} for one in changed]
        if not rows:
            return
        try:
            await self._run(lambda: self._note(rows))
        except BaseException:           # a game whose use is not written down would be deleted too soon
            self.quota.not_noted(changed)
            raise

    async def delete_unused(self, before: int) -> tuple[list[str], list[str]]:
        """Delete games that were not used since then, and rulebooks that no game is played by; both by name."""
        games, texts = await self._run(lambda: self._delete(before))
        self.quota.forget(games, texts)
        return games, texts

    async def _run(self, work: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._connected, work)

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
    def _connected(self, work: Callable[[], Any]) -> Any:
        """Do something with the connection, which is there again after a failure."""
        try:
            if self._connection is None:
                self._connect()
            return work()
        except BaseException:
            self._recover()
            raise

    def _recover(self) -> None:
        """Begin anew after a failure: a connection that cannot be rolled back is not used again.

        Its next commit would keep half of what failed.  One that can be is kept: with a full disk it still reads.
        """
        try:
            if self._connection is not None:
                self._engine.dialect.do_rollback(self._connection.connection)
        except Exception:               # of the driver, whichever that is
            if not self._is_in_memory:
                self._disconnect()

    def _connect(self) -> None:
        if self._file is not None:
            make_private(self._file)
        self._connection = self._engine.connect()
        if self._engine.dialect.name == "sqlite":
            # the log is safe when the process ends; only a power cut could lose the last moment
            self._connection.exec_driver_sql("PRAGMA journal_mode=WAL")
            self._connection.exec_driver_sql("PRAGMA synchronous=NORMAL")
            self._connection.commit()

    def _disconnect(self) -> None:
        """Close the connection as it is; the database rolls back what was not committed."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(sql.exc.SQLAlchemyError):
                connection.invalidate()
                connection.close()

    def _open(self) -> tuple[list[Kept], list[KeptText]]:
        assert self._connection is not None
        META.create_all(self._connection)       # tables that came later are added to an older database
        self._connection.commit()
        with self._connection.begin():
            self._salt = self._own_salt()
            self._adopt()
            games = [Kept(*row) for row in self._connection.execute(sql.select(
                *_KEPT_COLUMNS))]
            texts = [KeptText(*row) for row in self._connection.execute(sql.select(
                TEXTS.c.digest, TEXTS.c.maker, sql.func.length(TEXTS.c.text)))]
        return games, texts

    def _own_salt(self) -> bytes:
        """A secret of this database, with which addresses are hidden."""
        assert self._connection is not None
        row = self._connection.execute(sql.select(NOTES.c.value).where(NOTES.c.name == "salt")).first()
        if row is not None:
            return bytes.fromhex(row.value)
        made = secrets.token_bytes(32)
        self._connection.execute(sql.insert(NOTES), [{"name": "salt", "value": made.hex()}])
        return made

    def _adopt(self) -> None:
        """Games of an older server, which did not note their use: they count as used now."""
        assert self._connection is not None
        now = int(self.quota.clock())
        sizes = (sql.select(STEPS.c.game, (sql.func.sum(sql.func.length(STEPS.c.text))
                                           + STEP_BYTES * sql.func.count()).label("size"))
                 .group_by(STEPS.c.game).subquery())
        rows = self._connection.execute(
            sql.select(GAMES.c.id, GAMES.c.created, sql.func.length(GAMES.c.made_of), sizes.c.size)
            .outerjoin(sizes, sizes.c.game == GAMES.c.id)
            .where(GAMES.c.id.not_in(sql.select(KEPT.c.game)))).all()
        if rows:
            self._connection.execute(sql.insert(KEPT), [
                {"game": name, "maker": "", "made": created, "used": now, "text": None,
                 "bytes": int(of) + int(size or 0)}
                for name, created, of, size in rows])

    def _close(self) -> None:
        self._disconnect()
        self._engine.dispose()

    def _commit(self, lot: Sequence[_Write]) -> None:
        assert self._connection is not None
        now = int(self.quota.clock())
        with self._connection.begin():
            for write in lot:
                write.grown = 0
                if write.made_of is not None:
                    self._keep(write, write.made_of, now)
                if write.cut:
                    gone = sql.and_(STEPS.c.game == write.game, STEPS.c.number >= write.first)
                    count, size = self._connection.execute(sql.select(
                        sql.func.count(), sql.func.sum(sql.func.length(STEPS.c.text))).where(gone)).one()
                    self._connection.execute(sql.delete(STEPS).where(gone))
                    write.grown -= STEP_BYTES * count + int(size or 0)
                write.grown += stored_bytes(write.steps)
            rows = [{"game": write.game, "number": write.first + index, "kind": step.kind, "seat": step.seat,
                     "text": step.text} for write in lot for index, step in enumerate(write.steps)]
            if rows:                    # a game has one write at a time: its game waits for it
                self._connection.execute(sql.insert(STEPS), rows)

    def _keep(self, write: _Write, made_of: dict[str, Any], now: int) -> None:
        """Store what a game is made of; a rulebook's text goes where it is kept once for all games."""
        assert self._connection is not None
        run = self._connection.execute
        text = made_of["rule"].get("text")
        if text is not None:
            digest = hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()
            write.text = digest, text
            made_of = {**made_of, "rule": {**made_of["rule"], "text": None, _TEXT_OF: digest}}
            if not run(sql.update(TEXTS).where(TEXTS.c.digest == digest).values(used=now)).rowcount:
                run(sql.insert(TEXTS), [{"digest": digest, "maker": write.by, "used": now, "text": text}])
        row_text = json.dumps(made_of)
        run(sql.delete(GAMES).where(GAMES.c.id == write.game))
        run(sql.insert(GAMES), [{"id": write.game, "created": now, "made_of": row_text}])
        played_by = None if write.text is None else write.text[0]
        if not run(sql.update(KEPT).where(KEPT.c.game == write.game).values(text=played_by, used=now)).rowcount:
            write.grown += len(row_text)
            run(sql.insert(KEPT), [{"game": write.game, "maker": write.by, "made": now, "used": now,
                                    "bytes": len(row_text), "text": played_by}])

    def _note(self, changed: list[dict[str, Any]]) -> None:
        assert self._connection is not None
        with self._connection.begin():
            self._connection.execute(sql.update(KEPT).where(KEPT.c.game == sql.bindparam("b_game")), changed)

    def _delete(self, before: int) -> tuple[list[str], list[str]]:
        assert self._connection is not None
        run = self._connection.execute
        with self._connection.begin():
            games = [row.game for row in run(sql.select(KEPT.c.game).where(KEPT.c.used < before))]
            for some in (games[start:start + _AT_ONCE] for start in range(0, len(games), _AT_ONCE)):
                for table, column in ((STEPS, STEPS.c.game), (GAMES, GAMES.c.id), (KEPT, KEPT.c.game)):
                    run(sql.delete(table).where(column.in_(some)))
            played = sql.select(KEPT.c.text).where(KEPT.c.text.is_not(None))
            unplayed = sql.and_(TEXTS.c.digest.not_in(played), TEXTS.c.used < int(self.quota.clock()) - DAY)
            texts = [row.digest for row in run(sql.select(TEXTS.c.digest).where(unplayed))]
            run(sql.delete(TEXTS).where(unplayed))
        return games, texts

    def _read(self, game: str) -> tuple[tuple[dict[str, Any], list[StoredStep]] | None, Kept | None]:
        assert self._connection is not None
        with self._connection.begin():
            row = self._connection.execute(sql.select(GAMES.c.made_of).where(GAMES.c.id == game)).first()
            if row is None:
                return None, None
            made_of = json.loads(row.made_of)
            digest = made_of["rule"].pop(_TEXT_OF, None)
            if digest is not None:
                made_of["rule"]["text"] = self._connection.execute(
                    sql.select(TEXTS.c.text).where(TEXTS.c.digest == digest)).scalar_one()
            steps = self._connection.execute(sql.select(STEPS.c.kind, STEPS.c.seat, STEPS.c.text)
                                             .where(STEPS.c.game == game).order_by(STEPS.c.number))
            stored = made_of, [StoredStep(step.kind, step.seat, step.text) for step in steps]
            kept = self._connection.execute(sql.select(*_KEPT_COLUMNS).where(KEPT.c.game == game)).first()
            return stored, None if kept is None else Kept(*kept)


def check_database(address: str) -> list[Fault]:
    """See that a database can be used before a server starts; what had to be mended."""
    shown = re.sub(r":[^:@/]*@", ":***@", address)       # what cannot be read may hold a password too
    try:
        shown = sql.make_url(address).render_as_string(hide_password=True)
        file = sqlite_file(address)
        mended = [] if file is None else make_private(file)

        async def trial() -> None:
            async with Store(address):
                pass

        asyncio.run(trial())
    except (sql.exc.SQLAlchemyError, ImportError, OSError, ValueError, KeyError, TypeError) as error:
        if isinstance(error, QuepuError):
            raise
        missing = error.name if isinstance(error, ImportError) else ""
        said = str(getattr(error, "orig", None) or error).strip().splitlines() or [""]
        why = Fault("database.missing", name=missing) if missing else said[0][:200]
        raise QuepuError(Fault("database.unusable", address=shown, why=why,
                               more=Fault("database.postgres") if missing else None)) from None
    return mended
