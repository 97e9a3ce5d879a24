"""The generators: every win is complete and allowed by its rulebook, and directed wins reach their fans."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from quepu.book import rulebook
from quepu.scoring.win_frame import check_win
from quepu.testing import near_win, random_win

BOOKS = sorted(path.stem for path in
               (Path(__file__).parents[2] / "src" / "quepu" / "rulebook" / "books").glob("*.toml"))


@pytest.mark.parametrize("name", BOOKS)
def test_random_wins_are_complete(name: str) -> None:
    book = rulebook(name)
    rng = Random(7)
    for _ in range(80):
        win = random_win(book, rng)
        check_win(book.model, win)
        assert next(book.reference.outcomes(win), None) is not None, repr(win)


def test_random_wins_are_varied() -> None:
    book = rulebook("guobiao")
    rng = Random(8)
    wins = [random_win(book, rng) for _ in range(400)]
    shapes = Counter(next(book.reference.outcomes(win)).shape.id for win in wins)
    assert set(shapes) == {shape.id for shape in book.model.shapes}
    forms = {meld.form for win in wins for meld in win.hand.melds}
    assert forms == {"open", "added", "concealed"}
    assert {win.seat for win in wins} == {win.round for win in wins} == {0, 1, 2, 3}
    assert {flag for win in wins for flag in win.flags} == {flag.id for flag in book.model.flags}
    assert any(len(win.hand.flowers) == 8 for win in wins)
    assert any(win.tile is None for win in wins)
    assert len({str(win) for win in wins}) > 380


def test_wild_tiles_occur() -> None:
    book = rulebook("tianjin")
    rng = Random(9)
    wins = [random_win(book, rng) for _ in range(60)]
    wild = [sum((*win.hand.concealed, win.tile).count(kind) for kind in win.wild) for win in wins]
    assert max(wild) >= 3
    assert min(wild) == 0


def test_same_seed_same_wins() -> None:
    book = rulebook("guobiao")
    assert [random_win(book, Random(5)) for _ in range(3)] == [random_win(book, Random(5)) for _ in range(3)]


@pytest.mark.parametrize(("name", "share"), [
    ("guobiao", 0.95), ("binshi", 0.95), ("tianjin", 0.8), ("wuhan", 0.9),
])
def test_directed_search_earns_the_fans(name: str, share: float) -> None:
    book = rulebook(name)
    rng = Random(3)
    fans = [fan for fan in book.model.fans if fan.on == "win"]
    missing = []
    for fan in fans:
        for _ in range(12):
            win = near_win(book, fan.id, rng)
            best = max(book.reference.outcomes(win), key=lambda outcome: outcome.order)
            if fan.index in best.earned and best.earned[fan.index].kept > 0:
                break
        else:
            missing.append(fan.id)
    print("never earned:", ", ".join(missing) or "none")
    assert len(missing) <= (1 - share) * len(fans), missing
