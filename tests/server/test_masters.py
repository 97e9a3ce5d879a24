"""Masters at the server's tables: they think elsewhere, and answer after the same time whatever they hold.

What there is to think about is answered here by a pool that is made up; `tests/bots/test_thinking.py` has the thinking.
"""

import asyncio
import json
import logging
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from starlette.testclient import TestClient

from quepu.bots import thinking
from quepu.bots.thinking import Effort, Puzzle
from quepu.faults import Fault
from quepu.game.actions import Action
from quepu.game.match import Match
from quepu.notation import read_tiles, write_tiles
from quepu.server.answers.asked_book import Books, Rule
from quepu.server.answers.questions import QUESTIONS
from quepu.server.app import make_app
from quepu.server.games.lobby import Games, Live
from quepu.server.games.windows import Windows
from quepu.server.http_problem import BUSY, ProblemError
from quepu.server.routes.game_connection import Connection
from quepu.server.settings import Limits, Settings
from quepu.server.tables import masters as at_table
from quepu.server.tables.players import MASTER, PERSON, MadeOf, Player
from quepu.server.tables.window import LAG, THINKING
from tests.server.paired import NAMES, Clock, _Shelf, _Socket, _Store, settled, wall_of
from tests.server.test_friends import OWN_RULE
from tests.server.test_games import Player as Visitor
from tests.server.test_games import make, sit

BOOK, TURNS = "hongkong", 6
Asked = Callable[[dict[str, Any]], Any]


def chosen(match: Match, seat: int) -> Action:
    """What everybody does at these tables: pass, or throw the last tile that may be thrown."""
    legal = match.legal(seat)
    return next((action for action in legal if action.text == "pass"), legal[-1])


class Thinkers:
    """A pool that is asked for thoughts."""

    def __init__(self, answer: Asked) -> None:
        self.answer, self.asked = answer, list[dict[str, Any]]()

    async def ask(self, what: str, _rule: dict[str, Any], asked: dict[str, Any], _seconds: float) -> dict[str, Any]:
        assert what == "think"
        self.asked.append(asked["puzzle"])
        answer = self.answer(asked["puzzle"])
        return {"kind": "thought", "answer": await answer if asyncio.iscoroutine(answer) else answer}


class Evening:
    """A person and three masters at a table whose clock the test turns."""

    def __init__(self, wall: str, answer: Asked, window: float | None = None) -> None:
        self.wall, self.window, self.clock, self.pool = wall, window, Clock(), Thinkers(answer)
        self.late = 0.0                 # seconds until the person answers
        self.undoes: set[int] = set()   # before which of his turns he takes the last answer back

    async def play(self, turns: int) -> list[tuple[float, dict[str, Any]]]:
        """Play so many turns of the person's; what he was sent and when."""
        store: Any = _Store()
        shelf: Any = _Shelf()
        pool: Any = self.pool
        nobody: Any = None
        games = Games(store, shelf, shelf, nobody, 99, clock=self.clock, pool=pool)
        players = [Player(PERSON, NAMES[0]), *(Player(MASTER, name) for name in NAMES[1:])]
        made = MadeOf(Rule(id=BOOK).model_dump(), 0, 1, players, "", "", walls=[self.wall], window=self.window,
                      bot_seed=1)
        live = await games._made(made, [], "")
        socket: Any = _Socket(self.clock)
        task = asyncio.create_task(Connection(socket, games, live, 0, Limits(messages=1e9), "en", False).run(0))
        await settled()
        await self._through(games, live, socket, turns)
        self.match = self.table(live).match
        socket.leave()
        await task
        await games.masters.close()
        sent: list[tuple[float, dict[str, Any]]] = socket.sent
        return sent

    @staticmethod
    def table(live: Live) -> Any:
        played: Any = live.game.played
        return played.table

    async def _through(self, games: Games, live: Live, socket: Any, turns: int) -> None:
        windows, table = Windows(games), self.table(live)
        while turns and not table.match.hand_over:
            if table._is_asked(0):
                if turns in self.undoes:
                    self.undoes.discard(turns)
                    socket.say(type="undo")
                    await settled()
                    continue
                turns -= 1
                self.clock.now += self.late
                socket.say(type="act", action=chosen(table.match, table._seat_of(0)).text)
            else:
                moments = [live.window.next_moment() if live.game.id in games.held._lives else None,
                           games.masters.next_moment()]
                self.clock.now = max(self.clock.now, min(one for one in moments if one is not None))
                await windows.look()
            await settled()


