"""Whole hands played by bots beside riichienv and rlcard, one step from Python, and two workers beside one.

Comparisons with older commits (`bench.side`) take `Engine`, `give_aims`, the BOT_ numbers, `_ours(engine, bot, hands)`
and `_step(engine, steps)` from here, in each tree from its own: whoever changes the engine keeps these names working.
"""

import os
import time
from collections.abc import Callable, Iterator
from random import Random

import numpy as np

import quepu
from bench.row import MEASURED, Row, progress
from quepu.engine.layout.bot_room import Policy
from quepu.game.engine import Engine
from quepu.game.goals import give_aims
from quepu.lab.simulate import simulate

RULE = MEASURED["fans"]
ROUNDS = 5                  # ours and the peers' by turns, the best of each
BOT_RANDOM, BOT_GREEDY, BOT_AWARE = Policy.RANDOM, Policy.GREEDY, Policy.AWARE
HANDS = {BOT_RANDOM: 6000, BOT_GREEDY: 1500, BOT_AWARE: 400}


def playing() -> Iterator[Row]:
    """Random play of ours and of the peers, then greedy and aware bots, a step, and workers; processor time."""
    progress("whole hands played by bots")
    engine = Engine(quepu.rulebook(RULE))
    give_aims(engine)
    for bot in HANDS:
        _ours(engine, bot, 20)          # everything is loaded
    ours, riichi, rlcard = 0.0, 0.0, 0.0
    for round_number in range(ROUNDS):
        ours = max(ours, _ours(engine, BOT_RANDOM, HANDS[BOT_RANDOM]))
        riichi = max(riichi, _riichienv(round_number))
        if round_number < 2:
            rlcard = max(rlcard, _rlcard(round_number))
    yield Row("play: rlcard's mahjong, random", f"{rlcard:,.0f} hands/s")
    yield Row("play: riichienv, random", f"{riichi:,.0f} hands/s")
    yield Row("play: random legal policy", f"{ours:,.0f} hands/s = {ours / riichi:.0f}x", ">= 20,000, 35x",
              ours >= 20_000 and ours >= 35 * riichi)
    for bot, name, target in ((BOT_GREEDY, "greedy", 3000), (BOT_AWARE, "aware", 500)):
        rate = max(_ours(engine, bot, HANDS[bot]) for _round in range(ROUNDS))
        yield Row(f"play: {name} bots", f"{rate:,.0f} hands/s", f">= {target:,}", rate >= target)
    step = min(_step(engine) for _round in range(ROUNDS))
    yield Row("play: one step from Python", f"{1e6 * step:.1f} microseconds", "<= 20", step <= 20e-6)
    if (os.cpu_count() or 1) > 1:
        one, two = (max(simulate(RULE, 60_000, "random", workers=workers).hands_per_second for _round in range(2))
                    for workers in (1, 2))
        yield Row("play: two workers beside one", f"{two / one:.2f}x", ">= 1.7x", two >= 1.7 * one)


def _timed(work: Callable[[], int]) -> float:
    """Hands in a second of processor time."""
    started = time.process_time()
    hands = work()
    return hands / (time.process_time() - started)


def _ours(engine: Engine, bot: int, hands: int) -> float:
    table, bots = engine.new_table(), np.full(4, bot, dtype=np.int64)

    def work() -> int:
        engine.kernels.play_hands(table, engine.session, bots, 1, hands)
        return hands
    return _timed(work)


def _riichienv(seed: int) -> float:
    """Two whole games of the peer; a hand begins wherever its wall is dealt anew."""
    from riichienv import RiichiEnv
    rng = Random(seed)

    def work() -> int:
        hands = 0
        for _game in range(4):
            env = RiichiEnv(game_mode="4p-red-half")
            asked, at = env.reset(), None
            while not env.done():
                here = (env.kyoku_idx, env.honba, env.round_wind)
                hands += here != at
                at = here
                asked = env.step({player: rng.choice(seen.legal_actions()) for player, seen in asked.items()})
        return hands
    return _timed(work)


def _rlcard(seed: int) -> float:
    import rlcard
    from rlcard.agents import RandomAgent
    env = rlcard.make("mahjong", config={"seed": seed})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _player in range(env.num_players)])

    def work() -> int:
        for _hand in range(8):
            env.run(is_training=False)
        return 8
    return _timed(work)


def _step(engine: Engine, steps: int = 3000) -> float:
    """Seconds for one checked answer through the Python API."""
    kernels, session, table, legal = engine.kernels, engine.session, engine.new_table(), engine.desk.legal
    kernels.start_match(table, session, 3)
    kernels.seed_bots(session, 3)
    kernels.begin_hand(table, session, 1)
    seconds, done = 0.0, 0
    while done < steps:
        if table.stage == 9:       # the hand is over
            kernels.finish_hand(table, session)
            if table.match_over:
                kernels.start_match(table, session, done)
            kernels.begin_hand(table, session, 1)
            continue
        seat = (table.asked & -table.asked).bit_length() - 1
        kernels.legal_into(table, session, seat, legal)
        action = int(legal[0])
        started = time.process_time()
        kernels.play(table, session, seat, action)
        seconds += time.process_time() - started
        done += 1
    return seconds / done
