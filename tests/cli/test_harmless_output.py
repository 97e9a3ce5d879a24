"""Whatever a stranger's file says, the terminal is only sent what its reader sees."""

import contextlib
import io
import json
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tools.fuzz.toml_text import written

from quepu.cli.main import main
from quepu.plain_text import first_harmful
from quepu.rulebook.file import keys
from tests.share import sampled

HERE = Path(__file__).parents[1]
HAND = "123m23455p345s88s 5p"
#: one of each: the title of a terminal, a C1 control, zero, back, overriding, isolating and unseen characters, a tag
SIGNS = "\x1b]0;x\x07\x9b2J\x00\r\u202e\u2066\u200b\u00ad\u3164\u115f\u2028\U000e0041\ufe0f\ufeff"
HALF = "\ud83c"
BOOK = (HERE / "house" / "five_lines.toml").read_text(encoding="utf-8") + """
how.aim = { text = { zh = "先和牌。", en = "Win first." }, example = "123m23455p345s88s 5p" }
win.some = { when = "self_draw or not self_draw", text = { zh = "都可以。", en = "Anything." } }
flag.clap = { name = { zh = "拍手", en = "Clapping" } }
pay = [{ on = "win", amount = "1", tag = "gift", label = { zh = "彩", en = "Gift" } }]
"""
EXAMPLE = {"id": "x", "concealed": "123m23455p345s77z", "melds": [], "win_tile": "5p", "from": "N", "total": 8,
           "fans": {"mixed_shifted_chows": 1}, "note": "a note", "source": "a source", "options": {}}
OF_BOOK = (("rules", "check"), ("rules", "show"), ("rules", "how"), ("rules", "test"), ("score", HAND, "--rule"),
           ("score", HAND, "--sentences", "--formula", "--lang", "zh", "--rule"), ("score", HAND, "--json", "--rule"),
           ("waits", "123m23455p345s88s", "--rule"), ("sim", "--hands", "1", "--rule"), ("play", "--rule"))
OF_RECORD = (("record", "verify"), ("replay", "--all"), ("replay", "--step"), ("play", "--resume"),
             ("record", "convert", "--to", "mjai"), ("record", "convert", "--to", "botzone", "--hand", "1"))

Run = Callable[..., str]


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs a command: all it writes, in which nothing is harmful."""
    monkeypatch.setenv("QUEPU_GAMES", str(tmp_path / "games"))

    def run(*argv: str, stdin: str = "quit\n") -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        with contextlib.suppress(SystemExit):       # argparse leaves by itself
            main(argv)
        told = capsys.readouterr()
        both = told.out + told.err
        assert both.strip()
        assert not first_harmful(both), (argv, both)
        assert "failed unexpectedly" not in both
        return both
    return run


@pytest.fixture
def believing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rulebooks are taken with texts that cannot be seen, so that the terminal alone stands before its reader."""
    monkeypatch.setattr(keys, "first_harmful", lambda _text: "")


