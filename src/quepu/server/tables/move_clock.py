"""The clock of a table: so many seconds for each answer that is openly waited for, then a reserve that lasts a hand.

It runs for nobody while answers are held back: the window is the clock of all who might be asked there.  Where a table
has no window, who is asked in secret has the seconds of a move and no reserve, and the clock does not say whose it is.
"""

from collections.abc import Callable, Container, Iterable
from typing import Any

LONGEST_MOVE, LONGEST_RESERVE = 300, 3600       # seconds


class MoveClock:
    """The clock of one game, or none; kept in memory only."""

    def __init__(self, clock: Callable[[], float], seconds: Iterable[int] | None, players: int) -> None:
        self._clock = clock
        self.is_there = seconds is not None
        self._move, self._most = map(float, seconds or (0, 0))
        self._reserves = [self._most] * players
        self._since: dict[int, float] = {}      # whose clock runs, and since when
        self._secret: tuple[int, float] | None = None       # what everybody knew when it was asked, and when that was

    def follow(self, waiting: Iterable[int] | None, held: bool, seen: int, people: Container[int]) -> None:
        """Let it run for the people the table waits for; None: nobody may know for whom."""
        if not self.is_there:
            return
        if waiting is not None or held:
            self._secret = None
        elif self._secret is None or self._secret[0] != seen:
            self._secret = seen, self._clock()
        asked = [player for player in waiting or () if player in people]
        for player in [player for player in self._since if player not in asked]:
            self.answered(player)
        for player in asked:
            self._since.setdefault(player, self._clock())

    def answered(self, player: int) -> None:
        """A player has answered: what he took beyond his move has gone from his reserve."""
        if player in self._since:
            self._reserves[player] = self._reserve(player)
            del self._since[player]

    def refill(self) -> None:
        """A hand begins: all reserves are full."""
        self._reserves = [self._most] * len(self._reserves)
        self._since.clear()

    def put_off(self) -> None:
        """Nobody is there: whoever is asked has his time anew."""
        now = self._clock()
        self._since = dict.fromkeys(self._since, now)
        if self._secret is not None:
            self._secret = self._secret[0], now

    # -- when it has run out --
    def due(self) -> list[int]:
        """The players whose time and reserve are used up."""
        now = self._clock()
        return [player for player in self._since if now >= self._end(player)]

    def is_secretly_due(self) -> bool:
        """Whether the time of those is up who are asked in secret."""
        return self._secret is not None and self._clock() >= self._secret[1] + self._move

    def is_due(self) -> bool:
        """Whether somebody's time is up."""
        return bool(self.due()) or self.is_secretly_due()

    def next_moment(self) -> float | None:
        """When somebody's time will be up; None if it runs for nobody."""
        moments = [self._end(player) for player in self._since]
        if self._secret is not None:
            moments.append(self._secret[1] + self._move)
        return min(moments, default=None)

    def _end(self, player: int) -> float:
        return self._since[player] + self._move + self._reserves[player]

    def _reserve(self, player: int) -> float:
        """What is left of a reserve now."""
        since = self._since.get(player)
        used = 0.0 if since is None else max(0.0, self._clock() - since - self._move)
        return max(0.0, self._reserves[player] - used)

    # -- what is told --
    def as_json(self) -> dict[str, Any] | None:
        """What everybody may know of it: for whom it runs, what is left of his move and of the reserves."""
        if not self.is_there:
            return None
        now = self._clock()
        secret = None if self._secret is None else round(max(0.0, self._secret[1] + self._move - now), 3)
        return {"secret": secret, "players": [
            {"runs": player in self._since, "reserve": round(self._reserve(player), 3),
             "left": round(max(0.0, self._since.get(player, now) + self._move - now), 3)}
            for player in range(len(self._reserves))]}


def news_of(clock: dict[str, Any] | None) -> tuple[bool, ...] | None:
    """What of a clock's message is news when it changes; the time that is left is none."""
    return None if clock is None else (clock["secret"] is None, *(player["runs"] for player in clock["players"]))
