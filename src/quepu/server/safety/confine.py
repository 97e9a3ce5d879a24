"""Linux: a process that reads only what is installed and writes only its own folder, by Landlock.

No privilege is needed for it, and it holds for the rest of the process's life.  Where the kernel has not got it, or
forbids it, the answer is False.
"""

import ctypes
import os
import struct
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from pathlib import Path

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
        for path in (*installed(), *reads):
            _allow(libc, rules, path, read)
        for path in (Path(os.devnull), *writes):
            _allow(libc, rules, path, (read | _WRITE | _REFER | _TRUNCATE) & every)
        return bool(libc.syscall(_RESTRICT, rules, 0) == 0)
    finally:
        os.close(rules)


def installed() -> Iterator[Path]:
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
