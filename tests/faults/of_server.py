"""Calls that provoke the faults of the server."""

import asyncio
import contextlib
import inspect
import json
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, ClassVar
from unittest import mock

from fastapi import FastAPI
from fastapi.testclient import TestClient
from pydantic import BaseModel
from sqlalchemy.exc import SQLAlchemyError

from quepu.errors import HandError, IllegalAction
from quepu.faults import Fault, sentences, slots
from quepu.game.plain_engine import PlainEngine
from quepu.server.games.kept_game import Game, NonsenseError
from quepu.server.games.lobby import Games
from quepu.server.games.players import PERSON, MadeOf, Player, digest
from quepu.server.games.presence import Patience, Presence
from quepu.server.hosting import child, host, pool
from quepu.server.hosting.game_table import Table as GameTable
from quepu.server.hosting.placement import FallenError, asked_of_host
from quepu.server.hosting.ready_engines import Engines
from quepu.server.hosting.replays import continued, hand_shown
from quepu.server.hosting.turns import Turns
from quepu.server.hosting.worker import TOO_LONG, Worker, told_of
from quepu.server.http_problem import ProblemError, add_handlers, received_faults
from quepu.server.routes import game_routes, record_routes
from quepu.server.routes.asked_book import Books, Rule
from quepu.server.routes.game_connection import Connection
from quepu.server.safety.guard import GuardMiddleware
from quepu.server.safety.limit import LimitMiddleware
from quepu.server.safety.messages import Asked, read_id, read_key, read_message, read_object
from quepu.server.safety.player_names import Name
from quepu.server.safety.quota import Quota
from quepu.server.settings import Limits, Settings
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


def _of_game(do: Callable[[Game], Any], *kinds: str, deaths: int = 0, **given: Any) -> Any:
    """What comes of something done in a game of these players, whose table nobody asks."""
    players = [Player(kind, name, digest(name)) for kind, name in zip(kinds or [PERSON] * 4, "abcd", strict=True)]
    made = MadeOf({"id": book().id}, 1, 1, players, digest("join"), digest("watch"), True, deaths=deaths, **given)
    done = do(Game("game", made, _Nobody()))
    return asyncio.run(done) if inspect.iscoroutine(done) else done


class _Nobody:
    """A table that is never asked."""

    async def open(self, *_given: Any) -> Any:
        raise AssertionError

    do = open


def _games(**given: Any) -> Any:
    """The games of a server, as far as they are asked: `given` replaces what the test is about."""
    async def load(_name: str) -> None:
        return None
    games: Any = object.__new__(Games)
    games._live, games._loading = {}, {}
    games.store = SimpleNamespace(load=load)
    for name, value in given.items():
        setattr(games, name, value)
    return games


def _live(**given: Any) -> Any:
    game = SimpleNamespace(id="game", made_of=SimpleNamespace(deaths=0, as_json=dict), played=None, stand=0)
    whole = {"lock": asyncio.Lock(), "lost": "", "game": game, "listeners": (), "fell": False}
    return SimpleNamespace(**{**whole, **given})


def _used(error: BaseException | None, **given: Any) -> Any:
    """What is told when something at a table fails."""
    live = _live(**given)

    async def use() -> None:
        async with _games().using(live):
            if error is not None:
                raise error
    try:
        asyncio.run(use())
    except asyncio.CancelledError:
        return [live.lost]
    return None


def _not_saved(seen: str) -> Any:
    async def save(*_given: Any) -> None:
        raise SQLAlchemyError
    live = _live()
    games = _games(store=SimpleNamespace(save=save))
    change: Any = SimpleNamespace(first=0, steps=(), cut=False)
    if seen == "lost":
        with contextlib.suppress(ProblemError):
            asyncio.run(games.save(live, change))
        return [live.lost]
    return asyncio.run(games.save(live, change))


def _fell(deaths: int, fails: bool = False) -> Any:
    async def load(_name: str) -> None:
        if fails:
            raise SQLAlchemyError

    async def save(*_given: Any) -> None:
        return None
    live = _live()
    live.game.made_of.deaths = deaths
    games = _games(store=SimpleNamespace(load=load, save=save))
    raised = asyncio.run(games._fallen(live, FallenError("act", host.CRASHED)))
    return [raised.title]


def _deadly() -> Any:
    turns = _turns()
    turns._deaths["k"] = [time.monotonic()] * 99
    return turns._refuse_deadly("k", True)


def _table(**given: Any) -> GameTable:
    made = {"seed": 1, "players": [["person", "a"], ["greedy", "b"], ["greedy", "c"], ["greedy", "d"]],
            "started": True, "walls": [], "first_round": 0, "start": {}, "version": 1, "stand_ins": [], **given}
    return GameTable(book(), PlainEngine(book()), made)


