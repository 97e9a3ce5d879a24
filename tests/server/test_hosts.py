"""Games by strangers' rulebooks: in processes of their own, which may die, are limited, and come and go in turn."""

import os
import stat
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from quepu.book import rulebook_of_text
from quepu.bots.seat import CoreBot
from quepu.game.match import Match
from quepu.records.lines import parse_record, replay, write_record
from quepu.rulebook.file import load
from quepu.server.app import make_app
from quepu.server.settings import Settings
from tests.server.test_games import Player, make, play_hand, sit
from tests.waiting import LONGEST, wait_until

ROOT = Path(__file__).parents[2]
linux = pytest.mark.skipif(sys.platform != "linux", reason="what only Linux has")


def book(name: str, more: str = "") -> dict[str, Any]:
    return {"text": f'extends = "guobiao"\nname = {{ zh = "我", en = "{name}" }}\n{more}'}


@pytest.fixture
def app(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> FastAPI:
    """A server whose processes for strangers can be made to do harm."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]))
    made = make_app(replace(settings, limits=replace(settings.limits, host_memory=3 << 29)))
    made.state.turns.module = "tests.server.bad_child"
    return made


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    with TestClient(app) as made:
        yield made


def closed(player: Player) -> list[dict[str, Any]]:
    """What a player is told until the server closes the connection so that he comes back."""
    heard, code = [], 0
    while not code:
        try:
            heard.append(player.receive())
        except WebSocketDisconnect as ended:
            code = ended.code
    assert code == 1012
    return heard


def next_dies(client: TestClient, game: dict[str, Any]) -> dict[str, Any]:
    """Deal the next hand, at which the process ends; what the player is answered."""
    with sit(client, game) as socket:
        ann = Player(socket)
        ann.see(1)
        return ann.say(type="next")


def test_a_book_that_kills_its_process_in_the_fourth_hand(client: TestClient) -> None:
    other, game = make(client), make(client, rule=book("dies in 4"), seed=None)
    with sit(client, other) as calm, sit(client, game) as first, sit(client, game, "watch_key") as second:
        bob, ann, watcher = Player(calm), Player(first), Player(second)
        bob.see(1)
        for hand in range(1, 4):
            play_hand(ann)
            assert ann.update["settlement"]["hand"] == hand
            if hand < 3:
                ann.see(ann.say(type="next")["step"])
        before = ann.update
        told = ann.say(type="next")
        assert told["type"] == "error"
        assert "process ended (it crashed): the hand is taken back" in told["faults"][0]
        assert any("taken back" in fault for heard in closed(watcher) for fault in heard.get("faults", ()))
        assert bob.answer()                             # the others go on, and never noticed
        assert make(client)["id"]
    with sit(client, game) as socket:
        ann = Player(socket)
        ann.see(1)
        assert ann.update["settlement"] == before["settlement"]
        assert ann.update["view"] == before["view"]
        assert "taken back" in ann.events[-1]["text"]
        assert ann.events[:-1] == [event for event in ann.events if event["step"] < before["step"]]
        text = client.get(f"/api/games/{game['id']}/record", params={"key": game["key"]}).text
    assert len(replay(parse_record(text), rulebook_of_text(book("dies in 4")["text"], "rules.toml")).settlements) == 3
    assert "taken back" in next_dies(client, game)["faults"][0]
    assert "closed" in next_dies(client, game)["faults"][0]
    told = next_dies(client, game)                      # no process ends over it any more
    assert (told["type"], "ended 3 times" in told["faults"][0]) == ("error", True)
    assert client.get(f"/api/games/{game['id']}/record", params={"key": game["key"]}).text
    again = client.post("/api/games", json={"rule": book("dies in 4")})
    assert (again.status_code, "closed here" in again.json()["title"]) == (422, True)
    assert bool(make(client))


@pytest.mark.parametrize(("name", "why", "seconds"), [
    ("hogs in 1", "too much memory", LONGEST), ("loops in 1", "too long", 2.0), ("dies in 1", "crashed", LONGEST),
    ("sleeps in 1", "too long", 2.0), ("deafens itself in 1", "too long", 2.0)])
def test_a_process_that_cannot_go_on_is_ended(app: FastAPI, client: TestClient, name: str, why: str, seconds: float,
                                              monkeypatch: pytest.MonkeyPatch) -> None:
    if name.startswith("sleeps"):       # which costs no processor time
        monkeypatch.setattr("quepu.server.hosting.host.PATIENCE", -6.0)
    if name.startswith("deafens"):      # which only the server's own look at it can end
        monkeypatch.setattr("quepu.server.hosting.host.PATIENCE", 10 * LONGEST)
    app.state.turns.limits = replace(app.state.turns.limits, play_seconds=seconds)
    answer = client.post("/api/games", json={"rule": book(name)})
    assert answer.status_code == 422
    assert why in answer.json()["faults"][0]
    assert not list(client.app.state.turns)             # type: ignore[attr-defined]
    assert client.get("/api/health").status_code == 200


def test_a_table_that_lies_is_not_believed(client: TestClient) -> None:
    game = make(client, rule=book("lies"))
    with sit(client, game) as socket:
        ann = Player(socket)
        ann.see(1)
        told = ann.say(type="act", action=ann.legal[-1])
        assert "cannot be read" in told["faults"][0]
    with sit(client, game) as socket:                   # the hand is dealt anew, by the same seed
        ann = Player(socket)
        ann.see(1)
        assert ann.update["view"]["hand"] == 1


def test_the_trial_has_the_options_of_the_game(client: TestClient) -> None:
    text = book("mine", '[option.deadly]\ntype = "bool"\ndefault = false\ntext = { zh = "一", en = "one" }\n')
    assert make(client, rule=text)["id"]
    answer = client.post("/api/games", json={"rule": {**text, "options": {"deadly": True}}})
    assert (answer.status_code, "crashed" in answer.json()["faults"][0]) == (422, True)
    hosts = list(client.app.state.turns)                # type: ignore[attr-defined]
    assert len(hosts) == 1
    assert make(client, rule={**text, "options": {"deadly": False}})["id"]
    assert len(list(client.app.state.turns)) == 2       # type: ignore[attr-defined]
    assert make(client, rule=text)["id"]
    assert len(list(client.app.state.turns)) == 2       # type: ignore[attr-defined]


def test_a_game_survives_the_server_and_its_process(settings: Settings) -> None:
    with TestClient(make_app(settings)) as client:
        game = make(client, rule=book("mine"))
        with sit(client, game) as socket:
            ann = Player(socket)
            ann.see(1)
            for _turn in range(3):
                ann.answer()
            told, events = ann.update, ann.events
    tight = replace(settings, limits=replace(settings.limits, host_idle=0.5))
    app = make_app(tight)
    with TestClient(app) as client, sit(client, game) as socket:
        again = Player(socket)
        again.see(told["step"])
        assert (again.update["view"], again.events) == (told["view"], events)
        for _turn in range(2):
            wait_until(lambda: again.say(type="ping") and not list(app.state.turns),
                       "the process of an idle game ends, and a ping keeps nobody awake")
            assert again.answer()                       # and it comes back when it is needed
        assert again.say(type="undo")["type"] == "done"


def test_no_strangers_text_is_read_in_the_server(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    rule = book("mine")
    match = Match(rulebook_of_text(rule["text"], "rules.toml"), 5)
    match.begin()
    for _turn in range(9):
        match.play(match.asked[0], CoreBot("greedy").decide(match, match.asked[0]))
    record = write_record(match)

    read_chain = load.read_chain

    def guarded(name: str, text: str | None = None) -> Any:
        assert text is None, "a stranger's text was read here"
        return read_chain(name, text)
    monkeypatch.setattr(load, "read_chain", guarded)
    with pytest.raises(AssertionError):
        rulebook_of_text(rule["text"])
    hand = {"rule": rule, "hand": "123m23455p345s77z 5p"}
    for path, body, status in (
            ("games", {"rule": rule}, 201), ("records", {"record": record, "rule": rule}, 200),
            ("records/play", {"record": record, "rule": rule, "step": 4}, 201), ("score", hand, 200),
            ("hand", hand, 200), ("discards", {**hand, "hand": "123m23455p345s77z 9m"}, 200),
            ("waits", {**hand, "hand": "123m23455p345s77z"}, 200), ("compare", hand, 200),
            ("pad", {"rule": rule, "names": ["a", "b", "c", "d"]}, 200), ("rulebooks", rule, 200),
            ("check", {"text": rule["text"], "seconds": 0}, 200)):
        answer = client.post(f"/api/{path}", json=body)
        assert answer.status_code == status, (path, answer.text)
    with pytest.raises(RuntimeError):
        client.app.state.books.find(type("Own", (), {"is_own": True})())    # type: ignore[attr-defined]


@linux
def test_the_process_has_its_limits(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUEPU_DATABASE", "postgresql://user:secret@localhost/quepu")
    app = make_app(settings)
    with TestClient(app) as client:
        make(client, rule=book("mine"))
        [host] = list(app.state.turns)
        place, folder = Path("/proc") / str(host.pid), host.folder
        limits = {line[:26].strip(): line[26:].split()[0] for line in (place / "limits").read_text().splitlines()}
        assert limits["Max address space"] == str(settings.limits.host_memory)
        assert limits["Max core file size"] == limits["Max processes"] == "0"
        assert int(limits["Max open files"]) <= 64
        assert b"secret" not in (place / "environ").read_bytes()
        status = dict(line.split(":\t", 1) for line in (place / "status").read_text().splitlines() if ":\t" in line)
        assert (status["NoNewPrivs"], status["Threads"]) == ("1", "1")
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert os.environ.get("QUEPU_CACHE", "") != str(folder)
    assert not folder.exists()                          # ... and is gone with it
    assert not place.exists()


def test_many_rulebooks_share_few_processes(settings: Settings) -> None:
    limits = replace(settings.limits, hosts=2, hosts_of_one=2, host_turn=0.0)
    app = make_app(replace(settings, limits=replace(limits, hosts_waiting=2, hosts_of_one=9)))
    most = 0
    with TestClient(app) as client, ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(client.post, "/api/games", json={"rule": book(f"mine {number}")}) for number in range(4)]
        while not all(one.done() for one in asked):
            most = max(most, len(list(app.state.turns)))
            wait([one for one in asked if not one.done()], 0.02)
        assert most == 2
        assert [one.result().status_code for one in asked] == [201] * 4


def test_who_finds_no_place_is_told_when_to_come_back(settings: Settings) -> None:
    limits = replace(settings.limits, hosts=1, host_wait=0.2)
    with TestClient(make_app(replace(settings, limits=limits))) as client:
        make(client, rule=book("mine"))
        answer = client.post("/api/games", json={"rule": book("another")})
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "15")
        assert "try again" in answer.json()["detail"]
        assert make(client)["id"]                       # a rulebook that ships needs none
    limits = replace(limits, hosts=4, hosts_of_one=1)
    with TestClient(make_app(replace(settings, limits=limits))) as client:
        make(client, rule=book("mine"))
        answer = client.post("/api/games", json={"rule": book("another")})
        assert (answer.status_code, answer.headers["retry-after"]) == (429, "15")
        assert make(client, rule=book("mine"))["id"]    # of which there is one already
