"""The first pages a newcomer reads: what they show is what the program does."""

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from quepu.cli.main import main, parser
from quepu.columns import PAGE, width
from quepu.locale import words as words_of

ROOT = Path(__file__).resolve().parents[2]
READMES = {"README.md": "en_US.UTF-8", "README.zh.md": "zh_CN.UTF-8"}
SYSTEMS = {"docs/systems.md": ("README.md", "38"), "docs/systems.zh.md": ("README.zh.md", "三十八")}
LONGEST = 120            # lines of a page that is read in one go
HEAVIEST = 100_000       # bytes of a picture
LISTS = {"commands.en.txt": "en_US.UTF-8", "commands.zh.txt": "zh_CN.UTF-8"}


def blocks(page, language):
    """The fenced blocks of a language in a page."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def run(command, folder, locale):
    """What `quepu ...` prints in a shell of that language."""
    words = shlex.split(command)
    assert words[0] == "quepu"
    told = subprocess.run([sys.executable, "-m", "quepu.cli.main", *words[1:]], cwd=folder,
                          env={**os.environ, "LC_ALL": locale}, capture_output=True, check=False)
    waited = {words_of("play.preparing", lang) for lang in ("en", "zh")}     # told while the engine is compiled
    errors = [line for line in told.stderr.decode().splitlines() if line not in waited]
    assert not errors, errors
    return told.stdout.decode()


@pytest.mark.parametrize("page", READMES)
def test_the_shell_examples_answer_as_shown(page, tmp_path):
    (house,) = blocks(page, "toml")
    assert len(house.splitlines()) == 5
    (tmp_path / "house.toml").write_text(house, encoding="utf-8")
    shown = blocks(page, "console")
    assert shown
    for block in shown:
        command, _newline, answer = block.partition("\n")
        assert run(command.removeprefix("$ "), tmp_path, READMES[page]) == answer
        assert all(width(line) <= PAGE for line in block.splitlines())


@pytest.mark.parametrize("page", READMES)
def test_the_python_examples_run(page):
    runner = doctest.DocTestRunner()
    failures = []
    for block in blocks(page, "python"):
        runner.run(doctest.DocTestParser().get_doctest(block, {}, page, page, 0), out=failures.append)
    assert runner.tries
    assert not failures, "".join(failures)


@pytest.mark.parametrize("page", READMES)
def test_house_rules_of_the_page_have_no_fault(page, tmp_path, capsys):
    house = tmp_path / "house.toml"
    house.write_text(blocks(page, "toml")[0], encoding="utf-8")
    assert main(["rules", "check", str(house), "--lang", "en"]) == 0
    assert "warning" not in capsys.readouterr().out


@pytest.mark.parametrize("page", READMES)
def test_links_and_make_targets_exist(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)", text):
        assert target.startswith("https://") or (ROOT / target).exists(), target
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^make (\w+)", "".join(blocks(page, "sh")), re.MULTILINE):
        assert f"\n{target}: " in makefile


@pytest.mark.parametrize("page", SYSTEMS)
def test_both_pages_list_every_rulebook_there_is(page, capsys):
    main(["rules", "--lang", "en"])
    there = set(re.findall(r"^  ([a-z]\w*)  ", capsys.readouterr().out, re.MULTILINE))
    text = (ROOT / page).read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)) == there
    readme, number = SYSTEMS[page]
    assert number in (ROOT / readme).read_text(encoding="utf-8")
    assert len(there) == 38, "README.md and README.zh.md tell another number"


@pytest.mark.parametrize("page", READMES)
def test_the_page_is_short_and_its_pictures_are_light(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LONGEST
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", text)
    assert len(pictures) == 3
    for picture in pictures:
        assert (ROOT / picture).stat().st_size <= HEAVIEST, picture


@pytest.mark.parametrize("name", LISTS)
def test_what_make_run_lists_can_be_typed(name, tmp_path):
    lines = (ROOT / "docs" / name).read_text(encoding="utf-8").splitlines()
    assert all(width(line) <= PAGE for line in lines)
    commands = [re.split(r" {2,}|(?<=\.toml) ", line.strip())[0] for line in lines if line.startswith("  ")]
    assert len(commands) > 4
    for command in commands:
        assert run(command.removeprefix(".venv/bin/"), ROOT, LISTS[name])


@pytest.mark.parametrize("command", ["", "score", "waits", "rules"])
def test_examples_of_the_help_work(command, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(PAGE))
    (tmp_path / "house.toml").write_text(blocks("README.md", "toml")[0], encoding="utf-8")
    cases = (ROOT / "tests" / "books" / "guobiao.jsonl").read_text(encoding="utf-8").splitlines()
    (tmp_path / "cases.jsonl").write_text(cases[0], encoding="utf-8")
    made = parser()
    if command:
        made = next(action for action in made._actions if action.dest == "command").choices[command]
    text = made.format_help()
    assert [line for line in text.splitlines() if width(line) > PAGE] == []
    examples = [re.split(r" {2,}", line.strip())[0] for line in text.splitlines()
                if line.startswith("  quepu ")]
    assert len(examples) > 2
    for example in examples:
        # those that read a file of hands, ask a player or take long have tests of their own
        if example.startswith("quepu rules new"):
            (tmp_path / "house.toml").unlink()          # it is written anew
        if not re.search("<|FILE|quepu play|quepu sim|quepu duel|quepu train", example):
            assert run(example, tmp_path, "en_US.UTF-8")
