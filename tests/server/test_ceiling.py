"""The server's memory: what games hold of it is shared out, and past the ceiling new work waits while games go on."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from quepu.server.app import make_app
from quepu.server.problem import ProblemError
from quepu.server.safety.address import ASKING
from quepu.server.safety.ceiling import Ceiling, used_memory
from quepu.server.safety.shares import Shares
from quepu.server.settings import Limits, Settings, usual_memory
from tests.server.test_games import RULE, Player

MOST = 1 << 40              # bytes that the server of these tests may have
OPTIONS: tuple[dict[str, Any], ...] = ({"mixed_kong": "6"}, {"special_self_draw": "buqiuren"}, {"all_green_half": True},
                                       {"terminals_double": True}, {"wait": "live"})
OF_GAME, OTHERS = "/api/games/{", ("/api/games/with-code", "/api/health")       # of games in play, and of itself


class Machine:
    """A server whose memory and time the test drives."""

    def __init__(self, settings: Settings) -> None:
        self.used, self.now = 0, 0.0
        self.app = make_app(replace(settings, limits=replace(settings.limits, memory=MOST)), lambda: self.now,
                            lambda: self.used)
        self.client: TestClient

    def use(self, used: int) -> None:
        self.used, self.now = used, self.now + 1

    def make(self, options: dict[str, Any] | None = None) -> dict[str, Any]:
        answer = self.client.post("/api/games", json={"rule": {**RULE, "options": options or {}}, "seed": 3})
        assert answer.status_code == 201, answer.text
        game: dict[str, Any] = answer.json()
        return game

    def show(self, game: dict[str, Any]) -> Any:
        return self.client.get(f"/api/games/{game['id']}", headers={"authorization": f"Bearer {game['key']}"})

    def socket(self, game: dict[str, Any]) -> Any:
        return self.client.websocket_connect(f"/api/games/{game['id']}/socket?key={game['key']}")

    @property
    def in_memory(self) -> list[str]:
        return [live.game.id for live in self.app.state.games.in_memory()]


@pytest.fixture
def machine(settings: Settings) -> Iterator[Machine]:
    made = Machine(settings)
    with TestClient(made.app) as made.client:
        yield made


def test_past_the_ceiling_new_work_waits_and_games_in_play_go_on(machine: Machine) -> None:
    played, left = machine.make(), machine.make()
    with machine.socket(played) as socket:
        player = Player(socket)
        player.see(1)
        machine.app.state.games.leave(left["id"])
        machine.use(MOST)
        for path, calls in machine.app.openapi()["paths"].items():
            if path.startswith(OF_GAME) or path in OTHERS:
                continue
            for method in calls:
                answer = machine.client.request(method, path.format(name=RULE["id"]), json={})
                assert (answer.status_code, answer.json().get("code")) == (503, "server.memory"), path
                assert int(answer.headers["retry-after"]) > 0
                assert "try again" in answer.json()["detail"]
        assert machine.show(left).json()["code"] == "server.memory"
        with pytest.raises(WebSocketDisconnect) as closed, machine.socket(left) as refused:
            refused.receive_text()
        assert closed.value.code == 1013
        for _time in range(3):
            assert player.answer()      # which looks that it is done
        assert machine.show(played).status_code == 200
        assert machine.client.get("/api/health").status_code == 200
        machine.use(MOST - 1)
        assert machine.show(left).status_code == 200
        machine.make()


def test_at_the_ceiling_games_that_nobody_looks_at_leave(machine: Machine) -> None:
    games = [machine.make() for _time in range(4)]
    with machine.socket(games[0]) as socket:
        Player(socket)
        machine.use(MOST)
        assert machine.client.get("/api/rulebooks").status_code == 503
        assert machine.in_memory == [games[3]["id"], games[0]["id"]]
        for _time in range(5):
            machine.use(MOST)
            assert machine.client.get("/api/rulebooks").status_code == 503
        assert machine.in_memory == [games[0]["id"]]
    machine.use(0)
    assert all(machine.show(game).status_code == 200 for game in games)


def test_memory_is_measured_now_and_then() -> None:
    looks, now = [0], [0.0]

    def measure() -> int:
        looks[0] += 1
        return 0
    ceiling = Ceiling(1, measure, lambda: now[0])
    for _time in range(1000):
        ceiling.refuse()
        now[0] += 0.001
    assert 2 <= looks[0] <= 5
    assert usual_memory() >= 1 << 30
    assert used_memory() >= 0


@pytest.fixture
def tight(settings: Settings) -> Iterator[Machine]:
    """A server with memory for two games of one address."""
    made = Machine(replace(settings, limits=replace(settings.limits, memory_of_one=150_000)))
    with TestClient(made.app) as made.client:
        yield made


def test_games_past_ones_share_make_room_or_are_refused(tight: Machine) -> None:
    games = [tight.make() for _time in range(4)]
    assert len(tight.in_memory) == 2
    assert games[-1]["id"] in tight.in_memory
    with tight.socket(games[0]) as one:
        assert Player(one).hello["type"] == "hello"
        with tight.socket(games[1]) as other:
            assert Player(other).hello["type"] == "hello"
            answer = tight.client.post("/api/games", json={"rule": RULE}, headers={"accept-language": "zh-TW"})
            assert (answer.status_code, answer.json()["code"]) == (429, "quota.memory")
            assert "MiB 記憶體" in answer.json()["title"]
            assert tight.show(games[2]).status_code == 429
            assert tight.show(games[0]).status_code == 200
    assert tight.show(games[2]).status_code == 200


def test_a_game_that_is_waited_for_stays(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was let go between its load and the first word on its connection, and stood in memory twice afterwards."""
    game, left = machine.make(), []
    games = machine.app.state.games
    turn = games.own_time.turn

    async def waits() -> None:
        left.append(games.leave(game["id"]))
        await turn()
    assert games.leave(game["id"])
    monkeypatch.setattr(games.own_time, "turn", waits)
    assert machine.show(game).status_code == 200
    assert left
    assert not any(left)


