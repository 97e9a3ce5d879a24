"""Hands and rulebooks over HTTP."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from quepu.rulebook.file.load import known_ids
from quepu.server.app import make_app
from quepu.server.routes.api_examples import EXAMPLES
from quepu.server.settings import Limits, Settings

HAND = {"rule": {"id": "guobiao"}, "hand": "123m23455p345s77z 5p", "from": "S", "lang": "en"}
HOUSE = (Path(__file__).parents[1] / "house" / "five_lines.toml").read_text(encoding="utf-8")


def test_a_hand_is_scored_with_its_working(client: TestClient) -> None:
    found = client.post("/api/score", json=HAND).json()
    assert (found["total"], found["legal"]) == (8, True)
    assert {fan["id"] for fan in found["fan_list"]} == {"mixed_shifted_chows", "concealed_hand"}
    assert found["payments"] == {"E": 32, "S": -16, "W": -8, "N": -8}
    assert "Mixed Shifted Chows" in found["text"]


@pytest.mark.parametrize(("hand", "kind"), [("123m23455p345s77z 5p", "score"), ("123m23455p345s77z", "waits"),
                                            ("123m", "waits")])
def test_a_hand_being_entered_is_what_it_is_by_now(client: TestClient, hand: str, kind: str) -> None:
    found = client.post("/api/hand", json={**HAND, "hand": hand}).json()
    assert found["kind"] == kind


def test_only_circumstances_that_can_be_are_offered(client: TestClient) -> None:
    drawn = client.post("/api/hand", json={**HAND, "from": None, "self_draw": True}).json()["flags"]
    fed = client.post("/api/hand", json=HAND).json()["flags"]
    assert "robbing" in fed
    assert "robbing" not in drawn
    assert "heaven" in drawn
    assert "heaven" not in fed


def test_a_rulebook_of_ones_own_has_its_page(client: TestClient) -> None:
    found = client.post("/api/rulebooks", json={"text": HOUSE}).json()
    assert found["kind"] == "rulebook"
    assert found["fan_list"]
    pungs = next(fan for fan in found["fan_list"] if fan["id"] == "all_pungs")
    assert pungs["condition"]["en"] == "4 pungs"
    assert client.post("/api/rulebooks", json={"text": "fan = 3"}).status_code == 422


def test_an_analysis_tells_what_each_discard_leaves(client: TestClient) -> None:
    asked = {**HAND, "hand": "123m23456p34s77z 25p", "wall": 40, "seen": "4p", "lang": "en"}
    told = client.post("/api/analyse", json=asked).json()
    assert (told["kind"], told["away"], told["draws"]) == ("analysis", 2, 10)
    assert "2 draws from a legal win" in told["text"]
    assert client.post("/api/analyse", json={**asked, "hand": "123m"}).status_code == 422


def test_a_full_hand_that_is_no_win_is_told_what_to_discard(client: TestClient) -> None:
    rows = client.post("/api/discards", json={**HAND, "hand": "123m456p789s1133z 5z"}).json()["rows"]
    assert rows[0] == {"tile": "5z", "distance": 0, "useful": {"1z": 2, "3z": 2}, "left": 4}
    assert [row["distance"] for row in rows] == sorted(row["distance"] for row in rows)
    assert client.post("/api/discards", json={**HAND, "hand": "123m"}).json()["rows"] == []


def test_a_tile_thrown_away_does_not_come_again(client: TestClient) -> None:
    rows = client.post("/api/discards", json={**HAND, "hand": "123456m345p678s5p 5p"}).json()["rows"]
    row = next(row for row in rows if row["tile"] == "5p")
    assert row["useful"]["5p"] == 1                     # four, two of them in the hand, one on the table
    assert row["left"] == sum(row["useful"].values())


def test_waits_are_told_with_their_value(client: TestClient) -> None:
    found = client.post("/api/waits", json={**HAND, "hand": "123m23455p345s77z"}).json()
    assert {wait["tile"]: wait["discard"]["total"] for wait in found["waits"]} == {"5p": 8, "7z": 10}


def test_a_hand_is_compared_under_every_rulebook(client: TestClient) -> None:
    rows = client.post("/api/compare", json=HAND).json()["rows"]
    assert sorted(row["rule"] for row in rows) == known_ids()
    assert next(row for row in rows if row["rule"] == "guobiao")["total"] == 8
    assert rows[0]["legal"]
    assert all(row["legal"] or row["reasons"] for row in rows)


def test_a_rulebook_of_ones_own_scores(client: TestClient) -> None:
    asked = {**HAND, "rule": {"text": HOUSE}, "hand": "123m23455p345s88s 5p"}
    assert client.post("/api/score", json=asked).json()["total"] == 11
    asked["rule"] = {"text": HOUSE, "options": {"lucky": False}}
    assert client.post("/api/score", json=asked).json()["total"] == 9


def test_faults_of_a_rulebook_are_told_at_their_place(client: TestClient) -> None:
    found = client.post("/api/check", json={"text": HOUSE.replace("p.rank", "p.rnk"), "seconds": 0.2}).json()
    assert (found["errors"][0]["line"], "rnk" in found["errors"][0]["text"]) == (4, True)
    found = client.post("/api/check", json={"text": HOUSE, "seconds": 0.2}).json()
    assert found["errors"] == []


def test_a_question_that_takes_too_long_is_ended(settings: Settings) -> None:
    slow = Settings(settings.database, settings.page, Limits(score_seconds=0.000001))
    with TestClient(make_app(slow)) as client:
        for rule in ({"text": HOUSE}, {"id": "guobiao"}):       # shipped and strangers' alike
            answer = client.post("/api/score", json={**HAND, "rule": rule})
            assert (answer.status_code, answer.json()["code"]) == (422, "server.too_long")
            assert "1e-06 s of processor time" in answer.json()["title"]
        assert client.get("/api/rulebooks/guobiao").status_code == 200


@pytest.mark.parametrize(("path", "body", "status", "why"), [
    ("/api/score", {**HAND, "hand": "123m44"}, 422, "44"),
    ("/api/score", {**HAND, "rule": {"id": "nowhere"}}, 404, "nowhere"),
    ("/api/score", {**HAND, "rule": {"id": "../../etc/passwd"}}, 404, "there is no rulebook"),
    ("/api/score", {**HAND, "rule": {"id": "tests/house/five_lines.toml"}}, 404, "there is no rulebook"),
    ("/api/score", {**HAND, "rule": {"text": 'extends = "/etc/passwd"\nname = "x"'}}, 422, "there is no rulebook"),
    ("/api/score", {"rule": {"id": "guobiao"}}, 422, "hand"),
    ("/api/score", {**HAND, "sead": "E"}, 422, "sead"),
    ("/api/score", {**HAND, "hand": "1" * 500}, 422, "hand"),
])
def test_bad_input_is_told_as_a_problem(client: TestClient, path: str, body: dict, status: int, why: str) -> None:
    answer = client.post(path, json=body)
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    assert why in str(answer.json())


def test_what_is_too_large_or_too_much_is_refused(settings: Settings) -> None:
    tight = Settings(settings.database, settings.page, Limits(body=2000, requests=0.001, burst=3))
    with TestClient(make_app(tight)) as client:
        assert client.post("/api/score", content=b"x" * 3000).status_code == 413
        assert client.post("/api/score", content=iter([b"x" * 1500] * 2)).status_code == 413
        assert client.get("/api/rulebooks").status_code == 200
        assert client.get("/api/rulebooks").status_code == 429


def test_every_rulebook_has_its_page(client: TestClient) -> None:
    listed = client.get("/api/rulebooks").json()
    assert sorted(book["id"] for book in listed) == known_ids()         # region by region
    for book in listed:
        page = client.get(f"/api/rulebooks/{book['id']}").json()
        assert len(page["fan_list"]) == book["fans"]
        assert page["name"]["zh"]
    page = client.post("/api/rulebooks/guobiao", json={"min_fan": 6}).json()
    how = {part["id"]: part for part in page["how"]}
    assert next(iter(how)) == "aim"
    assert "at least 6" in how["winning"]["text"]["en"]
    assert how["example"]["score"]["total"] == 8
    assert how["example"]["score"]["payments"] == {"E": -8, "S": 32, "W": -8, "N": -16}
    assert page["pay"][0]["text"]["en"].startswith("Self-drawn")
    assert page["fan_list"][0]["text"]["en"] == "Pungs or kongs of all four winds."
    assert next(option for option in page["option_list"] if option["id"] == "min_fan")["value"] == 6
    page = client.get("/api/rulebooks/guangzhou").json()
    assert {option["id"]: option["needs"] for option in page["option_list"]}["horses"] == {"profile": ["tuidaohu"]}


def test_the_api_describes_itself(client: TestClient) -> None:
    told = client.get("/api/openapi.json").json()
    paths = told["paths"]
    assert {(method, path) for path, methods in paths.items() for method in methods} == set(EXAMPLES)
    for path, methods in paths.items():
        for method, operation in methods.items():
            needed = [one for one in operation.get("parameters", ()) if one["required"]]
            assert all("example" in one for one in needed), path
            answers = operation["responses"]
            for part in (operation.get("requestBody", {"content": {}}), answers.get("200") or answers["201"],
                         answers["4XX"]):
                assert all(content["example"] is not None for content in part["content"].values()), path
            sent = EXAMPLES[method, path][0]
            if "V1St" in str(sent) or "..." in str(sent):
                continue                # of a game that is not there
            answer = client.request(method, path.replace("{name}", str(sent.get("name"))), json=sent.get("body"))
            if answer.status_code == 404:
                assert "key" in sent, path      # of friends who gather nowhere
                continue
            assert answer.status_code < 300, (path, answer.text)
    assert {"/api/score", "/api/waits", "/api/rulebooks", "/api/check", "/api/games", "/api/records"} <= set(paths)


@pytest.mark.parametrize(("text", "line", "column", "says"), [
    ('x = "abc\ny = 1', 1, 9, "not readable as TOML"), ("\nx = ", 2, 4, "not readable as TOML"),
    ("x = " + "[" * 20, 1, 17, "nested more than 12 deep"),
    (".".join("a" * 300) + " = 1", 1, 1, "nested more than 12 deep"),
    ("a." * 14 + "b = 1", 1, 1, "nested more than 12 deep"), ("#" + "字" * 140_000, 1, 131_073, "larger than 384 KiB"),
    ("# house\n" * 50_000, 49_153, 1, "larger than 384 KiB"), ("#" * (384 * 1024 + 1), 1, 393_217, "larger than 384"),
    ('extends = "taiyuan"\n[deal]\nhand = "("', 3, 9, "needs a whole number"),
    (f'{HOUSE}\nfan.x.name = "a\\u202e"', 7, 15, "U+202E")])
def test_what_is_wrong_with_a_text_has_its_place(client: TestClient, text: str, line: int, column: int,
                                                 says: str) -> None:
    found = client.post("/api/check", json={"text": text, "seconds": 0.0}).json()
    fault = next(one for one in found["errors"] if says in one["text"])
    assert (fault["line"], fault["column"]) == (line, column)


@pytest.mark.parametrize(("path", "body"), [
    ("/api/score", HAND), ("/api/waits", HAND), ("/api/pad", {"names": ["a", "b", "c", "d"], "entries": []}),
    ("/api/rulebooks", {}), ("/api/games", {}), ("/api/records", {"record": "{}"})])
def test_a_text_that_is_too_large_is_told_where_it_passes_the_limit(client: TestClient, path: str, body: dict) -> None:
    rule = {"text": "# house\n" * 50_000}
    sent = {**body, **(rule if path == "/api/rulebooks" else {"rule": rule})}
    for lang, says in (("en", "rules.toml:49153:1: the text is larger than 384 KiB"),
                       ("zh", "rules.toml:49153:1: 内容超过 384 KiB")):
        answer = client.post(f"{path}?lang={lang}", json=sent)
        assert answer.status_code == 422
        assert says in answer.json()["detail"]


@pytest.mark.parametrize("text", [
    "fan = {" + ", ".join(f'x{number} = {{dance = 1}}' for number in range(9000)) + "}",
    "fan = {" + ", ".join(f'x{number} = {{dance = 1}}' for number in range(100)) + ", y = '" + "x" * 300_000 + "'}",
    f'[fan."{"x" * 300_000}"]\ndance = 1\nfoo = 1',
    f"[option.x]\ntype = 'choice'\ndefault = 'a'\nchoices = {[f'a{number}' for number in range(20_000)]}"])
def test_what_is_told_of_a_text_is_not_much_longer_than_it(client: TestClient, text: str) -> None:
    """A line of 300 KiB that was quoted with each of its faults made an answer of 63 MiB."""
    answer = client.post("/api/check", json={"text": text, "seconds": 0.0})
    assert answer.json()["errors"]
    assert len(answer.content) < 300_000
    assert len(client.post("/api/rulebooks", json={"text": text}).content) < 300_000


def test_a_text_may_begin_with_the_mark_of_an_editor(client: TestClient) -> None:
    assert client.post("/api/check", json={"text": "\ufeff" + HOUSE, "seconds": 0.0}).json()["errors"] == []
