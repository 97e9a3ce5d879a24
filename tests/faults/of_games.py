"""Calls that provoke the faults of games as the server keeps them."""

import asyncio
import contextlib
import inspect
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, ClassVar
from unittest import mock

from sqlalchemy.exc import SQLAlchemyError

from quepu.errors import HandError
from quepu.faults import Fault
from quepu.game.plain_engine import PlainEngine
from quepu.server.answers import questions
from quepu.server.answers.asked_book import Books, Rule
from quepu.server.answers.replays import continued, hand_shown
from quepu.server.games.kept_game import Game, NonsenseError
from quepu.server.games.lobby import Games, Held
from quepu.server.games.masters import Masters
from quepu.server.games.presence import Patience, Presence
from quepu.server.hosting import host
from quepu.server.hosting.placement import FallenError
from quepu.server.http_problem import ProblemError
from quepu.server.routes import game_routes, record_routes
from quepu.server.routes.game_connection import Connection
from quepu.server.safety.ceiling import Ceiling
from quepu.server.safety.messages import Asked
from quepu.server.safety.own_time import OwnTime
from quepu.server.safety.quota import Quota
from quepu.server.safety.shares import Shares
from quepu.server.settings import Limits
from quepu.server.tables.game_table import Table as GameTable
from quepu.server.tables.players import OPEN, PERSON, MadeOf, Player, digest
from tests.faults.provoking import Table, book


def _of_game(do: Callable[[Game], Any], *kinds: str, deaths: int = 0, **given: Any) -> Any:
    """What comes of something done in a game of these players, whose table nobody asks."""
    players = [Player(kind, name, digest(name)) for kind, name in zip(kinds or [PERSON] * 4, "abcd", strict=True)]
    made = MadeOf({"id": book().id}, 1, 1, players, digest("join"), digest("watch"), True, deaths=deaths, **given)
    done = do(Game("game", made, _Nobody()))
    return asyncio.run(done) if inspect.iscoroutine(done) else done


def _gathering(do: Callable[[Game], Any]) -> Any:
    """What comes of something done in a game whose second place is open."""
    made = MadeOf({"id": book().id}, 1, 1, [Player(PERSON, "a"), Player(OPEN, "b")], "", "")
    return do(Game("game", made, _Nobody()))


def _refused_masters(is_own: bool) -> Any:
    """What comes of one more master than a server has places for."""
    Masters(None, 0, lambda: 0.0, asyncio.Event()).refuse(is_own, 1, ())


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
    games._live, games._loading, games.held = {}, {}, Held(lambda: 0.0)
    games.store = SimpleNamespace(load=load, quota=Quota(Limits()))
    games.shares, games._ceiling = Shares(Limits(), {}, lambda _name: False), Ceiling(1, lambda: 0)
    games.own_time = OwnTime()
    games.masters = Masters(None, 0, lambda: 0.0, games.held.news)
    for name, value in given.items():
        setattr(games, name, value)
    return games


def _live(**given: Any) -> Any:
    game = SimpleNamespace(id="game", made_of=SimpleNamespace(deaths=0, as_json=dict), played=None, stand=0)
    whole = {"lock": asyncio.Lock(), "lost": "", "game": game, "listeners": (), "wanted": 0, "fell": False}
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


def _table(**given: Any) -> GameTable:
    made = {"seed": 1, "players": [["person", "a"], ["greedy", "b"], ["greedy", "c"], ["greedy", "d"]],
            "started": True, "walls": [], "first_round": 0, "start": {}, "version": 1, "stand_ins": [], "holds": False,
            "watched": False, "bot_seed": None, "own_seeds": False, **given}
    return GameTable(book(), PlainEngine(book()), made)


def _dealt_table() -> GameTable:
    table = _table(players=[["person", name] for name in "abcd"])
    table.match.begin()
    return table


def _held_table() -> GameTable:
    """A table at which what came of the deal is held back, and nobody is asked."""
    table = _dealt_table()
    table._horizon._held = [SimpleNamespace()]  # type: ignore[list-item]
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


def _connected(do: Callable[[Connection], Any], player: int | None = 0, full: bool = False) -> Any:
    """What a connection answers."""
    @contextlib.asynccontextmanager
    async def using(_live: Any, looks: bool) -> Any:
        made = SimpleNamespace(deaths=0, owner=3, hints=False, players=[SimpleNamespace(name=name) for name in "abcd"])
        yield SimpleNamespace(made_of=made, id="game")
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
    games = _games(store=SimpleNamespace(load=load, save=save, quota=Quota(Limits())),
                   _played=lambda *_given: SimpleNamespace(open=opened))
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


def _no_rule() -> Any:
    record = SimpleNamespace(header={"rulebook": 7, "options": {}}, fault=lambda _line, what: HandError(what))
    with mock.patch("quepu.records.lines.parse_record", return_value=record):
        return questions.show(Books(), Rule(), {"record": ""})


PROVOKED: Table = {
    "server.again": lambda: _stored(0, FallenError("open", host.CRASHED)),
    "game.wrong_key": lambda: _of_game(lambda game: game.player_of_key("x")),
    "game.full": lambda: _of_game(lambda game: game.join("join", "x")),
    "game.stand_in_friends": lambda: _of_game(lambda game: game.stand_in(1, 0), PERSON, "greedy", "greedy", "greedy"),
    "game.stands_in": lambda: _of_game(lambda game: game.stand_in(1, 0), stand_ins=[1]),
    "game.no_stand_in": lambda: _of_game(lambda game: game.come_back(1)),
    "game.stand_in_played": lambda: _present(lambda there: there.check(0, None)),
    "game.is_here": lambda: _present(lambda there: _present_with(there, True)),
    "game.just_left": lambda: _present(lambda there: _present_with(there, False)),
    "game.not_playable": lambda: _stored(99),
    "game.begun": lambda: _of_game(lambda game: game.say_ready(1, True)),
    "game.no_level": lambda: _gathering(lambda game: game.choose_level(1, "x")),
    "game.masters": lambda: _refused_masters(False),
    "game.master_own": lambda: _refused_masters(True),
    "game.master_else": lambda: _refused_masters(True),
    "game.no_open_place": lambda: _gathering(lambda game: game.choose_level(0, "easy")),
    "game.host_only": lambda: _connected(lambda one: one._do(_asked(type="start")), 1),
    "game.no_hints": lambda: _connected(lambda one: one._do(_asked(type="hint"))),
    "game.no_room": lambda: _games().of_code("23456789"),
    "game.no_player": lambda: _made(others=["x"] * 3),
    "game.seed": lambda: _made(seed=1),
    "game.no_bot": lambda: asyncio.run(record_routes.play_on(None, SimpleNamespace(others=["x"]))),    # type: ignore[arg-type]
    "game.no_key": _keyless,
    "game.watchers": _watched,
    "record.no_rule": _no_rule,
    "game.none": lambda: asyncio.run(_games().find("nothing")),
    "game.come_back": lambda: _used(None, lost=Fault("game.differs")),
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
    "game.nothing_to_decide": lambda: _table().asked_seat(0),
    "game.held": lambda: _held_table().act(0, "pass", None),
    "game.record_later": lambda: _dealt_table().record(0),
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
