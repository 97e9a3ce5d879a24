"""Scoring a hand: every reading judged by a rulebook's own functions, the best kept.

The rulebook's functions are called by the addresses in R (see `core.calls`): the engine is the same for all rulebooks.
"""

from quepu.core.calls import address_of, call_frame, call_part, call_shape, lowest, ones
from quepu.core.combination import choose_forest, earn_picks
from quepu.core.facts import (
    add_up,
    count_blocks_of,
    count_tiles_of,
    lay_blocks,
    may_be,
    occasions_of,
    place_win,
)
from quepu.core.frame import (
    CHOWS,
    COUNTS,
    FAILED,
    FAN,
    FIXED,
    FRAME_SIZE,
    HELD,
    HELD_MASK,
    HIDDEN_PUNGS,
    IS_CONCEALED,
    KINDS,
    LAID,
    LIVE_WAITS,
    MANY,
    MELDS,
    PAIR_AT,
    PAIR_MASK,
    PAIR_WIDTH,
    PAIRS,
    PRESENT,
    PUNGS,
    SET_AT,
    SET_MASK,
    SET_ROOM,
    SET_WIDTH,
    SETS,
    SHAPE,
    SUBSTITUTES,
    TOTAL,
    WAITS,
    WILD_MASK,
    WIN_PLACE,
    WIN_TILE,
    WORD_BITS,
)
from quepu.core.judge import add_tallies, apply_drops, apply_fallbacks, apply_groups, times_of
from quepu.core.kernel import Ints, inlined, kernel
from quepu.core.plain import put_keys
from quepu.core.reading import set_natural, split_shape, was_placed, was_seen
from quepu.core.rules import (
    AT_BLOCK_MASK,
    AT_BLOCK_TILES,
    AT_HONORS,
    AT_PAIR_OF,
    AT_SET_FORM,
    AT_SETS_WITH,
    AT_SHAPES,
    BEST_COMPARE,
    BEST_DIFFERENT,
    BEST_FAN,
    BEST_FOUND,
    BEST_LEGAL,
    BEST_MANY,
    BEST_PRESENT,
    BEST_TOTAL,
    COMPARED,
    COMPARES,
    CONCEALED,
    DIVISION_HEAD,
    DIVISION_STEP,
    FN_EARN,
    FN_FINISH,
    FN_JUDGE,
    FN_PREPARE,
    FN_READ_ANY,
    FN_SHAPE_OK,
    FN_WAITS,
    GROUPS,
    HAND_KEYS,
    HAND_SIZES,
    HELD_BACK,
    KEEPS_FRAME,
    KEPT,
    KEYS,
    LAID_CHOWS,
    LAID_HIDDEN,
    LAID_PUNGS,
    MELD_SET_MASK,
    NEEDS_WAITS,
    ODD,
    ONE_SHAPE,
    OTHER_PICKS,
    PAIR_SHIFT,
    PLAIN,
    ROW_LIMIT,
    ROW_WIDTH,
    ROWS,
    SET_BITS,
    SET_KINDS,
    SETS_SHIFT,
    SHAPE_COUNT,
    SHAPE_FEWEST,
    SHAPE_FIXED,
    SHAPE_MASKS,
    SHAPE_MOST,
    SHAPE_PAIRS,
    SHAPE_SETS,
    SHAPE_TILES,
    SHAPE_WHEN,
    SHAPE_WIDTH,
    SIZE_BITS,
    SIZES_SHIFT,
    STAMP,
)


