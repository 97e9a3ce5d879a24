"""Distance: how many tiles a hand still needs, over any catalogue of sets and pairs.

Kinds that never share a set or pair (usually the suits and the honours) are counted apart: for each such
part the fewest tiles missing for every number of sets and pairs, and the kinds that would help.  Then the
parts are added up. A block is a set or pair, three kinds in a row (a pair's third is -1).
"""

from quepu.engine.kernel import entry, kernel
from quepu.engine.layout.distance_rules import NEAR_WIDTH
from quepu.engine.layout.kinds import Ints

FAR = 99                    # more tiles than any hand needs
PART_WIDTH = 3              # of a part: its first block, that after the last of its sets, and that after its last


@entry
@kernel
def nearest_of_parts(best: Ints, useful: Ints, part: Ints, part_useful: Ints, have: Ints, left: Ints, blocks: Ints,
                     parts: Ints, sets: int, pairs: int, dead: int, repeat: int, work: Ints) -> int:
    """The fewest tiles missing for so many sets and pairs of the blocks of all parts; FAR if they cannot be made.

    `useful` ends with the kinds, as bits, that bring one of the nearest targets nearer.  `parts` has `PART_WIDTH`
    numbers for each part; -1 stands behind the last.  The others are as in `nearest_into`.
    """
    set_tiles = 0
    pair_tiles = 0
    number = 0
    while parts[number] >= 0:
        for place in range(3 * parts[number], 3 * parts[number + 2]):
            kind = blocks[place]
            if kind >= 0 and left[kind] > 0:
                if place < 3 * parts[number + 1]:
                    set_tiles |= 1 << kind
                else:
                    pair_tiles |= 1 << kind
        number += PART_WIDTH
    last = (sets + 1) * (pairs + 1) - 1
    most = 3 * sets + 2 * pairs
    for limit in range(min(dead, most), most + 1):      # the nearest target is mostly near: look there first
        for index in range(last + 1):
            best[index] = FAR
            useful[index] = 0
        best[0] = 0
        number = 0
        while parts[number] >= 0:
            nearest_into(part, part_useful, have=have, left=left, blocks=blocks, first=parts[number],
                         last=parts[number + 2], set_kinds=parts[number + 1], sets=sets, pairs=pairs, limit=limit,
                         dead=dead, repeat=repeat, work=work)
            add_part(best, useful, part, part_useful, sets, pairs, limit)
            number += PART_WIDTH
        empty_into(part, part_useful, sets, pairs, set_tiles, pair_tiles)
        add_part(best, useful, part, part_useful, sets, pairs, limit)
        if best[last] <= limit:
            return int(best[last])
    return FAR


