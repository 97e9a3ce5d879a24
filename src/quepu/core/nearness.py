"""How many tiles a hand still lacks, by look-ups: each suit by itself, then the four of them together.

`N` is one row of numbers for a rulebook: a head, the hand that is being looked at, room for answers, then plans and
tables.  A group (a suit, the honours) is a number in base five; a table gives for it the number of a *profile*: the
fewest tiles missing for every number of sets, with and without a pair, five bits each.  There are only some hundred
different profiles, so that two groups together are one more look-up, and two halves are added up lane by lane.

A hand that is looked at lies in N itself, so an N serves one thread.  What is missing counts from complete: 0 is a
complete hand, 1 a ready one.  Copies that lie in melds or rivers are not looked at: only what the hand holds.
"""

from typing import Any

from quepu.core.calls import address_of, call_part, endless, lowest, ones
from quepu.core.kernel import Ints, inlined, kernel

NEAR_FAR = 99               # a shape the hand cannot become
# -- N: the head --
(N_LEVELS, N_ID_SHIFT, N_PLANS, N_AT_PLANS, N_AT_POWERS, N_NEEDS_LAID, N_NEEDS_COPIES, N_AT_SET_MASKS, N_KINDS,
 N_AT_ORDER, N_MOST_TILES, N_AT_SPREAD, N_AT_SEARCH,
 N_FN_SEARCH) = range(14)
# -- N: the hand that is looked at, wild tiles apart --
N_KEYS = 16                 # 4: the groups in base five
N_HELD = 20                 # 4: kinds of which at least one, two, three, four are held, as bits
N_WILDS, N_MELDS, N_LAID, N_WILD_KINDS = 24, 25, 26, 27
# -- N: answers --
N_AFTER = 64                # 42: what is missing after a discard of this kind
N_LIVE = 106                # 42: live tiles that bring it nearer then, where the fewest are missing
N_USEFUL = 148              # 42: their kinds, as bits
N_GROWN = 190               # 42: profile of a group with one tile more
N_HALF_GROWN = 232          # 42: the half it lies in
N_NEAREST = 274             # 100: what is missing for each plan
MOST_PLANS = 100
N_HEAD = 374

# -- a plan: one way to fulfil the condition of one shape --
(PLAN_TYPE, PLAN_SHAPE, PLAN_SETS, PLAN_PAIRS, PLAN_PLACES, PLAN_MELDS, PLAN_ALLOWED, PLAN_LOW, PLAN_HIGH, PLAN_TABLES,
 PLAN_AT_FIXED, PLAN_FIXED, PLAN_DISTINCT, PLAN_TOLD, PLAN_AT_PARTS, PLAN_PARTS) = range(16)
PLAN_WIDTH = 16
# sets and at most one pair; the same with a fixed part; pairs, perhaps with one pung; tiles of some kinds; a condition
# that cannot be told: as many tiles as are lacking at least; sets or pairs that cross suits and the like: by search
PLAN_OF_SETS, PLAN_OF_FIXED, PLAN_OF_PAIRS, PLAN_OF_TILES, PLAN_OPEN, PLAN_OF_SEARCH = range(6)
# -- tables for as many places as only a wild tile can fill (0, 1, any number): where they stand --
LEVEL_IDS = 0               # 4: profiles of the groups
LEVEL_LEFT, LEVEL_LEFT_WIDE, LEVEL_RIGHT, LEVEL_RIGHT_WIDE, LEVEL_FLOWERS = 4, 5, 6, 7, 8
LEVEL_WIDTH = 9
# -- a profile: six lanes without a pair, then six with one --
LANE = 5
LANE_MASK = 31
PAIR_LANES = 30


@inlined
def profile_id(N: Ints, start: int, key: int) -> int:
    """The number of a group's profile."""
    shift = int(N[N_ID_SHIFT])          # eight numbers to a word, or four
    wide = 64 >> shift
    return int(N[start + (key >> shift)]) >> (key & ((1 << shift) - 1)) * wide & ((1 << wide) - 1)


