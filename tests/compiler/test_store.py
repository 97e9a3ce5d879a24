"""The cache on disk: only what we wrote, whole, under this key, in a folder that is ours alone, is believed.

Tests of permissions look at modes and owners, since root may write anywhere.
"""

import errno
import os
import stat
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from quepu import kept_arrays, store
from quepu.store import Store

KIND, KEY, OTHER = "book", "0123456789abcdef0123", "fedcba9876543210fedc"
PAYLOAD = bytes(range(256)) * 2


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def kept(tmp_path: Path) -> Store:
    found = Store(tmp_path / "cache")
    found.write(KIND, KEY, PAYLOAD)
    return found


def file_of(kept: Store, key: str = KEY, kind: str = KIND) -> Path:
    path = kept.path(kind, key)
    assert path is not None
    return path


@pytest.fixture
def wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that QUEPU_CACHE names; not made yet."""
    folder = tmp_path / "wanted"
    monkeypatch.setenv("QUEPU_CACHE", str(folder))
    return folder


# -- what is believed --

def test_what_was_written_is_read(kept: Store) -> None:
    assert kept.read(KIND, KEY) == PAYLOAD
    assert kept.read(KIND, OTHER) is None
    assert kept.read("play", KEY) is None
    kept.write(KIND, OTHER, b"")
    assert kept.read(KIND, OTHER) == b""


def test_a_file_cut_off_anywhere_is_absent_and_made_anew(kept: Store) -> None:
    path = file_of(kept)
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        assert kept.read(KIND, KEY) is None, length
    kept.write(KIND, KEY, PAYLOAD)
    assert path.read_bytes() == whole
    path.write_bytes(whole + b"\0")
    assert kept.read(KIND, KEY) is None


def test_any_other_bit_makes_it_absent(kept: Store) -> None:
    path = file_of(kept)
    whole = path.read_bytes()
    for place in range(len(whole)):
        changed = bytearray(whole)
        changed[place] ^= 1 << place % 8
        path.write_bytes(changed)
        assert kept.read(KIND, KEY) is None, place


def test_the_file_of_another_key_or_kind_is_absent(kept: Store) -> None:
    whole = file_of(kept).read_bytes()
    for path, kind, key in ((file_of(kept, OTHER), KIND, OTHER), (file_of(kept, kind="play"), "play", KEY)):
        path.write_bytes(whole)
        path.chmod(0o600)
        assert kept.read(kind, key) is None


def test_a_file_that_is_too_long_is_not_read(kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST_BYTES", len(PAYLOAD))
    assert kept.read(KIND, KEY) is None
    kept.write(KIND, OTHER, PAYLOAD)
    assert not file_of(kept, OTHER).exists()


def as_link(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    path.symlink_to(path.with_name("elsewhere"))


def as_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path, 0o600)


def as_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "something").touch()


@pytest.mark.parametrize("spoil", [
    as_link, as_pipe, as_folder, lambda path: path.chmod(0o620), lambda path: path.chmod(0o602),
    lambda path: path.chmod(0o644), lambda path: path.unlink()])
def test_what_is_no_private_file_is_absent_and_made_anew(kept: Store, spoil: Callable[[Path], None]) -> None:
    path = file_of(kept)
    spoil(path)
    assert kept.read(KIND, KEY) is None
    kept.write(KIND, KEY, PAYLOAD)
    assert kept.read(KIND, KEY) == PAYLOAD
    assert not path.is_symlink()
    assert mode(path) == 0o600


def test_a_file_of_somebody_else_is_absent(kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    stranger = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: stranger)
    assert kept.read(KIND, KEY) is None


def test_a_link_is_replaced_and_what_it_leads_to_is_left_alone(kept: Store, tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.write_text("mine")
    path = file_of(kept)
    path.unlink()
    path.symlink_to(target)
    kept.write(KIND, KEY, PAYLOAD)
    assert target.read_text() == "mine"
    assert kept.read(KIND, KEY) == PAYLOAD


@pytest.mark.parametrize(("kind", "key"), [
    ("../book", KEY), ("book/", KEY), ("", KEY), ("Book", KEY), ("b" * 25, KEY), ("book", "../" + KEY), ("book", ""),
    ("book", KEY.upper()), ("book", KEY + "\n"), ("book", "a" * 65), ("book", "abc")])
def test_kinds_and_keys_are_never_paths(kept: Store, kind: str, key: str) -> None:
    with pytest.raises(ValueError, match="kind and a key"):
        kept.read(kind, key)
    with pytest.raises(ValueError, match="kind and a key"):
        kept.write(kind, key, PAYLOAD)


# -- writing --

def test_folder_and_files_are_private_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        kept = Store(tmp_path / "a" / "b")
        kept.write(KIND, KEY, PAYLOAD)
    finally:
        os.umask(before)
    assert mode(tmp_path / "a" / "b") == 0o700
    assert mode(file_of(kept)) == 0o600


def test_the_file_is_safe_before_it_gets_its_name_and_the_name_after(kept: Store, monkeypatch: pytest.MonkeyPatch,
                                                                     ) -> None:
    steps: list[str] = []
    fsync, replace = os.fsync, os.replace

    def synced(handle: int) -> None:
        steps.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        fsync(handle)

    def replaced(old: str, new: Path) -> None:
        steps.append("name")
        assert Path(old).read_bytes().endswith(PAYLOAD)         # nothing is left in a buffer
        replace(old, new)
    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", replaced)
    kept.write(KIND, OTHER, PAYLOAD)
    assert steps == ["file", "name", "folder"]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_full_disk_only_costs_time(kept: Store, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    def full(*_given: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")
    monkeypatch.setattr(os, step, full)
    kept.write(KIND, OTHER, PAYLOAD)
    assert kept.read(KIND, OTHER) is None
    assert [path.name for path in file_of(kept).parent.iterdir()] == [file_of(kept).name]       # no leftovers


def test_a_folder_that_was_removed_is_made_anew(kept: Store) -> None:
    file_of(kept).unlink()
    file_of(kept).parent.rmdir()
    assert kept.read(KIND, KEY) is None
    kept.write(KIND, KEY, PAYLOAD)
    assert kept.read(KIND, KEY) == PAYLOAD


def test_nothing_is_written_once_others_may_write_there(kept: Store) -> None:
    file_of(kept).parent.chmod(0o770)
    kept.write(KIND, OTHER, PAYLOAD)
    assert not file_of(kept, OTHER).exists()


def test_without_any_folder_nothing_is_kept() -> None:
    nowhere = Store(None)
    nowhere.write(KIND, KEY, PAYLOAD)
    assert nowhere.read(KIND, KEY) is None
    assert nowhere.prune(KIND, most_files=0) == 0


def test_many_writers_and_readers_at_once(wanted: Path) -> None:
    work = (f"from quepu import store\n"
            f"for turn in range(150):\n"
            f"    store.write({KIND!r}, {KEY!r}, bytes([turn % 7]) * 50_000)\n"
            f"    found = store.read({KIND!r}, {KEY!r})\n"
            f"    assert found is not None and len(found) == 50_000 and len(set(found)) == 1\n")
    workers = [subprocess.Popen([sys.executable, "-c", work]) for _worker in range(3)]
    assert [worker.wait() for worker in workers] == [0, 0, 0]
    assert len(list(wanted.iterdir())) == 1


# -- which folder --

def test_the_folder_that_is_named_is_made_private(wanted: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert store.store().folder == wanted
    assert mode(wanted) == 0o700
    assert capfd.readouterr().err == ""


def test_a_folder_that_others_may_read_is_made_private(wanted: Path) -> None:
    wanted.mkdir()
    wanted.chmod(0o755)
    assert store.store().folder == wanted
    assert mode(wanted) == 0o700


def test_a_folder_that_its_owner_closed_stays_closed(wanted: Path) -> None:
    wanted.mkdir()
    wanted.chmod(0o555)
    store.store()
    assert mode(wanted) == 0o500


def is_refused(wanted: Path, capfd: pytest.CaptureFixture[str]) -> None:
    store.write(KIND, KEY, PAYLOAD)
    used = store.store().folder
    assert used is not None
    assert used != wanted
    assert mode(used) == 0o700
    assert store.read(KIND, KEY) == PAYLOAD
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) == 1              # told once
    assert str(wanted) in lines[0]
    assert str(used) in lines[0]


@pytest.mark.parametrize("others", [0o770, 0o707, 0o777, 0o1777, 0o722])
def test_a_folder_that_others_may_write_to_is_refused(wanted: Path, capfd: pytest.CaptureFixture[str],
                                                      others: int) -> None:
    wanted.mkdir()
    wanted.chmod(others)
    is_refused(wanted, capfd)
    assert mode(wanted) == others & 0o777 | others & 0o7000     # it is not ours to mend
    assert not list(wanted.iterdir())


def test_a_folder_of_somebody_else_is_refused(wanted: Path, capfd: pytest.CaptureFixture[str],
                                              monkeypatch: pytest.MonkeyPatch) -> None:
    wanted.mkdir(mode=0o700)
    inode, fstat = wanted.stat().st_ino, os.fstat

    def strange(handle: int) -> os.stat_result:
        told = fstat(handle)
        if told.st_ino != inode:
            return told
        return os.stat_result((*told[:4], os.geteuid() + 1, *told[5:]))
    monkeypatch.setattr(os, "fstat", strange)
    is_refused(wanted, capfd)
    assert not list(wanted.iterdir())


def test_a_link_to_an_open_folder_is_refused_and_one_to_a_private_folder_is_not(
        wanted: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    target = wanted.with_name("target")
    target.mkdir()
    target.chmod(0o777)
    wanted.symlink_to(target)
    is_refused(wanted, capfd)
    assert not list(target.iterdir())
    private = wanted.with_name("private")
    private.mkdir(mode=0o700)
    second = wanted.with_name("second")
    second.symlink_to(private)
    monkeypatch.setenv("QUEPU_CACHE", str(second))
    assert store.store().folder == second


@pytest.mark.parametrize("name", ["file", "file/below", "loop", "x" * 300, "a\0b"])
def test_what_can_be_no_folder_is_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str],
                                          monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    monkeypatch.setattr(store, "wanted_folder", lambda: tmp_path / name)
    is_refused(tmp_path / name, capfd)


def test_the_temporary_folder_goes_with_its_process(wanted: Path) -> None:
    wanted.touch()
    told = subprocess.run([sys.executable, "-c", "from quepu.store import store; print(store().folder)"],
                          capture_output=True, text=True, check=True)
    assert "is not used" in told.stderr
    assert not Path(told.stdout.strip()).exists()


# -- pruning --

def filled(tmp_path: Path, count: int = 5) -> tuple[Store, list[str]]:
    """A store with files of ten bytes, the first used at second 1000, each next a second later."""
    kept, keys = Store(tmp_path / "many"), [f"{number:020x}" for number in range(count)]
    for number, key in enumerate(keys):
        kept.write(KIND, key, b"0123456789")
        os.utime(file_of(kept, key), (1000 + number, 1000 + number))
    return kept, keys


def left(kept: Store, keys: list[str]) -> list[int]:
    return [number for number, key in enumerate(keys) if file_of(kept, key).exists()]


def test_the_least_recently_used_go_first(tmp_path: Path) -> None:
    kept, keys = filled(tmp_path)
    assert kept.read(KIND, keys[0]) is not None                 # now the last that was used
    assert kept.prune(KIND, most_files=3) == 2
    assert left(kept, keys) == [0, 3, 4]


def test_so_many_bytes_are_kept(tmp_path: Path) -> None:
    kept, keys = filled(tmp_path)
    each = file_of(kept, keys[0]).stat().st_size
    assert kept.prune(KIND, most_bytes=2 * each) == 3
    assert left(kept, keys) == [3, 4]
    assert kept.prune(KIND, most_bytes=2 * each) == 0


def test_what_was_not_used_for_long_goes(tmp_path: Path) -> None:
    kept, keys = filled(tmp_path)
    assert kept.prune(KIND, older_than=10, now=1012.5) == 3
    assert left(kept, keys) == [3, 4]


def test_other_kinds_and_foreign_files_stay_and_leftovers_go(tmp_path: Path) -> None:
    kept, _keys = filled(tmp_path, 1)
    kept.write("book_of", KEY, b"")
    folder = file_of(kept).parent
    (folder / "quepu_left.part").touch()
    (folder / "quepu_book_note.kept").touch()
    (folder / "mine").touch()
    kept.prune(KIND, most_files=0)
    assert (folder / "quepu_left.part").exists()                # somebody may be writing it
    os.utime(folder / "quepu_left.part", (0, 0))
    kept.prune(KIND, most_files=0)
    assert {path.name for path in folder.iterdir()} == {"mine", "quepu_book_note.kept", f"quepu_book_of_{KEY}.kept"}
    with pytest.raises(ValueError, match="kind"):
        kept.prune(".*")


# -- arrays --

ARRAYS = {"row": np.arange(7, dtype=np.int64), "table": np.arange(24, dtype=np.uint16).reshape(2, 3, 4)[:, :, ::2],
          "none": np.zeros((0, 5), dtype=np.int32), "one": np.array(3.5), "yes": np.array([True, False]),
          "big_end": np.array([1, 258], dtype=">i4")}


def test_arrays_come_back_as_they_were(wanted: Path) -> None:
    assert kept_arrays.read_arrays("rows", KEY) is None
    kept_arrays.write_arrays("rows", KEY, ARRAYS)
    found = kept_arrays.read_arrays("rows", KEY)
    assert found is not None
    assert list(found) == list(ARRAYS)
    for name, array in ARRAYS.items():
        assert np.array_equal(found[name], array), name
        assert found[name].shape == array.shape
        assert found[name].dtype == array.dtype.newbyteorder("="), name
        assert found[name].flags.writeable
        assert found[name].flags.aligned


@pytest.mark.parametrize("array", [
    np.array([{}], dtype=object), np.array(["a"]), np.array([1j]), np.zeros(2, dtype=[("a", "i4")]),
    np.array(["2026-01-01"], dtype="datetime64[D]"), np.zeros((1, 1, 1, 1, 1))])
def test_other_arrays_are_not_kept(wanted: Path, array: np.ndarray) -> None:
    with pytest.raises(ValueError, match=r"not kept|too many"):
        kept_arrays.write_arrays("rows", KEY, {"row": array})


@pytest.mark.parametrize("head", [
    b"", b"[", b"7", b"{}", b"[[]]", b'[["a","|O8",[1]]]', b'[["a","<i8",[-1]]]', b'[["a","<i8",[2]]]',
    b'[["a","<i8",[true]]]', b'[["a","<i8",[1.0]]]', b'[["a","<i8",[99999999999,99999999999]]]',
    b'[["a","<M8[D]",[1]]]', b'[["a","<i8",[1,1,1,1,1]]]', b'[["a","<i4",[1]],["a","<i4",[1]]]', b"[" * 30_000,
    b"\xff\xfe"])
def test_payloads_that_do_not_fit_their_head_are_no_arrays(head: bytes) -> None:
    assert kept_arrays.unpacked(len(head).to_bytes(4, "little") + head + b"\0" * 8) is None


def test_a_payload_cut_off_anywhere_is_no_arrays() -> None:
    head = b'[["a","<i8",[2]]]'
    whole = len(head).to_bytes(4, "little") + head + b"\0" * 16
    assert kept_arrays.unpacked(whole) is not None
    assert all(kept_arrays.unpacked(whole[:length]) is None for length in range(len(whole)))


# -- bytes that are shared --

class Made:
    """Stands for a record; counts how often it is worked out."""

    count = 0

    @property
    def raw(self) -> bytes:
        self.count += 1
        return PAYLOAD


def test_equal_bytes_of_two_keys_are_one_while_they_are_used(wanted: Path) -> None:
    made = Made()
    first, second, again = (kept_arrays.shared_or_made("rows", key, lambda: made) for key in (KEY, OTHER, KEY))
    assert first is second is again
    assert made.count == 2              # once for each key
    assert first.tobytes() == PAYLOAD
    assert not first.flags.writeable
    before = len(kept_arrays._IN_USE)
    del first, second, again
    assert len(kept_arrays._IN_USE) == before - 1


def test_something_else_under_the_key_of_bytes_is_made_anew(wanted: Path) -> None:
    for other in (ARRAYS, {"bytes": np.zeros(3, dtype=np.int64)}, {"bytes": np.zeros((2, 2), dtype=np.uint8)}):
        store.write("rows", KEY, zlib.compress(kept_arrays.packed(other)))
        assert kept_arrays.shared_or_made("rows", KEY, Made).tobytes() == PAYLOAD
    store.write("rows", KEY, b"not zipped")
    assert kept_arrays.shared_or_made("rows", KEY, Made).tobytes() == PAYLOAD
