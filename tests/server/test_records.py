"""Records over HTTP: read again, and played on from any step."""

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from quepu.book import rulebook_of_text
from quepu.bots.seat import CoreBot
from quepu.game.events import Dealt
from quepu.game.match import Match
from quepu.records.lines import parse_record, replay, write_record
from quepu.server.app import make_app
from quepu.server.settings import Settings
from tests.server.test_games import Player, sit

HOUSE = (Path(__file__).parents[1] / "house" / "five_lines.toml").read_text(encoding="utf-8")


def played(book: Any, hands: int = 2) -> Match:
    match, bot = Match(book, 11, ["Ann", "B<b>o", "", "x" * 60]), CoreBot("greedy")
    for _hand in range(hands):
        match.begin()
        while not match.hand_over:
            match.play(match.asked[0], bot.decide(match, match.asked[0]))
    return match


@pytest.fixture(scope="module")
def match() -> Match:
    return played("guobiao")


def last_hand(player: Player) -> list[dict[str, Any]]:
    """What a player was told of the hand at hand."""
    begun = max(place for place, event in enumerate(player.events) if event["type"] == "hand")
    return player.events[begun:]


def play_on(client: TestClient, match: Match, step: int, **more: Any) -> Any:
    return client.post("/api/records/play", json={"record": write_record(match), "step": step, **more})


def test_a_record_is_played_on_from_a_step(settings: Settings, match: Match) -> None:
    begins = [number for number, step in enumerate(match.steps) if step.kind == "begin"]
    step = begins[1] + 9
    with TestClient(make_app(settings)) as client:
        game = play_on(client, match, step, player=2, name="Cai", others=["aware", "random"]).json()
        assert game["players"] == [{"kind": "aware", "name": "Ann"}, {"kind": "random", "name": "Bbo"},
                                   {"kind": "person", "name": "Cai"}, {"kind": "greedy", "name": "x" * 24}]
        with sit(client, game) as socket:
            cai = Player(socket)
            assert cai.hello["player"] == 2
            cai.see(1)
            assert cai.legal
            before = cai.events
            for _turn in range(3):
                assert cai.answer()
            told = cai.update
    with TestClient(make_app(settings)) as client, sit(client, game) as socket:      # and after a restart
        again = Player(socket)
        again.see(told["step"])
        assert again.update["view"] == told["view"]
        assert again.events[:len(before)] == before
        while not again.update["hand_over"]:
            assert again.answer()
        text = client.get(f"/api/games/{game['id']}/record", params={"key": game["key"]}).text
    went = replay(parse_record(text))
    assert [one.action for one in went.steps[:step]] == [one.action for one in match.steps[:step]]
    assert [one.events for one in went.steps[:step]] == [one.events for one in match.steps[:step]]


def test_a_game_goes_on_before_the_first_hand_and_between_hands(client: TestClient, match: Match) -> None:
    end = next(number for number, step in enumerate(match.steps) if step.settlement) + 1
    for step, hand, over in ((0, 1, False), (end, 1, True)):
        game = play_on(client, match, step).json()
        with sit(client, game) as socket:
            ann = Player(socket)
            ann.see(1)
            assert (ann.update["view"]["hand"], ann.update["hand_over"]) == (hand, over)
            if over:
                done = ann.say(type="next")
                ann.see(done["step"])
                assert ann.update["view"]["hand"] == 2
                dealt = {event["tiles"] for event in last_hand(ann) if event["type"] == "dealt" and "tiles" in event}
                assert dealt == {event.tiles for event in match.steps[end].events if isinstance(event, Dealt)
                                 and match.steps[end].events[0].players[event.seat] == 0}


def test_a_record_by_a_rulebook_of_ones_own(client: TestClient) -> None:
    match = played(rulebook_of_text(HOUSE, "rules.toml"), 1)
    sent = {"record": write_record(match), "rule": {"text": HOUSE}}
    shown = client.post("/api/records", json=sent)
    assert len(shown.json()["frames"]) == len(match.steps)
    game = client.post("/api/records/play", json={**sent, "step": 3}).json()
    with sit(client, game) as socket:
        ann = Player(socket)
        ann.see(1)
        assert ann.hello["rule"]["text"] == HOUSE
    assert client.post("/api/records/play", json={**sent, "rule": None, "step": 3}).status_code == 404


def test_what_cannot_be_played_on_is_refused(client: TestClient, match: Match) -> None:
    text = write_record(match)
    for body, status in (({"step": 10_000}, 404), ({"step": -1}, 422), ({"step": 3, "others": ["open"]}, 409),
                         ({"step": 3, "player": 4}, 422), ({"step": 3, "record": text[:-90]}, 422),
                         ({"step": 3, "record": ""}, 422), ({"step": 3, "name": "<"}, 422),
                         ({"step": 3, "record": text.replace("guobiao", "../guobiao", 1)}, 404),
                         ({"step": 3, "record": text.replace('"options":{', '"options":{"a":{},', 1)}, 422)):
        answer = client.post("/api/records/play", json={"record": text, **body})
        assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json"), body
    for content in (b"\xff", b"{", b'{"record": 3}', b'{"record": "' + b"[" * 5000 + b'"}'):
        answer = client.post("/api/records", content=content, headers={"content-type": "application/json"})
        assert answer.status_code == 422
        assert answer.json()["faults"]


