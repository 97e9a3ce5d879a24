"""Calls that provoke what the server says as it starts: of its database, of open files, of strangers' rulebooks."""

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any
from unittest import mock

from quepu import store
from quepu.cli import serve
from quepu.faults import Fault
from quepu.server.games.database import check_database
from quepu.server.safety import private, sandbox
from quepu.server.safety.address import networks
from tests.faults.provoking import Provoke, Table


@contextlib.contextmanager
def _folder() -> Iterator[Path]:
    with TemporaryDirectory() as folder:
        yield Path(folder)


def _made_in(mode: int) -> Any:
    """A database in a folder of this mode."""
    with _folder() as folder:
        (folder / "x").mkdir()
        (folder / "x").chmod(mode)
        return private.make_private(folder / "x" / "games.sqlite")


def _failing(name: str, call: Any) -> Provoke:
    """A call where the system refuses something."""
    def run() -> Any:
        with _folder() as folder, mock.patch.object(private, "os", mock.Mock(wraps=os)) as system:
            system.name, system.O_CREAT, system.O_EXCL = "posix", os.O_CREAT, os.O_EXCL
            system.O_RDWR, system.O_CLOEXEC = os.O_RDWR, os.O_CLOEXEC
            getattr(system, name).side_effect = PermissionError(13, "no")
            return call(folder)
    return run


def _refusing(name: str, call: Any) -> Provoke:
    """A call where a path refuses something."""
    def run() -> Any:
        with _folder() as folder, mock.patch.object(Path, name, side_effect=PermissionError(13, "no")):
            return call(folder)
    return run


def _in_file() -> Any:
    with _folder() as folder:
        (folder / "x").write_text("")
        return private._folder(folder / "x")


def _no_file() -> Any:
    with _folder() as folder:
        return private._one(folder)


def _of_another() -> Any:
    status = SimpleNamespace(st_mode=stat.S_IFREG | 0o600, st_uid=os.getuid() + 7)
    with mock.patch.object(Path, "stat", return_value=status):
        return private._one(Path("x"))


def _read_by_others(chmod: bool = False) -> Any:
    """A file that others can read; where that cannot be changed, unless `chmod`."""
    with _folder() as folder:
        file = folder / "x"
        file.write_text("")
        file.chmod(0o644)
        if chmod:
            return private._one(file)
        with mock.patch.object(Path, "chmod"):
            return private._one(file)


def _no_driver() -> Any:
    with mock.patch("quepu.server.games.database.sql.make_url", side_effect=ImportError("x", name="psycopg")):
        return check_database("postgresql://x")


def _missing(*names: str, code: int = 0) -> Provoke:
    """What a trial of a child could not give up."""
    async def start(_module: str) -> Any:
        async def communicate() -> tuple[bytes, bytes]:
            return str(list(names)).replace("'", '"').encode(), b""
        return SimpleNamespace(communicate=communicate, returncode=code)

    def run() -> list[Fault]:
        with mock.patch.object(sandbox, "start", start):
            return serve._missing()
    return run


def _pageless() -> Any:
    """What is printed where there is no page."""
    told: list[Fault] = []
    settings = SimpleNamespace(limits=SimpleNamespace(message=1), trusted_proxies=(), database="",
                               page=Path("./no/such"))
    socket = SimpleNamespace(getsockname=lambda: ("x", 1))

    def fault(code: str) -> Fault:
        told.append(Fault(code))
        return told[-1]
    with mock.patch.multiple(serve, _settings=lambda _given: settings, _missing=list, _redact=lambda: None, Fault=fault,
                             _listening=lambda *_given: contextlib.nullcontext([socket])), \
            mock.patch("quepu.server.games.database.check_database", return_value=[]), \
            mock.patch("quepu.server.safety.connections.protocols", return_value=(None, None)), \
            mock.patch("quepu.server.app.make_app"), mock.patch("uvicorn.Config"), mock.patch("uvicorn.Server"), \
            mock.patch("builtins.print"):
        serve.run(SimpleNamespace(host="x", port=1, quiet=True))       # type: ignore[arg-type]
    return told


_NOT_GIVEN_UP = (sandbox.PRIVILEGES, sandbox.MEMORY, sandbox.NETWORK, sandbox.PROCESSES, sandbox.PARENT, sandbox.FILES,
                 sandbox.CALLS, sandbox.CAPABILITIES, sandbox.NAMES, sandbox.USER)


def _cache(instead: Path | None) -> Any:
    """What is printed of a cache folder that is not used."""
    status: Any = SimpleNamespace(st_uid=os.geteuid() + 7, st_mode=0)
    printed: list[str] = []
    with mock.patch.dict(os.environ, {"LC_ALL": "zh_TW.UTF-8"}), \
            mock.patch("builtins.print", lambda text, **_given: printed.append(text)):
        store._tell(Path("x"), store._writers(status) or "", instead)
    why = Fault("cache.instead", folder=instead) if instead else Fault("cache.nothing")
    fault = Fault("cache.not_used", folder="x", why=Fault("cache.not_yours"), meanwhile=why)
    assert printed == [fault.told("zh-Hant")]
    return fault


def _writable() -> Any:
    status: Any = SimpleNamespace(st_uid=os.geteuid(), st_mode=stat.S_IWOTH)
    return store._writers(status)


PROVOKED: Table = {
    "cache.not_used": lambda: _cache(None),
    "cache.not_yours": lambda: _cache(None),
    "cache.nothing": lambda: _cache(None),
    "cache.instead": lambda: _cache(Path("y")),
    "cache.writable": _writable,
    "serve.proxy": lambda: networks(["x"]),
    "serve.no_page": _pageless,
    "serve.strangers": _missing(sandbox.MEMORY),
    **{f"sandbox.{name}": _missing(name) for name in _NOT_GIVEN_UP},
    "sandbox.child": _missing(code=1),
    "database.unusable": lambda: check_database("dance"),
    "database.missing": _no_driver,
    "database.postgres": _no_driver,
    "database.not_made": _failing("open", lambda folder: private.make_private(folder / "games.sqlite")),
    "database.not_seen": _refusing("exists", private._is_there),
    "database.folder": _refusing("mkdir", lambda folder: private._folder(folder / "y")),
    "database.not_folder": _in_file,
    "database.open_folder": lambda: _made_in(0o777),
    "database.not_file": _no_file,
    "database.not_yours": _of_another,
    "database.open": _refusing("chmod", lambda folder: private._mend(folder, 0o700)),
    "database.open_here": _read_by_others,
    "database.mended": lambda: _read_by_others(chmod=True),
}
