"""Messages of a connection are read strictly: what has another type than it should is refused by its name."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.server.test_games import Player, make, sit

WRONG: list[tuple[str, Any]] = [
    *[("step", value) for value in ("x", "3", True, False, 1.0, 0.5, -1, [], {}, 1 << 60, float("inf"))],
    *[("action", value) for value in (None, 7, True, [], {}, ["pass"], {"action": "pass"}, "x" * 81)],
    *[("type", value) for value in (None, 7, True, [], {}, "", "x" * 41)],
    *[("lang", value) for value in (7, True, [], {}, "xx", "", "x" * 5000)],
    *[("id", value) for value in (True, False, 1.5, [], {}, "x" * 41, 1 << 53, -(1 << 53))]]


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_a_wrong_type_is_refused_by_name(client: TestClient, name: str, value: Any) -> None:
    game = make(client)
    with sit(client, game) as socket:
        ann = Player(socket)
        ann.see(1)
        while not ann.legal:
            ann.see(ann.say(type="ping")["step"] + 1)
        before = ann.update["step"]
        socket.send_json({"id": 900, "type": "act", "action": ann.legal[-1], name: value})
        told = ann.receive()
        assert (told["type"], told["id"]) == ("error", None if name == "id" else 900)
        assert told["faults"][0].startswith(f"{name}:"), told
        assert ann.say(type="ping")["step"] == before


def test_every_fault_is_named(client: TestClient) -> None:
    with sit(client, make(client)) as socket:
        ann = Player(socket)
        told = ann.say(type=1, action=2, step="3", lang=4)
        assert [fault.partition(":")[0] for fault in told["faults"]] == ["type", "action", "step", "lang"]


def test_what_may_be_left_out_or_null(client: TestClient) -> None:
    with sit(client, make(client)) as socket:
        ann = Player(socket)
        ann.see(1)
        for more in ({}, {"step": None}, {"lang": None}, {"lang": "zh-Hant"}, {"more": [1]}):
            assert ann.say(type="ping", **more)["type"] == "done"
        chinese = ann.say(type="why", action="win", lang="zh")["text"]
        assert chinese != ann.say(type="why", action="win")["text"]
        assert not chinese.isascii()
        for name in (7, "seven", 0, -3):
            socket.send_json({"id": name, "type": "ping"})
            assert ann.receive()["id"] == name


@pytest.mark.parametrize(("path", "name", "value"), [
    ("/api/games", "seed", True), ("/api/games", "seed", "7"), ("/api/games", "seed", 7.0),
    ("/api/records/play", "step", True), ("/api/records/play", "player", False), ("/api/records/play", "step", "1")])
def test_true_is_no_number(client: TestClient, path: str, name: str, value: Any) -> None:
    body = {"rule": {"id": "guobiao"}, **({"record": "", "step": 0} if "records" in path else {}), name: value}
    answer = client.post(path, json=body)
    assert answer.status_code == 422
    assert answer.json()["faults"][0].startswith(f"{name}:")
