"""What compiled code may not do, and how Python hears of it."""

from ctypes import c_int64, string_at
from enum import IntEnum

from quepu.engine.machine import LEDGER_IS_FULL, STOPS
from quepu.errors import EngineFault
from quepu.faults import Fault


class Breach(IntEnum):
    """A sort of breach."""

    INDEX = 0
    SHIFT = 1
    DIVISION = 2
    STORE = 3
    STEPS = 4
    ADDRESS = 5
    LEDGER = LEDGER_IS_FULL


_FAULTS = {Breach.INDEX: Fault("breach.index"), Breach.SHIFT: Fault("breach.shift"),
           Breach.DIVISION: Fault("breach.division"), Breach.STORE: Fault("breach.store"),
           Breach.STEPS: Fault("breach.steps"), Breach.ADDRESS: Fault("breach.address"),
           **{Breach(reason): fault for reason, fault in STOPS.items()}}
#: how the place of a breach is given: its line, then its sort
BREACH_BITS = 3
#: what an entry returns then; the place is in the words of the fault
STOPPED = -(1 << 62) - 0x5157


class FaultWords:
    """Where compiled code tells of a breach: the address of the function's name, and the place in it."""

    def __init__(self, address: int) -> None:
        self._words = (c_int64 * 2).from_address(address)

    def taken(self, rulebook: str) -> EngineFault | None:
        """The fault that was told of, now forgotten; None if there was none."""
        name, place = self._words
        if name == 0:
            return None
        self._words[0] = 0
        function, file = string_at(name).decode().split(" ")
        return EngineFault(function, file, place >> BREACH_BITS,
                           _FAULTS[Breach(place & (1 << BREACH_BITS) - 1)], rulebook)
