"""Compiled code that is about to do what it may not: it stops, says where, and leaves nothing behind."""

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import quepu
from quepu.compiler.breach import FaultWords
from quepu.compiler.entries import Entry
from quepu.compiler.objects import loaded, object_code
from quepu.compiler.source import FAULT_WORDS, NotCompiledError, kernel_definition
from quepu.compiler.unit import Unit
from quepu.engine.layout.frame import MEMORY_ROOM, Frame
from quepu.engine.layout.kinds import Bytes2D, FixedInts, Ints, SmallInts
from quepu.engine.layout.play_rules import PlayRules
from quepu.engine.layout.results import Results
from quepu.engine.layout.table import Table
from quepu.engine.machine import call_shape, part_of
from quepu.errors import EngineFault, QuepuError
from quepu.game.engine import Engine
from quepu.game.match import Match
from quepu.rulecode.machine_store import load_machine
from tests.python_trees import read_trees


def compiled(*functions: Callable[..., Any]) -> Any:
    """The first of some kernels compiled, which may call the others."""
    names = [function.__name__ for function in functions]
    code = loaded(object_code(str(Unit([kernel_definition(function) for function in functions], names[:1], True))))
    return Entry(functions[0], code, FaultWords(code.variable(FAULT_WORDS)))


def line_of(function: Callable[..., Any], text: str) -> int:
    """The line of a kernel in this file that holds a text."""
    import inspect
    lines, first = inspect.getsourcelines(function)
    return first + next(place for place, line in enumerate(lines) if text in line)


def stops(call: Callable[[], Any], kernel: str, line: int, what: str) -> EngineFault:
    with pytest.raises(EngineFault, match=what) as caught:
        call()
    fault = caught.value
    assert (fault.kernel, fault.file, fault.line) == (kernel, "test_faults.py", line)
    assert f"{kernel} (test_faults.py, line {line})" in str(fault)
    return fault


def numbers(*given: int) -> Any:
    return np.array(given, dtype=np.int64)


# -- one kernel for each breach --
def reads(values: Ints, place: int) -> int:
    found = values[0]
    return found + values[place]


def test_an_index() -> None:
    call, values = compiled(reads), numbers(1, 2, 3)
    assert call(values, 2) == 4
    for place in (3, -1, 1 << 40, -(1 << 63)):
        stops(lambda place=place: call(values, place), "reads", line_of(reads, "values[place]"), "index outside")
    assert call(values, 1) == 3         # it goes on as if nothing had been


def inner(f: Frame, t: Table, seat: int, place: int) -> int:
    f.memory[place] = 7
    return int(t.held[seat, place])


def outer(t: Table, f: Frame, seat: int, place: int) -> int:
    f.seat = 1
    found = inner(f, t, seat, place)
    f.round = 1
    return found


def test_a_breach_in_a_call_ends_the_caller_too() -> None:
    call, frame = compiled(outer, inner), Frame.zeros()
    table = Table.zeros()
    table.held[3, 41] = 9
    line = line_of(inner, "t.held")
    assert call(table, frame, 3, 41) == 9
    assert (frame.seat, frame.round, frame.memory[41]) == (1, 1, 7)
    frame.restore(bytes(Frame.SIZE))
    for seat, place in ((4, 0), (0, 42), (-1, 41), (0, 42 * 3 - 1)):
        stops(lambda seat=seat, place=place: call(table, frame, seat, place), "inner", line, "index outside")
    assert (frame.seat, frame.round) == (1, 0)
    stops(lambda: call(table, frame, 0, MEMORY_ROOM), "inner", line_of(inner, "= 7"), "index outside")


def shifts(number: int, left: int, right: int) -> int:
    up = number << left
    return up >> right


def test_a_shift() -> None:
    call = compiled(shifts)
    assert call(5, 63, 62) == -2
    for left in (64, -1, 1 << 32):
        stops(lambda left=left: call(1, left, 0), "shifts", line_of(shifts, "<<"), "shift by")
    stops(lambda: call(1, 0, 64), "shifts", line_of(shifts, ">>"), "shift by")


