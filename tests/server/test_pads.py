"""The score pad over HTTP."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from quepu.rulebook.file.load import known_ids

NAMES = ["Ann", "Bo", "Cy", "Di"]
HOUSE = (Path(__file__).parents[1] / "house" / "five_lines.toml").read_text(encoding="utf-8")
WIN = {"wins": [{"seat": "Ann", "from": "Cy", "hand": "123m23455p345s77z 5p"}]}


def asked(rule: dict, *entries: dict, **more: object) -> dict:
    return {"rule": rule, "names": NAMES, "entries": list(entries), "lang": "en", **more}


def test_a_pad_is_worked_out_from_its_entries(client: TestClient) -> None:
    found = client.post("/api/pad", json=asked({"id": "guobiao"}, WIN, {"draw": True}, {
        "manual": [{"payments": {"Bo": -5, "Di": 5}, "text": "late"}]})).json()
    assert found["scores"] == [32, -13, -16, -3]
    assert [one["net"] for one in found["entries"]] == [[32, -8, -16, -8], [0] * 4, [0, -5, 0, 5]]
    first = found["entries"][0]
    assert (first["what"][:18], first["dealer"], first["wins"][0]["total"]) == ("Ann wins from Cy: ", "Ann", 8)
    assert first["ledger"][0] == {"from": "Bo", "to": "Ann", "amount": 8, "rule": "win",
                                  "names": {"zh": "和牌", "en": "win"}}
    assert (found["hand"]["number"], found["hand"]["players"]) == (3, ["Cy", "Di", "Ann", "Bo"])
    assert found["csv"].startswith("hand,round,dealer,what happened,Ann")
    assert found["standings"][0]["name"] == "Ann"


@pytest.mark.parametrize("name", known_ids())
def test_every_rulebook_has_a_pad(client: TestClient, name: str) -> None:
    found = client.post("/api/pad", json=asked({"id": name}, {"draw": True})).json()
    assert found["hand"]["number"] == 2
    assert found["may"]["seats"] == ["E", "S", "W", "N"]


def test_a_pad_by_rules_of_ones_own(client: TestClient) -> None:
    found = client.post("/api/pad", json=asked({"text": HOUSE}, {"wins": [{"seat": "Ann", "fans": ["lucky_eights"]}]}))
    assert found.json()["scores"] == [30, -10, -10, -10]
    wrong = client.post("/api/pad", json=asked({"text": HOUSE}, {"wins": [{"seat": "Ann", "fans": ["lucky_nines"]}]}))
    assert (wrong.status_code, wrong.json()["faults"][0][:8]) == (422, "entry 1:")


@pytest.mark.parametrize(("changed", "why"), [
    ({"entries": [WIN, {"wins": [{"seat": "Eve", "total": 9}]}]}, "entry 2: win: seat: 'Eve' is not a player"),
    ({"entries": [{"wins": [{"seat": "Ann"}]}]}, "entry 1: a win is given in one way"),
    ({"names": ["Ann", "Bo", "Cy"]}, "3 players are named"),
    ({"names": ["Ann", "Ann", "Cy", "Di"]}, "the same name"),
    ({"names": ["Ann", "Ann\u00ad", "Cy", "Di"]}, "signs that can be seen"),
    ({"names": ["Ann", "Bo\x1b[2J", "Cy", "Di"]}, "signs that can be seen"),
    ({"entries": [3]}, "entries.0"),
    ({"rule": {"id": "nowhere"}}, "the nearest: "),
])
def test_what_is_wrong_is_named(client: TestClient, changed: dict, why: str) -> None:
    answer = client.post("/api/pad", json={**asked({"id": "guobiao"}), **changed})
    assert answer.status_code in (404, 422)
    assert answer.headers["content-type"].startswith("application/problem+json")
    assert why in "\n".join(answer.json()["faults"])


def test_an_earlier_entry_is_mended_and_what_changes_is_listed(client: TestClient) -> None:
    other = {"wins": [{"seat": "Bo", "from": "Cy", "total": 8}]}
    mend = {"kind": "change", "number": 1, "entry": other}
    again = {"wins": [{"seat": "Ann", "from": "Cy", "total": 8}]}
    found = client.post("/api/pad", json=asked({"id": "hongkong"}, again, again, mend=mend)).json()
    assert found["kept"] == [other, again]
    change = found["changes"][0]
    assert (change["was"]["dealer"], change["now"]["dealer"], change["faults"]) == ("Ann", "Bo", [])
    wrong = client.post("/api/pad", json=asked({"id": "hongkong"}, again, mend={**mend, "number": 7}))
    assert (wrong.status_code, wrong.json()["causes"][0]["code"]) == (422, "pad.no_number")


def test_five_players_and_money(client: TestClient) -> None:
    found = client.post("/api/pad", json=asked({"id": "hongkong"}, {"draw": True}, names=[*NAMES, "Eve"],
                                               rests="hand", money={"amount": "0.50", "points": 1})).json()
    assert found["out"] == "Ann"
    assert sorted(found["hand"]["players"]) == ["Bo", "Cy", "Di", "Eve"]
    assert found["money"] == {"amounts": ["0"] * 5, "transfers": []}
    won = client.post("/api/pad", json=asked({"id": "guobiao"}, WIN, money={"amount": "0.50"})).json()["money"]
    assert won["amounts"] == ["16", "-4", "-8", "-4"]
    assert won["transfers"][0] == {"from": "Cy", "to": "Ann", "amount": "8"}
    odd = client.post("/api/pad", json=asked({"id": "guobiao"}, WIN, settled=[[40, -10, -20, -10]])).json()
    assert odd["entries"][0]["net"] == [40, -10, -20, -10]
    assert "+32" in odd["entries"][0]["notes"][-1]["en"]
