"""Fair turns among strangers' texts: a slow one holds up only whoever sent it."""

import asyncio
import os
import signal
from typing import Any

import pytest
from starlette.testclient import TestClient

from quepu.server.app import make_app
from quepu.server.hosting.pool import Pool, Turns
from quepu.server.hosting.worker import Worker
from quepu.server.http_problem import ProblemError
from quepu.server.safety.address import ASKING
from quepu.server.settings import Limits, Settings
from tests.server.test_hostile_books import BOOKS
from tests.waiting import LONGEST

OWN = 'extends = "guobiao"\nname = { zh = "我", en = "Mine" }\n'


def finished(work: Any) -> Any:
    async def run() -> Any:
        return await asyncio.wait_for(work, LONGEST)
    return asyncio.run(run())


async def settle() -> None:
    for _time in range(20):
        await asyncio.sleep(0)


def test_turns_go_round_by_address() -> None:
    async def run() -> None:
        turns, order = Turns(2, 100, 100), []
        doors: dict[str, asyncio.Event] = {}

        async def work(address: str, name: str) -> None:
            async with turns.turn(address):
                order.append(name)
                await doors.setdefault(name, asyncio.Event()).wait()

        tasks = [asyncio.create_task(work("greedy", f"g{number}")) for number in range(5)]
        await settle()
        assert order == ["g0"]          # one address has never all processes
        tasks += [asyncio.create_task(work("ann", "a0")), asyncio.create_task(work("bo", "b0"))]
        await settle()
        assert order == ["g0", "a0"]
        for done in ("g0", "a0", "b0", "g1", "g2", "g3", "g4"):
            doors.setdefault(done, asyncio.Event()).set()
            await settle()
        assert order == ["g0", "a0", "b0", "g1", "g2", "g3", "g4"]
        await asyncio.gather(*tasks)
    finished(run())


def test_who_would_wait_too_long_is_told_so() -> None:
    async def run() -> None:
        turns, stop = Turns(2, 3, 2), asyncio.Event()

        async def work(address: str) -> None:
            async with turns.turn(address):
                await stop.wait()

        tasks = [asyncio.create_task(work(address)) for address in ("a", "a", "a", "b", "c")]
        await settle()                  # a and b work; a waits twice, c once
        with pytest.raises(ProblemError) as own:
            await work("a")
        assert (own.value.status, own.value.wait > 0) == (429, True)
        with pytest.raises(ProblemError) as every:
            await work("d")
        assert (every.value.status, every.value.wait > 0) == (503, True)
        tasks[1].cancel()               # whoever goes leaves his place
        tasks[4].cancel()
        await settle()
        last = asyncio.create_task(work("d"))
        stop.set()
        await asyncio.gather(*tasks, last, return_exceptions=True)
        assert (turns._queues, turns._running.total()) == ({}, 0)
    finished(run())


def test_a_cancelled_request_gives_its_turn_back() -> None:
    async def run() -> None:
        turns = Turns(2, 9, 9)
        for _time in range(5):
            entered = asyncio.Event()

            async def work(entered: asyncio.Event = entered) -> None:
                async with turns.turn("a"):
                    entered.set()
                    await asyncio.Event().wait()        # for ever

            task = asyncio.create_task(work())
            await entered.wait()
            waiting = asyncio.create_task(work())
            await settle()
            task.cancel()
            waiting.cancel()
            await asyncio.gather(task, waiting, return_exceptions=True)
        assert (turns._queues, turns._running.total()) == ({}, 0)
    finished(run())


def test_one_slow_text_does_not_hold_up_the_next_visitor(monkeypatch: pytest.MonkeyPatch) -> None:
    """A real pool: one address sends texts without end, all it may; another asks for a small one."""
    ask_worker = Worker.ask

    async def ask_slowly(worker: Worker, what: str, rule: dict[str, Any], *rest: Any) -> dict[str, Any]:
        if "without end" in rule["text"]:
            await asyncio.Event().wait()
        return await ask_worker(worker, what, rule, *rest)
    monkeypatch.setattr(Worker, "ask", ask_slowly)

    async def run() -> None:
        pool = Pool(Limits(workers=2))
        try:
            async def ask(address: str, text: str) -> dict[str, Any]:
                ASKING.set(address)
                return await pool.ask("load", {"text": text}, {}, LONGEST)

            slow = [asyncio.create_task(ask("slow", f"{OWN}# without end {number}\n")) for number in range(4)]
            await settle()
            assert (await asyncio.create_task(ask("ann", OWN)))["kind"] == "load"       # she does not wait for them
            assert not any(task.done() for task in slow)
            for task in slow:
                task.cancel()
            await asyncio.gather(*slow, return_exceptions=True)
        finally:
            await pool.close()

    finished(run())


def test_a_worker_whose_asker_left_answers_the_next_one_rightly() -> None:
    async def run() -> None:
        worker = Worker()
        try:
            await worker.ask("load", {"text": OWN}, {}, LONGEST)
            os.kill(worker._process.pid, signal.SIGSTOP)        # type: ignore[union-attr]  # it cannot have answered
            task = asyncio.create_task(worker.ask("load", {"text": BOOKS["many picks"]}, {}, LONGEST))
            await settle()
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            found = await worker.ask("check", {"text": OWN}, {"seconds": 0.0}, LONGEST)
            assert found["kind"] == "check"
        finally:
            await worker.close()
    finished(run())


def test_a_fault_inside_the_worker_is_told_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        worker = Worker()
        try:
            with pytest.raises(ProblemError) as told:
                await worker.ask("nonsense", {"text": OWN + "secret"}, {}, LONGEST)
            assert told.value.status == 422
            assert "KeyError" in told.value.faults[0]
            assert (await worker.ask("load", {"text": OWN}, {}, LONGEST))["kind"] == "load"       # the process goes on
        finally:
            await worker.close()
    finished(run())
    assert "KeyError in nonsense" in caplog.text
    assert "secret" not in caplog.text


def test_too_many_texts_at_once_are_refused_over_http(settings: Settings) -> None:
    tight = Settings(settings.database, settings.page, Limits(waiting=0))
    with TestClient(make_app(tight)) as client:
        answer = client.post("/api/check", json={"text": OWN, "seconds": 0.0})
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
        assert answer.json()["faults"]
        assert client.post("/api/score", json={"rule": {"id": "guobiao"}, "hand": "1m"}).status_code < 500
