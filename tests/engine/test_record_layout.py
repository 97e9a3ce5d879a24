"""Declared records as plain Python sees them: views of bytes that know their fields."""

from enum import IntEnum
from typing import Annotated, Any

import numpy as np
import pytest

from quepu.engine.layout.array import Array
from quepu.engine.layout.describe import describe
from quepu.engine.layout.field import (
    cell,
    i8,
    i32,
    kept,
    listed,
    listed_i32,
    listed_words,
    points,
    rows,
    u8,
    u16,
    words,
)
from quepu.engine.layout.record import Grid, Ints, Record, Row, Rows, fill, line


class Who(IntEnum):
    """Who may claim."""

    LEFT = 0
    ANYONE = 1


class Claim(Row, fixed=True):
    """A claim."""

    sets: int
    who: Who
    when: int = cell()
    small: int = u8()


class Book(Record, fixed=True):
    """Rules."""

    seat_count: int
    copies: Ints = words(3)
    claims: Rows[Claim] = listed()
    numbers: Ints = listed_words()
    halves: Ints = listed_i32()


class Slot(Row):
    """A row that changes."""

    tile: int = u8()
    count: int = u16()


class State(Record):
    """A state of many widths."""

    turn: int = u8()
    score: Ints = i32(4)
    held: Grid = u8(2, 3)
    fed: int = i8()
    slots: Rows[Slot] = rows(2)


class Play(Record):
    """What points elsewhere."""

    book: Book = points()
    tables: Annotated[Any, Array(32, fixed=True)] = points(optional=True)
    room: int = kept()
    events: int


def book(**changes: Any) -> Book:
    claims = [Claim(sets=5, who=Who.ANYONE, when=-2, small=255), Claim(sets=6, who=Who.LEFT, when=3, small=0)]
    return Book.build(**{"seat_count": 4, "copies": [1, 2, 3], "claims": claims, "numbers": [7, -8],
                         "halves": np.array([1, -2], dtype=np.int32), **changes})


def test_a_record_is_built_by_name_and_read_by_name() -> None:
    rules = book()
    assert (rules.seat_count, rules.copies.tolist(), rules.numbers.tolist(), rules.halves.tolist()) \
        == (4, [1, 2, 3], [7, -8], [1, -2])
    assert [(claim.sets, claim.who, claim.when, claim.small) for claim in rules.claims] \
        == [(5, 1, -2, 255), (6, 0, 3, 0)]
    assert type(rules.claims[1].sets) is int
    assert type(rules.claims[1].small) is int


@pytest.mark.parametrize(("changes", "words"), [
    ({"seats": 4}, "Book: there is no seats"), ({"seat_count": 1 << 63}, "seat_count: .* has no room in 64 bits"),
    ({"copies": [1, 2]}, "copies holds 3 numbers"), ({"claims": [State.zeros()]}, "claims lists rows of Claim"),
    ({"numbers": ["a"]}, "interpreted as an integer"), ({"halves": [1 << 31]}, "format 'i'")])
def test_what_does_not_fit_is_refused_when_it_is_built(changes: dict[str, Any], words: str) -> None:
    with pytest.raises((TypeError, ValueError), match=words):
        book(**changes)


def test_what_is_missing_is_named() -> None:
    with pytest.raises(TypeError, match="Claim: who, when are missing; there is no whom"):
        Claim(sets=1, small=1, whom=2)


def test_a_state_refuses_what_has_no_room() -> None:
    state = State.zeros()
    state.turn, state.fed, state.held[1, 2], state.score[3] = 255, -128, 9, -5
    state.slots[1].count += 65535
    assert (state.turn, state.fed, state.held.tolist(), state.score[3]) == (255, -128, [[0, 0, 0], [0, 0, 9]], -5)
    for change in (lambda: setattr(state, "turn", 256), lambda: setattr(state, "fed", 128),
                   lambda: state.held.__setitem__((0, 0), -1), lambda: setattr(state.slots[1], "count", 1 << 16)):
        with pytest.raises(ValueError, match=r"no room|format"):
            change()
    for name in ("held", "turns"):      # an array as a whole, and what is no field
        with pytest.raises(AttributeError):
            setattr(state, name, 1)
    with pytest.raises(IndexError):
        state.slots[-1].tile = 1
    with pytest.raises(IndexError):
        state.slots[2].tile = 1


def test_a_fixed_record_stays_as_it_is() -> None:
    rules = book()
    for change in (lambda: setattr(rules, "seat_count", 1), lambda: setattr(rules.claims[0], "sets", 1),
                   lambda: rules.copies.__setitem__(0, 1), lambda: rules.numbers.__setitem__(0, 1)):
        with pytest.raises((AttributeError, TypeError)):
            change()


def test_numpy_sees_the_same_bytes() -> None:
    state = State.zeros()
    seen = np.frombuffer(state.raw, dtype=State.dtype())
    assert State.dtype().itemsize == State.SIZE == len(state.raw)
    state.score[2], state.held[1, 0], state.slots[1].count = -7, 3, 999
    assert (seen["score"][0, 2], seen["held"][0, 1, 0], seen["slots"]["count"][0, 1]) == (-7, 3, 999)
    seen["turn"][0] = 12
    assert state.turn == 12
    aligned = np.dtype([("turn", "u1"), ("score", "i4", 4), ("held", "u1", (2, 3)), ("fed", "i1"),
                        ("slots", np.dtype([("tile", "u1"), ("count", "u2")], align=True), 2)], align=True)
    assert aligned == State.dtype()


