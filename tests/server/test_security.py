"""Nobody acts for another, sees what is hidden, or comes in without the game's secret; odd messages end nothing."""

import json
from random import Random
from typing import Any

import pytest
import sqlalchemy.exc
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from quepu.bots.seat import CoreBot
from quepu.game.events import Passed
from quepu.game.match import Match
from quepu.notation import read_tiles, write_tiles
from quepu.records.lines import write_record
from quepu.server.app import make_app
from quepu.server.settings import Limits, Settings
from quepu.server.tables.knowledge import Sight
from tests.server.test_games import Player, make, sit

BOOK = "guobiao?flowers=none"
OWN_PLACES = (*range(4), *range(16, 20), *range(32, 36), 48, 52)       # of the wall: what the dealer is dealt


def walls(seed: int) -> tuple[str, str]:
    """Two walls that give the dealer the same tiles and differ in everything else."""
    match = Match(BOOK, seed)
    match.begin()
    first = read_tiles(match.steps[0].wall)
    hidden = [place for place in range(len(first)) if place not in OWN_PLACES]
    second, other = list(first), list(hidden)
    Random(seed).shuffle(other)
    for place, source in zip(hidden, other, strict=True):
        second[place] = first[source]
    return write_tiles(first), write_tiles(second)


def two_friends(client: TestClient) -> tuple[dict[str, Any], dict[str, Any]]:
    game = make(client, others=["open", "greedy", "greedy"])
    return game, client.post(f"/api/games/{game['id']}/join", json={"key": game["join_key"], "name": "Bob"}).json()


# -- nobody sees what is hidden --
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nothing_told_depends_on_hidden_tiles(client: TestClient, seed: int) -> None:
    """Two games that differ only in what the player cannot see are told word for word the same, by every way."""
    told: list[list[Any]] = []
    tiles = []
    for wall in walls(seed):
        match = Match(BOOK, 7, walls=[wall])
        match.begin()
        tiles.append([match.view(0).own.tiles, [match.view(seat).own.tiles for seat in (1, 2, 3)]])
        game = client.post("/api/records/play", json={"record": write_record(match), "step": 1, "name": "Ann"}).json()
        answers: list[Any] = []
        for key in ("key", "watch_key"):
            shown = client.get(f"/api/games/{game['id']}", params={"key": game[key]}).json()
            shown["hello"].pop("game")
            answers.append(shown)
            answers.append(client.get(f"/api/games/{game['id']}/record", params={"key": game[key]}).text)
            with sit(client, game, key, "&frames=1") as socket:
                one = Player(socket)
                one.see(1)
                one.hello.pop("game")
                answers += [one.hello, one.update]
                for action in ("win", "pass", "pung", "chow 123m", "kong", "discard 1m", "false_win x", "declare x"):
                    answers.append(one.say(type="why", action=action))
                answers += [one.say(type=kind, samples=2) for kind in ("hint", "ping", "undo", "next", "start")]
        told.append(answers)
    assert tiles[0][0] == tiles[1][0]
    assert tiles[0][1] != tiles[1][1]
    assert told[0] == told[1]


def test_steps_are_counted_without_what_others_keep_to_themselves() -> None:
    match, bot = Match(BOOK, 5), CoreBot("random")
    while not match.over:
        if match.hand_over:
            match.begin()
        else:
            match.play(match.asked[0], bot.decide(match, match.asked[0]))
    silent = [place for place, step in enumerate(match.steps)        # a claim that waits for others makes no event
              if step.kind == "action" and all(isinstance(event, Passed) for event in step.events)]
    assert silent
    hidden = 0
    for player in (0, 1, 2, 3, None):
        sight, seat = Sight(player).look(match), None
        places = {sight.place(number) for number in range(sight.count(None))}
        for place, step in enumerate(match.steps):
            if step.kind == "begin" and player is not None:
                seat = step.events[0].players.index(player)
            own = step.seat == seat and seat is not None
            assert (place in places) == (own or place not in silent)
            hidden += place not in places
        count = sight.count(None)
        assert {number for number, _event in sight.events(match, 0, count)} <= set(range(count))
    assert hidden == 4 * len(silent)