def seen(wall: str) -> tuple[list[str], set[tuple[int, int]]]:
    """What the person would see of a hand over a wall, and where others are asked for a tile."""
    match, asked = Match(BOOK, 1, NAMES, walls=[wall]), set()
    match.begin()
    own = [match.player_of(seat) for seat in range(4)].index(0)
    while not match.hand_over and len(match.steps) < 30:
        seat = match.asked[0]
        if len(match.legal(seat)) > 1 and match.legal(seat)[-1].text == "pass":
            asked.add((sum(step.action is not None and step.action.text != "pass" for step in match.steps), seat))
        match.play(seat, chosen(match, seat))
    return [json.dumps(event.as_json()) for event in match.seen_by(own)], asked


def pair() -> tuple[str, str]:
    """Two walls that the person sees alike, though in one of them a master is asked for a tile."""
    first = wall_of(BOOK, 20)
    tiles = list(read_tiles(first))
    tiles[6], tiles[133] = tiles[133], tiles[6]
    return first, write_tiles(tiles)


def test_the_pair_differs_in_who_is_asked_alone() -> None:
    before, after = map(seen, pair())
    assert before[0] == after[0]
    assert before[1] != after[1]


@pytest.fixture
def calm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Masters pass and throw what they draw, whatever they have thought."""
    monkeypatch.setattr(at_table.Masters, "at_once", lambda self, seat: chosen(self._seating.match, seat))


def told(sent: list[tuple[float, dict[str, Any]]]) -> list[tuple[float, Any]]:
    return [(at, message) for at, message in sent if message["type"] == "update"]


@pytest.mark.usefixtures("calm")
@pytest.mark.parametrize("late", [0.0, 2.0])
def test_nothing_is_told_by_when_masters_answer(late: float) -> None:
    """Others can claim, or have more to think about: the person is sent the same at the same time."""
    streams = []
    for wall in pair():
        evening = Evening(wall, lambda _puzzle: None)
        evening.late = late
        streams.append(asyncio.run(evening.play(TURNS)))
        assert evening.pool.asked
    assert streams[0] == streams[1]
    assert len(told(streams[0])) > TURNS


@pytest.mark.usefixtures("calm")
def test_without_a_window_something_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pair shows what it is to show."""
    monkeypatch.setattr(at_table.Masters, "sit", False)
    first, second = (asyncio.run(Evening(wall, lambda _puzzle: None).play(TURNS)) for wall in pair())
    assert first != second


def test_a_master_plays_what_was_found_elsewhere() -> None:
    found: list[int] = []

    def second(puzzle: dict[str, Any]) -> int:
        found.append(puzzle["answers"][1])
        return found[-1]
    evening = Evening(wall_of(BOOK, 3), second)
    asyncio.run(evening.play(4))
    match, other = evening.match, 0
    strong = thinking.ThinkingBot()
    for place, step in enumerate(match.steps):
        if step.kind == "action" and step.seat is not None and match.player_of(step.seat) != 0:
            own, puzzle = strong.begin(match.at(place), step.seat)
            other += puzzle is not None and step.action != own
    assert found
    assert other > 2


@pytest.mark.parametrize("why", ["dies", "is late", "talks nonsense"])
def test_without_an_answer_in_time_it_plays_as_strong_and_that_is_told(why: str,
                                                                       caplog: pytest.LogCaptureFixture) -> None:
    async def never() -> int:
        await asyncio.Event().wait()
        return 0

    def answer(_puzzle: dict[str, Any]) -> Any:
        if why == "dies":
            raise ProblemError(BUSY, Fault("server.no_answer", seconds="1"))
        return never() if why == "is late" else -1
    evening = Evening(wall_of(BOOK, 3), answer)
    with caplog.at_level(logging.WARNING, "quepu.server"):
        asyncio.run(evening.play(4))
    strong, match = thinking.ThinkingBot(), evening.match
    steps = [(place, step) for place, step in enumerate(match.steps) if step.kind == "action" and step.seat is not None
             and match.player_of(step.seat) != 0]
    assert len(steps) > 6
    for place, step in steps:
        assert step.seat is not None
        assert strong.begin(match.at(place), step.seat)[0] == step.action
    assert ("plays as strong" in caplog.text) is (why != "talks nonsense")


