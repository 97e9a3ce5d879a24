"""A process for strangers' rulebooks in which some do harm, each by its English name: what the language forbids them.

It stands in for machine code that reads and writes what it should not; otherwise it does what `server.hosting.child`
does.
"""

import contextlib
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

from quepu.server.hosting import child
from quepu.server.tables.game_table import OPERATIONS, Table


def hog() -> None:
    kept = []
    while True:
        kept.append(bytes(1 << 28))     # asked for and never touched: it costs memory, but hardly any time


def loop() -> None:
    while True:
        pass


def sleep() -> None:
    time.sleep(600)


def deafen() -> None:
    """Hear nothing of the time that has run out, and go on."""
    with contextlib.suppress(OSError):
        signal.signal(signal.SIGPROF, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPROF})
    signal.setitimer(signal.ITIMER_PROF, 0)
    loop()


HARM = {"dies": os.abort, "hogs": hog, "loops": loop, "sleeps": sleep, "deafens itself": deafen}
_next_hand, _try_out, _act = Table.next_hand, child.try_out, Table.act


def next_hand(table: Table, seed: int | None) -> dict[str, Any]:
    """Deal a hand; `dies in 4` does harm when the fourth is dealt."""
    found = _next_hand(table, seed)
    name, _in, hand = str(table.match.book.model.names["en"]).partition(" in ")
    if name in HARM and table.match.hand is not None and table.match.hand.hand >= int(hand):
        HARM[name]()
    return found


def act(table: Table, player: int, action: str, step: int | None) -> dict[str, Any]:
    """Take an answer; `lies` tells what no table tells."""
    found = _act(table, player, action, step)
    if table.match.book.model.names["en"] == "lies":
        found["first"] = -1
    return found


def try_out(book: Any, engine: Any) -> None:
    """The trial; one option is deadly."""
    if any(option.id == "deadly" and option.value for option in book.model.options):
        os.abort()
    _try_out(book, engine)


Table.next_hand, Table.act, child.try_out = next_hand, act, try_out  # type: ignore[method-assign]
OPERATIONS.update(next_hand=next_hand, act=act)

if __name__ == "__main__":
    child.serve(child.Child(), int(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]))
