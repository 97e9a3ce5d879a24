"""Linux: a process that reads only what is installed, writes only its own folder, starts nothing and calls nobody.

Landlock keeps it from files (no privilege is needed for it), a seccomp filter from system calls.  Both hold for the
rest of its life.  Where the kernel has not got them, or forbids them, the answer is False.
"""

import ctypes
import os
import platform
import struct
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

# -- files: Landlock --
_CREATE, _ADD, _RESTRICT = 444, 445, 446
_READ_FILE, _READ_FOLDER = 1 << 2, 1 << 3
_WRITE = 1 << 1 | 1 << 4 | 1 << 5 | 1 << 7 | 1 << 8         # write, remove and make folders and files
_REFER, _TRUNCATE, _DEVICES = 1 << 13, 1 << 14, 1 << 15     # since ABI 2, 3, 5
_EVERY_FILE_RIGHT = (1 << 13) - 1
_TCP, _SCOPED = 0b11, 0b11          # since ABI 4: bind, connect; since 6: sockets without a name, signals
_FOR_FILES = 1 << 0 | 1 << 1 | 1 << 2 | _TRUNCATE | _DEVICES    # rights that a file can have
_SYSTEM = ("/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime", "/dev/null", "/dev/zero", "/dev/urandom",
           "/dev/random", "/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/sys/vm",
           "/sys/devices/system")


def confine_files(reads: Iterable[Path], writes: Iterable[Path]) -> bool:
    """Let this process read Python, what is installed and these folders, write in those, and execute nothing."""
    if sys.platform != "linux":
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    version = libc.syscall(_CREATE, None, 0, 1)
    if version < 1:
        return False
    every = _EVERY_FILE_RIGHT | (_REFER if version >= 2 else 0) | (_TRUNCATE if version >= 3 else 0) \
        | (_DEVICES if version >= 5 else 0)
    ruleset = struct.pack("QQQ", every, _TCP if version >= 4 else 0, _SCOPED if version >= 6 else 0)
    ruleset = ruleset[:24 if version >= 6 else 16 if version >= 4 else 8]
    rules = libc.syscall(_CREATE, ruleset, len(ruleset), 0)
    if rules < 0:
        return False
    try:
        read = _READ_FILE | _READ_FOLDER
        for path in (*_installed(), *reads):
            _allow(libc, rules, path, read)
        for path in (Path(os.devnull), *writes):
            _allow(libc, rules, path, (read | _WRITE | _REFER | _TRUNCATE) & every)
        return bool(libc.syscall(_RESTRICT, rules, 0) == 0)
    finally:
        os.close(rules)


def _installed() -> Iterator[Path]:
    """Python, its modules, and what a program needs of the system to run at all."""
    for text in (*_SYSTEM, sys.prefix, sys.base_prefix, *sysconfig.get_paths().values(), *sys.path):
        if text:
            yield Path(text)


def _allow(libc: ctypes.CDLL, rules: int, path: Path, rights: int) -> None:
    """Grant rights beneath a path; one that is not there needs none."""
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        libc.syscall(_ADD, rules, 1, struct.pack("=Qi", rights if path.is_dir() else rights & _FOR_FILES, place), 0)
    finally:
        os.close(place)


