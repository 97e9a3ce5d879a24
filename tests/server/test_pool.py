"""Fair turns among questions: a slow one holds up only whoever asked it, and is given up when he hangs up."""

import asyncio
import os
import signal
import subprocess
import sys
from typing import Any

import pytest
from starlette.testclient import TestClient

from quepu.server.app import make_app
from quepu.server.hosting.fair_turns import FairTurns
from quepu.server.hosting.pool import Pool
from quepu.server.hosting.worker import Told, Worker
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
        turns, order = FairTurns(2, 100, 100), []
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
        turns, stop = FairTurns(2, 3, 2), asyncio.Event()

        async def work(address: str) -> None:
            async with turns.turn(address):
                await stop.wait()

        tasks = [asyncio.create_task(work(address)) for address in ("a", "a", "a", "b", "c")]
        await settle()                  # a and b work; a waits twice, c once
        with pytest.raises(ProblemError) as own:
            await work("a")
        assert (own.value.status, own.value.wait > 0) == (429, True)
        late = [asyncio.create_task(work("d"))]         # who has most waiting gives a place up for one who has none
        await settle()
        given_up = tasks[2].exception()
        assert isinstance(given_up, ProblemError)
        assert (given_up.status, given_up.wait > 0) == (503, True)
        with pytest.raises(ProblemError) as every:
            await work("e")             # nobody has more than one: the last has to come again
        assert (every.value.status, every.value.wait > 0) == (503, True)
        tasks[4].cancel()               # whoever goes leaves his place
        await settle()
        late.append(asyncio.create_task(work("e")))
        await settle()
        assert not late[1].done()
        stop.set()
        await asyncio.gather(*tasks, *late, return_exceptions=True)
        assert (turns._queues, turns._running.total()) == ({}, 0)
    finished(run())


def test_who_has_waited_too_long_is_told_so() -> None:
    async def run() -> None:
        turns = FairTurns(1, 9, 9, 0.0)
        async with turns.turn("a"):
            with pytest.raises(ProblemError) as told:
                await turns.begin("b")
            assert (told.value.status, told.value.wait > 0, told.value.title.code) == (503, True, "pool.waited")
        assert (turns._queues, turns._running.total()) == ({}, 0)
    finished(run())


def test_who_asks_little_does_not_wait_for_however_many_who_ask_much() -> None:
    """Two addresses with slow texts had both processes for texts; a visitor with a small one waited for seconds."""
    async def run() -> None:
        now = [0.0]
        turns, order = FairTurns(2, 100, 100, clock=lambda: now[0]), []
        doors: dict[str, asyncio.Event] = {}

        async def work(name: str) -> None:
            async with turns.turn(name[0]):
                order.append(name)
                await doors.setdefault(name, asyncio.Event()).wait()

        async def ends(name: str, seconds: float) -> None:
            now[0] += seconds
            doors[name].set()
            await settle()

        tasks = [asyncio.create_task(work(name)) for name in ("a0", "b0", "a1", "b1", "a2")]
        await settle()
        assert order == ["a0", "b0"]            # nobody knows them yet
        await ends("a0", 8.0)
        assert order == ["a0", "b0"]            # both have had much now, and b goes on: one place stays free
        tasks.append(asyncio.create_task(work("c0")))
        await settle()
        assert order[2:] == ["c0"]
        await ends("c0", 0.1)
        await ends("b0", 0.1)
        assert order[3:] == ["a1"]              # they go round in what is left to them
        await ends("a1", 8.0)
        assert order[4:] == ["b1"]
        tasks.append(asyncio.create_task(work("d0")))
        await settle()
        assert order[5:] == ["d0"]              # b has his place for long by now, and a one to come
        await ends("b1", 600.0)
        assert order[6:] == ["a2"]
        for name in ("a2", "d0"):
            await ends(name, 0.0)
        await asyncio.gather(*tasks)
        assert (turns._queues, turns._running.total(), turns._begun) == ({}, 0, {})
    finished(run())


def test_who_asks_little_comes_before_many_addresses_that_asked_slowly() -> None:
    """Eight addresses that each asked one slow question had seven turns before a visitor got his."""
    async def run() -> None:
        now = [0.0]
        turns, order = FairTurns(2, 100, 100, clock=lambda: now[0]), []
        doors: dict[str, asyncio.Event] = {}

        async def work(name: str) -> None:
            async with turns.turn(name[0]):
                order.append(name)
                await doors.setdefault(name, asyncio.Event()).wait()

        async def ends(name: str, seconds: float) -> None:
            now[0] += seconds
            doors[name].set()
            await settle()

        tasks = []
        for turn in "01":
            tasks += [asyncio.create_task(work(f"{address}{turn}")) for address in "abcdefgh"]
            await settle()
        for address in "abcdefgh":
            await ends(f"{address}0", 1.5)          # each had a slow question, and has another that waits
        assert order[-2:] == ["a1", "b1"]
        tasks.append(asyncio.create_task(work("v0")))
        await settle()
        await ends("a1", 0.5)
        assert order[-1] == "v0"                    # he comes before c, who waits for long
        await ends("v0", 0.1)
        assert order[-1] == "c1"
        for address in "bcdefgh":
            await ends(f"{address}1", 0.1)
        await asyncio.gather(*tasks)
    finished(run())


