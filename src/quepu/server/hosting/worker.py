"""A process of its own that works with strangers' rulebooks: one request a line, one answer a line.

What takes too long is ended with the process, so that no rulebook can hold the server up; a new one takes its place.
"""

import asyncio
import json
import logging
import signal
import sys
from typing import Any

from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.server.http_problem import BAD_INPUT, TOO_SLOW, ProblemError, received_faults, sent_faults
from quepu.server.safety.sandbox import Bounds, enter, start

LONGEST_LINE = 8 << 20
MOST_MEMORY = 2 << 30       # bytes of address space
WAITING = 4                 # how many times its processor time an answer may take on a busy machine
KEPT = 1800.0               # seconds for which a text that nobody asks for is remembered
TOO_LONG = "too long"
_LOG = logging.getLogger("quepu.server")


class Worker:
    """The server's side: asks the process, and starts another if it had to be ended."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._lock = asyncio.Lock()

    async def ask(self, what: str, rule: dict[str, Any], asked: dict[str, Any], seconds: float) -> dict[str, Any]:
        """An answer of `server.routes.hand_answers`, or the problem it came to, in so much processor time."""
        line = json.dumps({"what": what, "rule": rule, "asked": asked, "seconds": seconds}) + "\n"
        async with self._lock:
            answer = b""
            try:
                process = await self._running()
                assert process.stdin is not None
                assert process.stdout is not None
                process.stdin.write(line.encode())
                answer = await asyncio.wait_for(process.stdout.readline(), WAITING * seconds)
            except (TimeoutError, ValueError, ConnectionError):
                pass
            finally:
                if not answer:          # also if whoever asked has gone: the next must not get this answer
                    await self.close()
            if not answer:
                raise ProblemError(TOO_SLOW, Fault("server.too_long"), [Fault("server.simpler")])
        said: dict[str, Any] = json.loads(answer)
        if said.get("kind") == TOO_LONG:
            raise ProblemError(TOO_SLOW, Fault("server.too_long"), [Fault("server.simpler")])
        if "log" in said:
            _LOG.error("%s", said["log"])
        if "faults" in said and "kind" not in said:
            raise ProblemError(BAD_INPUT, Fault("server.not_valid"), received_faults(said))
        return said

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await start("quepu.server.hosting.worker", longest_line=LONGEST_LINE)
            assert self._process.stdout is not None
            await self._process.stdout.readline()       # it has started; that is not the rulebook's time
        return self._process

    async def close(self) -> None:
        """End the process."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
        self._process = None


def limit_memory(size: int) -> None:
    """Let this process have no more than so many bytes of address space, where the system can see to it."""
    try:
        import resource
        resource.setrlimit(resource.RLIMIT_AS, (size, size))
    except (ImportError, ValueError, OSError):
        pass


class TooLongError(Exception):
    """The processor time is used up."""


def _stop(_signal: int, _frame: object) -> None:
    raise TooLongError


def told_of(error: Exception, what: str) -> dict[str, Any]:
    """What went wrong, as it is answered."""
    if isinstance(error, QuepuError):
        return sent_faults(error.faults)
    if isinstance(error, MemoryError | RecursionError):
        return sent_faults([Fault("server.too_large_to_work_out")])
    from quepu.server.safety.guard import where  # a fault of ours, not of whoever wrote the text
    kind = type(error).__name__
    return {**sent_faults([Fault("server.failed", kind=kind), Fault("server.failed_logged")]),
            "log": f"{kind} in {what} of a rulebook that was sent\n{where(error)}"}


def serve() -> None:
    """The process itself."""
    enter(Bounds(memory=MOST_MEMORY))
    from quepu.server.routes.asked_book import Books, Rule
    from quepu.server.routes.hand_answers import ANSWERS
    books = Books()
    signal.signal(signal.SIGPROF, _stop)
    print("ready", flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            signal.setitimer(signal.ITIMER_PROF, asked["seconds"])
            answer = ANSWERS[asked["what"]](books, Rule(**asked["rule"]), asked["asked"])
            signal.setitimer(signal.ITIMER_PROF, 0)
        except TooLongError:
            answer = {"kind": TOO_LONG}
        except Exception as error:
            answer = told_of(error, asked["what"])
        signal.setitimer(signal.ITIMER_PROF, 0)
        print(json.dumps(answer), flush=True)
        books.drop_unused(KEPT)


if __name__ == "__main__":
    serve()
