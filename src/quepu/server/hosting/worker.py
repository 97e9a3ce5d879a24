"""A process of its own that works questions out: one question a line, one answer a line.

An answer comes as it will be sent, behind a few words about it: the server, who has everybody else to answer too, does
not read it.  What passes a limit is ended with the process, so that nobody's question can hold the server up; a new one
takes its place.  All are caged alike.  One that has read a stranger's rulebook is never asked about those that ship.
"""

import asyncio
import contextlib
import json
import logging
import signal
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quepu import store
from quepu.errors import IllegalAction, QuepuError
from quepu.faults import Fault
from quepu.server.hosting.fair_turns import COME_AGAIN
from quepu.server.problem import (
    BAD_INPUT,
    BUSY,
    CONFLICT,
    NOT_ALLOWED,
    NOT_FOUND,
    TOO_SLOW,
    ProblemError,
    received_faults,
    sent_faults,
    written,
)
from quepu.server.safety.processor import within
from quepu.server.safety.sandbox import Bounds, enter, seal, start

LARGEST_ANSWER = 4 << 20    # bytes; twelve times the largest pad
LONGEST_LINE = LARGEST_ANSWER + (1 << 20)
MOST_MEMORY = 3 << 29       # bytes of address space
LARGE = 768 << 20           # bytes of memory after which a process is not asked again
WAITING, PATIENCE = 4, 5.0  # times its processor time, and seconds more, that an answer may take on a busy machine
GRACE = 0.25                # seconds in which an answer may still come that nobody waits for any more
KEPT = 1800.0               # seconds for which a text that nobody asks for is remembered
TOO_LONG = "too long"
_MARK = b"\t"               # no JSON of one line has it
_STATUSES = (NOT_ALLOWED, NOT_FOUND, CONFLICT, BAD_INPUT)
_LOG = logging.getLogger("quepu.server")


@dataclass(frozen=True, slots=True)
class Told:
    """An answer: of what kind it is, and its text as it is sent."""

    kind: str
    text: bytes

    def values(self) -> dict[str, Any]:
        """The answer as values."""
        values: dict[str, Any] = json.loads(self.text)
        return values


