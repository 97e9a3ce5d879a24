"""Dividing a hand without wild tiles by tables: each suit by itself, all at once by four numbers.

A suit's copies are the digits of a number in base five.  T[number] is where its divisions stand in R (see
`core.rules`), -1 if there are none; whether they have a pair follows from the number of tiles.  Honours have numbers of
their own.
"""

from quepu.core.frame import COUNTS, FOURS, HELD, LAID
from quepu.core.kernel import Ints, inlined, kernel
from quepu.core.rules import (
    AT_HONOR_SETS,
    AT_HONOR_WAITS,
    AT_HONORS,
    AT_SUIT_SETS,
    AT_WAITS,
    HONOR_SETS,
    KEYS,
    SIZES,
    SUIT_SETS,
)


@inlined
def suit_keys(f: Ints, W: Ints) -> None:
    """The numbers of the three suits and the honours in KEYS, the winning tile included."""
    for group in range(4):
        key = 0
        power = 1
        first = COUNTS + 9 * group
        laid = LAID + 9 * group
        for rank in range(9 if group < 3 else 7):
            key += (f[first + rank] - f[laid + rank]) * power
            power *= 5
        W[KEYS + group] = key


@kernel
def digit(key: int, rank: int) -> int:
    """How many copies of a rank a suit's number holds."""
    for _step in range(rank):
        key //= 5
    return key % 5


@kernel
def fifth_fits(key: int, rank: int, power: int, has_pair: bool, T: Ints, start: int,
               R: Ints, sets: int, last: int) -> bool:
    """Whether a suit with all four copies of a rank is divisible with a fifth: a wait by form, though a dead one."""
    grown = key + power
    if has_pair and T[start + grown - 2 * power] >= 0:
        return True
    for index in range(sets, last, 3):
        powers = 0
        holds = False
        fits = True
        for place in range(3):
            other = R[index + place]
            step = 1
            for _step in range(other):
                step *= 5
            powers += step
            if other == rank:
                holds = True
            else:
                needed = 0
                for again in range(3):
                    if R[index + again] == other:
                        needed += 1
                if digit(key, other) < needed:
                    fits = False
        if holds and fits and T[start + grown - powers] >= 0:
            return True
    return False


@kernel
def fifth_waits(f: Ints, R: Ints, T: Ints, key: int, tiles: int, group: int) -> int:
    """The ranks of which all four copies are held and a fifth would make the group divisible, as bits."""
    is_honor = group == 3
    start = AT_HONORS if is_honor else 0
    sets = R[AT_HONOR_SETS] if is_honor else R[AT_SUIT_SETS]
    last = sets + 3 * (R[HONOR_SETS] if is_honor else R[SUIT_SETS])
    power = 1
    found = 0
    for rank in range(7 if is_honor else 9):
        if f[HELD + 9 * group + rank] == 4 and fifth_fits(key, rank, power, tiles % 3 == 1, T, start, R, sets, last):
            found |= 1 << rank
        power *= 5
    return found


@inlined
def key_waits(f: Ints, R: Ints, T: Ints, key: int, tiles: int, group: int) -> int:
    """The ranks that make a group of so many tiles divisible by one more, as bits."""
    found = int(T[(AT_HONOR_WAITS if group == 3 else AT_WAITS) + key])
    if f[FOURS] >> 9 * group & 511:
        found |= fifth_waits(f, R, T, key, tiles, group)
    return found


@inlined
def plain_waits(f: Ints, R: Ints, T: Ints, W: Ints) -> int:
    """The kinds that complete the groups in KEYS and SIZES as sets and one pair, as bits."""
    found = 0
    for group in range(4):
        size = W[SIZES + group]
        if size % 3 == 0:
            continue
        fits = True                     # all other groups must be divisible, and bring the pair if this one does not
        pairs = 0
        for other in range(4):
            if other != group:
                start = AT_HONORS if other == 3 else 0
                if W[SIZES + other] % 3 == 1 or T[start + W[KEYS + other]] < 0:
                    fits = False
                if W[SIZES + other] % 3 == 2:
                    pairs += 1
        if fits and pairs == size % 3 - 1:
            found |= key_waits(f, R, T, W[KEYS + group], size, group) << 9 * group
    return found
