"""tests/source/ID.tsv: every statement of a source text is answered, and what is named as evidence is there.

The examples named are those that tests/scoring/test_books.py scores, so they pass if the suite does; the tests named
run with the others.
"""

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from tools.sources import OBEYED, Statement

from quepu.examples.worked import read_lines
from quepu.rulebook.file import load
from tools import sources

ROOT = Path(__file__).resolve().parents[2]
BOOKS = ROOT / "tests" / "books"
SEEDS = {f"{number:03}" for number in range(5)}
#: every rulebook has its list; False while some are still being written
COMPLETE = True
_DIFFERENCE = "differences: "


@cache
def scored(name: str) -> frozenset[str]:
    """The ids of the worked examples of a rulebook that the tests score: not those told in words alone."""
    ids = set()
    for path in (BOOKS / f"{name}.jsonl", BOOKS / "own" / f"{name}.jsonl"):
        with path.open(encoding="utf-8") as lines:
            ids |= {example["id"] for _number, example in read_lines(lines)
                    if isinstance(example, dict) and "situation" not in example and example.get("type") != "rule"}
    return frozenset(ids)


@cache
def names_in(path: str) -> frozenset[str]:
    """The names of the tests in a file, those in a class with its name before them; nothing is imported or run."""
    file = ROOT / path
    if not (path.startswith("tests/") and file.name.startswith("test_") and file.is_file()):
        return frozenset()
    found = set()
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        inside = node.body if isinstance(node, ast.ClassDef) else [node]
        before = f"{node.name}::" if isinstance(node, ast.ClassDef) else ""
        found |= {before + one.name for one in inside if isinstance(one, ast.FunctionDef)}
    return frozenset(name for name in found if name.split("::")[-1].startswith("test_"))


@cache
def points(name: str) -> frozenset[str]:
    """The points of a rulebook in docs/differences.md, *Beside the source*."""
    text = (ROOT / "docs" / "differences.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w+) \| (.*?) \| ", text.partition("## Beside the source")[2], re.MULTILINE)
    return frozenset(point for system, point in rows if system == name)


def is_there(name: str, evidence: str) -> bool:
    """Whether a worked example that is scored, a test, or a row of docs/differences.md has that name."""
    if evidence.startswith(_DIFFERENCE):
        return evidence.removeprefix(_DIFFERENCE) in points(name)
    path, sign, test = evidence.partition("::")
    return test.partition("[")[0] in names_in(path) if sign else evidence in scored(name)


def faults(name: str, one: Statement) -> list[str]:
    """What is wrong with a line."""
    found = [f"no evidence named {evidence}" for evidence in one.shown if not is_there(name, evidence)]
    if one.seed not in SEEDS or not all(re.fullmatch(r"[1-9]\d*", part) for part in (one.paragraph, one.number)):
        found.append(f"no place in a seed: {one.seed} {one.paragraph} {one.number}")
    if not one.statement.strip():
        found.append("no statement")
    if one.answer != OBEYED and not one.options and not one.reason:
        found.append(f"no answer: {one.answer!r}")
    if not one.reason and not [evidence for evidence in one.shown if not evidence.startswith(_DIFFERENCE)]:
        found.append("nothing shows it")
    return found + [f"no option {option}={value}" for option, value in one.options if not has(name, option, value)]


def has(name: str, option: str, value: str) -> bool:
    """Whether a rulebook has that option and, if one is told, that value of it."""
    tables = load.read_chain(name)[0]
    table = tables.get("option", {}).get(option)
    if table is None or not value:
        return table is not None
    fault = (load.read_fans(table, value, tables) if table["type"] == "fans" else load.read_option(table, value))[1]
    return fault is None


@pytest.mark.parametrize("name", sources.listed())
def test_every_statement_is_answered_and_what_shows_it_is_there(name: str) -> None:
    assert name in load.known_ids()
    head, *rows = sources.lines(name)
    assert head == sources.COLUMNS
    assert [row for row in rows if len(row) != len(head)] == []
    statements = sources.read(name)
    assert statements
    wrong = [(one.seed, one.paragraph, one.number, one.statement, fault)
             for one in statements for fault in faults(name, one)]
    assert wrong == []
    places = [(one.seed, one.paragraph, one.number) for one in statements]
    assert sorted(set(places)) == sorted(places), "a place in the text stands twice"


def test_every_rulebook_is_listed() -> None:
    missing = set(load.known_ids()) - set(sources.listed())
    assert not missing or not COMPLETE, missing


def line(answer: str, evidence: str = "gz-own-all-pungs", **told: str) -> Statement:
    return Statement(**{"seed": "003", "paragraph": "1827", "number": "1", "statement": "大对子 8", **told},
                     answer=answer, evidence=evidence)


def test_a_line_that_holds_has_no_fault() -> None:
    tests = "tests/source/test_source.py::test_every_rulebook_is_listed; gz-own-all-pungs"
    assert faults("guizhou", line(OBEYED, tests)) == []
    assert faults("guizhou", line("not obeyed: no public rule has it", "differences: 缺门")) == []
    assert faults("guizhou", line("option value_set=guiyang, wu_gu_ji=false")) == []


@pytest.mark.parametrize(("one", "fault"), [
    (line(OBEYED, ""), "nothing shows it"),
    (line(OBEYED, "differences: 缺门"), "nothing shows it"),
    (line(OBEYED, "gz-own-never-there"), "no evidence named gz-own-never-there"),
    (line(OBEYED, "tests/source/test_source.py::test_never_there"),
     "no evidence named tests/source/test_source.py::test_never_there"),
    (line(OBEYED, "../source/test_source.py::test_every_rulebook_is_listed"),
     "no evidence named ../source/test_source.py::test_every_rulebook_is_listed"),
    (line("not obeyed: ", ""), "no answer: 'not obeyed: '"),
    (line("obeyed "), "no answer: 'obeyed '"),
    (line("option "), "no option ="),
    (line("option never_there"), "no option never_there="),
    (line("option value_set=perhaps"), "no option value_set=perhaps"),
    (line(OBEYED, seed="3"), "no place in a seed: 3 1827 1"),
    (line(OBEYED, number="0"), "no place in a seed: 003 1827 0"),
    (line(OBEYED, statement=" "), "no statement"),
])
def test_a_line_that_claims_too_much_is_told(one: Statement, fault: str) -> None:
    assert fault in faults("guizhou", one)


def test_an_example_told_in_words_alone_shows_nothing() -> None:
    told = [(path.stem, example["id"]) for path in BOOKS.glob("*.jsonl")
            for _number, example in read_lines(path.read_text(encoding="utf-8").splitlines())
            if isinstance(example, dict) and "situation" in example]
    assert told
    assert [one for one in told if is_there(*one)] == []


def test_the_page_counts_every_answer() -> None:
    answers = [line(OBEYED), line("option min_fan=1"), line("not obeyed: why"), line(OBEYED)]
    assert sources.counts(answers) == [4, 2, 1, 1]
