"""What each discard leaves: how many tiles are missing then, and which tiles bring the hand nearer.

Everything that one discard and one draw do not touch is looked up once: of the four groups at most two change.
Answers stand in N (see `core.nearness`): N_AFTER, N_USEFUL and N_LIVE, one place a kind.
"""

from typing import Any

from quepu.core.calls import endless, lowest, ones
from quepu.core.kernel import Ints, inlined, kernel
from quepu.core.nearness import (
    LANE,
    LANE_MASK,
    LEVEL_FLOWERS,
    N_AFTER,
    N_AT_ORDER,
    N_AT_PLANS,
    N_AT_POWERS,
    N_GROWN,
    N_HALF_GROWN,
    N_HELD,
    N_KEYS,
    N_KINDS,
    N_LIVE,
    N_MELDS,
    N_NEAREST,
    N_PLANS,
    N_USEFUL,
    N_WILD_KINDS,
    N_WILDS,
    NEAR_FAR,
    PAIR_LANES,
    PLAN_ALLOWED,
    PLAN_AT_FIXED,
    PLAN_FIXED,
    PLAN_OF_FIXED,
    PLAN_OF_PAIRS,
    PLAN_OF_SETS,
    PLAN_OF_TILES,
    PLAN_PAIRS,
    PLAN_SETS,
    PLAN_TOLD,
    PLAN_TYPE,
    PLAN_WIDTH,
    add_halves,
    add_tile,
    beside_fixed,
    left_half,
    level_of,
    plan_missing,
    profile_id,
    put_hand,
    right_half,
    take_tile,
)

EVERY_KIND = (1 << 42) - 1
LEFT_KINDS = (1 << 18) - 1              # kinds of the first two groups
RANKS = 511
EVEN_LANES = 31 * (1 + (1 << 10) + (1 << 20) + (1 << 30) + (1 << 40) + (1 << 50))
SIXTH_BITS = 32 * (1 + (1 << 10) + (1 << 20) + (1 << 30) + (1 << 40) + (1 << 50))


@inlined
def copies_here(N: Ints, kind: int) -> int:
    """How many tiles of a kind the hand in N has."""
    return (int(N[N_HELD]) >> kind & 1) + (int(N[N_HELD + 1]) >> kind & 1) + (int(N[N_HELD + 2]) >> kind & 1) \
        + (int(N[N_HELD + 3]) >> kind & 1)


@inlined
def changed_half(N: Ints, level: int, group: int, number: int, i0: int, i1: int, i2: int, i3: int) -> int:
    """The profile of a half in which one group has another profile number."""
    if group == 0:
        return left_half(N, level, number, i1)
    if group == 1:
        return left_half(N, level, i0, number)
    if group == 2:
        return right_half(N, level, number, i3)
    return right_half(N, level, i2, number)


@kernel
def sets_after(N: Ints, plan: int, kinds: int) -> None:
    """Lower N_AFTER to what is missing for sets and a pair after a discard of each of the kinds."""
    level = level_of(N, plan)
    sets = int(N[plan + PLAN_SETS]) - int(N[N_MELDS])
    pair = int(N[plan + PLAN_PAIRS])
    wilds = int(N[N_WILDS])
    i0 = profile_id(N, int(N[level]), int(N[N_KEYS]))
    i1 = profile_id(N, int(N[level + 1]), int(N[N_KEYS + 1]))
    i2 = profile_id(N, int(N[level + 2]), int(N[N_KEYS + 2]))
    i3 = profile_id(N, int(N[level + 3]), int(N[N_KEYS + 3]))
    left = left_half(N, level, i0, i1)
    right = right_half(N, level, i2, i3)
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        group = kind // 9
        fewer = int(N[N_KEYS + group]) - int(N[int(N[N_AT_POWERS]) + (1 << kind % 9)])
        number = profile_id(N, int(N[level + group]), fewer)
        half = changed_half(N, level, group, number, i0, i1, i2, i3)
        missing = max(0, add_halves(half, right if kind < 18 else left, sets, pair) - wilds)
        N[N_AFTER + kind] = min(int(N[N_AFTER + kind]), missing)


@inlined
def bars_of(half: int, sets: int, pair: int, enough: int, odd: int) -> int:
    """What the lanes of the other half must stay below, for every second lane: ten bits each, see `is_below`."""
    found = 0
    for s in range(odd, 6, 2):
        without = 31
        with_pair = 31
        if s <= sets:
            lane = LANE * (sets - s)
            without = 31 + max(0, enough - (half >> lane + PAIR_LANES * pair & LANE_MASK))
            if pair:
                with_pair = 31 + max(0, enough - (half >> lane & LANE_MASK))
        found |= (without << LANE * (s - odd)) | (with_pair << PAIR_LANES + LANE * (s - odd))
    return found


