"""A database whose nth call fails, as SQLite tests itself: once or from then on, before the call is done or after it.

Calls are those of the driver: to connect, to execute, to commit, to roll back.  One that fails after it was done is the
answer that never came: what was stored is stored, and nobody was told.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from quepu.server.games.database import Store

CALLS = ("connect", "do_execute", "do_executemany", "do_execute_no_params", "do_commit", "do_rollback")


@dataclass
class Failing:
    """When the database fails, and what it was asked for."""

    at: int = 0                         # the call that fails, counted from 1; 0: none
    lasting: bool = False               # all later calls fail too, until it is mended
    late: bool = False                  # the call is done, then it fails
    calls: list[str] = field(default_factory=list)
    failed: int = 0

    def attach(self, store: Store) -> Store:
        """Let the database of this store fail."""
        dialect: Any = store._engine.dialect
        for name in CALLS:
            setattr(dialect, name, self._wrapped(name, getattr(dialect, name), dialect))
        return store

    def _wrapped(self, name: str, call: Callable[..., Any], dialect: Any) -> Callable[..., Any]:
        def counted(*args: Any, **more: Any) -> Any:
            self.calls.append(name)
            fails = bool(self.at) and (len(self.calls) >= self.at if self.lasting else len(self.calls) == self.at)
            if fails and not self.late:
                self._fail(dialect)
            found = call(*args, **more)
            if fails:
                if name == "connect":
                    found.close()
                self._fail(dialect)
            return found
        return counted

    def _fail(self, dialect: Any) -> None:
        self.failed += 1
        raise dialect.loaded_dbapi.OperationalError("disk I/O error")

    def mend(self) -> None:
        """From now on it works."""
        self.at = 0

    def __str__(self) -> str:
        return f"call {self.at}{' and all after it' if self.lasting else ''}, {'after' if self.late else 'before'}"
