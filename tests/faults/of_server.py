"""Calls that provoke the faults of the server."""

import asyncio
import json
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any
from unittest import mock

from fastapi import FastAPI
from fastapi.testclient import TestClient
from pydantic import BaseModel
from sqlalchemy.exc import SQLAlchemyError

from quepu.errors import HandError, IllegalAction
from quepu.faults import Fault, sentences, slots
from quepu.game.plain_engine import PlainEngine
from quepu.rulebook.file.toml_edit import with_value
from quepu.server.answers.asked_book import Books, Rule
from quepu.server.answers.house import changed
from quepu.server.games.lobby import Games
from quepu.server.hosting import child, host
from quepu.server.hosting.fair_turns import FairTurns
from quepu.server.hosting.ready_engines import Engines
from quepu.server.hosting.turns import Turns
from quepu.server.hosting.worker import LARGEST_ANSWER, TOO_LONG, Worker, sendable, told_of
from quepu.server.http_problem import add_handlers, received_faults
from quepu.server.routes.asking import while_there
from quepu.server.safety.ceiling import Ceiling
from quepu.server.safety.guard import GuardMiddleware
from quepu.server.safety.limit import LimitMiddleware
from quepu.server.safety.messages import read_id, read_key, read_message, read_object
from quepu.server.safety.player_names import Name
from quepu.server.safety.quota import Quota
from quepu.server.safety.shares import Shares
from quepu.server.settings import Limits, Settings
from quepu.server.tables.players import PERSON, Player
from tests.faults.provoking import Table, book


def _answered_too_large() -> Any:
    return sendable({"kind": "x" * LARGEST_ANSWER})


def _answered(error: Exception) -> list[Fault]:
    """What the server says of an error: its title and its faults."""
    app = FastAPI()
    add_handlers(app)

    @app.get("/")
    async def fail() -> None:
        raise error
    body = TestClient(app, raise_server_exceptions=False).get("/").json()
    return [Fault(body["code"]), *received_faults(body)]


def _strange(method: str, path: str) -> list[Fault]:
    """What the server says to a request that nobody answers."""
    app = FastAPI()
    add_handlers(app)

    @app.get("/")
    async def answer() -> None:
        """Nothing."""
    body = TestClient(app).request(method, path).json()
    return [Fault(body["code"], **({"method": method} if slots(sentences("en")[body["code"]]) else {}))]


def _misfit() -> list[Fault]:
    class Wanted(BaseModel):
        number: int
    return _unfit(lambda: Wanted(number="x"))        # type: ignore[arg-type]


def _misnamed() -> list[Fault]:
    class Named(BaseModel):
        name: Name
    return _unfit(lambda: Named(name="<"))


def _unfit(make: Callable[[], Any]) -> list[Fault]:
    try:
        make()
    except ValueError as error:
        return _answered(error)
    raise AssertionError


def _worked(answer: str) -> Any:
    """What a worker's answer comes to."""
    class Silent(Worker):
        async def _ready(self) -> Any:
            async def line() -> bytes:
                return answer.encode()
            return SimpleNamespace(pid=0, stdin=SimpleNamespace(write=lambda _text: None),
                                   stdout=SimpleNamespace(readline=line), returncode=0)
    return asyncio.run(Silent().ask("score", {}, {}, 1.0))


def _ends() -> Any:
    """What somebody hears who waits for an answer while the server ends."""
    async def run() -> Any:
        async def never() -> Any:
            await asyncio.Event().wait()
        request: Any = SimpleNamespace(receive=never)
        waiting = asyncio.ensure_future(while_there(request, never()))
        await asyncio.sleep(0)
        waiting.cancel()
        return await waiting
    return asyncio.run(run())


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


def _deadly() -> Any:
    turns = _turns()
    turns._deaths["k"] = [time.monotonic()] * 99
    return turns._refuse_deadly("k", True)


def _turns(**limits: Any) -> Any:
    engines: Any = None
    return Turns(Limits(**limits), engines)


def _waits_for_turn(**limits: Any) -> Any:
    return asyncio.run(_turns(hosts_waiting=0, **limits)._turn("x"))


def _not_started(place: str) -> Any:
    """A rulebook whose process ends while it is read, or made ready."""
    async def nothing() -> None:
        return None

    async def ask(what: str, *_given: Any, **_more: Any) -> None:
        if what == place:
            raise host.DiedError(host.TOO_LONG)
    dead: Any = SimpleNamespace(busy=0, key="k", start=nothing, ask=ask)
    return asyncio.run(_turns()._start(dead, Rule(text="x")))


