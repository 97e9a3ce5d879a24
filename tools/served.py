"""A server in a process of its own, for load and for tests: started, killed in the middle, started again."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

HOST = "127.0.0.1"
_UNTIL_ALONE = Path(__file__).with_name("until_alone.py")       # it ends with us, however we end
LONGEST_START = 600.0       # seconds after which it will never start, on a slow machine too


def free_port() -> int:
    """A port nobody listens on now."""
    with socket.socket() as found:
        found.bind((HOST, 0))
        return int(found.getsockname()[1])


class Served:
    """`quepu serve` on a port of its own; `with` starts and ends it."""

    def __init__(self, database: str, port: int = 0, program: Sequence[str] = ("-m", "quepu.cli.main")) -> None:
        self.database, self.port, self.program = database, port or free_port(), program
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Where it answers."""
        return f"http://{HOST}:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        self.process = subprocess.Popen(
            [sys.executable, str(_UNTIL_ALONE), *self.program, "serve", "--quiet", "--port", str(self.port),
             "--database", self.database], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        end = time.monotonic() + LONGEST_START
        while True:
            try:
                with urllib.request.urlopen(f"{self.address}/api/health", timeout=LONGEST_START) as answer:
                    answer.read()
                return
            except OSError:
                if self.process.poll() is not None or time.monotonic() > end:
                    raise RuntimeError(f"the server did not start (exit code {self.process.poll()})") from None
                time.sleep(0.05)

    def kill(self) -> None:
        """End it at once, in the middle of whatever it does."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def cpu_seconds(self) -> float:
        """The processor time it has used; 0 where that cannot be told."""
        assert self.process is not None
        try:
            with open(f"/proc/{self.process.pid}/stat") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / float(os.sysconf("SC_CLK_TCK"))

    def __enter__(self) -> "Served":
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        assert self.process is not None
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
