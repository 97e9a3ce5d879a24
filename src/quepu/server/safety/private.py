"""Files of the server that nobody else on the machine may read: the database holds the seed of the hand in play."""

import os
import stat
from pathlib import Path
from urllib.parse import unquote, urlsplit

import sqlalchemy as sql

from quepu.errors import QuepuError
from quepu.faults import Fault

FILE, FOLDER = 0o600, 0o700
_BESIDE = ("", "-wal", "-shm", "-journal")      # what SQLite keeps beside its file
_OTHERS, _OTHERS_WRITE = 0o077, 0o022


def sqlite_file(address: str) -> Path | None:
    """The file of an SQLite address; None for any other database, and for one in memory."""
    url = sql.make_url(address)
    path_text = url.database or ""
    if url.get_backend_name() != "sqlite" or path_text in ("", ":memory:") or "mode=memory" in str(url):
        return None
    if path_text.startswith("file:"):
        path_text = unquote(urlsplit(path_text).path)
        return None if path_text in ("", ":memory:") else Path(path_text)
    return Path(path_text)


def make_private(file: Path) -> list[Fault]:
    """Let only its owner read a database and what lies beside it; what had to be mended.

    The file is made here, because SQLite would make it readable by all.  A folder that is not there is made private
    too; one that is there belongs to the user, and is mended only if it is quepu's own.
    """
    if os.name != "posix":              # elsewhere a user's folders are his own
        file.parent.mkdir(parents=True, exist_ok=True)
        return []
    mended = _folder(file.parent)
    if not _is_there(file):
        try:
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_CLOEXEC, FILE))
        except FileExistsError:
            pass                        # another server was faster
        except OSError as error:
            raise QuepuError(Fault("database.not_made", file=file, why=error.strerror)) from None
    for ending in _BESIDE:
        mended += _one(file.with_name(file.name + ending))
    return mended


def _is_there(file: Path) -> bool:
    try:
        return file.exists()
    except OSError as error:
        raise QuepuError(Fault("database.not_seen", file=file, why=error.strerror)) from None


def _folder(folder: Path) -> list[Fault]:
    try:
        made = [one for one in (folder, *folder.parents) if not one.exists()]
        for one in reversed(made):
            one.mkdir(FOLDER, exist_ok=True)
        mode = folder.stat().st_mode
    except OSError as error:
        raise QuepuError(Fault("database.folder", folder=folder, why=error.strerror)) from None
    if not stat.S_ISDIR(mode):
        raise QuepuError(Fault("database.not_folder", folder=folder))
    if folder.name == "quepu" and mode & _OTHERS and folder.stat().st_uid == os.getuid():
        return _mend(folder, FOLDER)
    if mode & _OTHERS_WRITE and not mode & stat.S_ISVTX:
        raise QuepuError(Fault("database.open_folder", folder=folder))
    return []


def _one(file: Path) -> list[Fault]:
    try:
        status = file.stat()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise QuepuError(Fault("database.not_seen", file=file, why=error.strerror)) from None
    if not stat.S_ISREG(status.st_mode) or str(file) == os.devnull:     # a plain file of that name is no less wrong
        raise QuepuError(Fault("database.not_file", file=file))
    if status.st_uid not in (os.getuid(), 0):
        raise QuepuError(Fault("database.not_yours", file=file))
    return _mend(file, FILE) if status.st_mode & _OTHERS else []


def _mend(path: Path, mode: int) -> list[Fault]:
    try:
        path.chmod(mode)
    except OSError as error:
        raise QuepuError(Fault("database.open", path=path, why=error.strerror, mode=f"{mode:o}")) from None
    if path.stat().st_mode & _OTHERS:   # some file systems know no owners
        raise QuepuError(Fault("database.open_here", path=path))
    return [Fault("database.mended", path=path)]
