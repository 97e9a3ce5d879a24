"""One budget: whatever is asked, by whatever rulebook, is worked out in other processes and given up with its asker.

A question without end is one whose process is stopped (SIGSTOP) as soon as it has it.
"""

import asyncio
import json
import os
import signal
import socket
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient
from tools.load import sqlite
from tools.served import Served

from quepu.server.app import make_app
from quepu.server.hosting.pool import Crew
from quepu.server.hosting.worker import Worker
from quepu.server.settings import Limits, Settings
from tests.server.conftest import PATIENT
from tests.server.test_pool import OWN, finished
from tests.waiting import LONGEST, wait_until

#: the six of the audit: each took more than forty seconds of processor time
SLOW = {"rule": {"id": "tianjin"}, "hand": "1112222333344s", "wild": "1s2s"}
HAND = {"rule": {"id": "guobiao"}, "hand": "123m23455p345s77z 5p", "from": "S"}


class Asker:
    """Somebody who asks over HTTP, from an address, and may hang up."""

    def __init__(self, app: FastAPI, path: str, body: Any = None, address: str = "192.0.2.1") -> None:
        self.status, self.body = 0, b""
        self._hung_up = asyncio.Event()
        self._asked: list[dict[str, Any]] = [{"type": "http.request", "more_body": False,
                                              "body": b"" if body is None else json.dumps(body).encode()}]
        scope = {"type": "http", "method": "GET" if body is None else "POST", "path": path, "query_string": b"",
                 "headers": [(b"host", b"localhost"), (b"content-type", b"application/json")], "http_version": "1.1",
                 "scheme": "http", "client": (address, 1), "server": ("127.0.0.1", 80), "root_path": ""}
        self.task = asyncio.ensure_future(app(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        if self._asked:
            return self._asked.pop()
        await self._hung_up.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        self.status = message.get("status", self.status)
        self.body += message.get("body", b"")

    async def hang_up(self) -> None:
        self._hung_up.set()
        await self.task

    async def answer(self) -> tuple[int, Any]:
        await self.task
        return self.status, json.loads(self.body)


@asynccontextmanager
async def served(settings: Settings) -> AsyncIterator[FastAPI]:
    app = make_app(settings)
    async with app.router.lifespan_context(app):
        yield app


async def until(is_so: Callable[[], Any]) -> None:
    while not is_so():
        await asyncio.sleep(0.01)


async def without_end(crew: Crew) -> None:
    """Let every process of a crew that is at work come to no end."""
    await until(lambda: all(not worker._is_idle and worker._process for worker in _busy(crew)) and _busy(crew))
    for worker in _busy(crew):
        os.kill(worker._process.pid, signal.SIGSTOP)    # type: ignore[union-attr]


def _busy(crew: Crew) -> list[Worker]:
    return [worker for worker in crew._workers if worker not in crew._free]


@pytest.mark.parametrize(("path", "body"), [
    ("/api/waits", SLOW), ("/api/score", HAND), ("/api/discards", HAND), ("/api/hand", HAND), ("/api/compare", HAND),
    ("/api/pad", {"rule": {"id": "guobiao"}, "names": ["A", "B", "C", "D"]}), ("/api/rulebooks/guobiao", None),
    ("/api/rulebooks/guobiao", {}), ("/api/records", {"record": "x"}),
    ("/api/records/play", {"record": "x", "step": 1}),
    ("/api/check", {"text": OWN}), ("/api/score", {**HAND, "rule": {"text": OWN}}), ("/api/rulebooks", {"text": OWN}),
])
def test_who_hangs_up_frees_the_process(settings: Settings, path: str, body: Any) -> None:
    """Every kind of question, whoever wrote the rulebook: the process is ended, and the next who asks is answered."""
    async def run() -> None:
        async with served(settings) as app:
            crew = app.state.worker.strangers if "text" in json.dumps(body) else app.state.worker.shipped
            asker = Asker(app, path, body)
            await until(lambda: _busy(crew) and _busy(crew)[0]._process)
            process = _busy(crew)[0]._process
            os.kill(process.pid, signal.SIGSTOP)
            await asker.hang_up()
            await until(lambda: not crew._working)
            assert process.returncode == -signal.SIGKILL
            assert (crew._turns._running.total(), len(crew._free)) == (0, len(crew._workers))
    finished(run())


def test_an_answer_that_comes_in_a_moment_leaves_the_process_as_it_is(
        settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quepu.server.hosting.worker.GRACE", LONGEST)

    async def run() -> None:
        async with served(settings) as app:
            crew = app.state.worker.shipped
            assert (await Asker(app, "/api/score", HAND).answer())[0] == 200
            process = crew._free[-1]._process
            os.kill(process.pid, signal.SIGSTOP)
            asker = Asker(app, "/api/score", HAND)
            await until(lambda: _busy(crew))
            await asker.hang_up()
            os.kill(process.pid, signal.SIGCONT)
            await until(lambda: not crew._working)
            assert (asker.status, crew._free[-1]._process) == (499, process)
            assert (await Asker(app, "/api/waits", {**HAND, "hand": "123m"}).answer())[1]["kind"] == "waits"
    finished(run())


def test_six_slow_questions_disable_nothing(tmp_path: Path) -> None:
    """The audit's critical finding; all other visitors get all they ask for while the questions come to no end."""
    async def run() -> None:
        async with served(Settings(f"sqlite:///{tmp_path / 'games.sqlite'}", tmp_path, PATIENT)) as app:
            crew = app.state.worker.shipped
            slow = [Asker(app, "/api/waits", SLOW) for _time in range(6)]
            await without_end(crew)
            other = "198.51.100.7"
            for path, body in (("/api/rulebooks", None), ("/api/rulebooks/fans", None), ("/api/score", HAND),
                               ("/api/rulebooks/tianjin", None), ("/api/rulebooks", {"text": OWN}),
                               ("/api/waits", {**HAND, "hand": "123m23455p345s77z"})):
                assert (await Asker(app, path, body, other).answer())[0] == 200, path
            status, made = await Asker(app, "/api/games", {"rule": {"id": "guobiao"}}, other).answer()
            assert status == 201
            live = await app.state.games.find(made["id"])
            async with app.state.games.using(live) as game:
                seen = await game.update(0, 0, "en", False)
                change = await game.act(0, seen["view"]["legal"][0]["action"], None)
                await app.state.games.save(live, change)
            assert not any(asker.task.done() for asker in slow)
            for asker in slow:
                await asker.hang_up()
            await until(lambda: not crew._working)
            assert (await Asker(app, "/api/score", HAND).answer())[0] == 200
    finished(run())


def test_a_flood_from_one_address_is_refused_by_its_limit(settings: Settings) -> None:
    async def run() -> None:
        tight = Settings(settings.database, settings.page, Limits(waiting_of_one=2, requests=1e6, burst=10**6))
        async with served(tight) as app:
            slow = [Asker(app, "/api/waits", SLOW) for _time in range(3)]
            await without_end(app.state.worker.shipped)
            status, told = await Asker(app, "/api/waits", SLOW).answer()
            assert (status, told["code"], "2 questions" in told["title"]) == (429, "pool.of_address", True)
            for asker in slow:
                await asker.hang_up()
    finished(run())


def test_a_hint_is_worked_out_elsewhere_while_the_game_goes_on(settings: Settings) -> None:
    app = make_app(settings)
    with TestClient(app) as client:
        made = client.post("/api/games", json={"rule": {"id": "guobiao"}, "seed": 1}).json()
        crew = app.state.worker.shipped
        with client.websocket_connect(f"/api/games/{made['id']}/socket?key={made['key']}&lang=en") as browser:
            seen: dict[str, Any] = {}
            while seen.get("type") != "update":
                seen = browser.receive_json()
            browser.send_json({"type": "hint", "id": 1})
            wait_until(lambda: _busy(crew) and _busy(crew)[0]._process, "the hint is being worked out")
            process = _busy(crew)[0]._process
            assert process is not None
            os.kill(process.pid, signal.SIGSTOP)
            browser.send_json({"type": "act", "id": 2, "action": seen["view"]["legal"][0]["action"]})
            told = browser.receive_json()
            while told.get("id") != 2:
                assert told["type"] == "update"
                told = browser.receive_json()
            assert told["type"] == "done"
        wait_until(lambda: not crew._working, "whoever asked for the hint has gone")
        assert process.returncode == -signal.SIGKILL


def _workers(server: int) -> set[int]:
    """The processes of a server that work out questions."""
    rows = subprocess.check_output(["ps", "-A", "-ww", "-o", "pid=,ppid=,args="], text=True)
    found = (row.split(None, 2) for row in rows.splitlines())
    return {int(pid) for pid, parent, what in found if int(parent) == server and "hosting.worker" in what}


def test_a_server_ends_though_questions_are_asked_without_end() -> None:
    """SIGTERM: neither a question nor who waits for its answer is waited for."""
    with sqlite() as address, Served(address) as server, ExitStack() as open_sockets:
        assert server.process is not None
        pid = server.process.pid
        for path, body in (("waits", SLOW), ("check", {"text": OWN, "seconds": 4})):
            text = json.dumps(body)
            asker = open_sockets.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            asker.sendall(f"POST /api/{path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                          f"Content-Length: {len(text)}\r\n\r\n{text}".encode())
        wait_until(lambda: len(_workers(pid)) >= 2, "two processes are at work")
        workers = _workers(pid)
        for worker in workers:
            os.kill(worker, signal.SIGSTOP)
        server.process.terminate()
        server.process.wait(LONGEST)
        wait_until(lambda: not any(map(_is_there, workers)), "they end with it")


def _is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
