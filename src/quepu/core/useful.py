"""What each discard leaves: how many tiles are missing then, and which tiles bring the hand nearer.

Everything that one discard and one draw do not touch is looked up once: of the four groups at most two change.
Answers stand in N (see `core.nearness`): N_AFTER, N_USEFUL and N_LIVE, one place a kind.
"""

from typing import Any

from quepu.core.calls import lowest
from quepu.core.kernel import Ints, inlined, kernel
from quepu.core.nearness import (
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
    PLAN_OF_SETS,
    PLAN_PAIRS,
    PLAN_SETS,
    PLAN_TOLD,
    PLAN_TYPE,
    PLAN_WIDTH,
    add_halves,
    add_tile,
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


@kernel
def sets_useful(N: Ints, plan: int, kinds: int, draws: int, fewest: int) -> None:
    """Add to N_USEFUL of each of the kinds those draws after which fewer than `fewest` tiles are missing for sets."""
    level = level_of(N, plan)
    sets = int(N[plan + PLAN_SETS]) - int(N[N_MELDS])
    pair = int(N[plan + PLAN_PAIRS])
    enough = fewest + int(N[N_WILDS])
    powers = int(N[N_AT_POWERS])
    i0 = profile_id(N, int(N[level]), int(N[N_KEYS]))
    i1 = profile_id(N, int(N[level + 1]), int(N[N_KEYS + 1]))
    i2 = profile_id(N, int(N[level + 2]), int(N[N_KEYS + 2]))
    i3 = profile_id(N, int(N[level + 3]), int(N[N_KEYS + 3]))
    left = left_half(N, level, i0, i1)
    right = right_half(N, level, i2, i3)
    # a draw that does not help the whole hand helps no part of it
    helping = 0
    while draws:
        draw = lowest(draws)
        draws &= draws - 1
        group = draw // 9
        number = profile_id(N, int(N[level + group]), int(N[N_KEYS + group]) + int(N[powers + (1 << draw % 9)]))
        half = changed_half(N, level, group, number, i0, i1, i2, i3)
        N[N_GROWN + draw] = number
        N[N_HALF_GROWN + draw] = half
        if add_halves(half, right if draw < 18 else left, sets, pair) < enough:
            helping |= 1 << draw
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        group = kind // 9
        fewer = int(N[N_KEYS + group]) - int(N[powers + (1 << kind % 9)])
        number = profile_id(N, int(N[level + group]), fewer)
        half = changed_half(N, level, group, number, i0, i1, i2, i3)
        useful = 0
        own = LEFT_KINDS if kind < 18 else EVERY_KIND & ~LEFT_KINDS
        rest = helping & ~own
        while rest:
            draw = lowest(rest)
            rest &= rest - 1
            if add_halves(half, int(N[N_HALF_GROWN + draw]), sets, pair) < enough:
                useful |= 1 << draw
        other = right if kind < 18 else left
        rest = helping & own & ~(1 << kind)
        while rest:
            draw = lowest(rest)
            rest &= rest - 1
            if draw // 9 == group:
                grown = profile_id(N, int(N[level + group]), fewer + int(N[powers + (1 << draw % 9)]))
                half = changed_half(N, level, group, grown, i0, i1, i2, i3)
            elif kind < 18:
                half = left_half(N, level, number if group == 0 else int(N[N_GROWN + draw]),
                                 number if group == 1 else int(N[N_GROWN + draw]))
            else:
                half = right_half(N, level, number if group == 2 else int(N[N_GROWN + draw]),
                                  number if group == 3 else int(N[N_GROWN + draw]))
            if add_halves(half, other, sets, pair) < enough:
                useful |= 1 << draw
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


@kernel
def plan_useful(N: Ints, plan: int, kinds: int, draws: int, fewest: int) -> None:
    """Add to N_USEFUL of each of the kinds those draws after which fewer than `fewest` tiles are missing."""
    helping = 0
    while draws:
        draw = lowest(draws)
        draws &= draws - 1
        add_tile(N, draw)
        if plan_missing(N, plan, fewest) < fewest:
            helping |= 1 << draw
        take_tile(N, draw, copies_here(N, draw))
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        take_tile(N, kind, copies_here(N, kind))
        rest = helping & ~(1 << kind) & ~int(N[N_USEFUL + kind])
        while rest:
            draw = lowest(rest)
            rest &= rest - 1
            add_tile(N, draw)
            if plan_missing(N, plan, fewest) < fewest:
                N[N_USEFUL + kind] |= 1 << draw
            take_tile(N, draw, copies_here(N, draw))
        add_tile(N, kind)


@inlined
def by_tables(N: Ints, plan: int) -> bool:
    """Whether a plan is looked up group by group: sets and a pair, no flowers among them."""
    if N[plan + PLAN_TYPE] != PLAN_OF_SETS:
        return False
    return N[level_of(N, plan) + LEVEL_FLOWERS] == 0


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
def useful_after_discards(t: Any, N: Ints, seat: int, left: Ints, may: int) -> int:
    """The fewest tiles missing after one of the discards `may` (kinds as bits); wild tiles are never among them.

    Fills N_AFTER for each kind held, and for those with the fewest N_USEFUL, the kinds that bring it nearer, and
    N_LIVE, how many of them are `left`.  -1 if there is nothing to discard.
    """
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
    fewest = useful_after_discards(t, N, seat, left, may)
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


@kernel
def best_discard(t: Any, N: Ints, seat: int, left: Ints) -> int:
    """The kind to discard of all that a seat holds; see `best_discard_of`."""
    return best_discard_of(t, N, seat, left, EVERY_KIND)