@inlined
def judge(f: Ints, R: Ints, T: Ints, W: Ints) -> None:
    """Score the reading that is in the frame: fans, what is left of them, tallies, total, conditions of winning."""
    for word in range(3):
        f[PRESENT + word] = 0
        f[MANY + word] = 0
        W[HELD_BACK + word] = 0
    call_frame(R[FN_PREPARE], f, W)
    choose_forest(f, R, T, W)
    if f[WAITS] < 0 and W[NEEDS_WAITS]:
        call_part(R[FN_WAITS], address_of(f), address_of(R), address_of(T), address_of(W))
    if R[OTHER_PICKS] > 0:
        earn_picks(f, R, W)
    call_frame(R[FN_EARN], f, W)
    apply_drops(f, R)
    if R[GROUPS] > 0:
        apply_groups(f, R)
    apply_fallbacks(f, R, W)
    add_tallies(f, R)
    call_frame(R[FN_FINISH], f, W)
    keep_best(f, R, W)


@kernel
def is_better(f: Ints, R: Ints, W: Ints, legal: int, different: int) -> bool:
    """Whether the reading in the frame beats the best: legal, the rulebook's order, more fans, smaller numbers."""
    if legal != W[BEST_LEGAL]:
        return bool(legal > W[BEST_LEGAL])
    for index in range(R[COMPARES]):
        if W[COMPARED + index] != W[BEST_COMPARE + index]:
            return bool(W[COMPARED + index] > W[BEST_COMPARE + index])
    if different != W[BEST_DIFFERENT]:
        return bool(different > W[BEST_DIFFERENT])
    for word in range(3):
        bits = f[PRESENT + word] | W[BEST_PRESENT + word]
        while bits:
            place = lowest(bits)
            fan = word * WORD_BITS + place
            here = times_of(f, fan) if f[PRESENT + word] >> place & 1 else 0
            there = W[BEST_FAN + fan] if W[BEST_MANY + word] >> place & 1 else W[BEST_PRESENT + word] >> place & 1
            if here != there:
                return bool(here > there)
            bits &= bits - 1
    return False


@inlined
def keep_best(f: Ints, R: Ints, W: Ints) -> None:
    """Keep the reading in the frame if it is the best so far."""
    legal = 1 if f[FAILED] == 0 else 0
    different = ones(f[PRESENT]) + ones(f[PRESENT + 1]) + ones(f[PRESENT + 2])
    if W[BEST_FOUND] and not is_better(f, R, W, legal, different):
        return
    W[BEST_FOUND] = 1
    W[BEST_LEGAL] = legal
    W[BEST_TOTAL] = f[TOTAL]
    W[BEST_DIFFERENT] = different
    for index in range(R[COMPARES]):
        W[BEST_COMPARE + index] = W[COMPARED + index]
    for word in range(3):
        W[BEST_PRESENT + word] = f[PRESENT + word]
        bits = f[PRESENT + word] & f[MANY + word]       # all others count once
        W[BEST_MANY + word] = bits
        while bits:
            fan = word * WORD_BITS + lowest(bits)
            W[BEST_FAN + fan] = f[FAN + fan]
            bits &= bits - 1
    if W[KEEPS_FRAME]:
        for slot in range(FRAME_SIZE):
            W[KEPT + slot] = f[slot]


@inlined
def try_place(f: Ints, R: Ints, T: Ints, W: Ints, shape: int, place: int, win_as: int) -> None:
    """Judge the reading with the winning tile in a block, if the shape's condition holds."""
    place_win(f, R, place, win_as)
    if R[R[AT_SHAPES] + SHAPE_WIDTH * shape + SHAPE_WHEN] == 0 or call_shape(R[FN_SHAPE_OK], f, shape):
        call_part(R[FN_JUDGE], address_of(f), address_of(R), address_of(T), address_of(W))


