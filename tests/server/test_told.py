"""Every answer is what the description of the API says, no more and no less; the page's types are made from it."""

from typing import Any

import pytest
from pydantic import TypeAdapter
from starlette.testclient import TestClient
from tools.page_types import FILE, described, page_types

from quepu.rulebook.file.load import known_ids
from quepu.server.told.games import GameTold, InvitationTold, JoinedTold, MadeTold, RecordTold
from quepu.server.told.hands import CheckedTold, ComparedTold, DiscardsTold, ScoreTold, WaitsTold
from quepu.server.told.pads import PadTold
from quepu.server.told.rules import BookInShort, BookTold, FanInIndex
from tests.server.test_games import Player, play_hand, sit
from tests.share import sampled

RULE = {"id": "guobiao"}


def fits(kind: Any, value: Any) -> Any:
    """The value, which is as it was declared."""
    TypeAdapter(kind).validate_python(value, strict=False)
    return value


def test_the_types_of_the_page_are_those_of_the_server() -> None:
    assert FILE.read_text(encoding="utf-8") == page_types(described()), "stale: python -m tools.page_types"


def test_hands_are_told_as_declared(client: TestClient) -> None:
    hand = {"rule": RULE, "hand": "123m23455p345s77z 5p"}
    for asked in ({**hand, "from": "S"}, hand, {**hand, "self_draw": True}, {**hand, "hand": "123m456p 1z"}):
        fits(ScoreTold | WaitsTold, client.post("/api/hand", json=asked).json())
    fits(ScoreTold, client.post("/api/score", json=hand).json())
    fits(WaitsTold, client.post("/api/waits", json={**hand, "hand": "123m23455p345s77z"}).json())
    fits(DiscardsTold, client.post("/api/discards", json={**hand, "hand": "123m23455p345s771z"}).json())
    fits(ComparedTold, client.post("/api/compare", json=hand).json())
    for text in ('extends = "guobiao"\nname = "x"\n', 'extends = "guobiao"\nname = "x"\nfan.x.wen = 1\n'):
        fits(CheckedTold, client.post("/api/check", json={"text": text, "seconds": 0.1}).json())


@pytest.mark.parametrize("name", sampled(known_ids(), 8, "told"))
def test_rulebooks_are_told_as_declared(client: TestClient, name: str) -> None:
    fits(BookTold, client.get(f"/api/rulebooks/{name}").json())


def test_lists_and_pads_are_told_as_declared(client: TestClient) -> None:
    fits(list[BookInShort], client.get("/api/rulebooks").json())
    fits(list[FanInIndex], client.get("/api/rulebooks/fans").json())
    pad = {"rule": RULE, "names": ["A", "B", "C", "D"], "entries": [
        {"wins": [{"seat": "A", "from": "C", "hand": "123m23455p345s77z 5p"}]}, {"draw": True}]}
    fits(PadTold, client.post("/api/pad", json=pad).json())


@pytest.mark.parametrize("name", ["guobiao", "riichi", "sichuan"])
def test_games_and_records_are_told_as_declared(client: TestClient, name: str) -> None:
    made = fits(MadeTold, client.post("/api/games", json={"rule": {"id": name}, "seed": 5, "others": [
        "greedy"] * 3}).json())
    key = {"authorization": f"Bearer {made['key']}"}
    with sit(client, made, more="&frames=1") as socket:
        ann = Player(socket)
        ann.see(1)
        fits(GameTold, {"hello": ann.hello, "update": ann.update})
        play_hand(ann)
        fits(GameTold, {"hello": ann.hello, "update": ann.update})
    told = fits(GameTold, client.get(f"/api/games/{made['id']}", headers=key).json())
    assert told["update"]["settlement"] is not None
    record = client.get(f"/api/games/{made['id']}/record", headers=key).text
    fits(RecordTold, client.post("/api/records", json={"record": record}).json())


def test_friends_are_told_as_declared(client: TestClient) -> None:
    made = client.post("/api/games", json={"rule": RULE, "others": ["open", "greedy", "greedy"]}).json()
    fits(InvitationTold, client.get(f"/api/games/{made['id']}/invitation",
                                    headers={"authorization": f"Bearer {made['join_key']}"}).json())
    fits(JoinedTold, client.post(f"/api/games/{made['id']}/join",
                                 json={"key": made["join_key"], "name": "Bo"}).json())
