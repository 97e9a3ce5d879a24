"""Processes that judge inputs: each handles many, and one that dies or hangs is a find and is replaced.

They are forked from a process that has loaded everything, so that a new one costs milliseconds.  Processor time is
limited for each input (RLIMIT_CPU ends what no handler could), memory for the whole process (RLIMIT_AS).
"""

import faulthandler
import gc
import os
import resource
import signal
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import IO, Any

from tools.fuzz.pools import CANARY
from tools.fuzz.verdict import REFUSED, Find, FoundError, Verdict, exception_find

MORE_MEMORY = 3 << 30       # bytes of address space above what the process has at its start
MORE_RESIDENT = 500 << 10   # KiB: a process that has grown by more is replaced; what it has compiled stays with it
WAITING = 12                # wall time for each second of processor time, on a busy machine
SECONDS = {"read": 10, "score": 60, "play": 90, "plain": 240, "records": 60, "api": 90, "cli": 90, "hands": 60}
COST = 1.0                  # seconds of processor time past which an input is a find
#: one question each; at other levels many hands are scored or played, and what strangers send is compiled
COUNTED = ("read", "records", "api", "cli", "hands")
UNBOUNDED = ("rules", "sim", "play")    # commands that search or play for as long as they are told

Judge = Callable[[dict[str, Any], str], Verdict]
_FORK = get_context("fork")


class Judged:
    """One process that judges inputs, replaced whenever it has to be."""

    def __init__(self, judge: Judge, cost: float = 0.0) -> None:
        self._judge = judge
        self._cost = cost               # seconds of processor time past which an input is a find; 0: none
        self._process: Any = None
        self._grown = 0                 # KiB
        self._pipe: Any = None
        self._told: IO[str] = tempfile.TemporaryFile("w+")        # noqa: SIM115 - what a dying process says
        self.used: Counter[str] = Counter()     # seconds of processor time by level
        self.history: list[tuple[str, int]] = []        # what the process has seen: part and number

    def ask(self, given: dict[str, Any], level: str) -> Verdict:
        """What becomes of an input; one that costs too much is asked once more, since the first may have compiled."""
        verdict, used = self._asked(given, level)
        if verdict.find is None and self._is_dear(given, level, used):
            verdict, used = self._asked(given, level)
            if verdict.find is None and self._is_dear(given, level, used):
                of = f"{given.get('kind', '')} {given['rule']['id'] if level == 'hands' else ''}".strip()
                verdict = replace(verdict, find=Find("cost", f"{used:.1f} s of processor time", f"cost: {level} {of}"))
        if self._grown > MORE_RESIDENT:
            self.close()
        return verdict

    def _is_dear(self, given: dict[str, Any], level: str, used: float) -> bool:
        return level in COUNTED and given.get("kind") not in UNBOUNDED and 0 < self._cost < used

    def _asked(self, given: dict[str, Any], level: str) -> tuple[Verdict, float]:
        """What becomes of an input, and the processor time that took."""
        if self._process is None:
            self._start()
        self.history.append((level, given.get("number", -1)))
        seconds = SECONDS[level]
        try:
            self._pipe.send((given, level, seconds))
            if not self._pipe.poll(WAITING * seconds):
                self._process.kill()
                return Verdict(REFUSED, self._dead("hang", f"no answer in {WAITING * seconds} s of wall time")), 0.0
            verdict, self._grown, used = self._pipe.recv()
        except (EOFError, OSError):
            return Verdict(REFUSED, self._dead()), 0.0
        self.used[level] += used
        return verdict, used

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._pipe.close()
            self._process.kill()
            self._process.join()
        self._process = None

    def _start(self) -> None:
        self._pipe, other = _FORK.Pipe()
        self._told.seek(0)
        self._told.truncate()
        self.history, self._grown = [], 0
        gc.collect()
        gc.freeze()                     # what is there already is not touched, and so not copied
        self._process = _FORK.Process(target=_serve, args=(other, self._judge, self._told), daemon=False)
        self._process.start()
        other.close()

    def _dead(self, kind: str = "", what: str = "") -> Find:
        """What a process died of."""
        self._process.join()
        code = self._process.exitcode
        self._pipe.close()
        self._process = None
        if not kind:
            kind = {-signal.SIGXCPU: "hang", -signal.SIGKILL: "killed"}.get(code, "crash" if code < 0 else "exit")
            what = f"signal {signal.Signals(-code).name}" if code < 0 else f"the process ended with {code}"
        self._told.seek(0)
        frames = [line.strip() for line in self._told.read().splitlines() if line.strip().startswith("File")]
        place = " < ".join(line.split("/")[-1].replace('", line ', ":") for line in frames[:4])
        first = next((line for line in frames if "/quepu/" in line), frames[0] if frames else "")
        named = first.split("/quepu/")[-1].split('"')[0] + first.rpartition(" in ")[2] if first else ""
        return Find(kind, f"{what} at {place}", f"{kind}: {what} at {named}")


def _serve(pipe: Connection, judge: Judge, told: IO[str]) -> None:
    """The process itself."""
    faulthandler.enable(told)
    faulthandler.register(signal.SIGXCPU, told, chain=True)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    faulthandler.register(signal.SIGXCPU, told, chain=True)
    size = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()      # noqa: SIM115
    resource.setrlimit(resource.RLIMIT_AS, (size + MORE_MEMORY, size + MORE_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    warnings.simplefilter("error", RuntimeWarning)
    os.chdir(tempfile.mkdtemp(prefix="quepu-fuzz-", dir=os.environ.get("QUEPU_CACHE")))     # gone with the cache
    first = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    while True:
        try:
            given, level, seconds = pipe.recv()
        except EOFError:
            return
        used = time.process_time()
        _hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        resource.setrlimit(resource.RLIMIT_CPU, (int(used) + seconds + 1, _hard))
        try:
            verdict = judge(given, level)
        except FoundError as error:
            verdict = Verdict(REFUSED, error.find)
        except Exception as error:
            verdict = Verdict(REFUSED, exception_find(error))
        if os.path.isdir(CANARY):
            os.rmdir(CANARY)
            verdict = Verdict(REFUSED, Find("code run", "a text of the input was run as a program", "code run"))
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - first
        pipe.send((verdict, grown, time.process_time() - used))
