"""Readings of the tiles in a frame: dividing them as a shape, and telling readings apart as the rulebook does."""

from quepu.core.calls import ones
from quepu.core.frame import HELD, MELDS, WILD_MASK, WIN_TILE
from quepu.core.kernel import Ints, kernel
from quepu.core.rules import (
    AT_BLOCK_CLASS,
    AT_BLOCK_TILES,
    AT_TILE_CLASS,
    NATURAL,
    ROW_WIDTH,
    ROWS,
    SEEN,
    SEEN_ROOM,
    SET_KINDS,
    SHAPE_PAIRS,
    SHAPE_SETS,
    SHAPE_TILES,
    STAMP,
    WILD_KINDS,
)
from quepu.core.split import split_into


@kernel
def set_natural(f: Ints, W: Ints) -> int:
    """Put the concealed tiles and the winning tile into NATURAL, wild ones aside; how many are wild."""
    wilds = 0
    W[WILD_KINDS] = f[WILD_MASK]
    for kind in range(42):
        copies = f[HELD + kind] + (1 if f[WIN_TILE] == kind else 0)
        if f[WILD_MASK] >> kind & 1:
            wilds += copies
            copies = 0
        W[NATURAL + kind] = copies
    return wilds


@kernel
def split_shape(f: Ints, R: Ints, W: Ints, of: int, fixed: int, wilds: int, limit: int) -> int:
    """The readings of the tiles in NATURAL as a shape with this fixed part, as rows; NATURAL stays as it is."""
    if R[of + SHAPE_TILES] > 0:
        W[ROWS] = 0
        return 1
    if R[of + SHAPE_SETS] < f[MELDS]:
        return 0
    for kind in range(42):
        if fixed >> kind & 1:
            W[NATURAL + kind] -= 1
            if W[NATURAL + kind] < 0:
                wilds -= 1
                W[NATURAL + kind] = 0
    found = 0
    if wilds >= 0:
        found = split_into(R, W, wilds, R[of + SHAPE_SETS] - f[MELDS], R[of + SHAPE_PAIRS], limit)
    if fixed:
        set_natural(f, W)
    return found


@kernel
def mixed(number: int) -> int:
    """A number whose bits depend on all bits of another."""
    number = (number ^ number >> 30) * 0x3F58476D1CE4E5B9 & 0x3FFFFFFFFFFFFFFF
    return (number ^ number >> 27) * 0x14D049BB133111EB & 0x3FFFFFFFFFFFFFFF


@kernel
def was_seen(f: Ints, R: Ints, W: Ints, row: int) -> bool:
    """Whether a reading looks to the rulebook like one judged before in this search; it is noted if not.

    What the rulebook can see of a block: its class, how many wild tiles it holds and as what, and whether the natural
    winning tile is in it.
    """
    key = 0
    at_row = ROWS + ROW_WIDTH * row
    win = f[WIN_TILE]
    for level in range(W[at_row]):
        block = W[at_row + 1 + 2 * level]
        places = W[at_row + 2 + 2 * level]
        size = 3 if block < R[SET_KINDS] else 2
        wild = 0
        natural_win = 0
        for slot in range(size):
            kind = R[R[AT_BLOCK_TILES] + 3 * block + slot]
            if places >> slot & 1:
                wild += mixed(R[R[AT_TILE_CLASS] + kind] + 1)
            elif kind == win:
                natural_win = 1
        key += mixed(R[R[AT_BLOCK_CLASS] + block] * 8 + ones(places) * 2 + natural_win + 1
                     + (wild & 0xFFFFFFFFFF) * 1024)
    key &= 0x3FFFFFFFFFFFFFFF
    at = key & SEEN_ROOM - 1
    for _step in range(SEEN_ROOM // 2):
        if W[SEEN + 2 * at + 1] != W[STAMP]:
            W[SEEN + 2 * at] = key
            W[SEEN + 2 * at + 1] = W[STAMP]
            return False
        if W[SEEN + 2 * at] == key:
            return True
        at = at + 1 & SEEN_ROOM - 1
    return False


@kernel
def was_placed(f: Ints, R: Ints, W: Ints, at_row: int, level: int, slot: int, is_wild: int) -> bool:
    """Whether the winning tile was tried before in a block and as a tile that the rulebook cannot tell from these."""
    block = W[at_row + 1 + 2 * level]
    kind = R[R[AT_TILE_CLASS] + R[R[AT_BLOCK_TILES] + 3 * block + slot]]
    wilds = ones(W[at_row + 2 + 2 * level])
    block_class = R[R[AT_BLOCK_CLASS] + block]
    for before in range(level + 1):
        other = W[at_row + 1 + 2 * before]
        places = W[at_row + 2 + 2 * before]
        if R[R[AT_BLOCK_CLASS] + other] == block_class and ones(places) == wilds:
            last = slot if before == level else 3 if other < R[SET_KINDS] else 2
            for place in range(last):
                tile = R[R[AT_BLOCK_TILES] + 3 * other + place]
                if (places >> place & 1 == is_wild and (is_wild or tile == f[WIN_TILE])
                        and R[R[AT_TILE_CLASS] + tile] == kind):
                    return True
    return False