@inlined
def add_halves(a: int, b: int, sets: int, pair: int) -> int:
    """The tiles missing for so many sets and perhaps a pair of two profiles together."""
    fewest = NEAR_FAR
    up = 0
    down = LANE * sets
    if pair == 0:
        while down >= 0:
            fewest = min(fewest, (a >> up & LANE_MASK) + (b >> down & LANE_MASK))
            up += LANE
            down -= LANE
        return fewest
    with_a = a >> PAIR_LANES
    with_b = b >> PAIR_LANES
    while down >= 0:
        fewest = min(fewest, (a >> up & LANE_MASK) + (with_b >> down & LANE_MASK),
                     (with_a >> up & LANE_MASK) + (b >> down & LANE_MASK))
        up += LANE
        down -= LANE
    return fewest


@kernel
def add_profiles(a: int, b: int, sets: int) -> int:
    """The profile of two parts together."""
    found = 0
    for s in range(sets + 1):
        found |= add_halves(a, b, s, 0) << LANE * s
        found |= add_halves(a, b, s, 1) << PAIR_LANES + LANE * s
    return found


@inlined
def left_half(N: Ints, level: int, first: int, second: int) -> int:
    """The profile of the first two groups, from the numbers of theirs."""
    return int(N[int(N[level + LEVEL_LEFT]) + first * int(N[level + LEVEL_LEFT_WIDE]) + second])


@inlined
def right_half(N: Ints, level: int, third: int, fourth: int) -> int:
    """The profile of the last two groups."""
    return int(N[int(N[level + LEVEL_RIGHT]) + third * int(N[level + LEVEL_RIGHT_WIDE]) + fourth])


@inlined
def level_of(N: Ints, plan: int) -> int:
    """Where the tables stand for as many wild tiles as the hand has."""
    return int(N[plan + PLAN_TABLES]) + LEVEL_WIDTH * min(int(N[N_WILDS]), int(N[N_LEVELS]) - 1)


@inlined
def sets_missing(N: Ints, plan: int, level: int, k0: int, k1: int, k2: int, k3: int, flowers: int) -> int:
    """The tiles missing for the sets and pair of a plan."""
    sets = int(N[plan + PLAN_SETS]) - int(N[N_MELDS])
    left = left_half(N, level, profile_id(N, int(N[level]), k0), profile_id(N, int(N[level + 1]), k1))
    right = right_half(N, level, profile_id(N, int(N[level + 2]), k2), profile_id(N, int(N[level + 3]), k3))
    if N[level + LEVEL_FLOWERS]:        # flowers that make sets are a group of their own
        right = add_profiles(right, int(N[int(N[level + LEVEL_FLOWERS]) + flowers]), sets)
    return add_halves(left, right, sets, int(N[plan + PLAN_PAIRS]))


@kernel
def beside_fixed(N: Ints, plan: int, fixed: int) -> int:
    """The tiles missing for the sets and pair beside one fixed part, which takes what it can."""
    powers = int(N[N_AT_POWERS])
    taken = fixed & int(N[N_HELD])
    return sets_missing(N, plan, level_of(N, plan), int(N[N_KEYS]) - int(N[powers + (taken & 511)]),
                        int(N[N_KEYS + 1]) - int(N[powers + (taken >> 9 & 511)]),
                        int(N[N_KEYS + 2]) - int(N[powers + (taken >> 18 & 511)]),
                        int(N[N_KEYS + 3]) - int(N[powers + (taken >> 27 & 127)]), (int(N[N_HELD]) & ~taken) >> 34)


@kernel
def fixed_missing(N: Ints, plan: int, bound: int) -> int:
    """The tiles missing for a fixed part, sets and a pair; `bound` or more need not be exact."""
    fewest = NEAR_FAR
    for row in range(int(N[plan + PLAN_FIXED])):
        fixed = int(N[int(N[plan + PLAN_AT_FIXED]) + row])
        missing = ones(fixed & ~int(N[N_HELD]))
        if missing < min(bound, fewest):
            missing += beside_fixed(N, plan, fixed)
        fewest = min(fewest, missing)
    return fewest


