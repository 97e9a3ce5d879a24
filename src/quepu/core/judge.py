"""From fans earned to fans that count: drops, groups, fallbacks and tallies, over the rules as arrays.

Which fans are present is kept as bits, WORD_BITS to a word; how often, in the frame's FAN part, is read only for those.
"""

from quepu.core.frame import (
    COUNTS,
    FAN,
    PAIR_AT,
    PAIR_WIDTH,
    PAIRS,
    PLACES,
    PRESENT,
    SET_AT,
    SET_WIDTH,
    SETS,
    TALLY,
    VALUE,
    WORD_BITS,
)
from quepu.core.kernel import Ints, kernel
from quepu.core.rules import (
    AT_DROP_RANK,
    AT_DROPPERS,
    AT_FALLBACKS,
    AT_GROUP_START,
    AT_TALLY_OF,
    AT_TALLY_START,
    DROP_PART_WIDTH,
    DROP_WORDS,
    DROPPER_WIDTH,
    FALLBACK_WIDTH,
    FALLBACKS,
    GROUPS,
    HELD_BACK,
    TALLIES,
)


@kernel
def ones(bits: int) -> int:
    """How many bits are set in a word of up to 62."""
    bits = bits - (bits >> 1 & 0x5555555555555555)
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333)
    bits = bits + (bits >> 4) & 0x0F0F0F0F0F0F0F0F
    bits = bits + (bits >> 8)
    bits = bits + (bits >> 16)
    return (bits + (bits >> 32)) & 0x7F


@kernel
def count_tiles(f: Ints, mask: int) -> int:
    """Tiles of the reading whose kind is in the mask."""
    found = 0
    while mask:
        low = mask & -mask
        found += f[COUNTS + ones(low - 1)]
        mask ^= low
    return found


@kernel
def count_sets(f: Ints, mask: int) -> int:
    """Sets of the reading whose kind is in the mask."""
    found = 0
    for place in range(f[SETS]):
        found += mask >> f[SET_AT + SET_WIDTH * place] & 1
    return found


@kernel
def count_pairs(f: Ints, mask: int) -> int:
    """Pairs of the reading whose kind is in the mask."""
    found = 0
    for place in range(f[PAIRS]):
        found += mask >> f[PAIR_AT + PAIR_WIDTH * place] & 1
    return found


@kernel
def drop_part(f: Ints, R: Ints, fan: int, part: int) -> None:
    """Take out a fan in part: only for the same sets, or so many fewer."""
    other = R[part]
    word = PRESENT + other // WORD_BITS
    bit = 1 << other % WORD_BITS
    if f[word] & bit == 0:
        return
    if R[part + 1]:
        left = f[PLACES + other] & ~f[PLACES + fan]
        f[FAN + other] -= ones(f[PLACES + other]) - ones(left)
        f[PLACES + other] = left
    else:
        f[FAN + other] -= R[part + 2]
    if f[FAN + other] <= 0:
        f[word] &= ~bit


@kernel
def apply_drops(f: Ints, R: Ints) -> None:
    """Each fan still alive takes out those its definition forces; a fan comes after all that may drop it."""
    first = 0                           # droppers that are present, as bits in their order
    second = 0
    third = 0
    for word in range(3):
        bits = f[PRESENT + word] & R[DROP_WORDS + word]
        while bits:
            low = bits & -bits
            rank = R[R[AT_DROP_RANK] + word * WORD_BITS + ones(low - 1)]
            if rank < WORD_BITS:
                first |= 1 << rank
            elif rank < 2 * WORD_BITS:
                second |= 1 << rank - WORD_BITS
            else:
                third |= 1 << rank - 2 * WORD_BITS
            bits ^= low
    for word in range(3):
        bits = first if word == 0 else second if word == 1 else third
        while bits:
            low = bits & -bits
            at = R[AT_DROPPERS] + DROPPER_WIDTH * (word * WORD_BITS + ones(low - 1))
            bits ^= low
            fan = R[at]
            if f[PRESENT + fan // WORD_BITS] >> fan % WORD_BITS & 1:
                f[PRESENT] &= ~R[at + 1]
                f[PRESENT + 1] &= ~R[at + 2]
                f[PRESENT + 2] &= ~R[at + 3]
                for part in range(R[at + 4], R[at + 5], DROP_PART_WIDTH):
                    drop_part(f, R, fan, part)


@kernel
def apply_groups(f: Ints, R: Ints) -> None:
    """Of the fans of one group only the highest counts, of equals the first."""
    for group in range(R[GROUPS]):
        first = R[R[AT_GROUP_START] + group]
        last = R[R[AT_GROUP_START] + group + 1]
        best = -1
        for at in range(first, last):
            fan = R[at]
            if f[PRESENT + fan // WORD_BITS] >> fan % WORD_BITS & 1:
                if best < 0 or f[FAN + fan] * f[VALUE + fan] > f[FAN + best] * f[VALUE + best]:
                    best = fan
        for at in range(first, last):
            fan = R[at]
            if fan != best:
                f[PRESENT + fan // WORD_BITS] &= ~(1 << fan % WORD_BITS)


@kernel
def apply_fallbacks(f: Ints, R: Ints, W: Ints) -> None:
    """Fans that count only when nothing else does, if their own condition holds."""
    at = R[AT_FALLBACKS]
    for _index in range(R[FALLBACKS]):
        fan = R[at]
        word = fan // WORD_BITS
        bit = 1 << fan % WORD_BITS
        if W[HELD_BACK + word] & bit and f[PRESENT] & R[at + 1] == 0 and f[PRESENT + 1] & R[at + 2] == 0 \
                and f[PRESENT + 2] & R[at + 3] == 0:
            f[PRESENT + word] |= bit
        at += FALLBACK_WIDTH


@kernel
def add_tallies(f: Ints, R: Ints) -> None:
    """Add every fan that counts to its tally."""
    for tally in range(R[TALLIES]):
        f[TALLY + tally] = R[R[AT_TALLY_START] + tally]
    for word in range(3):
        bits = f[PRESENT + word]
        while bits:
            low = bits & -bits
            fan = word * WORD_BITS + ones(low - 1)
            f[TALLY + R[R[AT_TALLY_OF] + fan]] += f[FAN + fan] * f[VALUE + fan]
            bits ^= low
