"""What goes over the line: the page and open answers compressed, never what holds a key; a page for every address."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi.routing import APIRoute
from starlette.testclient import TestClient

from quepu.server.app import make_app
from quepu.server.compression import LEAST, is_open_place
from quepu.server.routes import game_routes, record_routes
from quepu.server.settings import Settings

HAND = {"rule": {"id": "guobiao"}, "hand": "123m23455p345s77z 5p", "from": "S"}
BIG = "// " + "tiles " * 2000


@pytest.fixture
def page(settings: Settings, tmp_path: Path) -> Iterator[TestClient]:
    (tmp_path / "page" / "assets").mkdir(parents=True)
    (tmp_path / "page" / "index.html").write_text("<html><head></head><body></body></html>", encoding="utf-8")
    (tmp_path / "page" / "assets" / "big.js").write_text(BIG, encoding="utf-8")
    (tmp_path / "page" / "assets" / "small.js").write_text("0", encoding="utf-8")
    with TestClient(make_app(replace(settings, page=tmp_path / "page")), base_url="http://localhost") as client:
        yield client


def test_page_and_open_answers_are_compressed(page: TestClient) -> None:
    for path in ("/", "/assets/big.js", "/api/rulebooks", "/api/rulebooks/guobiao", "/api/openapi.json"):
        for _again in range(2):
            small = page.get(path)
            assert small.headers["content-encoding"] == "gzip", path
            assert "accept-encoding" in small.headers["vary"].lower()
            whole = page.get(path, headers={"accept-encoding": "identity"})
            assert "content-encoding" not in whole.headers
            assert whole.content == small.content
            assert 3 * int(small.headers["content-length"]) < len(whole.content)
    assert page.post("/api/score", json=HAND).headers["content-encoding"] == "gzip"


def test_what_was_seen_is_not_sent_again(page: TestClient) -> None:
    first = page.get("/assets/big.js")
    again = page.get("/assets/big.js", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    part = page.get("/assets/big.js", headers={"range": "bytes=0-9"})
    assert (part.status_code, part.text) == (206, BIG[:10])


@pytest.mark.parametrize("accepted", ["identity", "br", "gzip;q=0", ""])
def test_who_reads_no_gzip_gets_none(page: TestClient, accepted: str) -> None:
    assert "content-encoding" not in page.get("/assets/big.js", headers={"accept-encoding": accepted}).headers
    assert "content-encoding" not in page.get("/assets/small.js").headers
    assert page.head("/assets/big.js").status_code == 200


def test_no_answer_that_may_hold_a_key_is_compressed(page: TestClient) -> None:
    """Keys and a stranger's words in one compressed answer would let the key be guessed from its length (BREACH)."""
    routes = [route for router in (game_routes.router, record_routes.router) for route in router.routes
              if isinstance(route, APIRoute)]
    assert routes
    for route in routes:
        assert not is_open_place(route.path), route.path
    made = page.post("/api/games", json={"rule": HAND["rule"], "name": "x" * 24})
    assert made.status_code == 201
    told = page.get(f"/api/games/{made.json()['id']}", headers={"authorization": f"Bearer {made.json()['key']}"})
    assert len(told.content) > LEAST
    assert "content-encoding" not in told.headers
    assert "content-encoding" not in made.headers


def test_an_unknown_address_is_the_page_and_programs_get_json(page: TestClient) -> None:
    for path in ("/nowhere", "/play/now", "/index.php"):
        answer = page.get(path)
        assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
        assert 'id="rulebooks"' in answer.text
    for path in ("/api/nowhere", "/assets/gone.js"):
        answer = page.get(path)
        assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")


def test_an_unknown_address_without_a_page_is_a_problem(client: TestClient) -> None:
    assert client.get("/nowhere").headers["content-type"] == "application/problem+json"


def test_whoever_prefers_it_takes_faults_as_an_answer(client: TestClient) -> None:
    bad = {**HAND, "hand": "123m44"}
    refused, told = client.post("/api/hand", json=bad), client.post("/api/hand", json=bad,
                                                                    headers={"prefer": "faults=answer"})
    assert (refused.status_code, told.status_code) == (422, 200)
    assert told.headers["preference-applied"] == "faults=answer"
    assert told.headers["content-type"] == "application/problem+json"
    assert told.json() == refused.json()
    assert told.json()["status"] == 422
    nowhere = client.post("/api/hand", json={**HAND, "rule": {"id": "nowhere"}}, headers={"prefer": "faults=answer"})
    assert nowhere.status_code == 404