def _dealt_table() -> GameTable:
    table = _table(players=[["person", name] for name in "abcd"])
    table.match.begin()
    return table


def _over_table() -> GameTable:
    table = _table()
    table.match.table.match_over = 1
    return table


def _ended_match() -> Any:
    """A match that is over after each of its steps."""
    return SimpleNamespace(steps=[None], at=lambda _step: SimpleNamespace(over=True))


class _Body:
    """A request whose body is no text."""

    headers: ClassVar[dict[str, str]] = {}

    async def body(self) -> bytes:
        return b"\xff"


def _present(check: Callable[[Presence], Any], **given: Any) -> Any:
    return _of_game(lambda game: check(Presence(game, Patience(5.0, 5.0), lambda: 0.0)), **given)


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
    return asyncio.run(asked_of_host(turns, Rule(text="x"), "x", "show"))


def _pooled(waiting: int, of_one: int) -> Any:
    async def turn() -> None:
        async with pool.Turns(1, waiting, of_one).turn("x"):
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


def _connected(do: Callable[[Connection], Any], player: int | None = 0, full: bool = False) -> Any:
    """What a connection answers."""
    @contextlib.asynccontextmanager
    async def using(_live: Any) -> Any:
        yield SimpleNamespace(made_of=SimpleNamespace(deaths=0, owner=3), id="game")
    socket: Any = SimpleNamespace(state=SimpleNamespace(), query_params={}, headers={})
    games: Any = SimpleNamespace(using=using, store=SimpleNamespace(quota=SimpleNamespace(is_full=lambda _id: full)))
    return asyncio.run(do(Connection(socket, games, _live(), player, Limits(), "zh", False)))


def _asked(**given: Any) -> Any:
    return Asked(**given)


def _present_with(there: Presence, here: bool) -> Any:
    there._game.played = SimpleNamespace()          # type: ignore[assignment]
    with mock.patch.object(Presence, "_is_played", True):
        if here:
            there.arrive(1)
        else:
            there.leave(1)
        return there.check(0, 1)


def _stored(deaths: int, error: Exception | None = None) -> Any:
    """What is told of a game as the database has it."""
    made = MadeOf({"id": book().id}, 1, 1, [], "", "", True, deaths=deaths)

    async def load(_name: str) -> Any:
        return made.as_json(), []

    async def opened(*_given: Any) -> Any:
        raise error or AssertionError

    async def save(*_given: Any) -> None:
        return None
    games = _games(store=SimpleNamespace(load=load, save=save), _played=lambda *_given: SimpleNamespace(open=opened))
    return asyncio.run(games.find("V1StGXR8_Z5j"))


def _made(**given: Any) -> Any:
    request: Any = SimpleNamespace(app=SimpleNamespace(state=SimpleNamespace(games=None)))
    asked = game_routes.NewGame(**{"rule": {"id": book().id}, "name": "a", "others": ["open"] * 3, **given})
    return asyncio.run(game_routes.make(request, asked))


def _keyless() -> Any:
    async def receive() -> Any:
        return {"type": "websocket.receive", "text": "x" * 99999}
    socket: Any = SimpleNamespace(receive=receive)
    return asyncio.run(game_routes._first_key(socket, Limits()))


def _watched() -> list[Fault]:
    """Why a socket of one watcher too many is closed."""
    told: list[Any] = []

    async def nothing(*_given: Any) -> None:
        return None

    async def close(_code: int, reason: str) -> None:
        told.append(reason)

    async def find(*_given: Any) -> Any:
        return _live(game=SimpleNamespace(player_of_key=lambda _key: None), listeners=range(99))
    games = SimpleNamespace(find=find)
    app = SimpleNamespace(state=SimpleNamespace(games=games, settings=SimpleNamespace(limits=Limits())))
    socket: Any = SimpleNamespace(app=app, accept=nothing, close=close, headers={}, query_params={}, client=None,
                                  state=SimpleNamespace(), scope={})
    asyncio.run(game_routes.socket(socket, "game", "key"))
    fault = Fault("game.watchers")
    assert told == [fault]
    return [fault]


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


def _no_rule() -> Any:
    record = SimpleNamespace(header={"rulebook": 7, "options": {}}, fault=lambda _line, what: HandError(what))
    sent: Any = SimpleNamespace(record="", rule=None)
    with mock.patch.object(record_routes, "parse_record", return_value=record):
        return asyncio.run(record_routes._meant(sent))


