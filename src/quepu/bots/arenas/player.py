"""A player at another's table: lines come in, lines go out, and what cannot be understood never stops it."""

from abc import ABC, abstractmethod
from collections.abc import Callable

from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.records.json_text import LONGEST_LINE, understood

PROTOCOLS = ("mjai", "botzone", "lines")
Complain = Callable[[QuepuError], None]


class ArenaPlayer(ABC):
    """One seat that speaks a protocol."""

    def __init__(self, complain: Complain) -> None:
        self._complain = complain

    def hear(self, number: int, line: str) -> list[str]:
        """What it says to a line."""
        where = f"stdin:{number}"
        if not line.strip():
            return []
        try:
            if len(line) > LONGEST_LINE:
                raise QuepuError(Fault("record.long_line", where=where, count=len(line), most=LONGEST_LINE))
            with understood(where):
                return self.answers(where, line)
        except QuepuError as error:
            self._complain(error)
            return self.plain(line)

    def tried(self, where: str, work: Callable[[], object]) -> bool:
        """Whether something was done; if not, it has been said why."""
        try:
            with understood(where):
                work()
        except QuepuError as error:
            self._complain(error)
            return False
        return True

    @abstractmethod
    def answers(self, where: str, line: str) -> list[str]:
        """What it says to a line that is not empty."""

    @abstractmethod
    def plain(self, line: str) -> list[str]:
        """What it says to a line that it does not understand: something that keeps the game going."""
