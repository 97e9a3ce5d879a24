"""Chance, the wall, and tiles that come and go: the small moves from which a hand is made."""

from typing import Any

from quepu.core.calls import numbers_at
from quepu.core.kernel import Ints, inlined, kernel, part
from quepu.core.procedure import (
    AT_COPIES,
    AT_MARKS,
    AT_POWERS,
    DEALER_EXTRA,
    DICE_COUNT,
    EVENT_COUNT,
    EVENT_ROOM,
    HAND_SIZE,
    P_EVENTS,
    SEAT_COUNT_AT,
)
from quepu.core.table import EV_DEALT, EVENT_WIDTH, KIND, MARK

Table = Any                 # a record of core.table.TABLE

HALF = 0xFFFFFFFF           # the generator works on halves of 32 bits: the same compiled and interpreted


@kernel
def emit(P: Ints, kind: int, seat: int, a: int, b: int, c: int, d: int) -> None:
    """Write an event, if somebody listens and there is room."""
    if P[EVENT_COUNT] < P[EVENT_ROOM]:
        events = numbers_at(P[P_EVENTS])
        at = EVENT_WIDTH * P[EVENT_COUNT]
        events[at] = kind
        events[at + 1] = seat
        events[at + 2] = a
        events[at + 3] = b
        events[at + 4] = c
        events[at + 5] = d
        P[EVENT_COUNT] += 1


@kernel
def scrambled(number: int) -> int:
    """32 bits mixed so that near numbers fall far apart."""
    x = number & HALF
    x ^= x >> 16
    x = x * 0x21F0AAAD & HALF
    x ^= x >> 15
    x = x * 0x735A2D97 & HALF
    return x ^ x >> 15


@kernel
def seed_into(t: Table, number: int) -> None:
    """Set the generator for one hand of the match: a function of the match's seed and the hand's number alone."""
    seed = int(t.seed)
    low = scrambled((seed & HALF) + 0x9E3779B9 * (number + 1))
    high = scrambled((seed >> 32 & HALF) + scrambled(low + number) + 1)
    if low == 0 and high == 0:
        low = 1                         # the one state that never moves
    set_state(t, low, high)


@inlined
def set_state(t: Table, low: int, high: int) -> None:
    """Keep two halves as one signed number."""
    t.random = ((high - (1 << 32) if high >> 31 else high) << 32) + low


@inlined
def bits_of(low: int) -> int:
    """The 32 bits that a state gives."""
    product = low * 0x9E3779BB & HALF
    return ((product << 5 | product >> 27) & HALF) * 5 & HALF


@inlined
def stepped(low: int, high: int) -> tuple[int, int]:
    """The state after this one."""
    high ^= low
    return ((low << 26 | low >> 6) & HALF) ^ high ^ (high << 9 & HALF), (high << 13 | high >> 19) & HALF


@kernel
def random_bits(t: Table) -> int:
    """32 random bits: a generator of two halves (xoroshiro64**)."""
    state = int(t.random)
    low = state & HALF
    high = state >> 32 & HALF
    result = bits_of(low)
    low, high = stepped(low, high)
    set_state(t, low, high)
    return result


@inlined
def random_below(t: Table, limit: int) -> int:
    """A random number from 0 to below the limit."""
    return random_bits(t) * limit >> 32


@inlined
def gain(t: Table, P: Ints, seat: int, tile: int) -> None:
    """Put a tile into a concealed hand."""
    kind = tile & KIND
    t.held[seat, kind] += 1
    t.held_mask[seat] = int(t.held_mask[seat]) | 1 << kind
    if tile & MARK:
        t.marked[seat, kind] += 1
    if kind < 34:
        group = kind // 9
        t.keys[seat, group] += P[AT_POWERS + kind]
        t.sizes[seat, group] += 1


@inlined
def lose(t: Table, P: Ints, seat: int, tile: int) -> None:
    """Take a tile out of a concealed hand."""
    kind = tile & KIND
    left = int(t.held[seat, kind]) - 1
    t.held[seat, kind] = left
    if left == 0:
        t.held_mask[seat] = int(t.held_mask[seat]) & ~(1 << kind)
    if tile & MARK:
        t.marked[seat, kind] -= 1
    if kind < 34:
        group = kind // 9
        t.keys[seat, group] -= P[AT_POWERS + kind]
        t.sizes[seat, group] -= 1


@inlined
def copy_of(t: Table, seat: int, kind: int) -> int:
    """A tile of this kind as the seat holds it: an unmarked copy if there is one."""
    return kind if int(t.held[seat, kind]) > int(t.marked[seat, kind]) else kind | MARK


@inlined
def wall_left(t: Table) -> int:
    """Tiles that can still be drawn."""
    return int(t.wall_back) - int(t.wall_front) - int(t.reserve)


@inlined
def take_front(t: Table) -> int:
    """The next tile of the wall."""
    tile = int(t.wall[int(t.wall_front)])
    t.wall_front += 1
    return tile


@inlined
def take_back(t: Table) -> int:
    """The last tile of the wall."""
    t.wall_back -= 1
    return int(t.wall[int(t.wall_back)])


@kernel
def build_wall(t: Table, P: Ints) -> int:
    """Lay all tiles out in order, marked copies among them; how many there are."""
    size = 0
    for kind in range(42):
        marks = P[P[AT_MARKS] + kind]
        for copy in range(P[AT_COPIES + kind]):
            t.wall[size] = kind | MARK if copy < marks else kind
            size += 1
    return size


@part
def shuffle_into(t: Table, P: Ints) -> None:
    """A shuffled wall and thrown dice for the hand at hand."""
    size = build_wall(t, P)
    state = int(t.random)
    low = state & HALF
    high = state >> 32 & HALF
    for last in range(size - 1, 0, -1):     # `random_below`, its state kept at hand
        other = bits_of(low) * (last + 1) >> 32
        low, high = stepped(low, high)
        tile = int(t.wall[last])
        t.wall[last] = int(t.wall[other])
        t.wall[other] = tile
    set_state(t, low, high)
    for die in range(P[DICE_COUNT]):
        t.dice[die] = 1 + random_below(t, 6)
    t.wall_front = 0
    t.wall_back = size


@part
def deal_into(t: Table, P: Ints) -> None:
    """Deal from the front of the wall: four tiles a seat while there are four, then the rest, then the dealer's."""
    seats = P[SEAT_COUNT_AT]
    dealt = 0
    while dealt < P[HAND_SIZE]:
        step = min(4, P[HAND_SIZE] - dealt)
        for seat in range(seats):
            for _tile in range(step):
                tile = take_front(t)
                gain(t, P, seat, tile)
                emit(P, EV_DEALT, seat, tile, 0, 0, 0)
        dealt += step
    for _tile in range(P[DEALER_EXTRA]):
        tile = take_front(t)
        gain(t, P, 0, tile)
        emit(P, EV_DEALT, 0, tile, 0, 0, 0)
