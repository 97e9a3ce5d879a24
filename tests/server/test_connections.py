"""A real server: half-sent requests, readers that do not read, and too many connections hold nothing for ever."""

import contextlib
import json
import logging
import socket
import threading
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import pytest

pytest.importorskip("fastapi")
import uvicorn
from websockets.sync.client import connect

from quepu.server.app import make_app
from quepu.server.safety.address import Addresses
from quepu.server.safety.connections import protocols
from quepu.server.safety.guard import HEADERS
from quepu.server.settings import Limits, Settings
from tests.waiting import LONGEST, wait_until

MOST = 12                   # connections of one address
PATIENT = Limits(header_seconds=LONGEST, body_seconds=LONGEST, send_seconds=LONGEST, connections=MOST)
HASTY = replace(PATIENT, header_seconds=1.0, body_seconds=1.5, send_seconds=2.0, connections=100)


@dataclass(frozen=True)
class Running:
    """A server in a thread of this process."""

    port: int
    server: uvicorn.Server

    @property
    def held(self) -> int:
        """How many connections it has."""
        return len(self.server.server_state.connections)


def running(tmp_path_factory: pytest.TempPathFactory, limits: Limits) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("connections")
    (folder / "page").mkdir()
    (folder / "page" / "index.html").write_text("<!doctype html>")
    (folder / "page" / "large.bin").write_bytes(bytes(40 << 20))
    app = make_app(Settings(f"sqlite:///{folder / 'games.sqlite'}", folder / "page", limits))
    http, ws = protocols(limits, Addresses(()))
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, http=http, ws=ws, log_level="info", proxy_headers=False,
                                           h11_max_incomplete_event_size=16 * 1024))
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    wait_until(lambda: server.started, "the server has started")
    yield Running(int(listening.getsockname()[1]), server)
    server.should_exit = True
    thread.join(LONGEST)


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that waits as long as a slow machine needs."""
    yield from running(tmp_path_factory, PATIENT)


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that waits for nobody longer than a second or two."""
    yield from running(tmp_path_factory, HASTY)


@pytest.fixture
def port(patient: Running) -> int:
    return patient.port


def ended(one: socket.socket, feed: bytes = b"") -> bytes:
    """What comes until the server ends the connection, though a byte is sent now and then."""
    one.settimeout(0.3)
    told, end = b"", time.monotonic() + LONGEST
    while time.monotonic() < end:
        try:
            if feed:
                one.sendall(feed)
            data = one.recv(65536)
        except TimeoutError:
            continue
        except OSError:
            return told
        if not data:
            return told
        told += data
    raise AssertionError("the connection is still open")


HEAD = b"POST /api/score HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


