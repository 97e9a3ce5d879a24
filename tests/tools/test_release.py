"""A release takes what is unreleased, raises the version, and does nothing before it is told to."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from tools.release import ReleaseError, faults, parts, planned

import quepu
from tools import release

LOG = "# Changelog\n\n## Unreleased\n\n### Added\n- Something.\n\n## 0.2.0 (2026-11-18)\n\n### Fixed\n- Older.\n"
INIT = 'x = 1\n__version__ = "0.2.0"       # the one place\n'


class Commands:
    """What is run, and what it answers."""

    def __init__(self, **failing: str) -> None:
        self.run: list[str] = []
        self.failing = failing

    def __call__(self, command: Sequence[str]) -> tuple[int, str]:
        line = " ".join(command)
        self.run.append(line)
        if "rev-parse" in line:
            return ("tag" not in self.failing), ""
        found = [said for word, said in self.failing.items() if word in line]
        return (1, found[0]) if found else (0, "")


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "src" / "quepu").mkdir(parents=True)
    (tmp_path / release.LOG).write_text(LOG, encoding="utf-8")
    (tmp_path / release.INIT).write_text(INIT, encoding="utf-8")
    monkeypatch.setattr(release, "ROOT", tmp_path)
    monkeypatch.setattr(release.write_scores, "BOOKS", [])
    return tmp_path


def test_what_is_unreleased_becomes_the_version() -> None:
    made = planned("0.3.0", "2026-12-01", LOG, INIT)
    assert made.notes == "### Added\n- Something."
    assert list(parts(made.log)) == ["## Unreleased", "## 0.3.0 (2026-12-01)", "## 0.2.0 (2026-11-18)"]
    assert parts(made.log)["## Unreleased"] == ""
    assert made.init == INIT.replace("0.2.0", "0.3.0")


@pytest.mark.parametrize(("version", "log", "words"), [
    ("0.2.0", LOG, "does not come after"), ("0.1.9", LOG, "does not come after"), ("next", LOG, "no version"),
    ("0.3.0", LOG.replace("- Something.", ""), "nothing under"),
    ("0.3.0", LOG + "\n## 0.3.0 (2026-01-01)\n- x\n", "already")])
def test_what_is_no_release(version: str, log: str, words: str) -> None:
    with pytest.raises(ReleaseError, match=words):
        planned(version, "2026-12-01", log, INIT)


def test_nothing_is_written_unless_it_is_asked_for(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    commands = Commands()
    assert release.main(["0.3.0", "--date", "2026-12-01"], commands) == 0
    assert (tree / release.LOG).read_text(encoding="utf-8") == LOG
    assert not [line for line in commands.run if "commit" in line or "git tag" in line]
    assert "would" in capsys.readouterr().out
    assert release.main(["0.3.0", "--date", "2026-12-01", "--write"], commands) == 0
    assert "## 0.3.0 (2026-12-01)" in (tree / release.LOG).read_text(encoding="utf-8")
    assert [line.split("\n")[0] for line in commands.run[-3:]] == [
        f"git add {release.LOG} {release.INIT}", "git commit --message quepu 0.3.0",
        "git tag --annotate --cleanup=verbatim v0.3.0 --message quepu 0.3.0"]
    assert "- Something." in commands.run[-1]


@pytest.mark.parametrize(("failing", "words"), [
    ({"mypy": "x.py:1: wrong"}, "mypy fails"), ({"status": "M x"}, "not as it is committed"), ({"tag": ""}, "a tag")])
def test_what_speaks_against_it_is_told_and_nothing_is_written(tree: Path, failing: dict[str, str], words: str,
                                                               capsys: pytest.CaptureFixture[str]) -> None:
    assert release.main(["0.3.0", "--write"], Commands(**failing)) == 1
    assert words in capsys.readouterr().err
    assert (tree / release.LOG).read_text(encoding="utf-8") == LOG


def test_a_score_that_changed_speaks_against_it(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release.write_scores, "BOOKS", ["a town"])
    monkeypatch.setattr(release.write_scores, "kept",
                        lambda _name: release.write_scores.Scores(1, {"x": ("q", {"a": "1"})}))
    monkeypatch.setattr(release.write_scores, "scores_of",
                        lambda _name: release.write_scores.Scores(1, {"x": ("q", {"a": "2"})}))
    found = list(faults(planned("0.3.0", "2026-12-01", LOG, INIT), Commands()))
    assert found == ["a town: scores have changed and its version has not: x: a"]


def test_the_changelog_of_this_tree_has_its_version() -> None:
    log = (Path(__file__).resolve().parent.parent.parent / release.LOG).read_text(encoding="utf-8")
    headings = list(parts(log))
    assert headings[0] == release.UNRELEASED
    assert headings[1].startswith(f"## {quepu.__version__} (")