def test_a_pass_of_another_sends_no_message(settings: Settings) -> None:
    """Ann hears nothing at all when Bob passes and the table waits for her."""
    app = make_app(Settings(settings.database, settings.page, Limits(messages=1e6)))
    with TestClient(app) as client:
        game, bob = two_friends(client)
        with sit(client, game) as first, sit(client, bob) as second:
            ann, two = Player(first), Player(second)
            for _turn in range(3000):
                for one in (ann, two):
                    one.see(one.say(type="ping")["step"])
                if ann.update["hand_over"]:
                    assert not ann.update["over"]
                    ann.see(ann.say(type="next")["step"])
                elif "pass" in ann.legal and "pass" in two.legal:
                    break
                else:
                    assert ann.answer() or two.answer()
            before = ann.update
            assert two.say(type="act", action="pass")["type"] == "done"
            assert ann.say(type="ping")["step"] == before["step"]
            assert ann.update is before


# -- nobody acts for another --
def test_nobody_acts_for_another(client: TestClient) -> None:
    game, bob = two_friends(client)
    with sit(client, game) as first, sit(client, bob) as second, sit(client, game, "watch_key") as third:
        ann, two, watcher = Player(first), Player(second), Player(third)
        for one in (ann, two, watcher):
            one.see(1)
        while not ann.legal:                                         # Bob may have to show a flower first
            assert two.answer()
            ann.see(ann.say(type="ping")["step"])
        before = ann.update["step"]
        for more in ({}, {"seat": "E"}, {"player": 0}, {"key": game["key"]}):
            for one in (two, watcher):
                assert one.say(type="act", action=ann.legal[-1], **more)["type"] == "error"
        for kind in ("hint", "undo", "start", "why", "next", "act"):
            assert watcher.say(type=kind)["type"] == "error"
        assert two.say(type="start")["type"] == "error"
        assert two.say(type="hint")["type"] == "error"
        assert ann.say(type="ping")["step"] == before


def test_a_key_opens_one_place_of_one_game(client: TestClient) -> None:
    game, bob = two_friends(client)
    other = make(client)
    keys = [game["key"], bob["key"], game["watch_key"], game["join_key"]]
    for key in (*keys, keys[0][:-1], keys[0] + "x", keys[0].swapcase(), "", "null", "%00", "' or 1=1"):
        assert client.get(f"/api/games/{other['id']}", params={"key": key}).status_code == 403
        assert client.get(f"/api/games/{other['id']}/record", params={"key": key}).status_code == 403
        assert client.post(f"/api/games/{other['id']}/join", json={"key": key, "name": "Eve"}).status_code == 403
        with pytest.raises((WebSocketDisconnect, WebSocketDenialResponse)), \
                sit(client, {"id": other["id"], "key": key}) as socket:
            socket.receive_text()
    for name in ("...", "%2e%2e%2f%2e%2e", "x" * 200, "a/b", "nowhere-123", "\u202e" * 9):
        assert client.get(f"/api/games/{name}", params={"key": keys[0]}).status_code in (404, 422)


@pytest.mark.parametrize("name", ["", " ", "x" * 25, "<b>", "a\nb", "a\0", "\u202eabc", "\u200b", "\ud800", "a\u2028b",
                                  "\ufeffa", "\x85"])
def test_a_name_that_could_mislead_is_refused(client: TestClient, name: str) -> None:
    body = json.dumps({"rule": {"id": "guobiao"}, "name": name}).encode()
    answer = client.post("/api/games", content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.headers["content-type"]) == (422, "application/problem+json")


@pytest.mark.parametrize("name", ["安", "Ünal", "O'Neil", "a b", "🀄", "../x", "' or 1=1 --", "{0}",
                                  "%s", "阿明👩‍👩‍👧"])
def test_any_other_name_is_only_a_name(client: TestClient, name: str) -> None:
    game = make(client, name=name)
    assert game["players"][0]["name"] == name


