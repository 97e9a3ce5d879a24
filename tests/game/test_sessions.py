"""A match has a session of its own: what happens in another, whenever it happens, changes nothing in it."""

import gc
import sys
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

import quepu
from quepu.book import build
from quepu.bots.seat import CoreBot
from quepu.game.desk import new_desk
from quepu.game.engine import Engine
from quepu.game.match import _ENGINES, Match
from quepu.game.plain_engine import PlainEngine
from quepu.game.ready import readiness

BOOK = quepu.rulebook("hongkong")


def step(match: Match, rng: Random) -> None:
    """Any legal answer of whoever is asked, or the next hand."""
    if match.hand_over:
        match.begin()
    else:
        match.play(match.asked[0], rng.choice(match.legal(match.asked[0])))


def played(match: Match, hands: int) -> list[Any]:
    """The events of so many hands by chance, and what the table is afterwards."""
    rng = Random(match.seed)
    while not match.over and len(match.settlements) < hands:
        step(match, rng)
    return [*match.events, match.state]


class Interrupted:
    """Kernels of an engine; whenever one has returned, somebody else's turn comes before its caller goes on."""

    def __init__(self, kernels: Any, between: Callable[[], None]) -> None:
        self._kernels, self._between, self._running = kernels, between, False

    def __getattr__(self, name: str) -> Any:
        kernel = getattr(self._kernels, name)

        def call(*given: Any) -> Any:
            found = kernel(*given)
            if not self._running:
                self._running = True
                self._between()
                self._running = False
            return found
        return call


@pytest.mark.parametrize("make", [Engine, PlainEngine])
def test_a_match_played_between_any_two_steps_of_another_changes_nothing(make: Any) -> None:
    engine = make(BOOK)
    hands = 2 if make is PlainEngine else 8
    alone = [played(Match(BOOK, seed, engine=engine), hands) for seed in (1, 2)]
    other, rng = Match(BOOK, 2, engine=engine), Random(2)

    def between() -> None:
        if not other.over and len(other.settlements) < hands:
            step(other, rng)
    engine.kernels = Interrupted(engine.kernels, between)
    assert played(Match(BOOK, 1, engine=engine), hands) == alone[0]
    assert played(other, hands)[:len(other.events)] == alone[1][:len(other.events)]


def test_two_matches_in_two_threads_do_not_disturb_each_other() -> None:
    engine, seeds = Engine(BOOK), range(4)
    alone = [played(Match(BOOK, seed, engine=engine), 6) for seed in seeds]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(len(seeds)) as pool:
            together = list(pool.map(lambda seed: played(Match(BOOK, seed, engine=engine), 6), seeds))
    finally:
        sys.setswitchinterval(before)
    assert together == alone


def test_the_bots_chance_belongs_to_a_match() -> None:
    engine = Engine(BOOK)
    one, other = (Match(BOOK, seed, engine=engine) for seed in (1, 2))
    engine.kernels.seed_bots(one.session, 5)
    chance = one.session.bot_key, one.session.bot_state
    other.begin()
    CoreBot("random").decide(other, other.asked[0])
    assert (one.session.bot_key, one.session.bot_state) == chance
    copy = one.copy()
    engine.kernels.seed_bots(copy.session, 6)
    assert (one.session.bot_key, one.session.bot_state) == chance


def test_many_matches_work_at_one_desk(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def counted(*given: Any) -> Any:
        made.append(1)
        return new_desk(*given)
    monkeypatch.setattr("quepu.game.engine.new_desk", counted)
    engine = Engine(BOOK)
    matches = [Match(BOOK, seed, engine=engine) for seed in range(50)]
    for _round in range(3):
        for match in matches:
            step(match, Random(1))
    with engine.lent(matches[0].session) as first, engine.lent(matches[1].session) as second:
        assert first.frame is not second.frame
    assert len(made) == 2
    assert matches[0].session.SIZE < 256


def test_an_engine_goes_with_its_last_match() -> None:
    """Not when the collector of circles comes by: it holds megabytes, and each set of options has one."""
    book = build("guobiao", {"all_green_half": True})
    match = Match(book, 1)
    match.begin()
    match.view(0)
    readiness(match, 0)
    gone = weakref.ref(match.engine)
    gc.collect()
    gc.disable()
    try:
        kept = [key for key, engine in _ENGINES.items() if engine is match.engine]
        del match, _ENGINES[kept[0]]
        assert gone() is None
    finally:
        gc.enable()


def test_matches_by_the_same_options_share_an_engine_however_many_others_there_are() -> None:
    book = build("guobiao", {"all_green_half": True})
    match = Match(book, 1)
    _ENGINES.clear()                    # as after many others
    assert Match(build("guobiao", {"all_green_half": True}), 1).engine is match.engine