def divides(a: int, b: int, c: int) -> int:
    found = a // b
    return found + a % c


def test_a_division() -> None:
    call = compiled(divides)
    assert call(-7, 2, 3) == -4 + 2
    assert call(-2**63, -1, 5) == -2**63 + -2**63 % 5
    stops(lambda: call(1, 0, 1), "divides", line_of(divides, "//"), "division by 0")
    stops(lambda: call(1, 1, 0), "divides", line_of(divides, "%"), "division by 0")


def narrows(t: Table, small: SmallInts, bytes_: Bytes2D, number: int) -> int:
    small[0] = number
    bytes_[1, 1] = number
    t.drawn = number
    t.turn += number
    return int(small[0])


def test_a_number_that_has_no_room() -> None:
    call, small = compiled(narrows), np.zeros(2, dtype=np.int8)
    table, wide = Table.zeros(), np.zeros((2, 3), dtype=np.uint8)
    assert call(table, small, wide, 100) == 100
    assert (small[0], wide[1, 1], table.drawn, table.turn) == (100, 100, 100, 100)
    for number, text in ((128, "small[0] = "), (-129, "small[0] = "), (-1, "bytes_["), (1 << 32, "small[0] = ")):
        stops(lambda number=number: call(table, small, wide, number), "narrows", line_of(narrows, text), "too large")
    table.turn = 250
    stops(lambda: call(table, small, wide, 6), "narrows", line_of(narrows, "t.turn"), "too large")
    assert table.turn == 250


def turns(number: int, step: int) -> int:
    found = 0
    while number != 0:
        number += step
        found += 1
    return found


def ranges(first: int, last: int, step: int) -> int:
    found = 0
    for _one in range(first, last, step):
        found += 1
    return found


def counts_bits(bits: int) -> int:
    found = 0
    while bits:
        found += 1
        bits &= bits - 1
    return found


def test_a_loop_that_does_not_end() -> None:
    call = compiled(turns)
    assert call(100, -1) == 100
    stops(lambda: call(1, 0), "turns", line_of(turns, "while"), "does not end")
    call = compiled(ranges)
    assert (call(0, 10, 3), call(10, 0, -3), call(3, 0, 1), call(0, 3, -1)) == (4, 4, 0, 0)
    for given in ((0, 1, 0), (0, 1 << 60, 1), (1 << 60, 0, -1)):
        stops(lambda given=given: call(*given), "ranges", line_of(ranges, "for _one"), "does not end")
    assert compiled(counts_bits)(-1) == 64


def stretches(values: Ints, first: int, size: int, place: int) -> int:
    part = part_of(values, first, size)
    return part[place]      # type: ignore[no-any-return]


def test_a_stretch() -> None:
    call, values = compiled(stretches), numbers(1, 2, 3, 4)
    assert call(values, 1, 3, 2) == 4
    for given in ((1, 4, 0), (-1, 2, 0), (4, 1, 0), (0, -1, 0), (1 << 62, 1 << 62, 0)):
        stops(lambda given=given: call(values, *given), "stretches", line_of(stretches, "part_of("), "index outside")
    stops(lambda: call(values, 0, 2, 2), "stretches", line_of(stretches, "return"), "index outside")


def asks(f: Frame, links: Ints, place: int) -> int:
    return call_shape(links[place], f, 1)


def test_a_function_that_is_not_there() -> None:
    stops(lambda: compiled(asks)(Frame.zeros(), numbers(0), 0), "asks",
          line_of(asks, "return"), "not there")


# -- what is seen before anything runs --
def writes_rules(numbers: FixedInts) -> None:
    numbers[0] = 1


def too_wide(t: Table) -> None:
    t.stage = 256


@pytest.mark.parametrize(("function", "what"), [
    (writes_rules, "never changes"), (too_wide, "256 has no room")])
