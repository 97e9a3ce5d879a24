"""What reading a body costs the server itself: thousands of values are not told one by one, and large bodies count."""

import pytest
from starlette.testclient import TestClient

from quepu.server.answers.asked_book import MOST_OPTIONS
from quepu.server.app import make_app
from quepu.server.safety.limit import BODY_SHARE, Bucket
from quepu.server.settings import Limits, Settings

RULE = "guobiao"


def wrong_options(count: int) -> dict[str, list[int]]:
    return {f"option{number}": [1] for number in range(count)}


@pytest.mark.parametrize(("path", "body"), [
    ("/api/score", {"rule": {"id": RULE, "options": wrong_options(20_000)}, "hand": "1m"}),
    ("/api/pad", {"rule": {"id": RULE, "options": wrong_options(20_000)}, "names": ["A", "B"]}),
    (f"/api/rulebooks/{RULE}", wrong_options(20_000)),
])
def test_too_many_options_are_one_fault(client: TestClient, path: str, body: object) -> None:
    answer = client.post(path, json=body)
    assert answer.status_code == 422
    assert len(answer.json()["faults"]) == 1
    assert str(MOST_OPTIONS) in answer.text


def test_few_wrong_options_are_told_each(client: TestClient) -> None:
    answer = client.post("/api/score", json={"rule": {"id": RULE, "options": wrong_options(2)}, "hand": "1m"})
    assert answer.status_code == 422
    assert "option0" in answer.text
    assert "option1" in answer.text


def test_what_has_passed_is_waited_for() -> None:
    now = 0.0
    bucket = Bucket(2, 3, lambda: now)
    assert bucket.take()
    bucket.charge(6)                    # two are left of three: four must come back, and one
    assert not bucket.take()
    now = 2.4
    assert not bucket.take()
    now = 2.5
    assert bucket.take()


def test_large_bodies_count_for_several_requests(settings: Settings) -> None:
    limits = Limits(requests=0.001, burst=10)
    with TestClient(make_app(Settings(settings.database, settings.page, limits))) as client:
        small = [client.post("/api/score", json={"rule": {"id": RULE}, "hand": "?"}).status_code for _ in range(3)]
        assert 429 not in small
        large = client.post("/api/score", json={"rule": {"id": RULE}, "hand": "?" * 7 * BODY_SHARE})
        assert large.status_code == 422         # it is answered; whoever sent it waits for the next
        assert client.post("/api/score", json={"rule": {"id": RULE}, "hand": "?"}).status_code == 429
