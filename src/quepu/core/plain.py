"""Dividing a hand without wild tiles by tables: each suit by itself, all at once by four numbers.

A suit's copies are the digits of a number in base five.  T[number] is where its divisions stand in R (see
`core.rules`), -1 if there are none; whether they have a pair follows from the number of tiles.  Honours have numbers of
their own.
"""

from quepu.core.calls import lowest, ones
from quepu.core.frame import FOURS, HELD
from quepu.core.kernel import Ints, inlined, kernel
from quepu.core.rules import (
    AT_HONOR_SETS,
    AT_HONOR_WAITS,
    AT_HONORS,
    AT_SUIT_SETS,
    AT_WAITS,
    HONOR_SETS,
    KEY_BITS,
    KEYS,
    SIZES,
    SIZES_SHIFT,
    SUIT_SETS,
)


@inlined
def put_keys(W: Ints, keys: int, sizes: int) -> None:
    """The numbers of the three suits and the honours in KEYS, from what the tiles add up to."""
    for group in range(3):
        W[KEYS + group] = keys >> KEY_BITS * group & (1 << KEY_BITS) - 1
    W[KEYS + 3] = sizes & (1 << SIZES_SHIFT) - 1


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
    broken = 0                          # groups that are not divisible; with one or two tiles too many, as bits
    one_over = 0
    two_over = 0
    for group in range(4):
        over = W[SIZES + group] % 3
        start = AT_HONORS if group == 3 else 0
        one_over |= (1 if over == 1 else 0) << group
        two_over |= (1 if over == 2 else 0) << group
        broken |= (1 if T[start + W[KEYS + group]] < 0 else 0) << group
    pairs = ones(two_over)
    growing = two_over if pairs == 2 else one_over if pairs == 0 else 0
    found = 0
    while growing:
        group = lowest(growing)
        growing &= growing - 1
        if broken & ~(1 << group) == 0: # all others are divisible
            found |= key_waits(f, R, T, W[KEYS + group], W[SIZES + group], group) << 9 * group
    return found
