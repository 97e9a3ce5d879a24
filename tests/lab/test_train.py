"""Training: weights that explain the branches, tables in order, the same bytes from the same seed, and what is kept."""

import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from quepu import QuepuError
from quepu.book import rulebook, rulebook_of_text
from quepu.bots.seat import BOTS, is_strong_normal
from quepu.cli.main import main
from quepu.engine.layout.mind import CELLS, CLASSES, FARS, FEATURES, FORMS, ONE, STATES, SURE, THREATS, WALLS, Own
from quepu.game import minds
from quepu.game.minds import Learned, keep_learned, learned_of, read_learned
from quepu.lab import kin
from quepu.lab.kin import learn_of_kin
from quepu.lab.ridge import PULLS, corrected, fit, solved, sums_of
from quepu.lab.self_play import empty_lessons
from quepu.lab.simulate import simulate
from quepu.lab.train import PRIOR, PRIOR_CLAIM, train, without_defence
from quepu.lab.train_tables import dangers_of, stakes_of

#: no chows, no honours: hands are short
TINY = """
[rulebook]
id = "tiny_two_suits"
name = { zh = "两门小麻将", en = "Tiny two suits" }
extends = "chengdu"
[fan.all_pungs]
value = 2
"""


def some_mind(unit: int = 160) -> Learned:
    return Learned(unit, (64,) * FORMS, (100,) * (STATES * CLASSES), (100,) * STATES, (100,) * CLASSES,
                   (ONE,) * CELLS, PRIOR, PRIOR_CLAIM, (ONE, *[0] * (FEATURES - 1)))


# -- weights --
def test_a_small_system_is_solved_as_any_library_solves_it() -> None:
    chance = Random(3)
    for size in (1, 2, 7, 20):
        rows = [[chance.uniform(-1, 1) for _column in range(size)] for _row in range(2 * size)]
        matrix = (np.array(rows).T @ np.array(rows) + 0.1 * np.eye(size)).tolist()
        right = [chance.uniform(-9, 9) for _row in range(size)]
        assert np.allclose(solved(matrix, right), np.linalg.solve(matrix, right))


def planted(rows: int, noise: int) -> tuple[Any, Any, Any, list[int]]:
    """Branches whose gains follow from three features, and the weights by which they do."""
    chance = np.random.default_rng(5)
    spread = np.zeros((rows, FEATURES), dtype=np.int64)
    spread[:, :6] = chance.integers(-ONE, ONE, (rows, 6))
    weights = [512, -300, 0, 900, 0, 0, *[0] * (FEATURES - 6)]
    gains = (spread * np.array(weights)).sum(axis=1) // ONE + chance.integers(-noise, noise + 1, rows)
    return spread, gains, np.arange(rows) // 3, weights


def test_weights_that_explain_the_gains_are_found() -> None:
    spread, gains, numbers, weights = planted(20_000, 500)
    found = fit(spread, gains, numbers, [0] * FEATURES)
    assert found is not None
    assert found.rows == 20_000
    assert found.gain > 0
    assert all(abs(one - other) < 60 for one, other in zip(found.weights, weights, strict=True))
    assert found == fit(spread, gains, numbers, [0] * FEATURES)


def test_a_strong_pull_keeps_weights_where_they_are() -> None:
    spread, gains, _numbers, _weights = planted(500, 5_000)
    sums = sums_of(spread, gains)
    start = tuple(PRIOR)
    moved = [sum(abs(one - other) for one, other in zip(corrected(sums, start, pull), start, strict=True))
             for pull in (*PULLS, 10**9)]
    assert moved == sorted(moved, reverse=True)
    assert moved[-1] == 0
    assert corrected(sums_of(spread[:0], gains[:0]), start, 1_000) == start


def test_a_feature_that_is_hardly_ever_there_gets_no_weight() -> None:
    spread, gains, numbers, _weights = planted(2_000, 100)
    spread[:, 9] = np.arange(2_000) % 2
    found = fit(spread, gains + 90 * spread[:, 9], numbers, [0] * FEATURES)
    assert found is not None
    assert found.weights[9] == 0


def test_few_branches_teach_nothing() -> None:
    spread, gains, numbers, _weights = planted(100, 0)
    assert fit(spread, gains, numbers, PRIOR) is None


