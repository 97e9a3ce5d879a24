"""What a stranger may send instead of what is asked for: every such value is refused or taken, none makes a failure."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from quepu.bots.seat import CoreBot
from quepu.game.match import Match
from quepu.records.lines import write_record

HOUSE = (Path(__file__).parents[1] / "house" / "five_lines.toml").read_text(encoding="utf-8")
DEEP: Any = 0
for _level in range(60):
    DEEP = [DEEP]
WILD: Any = {}
for _level in range(60):
    WILD = {"a": WILD}
VALUES = [
    None, True, 0, -1, 1 << 31, 1 << 62, 1 << 63, 10**400, -(10**30), 0.5, float("nan"), float("inf"), -0.0,
    "", " ", "\0", "\ud800", "\U0001f004", "１２３m", "x" * 5000, "../../etc/passwd", "..\\..\\x", "/dev/zero",
    "file:///etc/passwd", "%2e%2e/", "$(reboot)", "' or 1=1 --", "__import__('os').system('x')", "\u202eabc\u2066",
    "1" * 300 + "m", "[" * 200, "(" * 90 + "1m", "123m" * 60, "E", "0m0m0m0m0m", "5p" * 20, "{0.__class__}", "a" * 59,
    [], ["a"], ["x" * 70], [None], {}, {"": ""}, {"a": 1}, {"id": "../x"}, DEEP, WILD, ["E"] * 300, [[[]]] * 50,
    {str(key): key for key in range(100)}, {"turned.x": "1m"}, {"x" * 3000: 1}]

EVERY = 1 if os.environ.get("QUEPU_FULL") else 4        # a part of them takes long enough


def record() -> str:
    """The record of a match that has just begun."""
    match, bot = Match("guobiao", 3), CoreBot("greedy")
    match.begin()
    for _turn in range(6):
        match.play(match.asked[0], bot.decide(match, match.asked[0]))
    return write_record(match)


def bodies() -> dict[str, dict[str, Any]]:
    hand = {"rule": {"id": "guobiao", "options": {}, "text": None}, "hand": "123m23455p345s77z 5p", "self_draw": False,
            "seat": "E", "round": "E", "from": "S", "flags": ["last_tile"], "wild": "", "state": {}, "lang": "en"}
    return {
        "/api/score": hand, "/api/waits": {**hand, "hand": "123m23455p345s77z"},
        "/api/check": {"text": HOUSE, "seconds": 0.0},
        "/api/pad": {"rule": {"id": "guobiao"}, "names": ["a", "b", "c", "d"], "lang": "en", "entries": [
            {"wins": [{"seat": "a", "from": "b", "hand": "123m23455p345s77z 5p", "fans": {}, "total": 8}]},
            {"draw": True, "ready": []}]},
        "/api/games": {"rule": {"id": "guobiao", "options": {"min_fan": 6}}, "name": "Ann", "others": ["greedy"] * 3,
                       "seed": 5},
        "/api/games/nowhere12/join": {"key": "x", "name": "Ann"},
        "/api/rulebooks/guobiao": {"min_fan": 6},
        "/api/records/play": {"record": None, "step": 2, "player": 0, "name": "x", "others": [],
                              "rule": None},
    }


BODIES = bodies()


def changed(value: Any) -> list[Any]:
    """The value with one part at a time in place of which something else stands; further keys too."""
    found: list[Any] = list(VALUES)
    if isinstance(value, dict):
        for key in value:
            found += [{**value, key: other} for other in changed(value[key])]
        found += [{**value, "extra": 1}, dict(list(value.items())[1:])]
    elif isinstance(value, list):
        for place, part in enumerate(value[:2]):
            found += [[*value[:place], other, *value[place + 1:]] for other in changed(part)]
        found.append(value * 200)
    return found


@pytest.mark.parametrize("path", BODIES)
def test_no_value_makes_a_failure(client: TestClient, path: str) -> None:
    failed: list[Any] = []
    sound = {**BODIES[path], "record": record()} if "record" in BODIES[path] else BODIES[path]
    for body in changed(sound)[::EVERY]:
        sent = json.dumps(body)
        try:
            answer = client.post(path, content=sent.encode(), headers={"content-type": "application/json"})
        except Exception as error:      # of the server, which runs in this process
            failed.append((repr(error), sent[:300]))
            continue
        if answer.status_code >= 500:
            failed.append((answer.status_code, sent[:300]))
        elif answer.status_code >= 400:
            assert answer.headers["content-type"] == "application/problem+json", sent[:300]
            assert answer.json()["title"]
    assert failed == []


@pytest.mark.parametrize("rule", [{"id": "guobiao"}, {"text": HOUSE}], ids=["shipped", "text"])
@pytest.mark.parametrize("name", ["reference", "text", "label", "self", "settings", "name"])
def test_an_option_may_be_called_anything_and_is_refused_by_that_name(client: TestClient, rule: dict[str, str],
                                                                      name: str) -> None:
    answer = client.post("/api/score", json={"rule": {**rule, "options": {name: 1}}, "hand": "123m23455p345s77z 5p"})
    assert answer.status_code == 422, answer.text
    assert f"'{name}'" in str(answer.json()["faults"])


@pytest.mark.parametrize("tiles", [[{"a": []}], [[]], [None], [0.5], [99], [-2], {"E": [{}]}])
def test_tiles_turned_up_are_tiles(client: TestClient, tiles: Any) -> None:
    for path in ("/api/compare", "/api/score"):
        body = {"rule": {"id": "riichi"}, "hand": "123m23455p345s77z 5p", "state": {"turned.dora": tiles}}
        assert client.post(path, json=body).status_code in (200, 422), tiles
    assert client.post("/api/score", json=body).status_code == 422
