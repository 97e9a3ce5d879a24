"""docs/language-coverage.md: the hardest rules of every system, each with links to where its rulebook says it.

A link's label is an entry of the rulebook (`fan.mixed_shifted_chows`); the file and the line are found from it, so that
the page stays true by itself: `make docs` writes them anew, and an entry that is no more is refused.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from quepu.rulebook.file import load
from quepu.rulebook.file.problem import Source
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.language.events import EVENTS

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "language-coverage.md"
BOOKS = "src/quepu/rulebook/books"
_HEADING = re.compile(r"^## (\w+) · (.+)$")
_LINK = re.compile(r"\[`([\w.]+)`\]\([^)]*\)")
#: the words that only the table in play gives
TABLE_WORDS = {word.name for words in (v.FACTS, v.ITERABLES, v.FUNCTIONS, *v.PROPERTIES.values())
               for word in words.values() if word.level == v.TABLE or word.args or word.name == "number"}


@dataclass
class Rule:
    """A rule that was hard to say: its heading and the entries that say it."""

    title: str
    entries: list[str] = field(default_factory=list)


@dataclass
class System:
    """A rule system: its id, name and hard rules."""

    id: str
    name: str
    rules: list[Rule] = field(default_factory=list)

    @property
    def words(self) -> set[str]:
        """The words of the table that its rulebook uses, and the files it extends."""
        return {word for source in load.read_chain(self.id)[1] for word in re.findall(r"\w+", source.text)
                if word in TABLE_WORDS}


def read(text: str) -> list[System]:
    """The systems of the document with their rules."""
    systems: list[System] = []
    for line in text.splitlines():
        if match := _HEADING.match(line):
            systems.append(System(match[1], match[2]))
        elif line.startswith("### ") and systems:
            systems[-1].rules.append(Rule(line.removeprefix("### ")))
        elif systems and systems[-1].rules:
            systems[-1].rules[-1].entries += _LINK.findall(line)
    return systems


def place(system: str, entry: str) -> tuple[str, int] | None:
    """The file, from the root, and the line where a system's rulebook, or one that it extends, says an entry."""
    section, _dot, name = entry.partition(".")
    for source in load.read_chain(system)[1]:
        if (line := _line(source, section, name)) is not None:
            file = Path(source.label).stem
            return next(path for path in (f"{BOOKS}/{file}.toml", f"{BOOKS}/base/{file}.toml")
                        if (ROOT / path).exists()), line
    return None


def _line(source: Source, section: str, name: str) -> int | None:
    """The line of an entry in one file; a row of a list is known by its id."""
    table = tomllib.loads(source.text).get(section)
    if isinstance(table, list):
        number = next((at for at, row in enumerate(table) if row.get("id") == name), None)
        found = None if number is None else source.locator.find((section, number), value=False)
    else:
        found = source.locator.find((section, *name.split(".")) if name else (section,), value=False)
    return None if found is None else found[0]


def linked(text: str) -> str:
    """The document with every link leading to where its entry stands now."""
    lines, system = [], ""
    for line in text.splitlines(keepends=True):
        if match := _HEADING.match(line.rstrip("\n")):
            system = match[1]
        lines.append(_LINK.sub(lambda found, at=system: _link(at, found[1]), line) if system else line)
    return "".join(lines)


def _link(system: str, entry: str) -> str:
    where = place(system, entry)
    if where is None:
        raise SystemExit(f"docs/language-coverage.md: the rulebook {system} has no `{entry}`")
    return f"[`{entry}`](../{where[0]}#L{where[1]})"


def systems() -> list[System]:
    """Every system of the document."""
    return read(DOCUMENT.read_text(encoding="utf-8"))


def table(found: list[System]) -> str:
    """The table at the top of the document."""
    words = {system.id: system.words for system in found}
    rows = ["| system | rules | words of the table |", "|---|---|---|", *_rows(found, words)]
    every = set().union(*words.values())
    rows.append(f"| **{len(found)} systems** | **{sum(len(s.rules) for s in found)}** | **{len(every)} different** |")
    return "\n".join([*rows, "", "Words of the table: " + ", ".join(f"`{word}`" for word in sorted(every)) + ".", "",
                      f"Events: {len(EVENTS)}, see [rulebook.md](rulebook.md#events)."])


def _rows(found: list[System], words: dict[str, set[str]]) -> Iterator[str]:
    for s in found:
        anchor = f"{s.id}--{s.name.replace(' ', '-').lower()}"
        yield f"| [{s.id}](#{anchor}) {s.name} | {len(s.rules)} | {len(words[s.id])} |"
