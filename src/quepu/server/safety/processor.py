"""How much of the processor another process has used: the server looks itself, for a timer in there may be put out."""

import asyncio
import sys
import time
from collections.abc import Coroutine
from typing import Any, TypeVar

Answer = TypeVar("Answer")
_LOOK = 0.5                 # seconds between two looks
_LATE = 1.0                 # seconds of processor time after which a process has not kept its own limit


def used_by(process: int) -> float:
    """Seconds of processor time that a process has used so far; 0.0 where the system does not tell."""
    if sys.platform != "linux":
        return 0.0
    try:
        return time.clock_gettime(~process << 3 | 2)    # the clock of a process, as the kernel numbers it
    except OSError:                     # it is gone
        return 0.0


async def within(answer: Coroutine[Any, Any, Answer], process: int, seconds: float, longest: float) -> Answer:
    """What a process answers; TimeoutError if that takes more processor time, or longer, than it may."""
    task, loop = asyncio.ensure_future(answer), asyncio.get_running_loop()
    before, end = used_by(process), loop.time() + longest
    try:
        while not task.done():
            left = end - loop.time()
            if left <= 0 or used_by(process) - before > seconds + _LATE:
                raise TimeoutError
            await asyncio.wait([task], timeout=min(_LOOK, left))
        return task.result()
    finally:
        task.cancel()
