"""The learned bot: it sees what its seat sees, plays the same compiled or not, and changes nothing while it thinks."""

import random
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quepu.book import rulebook
from quepu.engine.layout.bot_room import Policy
from quepu.engine.layout.codes import Stage
from quepu.engine.layout.mind import CELLS, FEATURES, ONE, Question
from quepu.game.goals import give_aims
from quepu.game.match import Match, engine_of
from quepu.game.minds import Learned, minds_of
from quepu.game.plain_engine import PlainEngine
from quepu.lab.self_play import School, empty_lessons
from quepu.lab.train import PRIOR, PRIOR_CLAIM
from quepu.lab.train_tables import dangers_of, stakes_of
from tests.engine.test_hidden_tiles import stirred
from tests.share import FULL, sampled

BOOKS = sorted(path.stem for path in (Path(__file__).parents[1] / "books").glob("*.jsonl"))
STRONG = int(Policy.LEARNED)
HANDS = 40 if FULL else 4


@cache
def known(rule: str) -> Learned:
    """Tables of some hands, and the weights set by hand."""
    school = School(rulebook(rule), lambda: None)
    dangers = dangers_of(school.tables((), int(Policy.AWARE), 1, 200, 4))
    plain = Learned(dangers.unit, dangers.price, dangers.danger, dangers.threat, dangers.classes, (ONE,) * CELLS,
                    PRIOR, PRIOR_CLAIM, (ONE, *[0] * (FEATURES - 1)))
    stakes = stakes_of(school.tables((plain,), STRONG, 2, 200, 0), dangers.unit)
    return Learned(**{**plain.as_json(), "stake": stakes})


def match_of(rule: str, seed: int) -> Match:
    match = Match(rulebook(rule), seed)
    give_aims(match.engine, match.session)
    match.session.minds = minds_of(known(rule))
    return match


def chosen(match: Match, seat: int) -> int:
    with match.at_work():
        return int(match.engine.kernels.choose(match.table, match.session, seat, STRONG))


@pytest.mark.parametrize("rule", sampled(BOOKS, 8, "what the learned bot sees"))
def test_games_that_differ_in_hidden_tiles_alone_get_the_same_answers(rule: str) -> None:
    match, chance, compared = match_of(rule, 3), random.Random(rule), 0
    while not match.over and len(match.settlements) < HANDS:
        if match.hand_over:
            match.begin()
            continue
        seat = match.asked[0]
        answer = chosen(match, seat)
        if len(match.legal(seat)) > 1:
            others = stirred(match, seat, -1, [], chance)
            others.session.aims, others.session.minds = match.session.aims, match.session.minds
            if others.legal(seat) == match.legal(seat):
                assert chosen(others, seat) == answer, (rule, len(match.steps))
                compared += 1
        action = next(one for one in match.legal(seat) if match._choices(seat)[one] == answer)
        match.play(seat, action)
    assert compared > 10


@pytest.mark.parametrize("rule", ["guobiao", "riichi", "sichuan", "changchun"])
def test_it_decides_the_same_with_the_compiler_off(rule: str) -> None:
    """Every so-many-th decision: answers, features and scores."""
    match, plain = match_of(rule, 5), PlainEngine(rulebook(rule))
    session = plain.session
    session.aims, session.minds = match.session.aims, match.session.minds
    count = questions = 0
    while not match.over and len(match.settlements) < 2:
        if match.hand_over:
            match.begin()
            continue
        seat = match.asked[0]
        with match.at_work():
            answer = int(match.engine.kernels.choose(match.table, match.session, seat, STRONG))
            room = match.session.bot_room
            seen = [int(room.question), int(room.answer_count), *list(room.features)[:FEATURES * room.answer_count],
                    *list(room.scores)[:room.answer_count]]
        count += 1
        if count % 8 == 0:
            before = match.table.tobytes()
            assert plain.kernels.choose(match.table, session, seat, STRONG) == answer
            assert match.table.tobytes() == before
            other = session.bot_room
            if seen[0] != Question.NONE:
                assert seen == [int(other.question), int(other.answer_count),
                                *list(other.features)[:FEATURES * other.answer_count],
                                *list(other.scores)[:other.answer_count]]
                questions += 1
        match.play(seat, next(one for one, code in match._choices(seat).items() if code == answer))
    assert questions > 4


