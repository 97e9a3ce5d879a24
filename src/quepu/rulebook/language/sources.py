"""What loops run over, each defined once: a generator of tiles, sets, pairs, suits or seats.

The reference runner goes through it; generated code is its source, with the body of the loop where it yields.  A list
of nobody is empty.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from quepu.engine.layout import frame as at
from quepu.engine.layout import table_facts as table
from quepu.engine.machine import lowest
from quepu.rulebook.language.operations import FIRST_FLOWER, Numbers
from quepu.rulebook.language.ranges import SEATS
from quepu.rulebook.language.vocabulary import PAIR, SEAT, SET, SUIT, TILE
from quepu.tiles import KIND_COUNT


@dataclass(frozen=True, slots=True)
class Source:
    """One thing to run over."""

    name: str
    gives: str                          # type of its elements
    elements: Callable[..., Iterator[int]]      # of the frame, what it reads, and its arguments
    reads: tuple[str, ...] = ()


# -- of the hand --
def tiles(f: Numbers, present: int) -> Iterator[int]:
    """Every tile, as often as it is there."""
    while present:
        kind = lowest(present)
        present &= present - 1
        for _copy in range(f[at.COUNTS + kind]):
            yield kind


def kinds(f: Numbers, present: int) -> Iterator[int]:
    """Every different kind of tile; or every kind of some that are given."""
    while present:
        kind = lowest(present)
        present &= present - 1
        yield kind


def flowers(f: Numbers) -> Iterator[int]:
    """The flowers laid aside."""
    for kind in range(FIRST_FLOWER, KIND_COUNT):
        if (f[at.FLOWER_MASK] >> kind) & 1 != 0:
            yield kind


def sets(f: Numbers) -> Iterator[int]:
    """The sets of the reading, by place."""
    for place in range(at.SET_ROOM):            # counted up to SETS the compiler would gather, which is slow
        if place >= f[at.SETS]:
            break
        yield place


def sets_of_form(f: Numbers, forms: int) -> Iterator[int]:
    """The sets of some kinds: chows, or pungs and kongs."""
    for place in range(at.SET_ROOM):
        if place >= f[at.SETS]:
            break
        if (forms >> f[at.SET_AT + at.SET_WIDTH * place]) & 1 != 0:
            yield place


def kongs(f: Numbers) -> Iterator[int]:
    """The kongs."""
    for place in range(at.SET_ROOM):
        if place >= f[at.SETS]:
            break
        if f[at.SET_AT + at.SET_WIDTH * place + 1] & at.IS_KONG != 0:
            yield place


def melds(f: Numbers) -> Iterator[int]:
    """The sets laid down, which come first."""
    yield from range(f[at.MELDS])


def pairs(f: Numbers) -> Iterator[int]:
    """The pairs of the reading."""
    yield from range(f[at.PAIRS])


# -- of the table --
def suits(f: Numbers) -> Iterator[int]:
    """The three suits."""
    yield from range(3)


def seats(f: Numbers, playing: int) -> Iterator[int]:
    """All seats that play."""
    yield from range(playing)


def payers(f: Numbers, playing: int) -> Iterator[int]:
    """Every seat but the winner."""
    for seat in range(playing):
        if seat != f[at.SEAT]:
            yield seat


def waits(f: Numbers, seat: int) -> Iterator[int]:
    """The tiles a seat waits for."""
    bits = f[table.WAITS_OF + seat] if 0 <= seat < SEATS else 0
    while bits:
        kind = lowest(bits)
        bits &= bits - 1
        yield kind


def heard(f: Numbers, seat: int) -> Iterator[int]:
    """The kinds others have discarded since a seat's own last discard."""
    bits = f[table.HEARD_OF + seat] if 0 <= seat < SEATS else 0
    while bits:
        kind = lowest(bits)
        bits &= bits - 1
        yield kind


def discards(f: Numbers, seat: int) -> Iterator[int]:
    """All a seat has discarded, in order."""
    river = table.RIVERS + table.RIVER_WIDTH * seat
    for index in range(f[river] if 0 <= seat < SEATS else 0):
        yield f[river + 1 + index]


def hand_of(f: Numbers, seat: int) -> Iterator[int]:
    """A seat's concealed tiles."""
    for kind in range(KIND_COUNT if 0 <= seat < SEATS else 0):
        for _copy in range(f[table.HANDS + KIND_COUNT * seat + kind]):
            yield kind


def laid(f: Numbers, seat: int) -> Iterator[int]:
    """The tiles a seat has laid down."""
    for kind in range(KIND_COUNT if 0 <= seat < SEATS else 0):
        for _copy in range(f[table.LAID_BY + KIND_COUNT * seat + kind]):
            yield kind


def turned(f: Numbers, lot: int) -> Iterator[int]:
    """The tiles of a lot that are turned up."""
    for index in range(f[table.TURNED]):
        if f[table.TURNED + 1 + table.TURNED_WIDTH * index + 1] == lot:
            yield f[table.TURNED + 1 + table.TURNED_WIDTH * index]


def turned_by_seat(f: Numbers, lot: int, seat: int) -> Iterator[int]:
    """Those of a lot that belong to a seat."""
    own = lot + table.LOTS * (1 + seat) if seat >= 0 else -1
    for index in range(f[table.TURNED]):
        if f[table.TURNED + 1 + table.TURNED_WIDTH * index + 1] == own:
            yield f[table.TURNED + 1 + table.TURNED_WIDTH * index]


#: every source but `list`, whose elements are written there, and `rows` of the ledger
SOURCES = {source.name: source for source in (
    Source("tiles", TILE, tiles, ("TILE_MASK",)),
    Source("kinds", TILE, kinds, ("TILE_MASK",)),
    Source("flowers", TILE, flowers),
    Source("sets", SET, sets),
    Source("chows", SET, sets_of_form, ("chows",)),
    Source("pungs", SET, sets_of_form, ("pungs",)),
    Source("kongs", SET, kongs),
    Source("melds", SET, melds),
    Source("pairs", PAIR, pairs),
    Source("suits", SUIT, suits),
    Source("seats", SEAT, seats, ("SEAT_COUNT",)),
    Source("payers", SEAT, payers, ("SEAT_COUNT",)),
    Source("mask", TILE, kinds),
    Source("waits", TILE, waits),
    Source("heard", TILE, heard),
    Source("discards", TILE, discards),
    Source("hand_of", TILE, hand_of),
    Source("laid", TILE, laid),
    Source("turned", TILE, turned),
    Source("turned by seat", TILE, turned_by_seat),
)}


def source_of_loop(name: str, arguments: int) -> Source:
    """What a loop of this name with so many arguments runs over."""
    return SOURCES["turned by seat" if name == "turned" and arguments == 2 else name]
