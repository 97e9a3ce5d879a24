"""How many tiles a hand still lacks, by look-ups: each suit by itself, then the four of them together.

`engine.layout.distance_rules` says what is looked up; two halves of a hand are added up lane by lane.  What is missing
counts from complete: 0 is a complete hand, 1 a ready one.  Copies that lie in melds or rivers are not looked at: only
what the hand holds.
"""

from quepu.engine.distance.crossing import searched_missing
from quepu.engine.kernel import entry, inlined, kernel, part
from quepu.engine.layout import distance_rules as d
from quepu.engine.layout.distance_rules import LANE, LANE_MASK, NEAR_FAR, PAIR_LANES, NearHand, Plan, PlanSort
from quepu.engine.layout.table import Table
from quepu.engine.machine import lowest, ones

WILD_NUMBER = 41                        # a wild tile whose place another tile takes: no tile of such a rulebook is one
NO_PAIR = (1 << PAIR_LANES) - 1         # the lanes without a pair
EVEN_LANES = 31 * (1 + (1 << 10) + (1 << 20) + (1 << 30) + (1 << 40) + (1 << 50))
SEVENTH_BITS = 64 * (1 + (1 << 10) + (1 << 20) + (1 << 30) + (1 << 40) + (1 << 50))


@inlined
def profile_id(rules: d.DistanceRules, start: int, key: int) -> int:
    """The number of a group's profile."""
    if rules.is_wide:
        return int(rules.wide_profiles[start + key])
    return int(rules.profiles[start + key])


@inlined
def add_halves(a: int, b: int, sets: int, pair: int) -> int:
    """The tiles missing for so many sets and perhaps a pair of two profiles together."""
    fewest = NEAR_FAR
    if pair == 0:
        for lane in range(d.LANES):
            if lane <= sets:
                down = LANE * (sets - lane) & 63        # as the machine has it: a check less
                fewest = min(fewest, (a >> LANE * lane & LANE_MASK) + (b >> down & LANE_MASK))
        return fewest
    with_a = a >> PAIR_LANES
    with_b = b >> PAIR_LANES
    for lane in range(d.LANES):
        if lane <= sets:
            down = LANE * (sets - lane) & 63
            fewest = min(fewest, (a >> LANE * lane & LANE_MASK) + (with_b >> down & LANE_MASK),
                         (with_a >> LANE * lane & LANE_MASK) + (b >> down & LANE_MASK))
    return fewest


@inlined
def add_turned(a: int, turned: int, sets: int, pair: int) -> int:
    """The same of a profile and a turned one: lanes that belong together face each other and are added at once."""
    shift = LANE * (d.LANES - 1 - sets) & 31
    beyond = -1 << PAIR_LANES - shift & NO_PAIR         # lanes for which the other part has too few sets
    beyond |= beyond << PAIR_LANES
    if pair == 0:
        turned >>= PAIR_LANES
        beyond |= NO_PAIR << PAIR_LANES
    b = turned >> shift | beyond
    low = least_lanes((a & EVEN_LANES) + (b & EVEN_LANES), (a >> LANE & EVEN_LANES) + (b >> LANE & EVEN_LANES))
    low = least_lanes(low & NO_PAIR, low >> PAIR_LANES)
    return min(low & 63, low >> 10 & 63, low >> 20 & 63)


@inlined
def least_lanes(a: int, b: int) -> int:
    """The lesser of each two lanes: numbers below 64, ten bits each."""
    more = (a | SEVENTH_BITS) - b & SEVENTH_BITS        # where a is not below b
    return a ^ (a ^ b) & more - (more >> 6)


@kernel
def add_profiles(a: int, b: int, sets: int) -> int:
    """The profile of two parts together."""
    found = 0
    for s in range(sets + 1):
        found |= add_halves(a, b, s, 0) << LANE * s
        found |= add_halves(a, b, s, 1) << PAIR_LANES + LANE * s
    return found


@inlined
def left_half(rules: d.DistanceRules, level: d.Level, first: int, second: int) -> int:
    """The profile of the first two groups, from the numbers of theirs."""
    return int(rules.halves[level.left + first * level.left_width + second])


@inlined
def right_half(rules: d.DistanceRules, level: d.Level, third: int, fourth: int) -> int:
    """The profile of the last two groups."""
    return int(rules.halves[level.right + third * level.right_width + fourth])


