"""Honours that are flowers: laid aside and replaced like 1f to 8f, counted, seen by the rules and by bots."""

from pathlib import Path

import pytest

from quepu.game.tabletop import flowers_of
from tests.laid import KINDS, begun, paid, run

BOOK = """
extends = "base/thirteen"
[tiles]
kinds = "123456789m123456789p123456789s1234z"
bonus = "567z1f"
[deal]
flowers = "at_once"
[wall]
replacement = "back"
[fan.plain]
name = { zh = "和", en = "win" }
value = 1
when = "True"
[fan.flowers]
name = { zh = "花", en = "flowers" }
value = 10
count = "flower_count"
[fan.kinds]
name = { zh = "花种", en = "kinds of flower" }
value = 100
count = "count(f for f in flowers)"
[[pay]]
id = "win"
on = "win"
amount = "total"
[[pay]]
id = "four"
on = "flower"
when = "count(t for t in laid(actor) if t == tile) == 4"
amount = 5
"""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> str:
    path: Path = tmp_path_factory.mktemp("house") / "honours.toml"
    path.write_text(BOOK, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("kind", KINDS)
def test_dragons_are_laid_aside_and_counted(book: str, kind: str) -> None:
    """East is dealt four 中, draws 1p, 2p, 1f, 3p, 4p for them, and is complete: five flowers of two kinds."""
    match = begun(book, "123456789m4p777z7z", "19m147p368p258s1z", "19m147p368p258s2z", fill=4,
                  replacements="1p2p1f3p4p", kind=kind)
    t, model = match.table, match.book.model
    assert flowers_of(t, model, 0) == [33, 33, 33, 33, 34]
    assert paid(match, "four") == [15, -5, -5, -5]
    run(match, "E win")
    assert match.hand_over
    assert paid(match, "win") == [753, -251, -251, -251]
