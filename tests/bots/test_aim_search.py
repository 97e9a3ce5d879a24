"""The search for aims: one call of the engine, the same with the compiler off, kept as a row that is checked."""

import numpy as np
import pytest

import quepu
from quepu.engine.bots import aim_distance as a
from quepu.engine.bots import aim_search as s
from quepu.engine.bots.probe import PROBE_WAY
from quepu.game import goals
from quepu.game.engine import Engine
from quepu.game.plain_engine import PlainEngine


@pytest.mark.parametrize("rule", ["guobiao", "tianjin"])
def test_the_search_is_the_same_with_the_compiler_off(rule: str) -> None:
    """A short one: it ends after so many hands, and what was found is looked at again."""
    book = quepu.rulebook(rule)
    made, plain = Engine(book), PlainEngine(book)
    kinds, most = len(book.model.catalogue.sets), 2000
    marks, found = np.zeros(kinds + kinds * kinds, dtype=np.int64), np.zeros(64 * s.FOUND_WIDTH, dtype=np.int64)
    count = made.kernels.find_aims(made.new_table(), made.session, 4, np.array(goals.CHOICES[:9]), marks, found, most)
    plain_marks, plain_found = [0] * len(marks), [0] * len(found)
    again = plain.kernels.find_aims(plain.new_table(), plain.session, 4, list(goals.CHOICES[:9]), plain_marks,
                                    plain_found, most)
    assert count == again > 0
    assert (found.tolist(), marks.tolist()) == (plain_found, plain_marks)
    assert made.bot_room[PROBE_WAY] == plain.bot_room[PROBE_WAY]


def test_rows_are_chosen_evenly_among_equals() -> None:
    """Of many aims that are equally good those of the last suits have the same chance to be looked at again."""
    rates = [200] * 100 + [150] * 3000 + [90] * 50
    found = [0] * (len(rates) * s.FOUND_WIDTH)
    for row, rate in enumerate(rates):
        found[row * s.FOUND_WIDTH + s.FOUND_OPEN] = rate - 50
        found[row * s.FOUND_WIDTH + s.FOUND_CLOSED] = 50
    assert s.least_rate(found, len(rates)) == (150, s.MOST_AGAIN - 100)
    assert s.least_rate(found, 60) == (0, 60)


def test_a_search_stops_when_its_hands_are_used_up() -> None:
    finder = goals.Finder(Engine(quepu.rulebook("hongkong")))
    few = finder.find(most_hands=1)
    assert few
    assert not any(aim.sets for aim in few)


def test_kept_aims_that_are_no_row_are_found_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine(quepu.rulebook("hongkong"))
    row = goals.load_aims(engine)
    assert row[a.AIM_ON] == 1
    longer = np.append(row, 0)
    counted = row.copy()
    counted[a.AIM_COUNT] += 1
    for wrong in (longer, counted, row[:5], row.astype(np.int32), None):
        monkeypatch.setattr(goals, "kept_tables", lambda _book, _what, _make, wrong=wrong: {"row": wrong})
        monkeypatch.setattr(goals, "found_aims", lambda _engine: "anew")
        assert goals.load_aims(engine) == "anew"
    monkeypatch.setattr(goals, "kept_tables", lambda _book, _what, _make: {"row": row})
    assert goals.load_aims(engine) is row
