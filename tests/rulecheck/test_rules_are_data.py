"""Rules are data: no program names a rule system."""

import re
from pathlib import Path

import pytest

import quepu
from quepu.rulebook.file.load import known_ids

ROOT = Path(__file__).parents[2]
PROGRAMS = sorted(path for folder in ("src", "bench", "tools", "web/src") for ending in ("*.py", "*.ts", "*.svelte")
                  for path in (ROOT / folder).rglob(ending))


@pytest.mark.parametrize("name", known_ids())
def test_no_program_names_a_rule_system(name: str) -> None:
    own = quepu.rulebook(name).model.names
    # a word of its own, in code or comment; what a package or a fan is called is another matter
    words = re.compile(rf"[\"'`/]{re.escape(name)}[\"'`?.]|{re.escape(own['zh'])}|\b{re.escape(own['en'])}\b")
    assert PROGRAMS
    found = [f"{path.relative_to(ROOT)}: {line.strip()}" for path in PROGRAMS
             for line in path.read_text(encoding="utf-8").splitlines() if words.search(line)]
    assert found == []
