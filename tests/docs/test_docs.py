"""The documentation: its examples run, its lists are what the program says, its TOML is rulebook."""

import doctest
import importlib
import re
import tomllib
from pathlib import Path

import pytest

from quepu import RulebookError, rulebook
from quepu.columns import width
from quepu.rulebook.file import load
from quepu.rulebook.file.problem import Problem
from quepu.rulebook.model.build import Builder
from tools import wrap_docs, write_docs

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
#: parts of a page whose examples need something that may not be there yet
_NEEDS = {"Fast": "quepu.scoring.compiled", "Waits": "quepu.scoring.waits"}


def pages(name):
    """(heading, text) of each part of a page."""
    parts = _HEADING.split((DOCS / name).read_text(encoding="utf-8"))
    return list(zip(["", *parts[1::2]], [parts[0], *parts[2::2]], strict=True))


@pytest.mark.parametrize("page", write_docs.PAGES)
def test_the_generated_parts_are_what_the_program_says(page):
    assert (write_docs.ROOT / page).read_text(encoding="utf-8") == write_docs.written(page), "run `make docs`"


@pytest.mark.parametrize("page", ["rulebook.md", "api.md", "worked-examples.md", "records.md", "review.md"])
def test_the_python_examples_run(page, monkeypatch):
    monkeypatch.chdir(ROOT)
    runner = doctest.DocTestRunner()
    names = {}
    failures = []
    for heading, text in pages(page):
        if heading in _NEEDS:
            try:
                importlib.import_module(_NEEDS[heading])
            except ImportError:
                continue
        test = doctest.DocTestParser().get_doctest(text, names, f"{page}: {heading}", page, 0)
        runner.run(test, out=failures.append, clear_globs=False)
        names = test.globs
    assert not failures, "".join(failures)


@pytest.mark.parametrize("page", wrap_docs.pages(), ids=lambda page: page.name)
def test_lines_are_no_wider_than_100(page):
    text = page.read_text(encoding="utf-8")
    assert text == wrap_docs.wrapped(text), "run `make docs`"


def test_prose_is_wrapped_and_nothing_else():
    long, code = "word " * 30, "`" + "x " * 60 + "`"
    page = f"# {long}\n\n| {long}|\n\n- {long}\n  more\n- short\n\n```\n{long}\n```\n\n> {code} tail {long}\n"
    lines = wrap_docs.wrapped(page).split("\n")
    assert [line for line in lines if width(line) > 100] == [f"# {long}", f"| {long}|", long, f"> {code}"]
    assert "- short" in lines
    assert all(line.startswith(("- ", "  ")) for line in lines[4:7])
    assert wrap_docs.wrapped("\n".join(lines)) == "\n".join(lines)
    chinese = wrap_docs.wrapped("一二三四五六七八九，" * 12).split("\n")
    assert [width(line) for line in chinese] == [100, 100, 40]


def toml_blocks(page):
    text = (DOCS / page).read_text(encoding="utf-8")
    return re.findall(r"^```toml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", ["rulebook.md", "worked-examples.md"])
def test_the_toml_examples_are_rulebook(page):
    blocks = toml_blocks(page)
    assert blocks
    for block in blocks:
        own = load._normal(tomllib.loads(block))
        tables = load.merge(load.read_chain("guobiao")[0], own)
        problems: list[Problem] = []
        tables, values = load.apply_options(tables, {}, problems)
        Builder(tables, values, problems).build()
        assert not problems, (block, problems)


def test_the_fault_shown_in_the_tutorial_is_told_so(tmp_path):
    text = (ROOT / "tests" / "house" / "five_lines.toml").read_text(encoding="utf-8")
    house = tmp_path / "house.toml"
    house.write_text(text.replace("p.rank", "p.rnk"), encoding="utf-8")
    with pytest.raises(RulebookError) as caught:
        rulebook(house)
    told = str(caught.value).splitlines()
    shown = re.search(
        r"^```\n(house\.toml:.*?)^```",
        (DOCS / "rulebook.md").read_text(encoding="utf-8"),
        re.MULTILINE | re.DOTALL,
    )[1].splitlines()
    assert told[0].endswith(shown[0].removeprefix("house.toml"))
    assert told[-1] == shown[-1]


def test_every_section_and_word_is_in_the_reference():
    text = (DOCS / "rulebook.md").read_text(encoding="utf-8")
    for name, section in write_docs.SECTIONS.items():
        assert f"### `{write_docs.title(name, section)}`" in text
    for table in (write_docs.v.FACTS, write_docs.v.ITERABLES, write_docs.v.FUNCTIONS):
        for word in table:
            assert f"| `{word}` |" in text
    assert "\\n" not in text
