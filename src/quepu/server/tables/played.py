"""A table as whoever plays at it asks it, wherever it stands."""

from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, Protocol

from quepu.server.tables.game_table import Table
from quepu.server.tables.players import MadeOf
from quepu.server.tables.stored_steps import StoredStep

P = ParamSpec("P")


class Played(Protocol):
    """Where a table stands: in this process or in another."""

    @property
    def size(self) -> int:
        """About how many bytes of this process's memory it holds."""

    async def open(self, made: MadeOf, steps: list[StoredStep]) -> dict[str, Any]:
        """Set the table up as it was after these steps; `version` of the rulebook, `stand` as in a change."""

    async def do(self, what: Callable[Concatenate[Table, P], object], *nothing: P.args, **values: P.kwargs) -> Any:
        """What the table says to one of `OPERATIONS`, asked with named values; it is looked at before it is believed.

        The values are checked against the table's own method; what comes back may come from a stranger's process.
        """
