"""Verdicts about sayings: what chance explains is undecided, what it does not is true or false."""

import random
from pathlib import Path
from typing import Any

from tools.folk_wisdom.__main__ import read_lines, seed_of
from tools.folk_wisdom.observe import Observer
from tools.folk_wisdom.page import write_page
from tools.folk_wisdom.verdicts import found_of

from quepu.advice.coach.sayings import coach_book


def made(chance: random.Random) -> list[dict[str, Any]]:
    """Lines of a run that never was: H11 costs, H12 gains, H13 does nothing, H50 tells much, H52 less."""
    lines = []
    for match in range(40):
        gains = {name: [chance.gauss(mean, 4) for _ in range(3)]
                 for name, mean in (("H11", -3), ("H12", 3), ("H13", 0.0))}
        reads = {name: [[0, 2, 0, 50, 10], [0, 2, 1, 10, sum(chance.random() < rate for _ in range(10))]]
                 for name, rate in (("H50", 0.5), ("H51", 0.2), ("H54", 0.02))}
        lines.append({"rule": "guobiao", "match": match, "hands": 4, "agreed": {"H11": 1}, "apart": {"H11": 3},
                      "gains": gains, "reads": reads, "spread": [1, 1, 1]})
    return lines


def test_verdicts_are_corrected_for_all_looks(tmp_path: Path) -> None:
    book = coach_book()
    found = {one.id: one for one in found_of(book, made(random.Random(4)))}
    verdicts = {name: found[name].verdict for name in ("H11", "H12", "H13", "H50", "H51", "H54", "H01")}
    assert verdicts == {"H11": "false", "H12": "true", "H13": "undecided", "H50": "true", "H51": "undecided",
                        "H54": "false", "H01": "undecided"}
    assert abs(found["H11"].figure + 3) < 3 * found["H11"].half
    assert found["H11"].share == 0.25
    assert abs(found["H50"].figure - 2.5) < 3 * found["H50"].half
    nothing = found_of(book, [])
    assert {one.verdict for one in nothing} == {"undecided"}
    page = tmp_path / "page.md"
    write_page(page, book, {family.id: nothing for family in book.families}, [], 1, 4)
    assert "Unmeasured" in page.read_text("utf-8")


def test_a_match_is_the_same_line_each_time_and_half_a_line_is_none(tmp_path: Path) -> None:
    book = coach_book()
    one, other = (Observer("hongkong", seed_of("hongkong", 0, 1), 4, book).run().as_json() for _run in range(2))
    assert one == other
    assert one["hands"] > 0
    assert one["reads"]
    file = tmp_path / "lines.jsonl"
    file.write_text('{"rule":"hongkong","match":0,"seed":1,"samples":4}\n{"rule":"hongkong","match":1,"se', "utf-8")
    assert [line["match"] for line in read_lines(file, 1, 4)] == [0]
    assert read_lines(file, 2, 4) == []
