"""What loops run over, each defined once: a generator of tiles, sets, pairs, suits or seats.

The reference runner goes through it; generated code is its source, with the body of the loop where it yields.  A list
of nobody is empty.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from quepu.engine.layout.frame import SET_ROOM, Frame, SetFlag
from quepu.engine.layout.table_facts import LOTS
from quepu.engine.machine import lowest
from quepu.rulebook.language.operations import SUITED
from quepu.rulebook.language.ranges import SEATS
from quepu.rulebook.language.vocabulary import MELD, PAIR, SEAT, SET, SUIT, TILE
from quepu.tiles import KIND_COUNT


@dataclass(frozen=True, slots=True)
class Source:
    """One thing to run over."""

    name: str
    gives: str                          # type of its elements
    elements: Callable[..., Iterator[int]]      # of the frame, what it reads, and its arguments
    reads: tuple[str, ...] = ()


# -- of the hand --
def tiles(f: Frame, present: int) -> Iterator[int]:
    """Every tile, as often as it is there."""
    while present:
        kind = lowest(present)
        present &= present - 1
        for _copy in range(f.counts[kind]):
            yield kind


def kinds(f: Frame, present: int) -> Iterator[int]:
    """Every different kind of tile; or every kind of some that are given."""
    while present:
        kind = lowest(present)
        present &= present - 1
        yield kind


def flowers(f: Frame) -> Iterator[int]:
    """The flowers laid aside, each kind once; honours may be among them."""
    for kind in range(SUITED, KIND_COUNT):
        if (f.flower_mask >> kind) & 1 != 0:
            yield kind


def sets(f: Frame) -> Iterator[int]:
    """The sets of the reading, by place."""
    last = f.set_count
    for place in range(SET_ROOM):            # counted up to set_count the compiler would gather, which is slow
        if place >= last:
            break
        yield place


def sets_of_form(f: Frame, forms: int) -> Iterator[int]:
    """The sets of some kinds: chows, or pungs and kongs."""
    last = f.set_count
    for place in range(SET_ROOM):
        if place >= last:
            break
        if (forms >> f.sets[place].kind) & 1 != 0:
            yield place


def kongs(f: Frame) -> Iterator[int]:
    """The kongs."""
    last = f.set_count
    for place in range(SET_ROOM):
        if place >= last:
            break
        if f.sets[place].flags & SetFlag.KONG != 0:
            yield place


def melds(f: Frame) -> Iterator[int]:
    """The sets laid down, which come first."""
    yield from range(f.meld_count)


def pairs(f: Frame) -> Iterator[int]:
    """The pairs of the reading."""
    yield from range(f.pair_count)


# -- of the table --
def suits(f: Frame) -> Iterator[int]:
    """The three suits."""
    yield from range(3)


def seats(f: Frame, playing: int) -> Iterator[int]:
    """All seats that play."""
    yield from range(playing)


def payers(f: Frame, playing: int) -> Iterator[int]:
    """Every seat but the winner."""
    for seat in range(playing):
        if seat != f.seat:
            yield seat


def waits(f: Frame, seat: int) -> Iterator[int]:
    """The tiles a seat waits for."""
    bits = f.waits_of[seat] if 0 <= seat < SEATS else 0
    while bits:
        kind = lowest(bits)
        bits &= bits - 1
        yield kind


def heard(f: Frame, seat: int) -> Iterator[int]:
    """The kinds others have discarded since a seat's own last discard."""
    bits = f.heard_of[seat] if 0 <= seat < SEATS else 0
    while bits:
        kind = lowest(bits)
        bits &= bits - 1
        yield kind


def discards(f: Frame, seat: int) -> Iterator[int]:
    """All a seat has discarded, in order."""
    for index in range(f.river_count[seat] if 0 <= seat < SEATS else 0):
        yield f.rivers[seat, index]


def river(f: Frame, seat: int) -> Iterator[int]:
    """What a seat has discarded and nobody has claimed, in order."""
    for index in range(f.river_count[seat] if 0 <= seat < SEATS else 0):
        if (f.taken[seat] >> index) & 1 == 0:
            yield f.rivers[seat, index]


def hand_of(f: Frame, seat: int) -> Iterator[int]:
    """A seat's concealed tiles."""
    for kind in range(KIND_COUNT if 0 <= seat < SEATS else 0):
        for _copy in range(f.hands[seat, kind]):
            yield kind


def laid(f: Frame, seat: int) -> Iterator[int]:
    """The tiles a seat has laid down."""
    for kind in range(KIND_COUNT if 0 <= seat < SEATS else 0):
        for _copy in range(f.laid_by[seat, kind]):
            yield kind


def melds_of(f: Frame, seat: int) -> Iterator[int]:
    """The sets a seat has laid down, as the table has them."""
    for index in range(f.meld_counts[seat] if 0 <= seat < SEATS else 0):
        yield f.melds_by[seat, index]


def turned(f: Frame, lot: int) -> Iterator[int]:
    """The tiles of a lot that are turned up."""
    for index in range(f.turned_count):
        if f.turned[index].lot == lot:
            yield f.turned[index].kind


def turned_by_seat(f: Frame, lot: int, seat: int) -> Iterator[int]:
    """Those of a lot that belong to a seat."""
    own = lot + LOTS * (1 + seat) if seat >= 0 else -1
    for index in range(f.turned_count):
        if f.turned[index].lot == own:
            yield f.turned[index].kind


#: every source but `list`, whose elements are written there, and `rows` of the ledger
SOURCES = {source.name: source for source in (
    Source("tiles", TILE, tiles, ("tile_mask",)),
    Source("kinds", TILE, kinds, ("tile_mask",)),
    Source("flowers", TILE, flowers),
    Source("sets", SET, sets),
    Source("chows", SET, sets_of_form, ("chows",)),
    Source("pungs", SET, sets_of_form, ("pungs",)),
    Source("kongs", SET, kongs),
    Source("melds", SET, melds),
    Source("pairs", PAIR, pairs),
    Source("suits", SUIT, suits),
    Source("seats", SEAT, seats, ("seat_count",)),
    Source("payers", SEAT, payers, ("seat_count",)),
    Source("mask", TILE, kinds),
    Source("waits", TILE, waits),
    Source("heard", TILE, heard),
    Source("discards", TILE, discards),
    Source("river", TILE, river),
    Source("hand_of", TILE, hand_of),
    Source("laid", TILE, laid),
    Source("melds_of", MELD, melds_of),
    Source("turned", TILE, turned),
    Source("turned by seat", TILE, turned_by_seat),
)}


def source_of_loop(name: str, arguments: int) -> Source:
    """What a loop of this name with so many arguments runs over."""
    return SOURCES["turned by seat" if name == "turned" and arguments == 2 else name]