@pytest.mark.usefixtures("calm")
def test_answers_taken_back_are_given_again() -> None:
    evenings = [Evening(wall_of(BOOK, 3), lambda _puzzle: None) for _time in range(2)]
    evenings[1].undoes = {3, 4}
    evenings[1].late = 0.2
    for more, evening in zip((0, 2), evenings, strict=True):
        asyncio.run(evening.play(6 + more))
    plain, again = ([step.action for step in evening.match.steps] for evening in evenings)
    assert evenings[1].undoes == set()
    assert plain[:len(again)] == again[:len(plain)]
    assert min(len(plain), len(again)) > 12


@pytest.mark.usefixtures("calm")
def test_a_turn_takes_the_same_time_with_the_window_off() -> None:
    evening = Evening(wall_of(BOOK, 3), lambda _puzzle: None, window=0)
    times = sorted({at for at, _message in told(asyncio.run(evening.play(3)))})
    assert {round(after - before, 3) for before, after in pairwise(times)} == {THINKING}


def test_windows_leave_masters_their_time() -> None:
    masters = [Player(PERSON, "a"), Player(MASTER, "b")]
    made = MadeOf({"id": BOOK}, 1, 1, masters, "", "", window=0.2)
    assert made.window_seconds > THINKING
    assert made.lag_seconds > THINKING
    assert MadeOf({"id": BOOK}, 1, 1, masters, "", "", window=0).window_seconds == 0
    assert MadeOf({"id": BOOK}, 1, 1, masters[:1], "", "").lag_seconds == LAG


# -- how many there may be --
def test_so_many_masters_a_server_and_no_more(settings: Settings) -> None:
    app = make_app(replace(settings, limits=replace(settings.limits, masters=3)))
    with TestClient(app) as client:
        make(client, others=["master", "master", "easy"])
        refused = client.post("/api/games", headers={"Accept-Language": "en"}, json={
            "rule": {"id": "guobiao"}, "name": "Ann", "others": ["master", "master", "easy"]})
        assert (refused.status_code, refused.json()["code"]) == (BUSY, "game.masters")
        assert "1 of these seats" in refused.json()["title"]
        gathered = client.post("/api/games", json={"rule": {"id": "guobiao"}, "name": "Ann", "gathers": True,
                                                   "others": ["master", "easy", "easy"]}).json()
        with sit(client, gathered) as socket:
            ann = Visitor(socket)
            assert ann.say(type="level", player=2, level="master")["causes"][0]["code"] == "game.masters"
            assert ann.say(type="level", player=1, level="easy")["type"] == "done"
            assert ann.say(type="level", player=2, level="master")["type"] == "done"


def test_a_strangers_rulebook_has_none(client: TestClient) -> None:
    refused = client.post("/api/games", json={"rule": OWN_RULE, "name": "Ann", "others": ["master", "easy", "easy"]})
    assert refused.json()["code"] == "game.master_own"


def test_a_worker_finds_what_the_bot_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "EFFORT", Effort(worlds=(4,), sure=0.1))
    match = Match(BOOK, 3)
    match.begin()
    bot, puzzle = thinking.ThinkingBot(), None
    while puzzle is None:
        seat = match.asked[0]
        own, puzzle = bot.begin(match, seat)
        if puzzle is None:
            match.play(seat, own)
    sent = json.loads(json.dumps(puzzle.as_json()))
    said = QUESTIONS["think"](Books(), Rule(id=BOOK), {"puzzle": sent})
    assert said == {"kind": "thought", "answer": thinking.solved(match.engine, Puzzle.of_json(sent))}
