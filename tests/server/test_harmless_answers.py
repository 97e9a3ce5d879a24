"""Nothing that an answer has for readers hides a sign, whatever was sent; nor does the text of a refusal as it is."""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from quepu.plain_text import first_harmful, is_name
from quepu.records.json_text import json_line
from tests.cli.test_harmless_output import HALF, SIGNS, poisoned, texts_in
from tests.server.test_hostile import bodies, record
from tests.share import sampled


def named(part: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every key of a value."""
    for key, inner in part.items() if isinstance(part, dict) else enumerate(part):
        if isinstance(part, dict):
            yield *path, key
        if isinstance(inner, dict | list):
            yield from named(inner, (*path, key))


def renamed(value: Any, path: tuple[Any, ...]) -> Any:
    """The value with signs behind the key at a path."""
    copy = list(value) if isinstance(value, list) else dict(value)
    copy[path[0]] = renamed(value[path[0]], path[1:]) if path[1:] else None
    return copy if path[1:] else {f"{key}{SIGNS}" if key == path[0] else key: inner for key, inner in value.items()}


def read_by_people(answer: Any, key: str = "") -> Iterator[str]:
    """The texts of an answer that are shown: all but the values of a cause, which are what was sent."""
    if isinstance(answer, str):
        yield answer
    elif isinstance(answer, list):
        for one in answer:
            yield from read_by_people(one, key)
    elif isinstance(answer, dict):
        for name, one in answer.items():
            if name == "values":
                yield from (inner["text"] for inner in one.values() if isinstance(inner, dict) and "text" in inner)
            else:
                yield from read_by_people(one, name)


@pytest.mark.parametrize("path", [path for path in bodies() if path != "/api/records/play"])
def test_no_answer_shows_what_cannot_be_seen(client: TestClient, path: str) -> None:
    body = bodies()[path]
    spoiled = [poisoned(body, place, signs) for place in texts_in(body) for signs in (SIGNS, HALF)]
    spoiled += [renamed(body, place) for place in named(body)]
    for sent in sampled(spoiled, 16, path):
        answer = client.post(path, content=json.dumps(sent), headers={"content-type": "application/json"})
        for text in read_by_people(answer.json()):
            assert not first_harmful(text), (path, sent, text)
        if answer.status_code >= 400:
            assert not first_harmful(answer.text), (path, sent)


@pytest.mark.parametrize("address", ["/api/rulebooks/%1b%e2%80%ae", "/api/games/%1b%e2%80%ae", "/api/%1b%c2%9b"])
def test_no_refusal_quotes_an_address_that_cannot_be_seen(client: TestClient, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 404
    assert not first_harmful(answer.text)
    assert not first_harmful(answer.json()["title"])


def test_the_players_of_a_strangers_record_have_names_that_can_be_seen(client: TestClient) -> None:
    lines = record().splitlines()
    header, end = json.loads(lines[0]), json.loads(lines[-1])
    lines[0] = json_line({**header, "players": [f"A{SIGNS}", "\u202e", "<b>x", "D"]})
    lines[-1] = json_line({**end, "sha256": hashlib.sha256("\n".join(lines[:-1]).encode()).hexdigest()})
    told = client.post("/api/records", content="\n".join([*lines, ""]).encode())
    assert told.status_code == 200, told.text
    assert not any(map(first_harmful, read_by_people(told.json())))
    names = [told.json()["header"]["players"], *(
        [seat["name"] for seat in frame["view"]["seats"]] for frame in told.json()["frames"])]
    assert all(is_name(name) for listed in names for name in listed)
    assert sorted(names[0])[0] == "2"           # nothing is left of it: he is called by his number
