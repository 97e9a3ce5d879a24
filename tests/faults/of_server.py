"""Calls that provoke the faults of the server."""

import asyncio
from types import SimpleNamespace
from typing import Any

from fastapi import FastAPI
from fastapi.testclient import TestClient
from pydantic import BaseModel
from sqlalchemy.exc import SQLAlchemyError

from quepu.errors import HandError, IllegalAction
from quepu.faults import Fault
from quepu.game.plain_engine import PlainEngine
from quepu.server.hosting import child, host
from quepu.server.hosting.worker import TOO_LONG, Worker, told_of
from quepu.server.http_problem import add_handlers, received_faults
from tests.faults.provoking import Table, book


def _answered(error: Exception) -> list[Fault]:
    """What the server says of an error: its title and its faults."""
    app = FastAPI()
    add_handlers(app)

    @app.get("/")
    async def fail() -> None:
        raise error
    body = TestClient(app, raise_server_exceptions=False).get("/").json()
    return [Fault(body["code"]), *received_faults(body)]


def _misfit() -> list[Fault]:
    class Wanted(BaseModel):
        number: int
    try:
        Wanted(number="x")          # type: ignore[arg-type]
    except ValueError as error:
        return _answered(error)
    raise AssertionError


def _worked(answer: str) -> Any:
    """What a worker's answer comes to."""
    class Silent(Worker):
        async def _running(self) -> Any:
            async def line() -> bytes:
                return answer.encode()
            return SimpleNamespace(stdin=SimpleNamespace(write=lambda _text: None),
                                   stdout=SimpleNamespace(readline=line), returncode=0)
    return asyncio.run(Silent().ask("score", {}, {}, 1.0))


def _childs(error: BaseException) -> list[Fault]:
    def fail() -> None:
        raise error
    asked: Any = SimpleNamespace(does={"fail": fail}, table=lambda _game: object())
    return received_faults(child.answered(asked, "fail", {}))


def _unknown_question() -> list[Fault]:
    asked: Any = SimpleNamespace(does={}, table=lambda _game: object())
    return received_faults(child.answered(asked, "dance", {"game": ""}))


def _slow() -> None:
    child.try_out(book(), PlainEngine(book()), seconds=-1.0)


PROVOKED: Table = {
    "server.not_now": lambda: _answered(IllegalAction("x")),
    "server.not_valid": lambda: _answered(HandError("x")),
    "server.no_database": lambda: _answered(SQLAlchemyError()),
    "server.nothing_changed": lambda: _answered(SQLAlchemyError()),
    "server.too_long": lambda: _worked(""),
    "server.simpler": lambda: _worked(f'{{"kind": "{TOO_LONG}"}}'),
    "server.failed": lambda: received_faults(told_of(LookupError("x"), "score")),
    "server.failed_logged": lambda: received_faults(told_of(LookupError("x"), "score")),
    "server.too_large_to_work_out": lambda: _childs(RecursionError()),
    "server.no_such_question": _unknown_question,
    "host.not_done": lambda: host._given({}),
    "host.not_ready": _slow,
    "host.slow_hands": _slow,
}
