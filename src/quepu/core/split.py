"""Readings: every way to divide tiles and wild tiles into the sets and pairs of a catalogue.

A block is a set or a pair; blocks below SET_KINDS are sets.  For each kind of tile there is a list of choices: a block
that holds the kind, and which of its places are filled by natural tiles and which by wild ones; choices without wild
tiles come first.  A row of the result holds the blocks in the order found: [count, block, wild places, block, ...].
"""

from quepu.core.kernel import Ints, kernel
from quepu.core.rules import (
    AT_BLOCK_MASK,
    AT_BLOCKS_WILD,
    AT_CHOICE,
    AT_PLAIN,
    AT_START,
    BLOCK_KINDS,
    CHOICE_WIDTH,
    DEPTH,
    NATURAL,
    ROW_WIDTH,
    ROWS,
    SET_KINDS,
    WILD_KINDS,
    WORK,
)


@kernel
def take_choice(R: Ints, W: Ints, choice: int, step: int) -> bool:
    """Take the natural tiles of a choice out (step -1) or put them back (+1); False if one was not there."""
    fits = True
    for place in range(1, 4):
        tile = R[choice + place]
        if tile >= 0:
            W[NATURAL + tile] += step
            if W[NATURAL + tile] < 0:
                fits = False
    return fits


@kernel
def write_row(W: Ints, row: int, depth: int) -> None:
    """Write the blocks on the stack as a row."""
    at = ROWS + ROW_WIDTH * row
    W[at] = depth
    for level in range(depth):
        W[at + 1 + 2 * level] = W[WORK + 2 * DEPTH + level]
        W[at + 2 + 2 * level] = W[WORK + 3 * DEPTH + level]


@kernel
def enter_level(R: Ints, W: Ints, depth: int, sets: int, pairs: int) -> int:
    """Begin a level of the search: the kind to place, 42 if only wild tiles are left, 43 if nothing can follow."""
    kind = 0
    while kind < 42 and W[NATURAL + kind] == 0:
        kind += 1
    if sets == 0 and pairs == 0:
        W[WORK + depth] = 43
        return kind
    first = 0
    if kind < 42:
        first = R[R[AT_START] + kind]
    if depth > 0 and W[WORK + depth - 1] == kind:       # choices of one kind in order, so that none is found twice
        first = W[WORK + DEPTH + depth - 1] - 1
    W[WORK + depth] = kind
    W[WORK + DEPTH + depth] = first
    return kind


@kernel
def split_into(R: Ints, W: Ints, wilds: int, sets: int, pairs: int, limit: int) -> int:
    """How many readings there are, at most `limit`, each written as a row; the tiles in NATURAL stay as they are."""
    set_kinds = R[SET_KINDS]
    choices = R[AT_CHOICE]
    found = 0
    depth = 0
    leaving = False
    kind = enter_level(R, W, 0, sets, pairs)
    while True:
        taken = False
        kind = W[WORK + depth]
        if kind == 43:
            if not leaving and wilds == 0 and enter_level(R, W, depth, 0, 0) == 42:
                write_row(W, found, depth)
                found += 1
                leaving = found == limit
        elif not leaving:
            last = R[BLOCK_KINDS]
            if kind < 42:
                last = R[R[AT_START] + kind + 1] if wilds > 0 else R[R[AT_PLAIN] + kind]
            while W[WORK + DEPTH + depth] < last and not taken:
                at = W[WORK + DEPTH + depth]
                W[WORK + DEPTH + depth] = at + 1
                choice = choices + CHOICE_WIDTH * at
                block = R[choice] if kind < 42 else at
                is_set = block < set_kinds
                if (is_set and sets == 0) or (not is_set and pairs == 0):
                    continue
                if kind < 42:
                    cost = R[choice + 5]
                    places = R[choice + 4]
                    if cost > wilds or (R[choice + 6] == 2 and R[R[AT_BLOCK_MASK] + block] & W[WILD_KINDS] == 0):
                        continue
                    if not take_choice(R, W, choice, -1):
                        take_choice(R, W, choice, 1)
                        continue
                else:
                    cost = 3 if is_set else 2
                    places = 7 if is_set else 3
                    kept = R[R[AT_BLOCKS_WILD] + block]
                    if cost > wilds or kept == 0 or (kept == 2 and R[R[AT_BLOCK_MASK] + block] & W[WILD_KINDS] == 0):
                        continue
                wilds -= cost
                W[WORK + 2 * DEPTH + depth] = block
                W[WORK + 3 * DEPTH + depth] = places
                taken = True
        if taken:
            if W[WORK + 2 * DEPTH + depth] < set_kinds:
                sets -= 1
            else:
                pairs -= 1
            depth += 1
            enter_level(R, W, depth, sets, pairs)
            continue
        if depth == 0:
            return found
        depth -= 1
        is_set = W[WORK + 2 * DEPTH + depth] < set_kinds
        if is_set:
            sets += 1
        else:
            pairs += 1
        if W[WORK + depth] == 42:
            wilds += 3 if is_set else 2
        else:
            choice = choices + CHOICE_WIDTH * (W[WORK + DEPTH + depth] - 1)
            wilds += R[choice + 5]
            take_choice(R, W, choice, 1)
