"""A server's life while the nth call of its database fails: people are told clearly, and the games go on.

A game is made, played, taken back, recorded and dealt again; friends join, a bot stands in and gives the seat back;
what is unused is cleared up; the server starts anew.  After each failure visitors come back, as browsers do.
"""

import logging
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy.exc import SQLAlchemyError
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from quepu.records.lines import parse_record, replay
from quepu.server.games.database import Store
from quepu.server.games.expiry import Expiry
from quepu.server.settings import Settings
from tests.server.conftest import PATIENT
from tests.server.failing_database import Failing
from tests.server.test_database_failures import address, emptied  # noqa: F401 - a fixture
from tests.server.test_friends import Server
from tests.server.test_games import RULE, Player, sit
from tests.share import sampled

SHARE = {"sqlite": 4, "postgresql+psycopg": 1}          # of some 150 calls
COME_BACK = (1012, 1013)    # close codes
T = TypeVar("T")


class RefusedError(Exception):
    """The server could not do it now, and has said so."""


class Visit:
    """People at a server whose database fails, and what they have been told."""

    def __init__(self, settings: Settings, failing: Failing) -> None:
        self.settings, self.failing = settings, failing
        self.server = Server(settings)
        self.refusals = 0
        self.step, self.events = 0, []  # of the first game, as far as acknowledged

    @property
    def client(self) -> TestClient:
        return self.server.client

    def until_done(self, what: Callable[[], T]) -> T:
        """Do something until it succeeds; a database that fails from then on is mended after three failures."""
        for _try in range(12):
            try:
                return what()
            except (RefusedError, SQLAlchemyError):
                self.refusals += 1
                if self.failing.failed >= 3:
                    self.failing.mend()
        raise AssertionError("it never succeeded again")

    def ask(self, method: str, path: str, **more: Any) -> Any:
        """The answer of a request; a refusal is a problem that says when to come again."""
        def once() -> Any:
            answer = self.client.request(method, path, **more)
            if answer.status_code < 400:
                return answer
            problem = answer.json()
            assert (answer.status_code, answer.headers["content-type"]) == (503, "application/problem+json"), problem
            assert problem["title"]
            assert "Traceback" not in answer.text
            assert "disk I/O" not in answer.text
            raise RefusedError
        return self.until_done(once)

    def sitting(self, game: dict[str, Any], key: str, what: Callable[[Player], T]) -> T:
        """Do something at a table; who is sent away comes back with a new connection and tries again."""
        def once() -> T:
            try:
                with sit(self.client, game, key) as socket:
                    return what(Player(socket))
            except WebSocketDisconnect as closed:
                why = closed.code, closed.reason
            assert why[0] in COME_BACK, why
            assert why[1]
            raise RefusedError
        return self.until_done(once)

    @staticmethod
    def said(one: Player, /, **message: Any) -> dict[str, Any]:
        """The answer to a message; if it was not kept, the connection closes after saying so."""
        told = one.say(**message)
        if told["type"] == "error":
            assert all(re.search(r"\w", fault) and "disk I/O" not in fault for fault in told["faults"])
            while True:
                one.receive()           # until it closes
        return told

    # -- the first game: one person and bots --
    def hand(self, game: dict[str, Any]) -> None:
        """Play the hand to its end; every answer that was acknowledged is there after each return."""
        def play(ann: Player) -> None:
            self.check(ann)
            while not ann.update["hand_over"]:
                legal = ann.legal
                wanted = "win" if "win" in legal else "pass" if "pass" in legal else legal[-1]
                ann.see(self.said(ann, type="act", action=wanted, step=ann.update["step"])["step"])
                self.told(ann)
        self.sitting(game, "key", play)

    def check(self, ann: Player) -> None:
        """What was acknowledged is what a new connection is told."""
        ann.see(max(1, self.step))
        assert [event for event in ann.events if event["step"] < self.step] == self.events

    def told(self, ann: Player) -> None:
        """What she knows now was acknowledged."""
        self.step, self.events = ann.update["step"], list(ann.events)

    def undo(self, game: dict[str, Any]) -> None:
        """Take an answer back."""
        def back(ann: Player) -> None:
            self.check(ann)
            before, self.step, self.events = ann.update["step"], 0, []     # until it is acknowledged, both may be
            step = self.said(ann, type="undo")["step"]
            assert step < before
            while ann.update["step"] != step:
                ann.receive()
            self.told(ann)
        self.sitting(game, "key", back)

    def next(self, game: dict[str, Any]) -> None:
        """Deal the next hand, unless that was done by a message whose answer never came."""
        def deal(ann: Player) -> None:
            self.check(ann)
            if ann.update["hand_over"]:
                ann.see(self.said(ann, type="next")["step"])
            self.told(ann)
        self.sitting(game, "key", deal)

    # -- the second: friends --
    def friends(self) -> dict[str, Any]:
        """A game of two people; who took a place and was not told leaves it taken, so another game is made."""
        def make() -> dict[str, Any]:
            game = self.ask("post", "/api/games", json={"rule": RULE, "name": "Ann",
                                                        "others": ["open", "greedy", "greedy"], "window": 0}).json()
            answer = self.client.post(f"/api/games/{game['id']}/join", json={"key": game["join_key"], "name": "Bo"})
            if answer.status_code != 200:
                assert answer.status_code == 503, answer.text
                raise RefusedError
            return {**game, "bob": answer.json()["key"]}
        return self.until_done(make)

    def stand_in(self, game: dict[str, Any]) -> None:
        """A bot plays for the friend who never came, until he does."""
        def away(ann: Player) -> None:
            ann.see(1)
            self.server.clock.now += 11
            if not ann.update["presence"]["players"][1]["stand_in"]:
                self.said(ann, type="stand_in", player=1)

        def back(bob: Player) -> None:
            while not bob.update or bob.update["presence"]["players"][1]["stand_in"]:
                bob.receive()
        self.sitting(game, "key", away)
        self.sitting(game, "bob", back)

    def clear_up(self) -> None:
        """What the server does every minute."""
        assert self.client.portal is not None
        self.until_done(lambda: self.client.portal.call(Expiry(  # type: ignore[union-attr]
            self.settings, self.server.app.state.games.store, self.server.app.state.games).look))

    def run(self) -> None:
        """The life of a server, and its end and new beginning."""
        def start() -> None:
            try:
                self.client.__enter__()
            except SQLAlchemyError:
                self.server = Server(self.settings)
                raise
        self.until_done(start)
        try:
            game = self.ask("post", "/api/games", json={"rule": RULE, "name": "Ann", "seed": 7}).json()
            self.hand(game)
            self.undo(game)
            self.hand(game)
            key = {"key": game["key"]}
            record = self.ask("get", f"/api/games/{game['id']}/record", params=key).text
            assert len(replay(parse_record(record)).settlements) == 1
            self.next(game)
            friends = self.friends()
            self.stand_in(friends)
            self.clear_up()
        finally:
            self.client.__exit__(None, None, None)
        self.failing.mend()
        self.server = Server(self.settings)
        with self.client:
            self.hand(game)             # from where it was, to its end
            record = self.ask("get", f"/api/games/{game['id']}/record", params=key).text
            assert len(replay(parse_record(record)).settlements) == 2
            self.sitting(friends, "bob", lambda bob: bob.see(1))


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> list[Failing]:
    """The failures of the next server's database: one, which the test puts in here."""
    found: list[Failing] = []
    monkeypatch.setattr("quepu.server.app.Store", lambda *args: found[-1].attach(Store(*args)))
    return found


@pytest.mark.parametrize(("lasting", "late"), [(False, False), (True, False), (False, True)])
def test_games_go_on_when_the_nth_call_fails(address: str, failing: list[Failing], tmp_path: Path,  # noqa: F811
                                             lasting: bool, late: bool, caplog: pytest.LogCaptureFixture) -> None:
    settings = Settings(address, tmp_path / "page", PATIENT)
    failing.append(Failing())
    Visit(settings, failing[-1]).run()
    emptied(address)
    few, name = SHARE[address.partition(":")[0]], f"server {address[:6]} {lasting} {late}"
    with caplog.at_level(logging.WARNING):
        for at in sampled(range(1, len(failing[0].calls)), few, name):
            failing.append(Failing(at, lasting, late))
            visit = Visit(settings, failing[-1])
            visit.run()
            emptied(address)
    assert [record.message for record in caplog.records
            if record.exc_info or "Traceback" in record.getMessage()] == []
