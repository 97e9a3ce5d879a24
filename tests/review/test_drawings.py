"""The drawings and figures of a review's page: every tile, and rounded parts that add up."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quepu.lab.stats import Mean
from quepu.review.amounts import Shown, shown
from quepu.review.parts import Parts, thousandths
from quepu.review.tile_drawings import symbols, tile

TILES = [f"{rank}{suit}" for suit, count in (("m", 9), ("p", 9), ("s", 9), ("z", 7), ("f", 8))
         for rank in range(1, count + 1)] + ["0m", "0p", "0s"]
AMOUNT = st.integers(-10**9, 10**9)


@pytest.mark.parametrize("lang", ["en", "zh-Hans", "zh-Hant"])
def test_every_tile_has_a_drawing_of_its_own(lang: str) -> None:
    drawn = dict(re.findall(r'<symbol id="t(\w+)"[^>]*>(.*?)</symbol>', symbols([*TILES, "?"], lang)))
    assert set(drawn) == {*TILES, "back"}
    assert len(set(drawn.values())) == len(drawn)
    for code in TILES:
        assert f'href="#t{code}"' in tile(code, lang)
        assert f'aria-label="{code} ' in tile(code, lang)


@given(st.lists(st.tuples(AMOUNT, AMOUNT, AMOUNT), min_size=1, max_size=6))
def test_what_is_shown_adds_up(rows: list[tuple[int, int, int]]) -> None:
    unit, found = shown([Parts(*row, 0, 0) for row in rows])
    for row in (*found, Shown.sum(found)):
        assert row is not None
        assert row.luck + row.others + row.own == row.result
        assert abs(sum(map(float, row.texts(unit)[1:])) - float(row.texts(unit)[0])) < 1e-6


@given(AMOUNT, st.integers(1, 10**5))
def test_thousandths_are_the_mean_rounded_alike_on_both_sides(points: int, count: int) -> None:
    found = thousandths(Mean(count, points, points * points))
    assert abs(found * count - 1000 * points) * 2 <= count
    assert found == -thousandths(Mean(count, -points, points * points))
