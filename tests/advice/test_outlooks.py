"""Advice at the table: the same figures each time, none that hang on hidden tiles, and money as the engine moves it."""

import random
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quepu import IllegalAction, QuepuError
from quepu.advice import outlooks
from quepu.advice.blinding import blinded
from quepu.advice.of_record import asked_at
from quepu.advice.outlooks import Advice, advise
from quepu.bots.seat import CoreBot
from quepu.columns import width
from quepu.engine.layout.codes import Stage
from quepu.engine.layout.hidden import Tried
from quepu.engine.layout.table import KIND
from quepu.game.goals import give_aims
from quepu.game.match import Match
from quepu.game.minds import give_minds
from quepu.game.plain_engine import PlainEngine
from quepu.notation import read_tiles, write_tiles
from tests.engine.test_hidden_tiles import stirred
from tests.share import FULL, sampled

BOOKS = sorted(path.stem for path in (Path(__file__).parents[1] / "books").glob("*.jsonl"))
LANGS = ("en", "zh-Hans", "zh-Hant")
HANDS = 4 if FULL else 1


def after(rule: str, steps: int, seed: int = 5) -> Match:
    """A match of strong bots after so many steps, or the last before the hand's end at which somebody is asked."""
    match, bot = Match(rule, seed), CoreBot("easy")
    match.begin()
    while len(match.steps) < steps or len(match.legal(match.asked[0])) < 2:
        match.play(match.asked[0], bot.decide(match, match.asked[0]))
    return match


@cache
def given(rule: str = "riichi") -> Advice:
    match = after(rule, 30)
    return match.advise(match.asked[0], samples=12)


@pytest.mark.parametrize("rule", sampled(BOOKS, 4, "advice without a leak"))
def test_games_that_differ_in_hidden_tiles_alone_get_identical_advice(rule: str) -> None:
    chance, bot, compared = random.Random(rule), CoreBot("easy"), 0
    match = Match(rule, 8)
    while not match.over and len(match.settlements) < HANDS:
        if match.hand_over:
            match.begin()
            continue
        seat = match.asked[0]
        rare = match.table.stage != Stage.OWN and chance.random() < 0.3
        if len(match.legal(seat)) > 1 and not match.shown and (rare or chance.random() < 0.1):
            twin = stirred(match, seat, -1, [], chance)
            if twin.legal(seat) == match.legal(seat):
                assert twin.advise(seat, samples=2) == match.advise(seat, samples=2), (rule, len(match.steps))
                compared += 1
        match.play(seat, bot.decide(match, seat))
    assert compared > 1