def test_a_record_does_not_tell_the_hands_to_come(client: TestClient) -> None:
    """Who has the record of the first hand cannot work out the second from its seed."""
    game = client.post("/api/games", json={"rule": {"id": "guobiao"}, "name": "Ann"}).json()
    with sit(client, game) as socket:
        ann = Player(socket)
        ann.see(1)
        while not ann.update["hand_over"]:
            ann.answer()
        text = client.get(f"/api/games/{game['id']}/record", params={"key": game["key"]}).text
        done = ann.say(type="next")
        ann.see(done["step"])
    guessed = replay(parse_record(text))
    guessed.begin()
    tiles = next(event["tiles"] for event in last_hand(ann) if event["type"] == "dealt" and "tiles" in event)
    assert tiles not in {event.tiles for event in guessed.steps[-1].events if event.type == "dealt"}
    header = json.loads(text.splitlines()[0])
    assert "seed" in header
    assert "seed" not in next(event for event in ann.events if event["type"] == "hand")


@pytest.mark.parametrize("rule", ["guobiao", "riichi", "tianjin"])
def test_a_players_record_between_hands_is_shown_and_played_on(client: TestClient, rule: str) -> None:
    """As the page does it after a hand; by the key of those who watch it is told why it cannot be."""
    game = client.post("/api/games", json={"rule": {"id": rule}, "name": "Ann"}).json()
    with sit(client, game) as socket:
        ann = Player(socket)
        ann.see(1)
        while not ann.update["hand_over"]:
            ann.answer()

    def record(key: str) -> str:
        return client.get(f"/api/games/{game['id']}/record", headers={"authorization": f"Bearer {game[key]}"}).text
    shown = client.post("/api/records", params={"hand": 1}, json={"record": record("key")})
    assert shown.status_code == 200, shown.text
    frames = shown.json()["frames"]
    assert len(frames) == len(replay(parse_record(record("key"))).steps)
    assert frames[-1]["settlement"]
    assert all(seat["tiles"] for seat in frames[len(frames) // 2]["view"]["seats"])
    for step in (0, len(frames) // 2, len(frames)):
        made = client.post("/api/records/play", json={"record": record("key"), "step": step})
        assert made.status_code == 201, made.text
        with sit(client, made.json()) as socket:
            again = Player(socket)
            again.see(1)
            assert again.legal or again.update["hand_over"]
    seen = client.post("/api/records", params={"lang": "en"}, json={"record": record("watch_key")},
                       headers={"accept-language": "en"})
    assert (seen.status_code, "somebody who watched" in seen.text) == (422, True)


# -- advice --
def test_advice_at_a_step_is_that_of_the_library(client: TestClient, match: Match) -> None:
    step = next(number for number in range(9, 40) if len(match.at(number).asked) == 1)
    sent = {"record": write_record(match), "step": step, "samples": 4, "seed": 7, "lang": "en"}
    told = client.post("/api/advise", json=sent).json()
    there = match.at(step)
    found = there.advise(there.asked[0], samples=4, seed=7)
    assert client.post("/api/advise", json=sent).json() == told
    labels = [one.action.label("en") for one in found.outlooks]
    assert [one.pop("label") for one in told["answers"]] == labels
    assert told == {"kind": "advice", "step": step, **json.loads(json.dumps(found.as_json())),
                    "text": found.explain("en")}


def test_advice_that_cannot_be_given_is_refused(client: TestClient, match: Match) -> None:
    text = write_record(match)
    for body, status, words in (({"step": 10_000}, 404, "no step 10000"), ({"step": 0}, 422, "nobody has to answer"),
                                ({"step": 9, "samples": 9_000}, 422, "at most 4000 hands"),
                                ({"step": 9, "samples": 0}, 422, ""), ({"step": 9, "seat": "X"}, 422, ""),
                                ({"step": 9, "record": text[:-90]}, 422, "")):
        answer = client.post("/api/advise", json={"record": text, "lang": "en", **body})
        assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json"), body
        assert words in json.dumps(answer.json()), body


def test_advice_by_a_rulebook_of_ones_own(client: TestClient) -> None:
    match = played(rulebook_of_text(HOUSE, "rules.toml"), 1)
    sent = {"record": write_record(match), "rule": {"text": HOUSE}, "step": 9, "samples": 2}
    assert client.post("/api/advise", json=sent).json()["answers"]
