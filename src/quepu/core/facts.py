"""Facts of a reading: what the words of the language find in the frame."""

from quepu.core.calls import lowest, ones
from quepu.core.frame import (
    BY_DEAL,
    BY_DISCARD,
    BY_DRAW,
    BY_FLOWER,
    BY_OTHER_FLOWER,
    CHOWS,
    CONCEALED_PUNGS,
    COUNTS,
    DISCARDER,
    FIXED,
    FOURS,
    HELD,
    HELD_MASK,
    HIDDEN_PUNGS,
    HONORS,
    IS_CONCEALED,
    IS_WIN,
    KINDS,
    LAID,
    MELDS,
    OCCASION,
    PAIR_AT,
    PAIR_MASK,
    PAIR_WIDTH,
    PAIRS,
    PUNGS,
    SELF_DRAW,
    SET_AT,
    SET_MASK,
    SET_ROOM,
    SET_WIDTH,
    SETS,
    SHAPE,
    SUBSTITUTES,
    SUITS,
    TERMINALS,
    TILE_MASK,
    TILES,
    WILD_MASK,
    WIN_AS,
    WIN_PLACE,
    WIN_TILE,
)
from quepu.core.kernel import Ints, inlined, kernel
from quepu.core.rules import (
    AT_BLOCK_TILES,
    AT_SET_FORM,
    AT_WEIGHTS,
    FULL_PLACES,
    HAND_KEYS,
    HAND_SIZES,
    NATURAL,
    ODD,
    ROW_WIDTH,
    ROWS,
    SET_KINDS,
    SHAPE_MELDS,
    SHAPE_ON,
    SHAPE_PLACES,
    SHAPE_TILES,
)


@inlined
def occasions_of(f: Ints, R: Ints, places: int) -> int:
    """What the win in the frame is declared on, as BY_ bits; `places` are its tiles, a kong counting three.

    Where nobody tells: a win without a winning tile whose tiles are not a whole hand is by its flowers alone, those of
    the own hand or, if another seat feeds it, with the one that seat lays.
    """
    if f[OCCASION]:
        return int(f[OCCASION])
    if f[WIN_TILE] < 0 and places != R[FULL_PLACES]:
        return BY_OTHER_FLOWER if f[DISCARDER] >= 0 else BY_FLOWER | BY_DEAL
    if f[WIN_TILE] < 0:
        return BY_DRAW | BY_DEAL
    return BY_DRAW if f[SELF_DRAW] else BY_DISCARD


@inlined
def may_be(f: Ints, R: Ints, of: int, occasions: int, places: int) -> bool:
    """Whether a shape may be declared on one of these occasions with so many tiles and the melds in the frame.

    On a flower (花糊) a shape of any tiles is judged by its condition alone, however many tiles are there.
    """
    if not R[of + SHAPE_ON] & occasions:
        return False
    if not occasions & (BY_DRAW | BY_DISCARD):
        return bool(R[of + SHAPE_TILES] > 0)
    return bool(f[MELDS] <= R[of + SHAPE_MELDS] and places == R[of + SHAPE_PLACES])


@kernel
def lay_blocks(f: Ints, R: Ints, W: Ints, shape: int, fixed: int, row: int) -> None:
    """Put a reading into the frame: its blocks, and the copies of each kind with wild tiles resolved.

    A shape without blocks has a row of length 0; there the natural tiles stand for themselves.
    """
    f[SHAPE] = shape
    f[FIXED] = fixed
    f[WIN_PLACE] = -1
    set_kinds = R[SET_KINDS]
    sets = f[MELDS]
    pairs = 0
    for kind in range(42):
        f[COUNTS + kind] = f[LAID + kind] + (fixed >> kind & 1)
    at_row = ROWS + ROW_WIDTH * row
    if W[at_row] == 0:
        for kind in range(42):
            f[COUNTS + kind] += W[NATURAL + kind] - (fixed >> kind & 1)
    wild_mask = f[WILD_MASK]
    as_self = 0
    wild_places = 0
    for level in range(W[at_row]):
        block = W[at_row + 1 + 2 * level]
        places = W[at_row + 2 + 2 * level]
        wild = (places & 1) + (places >> 1 & 1) + (places >> 2 & 1)
        wild_places += wild
        if block < set_kinds:
            at = SET_AT + SET_WIDTH * sets
            f[at] = block
            sets += 1
            size = 3
        else:
            at = PAIR_AT + PAIR_WIDTH * pairs
            f[at] = block - set_kinds
            pairs += 1
            size = 2
        f[at + 1] = IS_CONCEALED
        f[at + 2] = wild
        for place in range(size):
            kind = R[R[AT_BLOCK_TILES] + 3 * block + place]
            f[COUNTS + kind] += 1
            if wild > 0 and places >> place & 1 and wild_mask >> kind & 1:
                as_self += 1
    if as_self > 0:             # wild tiles standing for themselves: at most as many of a kind as are there
        as_self = 0
        for kind in range(42):
            if wild_mask >> kind & 1:
                used = f[COUNTS + kind] - f[LAID + kind]
                there = f[HELD + kind] + (1 if f[WIN_TILE] == kind else 0)
                as_self += min(used, there)
    f[SUBSTITUTES] = wild_places - as_self
    f[SETS] = sets
    f[PAIRS] = pairs


