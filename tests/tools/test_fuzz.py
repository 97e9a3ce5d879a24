"""Hostile inputs: what once went wrong is kept and does not go wrong again, and a few hundred new ones do no harm.

The number of inputs is fixed, not the time they take, so that the same seed gives the same test on any machine.
`make fuzz` runs for longer with another seed every day, and there what takes too long is a find too;
`python -m tools.fuzz -h` tells the rest.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tools.fuzz.bases import base_names
from tools.fuzz.books import book_input
from tools.fuzz.corpus import kept
from tools.fuzz.finds import MOST_INPUTS, Finds
from tools.fuzz.hands import QUESTIONS, hand_input, judge_hand, slow
from tools.fuzz.minimise import minimised
from tools.fuzz.parts import PARTS
from tools.fuzz.pool import Judged
from tools.fuzz.verdict import REFUSED, Find, FoundError, Verdict, check_refusal

from quepu.errors import EngineFault
from quepu.faults import Fault

ROOT = Path(__file__).parents[2]
SEED = os.environ.get("QUEPU_SEED", "1")
#: inputs of each part; of the mutants a fifth is scored, a twentieth played
COUNT = 80
#: expensive hands are asked by `make fuzz`; here a few that are not
AT_ONCE = [part for part in PARTS if part != "hands"]
NAMES = [f"{path.parent.name}/{path.stem}" for path in kept()]


def fuzz(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The tool in a process of its own, from which it forks those that judge."""
    return subprocess.run([sys.executable, "-m", "tools.fuzz", *arguments], cwd=ROOT, check=False, capture_output=True,
                          text=True)


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The whole corpus judged once: what became of each file."""
    file = tmp_path_factory.mktemp("fuzz") / "corpus.json"
    ran = fuzz("--judge", "corpus", "--cost", "0", "--json", str(file))
    assert file.exists(), ran.stderr
    return {row["file"]: row["find"] for row in json.loads(file.read_text(encoding="utf-8"))["rows"]}


@pytest.mark.parametrize("name", NAMES)
def test_what_is_kept_does_no_harm(judged: dict[str, Any], name: str) -> None:
    assert judged[name] is None


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """What new inputs of all parts showed."""
    folder = tmp_path_factory.mktemp("fuzz")
    file = folder / "summary.json"
    ran = fuzz("--count", str(COUNT), "--seed", SEED, "--finds", str(folder), "--minimise", "0", "--cost", "0",
               "--json", str(file), *(word for part in AT_ONCE for word in ("--part", part)))
    assert file.exists(), ran.stderr
    summary = json.loads(file.read_text(encoding="utf-8"))
    assert {row["part"] for row in summary["rows"]} == set(AT_ONCE)
    assert sum(row["scored"] for row in summary["rows"]) == COUNT // 5
    assert sum(row["played"] for row in summary["rows"]) == COUNT // 20
    return list(summary["finds"])


@pytest.mark.parametrize("part", AT_ONCE)
def test_new_inputs_do_no_harm(found: list[dict[str, Any]], part: str) -> None:
    assert [f"{find['signature']}: {find['what']} (number {find['number']})" for find in found
            if find["part"] == part] == []


def test_questions_about_hands_do_no_harm() -> None:
    asked = [hand_input(SEED, len(slow()) + number) for number in range(14)]
    cheap = [one for one in asked if one["kind"] != "pad" and not one["asked"]["wild"]][:4]
    assert {one["kind"] for one in asked} == set(QUESTIONS)
    assert any(one["asked"].get("wild") for one in asked)
    assert [judge_hand(one, "hands").find for one in cheap] == [None] * len(cheap)


def test_a_pad_is_judged_as_the_server_is_asked_for_it() -> None:
    asked = {"part": "hands", "kind": "pad", "rule": {"id": "guobiao"}, "asked": {"names": ["A", "B", "C", "D"]}}
    assert judge_hand(asked, "hands").find is None


class Scripted(Judged):
    """Takes as long as it is told, one after the other."""

    def __init__(self, *used: float, cost: float = 1.0) -> None:
        super().__init__(judge_hand, cost)
        self.left = list(used)

    def _asked(self, given: dict[str, Any], level: str) -> tuple[Verdict, float]:
        return Verdict(REFUSED), self.left.pop(0)


def test_what_costs_too_much_is_a_find_but_not_what_was_compiled_first() -> None:
    given = {"part": "hands", "kind": "waits", "rule": {"id": "x"}, "asked": {}}
    found = Scripted(1.5, 1.2).ask(given, "hands").find
    assert found is not None
    assert (found.kind, found.signature) == ("cost", "cost: hands waits x")
    assert Scripted(9.0, 0.4).ask(given, "hands").find is None
    assert Scripted(0.9).ask(given, "hands").find is None
    assert Scripted(9.0, cost=0.0).ask(given, "hands").find is None             # seconds are off
    assert Scripted(9.0).ask(given, "play").find is None                        # many hands, and a compiler
    assert Scripted(9.0).ask({"kind": "rules"}, "cli").find is None             # searches for as long as it is told


def test_a_dear_question_is_made_small() -> None:
    entries = [{"draw": True}, {"wins": [1]}, {"draw": True}]
    pad = {"part": "hands", "kind": "pad", "rule": {"id": "x"}, "asked": {"names": [], "entries": entries}}
    small = minimised(pad, lambda one: {"wins": [1]} in one["asked"]["entries"], 60)
    assert small["asked"]["entries"] == [{"wins": [1]}]
    hand = {**pad, "asked": {"hand": "1s", "wild": "1s", "seat": "E", "flags": []}}
    assert minimised(hand, lambda one: "wild" in one["asked"], 60)["asked"] == {"hand": "1s", "wild": "1s"}


def test_the_same_seed_gives_the_same_inputs() -> None:
    for number in range(0, 60, 7):
        assert book_input("a", number) == book_input("a", number)
    assert book_input("a", 1) != book_input("b", 1)
    assert {book_input("a", number)["kind"] for number in range(3)} == {"conditions", "structure", "values"}
    assert {book_input("a", number)["base"] for number in range(1000)} == set(base_names())


def test_several_inputs_of_one_signature_are_kept(tmp_path: Path) -> None:
    find = Find("difference", "5 and 27", "difference: total")
    finds = Finds(tmp_path, "1", 0.0, lambda _text: None)
    for number in range(MOST_INPUTS + 2):
        given = {"part": "books", "kind": "values", "number": number, "text": f"x = {number}",
                 "base": "", "options": {}}
        finds.add(given, "score", find, lambda _given, _level: Verdict(REFUSED, find), [])
    written = [json.loads(file.read_text(encoding="utf-8")) for file in tmp_path.iterdir()]
    assert sorted(one["number"] for one in written) == list(range(MOST_INPUTS))
    assert finds.counts == {find.signature: MOST_INPUTS + 2}
    assert finds.of("books", "values") == 1                     # one find, of which there are several inputs


def test_a_stop_of_the_engine_is_no_refusal_unless_too_much_was_asked() -> None:
    check_refusal(EngineFault("play", "", 0, Fault("breach.steps"), "house"), of_text=False)
    with pytest.raises(FoundError, match="too large for its place"):
        check_refusal(EngineFault("score_many", "batch.py", 222, Fault("breach.store"), "house"), of_text=False)