def _asked_host(error: Exception) -> Any:
    async def ask(*_given: Any, **_more: Any) -> None:
        raise error

    async def take(*_given: Any) -> Any:
        return SimpleNamespace(ask=ask)
    turns: Any = SimpleNamespace(take=take, limits=Limits(), died=lambda _host: None)
    nothing: Any = None
    store: Any = SimpleNamespace(quota=Quota(Limits()))
    games = Games(store, nothing, nothing, turns, 1)
    return asyncio.run(games.make(Rule(text="x"), [Player(PERSON, "x")], 1))


def _pooled(waiting: int, of_one: int) -> Any:
    async def turn() -> None:
        turns = FairTurns(1, waiting, of_one, 0.0)
        async with turns.turn("x"), turns.turn("x"):
            raise AssertionError
    return asyncio.run(turn())


def _compiled() -> Any:
    async def started(*_given: Any, **_more: Any) -> Any:
        async def communicate(_text: bytes) -> None:
            return None
        return SimpleNamespace(communicate=communicate, returncode=1)
    with mock.patch("quepu.server.hosting.ready_engines.sandbox.start", started):
        return asyncio.run(Engines._prepare(Rule(id=book().id)))


def _quota(size: int = 1, **limits: int) -> Any:
    quota = Quota(Limits(**limits))
    with quota.making("x", size):
        raise AssertionError


def _shared(**limits: int) -> Any:
    with Shares(Limits(**limits), {}, lambda _name: False).taking():
        raise AssertionError


def _refused(**scope: Any) -> list[Fault]:
    """What the guard answers to a request."""
    guard: Any = GuardMiddleware(lambda *_given: None, Settings())    # type: ignore[arg-type, return-value]
    asked = {"type": "http", "method": "POST", "path": "/", "query_string": b"", "headers": [], **scope}
    answer = guard._refusal(asked)
    body = json.loads(answer.body)
    return [Fault(body["code"], **({"bytes": Limits().header_bytes} if "head" in body["code"] else {})),
            *received_faults(body)]


def _sent(*steps: Any, **limits: Any) -> Any:
    """What the bounds on requests answer."""
    told: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"x" * 100, "more_body": True}

    async def late() -> Any:
        raise TimeoutError

    async def send(message: Any) -> None:
        told.append(message)
    bounds: Any = LimitMiddleware(lambda *_given: None, Limits(**limits))      # type: ignore[arg-type, return-value]
    bounds._may_pass = lambda: "requests" not in limits
    scope = {"type": "http", "path": "/api/x", "method": "POST", "query_string": b"", "headers": []}
    asyncio.run(bounds(scope, late if "late" in steps else receive, send))
    body = json.loads(told[1]["body"])
    return [Fault(body["code"], **{name: value for name, value in (("bytes", 50), ("seconds", "20"))
                                   if name in slots(sentences("en")[body["code"]])})]


def _said(**message: Any) -> Any:
    return read_message(message)