@kernel
def nearest_into(best: Ints, useful: Ints, have: Ints, left: Ints, blocks: Ints, first: int, last: int,
                 set_kinds: int,
                 sets: int, pairs: int, limit: int, dead: int, repeat: int, work: Ints) -> None:
    """Fill, for up to `sets` sets and `pairs` pairs of the blocks `first`..`last`, the fewest tiles missing.

    Blocks before `set_kinds` are sets, the others pairs.

    `best[s * (pairs + 1) + p]` is that number for s sets and p pairs (FAR if above `limit`), `useful[...]`
    the kinds, as bits, that bring one of the nearest targets nearer.  `have` are the tiles in the hand,
    `left` the copies of each kind that can still come; `dead` places may need a copy that cannot (a wild
    tile fills them).  Only blocks with at least one tile of the hand are looked at: a block without any is
    the same wherever it lies.  With `repeat` 0 no pair is used twice.  `have` and `left` are left as they
    were.
    """
    # work, for each depth: next block, its matched places as bits, its places without a copy left as bits,
    # tiles missing so far, places without a copy so far, kinds missing so far as bits
    for index in range((sets + 1) * (pairs + 1)):
        best[index] = FAR
        useful[index] = 0
    best[0] = 0
    depth = 0
    set_count = 0
    pair_count = 0
    work[0] = first
    work[3] = 0
    work[4] = 0
    work[5] = 0
    while True:
        here = depth * NEAR_WIDTH
        block = work[here]
        if block >= last or set_count + pair_count == sets + pairs:
            if depth == 0:
                return
            depth -= 1
            here = depth * NEAR_WIDTH
            block = work[here] - 1
            if block < set_kinds:
                set_count -= 1
            else:
                pair_count -= 1
            for place in range(3):
                kind = blocks[3 * block + place]
                if kind >= 0:
                    if work[here + 1] >> place & 1:
                        have[kind] += 1
                    elif not work[here + 2] >> place & 1:
                        left[kind] += 1
            continue
        work[here] = block + 1
        is_set = block < set_kinds
        if (is_set and set_count == sets) or (not is_set and pair_count == pairs):
            continue
        matched = 0
        missing = work[here + 3]
        without = work[here + 4]
        kinds = work[here + 5]
        gone = 0
        for place in range(3):
            kind = blocks[3 * block + place]
            if kind >= 0:
                if have[kind] > 0:
                    have[kind] -= 1
                    matched |= 1 << place
                else:
                    missing += 1
                    kinds |= 1 << kind
                    if left[kind] > 0:
                        left[kind] -= 1
                    else:
                        gone |= 1 << place
                        without += 1
        if matched == 0 or missing > limit or without > dead:
            for place in range(3):
                kind = blocks[3 * block + place]
                if kind >= 0:
                    if matched >> place & 1:
                        have[kind] += 1
                    elif not gone >> place & 1:
                        left[kind] += 1
            continue
        work[here + 1] = matched
        work[here + 2] = gone
        if is_set:
            set_count += 1
        else:
            pair_count += 1
        index = set_count * (pairs + 1) + pair_count
        if missing < best[index]:
            best[index] = missing
            useful[index] = kinds
        elif missing == best[index]:
            useful[index] |= kinds
        depth += 1
        there = depth * NEAR_WIDTH
        work[there] = block if is_set or repeat else block + 1
        work[there + 3] = missing
        work[there + 4] = without
        work[there + 5] = kinds


@kernel
def add_part(best: Ints, useful: Ints, part: Ints, part_useful: Ints, sets: int, pairs: int,
             limit: int) -> None:
    """Add one part's table to `best` and `useful`: the fewest missing over all ways to divide the blocks."""
    wide = pairs + 1
    for s in range(sets, -1, -1):
        for p in range(pairs, -1, -1):
            fewest = FAR
            kinds = 0
            for own_sets in range(s + 1):
                for own_pairs in range(p + 1):
                    rest = (s - own_sets) * wide + p - own_pairs
                    own = own_sets * wide + own_pairs
                    missing = best[rest] + part[own]
                    if missing > limit:
                        continue
                    if missing < fewest:
                        fewest = missing
                        kinds = useful[rest] | part_useful[own]
                    elif missing == fewest:
                        kinds |= useful[rest] | part_useful[own]
            best[s * wide + p] = fewest     # larger places first, so what is read is still the old table
            useful[s * wide + p] = kinds


@kernel
def empty_into(part: Ints, part_useful: Ints, sets: int, pairs: int, set_tiles: int, pair_tiles: int) -> None:
    """Fill the table of blocks of which the hand has no tile: any of their kinds helps."""
    for s in range(sets + 1):
        for p in range(pairs + 1):
            part[s * (pairs + 1) + p] = 3 * s + 2 * p
            part_useful[s * (pairs + 1) + p] = (set_tiles if s else 0) | (pair_tiles if p else 0)


@kernel
def kinds_missing(counts: Ints, left: Ints, allowed: int, tiles: int, kinds: int) -> int:
    """The tiles missing for `tiles` tiles of the allowed kinds, `kinds` different ones (0: however many)."""
    if kinds == 0:
        held = 0
        for kind in range(42):
            if allowed >> kind & 1:
                held += counts[kind]
        return tiles - min(tiles, held)
    # the kinds held most often are kept; each gives one tile, and the rest are further copies
    different = 0
    further = 0
    room = 0
    for copies in range(4, 0, -1):
        for kind in range(42):
            if allowed >> kind & 1 and counts[kind] == copies and different < kinds:
                different += 1
                further += copies - 1
                room += copies - 1 + left[kind]
    for kind in range(42):
        if allowed >> kind & 1 and counts[kind] == 0 and left[kind] > 0 and different < kinds:
            different += 1
            room += left[kind] - 1
    held = 0
    for kind in range(42):
        if allowed >> kind & 1 and counts[kind] > 0:
            held += 1
    if different < kinds or room < tiles - kinds:
        return FAR
    return tiles - min(held, kinds) - min(further, tiles - kinds)
