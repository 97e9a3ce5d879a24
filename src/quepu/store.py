"""The cache on disk: what was made once for this user, kept in files that are verified before they are believed.

A file holds its kind, its key and a digest of everything; what does not fit is as good as absent and is made anew.
The digest guards against damage, not against people: those are kept out by the folder, which is private to the user
and is not used if others may write to it, and by the owner and the mode of each file.  A cache that cannot be written
only costs time.
"""

import atexit
import hashlib
import os
import re
import stat
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from quepu.faults import Fault, shell_language

FORMAT = 1
MOST_BYTES = 1 << 28                    # of one file; the largest we keep has some millions
STALE = 3600.0                          # seconds after which a half-written file has no writer any more
ENDING, UNFINISHED = ".kept", ".part"

_MAGIC = b"quepu\r\n\0"                 # whoever copies files as text breaks it
_HEAD = struct.Struct("<8sI24s64sQ32s")         # magic, format, kind, key, length, digest
_KIND = re.compile(r"[a-z][a-z_]{0,23}")
_KEY = re.compile(r"[0-9a-f]{16,64}")


class Store:
    """The kept files of one folder."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder            # None where nothing can be kept

    def path(self, kind: str, key: str) -> Path | None:
        """The file of a key; kinds and keys are never paths."""
        if not _KIND.fullmatch(kind) or not _KEY.fullmatch(key):
            raise ValueError(f"not a kind and a key of the cache: {kind!r}, {key!r}")
        return None if self.folder is None else self.folder / f"quepu_{kind}_{key}{ENDING}"

    def read(self, kind: str, key: str) -> bytes | None:
        """What was written under this key, whole and by us; None if there is no such thing."""
        path = self.path(kind, key)
        if path is None:
            return None
        try:
            head, payload = _own_content(path)
        except (OSError, MemoryError):
            return None
        if head != _head(kind, key, payload):
            return None
        with suppress(OSError):         # what is used is pruned last
            os.utime(path)
        return payload

    def write(self, kind: str, key: str, payload: bytes, lasting: bool = True) -> None:
        """Keep this, whole or not at all; where that cannot be, it is not kept.

        What is not `lasting` may be lost when the power fails: then it does not fit its digest, and is made anew.
        """
        path = self.path(kind, key)
        if path is None or len(payload) > MOST_BYTES - _HEAD.size:
            return
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)  # somebody may have removed it
            if _objection(path.parent) is not None:
                return
            if path.is_dir() and not path.is_symlink():
                import shutil
                shutil.rmtree(path)     # the name is ours
            write_whole(path, _head(kind, key, payload) + payload, lasting)
        except (OSError, MemoryError):
            return

    def prune(self, kind: str, most_bytes: int | None = None, most_files: int | None = None,
              older_than: float | None = None, now: float | None = None) -> int:
        """How many files of a kind were removed: those not used for so many seconds, then the least recently used."""
        self.path(kind, "0" * 16)       # a kind it must be
        now = time.time() if now is None else now
        self.sweep(now)
        files = sorted(self._files(kind))               # least recently used first
        count, size, removed = len(files), sum(length for _used, _path, length in files), 0
        for used, path, length in files:
            if not ((older_than is not None and used < now - older_than)
                    or (most_files is not None and count > most_files)
                    or (most_bytes is not None and size > most_bytes)):
                break                   # those after it are younger
            with suppress(OSError):
                os.unlink(path)
                removed += 1
            count, size = count - 1, size - length
        return removed

    def sweep(self, now: float | None = None) -> None:
        """Remove what writers left unfinished when they were ended."""
        now = time.time() if now is None else now
        for entry in self._entries():
            if entry.name.startswith("quepu_") and entry.name.endswith(UNFINISHED):
                with suppress(OSError):
                    if entry.stat(follow_symlinks=False).st_mtime < now - STALE:
                        os.unlink(entry.path)

    def _files(self, kind: str) -> Iterator[tuple[float, str, int]]:
        """When it was last used, where it stands and its length, of each file of a kind."""
        name = re.compile(f"quepu_{kind}_{_KEY.pattern}{re.escape(ENDING)}")
        for entry in self._entries():
            if name.fullmatch(entry.name):
                with suppress(OSError):
                    told = entry.stat(follow_symlinks=False)
                    yield told.st_mtime, entry.path, told.st_size

    def _entries(self) -> list["os.DirEntry[str]"]:
        if self.folder is None:
            return []
        try:
            with os.scandir(self.folder) as entries:
                return list(entries)
        except OSError:
            return []


def _head(kind: str, key: str, payload: bytes) -> bytes:
    """The head of a file; its digest is of the rest of the head and of the payload."""
    plain = _HEAD.pack(_MAGIC, FORMAT, kind.encode(), key.encode(), len(payload), b"")
    digest = hashlib.sha256(plain)
    digest.update(payload)
    return plain[:-32] + digest.digest()


def _own_content(path: Path) -> tuple[bytes, bytes]:
    """Head and payload of a plain file that is ours alone; OSError if it is anything else."""
    # A pipe under the name must not hold us up, a link must not lead away.
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with open(os.open(path, flags), "rb") as file:
        told = os.fstat(file.fileno())
        if not stat.S_ISREG(told.st_mode) or told.st_size > MOST_BYTES or not _is_private(told):
            raise OSError("not a file of ours")
        return file.read(_HEAD.size), file.read(told.st_size)     # so much is set aside


def write_whole(path: Path, content: bytes, lasting: bool = True) -> None:
    """Write a private file that is there whole or not at all, even if the power fails; OSError if it cannot be.

    One that is not `lasting` is written in a hundredth of the time.
    """
    with suppress(FileNotFoundError):
        if stat.S_IFMT(os.lstat(path).st_mode) in (stat.S_IFCHR, stat.S_IFBLK):
            raise OSError("a device is not replaced")
    import tempfile  # what was kept before is only read
    handle, part = tempfile.mkstemp(prefix="quepu_", suffix=UNFINISHED, dir=path.parent)        # 0600
    try:
        with open(handle, "wb") as file:
            file.write(content)
            file.flush()
            if lasting:                 # else a name may survive a power cut that its content does not
                os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(part)
        raise
    if lasting and os.name == "posix":
        handle = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


# -- the folder --

def _is_private(told: os.stat_result) -> bool:
    """Whether a file is as we write it: ours and for nobody else."""
    return os.name != "posix" or (told.st_uid == os.geteuid() and not told.st_mode & (stat.S_IRWXG | stat.S_IRWXO))


def _writers(told: os.stat_result) -> str | None:
    """Who but us could write to this; None if nobody."""
    if os.name != "posix":              # folders of users are private there
        return None
    if told.st_uid != os.geteuid():
        return Fault("cache.not_yours")
    if told.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return Fault("cache.writable")
    return None


def _objection(folder: Path) -> str | None:
    """Why a folder is not used for the cache; one that is ours and can only be read by others is made private."""
    try:
        handle = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0)) if os.name == "posix" else -1
    except OSError as error:
        return error.strerror or str(error)
    if handle < 0:
        return None
    try:
        told = os.fstat(handle)         # of the folder that a link leads to
        objection = _writers(told)
        if objection is None and told.st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            os.fchmod(handle, told.st_mode & stat.S_IRWXU)
        return objection
    except OSError as error:
        return error.strerror or str(error)
    finally:
        os.close(handle)


def _unusable(folder: Path) -> str | None:
    """Why nothing can be kept in a folder; it is made if it is missing."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        objection = _objection(folder)
        if objection is None:
            import tempfile
            with tempfile.TemporaryFile(dir=folder, prefix="quepu_", suffix=UNFINISHED):
                pass
        return objection
    except (OSError, ValueError) as error:
        return getattr(error, "strerror", None) or str(error)