HALF = [
    (b"", b"", b""),                                                        # says nothing at all
    (b"GET / HTTP/1.1\r\nHost: localhost\r\n", b"", b"408"),                # half a head
    (b"GET / HTTP/1.1\r\nHost: localhost\r\n", b"x-a: b\r\n", b"408"),      # a head without end
    (b"G", b"", b"408"),
    (HEAD + b"Content-Length: 100\r\n\r\n{", b"", b"408"),                  # half a body
    (HEAD + b"Content-Length: 400\r\n\r\n{", b" ", b"408"),                 # a body without end
    (HEAD + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n", b"1\r\n \r\n", b"408"),
    (HEAD + b"Content-Length: 9000000\r\n\r\n{", b" ", b"413"),             # refused, and goes on sending
    (b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\nGET /", b"", b"200"),     # a second one, half
    (b"GET / HTTP/1.1\r\nHost: localhost\r\nx: " + b"y" * 20_000, b"", b"400"),     # a head that is too long
    (b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", b"", b"400"),                 # no HTTP
]


@pytest.fixture(scope="module")
def answers(hasty: Running) -> list[bytes]:
    """What each of them is told; all at once, since each has to wait."""
    def sent(half: tuple[bytes, bytes, bytes]) -> bytes:
        while True:
            begin = time.monotonic()
            with socket.create_connection(("127.0.0.1", hasty.port)) as one:
                one.sendall(half[0])
                late = time.monotonic() - begin > HASTY.header_seconds / 2
                told = ended(one, half[1])
            if not late:                # else the machine has paused for so long that the server may have left before
                return told
    with ThreadPoolExecutor(len(HALF)) as pool:
        return list(pool.map(sent, HALF))


@pytest.mark.parametrize("index", range(len(HALF)))
def test_a_half_sent_request_is_ended(answers: list[bytes], index: int) -> None:
    told, status = answers[index], HALF[index][2]
    assert told[9:12] == status
    if told:
        head = told.partition(b"\r\n\r\n")[0].lower()
        for name, _value in HEADERS:
            assert name + b":" in head


def test_who_does_not_read_is_left(hasty: Running) -> None:
    wait_until(lambda: hasty.held == 0, "nobody else is connected")
    with socket.socket() as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        one.connect(("127.0.0.1", hasty.port))
        one.sendall(b"GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n")
        wait_until(lambda: hasty.held == 1, "he is connected")
        wait_until(lambda: hasty.held == 0, "he is left")
        size = len(ended(one))
    assert 0 < size < 40 << 20          # what lay in the buffers of the system, no more


def read_slowly(port: int) -> tuple[int, float]:
    """How much somebody gets who reads for twice the time in which he has to take some, and his longest pause."""
    with socket.create_connection(("127.0.0.1", port)) as one:
        one.sendall(b"GET /large.bin HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        begin = last = time.monotonic()
        size, longest, data = 0, 0.0, b"."
        while data:
            try:
                data = one.recv(1 << 18)
            except OSError:
                break
            now = time.monotonic()
            size, longest, last = size + len(data), max(longest, now - last), now
            if now - begin < 2 * HASTY.send_seconds:
                time.sleep(0.05)
    return size, longest


def test_who_reads_slowly_gets_it_all(hasty: Running) -> None:
    for _try in range(100):
        size, longest = read_slowly(hasty.port)
        if size > 40 << 20 or longest < HASTY.send_seconds / 2:
            break                       # else the machine has paused for so long that nothing is shown
    assert size > 40 << 20


def test_one_address_has_so_many_connections(patient: Running) -> None:
    held, port = [], patient.port
    wait_until(lambda: patient.held == 0, "nobody else is connected")
    try:
        for _number in range(MOST):
            held.append(socket.create_connection(("127.0.0.1", port)))
            held[-1].sendall(b"GET / HTTP/1.1\r\n")
        wait_until(lambda: patient.held == MOST, "all are connected")
        with socket.create_connection(("127.0.0.1", port)) as one:
            told = ended(one)
        assert told.startswith(b"HTTP/1.1 429 ")
        assert b"too many connections" in told
    finally:
        for one in held:
            one.close()
    wait_until_free(port)


def wait_until_free(port: int) -> None:
    def is_free() -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/health", timeout=LONGEST) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False
    wait_until(is_free, "places are free again")


def make_game(port: int) -> dict[str, Any]:
    body = json.dumps({"rule": {"id": "guobiao"}}).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/games", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=LONGEST) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def test_games_are_counted_too_and_leave(port: int) -> None:
    game = make_game(port)
    address = f"ws://127.0.0.1:{port}/api/games/{game['id']}/socket"
    for _round in range(3):             # each time all places but two
        with contextlib.ExitStack() as held:
            for _number in range(MOST - 2):
                one = held.enter_context(connect(f"{address}?key={game['key']}"))
                assert json.loads(one.recv())["type"] == "hello"
        wait_until_free(port)


def test_no_key_stands_in_the_log(port: int, caplog: pytest.LogCaptureFixture) -> None:
    loggers = [logging.getLogger(name) for name in ("uvicorn.access", "uvicorn.error")]
    for logger in loggers:
        logger.addHandler(caplog.handler)
    try:
        game = make_game(port)
        for query in (f"key={game['key']}", f"%6bey={game['key']}", f"key={game['watch_key']}&lang=en"):
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/games/{game['id']}?{query}",
                                        timeout=LONGEST) as answer:
                answer.read()
            with connect(f"ws://127.0.0.1:{port}/api/games/{game['id']}/socket?{query}") as one:
                assert json.loads(one.recv())["type"] == "hello"
    finally:
        for logger in loggers:
            logger.removeHandler(caplog.handler)
    assert f"/api/games/{game['id']}/socket" in caplog.text
    for name in ("key", "watch_key", "join_key"):
        assert game[name] not in caplog.text


def test_a_connection_under_a_foreign_name_is_refused(port: int) -> None:
    for name, value, status in ((b"Host", b"evil.example", b"400"), (b"Origin", b"http://evil.example", b"403")):
        lines = [b"GET /api/games/nowhere12/socket?key=x HTTP/1.1", b"Upgrade: websocket", b"Connection: Upgrade",
                 b"Sec-WebSocket-Version: 13", b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]
        if name != b"Host":
            lines.append(b"Host: localhost")
        with socket.create_connection(("127.0.0.1", port)) as one:
            one.sendall(b"\r\n".join([*lines, name + b": " + value]) + b"\r\n\r\n")
            told = ended(one)
        assert told[9:12] == status
        assert b"x-content-type-options: nosniff" in told.lower()
