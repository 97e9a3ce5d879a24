"""Readings: every way to divide tiles and wild tiles into the sets and pairs of a catalogue.

A block is a set or a pair; blocks below `set_count` are sets.  For each kind of tile there is a list of choices: a
block that holds the kind, and which of its places are filled by natural tiles and which by wild ones; choices without
wild tiles come first.  A reading holds the blocks in the order found.
"""

from quepu.engine.kernel import kernel
from quepu.engine.layout.kinds import Ints
from quepu.engine.layout.score_rules import Choice, Keep, ScoreRules
from quepu.engine.layout.workbench import Workbench


@kernel
def take_choice(choice: Choice, natural: Ints) -> bool:
    """Take the natural tiles of a choice out; False if one is not there, and then none is taken."""
    tiles = choice.natural
    for place in range(3):
        tile = tiles[place]
        if tile >= 0:
            natural[tile] -= 1
            if natural[tile] < 0:
                for before in range(place + 1):
                    natural[tiles[before]] += 1
                return False
    return True


@kernel
def put_back(choice: Choice, natural: Ints) -> None:
    """Put the natural tiles of a choice back."""
    tiles = choice.natural
    for place in range(3):
        if tiles[place] >= 0:
            natural[tiles[place]] += 1


@kernel
def write_reading(bench: Workbench, number: int, depth: int) -> None:
    """Write the blocks on the stack as a reading."""
    reading = bench.readings[number]
    reading.count = depth
    for level in range(depth):
        reading.blocks[level] = bench.level_block[level]
        reading.wild_places[level] = bench.level_wild[level]


@kernel
def enter_level(rules: ScoreRules, bench: Workbench, depth: int, sets: int, pairs: int) -> int:
    """Begin a level of the search: the kind to place, 42 if only wild tiles are left, 43 if nothing can follow."""
    natural = bench.natural
    kind = 0
    while kind < 42 and natural[kind] == 0:
        kind += 1
    if sets == 0 and pairs == 0:
        bench.level_kind[depth] = 43
        return kind
    first = 0
    if kind < 42:
        first = rules.kinds[kind].first_choice
    if depth > 0 and bench.level_kind[depth - 1] == kind:    # choices of one kind in order, so that none is found twice
        first = bench.level_choice[depth - 1] - 1
    bench.level_kind[depth] = kind
    bench.level_choice[depth] = first
    return kind


@kernel
def split_into(rules: ScoreRules, bench: Workbench, wilds: int, sets: int, pairs: int, first: int, limit: int) -> int:
    """How many readings there are, at most `limit`, written down from the first on; natural tiles stay as they are."""
    set_count = rules.set_count
    natural = bench.natural
    level_kind = bench.level_kind
    level_choice = bench.level_choice
    level_block = bench.level_block
    level_wild = bench.level_wild
    found = 0
    depth = 0
    leaving = False
    kind = enter_level(rules, bench, 0, sets, pairs)
    while True:
        taken = False
        kind = level_kind[depth]
        if kind == 43:
            if not leaving and wilds == 0 and enter_level(rules, bench, depth, 0, 0) == 42:
                write_reading(bench, first + found, depth)
                found += 1
                leaving = found == limit
        elif not leaving:
            last = len(rules.blocks)
            if kind < 42:
                last = rules.kinds[kind].last_choice if wilds > 0 else rules.kinds[kind].first_wild
            while level_choice[depth] < last and not taken:
                number = level_choice[depth]
                level_choice[depth] = number + 1
                block = number
                if kind < 42:
                    choice = rules.choices[number]
                    block = choice.block
                is_set = block < set_count
                if (sets if is_set else pairs) == 0:
                    continue
                if kind < 42:
                    cost = choice.wild_count
                    places = choice.wild_places
                    if cost > 0 and (cost > wilds or (choice.kept == Keep.WITH_WILD_KIND
                                                      and choice.watched & bench.wild_kinds == 0)):
                        continue
                    if choice.own & ~bench.wild_kinds or not take_choice(choice, natural):
                        continue
                else:
                    cost = 3 if is_set else 2
                    places = 7 if is_set else 3
                    kept = rules.blocks[block].all_wild
                    if cost > wilds or kept == Keep.NEVER or rules.blocks[block].own & ~bench.wild_kinds or (
                            kept == Keep.WITH_WILD_KIND and rules.blocks[block].watched & bench.wild_kinds == 0):
                        continue
                wilds -= cost
                level_block[depth] = block
                level_wild[depth] = places
                taken = True
        if taken:
            if level_block[depth] < set_count:
                sets -= 1
            else:
                pairs -= 1
            depth += 1
            enter_level(rules, bench, depth, sets, pairs)
            continue
        if depth == 0:
            return found
        depth -= 1
        is_set = level_block[depth] < set_count
        if is_set:
            sets += 1
        else:
            pairs += 1
        if level_kind[depth] == 42:
            wilds += 3 if is_set else 2
        else:
            choice = rules.choices[level_choice[depth] - 1]
            wilds += choice.wild_count
            put_back(choice, natural)