@inlined
def is_below(half: int, even: int, odd: int) -> int:
    """1 if some lane of a half is below its bar, else 0; all at once: 31 + bar - lane has its sixth bit then."""
    return int(((even - (half & EVEN_LANES)) | (odd - (half >> LANE & EVEN_LANES))) & SIXTH_BITS != 0)


@kernel
def helping_draws(N: Ints, level: int, sets: int, pair: int, enough: int, k0: int, k1: int, k2: int, k3: int,
                  draws: int) -> int:
    """The draws after which fewer than `enough` tiles are missing for sets and a pair; N_GROWN says what they do."""
    powers = int(N[N_AT_POWERS])
    i0, i1 = profile_id(N, int(N[level]), k0), profile_id(N, int(N[level + 1]), k1)
    i2, i3 = profile_id(N, int(N[level + 2]), k2), profile_id(N, int(N[level + 3]), k3)
    helping = 0
    for group in range(4):
        rest = draws >> 9 * group & RANKS if group < 3 else draws >> 27
        start = int(N[level + group])
        key = k0 if group == 0 else k1 if group == 1 else k2 if group == 2 else k3
        other = right_half(N, level, i2, i3) if group < 2 else left_half(N, level, i0, i1)
        even, odd = bars_of(other, sets, pair, enough, 0), bars_of(other, sets, pair, enough, 1)
        while rest:
            rank = lowest(rest)
            rest &= rest - 1
            draw = 9 * group + rank
            number = profile_id(N, start, key + int(N[powers + (1 << rank)]))
            half = changed_half(N, level, group, number, i0, i1, i2, i3)
            N[N_GROWN + draw] = number
            N[N_HALF_GROWN + draw] = half
            helping |= is_below(half, even, odd) << draw
    return helping


@kernel
def sets_useful(N: Ints, plan: int, kinds: int, draws: int, fewest: int) -> None:
    """Add to N_USEFUL of each of the kinds those draws after which fewer than `fewest` tiles are missing for sets."""
    level = level_of(N, plan)
    sets = int(N[plan + PLAN_SETS]) - int(N[N_MELDS])
    pair = int(N[plan + PLAN_PAIRS])
    enough = fewest + int(N[N_WILDS])
    powers = int(N[N_AT_POWERS])
    k0, k1, k2, k3 = int(N[N_KEYS]), int(N[N_KEYS + 1]), int(N[N_KEYS + 2]), int(N[N_KEYS + 3])
    i0, i1 = profile_id(N, int(N[level]), k0), profile_id(N, int(N[level + 1]), k1)
    i2, i3 = profile_id(N, int(N[level + 2]), k2), profile_id(N, int(N[level + 3]), k3)
    right = right_half(N, level, i2, i3)
    left = left_half(N, level, i0, i1)
    right_even, right_odd = bars_of(right, sets, pair, enough, 0), bars_of(right, sets, pair, enough, 1)
    left_even, left_odd = bars_of(left, sets, pair, enough, 0), bars_of(left, sets, pair, enough, 1)
    # a draw that does not help the whole hand helps no part of it
    helping = helping_draws(N, level, sets, pair, enough, k0, k1, k2, k3, draws)
    last_group = -1
    last_number = -1
    elsewhere = 0
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        group = kind // 9
        start = int(N[level + group])
        fewer = int(N[N_KEYS + group]) - int(N[powers + (1 << kind % 9)])
        number = profile_id(N, start, fewer)
        if group != last_group or number != last_number:
            # what the other three groups draw depends only on the profile that the discard leaves
            last_group = group
            last_number = number
            half = changed_half(N, level, group, number, i0, i1, i2, i3)
            even, odd = bars_of(half, sets, pair, enough, 0), bars_of(half, sets, pair, enough, 1)
            elsewhere = 0
            rest = helping & (LEFT_KINDS if group >= 2 else EVERY_KIND & ~LEFT_KINDS)
            while rest:
                draw = lowest(rest)
                rest &= rest - 1
                elsewhere |= is_below(int(N[N_HALF_GROWN + draw]), even, odd) << draw
            even, odd = (right_even, right_odd) if group < 2 else (left_even, left_odd)
            rest = helping & RANKS << 9 * (group ^ 1)
            while rest:
                draw = lowest(rest)
                rest &= rest - 1
                grown = int(N[N_GROWN + draw])
                half = changed_half(N, level, group, number, grown, grown, grown, grown)
                elsewhere |= is_below(half, even, odd) << draw
        even, odd = (right_even, right_odd) if group < 2 else (left_even, left_odd)
        useful = elsewhere
        rest = helping & RANKS << 9 * group
        while rest:
            draw = lowest(rest)
            rest &= rest - 1
            grown = profile_id(N, start, fewer + int(N[powers + (1 << draw - 9 * group)]))
            half = changed_half(N, level, group, grown, i0, i1, i2, i3)
            useful |= is_below(half, even, odd) << draw
        N[N_USEFUL + kind] |= useful


