"""A test that hangs fails with its stacks and the others go on; a server ends with the test that started it."""

import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from tools.served import Served

from tests.waiting import LIMIT, LONGEST, wait_until

ROOT = Path(__file__).parents[2]
HANGS = """
import threading

def test_hangs():
    threading.Event().wait()

def test_goes_on():
    pass
"""
STARTS = """
import sys
from tools.served import Served

served = Served(sys.argv[1])
served.start()
print(served.port, served.process.pid, flush=True)
sys.stdin.read()
"""


def test_every_test_has_a_limit(request: pytest.FixtureRequest) -> None:
    assert float(os.environ["PYTEST_TIMEOUT"]) > 0
    assert LIMIT > LONGEST
    assert request.config.getini("timeout_method") == "signal"


@pytest.mark.parametrize("workers", [(), ("-n", "1")])
def test_a_test_that_hangs_fails_alone_with_its_stacks(workers: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text(HANGS, encoding="utf-8")
    told = subprocess.run(
        [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), "--rootdir", str(tmp_path), *workers,
         "-p", "no:cacheprovider", "--timeout", "0.5", "test_x.py"],
        cwd=tmp_path, capture_output=True, text=True, timeout=LONGEST, check=False)
    assert told.returncode == 1, told.stderr
    assert "1 failed, 1 passed" in told.stdout
    assert "threading.Event().wait()" in told.stdout
    assert "Timeout" in told.stdout


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_a_server_ends_with_whoever_started_it(tmp_path: Path) -> None:
    starter = subprocess.Popen([sys.executable, "-c", STARTS, f"sqlite:///{tmp_path}/games.sqlite"], cwd=ROOT,
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert starter.stdout is not None
    port, process = map(int, starter.stdout.readline().split())
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/health", timeout=LONGEST) as answer:
        assert answer.status == 200
    starter.send_signal(signal.SIGKILL)
    starter.wait()

    def is_gone() -> bool:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        state = Path(f"/proc/{process}/stat")
        return state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z"      # nobody asks after it
    wait_until(is_gone, "the server ends")


def test_a_server_ends_when_it_is_told_to(tmp_path: Path) -> None:
    with Served(f"sqlite:///{tmp_path}/games.sqlite") as served:
        process = served.process
    assert process is not None
    assert process.poll() is not None
