"""Reviews: the same bytes each time, nothing that hangs on hidden tiles, parts that add up, mistakes that are found."""

import random
from functools import cache
from pathlib import Path

import pytest

from quepu.bots.seat import CoreBot
from quepu.engine.layout.codes import Stage
from quepu.game.actions import FalseWin
from quepu.game.match import Match
from quepu.records.mjai import read_mjai
from quepu.records.mjai_write import write_mjai
from quepu.review.judging import AGREED, MISTAKE, VERDICTS, Judging
from quepu.review.parts import UNIT, Tally, parts_of
from quepu.review.questions import Question, Span, course_of, player_meant
from quepu.review.review import Review
from tests.engine.test_hidden_tiles import stirred
from tests.share import sampled

BOOKS = sorted(path.stem for path in (Path(__file__).parents[1] / "books").glob("*.jsonl"))


@cache
def played(rule: str, hands: int = 1, seed: int = 5, bot: str = "easy") -> Match:
    match, one = Match(rule, seed), CoreBot(bot)
    while len(match.settlements) < hands and not match.over:
        if match.hand_over:
            match.begin()
        else:
            match.play(match.asked[0], one.decide(match, match.asked[0]))
    return match


@cache
def given(rule: str = "sichuan") -> Review:
    found = played(rule, 2).review(1, samples=8)
    assert isinstance(found, Review)
    return found


def test_the_same_samples_and_seed_give_the_same_bytes() -> None:
    again = played("sichuan", 2).copy().review(1, samples=8)
    assert (again.as_json("en"), again.explain("zh"), again.as_html("en")) == \
        (given().as_json("en"), given().explain("zh"), given().as_html("en"))
    assert played("sichuan", 2).review(1, samples=8, seed=2).as_json() != given().as_json()


def test_every_decision_is_judged_once_and_answers_without_a_choice_are_counted() -> None:
    match, found = played("sichuan", 2), given()
    own = [place for place, step in enumerate(match.steps) if step.seat is not None and step.action is not None
           and match.at(place).player_of(step.seat) == 1]
    free = [place for place in own if len(match.at(place).legal(match.steps[place].seat or 0)) > 1]
    assert [one.question.step for one in found.judged] == free
    assert found.summary.verdicts["forced"] == len(own) - len(free)
    for one in found.judged:
        assert one.verdict in VERDICTS
        assert one.played == match.steps[one.question.step].action
        assert one.answers == len(match.at(one.question.step).legal(one.question.seat))
        assert one.is_mistake == (one.cost.count > 0 and one.cost.mean - one.cost.half > 0)


def test_parts_add_up_to_what_the_ledger_moved() -> None:
    match, found = played("sichuan", 2), given()
    told = found.as_json()
    for row in (told, *told["hands"]):
        parts = row["parts"]
        assert parts["luck"] + parts["others"] + parts["own"] == parts["result"]
    assert [row["parts"]["result"] for row in told["hands"]] == \
        [UNIT * one.net[one.players.index(1)] for one in match.settlements]
    assert told["parts"]["own"] == sum(row["parts"]["own"] for row in told["hands"]) <= 0
    assert told["parts"]["result"] == UNIT * (match.scores[1] - match.at(0).scores[1])


def test_parts_are_made_of_mistakes_alone() -> None:
    spans = [Span(1, 1, 9, 0, -8), Span(2, 10, 12, 1, None)]
    tallies = [Tally(2, 1, True, MISTAKE, -2500, 300), Tally(3, 1, False, MISTAKE, 1250, 400),
               Tally(4, 1, True, "level", -900, 900), Tally(11, 2, True, MISTAKE, -7000, 1)]
    parts = parts_of(spans, tallies)
    assert (parts.result, parts.luck, parts.others, parts.own) == (-8000, -6750, 1250, -2500)
    assert (parts.others_half, parts.own_half) == (400, 300)


