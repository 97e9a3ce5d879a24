"""Proofs of strength: what counts as above, that nothing is removed, and that the page is the one of what is kept."""

import json
from pathlib import Path
from typing import Any

import pytest
from tools.strength import dangers, page, pool, proofs, speeds
from tools.strength.proofs import Proof, decided

from quepu.book import rulebook


def proof(rule: str, value: float, half: float, margin: float = 0.01) -> Proof:
    figure = {"value": value, "low": value - half, "high": value + half}
    return Proof({"rule": rule, "units": 1_000, "margin": margin, "points": figure})


def test_only_what_holds_among_so_many_looks_counts_as_above_or_below() -> None:
    found = {one.rule: one for one in (proof("a", 1.0, 0.3), proof("b", -1.0, 0.3), proof("c", 0.5, 0.46),
                                       proof("d", 0.005, 0.001), proof("e", 0.1, 0.3))}
    assert dict(decided(found, 38)) == {"a": "above", "b": "below", "c": "level", "d": "level", "e": "level"}
    assert dict(decided({"c": found["c"]}, 1)) == {"c": "above"}


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for module, names in ((proofs, ("KEPT",)), (pool, ("FILE",)), (dangers, ("FILE",)), (speeds, ("FILE",))):
        for name in names:
            monkeypatch.setattr(module, name, tmp_path / getattr(module, name).name)
    return tmp_path


def test_proofs_are_appended_and_the_page_tells_those_of_todays_weights(files: Path) -> None:
    found = proofs.prove("guangdong_tuidaohu", 4, 1)
    assert found is not None
    assert found.told["hands"] == 24
    old: dict[str, Any] = {**found.told, "weights": "0" * 64, "rule": "riichi"}
    proofs.keep(proofs.KEPT, old)
    assert len(proofs.KEPT.read_text().splitlines()) == 2
    assert list(proofs.kept()) == ["guangdong_tuidaohu"]
    text = page.page()
    assert "| guangdong_tuidaohu |" in text
    assert "| riichi |" not in text
    assert "riichi" in text.partition("No proof of today's weights is kept for ")[2].partition("\n\n")[0]


def test_dangers_are_compared_with_what_could_really_be_won_on(files: Path) -> None:
    found = dangers.look("sichuan", 60)
    assert found is not None
    assert sum(row["tries"] for row in found["bins"]) == found["tries"]
    assert found["constant"] > 0
    assert json.loads(dangers.FILE.read_text()) == found


def test_the_page_in_docs_is_made_of_what_is_kept() -> None:
    assert page.PAGE.read_text(encoding="utf-8") == page.page()


def test_weights_are_named_with_the_version_they_were_made_for() -> None:
    assert proofs.digest_of(rulebook("riichi")) != proofs.digest_of(rulebook("guobiao"))
    assert proofs.digest_of(rulebook("riichi?red_fives=none")) is None
