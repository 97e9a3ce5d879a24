"""Waits by form: how many kinds complete the tiles held before the win, in any shape."""

from quepu.core.calls import call_shape, lowest, ones, part_of
from quepu.core.facts import count_blocks_of, count_tiles_of, lay_blocks, may_be
from quepu.core.frame import (
    BY_DISCARD,
    BY_DRAW,
    COUNTS,
    FRAME_SIZE,
    HELD,
    HELD_MASK,
    LAID,
    LIVE_WAITS,
    MELDS,
    WAITS,
    WILD_MASK,
    WILDS,
    WIN_TILE,
)
from quepu.core.kernel import Ints, inlined, kernel
from quepu.core.plain import plain_waits, put_keys
from quepu.core.reading import set_natural, split_shape
from quepu.core.rules import (
    AT_HONORS,
    AT_SHAPES,
    AT_WEIGHTS,
    CONCEALED,
    FN_SHAPE_NEAR,
    FN_SHAPE_OK,
    HAND_KEYS,
    HAND_SIZES,
    KEYS,
    ODD,
    PLAIN,
    PLAYABLE,
    ROW_LIMIT,
    SHAPE_COUNT,
    SHAPE_FIXED,
    SHAPE_MASKS,
    SHAPE_MOST,
    SHAPE_PAIRS,
    SHAPE_SETS,
    SHAPE_TILES,
    SHAPE_WHEN,
    SHAPE_WIDTH,
    SIZE_BITS,
    SIZES,
    SIZES_SHIFT,
    SOLE_WAIT,
    TRIAL,
)
from quepu.core.situation import TABLE_FRAME_SIZE, TURNED, TURNED_WIDTH


@inlined
def live_waits(f: Ints, found: int) -> int:
    """How many of these kinds the player does not hold all four of."""
    live = 0
    while found:
        kind = lowest(found)
        found &= found - 1
        live += 1 if f[HELD + kind] + f[LAID + kind] < 4 else 0
    return live


@inlined
def fill_waits(f: Ints, R: Ints, T: Ints, W: Ints) -> None:
    """Count the kinds that complete the held tiles by form, in any shape."""
    found = 0
    plain = R[PLAIN] == 1 and f[WILD_MASK] == 0 and f[HELD_MASK] >> 34 == 0 and f[WIN_TILE] < 34
    places = W[CONCEALED] + 3 * f[MELDS] + (1 if f[WIN_TILE] < 0 else 0)
    for shape in range(R[SHAPE_COUNT]):
        of = R[AT_SHAPES] + SHAPE_WIDTH * shape
        if not may_be(f, R, of, BY_DRAW | BY_DISCARD, places):
            continue
        if R[SOLE_WAIT] and ones(found) > 1 and live_waits(f, found) > 1:
            break                       # nobody asks for more than whether it is the only one
        if plain and ones(f[HELD_MASK]) > R[of + SHAPE_MOST]:
            continue
        simple = plain and R[of + SHAPE_TILES] == 0 and R[of + SHAPE_WHEN] == 0
        if simple and R[of + SHAPE_PAIRS] == 1:
            found |= waits_of_sets(f, R, T, W, of)
        elif simple and R[of + SHAPE_SETS] == 0:
            odd = W[ODD] ^ (1 << f[WIN_TILE] if f[WIN_TILE] >= 0 else 0)
            if ones(odd) == 1:
                found |= odd
        elif plain and R[of + SHAPE_TILES] > 0:
            if call_shape(R[FN_SHAPE_NEAR], f, shape):
                found |= waits_of_tiles(f, R, shape)
        else:
            for kind in range(42):
                if R[PLAYABLE] >> kind & 1 and not found >> kind & 1:
                    trial = part_of(W, TRIAL, TABLE_FRAME_SIZE)
                    for slot in range(FRAME_SIZE):
                        trial[slot] = f[slot]
                    for slot in range(TURNED, TURNED + 1 + TURNED_WIDTH * f[TURNED]):
                        trial[slot] = f[slot]
                    if completes(trial, R, W, kind, shape):
                        found |= 1 << kind
    f[WAITS] = ones(found)
    f[LIVE_WAITS] = live_waits(f, found)


