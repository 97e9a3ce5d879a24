"""A bot that is a process: lines go to its standard input, lines come from its standard output.

Two threads of its own do the reading and writing, so that a process that neither reads nor answers never holds up the
game for longer than its time.
"""

import contextlib
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
import weakref
from pathlib import Path
from typing import IO, Any

from quepu.bots.seat import Bot, BotLost
from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.game.match import Match
from quepu.records.json_text import json_line, json_value

TIMEOUT = 10.0              # seconds for an answer
LONGEST = 1 << 16           # bytes of an answer
MOST = 256                  # lines nobody asked for
_GRACE = 0.5                # seconds a process is given to end by itself


class ProcessBot(Bot):
    """A process that decides; it is started at once and ended by `close`, or with the program."""

    def __init__(self, name: str, command: str, timeout: float = TIMEOUT, lang: str = "en",
                 log: str | os.PathLike[str] | None = None) -> None:
        self.name = name
        self.command, self.timeout, self.lang, self.log = command, timeout, lang, log
        self.start()

    def start(self) -> None:
        """Start the process."""
        self._out: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._in: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._process = process = _started(self.command, self.log)
        self._end = weakref.finalize(self, _ended, process, self._out)
        for target, stream, lines in ((_write, process.stdin, self._out), (_read, process.stdout, self._in)):
            threading.Thread(target=target, args=(stream, lines), daemon=True).start()

    def send(self, message: dict[str, Any]) -> None:
        """Send a line."""
        self._out.put(json_line(message).encode() + b"\n")

    def forget(self) -> int:
        """Drop what it said before it was asked; how many lines that were."""
        count = 0
        with contextlib.suppress(queue.Empty):
            while self._in.get_nowait() is not None:
                count += 1
            self._in.put(None)          # it has ended: seen again when it is asked
        return count

    def receive(self, until: float) -> dict[str, Any]:
        """The next line it says; BotLost if it ended, takes too long, or says what is no object of JSON."""
        try:
            line = self._in.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            raise self.lost("slow", seconds=f"{self.timeout:g}") from None
        if line is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_GRACE)
            raise self.lost("ended", code=self._process.returncode)
        try:
            answer = json_value(line.decode(), "bot") if len(line) <= LONGEST else None
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise self.lost("nonsense", answer=short(line.decode("utf-8", "replace")))
        return answer

    def said(self, seconds: float) -> bool:
        """Whether it says something more within so many seconds."""
        try:
            line = self._in.get(timeout=seconds)
        except queue.Empty:
            return False
        rest = [line]
        with contextlib.suppress(queue.Empty):
            while True:
                rest.append(self._in.get_nowait())
        for one in rest:                # put back in order
            self._in.put(one)
        return line is not None

    def lost(self, why: str, **values: Any) -> BotLost:
        """Why it cannot go on."""
        return BotLost(Fault(f"bots.{why}", name=self.name, **values))

    def close(self) -> None:
        """End the process: its input is closed, and soon after it is made to end."""
        self._end()


def begun(match: Match) -> int:
    """The place of the step with which the hand at hand began."""
    return match.steps.begun


def short(text: str) -> str:
    """The beginning of an answer, as something that can be shown."""
    shown = "".join(char if char.isprintable() else " " for char in text[:80]).strip()
    return shown[:40] + ("..." if len(shown) > 40 else "")


def _started(command: str, log: str | os.PathLike[str] | None) -> "subprocess.Popen[bytes]":
    """The process of a command; what it says on standard error goes to a file or nowhere."""
    try:
        parts = shlex.split(command, posix=os.name == "posix")
        with contextlib.ExitStack() as stack:
            errors = stack.enter_context(Path(log).open("ab")) if log is not None else subprocess.DEVNULL
            # a session of its own: Ctrl-C is meant for the player, and its children can be ended with it
            return subprocess.Popen(parts, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors,
                                    start_new_session=os.name == "posix")
    except (OSError, ValueError, IndexError) as error:
        raise QuepuError(Fault("bots.not_started", command=command, why=str(error))) from None


def _ended(process: "subprocess.Popen[bytes]", out: "queue.SimpleQueue[bytes | None]") -> None:
    """End a process and its children, kindly first."""
    out.put(None)                       # closes its input
    for kindness in (None, signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)):
        if kindness is not None:
            _signal(process, kindness)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE)
            break
    else:
        process.kill()
        process.wait()
    _signal(process, getattr(signal, "SIGKILL", signal.SIGTERM))    # children that outlived it


def _signal(process: "subprocess.Popen[bytes]", number: int) -> None:
    """Signal a process with all of its session."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if os.name == "posix":
            os.killpg(process.pid, number)
        else:
            process.send_signal(number)


def _write(stream: IO[bytes], lines: "queue.SimpleQueue[bytes | None]") -> None:
    """Write lines until None comes or nobody reads."""
    with contextlib.suppress(OSError, ValueError), stream:
        while (line := lines.get()) is not None:
            stream.write(line)
            if lines.empty():
                stream.flush()


def _read(stream: IO[bytes], lines: "queue.SimpleQueue[bytes | None]") -> None:
    """Read lines until there are no more, or too many that nobody asked for."""
    with contextlib.suppress(OSError, ValueError), stream:
        while lines.qsize() < MOST and (line := stream.readline(LONGEST + 1)):
            lines.put(line)
    lines.put(None)
