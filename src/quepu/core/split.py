"""Readings: every way to divide tiles and wild tiles into the sets and pairs of a catalogue.

A block is a set or a pair; blocks below `set_kinds` are sets.  For each kind of tile there is a list of choices: a block
that holds the kind, and which of its places are filled by natural tiles and which by wild ones.  A row of the result
holds the blocks in the order found: [count, block, wild places, block, wild places, ...].
"""

from quepu.core.kernel import kernel

ROW_WIDTH = 18              # a count and up to eight blocks
DEPTH = 10                  # room for the blocks of one reading
WORK_SIZE = 4 * DEPTH


@kernel
def split_into(rows, counts, wilds, sets, pairs, set_kinds, block_kinds, start, plain, choice, blocks_wild, work, limit):
    """How many readings there are, each written as a row; `counts` is left as it was.

    `start[kind]`..`start[kind + 1]` are the choices of a kind, those without wild tiles first, up to `plain[kind]`;
    `choice` has [block, natural, natural, natural, wild places, wild count] for each; `blocks_wild[block]` tells
    whether a block may be made of wild tiles alone.  At most `limit` rows are written.
    """
    # work: kind, choice and block of every depth, then wild places
    found = 0
    depth = 0
    entering = True
    while True:
        if entering:
            kind = 0
            while kind < 42 and counts[kind] == 0:
                kind += 1
            if kind == 42 and sets == 0 and pairs == 0:
                if wilds == 0:
                    rows[found][0] = depth
                    for level in range(depth):
                        rows[found][1 + 2 * level] = work[2 * DEPTH + level]
                        rows[found][2 + 2 * level] = work[3 * DEPTH + level]
                    found += 1
                    if found == limit:
                        # undo what is on the stack before leaving
                        while depth > 0:
                            depth -= 1
                            if work[depth] < 42:
                                at = work[DEPTH + depth] - 1
                                for place in range(1, 4):
                                    if choice[at][place] >= 0:
                                        counts[choice[at][place]] += 1
                        return found
                work[depth] = 43
            elif kind < 42 and sets == 0 and pairs == 0:
                work[depth] = 43
            elif depth > 0 and work[depth - 1] == kind and kind < 42:
                work[depth] = kind
                work[DEPTH + depth] = work[DEPTH + depth - 1] - 1
            elif kind < 42:
                work[depth] = kind
                work[DEPTH + depth] = start[kind]
            else:
                work[depth] = 42
                work[DEPTH + depth] = work[DEPTH + depth - 1] - 1 if depth > 0 and work[depth - 1] == 42 else 0
            entering = False
        kind = work[depth]
        taken = False
        if kind < 42:
            last = start[kind + 1] if wilds > 0 else plain[kind]
            while work[DEPTH + depth] < last:
                at = work[DEPTH + depth]
                work[DEPTH + depth] = at + 1
                block = choice[at][0]
                is_set = block < set_kinds
                if choice[at][5] > wilds or (is_set and sets == 0) or (not is_set and pairs == 0):
                    continue
                fits = True
                for place in range(1, 4):
                    if choice[at][place] >= 0:
                        counts[choice[at][place]] -= 1
                        if counts[choice[at][place]] < 0:
                            fits = False
                if not fits:
                    for place in range(1, 4):
                        if choice[at][place] >= 0:
                            counts[choice[at][place]] += 1
                    continue
                wilds -= choice[at][5]
                work[2 * DEPTH + depth] = block
                work[3 * DEPTH + depth] = choice[at][4]
                taken = True
                break
        elif kind == 42:
            while work[DEPTH + depth] < block_kinds:
                block = work[DEPTH + depth]
                work[DEPTH + depth] = block + 1
                size = 3 if block < set_kinds else 2
                if size > wilds or (size == 3 and sets == 0) or (size == 2 and pairs == 0) or blocks_wild[block] == 0:
                    continue
                wilds -= size
                work[2 * DEPTH + depth] = block
                work[3 * DEPTH + depth] = 7 if size == 3 else 3
                taken = True
                break
        if taken:
            if work[2 * DEPTH + depth] < set_kinds:
                sets -= 1
            else:
                pairs -= 1
            depth += 1
            entering = True
            continue
        if depth == 0:
            return found
        depth -= 1
        block = work[2 * DEPTH + depth]
        if block < set_kinds:
            sets += 1
        else:
            pairs += 1
        if work[depth] == 42:
            wilds += 3 if block < set_kinds else 2
        else:
            at = work[DEPTH + depth] - 1
            wilds += choice[at][5]
            for place in range(1, 4):
                if choice[at][place] >= 0:
                    counts[choice[at][place]] += 1
