"""Everything that writes files, on a full disk: a clear sentence, exit code 2, and the old file as it was."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("resource")
from quepu.bots.seat import CoreBot
from quepu.game.match import Match
from quepu.records.lines import parse_record, replay, write_record
from tests.full_disk import WAYS, Disk, full_disk

OLD = "what was there before\n"
ONE = "123m23455p345s77z 5p"


@pytest.fixture(scope="module")
def record() -> str:
    """A hand played by bots."""
    match, bot = Match("guobiao", 1), CoreBot("greedy")
    match.begin()
    while not match.hand_over:
        match.play(match.asked[0], bot.decide(match, match.asked[0]))
    return write_record(match)


@pytest.fixture(params=WAYS)
def disk(request: pytest.FixtureRequest, tmp_path: Path, record: str) -> Iterator[Disk]:
    """A full disk with two files on it."""
    with full_disk(tmp_path, request.param) as found:
        (tmp_path / "out.jsonl").write_text(OLD)
        (tmp_path / "game.jsonl").write_text(record)
        yield found


def refused(disk: Disk, *argv: str, typed: str = "") -> str:
    """What a command says that cannot write."""
    before = disk.files()
    done = disk.run(*argv, typed=typed)
    assert done.returncode == 2, done.stderr + done.stdout
    assert "Traceback" not in done.stderr
    assert "failed unexpectedly" not in done.stderr
    assert disk.files() == before       # the old file, and nothing half-written beside it
    return done.stderr


@pytest.mark.parametrize("argv", ["rules schema --out out.jsonl", "rules schema --out new.json",
                                  "record convert game.jsonl --to botzone --out out.jsonl"])
def test_a_file_that_cannot_be_written_leaves_the_old_one(disk: Disk, argv: str) -> None:
    told = refused(disk, *argv.split())
    assert argv.split()[-1] in told
    assert "too large" in told or "No space" in told


def test_a_simulation_keeps_the_records_it_would_have_replaced(disk: Disk) -> None:
    argv = ("sim", "--rule", "guobiao", "--hands", "1", "--seed", "3", "--records", "games")
    (disk.folder / "games").mkdir()
    (disk.folder / "games" / "guobiao-3-000001.jsonl").write_text(OLD)
    assert "games" in refused(disk, *argv)


def test_a_saved_game_is_the_old_or_the_new_one(disk: Disk, record: str) -> None:
    """The game at the terminal goes on, says that it could not be saved, and the file of before can be resumed."""
    told = disk.run("play", "--resume", "game.jsonl", "--lang", "en", typed="\nauto\nsave\nq\n")
    assert "Traceback" not in told.stderr
    said = told.stdout + told.stderr
    assert "too large" in said or "No space" in said
    assert told.returncode == 2, said
    assert (disk.folder / "game.jsonl").read_text() == record
    assert set(disk.files()) == {"game.jsonl", "out.jsonl"}
    assert replay(parse_record(record)).hand_over


def test_a_cache_that_is_full_only_costs_time(disk: Disk) -> None:
    cache = disk.folder / "cache"
    cache.mkdir(mode=0o700)
    done = disk.run("score", ONE, "--rule", "guobiao", "--json", QUEPU_CACHE=str(cache))
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
    assert json.loads(done.stdout)["total"] > 0
    assert [name for name in disk.files() if name.endswith(".part")] == []


KEEPING = """
import sys
from pathlib import Path
from quepu.store import Store
store = Store(Path(sys.argv[1]))
store.write("book", "0" * 16, b"x" * 100_000)
assert store.read("book", "0" * 16) == b"old"
store.write("book", "1" * 16, b"x" * 100_000)
assert store.read("book", "1" * 16) is None
"""


def test_what_the_cache_holds_stays_when_it_cannot_be_replaced(disk: Disk) -> None:
    from quepu.store import Store
    cache = disk.folder / "cache"
    Store(cache).write("book", "0" * 16, b"old")
    before = set(disk.files())
    done = disk.run(str(cache), program=("-c", KEEPING))
    assert done.returncode == 0, done.stderr
    assert set(disk.files()) == before


def test_a_database_without_room_is_told_at_start(disk: Disk) -> None:
    done = disk.run("serve", "--port", "0", "--database", f"sqlite:///{disk.folder / 'games.sqlite'}")
    assert done.returncode == 2, done.stderr
    assert "--database" in done.stderr
    assert "Traceback" not in done.stderr