# -- odd messages --
ODD = ["", "null", "[]", "1", '"x"', "{", "{}", "[" * 9000, '{"a":' * 2000 + "1" + "}" * 2000, '{"type":null}',
       '{"type":[1]}', '{"type":{"a":1}}', '{"type":"act"}', '{"type":"act","action":null}',
       '{"type":"act","action":{"x":1}}', '{"type":"act","action":"discard \\ud800"}',
       '{"type":"\\ud800","id":"\\ud800"}',
       '{"type":"act","action":"\\u0000"}', '{"type":"act","action":"' + "x" * 5000 + '"}',
       '{"type":"act","action":"discard ' + "1" * 70 + 'm"}', '{"type":"act","action":"discard 1m","step":"x"}',
       '{"type":"act","action":"discard 1m","step":-1}', '{"type":"act","action":"discard 1m","step":1e400}',
       '{"type":"act","action":"choose 99999999999999999999"}', '{"type":"why","action":"' + "(" * 70 + '"}',
       '{"type":"why","action":"\\u202e"}', '{"id":NaN,"type":"ping"}', '{"id":[1],"type":"ping"}',
       '{"id":' + "9" * 400 + ',"type":"ping"}', '{"id":"' + "x" * 100 + '","type":"ping"}', '{"type":"why"}',
       '{"type":"__class__"}', '{"type":"hint","action":9}', "\x00", "\ud83c\udc04", '{"type":"act","action":"win\\n"}']


def test_odd_messages_are_answered_and_change_nothing(client: TestClient) -> None:
    game = make(client)
    with sit(client, game) as socket:
        ann = Player(socket)
        ann.see(1)
        before = ann.update
        for number, text in enumerate(ODD):
            if number % 2:
                socket.send_text(text)
            else:
                socket.send_bytes(text.encode(errors="surrogatepass"))
            told = ann.receive()
            assert told["type"] in ("error", "done"), text[:80]
        socket.send_bytes(b"\xff\xfe\x00")
        assert ann.receive()["type"] == "error"
        assert ann.say(type="ping")["step"] == before["step"]
        assert ann.answer()


@pytest.mark.parametrize("since", ["-5", "99999999999", "x", "1e9", "", "0x1"])
def test_an_odd_place_to_begin(client: TestClient, since: str) -> None:
    game = make(client)
    try:
        with sit(client, game, more=f"&since={since}&lang=xx") as socket:
            Player(socket).see(1)
    except (WebSocketDisconnect, WebSocketDenialResponse):
        pass                            # refused
    with sit(client, game) as socket:
        Player(socket).see(1)


def test_too_many_messages_close_the_connection(client: TestClient) -> None:
    game = make(client)
    with sit(client, game) as socket:
        ann = Player(socket)
        ann.see(1)

        def flood() -> None:
            for _message in range(400):
                ann.say(type="ping")

        with pytest.raises(WebSocketDisconnect) as told:
            flood()
        assert told.value.code == 4429


def test_too_many_connections_are_refused(settings: Settings) -> None:
    """A handshake costs as much as a request; whoever has used up his share is refused before anything is opened."""
    tight = Settings(settings.database, settings.page, Limits(requests=0.001, burst=4))
    with TestClient(make_app(tight)) as client:
        game = make(client)                             # one request, then three connections
        for _time in range(3):
            with sit(client, game) as socket:
                Player(socket).see(1)
        with pytest.raises(WebSocketDisconnect) as told, sit(client, game):
            pass
        assert told.value.code == 1013
        assert client.get("/api/rulebooks").status_code == 429      # both come out of one share


def test_what_cannot_be_kept_has_not_happened(settings: Settings) -> None:
    app = make_app(settings)
    with TestClient(app) as client:
        game = make(client)
        store = app.state.games.store
        with sit(client, game) as socket:
            ann = Player(socket)
            ann.see(1)
            before, kept = ann.update, store._commit

            def broken(_lot: Any) -> None:
                raise sqlalchemy.exc.OperationalError("x", {}, RuntimeError("the disk is full"))

            store._commit = broken
            told = ann.say(type="act", action=ann.legal[-1])
            assert (told["type"], "could not be saved" in told["faults"][0]) == ("error", True)
            with pytest.raises(WebSocketDisconnect) as closed:
                ann.receive()
            assert closed.value.code == 1012
            assert client.post("/api/games", json={"rule": {"id": "guobiao"}}).status_code == 503
            store._commit = kept
        with sit(client, game) as socket:
            again = Player(socket)
            again.see(1)
            assert again.update["view"] == before["view"]
            assert again.answer()
