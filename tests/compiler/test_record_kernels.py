"""Kernels over declared records: compiled they do what plain Python does, and stop where they may not."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from quepu.compiler.source import NotCompiledError
from quepu.engine.layout.kinds import Bytes2D, FixedInts, Halves
from quepu.engine.layout.kinds import Ints as AnyInts
from quepu.errors import EngineFault
from tests.compiler.test_faults import compiled
from tests.engine import test_record_layout as layout
from tests.engine.test_record_layout import Book, Claim, Play, Slot, State, Who, book


def play() -> Play:
    return Play.build(book=book(), tables=np.array([5, -6, 7], dtype=np.int32), room=9, events=2)


def state() -> State:
    made = State.zeros()
    made.turn, made.fed = 7, -3
    for place in range(4):
        made.score[place] = -100 * place
    for seat in range(2):
        for kind in range(3):
            made.held[seat, kind] = 10 * seat + kind
        made.slots[seat].tile, made.slots[seat].count = 3 + seat, 500 * seat
    return made


# -- reading --
def reads(rules: Book, s: State, place: int) -> int:
    claim = rules.claims[place]
    found = claim.sets * 1000 + claim.who * 100 + claim.when * 10 + claim.small
    return found + rules.seat_count + rules.copies[place] + rules.numbers[place] + rules.halves[place] + s.turn + s.fed


def loops(rules: Book, s: State, _place: int) -> int:
    found = len(rules.claims) + 10 * len(rules.numbers) + 100 * len(s.slots) + 1000 * len(rules.copies)
    for claim in rules.claims:
        if claim.who == Who.LEFT:
            continue
        found = 3 * found + claim.sets
    for number, claim in enumerate(rules.claims):
        found = 5 * found + number * claim.small
    for number in rules.numbers:
        found = 7 * found + number
    for number, copies in enumerate(rules.copies):
        found += number << copies
    for slot in s.slots:
        found = 11 * found + slot.tile + slot.count
    scores = s.score
    for score in scores:
        found += score
    return found


def changes(_rules: Book, s: State, place: int) -> int:
    s.turn += place
    s.fed = -s.fed
    s.score[place] -= 1 << 20
    s.held[place, 2] = s.held[place, 1] + 1
    slot = s.slots[place]
    slot.count += 30
    s.slots[1 - place].tile = s.slots[place].tile
    slot = s.slots[1 - place]
    return slot.count


def row_sum(claim: Claim, slot: Slot, factor: int) -> int:
    slot.count += claim.small
    return factor * claim.sets + slot.count


def array_sum(numbers: FixedInts, scores: Halves, held: Bytes2D) -> int:
    found = held[1, 1]
    for number in numbers:
        found += number
    for score in scores:
        found += score
    scores[0] = found
    return found


def hands_on(rules: Book, s: State, place: int) -> int:
    found = row_sum(rules.claims[place], s.slots[1], 3)
    claim = rules.claims[1 - place]
    found += row_sum(claim, s.slots[place], 5)
    return found + array_sum(rules.numbers, s.score, s.held) + array_sum(rules.copies, s.score, s.held)


PARTS: tuple[Callable[..., Any], ...] = (row_sum, array_sum)


@pytest.mark.parametrize("function", [reads, loops, changes, hands_on])
def test_compiled_is_as_plain(function: Callable[..., int]) -> None:
    call = compiled(function, *PARTS)
    for place in (0, 1):
        rules, mine, other = book(), state(), state()
        wanted = function(rules, mine, place)
        assert call(rules, other, place) == wanted
        assert other.tobytes() == mine.tobytes()


def follows(p: Play, place: int) -> int:
    rules = p.book
    p.events += 1
    found = rules.claims[place].sets + p.book.copies[2] + p.tables[place] + len(p.tables) + p.room
    for claim in p.book.claims:
        found += claim.when
    return found * 10 + p.events


def test_what_a_record_points_to_is_followed() -> None:
    call, mine, other = compiled(follows), play(), play()
    for place in (0, 1):
        assert call(other, place) == follows(mine, place)
    assert (mine.events, other.events) == (4, 4)
    stops(lambda: call(other, 3), "index outside")
    other.book = book(copies=[1, 2, 1000])
    assert call(other, 0) == 10 * (follows(mine, 0) // 10 + 997) + 6     # what it points to may change between calls
    missing = Play.build(book=book(), tables=None, room=9, events=2)
    stops(lambda: call(missing, 0), "something that is not there")


def has_tables(p: Play, place: int) -> int:
    if p.tables is None:
        return layout.Who.LEFT - 1
    return p.tables[place] if p.tables is not None and place >= 0 else layout.Who.ANYONE    # type: ignore[no-any-return]


def test_an_address_that_may_be_missing() -> None:
    call = compiled(has_tables)
    for other in (play(), Play.build(book=book(), tables=None, room=9, events=2)):
        for place in (-1, 2):
            assert call(other, place) == has_tables(other, place)
    full = play()
    full.tables = None
    assert call(full, 0) == -1


def stops(call: Callable[[], Any], words: str) -> None:
    with pytest.raises(EngineFault, match=words):
        call()


# -- what is refused while it runs --
def row_at(rules: Book, place: int) -> int:
    return rules.claims[place].sets


def number_at(rules: Book, place: int) -> int:
    return rules.numbers[place] + rules.copies[place]


def cell_at(s: State, seat: int, kind: int) -> int:
    return s.held[seat, kind]           # type: ignore[no-any-return]


def stores(s: State, place: int, number: int) -> None:
    if place == 0:
        s.turn = number
    elif place == 1:
        s.fed = number
    elif place == 2:
        s.held[1, 1] = number
    else:
        s.slots[0].count = number


def test_a_row_or_number_that_is_not_there() -> None:
    rules, s = book(), state()
    for function, most in ((row_at, 2), (number_at, 2)):
        call = compiled(function)
        assert call(rules, most - 1) == function(rules, most - 1)
        for place in (most, -1, 1 << 40, -(1 << 63)):
            stops(lambda call=call, place=place: call(rules, place), "index outside")
    call = compiled(cell_at)
    assert call(s, 1, 2) == 12
    for seat, kind in ((2, 0), (0, 3), (-1, 0), (0, -1), (1, 6)):
        stops(lambda seat=seat, kind=kind: call(s, seat, kind), "index outside")
    empty = book(claims=[], numbers=[])
    stops(lambda: compiled(row_at)(empty, 0), "index outside")
    assert compiled(loops)(empty, state(), 0) == loops(empty, state(), 0)


def test_a_number_that_has_no_room() -> None:
    call = compiled(stores)
    for place, low, high in ((0, 0, 255), (1, -128, 127), (2, 0, 255), (3, 0, 65535)):
        s = state()
        for number in (low, high):
            call(s, place, number)
        before = s.tobytes()
        for number in (low - 1, high + 1, 1 << 40):
            stops(lambda s=s, place=place, number=number: call(s, place, number), "too large for its place")
            with pytest.raises(ValueError, match=r"no room|format"):
                stores(s, place, number)
        assert s.tobytes() == before


# -- what is not compiled --
def into_fixed(rules: Book) -> None:
    rules.seat_count = 3


def into_fixed_row(rules: Book) -> None:
    for claim in rules.claims:
        claim.sets = 1


def into_fixed_array(rules: Book) -> None:
    rules.copies[0] = 1


def into_fixed_list(rules: Book) -> None:
    rules.numbers[0] += 1


def into_address(p: Play) -> None:
    p.book = p.book


def into_kept(p: Play) -> None:
    p.room = 1


def writes_any(numbers: AnyInts) -> None:
    numbers[0] = 1


def fixed_as_any(rules: Book) -> None:
    writes_any(rules.copies)


def reads_fixed(numbers: FixedInts) -> int:
    return numbers[0]                   # type: ignore[no-any-return]


def any_as_fixed(numbers: AnyInts) -> int:
    return reads_fixed(numbers)


def too_wide(s: State) -> None:
    s.turn = 256


def unknown(s: State) -> int:
    return s.turns                      # type: ignore[attr-defined, no-any-return]


def rows_as_number(rules: Book) -> int:
    return rules.claims + 1             # type: ignore[operator, no-any-return]


def number_as_array(rules: Book) -> int:
    return rules.seat_count[0]          # type: ignore[index, no-any-return]


def takes_claim(claim: Claim) -> int:
    return claim.sets


def another_class(s: State) -> int:
    return takes_claim(s.slots[0])      # type: ignore[arg-type]


def other_kind(rules: Book, s: State) -> int:
    row = rules.claims[0]
    row = s.slots[0]                    # type: ignore[assignment]
    return row.sets


def never_missing(p: Play) -> int:
    return 1 if p.book is None else 0


def whole_array(s: State) -> None:
    s.score = 1


@pytest.mark.parametrize(("functions", "words"), [
    ((into_fixed,), "never changes"), ((into_fixed_row,), "never changes"), ((into_fixed_array,), "never changes"),
    ((into_fixed_list,), "never changes"), ((into_address,), "only a variable"), ((into_kept,), "never changes"),
    ((fixed_as_any, writes_any), "is wanted"), ((any_as_fixed, reads_fixed), "is wanted"),
    ((too_wide,), "256 has no room in 8 bits"), ((unknown,), "State has no field turns"),
    ((rows_as_number,), "no number"),
    ((number_as_array,), "no array"), ((another_class, takes_claim), "Slot where Claim is wanted"),
    ((other_kind,), "another kind"), ((never_missing,), "never missing"), ((whole_array,), "no single number")])
def test_what_is_refused_when_it_is_compiled(functions: tuple[Callable[..., Any], ...], words: str) -> None:
    with pytest.raises(NotCompiledError, match=words):
        compiled(*functions)


# -- what entries take --
def test_entries_take_records_of_their_class() -> None:
    call = compiled(row_at)
    for wrong in (state(), book().raw, np.zeros(9, dtype=np.int64), None):
        with pytest.raises(TypeError, match="a kernel takes a Book"):
            call(wrong, 0)
    content = bytearray(book().tobytes())
    rules = Book.over(content)
    np.frombuffer(content, dtype=Book.dtype(), count=1)["claims_count"] = 1 << 30      # behind its back
    with pytest.raises(ValueError, match="does not lie inside"):
        call(rules, 0)
    unset = compiled(follows)
    with pytest.raises(ValueError, match=r"Play\.book points nowhere"):
        unset(Play.zeros(), 0)
    with pytest.raises(ValueError, match="cannot be written to"):
        compiled(cell_at)(State.over(bytes(State.SIZE)), 0, 0)
