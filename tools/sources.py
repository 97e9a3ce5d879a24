"""docs/source-coverage.md: what the source texts say of every system, statement by statement, and what we answer.

`tests/source/ID.tsv` has one line for each statement of the text: where it stands (seed, paragraph, number), what it
says in our own words, the answer, and the evidence.  `make docs` writes the summary; `tests/source` holds the lines to
what they claim.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path

from quepu.rulebook.file import load

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "source"
OBEYED, OPTION, REFUSED = "obeyed", "option ", "not obeyed: "


@dataclass(frozen=True)
class Statement:
    """One statement of a source text and our answer to it; the fields are the columns of the file."""

    seed: str
    paragraph: str
    number: str
    statement: str
    answer: str
    evidence: str

    @property
    def options(self) -> list[tuple[str, str]]:
        """The options an answer names, each with the value that makes it so; empty where none is told."""
        if not self.answer.startswith(OPTION):
            return []
        pairs = (one.strip().partition("=") for one in self.answer.removeprefix(OPTION).split(","))
        return [(name, value) for name, _sign, value in pairs]

    @property
    def reason(self) -> str:
        """Why a statement is not obeyed; empty if it is."""
        return self.answer.removeprefix(REFUSED).strip() if self.answer.startswith(REFUSED) else ""

    @cached_property
    def shown(self) -> list[str]:
        """The pieces of evidence: ids of worked examples, names of tests, rows of docs/differences.md."""
        return [one.strip() for one in self.evidence.split(";") if one.strip()]


COLUMNS = [column.name for column in fields(Statement)]


def lines(name: str) -> list[list[str]]:
    """The cells of every line of a rulebook's file, its heading first."""
    text = (FOLDER / f"{name}.tsv").read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines()]


def read(name: str) -> list[Statement]:
    """The statements of a rulebook's file, in its order."""
    return [Statement(*cells) for cells in lines(name)[1:]]


def listed() -> list[str]:
    """The rulebooks whose statements are listed."""
    return sorted(path.stem for path in FOLDER.glob("*.tsv"))


def counts(statements: list[Statement]) -> list[int]:
    """How many statements, and of these obeyed, said by an option, and not obeyed."""
    answers = [one.answer for one in statements]
    return [len(answers), *(sum(answer.startswith(kind) for answer in answers) for kind in (OBEYED, OPTION, REFUSED))]


def summary() -> str:
    """How many statements each rulebook has, and how they are answered."""
    each = {name: counts(read(name)) for name in listed()}
    rows = [_row("rulebook", "statements", "obeyed", "by an option", "not obeyed"), _row(*["---"] * 5),
            *(_row(f"`{name}`", *map(str, figures)) for name, figures in each.items())]
    whole = [sum(column) for column in zip(*each.values(), strict=True)] or [0] * 4
    rows.append(_row(f"**{len(each)} systems**", *(f"**{figure}**" for figure in whole)))
    missing = [name for name in load.known_ids() if name not in each]
    if missing:
        rows += ["", "Not listed yet: " + ", ".join(f"`{name}`" for name in missing) + "."]
    return "\n".join(rows)


def not_obeyed() -> str:
    """Every statement that is not obeyed, with the reason."""
    return "\n".join([_row("rulebook", "the text says", "why not"), _row(*["---"] * 3), *_refusals()])


def _refusals() -> Iterator[str]:
    for name in listed():
        for one in read(name):
            if one.reason:
                yield _row(f"`{name}`", one.statement, one.reason)


def _row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
