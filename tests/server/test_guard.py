"""The door: names, origins, headers, addresses, logs, and what happens if something goes wrong inside."""

import json
import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from quepu.errors import QuepuError
from quepu.server.app import make_app
from quepu.server.routes.api_examples import EXAMPLES
from quepu.server.safety.address import Addresses, counted, networks
from quepu.server.safety.guard import Hosts, Redacting, redacted
from quepu.server.settings import Limits, Settings
from tests.server.test_games import Player, make, sit
from tests.waiting import wait_until

HEADERS = {"x-content-type-options": "nosniff", "referrer-policy": "no-referrer", "x-frame-options": "DENY",
           "cross-origin-opener-policy": "same-origin", "cross-origin-resource-policy": "same-origin"}


def test_every_answer_has_the_headers(settings: Settings) -> None:
    settings.page.mkdir()
    (settings.page / "index.html").write_text("<!doctype html><title>x</title>")
    with TestClient(make_app(Settings(settings.database, settings.page, Limits(body=1000)))) as client:
        answers = [client.get(path) for path in (
            "/", "/nowhere", "/api/nowhere", "/api/health", "/api/docs", "/api/docs/style.css", "/api/openapi.json",
            "/api/games/nowhere12", "/%2e%2e/%2e%2e/etc/passwd")]
        answers += [client.post("/api/score", content=b"x" * 2000), client.post("/api/score", content=b"{"),
                    client.delete("/api/health"), client.options("/"), client.head("/"),
                    client.get("/", headers={"host": "evil.example"})]
    assert {answer.status_code for answer in answers} >= {200, 404, 405, 413, 422, 400}
    for answer in answers:
        for name, value in HEADERS.items():
            assert answer.headers.get_list(name) == [value], answer.url
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy


def test_answers_of_the_api_are_not_kept_by_browsers(client: TestClient) -> None:
    assert client.get("/api/health").headers["cache-control"] == "no-store"


@pytest.mark.parametrize("host", [
    "evil.example", "evil.example:8000", "127.0.0.1.evil.example", "localhost.evil.example", "",
    "localhost@evil.example", "evil.example#localhost", "localhost, evil.example", "[::1", "xn--lcalhost", "127.0.0.2",
    "0x7f000001", "testserver/x"])
def test_a_name_of_others_is_refused(client: TestClient, host: str) -> None:
    for answer in (client.get("/api/health", headers={"host": host}),
                   client.post("/api/games", json={"rule": {"id": "guobiao"}}, headers={"host": host})):
        assert (answer.status_code, answer.headers["content-type"]) == (400, "application/problem+json")
        assert "--allowed-host" in answer.json()["detail"]
    with pytest.raises((WebSocketDisconnect, WebSocketDenialResponse)), \
            client.websocket_connect("/api/games/nowhere12/socket?key=x", headers={"host": host}):
        pass


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:99", "127.0.0.1:8000", "[::1]:8000", "localhost.",
                                  "testserver"])
def test_its_own_names_are_taken(client: TestClient, host: str) -> None:
    assert client.get("/api/health", headers={"host": host}).status_code == 200


def test_names_are_allowed_by_setting(settings: Settings) -> None:
    told = Settings(settings.database, settings.page, settings.limits, host="192.0.2.7",
                    allowed_hosts=("Mahjong.example.org", "2001:db8::7"))
    with TestClient(make_app(told)) as client:
        for host in ("mahjong.example.org", "MAHJONG.EXAMPLE.ORG:443", "192.0.2.7:8000", "[2001:db8::7]:8000"):
            assert client.get("/api/health", headers={"host": host}).status_code == 200
        for host in ("www.mahjong.example.org", "example.org", "0.0.0.0"):
            assert client.get("/api/health", headers={"host": host}).status_code == 400
    assert not Hosts("0.0.0.0", ()).is_known("0.0.0.0", "192.0.2.1")
    assert Hosts("0.0.0.0", ()).is_known("192.0.2.1:8000", "192.0.2.1")      # the address it came in at


FOREIGN = ["http://evil.example", "null", "", "http://testserver:8080", "http://testserver.evil.example", "file://",
           "http://localhost", "http://[", "testserver", "https://testserver@evil.example", "http://testserver:x",
           "chrome-extension://abc"]


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_foreign_page_changes_nothing(client: TestClient, origin: str) -> None:
    """Also by a request that a browser sends without asking first: plain text."""
    game = make(client)
    told = {"origin": origin, "content-type": "text/plain"}
    body = json.dumps({"rule": {"id": "guobiao"}})
    for path in ("/api/games", "/api/records", "/api/score", f"/api/games/{game['id']}/join"):
        answer = client.post(path, content=body.encode(), headers=told)
        assert (answer.status_code, answer.headers["content-type"]) == (403, "application/problem+json"), path
    with pytest.raises((WebSocketDisconnect, WebSocketDenialResponse)), client.websocket_connect(
            f"/api/games/{game['id']}/socket?key={game['key']}", headers={"origin": origin}):
        pass