@kernel
def waits_of_tiles(f: Ints, R: Ints, shape: int) -> int:
    """The kinds that complete a shape of any tiles, as bits; the frame's tiles are put back afterwards."""
    found = 0
    win = f[WIN_TILE]
    if win >= 0:
        f[COUNTS + win] -= 1
    for kind in range(42):
        if R[PLAYABLE] >> kind & 1:
            f[COUNTS + kind] += 1
            count_tiles_of(f)
            if call_shape(R[FN_SHAPE_OK], f, shape):
                found |= 1 << kind
            f[COUNTS + kind] -= 1
    if win >= 0:
        f[COUNTS + win] += 1
    count_tiles_of(f)
    return found


@inlined
def group_sizes(f: Ints, R: Ints, W: Ints, fixed: int) -> None:
    """The numbers and sizes of the four groups of held tiles, without the fixed part."""
    keys = W[HAND_KEYS]
    sizes = W[HAND_SIZES]
    weights = R[AT_WEIGHTS]
    if f[WIN_TILE] >= 0:
        keys -= R[weights + 2 * f[WIN_TILE]]
        sizes -= R[weights + 2 * f[WIN_TILE] + 1]
    while fixed:
        kind = lowest(fixed)
        fixed &= fixed - 1
        keys -= R[weights + 2 * kind]
        sizes -= R[weights + 2 * kind + 1]
    put_keys(W, keys, sizes)
    for group in range(4):
        W[SIZES + group] = sizes >> SIZES_SHIFT + SIZE_BITS * group & (1 << SIZE_BITS) - 1


@inlined
def waits_of_sets(f: Ints, R: Ints, T: Ints, W: Ints, of: int) -> int:
    """The kinds that complete a shape of sets and a pair, with or without a fixed part, as bits."""
    if R[of + SHAPE_FIXED] == 0:
        group_sizes(f, R, W, 0)
        return plain_waits(f, R, T, W)
    found = 0
    for index in range(R[of + SHAPE_FIXED]):
        fixed = R[of + SHAPE_MASKS + index]
        missing = fixed & ~f[HELD_MASK]
        if missing == 0:
            group_sizes(f, R, W, fixed)
            found |= plain_waits(f, R, T, W)
        elif missing & missing - 1 == 0:
            group_sizes(f, R, W, fixed & ~missing)
            pairs = 0
            fits_all = True
            for group in range(4):
                start = AT_HONORS if group == 3 else 0
                if W[SIZES + group] % 3 == 1 or T[start + W[KEYS + group]] < 0:
                    fits_all = False
                if W[SIZES + group] % 3 == 2:
                    pairs += 1
            if fits_all and pairs == 1:
                found |= missing
    return found


@kernel
def completes(f: Ints, R: Ints, W: Ints, kind: int, shape: int) -> bool:
    """Whether a kind completes a shape by form; the frame is a copy that may be changed."""
    of = R[AT_SHAPES] + SHAPE_WIDTH * shape
    f[WIN_TILE] = kind
    wilds = set_natural(f, W)
    f[WILDS] = wilds
    has_when = R[of + SHAPE_WHEN]
    for index in range(max(1, R[of + SHAPE_FIXED])):
        fixed = R[of + SHAPE_MASKS + index]
        found = split_shape(f, R, W, of, fixed, wilds, R[ROW_LIMIT] if has_when else 1)
        for row in range(found):
            if not has_when:
                return True
            lay_blocks(f, R, W, shape, fixed, row)
            count_tiles_of(f)
            count_blocks_of(f, R)
            if call_shape(R[FN_SHAPE_OK], f, shape):
                return True
    return False