def test_what_can_be_known_is_refused_when_it_is_compiled(function: Callable[..., Any], what: str) -> None:
    where = f"^test_faults.py:{line_of(function, '    ')}: {function.__name__}: "
    with pytest.raises(NotCompiledError, match=f"{where}.*{what}"):
        compiled(function)


@pytest.mark.parametrize("wrong", [
    [1, 2, 3], np.zeros(3, dtype=np.int32), np.zeros((3, 1), dtype=np.int64), np.zeros(6, dtype=np.int64)[::2], None])
def test_other_arrays_are_not_handed_over(wrong: Any) -> None:
    with pytest.raises(TypeError, match="a kernel takes"):
        compiled(reads)(wrong, 0)


def test_what_is_no_frame_is_not_handed_over() -> None:
    with pytest.raises(TypeError, match="a kernel takes a Frame, not ndarray"):
        compiled(asks)(np.zeros(7, dtype=np.int64), numbers(0), 0)


# -- a match --
def new_match(name: str) -> Match:
    engine = Engine(quepu.rulebook(name))
    return Match(engine.book, 5, engine=engine)


def step(match: Match) -> None:
    if match.hand_over:
        match.begin()
    else:
        match.play(match.asked[0], match.legal(match.asked[0])[0])


def play_to_the_end(match: Match, states: list[bytes]) -> None:
    while not match.over:
        states.append(match.state)
        step(match)


def spoiled(rules: PlayRules) -> PlayRules:
    """Rules by which the sets with a tile of a kind stand where nothing is."""
    return rules.changed(sets_of=[(1 << 40) + kind for kind in range(43)])


def test_a_match_is_as_it_was_before_the_fault() -> None:
    match, states = new_match("guobiao"), []
    match.begin()
    session, good = match.session, match.engine.rules
    session.rules = spoiled(good)
    with pytest.raises(EngineFault, match="by the rules of guobiao") as caught:
        play_to_the_end(match, states)
    assert isinstance(caught.value, QuepuError)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    assert (match.state, len(match.steps)) == (states[-1], len(states))
    session.rules = good
    step(match)
    assert match.state != states[-1]


def test_a_function_of_a_rulebook_is_checked_too() -> None:
    """What a generator might do wrong one day."""
    bad = load_machine(read_trees("def ask(f, n):\n    return f.memory[n + 1000000]\n"), ("ask",), "book")
    match, states = new_match("riichi"), []
    match.begin()
    session, address = match.session, bad.addresses["ask"]
    session.links = session.links.changed(ask=address, given=address, remember=address, pay=address)
    with pytest.raises(EngineFault, match=r"ask \(rulebook, line 2\): an index outside an array by .* riichi"):
        play_to_the_end(match, states)
    assert match.state == states[-1]


def test_a_simulation_ends_with_the_fault() -> None:
    engine = Engine(quepu.rulebook("guobiao"))
    engine.session.rules = spoiled(engine.rules)
    bots = numbers(1, 1, 1, 1)
    with pytest.raises(EngineFault, match="by the rules of guobiao"):
        engine.kernels.play_matches(engine.new_table(), engine.session, bots, 1, 0, 9, 9, Results.zeros())


def test_batches_are_checked() -> None:
    book = quepu.rulebook("guobiao")
    fast = type(book.compiled())(book)
    batch = fast.batch(["123m23455p345s77z 5p"])
    assert fast.score_batch(batch).total[0] == 8
    batch.situations[0, 0] = 30_000     # no tile
    with pytest.raises(EngineFault, match="guobiao"):
        fast.score_batch(batch)


def test_threads_and_processes_hear_of_it() -> None:
    """A fault pickles, so that a worker can send it home."""
    fault = EngineFault("play", "advance.py", 3, "an index outside an array", "guobiao")
    again = pickle.loads(pickle.dumps(fault))
    assert (again.kernel, again.line, again.rulebook, str(again)) == ("play", 3, "guobiao", str(fault))