@inlined
def count_tiles_of(f: Ints) -> None:
    """Count the tiles of a hand; the copies of each kind are in place."""
    tiles = 0
    honors = 0
    mask = 0
    fours = 0
    for kind in range(42):
        copies = f[COUNTS + kind]
        tiles += copies
        honors += copies if 27 <= kind < 34 else 0
        mask |= (1 if copies > 0 else 0) << kind
        fours |= (1 if copies == 4 else 0) << kind
    f[TILES] = tiles
    f[KINDS] = ones(mask)
    f[HONORS] = honors
    f[TERMINALS] = f[COUNTS] + f[COUNTS + 8] + f[COUNTS + 9] + f[COUNTS + 17] + f[COUNTS + 18] + f[COUNTS + 26]
    f[TILE_MASK] = mask
    f[FOURS] = fours
    f[SUITS] = (1 if mask & 511 else 0) + (1 if mask & 511 << 9 else 0) + (1 if mask & 511 << 18 else 0)


@kernel
def add_up(f: Ints, R: Ints, W: Ints) -> None:
    """The numbers of a hand's groups, and the kinds with an odd number of copies, the winning tile included."""
    keys = 0
    sizes = 0
    odd = 0
    win = f[WIN_TILE]
    kinds = f[HELD_MASK] | (1 << win if win >= 0 else 0)
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        copies = f[HELD + kind] + (1 if kind == win else 0)
        at = R[AT_WEIGHTS] + 2 * kind
        keys += copies * R[at]
        sizes += copies * R[at + 1]
        odd |= (copies & 1) << kind
    W[HAND_KEYS] = keys
    W[HAND_SIZES] = sizes
    W[ODD] = odd


@inlined
def count_blocks_of(f: Ints, R: Ints) -> None:
    """Count the sets and pairs of a reading; they are in place, and kongs are known from the melds."""
    chows = 0
    pungs = 0
    hidden = 0
    set_mask = 0
    for place in range(SET_ROOM):       # not over SETS: the compiler would gather four places at once, which is slow
        if place >= f[SETS]:
            break
        kind = f[SET_AT + SET_WIDTH * place]
        set_mask |= 1 << kind
        form = R[R[AT_SET_FORM] + kind]
        chows += 1 if form == 0 else 0
        pungs += 1 if form == 1 else 0
        hidden += 1 if form == 1 and f[SET_AT + SET_WIDTH * place + 1] & IS_CONCEALED else 0
    pair_mask = 0
    for place in range(f[PAIRS]):
        pair_mask |= 1 << f[PAIR_AT + PAIR_WIDTH * place]
    f[SET_MASK] = set_mask
    f[PAIR_MASK] = pair_mask
    f[CHOWS] = chows
    f[PUNGS] = pungs
    f[HIDDEN_PUNGS] = hidden


@inlined
def place_win(f: Ints, R: Ints, place: int, win_as: int) -> None:
    """Mark the block that holds the winning tile, and count what is concealed.

    `place` is a set, or SET_ROOM + a pair, or -1.  A set completed by another player's tile is not concealed.
    """
    old = f[WIN_PLACE]
    if old >= 0:
        at = SET_AT + SET_WIDTH * old if old < SET_ROOM else PAIR_AT + PAIR_WIDTH * (old - SET_ROOM)
        f[at + 1] = IS_CONCEALED
    f[WIN_PLACE] = place
    f[WIN_AS] = win_as
    if place >= 0:
        at = SET_AT + SET_WIDTH * place if place < SET_ROOM else PAIR_AT + PAIR_WIDTH * (place - SET_ROOM)
        f[at + 1] = IS_WIN | (IS_CONCEALED if f[SELF_DRAW] else 0)
    opened = 0
    if 0 <= place < SET_ROOM and not f[SELF_DRAW]:
        opened = 1 if R[R[AT_SET_FORM] + f[SET_AT + SET_WIDTH * place]] == 1 else 0
    f[CONCEALED_PUNGS] = f[HIDDEN_PUNGS] - opened
