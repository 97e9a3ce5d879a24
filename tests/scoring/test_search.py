"""The search gives what scoring every reading by itself gives, to the last word; so does the compiled form's."""

import json
from random import Random

import pytest
from tools.unpruned import hands, with_all_readings

import quepu
from quepu.book import Rulebook, build
from quepu.hand import Win
from quepu.packing.score_row import has_wild_tiles
from quepu.rulebook.file.load import known_ids, split_reference
from quepu.scoring import search as search_module
from quepu.scoring.plain_values import whole, whole_waits
from quepu.scoring.report import read, report
from quepu.scoring.result import Score
from quepu.scoring.search import MOST_OTHERS, Search
from quepu.testing import random_win
from tests.share import SEED, share

BOOKS = [*known_ids(), "jiangnan?mode=xinhuang", "jiangnan?mode=daidi"]
WINS = share(500, len(BOOKS), 12)
#: so many wild tiles the judge can still go through one by one; of hands with more there are a few
FEW_WILDS, MOST_WILDS = 3, 6
MANY = 2
EQUAL = share(40, len(BOOKS), 4)


def exhaustive(book: Rulebook, win: Win) -> Score:
    """The score when every reading is scored, and put in words, by itself."""
    outcomes = list(book.reference.outcomes(win))
    best = max(outcomes, key=lambda outcome: outcome.order, default=None)
    if best is None:
        return report(book, win, None)
    chosen = str(read(book.reference, win, best))
    others: dict[str, int] = {}
    for outcome in sorted(outcomes, key=lambda outcome: -outcome.total):
        text = str(read(book.reference, win, outcome))
        if text != chosen and len(others) < MOST_OTHERS:
            others.setdefault(text, outcome.total)
    return report(book, win, best, tuple(others.items()))


def two_of(name: str) -> tuple[Rulebook, Rulebook]:
    """A rulebook, and another like it whose compiled form finds the readings."""
    rule, settings = split_reference(name)
    compiled = build(rule, settings)
    compiled.search_compiled()
    return build(rule, settings), compiled


def told(score: Score) -> str:
    return json.dumps(whole(score), ensure_ascii=False) + score.explain("zh") + score.explain("en")


def wins_of(book: Rulebook) -> list[Win]:
    """Random wins, most with few wild tiles or none, and a few with many."""
    rng = Random(f"{SEED}:search:{book.id}")
    few: list[Win] = []
    many: list[Win] = []
    while len(few) < WINS or (len(many) < MANY and has_wild_tiles(book.model)):
        win = book.with_wild(random_win(book, rng))
        wilds = sum(kind in win.wild for kind in (*win.hand.concealed, win.tile))
        (few if wilds <= FEW_WILDS else many if wilds <= MOST_WILDS else []).append(win)
        if len(few) > 40 * WINS:        # a rulebook whose wild tiles are few
            break
    return few[:WINS] + many[:MANY]


@pytest.mark.parametrize("name", BOOKS)
def test_the_search_tells_what_scoring_every_reading_tells(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_module, "FEW", 0)        # what is seen is compared even where there are few readings
    by_reference, by_compiled = two_of(name)
    for win in wins_of(by_reference):
        judged = told(exhaustive(by_reference, win))
        assert told(by_reference.score(win)) == judged, repr(win)
        assert told(by_compiled.score(win)) == judged, repr(win)


def equal_wins(book: Rulebook) -> list[Win]:
    """Wins with wild tiles of which several readings come to the same."""
    found = []
    for win in hands(book, Random(f"{SEED}:equal:{book.id}"), 40 * EQUAL, many_share=0):
        orders = [outcome.order for outcome in book.reference.outcomes(win)]
        if orders and orders.count(max(orders)) > 1:
            found.append(win)
        if len(found) == EQUAL:
            break
    return found


@pytest.mark.parametrize("name", [name for name in BOOKS if has_wild_tiles(build(*split_reference(name)).model)])
def test_of_equal_readings_every_way_chooses_the_first(name: str) -> None:
    by_reference, by_compiled = two_of(name)
    whole = with_all_readings(by_reference)
    wins = equal_wins(by_reference)
    assert wins
    for win in wins:
        outcomes = list(whole.reference.outcomes(win))
        most = max(outcome.order for outcome in outcomes)
        first = read(whole.reference, win, next(one for one in outcomes if one.order == most))
        judged = exhaustive(by_reference, win)
        assert judged.reading == first, repr(win)
        for book in (by_reference, by_compiled):
            score = book.score(win)
            assert (score.reading, score.others) == (first, judged.others), repr(win)


def test_a_chow_and_a_pung_that_are_worth_the_same_are_both_told() -> None:
    for book in two_of("tianjin"):
        score = book.score("[6666m,1]5788999m566p 7m", wild="5p6p", self_draw=True, seat="S")
        assert str(score.reading) == "[6666m,1] 567m 567m 999m 88m"
        assert [text for text, total in score.others if total == score.total] == [
            f"[6666m,1] 567m {rest}" for rest in ("678m 999m 88m", "789m 999m 88m", "777m 999m 88m", "888m 999m 77m")]


#: the hands that were slowest, with what is enough to score
SLOW = [("nanchang", "111222m3344556s 6s", "1m2m", 40), ("nanchang", "1111222m334567s 2m", "1m2m", 40),
        ("yingkou?hui=eight", "11113333m3344p5s 5s", "1m3m", 100), ("tianjin", "1112222333344s 5s", "1s2s", 500)]


@pytest.mark.parametrize(("name", "hand", "wild", "most"), SLOW)
def test_what_a_rulebook_sees_alike_is_scored_once(name: str, hand: str, wild: str, most: int) -> None:
    book = quepu.rulebook(name)
    search = Search(book.reference)
    found = search.found(book.win(hand, wild=wild))
    assert found.best is not None
    assert search.scored <= most


@pytest.mark.parametrize(("name", "hand", "wild", "_most"), SLOW)
def test_the_compiled_search_tells_the_same_of_the_slowest_hands(name: str, hand: str, wild: str, _most: int) -> None:
    by_reference, by_compiled = two_of(name)
    assert told(by_compiled.score(hand, wild=wild)) == told(by_reference.score(hand, wild=wild))


@pytest.mark.parametrize("name", BOOKS)
def test_waits_are_worth_what_their_wins_are(name: str) -> None:
    by_reference, by_compiled = two_of(name)
    for win in wins_of(by_reference)[:3] + wins_of(by_reference)[WINS:WINS + 1]:
        if win.tile is None or win.hand.place_count != by_reference.model.hand_size:
            continue
        facts = {"wild": win.wild, "seat": win.seat, "round": win.round, "state": win.state}
        waits = by_compiled.waits(win.hand, **facts)
        assert len(waits.waits) + len(waits.dead) > 0, repr(win)
        for wait in waits.waits[:4]:
            for worth in (wait.discard, wait.self_draw):
                score = by_reference.score(worth.win)
                assert (worth.complete, worth.legal, worth.total, worth.reasons) == (
                    score.complete, score.legal, score.total, score.reasons), repr(worth.win)
                assert told(worth.score) == told(score)
        if sum(kind in win.wild for kind in win.hand.concealed) <= 2:
            assert whole_waits(by_reference.waits(win.hand, **facts)) == whole_waits(waits), repr(win)
