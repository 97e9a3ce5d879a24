"""One process in which all games by one stranger's rulebook and options are played, as the server has it.

One question is asked at a time, one line each way.  A process that takes too long, says nonsense or dies is ended; who
asked hears why.  It has a folder of its own for machine code, from which nobody else ever loads.
"""

import asyncio
import contextlib
import json
import os
import shutil
import signal
import tempfile
import time
from pathlib import Path
from typing import Any

from quepu import store
from quepu.errors import IllegalAction, QuepuError
from quepu.faults import Fault
from quepu.server.http_problem import BAD_INPUT, CONFLICT, NOT_ALLOWED, NOT_FOUND, ProblemError, received_faults
from quepu.server.safety import sandbox
from quepu.server.safety.processor import within

LONGEST_LINE = 8 << 20
WAITING, PATIENCE = 4, 5.0  # times its processor time, and seconds more, that an answer may take on a busy machine
STARTING = 60.0             # seconds until a process has read its own modules
OUT_OF_MEMORY = 3           # exit code
FOLDER = "quepu-host-"
MOST_BYTES = 512 << 20      # in its folder
_STATUSES = (NOT_ALLOWED, NOT_FOUND, CONFLICT, BAD_INPUT)

TOO_LONG, TOO_LARGE, CRASHED, NONSENSE = map(Fault, (
    "host.took_too_long", "host.too_much_memory", "host.crashed", "host.nonsense"))


class DiedError(Exception):
    """The process has ended by itself, or had to be."""

    def __init__(self, why: str) -> None:
        self.why = why
        super().__init__(why)


class EndedError(Exception):
    """The server has ended the process to make room for others: another can be had."""


class AbsentError(Exception):
    """The process does not have this table: it has to be set up there again."""


class Host:
    """The process; `used` is when it was last asked something."""

    def __init__(self, key: str, address: str, memory: int, module: str) -> None:
        self.key, self.address, self._memory, self._module = key, address, memory, module
        self.busy = 0                   # questions that are being answered or wait
        self.used = time.monotonic()
        self.ended = False
        self.folder: Path | None = None
        self._process: asyncio.subprocess.Process | None = None
        self._lock = asyncio.Lock()
        self._number = 0
        self._removing: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int:
        """Of the process; 0 if there is none."""
        return 0 if self._process is None else self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked."""
        return not self.ended and self._process is not None and self._process.returncode is None

    async def start(self) -> None:
        """Start the process; it has read no rulebook then."""
        self.folder = await asyncio.to_thread(_new_folder)
        lent = str(store.store().folder or self.folder)
        self._process = await sandbox.start(
            self._module, str(self._memory), str(self.folder), lent, folder=self.folder,
            longest_line=LONGEST_LINE, QUEPU_CACHE=str(self.folder), QUEPU_CACHE_LENT=lent, TMPDIR=str(self.folder))
        assert self._process.stdout is not None
        try:
            async with asyncio.timeout(STARTING):
                greeting = await self._process.stdout.readline()
        except (TimeoutError, ValueError):
            greeting = b""
        if not greeting:
            raise await self._failed(CRASHED)

    async def ask(self, what: str, seconds: float, **values: Any) -> Any:
        """What the process answers to this within so many seconds of processor time, or the problem it came to."""
        self.busy += 1
        task = asyncio.ensure_future(self._asked(what, seconds, values))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())       # somebody may have gone
        try:
            # whoever asked may go away; the question is answered all the same, or the next one would get its answer
            return await asyncio.shield(task)
        finally:
            self.busy -= 1
            self.used = time.monotonic()

    async def _asked(self, what: str, seconds: float, values: dict[str, Any]) -> Any:
        async with self._lock:
            if self.ended:
                raise EndedError
            self._number += 1
            asked = {"id": self._number, "what": what, "seconds": seconds, "values": values}
            answer = await self._exchanged(json.dumps(asked).encode() + b"\n", seconds)
            return _given(answer)

    async def _exchanged(self, line: bytes, seconds: float) -> dict[str, Any]:
        """An answer in so many seconds of processor time; DiedError if there is none."""
        why, text = CRASHED, b""
        try:
            text = await within(self._said(line), self.pid, seconds, WAITING * seconds + PATIENCE)
            if text.endswith(b"\n"):
                answer = json.loads(text)
                if isinstance(answer, dict) and answer.get("id") == self._number:
                    return answer
                why = NONSENSE
        except TimeoutError:
            why = TOO_LONG
        except (ValueError, RecursionError):
            why = NONSENSE
        except OSError:
            pass                        # it is gone
        raise await self._failed(why)

    async def _said(self, line: bytes) -> bytes:
        assert self._process is not None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line)
        await self._process.stdin.drain()
        return await self._process.stdout.readline()

    async def _failed(self, why: str) -> DiedError | EndedError:
        """End what has failed; what is to be said of it."""
        if self.ended:
            return EndedError()
        process = self._process
        assert process is not None
        with contextlib.suppress(TimeoutError):
            if why == CRASHED:          # it is ending, and its exit code says more
                async with asyncio.timeout(PATIENCE):
                    await process.wait()
        code = process.returncode
        self.end()
        if code in (-int(getattr(signal, "SIGPROF", 0)), -int(getattr(signal, "SIGXCPU", 0))) and code:
            why = TOO_LONG
        elif code == OUT_OF_MEMORY:
            why = TOO_LARGE
        return DiedError(why)

    def end(self) -> None:
        """End the process and take its folder away."""
        if self.ended:
            return
        self.ended = True
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
        self._removing = asyncio.ensure_future(self._remove())

    async def closed(self) -> None:
        """Wait until nothing is left of it."""
        self.end()
        if self._removing is not None:
            await self._removing

    async def _remove(self) -> None:
        if self._process is not None:
            await self._process.wait()
        if self.folder is not None:
            await asyncio.to_thread(shutil.rmtree, self.folder, True)

    def is_too_large(self) -> bool:
        """Whether its folder holds more than it may."""
        if self.folder is None:
            return False
        size = 0
        for place, _folders, names in os.walk(self.folder):
            for name in names:
                with contextlib.suppress(OSError):
                    size += os.lstat(os.path.join(place, name)).st_size
        return size > MOST_BYTES


def _given(answer: dict[str, Any]) -> Any:
    """What an answer gives, or the error it tells."""
    if "given" in answer:
        return answer["given"]
    if answer.get("absent"):
        raise AbsentError
    faults = received_faults(answer)
    if "status" in answer:
        status = answer["status"] if answer["status"] in _STATUSES else BAD_INPUT
        raise ProblemError(status, faults[0] if faults else Fault("host.not_done"), faults[1:])
    raise (IllegalAction if answer.get("illegal") else QuepuError)(faults or [Fault("host.not_done")])


# -- folders --

def _new_folder() -> Path:
    """A private folder for machine code; the engine's own is lent from the cache of the server."""
    return Path(tempfile.mkdtemp(prefix=f"{FOLDER}{os.getpid()}-"))


def sweep_folders() -> None:
    """Take away the folders of servers that were killed."""
    if os.name != "posix":
        return                          # there a process cannot be asked whether it is there without ending it
    for path in Path(tempfile.gettempdir()).glob(f"{FOLDER}*"):
        owner = path.name.removeprefix(FOLDER).partition("-")[0]
        if not owner.isdigit() or path.is_symlink():
            continue
        with contextlib.suppress(OSError):
            if path.stat().st_uid != os.getuid():
                continue
            try:
                os.kill(int(owner), 0)
            except ProcessLookupError:
                shutil.rmtree(path, True)
