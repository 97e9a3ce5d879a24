"""Linux: a process whose tree of files holds nothing but what it needs, and that for reading only.

In a mount namespace of its own a new root is put together from what is installed; everything else is not there, not
even to be asked for.  That needs the superuser or a user namespace, and Linux 5.12; where they are missing the process
has the files it had.  Files of the superuser's can be lent to another user, who is to have them as his own.
"""

import contextlib
import ctypes
import os
import platform
import struct
import sys
from collections.abc import Iterable
from pathlib import Path

_MOVE, _REC, _SLAVE, _DETACH = 8192, 16384, 1 << 19, 2
_NO_SETUID, _NO_DEVICES, _NO_PROGRAMS = 2, 4, 8
_OPEN_TREE, _MOVE_MOUNT, _MOUNT_SETATTR, _PIVOT_ROOT = 428, 429, 442, {"x86_64": 155, "aarch64": 41}
_HERE, _CLONE, _RECURSIVE, _EMPTY, _FROM_EMPTY = -100, 1, 0x8000, 0x1000, 4
_READ_ONLY, _MAPPED = 1, 0x100000
_NEW_USER = 0x10000000
_PLACES = ("/tmp", "/run", "/mnt", "/var")          # where the new root stands until it is one
_SYSTEM = ("/usr", "/lib", "/lib64", "/etc", "/dev", "/proc", "/sys")   # may be read by everybody
_SIZE = b"size=64k,nr_inodes=2048,mode=755"


class _NotMadeError(Exception):
    """The kernel has refused something."""


def leave_for(reads: Iterable[Path], writes: Iterable[Path], users: int = -1) -> bool:
    """Let only these be there, for reading or for writing; the process has a mount namespace of its own already.

    `users` is an open user namespace, by which files have other owners.
    """
    base = next((place for place in _PLACES if os.path.isdir(place) and not os.path.islink(place)), None)
    if sys.platform != "linux" or platform.machine() not in _PIVOT_ROOT or base is None:
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    trees: dict[str, int] = {}
    try:
        _must(libc.mount(None, b"/", None, _SLAVE | _REC, None))        # nothing of this is seen outside
        _open(libc, trees, reads, _READ_ONLY, users)
        _open(libc, trees, writes, 0, users)
        _must(libc.mount(b"tmpfs", base.encode(), b"tmpfs", _NO_SETUID | _NO_DEVICES | _NO_PROGRAMS, _SIZE))
        try:
            for path, tree in trees.items():
                _put(libc, tree, Path(base + path))
            _turn(libc, base.encode())
        except (OSError, _NotMadeError):
            libc.umount2(base.encode(), _DETACH)
            return False
        _must(libc.syscall(_MOUNT_SETATTR, _HERE, b"/", 0, *_change(_READ_ONLY)))
    except _NotMadeError:
        return False
    finally:
        for tree in trees.values():
            os.close(tree)
    return True


def _open(libc: ctypes.CDLL, trees: dict[str, int], paths: Iterable[Path], attributes: int, users: int) -> None:
    """Open the places that are there, each as a tree of its own; none beneath another."""
    named = {os.path.abspath(path) for path in paths}
    above: list[str] = []
    for path in sorted(named | {os.path.realpath(path) for path in named}, key=len):
        if path == "/" or any(path.startswith(other + "/") for other in above) or not os.path.exists(path):
            continue
        tree = libc.syscall(_OPEN_TREE, _HERE, os.fsencode(path), _CLONE | _RECURSIVE | os.O_CLOEXEC)
        if tree < 0:
            raise _NotMadeError
        trees[path] = tree
        above.append(path)
        is_lent = users >= 0 and not path.startswith(_SYSTEM)
        change = _change(attributes | _NO_SETUID | (_MAPPED if is_lent else 0), users if is_lent else 0)
        _must(libc.syscall(_MOUNT_SETATTR, tree, b"", _EMPTY | _RECURSIVE, *change))


def _change(attributes: int, users: int = 0) -> tuple[bytes, int]:
    return struct.pack("=QQQQ", attributes, 0, 0, users), 32


def _put(libc: ctypes.CDLL, tree: int, target: Path) -> None:
    """Let a tree stand at a place of the new root."""
    if not target.exists():
        if os.path.isdir(f"/proc/self/fd/{tree}"):
            target.mkdir(parents=True)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.touch()
    _must(libc.syscall(_MOVE_MOUNT, tree, b"", _HERE, os.fsencode(target), _FROM_EMPTY))


def _turn(libc: ctypes.CDLL, base: bytes) -> None:
    """Make it the root, and let the old one go."""
    os.chdir(base)
    if libc.syscall(_PIVOT_ROOT[platform.machine()], b".", b".") == 0:
        _must(libc.umount2(b".", _DETACH))
    else:                               # the first root of a machine cannot be exchanged, only covered
        _must(libc.mount(b".", b"/", None, _MOVE, None))
        os.chroot(".")
    os.chdir("/")


def _must(answer: int) -> None:
    if answer != 0:
        raise _NotMadeError


def lent_to(other: int) -> int:
    """An open user namespace in which the files of this user belong to another; -1 if there can be none."""
    told, tell = os.pipe()
    end, ending = os.pipe()
    helper = os.fork()
    if helper == 0:                     # it only has to be there while its namespace is opened
        os.close(ending)
        os.write(tell, b"1" if ctypes.CDLL(None).unshare(_NEW_USER) == 0 else b"0")
        os.read(end, 1)
        os._exit(0)
    users = -1
    try:
        if os.read(told, 1) == b"1":
            with contextlib.suppress(OSError):
                Path(f"/proc/{helper}/uid_map").write_text(f"{os.getuid()} {other} 1")
                Path(f"/proc/{helper}/gid_map").write_text(f"{os.getgid()} {other} 1")
                users = os.open(f"/proc/{helper}/ns/user", os.O_RDONLY | os.O_CLOEXEC)
    finally:
        for handle in (told, tell, end, ending):
            os.close(handle)
        os.waitpid(helper, 0)
    return users