class Worker:
    """The server's side: asks the process, and starts another if it had to be ended."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._lock = asyncio.Lock()
        self._is_idle = True            # every question has had its answer

    @property
    def is_started(self) -> bool:
        """Whether there is a process that can be asked at once."""
        return self._process is not None and self._process.returncode is None and self._is_idle

    async def ask(self, what: str, rule: dict[str, Any], asked: dict[str, Any], seconds: float) -> dict[str, Any]:
        """An answer as values."""
        return (await self.told(what, rule, asked, seconds)).values()

    async def told(self, what: str, rule: dict[str, Any], asked: dict[str, Any], seconds: float) -> Told:
        """An answer of `server.answers.questions`, or the problem it came to, in so much processor time.

        Whoever gives it up leaves a process that can be asked again, or none.
        """
        line = json.dumps({"what": what, "rule": rule, "asked": asked, "seconds": seconds}) + "\n"
        async with self._lock:
            said: dict[str, Any] = {}
            try:
                said, text = await self._exchanged(line.encode(), seconds)
            finally:
                if not self._is_idle or said.get("ends") or said.get("kind") == TOO_LONG:
                    await self.close()  # the next must not get this answer, nor what is left of the work
        if said.get("kind") == TOO_LONG:
            raise ProblemError(TOO_SLOW, Fault("server.too_long", seconds=f"{seconds:g}"), [Fault("server.simpler")])
        if not said:
            raise ProblemError(BUSY, Fault("server.no_answer", seconds=f"{_longest(seconds):g}"),
                               [Fault("server.in_a_moment")], COME_AGAIN)
        if "log" in said:
            _LOG.error("%s", said["log"])
        if "faults" in said:
            faults, status = received_faults(said), said.get("status")
            if status in _STATUSES and faults:
                raise ProblemError(status, faults[0], faults[1:])
            raise ProblemError(BAD_INPUT, Fault("server.not_valid"), faults)
        return Told(str(said.get("kind")), text)

    async def _exchanged(self, line: bytes, seconds: float) -> tuple[dict[str, Any], bytes]:
        """What the process says to this and its answer; nothing if it has ended or does not come to an end."""
        process = await self._ready()
        assert process.stdin is not None
        assert process.stdout is not None
        said: dict[str, Any] = {}
        text = b""
        self._is_idle = False
        try:
            process.stdin.write(line)
            said, text = _said(await within(process.stdout.readline(), process.pid, seconds, _longest(seconds)))
        except asyncio.CancelledError:  # most answers come in a moment, and the process has read much by now
            await asyncio.sleep(0)      # nobody reads any more
            with contextlib.suppress(TimeoutError, ValueError, ConnectionError):
                self._is_idle = bool(_said(await asyncio.wait_for(process.stdout.readline(), GRACE))[0])
            raise
        except (TimeoutError, ValueError, ConnectionError):
            pass
        self._is_idle = bool(said)
        return said, text

    async def start(self) -> None:
        """Start the process if there is none."""
        async with self._lock:
            await self._ready()

    async def _ready(self) -> asyncio.subprocess.Process:
        """The process; it has read its own modules."""
        if self._process is None or self._process.returncode is not None:
            lent, self._is_idle = str(store.store().folder or ""), False
            self._process = await start("quepu.server.hosting.worker", lent, longest_line=LONGEST_LINE,
                                        QUEPU_CACHE=lent, QUEPU_CACHE_LENT=lent)
            assert self._process.stdout is not None
            try:
                await self._process.stdout.readline()   # that is nobody's time
            except BaseException:
                await self.close()
                raise
            self._is_idle = True
        return self._process

    async def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def _longest(seconds: float) -> float:
    """How long an answer may take that may use so much processor time."""
    return WAITING * seconds + PATIENCE


def _said(line: bytes) -> tuple[dict[str, Any], bytes]:
    """A whole line as what it says of an answer, and the answer; nothing if it is none."""
    about, _mark, text = line.partition(_MARK)
    try:
        said = json.loads(about) if line.endswith(b"\n") else {}
    except (ValueError, RecursionError):
        return {}, b""
    return (said, text[:-1]) if isinstance(said, dict) else ({}, b"")


# -- the process itself --

class TooLongError(BaseException):
    """The processor time is used up; no handler of errors on the way takes it for one of its own."""


def _stop(_signal: int, _frame: object) -> None:
    raise TooLongError


def told_of(error: Exception, what: str) -> dict[str, Any]:
    """What went wrong, as it is answered."""
    if isinstance(error, ProblemError):
        return {"status": error.status, **sent_faults([error.title, *error.faults])}
    if isinstance(error, IllegalAction):
        return {"status": CONFLICT, **sent_faults([Fault("server.not_now"), *error.faults])}
    if isinstance(error, QuepuError):
        return sent_faults(error.faults)
    if isinstance(error, MemoryError | RecursionError):
        return sent_faults([Fault("server.too_large_to_work_out")])
    from quepu.server.safety.guard import where  # a fault of ours, not of whoever asked
    kind = type(error).__name__
    return {**sent_faults([Fault("server.failed", kind=kind), Fault("server.failed_logged")]),
            "log": f"{kind} in {what} of a rulebook that was sent\n{where(error)}"}


def serve(lent: Path | None) -> None:
    """Answer until nobody asks any more; machine code is read from the folder that is lent, and written nowhere."""
    bounds = Bounds(memory=MOST_MEMORY, reads=() if lent is None else (lent,))
    enter(bounds)
    from quepu.server.answers.asked_book import Books, Rule
    from quepu.server.answers.machine_code import is_kept
    from quepu.server.answers.questions import QUESTIONS
    books = Books(is_compiled=is_kept)
    signal.signal(signal.SIGPROF, _stop)
    seal(bounds)
    print("ready", flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        text = b""
        try:
            signal.setitimer(signal.ITIMER_PROF, asked["seconds"])
            answer = QUESTIONS[asked["what"]](books, Rule(**asked["rule"]), asked["asked"])
            said, text = {"kind": answer["kind"]}, sendable(answer)
            signal.setitimer(signal.ITIMER_PROF, 0)
        except TooLongError:
            said, text = {"kind": TOO_LONG}, b""
        except Exception as error:
            said = told_of(error, asked["what"])
        signal.setitimer(signal.ITIMER_PROF, 0)
        about = json.dumps({**said, "ends": _is_large()})
        sys.stdout.buffer.write(b"".join((about.encode(), _MARK, text, b"\n")))
        sys.stdout.buffer.flush()
        books.drop_unused(KEPT)


def sendable(answer: dict[str, Any]) -> bytes:
    """An answer as it is sent; one without end is refused, for whoever sends it holds it until it is read."""
    text = written(answer).encode()
    if len(text) > LARGEST_ANSWER:
        raise ProblemError(BAD_INPUT, Fault("server.large_answer", size=LARGEST_ANSWER >> 20),
                           [Fault("server.simpler")])
    return text


def _is_large() -> bool:
    """Whether the process has grown so much that another had better take its place."""
    try:
        with open("/proc/self/status", encoding="utf-8") as told:
            return any(int(line.split()[1]) << 10 > LARGE for line in told if line.startswith("VmHWM:"))
    except (OSError, ValueError, IndexError):
        return _largest() > max(LARGE, _FIRST)


def _largest() -> int:
    """The most memory the process has ever had, in bytes; who starts another may leave his own mark in there."""
    try:
        import resource
    except ImportError:                 # not everywhere
        return 0
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size if sys.platform == "darwin" else size << 10


_FIRST = _largest()


if __name__ == "__main__":
    serve(Path(sys.argv[1]) if sys.argv[1] else None)