@kernel
def plan_after(N: Ints, plan: int, kinds: int) -> None:
    """Lower N_AFTER to what is missing for any plan after a discard of each of the kinds."""
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        take_tile(N, kind, copies_here(N, kind))
        N[N_AFTER + kind] = min(int(N[N_AFTER + kind]), plan_missing(N, plan, NEAR_FAR))
        add_tile(N, kind)


@inlined
def helps(N: Ints, plan: int, draw: int, fewest: int) -> int:
    """1 if fewer than `fewest` tiles are missing after a draw, else 0."""
    add_tile(N, draw)
    found = int(plan_missing(N, plan, fewest) < fewest)
    take_tile(N, draw, copies_here(N, draw))
    return found


@kernel
def plan_useful(N: Ints, plan: int, kinds: int, draws: int, fewest: int) -> None:
    """Add to N_USEFUL of each of the kinds those draws after which fewer than `fewest` tiles are missing."""
    # for pairs and single tiles all kinds are alike that are held as often
    alike = N[plan + PLAN_TYPE] == PLAN_OF_PAIRS or N[plan + PLAN_TYPE] == PLAN_OF_TILES
    helping = draws & int(N[plan + PLAN_ALLOWED])
    if not alike:
        rest = helping
        while rest:
            draw = lowest(rest)
            rest &= rest - 1
            if not helps(N, plan, draw, fewest):
                helping &= ~(1 << draw)
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        useful = 0
        take_tile(N, kind, copies_here(N, kind))
        rest = helping
        if plan_missing(N, plan, fewest + 1) > fewest:
            rest = 0
        while rest:
            draw = lowest(rest)
            same = 1 << draw
            if alike:
                copies = copies_here(N, draw)
                same = rest
                if copies:
                    same &= int(N[N_HELD + copies - 1])
                if copies < 4:
                    same &= ~int(N[N_HELD + copies])
            if helps(N, plan, draw, fewest):
                useful |= same
            rest &= ~same
        N[N_USEFUL + kind] |= useful
        add_tile(N, kind)


@kernel
def fixed_useful(N: Ints, plan: int, kinds: int, draws: int, fewest: int) -> None:
    """The same for a fixed part, sets and a pair: only fixed parts that are as near as `fewest` can come nearer."""
    enough = fewest + int(N[N_WILDS])
    powers = int(N[N_AT_POWERS])
    level = level_of(N, plan)
    sets = int(N[plan + PLAN_SETS]) - int(N[N_MELDS])
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        take_tile(N, kind, copies_here(N, kind))
        useful = int(N[N_USEFUL + kind])
        for row in range(int(N[plan + PLAN_FIXED])):
            fixed = int(N[int(N[plan + PLAN_AT_FIXED]) + row])
            missing = ones(fixed & ~int(N[N_HELD]))
            if missing > enough or missing + beside_fixed(N, plan, fixed) > enough:
                continue
            useful |= draws & fixed & ~int(N[N_HELD])
            taken = fixed & int(N[N_HELD])
            useful |= helping_draws(N, level, sets, int(N[plan + PLAN_PAIRS]), enough - missing,
                                    int(N[N_KEYS]) - int(N[powers + (taken & RANKS)]),
                                    int(N[N_KEYS + 1]) - int(N[powers + (taken >> 9 & RANKS)]),
                                    int(N[N_KEYS + 2]) - int(N[powers + (taken >> 18 & RANKS)]),
                                    int(N[N_KEYS + 3]) - int(N[powers + (taken >> 27)]), draws & ~useful)
        N[N_USEFUL + kind] = useful
        add_tile(N, kind)


@inlined
def by_tables(N: Ints, plan: int) -> bool:
    """Whether a plan is looked up group by group: sets and a pair, no flowers among them."""
    if N[plan + PLAN_TYPE] != PLAN_OF_SETS:
        return False
    return int(N[level_of(N, plan) + LEVEL_FLOWERS]) == 0


@inlined
def nearest_of_plans(N: Ints) -> int:
    """What is missing for each plan that can be told, in N_NEAREST, and the fewest."""
    fewest = NEAR_FAR
    plan = int(N[N_AT_PLANS])
    for index in range(int(N[N_PLANS])):
        missing = NEAR_FAR
        if N[plan + PLAN_TOLD]:
            missing = plan_missing(N, plan, fewest + 1)
        N[N_NEAREST + index] = missing
        fewest = min(fewest, missing)
        plan += PLAN_WIDTH
    return fewest