@kernel
def read_any(f: Ints, R: Ints, T: Ints, W: Ints) -> None:
    """Judge every reading of a hand of any kind: wild tiles, unusual sets, flowers among the tiles.

    With ONE_SHAPE only the readings as that shape.
    """
    wilds = set_natural(f, W)
    places = 3 * f[MELDS] + W[CONCEALED]
    occasions = occasions_of(f, R, places)
    for shape in range(R[SHAPE_COUNT]):
        if W[ONE_SHAPE] > 0 and W[ONE_SHAPE] != 1 + shape:
            continue
        of = R[AT_SHAPES] + SHAPE_WIDTH * shape
        if not may_be(f, R, of, occasions, places):
            continue
        for index in range(max(1, R[of + SHAPE_FIXED])):
            fixed = R[of + SHAPE_MASKS + index]
            found = split_shape(f, R, W, of, fixed, wilds, R[ROW_LIMIT])
            W[STAMP] += 1
            for row in range(found):
                if wilds > 1 and was_seen(f, R, W, row):
                    continue
                set_natural(f, W)       # counting waits may have used the room
                lay_blocks(f, R, W, shape, fixed, row)
                count_tiles_of(f)
                count_blocks_of(f, R)
                place_each(f, R, T, W, shape, fixed, row)


@kernel
def place_each(f: Ints, R: Ints, T: Ints, W: Ints, shape: int, fixed: int, row: int) -> None:
    """Judge a reading once for every block that can hold the winning tile, the same blocks once."""
    win = f[WIN_TILE]
    at_row = ROWS + ROW_WIDTH * row
    if win < 0 or W[at_row] == 0:
        try_place(f, R, T, W, shape, -1, win)
        return
    is_wild = f[WILD_MASK] >> win & 1
    sets = f[MELDS]
    pairs = 0
    for level in range(W[at_row]):
        block = W[at_row + 1 + 2 * level]
        wild = W[at_row + 2 + 2 * level]
        place = SET_ROOM + pairs
        size = 2
        if block < R[SET_KINDS]:
            place = sets
            size = 3
            sets += 1
        else:
            pairs += 1
        for slot in range(size):
            kind = R[R[AT_BLOCK_TILES] + 3 * block + slot]
            if (wild >> slot & 1 == is_wild and (is_wild or kind == win)
                    and not was_placed(f, R, W, at_row, level, slot, is_wild)):
                try_place(f, R, T, W, shape, place, kind)
    if fixed and (is_wild or fixed >> win & 1):
        try_place(f, R, T, W, shape, -1, win)


@inlined
def count_melds(f: Ints, R: Ints, W: Ints) -> None:
    """What the melds of a hand are: the same in every reading."""
    chows = 0
    pungs = 0
    hidden = 0
    mask = 0
    for place in range(SET_ROOM):
        if place >= f[MELDS]:
            break
        kind = f[SET_AT + SET_WIDTH * place]
        mask |= 1 << kind
        form = R[R[AT_SET_FORM] + kind]
        chows += 1 if form == 0 else 0
        pungs += 1 if form == 1 else 0
        hidden += 1 if form == 1 and f[SET_AT + SET_WIDTH * place + 1] & IS_CONCEALED else 0
    W[MELD_SET_MASK] = mask
    W[LAID_CHOWS] = chows
    W[LAID_PUNGS] = pungs
    W[LAID_HIDDEN] = hidden


