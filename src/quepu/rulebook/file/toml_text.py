"""TOML from anybody as tables: what is nested too deep, or cannot be read, is told with its place."""

import re
from typing import Any

from quepu.errors import RulebookError
from quepu.faults import Fault
from quepu.rulebook.file.locate import Path
from quepu.rulebook.file.problem import Problem, Source, marked, raise_for

LARGEST_TEXT = 384 * 1024   # bytes
DEEPEST_NESTING = 12
MOST_DOTS = 200             # of a line before its first =

_BRACKET = re.compile(r"[\[\]{}]")

Table = dict[str, Any]


def parse(label: str, text: str) -> Table:
    """The tables of a text; `label` is what its file is called in a fault."""
    import tomllib  # what ships was read before
    depth = 0
    for bracket in _BRACKET.finditer(text):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > DEEPEST_NESTING:
            raise RulebookError(_told(label, text, *_line(text, bracket.start()),
                                      Fault("toml.brackets", most=DEEPEST_NESTING)))
    for number, line in enumerate(text.split("\n"), 1):
        # reading it takes a time that grows with the square
        if len(line) > MOST_DOTS and line.partition("=")[0].count(".") > MOST_DOTS:
            raise RulebookError(_told(label, text, number, 1, Fault("toml.tables", most=DEEPEST_NESTING)))
    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise RulebookError(_unreadable(label, text, str(error))) from None
    deep = _too_deep(table)
    if deep:
        raise_for([Problem(deep, Fault("toml.nested", most=DEEPEST_NESTING), key=True)], [Source(label, text)])
    return table


def too_large(label: str, text: str) -> Fault | None:
    """What is wrong with a text that is too large, told where it passes the limit."""
    data = text.encode(errors="replace")
    if len(data) <= LARGEST_TEXT:
        return None
    taken = data[:LARGEST_TEXT].decode(errors="ignore")
    return _told(label, text, *_line(taken, len(taken)),
                 Fault("toml.size", size=LARGEST_TEXT // 1024), Fault("toml.smaller"))


def _line(text: str, place: int) -> tuple[int, int]:
    """Line and column of a place in a text."""
    return text.count(chr(10), 0, place) + 1, place - text.rfind(chr(10), 0, place)


def _unreadable(label: str, text: str, error: str) -> Fault:
    """What is wrong with a text that is not TOML, with its place as other faults have it."""
    lines = text.split("\n")
    found = re.search(r"^(.*) \(at line (\d+), column (\d+)\)$", error, re.DOTALL)
    if found is None:                   # it ends too early
        message = error.replace(" (at end of document)", ", and the text ends here")
        line, column = len(lines), len(lines[-1].rstrip()[:200]) + 1
    else:
        message, line, column = found[1], int(found[2]), int(found[3])
    return _told(label, text, line, column, Fault("toml.unreadable", why=message), Fault("toml.quotes"))


def _told(label: str, text: str, line: int, column: int, what: Fault, advice: Fault | None = None) -> Fault:
    """A fault of a text that has no tables yet, as those of its tables are told: as much of its line as can be read."""
    lines = text.split("\n")
    shown, marks = marked(lines[line - 1] if line <= len(lines) else "", column, 1)
    return Fault("rulebook.at", file=label, line=line, column=column, where=None, what=what, text=shown, marks=marks,
                 advice=advice)


def _too_deep(table: Table) -> Path:
    """The first key below which tables and lists are nested too deep; nothing if there is none."""
    level: list[tuple[Path, Any]] = [((), table)]
    for _depth in range(DEEPEST_NESTING):
        inner: list[tuple[Path, Any]] = []
        for path, part in level:
            inner.extend(((*path, key), x) for key, x in (part.items() if isinstance(part, dict) else enumerate(part))
                         if isinstance(x, dict | list))
        level = inner
    return level[0][0] if level else ()
