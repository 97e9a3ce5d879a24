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
from quepu.server.safety.sandbox import Bounds, enter, seal
own, other = sys.argv[1:]
import ctypes, resource, signal, socket, subprocess, time
bounds = Bounds(memory=1 << 30, files=40, file_size=1 << 20, writes=(Path(own),) if SEALED != "reads" else ())
missing = enter(bounds)
if SEALED:
    missing += seal(bounds)
def tried(work):
    try:
        work()
    except BaseException as error:
        return type(error).__name__
    return "done"
"""


def told(code: str, tmp_path: Path, sealed: str = "writes") -> Any:
    """What a child prints that has entered the sandbox with a folder of its own, or with none."""
    own, other = tmp_path / "own", tmp_path / "other"
    own.mkdir(exist_ok=True)
    other.mkdir(exist_ok=True)
    (other / "secret").write_text("x")
    (other / "secret").chmod(0o600)
    text = f"SEALED = {sealed!r}\n{ENTER}{code}"
    run = subprocess.run([sys.executable, *OPTIONS, "-c", text, str(own), str(other)], env=environment(),
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
    nice = told("print(json.dumps(os.getpriority(os.PRIO_PROCESS, 0)))", tmp_path, "")
    assert nice >= min(19, os.nice(0) + 5)


@linux
def test_there_is_nothing_to_reach(tmp_path: Path) -> None:
    missing = asyncio.run(missing_here())
    if missing:
        pytest.skip(f"not on this machine: {', '.join(missing)}")
    found = told("""
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
                     "hidden": "PermissionError", "function": "done", "parent": "FileNotFoundError",
                     "other": "FileNotFoundError",
                     "write": "FileNotFoundError", "own": "done", "memory": "MemoryError", "large": "OSError"}


@linux
def test_inherited_files_are_closed(tmp_path: Path) -> None:
    read, write = os.pipe()
    os.set_inheritable(write, True)
    code = "SEALED = ''\n" + ENTER + "print(json.dumps(sorted(int(name) for name in os.listdir('/proc/self/fd'))))"
    run = subprocess.run([sys.executable, *OPTIONS, "-c", code, str(tmp_path), str(tmp_path)], env=environment(),
                         stdout=subprocess.PIPE, check=True, close_fds=False, cwd="/")
    os.close(read)
    os.close(write)
    assert json.loads(run.stdout)[:3] == [0, 1, 2]
    assert len(json.loads(run.stdout)) == 4         # and the folder that is being listed


@linux
def test_a_child_dies_with_the_server(tmp_path: Path) -> None:
    inner = "SEALED = ''\n" + ENTER + "print(os.getpid(), flush=True)\nimport time\ntime.sleep(3600)"
    outer = (f"import subprocess, sys\nsubprocess.Popen([sys.executable, *{OPTIONS!r}, '-c', {inner!r}, *sys.argv[1:]])"
             ".wait()")
    parent = subprocess.Popen([sys.executable, "-c", outer, str(tmp_path), str(tmp_path)], env=environment(),
                              stdout=subprocess.PIPE)
    assert parent.stdout is not None
    assert int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    assert parent.stdout.read() == b""              # which ends only when the child has closed it too


# -- what an audit found from inside: each was done before --

@linux
@pytest.mark.parametrize("sealed", ["writes", "reads"])
def test_nothing_is_done_to_a_foreign_file(tmp_path: Path, sealed: str) -> None:
    found = told("""
secret = other + "/secret"
libc = ctypes.CDLL(None, use_errno=True)
def call(name, *given):
    return getattr(libc, name)(*given), ctypes.get_errno()
print(json.dumps({
    "mode": tried(lambda: os.chmod(secret, 0o666)), "owner": tried(lambda: os.chown(secret, 7, 7)),
    "time": tried(lambda: os.utime(secret, (1, 1))), "note": tried(lambda: os.setxattr(secret, "user.x", b"x")),
    "stat": tried(lambda: os.stat(secret)), "list": tried(lambda: os.listdir(other)),
    "link": tried(lambda: os.link(secret, own + "/link")),
    "read": tried(lambda: open(secret).read()), "named": tried(lambda: os.symlink(secret, own + "/named")),
    "watch": call("inotify_init1", 0), "watched": call("fanotify_init", 0, 0)}))
""", tmp_path, sealed)
    assert found.pop("watch") == found.pop("watched") == [-1, 1]
    assert "done" not in found.values(), found
    secret = tmp_path / "other" / "secret"
    assert secret.stat().st_mode & 0o777 == 0o600
    assert secret.stat().st_mtime > 1
    assert not list((tmp_path / "own").iterdir())


