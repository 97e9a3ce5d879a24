"""The compiled form: packing, one win, many, and what it says to wins that are none."""

import random
from dataclasses import replace

import numpy as np
import pytest

import quepu
from quepu import Hand, HandError, Win
from quepu.testing import random_win

BOOK = quepu.rulebook("guobiao")


@pytest.fixture(scope="module")
def wins() -> list[Win]:
    rng = random.Random(11)
    return [random_win(BOOK, rng) for _ in range(300)]


def test_both_ways_of_packing_agree(wins: list[Win]) -> None:
    fast = BOOK.compiled()
    quick = fast.batch(wins)
    slow = fast.batch(wins)
    for array in slow.arrays:
        array[:] = 0
    fast._pack_frames(slow)
    for one, other in zip(quick.arrays[:-1], slow.arrays[:-1], strict=True):
        assert np.array_equal(one, other[quick.order])


def test_every_win_of_a_batch_has_one_row(wins: list[Win]) -> None:
    order = BOOK.compiled().batch(wins).order
    assert sorted(order.tolist()) == list(range(len(wins)))


def test_one_win_and_many_agree(wins: list[Win]) -> None:
    fast = BOOK.compiled()
    result = fast.score_batch(fast.batch(wins))
    for index, win in enumerate(wins):
        score = fast.score(win)
        counted = {result.fan_ids[fan] for fan in np.flatnonzero(result.fan_counts[index])}
        assert (score.total, score.legality, set(score.fan_ids)) == (
            result.total[index], result.legality[index], counted), win


def test_batches_scored_by_turns_keep_to_themselves(wins: list[Win]) -> None:
    """What a batch's arrays are is looked at once for calls that follow each other; another batch has its own."""
    fast = BOOK.compiled()
    halves = [fast.batch(wins[::2]), fast.batch(wins[1::2])]
    wanted = [fast.score_batch(half).total.tolist() for half in halves]
    assert wanted == [[fast.score(win).total for win in some] for some in (wins[::2], wins[1::2])]
    assert [fast.score_batch(half).total.tolist() for half in (*halves, *halves)] == wanted * 2
    assert [fast.score_batch(half).total.tolist() for half in (halves[1], halves[1], halves[0])] == [
        wanted[1], wanted[1], wanted[0]]


def test_the_rest_comes_when_asked_for() -> None:
    score = BOOK.compiled().score(BOOK.win("123456789m1235p 5p", from_="S"))
    assert score.payments == BOOK.score("123456789m1235p 5p", from_="S").payments
    assert "清龙" in score.explain("zh")


def test_a_batch_takes_wins_texts_hands_and_examples() -> None:
    text = "123456789m1235p 5p"
    example = {"concealed": "123456789m1235p", "win_tile": "5p"}
    batch = BOOK.batch([BOOK.win(text), text, Hand("123456789m12355p"), example])
    assert BOOK.score_batch(batch).total.tolist()[:2] == [BOOK.score(text).total] * 2
    assert len(batch) == 4
    assert batch.bytes_per_hand <= 200


@pytest.mark.parametrize(("win", "told"), [
    (Win(Hand("123m"), 3), "10 missing"),
    (Win(Hand("123456789m123p1z"), 27, flags=frozenset(["nope"])), "no flag 'nope'"),
    (Win(Hand("[159m]234567m123p5p"), 13), "not a set"),
])
def test_what_is_no_win_is_told(win: Win, told: str) -> None:
    with pytest.raises(HandError, match=told):
        BOOK.batch([win])
    with pytest.raises(HandError, match=told):
        BOOK.compiled().score(win)


def test_a_complete_hand_that_may_not_win() -> None:
    score = BOOK.compiled().score(BOOK.win("[345m][222p] 45678m88s 9m"))
    assert (score.total, score.legal) == (2, False)
    assert BOOK.compiled().score(BOOK.win("[345m][222p] 45678m88s 1z")).legality == -1


def test_a_fallback_needs_no_condition_of_its_own(tmp_path) -> None:
    file = tmp_path / "fallback.toml"
    file.write_text('extends = "base/thirteen"\n[fan.plain]\nname = "plain"\nvalue = 2\nfallback = []\n',
                    encoding="utf-8")
    book = quepu.rulebook(str(file))
    win = book.win("123456789m1235p 5p")
    assert book.score(win).total == book.compiled().score(win).total == 2


def test_honours_laid_aside_are_counted_alike() -> None:
    """The packed form has no place for them, so the reference counts."""
    book = quepu.rulebook_of_text('extends = "guobiao"\ntiles.bonus = "567z12345678f"\n')
    plain = book.win("123m23455p345s66p 5p", seat="S", from_="E")
    win = replace(plain, hand=Hand(plain.hand.concealed, (), (33, 33, 34)))
    fast = book.compiled()
    assert fast.score(win).total == fast.score_batch(fast.batch([win])).total[0] == book.score(win).total
    assert book.score(win).total > book.score(plain).total


@pytest.mark.parametrize("times", [254, 255, 256, 305, 70_000])
def test_a_fan_may_count_more_often_than_a_byte_holds(times: int) -> None:
    """What is accepted works: mutant 142 of seed 20261119 of `tools.unpruned` stopped the engine here."""
    book = quepu.rulebook_of_text(f"""
        extends = "base/thirteen"
        id = "often"
        name = "often"
        [option.more]
        name = "more"
        type = "int"
        default = 0
        choices = [0, 1000]
        [fan.often]
        name = "often"
        value = 2
        count = "{times} + options.more - pung_count"
        [fan.chows]
        name = "chows"
        value = 1
        count = "chow_count"
        """)
    fast = book.compiled()
    plain = book.win("123m456p789s1177z 7z")
    wins = [plain, book.win("111m444p789s1177z 7z"), replace(plain, options={"more": 300})]
    result = fast.score_batch(fast.batch(wins))
    for win, total, counts in zip(wins, result.total, result.fan_counts, strict=True):
        score = book.score(win)
        assert score.earned
        assert (score.total, {one.id: one.count for one in score.earned}) == (
            total, {result.fan_ids[fan]: counts[fan] for fan in np.flatnonzero(counts)})
        assert fast.score(win).total == score.total
