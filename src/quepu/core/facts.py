"""Facts of a reading: what the words of the language find in the frame."""

from quepu.core.frame import (
    CHOWS,
    CONCEALED_KONGS,
    CONCEALED_PUNGS,
    COUNTS,
    FIXED,
    HELD,
    HONORS,
    IS_CONCEALED,
    IS_KONG,
    IS_OPEN,
    IS_WIN,
    KINDS,
    KONGS,
    LAID,
    LIVE_WAITS,
    MELDS,
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
    WAITS,
    WILD_MASK,
    WIN_AS,
    WIN_PLACE,
    WIN_TILE,
)
from quepu.core.kernel import kernel


@kernel
def lay_blocks(f, shape, fixed, row, natural, set_kinds, block_tiles):
    """Put a reading into the frame: its blocks, and the copies of each kind with wild tiles resolved.

    `natural` are the concealed tiles that are not wild, the winning tile included; they stand for themselves in a shape
    without blocks.  `block_tiles[block]` are the kinds of a block (a pair's third is -1).
    """
    f[SHAPE] = shape
    f[FIXED] = fixed
    f[WAITS] = -1
    f[LIVE_WAITS] = -1
    sets = f[MELDS]
    pairs = 0
    for kind in range(42):
        f[COUNTS + kind] = f[LAID + kind] + (fixed >> kind & 1)
    wild_mask = f[WILD_MASK]
    as_self = 0
    wild_places = 0
    if row[0] == 0:
        for kind in range(42):
            f[COUNTS + kind] += natural[kind] - (fixed >> kind & 1)
    for level in range(row[0]):
        block = row[1 + 2 * level]
        places = row[2 + 2 * level]
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
            kind = block_tiles[block][place]
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


@kernel
def count_facts(f, set_kinds, set_form):
    """Count what a reading is made of; the blocks are in place."""
    chows = 0
    pungs = 0
    kongs = 0
    concealed_kongs = 0
    set_mask = 0
    for place in range(f[SETS]):
        kind = f[SET_AT + SET_WIDTH * place]
        flags = f[SET_AT + SET_WIDTH * place + 1]
        set_mask |= 1 << kind
        if set_form[kind] == 0:
            chows += 1
        elif set_form[kind] == 1:
            pungs += 1
        if flags & IS_KONG:
            kongs += 1
            if not flags & IS_OPEN:
                concealed_kongs += 1
    pair_mask = 0
    for place in range(f[PAIRS]):
        pair_mask |= 1 << f[PAIR_AT + PAIR_WIDTH * place]
    f[SET_MASK] = set_mask
    f[PAIR_MASK] = pair_mask
    f[CHOWS] = chows
    f[PUNGS] = pungs
    f[KONGS] = kongs
    f[CONCEALED_KONGS] = concealed_kongs
    tiles = 0
    kinds = 0
    honors = 0
    terminals = 0
    mask = 0
    for kind in range(42):
        copies = f[COUNTS + kind]
        if copies > 0:
            tiles += copies
            kinds += 1
            mask |= 1 << kind
            if kind >= 27:
                if kind < 34:
                    honors += copies
            elif kind % 9 == 0 or kind % 9 == 8:
                terminals += copies
    f[TILES] = tiles
    f[KINDS] = kinds
    f[HONORS] = honors
    f[TERMINALS] = terminals
    f[TILE_MASK] = mask
    f[SUITS] = (1 if mask & 511 else 0) + (1 if mask & 511 << 9 else 0) + (1 if mask & 511 << 18 else 0)


@kernel
def place_win(f, place, win_as, set_form):
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
    concealed = 0
    for index in range(f[SETS]):
        if set_form[f[SET_AT + SET_WIDTH * index]] == 1 and f[SET_AT + SET_WIDTH * index + 1] & IS_CONCEALED:
            concealed += 1
    f[CONCEALED_PUNGS] = concealed
