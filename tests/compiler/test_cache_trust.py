"""The cache is not believed: damaged machine code does not end the process, an open folder is not used."""

import shutil
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from quepu.compiler.kernels import load_kernels
from quepu.store import store
from tests.spoiled import files, rewrite, run

MACHINE = """
from quepu.engine.layout.frame import Frame
from quepu.rulecode.machine_store import load_machine
from tests.python_trees import read_trees
frame = Frame.zeros()
frame.memory[2] = 7
machine = load_machine(read_trees("def entry(f, n):\\n    return f.memory[n] + 1\\n"), ("entry",), "book")
print(machine.call("entry", frame.address, 2))
"""

FIRST_HANDS = """
from quepu.lab.simulate import simulate
print(simulate("hongkong", 8, "aware", seed=2).piece.numbers.tolist())
"""


def with_engine(folder: Path) -> Path:
    """A cache with the engine in it, which takes long to compile."""
    load_kernels()
    folder.mkdir(mode=0o700, exist_ok=True)
    of_ours = store().folder
    assert of_ours is not None
    for path in of_ours.glob("quepu_engine_*"):
        shutil.copy2(path, folder)
    return folder


def of_kind(kind: str, folder: Path) -> Path:
    [path] = [path for path in files(folder) if path.name.startswith(f"quepu_{kind}_")]
    return path


def test_a_damaged_object_file_does_not_end_the_process(tmp_path: Path) -> None:
    assert run(MACHINE, with_engine(tmp_path)) == "8"
    path = of_kind("book", tmp_path)
    whole = path.read_bytes()
    damaged = [whole[:length] for length in (0, 1, 64, len(whole) // 2, len(whole) - 1)]
    damaged += [b"\0" * len(whole), whole[:len(whole) // 2] + b"\xff" * (len(whole) - len(whole) // 2)]
    for content in damaged:
        rewrite(path, content)
        assert run(MACHINE, tmp_path) == "8"
        assert path.read_bytes() == whole               # made anew


def test_two_processes_make_the_engine_at_once_and_anew(tmp_path: Path) -> None:
    """An empty cache: neither process waits for the other or reads what it has half written.  Then a damaged one."""
    with ThreadPoolExecutor(2) as both:
        assert list(both.map(run, [MACHINE] * 2, [tmp_path] * 2)) == ["8", "8"]
    assert len(files(tmp_path)) == 2
    engine = of_kind("engine", tmp_path)
    whole = engine.read_bytes()
    damaged = whole[:len(whole) // 2] + b"\xff" * (len(whole) - len(whole) // 2)
    rewrite(engine, damaged)
    assert run(MACHINE, tmp_path) == "8"
    assert len(files(tmp_path)) == 2
    assert engine.read_bytes() != damaged               # made anew


def test_two_processes_make_a_rulebook_ready_at_once(tmp_path: Path) -> None:
    """Its functions, tables and aims: both play the same hands, and so does who finds all of it in the cache."""
    folder = with_engine(tmp_path / "cache")
    with ThreadPoolExecutor(2) as both:
        first, second = both.map(run, [FIRST_HANDS] * 2, [folder] * 2)
    kept = {path.name for path in folder.iterdir()}
    assert first == second == run(FIRST_HANDS, folder)
    assert {path.name for path in folder.iterdir()} == kept
    assert all(name.endswith(".kept") for name in kept)


def test_all_files_are_private(tmp_path: Path) -> None:
    folder = with_engine(tmp_path / "cache")
    run(MACHINE, folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in files(folder)} == {0o600}


def test_a_folder_that_others_may_write_to_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUEPU_CACHE_LENT", str(with_engine(tmp_path / "lent")))     # it need not be compiled
    folder = tmp_path / "cache"
    folder.mkdir()
    folder.chmod(0o777)
    assert run(MACHINE, folder) == "8"
    assert not list(folder.iterdir())