@inlined
def turned_half(rules: d.DistanceRules, level: d.Level, third: int, fourth: int) -> int:
    """The same, turned."""
    return int(rules.halves[level.turned + third * level.right_width + fourth])


@inlined
def level_of(near: NearHand, plan: Plan) -> int:
    """The level of a plan for as many wild tiles as the hand has."""
    return plan.first_level + min(near.wilds, near.rules.level_count - 1)


@inlined
def sets_missing(near: NearHand, plan: Plan, k0: int, k1: int, k2: int, k3: int, flowers: int) -> int:
    """The tiles missing for the sets and pair of a plan."""
    rules = near.rules
    level = rules.levels[level_of(near, plan)]
    sets = plan.sets - near.melds
    left = left_half(rules, level, profile_id(rules, level.groups[0], k0), profile_id(rules, level.groups[1], k1))
    i2, i3 = profile_id(rules, level.groups[2], k2), profile_id(rules, level.groups[3], k3)
    if level.flowers >= 0:              # flowers that make sets are a group of their own
        right = add_profiles(right_half(rules, level, i2, i3), rules.halves[level.flowers + flowers], sets)
        return add_halves(left, right, sets, plan.pairs)
    return add_turned(left, turned_half(rules, level, i2, i3), sets, plan.pairs)


@kernel
def beside_fixed(near: NearHand, plan: Plan, fixed: int) -> int:
    """The tiles missing for the sets and pair beside one fixed part, which takes what it can."""
    powers = near.rules.powers
    taken = fixed & near.held[0]
    return sets_missing(near, plan, near.keys[0] - powers[taken & 511], near.keys[1] - powers[taken >> 9 & 511],
                        near.keys[2] - powers[taken >> 18 & 511], near.keys[3] - powers[taken >> 27 & 127],
                        (near.held[0] & ~taken) >> 34)


@kernel
def fixed_missing(near: NearHand, plan: Plan, bound: int) -> int:
    """The tiles missing for a fixed part, sets and a pair; `bound` or more need not be exact."""
    rules = near.rules
    fewest = NEAR_FAR
    for row in range(plan.fixed_count):
        fixed = rules.fixed_parts[plan.first_fixed + row]
        missing = ones(fixed & ~near.held[0])
        if missing < min(bound, fewest):
            missing += beside_fixed(near, plan, fixed)
        fewest = min(fewest, missing)
    return fewest


@inlined
def pairs_missing(near: NearHand, plan: Plan) -> int:
    """The tiles missing for so many pairs, all different or not."""
    allowed = plan.allowed
    wanted = plan.pairs
    pairs = ones(near.held[1] & allowed)
    singles = ones(near.held[0] & ~near.held[1] & allowed)
    if not plan.distinct:
        pairs += ones(near.held[3] & allowed)
        singles += ones(near.held[2] & ~near.held[3] & allowed)
    if plan.sets:
        return pung_and_pairs(near, allowed, wanted, pairs, singles)
    pairs = min(pairs, wanted)
    return 2 * wanted - 2 * pairs - min(singles, wanted - pairs)