@pytest.mark.parametrize("rule", sampled(BOOKS, 3, "reviews without a leak"))
def test_games_that_differ_in_hidden_tiles_alone_get_the_same_verdict(rule: str) -> None:
    chance, match, compared = random.Random(rule), played(rule), 0
    for question in course_of(match, 0).questions:
        there = match.at(question.step)
        if not question.is_own or compared > 3 or there.table.stage != Stage.OWN:
            continue
        twin = stirred(there, question.seat, -1, [], chance)
        if twin.legal(question.seat) != there.legal(question.seat):
            continue
        action = match.steps[question.step].action
        assert action is not None
        for one in (there, twin):
            one.play(question.seat, action)
        first, second = (Judging(one, 0, 8, 1).judged(question) for one in (there, twin))
        assert first == second, (rule, question.step)
        compared += 1
    assert compared


def test_a_mistake_that_anybody_sees_is_found() -> None:
    """A winning tile is let go: the review says what winning would have brought."""
    match, bot = Match("guobiao", 5), CoreBot("normal")
    while not match.over:
        if match.hand_over:
            match.begin()
            continue
        seat = match.asked[0]
        win = next((one for one in match.legal(seat) if one.word == "win"), None)
        if win is not None:
            break
        match.play(seat, bot.decide(match, seat))
    worst = next(one for one in match.legal(seat) if one.word in ("discard", "pass"))
    step, hand = len(match.steps), len(match.settlements) + 1
    match.play(seat, worst)
    found = Judging(match, match.player_of(seat), 24, 1).judged(Question(step, hand, seat, True))
    assert (found.verdict, found.better) == (MISTAKE, win)
    tally = Tally.of(found)
    assert tally.amount < 0 < tally.half
    other = Judging(match, (match.player_of(seat) + 1) % 4, 24, 1).judged(Question(step, hand, seat, False))
    assert (other.verdict, other.better) == (MISTAKE, win)
    assert other.brought.count == found.cost.count


def test_what_the_strong_bot_would_answer_is_nobodys_mistake() -> None:
    match = played("hongkong", bot="strong")
    judging = Judging(match, 0, 8, 1)
    others = [one for one in course_of(match, 0).questions if not one.is_own][:12]
    found = [judging.judged(one) for one in others]
    assert all(one.hands == 0 for one in found if one.verdict == AGREED)
    assert sum(one.verdict == AGREED for one in found) > 6


def test_a_false_win_is_judged_as_what_it_was() -> None:
    match = Match("changchun", 5)
    match.begin()
    while match.table.stage != Stage.OWN or len(match.legal(match.asked[0])) < 2:
        match.play(match.asked[0], match.legal(match.asked[0])[0])
    seat, step = match.asked[0], len(match.steps)
    match.play(seat, FalseWin())
    question = next(one for one in course_of(match, match.player_of(seat)).questions if one.step == step)
    found = Judging(match, match.player_of(seat), 16, 1).judged(question)
    assert (found.played, found.verdict, found.cost.mean > 0) == (FalseWin(), MISTAKE, True)


def test_an_imported_log_is_reviewed_as_the_game_was() -> None:
    match = played("riichi")
    log = read_mjai(write_mjai(match), "log", match.book)
    first, second = (one.review(2, samples=8).as_json("en") for one in (match, log))
    assert first["parts"] == second["parts"]
    assert [one["verdict"] for one in first["decisions"]] == [one["verdict"] for one in second["decisions"]]


def test_a_hand_that_is_not_over_has_decisions_but_no_parts() -> None:
    match = played("hongkong").at(30)
    found = match.review(0, samples=8)
    assert found.judged
    told = found.as_json()
    assert told["hands"][0]["parts"] is None
    assert told["parts"] == {"result": 0, "luck": 0, "others": 0, "own": 0}


def test_whose_game_it_is() -> None:
    match = Match("hongkong", 1, ["easy 1", "Ann", "easy 2", "7"])
    assert [player_meant(match, text) for text in (None, "0", "Ann", "7")] == [1, 0, 1, 3]
    assert player_meant(Match("hongkong", 1, ["easy 1", "easy 2", "easy 3", "easy 4"]), None) == 0