def test_a_cancelled_request_gives_its_turn_back() -> None:
    async def run() -> None:
        turns = FairTurns(2, 9, 9)
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
    told_by_worker = Worker.told

    async def told_slowly(worker: Worker, what: str, rule: dict[str, Any], *rest: Any) -> Told:
        if "without end" in str(rule):
            await asyncio.Event().wait()
        return await told_by_worker(worker, what, rule, *rest)
    monkeypatch.setattr(Worker, "told", told_slowly)

    async def run() -> None:
        pool = Pool(Limits(workers=4))
        try:
            async def ask(address: str, **rule: Any) -> dict[str, Any]:
                ASKING.set(address)
                return await pool.ask("load", rule, {}, LONGEST)

            slow = [asyncio.create_task(ask("slow", text=f"{OWN}# without end {number}\n")) for number in range(4)]
            slow += [asyncio.create_task(ask("slow", id="guobiao", options={"without end": 1})) for _time in range(4)]
            await settle()
            assert (await asyncio.create_task(ask("ann", text=OWN)))["kind"] == "load"  # she does not wait for them
            assert (await asyncio.create_task(ask("ann", id="guobiao")))["kind"] == "load"
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


def test_an_answer_is_sent_as_the_worker_wrote_it(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """To read seven megabytes and to write them again took a quarter of a second in which nobody else was answered."""
    def read(_told: Told) -> Any:
        raise AssertionError("the server reads what a worker has written")
    monkeypatch.setattr(Told, "values", read)
    hand, names = "123m23455p345s77z", {"names": ["a", "b", "c", "d"], "entries": []}
    for path, body in (("score", {"hand": f"{hand} 5p"}), ("waits", {"hand": hand}), ("hand", {"hand": hand}),
                       ("discards", {"hand": f"{hand}1z"}), ("compare", {"hand": f"{hand} 5p"}), ("pad", names)):
        for rule in ({"id": "guobiao"}, {"text": OWN}):
            answer = client.post(f"/api/{path}", json={"rule": rule, **body})
            assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json"), answer.text
    assert client.post("/api/rulebooks", json={"text": OWN}).json()["kind"] == "rulebook"
    assert client.post("/api/check", json={"text": OWN, "seconds": 0.0}).json()["kind"] == "check"


def test_an_answer_without_end_is_refused_by_its_limit(client: TestClient) -> None:
    """It was told as no answer within 37 seconds, after one, and cost the process its life."""
    fans = "".join(f'[fan.f{number}]\nname = "{"n" * 2000}{number}"\nvalue = 1\nwhen = "set_count > 2"\n'
                   for number in range(150))
    entry = {"wins": [{"seat": "a", "from": "b", "hand": "123m23455p345s77z 5p"}]}
    rule = {"text": f'extends = "base/thirteen"\nname = "x"\n{fans}'}
    workers = client.app.state.worker.strangers._workers                    # type: ignore[attr-defined]
    assert client.post("/api/check", json={"text": OWN, "seconds": 0.0}).status_code == 200
    before = [worker._process and worker._process.pid for worker in workers]
    answer = client.post("/api/pad?lang=en", json={"rule": rule, "names": ["a", "b", "c", "d"], "entries": [entry] * 8})
    assert (answer.status_code, answer.json()["code"]) == (422, "server.large_answer"), answer.text[:300]
    assert "4 MiB" in answer.json()["title"]
    assert [worker._process and worker._process.pid for worker in workers] == before


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


def test_too_many_questions_at_once_are_refused_over_http(settings: Settings) -> None:
    tight = Settings(settings.database, settings.page, Limits(waiting=0))
    app = make_app(tight)
    with TestClient(app) as client:
        app.state.worker.strangers._turns._running["others"] = 2
        answer = client.post("/api/check", json={"text": OWN, "seconds": 0.0})
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
        assert (answer.json()["code"], bool(answer.json()["faults"])) == ("pool.busy", True)
        assert client.post("/api/score", json={"rule": {"id": "guobiao"}, "hand": "1m"}).status_code < 500
        del app.state.worker.strangers._turns._running["others"]


#: a server that has once been as large as a process may be that answers questions
_LARGE_SERVER = """
import asyncio
from quepu.server.hosting.worker import LARGE, Worker

async def run():
    worker, asked, processes = Worker(), {"hand": "123m23455p345s77z 5p", "from": "S", "lang": "en"}, []
    for _time in range(2):
        assert (await worker.ask("score", {"id": "guobiao"}, asked, 900.0))["kind"] == "score"
        processes.append(worker._process and worker._process.pid)
    print(processes[0] == processes[1] != None)
    await worker.close()

assert len(b"x" * (LARGE + (16 << 20))) > LARGE
asyncio.run(run())
"""


def test_a_process_is_not_taken_for_as_large_as_its_server() -> None:
    """The kernel hands the most memory the server has ever had on to whom it starts, as if it were his own."""
    assert subprocess.check_output([sys.executable, "-c", _LARGE_SERVER], text=True).strip() == "True"
