"""Interrupts and word of progress while something is compiled."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

PATIENCE = 2.0              # seconds after which who waits is told why


@contextmanager
def interruptible() -> Iterator[None]:
    """Let an interrupt end in KeyboardInterrupt: inside the compiler it may turn into another error, or into none."""
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler or threading.current_thread() is not threading.main_thread():
        yield                           # somebody else listens
        return
    pressed = False

    def note(_number: int, _frame: Any) -> None:
        nonlocal pressed
        pressed = True
        raise KeyboardInterrupt
    signal.signal(signal.SIGINT, note)
    try:
        yield
    except Exception:
        if pressed:
            raise KeyboardInterrupt from None
        raise
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


@contextmanager
def told(what: str) -> Iterator[None]:
    """Tell whoever waits at a terminal what takes so long."""
    if not sys.stderr.isatty():
        yield
        return
    clock = threading.Timer(PATIENCE, lambda: print(f"{what} ...", file=sys.stderr, flush=True))
    clock.daemon = True
    clock.start()
    try:
        yield
    finally:
        clock.cancel()
