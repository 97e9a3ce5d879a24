"""What a hand lacks for sets and pairs that look-ups cannot tell: those that cross suits, or several unequal pairs.

Only a rulebook with such sets or pairs comes here.
"""

from quepu.engine.distance.exact import FAR, add_part, empty_into, nearest_into
from quepu.engine.kernel import kernel
from quepu.engine.layout.distance_rules import NEAR_FAR, NearHand, Plan
from quepu.engine.machine import ones, part_of


@kernel
def search_missing(near: NearHand, plan: Plan, fixed: int) -> int:
    """The tiles missing for sets and pairs of any catalogue, and a fixed part, by search."""
    rules = near.rules
    for kind in range(42):
        held = 0
        for copies in range(4):
            held += near.held[copies] >> kind & 1
        in_fixed = fixed >> kind & 1
        near.searched[kind] = held - min(held, in_fixed)
        near.left[kind] = max(0, (4 if kind < 34 else 1) - max(held, in_fixed))
    sets = plan.sets - near.melds
    pairs = plan.pairs
    wilds = near.wilds
    last = (sets + 1) * (pairs + 1) - 1
    most = 3 * sets + 2 * pairs
    for limit in range(min(wilds, most), most + 1):     # the nearest target is mostly near: look there first
        for index in range(last + 1):
            near.best[index] = FAR
            near.best_kinds[index] = 0
        near.best[0] = 0
        for index in range(plan.part_count):
            part = rules.parts[plan.first_part + index]
            blocks = part_of(rules.blocks, 3 * part.first_block, 3 * part.block_count)
            nearest_into(near.part, near.part_kinds, have=near.searched, left=near.left, blocks=blocks, first=0,
                         last=part.block_count, set_kinds=part.set_count, sets=sets, pairs=pairs, limit=limit,
                         dead=wilds, repeat=1 - plan.distinct, work=near.work)
            add_part(near.best, near.best_kinds, near.part, near.part_kinds, sets, pairs, limit)
        empty_into(near.part, near.part_kinds, sets, pairs, 0, 0)
        add_part(near.best, near.best_kinds, near.part, near.part_kinds, sets, pairs, limit)
        if near.best[last] <= limit:
            return int(near.best[last]) + ones(fixed & ~near.held[0])
    return NEAR_FAR


@kernel
def searched_missing(near: NearHand, plan: Plan) -> int:
    """The same for the nearest fixed part."""
    if plan.fixed_count == 0:
        return search_missing(near, plan, 0)
    rules = near.rules
    fewest = NEAR_FAR
    for row in range(plan.fixed_count):
        fewest = min(fewest, search_missing(near, plan, rules.fixed_parts[plan.first_fixed + row]))
    return fewest
