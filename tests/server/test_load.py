"""A tenth of `make load`: games at once, nothing lost; the server killed in the middle, every game goes on.

How soon answers come is measured by `make load` itself.
"""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

pytest.importorskip("fastapi")
from tools.load import Run, killed, many, pairs, sqlite
from tools.load_attack import beside_attack
from tools.postgres import missing, postgres
from tools.served import Served


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def server(request: pytest.FixtureRequest) -> Iterator[Served]:
    why = missing() if request.param == "postgres" else ""
    if why:
        pytest.skip(f"PostgreSQL: {why}")
    with sqlite() if request.param == "sqlite" else postgres() as address, Served(address) as made:
        yield made


def run(part: object, server: Served, games: int, seconds: float) -> Run:
    work = part(server, "", games, seconds, 0.2, "greedy", lambda _text: None)
    with ThreadPoolExecutor(1) as thread:       # a test of the page may have left its own loop running in this one
        found: Run = thread.submit(asyncio.run, work).result()
    assert (found.counted.lost, found.counted.errors, found.wrong) == (0, [], ())
    return found


def test_every_message_is_answered(server: Served) -> None:
    assert run(many, server, 20, 1).counted.answered >= 60


def test_visitors_are_served_beside_an_attack() -> None:
    with sqlite() as address:
        visits = beside_attack(address, 1, hands=1)
    assert visits.seconds
    assert visits.looks[200]
    assert visits.wrong == []


def test_two_people_at_a_table_are_answered_and_go_on(server: Served) -> None:
    assert run(partial(pairs, window=0.02, each=2), server, 3, 0).counted.answered >= 12     # or a game counts as wrong


def test_a_killed_server_goes_on_with_every_game(server: Served) -> None:
    found = run(killed, server, 5, 2)
    assert found.back is not None
    assert found.counted.cut <= 5       # at most what was in flight
