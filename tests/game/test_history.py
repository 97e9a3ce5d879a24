"""What a match keeps of its past takes little memory, and is to the byte what it was."""

import random
from itertools import islice
from typing import Any

import pytest

from quepu import Match
from quepu.game.history import LOTS, History
from quepu.game.steps import Step
from tests.players import sensible

BOOKS = ("guobiao?min_fan=0", "riichi", "sichuan", "changsha", "tianjin")


class Followed:
    """A match, with every table and step it had kept whole beside it."""

    def __init__(self, rule: str, seed: int) -> None:
        self.match, self.rng = Match(rule, seed), random.Random(seed)
        self.tables: list[bytes] = []
        self.steps: list[Step] = []

    def go(self, count: int) -> "Followed":
        match = self.match
        for _time in range(count):
            before = match.state
            if match.hand_over:
                if match.over:
                    break
                match.begin()
            elif self.rng.random() < 0.02:
                match.note("a remark", match.asked[0])
            else:
                match.play(match.asked[0], sensible(match, match.asked[0], self.rng))
            self.tables.append(before)
            self.steps.append(match.steps[-1])
        return self


@pytest.fixture(scope="module", params=BOOKS)
def followed(request: Any) -> Followed:
    return Followed(request.param, 5).go(450)


def test_every_table_is_restored_to_the_byte(followed: Followed) -> None:
    match = followed.match
    assert len(match.settlements) > 1
    assert list(match.steps) == followed.steps
    for place, table in enumerate(followed.tables):
        earlier = match.at(place)
        assert earlier.state == table
        assert (len(earlier.steps), earlier.steps.begun) == (place, begun(followed.steps[:place]))
        assert match.steps[place] == followed.steps[place]
    for place in range(0, len(followed.steps), 23):
        earlier = match.at(place)
        assert list(earlier.steps) == followed.steps[:place]
        assert earlier.settlements == [step.settlement for step in followed.steps[:place] if step.settlement]
        assert match.steps[place:place + 99] == followed.steps[place:place + 99]
        assert match.steps[-1 - place] == followed.steps[-1 - place]


def begun(steps: list[Step]) -> int:
    return max((place for place, step in enumerate(steps) if step.kind == "begin"), default=0)


def test_answers_are_taken_back_one_by_one(followed: Followed) -> None:
    match, steps = followed.match.copy(), list(followed.steps)
    while match.undo():
        while steps.pop().kind != "action":
            pass
        assert match.state == followed.tables[len(steps)]
        assert len(match.steps) == len(steps)
    assert steps[-1].kind == "begin" or all(step.kind == "note" for step in steps[begun(steps) + 1:])


def test_copies_share_the_past_and_go_their_own_way(followed: Followed) -> None:
    match = followed.match
    one, other = match.copy(), match.at(len(followed.steps) // 2)
    assert one._before._packs[0].packed is match._before._packs[0].packed is other._before._packs[0].packed
    assert one.steps._hands[0] is match.steps._hands[0] is other.steps._hands[0]
    before = [match._before[place] for place in range(0, len(followed.tables), 9)]
    for copied in (one, other):
        went = Followed.__new__(Followed)
        went.match, went.rng, went.tables, went.steps = copied, random.Random(9), [], []
        length = len(copied.steps)
        went.go(60)
        for place, table in enumerate(went.tables, length):
            assert copied.at(place).state == table
    assert list(match.steps) == followed.steps
    assert [match._before[place] for place in range(0, len(followed.tables), 9)] == before


def test_tables_of_every_kind_and_number() -> None:
    """Also those that have nothing in common, and none at all; cut anywhere and grown again."""
    rng = random.Random(7)
    for size, change in ((64, 1.0), (3000, 0.01), (8, 0.0)):
        history, kept = History(), []
        table = rng.randbytes(size)
        for _time in range(3 * LOTS[-1]):
            table = bytes(rng.randrange(256) if rng.random() < change else byte for byte in table)
            history.append(table)
            kept.append(table)
            if rng.random() < 0.01:
                count = rng.randrange(len(kept) + 1)
                history.cut(count)
                del kept[count:]
            assert len(history) == len(kept)
        assert [history[place] for place in range(len(kept))] == kept
        with pytest.raises(IndexError):
            history[len(kept)]


def test_a_hand_in_play_is_not_folded(followed: Followed) -> None:
    steps = followed.match.steps
    assert all(one is another for one, another in zip(islice(steps, steps.begun, None),
                                                      followed.steps[steps.begun:], strict=True))
