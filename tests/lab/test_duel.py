"""Duels: seatings mirror each other, so what is alike comes out even; workers change nothing; programs; the command."""

import json
import pickle
import sys
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import quepu
from quepu import QuepuError
from quepu.book import rulebook
from quepu.cli.main import main
from quepu.engine.bots.duels import count_table, play_duels
from quepu.engine.layout.results import DuelTable
from quepu.game.match import Match
from quepu.game.plain_engine import PlainEngine
from quepu.lab import duel as lab
from quepu.lab.duel import Duel, Verdict, duel
from quepu.lab.duel_count import Count
from quepu.lab.duel_tables import A, B, CoreTables, Terms, empty_tables, rows_of, seating_name, seatings_of
from quepu.lab.simulate import MOST_HANDS, played_again
from quepu.records.lines import read_record, replay

THREE, TWO = "chengdu?players=3", "chengdu?players=2"
FIRST_LEGAL = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "ask":
        legal = message["legal"]
        print(json.dumps({"action": "win" if "win" in legal else legal[0]}), flush=True)
"""


@cache
def tables(rule: str, a: str, b: str, limit: int = 1, seed: int = 5) -> CoreTables:
    return CoreTables(rulebook(rule), Terms((a, b), seed, limit))


def units(rule: str, a: str, b: str, count: int, limit: int = 1) -> tuple[Count, list[dict[Any, Any]]]:
    """What some units add, and all of them added up."""
    played = tables(rule, a, b, limit)
    made = Count(played.seatings, rulebook(rule).model.match if limit > 1 else None)
    numbers = made.numbers(played.play(0, count).rows)
    for one in numbers:
        made.add(one)
    return made, numbers


# -- what must hold whatever the bots do --
@pytest.mark.parametrize(("rule", "bot", "limit"), [
    ("guobiao", "random", 1), ("guobiao", "aware", 1), ("riichi?sanma=true", "greedy", 1), (THREE, "random", 1),
    (TWO, "greedy", 1), ("riichi", "greedy", 3), (THREE, "greedy", MOST_HANDS),
])
def test_who_plays_against_himself_comes_out_even_in_every_unit(rule: str, bot: str, limit: int) -> None:
    made, numbers = units(rule, bot, bot, 6, limit)
    assert {one["difference"] for one in numbers} == {0}
    assert (made.points.xx, made.result.xx, made.deciding.x) == (0, 0, 0)
    for name in ("hands", "points", "wins", "self_draws", "deal_ins", "fed_points", "won_points"):
        assert [one[A, name] for one in numbers] == [one[B, name] for one in numbers], name
    assert made.of_side(A, True) == made.of_side(B, True)
    assert made.places_of(A, True) == made.places_of(B, True)


@pytest.mark.parametrize(("rule", "limit"), [("guobiao", 1), (THREE, 1), ("riichi?sanma=true", 2)])
def test_exchanging_the_two_turns_every_unit_around(rule: str, limit: int) -> None:
    one, ours = units(rule, "greedy", "random", 8, limit)
    other, theirs = units(rule, "random", "greedy", 8, limit)
    assert any(unit["difference"] for unit in ours)
    assert [unit["difference"] for unit in ours] == [-unit["difference"] for unit in theirs]
    assert one.of_side(A, True) == other.of_side(B, True)
    assert one.of_side(B, False) == other.of_side(A, False)
    assert (one.result.x, one.margin) == (-other.result.x, other.margin)


@pytest.mark.parametrize(("seats", "count", "members"), [(4, 6, {2}), (3, 6, {1, 2}), (2, 2, {1})])
def test_each_seating_comes_with_its_opposite(seats: int, count: int, members: set[int]) -> None:
    ways = seatings_of(seats)
    assert len(set(ways)) == len(ways) == count
    assert {sum(way) for way in ways} == members
    assert {tuple(1 - side for side in way) for way in ways} == set(ways)
    for player in range(seats):
        assert sum(way[player] for way in ways) == count // 2


def test_points_sum_to_nothing_and_rates_agree() -> None:
    _made, numbers = units("guobiao", "aware", "greedy", 20)
    for unit in numbers:
        assert unit[A, "points"] == -unit[B, "points"]
        assert unit["difference"] == 2 * (unit[A, "points"] - unit[B, "points"])
        assert unit[A, "hands"] == unit[B, "hands"] == 2 * unit["hands"] == 12
        wins = unit[A, "wins"] + unit[B, "wins"]
        drawn, fed = (sum(unit[side, name] for side in (A, B)) for name in ("self_draws", "deal_ins"))
        assert wins == drawn + fed <= unit["hands"]
        assert all(unit[side, "fed_hands"] <= unit[side, "deal_ins"] for side in (A, B))


def test_inside_the_engine_and_outside_the_same_is_counted() -> None:
    """With whole matches of few hands, seats that change and hands that several win."""
    rule, limit = THREE, 3
    core = tables(rule, "greedy", "random", limit)
    rows = core.play(4, 1).rows
    seed = core.engine.kernels.match_seed(core.terms.seed, 4)
    for place, bots in enumerate(core.bots):
        counted = empty_tables([bots], 1)
        for hands in range(1, limit + 1):           # the hands before, then one more
            match = played_again(core.engine, core.session, bots, seed, hands, "xyz")
            before = played_again(core.engine, core.session, bots, seed, hands - 1, "xyz").scores
            for player, score in enumerate(before):
                counted.before[player] = score
            count_table(match.table, match.session, counted, counted.tables[0])
        assert rows_of(counted)[0, 0] == rows[0, place]


def test_the_kernel_runs_as_plain_python_too() -> None:
    book = rulebook(TWO)
    core, plain = tables(TWO, "random", "greedy"), PlainEngine(book)
    made = empty_tables(core.bots, 1)
    play_duels(plain.new_table(), plain.session, core.terms.seed, 2, 1, 1, made)
    assert (rows_of(made) == core.play(2, 1).rows).all()


def test_rows_of_an_earlier_piece_are_forgotten() -> None:
    core = tables("guobiao", "greedy", "random")
    first = core.play(0, 3).rows
    assert (core.play(1, 2).rows == first[1:]).all()
    assert first.dtype == DuelTable.dtype()


# -- the whole --
def same(one: Duel, other: Duel) -> bool:
    return json.dumps(one.as_json()) == json.dumps(other.as_json())


def test_workers_and_pieces_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    one = duel("guobiao", "greedy", "random", hands=500, seed=7)
    assert one.units == 84
    assert one.hands == 504              # whole deals
    assert same(one, duel("guobiao", "greedy", "random", hands=500, seed=7, workers=2))
    monkeypatch.setattr(lab, "in_time", lambda seconds, one: 1)
    assert same(one, duel("guobiao", "greedy", "random", hands=500, seed=7))
    assert not same(one, duel("guobiao", "greedy", "random", hands=500, seed=8))


def test_it_stops_when_it_has_decided_whoever_works() -> None:
    one = duel("guobiao", "greedy", "random")
    assert (one.verdict, one.is_fixed, one.interrupted) == (Verdict.A, False, False)
    assert one.units >= 500
    assert same(one, duel("guobiao", "greedy", "random", workers=2))
    fixed = duel("guobiao", "greedy", "random", hands=one.hands)
    assert (fixed.points.value, fixed.a.wins.value) == (one.points.value, one.a.wins.value)
    assert (fixed.points.half or 0) < (one.points.half or 0)        # looking at every unit has its price
    other = duel("guobiao", "random", "greedy")
    assert other.verdict is Verdict.B
    assert other.points.value == -(one.points.value or 0)
    assert duel("guobiao", "greedy", "greedy").verdict is Verdict.ALIKE


def test_matches_have_results_and_places() -> None:
    found = duel("riichi", "greedy", "random", hands=300, matches=True)
    assert found.is_matches
    assert found.hands >= 300
    assert found.a.place is not None
    assert found.b.place is not None
    assert found.a.result is not None
    assert (found.a.place.value or 0) + (found.b.place.value or 0) == pytest.approx(5)
    for place in range(4):
        assert (found.a.places[place].value or 0) + (found.b.places[place].value or 0) == pytest.approx(0.5)
    assert found.deciding is found.result
    assert found.verdict is Verdict.A
    assert "places" not in duel("riichi", "greedy", "random", hands=6).a.as_json()


def test_too_few_units_decide_nothing() -> None:
    found = duel("guobiao", "greedy", "random", hands=1)
    assert (found.units, found.hands, found.verdict) == (1, 6, Verdict.OPEN)
    assert found.points.low is None
    assert json.loads(json.dumps(found.as_json()))["points"]["low"] is None


def test_the_result_is_frozen_and_part_of_the_package() -> None:
    found = quepu.duel("guobiao", "random", "random", hands=6)
    assert isinstance(found, quepu.Duel)
    with pytest.raises(FrozenInstanceError):
        found.seed = 2          # type: ignore[misc]


def test_records_tell_the_tables(tmp_path: Path) -> None:
    found = duel("guobiao", "greedy", "random", hands=12, seed=6, records=tmp_path)
    assert len(found.records) == 12
    assert {Path(name).stem for name in found.records[:6]} == {
        f"guobiao-6-000001-{seating_name(way)}" for way in seatings_of(4)}
    points = dict.fromkeys("AB", 0)
    for name in found.records:
        match = replay(read_record(name))
        assert len(match.settlements) == 1
        for player, score in zip(match.players, match.scores, strict=True):
            points[player[0]] += score
    assert points["A"] / 24 == pytest.approx(found.a.points.value)
    assert points["B"] / 24 == pytest.approx(found.b.points.value)


def test_a_stop_keeps_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(state: lab.State) -> None:
        if state.units > 20:
            raise KeyboardInterrupt
    monkeypatch.setattr(lab, "in_time", lambda seconds, one: 1)
    found = duel("guobiao", "greedy", "random", progress=stop)
    assert (found.interrupted, found.units, found.verdict) == (True, 21, Verdict.OPEN)
    assert found.points.low is not None
    assert found.a == duel("guobiao", "greedy", "random", progress=stop, workers=2).a


def test_a_stop_before_anything_is_known(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def stop(*_given: Any) -> None:
        raise KeyboardInterrupt
    monkeypatch.setattr(CoreTables, "play", stop)
    assert main(["duel", "random", "random", "--lang", "en"]) == 130
    assert "Nothing is known yet." in capsys.readouterr().out


@pytest.mark.parametrize("call", [
    lambda: duel("guobiao", "nobody", "random"), lambda: duel("guobiao", "random", "remote:"),
    lambda: duel("guobiao", "random", "random", hands=0), lambda: duel("guobiao", "random", "random", seed=-1),
    lambda: duel("guobiao", "random", "random", workers=0), lambda: duel("nowhere", "random", "random"),
    lambda: duel("guobiao", "random", "remote:x", timeout=0), lambda: duel("guobiao", "random", "remote:/no/such"),
    lambda: duel("guobiao", "random", f"mjai:'{sys.executable}' -c 1", hands=6),
])
def test_bad_wishes_are_refused(call: Callable[[], object]) -> None:
    with pytest.raises(QuepuError):
        call()


def test_every_fault_is_named() -> None:
    with pytest.raises(QuepuError) as raised:
        duel("guobiao", "nobody", "nothing", hands=0, seed=-1, workers=99)
    assert [fault.code for fault in raised.value.faults] == [
        "bots.none", "bots.none", "sim.hands", "sim.workers", "match.seed"]


# -- programs --
def program(folder: Path, text: str) -> str:
    (folder / "bot.py").write_text(text, encoding="utf-8")
    return f"remote:'{sys.executable}' -S -E '{folder / 'bot.py'}'"


def test_a_program_plays_the_same_with_any_number_of_workers(tmp_path: Path) -> None:
    bot, folder = program(tmp_path, FIRST_LEGAL), tmp_path / "games"
    one = duel(TWO, bot, "greedy", hands=6, records=folder)
    assert (one.units, one.a.lost, one.b.lost) == (3, 0, 0)
    assert same(one, duel(TWO, bot, "greedy", hands=6, workers=2))
    assert len(one.records) == 6
    match: Match = replay(read_record(folder / "chengdu-1-000001-AB.jsonl"), rulebook(TWO))
    assert match.players == ("A1 remote", "B1 greedy")
    assert pickle.loads(pickle.dumps(Terms((bot, "greedy"), 1, 1))).names[0] == bot


def test_a_program_that_cannot_play_is_refused(tmp_path: Path) -> None:
    with pytest.raises(QuepuError) as raised:
        duel(TWO, "random", program(tmp_path, "import sys; sys.exit(3)"), hands=6)
    assert [fault.code for fault in raised.value.faults] == ["duel.lost"]
    assert raised.value.faults[0].values["why"].code == "bots.ended"


def test_a_program_that_is_lost_now_and_then_is_counted_and_told(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fails = FIRST_LEGAL.replace("if message", "if message.get('player') == 1: sys.exit(4)\n    if message")
    bot = program(tmp_path, fails)
    assert main(["duel", "random", bot, "--rule", TWO, "--hands", "4", "--lang", "en"]) == 1
    told = " ".join(capsys.readouterr().out.split())
    assert "B was lost at 2 tables. The first time: B1 remote has ended (exit code 4)" in told


# -- the command --
def test_the_command_says_by_its_code_whether_a_is_better(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["duel", "greedy", "random", "--hands", "600", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["verdict"], told["unit"], told["hands"], told["a"]["bot"]) == ("a", "deal", 600, "greedy")
    assert told["points"]["low"] > 0
    assert "workers" not in told            # what is printed is the same each time
    assert main(["duel", "random", "greedy", "--hands", "600"]) == 1
    assert main(["duel", "random", "nobody"]) == 2


@pytest.mark.parametrize(("lang", "told", "row"), [
    ("en", "A is better than B by ", "dealt in"), ("zh", "A 比 B 强，每场成绩多 ", "点炮"),
    ("zh-Hant", "A 比 B 強，每場成績多 ", "點炮")])
def test_the_result_is_told_in_every_language(lang: str, told: str, row: str,
                                              capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["duel", "greedy", "random", "--rule", "riichi", "--matches", "--hands", "300", "--lang", lang]) == 0
    out = capsys.readouterr().out
    assert told in out
    assert row in out
    assert all(len(line) <= 80 for line in out.splitlines())


@pytest.mark.parametrize("verdict", Verdict)
def test_every_verdict_has_a_sentence(verdict: Verdict) -> None:
    from dataclasses import replace

    from quepu.cli.duel import report
    found = replace(duel("guobiao", "greedy", "random", hands=60), verdict=verdict)
    texts = {" ".join(report(found, lang)) for lang in ("en", "zh-Hans", "zh-Hant")}
    assert len(texts) == 3
    assert not any("{" in text for text in texts)
