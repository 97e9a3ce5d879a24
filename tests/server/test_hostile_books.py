"""Rulebooks that were written to do harm, sent to every call that takes one: refused, and not for taking too long."""

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from quepu.server.app import make_app
from quepu.server.settings import Settings
from tests.server.conftest import PATIENT

HEAD = 'extends = "guobiao"\nname = { zh = "我", en = "Mine" }\n'
NAMES = 'name = { zh = "一", en = "One" }\n'


def fan(when: str) -> str:
    return f'{HEAD}[fan.x]\n{NAMES}value = 1\nwhen = "{when}"\n'


BOOKS = {
    "deep parentheses": fan("(" * 900 + "1" + ")" * 900),
    "deep negation": fan("not " * 400 + "True"),
    "loops inside loops": fan("all(all(all(all(t.rank == u.rank for t in tiles) for u in tiles) for v in tiles) "
                              "for w in tiles)"),
    "a power": fan("9**9**9**9 > 1"),
    "a shift": fan("1 << 99999999 > 1"),
    "a long text": fan("'a' * 999999999 == 'b'"),
    "a huge number": fan("9" * 1500 + " > 1"),
    "a pattern": fan("re.match('(a+)+$', 'aaaaaaaaaaaaaaaaaaaaaaaa!')"),
    "a range": fan("any(True for x in range(1000000000))"),
    "code": fan("__import__('os').system('true')"),
    "an attribute": fan("().__class__.__bases__[0]"),
    "a key of many tables": HEAD + "a" + ".b" * 30000 + " = 1\n",
    "brackets": HEAD + "x = " + "[" * 20000 + "]" * 20000 + "\n",
    "many fans": HEAD + "".join(f'[fan.x{number}]\n{NAMES}value = 1\nwhen = "True"\n' for number in range(400)),
    "many picks": HEAD + "".join(
        f'[fan.x{number}]\n{NAMES}value = 1\npick = "a, b, c, d in chows; p in pairs"\n'
        f'when = "a.low + b.low == {number}"\n' for number in range(300)),
    "definitions that double": HEAD + '[define.d0]\nis = "suit_count"\n' + "".join(
        f'[define.d{number}]\nis = "d{number - 1} + d{number - 1}"\n' for number in range(1, 20))
        + f'[fan.x]\n{NAMES}value = 1\nwhen = "d19 == 1"\n',
    "many definitions": HEAD + '[define.d0]\nis = "suit_count"\n' + "".join(
        f'[define.d{number}]\nis = "d{number - 1} + 1"\n' for number in range(1, 6000)),
    "a circle": HEAD + '[define.a]\nis = "b"\n[define.b]\nis = "a"\n',
    "a long id": HEAD + f'[fan.{"x" * 50000}]\n{NAMES}value = 1\nwhen = "True"\n',
    "a path": 'extends = "../../../etc/passwd"\n',
    "a device": 'extends = "/dev/zero"\n',
    "an address": 'extends = "http://127.0.0.1/"\n',
    "a path as id": HEAD + 'rulebook.id = "../../x"\n',
    "too many seats": HEAD + "[deal]\nseats = 999\n",
    "a byte of zero": HEAD + "\0",
    "a total beyond numbers": HEAD + '[score]\ntotal = "points * 2147483647 * 2147483647"\n',
}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """One server for all: what one rulebook did to it, the next would feel."""
    folder = tmp_path_factory.mktemp("books")
    with TestClient(make_app(Settings(f"sqlite:///{folder / 'games.sqlite'}", folder / "page", PATIENT))) as made:
        yield made


@pytest.mark.parametrize("name", BOOKS)
def test_a_harmful_rulebook_is_refused(client: TestClient, name: str) -> None:
    rule: dict[str, Any] = {"text": BOOKS[name]}
    report = client.post("/api/check", json={**rule, "seconds": 0.0})
    assert report.status_code == 422 or report.json()["errors"]
    for path, body in (("/api/score", {"rule": rule, "hand": "123m23455p345s77z 5p"}), ("/api/games", {"rule": rule}),
                       ("/api/rulebooks", rule), ("/api/pad", {"rule": rule, "names": ["a", "b", "c", "d"]})):
        answer = client.post(path, json=body)
        assert (answer.status_code, answer.headers["content-type"]) == (422, "application/problem+json"), path
        assert answer.json()["faults"]
        assert "took too long" not in answer.text
    assert client.get("/api/health").status_code == 200
