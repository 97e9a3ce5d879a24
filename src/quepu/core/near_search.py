"""What a hand lacks for sets and pairs that look-ups cannot tell: those that cross suits, or several unequal pairs.

It is called through its address in N, so that it is compiled once, and only for a rulebook that needs it.
"""

from quepu.core.calls import ones, part_of
from quepu.core.distance import FAR, NEAR_WORK, add_part, empty_into, nearest_into
from quepu.core.kernel import Ints, kernel
from quepu.core.nearness import (
    N_AT_SEARCH,
    N_HELD,
    N_MELDS,
    N_WILDS,
    NEAR_FAR,
    PLAN_AT_FIXED,
    PLAN_AT_PARTS,
    PLAN_DISTINCT,
    PLAN_FIXED,
    PLAN_PAIRS,
    PLAN_PARTS,
    PLAN_SETS,
)

# -- a part of the catalogue for a search: where its blocks stand, how many, how many of them sets --
PART_WIDTH = 3
# -- room of a search: tiles held and left, then four tables of sets and pairs, then its stack --
SEARCH_LEFT, SEARCH_TABLES, SEARCH_TABLE, SEARCH_WORK = 42, 84, 64, 340
SEARCH_ROOM = SEARCH_WORK + NEAR_WORK


@kernel
def search_missing(N: Ints, plan: int, fixed: int) -> int:
    """The tiles missing for sets and pairs of any catalogue, and a fixed part, by search."""
    room = int(N[N_AT_SEARCH])
    for kind in range(42):
        held = int(N[N_HELD]) >> kind & 1
        for copies in range(1, 4):
            held += int(N[N_HELD + copies]) >> kind & 1
        in_fixed = fixed >> kind & 1
        N[room + kind] = held - min(held, in_fixed)
        N[room + SEARCH_LEFT + kind] = max(0, (4 if kind < 34 else 1) - max(held, in_fixed))
    sets = int(N[plan + PLAN_SETS]) - int(N[N_MELDS])
    pairs = int(N[plan + PLAN_PAIRS])
    wilds = int(N[N_WILDS])
    have, left = part_of(N, room, 42), part_of(N, room + SEARCH_LEFT, 42)
    best = part_of(N, room + SEARCH_TABLES, SEARCH_TABLE)
    best_kinds = part_of(N, room + SEARCH_TABLES + SEARCH_TABLE, SEARCH_TABLE)
    part = part_of(N, room + SEARCH_TABLES + 2 * SEARCH_TABLE, SEARCH_TABLE)
    part_kinds = part_of(N, room + SEARCH_TABLES + 3 * SEARCH_TABLE, SEARCH_TABLE)
    work = part_of(N, room + SEARCH_WORK, NEAR_WORK)
    last = (sets + 1) * (pairs + 1) - 1
    most = 3 * sets + 2 * pairs
    for limit in range(min(wilds, most), most + 1):     # the nearest target is mostly near: look there first
        for index in range(last + 1):
            best[index] = FAR
            best_kinds[index] = 0
        best[0] = 0
        for index in range(int(N[plan + PLAN_PARTS])):
            row = int(N[plan + PLAN_AT_PARTS]) + PART_WIDTH * index
            blocks = part_of(N, int(N[row]), 3 * int(N[row + 1]))
            nearest_into(part, part_kinds, have, left, blocks, 0, int(N[row + 1]), int(N[row + 2]), sets, pairs, limit,
                         wilds, 1 - int(N[plan + PLAN_DISTINCT]), work)
            add_part(best, best_kinds, part, part_kinds, sets, pairs, limit)
        empty_into(part, part_kinds, sets, pairs, 0, 0)
        add_part(best, best_kinds, part, part_kinds, sets, pairs, limit)
        if best[last] <= limit:
            return int(best[last]) + ones(fixed & ~int(N[N_HELD]))
    return NEAR_FAR


@kernel
def searched_missing(N: Ints, plan: int) -> int:
    """The same for the nearest fixed part."""
    if N[plan + PLAN_FIXED] == 0:
        return search_missing(N, plan, 0)
    fewest = NEAR_FAR
    for row in range(int(N[plan + PLAN_FIXED])):
        fewest = min(fewest, search_missing(N, plan, int(N[int(N[plan + PLAN_AT_FIXED]) + row])))
    return fewest
