"""A rulebook is read once: every key becomes a field, and nobody outside the builder looks into a table again."""

import ast
from dataclasses import fields
from pathlib import Path

import pytest

import quepu
from quepu.rulebook.file.schema import SECTIONS
from quepu.rulebook.model.play import Entry, Family, field_of
from quepu.rulebook.model.sections import KINDS, PLAYED, keys_at

SOURCE = Path(quepu.__file__).parent
BASE = {field.name for field in fields(Entry)}
#: who shows a rulebook as it is written, key by key: the page of a rulebook and the prose of its procedure
SHOWS = {"server/answers/book_page.py", "server/answers/pad_values.py", "rulebook/prose/procedure_text.py",
         "rulecheck/idle.py", "rulebook/model/play.py", "rulebook/model/model.py"}
#: who reads Python's own trees: where text becomes checked nodes, and where code is made of nodes and kernels
READS_PYTHON = ("compiler/", "rulecode/", "rulebook/language/checker.py", "rulebook/language/functions.py",
                "rulebook/language/typed.py", "advice/coach/language.py")
BUILDER = ("rulebook/file/", "rulebook/model/", "rulebook/language/secrecy.py")


def files() -> list[tuple[str, ast.Module]]:
    return [(path.relative_to(SOURCE).as_posix(), ast.parse(path.read_text(encoding="utf-8")))
            for path in sorted(SOURCE.rglob("*.py"))]


def test_nobody_outside_the_builder_reads_a_table() -> None:
    for name, tree in files():
        for at in ast.walk(tree):
            looked_into = at.value if isinstance(at, ast.Attribute | ast.Subscript) else None
            if isinstance(looked_into, ast.Attribute) and looked_into.attr == "written" and name != "dialects.py":
                assert name in SHOWS, (name, looked_into.lineno)
            if not isinstance(at, ast.Attribute):
                continue
            if at.attr == "tables" and not name.startswith(BUILDER):
                # rulebooks before they are built, and what the engine keeps under that name
                assert not (isinstance(at.value, ast.Name) and at.value.id in ("reader", "model")), (name, at.lineno)
            if at.attr in ("data", "play") and isinstance(at.value, ast.Name | ast.Attribute):
                of = at.value.id if isinstance(at.value, ast.Name) else at.value.attr
                assert of != "model", (name, at.lineno)
            if at.attr == "as_written":
                assert name in SHOWS, (name, at.lineno)


def test_who_tells_or_analyses_an_expression_reads_its_checked_tree() -> None:
    """Not Python's, which knows neither types nor what a name stands for."""
    for name, tree in files():
        taken = {alias.name for at in ast.walk(tree) if isinstance(at, ast.Import) for alias in at.names} | {
            at.module for at in ast.walk(tree) if isinstance(at, ast.ImportFrom)}
        assert "ast" not in taken or name.startswith(READS_PYTHON), name


def test_every_section_is_a_value_and_every_key_of_play_a_field() -> None:
    assert {place[0] for place in KINDS} == set(SECTIONS)
    for place, kind in KINDS.items():
        names = {field.name for field in fields(kind)} - BASE
        keys = {field_of(word) for word in keys_at(place)} - BASE
        assert names - keys <= {"name", "text", "source", "tag", "payer", "from_"}, place
        if place[0] in PLAYED | {"tiles", "examples"}:
            assert keys <= names, place


@pytest.mark.parametrize("text", ["", "[kong.k]\nname = 'k'\n", "[wild]\n", "[wall]\nlast = { rule = 'offered' }\n"])
def test_what_is_left_out_is_what_the_schema_says(text: str) -> None:
    model = quepu.rulebook_of_text(f"extends = 'base/thirteen'\n{text}[fan.a]\nvalue = 1\nwhen = 'True'\n").model
    for name, content in model.sections.items():
        for entry in content.all if isinstance(content, Family) else (content,):
            for word, key in SECTIONS[name].keys.items():
                field = field_of(word)
                if key.default is None or entry.says(word) or not hasattr(entry, field) or field in BASE:
                    continue
                value = getattr(entry, field)
                assert getattr(value, "text", value) == key.default, (name, word)
