"""Phases before the turns and the special ends of a hand, on a rulebook that has them all (tests/house/phases.toml)."""

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import quepu
from quepu.engine.layout import codes
from quepu.engine.layout import table as tb
from quepu.game.engine import Engine

BOOK = Path(__file__).parents[1] / "house" / "phases.toml"
SUIT_SIZE = 9


@cache
def engine() -> Engine:
    return Engine(quepu.rulebook(str(BOOK)))


def memory(t: Any, name: str) -> list[int]:
    """The slots of a memory."""
    slot = next(slot for slot in engine().book.model.memory if slot.id == name)
    start = slot.slot
    return [int(value) for value in t.memory[start:start + slot.size]]


def legal(t: Any, seat: int) -> list[int]:
    e = engine()
    return [int(action) for action in e.desk.legal[:e.kernels.legal_into(t, e.session, seat, e.desk.legal)]]


def asked(t: Any) -> list[int]:
    return [seat for seat in range(4) if int(t.asked) >> seat & 1]


def begun(seed: int) -> Any:
    e = engine()
    t = e.new_table()
    e.kernels.start_match(t, e.session, seed)
    e.kernels.begin_hand(t, e.session, 1)
    return t


def play(t: Any, seat: int, action: int) -> None:
    assert engine().kernels.play(t, engine().session, seat, action)


def choose(t: Any, value: int) -> None:
    """Everybody who is asked chooses the same."""
    for seat in asked(t):
        play(t, seat, codes.Act.CHOOSE << 16 | value)


def after_bets(seed: int) -> Any:
    t = begun(seed)
    choose(t, 0)                        # the dealer does not sit, so nobody pulls
    choose(t, 1)
    return t


def test_the_dealer_bets_first_and_only_then_the_others() -> None:
    t = begun(1)
    assert asked(t) == [0]
    assert legal(t, 0) == [codes.Act.CHOOSE << 16 | 0, codes.Act.CHOOSE << 16 | 1]
    assert not int(t.dealt)
    choose(t, 1)
    assert memory(t, "sits") == [1]
    assert asked(t) == [1, 2, 3]
    assert [action & 255 for action in legal(t, 2)] == [0, 2, 5]
    play(t, 2, codes.Act.CHOOSE << 16 | 5)
    assert asked(t) == [1, 3]
    choose(t, 2)
    assert memory(t, "pulls") == [0, 2, 5, 2]


def test_a_phase_of_the_round_comes_once_a_round() -> None:
    t = begun(1)
    choose(t, 0)
    assert asked(t) == [0, 1, 2, 3]
    choose(t, 3)
    assert memory(t, "raised") == [3, 3, 3, 3]
    t = finished(t)
    engine().kernels.finish_hand(t, engine().session)
    if int(t.rounds) == 0:
        engine().kernels.begin_hand(t, engine().session, 1)
        choose(t, 0)
        assert int(t.dealt)


def finished(t: Any, seed: int = 5) -> Any:
    """The hand played to its end by chance."""
    random = Random(seed)
    while int(t.stage) != codes.Stage.OVER:
        seat = asked(t)[0]
        play(t, seat, random.choice(legal(t, seat)))
    return t


def test_three_tiles_of_one_suit_go_to_the_right() -> None:
    t = after_bets(2)
    before = np.array(t.held)
    assert [action >> 16 for action in legal(t, 0)] == [codes.Act.GIVE] * len(legal(t, 0))
    given: dict[int, list[int]] = {seat: [] for seat in range(4)}
    while asked(t) and legal(t, asked(t)[0])[0] >> 16 == codes.Act.GIVE:
        seat = asked(t)[0]
        action = legal(t, seat)[0]
        given[seat].append(action & tb.KIND)
        play(t, seat, action)
    for kinds in given.values():
        assert len(kinds) <= 3
        assert len({kind // SUIT_SIZE for kind in kinds}) == 1
    after = np.asarray(t.held, dtype=int)
    expected = before.astype(int)
    for seat, kinds in given.items():
        if len(kinds) == 3:             # a seat with one choice left was answered for
            for kind in kinds:
                expected[seat, kind] -= 1
                expected[(seat + 1) % 4, kind] += 1
    if all(len(kinds) == 3 for kinds in given.values()):
        assert (after == expected).all()
    assert after.sum(axis=1).tolist() == [14, 13, 13, 13]


def to_turns(seed: int) -> Any:
    t = after_bets(seed)
    while asked(t) and int(t.stage) == codes.Stage.PHASE:
        seat = asked(t)[0]
        play(t, seat, legal(t, seat)[0])
    return t


def test_the_void_suit_is_discarded_first() -> None:
    seen = 0
    for seed in range(20):
        t = to_turns(seed)
        void = memory(t, "void")
        assert void == [0, 0, 0, 0]
        discards = [action & tb.KIND for action in legal(t, 0) if action >> 16 == codes.Act.DISCARD]
        if int(t.sizes[0, 0]):
            seen += 1
            assert discards
            assert max(discards) < SUIT_SIZE
    assert seen


def test_the_tile_after_the_indicator_is_wild() -> None:
    t = to_turns(3)
    turned = int(t.turned[0]) & tb.KIND
    assert int(t.turned_count) == 1
    assert int(t.wild).bit_count() == 1
    kind = int(t.wild).bit_length() - 1
    assert kind // SUIT_SIZE == turned // SUIT_SIZE
    assert kind != turned


def test_winners_leave_and_the_hand_goes_on_until_three_have_won() -> None:
    e = engine()
    t, bots = e.new_table(), np.full(4, 1, dtype=np.int64)
    several = 0
    for seed in range(40):
        e.kernels.start_match(t, e.session, seed)
        e.kernels.seed_bots(e.session, seed)
        e.kernels.begin_hand(t, e.session, 1)
        e.kernels.play_hand(t, e.session, bots)
        won = int(t.winners).bit_count()
        assert int(t.out) == int(t.winners)
        assert won == 3 or int(t.wall_back) - int(t.wall_front) <= int(t.reserve) or int(t.ended) in (
            codes.Ended.ABORT, codes.Ended.REDEAL)
        several += won > 1
        for row in range(int(t.row_count)):
            assert int(t.row_amount[row]) > 0
    assert several


def test_a_reserve_is_never_drawn() -> None:
    for seed in range(5):
        t = finished(to_turns(seed), seed)
        assert int(t.wall_back) - int(t.wall_front) >= 4


def test_a_claim_let_go_is_remembered() -> None:
    seen = 0
    for seed in range(6):
        t = to_turns(seed)
        random = Random(seed)
        let_go = [0, 0, 0, 0]
        while int(t.stage) != codes.Stage.OVER:
            seat = asked(t)[0]
            action = random.choice(legal(t, seat))
            if t.stage == codes.Stage.CLAIMS and action >> 16 == codes.Act.PASS and t.may[seat] & codes.May.PUNG:
                let_go[seat] += 1
            play(t, seat, action)
        assert memory(t, "let_go") == let_go
        seen += sum(let_go)
    assert seen