# -- tables --
def test_stakes_are_no_more_later_or_further_away() -> None:
    lessons, chance = empty_lessons(0), Random(4)
    for cell in range(CELLS):
        lessons.stake_count[cell] = chance.randrange(400)
        lessons.stake_sum[cell] = chance.randrange(4_000)
    stakes = stakes_of(lessons, 160)
    at = [[stakes[(far * WALLS + wall) * THREATS:][:THREATS] for wall in range(WALLS)] for far in range(FARS)]
    for far in range(FARS):
        for wall in range(WALLS):
            for threat in range(THREATS):
                assert wall == WALLS - 1 or at[far][wall][threat] <= at[far][wall + 1][threat]
                assert far < 2 or at[far][wall][threat] <= at[far - 1][wall][threat]


def test_a_cell_of_danger_that_was_seen_often_is_its_share_and_others_follow_their_kin() -> None:
    lessons = empty_lessons(0)
    for state in range(STATES):
        for cell in range(CLASSES):
            lessons.tries[CLASSES * state + cell] = 100_000
            lessons.hits[CLASSES * state + cell] = 1_000 * (1 + cell % 5)
    lessons.tries[7] = lessons.hits[7] = 0
    lessons.price_count[0], lessons.price_sum[0] = 1_000, 8_000
    dangers = dangers_of(lessons)
    assert dangers.unit == 16 * 8
    assert dangers.danger[8] == pytest.approx(SURE * 4 / 100, rel=0.02)
    assert dangers.danger[7] == pytest.approx(SURE * 3 / 100, rel=0.1)      # class 7 of other states: 3 %
    assert dangers.labels == 100_000 * (STATES * CLASSES - 1)


def test_without_deal_ins_points_are_counted_in_wins() -> None:
    lessons = empty_lessons(0)
    lessons.win_count, lessons.win_sum = 10, 120
    dangers = dangers_of(lessons)
    assert dangers.unit == 16 * 12
    assert set(dangers.price) == {64}


# -- the whole way --
def test_a_tiny_rulebook_is_trained_from_end_to_end_and_a_seed_gives_the_same_bytes() -> None:
    book = rulebook_of_text(TINY)
    stages: list[str] = []
    found = train(book, seed=3, minutes=0.08, progress=lambda stage, part: stages.append(stage))
    assert train(book, seed=3, minutes=0.08).text == found.text
    assert train(book, seed=4, minutes=0.01).labels != train(book, seed=3, minutes=0.01).labels
    assert list(dict.fromkeys(stages)) == ["danger", "stake", "prior", "round 1", "round 2", "proof"]
    told = json.loads(found.text)
    assert (told["rule"], told["seed"], told["above"]) == ("tiny_two_suits", 3, told["mind"] is not None)
    assert told["labels"] > 1_000
    assert len(told["rounds"]) == 2
    assert found.proof.hands == 6 * found.proof.deals
    if found.learned is not None:
        assert found.proof.mean > 2.326 * found.proof.error
        assert read_learned(told["mind"]) == found.learned


@pytest.mark.parametrize(("given", "fault"), [
    ({"minutes": 0}, "train.minutes"), ({"minutes": 1e9}, "train.minutes"), ({"seed": -1}, "match.seed")])
def test_what_cannot_be_trained_is_refused(given: dict[str, Any], fault: str) -> None:
    with pytest.raises(QuepuError) as caught:
        train("guobiao", **given)
    assert [one.code for one in caught.value.faults] == [fault]


def test_without_defence_only_dangers_weigh_nothing() -> None:
    weights = without_defence(tuple(range(1, FEATURES + 1)))
    assert [place for place, weight in enumerate(weights) if not weight] == [
        Own.DANGER, Own.LATER, Own.DANGER_EARLY, Own.DANGER_STAKE]


# -- what is kept --
def spoiled() -> list[Any]:
    """Values that are no mind."""
    good = some_mind().as_json()
    wrong: list[Any] = [None, [], "mind", {}, {**good, "more": 1}, {**good, "unit": 0}, {**good, "unit": True},
                        {**good, "unit": 1.0}]
    for name, numbers in good.items():
        if name == "unit":
            continue
        wrong += [{key: value for key, value in good.items() if key != name}, {**good, name: numbers[:-1]},
                  {**good, name: [*numbers, 0]}, {**good, name: "x" * len(numbers)},
                  *({**good, name: [bad, *numbers[1:]]} for bad in (1 << 60, -(1 << 60), 0.5, None, True, "1"))]
    return wrong