PROVOKED: Table = {
    "server.not_now": lambda: _answered(IllegalAction("x")),
    "server.not_valid": lambda: _answered(HandError("x")),
    "server.no_database": lambda: _answered(SQLAlchemyError()),
    "server.nothing_changed": lambda: _answered(SQLAlchemyError()),
    "request.at": _misfit,
    "request.value": _misnamed,
    "game.name": _misnamed,
    "server.too_long": lambda: _worked(""),
    "server.simpler": lambda: _worked(f'{{"kind": "{TOO_LONG}"}}'),
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
    "quota.games": lambda: _quota(made_games=0),
    "quota.tomorrow": lambda: _quota(made_games=0),
    "quota.bytes": lambda: _quota(9, made_bytes=1),
    "quota.deleted": lambda: _quota(9, made_bytes=1),
    "quota.full": lambda: _quota(all_games=0),
    "quota.later": lambda: _quota(all_games=0),
    "message.object": lambda: read_object(b"7"),
    "message.id": lambda: read_id({"id": 1.5}),
    "message.type": _said,
    "message.action": lambda: _said(type="act", action=7),
    "message.step": lambda: _said(type="act", step=-1),
    "message.player": lambda: _said(type="act", player=9),
    "message.lang": lambda: _said(type="act", lang="x"),
    "message.key": lambda: read_key({}),
    "game.wrong_key": lambda: _of_game(lambda game: game.player_of_key("x")),
    "game.full": lambda: _of_game(lambda game: game.join("join", "x")),
    "game.stand_in_friends": lambda: _of_game(lambda game: game.stand_in(1, 0), PERSON, "greedy", "greedy", "greedy"),
    "game.stands_in": lambda: _of_game(lambda game: game.stand_in(1, 0), stand_ins=[1]),
    "game.no_stand_in": lambda: _of_game(lambda game: game.come_back(1)),
    "game.stand_in_played": lambda: _present(lambda there: there.check(0, None)),
    "game.is_here": lambda: _present(lambda there: _present_with(there, True)),
    "game.just_left": lambda: _present(lambda there: _present_with(there, False)),
    "game.not_playable": lambda: _stored(99),
    "server.again": lambda: _stored(0, FallenError("open", host.CRASHED)),
    "game.no_player": lambda: _made(others=["x"] * 3),
    "game.seed": lambda: _made(seed=1),
    "game.no_bot": lambda: asyncio.run(record_routes.play_on(None, SimpleNamespace(others=["x"]))),    # type: ignore[arg-type]
    "game.no_key": _keyless,
    "game.watchers": _watched,
    "server.broken": _broken,
    "server.written_down": _broken,
    "record.no_rule": _no_rule,
    "game.none": lambda: asyncio.run(_games().find("nothing")),
    "game.come_back": lambda: _used(None, lost="x"),
    "game.differs": lambda: _used(NonsenseError()),
    "game.interrupted": lambda: _used(asyncio.CancelledError()),
    "game.database_back": lambda: _not_saved("lost"),
    "game.not_saved": lambda: _not_saved("told"),
    "game.ended": lambda: _fell(0),
    "game.taken_back": lambda: _fell(0),
    "game.ended_back": lambda: _fell(0, fails=True),
    "game.and_closed": lambda: _fell(99),
    "game.closed": lambda: _fell(99),
    "game.over": lambda: _over_table().stand_in(0, "x"),
    "game.changed": lambda: _table().act(0, "pass", 99),
    "game.undo_bots": lambda: _table(players=[["person", name] for name in "abcd"]).undo(0),
    "game.nothing_to_undo": lambda: _table().undo(0),
    "game.not_started": lambda: _table(started=False).act(0, "pass", None),
    "game.nothing_to_decide": lambda: _table().hint(0, "en"),
    "game.record_later": lambda: _dealt_table().record(),
    "game.other_rules": lambda: list(_table().replay([["act", 0, "pass"]])),
    "game.versions": lambda: list(_table().replay([["act", 0, "pass"]])),
    "game.watcher": lambda: _connected(lambda one: one._do(_asked(type="act")), None),
    "game.too_long": lambda: _connected(lambda one: one._do(_asked(type="act")), full=True),
    "record.no_hand": lambda: hand_shown(None, SimpleNamespace(steps=[]), 3),       # type: ignore[arg-type]
    "record.no_step": lambda: continued(_dealt_table().match, 999, 0),
    "record.over_here": lambda: continued(_ended_match(), 0, 0),
    "record.no_player": lambda: continued(_dealt_table().match, 1, 9),
    "record.utf8": lambda: asyncio.run(record_routes._sent(_Body())),
    "book.none": lambda: Books().find(Rule(id="guobia")),
    "book.nearest": lambda: Books().find(Rule(id="guobia")),
    "book.known": lambda: Books().find(Rule(id="qqqqqqq")),
}
