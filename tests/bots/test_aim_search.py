"""The search for aims: one call of the engine, the same with the compiler off, kept as a row that is checked."""

from typing import Any

import numpy as np
import pytest

import quepu
from quepu.engine.bots import aim_search as s
from quepu.engine.layout.aims import Aim, Aims
from quepu.engine.layout.describe import describe
from quepu.game import goals
from quepu.game.engine import Engine
from quepu.game.plain_engine import PlainEngine


@pytest.mark.parametrize("rule", ["guobiao", "tianjin"])
def test_the_search_is_the_same_with_the_compiler_off(rule: str) -> None:
    """A short one: it ends after so many hands, and what was found is looked at again."""
    book = quepu.rulebook(rule)
    made, plain = Engine(book), PlainEngine(book)
    searches = [goals.search_of(book.model, 4, 2000, goals.CHOICES[:9], 64) for _engine in (made, plain)]
    counts = [one.kernels.find_aims(one.new_table(), one.session, search)
              for one, search in zip((made, plain), searches, strict=True)]
    assert counts[0] == counts[1] > 0
    assert searches[0].tobytes() == searches[1].tobytes()


def test_rows_are_chosen_evenly_among_equals() -> None:
    """Of many aims that are equally good those of the last suits have the same chance to be looked at again."""
    rates = [200] * 100 + [150] * 3000 + [90] * 50
    search = goals.search_of(quepu.rulebook("hongkong").model, 4, 0, (), len(rates))
    for row, rate in enumerate(rates):
        search.found[row].open, search.found[row].closed = rate - 50, 50
    assert s.least_rate(search, len(rates)) == (150, s.MOST_AGAIN - 100)
    assert s.least_rate(search, 60) == (0, 60)


def test_a_search_stops_when_its_hands_are_used_up() -> None:
    finder = goals.Finder(Engine(quepu.rulebook("hongkong")))
    few = finder.find(most_hands=1)
    assert few
    assert not any(aim.set_count for aim in few)


def kept(monkeypatch: pytest.MonkeyPatch, engine: Engine, content: Any) -> Any:
    """What is loaded where the cache holds this."""
    monkeypatch.setattr(goals, "kept_table", lambda _book, _what, _make: content)
    monkeypatch.setattr(goals, "found_aims", lambda _engine: "anew")
    return goals.load_aims(engine)


def with_aim(aims: Aims, **fields: int) -> Any:
    """The bytes of aims with other numbers in the last one."""
    found = np.frombuffer(aims.tobytes(), np.uint8).copy()
    for name, value in fields.items():
        found[-Aim.SIZE:].view(Aim.dtype())[name] = value
    return found


def test_kept_aims_that_do_not_fit_are_found_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine(quepu.rulebook("hongkong"))
    aims = goals.load_aims(engine)
    assert aims.is_on == 1
    good = with_aim(aims)
    count = good.copy()
    count.view(np.int64)[Aims.FIELDS["aims"].offset // 8 + 1] += 1
    for wrong in (np.append(good, good[:8]), count, good[:40], good.astype(np.int32), None, with_aim(aims, sort=3),
                  with_aim(aims, set_count=5), with_aim(aims, set_count=-1), with_aim(aims, plan=100),
                  with_aim(aims, set_count=4, sets=1000)):
        assert kept(monkeypatch, engine, wrong) == "anew"
    assert kept(monkeypatch, engine, good).tobytes() == aims.tobytes()


def test_aims_can_be_read() -> None:
    shown = describe(goals.load_aims(Engine(quepu.rulebook("hongkong")))).splitlines()
    assert {"    is_on = 1", "    claim_percent = 115", "            sort = PUNGS"} <= set(shown)
