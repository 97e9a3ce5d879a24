"""What a game needs that is worked out before it: elsewhere, by turns, and no more of it on the disk than a bound."""

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from quepu import store
from quepu.book import rulebook
from quepu.scoring.compiled import Compiled
from quepu.scoring.kept_tables import _key
from quepu.server.answers import machine_code
from quepu.server.answers.asked_book import Rule
from quepu.server.hosting.ready_engines import Engines
from quepu.server.http_problem import ProblemError
from quepu.server.safety.address import ASKING
from quepu.server.settings import Limits
from tests.waiting import LONGEST

CHOSEN = {"edition": "1998", "min_fan": 17, "mixed_kong": "none"}


def test_what_options_change_is_not_worked_out_in_the_server(client: TestClient, monkeypatch: pytest.MonkeyPatch
                                                             ) -> None:
    """Eighty bytes with options nobody had used took half a second of it, in which nobody else was answered."""
    book = rulebook("guobiao", **CHOSEN)
    for kind, key in (("tables", _key(book, "scoring")), ("served", machine_code.fingerprint(book, as_chosen=True))):
        path = store.store().path(kind, key)
        assert path is not None
        path.unlink(missing_ok=True)

    def worked_out(*_given: Any) -> Any:
        raise AssertionError("worked out in the server")
    monkeypatch.setattr(Compiled, "_combinations", worked_out)
    made = client.post("/api/games", json={"rule": {"id": "guobiao", "options": CHOSEN}})
    assert made.status_code == 201, made.text
    assert store.read("tables", _key(book, "scoring")) is not None


def test_choices_of_options_are_made_ready_by_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    doors: dict[str, asyncio.Event] = {}

    async def prepared(rule: Rule) -> None:
        order.append(str(rule.options["min_fan"]))
        await doors.setdefault(order[-1], asyncio.Event()).wait()
    monkeypatch.setattr(Engines, "_prepare", staticmethod(prepared))
    monkeypatch.setattr("quepu.server.hosting.ready_engines.is_kept", lambda *_given, **_more: False)
    monkeypatch.setattr("quepu.server.hosting.ready_engines.note_kept", lambda *_given, **_more: None)

    async def run() -> None:
        engines = Engines(Limits(waiting_of_one=2))

        async def choose(address: str, number: int) -> None:
            ASKING.set(address)
            options: dict[str, Any] = {"min_fan": number}
            await engines.chosen(Rule(id="guobiao", options=options), rulebook("guobiao", **options))
        tasks = [asyncio.create_task(choose("greedy", number)) for number in (1, 2, 3)]
        tasks.append(asyncio.create_task(choose("ann", 4)))
        await until(lambda: len(engines._choices._queues) == 2)
        with pytest.raises(ProblemError) as told:
            await asyncio.create_task(choose("greedy", 5))
        assert told.value.status == 429
        for number in (1, 4, 2, 3):             # who has had his turn waits for the others
            await until(lambda: len(order) > 0 and order[-1] == str(number))        # noqa: B023
            doors[str(number)].set()
        await asyncio.gather(*tasks)
        await choose("greedy", 1)               # it is there
        assert order == ["1", "4", "2", "3"]

    async def until(is_so: Any) -> None:
        while not is_so():
            await asyncio.sleep(0)
    asyncio.run(asyncio.wait_for(run(), LONGEST))


def test_what_is_made_for_strangers_choices_does_not_fill_the_disk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path
                                                                   ) -> None:
    kept = store.Store(tmp_path)
    monkeypatch.setattr(store, "store", lambda: kept)
    monkeypatch.setattr(machine_code, "MOST_BYTES", {"tables": 2500, "book": 2500})
    for number in range(4):
        for kind in ("tables", "book" if number < 2 else "play"):
            kept.write(kind, f"{number:016x}", b"x" * 900)
            path = kept.path(kind, f"{number:016x}")
            assert path is not None
            os.utime(path, (number, number))
    kept.write("served", "0" * 16, b"")
    assert machine_code.trim() == 2
    assert [kept.read("tables", f"{number:016x}") is None for number in range(4)] == [True, True, False, False]
    assert kept.read("book", "0" * 16) is not None
    assert kept.read("served", "0" * 16) is None        # what was noted may be gone
    kept.write("served", "0" * 16, b"")
    assert machine_code.trim() == 0
    assert kept.read("served", "0" * 16) is not None