def test_only_numbers_that_the_kernels_can_work_with_are_believed() -> None:
    good = json.loads(json.dumps(some_mind().as_json()))
    assert read_learned(good) == some_mind()
    assert [value for value in spoiled() if read_learned(value) is not None] == []
    for text in ("", "{", "[]", "1", "[" * 100_000, json.dumps({"format": 2, "mind": good})):
        assert minds.read_file_text(text) is None


def test_what_was_trained_is_kept_for_its_rules_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("QUEPU_CACHE", str(tmp_path))
    book, other = rulebook_of_text(TINY), rulebook_of_text(TINY + "\n[fan.full_flush]\nvalue = 3\n")
    assert learned_of(book) is None
    assert is_strong_normal(book, ["strong"])
    assert not is_strong_normal(book, ["normal", "remote:x"])
    keep_learned(book, minds.file_text(book, some_mind(), {}))
    assert learned_of(book) == some_mind()
    assert learned_of(other) is None
    assert not is_strong_normal(book, ["strong"])


def test_shipped_weights_are_whole_and_only_for_rules_as_they_ship() -> None:
    folder = Path(minds.__file__).parent / "weights"
    for file in sorted(folder.glob("*.json")):
        told = json.loads(file.read_text("utf-8"))
        book = rulebook(file.stem)
        assert told["rule"] == book.id
        assert told["above"] == (learned_of(book) is not None)      # a training that found nothing ships as such
        assert not told["above"] or told["proof"]["points"] > told["proof"]["half"]
        assert file.stat().st_size < 20_000
        option = next((one for one in book.model.options if one.type == "bool"), None)
        if option is not None:
            assert learned_of(book.with_options(**{option.id: not option.value})) is None


def test_strong_and_the_old_names_play() -> None:
    assert [BOTS[new] for new in ("beginner", "easy", "normal")] == [BOTS[old] for old in ("random", "greedy", "aware")]
    new = simulate("guobiao", 20, "beginner,easy,normal,normal", seed=4)
    old = simulate("guobiao", 20, "random,greedy,aware,aware", seed=4)
    assert [one.points for one in new.players] == [one.points for one in old.players]
    assert simulate("guobiao", 20, "strong,strong,normal,easy", seed=4).hands == 20


def test_the_command_trains_writes_and_says_how_strong_it_got(
        capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    rules = tmp_path / "tiny.toml"
    rules.write_text(TINY, "utf-8")
    command = ["train", str(rules), "--minutes", "0.03", "--seed", "2", "--lang", "en", "--out", str(tmp_path / "out")]
    code = main(command)
    text = capsys.readouterr().out
    assert code in (0, 1)
    assert "Danger:" in text
    assert "Against normal, on deals that nothing else has seen" in text
    told = json.loads((tmp_path / "out").read_text("utf-8"))
    assert told["above"] == (code == 0)
    assert main([*command, "--json"]) == code
    assert json.loads(capsys.readouterr().out)["proof"] == told["proof"]
    assert main(["train", str(rules), "--minutes", "-1"]) == 2


# -- rules that nobody has trained --
def test_a_house_rule_is_looked_into_once_and_its_kin_is_among_what_is_tried(
        monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("QUEPU_CACHE", str(tmp_path))
    monkeypatch.setattr(kin, "MINUTES", 0.02)
    monkeypatch.setattr(kin, "shipped", lambda rule: some_mind() if rule == "chengdu" else None)
    book, stages = rulebook_of_text(TINY), []
    assert not minds.is_looked_into(book)
    learn_of_kin(book, lambda stage, part: stages.append(stage))
    assert list(dict.fromkeys(stages)) == ["danger", "stake", "prior", "proof"]
    assert minds.is_looked_into(book)
    learn_of_kin(book, lambda stage, part: stages.append("again"))
    assert "again" not in stages
    told = json.loads((minds.store().read(minds.KEPT, minds.rules_key(book)) or b"").decode())
    assert told["above"] == (learned_of(book) is not None)


def test_a_rulebook_that_ships_with_what_its_training_found_is_not_looked_into_again() -> None:
    assert minds.is_looked_into(rulebook("riichi"))
    assert not minds.is_looked_into(rulebook("riichi").with_options(red_fives="none"))
