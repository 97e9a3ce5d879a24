"""Linux: the system calls a caged process may make once it has read its modules; any other is refused (EPERM).

A list of what is allowed: a call that nobody has thought of is not on it.  Calls that name a process mean this one
only; what the server relies on (its own death with the server's, the signals that end it, its limits) stays as it is.
"""

import ctypes
import os
import platform
import signal
import struct
import sys
from collections.abc import Iterable, Mapping

_PR_SET_SECCOMP, _FILTER = 22, 2
_LOAD, _EQUAL, _AT_LEAST, _ANY_OF, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | 1        # EPERM
_X32 = 0x40000000           # the other numbering of the same machine
_NUMBER_AT, _MACHINE_AT, _FIRST_AT = 0, 4, 16       # where a filter finds the call, the machine, the arguments
_CODES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}      # of machines, in a filter

#: call -> its number on each of the two; None: it has none there.  The most frequent first
_PLAIN: Mapping[str, tuple[int | None, int | None]] = {
    "read": (0, 63), "write": (1, 64), "clock_gettime": (228, 113), "mmap": (9, 222), "munmap": (11, 215),
    "setitimer": (38, 103), "fstat": (5, 80), "newfstatat": (262, 79), "lseek": (8, 62), "close": (3, 57),
    "brk": (12, 214), "futex": (202, 98), "mprotect": (10, 226), "mremap": (25, 216), "madvise": (28, 233),
    "stat": (4, None), "lstat": (6, None), "statx": (332, 291), "access": (21, None), "faccessat": (269, 48),
    "faccessat2": (439, 439), "readlink": (89, None), "readlinkat": (267, 78), "getdents64": (217, 61),
    "getcwd": (79, 17), "pread64": (17, 67), "pwrite64": (18, 68), "readv": (19, 65), "writev": (20, 66),
    "dup": (32, 23), "dup2": (33, None), "dup3": (292, 24), "poll": (7, None), "ppoll": (271, 73),
    "select": (23, None), "pselect6": (270, 72), "rt_sigprocmask": (14, 135), "rt_sigreturn": (15, 139),
    "sigaltstack": (131, 132), "restart_syscall": (219, 128), "getitimer": (36, 102), "clock_getres": (229, 114),
    "clock_nanosleep": (230, 115), "nanosleep": (35, 101), "gettimeofday": (96, 169), "time": (201, None),
    "times": (100, 153), "getrusage": (98, 165), "getrlimit": (97, 163), "sysinfo": (99, 179), "uname": (63, 160),
    "getpid": (39, 172), "gettid": (186, 178), "getppid": (110, 173), "getuid": (102, 174), "geteuid": (107, 175),
    "getgid": (104, 176), "getegid": (108, 177), "getcpu": (309, 168), "sched_yield": (24, 124),
    "sched_getaffinity": (204, 123), "getrandom": (318, 278), "membarrier": (324, 283), "rseq": (334, 293),
    "set_robust_list": (273, 99), "exit": (60, 93), "exit_group": (231, 94)}
#: only for a process that has a folder to write in: what else is there is kept from it by other means
_WRITES: Mapping[str, tuple[int | None, int | None]] = {
    "open": (2, None), "openat": (257, 56), "ftruncate": (77, 46), "fsync": (74, 82), "fdatasync": (75, 83),
    "mkdir": (83, None), "mkdirat": (258, 34), "rmdir": (84, None), "unlink": (87, None), "unlinkat": (263, 35),
    "rename": (82, None), "renameat": (264, 38), "renameat2": (316, 276)}
_OPEN, _OPENAT = (2, None), (257, 56)
_KILL, _TKILL, _TGKILL = (62, 129), (200, 130), (234, 131)
_PRLIMIT64, _RT_SIGACTION, _PRCTL, _FCNTL, _IOCTL = (302, 261), (13, 134), (157, 167), (72, 25), (16, 29)
#: how a file may not be opened by one who only reads: to write, to make or to empty it, or without a name
_TO_WRITE = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND | (0o20000000)
_KEPT_SIGNALS = tuple(getattr(signal, name, 0) for name in ("SIGPROF", "SIGXCPU"))      # that end it: stay as they are
_NAMES = (15, 16, 0x53564D41)           # PR_SET_NAME, PR_GET_NAME, PR_SET_VMA: what glibc may ask of prctl
_OF_FILES = (0, 1, 2, 3, 4, 1030)       # F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC
_OF_DEVICES = (0x5401, 0x5413, 0x541B, 0x5450, 0x5451)      # TCGETS, TIOCGWINSZ, FIONREAD, FIONCLEX, FIOCLEX

