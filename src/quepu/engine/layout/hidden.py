"""What one seat cannot see of a table, where each such tile lies, and what came of its answers in worlds made of them.

The table beside it (`advice.blinding`) has had all of that taken away.
"""

from quepu.engine.layout.field import listed, listed_words, words
from quepu.engine.layout.record import Ints, Record, Row, Rows
from quepu.engine.layout.table import MELD_ROOM, SEATS, WALL_ROOM
from quepu.engine.layout.table_facts import TURNED_ROOM

KONG_ROOM = SEATS * MELD_ROOM
FAN_PARTS = 3               # words of fans, as bits


class Tried(Row):
    """What came of one answer in one world."""

    points: int                         # of the seat, from the answer to the end of the hand
    won: int
    fed: int                            # another won on its tile
    paid: int                           # another won by its own draw while the seat was still in the hand
    unready: int                        # nobody won any more, and the seat was not ready
    hits: int                           # seats that might win on the answer's own tile, as bits
    fans: Ints = words(FAN_PARTS)       # of its win
    shares: Ints = words(SEATS)         # the points of every seat, its own among them


class Hidden(Record):
    """The tiles a seat cannot see, and how they may lie."""

    seed: int
    tiles: Ints = words(WALL_ROOM)      # the tiles ...
    pool_count: int
    pool: Ints = words(WALL_ROOM)       # ... as they are dealt in the world at hand
    seen: Ints = words(WALL_ROOM)       # all others: some of them lay where the wall was
    seen_count: int
    wanted: Ints = words(SEATS)         # how many of them each seat holds ...
    allowed: Ints = words(SEATS)        # ... of which kinds, as bits
    draws: Ints = words(SEATS)          # how many tiles each has drawn in its turns: it has kept what it could use
    ready: int                          # seats whose hands are ready, as bits ...
    refused: Ints = words(SEATS)        # ... and do not wait for these kinds, as bits
    kongs: Ints = words(KONG_ROOM)      # concealed kongs that lie face down: seat * MELD_ROOM + place
    kong_count: int
    turned: Ints = words(TURNED_ROOM)   # turned tiles it may not look at ...
    turned_at: Ints = words(TURNED_ROOM)        # ... and where in the wall they lie; -1 out of it
    turned_count: int
    burnt: int                          # tiles put aside with replacements
    places: Ints = words(WALL_ROOM)     # places of the wall that hold one
    place_count: int
    wall_size: int                      # places the wall had
    stood: int                          # tiles that a hand keeps standing
    is_claim: int                       # others are asked for the same tile, and who is hangs on their hands
    dice: int                           # dice that are not thrown yet
    answers: Ints = listed_words()
    tried: Rows[Tried] = listed()       # world after world, a row for each answer
