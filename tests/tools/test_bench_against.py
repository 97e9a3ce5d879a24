"""The comparison with an older commit: its arithmetic, its errors, and that git keeps nothing of it."""

import subprocess
import sys
from pathlib import Path

import pytest
from bench import against, play, side
from bench.__main__ import main
from bench.against import AgainstError, Side
from bench.pairs import Pair, paired, table

import quepu

ROWS = ["a", "b", "c", "d"]


def test_the_rows_of_play_can_be_run() -> None:
    """Each side imports `bench.play` of its tree by name, so nothing else notices when it cannot be."""
    engine = play.Engine(quepu.rulebook(play.RULE))
    assert side.PLAYED.keys() == {"random", "greedy", "aware"}
    for bot in side.PLAYED:
        assert play._ours(engine, getattr(play, f"BOT_{bot.upper()}"), 1) > 0


# -- arithmetic --

def test_the_ratio_is_the_median_of_the_pairs_not_the_ratio_of_the_medians() -> None:
    pair = Pair("row", (10.0, 40.0, 100.0), (20.0, 20.0, 100.0))
    assert pair.ratios == (0.5, 2.0, 1.0)
    assert pair.ratio == 1.0            # of the medians it would be 2
    assert "0.500 to 2.000" in str(pair)


def test_more_is_faster() -> None:
    assert "SLOWER" in str(Pair("row", (92.0,), (100.0,)))
    assert "SLOWER" not in str(Pair("row", (93.0,), (100.0,)))
    assert "SLOWER" not in str(Pair("row", (100.0,), (92.0,)))


def test_what_one_side_cannot_do_is_told_and_not_compared() -> None:
    rounds = [({"a": 2.0, "b": "ImportError: no b", "c": 1.0, "d": 0.0}, {"a": 1.0, "b": 3.0, "c": "broken", "d": 1.0}),
              ({"a": 6.0, "b": "ImportError: no b", "c": 1.0, "d": 0.0}, {"a": 2.0, "b": 3.0, "c": 2.0, "d": 1.0})]
    pairs, missing = paired(ROWS, rounds)
    assert [(pair.row, pair.ratio) for pair in pairs] == [("a", 2.5), ("c", 0.5)]
    assert missing == {"b": "here: ImportError: no b", "c": "there: broken (1 of 2 rounds)",
                       "d": "it took no time that could be measured"}
    text = table(pairs, missing)
    assert "2 rows compared; 1 below 0.93" in text
    assert "b: here: ImportError: no b" in text


def test_a_row_that_one_side_never_heard_of() -> None:
    assert paired(["a"], [({"a": 1.0}, {})]) == ([], {"a": "there: it was not measured"})
    assert paired(["a"], []) == ([], {"a": "no round was finished"})


# -- a side --

def job_of(*rows: str) -> dict[str, object]:
    return {"do": "rows", "rows": list(rows), "size": "warm", "wins": {}}


def test_each_row_is_measured_or_says_why_not(monkeypatch: pytest.MonkeyPatch) -> None:
    def work(row: str, _job: object, _rooms: object) -> tuple[int, side.Work]:
        if row == "b":
            raise ImportError("no b\nand more")
        return 5, lambda: sum(range(1000))
    monkeypatch.setattr(side, "_work", work)
    rates = dict(side.rates(job_of("a", "b", "c")))
    assert isinstance(rates["a"], float)
    assert rates["a"] > 0
    assert rates["b"] == "ImportError: no b"
    assert isinstance(rates["c"], float)


def test_a_process_that_dies_loses_only_the_rows_it_had_not_done(monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
                                                                ) -> None:
    program = tmp_path / "side.py"
    program.write_text("import os, signal\nprint('[\"a\", 3.5]', flush=True)\nos.kill(os.getpid(), signal.SIGKILL)\n")
    monkeypatch.setattr(side, "__file__", str(program))
    rates = Side("old", tmp_path, Path(sys.executable), tmp_path).rates(job_of("a", "b"))
    assert rates["a"] == 3.5
    assert str(rates["b"]).startswith("its process ended (-9)")


def test_a_process_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "side.py"
    program.write_text("import time\nprint('[\"a\", 3.5]', flush=True)\ntime.sleep(3600)\n")
    monkeypatch.setattr(side, "__file__", str(program))
    for seconds in (1, 5, 25, 125, 625):    # so long that a slow machine has come to the first row
        monkeypatch.setattr(against, "LONGEST", seconds)
        rates = Side("old", tmp_path, Path(sys.executable), tmp_path).rates(job_of("a", "b"))
        if rates["a"] == 3.5:
            break
    assert rates["a"] == 3.5
    assert str(rates["b"]).startswith("its process ended (-9)")


def test_rows_are_chosen_by_part_of_their_name() -> None:
    rows = side.names(["x", "y"], "x")
    assert against.chosen_rows(rows, []) == rows
    assert against.chosen_rows(rows, ["batch, y", "aware"]) == ["score: batch, y", "play: aware, x", "play: aware, y"]
    with pytest.raises(AgainstError, match=r"no row is called speed; rows:\n  score"):
        against.chosen_rows(rows, ["batch", "speed"])


# -- errors --

@pytest.mark.parametrize("commit", ["no_such_commit", "", "--help", "HEAD:README.md", "-n1"])
def test_an_unknown_commit_ends_with_2_and_a_clear_text(capsys: pytest.CaptureFixture[str], commit: str) -> None:
    assert main([f"--against={commit}"]) == 2
    told = capsys.readouterr()
    assert told.err.startswith(f"bench: there is no commit '{commit}'") or "no git repository" in told.err
    assert told.out == ""


@pytest.mark.parametrize("given", [
    ["--against", "HEAD", "--rounds", "0"], ["--against", "HEAD", "--rounds", "x"], ["--against"], ["--nothing"]])
def test_what_makes_no_sense_ends_with_2(given: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(given)
    assert ended.value.code == 2


def test_parts_belong_to_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--against", "HEAD"]) == 2
    assert "--rows" in capsys.readouterr().err
    assert main(["nothing"]) == 2


# -- git --

@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with one commit, which comparisons take for this one."""
    root = tmp_path / "repository"
    root.mkdir()
    monkeypatch.setattr(against, "ROOT", root)
    (root / "file").write_text("old")
    for words in (["init", "--quiet"], ["add", "."],
                  ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "-m", "first"]):
        subprocess.run(["git", "-C", str(root), *words], check=True)
    return root


def traces(root: Path) -> list[str]:
    worktrees = root / ".git" / "worktrees"
    return sorted(path.name for path in worktrees.iterdir()) if worktrees.exists() else []


def test_the_worktree_leaves_no_trace(repository: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    commit = against.commit_of("HEAD")
    (repository / "file").write_text("new")
    with against.worktree(commit, home) as tree:
        assert (tree / "file").read_text() == "old"
        assert traces(repository)
    assert traces(repository) == []
    assert not list(home.iterdir())

    def stopped() -> None:
        with against.worktree(commit, home):
            raise KeyboardInterrupt
    with pytest.raises(KeyboardInterrupt):
        stopped()
    assert traces(repository) == []
    assert not list(home.iterdir())


def test_a_worktree_left_by_a_killed_run_is_taken_away(repository: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    commit = against.commit_of("HEAD")
    against.git("worktree", "add", "--quiet", "--detach", str(home / f"tree-{gone.pid}"), commit)
    with against.worktree(commit, home):
        assert len(list(home.iterdir())) == 1
    assert traces(repository) == []
    assert not list(home.iterdir())
