"""The time of the server's own process is shared out: what is told of long games holds nobody else up."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from quepu.game.match import Match
from quepu.records.lines import write_record
from quepu.server.app import make_app
from quepu.server.safety.address import ASKING
from quepu.server.safety.guard import GuardMiddleware
from quepu.server.safety.own_time import ASKS, LEAST, SHARE, OwnTime
from quepu.server.settings import Settings
from quepu.server.tables import telling
from tests.players import played

ONE, OTHER = "10.0.0.1", "10.0.0.2"


class Day:
    """A clock that goes on only when somebody sleeps, and a measure by which each step takes as long as is said."""

    def __init__(self, step: float = 0.0) -> None:
        self.now, self.used, self.step, self.slept = 0.0, 0.0, step, 0.0

    def clock(self) -> float:
        return self.now

    def measure(self) -> float:
        self.used += self.step / 2      # asked before a step and after it
        return self.used

    async def sleep(self, seconds: float) -> None:
        self.slept += seconds
        self.now += seconds
        await asyncio.sleep(0)

    def own_time(self) -> OwnTime:
        return OwnTime(self.clock, self.measure, self.sleep)


def test_who_is_alone_never_waits() -> None:
    day = Day()
    own = day.own_time()
    own.see(ONE)
    own.charge(ONE, 100.0)
    assert own.owed(ONE) == 0
    own.see(OTHER)
    assert own.owed(ONE) > 0
    assert own.owed(OTHER) == 0
    day.now += ASKS + 0.1               # the other has gone
    own.see(ONE)
    own.charge(ONE, 100.0)
    assert own.owed(ONE) == 0


@pytest.mark.parametrize("others", [1, 3, 100])
def test_each_has_his_part_while_others_ask(others: int) -> None:
    day = Day()
    own, turns, share = day.own_time(), 0, max(LEAST, SHARE / (1 + others))

    async def greedy() -> None:
        nonlocal turns
        ASKING.set(ONE)
        while day.now < 100:
            for other in range(others):
                own.see(f"10.1.{other // 250}.{other % 250}")
            await own.turn()
            turns += 1
            own.charge(ONE, 0.05)
            day.now += 0.05             # others wait for it
    asyncio.run(greedy())
    assert 0.8 * share < turns * 0.05 / day.now < 1.2 * share + 0.05


def test_the_server_itself_waits_for_nothing() -> None:
    day = Day()
    own = day.own_time()
    own.see("")
    own.see(ONE)
    own.charge("", 100.0)
    asyncio.run(own.turn())
    assert not day.slept


def test_every_step_is_measured_and_what_is_cancelled_hears_of_it() -> None:
    day = Day(0.5)
    own, heard = day.own_time(), []

    async def work() -> str:
        await asyncio.sleep(0)
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            heard.append("cancelled")
            await asyncio.sleep(0)
        with pytest.raises(KeyError):
            await failing()
        return "done"

    async def failing() -> None:
        await asyncio.sleep(0)
        raise KeyError

    async def run() -> str:
        ASKING.set(ONE)
        own.see(ONE)
        task = asyncio.create_task(own.timed(work()))
        for _round in range(3):
            await asyncio.sleep(0)
        task.cancel()
        return await task
    assert asyncio.run(run()) == "done"
    assert heard == ["cancelled"]
    own.see(OTHER)
    assert own._lately(own.see(ONE)) == 5 * 0.25        # five steps, each half as long as between two of them


def test_those_of_one_address_go_on_one_after_the_other() -> None:
    """A hundred of them at once do not come before whoever asks next."""
    day = Day()
    own, order = day.own_time(), []

    async def ask(address: str, number: int) -> None:
        ASKING.set(address)
        await own.turn()
        order.append((address, number))

    async def run() -> None:
        own.see(ONE)
        own.charge(ONE, 2 * LEAST)
        many = [asyncio.create_task(ask(ONE, number)) for number in range(100)]
        for _round in range(3):
            await asyncio.sleep(0)
        await ask(OTHER, 0)
        await asyncio.gather(*many)
    asyncio.run(run())
    assert order.index((OTHER, 0)) < 10
    assert [number for address, number in order if address == ONE] == list(range(100))


# -- the server --

def test_who_waits_when_the_server_ends_is_told_so() -> None:
    """Not by a fault of ours, nor by a trace in the log."""
    sent: list[dict[str, object]] = []

    async def waits(_scope: object, _receive: object, _send: object) -> None:
        await asyncio.sleep(3600)

    async def send(message: dict[str, object]) -> None:
        sent.append(message)

    async def run() -> None:
        guard = GuardMiddleware(waits, Settings())
        scope = {"type": "http", "method": "GET", "path": "/api/games/x", "query_string": b"",
                 "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80), "headers": [(b"host", b"localhost")]}
        asked = asyncio.create_task(guard(scope, None, send))
        await asyncio.sleep(0)
        asked.cancel()
        await asked
    asyncio.run(run())
    assert sent[0]["status"] == 503


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> Day:
    made = Day()
    monkeypatch.setattr("quepu.server.app.OwnTime", made.own_time)
    return made


@pytest.fixture
def behind_a_proxy(settings: Settings, day: Day) -> Iterator[TestClient]:
    app = make_app(replace(settings, trusted_proxies=("127.0.0.1",)))
    with TestClient(app, client=("127.0.0.1", 1)) as client:
        yield client


@pytest.fixture(scope="module")
def match() -> Match:
    return played("guobiao", 3, 2)


def made_game(client: TestClient, match: Match) -> dict[str, str]:
    """A game that goes on from a record, at the end of its hands."""
    answer = client.post("/api/records/play", json={"record": write_record(match), "step": len(match.steps)},
                         headers={"x-forwarded-for": ONE})
    assert answer.status_code == 201, answer.text
    game: dict[str, str] = answer.json()
    return game


def test_who_looks_again_and_again_waits_for_others(behind_a_proxy: TestClient, day: Day, match: Match) -> None:
    game = made_game(behind_a_proxy, match)

    def look(part: str, address: str = ONE) -> float:
        before = day.slept
        answer = behind_a_proxy.get(f"/api/games/{game['id']}{part}", headers={
            "authorization": f"Bearer {game['key']}", "x-forwarded-for": address})
        assert answer.status_code == 200
        return day.slept - before

    day.step = 0.3                      # seconds that each step of the event loop takes, on a very slow machine
    assert look("") == look("/record") == look("") == 0          # he is alone
    behind_a_proxy.get("/api/health", headers={"x-forwarded-for": OTHER})
    assert look("") > 0
    behind_a_proxy.get("/api/health", headers={"x-forwarded-for": OTHER})
    assert look("/record") > 0
    assert look("", OTHER) == 0


def test_a_game_without_end_is_told_in_part(behind_a_proxy: TestClient, match: Match,
                                            monkeypatch: pytest.MonkeyPatch) -> None:
    game = made_game(behind_a_proxy, match)
    key = {"authorization": f"Bearer {game['key']}"}
    whole = behind_a_proxy.get(f"/api/games/{game['id']}", headers=key).json()["update"]
    assert whole["since"] == 0
    assert len(whole["events"]) > 100
    monkeypatch.setattr(telling, "MOST_EVENTS", 100)
    part = behind_a_proxy.get(f"/api/games/{game['id']}", headers=key).json()["update"]
    assert part["since"] == whole["step"] - 100
    assert part["events"] == [event for event in whole["events"] if event["step"] >= part["since"]]
    assert part["view"] == whole["view"]


def test_a_record_is_made_a_few_lines_at_a_time(behind_a_proxy: TestClient, match: Match,
                                                monkeypatch: pytest.MonkeyPatch) -> None:
    """Others play between any eight of its lines."""
    game = made_game(behind_a_proxy, match)
    pauses = 0

    class Paces:
        @staticmethod
        async def sleep(_seconds: float) -> None:
            nonlocal pauses
            pauses += 1
            await asyncio.sleep(0)
    monkeypatch.setattr("quepu.server.hosting.pace.asyncio", Paces)
    for key in ("key", "watch_key"):
        pauses = 0
        answer = behind_a_proxy.get(f"/api/games/{game['id']}/record", headers={
            "authorization": f"Bearer {game[key]}"})
        assert pauses == len(answer.text.splitlines()) // 8 > 10