_Row = tuple[int, int, int, int]


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def allow_calls(may_write: bool) -> bool:
    """Let this process make no other calls for the rest of its life; False if it cannot be kept from them."""
    machine = platform.machine()
    if sys.platform != "linux" or machine not in _CODES or sys.maxsize < 1 << 32:
        return False
    text = _filter(machine, may_write)
    program = _Program(len(text) // 8, text)
    return bool(ctypes.CDLL(None).prctl(_PR_SET_SECCOMP, _FILTER, ctypes.byref(program), 0, 0) == 0)


def _filter(machine: str, may_write: bool) -> bytes:
    """The filter as the kernel reads it: the number of the call is compared with each that is allowed."""
    place = list(_CODES).index(machine)
    own = os.getpid()
    rows: list[_Row] = [(_LOAD, 0, 0, _MACHINE_AT), (_EQUAL, 1, 0, _CODES[machine]), (_RETURN, 0, 0, _REFUSE),
                        (_LOAD, 0, 0, _NUMBER_AT), (_AT_LEAST, 0, 1, _X32), (_RETURN, 0, 0, _REFUSE)]
    for numbers in (*_PLAIN.values(), *(_WRITES.values() if may_write else ())):
        rows += _when(numbers[place], [(_RETURN, 0, 0, _ALLOW)])
    if not may_write:
        rows += _when(_OPENAT[place], _without(2, _TO_WRITE)) + _when(_OPEN[place], _without(1, _TO_WRITE))
    for call in (_KILL, _TKILL, _TGKILL):
        rows += _when(call[place], _among(0, [own]))
    rows += _when(_PRLIMIT64[place], [*_guard(0, [0, own]), *_guard(2, [0]), *_guard(2, [0], high=True),
                                      (_RETURN, 0, 0, _ALLOW)])
    rows += _when(_RT_SIGACTION[place], [(_LOAD, 0, 0, _FIRST_AT), *(row for number in _KEPT_SIGNALS for row in (
        (_EQUAL, 0, 1, number), (_RETURN, 0, 0, _REFUSE))), (_RETURN, 0, 0, _ALLOW)])
    for call, argument, values in ((_PRCTL, 0, _NAMES), (_FCNTL, 1, _OF_FILES), (_IOCTL, 1, _OF_DEVICES)):
        rows += _when(call[place], _among(argument, values))
    rows.append((_RETURN, 0, 0, _REFUSE))
    return b"".join(struct.pack("=HBBI", *row) for row in rows)


def _when(number: int | None, rows: list[_Row]) -> list[_Row]:
    """Rows for one call; all end in an answer."""
    return [] if number is None else [(_EQUAL, 0, len(rows), number), *rows]


def _guard(argument: int, values: Iterable[int], high: bool = False) -> list[_Row]:
    """Go on only if an argument (its lower half, unless `high`) has one of these values."""
    values = list(values)
    rows = [(_EQUAL, len(values) - number, 0, value) for number, value in enumerate(values)]
    return [(_LOAD, 0, 0, _FIRST_AT + 8 * argument + 4 * high), *rows, (_RETURN, 0, 0, _REFUSE)]


def _among(argument: int, values: Iterable[int]) -> list[_Row]:
    return [*_guard(argument, values), (_RETURN, 0, 0, _ALLOW)]


def _without(argument: int, bits: int) -> list[_Row]:
    """Allowed if an argument has none of these bits."""
    return [(_LOAD, 0, 0, _FIRST_AT + 8 * argument), (_ANY_OF, 0, 1, bits), (_RETURN, 0, 0, _REFUSE),
            (_RETURN, 0, 0, _ALLOW)]
