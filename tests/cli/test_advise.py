"""`quepu advise`: figures of a recorded step, the same for all who ask, and what it cannot tell."""

import json
from pathlib import Path

import pytest

from quepu.bots.seat import CoreBot
from quepu.cli.main import main
from quepu.columns import width
from quepu.game.match import Match
from quepu.records.lines import write_record


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("advise") / "game.jsonl"
    match, bot = Match("hongkong", 5), CoreBot("easy")
    match.begin()
    while not match.hand_over:
        match.play(match.asked[0], bot.decide(match, match.asked[0]))
    write_record(match, path)
    return path


def test_figures_as_text_and_as_json(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["advise", str(record), "--step", "9", "--samples", "6", "--seed", "3"]
    for lang in ("en", "zh", "zh-Hant"):
        assert main([*given, "--lang", lang]) == 0
        assert all(width(line) <= 80 for line in capsys.readouterr().out.splitlines())
    assert main([*given, "--json"]) == 0
    first = capsys.readouterr().out
    told = json.loads(first)
    assert (told["step"], told["samples"], told["seed"], told["rule"]) == (9, 6, 3, "hongkong")
    assert {"action", "points", "behind", "wins", "deal_ins", "pays", "unready", "level"} <= told["answers"][0].keys()
    assert main([*given, "--json"]) == 0
    assert capsys.readouterr().out == first


@pytest.mark.parametrize(("given", "words"), [
    (["--step", "0"], "after step 0 nobody has to answer"), (["--step", "9999"], "no step 9999"),
    (["--step", "-1"], "no step -1"), (["--step", "9", "--samples", "0"], "at least 2 deals"),
    (["--step", "9", "--samples", "9999999"], "at most 200000 hands"), (["--step", "9", "--seed", "-1"], "seed -1")])
def test_what_cannot_be_told_is_refused(given: list[str], words: str, record: Path,
                                        capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["advise", str(record), *given, "--lang", "en"]) == 2
    assert words in capsys.readouterr().err


def test_a_record_with_a_gap_is_refused(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = record.read_text(encoding="utf-8").splitlines(keepends=True)
    gap = tmp_path / "gap.jsonl"
    gap.write_text("".join([*lines[:12], *lines[16:]]), encoding="utf-8")
    assert main(["advise", str(gap), "--step", "9", "--lang", "en"]) == 2
    said = capsys.readouterr().err
    assert "gap.jsonl" in said
    assert "Traceback" not in said


def test_examples_of_the_help_fit_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["advise", "--help"])
    out = capsys.readouterr().out
    assert "examples:" in out
    assert all(width(line) <= 80 for line in out.splitlines())