def texts_in(part: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every text of a value."""
    for key, inner in part.items() if isinstance(part, dict) else enumerate(part):
        if isinstance(inner, str):
            yield *path, key
        elif isinstance(inner, dict | list):
            yield from texts_in(inner, (*path, key))


def poisoned(value: Any, path: tuple[Any, ...], signs: str) -> Any:
    """The value with signs behind the text at a path."""
    if not path:
        return value + signs
    copy = list(value) if isinstance(value, list) else dict(value)
    copy[path[0]] = poisoned(value[path[0]], path[1:], signs)
    return copy


def everywhere(value: Any, signs: str) -> Any:
    """The value with signs behind every text that is no expression or reference."""
    for path in texts_in(value):
        if path[-1] in ("zh", "en", "name", "tag"):
            value = poisoned(value, path, signs)
    return value


@pytest.mark.parametrize("argv", OF_BOOK, ids=" ".join)
def test_no_command_writes_what_a_refused_rulebook_hides(argv: tuple[str, ...], said: Run, tmp_path: Path) -> None:
    tables = tomllib.loads(BOOK)
    file = tmp_path / "house.toml"
    for path in sampled(list(texts_in(tables)), 4, " ".join(argv)):
        file.write_text(written(poisoned(tables, path, SIGNS)), encoding="utf-8")
        said(*argv, str(file))


@pytest.mark.usefixtures("believing")
@pytest.mark.parametrize("argv", OF_BOOK, ids=" ".join)
def test_no_command_writes_what_the_names_of_a_rulebook_hide(argv: tuple[str, ...], said: Run, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(written(everywhere(tomllib.loads(BOOK), SIGNS)), encoding="utf-8")
    told = said(*argv, str(file))
    assert "U+202E" not in told         # not refused
    if argv[:2] in (("rules", "show"), ("rules", "how")) or argv[0] == "score":
        assert r"\u202e" in told


@pytest.mark.parametrize("spoiled", [
    "x = '\u202e", "# \u202e\nx", "'\x9b' = 1", '[fan."\\u001b"]\nvalue = 1\n', 'extends = "\\u001b\u202e"',
    "fan.x.when = '\u202e ='", "\u202e", "a\x00b", "\x1b"])
def test_no_fault_quotes_what_cannot_be_seen(spoiled: str, said: Run, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(spoiled, encoding="utf-8")
    said("rules", "check", str(file))
    said("score", HAND, "--rule", str(file))


def record_text(lines: list[Any], signs: str) -> str:
    """Lines as a record has them; half a character can only stand there as an escape."""
    return "".join(json.dumps(line, ensure_ascii=signs == HALF, separators=(",", ":")) + "\n" for line in lines)


def played(folder: Path, rule: str) -> Path:
    """The record of a match between bots."""
    assert main(("sim", "--hands", "1", "--rule", rule, "--records", str(folder))) == 0
    return next(folder.iterdir())


@pytest.mark.parametrize("argv", OF_RECORD, ids=" ".join)
def test_no_command_writes_what_a_record_hides(argv: tuple[str, ...], said: Run, tmp_path: Path) -> None:
    file = played(tmp_path, "guobiao")
    record = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    name = (0, "players", 0)
    places = [(row, *path) for row in (0, 1, 2, 9) for path in texts_in(record[row])]
    for path in [name, *sampled(places, 6, " ".join(argv))]:
        for signs in (SIGNS, HALF):
            file.write_text(record_text(poisoned(record, path, signs), signs), encoding="utf-8")
            told = said(*argv[:2], str(file), *argv[2:])
            assert path != name or signs == HALF or argv[-1] != "--all" or r"\u202e" in told       # it was played


@pytest.mark.parametrize(("form", "rule", "more"), [("mjai", "riichi", ()), ("botzone", "guobiao", ("--hand", "1"))])
def test_no_command_writes_what_a_record_of_another_program_hides(
        form: str, rule: str, more: tuple[str, ...], said: Run, tmp_path: Path,
        capsys: pytest.CaptureFixture[str]) -> None:
    file = played(tmp_path, rule)
    capsys.readouterr()
    rows = [json.loads(line) for line in said("record", "convert", str(file), "--to", form, *more).splitlines()]
    for path in sampled(list(texts_in(rows)), 8, form):
        for signs in (SIGNS, HALF):
            file.write_text(record_text(poisoned(rows, path, signs), signs), encoding="utf-8")
            said("record", "convert", str(file), "--to", "lines")


@pytest.mark.parametrize("signs", [SIGNS, HALF])
def test_no_command_writes_what_worked_examples_hide(signs: str, said: Run, tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    for path in texts_in(EXAMPLE):
        line = json.dumps(poisoned(EXAMPLE, path, signs))
        file.write_text(line, encoding="utf-8")
        said("rules", "test", "guobiao", "--file", str(file))
        said("score", "-", stdin=line)
    said("score", "-", stdin=json.dumps({**EXAMPLE, f"a{signs}": 1, "fans": {f"b{signs}": 1}}))


@pytest.mark.parametrize("argv", [
    ("score", f"123m{SIGNS}"), ("score", HAND, "--flag", SIGNS), ("score", HAND, "--option", f"x={SIGNS}"),
    ("rules", "show", SIGNS), ("rules", "show", "guobiao", SIGNS), ("replay", SIGNS), (SIGNS,), ("score", f"--{SIGNS}"),
    ("sim", "--policy", SIGNS), ("serve", "--database", SIGNS), ("serve", "--host", SIGNS)],
    ids=lambda argv: re.sub(r"\W", "", argv[0]) + argv[-1][:3].encode().hex())
def test_arguments_are_told_harmlessly(argv: tuple[str, ...], said: Run) -> None:
    said(*(word.replace("\0", "") for word in argv))


@pytest.mark.usefixtures("believing")
def test_json_of_a_rulebook_means_what_it_says(said: Run, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(written(everywhere(tomllib.loads(BOOK), "\u202e\U000e0041")), encoding="utf-8")
    told = json.loads(said("score", HAND, "--json", "--rule", str(file)))
    assert "Lucky Eights\u202e\U000e0041" in json.dumps(told, ensure_ascii=False)
