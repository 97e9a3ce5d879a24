"""Intervals of duels: exact sums, factors that are right, and decisions that are as seldom wrong as is said."""

from math import isinf, sqrt
from random import Random
from statistics import mean, stdev

import pytest

from quepu.lab.duel_count import FIRST_DEALS
from quepu.lab.sequence import WEIGHT, Decider, Figure, Sums, at_any_time, at_size


def summed(pairs: list[tuple[int, int]]) -> Sums:
    sums = Sums()
    for x, y in pairs:
        sums.add(x, y)
    return sums


def test_with_units_of_one_size_it_is_the_error_of_a_mean() -> None:
    rng = Random(1)
    numbers = [rng.randrange(-50, 90) for _unit in range(40)]
    sums = summed([(number, 6) for number in numbers])
    assert sums.error == pytest.approx(stdev(numbers) / sqrt(40) / 6)
    found = sums.figure(at_once=True)
    assert found.value == pytest.approx(mean(numbers) / 6)
    assert found.half == pytest.approx(2.0227 * sums.error, rel=1e-3)       # Student's, 39 degrees


def test_the_order_of_units_does_not_matter_however_large_the_numbers() -> None:
    rng = Random(2)
    pairs = [(rng.randrange(-10**12, 10**12), rng.randrange(1, 20)) for _unit in range(60)]
    once = summed(pairs)
    rng.shuffle(pairs)
    again = summed(pairs)
    assert [once.figure(flag) for flag in (True, False)] == [again.figure(flag) for flag in (True, False)]


@pytest.mark.parametrize(("units", "factor"), [(5, 2.776), (11, 2.228), (31, 2.042), (121, 1.980)])
def test_a_fixed_number_of_units_has_students_factor(units: int, factor: float) -> None:
    assert at_size(units) == pytest.approx(factor, rel=4e-3)


def test_looking_always_costs_more_than_looking_once() -> None:
    assert isinf(at_size(2))
    assert isinf(at_any_time(0))
    assert all(at_any_time(units) > at_size(units) for units in range(5, 5000, 7))


def test_too_little_has_no_interval() -> None:
    assert summed([]).figure(True) == Figure(None)
    assert summed([(3, 1), (4, 0)]).figure(True) == Figure(3.0)
    assert Figure(3.0).half is None


def test_rates_stay_between_nothing_and_all() -> None:
    for wins in (0, 1, 20):
        found = summed([(wins, 20)] * 30 + [(min(20, wins + 1), 20)]).figure(True, is_rate=True)
        assert found.low is not None
        assert found.high is not None
        assert 0 <= found.low <= (found.value or 0) <= found.high <= 1
        assert found.low < found.high
    always = summed([(10, 20)] * 30).figure(True, is_rate=True)
    assert (always.low, always.high) == (0.5, 0.5)       # no unit was other


def _wrong(draw: str, runs: int, units: int) -> tuple[int, int]:
    """In how many runs somebody ever decides though the truth is zero: as duels do, and by an interval for one look."""
    always = once = 0
    for run in range(runs):
        rng, sums, decider = Random(f"{draw} {run}"), Sums(), Decider(FIRST_DEALS)
        missed = [False, False]
        for unit in range(1, units + 1):
            number = round(1000 * rng.gauss(0, 1)) if draw == "normal" else rng.choices((-100, 900), (9, 1))[0]
            sums.add(number, 1)
            decider.add(number)
            if unit >= FIRST_DEALS and unit % 5 == 0:
                missed[0] |= decider.is_decided(0.0)
                missed[1] |= abs(sums.x / unit) > at_size(unit) * sums.error
        always += missed[0]
        once += missed[1]
    return always, once


@pytest.mark.parametrize("draw", ["normal", "skewed"])
def test_nobody_decides_wrongly_however_often_one_looks(draw: str) -> None:
    always, once = _wrong(draw, 200, 1500)
    assert always <= 10                 # 5 % of 200
    assert once >= 20                   # what stopping at the first look that pleases would have cost


def test_nobody_decides_while_few_units_carry_the_weight() -> None:
    one, many = Decider(50), Decider(50)
    for unit in range(400):
        one.add(100_000 if unit == 7 else -1)
        many.add(10 if unit % 2 else 8)
    assert one.weight == pytest.approx(1, rel=0.01)
    assert many.weight > WEIGHT
    assert many.is_decided(0.0)
    assert not one.is_decided(0.0)
    assert not one.is_decided(1e9)


def test_a_small_difference_is_level_and_none_at_all_alike() -> None:
    rng, level, alike = Random(3), Decider(100), Decider(100)
    for _unit in range(400):
        level.add(rng.choice((-10, 10)))
        alike.add(0)
    assert level.is_decided(5.0)
    assert not level.is_decided(0.1)
    assert not level.is_alike
    assert alike.is_alike
    assert alike.is_decided(0.0)
    assert not Decider(100).is_decided(5.0)


def test_the_weight_is_as_the_fourth_moment_says() -> None:
    rng, decider = Random(4), Decider(10)
    numbers = [rng.randrange(-9, 60) for _unit in range(70)]
    for number in numbers:
        decider.add(number)
    apart = [number - mean(numbers) for number in numbers]
    assert decider.weight == pytest.approx(sum(one**2 for one in apart)**2 / sum(one**4 for one in apart))