@pytest.mark.parametrize("rule", ["riichi", "guobiao", "sichuan", "tianjin"])
def test_the_same_samples_and_seed_give_the_same_figures(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = after(rule, 25)
    seat, before = match.asked[0], match.state
    first = match.advise(seat, samples=6)
    monkeypatch.setattr(outlooks, "PIECE", 1)           # world by world
    assert match.advise(seat, samples=6) == first
    assert match.state == before
    assert match.advise(seat, samples=6, seed=2) != first
    assert {one.action for one in first.outlooks} == set(match.legal(seat))


@pytest.mark.parametrize("rule", ["riichi", "sichuan"])
def test_worlds_are_the_same_with_the_compiler_off(rule: str) -> None:
    match = after(rule, 30)
    seat, engine = match.asked[0], PlainEngine(match.book)
    code = list(match._choices(seat).values())[:2]
    found = []
    for one in (match.engine, engine):
        blind = blinded(match, seat, code, 1, 3)
        session: Any = one.new_session()
        give_aims(match.engine, session)
        session.aims, session.minds = match.engine.aims, None
        world, branch = one.new_table(), one.new_table()
        with one.lent(session):
            one.kernels.try_answers(blind.table, world, branch, session, np.full(4, 1, dtype=np.int64), seat,
                                    blind.hidden, 0, 1)
        found.append((world.tobytes(), branch.tobytes(), blind.hidden.raw[-2 * Tried.SIZE:].tobytes()))
    assert found[0] == found[1]


def test_points_are_what_the_ledger_moves() -> None:
    """One world played on as a match plays it: the seat's points change by what its row says."""
    match = after("hongkong", 20)
    seat = match.asked[0]
    codes = match._choices(seat)
    blind = blinded(match, seat, list(codes.values()), 1, 1)
    session = match.engine.new_session()
    give_aims(match.engine, session)
    give_minds(match.engine, session)
    twin, branch = match.copy(), match.engine.new_table()
    with match.engine.lent(session):
        match.engine.kernels.try_answers(blind.table, twin.table, branch, session, np.full(4, 3, dtype=np.int64), seat,
                                         blind.hidden, 0, 1)
    rows = np.frombuffer(blind.hidden.raw[-len(codes) * Tried.SIZE:], Tried.dtype())
    player, before = match.player_of(seat), match.scores
    for place, action in enumerate(codes):
        there = twin.copy()
        there.session.aims, there.session.minds = session.aims, session.minds
        there._answers = {}
        with there.at_work():
            there.engine.kernels.seed_bots(there.session, there.table.seed)
        there.play(seat, action)
        while not there.hand_over:
            other = there.asked[0]
            with there.at_work():
                code = there.engine.kernels.choose(there.table, there.session, other, 3)
            there.play(other, next(one for one, number in there._choices(other).items() if number == code))
        settlement = there.settlements[-1]
        assert int(rows["points"][place]) == there.scores[player] - before[player]
        assert bool(rows["won"][place]) == any(win.seat == seat for win in settlement.wins)
        assert bool(rows["fed"][place]) == any(win.win.discarder == seat for win in settlement.wins)


def test_declared_hands_are_ready_and_wait_for_nothing_they_let_pass() -> None:
    declared = looked = kept = 0
    for seed in range(40):
        match, bot = Match("riichi", seed), CoreBot("normal")
        match.begin()
        while not match.hand_over:
            t, seat = match.table, match.asked[0]
            others = [other for other in range(4) if other != seat and t.declared[other]]
            if others and t.stage == Stage.OWN:
                declared += 1
                blind = blinded(match, seat, [0], 1, 1)
                session = match.engine.new_session()
                give_aims(match.engine, session)
                world = match.copy()
                with match.engine.lent(session):
                    for number in range(3):
                        match.engine.kernels.make_world(world.table, blind.table, session, blind.hidden, number)
                        for other in others:
                            hand = world.view(other, open_hands=True).seats[other]
                            waits = match.book.waits(" ".join((hand.tiles or "", *hand.melds)))
                            looked += 1
                            assert waits.distance == 0
                            kept += not any(1 << wait.kind & blind.hidden.refused[other] for wait in waits.waits)
            if declared >= 6:
                break
            match.play(seat, bot.decide(match, seat))
        if declared >= 6:
            break
    assert looked >= 18
    assert kept >= 0.9 * looked         # where no such hand is found in time, another is taken


def test_the_best_stands_first_and_level_is_what_may_be_as_good() -> None:
    found = given()
    means = [one.points.mean for one in found.outlooks]
    assert means == sorted(means, reverse=True)
    assert found.best.is_level
    assert found.best.behind.mean == 0
    for one in found.outlooks:
        assert one.behind.mean == pytest.approx(found.best.points.mean - one.points.mean)
        assert one.is_level == (one.behind.mean - one.behind.half <= 0)
        assert one.wins.of == found.samples == 12
    assert found.best.deal_ins is not None
    assert given("tianjin").best.deal_ins is None       # nobody wins on a discard there


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("rule", ["riichi", "tianjin", "sichuan"])
def test_it_is_told_in_eighty_columns(rule: str, lang: str) -> None:
    lines = given(rule).explain(lang).splitlines()
    assert all(width(line) <= 80 for line in lines), [line for line in lines if width(line) > 80]
    assert "{" not in "".join(lines)


def test_what_cannot_be_advised_is_refused() -> None:
    match = after("guobiao", 20)
    other = next(seat for seat in range(4) if seat not in match.asked)
    with pytest.raises(IllegalAction, match="not asked anything now"):
        match.advise(other)
    with pytest.raises(QuepuError, match="at least 2 deals"):
        match.advise(match.asked[0], samples=1)
    with pytest.raises(QuepuError, match="is not a number"):
        match.advise(match.asked[0], seed=-1)
    with pytest.raises(QuepuError, match=r"after step 0 nobody has to answer: after step \d+ somebody has"):
        asked_at(match, 0)
    with pytest.raises(QuepuError, match="no step 900"):
        asked_at(match, 900)
    with pytest.raises(QuepuError, match=r"it is not . that has to answer"):
        asked_at(match, len(match.steps), other)


def test_a_wall_laid_by_hand_tells_nothing_it_should_not() -> None:
    """Tiles that a laid wall lacks may be anywhere as far as anybody knows."""
    whole = Match("guobiao", 3)
    whole.begin()
    wall = whole.steps[0].wall
    matches = [Match("guobiao", 3, walls=[wall]), Match("guobiao", 3, walls=[write_tiles(read_tiles(wall)[:90])])]
    pools = []
    for match in (whole, *matches):
        if match is not whole:
            match.begin()
        blind = blinded(match, match.asked[0], [0], 1, 1)
        pools.append(sorted(tile & KIND for tile in blind.hidden.tiles[:blind.hidden.pool_count]))
    assert pools[0] == pools[1] == pools[2]
    assert advise(matches[1], matches[1].asked[0], samples=2).samples == 2


@pytest.mark.parametrize("rule", ["guobiao", "sichuan"])
def test_hands_are_about_as_near_to_a_win_as_those_that_are_played(rule: str) -> None:
    """A hand as dealt is one or two tiles further away than one whose player has drawn for a while."""
    sums, count = [0, 0], 0
    for seed in range(12):
        match, bot = Match(rule, seed), CoreBot("normal")
        match.begin()
        session = match.engine.new_session()
        give_aims(match.engine, session)
        world = match.copy()
        while not match.hand_over:
            t, seat = match.table, match.asked[0]
            if t.stage == Stage.OWN and t.river_count >= 20 and t.river_count % 5 == 0:
                blind = blinded(match, seat, [0], 1, seed)
                with match.engine.lent(session):
                    match.engine.kernels.make_world(world.table, blind.table, session, blind.hidden, 0)
                    for other in range(4):
                        if other != seat and not t.winners >> other & 1:
                            count += 1
                            for place, table in enumerate((t, world.table)):
                                sums[place] += match.engine.kernels.missing_of(table, session.near, other, -1)
            match.play(seat, bot.decide(match, seat))
    assert count > 30
    assert abs(sums[0] - sums[1]) / count < 0.6
