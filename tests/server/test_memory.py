"""What games cost in the server's memory: bytes are counted as Python hands them out, not as the system sees them."""

import gc
import random
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from quepu.records.lines import write_record
from tests.players import played

MOST = 10_000_000           # bytes that forty games from long records may hold
MANY, TRIED = 40, 2


@pytest.fixture(scope="module")
def record() -> tuple[str, int]:
    """A long record, and the last of its steps at which it may be played on."""
    match = played("guobiao", 3, 99)
    return write_record(match), len(match.steps) - 1


@pytest.fixture
def counting() -> Iterator[None]:
    """Every byte is counted meanwhile."""
    tracemalloc.start()
    yield
    tracemalloc.stop()


def play_on(client: TestClient, record: tuple[str, int], back: int = 0) -> dict[str, Any]:
    answer = client.post("/api/records/play", json={"record": record[0], "step": record[1] - back})
    assert answer.status_code == 201, answer.text
    game: dict[str, Any] = answer.json()
    return game


def test_games_from_long_records_hold_little(client: TestClient, record: tuple[str, int], counting: None) -> None:
    assert 200_000 < len(record[0]) < 210_000
    play_on(client, record)             # everything that is made once has been made
    gc.collect()
    before, chance = tracemalloc.get_traced_memory()[0], random.Random(4)
    for _time in range(TRIED):
        play_on(client, record, chance.randrange(40))
    gc.collect()
    held = tracemalloc.get_traced_memory()[0] - before
    counted = sum(live.size for live in client.app.state.games.in_memory()[-TRIED:])      # type: ignore[attr-defined]
    assert held / 2 < counted < 2 * held
    assert held * MANY / TRIED < MOST
