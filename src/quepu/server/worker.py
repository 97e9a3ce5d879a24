"""A process of its own that works with strangers' rulebooks: one request a line, one answer a line.

What takes too long is ended with the process, so that no rulebook can hold the server up; a new one takes its place.
"""

import asyncio
import json
import signal
import sys
from typing import Any

from quepu.errors import QuepuError
from quepu.server.problem import BAD_INPUT, TOO_SLOW, ProblemError

LONGEST_LINE = 8 << 20
MOST_MEMORY = 2 << 30       # bytes of address space
WAITING = 4                 # how many times its processor time an answer may take on a busy machine
TOO_LONG = "too long"


class Worker:
    """The server's side: asks the process, and starts another if it had to be ended."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._lock = asyncio.Lock()

    async def ask(self, what: str, rule: dict[str, Any], asked: dict[str, Any], seconds: float) -> dict[str, Any]:
        """An answer of `server.answers`, or the problem it came to, after so many seconds of processor time."""
        line = json.dumps({"what": what, "rule": rule, "asked": asked, "seconds": seconds}) + "\n"
        async with self._lock:
            process = await self._running()
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                process.stdin.write(line.encode())
                answer = await asyncio.wait_for(process.stdout.readline(), WAITING * seconds)
            except (TimeoutError, ValueError, ConnectionError):
                answer = b""
            if not answer:
                await self.close()
                raise ProblemError(TOO_SLOW, "this rulebook took too long", ["make it smaller or simpler"])
        found: dict[str, Any] = json.loads(answer)
        if found.get("kind") == TOO_LONG:
            raise ProblemError(TOO_SLOW, "this rulebook took too long", ["make it smaller or simpler"])
        if "faults" in found and "kind" not in found:
            raise ProblemError(BAD_INPUT, "not valid", found["faults"])
        return found

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "quepu.server.worker", stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE, limit=LONGEST_LINE)
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


def serve() -> None:
    """The process itself."""
    limit_memory(MOST_MEMORY)
    from quepu.server.answers import ANSWERS
    from quepu.server.books import Books, Rule
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
        except QuepuError as error:
            answer = {"faults": list(error.faults)}
        except (MemoryError, RecursionError):
            answer = {"faults": ["this is too large to be worked out: make it smaller or simpler"]}
        signal.setitimer(signal.ITIMER_PROF, 0)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    serve()
