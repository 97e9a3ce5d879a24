"""The nth call of the database fails: nothing that was acknowledged is lost, nothing half-written is read.

Each failure happens once, and from then on until the database is mended; before the call is done, and after it.  A
share of all n in `make test`, every n under `QUEPU_FULL=1`.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest
import sqlalchemy as sql
from sqlalchemy.exc import SQLAlchemyError
from tools.load import sqlite
from tools.postgres import missing, postgres

from quepu.server.games.database import Store
from quepu.server.safety.quota import Quota
from quepu.server.settings import DAY, Limits
from quepu.server.tables.stored_steps import StoredStep
from tests.server.failing_database import Failing
from tests.share import sampled

RULE = {"id": "x", "text": None, "options": {}}
OWN = {**RULE, "id": None, "text": "name = 'mine'"}
WAYS = [(lasting, late) for lasting in (False, True) for late in (False, True)]
SHARE = {"sqlite": 20, "postgresql+psycopg": 4}         # of some eighty calls
State = dict[str, tuple[dict[str, Any], list[StoredStep]]]


def steps(*texts: str) -> list[StoredStep]:
    return [StoredStep("action", 0, text) for text in texts]


@pytest.fixture(scope="module", params=["sqlite", *([] if missing() else ["postgres"])])
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    """A database; each test leaves it empty."""
    with postgres() if request.param == "postgres" else sqlite() as found:
        yield found


class Life:
    """What happens to a store, and what it has acknowledged."""

    def __init__(self, address: str, failing: Failing) -> None:
        self.address, self.failing = address, failing
        self.now = 1_000_000_000.0
        self.told: State = {}
        self.store = self._new()

    def _new(self) -> Store:
        return self.failing.attach(Store(self.address, Quota(Limits(), lambda: self.now)))

    async def run(self) -> None:
        """Every kind of write and read, each until it is done."""
        await self._until_open()
        for game, rule in (("one", RULE), ("two", OWN), ("old", OWN)):
            await self.write(game, 0, steps("a", "b"), {"rule": rule, "seed": 1})
        await self.write("one", 2, steps("c", "d", "e"))
        await self.write("one", 3, steps("x"), cut=True)                # taken back, and another answer
        await self.write("two", 2, [], {"rule": OWN, "seed": 1, "stand_ins": [1]})
        await self.read("one")
        self.now += 20 * DAY
        self.store.quota.use("one")
        self.store.quota.use("two")
        await self.done(self.store.note_used)
        self.now += 20 * DAY            # what was used 20 days ago stays, if that could be written down
        self.told.pop("old")
        await self.done(lambda: self.store.delete_unused(int(self.now) - 30 * DAY))
        await self.write("two", 2, steps("y"))
        await self.store.__aexit__()

    async def _until_open(self) -> None:
        while True:
            try:
                await self.store.__aenter__()
                return
            except SQLAlchemyError:
                self._noted()
                self.store = self._new()

    async def done(self, what: Callable[[], Awaitable[Any]]) -> None:
        """Do something until it succeeds; a database that fails from then on is mended after three tries."""
        for _try in range(5):
            try:
                await what()
                return
            except SQLAlchemyError:
                self._noted()
        raise AssertionError("it never succeeded again")

    def _noted(self) -> None:
        if self.failing.failed >= 3:
            self.failing.mend()

    async def write(self, game: str, first: int, more: list[StoredStep], made_of: dict[str, Any] | None = None,
                    cut: bool = False) -> None:
        """Write until it is acknowledged; after a failure the game is what it was, or what it was to be."""
        before = self.told.get(game)
        kept = [] if before is None else before[1]
        wanted = (made_of or (before or ({},))[0], kept[:first] + more)

        async def attempt() -> None:
            try:
                await self.store.save(game, first, more, cut, deepcopy(made_of))
            except SQLAlchemyError:
                self._noted()
                await self.done(lambda: self._neither(game, before, wanted))
                if self.told.get(game) != wanted:
                    raise
            self.told[game] = wanted
        await self.done(attempt)

    async def _neither(self, game: str, before: Any, wanted: Any) -> None:
        """A server reads the game again after a failure."""
        found = await self.store.load(game)
        assert found in (before, wanted), f"half-written: {found}"
        if found is not None:
            self.told[game] = found

    async def read(self, game: str) -> None:
        """It is read as it was acknowledged."""
        async def attempt() -> None:
            assert await self.store.load(game) == self.told[game]
        await self.done(attempt)


def lost_and_orphans(address: str, told: State) -> list[str]:
    """What a new store of the same database reads otherwise, and rows that belong to nothing."""
    async def read() -> list[str]:
        async with Store(address) as store:
            found = [game for game in told if await store.load(game) != told[game]]
            found += [f"gone from the count: {game}" for game in told if game not in store.quota.kept]
            return found + [f"not gone: {game}" for game in store.quota.kept if game not in told]
    wrong = asyncio.run(read())
    engine = sql.create_engine(address)
    with engine.connect() as database:
        for game, count, last in database.execute(sql.text(
                "select game, count(*), max(number) from steps group by game")):
            if game not in told or last != count - 1:
                wrong.append(f"steps of {game}: {count}, the last is {last}")
    engine.dispose()
    return wrong


def emptied(address: str) -> None:
    """The same database with nothing in it, as if new."""
    engine = sql.create_engine(address)
    meta = sql.MetaData()
    meta.reflect(engine)
    meta.drop_all(engine)
    engine.dispose()


def ended(address: str, failing: Failing) -> State:
    """What a store had acknowledged at the end of its life."""
    life = Life(address, failing)
    asyncio.run(life.run())
    return life.told


@pytest.mark.parametrize(("lasting", "late"), WAYS)
def test_a_store_whose_nth_call_fails_loses_nothing(address: str, lasting: bool, late: bool,
                                                    caplog: pytest.LogCaptureFixture) -> None:
    whole, wrong = Failing(), []
    ended(address, whole)
    emptied(address)
    few = SHARE[address.partition(":")[0]]
    for at in sampled(range(1, len(whole.calls) + 1), few, f"store {address[:6]} {lasting} {late}"):
        failing = Failing(at, lasting, late)
        told = ended(address, failing)
        assert failing.failed
        wrong += [f"{at}: {failing.calls[at - 1]}: {one}" for one in lost_and_orphans(address, told)]
        emptied(address)
    assert wrong == []
    assert [record.message for record in caplog.records if record.exc_info] == []       # nobody reads tracebacks
