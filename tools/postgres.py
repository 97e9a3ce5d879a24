"""A PostgreSQL of one's own in a folder of one's own, on loopback; it ends with whoever started it."""

import os
import pwd
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.served import HOST, free_port

DATABASE = "postgres"
_ADMIN = "quepu"
_LONGEST_START = 60.0       # seconds
# ends the database when the pipe of whoever started it is closed, however he ended
_UNTIL_CLOSED = '"$@" & server=$!; cat >/dev/null; kill -INT $server; wait $server'


def missing() -> str:
    """Why no PostgreSQL can be started here; empty if one can."""
    if find_spec("psycopg") is None:
        return 'psycopg is not installed: pip install "quepu[postgres]"'
    absent = [name for name in ("postgres", "initdb") if _program(name) is None]
    if absent:
        return f"no {' and no '.join(absent)}: apt-get install postgresql"
    if os.getuid() == 0 and _user() is None:
        return "PostgreSQL does not run as root, and there is no user postgres"
    return ""


def _program(name: str) -> str | None:
    found = shutil.which(name)
    if found:
        return found
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(places[-1]) if places else None


def _user() -> pwd.struct_passwd | None:
    """Whom it runs as where it must not run as root."""
    try:
        return pwd.getpwnam("postgres") if os.getuid() == 0 else None
    except KeyError:
        return None


@contextmanager
def postgres() -> Iterator[str]:
    """The SQLAlchemy address of a new, empty PostgreSQL."""
    user = _user()
    person = {} if user is None else {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    with TemporaryDirectory(prefix="quepu-postgres-") as folder:
        if user is not None:
            os.chown(folder, user.pw_uid, user.pw_gid)
        data, port = f"{folder}/data", free_port()
        initdb, server = _program("initdb"), _program("postgres")
        assert initdb is not None
        assert server is not None
        subprocess.run([initdb, "-D", data, "-U", _ADMIN, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
                       check=True, stdout=subprocess.DEVNULL, cwd=folder, **person)
        process = subprocess.Popen(
            ["sh", "-c", _UNTIL_CLOSED, "sh", server, "-D", data, "-p", str(port), "-k", folder,
             "-c", f"listen_addresses={HOST}"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, cwd=folder, **person)
        try:
            _wait(process, port)
            yield f"postgresql+psycopg://{_ADMIN}@{HOST}:{port}/{DATABASE}"
        finally:
            assert process.stdin is not None
            process.stdin.close()
            process.wait(60)


def _wait(process: subprocess.Popen[bytes], port: int) -> None:
    import psycopg
    end = time.monotonic() + _LONGEST_START
    while True:
        try:
            psycopg.connect(host=HOST, port=port, user=_ADMIN, dbname=DATABASE, connect_timeout=2).close()
            return
        except psycopg.OperationalError:
            if process.poll() is not None or time.monotonic() > end:
                raise RuntimeError("PostgreSQL did not start") from None
            time.sleep(0.05)
