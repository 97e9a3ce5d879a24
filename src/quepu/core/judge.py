"""From fans earned to fans that count: drops, groups, fallbacks and tallies, over the rules as arrays.

Which fans are present is kept as bits, WORD_BITS to a word; how often, in the frame's FAN part, is read only for those
that stand in MANY: all others are earned once.
"""

from quepu.core.calls import lowest, ones
from quepu.core.frame import (
    COUNTS,
    FAN,
    MANY,
    PAIR_AT,
    PAIR_WIDTH,
    PAIRS,
    PLACES,
    PRESENT,
    SET_AT,
    SET_MASK,
    SET_ROOM,
    SET_WIDTH,
    SETS,
    TALLY,
    VALUE,
    WORD_BITS,
)
from quepu.core.kernel import Ints, inlined, kernel
from quepu.core.rules import (
    AT_DROP_RANK,
    AT_DROPPERS,
    AT_FALLBACKS,
    AT_GROUP_START,
    AT_TALLY_OF,
    AT_TALLY_ROWS,
    DROP_PART_WIDTH,
    DROP_WORDS,
    DROPPER_WIDTH,
    DROPS_BY_INDEX,
    FALLBACK_WIDTH,
    FALLBACKS,
    GROUPS,
    HELD_BACK,
    TALLIES,
    TALLY_ROW,
    VARYING,
)


@kernel
def count_tiles(f: Ints, mask: int) -> int:
    """Tiles of the reading whose kind is in the mask."""
    found = 0
    while mask:
        found += f[COUNTS + lowest(mask)]
        mask &= mask - 1
    return found


@inlined
def count_sets(f: Ints, mask: int) -> int:
    """Sets of the reading whose kind is in the mask."""
    found = 0
    if f[SET_MASK] & mask == 0:
        return 0
    for place in range(SET_ROOM):
        if place >= f[SETS]:
            break
        found += mask >> f[SET_AT + SET_WIDTH * place] & 1
    return found


@inlined
def places_of(f: Ints, mask: int) -> int:
    """The places of the sets whose kind is in the mask, as bits."""
    found = 0
    if f[SET_MASK] & mask == 0:
        return 0
    for place in range(SET_ROOM):
        if place >= f[SETS]:
            break
        found |= (mask >> f[SET_AT + SET_WIDTH * place] & 1) << place
    return found


@kernel
def count_pairs(f: Ints, mask: int) -> int:
    """Pairs of the reading whose kind is in the mask."""
    found = 0
    for place in range(f[PAIRS]):
        found += mask >> f[PAIR_AT + PAIR_WIDTH * place] & 1
    return found


@inlined
def word_of(fan: int) -> int:
    """Which word holds a fan's bit."""
    return (1 if fan >= WORD_BITS else 0) + (1 if fan >= 2 * WORD_BITS else 0)


@inlined
def is_present(f: Ints, fan: int) -> int:
    """1 if a fan is among those present."""
    word = word_of(fan)
    return int(f[PRESENT + word] >> fan - WORD_BITS * word & 1)


@inlined
def take_out(f: Ints, fan: int) -> None:
    """Take a fan out of those present."""
    word = word_of(fan)
    f[PRESENT + word] &= ~(1 << fan - WORD_BITS * word)


@inlined
def times_of(f: Ints, fan: int) -> int:
    """How often a fan that is present is earned."""
    word = word_of(fan)
    return int(f[FAN + fan]) if f[MANY + word] >> fan - WORD_BITS * word & 1 else 1


@inlined
def set_times(f: Ints, fan: int, times: int) -> None:
    """Note how often a fan is earned."""
    word = word_of(fan)
    f[MANY + word] |= 1 << fan - WORD_BITS * word
    f[FAN + fan] = times


@kernel
def drop_part(f: Ints, R: Ints, fan: int, part: int) -> None:
    """Take out a fan in part: only for the same sets, or so many fewer."""
    other = R[part]
    if not is_present(f, other):
        return
    times = times_of(f, other)
    if R[part + 1]:
        left = f[PLACES + other] & ~f[PLACES + fan]
        times -= ones(f[PLACES + other]) - ones(left)
        f[PLACES + other] = left
    else:
        times -= R[part + 2]
    if times > 0:
        set_times(f, other, times)
    else:
        take_out(f, other)


@kernel
def drop_parts(f: Ints, R: Ints, fan: int, first: int, last: int) -> None:
    """Let a fan take out others in part."""
    for part in range(first, last, DROP_PART_WIDTH):
        drop_part(f, R, fan, part)


@inlined
def apply_drops(f: Ints, R: Ints) -> None:
    """Each fan still alive takes out those its definition forces; a fan comes after all that may drop it."""
    if R[DROPS_BY_INDEX] == 0:
        drop_by_rank(f, R)
        return
    rank_of = R[AT_DROP_RANK]
    droppers = R[AT_DROPPERS]
    for word in range(3):
        bits = f[PRESENT + word] & R[DROP_WORDS + word]
        while bits:
            at = droppers + DROPPER_WIDTH * R[rank_of + word * WORD_BITS + lowest(bits)]
            f[PRESENT] &= ~R[at + 1]
            f[PRESENT + 1] &= ~R[at + 2]
            f[PRESENT + 2] &= ~R[at + 3]
            if R[at + 4] < R[at + 5]:
                drop_parts(f, R, R[at], R[at + 4], R[at + 5])
            bits = bits & bits - 1 & f[PRESENT + word]


