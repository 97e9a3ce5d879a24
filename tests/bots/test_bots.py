"""The bots inside the core: they answer legally, the same with the compiler off, and awareness shows."""

from functools import cache

import numpy as np
import pytest

import quepu
from quepu.bots.seat import BOTS
from quepu.engine.layout import codes
from quepu.game.engine import Engine
from quepu.game.goals import Finder, give_aims
from quepu.game.plain_engine import PlainEngine
from quepu.lab.simulate import simulate


@cache
def engine(rule: str) -> Engine:
    made = Engine(quepu.rulebook(rule))
    give_aims(made)
    return made


@pytest.mark.parametrize("rule", ["guobiao", "binshi"])
@pytest.mark.parametrize("bot", BOTS)
def test_bots_answer_legally(rule: str, bot: str) -> None:
    """`play` refuses what is not legal; 300 hands."""
    made, hands = engine(rule), 0
    t, session, kernels = made.new_table(), made.session, made.kernels
    kernels.start_match(t, session, 11)
    kernels.seed_bots(session, 11)
    while hands < 300:
        if int(t.match_over):
            kernels.start_match(t, session, 11 + hands)
        kernels.begin_hand(t, session, 1)
        while int(t.stage) != codes.Stage.OVER:
            seat = (int(t.asked) & -int(t.asked)).bit_length() - 1
            action = kernels.choose(t, session, seat, BOTS[bot])
            assert kernels.play(t, session, seat, action), f"hand {hands}, seat {seat}: {action >> 16} {action & 65535}"
        kernels.finish_hand(t, session)
        hands += 1


@pytest.mark.parametrize("rule", ["guobiao", "binshi"])
@pytest.mark.parametrize("bot", BOTS)
def test_bots_decide_the_same_with_the_compiler_off(rule: str, bot: str) -> None:
    made, plain = engine(rule), PlainEngine(quepu.rulebook(rule))       # its own: it is given aims
    plain.session.aims = made.session.aims
    tables = []
    for one, bots in ((made, np.full(4, BOTS[bot])), (plain, [BOTS[bot]] * 4)):
        t = one.new_table()
        one.kernels.play_hands(t, one.session, bots, 5, 2)
        tables.append(t.tobytes())
    assert tables[0] == tables[1]


def test_a_greedy_bot_wins_more_than_a_random_one() -> None:
    found = simulate("guobiao", 300, "greedy,random,random,random", seed=2)
    assert found.players[0].wins.count > 5 * max(player.wins.count for player in found.players[1:])


def test_aware_bots_leave_a_third_of_the_undecided_hands_and_win_more_at_one_table() -> None:
    """Where a hand needs eight fan, knowing so pays: fewer hands without a winner, and most wins of a mixed table."""
    greedy, aware = (simulate("guobiao", 1000, policy, seed=3) for policy in ("greedy", "aware"))
    assert 3 * aware.draws.count < greedy.draws.count
    both = simulate("guobiao", 1000, "aware,greedy,aware,greedy", seed=3).players
    assert both[0].wins.count + both[2].wins.count > 1.5 * (both[1].wins.count + both[3].wins.count)


def test_without_a_minimum_there_is_nothing_to_be_aware_of() -> None:
    free = quepu.rulebook("guobiao?min_fan=0")
    assert Finder(Engine(free)).find() == []
    made = [simulate(free, 40, policy, seed=4).piece for policy in ("greedy", "aware")]
    assert (made[0].numbers == made[1].numbers).all()


def test_aims_are_legal_hands_of_the_rulebook() -> None:
    """Some of the aims found for eight fan: three suits' straight, a flush, pungs; nothing that asks for nothing."""
    aims = Finder(engine("guobiao")).find()
    sets = engine("guobiao").book.model.catalogue.sets
    named = {tuple(sorted(sets[block] for block in aim.sets if block >= 0)) for aim in aims}
    assert ((0, 1, 2), (12, 13, 14), (24, 25, 26)) in named
    assert any(not aim.set_count and aim.allowed == 511 for aim in aims)
    assert all(aim.set_count or aim.allowed != (1 << 42) - 1 or aim.sort for aim in aims)
