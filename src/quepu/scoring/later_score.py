"""The score of a win that is worked out when somebody asks: first what it is worth, all the rest only then."""

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from quepu.hand import Win
from quepu.scoring.reference import Outcome
from quepu.scoring.report import refused_by_table, why_refused
from quepu.scoring.result import Score

if TYPE_CHECKING:
    from quepu.book import Rulebook
    from quepu.scoring.search import Search


class LaterScore:
    """A `Score` of which total, legality and reasons are known sooner than the rest."""

    def __init__(self, book: "Rulebook", win: Win, search: "Search | None" = None) -> None:
        self.book, self.win = book, win
        self._search = search or book.search

    @cached_property
    def _best(self) -> Outcome | None:
        return self._search.best(self.win)

    @cached_property
    def _refused(self) -> list[Mapping[str, str]]:
        return [] if self._best is None else refused_by_table(self.book, self.win, self._best)

    @cached_property
    def score(self) -> Score:
        """The whole score."""
        return self.book.score(self.win)

    @property
    def complete(self) -> bool:
        """Whether the tiles make a shape."""
        return self._best is not None

    @property
    def legal(self) -> bool:
        """Whether the win is allowed."""
        return self._best is not None and self._best.legal and not self._refused

    @property
    def total(self) -> int:
        """What it is worth."""
        return 0 if self._best is None else self._best.total

    @property
    def times(self) -> dict[str, int]:
        """How often each fan counts that does."""
        return {} if self._best is None else {
            one.fan.id: one.kept for one in self._best.earned.values() if one.kept > 0}

    @property
    def reasons(self) -> tuple[Mapping[str, str], ...]:
        """Why the win is not allowed."""
        return *why_refused(self.book, None if self._best is None else self._best.frame, self.total), *self._refused

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.score, name)

    def __eq__(self, other: object) -> bool:
        return self.score == (other.score if isinstance(other, LaterScore) else other)

    def __hash__(self) -> int:
        return hash(self.win)
