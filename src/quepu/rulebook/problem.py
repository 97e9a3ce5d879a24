"""Faults of a rulebook, told with file, line, column, the text itself and the way out."""

from dataclasses import dataclass, field

from quepu.errors import RulebookError
from quepu.rulebook.locate import Locator, Path

MOST_TOLD = 100


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault (or warning) at a key of the rulebook."""

    path: Path
    text: str
    advice: str = ""
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


def tell(problem: Problem, sources: list[Source]) -> str:
    """The problem in full: `file:line:column: where: what`, the line, a mark under it, the way out."""
    where = _spoken(problem.path)
    for source, (line, column) in _places(problem, sources):
        column += problem.start
        lines = source.locator.lines
        text = lines[line - 1] if line <= len(lines) else ""
        parts = [f"{source.label}:{line}:{column}: {where}{problem.text}"]
        shown = text.strip()
        offset = column - 1 - (len(text) - len(text.lstrip()))
        parts.append("    " + shown)
        if problem.end > problem.start and 0 <= offset <= len(shown):
            parts.append("    " + " " * offset + "^" * max(1, min(problem.end - problem.start, len(shown) - offset)))
        break
    else:
        parts = [f"{sources[0].label if sources else 'rulebook'}: {where}{problem.text}"]
    if problem.advice:
        parts.append("    " + problem.advice)
    return "\n".join(parts)


def _places(problem: Problem, sources: list[Source]) -> list[tuple[Source, tuple[int, int]]]:
    """Where the value stands: in the file nearest to the reader that has it, or else the nearest key above it."""
    path = problem.path
    for length in range(len(path), 0, -1):
        for source in sources:
            place = source.locator.find(path[:length], value=not problem.key and length == len(path))
            if place is not None:
                return [(source, place)]
    return []


def _spoken(path: Path) -> str:
    if not path:
        return ""
    if len(path) >= 2:
        return f"{path[0]} {path[1] + 1 if isinstance(path[1], int) else path[1]}: "
    return f"{path[0]}: "


def raise_for(problems: list[Problem], sources: list[Source]) -> None:
    """Raise one error that tells every fault, if there is any."""
    faults = [problem for problem in problems if not problem.warning]
    if faults:
        raise RulebookError(tell_all(faults, sources))


def tell_all(problems: list[Problem], sources: list[Source]) -> list[str]:
    """Every problem in full, each once and up to a number that can still be read."""
    told = list(dict.fromkeys(tell(problem, sources) for problem in problems[:MOST_TOLD]))
    if len(problems) > MOST_TOLD:
        told.append(f"... and {len(problems) - MOST_TOLD} more")
    return told