@inlined
def pairs_missing(N: Ints, plan: int) -> int:
    """The tiles missing for so many pairs, all different or not."""
    allowed = int(N[plan + PLAN_ALLOWED])
    wanted = int(N[plan + PLAN_PAIRS])
    pairs = ones(int(N[N_HELD + 1]) & allowed)
    singles = ones(int(N[N_HELD]) & ~int(N[N_HELD + 1]) & allowed)
    if not N[plan + PLAN_DISTINCT]:
        pairs += ones(int(N[N_HELD + 3]) & allowed)
        singles += ones(int(N[N_HELD + 2]) & ~int(N[N_HELD + 3]) & allowed)
    if N[plan + PLAN_SETS]:
        return pung_and_pairs(N, allowed, wanted, pairs, singles)
    pairs = min(pairs, wanted)
    return 2 * wanted - 2 * pairs - min(singles, wanted - pairs)


@inlined
def pung_and_pairs(N: Ints, allowed: int, wanted: int, pairs: int, singles: int) -> int:
    """The tiles missing for a pung and so many pairs; the pung may be of a kind held four times, three, ... or not."""
    fewest = NEAR_FAR
    for copies in range(5):
        kinds = allowed if copies == 0 else int(N[N_HELD + copies - 1]) & allowed
        if copies < 4:
            kinds &= ~int(N[N_HELD + copies])
        if kinds:                       # that kind is lost to the pairs: both of four, one and a single of three
            left = min(wanted, pairs - copies // 2)
            missing = max(0, 3 - copies) + 2 * wanted - 2 * left - min(singles - copies % 2, wanted - left)
            fewest = min(fewest, missing)
    return fewest


@inlined
def tiles_missing(N: Ints, plan: int) -> int:
    """The tiles missing for a hand of allowed kinds only, perhaps of so many different ones; wild tiles counted."""
    allowed = int(N[plan + PLAN_ALLOWED])
    wilds = int(N[N_WILDS])
    room = int(N[plan + PLAN_PLACES]) - 3 * int(N[N_MELDS])
    first = ones(int(N[N_HELD]) & allowed)
    second = ones(int(N[N_HELD + 1]) & allowed)
    third = ones(int(N[N_HELD + 2]) & allowed)
    fourth = ones(int(N[N_HELD + 3]) & allowed)
    if N[plan + PLAN_LOW] == 0:
        return max(0, room - wilds - first - second - third - fourth)
    fewest = NEAR_FAR
    for kinds in range(int(N[plan + PLAN_LOW]), int(N[plan + PLAN_HIGH]) + 1):
        places = room - min(wilds, room - kinds)        # a wild tile keeps its place without counting as a kind
        if 4 * kinds >= places and room >= kinds:
            further = min(kinds, second) + min(kinds, third) + min(kinds, fourth)
            fewest = min(fewest, places - min(first, kinds) - min(further, places - kinds))
    return fewest


@inlined
def places_missing(N: Ints, plan: int) -> int:
    """The tiles that are lacking whatever the condition says."""
    held = int(N[N_WILDS]) + 3 * int(N[N_MELDS])
    for copies in range(4):
        held += ones(int(N[N_HELD + copies]))
    return max(0, int(N[plan + PLAN_PLACES]) - held)


@kernel
def plan_missing(N: Ints, plan: int, bound: int) -> int:
    """The tiles the hand in N lacks for a plan; `bound` or more need not be exact, NEAR_FAR is never."""
    melds = int(N[N_MELDS])
    if melds > N[plan + PLAN_MELDS] or int(N[N_LAID]) & ~int(N[plan + PLAN_ALLOWED]):
        return NEAR_FAR
    sort = int(N[plan + PLAN_TYPE])
    if sort == PLAN_OF_TILES:
        return tiles_missing(N, plan)
    if sort == PLAN_OPEN:
        return places_missing(N, plan) if melds >= N[plan + PLAN_LOW] else NEAR_FAR
    wilds = int(N[N_WILDS])
    if sort == PLAN_OF_SETS:
        missing = sets_missing(N, plan, level_of(N, plan), int(N[N_KEYS]), int(N[N_KEYS + 1]), int(N[N_KEYS + 2]),
                               int(N[N_KEYS + 3]), int(N[N_HELD]) >> 34)
    elif sort == PLAN_OF_FIXED:
        missing = fixed_missing(N, plan, bound + wilds)
    elif sort == PLAN_OF_SEARCH:
        missing = int(call_part(int(N[N_FN_SEARCH]), address_of(N), plan, 0, 0))
    else:
        missing = pairs_missing(N, plan)
    return max(0, missing - wilds)


@inlined
def missing_here(N: Ints, told: int) -> int:
    """The fewest tiles the hand in N lacks; with `told` only for shapes whose condition can be told."""
    fewest = NEAR_FAR
    plan = int(N[N_AT_PLANS])
    for _plan in range(int(N[N_PLANS])):
        if fewest == 0:
            break
        if N[plan + PLAN_TOLD] >= told:
            fewest = min(fewest, plan_missing(N, plan, fewest))
        plan += PLAN_WIDTH
    return fewest


@inlined
def put_hand(t: Any, N: Ints, seat: int) -> None:
    """Put a seat's concealed tiles into N."""
    for group in range(4):
        N[N_KEYS + group] = t.keys[seat, group]
    N[N_HELD] = t.held_mask[seat]
    N[N_MELDS] = t.meld_count[seat]
    N[N_WILD_KINDS] = t.wild
    N[N_LAID] = 0
    N[N_WILDS] = 0
    rest = int(N[N_WILD_KINDS]) & int(N[N_HELD])
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        copies = int(t.held[seat, kind])
        N[N_WILDS] += copies
        N[N_HELD] &= ~(1 << kind)
        if kind < 34:
            N[N_KEYS + kind // 9] -= copies * int(N[int(N[N_AT_POWERS]) + (1 << kind % 9)])
    if N[N_NEEDS_LAID]:
        for place in range(int(t.meld_count[seat])):
            N[N_LAID] |= N[int(N[N_AT_SET_MASKS]) + int(t.meld_set[seat, place])]
    if N[N_NEEDS_COPIES]:
        second = third = fourth = 0
        rest = int(N[N_HELD])
        while rest:
            kind = lowest(rest)
            rest &= rest - 1
            copies = int(t.held[seat, kind])
            second |= int(copies > 1) << kind
            third |= int(copies > 2) << kind
            fourth |= int(copies > 3) << kind
        N[N_HELD + 1] = second
        N[N_HELD + 2] = third
        N[N_HELD + 3] = fourth


@inlined
def add_tile(N: Ints, kind: int) -> None:
    """Add a tile to the hand in N."""
    if int(N[N_WILD_KINDS]) >> kind & 1:
        N[N_WILDS] += 1
        return
    if kind < 34:
        N[N_KEYS + kind // 9] += N[int(N[N_AT_POWERS]) + (1 << kind % 9)]
    bit = 1 << kind
    place = N_HELD
    while N[place] & bit and place < N_HELD + 3:
        place += 1
    N[place] |= bit


@inlined
def take_tile(N: Ints, kind: int, copies: int) -> None:
    """Take one of so many tiles of a kind, not a wild one, from the hand in N."""
    if kind < 34:
        N[N_KEYS + kind // 9] -= N[int(N[N_AT_POWERS]) + (1 << kind % 9)]
    N[N_HELD + min(copies, 4) - 1] &= ~(1 << kind)


@kernel
def missing_of(t: Any, N: Ints, seat: int, tile: int) -> int:
    """The fewest tiles missing from a complete hand for a seat's concealed tiles and `tile` (-1: none).

    Never too many: a shape whose condition cannot be told counts as soon as there are tiles enough.
    """
    put_hand(t, N, seat)
    if tile >= 0:
        add_tile(N, tile)
    return missing_here(N, 0)


@kernel
def told_missing_of(t: Any, N: Ints, seat: int, tile: int) -> int:
    """The same over the shapes that can be told: how near a hand is for a player who chooses discards."""
    put_hand(t, N, seat)
    if tile >= 0:
        add_tile(N, tile)
    return missing_here(N, 1)


@inlined
def put_counts(hands: Ints, start: int, wild: int, N: Ints) -> int:
    """Put 42 counts into N; how many tiles they are, or NEAR_FAR if there are more than four of a kind."""
    first = second = third = fourth = wilds = beyond = 0
    spread = int(N[N_AT_SPREAD])
    for group in range(4):
        low = 0
        high = 0
        here = start + 9 * group
        for rank in range(4, -1, -1):
            copies = int(hands[here + rank])
            beyond |= copies + 123
            low = 5 * low + copies
        for rank in range(8 if group < 3 else 6, 4, -1):
            copies = int(hands[here + rank])
            beyond |= copies + 123
            high = 5 * high + copies
        if beyond >= 128:               # some count is above four
            return NEAR_FAR
        N[N_KEYS + group] = low + 3125 * high
        bits = int(N[spread + low]) | int(N[spread + high]) << 5
        first |= (bits & 511) << 9 * group
        second |= (bits >> 16 & 511) << 9 * group
        third |= (bits >> 32 & 511) << 9 * group
        fourth |= (bits >> 48) << 9 * group
    for kind in range(34, 42):
        copies = int(hands[start + kind])
        beyond |= copies + 126
        first |= copies << kind
    if beyond >= 128:
        return NEAR_FAR
    rest = first & wild
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        copies = int(hands[start + kind])
        wilds += copies
        if kind < 34:
            N[N_KEYS + kind // 9] -= copies * int(N[int(N[N_AT_POWERS]) + (1 << kind % 9)])
    N[N_HELD] = first & ~wild
    N[N_HELD + 1] = second & ~wild
    N[N_HELD + 2] = third & ~wild
    N[N_HELD + 3] = fourth & ~wild
    N[N_WILDS] = wilds
    return ones(first) + ones(second) + ones(third) + ones(fourth)


@kernel
def distances_many(hands: Ints, melds: Ints, laid: Ints, wild: int, numbers: Ints, shapes: int, out: Ints) -> int:
    """Fill the distance of each hand, 42 counts: -1 complete, 0 ready; with `shapes` so many for each hand.

    NEAR_FAR is where no shape can be told.  Returns the first hand that has too many tiles, -1 if none has.
    """
    N = endless(numbers)
    hands = endless(hands)
    N[N_WILD_KINDS] = wild
    for row in range(len(melds)):
        tiles = put_counts(hands, 42 * row, wild, N)
        N[N_MELDS] = melds[row]
        N[N_LAID] = laid[row]
        if tiles + 3 * int(N[N_MELDS]) > N[N_MOST_TILES]:
            return row
        if shapes == 0:
            fewest = missing_here(N, 1)
            out[row] = fewest if fewest == NEAR_FAR else fewest - 1
            continue
        for shape in range(shapes):
            out[shapes * row + shape] = NEAR_FAR
        plan = int(N[N_AT_PLANS])
        for _plan in range(int(N[N_PLANS])):
            place = shapes * row + int(N[plan + PLAN_SHAPE])
            if N[plan + PLAN_TOLD]:
                missing = plan_missing(N, plan, NEAR_FAR)
                if missing < NEAR_FAR:
                    out[place] = min(int(out[place]), missing - 1)
            plan += PLAN_WIDTH
    return -1
