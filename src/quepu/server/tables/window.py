"""The window of a table: how long answers are held back, the same whether or not anybody was asked."""

from collections.abc import Callable
from typing import Any

USUAL, LONGEST = 1.5, 10.0              # seconds, if nobody chooses others, and at most
LONGER = 10.0                           # seconds more, once, if somebody asks for them
THINKING = 1.2              # seconds after which a master answers, whatever it has to think about
LAG = 0.25                              # seconds in which the table goes on unseen: bots take no time that shows


class Window:
    """The window of one table, open or closed; kept in memory only."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._opened: float | None = None
        self._seconds, self._lag = 0.0, LAG
        self._number = 0                # windows opened so far
        self._is_longer = self._has_told = self.is_settled = False

    @property
    def is_open(self) -> bool:
        """Whether answers are held back now."""
        return self._opened is not None

    def follow(self, held: bool, seconds: float, lag: float = LAG) -> None:
        """Open it if the table holds something back, close it if not."""
        if not held:
            self._opened = None
        elif self._opened is None:
            self._opened, self._seconds, self._lag = self._clock(), seconds, lag
            self._number += 1
            self._is_longer = self._has_told = self.is_settled = False

    def close(self) -> None:
        """Close it; another may open at once."""
        self._opened = None

    def lengthen(self) -> None:
        """Somebody wants to think: once, and told to nobody before the window would have ended."""
        self._is_longer = self._is_longer or (self.is_open and not self.is_settled)

    @property
    def is_thinking(self) -> bool:
        """Whether everybody may know that somebody is thinking."""
        return self._is_longer and self._opened is not None and self._clock() >= self._opened + self._seconds

    def next_moment(self) -> float | None:
        """When there is something to do: to tell that somebody thinks, to go on, to tell what came of it."""
        if self._opened is None:
            return None
        end = self._opened + self._seconds
        if self._is_longer and not self._has_told:
            return end
        end += LONGER if self._is_longer else 0.0
        return end + self._lag if self.is_settled else end

    def is_due(self) -> bool:
        """Whether that moment has come."""
        moment = self.next_moment()
        return moment is not None and self._clock() >= moment

    def tells_thinking(self) -> bool:
        """Whether it has to be told now that somebody thinks; once."""
        due = self._is_longer and not self._has_told and self.is_due()
        self._has_told = self._has_told or due
        return due

    # -- what is told --
    def as_json(self) -> dict[str, Any] | None:
        """What everybody may know of it: how long it is, how much is left, whether somebody thinks; None if closed."""
        if self._opened is None:
            return None
        end = self._opened + self._seconds + (LONGER if self.is_thinking else 0.0)
        return {"number": self._number, "seconds": LONGER if self.is_thinking else self._seconds,
                "left": round(max(0.0, end - self._clock()), 3), "thinking": self.is_thinking}


def told_of(window: dict[str, Any] | None) -> tuple[int, bool] | None:
    """What of a window's message is news when it changes; the time that is left is none."""
    return None if window is None else (window["number"], window["thinking"])