def wanted_folder() -> Path:
    """Where the user wants the cache: QUEPU_CACHE, else the cache folder of the user."""
    if given := os.environ.get("QUEPU_CACHE"):
        with suppress(OSError):         # the current folder may be gone
            return Path(given).absolute()
        return Path(given)
    from platformdirs import user_cache_path
    return user_cache_path("quepu")


def store() -> Store:
    """The cache of this process, decided once for each wanted folder."""
    return _store_in(wanted_folder())


@lru_cache(maxsize=16)
def _store_in(wanted: Path) -> Store:
    why = _unusable(wanted)
    if why is None:
        return Store(wanted)
    try:
        import tempfile
        instead = Path(tempfile.mkdtemp(prefix="quepu-"))       # 0700
        atexit.register(_remove, instead, os.getpid())
    except OSError:
        instead = None
    _tell(wanted, why, instead)
    return Store(instead)


def _remove(folder: Path, owner: int) -> None:
    """Take a temporary folder away with the process that made it; copies of that process leave it alone."""
    if os.getpid() == owner:
        import shutil
        shutil.rmtree(folder, ignore_errors=True)


def _tell(wanted: Path, why: str, instead: Path | None) -> None:
    """One line that what is compiled will not last, and what helps."""
    meanwhile = Fault("cache.nothing") if instead is None else Fault("cache.instead", folder=instead)
    fault = Fault("cache.not_used", folder=wanted, why=why, meanwhile=meanwhile)
    with suppress(OSError, ValueError, AttributeError):         # no standard error: nobody to tell
        print(fault.told(shell_language(os.environ)), file=sys.stderr, flush=True)


def read(kind: str, key: str) -> bytes | None:
    """What the cache holds under this key, or one that is lent; None if there is nothing that can be believed."""
    found = store().read(kind, key)
    return _lent(kind, key) if found is None else found


def _lent(kind: str, key: str) -> bytes | None:
    """What the server's cache holds, lent to processes that may not write there."""
    folder = os.environ.get("QUEPU_CACHE_LENT")
    return Store(Path(folder)).read(kind, key) if folder else None


def write(kind: str, key: str, payload: bytes) -> None:
    """Keep this in the cache."""
    store().write(kind, key, payload)


# -- what is made anew in a moment --

def read_quietly(kind: str, key: str) -> bytes | None:
    """What the cache holds, or one that is lent; a cache that cannot be used is as good as an empty one."""
    folder = wanted_folder()
    found = Store(folder).read(kind, key) if _objection(folder) is None else None
    return _lent(kind, key) if found is None else found


def write_quietly(kind: str, key: str, payload: bytes, most_files: int) -> None:
    """Keep this if that is easily done, and no more than so many of its kind; if not, nobody is told."""
    kept = Store(wanted_folder())
    kept.write(kind, key, payload, lasting=False)
    kept.prune(kind, most_files=most_files)
