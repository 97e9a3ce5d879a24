"""Reviews over HTTP: lines as they are declared and as the library finds them, in pieces, given up, refused by name."""

import asyncio
import json
from typing import Any

import pytest
from pydantic import TypeAdapter
from starlette.requests import Request
from starlette.testclient import TestClient

from quepu.book import rulebook_of_text
from quepu.bots.seat import CoreBot
from quepu.faults import Fault
from quepu.game.match import Match
from quepu.records.lines import parse_record, replay, write_record
from quepu.review.as_values import values_of
from quepu.server.answers.reviews import piece
from quepu.server.problem import BUSY, GoneError, ProblemError
from quepu.server.routes import review_routes
from quepu.server.told.reviews import ReviewLine

HOUSE = 'extends = "hongkong"\nname = "House"\nid = "house_review"\n'


def played(book: Any, seed: int = 5) -> Match:
    match, bot = Match(book, seed), CoreBot("easy")
    match.begin()
    while not match.hand_over:
        match.play(match.asked[0], bot.decide(match, match.asked[0]))
    return match


@pytest.fixture(scope="module")
def match() -> Match:
    return played("sichuan")


def lines_of(client: TestClient, **asked: Any) -> list[dict[str, Any]]:
    answer = client.post("/api/review", json={"samples": 8, "lang": "en", **asked})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/x-ndjson"
    lines = [json.loads(line) for line in answer.text.splitlines()]
    for line in lines:
        TypeAdapter(ReviewLine).validate_python(line)
    return lines


def test_lines_are_what_the_library_finds(client: TestClient, match: Match) -> None:
    lines = lines_of(client, record=write_record(match), player=1, seed=3)
    found = replay(parse_record(write_record(match))).review(1, samples=8, seed=3)
    assert (lines[0]["kind"], lines[-1]["kind"]) == ("begin", "review")
    assert lines[0]["of"] == len(found.asked.course.questions)
    decisions = [line for line in lines if line["kind"] == "decision"]
    assert len(decisions) == lines[0]["decisions"] == len(found.judged)
    for line, one in zip(decisions, found.judged, strict=True):
        told = {key: value for key, value in line.items() if key not in ("kind", "done", "of", "view")}
        assert told == json.loads(json.dumps(values_of(one, "en")))
        assert (line["view"] is not None) == one.is_mistake
    assert {key: value for key, value in lines[-1].items() if key != "kind"} == \
        json.loads(json.dumps(found.summary.as_json()))
    done = [line["done"] for line in lines if "done" in line]
    assert done == sorted(done)


def test_pieces_give_the_same_wherever_they_end(match: Match) -> None:
    asked: dict[str, Any] = {"player": 0, "hand": None, "samples": 8, "seed": 1, "level": "usual", "lang": "en"}
    whole = piece(match.copy(), {**asked, "carried": []}, 1e9)
    told, carried, part = [], [], None
    while part is None or part["review"] is None:
        part = json.loads(json.dumps(piece(match.copy(), {**asked, "carried": carried}, 0.2)))
        told += part["decisions"]
        carried = part["carried"]
    assert json.loads(json.dumps([whole["review"], *whole["decisions"]])) == [part["review"], *told]


def test_what_cannot_be_reviewed_is_refused_at_once(client: TestClient, match: Match) -> None:
    text = write_record(match)
    gap = "".join([*text.splitlines(keepends=True)[:9], *text.splitlines(keepends=True)[12:]])
    for body, words in (({"player": 3, "hand": 2}, "no hand 2"), ({"player": 4}, ""), ({"level": "thorough"}, ""),
                        ({"samples": 1000}, ""), ({"samples": 1}, ""), ({"record": gap}, "record:"),
                        ({"record": text[:-90]}, "cut off"), ({"record": '{"type":"start_game"}\n'}, "record:1"),
                        ({"steps": 3}, "")):
        answer = client.post("/api/review", json={"record": text, "lang": "en", **body})
        assert (answer.status_code, answer.headers["content-type"]) == (422, "application/problem+json"), body
        assert words in json.dumps(answer.json()), (body, answer.text)
    empty = write_record(Match("sichuan", 5))
    answer = client.post("/api/review", json={"record": empty, "lang": "en"})
    assert (answer.status_code, answer.json()["causes"][0]["code"]) == (422, "review.empty")


# -- lines that are still to come --
def test_a_review_goes_on_where_it_had_no_turn_and_ends_where_it_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    first: Any = {"begin": {"of": 9}, "decisions": [], "carried": [], "done": 3, "of": 9, "review": None}
    busy = ProblemError(BUSY, Fault("pool.waited", seconds="20"), [Fault("server.in_a_moment")], 5)
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(review_routes.asyncio, "sleep", sleep)

    def kinds(*answers: Any) -> list[str]:
        given = iter(answers)

        async def next_piece(*_asked: Any) -> Any:
            answer = next(given)
            if isinstance(answer, Exception):
                raise answer
            return answer

        async def read() -> list[str]:
            request = Request({"type": "http", "headers": [], "query_string": b""})
            return [json.loads(line)["kind"] async for line in review_routes._lines(request, asked, first)]

        monkeypatch.setattr(review_routes, "_piece", next_piece)
        return asyncio.run(read())

    asked = review_routes.AskedReview(record="x")
    whole = {**first, "begin": None, "done": 9, "review": {}}
    assert kinds(whole) == ["begin", "progress", "review"]
    assert kinds(busy, busy, whole)[-1] == "review"
    assert slept == [5, 5]
    assert kinds(*[busy] * 9)[-1] == "problem"
    assert kinds(ProblemError(422, Fault("server.not_valid")))[-1] == "problem"
    assert kinds(GoneError()) == ["begin", "progress"]          # nobody is there
    assert kinds(first)[-1] == "problem"                        # it has come no further
    assert kinds({**whole, "of": 10})[-1] == "problem"


def test_a_game_by_a_rulebook_of_ones_own(client: TestClient) -> None:
    match = played(rulebook_of_text(HOUSE, "rules.toml"))
    lines = lines_of(client, record=write_record(match), rule={"text": HOUSE})
    assert (lines[0]["rule"], lines[-1]["kind"]) == (match.book.id, "review")