@pytest.mark.parametrize("rule", sampled(BOOKS, 6, "the learned bot leaves tables alone"))
def test_it_answers_legally_and_leaves_the_table_as_it_was(rule: str) -> None:
    engine = engine_of(rulebook(rule))
    session, kernels, t = engine.new_session(), engine.kernels, engine.new_table()
    give_aims(engine, session)
    session.minds = minds_of(known(rule))
    asked = set()
    with engine.lent(session):
        kernels.start_match(t, session, 9)
        for _hand in range(10 * HANDS):
            kernels.begin_hand(t, session, 1)
            while t.stage != Stage.OVER:
                seat = (t.asked & -t.asked).bit_length() - 1
                before = t.tobytes()
                action = int(kernels.choose(t, session, seat, STRONG))
                asked.add(int(session.bot_room.question))
                assert t.tobytes() == before
                assert kernels.play(t, session, seat, action)
            kernels.finish_hand(t, session)
            if t.match_over:
                break
    assert Question.OWN in asked


def test_without_a_mind_it_plays_as_the_normal_bot() -> None:
    engine = engine_of(rulebook("guobiao"))
    session, tables = engine.new_session(), []
    give_aims(engine, session)
    session.minds = None
    with engine.lent(session):
        for bot in (STRONG, int(Policy.AWARE)):
            t = engine.new_table()
            engine.kernels.play_hands(t, session, np.full(4, bot), 4, 10)
            tables.append(t.tobytes())
    assert tables[0] == tables[1]


# -- lessons --
def learned_alike(rule: str, branches: int, run: Any) -> list[bytes]:
    """What a lesson leaves, compiled and not."""
    made, plain = engine_of(rulebook(rule)), PlainEngine(rulebook(rule))
    session = made.new_session()
    give_aims(made, session)
    session.minds = minds_of(known(rule))
    found = []
    with made.lent(session):
        lessons = empty_lessons(branches)
        run(made, session, np.full(4, STRONG), np.zeros(4, dtype=np.int64), lessons)
        found.append(bytes(lessons.raw))
    plain.session.aims, plain.session.minds = session.aims, session.minds
    lessons = empty_lessons(branches)
    run(plain, plain.session, [STRONG] * 4, [0] * 4, lessons)
    return [*found, bytes(lessons.raw)]


def test_lessons_are_the_same_with_the_compiler_off() -> None:
    def tables(engine: Any, session: Any, bots: Any, before: Any, lessons: Any) -> None:
        engine.kernels.learn_tables(engine.new_table(), session, bots, before, 3, 0, 1, 1, 3, lessons)
        assert lessons.note_count > 10
        assert sum(lessons.tries) > 100

    def branches(engine: Any, session: Any, bots: Any, _before: Any, lessons: Any) -> None:
        engine.kernels.learn_branches(engine.new_table(), engine.new_table(), session, bots, 3, 0, 1, 1, 30, lessons)
        assert lessons.branch_count > 0
    for run in (tables, branches):
        one, other = learned_alike("hongkong", 8, run)
        assert one == other


def test_branches_are_made_of_both_kinds_of_questions_and_bring_more_or_less() -> None:
    engine = engine_of(rulebook("shanghai"))
    session, kernels = engine.new_session(), engine.kernels
    give_aims(engine, session)
    session.minds = minds_of(known("shanghai"))
    bots, lessons = np.full(4, STRONG), empty_lessons(400)
    with engine.lent(session):
        kernels.learn_branches(engine.new_table(), engine.new_table(), session, bots, 8, 0, 3, 2, 4, lessons)
    rows = [lessons.branches[place] for place in range(lessons.branch_count)]
    assert len(rows) > 20
    assert any(row.gain > 0 for row in rows)
    assert any(row.gain < 0 for row in rows)
    assert {row.question for row in rows} >= {Question.OWN, Question.CLAIM}
    assert all(any(row.spread) for row in rows)