def test_a_copy_has_bytes_of_its_own() -> None:
    play = Play.build(book=book(), tables=None, room=9, events=2)
    other = play.copy()
    other.events = 5
    assert (play.events, other.events, other.book is play.book, other.room) == (2, 5, True, 9)
    again = State.over(bytearray(State.zeros().tobytes()))
    again.turn = 3
    assert again.turn == 3


def test_what_a_record_points_to() -> None:
    play = Play.zeros()
    with pytest.raises(AttributeError, match=r"Play\.book points nowhere"):
        _book = play.book
    with pytest.raises(ValueError, match=r"Play\.book points nowhere"):
        _address = play.address
    with pytest.raises(TypeError, match=r"Play\.book points to Book"):
        play.book = State.zeros()       # type: ignore[assignment]
    play.book = book()
    assert play.address % 8 == 0
    seen = np.frombuffer(play.raw, dtype=Play.dtype())
    assert seen["book_address"][0] == play.book.address
    assert (seen["tables_address"][0], seen["tables_size"][0]) == (0, 0)
    tables = play.tables = np.arange(5, dtype=np.int32)
    assert (seen["tables_address"][0], seen["tables_size"][0]) == (tables.ctypes.data, 5)
    with pytest.raises(AttributeError, match="never changes"):
        play.room = 1


def test_an_optional_address_is_taken_back() -> None:
    play = Play.build(book=book(), tables=np.arange(5, dtype=np.int32), room=9, events=2)
    seen = np.frombuffer(play.raw, dtype=Play.dtype())
    assert play.address
    assert seen["tables_address"][0]
    play.tables = None
    assert (play.tables, seen["tables_address"][0], seen["tables_size"][0]) == (None, 0, 0)
    with pytest.raises(TypeError, match="points to Book"):
        play.book = None                # type: ignore[assignment]


def test_some_fields_are_changed_in_a_copy() -> None:
    rules = book()
    other = rules.changed(seat_count=3, copies=[7, 8, 9])
    assert (other.seat_count, other.copies.tolist(), other.claims[1].sets) == (3, [7, 8, 9], 6)
    assert (rules.seat_count, rules.copies.tolist()) == (4, [1, 2, 3])
    for wrong in ({"claims": []}, {"seats": 1}):
        with pytest.raises(TypeError, match="there is no number or array"):
            rules.changed(**wrong)
    state = State.zeros()
    before = state.tobytes()
    fill(state.score, [1, 2, 3])
    fill(line(state.held, 1), [4, 5, 6])
    assert (state.score.tolist(), state.held.tolist()) == ([1, 2, 3, 0], [[0, 0, 0], [4, 5, 6]])
    assert line(state.held, 1).tolist() == [4, 5, 6]
    state.restore(before)
    assert state.tobytes() == before


def test_lists_lie_inside_the_bytes() -> None:
    content = bytearray(book().tobytes())
    for start, count in ((8, 1), (len(content), 1), (Book.SIZE, 1 << 40), (Book.SIZE, -1), (Book.SIZE + 1, 1)):
        head = np.frombuffer(content, dtype=Book.dtype(), count=1)
        head["claims_start"], head["claims_count"] = start, count
        with pytest.raises(ValueError, match=r"Book\.claims does not lie inside"):
            Book.over(content)
    with pytest.raises(ValueError, match="bytes"):
        State.over(bytearray(3))


def test_a_record_describes_itself() -> None:
    text = describe(Play.build(book=book(), tables=None, room=9, events=2))
    assert text == "Play\n    book -> Book\n    tables -> nowhere\n    room = 9\n    events = 2"
    assert describe(book()).splitlines() == [
        "Book", "    seat_count = 4", "    copies = [1, 2, 3]", "    claims: 2",
        "        Claim", "            sets = 5", "            who = ANYONE", "            when = 1",
        "            small = 255",
        "        Claim", "            sets = 6", "            who = LEFT", "            when = expression 3",
        "            small = 0", "    numbers = [7, -8]", "    halves = [1, -2]"]


def test_declarations_that_say_too_little() -> None:
    with pytest.raises(TypeError, match=r"Bad\.items: beside its annotation"):
        type(Record)("Bad", (Record,), {"__annotations__": {"items": Any}})
    with pytest.raises(TypeError, match=r"Bad\.copy: a field has another name"):
        type(Record)("Bad", (Record,), {"__annotations__": {"copy": int}})
    with pytest.raises(TypeError, match=r"Bad\.claims: rows of a fixed record"):
        type(Record)("Bad", (Record,), {"__annotations__": {"claims": Rows[Claim]}, "claims": listed()})
    with pytest.raises(TypeError, match=r"Bad\.more: a row holds numbers"):
        type(Record)("Bad", (Row,), {"__annotations__": {"more": Any}, "more": listed_words()})
    with pytest.raises(TypeError, match="every field is annotated"):
        type(Record)("Bad", (Record,), {"__annotations__": {"a": int}, "b": u8()})