@part
def pung_and_pairs(near: NearHand, allowed: int, wanted: int, pairs: int, singles: int) -> int:
    """The tiles missing for a pung and so many pairs; the pung may be of a kind held four times, three, ... or not."""
    fewest = NEAR_FAR
    for copies in range(5):
        kinds = allowed if copies == 0 else near.held[copies - 1] & allowed
        if copies < 4:
            kinds &= ~near.held[copies]
        if kinds:                       # that kind is lost to the pairs: both of four, one and a single of three
            left = min(wanted, pairs - copies // 2)
            missing = max(0, 3 - copies) + 2 * wanted - 2 * left - min(singles - copies % 2, wanted - left)
            fewest = min(fewest, missing)
    return fewest


@inlined
def tiles_missing(near: NearHand, plan: Plan, bound: int) -> int:
    """The tiles missing for a hand of allowed kinds only, perhaps of so many different ones; wild tiles counted."""
    fewest = plan.low - ones(near.held[0] & plan.allowed)
    if fewest >= bound:                 # every kind that is not there is a tile that is not
        return fewest
    return counted_missing(near, plan)


@part
def counted_missing(near: NearHand, plan: Plan) -> int:
    """The same, counted out."""
    wilds = near.wilds
    room = plan.places - 3 * near.melds
    first = ones(near.held[0] & plan.allowed)
    second = ones(near.held[1] & plan.allowed)
    third = ones(near.held[2] & plan.allowed)
    fourth = ones(near.held[3] & plan.allowed)
    if plan.low == 0:
        return max(0, room - wilds - first - second - third - fourth)
    fewest = NEAR_FAR
    for kinds in range(plan.low, plan.high + 1):
        places = room - min(wilds, room - kinds)        # a wild tile keeps its place without counting as a kind
        if 4 * kinds >= places and room >= kinds:
            further = min(kinds, second) + min(kinds, third) + min(kinds, fourth)
            fewest = min(fewest, places - min(first, kinds) - min(further, places - kinds))
    return fewest


@inlined
def places_missing(near: NearHand, plan: Plan) -> int:
    """The tiles that are lacking whatever the condition says."""
    held = near.wilds + 3 * near.melds
    for copies in range(4):
        held += ones(near.held[copies])
    return max(0, plan.places - held)


@kernel
def plan_missing(near: NearHand, plan: Plan, bound: int) -> int:
    """The tiles a hand lacks for a plan; `bound` or more need not be exact."""
    return way_missing(near, plan, bound)


@inlined
def way_missing(near: NearHand, plan: Plan, bound: int) -> int:
    """The same, for who asks for every plan of every hand."""
    if near.melds > plan.melds or near.laid & ~plan.allowed:
        return NEAR_FAR
    sort = plan.sort
    if sort == PlanSort.TILES:
        return tiles_missing(near, plan, bound)
    if sort == PlanSort.OPEN:
        return places_missing(near, plan) if near.melds >= plan.low else NEAR_FAR
    wilds = near.wilds
    if sort == PlanSort.SETS:
        missing = sets_missing(near, plan, near.keys[0], near.keys[1], near.keys[2], near.keys[3], near.held[0] >> 34)
    elif sort == PlanSort.FIXED:
        missing = fixed_missing(near, plan, bound + wilds)
    elif sort == PlanSort.SEARCH:
        missing = searched_missing(near, plan)
    else:
        missing = pairs_missing(near, plan)
    return max(0, missing - wilds)


@inlined
def missing_here(near: NearHand, told: int) -> int:
    """The fewest tiles the hand lacks; with `told` only for shapes whose condition can be told."""
    rules = near.rules
    fewest = NEAR_FAR
    for plan in rules.plans:
        if fewest == 0:
            break
        if plan.told >= told:
            fewest = min(fewest, way_missing(near, plan, fewest))
    return fewest


@inlined
def put_hand(t: Table, near: NearHand, seat: int) -> None:
    """Look at a seat's concealed tiles."""
    rules = near.rules
    for group in range(4):
        near.keys[group] = int(t.keys[seat, group])
    near.held[0] = int(t.held_mask[seat])
    near.melds = int(t.meld_count[seat])
    near.wild_kinds = int(t.wild)
    near.laid = 0
    near.wilds = 0
    near.face = -1
    rest = near.wild_kinds & near.held[0]
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        copies = t.held[seat, kind]
        near.wilds += copies
        near.held[0] &= ~(1 << kind)
        if kind < 34:
            near.keys[kind // 9] -= copies * rules.powers[1 << kind % 9]
    if rules.substitute >= 0:
        see_face(near)
    if rules.needs_laid:
        for place in range(t.meld_count[seat]):
            near.laid |= rules.set_masks[t.meld_set[seat, place]]
    if rules.needs_copies:
        second = third = fourth = 0
        rest = near.held[0]
        while rest:
            kind = lowest(rest)
            rest &= rest - 1
            copies = t.held[seat, kind]
            second |= int(copies > 1) << kind
            third |= int(copies > 2) << kind
            fourth |= int(copies > 3) << kind
        near.held[1] = second
        near.held[2] = third
        near.held[3] = fourth
    if near.face >= 0 and rules.substitute_copies == 0:
        move_face(near, t.held[seat, rules.substitute])
    if rules.imagined:
        add_imagined(t, near, seat)


@kernel
def see_face(near: NearHand) -> None:
    """Find out whether a tile takes the wild tile's place; wild tiles then have a number of their own (`read_as`)."""
    rules = near.rules
    wild = near.wild_kinds
    near.moved = 0
    if wild and wild & wild - 1 == 0 and wild & ~rules.substitute_for == 0:
        near.face = lowest(wild)
        near.wild_kinds = 1 << WILD_NUMBER


@inlined
def read_as(near: NearHand, kind: int) -> int:
    """A tile as the hand that is looked at has it: a substitute as what it is, a wild tile apart from that."""
    if near.face < 0:
        return kind
    if kind == near.face:
        return WILD_NUMBER
    if kind == near.rules.substitute and near.rules.substitute_copies == 0:
        return int(near.face)
    return kind


@inlined
def tile_of_number(near: NearHand, number: int) -> int:
    """The tile that the hand that is looked at has as this number; substitutes are the only natural tiles of a face."""
    if near.face < 0:
        return number
    if number == WILD_NUMBER:
        return int(near.face)
    return int(near.rules.substitute) if number == near.face else number


@kernel
def tiles_of_numbers(near: NearHand, numbers: int) -> int:
    """The same for several, as bits."""
    if near.face < 0:
        return numbers
    found = numbers & ~(1 << WILD_NUMBER | 1 << near.face)
    if numbers >> WILD_NUMBER & 1:
        found |= 1 << near.face
    if numbers >> near.face & 1:
        found |= 1 << near.rules.substitute
    return found


@kernel
def move_face(near: NearHand, copies: int) -> None:
    """Let so many substitutes be what they may be."""
    for _copy in range(copies):
        held = 0
        for place in range(4):
            held += int(near.held[place] >> near.rules.substitute & 1)
        if held:
            take_tile(near, near.rules.substitute, held)
            add_tile(near, near.face)
            near.moved += 1


@kernel
def add_imagined(t: Table, near: NearHand, seat: int) -> None:
    """Add the tile that a seat only thinks of: any, or the one it has said, unless it has all four of them."""
    rules = near.rules
    if rules.imagined_slot >= 0:
        kind = t.memory[rules.imagined_slot + seat]
        if 0 <= kind < 34:
            if not near.held[3] >> kind & 1:
                add_tile(near, kind)
            return
    near.wilds += 1


@inlined
def add_tile(near: NearHand, kind: int) -> None:
    """Add a tile to the hand."""
    if near.wild_kinds >> kind & 1:
        near.wilds += 1
        return
    if kind < 34:
        near.keys[kind // 9] += near.rules.powers[1 << kind % 9]
    bit = 1 << kind
    place = 0
    while place < 3 and near.held[place] & bit:
        place += 1
    near.held[place] |= bit


@inlined
def take_tile(near: NearHand, kind: int, copies: int) -> None:
    """Take one of so many tiles of a kind, not a wild one, from the hand."""
    if kind < 34:
        near.keys[kind // 9] -= near.rules.powers[1 << kind % 9]
    near.held[min(copies, 4) - 1] &= ~(1 << kind)


@entry
@kernel
def missing_of(t: Table, near: NearHand, seat: int, tile: int) -> int:
    """The fewest tiles missing from a complete hand for a seat's concealed tiles and `tile` (-1: none).

    Never too many: a shape whose condition cannot be told counts as soon as there are tiles enough.
    """
    put_hand(t, near, seat)
    if tile >= 0:
        add_number(near, read_as(near, tile))
    return missing_moved(near, 0)


@entry
@kernel
def told_missing_of(t: Table, near: NearHand, seat: int, tile: int) -> int:
    """The same over the shapes that can be told: how near a hand is for a player who chooses discards."""
    put_hand(t, near, seat)
    if tile >= 0:
        add_number(near, read_as(near, tile))
    return missing_moved(near, 1)


@inlined
def add_number(near: NearHand, kind: int) -> None:
    """Add a tile, unless it would be the fifth: one that is thought of may be there."""
    if near.rules.imagined == 0 or not near.held[3] >> kind & 1:
        add_tile(near, kind)


@inlined
def missing_moved(near: NearHand, told: int) -> int:
    """The fewest tiles missing, however many tiles are read as substitutes that need not."""
    fewest = missing_here(near, told)
    if near.face >= 0:
        for _copy in range(near.rules.substitute_copies):
            if fewest > 0 and near.held[0] >> near.rules.substitute & 1:
                move_face(near, 1)
                fewest = min(fewest, missing_here(near, told))
    return fewest