def test_options_are_counted_with_what_they_hold(settings: Settings) -> None:
    """Each set of options has an engine of its own; whoever made five hundred of them had the whole server's memory."""
    machine = Machine(replace(settings, limits=replace(settings.limits, memory_of_one=30 << 20)))
    with TestClient(machine.app) as machine.client:
        for options in OPTIONS:
            machine.make(options)
        assert len(machine.in_memory) == 3
        last = [machine.make(OPTIONS[-1]) for _time in range(3)]        # which share one
        assert [game["id"] for game in last] == machine.in_memory[-3:]
        plain = [machine.make() for _time in range(5)]                  # as all do that are without options
        assert [game["id"] for game in plain] == machine.in_memory[-5:]
        assert set(machine.in_memory) >= {game["id"] for game in last}


@dataclass
class Held:
    """A game in memory."""

    by: str
    size: int
    used: bool


def test_nobody_has_more_than_his_share() -> None:
    chance, limits = random.Random(5), Limits(memory_of_one=400_000, games_memory=1_000_000)
    seen = set()
    for _time in range(500):
        held = {str(number): Held(chance.choice("abc"), chance.randrange(150_000), chance.random() < chance.random())
                for number in range(chance.randrange(20))}

        def leave(name: str, held: dict[str, Held] = held) -> bool:
            return not held[name].used and held.pop(name) is not None
        asking, before = ASKING.set("a"), dict(held)
        try:
            with Shares(limits, held, leave).taking(chance.randrange(30_000)):
                seen.add(201)
                assert sum(one.size for one in held.values() if one.by == "a") <= limits.memory_of_one
                assert sum(one.size for one in held.values()) <= limits.games_memory
        except ProblemError as refused:
            seen.add(refused.status)
            assert not any(one.by == "a" and not one.used for one in held.values())
        finally:
            ASKING.reset(asking)
        assert all(not one.used for name, one in before.items() if name not in held)
    assert seen == {201, 429, 503}


def test_games_that_are_being_set_up_count() -> None:
    shares = Shares(Limits(memory_of_one=150_000), {}, lambda _name: False)
    with shares.taking(), shares.taking(), pytest.raises(ProblemError), shares.taking():
        raise AssertionError
    with shares.taking():
        pass
