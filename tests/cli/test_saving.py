"""What is written to a path: a plain file is replaced whole, a link is followed, anything else is never replaced."""

import os
import pty
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from quepu.cli.main import main
from quepu.cli.saving import write_whole
from quepu.errors import QuepuError
from quepu.store import Store
from tests.waiting import LONGEST

pytestmark = pytest.mark.skipif(os.name != "posix", reason="devices, pipes and links of POSIX")


def read_from(pipe: Path, count: int, into: list[bytes]) -> threading.Thread:
    """A reader of so many bytes of a pipe, which is open for reading when this returns."""
    handle = os.open(pipe, os.O_RDWR)           # with a writer of its own, or it would end before there is one

    def read() -> None:
        with open(handle, "rb", buffering=0) as file:
            while sum(map(len, into)) < count:
                into.append(file.read(count))
    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    return reader


def test_a_plain_file_is_replaced_whole(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "x"
    write_whole(file, "old")
    before = file.stat().st_ino
    write_whole(file, "new")
    assert file.read_text(encoding="utf-8") == "new"
    assert file.stat().st_ino != before
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize("there", [True, False])
def test_a_link_is_followed_and_stays(tmp_path: Path, there: bool) -> None:
    (tmp_path / "a").mkdir()
    target, link, other = tmp_path / "a" / "target", tmp_path / "link", tmp_path / "other"
    if there:
        target.write_text("old", encoding="utf-8")
    link.symlink_to(Path("a", "target"))
    other.symlink_to(link)
    write_whole(other, "new")
    assert link.is_symlink()
    assert other.is_symlink()
    assert target.read_text(encoding="utf-8") == "new"
    assert sorted(tmp_path.rglob("*")) == sorted([tmp_path / "a", target, link, other])


def test_links_in_a_circle_are_told(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(QuepuError, match="cannot be written"):
        write_whole(tmp_path / "a", "x")
    assert (tmp_path / "a").is_symlink()


@pytest.mark.parametrize("through_link", [False, True])
def test_a_pipe_is_written_to(tmp_path: Path, through_link: bool) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (tmp_path / "link").symlink_to(pipe)
    got: list[bytes] = []
    reader = read_from(pipe, 200_000, got)
    write_whole(tmp_path / ("link" if through_link else "pipe"), "x" * 200_000)       # more than a pipe holds
    reader.join(LONGEST)
    assert b"".join(got) == b"x" * 200_000
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_pipe_that_nobody_reads_is_told(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(QuepuError, match="cannot be written"):
        write_whole(pipe, "x")
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_device_is_written_to(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    try:
        name = Path(os.ttyname(theirs))
        write_whole(name, "hello\n")
        assert os.read(ours, 100) == b"hello\r\n"
        assert stat.S_ISCHR(name.stat().st_mode)
    finally:
        os.close(ours)
        os.close(theirs)


def test_a_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(QuepuError, match="cannot be written"):
        write_whole(tmp_path, "x")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("shell", [
    "{} rules schema --out /dev/stdout >> out", "{} rules schema --out /dev/stdout | cat >> out",
    "{} rules schema --out /dev/fd/3 3>> out"])
def test_an_output_of_our_own_is_written_behind_what_is_there(tmp_path: Path, shell: str) -> None:
    (tmp_path / "out").write_text("before\n", encoding="utf-8")
    before = (tmp_path / "out").stat().st_ino
    line = shell.format(f'"{sys.executable}" -m quepu')
    subprocess.run(["bash", "-c", line], cwd=tmp_path, check=True, timeout=LONGEST)
    text = (tmp_path / "out").read_text(encoding="utf-8")
    assert text.startswith("before\n{")
    assert (tmp_path / "out").stat().st_ino == before


@pytest.mark.parametrize("argv", [("rules", "schema", "--out", "PIPE"), ("sim", "--hands", "1", "--records", "PIPE"),
                                  ("play", "--save", "PIPE")], ids=lambda argv: argv[0])
def test_no_command_replaces_what_is_no_file(argv: tuple[str, ...], tmp_path: Path,
                                             monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    monkeypatch.setattr("builtins.input", lambda _prompt="": "quit")
    main([word.replace("PIPE", str(pipe)) for word in argv])
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert list(tmp_path.iterdir()) == [pipe]


def test_the_cache_replaces_no_device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.chmod(0o700)
    store = Store(tmp_path)
    store.write("kind", "0" * 64, b"before")
    monkeypatch.setattr("quepu.store.os.lstat", lambda _path: os.stat("/dev/null"))
    store.write("kind", "0" * 64, b"after")
    assert store.read("kind", "0" * 64) == b"before"
