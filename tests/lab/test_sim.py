"""Simulation: the same result for any number of workers, exact numbers of hands, sums that agree, the command."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from quepu.cli.main import main
from quepu.engine.bots.playout import match_seed
from quepu.errors import QuepuError
from quepu.lab import simulate as lab
from quepu.lab.simulate import Simulation, simulate
from quepu.lab.stats import Rate
from quepu.records.lines import read_record, replay


def same(a: Simulation, b: Simulation) -> bool:
    return bool((a.piece.numbers == b.piece.numbers).all())


def test_workers_do_not_change_the_result() -> None:
    one = simulate("guobiao", 533, "greedy,random,aware,random", seed=7)
    two = simulate("guobiao", 533, "greedy,random,aware,random", seed=7, workers=2)
    other = simulate("guobiao", 533, "greedy,random,aware,random", seed=8)
    assert one.hands == two.hands == 533
    assert same(one, two)
    assert not same(one, other)


def test_pieces_do_not_change_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = simulate("guobiao", 100, "random", seed=1)
    monkeypatch.setattr(lab, "in_time", lambda seconds, one: 1)
    assert same(whole, simulate("guobiao", 100, "random", seed=1))


def test_seeds_of_matches_differ_and_are_not_neighbours() -> None:
    seeds = {match_seed(seed, number) for seed in range(40) for number in range(250)}
    assert len(seeds) == 40 * 250
    assert all(0 <= seed < 1 << 62 for seed in seeds)
    assert match_seed(1, 2) != match_seed(2, 1)


def test_what_is_counted_agrees() -> None:
    found = simulate("guobiao", 200, "greedy", seed=5)
    wins = sum(player.wins.count for player in found.players)
    assert wins == found.wins == sum(player.wins.count for player in found.seats)
    assert found.draws.count + wins == found.hands           # one winner a hand
    self_draws = sum(player.self_draws.count for player in found.players)
    assert self_draws + sum(player.deal_ins.count for player in found.players) == wins
    assert sum(player.points.sum for player in found.players) == 0
    assert all(player.points.count == 200 for player in (*found.players, *found.seats))
    assert found.total.mean >= 8
    assert found.matches == 13
    assert all(rate.count <= wins for rate in found.fans.values())


def test_records_tell_the_simulated_matches(tmp_path: Path) -> None:
    found = simulate("guobiao", 18, "random,greedy,random,greedy", seed=6, records=tmp_path)
    assert len(found.records) == 2
    matches = [replay(read_record(path)) for path in found.records]
    assert [len(match.settlements) for match in matches] == [16, 2]
    for player in range(4):
        assert sum(match.scores[player] for match in matches) == found.players[player].points.sum


def test_a_stop_keeps_what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(hands: int) -> None:
        if hands > 60:
            raise KeyboardInterrupt
    monkeypatch.setattr(lab, "in_time", lambda seconds, one: 1)
    found = simulate("guobiao", 5000, "random", seed=1, progress=stop)
    assert found.interrupted
    assert 60 < found.hands < 100
    assert same(found, simulate("guobiao", found.hands, "random", seed=1))


@pytest.mark.parametrize("call", [
    lambda: simulate("guobiao", 0), lambda: simulate("guobiao", 1, workers=0), lambda: simulate("guobiao", 1, "nobody"),
    lambda: simulate("guobiao", 1, "random,greedy"), lambda: simulate("guobiao", 1, seed=-1),
])
def test_bad_wishes_are_refused(call: Callable[[], object]) -> None:
    with pytest.raises(QuepuError):
        call()


def test_the_command_answers_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "--hands", "20", "--policy", "random", "--seed", "3", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["hands"] == 20
    assert {"seconds", "hands_per_second", "draws", "players", "seats", "fans"} <= told.keys()
    assert [player["policy"] for player in told["players"]] == ["random"] * 4


@pytest.mark.parametrize("lang", ["zh", "zh-Hant", "en"])
def test_the_report_fits_a_page(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    from quepu.columns import width
    assert main(["sim", "--hands", "60", "--policy", "greedy", "--lang", lang]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 15
    assert max(map(width, lines)) <= 80


@pytest.mark.parametrize(("arguments", "told"), [
    (["--policy", "gready"], "greedy"), (["--rule", "nowhere"], "nowhere"), (["--option", "x=1"], "x"),
    (["--hands", "-5"], "-5"),
])
def test_the_command_refuses_with_code_2(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", *arguments]) == 2
    assert told in capsys.readouterr().err


def test_what_comes_more_than_once_a_hand_has_an_interval_too() -> None:
    low, high = Rate(6, 4).interval
    assert 0 < low < 1.5 < high
    assert all(player.deal_ins.interval for player in simulate("sichuan", 4, "random", seed=1).players)