@linux
@pytest.mark.parametrize("sealed", ["writes", "reads"])
def test_what_ends_it_is_not_switched_off(tmp_path: Path, sealed: str) -> None:
    found = told("""
libc = ctypes.CDLL(None, use_errno=True)
print(json.dumps({
    "deaf": tried(lambda: signal.signal(signal.SIGPROF, signal.SIG_IGN)),
    "long": tried(lambda: signal.signal(signal.SIGXCPU, signal.SIG_IGN)),
    "orphan": [libc.prctl(1, 0, 0, 0, 0), ctypes.get_errno()], "limits": tried(
        lambda: resource.setrlimit(resource.RLIMIT_CPU, (1000, 1000))),
    "group": tried(lambda: os.killpg(0, 0)), "session": tried(os.setsid), "own": tried(lambda: os.kill(os.getpid(), 0)),
    "nice": tried(lambda: os.nice(-1)), "wait": tried(lambda: time.sleep(0.001)),
    "timer": tried(lambda: signal.setitimer(signal.ITIMER_PROF, 50)),
    "score": tried(lambda: open("/proc/self/oom_score_adj", "w").write("0"))}))
""", tmp_path, sealed)
    assert found.pop("orphan") == [-1, 1]
    allowed = {name for name, answer in found.items() if answer == "done"}
    assert allowed == {"own", "wait", "timer"}


@linux
def test_one_who_only_reads_opens_nothing_to_write(tmp_path: Path) -> None:
    found = told("""
print(json.dumps([tried(lambda: open(own + "/new", "w")), tried(lambda: open("/dev/null", "w")),
                  tried(lambda: os.mkdir(own + "/new")), tried(lambda: open(json.__file__).read())]))
""", tmp_path, "reads")
    assert "done" not in found[:3]
    assert found[3] == "done"


@linux
def test_a_call_that_nobody_thought_of_is_refused(tmp_path: Path) -> None:
    """Every number there is, but for those that are allowed, answers EPERM: an allow list, not a deny list."""
    found = told("""
from quepu.server.safety import calls
place = list(calls._CODES).index(os.uname().machine)
known = [*calls._PLAIN.values(), *calls._WRITES.values(), calls._OPEN, calls._OPENAT, calls._KILL, calls._TKILL,
         calls._TGKILL, calls._PRLIMIT64, calls._RT_SIGACTION, calls._PRCTL, calls._FCNTL, calls._IOCTL]
allowed = {numbers[place] for numbers in known} | {335, 336}    # of uprobes, which no filter sees: they end the caller
libc = ctypes.CDLL(None, use_errno=True)
done = []
for number in (*range(600), 0x40000000 + 1):
    if number not in allowed:
        ctypes.set_errno(0)
        if (libc.syscall(number, -1, -1, -1, -1, -1, -1), ctypes.get_errno()) != (-1, 1):
            done.append(number)
print(json.dumps([done, list(missing)]))
""", tmp_path)
    assert not found[0] or "calls" in found[1]


@linux
def test_children_end_before_the_server(tmp_path: Path) -> None:
    assert told("print(json.dumps(open('/proc/self/oom_score_adj').read()))", tmp_path).strip() == "1000"


@linux
def test_children_of_the_superuser_are_somebody_else(tmp_path: Path) -> None:
    user, missing = told("print(json.dumps([os.getresuid() + os.getresgid(), list(missing)]))", tmp_path, "")
    if os.getuid() == 0:
        assert "user" in missing or min(user) > 1 << 20
    else:
        assert set(user) <= {os.getuid(), os.getgid()}
