"""The compiled form gives what the reference gives: total, legality and fans, for every rulebook.

A share of 14,000 random wins each; with QUEPU_FULL=1 (`make test-full`) 100,000.  QUEPU_SEED picks others.
"""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

import quepu
from quepu.book import Rulebook
from quepu.hand import Win
from quepu.rulebook.file.load import known_ids
from quepu.testing import random_win
from tests.share import FULL, SEED, share

#: house fans that share sets, and those of which one set may serve several
SHIFTED = "二同順,二步高,三同順,三步高,一條龍,鏡糊糊,雙龍抱,雙蛇抱,四同順,四步高,四歸四,百萬石,綠一色,七對眼"
BOOKS = [*known_ids(), "guobiao?edition=1998", "guobiao?edition=wmc2006", f"hongkong?min_fan=0&custom={SHIFTED}",
         "hongkong?flowers=false&unlimited=true&pinghu_wait=open_only&pinghu_pair=suit_only&ziyise_as_pungs=true"]
PARTS, PART_SIZE = (50, 2_000) if FULL else (1, share(14_000, len(BOOKS), 300))
#: the reference tries every reading one by one: a hand with more wild tiles takes seconds, so few are compared
FEW_WILDS, MANY_SHARE = 3, 0.05

Answer = tuple[int, int, dict[str, int]]


@cache
def book(name: str) -> Rulebook:
    return quepu.rulebook(name)


def wild_count(win: Win) -> int:
    return sum(kind in win.wild for kind in (*win.hand.concealed, win.tile))


def random_wins(name: str, seed: str, count: int) -> Iterator[Win]:
    """Random wins of a rulebook, nearly all with few wild tiles."""
    rng = Random(f"{seed}:{name}")
    while count:
        win = random_win(book(name), rng)
        if wild_count(win) <= FEW_WILDS or rng.random() < MANY_SHARE:
            count -= 1
            yield win


def by_reference(name: str, win: Win) -> Answer:
    """What the rulebook makes of the hand; whether the table gives the tile is no part of it (`[claim.win] when`)."""
    score = book(name).score(win)
    legality = int(score.legal) if score.complete else -1
    if legality == 0 and win.state:
        legality = int(book(name).search.best(win).legal)
    return score.total, legality, {fan.id: fan.count for fan in score.earned}


def compiled_answers(name: str, wins: list[Win]) -> list[Answer]:
    fast = book(name).compiled()
    result = fast.score_batch(fast.batch(wins))
    ids = result.fan_ids
    fans = [{ids[index]: int(counts[index]) for index in counts.nonzero()[0]} for counts in result.fan_counts]
    return list(zip(result.total.tolist(), result.legality.tolist(), fans, strict=True))


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", BOOKS)
def test_compiled_equals_reference(name: str, part: int) -> None:
    seed = f"{SEED}:{part}"
    wins = list(random_wins(name, seed, PART_SIZE))
    different = []
    for win, compiled in zip(wins, compiled_answers(name, wins), strict=True):
        reference = by_reference(name, win)
        if reference != compiled:
            different.append(f"{win!r}\n    reference {reference}\n    compiled  {compiled}")
    different.sort(key=len)             # the shortest one shows the least that is needed
    assert not different, f"seed {seed}: {len(different)} of {len(wins)} differ\n" + "\n".join(different[:5])


@pytest.mark.parametrize("name", BOOKS)
def test_one_win_equals_the_batch(name: str) -> None:
    wins = list(random_wins(name, f"{SEED}:one", 100))
    fast = book(name).compiled()
    for win, (total, legality, fans) in zip(wins, compiled_answers(name, wins), strict=True):
        score = fast.score(win)
        assert (score.total, score.legality) == (total, legality), repr(win)
        assert set(score.fan_ids) == set(fans), repr(win)