@pytest.mark.parametrize("origin", ["http://testserver", "http://testserver:80", "HTTP://TESTSERVER", None])
def test_its_own_page_and_programs_may(client: TestClient, origin: str | None) -> None:
    told = {} if origin is None else {"origin": origin}
    game = client.post("/api/games", json={"rule": {"id": "guobiao"}}, headers=told).json()
    with client.websocket_connect(f"/api/games/{game['id']}/socket?key={game['key']}", headers=told) as socket:
        assert Player(socket).hello["player"] == 0


def test_a_page_of_an_allowed_name_may(settings: Settings) -> None:
    told = Settings(settings.database, settings.page, settings.limits, allowed_hosts=("mahjong.example.org",))
    with TestClient(make_app(told)) as client:
        for origin, status in (("https://mahjong.example.org", 200), ("https://evil.example.org", 403)):
            answer = client.post("/api/rulebooks", json={"id": "guobiao"}, headers={"origin": origin})
            assert answer.status_code == status


def test_a_browser_that_does_not_say_who_asks_is_foreign(client: TestClient) -> None:
    for site, status in (("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 200)):
        answer = client.post("/api/rulebooks", json={"id": "guobiao"}, headers={"sec-fetch-site": site})
        assert answer.status_code == status


def test_a_long_head_is_refused(client: TestClient) -> None:
    assert client.get("/api/health", headers={"x-long": "x" * 40_000}).status_code == 431


# -- logs --
KEY = "Zk3mQ0v9yJ5wq1uXb7LrTn2E"


@pytest.mark.parametrize("query", [
    f"key={KEY}", f"KEY={KEY}", f"%6bey={KEY}", f"since=1&key={KEY}&lang=en", f"lang={KEY}", f"x={KEY}", KEY,
    f"&{KEY}=1", f"key[]={KEY}", f"a;key={KEY}", f"since=1;key={KEY}"])
def test_no_key_reaches_a_log(query: str) -> None:
    assert KEY.encode() not in redacted(query.encode())


def test_a_log_shows_what_is_no_secret() -> None:
    assert redacted(b"hand=2&lang=zh-Hant&key=abc") == b"hand=2&lang=zh-Hant&..."
    assert redacted(b"") == b""
    record = logging.LogRecord("x", logging.INFO, "", 0, '%s "GET %s"', ("a", f"/x?join_key={KEY}&b"), None)
    assert Redacting().filter(record)
    assert record.getMessage() == 'a "GET /x?join_key=...&b"'


def test_a_log_is_told_nothing_that_cannot_be_seen() -> None:
    record = logging.LogRecord("x", logging.INFO, "", 0, "\x1b%s", ("\u202e\x9b",), None)
    assert Redacting().filter(record)
    assert record.getMessage() == r"\u001b\u202e\u009b"


def test_the_scope_that_servers_log_has_no_key(settings: Settings) -> None:
    """uvicorn logs the query of the scope it gave, after the answer has begun."""
    app, seen = make_app(settings), []

    async def wrapped(scope: Any, receive: Any, send: Any) -> None:
        async def told(message: Any) -> None:
            if message["type"] in ("http.response.start", "websocket.accept"):
                seen.append(scope["query_string"])
            await send(message)
        await app(scope, receive, told)

    with TestClient(wrapped) as client:
        game = make(client)
        client.get(f"/api/games/{game['id']}", params={"key": game["key"]})
        with sit(client, game) as socket:
            Player(socket).see(1)
    assert len(seen) == 3
    assert game["key"].encode() not in b" ".join(seen)
    assert seen[2] == b"...&lang=en"


def test_a_key_may_stand_in_a_header_or_the_first_message(client: TestClient) -> None:
    game = make(client)
    told = {"authorization": f"Bearer {game['key']}"}
    assert client.get(f"/api/games/{game['id']}", headers=told).json()["hello"]["player"] == 0
    assert client.get(f"/api/games/{game['id']}", headers={"authorization": "Bearer x"}).status_code == 403
    assert client.get(f"/api/games/{game['id']}").status_code == 403
    path = f"/api/games/{game['id']}/socket"
    with client.websocket_connect(path, headers=told) as socket:
        assert Player(socket).hello["player"] == 0
    with client.websocket_connect(path) as socket:
        socket.send_text(json.dumps({"type": "key", "key": game["watch_key"]}))
        assert Player(socket).hello["player"] is None
    for first in ({"type": "key"}, {"type": "key", "key": 7}, {"type": "key", "key": "\ud800"}, {"type": "ping"}, [],
                  {"type": "key", "key": "x" * 5000}, {"type": "key", "key": game["join_key"]}):
        with client.websocket_connect(path) as socket:
            socket.send_text(json.dumps(first))
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_text()
            assert closed.value.code == 4403


def test_who_tells_no_key_is_not_waited_for(settings: Settings) -> None:
    tight = Settings(settings.database, settings.page, Limits(header_seconds=0.2))
    with TestClient(make_app(tight)) as client:
        game = make(client)
        with client.websocket_connect(f"/api/games/{game['id']}/socket") as socket:
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_text()
            assert closed.value.code == 4403


# -- something goes wrong inside --
@pytest.fixture
def broken(settings: Settings) -> Iterator[TestClient]:
    app = make_app(settings)

    @app.get("/api/broken")
    async def fails() -> None:
        raise RuntimeError(f"the secret is {KEY}")

    @app.websocket("/api/broken/socket")
    async def fails_later(socket: Any) -> None:
        await socket.accept()
        raise RuntimeError(f"the secret is {KEY}")

    with TestClient(app) as client:
        yield client


def test_a_fault_of_ours_is_told_without_its_text(broken: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    answer = broken.get("/api/broken")
    assert (answer.status_code, answer.headers["content-type"]) == (500, "application/problem+json")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert KEY not in answer.text
    assert "Traceback" not in answer.text
    assert "RuntimeError in GET /api/broken" in caplog.text
    assert "test_guard.py" in caplog.text
    assert KEY not in caplog.text


# -- the page of the API --
def test_the_description_loads_nothing_from_elsewhere(client: TestClient) -> None:
    page = client.get("/api/docs").text
    assert "<script" not in page
    assert " style=" not in page
    assert re.findall(r'(?:src|href)="(?!/|#)', page) == []
    assert client.get("/api/docs/style.css").headers["content-type"].startswith("text/css")
    for method, path in EXAMPLES:
        assert f"{method.upper()} {path}</code>" in page
    assert page.count("<section>") == len(EXAMPLES)


# -- who asks --
@pytest.mark.parametrize(("peer", "told", "found"), [
    ("198.51.100.9", "192.0.2.1", "198.51.100.9"),                  # nobody's proxy
    ("127.0.0.1", "192.0.2.1", "127.0.0.1"),
    ("10.0.0.7", "192.0.2.1", "192.0.2.1"),
    ("10.0.0.7", "1.1.1.1, 192.0.2.1", "192.0.2.1"),                # the first was made up
    ("10.0.0.7", "192.0.2.1, 10.0.0.8", "192.0.2.1"),               # two proxies
    ("10.0.0.7", "192.0.2.1:5555", "192.0.2.1"), ("10.0.0.7", "[2001:db8::1]:99", "2001:db8::1"),
    ("10.0.0.7", "", "10.0.0.7"), ("10.0.0.7", "nonsense", "10.0.0.7"), ("10.0.0.7", "192.0.2.1, unknown", "10.0.0.7"),
    ("10.0.0.7", ", ".join(["1.1.1.1"] * 5000), "1.1.1.1"), ("::ffff:10.0.0.7", "192.0.2.1", "192.0.2.1")])
def test_forwarded_addresses_are_believed_of_proxies_only(peer: str, told: str, found: str) -> None:
    assert Addresses(["10.0.0.0/24"]).of(peer, [(b"x-forwarded-for", told.encode())]) == found


def test_a_network_is_one_address() -> None:
    assert counted("2001:db8:1:2::1") == counted("2001:db8:1:2:ffff::9") != counted("2001:db8:1:3::1")
    assert counted("::ffff:192.0.2.1") == counted("192.0.2.1") != counted("192.0.2.2")
    assert counted("fe80::1%eth0") == counted("fe80::2")
    assert counted("testclient") == "testclient"
    with pytest.raises(QuepuError, match="trusted-proxy"):
        networks(["proxy.example"])


def test_a_made_up_address_does_not_step_around_the_limit(settings: Settings) -> None:
    tight = Limits(requests=0.001, burst=3)
    for trusted, last in (((), 429), (("127.0.0.1",), 200)):
        app = make_app(Settings(settings.database, settings.page, tight, trusted_proxies=trusted))
        with TestClient(app, client=("127.0.0.1", 5)) as client:
            for number in range(5):
                answer = client.get("/api/health", headers={"x-forwarded-for": f"192.0.2.{number}"})
        assert answer.status_code == last
        if last == 429:
            assert answer.headers["retry-after"] == "1"


def test_a_network_of_ipv6_shares_one_limit(settings: Settings) -> None:
    app = make_app(Settings(settings.database, settings.page, Limits(requests=0.001, burst=3)))
    statuses = []
    for number in range(4):
        with TestClient(app, client=(f"2001:db8::{number}", 5)) as client:
            statuses.append(client.get("/api/health").status_code)
    assert statuses == [200, 200, 200, 429]


def test_games_open_at_once_are_counted(settings: Settings) -> None:
    tight = Settings(settings.database, settings.page, Limits(sockets=2))
    with TestClient(make_app(tight)) as client:
        game = make(client)
        with sit(client, game) as first, sit(client, game) as second:
            Player(first).see(1)
            Player(second).see(1)
            with pytest.raises(WebSocketDisconnect) as told, sit(client, game):
                pass
            assert told.value.code == 1013

        def has_place() -> bool:
            try:
                with sit(client, game) as third:
                    Player(third).see(1)
            except WebSocketDisconnect:         # the others have just left
                return False
            return True
        wait_until(has_place, "places are free again")