def _broken() -> list[Fault]:
    """What is told when the server itself fails."""
    async def fail(*_given: Any) -> None:
        raise LookupError
    told: list[Any] = []

    async def send(message: Any) -> None:
        told.append(message)
    guard = GuardMiddleware(fail, Settings())
    scope = {"type": "http", "method": "GET", "path": "/api/x", "query_string": b"",
             "headers": [(b"host", b"localhost")], "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80)}
    asyncio.run(guard(scope, fail, send))
    body = json.loads(told[1]["body"])
    return [Fault(body["code"]), *received_faults(body)]


def _by_hand(key: str, value: Any, text: str = 'extends = "guobiao"\n') -> Any:
    return changed(Books(), text, key, value)


PROVOKED: Table = {
    "house.not_written": lambda: with_value("option.min_fan = 3\n", ("option", "min_fan", "default"), 6),
    "house.no_row": lambda: _by_hand("fan.no_such.value", 1),
    "house.value": lambda: _by_hand("fan.all_pungs.value", "six"),
    "house.overruled": lambda: _by_hand("fan.all_pungs.value", 8, 'extends = "guobiao"\n'
                                        "option.edition.choice.2014.fan.all_pungs.value = 7\n"),
    "house.from_nothing": lambda: _by_hand("name", "x", 'name = "x"\n'),
    "server.not_found": lambda: _strange("GET", "/no/such"),
    "server.method": lambda: _strange("DELETE", "/"),
    "server.not_now": lambda: _answered(IllegalAction("x")),
    "server.not_valid": lambda: _answered(HandError("x")),
    "server.no_database": lambda: _answered(SQLAlchemyError()),
    "server.nothing_changed": lambda: _answered(SQLAlchemyError()),
    "request.at": _misfit,
    "request.value": _misnamed,
    "game.name": _misnamed,
    "server.too_long": lambda: _worked(f'{{"kind": "{TOO_LONG}"}}\n'),
    "server.simpler": lambda: _worked(f'{{"kind": "{TOO_LONG}"}}\n'),
    "server.large_answer": _answered_too_large,
    "server.no_answer": lambda: _worked(""),
    "server.ends": _ends,
    "server.failed": lambda: received_faults(told_of(LookupError("x"), "score")),
    "server.failed_logged": lambda: received_faults(told_of(LookupError("x"), "score")),
    "server.too_large_to_work_out": lambda: _childs(RecursionError()),
    "server.no_such_question": _unknown_question,
    "server.too_many_requests": lambda: _sent(requests=0.0),
    "server.body_size": lambda: _sent(body=50),
    "server.body_time": lambda: _sent("late"),
    "server.head_size": lambda: _refused(headers=[(b"x", b"y" * 99999)]),
    "server.host": _refused,
    "server.allow_host": _refused,
    "server.foreign": lambda: _refused(headers=[(b"host", b"localhost"), (b"origin", b"http://x.org")]),
    "server.allow_page": lambda: _refused(headers=[(b"host", b"localhost"), (b"origin", b"http://x.org")]),
    "host.not_done": lambda: host._given({}),
    "host.not_ready": _slow,
    "host.slow_hands": _slow,
    "host.not_read": lambda: _not_started("load"),
    "host.took_too_long": lambda: _not_started("ready"),
    "host.crashed": lambda: _asked_host(host.DiedError(host.CRASHED)),
    "host.too_much_memory": lambda: _asked_host(host.DiedError(host.TOO_LARGE)),
    "host.nonsense": lambda: _asked_host(host.DiedError(host.NONSENSE)),
    "host.ended": lambda: _asked_host(host.DiedError(host.CRASHED)),
    "host.not_played": lambda: _asked_host(host.DiedError(host.CRASHED)),
    "host.too_many": lambda: _asked_host(host.EndedError()),
    "server.in_a_moment": lambda: _asked_host(host.EndedError()),
    "host.compile": _compiled,
    "host.closed": _deadly,
    "host.mend": _deadly,
    "host.own_in_play": lambda: _waits_for_turn(hosts_of_one=0),
    "host.finish": lambda: _waits_for_turn(hosts_of_one=0),
    "host.full": _waits_for_turn,
    "host.queue": _waits_for_turn,
    "pool.of_address": lambda: _pooled(9, 0),
    "pool.wait": lambda: _pooled(9, 0),
    "pool.busy": lambda: _pooled(0, 9),
    "pool.waited": lambda: _pooled(9, 9),
    "quota.games": lambda: _quota(made_games=0),
    "quota.tomorrow": lambda: _quota(made_games=0),
    "quota.bytes": lambda: _quota(9, made_bytes=1),
    "quota.deleted": lambda: _quota(9, made_bytes=1),
    "quota.full": lambda: _quota(all_games=0),
    "quota.later": lambda: _quota(all_games=0),
    "quota.memory": lambda: _shared(memory_of_one=1),
    "quota.leave": lambda: _shared(memory_of_one=1),
    "quota.games_memory": lambda: _shared(games_memory=1),
    "server.memory": lambda: Ceiling(1, lambda: 1).refuse(),
    "server.games_go_on": lambda: Ceiling(1, lambda: 1).refuse(),
    "message.object": lambda: read_object(b"7"),
    "message.id": lambda: read_id({"id": 1.5}),
    "message.type": _said,
    "message.action": lambda: _said(type="act", action=7),
    "message.step": lambda: _said(type="act", step=-1),
    "message.player": lambda: _said(type="act", player=9),
    "message.ready": lambda: _said(type="ready", ready=1),
    "message.samples": lambda: _said(type="hint", samples=0),
    "message.level": lambda: _said(type="level", level=7),
    "message.lang": lambda: _said(type="act", lang="x"),
    "message.key": lambda: read_key({}),
    "server.broken": _broken,
    "server.written_down": _broken,
}
