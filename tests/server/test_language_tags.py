"""A request may name its language as people write it: zh-CN, zh_TW.UTF-8 and en-US are ours too."""

import pytest
from starlette.testclient import TestClient

from quepu.locale import TAGS
from quepu.server.safety.messages import read_message
from tests.server.test_games import Player, make, sit

HAND = {"rule": {"id": "guobiao"}, "hand": "123m23455p345s77z 5p", "from": "S"}
TYPED = [("zh-CN", "zh"), ("zh_CN.UTF-8", "zh-Hans"), ("zh-HK", "zh-Hant"), ("en-US", "en")]
WRONG = {**HAND, "hand": "5z5z5z"}


@pytest.mark.parametrize(("typed", "meant"), TYPED)
def test_a_hand_is_told_in_it(client: TestClient, typed: str, meant: str) -> None:
    found, same = (client.post("/api/score", json={**HAND, "lang": lang}) for lang in (typed, meant))
    assert found.status_code == 200
    assert found.json()["text"] == same.json()["text"]


@pytest.mark.parametrize(("typed", "meant"), TYPED)
def test_so_are_faults(client: TestClient, typed: str, meant: str) -> None:
    asked = [client.post("/api/score", json={**WRONG, "lang": lang}).json() for lang in (typed, meant)]
    assert asked[0]["faults"] == asked[1]["faults"]
    named = [client.get("/api/rules/nothing", params={"lang": lang}).json() for lang in (typed, meant)]
    accepted = {"accept-language": f"fr, {typed.partition('.')[0]};q=0.8"}
    assert named[0] == named[1] == client.get("/api/rules/nothing", headers=accepted).json()


def test_a_language_that_is_none_of_ours_is_refused_with_the_choices(client: TestClient) -> None:
    answer = client.post("/api/score", json={**HAND, "lang": "fr"})
    assert answer.status_code == 422
    assert all(tag in str(answer.json()["faults"]) for tag in TAGS)


def test_a_message_of_a_game_names_it_as_well(client: TestClient) -> None:
    assert [read_message({"type": "why", "lang": typed}).lang for typed, _meant in TYPED] == \
        ["zh-Hans", "zh-Hans", "zh-Hant", "en"]
    assert read_message({"type": "why"}).lang is None
    with sit(client, make(client), more="&lang=zh-TW") as socket:
        ann = Player(socket)
        ann.see(1)
        said = [ann.say(type="why", action="win", **more)["text"]
                for more in ({}, {"lang": "zh-HK"}, {"lang": "zh-Hant"}, {"lang": "zh-CN"})]
        assert said[0] == said[1] == said[2] != said[3]