@kernel
def after_discards(N: Ints, kinds: int) -> int:
    """What is missing after a discard of each of the kinds, in N_AFTER, exact where it is the fewest; and that."""
    rest = kinds
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        N[N_AFTER + kind] = NEAR_FAR
    # a plan that is further away before the discard is not nearer after it
    limit = max(1, nearest_of_plans(N))
    done = -1
    while limit < NEAR_FAR:
        plan = int(N[N_AT_PLANS])
        for index in range(int(N[N_PLANS])):
            if done < N[N_NEAREST + index] <= limit:
                if by_tables(N, plan):
                    sets_after(N, plan, kinds)
                else:
                    plan_after(N, plan, kinds)
            plan += PLAN_WIDTH
        fewest = NEAR_FAR
        rest = kinds
        while rest:
            kind = lowest(rest)
            rest &= rest - 1
            fewest = min(fewest, int(N[N_AFTER + kind]))
        if fewest <= limit:
            return fewest
        done = limit
        limit = fewest
    return NEAR_FAR


@kernel
def useful_after_discards(t: Any, numbers: Ints, seat: int, left: Ints, may: int) -> int:
    """The fewest tiles missing after one of the discards `may` (kinds as bits); wild tiles are never among them.

    Fills N_AFTER for each kind held, and for those with the fewest N_USEFUL, the kinds that bring it nearer, and
    N_LIVE, how many of them are `left`.  -1 if there is nothing to discard.
    """
    N = endless(numbers)
    put_hand(t, N, seat)
    kinds = int(N[N_HELD]) & may
    if kinds == 0:
        return -1
    fewest = after_discards(N, kinds)
    best = 0
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        if N[N_AFTER + kind] == fewest:
            best |= 1 << kind
            N[N_USEFUL + kind] = 0
    draws = 0
    wild = int(N[N_WILD_KINDS])
    for kind in range(42):
        if left[kind] > 0 and int(N[N_KINDS]) >> kind & 1 and int(t.held[seat, kind]) < (4 if kind < 34 else 1):
            draws |= 1 << kind
    plan = int(N[N_AT_PLANS])
    for index in range(int(N[N_PLANS])):
        if fewest < NEAR_FAR and N[N_NEAREST + index] <= fewest:
            if by_tables(N, plan):
                sets_useful(N, plan, best, draws & ~wild, fewest)
            elif N[plan + PLAN_TYPE] == PLAN_OF_FIXED and N[level_of(N, plan) + LEVEL_FLOWERS] == 0:
                fixed_useful(N, plan, best, draws & ~wild, fewest)
            else:
                plan_useful(N, plan, best, draws & ~wild, fewest)
        plan += PLAN_WIDTH
    while best:
        kind = lowest(best)
        best &= best - 1
        useful = int(N[N_USEFUL + kind])
        if fewest > 0:
            useful |= draws & wild      # one more wild tile always helps
        N[N_USEFUL + kind] = useful
        live = 0
        while useful:
            live += int(left[lowest(useful)])
            useful &= useful - 1
        N[N_LIVE + kind] = live
    return fewest


@kernel
def best_discard_of(t: Any, N: Ints, seat: int, left: Ints, may: int) -> int:
    """The kind to discard among `may`: fewest tiles missing, then most live tiles that help, then the plainest tile.

    A wild tile goes only where there is nothing else; -1 if there is nothing at all.
    """
    return picked_discard(t, N, seat, may, useful_after_discards(t, N, seat, left, may))


@kernel
def picked_discard(t: Any, N: Ints, seat: int, may: int, fewest: int) -> int:
    """The same once `useful_after_discards` has told that so many tiles are missing after the best of them."""
    if fewest < 0:
        rest = int(t.held_mask[seat]) & may
        return lowest(rest) if rest else -1
    best = -1
    best_live = -1
    best_worth = 0
    rest = int(N[N_HELD]) & may
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        if N[N_AFTER + kind] > fewest:
            continue
        live = int(N[N_LIVE + kind])
        worth = int(N[int(N[N_AT_ORDER]) + kind])
        if worth == 0 and int(t.held[seat, kind]) > 1:
            worth = 9                   # a pair of honours is kept longest
        if live > best_live or (live == best_live and worth < best_worth):
            best = kind
            best_live = live
            best_worth = worth
    return best


@inlined
def best_discard(t: Any, N: Ints, seat: int, left: Ints) -> int:
    """The kind to discard of all that a seat holds; see `best_discard_of`."""
    return best_discard_of(t, N, seat, left, EVERY_KIND)
