"""A score that changes comes with a higher version of its rulebook: whoever kept a result knows by which rules."""

from dataclasses import replace

import pytest
from tools.write_scores import Scores, kept, scores_of, unraised

from tools import write_scores

WAY_OUT = "run python -m tools.write_scores and read the diff"


@pytest.mark.parametrize("name", write_scores.BOOKS)
def test_a_changed_score_has_a_higher_version(name: str) -> None:
    before, now = kept(name), scores_of(name)
    assert before is not None, WAY_OUT
    assert now.version >= before.version
    assert unraised(before, now) == [], f"raise the version of {name}, then {WAY_OUT}"
    assert now.text(name) == before.text(name), WAY_OUT


def scores(version: int, **examples: tuple[str, dict[str, str]]) -> Scores:
    return Scores(version, examples)


def test_what_counts_as_a_change() -> None:
    before = scores(3, a=("q", {"total": "1", "fans": "x"}), b=("r", {"total": "2"}))
    changed = scores(3, a=("q", {"total": "7", "fans": "x"}), b=("r", {"total": "2"}))
    assert unraised(before, before) == []
    assert unraised(before, changed) == ["a: total"]
    assert unraised(before, replace(changed, version=4)) == []
    assert unraised(before, scores(3, a=("another question", {"total": "7"}))) == []
    assert unraised(before, scores(3, a=("q", {"total": "1", "fans": "x", "payments": "told as well"}))) == []
    assert unraised(None, changed) == []


def test_a_changed_score_is_not_written_down_without_it(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setattr(write_scores, "SCORES", tmp_path)
    assert write_scores.main(["binshi"]) == 0
    path = tmp_path / "binshi.txt"
    good = path.read_text(encoding="utf-8")
    name, _space, rest = good.splitlines()[-1].partition("total=")
    other = good.replace(f"{name}total={rest}", f"{name}total=000000")
    path.write_text(other, encoding="utf-8")
    assert write_scores.main(["binshi"]) == 1
    assert "raise its version" in capsys.readouterr().out
    assert path.read_text(encoding="utf-8") == other
    version = kept("binshi").version
    path.write_text(other.replace(f"version {version};", f"version {version - 1};"), encoding="utf-8")
    assert write_scores.main(["binshi"]) == 0
    assert path.read_text(encoding="utf-8") == good
