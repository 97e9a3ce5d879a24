"""Whole matches against riichienv: the same events, points and next hands.

A few matches, those of REGRESSIONS among them; with QUEPU_FULL=1 two hundred (`python -m tests.oracle.mjai` prints
them).  QUEPU_SEED picks others.
"""

import os
from dataclasses import replace

import pytest
from riichienv import MjaiReplay

from quepu.records.mjai_write import write_mjai
from tests.oracle.mjai import judge, played

FIRST = int(os.environ.get("QUEPU_SEED", "1"))
COUNT = 200 if os.environ.get("QUEPU_FULL") == "1" else 2
#: furiten for lack of a yaku, a hand called off in the last round, stakes left at the end, a win on the replacement of
#: an open kong, four kongs
REGRESSIONS = (19, 117, 95, 25, 30)


@pytest.mark.parametrize(("seed", "bots"), [*((FIRST + number, "greedy") for number in range(COUNT)),
                                            *((seed, "greedy") for seed in REGRESSIONS), (FIRST, "aware,greedy"),
                                            (2033, "random")])        # wins let go, a wait for tiles one holds
def test_the_judge_agrees(seed: int, bots: str) -> None:
    verdict = judge(played(seed, bots))
    assert verdict.hands > 3
    assert not verdict.faults, "\n".join(verdict.faults[:20])


def test_a_difference_is_found() -> None:
    match = played(FIRST)
    win = next(win for step in match.steps for win in step.wins)
    row = win.ledger[0]
    object.__setattr__(win, "ledger", (replace(row, amount=row.amount + 100), *win.ledger[1:]))
    assert any("pays otherwise" in fault for fault in judge(match).faults)


def test_its_reader_takes_our_log(tmp_path) -> None:
    match = played(FIRST)
    file = tmp_path / "match.jsonl"
    file.write_text(write_mjai(match), encoding="utf-8")
    log = MjaiReplay.from_jsonl(str(file), rule="mjsoul")
    assert log.num_rounds() == len(match.settlements)
