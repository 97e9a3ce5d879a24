"""A process for strangers' rulebooks gives up, before it reads the first of them, whatever it does not need.

The server starts it with `start`; the process itself calls `enter` first of all, while it has but one thread, and
`seal` once it has read its modules.  What the system does not offer is named in the answers: the server says so when it
starts.
"""

import asyncio
import contextlib
import ctypes
import json
import os
import platform
import signal
import sys
from dataclasses import dataclass
from pathlib import Path

from quepu.faults import Fault
from quepu.server.safety.calls import allow_calls
from quepu.server.safety.confine import confine_files, installed
from quepu.server.safety.small_root import leave_for, lent_to

#: how Python is started: neither the folder it is started in nor the user's own modules are looked at
OPTIONS = ("-P", "-s")
#: what of the server's environment a child is given; never its database, whose address may hold a password
_KEPT = ("HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "USERPROFILE", "SYSTEMROOT", "LOCALAPPDATA", "XDG_CACHE_HOME")
#: more threads than one would be refused by the limit of processes
_ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
_NO_NEW_PRIVS, _PDEATHSIG = 38, 1
_NEW_USER, _NEW_FILES, _NEW_REST = 0x10000000, 0x00020000, 0x40000000 | 0x08000000 | 0x04000000     # net, ipc, names
_CAPABILITY_VERSION = 0x20080522
_OTHER_USERS = 0x70000000      # users that nobody is: the superuser's children are one each

#: what may not be given up, by the name it has in the faults (`sandbox.memory`)
PRIVILEGES, MEMORY, NETWORK, PROCESSES, PARENT, FILES, CALLS, CAPABILITIES, NAMES, USER = (
    "privileges", "memory", "network", "processes", "parent", "files", "calls", "capabilities", "names", "user")
_CHILD = "child"                        # none can be started


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much a child may have of everything."""

    memory: int = 1 << 30               # bytes of address space
    processor: int | None = None        # seconds in its whole life; None: each request has a limit of its own
    files: int = 64                     # open at once
    file_size: int = 256 << 20          # bytes of the largest file it writes
    niceness: int = 5                   # how far it stands behind the server
    writes: tuple[Path, ...] = ()       # folders it may write in ...
    reads: tuple[Path, ...] = ()        # ... and those it may read, besides Python and what is installed


def environment(**more: str) -> dict[str, str]:
    """What a child is told by its environment: as little as it needs to find Python's modules and its cache."""
    variables = {name: os.environ[name] for name in _KEPT if name in os.environ}
    variables.update(dict.fromkeys(_ONE_THREAD, "1"))
    package = str(Path(__file__).parents[3])
    others = [os.path.abspath(path) for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
    variables.update(PYTHONPATH=os.pathsep.join([package, *others]), PYTHONDONTWRITEBYTECODE="1",
                     PYTHONUTF8="1", PATH="")
    return {**variables, **more}


async def start(module: str, *arguments: str, folder: Path | None = None, longest_line: int = 1 << 16,
                **more: str) -> asyncio.subprocess.Process:
    """A child that runs a module of ours, with pipes to it; it hears nothing of the terminal.

    On Linux it dies with the thread that starts it: that of the event loop.
    """
    return await asyncio.create_subprocess_exec(
        sys.executable, *OPTIONS, "-m", module, *arguments, stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL, env=environment(**more),
        cwd=folder or Path(sys.executable).anchor, start_new_session=True, limit=longest_line)


async def missing_here() -> tuple[Fault, ...]:
    """What children cannot be made to give up on this machine, as a trial of one finds out."""
    process = await start(__name__)
    output, _errors = await process.communicate()
    return tuple(Fault(f"sandbox.{name}") for name in (json.loads(output) if process.returncode == 0 else [_CHILD]))


def enter(bounds: Bounds) -> tuple[str, ...]:
    """Give up everything a rulebook does not need; the names of what could not be given up."""
    platform.processor()                # names the machine code in the cache, and may start a program to find out
    missing: list[str] = []
    for part in (_close_files, _be_modest, _leave_world, _drop_capabilities, _no_new_privileges, _limit,
                 _confine, _die_with_parent):
        missing += part(bounds)
    return tuple(missing)


def seal(bounds: Bounds) -> tuple[str, ...]:
    """Make no more calls than a rulebook needs, once all modules have been read; what could not be given up."""
    if allow_calls(bool(bounds.writes)):
        return ()
    limited = os.name == "posix" and os.getuid() != 0       # the limit of processes does not hold for the superuser
    return (CALLS,) if limited else (CALLS, PROCESSES)


def _close_files(_bounds: Bounds) -> list[str]:
    os.closerange(3, 1 << 16)
    return []


def _be_modest(bounds: Bounds) -> list[str]:
    with contextlib.suppress(OSError, AttributeError):
        os.nice(bounds.niceness)
    with contextlib.suppress(OSError):  # where memory runs out the system ends this process, not the server
        Path("/proc/self/oom_score_adj").write_text("1000")
    return []


def _leave_world(bounds: Bounds) -> list[str]:
    """A network of its own, in which there is nothing, and a tree of files with nothing but what it needs.

    Pipes that are open stay so.
    """
    if not _is_linux():
        return [NETWORK, NAMES]
    if not _unshared(_NEW_FILES | _NEW_REST):
        return [NAMES] if _unshared(_NEW_REST) else [NETWORK, NAMES]
    reads = (*installed(), *bounds.reads)
    if os.getuid() != 0:
        return [] if leave_for(reads, bounds.writes) else [NAMES]
    other = _OTHER_USERS + os.getpid()
    users = lent_to(other)
    try:
        if users >= 0 and leave_for(reads, bounds.writes, users):
            os.setgroups([])
            os.setresgid(other, other, other)
            os.setresuid(other, other, other)
            return []
        return [USER] if leave_for(reads, bounds.writes) else [USER, NAMES]
    finally:
        if users >= 0:
            os.close(users)


def _unshared(what: int) -> bool:
    """Whether this process has these to itself now; who is not the superuser becomes one of a user namespace for it."""
    libc = _libc()
    if libc.unshare(what) == 0:
        return True
    user, group = os.getuid(), os.getgid()
    if libc.unshare(_NEW_USER | what) != 0:
        return False
    with contextlib.suppress(OSError):  # the same names for the same people: files are still one's own
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    return True


class _CapabilityHeader(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


def _drop_capabilities(_bounds: Bounds) -> list[str]:
    """No powers of the superuser, though it may be he who runs the server: nor may the server's memory be read."""
    if not _is_linux():
        return []
    header, none = _CapabilityHeader(_CAPABILITY_VERSION, 0), (ctypes.c_uint32 * 6)()
    done = _libc().capset(ctypes.byref(header), ctypes.byref(none)) == 0
    return [] if done else [CAPABILITIES]


def _no_new_privileges(_bounds: Bounds) -> list[str]:
    if not _is_linux() or _libc().prctl(_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        return [PRIVILEGES]
    return []


def _limit(bounds: Bounds) -> list[str]:
    """Limits of the system that hold for this process; each where it is known."""
    try:
        import resource
    except ImportError:                 # not everywhere
        return [MEMORY, PROCESSES]
    wanted = {"RLIMIT_AS": bounds.memory, "RLIMIT_NOFILE": bounds.files, "RLIMIT_FSIZE": bounds.file_size,
              "RLIMIT_CORE": 0, "RLIMIT_NPROC": 0, "RLIMIT_MSGQUEUE": 0, "RLIMIT_MEMLOCK": 0}
    if bounds.processor is not None:
        wanted["RLIMIT_CPU"] = bounds.processor
    failed = set()
    for name, most in wanted.items():
        try:
            number = getattr(resource, name)
            hard = resource.getrlimit(number)[1]
            least = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(number, (least, least))
        except (AttributeError, ValueError, OSError):
            failed.add(name)
    return [MEMORY] * ("RLIMIT_AS" in failed)


def _confine(bounds: Bounds) -> list[str]:
    """Only the files it needs."""
    return [] if confine_files(bounds.reads, bounds.writes) else [FILES]


def _die_with_parent(_bounds: Bounds) -> list[str]:
    """Be killed when the thread that started this process ends; elsewhere its pipe ends with the server."""
    if not _is_linux() or _libc().prctl(_PDEATHSIG, signal.SIGKILL, 0, 0, 0) != 0:
        return [PARENT]
    return []


def _is_linux() -> bool:
    return sys.platform == "linux"


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


if __name__ == "__main__":              # a trial: what this machine cannot do
    tried = Bounds()
    found = [*enter(tried), *seal(tried)]
    if CALLS not in found and NETWORK in found:
        found.remove(NETWORK)           # no socket can be opened either way
    print(json.dumps(found))
