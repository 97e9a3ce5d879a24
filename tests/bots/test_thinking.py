"""The master: nothing hidden in its answers, the same for the same question, and strong's own unless surely worse."""

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quepu import rulebook
from quepu.bots import thinking
from quepu.bots.made import MadeBots
from quepu.bots.seat import CoreBot, read_bots
from quepu.bots.thinking import Effort, Puzzle, ThinkingBot, own_bot, solved
from quepu.engine.layout.codes import Stage
from quepu.game.actions import action_of
from quepu.game.match import Match
from quepu.lab.duel import duel
from quepu.lab.simulate import TableWorker, Worker, simulate
from tests.engine.test_hidden_tiles import stirred

SMALL = Effort(worlds=(2, 4), hands=12, out=0.5, sure=0.2)      # changes its mind often


def questions(rule: str, count: int, seed: int = 3, effort: Effort = SMALL) -> Any:
    """A match of bots at so many questions to think about: match, seat, strong's answer, puzzle."""
    match, bot, chance = Match(rule, seed), CoreBot("easy"), random.Random(rule)
    while count:
        if match.hand_over:
            match.begin()
            continue
        seat = match.asked[0]
        own, puzzle = ThinkingBot(effort=effort).begin(match, seat)
        if puzzle is not None and (match.table.stage != Stage.OWN or chance.random() < 0.3):
            yield match, seat, own, puzzle
            count -= 1
        match.play(seat, bot.decide(match, seat))


@pytest.mark.parametrize("rule", ["sichuan", "riichi"])
def test_games_that_differ_in_hidden_tiles_alone_get_the_same_answer(rule: str) -> None:
    chance, compared, changed = random.Random(rule), 0, 0
    for match, seat, own, _puzzle in questions(rule, 6):
        answer = ThinkingBot(effort=SMALL).decide(match, seat)
        changed += answer != own
        twin = stirred(match, seat, -1, [], chance)
        if twin.legal(seat) == match.legal(seat):
            assert ThinkingBot(effort=SMALL).decide(twin, seat) == answer, (rule, len(match.steps))
            compared += 1
    assert compared > 3
    assert changed


def test_neither_the_seed_of_the_match_nor_a_secret_shows_in_an_answer() -> None:
    for match, seat, _own, puzzle in questions("sichuan", 3):
        other = match.copy()
        other.seed = 99
        for bot in (ThinkingBot(7, SMALL), ThinkingBot(8, SMALL)):
            again = bot.begin(other, seat)[1]
            assert again is not None
            assert (again.answers, again.chance) == (puzzle.answers, puzzle.chance)


def test_another_process_finds_the_same() -> None:
    for match, _seat, own, puzzle in questions("hongkong", 3):
        sent = Puzzle.of_json(json.loads(json.dumps(puzzle.as_json())))
        assert solved(match.engine, sent, SMALL) == solved(match.engine, puzzle, SMALL)
        assert action_of(match.book.model, puzzle.answers[0]) == own
        assert set(puzzle.answers) <= set(match._choices(puzzle.seat).values())


def test_nothing_of_the_match_changes_while_it_thinks() -> None:
    for match, seat, _own, _puzzle in questions("riichi", 2):
        before = match.state, match.session.saw_kongs, len(match.steps)
        ThinkingBot(effort=SMALL).decide(match, seat)
        assert (match.state, match.session.saw_kongs, len(match.steps)) == before


@pytest.mark.parametrize(("own", "other", "changes"), [
    ([0, 10] * 8, [1, 11] * 8, True),                   # better in every world
    ([0, 10] * 8, [0, 10] * 8, False),                  # level
    ([0, 0, 0, 0] * 4, [9, -8, 9, -8] * 4, False),      # better on the whole, not surely
    ([5] * 16, [4] * 16, False),
])
def test_a_mind_is_changed_only_for_what_is_surely_better(own: list[int], other: list[int], changes: bool,
                                                          monkeypatch: pytest.MonkeyPatch) -> None:
    match, _seat, _own, puzzle = next(questions("sichuan", 1))
    two = Puzzle(puzzle.seat, puzzle.answers[:2], puzzle.blind)
    points = dict(zip(two.answers, (own, other), strict=True))

    def play(solving: Any, answers: list[int], first: int, worlds: int) -> None:
        for answer in answers:
            solving.points[answer] += points[answer][first:worlds]
    monkeypatch.setattr(thinking._Solving, "_play", play)
    found = solved(match.engine, two, Effort(worlds=(4, 16), hands=100, sure=2.0))
    assert found == two.answers[changes]


def test_effort_bounds_the_hands_that_are_played() -> None:
    effort = Effort(worlds=(2, 100), hands=20)
    match, _seat, _own, puzzle = next(questions("sichuan", 1, effort=effort))
    solving = thinking._Solving(match.engine, puzzle, effort)
    solving.answer()
    assert sum(map(len, solving.points.values())) <= max(20, 2 * len(puzzle.answers))


def test_without_anything_learned_every_answer_is_thought_about() -> None:
    match = Match("nanning", 3)         # trained, and nothing was found
    match.begin()
    bot, normal, thought = ThinkingBot(effort=SMALL), CoreBot("normal"), 0
    while not match.hand_over and thought < 3:
        seat = match.asked[0]
        own, puzzle = bot.begin(match, seat)
        assert own == normal.decide(match, seat)
        if puzzle is not None:
            assert len(puzzle.answers) == len(match.legal(seat))
            thought += 1
        match.play(seat, own)
    assert thought == 3


# -- wherever bots are named --
def test_it_is_a_bot_like_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "EFFORT", SMALL)
    assert read_bots("master,easy,master", 3) == ["master", "easy", "master"]
    assert isinstance(MadeBots().bot("master"), ThinkingBot)
    assert own_bot("master").name == "master"
    assert own_bot("easy").name == "easy"
    one = simulate("sichuan", 3, ("master", "strong", "easy", "normal"), seed=4, records=tmp_path)
    assert one.hands == 3
    assert len(one.records) == one.matches
    rows = [simulate("sichuan", 2, "master", seed=4, workers=workers).piece.numbers for workers in (1, 2)]
    assert np.array_equal(*rows)
    assert duel("sichuan", "master", "master", hands=6).verdict.value == "alike"


def test_a_table_of_strong_bots_counts_the_same_step_by_step() -> None:
    book = rulebook("riichi")
    pieces = [kind(book, ("strong",) * 4, 6).play(0, 1, 2) for kind in (Worker, TableWorker)]
    assert pieces[0].hands == pieces[1].hands
    assert np.array_equal(pieces[0].numbers, pieces[1].numbers)