@inlined
def read_plain(f: Ints, R: Ints, T: Ints, W: Ints) -> None:
    """Judge every reading of a hand of ordinary tiles, divided by tables."""
    places = 3 * f[MELDS] + W[CONCEALED]
    win = f[WIN_TILE]
    for kind in range(42):
        f[COUNTS + kind] = f[HELD + kind] + f[LAID + kind] + (1 if kind == win else 0)
    count_tiles_of(f)
    count_melds(f, R, W)
    f[SUBSTITUTES] = 0
    occasions = occasions_of(f, R, places)
    for shape in range(R[SHAPE_COUNT]):
        of = R[AT_SHAPES] + SHAPE_WIDTH * shape
        if f[KINDS] < R[of + SHAPE_FEWEST] or f[KINDS] > R[of + SHAPE_MOST] \
                or not may_be(f, R, of, occasions, places):
            continue
        f[SHAPE] = shape
        f[FIXED] = 0
        f[SETS] = f[MELDS]
        f[PAIRS] = 0
        f[WIN_PLACE] = -1
        if R[of + SHAPE_TILES] > 0:
            if call_shape(R[FN_SHAPE_OK], f, shape):
                count_blocks_of(f, R)
                try_place(f, R, T, W, shape, -1, win)
        elif R[of + SHAPE_SETS] == 0 and R[of + SHAPE_PAIRS] > 1:
            if W[ODD] == 0:
                read_pairs(f, R, T, W, shape)
        elif R[of + SHAPE_PAIRS] > 1:   # sets and several pairs: no table divides them
            W[ONE_SHAPE] = 1 + shape
            call_part(R[FN_READ_ANY], address_of(f), address_of(R), address_of(T), address_of(W))
            W[ONE_SHAPE] = 0
        elif R[of + SHAPE_FIXED] == 0:
            put_keys(W, W[HAND_KEYS], W[HAND_SIZES])
            read_sets(f, R, T, W, shape)
        else:
            for index in range(R[of + SHAPE_FIXED]):
                fixed = R[of + SHAPE_MASKS + index]
                held = f[HELD_MASK] | (1 << win if win >= 0 else 0)
                if fixed & ~held == 0 and f[MELDS] <= R[of + SHAPE_SETS]:
                    f[FIXED] = fixed
                    put_keys(W, W[HAND_KEYS], W[HAND_SIZES])
                    power = 1
                    for rank in range(9):
                        for group in range(3):
                            if fixed >> 9 * group + rank & 1:
                                W[KEYS + group] -= power
                        power *= 5
                    read_sets(f, R, T, W, shape)


