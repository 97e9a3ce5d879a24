"""The distances of many hands at once."""

from quepu.engine.distance.lookup import missing_here, plan_missing
from quepu.engine.kernel import entry, inlined, kernel, part
from quepu.engine.layout.distance_rules import NEAR_FAR, DistanceRules, NearHand
from quepu.engine.layout.kinds import Bytes, Ints, SmallInts
from quepu.engine.machine import at_least, ones, part_of, soon

HONORS = (1 << 34) - 1      # and all kinds before them: a flower is of no group


@inlined
def key_of(rules: DistanceRules, first: int, second: int, third: int, fourth: int, shift: int) -> int:
    """The number of a group, from the kinds that are held once, twice, three and four times."""
    key = rules.powers[first >> shift & 511] + rules.powers[second >> shift & 511]
    if third:                           # which is seldom
        key += rules.powers[third >> shift & 511] + rules.powers[fourth >> shift & 511]
    return int(key)


@inlined
def fetch_groups(rules: DistanceRules, k0: int, k1: int, k2: int) -> None:
    """Let the machine fetch what says the profiles of three suits for the first level."""
    if len(rules.levels) and not rules.is_wide:
        level = rules.levels[0]
        soon(rules.profiles, level.groups[0] + k0)
        soon(rules.profiles, level.groups[1] + k1)
        soon(rules.profiles, level.groups[2] + k2)


@entry
@kernel
def distances_many(hands: Bytes, melds: Bytes, laid: Ints, wild: int, near: NearHand, shapes: int,
                   out: SmallInts) -> int:
    """Fill the distance of each hand, 42 counts: -1 complete, 0 ready; with `shapes` so many for each hand.

    NEAR_FAR is where no shape can be told.  Returns the first hand that has too many tiles, -1 if none has.
    """
    rules = near.rules
    near.wild_kinds = wild
    count = len(melds)
    k0 = k1 = k2 = k3 = first = second = third = fourth = wilds = 0
    for ahead in range(count + 1):
        if ahead < count:               # a hand is taken while the one before it is looked up: tables are far away
            counts = part_of(hands, 42 * ahead, 42)
            first = at_least(counts, 1)
            second = at_least(counts, 2)
            third = at_least(counts, 3)
            fourth = at_least(counts, 4)
            tiles = ones(first) + ones(second) + ones(third) + ones(fourth) + 3 * int(melds[ahead])
            if tiles > rules.most_tiles or at_least(counts, 5) or (second & ~wild) >> 34:
                return ahead
            first &= ~wild
            second &= ~wild
            third &= ~wild
            fourth &= ~wild
            wilds = tiles - 3 * int(melds[ahead]) - ones(first) - ones(second) - ones(third) - ones(fourth)
            k0 = key_of(rules, first, second, third, fourth, 0)
            k1 = key_of(rules, first, second, third, fourth, 9)
            k2 = key_of(rules, first, second, third, fourth, 18)
            k3 = key_of(rules, first & HONORS, second, third, fourth, 27)
            fetch_groups(rules, k0, k1, k2)
        if ahead:
            row = ahead - 1
            near.melds = int(melds[row])
            near.laid = int(laid[row])
            if shapes:
                shape_distances(near, part_of(out, shapes * row, shapes))
            else:
                fewest = missing_here(near, 1)
                out[row] = fewest if fewest == NEAR_FAR else fewest - 1
        near.keys[0] = k0
        near.keys[1] = k1
        near.keys[2] = k2
        near.keys[3] = k3
        near.held[0] = first
        near.held[1] = second
        near.held[2] = third
        near.held[3] = fourth
        near.wilds = wilds + rules.imagined
    return -1


@part
def shape_distances(near: NearHand, out: SmallInts) -> None:
    """Fill the distance of the hand from each shape."""
    rules = near.rules
    for shape in range(len(out)):
        out[shape] = NEAR_FAR
    for plan in rules.plans:
        if plan.told:
            missing = plan_missing(near, plan, NEAR_FAR)
            if missing < NEAR_FAR:
                out[plan.shape] = min(int(out[plan.shape]), missing - 1)
