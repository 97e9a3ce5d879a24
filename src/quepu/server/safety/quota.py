"""How much of the database everybody has: games made in a day, and bytes kept, by address and in all."""

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from quepu.faults import Fault
from quepu.server.http_problem import TOO_MANY, ProblemError
from quepu.server.settings import DAY, Limits

_LATER = 3600               # seconds after which it may be tried again


@dataclass(slots=True)
class Kept:
    """One game in the database: who made it and when, when it was last used, how large it is, its rulebook's text."""

    game: str
    by: str
    made: int
    used: int
    bytes: int
    text: str | None = None             # digest


@dataclass(slots=True)
class KeptText:
    """One rulebook of somebody's own in the database."""

    digest: str
    by: str
    bytes: int


class Quota:
    """The count of it all, in memory; the database holds the same."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.time) -> None:
        self.limits, self.clock = limits, clock
        self.kept: dict[str, Kept] = {}
        self._of: defaultdict[str, set[str]] = defaultdict(set)         # games of an address
        self._texts: dict[str, KeptText] = {}
        self._bytes: Counter[str] = Counter()
        self._begun: Counter[str] = Counter()           # games that are being made
        self._changed: set[str] = set()

    # -- may it be --
    @contextmanager
    def making(self, by: str, size: int) -> Iterator[None]:
        """Make a game of so many bytes in here; refused if there are too many, or too much is kept already."""
        limits = self.limits
        if self.made_today(by) + self._begun[by] >= limits.made_games:
            raise _refused(Fault("quota.games", count=limits.made_games), Fault("quota.tomorrow"))
        if self._bytes[by] + size > limits.made_bytes:
            raise _refused(Fault("quota.bytes", size=limits.made_bytes >> 20),
                           Fault("quota.deleted"))
        if len(self.kept) + self._begun.total() >= limits.all_games or self._bytes.total() + size > limits.all_bytes:
            raise _refused(Fault("quota.full"),
                           Fault("quota.later"))
        self._begun[by] += 1
        try:
            yield
        finally:
            self._begun[by] -= 1
            if self._begun[by] <= 0:
                del self._begun[by]

    def made_today(self, by: str) -> int:
        """How many games an address has made within a day."""
        since = self.clock() - DAY
        return sum(self.kept[game].made > since for game in self._of.get(by, ()))

    def is_full(self, game: str) -> bool:
        """Whether a game has grown so large that no more is kept of it."""
        one = self.kept.get(game)
        return one is not None and one.bytes >= self.limits.game_bytes

    # -- what is --
    def restore(self, games: Iterable[Kept], texts: Iterable[KeptText]) -> None:
        """Begin with what the database holds."""
        for one in games:
            self.add(one)
        self._changed.clear()
        for text in texts:
            self.add_text(text)

    def add(self, one: Kept) -> None:
        """A game is kept from now on."""
        self.kept[one.game] = one
        self._of[one.by].add(one.game)
        self._bytes[one.by] += one.bytes
        self._changed.add(one.game)

    def add_text(self, text: KeptText) -> None:
        """A text is kept from now on."""
        if text.digest not in self._texts:
            self._texts[text.digest] = text
            self._bytes[text.by] += text.bytes

    def grow(self, game: str, size: int) -> None:
        """A game has become larger (or smaller), and is in use."""
        one = self.kept.get(game)
        if one is not None:
            size = max(size, -one.bytes)
            one.bytes += size
            self._bytes[one.by] += size
            self.use(game)

    def use(self, game: str) -> None:
        """A game is in use now."""
        one = self.kept.get(game)
        if one is not None:
            one.used = int(self.clock())
            self._changed.add(game)

    def changed(self) -> list[Kept]:
        """What the database does not know yet; it is taken as known from now on."""
        changed = [self.kept[game] for game in self._changed if game in self.kept]
        self._changed.clear()
        return changed

    def not_noted(self, changed: Iterable[Kept]) -> None:
        """The database does not know these after all."""
        self._changed.update(one.game for one in changed)

    def forget(self, games: Iterable[str], texts: Iterable[str]) -> None:
        """These are no longer kept."""
        for game in games:
            one = self.kept.pop(game, None)
            if one is not None:
                self._of[one.by].discard(game)
                if not self._of[one.by]:
                    del self._of[one.by]
                self._take(one.by, one.bytes)
        for digest in texts:
            text = self._texts.pop(digest, None)
            if text is not None:
                self._take(text.by, text.bytes)

    def _take(self, by: str, size: int) -> None:
        self._bytes[by] -= size
        if self._bytes[by] <= 0:
            del self._bytes[by]


def _refused(title: Fault, way_out: Fault) -> ProblemError:
    return ProblemError(TOO_MANY, title, [way_out], wait=_LATER)