@kernel
def read_pairs(f: Ints, R: Ints, T: Ints, W: Ints, shape: int) -> None:
    """Judge the reading of a hand as pairs; of no kind there is an odd number."""
    pairs = 0
    place = -1
    kinds = f[HELD_MASK] | (1 << f[WIN_TILE] if f[WIN_TILE] >= 0 else 0)
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        copies = f[COUNTS + kind] - f[LAID + kind]
        if R[R[AT_PAIR_OF] + kind] < 0:
            return
        for _pair in range(copies // 2):
            at = PAIR_AT + PAIR_WIDTH * pairs
            f[at] = R[R[AT_PAIR_OF] + kind]
            f[at + 1] = IS_CONCEALED
            f[at + 2] = 0
            if kind == f[WIN_TILE] and place < 0:
                place = SET_ROOM + pairs
            pairs += 1
    f[PAIRS] = pairs
    count_blocks_of(f, R)
    try_place(f, R, T, W, shape, place, f[WIN_TILE])


@inlined
def read_sets(f: Ints, R: Ints, T: Ints, W: Ints, shape: int) -> None:
    """Judge every division of the four groups in KEYS into sets and one pair."""
    s0 = T[W[KEYS]]
    s1 = T[W[KEYS + 1]]
    s2 = T[W[KEYS + 2]]
    s3 = T[AT_HONORS + W[KEYS + 3]]
    if (s0 | s1 | s2 | s3) < 0 or R[s0 + 1] + R[s1 + 1] + R[s2 + 1] + R[s3 + 1] != 1:
        return                          # a group is not divisible, or there is not just one pair
    for i0 in range(R[s0]):
        d0 = R[s0 + DIVISION_HEAD + DIVISION_STEP * i0]
        for i1 in range(R[s1]):
            d1 = R[s1 + DIVISION_HEAD + DIVISION_STEP * i1 + 1]
            for i2 in range(R[s2]):
                d2 = R[s2 + DIVISION_HEAD + DIVISION_STEP * i2 + 2]
                for i3 in range(R[s3]):
                    d3 = R[s3 + DIVISION_HEAD + DIVISION_STEP * i3]
                    lay_division(f, R, W, d0, d1, d2, d3)
                    place_plain(f, R, T, W, shape)


@inlined
def lay_division(f: Ints, R: Ints, W: Ints, d0: int, d1: int, d2: int, d3: int) -> None:
    """Lay the sets and the pair of four groups' divisions behind the melds, and count them."""
    count = d0 & 7
    kinds = d0 >> SETS_SHIFT
    kinds |= d1 >> SETS_SHIFT << SET_BITS * count
    count += d1 & 7
    kinds |= d2 >> SETS_SHIFT << SET_BITS * count
    count += d2 & 7
    kinds |= d3 >> SETS_SHIFT << SET_BITS * count
    count += d3 & 7
    sets = f[MELDS]
    set_mask = W[MELD_SET_MASK]
    chows = 0
    pungs = 0
    for place in range(sets, sets + count):
        at = SET_AT + SET_WIDTH * place
        kind = kinds & (1 << SET_BITS) - 1
        f[at] = kind
        f[at + 1] = IS_CONCEALED
        f[at + 2] = 0
        kinds >>= SET_BITS
        set_mask |= 1 << kind
        form = R[R[AT_SET_FORM] + kind]
        chows += 1 if form == 0 else 0
        pungs += 1 if form == 1 else 0
    f[SET_MASK] = set_mask
    f[CHOWS] = W[LAID_CHOWS] + chows
    f[PUNGS] = W[LAID_PUNGS] + pungs
    f[HIDDEN_PUNGS] = W[LAID_HIDDEN] + pungs
    f[SETS] = sets + count
    f[PAIRS] = 1
    pair = ((d0 | d1 | d2 | d3) >> PAIR_SHIFT & 127) - 1
    f[PAIR_AT] = pair
    f[PAIR_MASK] = 1 << pair
    f[PAIR_AT + 1] = IS_CONCEALED
    f[PAIR_AT + 2] = 0
    f[WIN_PLACE] = -1


@inlined
def place_plain(f: Ints, R: Ints, T: Ints, W: Ints, shape: int) -> None:
    """Judge a division once for every block that can hold the winning tile."""
    win = f[WIN_TILE]
    if win < 0:
        try_place(f, R, T, W, shape, -1, win)
        return
    fitting = R[R[AT_SETS_WITH] + win]
    for place in range(f[MELDS], f[SETS]):
        kind = f[SET_AT + SET_WIDTH * place]
        if fitting >> kind & 1:
            fitting &= ~(1 << kind)     # the same set again is the same reading
            try_place(f, R, T, W, shape, place, win)
    if R[R[AT_BLOCK_MASK] + R[SET_KINDS] + f[PAIR_AT]] >> win & 1:
        try_place(f, R, T, W, shape, SET_ROOM, win)
    if f[FIXED] >> win & 1:
        try_place(f, R, T, W, shape, -1, win)


@inlined
def score_frame(f: Ints, R: Ints, T: Ints, W: Ints) -> None:
    """Score the hand in the frame; the best reading is in W, BEST_FOUND 0 if there is none."""
    add_up(f, R, W)
    score_added(f, R, T, W)


@inlined
def score_added(f: Ints, R: Ints, T: Ints, W: Ints) -> None:
    """Score the hand in the frame, which is added up in W; the best reading is in W, BEST_FOUND 0 if there is none."""
    W[BEST_FOUND] = 0
    concealed = 1 if f[WIN_TILE] >= 0 else 0
    f[WAITS] = -1
    f[LIVE_WAITS] = -1
    if R[PLAIN] == 1 and f[WILD_MASK] == 0 and f[HELD_MASK] >> 34 == 0 and f[WIN_TILE] < 34:
        sizes = W[HAND_SIZES] >> SIZES_SHIFT
        concealed = 0
        for group in range(4):
            concealed += sizes >> SIZE_BITS * group & (1 << SIZE_BITS) - 1
        W[CONCEALED] = concealed
        read_plain(f, R, T, W)
    else:
        for kind in range(42):
            concealed += f[HELD + kind]
        W[CONCEALED] = concealed
        call_part(R[FN_READ_ANY], address_of(f), address_of(R), address_of(T), address_of(W))
