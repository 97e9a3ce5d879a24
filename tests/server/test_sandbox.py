"""A child for strangers' rulebooks has given up what it does not need; modes and limits are looked at, not believed."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from quepu.server.safety.sandbox import OPTIONS, environment, missing_here

linux = pytest.mark.skipif(sys.platform != "linux", reason="what only Linux has")
ENTER = """
import json, os, sys
from pathlib import Path
from quepu.server.safety.sandbox import Bounds, enter
own, other = sys.argv[1:]
missing = enter(Bounds(memory=1 << 30, files=40, file_size=1 << 20, writes=(Path(own),)))
def tried(work):
    try:
        work()
    except BaseException as error:
        return type(error).__name__
    return "done"
"""


def told(code: str, tmp_path: Path) -> Any:
    """What a child prints that has entered the sandbox with a folder of its own."""
    own, other = tmp_path / "own", tmp_path / "other"
    own.mkdir(exist_ok=True)
    other.mkdir(exist_ok=True)
    (other / "secret").write_text("x")
    run = subprocess.run([sys.executable, *OPTIONS, "-c", ENTER + code, str(own), str(other)], env=environment(),
                         stdout=subprocess.PIPE, check=False, cwd="/")
    return json.loads(run.stdout)


def test_the_environment_holds_no_secret(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("QUEPU_DATABASE", "postgresql://user:secret@localhost/quepu")
    monkeypatch.setenv("MY_TOKEN", "secret")
    assert "secret" not in json.dumps(told("print(json.dumps(dict(os.environ)))", tmp_path))


@linux
def test_the_limits_are_set(tmp_path: Path) -> None:
    text = told("print(json.dumps(Path('/proc/self/limits').read_text()))", tmp_path)
    found = {line[:26].strip(): line[26:].split()[:2] for line in text.splitlines()}
    assert found["Max address space"] == [str(1 << 30)] * 2
    assert found["Max open files"] == ["40"] * 2
    assert found["Max file size"] == [str(1 << 20)] * 2
    assert found["Max core file size"] == ["0"] * 2
    assert found["Max processes"] == ["0"] * 2


@linux
def test_no_privileges_are_left(tmp_path: Path) -> None:
    text = told("print(json.dumps(Path('/proc/self/status').read_text()))", tmp_path)
    found = dict(line.split(":\t", 1) for line in text.splitlines() if ":\t" in line)
    assert found["NoNewPrivs"] == "1"
    assert int(found["CapEff"], 16) == int(found["CapPrm"], 16) == 0
    nice = told("print(json.dumps(os.getpriority(os.PRIO_PROCESS, 0)))", tmp_path)
    assert nice >= min(19, os.nice(0) + 5)


@linux
def test_there_is_nothing_to_reach(tmp_path: Path) -> None:
    missing = asyncio.run(missing_here())
    if missing:
        pytest.skip(f"not on this machine: {', '.join(missing)}")
    found = told("""
import ctypes, resource, signal, socket, subprocess
libc = ctypes.CDLL(None, use_errno=True)
print(json.dumps({
    "net": os.readlink("/proc/self/ns/net"), "socket": tried(socket.socket), "fork": tried(os.fork),
    "program": tried(lambda: subprocess.run(["/bin/true"])), "kill": tried(lambda: os.kill(os.getppid(), 0)),
    "others": [libc.syscall(234 if os.uname().machine == "x86_64" else 131, os.getppid(), os.getppid(), 0),
               libc.syscall(302 if os.uname().machine == "x86_64" else 261, os.getppid(), resource.RLIMIT_CORE, 0, 0)],
    "itself": [tried(lambda: signal.raise_signal(signal.SIGCHLD)),
               tried(lambda: resource.getrlimit(resource.RLIMIT_CORE))],
    "hidden": tried(lambda: os.memfd_create("x")), "function": tried(lambda: ctypes.CFUNCTYPE(None)(print)),
    "parent": tried(lambda: open(f"/proc/{os.getppid()}/environ").read()),
    "other": tried(lambda: open(other + "/secret")), "write": tried(lambda: open(other + "/new", "w")),
    "own": tried(lambda: open(own + "/new", "w").write("x")), "memory": tried(lambda: bytearray(2 << 30)),
    "large": tried(lambda: open(own + "/large", "wb").write(bytes(2 << 20)))}))
""", tmp_path)
    assert found.pop("net") != os.readlink("/proc/self/ns/net")
    assert found == {"socket": "PermissionError", "fork": "PermissionError", "program": "PermissionError",
                     "kill": "PermissionError", "others": [-1, -1], "itself": ["done", "done"],
                     "hidden": "PermissionError", "function": "done", "parent": "PermissionError",
                     "other": "PermissionError",
                     "write": "PermissionError", "own": "done", "memory": "MemoryError", "large": "OSError"}


@linux
def test_inherited_files_are_closed(tmp_path: Path) -> None:
    read, write = os.pipe()
    os.set_inheritable(write, True)
    code = ENTER + "print(json.dumps(sorted(int(name) for name in os.listdir('/proc/self/fd'))))"
    run = subprocess.run([sys.executable, *OPTIONS, "-c", code, str(tmp_path), str(tmp_path)], env=environment(),
                         stdout=subprocess.PIPE, check=True, close_fds=False, cwd="/")
    os.close(read)
    os.close(write)
    assert json.loads(run.stdout)[:3] == [0, 1, 2]
    assert len(json.loads(run.stdout)) == 4         # and the folder that is being listed


@linux
def test_a_child_dies_with_the_server(tmp_path: Path) -> None:
    inner = ENTER + "print(os.getpid(), flush=True)\nimport time\ntime.sleep(3600)"
    outer = (f"import subprocess, sys\nsubprocess.Popen([sys.executable, *{OPTIONS!r}, '-c', {inner!r}, *sys.argv[1:]])"
             ".wait()")
    parent = subprocess.Popen([sys.executable, "-c", outer, str(tmp_path), str(tmp_path)], env=environment(),
                              stdout=subprocess.PIPE)
    assert parent.stdout is not None
    assert int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    assert parent.stdout.read() == b""              # which ends only when the child has closed it too


