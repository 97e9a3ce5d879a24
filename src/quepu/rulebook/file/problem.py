"""Faults of a rulebook, told with file, line, column, the text itself and the way out."""

import re
from dataclasses import dataclass, field

from quepu.errors import RulebookError
from quepu.faults import CUT, Fault
from quepu.rulebook.file.locate import Locator, Path

MOST_TOLD = 100             # faults, and ...
MOST_LETTERS = 100_000      # ... letters in all
LONGEST_LINE = 200          # letters of a line that a fault shows
_WORD = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault (or warning) at a key of the rulebook."""

    path: Path
    text: Fault
    advice: Fault | None = None
    start: int = 0                      # columns inside the value, where it is an expression
    end: int = 0
    key: bool = False                   # the key itself is at fault, not its value
    warning: bool = False


@dataclass(slots=True)
class Source:
    """A file a rulebook was read from."""

    label: str
    text: str
    _locator: Locator | None = field(default=None)

    @property
    def locator(self) -> Locator:
        """Its positions, worked out when first needed."""
        if self._locator is None:
            self._locator = Locator(self.text)
        return self._locator


def tell(problem: Problem, sources: list[Source]) -> Fault:
    """The problem in full: `file:line:column: where: what`, the line, a mark under it, the way out."""
    where, what, advice = entry_name(problem.path) or None, problem.text, problem.advice or None
    place = _place(problem, sources)
    if place is None:
        if not sources:
            return Fault("rulebook.nowhere", where=where, what=what, advice=advice)
        return Fault("rulebook.whole", file=sources[0].label, where=where, what=what, advice=advice)
    source, (line, column) = place
    column += problem.start
    lines = source.locator.lines
    text = lines[line - 1] if line <= len(lines) else ""
    if source is not sources[0] and not problem.warning:
        advice = _yours(problem.path, text, sources, advice)
    shown, marks = marked(text, column, problem.end - problem.start)
    return Fault("rulebook.at", file=source.label, line=line, column=column, where=where, what=what, text=shown,
                 marks=marks, advice=advice)


def marked(line: str, column: int, count: int) -> tuple[str, str]:
    """A line without what is blank around it, and marks under so many of its letters; of a long one what is near."""
    blank = len(line) - len(line.lstrip())
    shown, offset = line.strip(), column - 1 - blank
    if not 0 <= offset <= len(line) - blank:        # of a value of several lines
        count = 0
    if len(shown) > LONGEST_LINE:
        first = max(0, min(offset - LONGEST_LINE // 2, len(shown) - LONGEST_LINE))
        before = CUT if first else ""
        after = CUT if first + LONGEST_LINE < len(shown) else ""
        shown, offset = before + shown[first:first + LONGEST_LINE] + after, offset - first + len(before)
    return shown, " " * offset + "^" * max(1, min(count, len(shown) - offset)) if count > 0 else ""


def _yours(path: Path, text: str, sources: list[Source], advice: Fault | None) -> Fault | None:
    """The way out, and which line of the nearest file changed what an inherited line speaks of.

    Looked for are the entries it names, those that its defines name, and what stands in the same section.
    """
    own = sources[0].locator
    named = set(_WORD.findall(text))
    speaks: dict[str, str] = {}
    for source in reversed(sources):
        speaks |= {str(key[1]): source.locator.lines[line - 1] for key, (line, _column) in source.locator.keys.items()
                   if len(key) == 3 and key[0] == "define" and key[2] == "is"}
    waiting = list(named)
    while waiting:
        more = set(_WORD.findall(speaks.pop(waiting.pop(), ""))) - named
        named |= more
        waiting += more
    found = [place for key, place in own.keys.items() if len(key) >= 2 and str(key[1]) in named] or \
        [place for key, place in own.keys.items() if key[0] == path[0] and key[:2] == path[:len(key[:2])]]
    if not found:
        return advice
    line = min(found)[0]
    shown, _marks = marked(own.lines[line - 1], min(found)[1], 0)
    return Fault("rulebook.yours", file=sources[0].label, line=line, text=shown, advice=advice)


def short(fault: Fault) -> Fault:
    """What is wrong of a problem that was told, without its place and its line."""
    return Fault("rulebook.short", where=fault.values["where"], what=fault.values["what"])


def _place(problem: Problem, sources: list[Source]) -> tuple[Source, tuple[int, int]] | None:
    """Where the value stands: in the file nearest to the reader that has it, or else the nearest key above it.

    What no file has in this place comes from an option, or is missing altogether.
    """
    paths = _own_paths(problem.path, sources)
    for length in range(len(problem.path), 0, -1):
        for source, path in paths:
            top = path[1:] if path[:1] == ("rulebook",) else ()     # keys of [rulebook] may stand at the top
            for part in (path[:length], top[:length - 1]):
                place = source.locator.find(part, value=not problem.key and length == len(path))
                if place is not None:
                    return source, place
        for source in sources:
            place = source.locator.find_in_options(problem.path[:length])
            if place is not None:
                return source, place
    return None


def _own_paths(path: Path, sources: list[Source]) -> list[tuple[Source, Path]]:
    """The path as each file that may have it counts: rows of a list are put together by their ids (`load.merge`)."""
    if len(path) < 2 or not isinstance(path[1], int):
        return [(source, path) for source in sources]
    import tomllib  # only where a fault is told
    rows: list[tuple[str, list[tuple[Source, int]]]] = []       # the id of each row, and where files speak of it
    for source in reversed(sources):
        try:
            content = tomllib.loads(source.text).get(str(path[0]))
        except ValueError:
            continue
        if not isinstance(content, list):
            continue
        ids = [row.get("id") if isinstance(row, dict) else None for row in content]
        if not all(isinstance(name, str) for name in ids):
            rows = []
        for index, name in enumerate(ids):
            known = next((places for other, places in rows if name and other == name), None)
            if known is None:
                rows.append((str(name or ""), [(source, index)]))
            else:
                known.insert(0, (source, index))
    if path[1] >= len(rows):
        return [(source, path) for source in sources]
    return [(source, (path[0], index, *path[2:])) for source, index in rows[path[1]][1]]


def entry_name(path: Path) -> str:
    """The entry a place belongs to, as faults call it: `fan all_pungs`, `pay 2`."""
    return " ".join(str(step + 1) if isinstance(step, int) else _one_line(step) for step in path[:2])


def _one_line(name: str) -> str:
    """A name without line breaks, as much of it as can be read."""
    name = name if len(name) <= LONGEST_LINE else name[:LONGEST_LINE] + CUT
    return name if name.isprintable() else repr(name)


def raise_for(problems: list[Problem], sources: list[Source]) -> None:
    """Raise one error that tells every fault, if there is any."""
    faults = [problem for problem in problems if not problem.warning]
    if faults:
        raise RulebookError(tell_all(faults, sources))


def tell_all(problems: list[Problem], sources: list[Source]) -> list[Fault]:
    """Every problem in full, each once and up to a number that can still be read."""
    told: dict[Fault, None] = {}
    for number, problem in enumerate(problems):
        if number == MOST_TOLD or sum(map(len, told)) > MOST_LETTERS:
            return [*told, Fault("rulebook.more", count=len(problems) - number)]
        told[tell(problem, sources)] = None
    return list(told)
