"""Whether a hand with one more tile may be complete: never a false no, and cheap."""

from quepu.core.calls import numbers_at, ones, table_at
from quepu.core.frame import (
    BY_DISCARD,
    BY_DRAW,
)
from quepu.core.kernel import Ints, inlined, kernel, part
from quepu.core.nearness import missing_of
from quepu.core.procedure import (
    ASIDE_SHAPES,
    AT_POWERS,
    AT_SHAPE_KINDS,
    P_NEAR,
    P_RULES,
    P_TABLES,
    PLAYABLE_KINDS,
)
from quepu.core.rules import (
    AT_HONORS,
    AT_SHAPES,
    PLAIN,
    SHAPE_COUNT,
    SHAPE_FEWEST,
    SHAPE_FIXED,
    SHAPE_MASKS,
    SHAPE_MELDS,
    SHAPE_MOST,
    SHAPE_ON,
    SHAPE_PAIRS,
    SHAPE_SETS,
    SHAPE_TILES,
    SHAPE_WIDTH,
)
from quepu.core.wall import Table


@inlined
def might_win(t: Table, P: Ints, seat: int, tile: int) -> bool:
    """Whether the seat's tiles with one more may be complete: never a false no, and cheap."""
    R = numbers_at(P[P_RULES])
    if R[PLAIN] == 1 and int(t.wild) == 0:
        return plain_might_win(t, P, seat, tile)
    return bool(P[ASIDE_SHAPES] or lacking(t, P, seat, tile) == 0)


@part
def lacking(t: Table, P: Ints, seat: int, tile: int) -> int:
    """How many tiles the seat's hand with one more (-1: none) lacks at least."""
    return int(missing_of(t, numbers_at(P[P_NEAR]), seat, tile))


@inlined
def kinds_fit(P: Ints, shape: int, held: int) -> bool:
    """Whether a shape of any tiles allows these kinds; yes if that cannot be told from the kinds."""
    start = P[P[AT_SHAPE_KINDS] + shape]
    count = P[start]
    for index in range(count):
        if held & ~P[start + 1 + index] == 0:
            return True
    return bool(count == 0)


@kernel
def plain_might_win(t: Table, P: Ints, seat: int, tile: int) -> bool:
    """The same for a hand without wild tiles, by the numbers of its suits."""
    R = numbers_at(P[P_RULES])
    T = table_at(P[P_TABLES])
    held = int(t.held_mask[seat])
    if tile >= 0:
        held |= 1 << tile
    if held & ~P[PLAYABLE_KINDS]:
        return False                    # a flower that has not been laid aside
    if held >> 34:
        return bool(lacking(t, P, seat, tile) == 0)
    melds = int(t.meld_count[seat])
    kinds = ones(held)
    group = tile // 9 if tile >= 0 else -1
    pairs = 0
    bad = 0
    for place in range(4):
        rest = (int(t.sizes[seat, place]) + (1 if place == group else 0)) % 3
        if rest == 2:
            pairs += 1
        elif rest == 1:
            bad += 1
    divisible = bad == 0 and pairs == 1
    if divisible:
        for place in range(4):
            key = int(t.keys[seat, place])
            if place == group:
                key += P[AT_POWERS + tile]
            if T[key + (AT_HONORS if place == 3 else 0)] < 0:
                divisible = False
                break
    if divisible:
        return True
    for shape in range(R[SHAPE_COUNT]):
        of = R[AT_SHAPES] + SHAPE_WIDTH * shape
        if not R[of + SHAPE_ON] & (BY_DRAW | BY_DISCARD):
            continue
        if melds > R[of + SHAPE_MELDS] or (melds == 0 and (kinds < R[of + SHAPE_FEWEST] or kinds > R[of + SHAPE_MOST])):
            continue
        if R[of + SHAPE_TILES] > 0:
            if kinds_fit(P, shape, held):
                return True
            continue
        if R[of + SHAPE_SETS] == 0 and R[of + SHAPE_PAIRS] > 1:
            return True
        for index in range(R[of + SHAPE_FIXED]):
            if R[of + SHAPE_MASKS + index] & ~held == 0:
                return True
        if R[of + SHAPE_PAIRS] != 1:
            return True
    return False
