"""A waiting room: the code that friends type, who is ready, who plays where nobody comes, what is agreed."""

import re
from typing import Any

from starlette.testclient import TestClient

from tests.server.test_friends import Server, serving
from tests.server.test_games import RULE, Player, sit


def gathered(client: TestClient, **more: Any) -> dict[str, Any]:
    answer = client.post("/api/games", json={
        "rule": RULE, "name": "Ann", "others": ["open", "strong", "normal"], "gathers": True, **more})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def looked(client: TestClient, code: str) -> Any:
    return client.get("/api/games/with-code", headers={"authorization": f"Bearer {code}"})


def join(client: TestClient, game: dict[str, Any], name: str) -> dict[str, Any]:
    answer = client.post(f"/api/games/{game['id']}/join", json={"key": game["join_key"], "name": name})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def room(player: Player) -> Any:
    return player.update.get("room")


def until(player: Player, wanted: Any) -> None:
    while room(player) != wanted:
        player.receive()


def test_friends_find_a_game_by_its_code_as_long_as_they_gather(client: TestClient) -> None:
    game = gathered(client, window=3, hints=False)
    assert re.fullmatch(r"[2-9A-HJKMNP-Z]{8}", game["join_key"])
    assert [player["kind"] for player in game["players"]] == ["person", "open", "open", "open"]
    found = looked(client, game["join_key"]).json()
    assert (found["game"], found["started"], found["window"], found["hints"]) == (game["id"], False, 3, False)
    assert found["room"] == {"owner": 0, "gathers": True, "ready": [], "levels": [None, "easy", "strong", "normal"]}
    for wrong in ("", "22222222", game["watch_key"], game["key"]):
        assert looked(client, wrong).json()["code"] == "game.no_room"
    with sit(client, game) as socket:
        assert Player(socket).say(type="start")["type"] == "done"
    assert looked(client, game["join_key"]).json()["code"] == "game.no_room"


def test_a_game_without_a_code_is_not_found_by_its_key(client: TestClient) -> None:
    game = gathered(client, gathers=False)
    assert len(game["join_key"]) == 24
    assert looked(client, game["join_key"]).json()["code"] == "game.no_room"


def test_everybody_sees_who_is_ready_and_the_host_lets_it_begin(client: TestClient) -> None:
    game = gathered(client)
    second = join(client, game, "Bo")
    assert second["player"] == 1
    with sit(client, game) as first, sit(client, second) as other:
        ann, bo = Player(first), Player(other)
        assert bo.say(type="ready")["type"] == "done"
        until(ann, {"owner": 0, "gathers": True, "ready": [1], "levels": [None, None, "strong", "normal"]})
        assert ann.say(type="level", player=3, level="beginner")["type"] == "done"
        until(bo, {"owner": 0, "gathers": True, "ready": [1], "levels": [None, None, "strong", "beginner"]})
        assert bo.say(type="ready", ready=False)["type"] == "done"
        until(ann, {"owner": 0, "gathers": True, "ready": [], "levels": [None, None, "strong", "beginner"]})
        for said in ({"type": "start"}, {"type": "level", "player": 3, "level": "easy"}):
            assert bo.say(**said)["causes"][0]["code"] == "game.host_only"
        assert ann.say(type="start")["type"] == "done"
        until(bo, None)
        while not bo.update["started"]:
            bo.receive()
        assert [(one["kind"], one["name"]) for one in bo.update["players"]] == [
            ("person", "Ann"), ("person", "Bo"), ("strong", "strong 2"), ("beginner", "beginner 3")]
        for said in ({"type": "ready"}, {"type": "level", "player": 3, "level": "easy"}):
            assert ann.say(**said)["causes"][0]["code"] == "game.begun"


def test_a_full_room_waits_for_its_host(client: TestClient) -> None:
    game = gathered(client)
    for name in ("Bo", "Cai", "Dee"):
        join(client, game, name)
    found = looked(client, game["join_key"]).json()
    assert (found["started"], found["room"]["levels"]) == (False, [None] * 4)
    refused = client.post(f"/api/games/{game['id']}/join", json={"key": game["join_key"], "name": "Eve"})
    assert refused.json()["code"] == "game.full"


def test_what_a_room_refuses(client: TestClient) -> None:
    with sit(client, gathered(client)) as socket:
        ann = Player(socket)
        assert ann.say(type="level", player=0, level="easy")["causes"][0]["code"] == "game.no_open_place"
        assert ann.say(type="level", player=3)["causes"][0]["code"] == "game.no_level"
        assert ann.say(type="level", level=3)["causes"][0]["code"] == "message.level"
        assert ann.say(type="ready", ready="yes")["causes"][0]["code"] == "message.ready"
    for wrong in ({"others": ["greedy"] * 3}, {"seed": 7}):
        answer = client.post("/api/games", json={"rule": RULE, "name": "Ann", "gathers": True, **wrong})
        assert answer.status_code == 409


def test_no_hints_where_that_is_agreed(client: TestClient) -> None:
    game = gathered(client, hints=False, window=0)
    with sit(client, game) as socket:
        ann = Player(socket)
        assert ann.hello["hints"] is False
        ann.say(type="start")
        ann.see(1)
        assert ann.say(type="hint")["causes"][0]["code"] == "game.no_hints"


def test_a_room_is_as_it_was_after_a_restart(settings: Any) -> None:
    with serving(settings) as server:
        game = gathered(server.client, hints=False)
        second = join(server.client, game, "Bo")
        with sit(server.client, second) as socket:
            assert Player(socket).say(type="ready")["type"] == "done"
    with serving(settings) as server:
        assert isinstance(server, Server)
        assert looked(server.client, game["join_key"]).json()["code"] == "game.no_room"     # nobody is there yet
        with sit(server.client, game) as socket:
            assert Player(socket).hello["room"]["ready"] == [1]
            found = looked(server.client, game["join_key"]).json()
            assert (found["game"], found["hints"], found["players"][1]["name"]) == (game["id"], False, "Bo")