# -- calls: seccomp --
_PR_SET_SECCOMP, _FILTER = 22, 2
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | 1        # EPERM
_NO_SUCH_CALL = 0x00050000 | 38                     # ENOSYS: what a program meets on an older kernel
#: machine -> its code in a filter, and the numbers of calls: they start programs, open sockets, hide memory from the
#: limits, or reach into processes of the same user, the server's among them
_MACHINES = {
    "x86_64": (0xC000003E, {
        "fork": 57, "vfork": 58, "clone": 56, "execve": 59, "execveat": 322, "socket": 41, "socketpair": 53,
        "connect": 42, "ptrace": 101, "process_vm_readv": 310, "process_vm_writev": 311, "kill": 62, "tkill": 200,
        "rt_sigqueueinfo": 129, "rt_tgsigqueueinfo": 297, "mount": 165, "unshare": 272, "setns": 308, "bpf": 321,
        "perf_event_open": 298, "userfaultfd": 323, "memfd_create": 319, "keyctl": 250, "add_key": 248,
        "request_key": 249, "init_module": 175, "finit_module": 313, "chroot": 161, "pivot_root": 155,
        "kexec_load": 246, "reboot": 169, "setpriority": 141, "ioprio_set": 251, "sched_setaffinity": 203,
        "sched_setparam": 142, "sched_setscheduler": 144, "sched_setattr": 314, "migrate_pages": 256,
        "move_pages": 279, "kcmp": 312, "shmget": 29, "msgget": 68, "semget": 64}),
    "aarch64": (0xC00000B7, {
        "clone": 220, "execve": 221, "execveat": 281, "socket": 198, "socketpair": 199, "connect": 203, "ptrace": 117,
        "process_vm_readv": 270, "process_vm_writev": 271, "kill": 129, "tkill": 130, "rt_sigqueueinfo": 138,
        "rt_tgsigqueueinfo": 240, "mount": 40, "unshare": 97, "setns": 268, "bpf": 280, "perf_event_open": 241,
        "userfaultfd": 282, "memfd_create": 279, "keyctl": 219, "add_key": 217, "request_key": 218,
        "init_module": 105, "finit_module": 273, "chroot": 51, "pivot_root": 41, "kexec_load": 104, "reboot": 142,
        "setpriority": 140, "ioprio_set": 30, "sched_setaffinity": 122, "sched_setparam": 118,
        "sched_setscheduler": 119, "sched_setattr": 274, "migrate_pages": 238, "move_pages": 239, "kcmp": 272,
        "shmget": 194, "msgget": 186, "semget": 190}),
}
#: these have the same number on every machine
_NEW_CALLS = {"io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427, "pidfd_open": 434,
              "pidfd_getfd": 438, "pidfd_send_signal": 424, "open_tree": 428, "move_mount": 429, "fsopen": 430,
              "process_madvise": 440, "memfd_secret": 447, "process_mrelease": 448}
#: machine -> calls that name a process first: only this one may be meant (tgkill ends it by itself, prlimit64 asks)
_ON_ITSELF = {"x86_64": (234, 302), "aarch64": (131, 261)}
_CLONE3 = 435
_X32 = 0x40000000           # the other numbering of the same machine
_NUMBER_AT, _MACHINE_AT, _FIRST_AT = 0, 4, 16       # where a filter finds the call and its first argument


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def forbid_calls() -> bool:
    """Refuse this process the calls that start processes, open sockets or touch others; needs no new privileges."""
    if sys.platform != "linux" or platform.machine() not in _MACHINES or sys.maxsize < 1 << 32:
        return False
    machine, refused = _MACHINES[platform.machine()]
    text = _filter(machine, [*refused.values(), *_NEW_CALLS.values()], _ON_ITSELF[platform.machine()])
    program = _Program(len(text) // 8, text)
    return bool(ctypes.CDLL(None).prctl(_PR_SET_SECCOMP, _FILTER, ctypes.byref(program), 0, 0) == 0)


def _filter(machine: int, refused: Sequence[int], on_itself: Sequence[int]) -> bytes:
    """The filter as the kernel reads it: the number of the call is compared with each that is refused."""
    rows = [(_LOAD, 0, 0, _MACHINE_AT), (_EQUAL, 1, 0, machine), (_RETURN, 0, 0, _REFUSE), (_LOAD, 0, 0, _NUMBER_AT),
            (_AT_LEAST, 0, 1, _X32), (_RETURN, 0, 0, _REFUSE),
            (_EQUAL, 0, 1, _CLONE3), (_RETURN, 0, 0, _NO_SUCH_CALL)]
    for number in on_itself:            # 0 means this process, too
        rows += [(_EQUAL, 0, 5, number), (_LOAD, 0, 0, _FIRST_AT), (_EQUAL, 1, 0, os.getpid()), (_EQUAL, 0, 1, 0),
                 (_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _REFUSE)]
    rows += [(_EQUAL, len(refused) - place, 0, number) for place, number in enumerate(refused)]
    rows += [(_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _REFUSE)]
    return b"".join(struct.pack("=HBBI", *row) for row in rows)
