"""Indexes of simple loops, checked once before them: as strict as in every round, and no stricter."""

import ast

import numpy as np
import pytest

from quepu.compiler.hoisting import hoisted
from quepu.compiler.source import MANY_WORDS
from quepu.engine.layout.kinds import Bytes2D, Ints
from quepu.errors import EngineFault
from tests.compiler.test_faults import compiled, line_of, numbers


def copies_into(values: Ints, other: Ints, first: int, last: int) -> int:
    for place in range(first, last):
        values[1 + place] = other[place]
    return 0


def copies_row(values: Ints, rows: Bytes2D, row: int, last: int) -> int:
    for place in range(last):
        values[place] = rows[row, place]
    return 0


def copies_some(values: Ints, other: Ints, last: int) -> int:
    for place in range(last):
        values[place % 2] = other[place] if place < 2 else 7
    return 0


def adds_many(a: Ints, b: Ints, c: Ints, d: Ints, e: Ints, f: Ints) -> int:
    return a[0] + 10 * b[0] + 100 * c[0] + 1000 * d[0] + 10000 * e[0] + 100000 * f[len(f) - 1]


@pytest.mark.parametrize(("first", "last"), [(0, 3), (1, 2), (0, 0), (3, 1), (-9, -9), (900, 900)])
def test_a_loop_inside_its_arrays_does_what_it_says(first: int, last: int) -> None:
    values, wanted, other = numbers(0, 0, 0, 0), numbers(0, 0, 0, 0), numbers(5, 6, 7)
    compiled(copies_into)(values, other, first, last)
    copies_into(wanted, other, first, last)
    assert values.tolist() == wanted.tolist()


@pytest.mark.parametrize(("first", "last"), [(0, 4), (-1, 2), (-2, 1), (3, 4), (2**62, 2**62 + 1),
                                             (-2**63, -2**63 + 1)])
def test_a_loop_that_would_leave_an_array_stops_before_it_writes(first: int, last: int) -> None:
    values = numbers(0, 0, 0, 0)
    line = line_of(copies_into, "values[1 + place]")
    with pytest.raises(EngineFault, match="an index") as caught:
        compiled(copies_into)(values, numbers(5, 6, 7), first, last)
    assert (caught.value.kernel, caught.value.line) == ("copies_into", line)
    assert values.tolist() == [0, 0, 0, 0]


def test_a_row_that_is_not_there_stops_only_a_loop_that_has_a_round() -> None:
    kernel, values, rows = compiled(copies_row), numbers(0, 0, 0), np.ones((2, 3), dtype=np.uint8)
    kernel(values, rows, 2, 0)
    kernel(values, rows, 1, 3)
    assert values.tolist() == [1, 1, 1]
    for row, last in ((2, 1), (-1, 3), (1, 4)):
        with pytest.raises(EngineFault):
            kernel(values, rows, row, last)


def test_an_index_that_a_round_may_leave_out_is_checked_where_it_is_used() -> None:
    values = numbers(0, 0)
    compiled(copies_some)(values, numbers(5, 6), 4)
    assert values.tolist() == [7, 7]


@pytest.mark.parametrize("body", ["a[i] = b[i] if c else 0", "if c:\n  a[i] = 0", "a[i] = g(b[i])", "i = a[i]",
                                  "a[i] = c and b[i]", "a[i] = 0\n break"])
def test_only_loops_without_branches_calls_and_changed_counters_are_asked_before(body: str) -> None:
    loop = ast.parse("for i in range(n):\n " + body).body[0]
    assert isinstance(loop, ast.For)
    assert hoisted(loop) == []


def test_many_arguments_arrive_in_their_order() -> None:
    assert MANY_WORDS <= 12             # six arrays with their lengths
    assert compiled(adds_many)(*(numbers(place) for place in (1, 2, 3, 4, 5)), numbers(0, 0, 6)) == 654321
    with pytest.raises(EngineFault):
        compiled(adds_many)(*(numbers(place) for place in (1, 2, 3, 4)), numbers(), numbers(6))
