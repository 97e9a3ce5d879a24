"""The melds of any seat at the table, and who fed each: payments ask for them without a memory."""

# ruff: noqa: E501 - a condition reads best in one line
from pathlib import Path

import pytest

from quepu import rulebook
from tests.laid import KINDS, begun, paid, run

BOOK = """
extends = "base/thirteen"
[tiles]
kinds = "123456789m123456789p123456789s"
bonus = ""
[fan.plain]
name = { zh = "和", en = "win" }
value = 1
when = "True"
[[pay]]
id = "fed"
on = "kong"
for = "seats"
amount = "10 * count(m for m in melds_of(owner) if m.feeder == payer) + count(m for m in melds_of(owner) if m.is_concealed and m.feeder == nobody)"
label = { zh = "供牌", en = "fed" }
[[pay]]
id = "added"
on = "kong"
for = "seats"
amount = "sum(m.tile.rank for m in melds_of(owner) if m.is_added and m.is_kong and m.feeder == payer and not m.is_chow)"
label = { zh = "加杠", en = "added" }
[[pay]]
id = "places"
on = "kong"
amount = "sum(m.place * (100 if m.is_added else 10 if m.is_concealed else 1) for m in melds_of(actor))"
label = { zh = "第几副", en = "places" }
[[pay]]
id = "sum"
on = "win"
amount = "10 * count(m for m in melds_of(winner) if m.feeder == payer) + count(m for m in melds_of(winner) if m.is_concealed)"
"""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> str:
    path: Path = tmp_path_factory.mktemp("house") / "fed.toml"
    path.write_text(BOOK, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("kind", KINDS)
def test_payments_know_who_fed_the_melds_of_any_seat(book: str, kind: str) -> None:
    """East feeds South's 5m, which becomes an added kong, South feeds West's 9s; then West makes a concealed kong."""
    match = begun(book, "5m19m147p368p258s", "55m69m9s147p5p147s", "99s2222p147m8m3s", draws="7s8s5m",
                  replacements="6s7s", kind=kind)
    run(match, "E 5m", "S pung", "S 9s", "W pung", "W 1m", "N 7s", "E 8s", "S kong added 5m")
    assert paid(match, "fed") == [-10, 0, 10, 0]
    assert paid(match, "added") == [-5, 5, 0, 0]
    assert paid(match, "places") == [-100, 300, -100, -100]
    run(match, "S 6s", "W kong concealed 2p")
    assert paid(match, "fed") == [-21, -1, 23, -1]
    assert paid(match, "added") == [-10, 10, 0, 0]
    assert paid(match, "places") == [-121, 279, -37, -121]        # West's pung is the first, the kong the second


def test_a_hand_that_is_scored_alone_has_the_melds_that_are_written(book: str) -> None:
    """East wins with a pung from across (2, West) and a concealed kong; other seats have none."""
    score = rulebook(book).score("[555m,2](2222p)123s456s7s 7s", seat="E", flags=[])
    assert score.payments == {"E": 13, "S": -1, "W": -11, "N": -1}