@kernel
def drop_by_rank(f: Ints, R: Ints) -> None:
    """Each fan still alive takes out others, in an order that is not that of their numbers."""
    first = 0                           # droppers that are present, as bits in their order
    second = 0
    third = 0
    rank_of = R[AT_DROP_RANK]
    for word in range(3):
        bits = f[PRESENT + word] & R[DROP_WORDS + word]
        while bits:
            rank = R[rank_of + word * WORD_BITS + lowest(bits)]
            bits &= bits - 1
            if rank < WORD_BITS:
                first |= 1 << rank
            elif rank < 2 * WORD_BITS:
                second |= 1 << rank - WORD_BITS
            else:
                third |= 1 << rank - 2 * WORD_BITS
    drop_in_order(f, R, first, 0)
    if second | third:
        drop_in_order(f, R, second, WORD_BITS)
        drop_in_order(f, R, third, 2 * WORD_BITS)


@inlined
def drop_in_order(f: Ints, R: Ints, bits: int, base: int) -> None:
    """Let the fans of these ranks, if they are still alive, take out others one after the other."""
    p0 = f[PRESENT]
    p1 = f[PRESENT + 1]
    p2 = f[PRESENT + 2]
    while bits:
        at = R[AT_DROPPERS] + DROPPER_WIDTH * (base + lowest(bits))
        bits &= bits - 1
        fan = R[at]
        word = word_of(fan)
        mine = p0 if word == 0 else p1 if word == 1 else p2
        if mine >> fan - WORD_BITS * word & 1:
            p0 &= ~R[at + 1]
            p1 &= ~R[at + 2]
            p2 &= ~R[at + 3]
            if R[at + 4] < R[at + 5]:
                f[PRESENT] = p0
                f[PRESENT + 1] = p1
                f[PRESENT + 2] = p2
                drop_parts(f, R, fan, R[at + 4], R[at + 5])
                p0 = f[PRESENT]
                p1 = f[PRESENT + 1]
                p2 = f[PRESENT + 2]
    f[PRESENT] = p0
    f[PRESENT + 1] = p1
    f[PRESENT + 2] = p2


@kernel
def apply_groups(f: Ints, R: Ints) -> None:
    """Of the fans of one group only the highest counts, of equals the first."""
    for group in range(R[GROUPS]):
        first = R[R[AT_GROUP_START] + group]
        last = R[R[AT_GROUP_START] + group + 1]
        best = -1
        for at in range(first, last):
            fan = R[at]
            if is_present(f, fan) and (
                    best < 0 or times_of(f, fan) * f[VALUE + fan] > times_of(f, best) * f[VALUE + best]):
                best = fan
        for at in range(first, last):
            if R[at] != best:
                take_out(f, R[at])


@inlined
def apply_fallbacks(f: Ints, R: Ints, W: Ints) -> None:
    """Fans that count only when nothing else does, if their own condition holds."""
    at = R[AT_FALLBACKS]
    for _index in range(R[FALLBACKS]):
        fan = R[at]
        word = word_of(fan)
        bit = 1 << fan - WORD_BITS * word
        if W[HELD_BACK + word] & bit and f[PRESENT] & R[at + 1] == 0 and f[PRESENT + 1] & R[at + 2] == 0 \
                and f[PRESENT + 2] & R[at + 3] == 0:
            f[PRESENT + word] |= bit
        at += FALLBACK_WIDTH


@inlined
def add_tallies(f: Ints, R: Ints) -> None:
    """Add every fan that counts to its tally."""
    others = 0
    for word in range(3):
        others |= f[PRESENT + word] & (f[MANY + word] | R[VARYING + word])
    p0 = f[PRESENT] & ~(f[MANY] | R[VARYING])
    p1 = f[PRESENT + 1] & ~(f[MANY + 1] | R[VARYING + 1])
    p2 = f[PRESENT + 2] & ~(f[MANY + 2] | R[VARYING + 2])
    at = R[AT_TALLY_ROWS]
    for tally in range(R[TALLIES]):
        total = R[at]
        at += 1
        while R[at]:                    # not counted: the compiler would gather four rows at once, which is slow
            total += R[at] * (ones(p0 & R[at + 1]) + ones(p1 & R[at + 2]) + ones(p2 & R[at + 3]))
            at += TALLY_ROW
        f[TALLY + tally] = total
        at += 1
    if others:
        add_others(f, R)


@inlined
def add_others(f: Ints, R: Ints) -> None:
    """Add the fans to their tallies that count other than once, or whose value is not a number of the rulebook."""
    tally_of = R[AT_TALLY_OF]
    for word in range(3):
        bits = f[PRESENT + word] & (f[MANY + word] | R[VARYING + word])
        while bits:
            fan = word * WORD_BITS + lowest(bits)
            f[TALLY + R[tally_of + fan]] += times_of(f, fan) * f[VALUE + fan]
            bits &= bits - 1
