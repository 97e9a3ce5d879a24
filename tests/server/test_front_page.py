"""The page as it is first sent: the list of rulebooks is in it, and agrees with the rulebooks themselves."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from quepu.book import rulebook
from quepu.rulebook.file.load import known_ids
from quepu.server.answers.book_index import book_index, fan_index
from quepu.server.app import make_app
from quepu.server.routes.front_page import data_block
from quepu.server.settings import Settings


@pytest.mark.parametrize("name", known_ids())
def test_the_index_agrees_with_the_rulebook(name: str) -> None:
    book = rulebook(name)
    told = next(one for one in book_index() if one["id"] == name)
    assert (told["name"], told["fans"], told["options"], told["hand_size"]) == (
        book.model.names, len(book.model.fans), len(book.model.options), book.model.hand_size)
    assert list(told["claims"]) == [claim for claim in book.model.entries("claim")
                                    if book.model.as_written()["claim"][claim].get("sets")]
    assert told["keys"].items() <= book.model.as_written()["tiles"].items()
    assert sorted(one["id"] for one in fan_index() if name in one["rules"]) == sorted(fan.id for fan in book.model.fans)


def test_the_first_answer_holds_the_list(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<html><head><title>x</title></head><body></body></html>", encoding="utf-8")
    (tmp_path / "icon.svg").write_text("<svg/>", encoding="utf-8")
    with TestClient(make_app(replace(settings, page=tmp_path)), base_url="http://localhost") as client:
        for path in ("/", "/index.html"):
            page = client.get(path).text
            found = re.search(r'<script type="application/json" id="rulebooks">(.*?)</script></head>', page)
            assert found is not None
            assert json.loads(found[1]) == list(book_index()) == client.get("/api/rulebooks").json()
        assert client.head("/").status_code == 200
        assert client.get("/icon.svg").text == "<svg/>"


def test_the_list_is_ready_before_anybody_asks(settings: Settings) -> None:
    book_index.cache_clear()
    with TestClient(make_app(settings), base_url="http://localhost") as client:
        made = book_index.cache_info()
        assert made.currsize == made.misses == 1
        assert client.get("/api/rulebooks").json() == list(book_index())
        assert book_index.cache_info().misses == 1


def test_nothing_in_a_data_block_can_end_it() -> None:
    block = data_block("x", ["</script><script>alert(1)</script>", "<!--"])
    assert block.count("<") == 2
    assert json.loads(block[block.index(">") + 1:block.rindex("<")]) == ["</script><script>alert(1)</script>", "<!--"]


def test_an_unknown_rulebook_is_told_the_nearest(client: TestClient) -> None:
    answer = client.get("/api/rulebooks/guobia")
    assert answer.status_code == 404
    assert answer.json()["faults"] == ["the nearest: guobiao"]


def test_every_fan_is_found_with_those_who_have_it(client: TestClient) -> None:
    found = [one for one in client.get("/api/rulebooks/fans").json() if one["name"]["zh"] == "清一色"]
    assert {"guobiao", "riichi"} <= {rule for one in found for rule in one["rules"]}
    assert len({(one["id"], *one["name"].values()) for one in found}) == len(found)


def test_the_sets_that_can_be_laid_open_are_told(client: TestClient) -> None:
    chows = client.get("/api/rulebooks/guobiao").json()["melds"]
    assert len(chows["chow"]) == 21
    assert "789s" in chows["chow"]
    assert len(chows["pung"]) == 34
    assert "7777z" in chows["kong"]
    fifteen = client.get("/api/rulebooks/luoshu").json()["melds"]
    assert "159m" in fifteen["sum15"]
    assert "1234f" in fifteen["kong"]                   # four different flowers
    assert all(len(kinds_in_text(kong)) in (1, 4) for kong in fifteen["kong"])
    assert "chow" not in client.get("/api/rulebooks/sichuan").json()["melds"]


def kinds_in_text(text: str) -> set[str]:
    return set(text[:-1])


def test_a_minimum_that_is_an_option_is_told_as_its_number(client: TestClient) -> None:
    assert client.get("/api/rulebooks/guobiao").json()["score_said"]["minimum"]["en"] == "8"
    own = {"text": 'extends = "guobiao"\nname = "x"\noption.min_fan.default = 6\n'}
    assert client.post("/api/rulebooks", json=own).json()["score_said"]["minimum"]["zh"] == "6"


def test_a_sum_of_several_tallies_is_told_tally_by_tally(client: TestClient) -> None:
    drawn = {"rule": {"id": "riichi"}, "hand": "1133557799m113p 3p", "self_draw": True}
    found = client.post("/api/score", json=drawn).json()
    assert found["sum"]["en"] == ["3\u00a0han", "25\u00a0fu"]
    assert [(fan["id"], fan["apart"]) for fan in found["fan_list"]] == [
        ("menzen_tsumo", False), ("seven_pairs", False), ("fu_seven_pairs", True)]
    assert found["fan_list"][0]["shown"]["en"] == "1 han"
    one = client.post("/api/score", json={"rule": {"id": "hongkong"}, "hand": "123m23455p345s77z 5p"}).json()
    assert one["sum"]["en"] == []


def test_payments_are_told_for_each_who_may_have_discarded(client: TestClient) -> None:
    hand = {"rule": {"id": "guobiao"}, "hand": "123m23455p345s77z 5p"}
    found = client.post("/api/hand", json=hand).json()
    assert found["payments"] is None
    assert found["payments_if"] == {"S": {"E": 32, "S": -16, "W": -8, "N": -8},
                                    "W": {"E": 32, "S": -8, "W": -16, "N": -8},
                                    "N": {"E": 32, "S": -8, "W": -8, "N": -16}}
    assert client.post("/api/hand", json={**hand, "from": "S"}).json()["payments_if"] == {}


def test_a_condition_that_every_hand_meets_is_not_told(client: TestClient) -> None:
    """What the options as they are set rule out is no reason why a hand may not win."""
    assert "self_draw" not in client.get("/api/rulebooks/hebei").json()["win"]
    option = next(one["id"] for one in client.get("/api/rulebooks/hebei").json()["option_list"]
                  if one["name"]["zh"] == "点炮可胡")
    assert "self_draw" in client.post("/api/rulebooks/hebei", json={option: False}).json()["win"]


def test_what_is_always_wild_is_told(client: TestClient) -> None:
    assert client.get("/api/rulebooks/hangzhou").json()["always_wild"] == ["5z"]
    assert client.get("/api/rulebooks/anqing").json()["always_wild"] == []


def test_kongs_that_are_not_played_have_no_payment(client: TestClient) -> None:
    def labels(page: dict[str, Any]) -> list[str]:
        return [row["label"]["zh"] for row in page["pay"]]
    assert "幺杠" not in labels(client.get("/api/rulebooks/jilin").json())
    assert "幺杠" in labels(client.post("/api/rulebooks/jilin", json={"yao_jiu_egg": True}).json())


def test_a_turned_tile_of_an_example_is_written(client: TestClient) -> None:
    fans = client.get("/api/rulebooks/harbin").json()["fan_list"]
    assert "8p" in [fan["example"]["state"]["turned.treasure"] for fan in fans if fan["example"].get("state")]
