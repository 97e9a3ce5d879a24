"""Games over WebSocket: played, watched, taken back, found again after a restart; nobody sees or does too much."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from quepu.records.lines import parse_record, replay
from quepu.server.app import make_app
from quepu.server.settings import Settings

RULE = {"id": "guobiao"}


class Player:
    """A person at a game: sends messages, keeps what it is told."""

    def __init__(self, socket: Any) -> None:
        self.socket, self.update, self.number = socket, {}, 0
        self.events: list[dict[str, Any]] = []
        self.hello = self.receive()

    def receive(self) -> dict[str, Any]:
        told = json.loads(self.socket.receive_text())
        if told["type"] == "update":
            self.update = told
            self.events = [event for event in self.events if event["step"] < told["since"]] + told["events"]
        return told

    def say(self, **message: Any) -> dict[str, Any]:
        """Send a message and wait for its answer."""
        self.number += 1
        self.socket.send_text(json.dumps({"id": self.number, **message}))
        while True:
            told = self.receive()
            if told.get("id") == self.number:
                return told

    @property
    def legal(self) -> list[str]:
        return [one["action"] for one in (self.update.get("view") or {}).get("legal", ())]

    def see(self, step: int) -> None:
        """Wait until it has been told everything up to a step."""
        while not self.update or self.update["step"] < step:
            self.receive()

    def answer(self) -> bool:
        """Answer the first thing that is legal; whether there was something to answer."""
        legal = self.legal
        if not legal:
            return False
        wanted = "win" if "win" in legal else "pass" if "pass" in legal else legal[-1]
        done = self.say(type="act", action=wanted, step=self.update["step"])
        assert done["type"] == "done", done
        self.see(done["step"])
        return True


def make(client: TestClient, **more: Any) -> dict[str, Any]:
    seed = None if "open" in more.get("others", ()) else 7      # who knows the seed knows every tile
    answer = client.post("/api/games", json={"rule": RULE, "name": "Ann", "seed": seed, "window": 0, **more})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def sit(client: TestClient, game: dict[str, Any], key: str = "key", more: str = "") -> Any:
    return client.websocket_connect(f"/api/games/{game['id']}/socket?key={game[key]}&lang=en{more}")


def play_hand(player: Player) -> None:
    player.see(1)
    while not player.update["hand_over"]:
        assert player.answer()


def test_a_hand_is_played_and_its_record_plays_out(client: TestClient) -> None:
    game = make(client)
    with sit(client, game) as socket:
        ann = Player(socket)
        assert (ann.hello["player"], ann.hello["rule"]["id"]) == (0, "guobiao")
        play_hand(ann)
        assert ann.update["settlement"]
        assert ann.update["standings"][0]["place"] == 1
        done = ann.say(type="next")
        ann.see(done["step"])
        assert ann.update["view"]["hand"] == 2
        play_hand(ann)
    text = client.get(f"/api/games/{game['id']}/record", params={"key": game["key"]}).text
    match = replay(parse_record(text))
    assert len(match.settlements) == 2
    shown = [client.post(f"/api/records?hand={hand}&lang=en", content=text.encode()).json() for hand in (1, 2)]
    assert sum(len(one["frames"]) for one in shown) == len(match.steps)
    assert all(seat["tiles"] for seat in shown[0]["frames"][0]["view"]["seats"])
    assert shown[1]["frames"][-1]["settlement"]
    assert client.post("/api/records?hand=3", content=text.encode()).status_code == 404
    wrong = client.post("/api/records", content=text.replace("discard", "discord", 1).encode())
    assert (wrong.status_code, "record:" in wrong.json()["detail"]) == (422, True)


def test_what_is_asked_is_answered(client: TestClient) -> None:
    game = make(client)
    with sit(client, game) as socket:
        ann = Player(socket)
        ann.see(1)
        while not any(action.startswith("discard") for action in ann.legal):
            ann.answer()
        advice = ann.say(type="hint", samples=2, lang="en")["advice"]
        assert {one["action"] for one in advice["answers"]} == set(ann.legal)
        assert all(one["label"] and one["points"]["low"] <= one["points"]["mean"] for one in advice["answers"])
        assert advice["seat"] == ann.update["view"]["seat"]
        assert "step" not in advice         # it would count what others have answered in secret
        assert ann.say(type="hint", samples=0)["causes"][0]["code"] == "message.samples"
        assert ann.say(type="why", action="win")["text"]
        for bad in ({"type": "act", "action": "discard 9f"}, {"type": "act", "action": "discard 1m", "step": 0},
                    {"type": "dance"}, {"type": "act"}):
            before = ann.update["step"]
            assert ann.say(**bad)["type"] == "error"
            assert ann.say(type="ping")["step"] == before
        socket.send_text("[]")
        assert ann.receive()["faults"] == ["a message must be a JSON object"]
        socket.send_text("{")
        assert ann.receive()["type"] == "error"


def test_the_table_can_be_watched_step_by_step(client: TestClient) -> None:
    game = make(client)
    with sit(client, game, more="&frames=1") as socket:
        ann = Player(socket)
        ann.see(1)
        while not any(action.startswith("discard") for action in ann.legal):
            assert ann.answer()
        assert ann.answer()
        update = ann.update
        steps = [update["since"], *(frame["step"] for frame in update["frames"]), update["step"]]
        assert len(steps) > 3
        assert steps == sorted(set(steps))
        assert all([seat["seat"] for seat in frame["view"]["seats"] if seat["tiles"]] == [frame["view"]["seat"]]
                   for frame in update["frames"])
        assert any(event["line"].strip() for event in update["events"])
    late = f"&frames=1&since={update['step']}"
    with sit(client, game, more=late) as socket:
        again = Player(socket)
        again.see(1)
        assert (again.update["events"], again.update["frames"]) == ([], [])


def test_an_answer_is_taken_back_against_bots(client: TestClient) -> None:
    game = make(client)
    with sit(client, game) as socket:
        ann = Player(socket)
        ann.see(1)
        before, seen = ann.update["view"], list(ann.events)
        ann.answer()
        done = ann.say(type="undo")
        while ann.update["step"] != done["step"]:
            ann.receive()
        assert ann.update["view"] == before
        assert ann.events == seen


def test_friends_play_and_others_watch_without_seeing_tiles(client: TestClient) -> None:
    game = make(client, others=["open", "greedy", "greedy"])
    assert client.post(f"/api/games/{game['id']}/join", json={"key": game["watch_key"], "name": "x"}).status_code == 403
    bob = client.post(f"/api/games/{game['id']}/join", json={"key": game["join_key"], "name": "Bob"}).json()
    assert bob["player"] == 1
    late = client.post(f"/api/games/{game['id']}/join", json={"key": game["join_key"], "name": "Eve"})
    assert (late.status_code, late.json()["title"]) == (409, "every seat in this game is taken")
    with sit(client, game) as first, sit(client, bob) as second, sit(client, game, "watch_key") as third:
        players = [Player(first), Player(second)]
        watcher = Player(third)
        for one in (*players, watcher):
            one.see(1)
        for _turn in range(40):
            for one in (*players, watcher):
                one.see(one.say(type="ping")["step"])
            if players[0].update["hand_over"]:
                break
            assert any(one.answer() for one in players)
        assert watcher.say(type="next")["faults"] == ["watchers cannot play"]
        assert players[0].say(type="undo")["type"] == "error"
        shown = [event for event in watcher.events if event["type"] in ("dealt", "drawn")]
        assert shown
        assert not any(event.get("tiles") or event.get("tile") for event in shown)
        for seat, one in ((0, players[0]), (1, players[1])):
            known = {event["seat"] for event in one.events if event["type"] == "dealt" and event.get("tiles")}
            assert known == {"ESWN"[seat]}
            if not one.update["hand_over"]:
                assert [s["seat"] for s in one.update["view"]["seats"] if s["tiles"]] == ["ESWN"[seat]]


def test_a_game_survives_the_server(settings: Settings) -> None:
    with TestClient(make_app(settings)) as client:
        game = make(client)
        with sit(client, game) as socket:
            ann = Player(socket)
            ann.see(1)
            for _turn in range(5):
                ann.answer()
            told, events = ann.update, ann.events
    with TestClient(make_app(settings)) as client, sit(client, game) as socket:
        again = Player(socket)
        again.see(told["step"])
        assert again.update["view"] == told["view"]
        assert again.events == events
        assert again.answer()


def test_nobody_takes_part_without_a_key(client: TestClient) -> None:
    game = make(client)
    for key in ("", "x", game["join_key"], game["id"]):
        with pytest.raises((WebSocketDisconnect, WebSocketDenialResponse)) as told, \
                sit(client, {"id": game["id"], "key": key}) as socket:
            socket.receive_text()
        assert getattr(told.value, "code", 4403) == 4403
        assert client.get(f"/api/games/{game['id']}", params={"key": key}).status_code == 403
        assert client.get(f"/api/games/{game['id']}/record", params={"key": key}).status_code == 403
    assert client.get("/api/games/nowhere12/record", params={"key": "x"}).status_code == 404
    assert client.get(f"/api/games/{game['id']}/record", params={"key": game["key"]}).status_code == 403


@pytest.mark.parametrize("body", [
    {"rule": {"id": "nowhere"}}, {"rule": RULE, "others": ["wizard"]}, {"rule": RULE, "others": ["greedy"] * 9},
    {"rule": RULE, "others": ["open"], "seed": 5},
    {"rule": RULE, "name": "<b>"}, {"rule": RULE, "name": ""}, {"rule": RULE, "seed": -1}])
def test_a_game_that_cannot_be_made_is_refused(client: TestClient, body: dict) -> None:
    answer = client.post("/api/games", json=body)
    assert 400 <= answer.status_code < 500
    assert answer.headers["content-type"] == "application/problem+json"


def test_a_message_without_end_closes_the_connection(client: TestClient) -> None:
    game = make(client)
    with sit(client, game) as socket:
        ann = Player(socket)
        ann.see(1)
        socket.send_text("x" * 20_000)
        with pytest.raises(WebSocketDisconnect) as told:
            socket.receive_text()
        assert told.value.code == 4429


def test_many_games_begin_at_once(client: TestClient) -> None:
    """Whoever comes first makes the engine ready; the others wait for it and do not meet it half made."""
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda _number: client.post("/api/games", json={"rule": {"id": "hongkong"}}), range(8)))
    assert [answer.status_code for answer in made] == [201] * 8
