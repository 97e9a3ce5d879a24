"""The fragments of docs/language-coverage.md: read, merged system by system, checked and counted."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from quepu.rulebook.file import load
from quepu.rulebook.file.problem import Problem, Source, tell
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.language.events import EVENTS
from quepu.rulebook.model.build import Builder
from quepu.rulebook.model.model import Model

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "language-coverage.md"
BASE = "base/thirteen"
_HEADING = re.compile(r"^## (\w+) · (.+)$")
_RULE = re.compile(r"^### (.+)$")
#: the words that only the table in play gives
TABLE_WORDS = {word.name for words in (v.FACTS, v.ITERABLES, v.FUNCTIONS, *v.PROPERTIES.values())
               for word in words.values() if word.level == v.TABLE or word.args or word.name == "number"}


@dataclass
class Fragment:
    """One rule of one system: its heading, where it stands and its TOML text."""

    rule: str
    line: int
    text: str


@dataclass
class System:
    """A rule system: its id, name and fragments, and after `check` what they use and what is wrong."""

    id: str
    name: str
    fragments: list[Fragment] = field(default_factory=list)
    words: set[str] = field(default_factory=set)  # words of the table in play
    keys: set[str] = field(default_factory=set)  # planned keys, section.key
    problems: list[str] = field(default_factory=list)
    models: list[Model] = field(default_factory=list)  # after each fragment, for every choice of an option


def read(text: str) -> list[System]:
    """The systems of the document with their fragments."""
    systems: list[System] = []
    rule, inside, start = "", False, 0
    lines: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if inside:
            if line.startswith("```"):
                systems[-1].fragments.append(Fragment(rule, start, "\n".join(lines) + "\n"))
                inside = False
            else:
                lines.append(line)
        elif match := _HEADING.match(line):
            systems.append(System(match[1], match[2]))
        elif match := _RULE.match(line):
            rule = match[1]
        elif line.startswith("```toml") and systems:
            inside, start, lines = True, number, []
    return systems


def check(system: System) -> System:
    """The same system with its fragments merged in order onto its base, each built and its faults told."""
    tables: load.Table = {}
    for fragment in system.fragments:
        source = Source(f"language-coverage.md, line {fragment.line} ({system.id})", fragment.text)
        own = tomllib.loads(fragment.text)
        parent = own.pop("extends", None)
        if parent is not None or not tables:
            tables = load.merge(load.read_chain(parent or BASE)[0], tables)
        tables = load.merge(tables, own)
        for settings in _settings(tables):
            problems: list[Problem] = []
            merged, values = load.apply_options(tables, settings, problems)
            model = Builder(merged, values, problems).build()
            system.models += [model] if not problems else []
            system.problems += [tell(problem, [source]) for problem in problems if not problem.warning]
            system.keys |= set(model.planned)
        system.words |= {word for word in re.findall(r"\w+", fragment.text) if word in TABLE_WORDS}
    return system


def _settings(tables: load.Table) -> Iterator[dict[str, str]]:
    """No option set, then every choice of every option by itself."""
    yield {}
    for name, option in tables.get("option", {}).items():
        for choice in option.get("choice", {}):
            yield {name: choice}


def checked() -> Iterator[System]:
    """Every system of the document, checked."""
    for system in read(DOCUMENT.read_text(encoding="utf-8")):
        yield check(system)


def table(systems: list[System]) -> str:
    """The table at the top of the document."""
    rows = ["| system | rules | words of the table | planned keys |", "|---|---|---|---|"]
    rows += [
        f"| [{s.id}](#{s.id}--{s.name.replace(' ', '-').lower()}) {s.name} | {len(s.fragments)} | "
f"{len(s.words)} | "
        f"{len(s.keys)} |"
        for s in systems
    ]
    words = set().union(*(s.words for s in systems))
    keys = set().union(*(s.keys for s in systems))
    rows.append(
        f"| **{len(systems)} systems** | **{sum(len(s.fragments) for s in systems)}** | **{len(words)} "
f"different** | "
        f"**{len(keys)} different** |"
    )
    return "\n".join(
        [
            *rows,
            "",
            "Words of the table: " + ", ".join(f"`{word}`" for word in sorted(words)) + ".",
            "",
            f"Events: {len(EVENTS)}, see [rulebook.md](rulebook.md#events).",
        ]
    )
