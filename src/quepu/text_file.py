"""Text files that users name: the old or the new one, never half of it; and what is no plain file is never replaced."""

import contextlib
import errno
import os
import tempfile
from pathlib import Path

_MOST_LINKS = 40            # that lead from one to another
_OUTPUTS = ("/proc/", "/dev/fd")        # /dev/stdout leads there, and from there to whatever our output is


def write_text(path: Path, text: str) -> None:
    """Write a file in one stroke; a link is followed, a device or pipe is written to.  OSError says why it cannot."""
    path, in_place = _place(path)
    if in_place:
        _write_to(path, text)
        return
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", newline="\n", dir=path.parent, prefix=f".{path.name}.",
                                     delete=False) as file:
        try:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
            os.chmod(file.name, 0o666 & ~_mask())
            os.replace(file.name, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(file.name)
            raise


def _place(path: Path) -> tuple[Path, bool]:
    """Where a path leads to, and whether that has to be written in place: a device, a pipe, an output of our own."""
    for _ in range(_MOST_LINKS):
        if os.path.realpath(path.parent).startswith(_OUTPUTS):
            return path, True
        if not path.is_symlink():
            return path, path.exists() and not path.is_file()
        path = path.parent / os.readlink(path)
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))


def _write_to(path: Path, text: str) -> None:
    """Write to what is there already; a pipe that nobody reads is an error, not a reason to wait."""
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))
    os.set_blocking(handle, True)
    with open(handle, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)


def _mask() -> int:
    """The permissions a new file does not get here."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
