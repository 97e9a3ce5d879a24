"""What each discard leaves: how many tiles are missing then, and which tiles bring the hand nearer.

Everything that one discard and one draw do not touch is looked up once: of the four groups at most two change.
Answers stand beside the hand (`after`, `useful` and `live`), one place a kind.
"""

from quepu.engine.distance.lookup import (
    EVEN_LANES,
    add_halves,
    add_tile,
    beside_fixed,
    left_half,
    level_of,
    move_face,
    plan_missing,
    profile_id,
    put_hand,
    read_as,
    right_half,
    take_tile,
    tiles_of_numbers,
)
from quepu.engine.kernel import entry, inlined, kernel
from quepu.engine.layout.distance_rules import (
    LANE,
    LANE_MASK,
    NEAR_FAR,
    PAIR_LANES,
    DistanceRules,
    Level,
    NearHand,
    Plan,
    PlanSort,
)
from quepu.engine.layout.kinds import Ints
from quepu.engine.layout.table import Table
from quepu.engine.machine import lowest, ones

EVERY_KIND = (1 << 42) - 1
LEFT_KINDS = (1 << 18) - 1              # kinds of the first two groups
RANKS, HONORS = 511, 127
FIRST_FLOWER = 34
SIXTH_BITS = 32 * (1 + (1 << 10) + (1 << 20) + (1 << 30) + (1 << 40) + (1 << 50))


@inlined
def copies_here(near: NearHand, kind: int) -> int:
    """How many tiles of a kind the hand has."""
    return int(near.held[0] >> kind & 1) + int(near.held[1] >> kind & 1) + int(near.held[2] >> kind & 1) \
        + int(near.held[3] >> kind & 1)


@inlined
def changed_half(rules: DistanceRules, level: Level, group: int, number: int,
                 i0: int, i1: int, i2: int, i3: int) -> int:
    """The profile of a half in which one group has another profile number."""
    if group == 0:
        return left_half(rules, level, number, i1)
    if group == 1:
        return left_half(rules, level, i0, number)
    if group == 2:
        return right_half(rules, level, number, i3)
    return right_half(rules, level, i2, number)


@kernel
def sets_after(near: NearHand, plan: Plan, kinds: int) -> None:
    """Lower `after` to what is missing for sets and a pair after a discard of each of the kinds."""
    rules = near.rules
    level = rules.levels[level_of(near, plan)]
    sets = plan.sets - near.melds
    pair = plan.pairs
    wilds = near.wilds
    i0 = profile_id(rules, level.groups[0], near.keys[0])
    i1 = profile_id(rules, level.groups[1], near.keys[1])
    i2 = profile_id(rules, level.groups[2], near.keys[2])
    i3 = profile_id(rules, level.groups[3], near.keys[3])
    left = left_half(rules, level, i0, i1)
    right = right_half(rules, level, i2, i3)
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        if kind >= FIRST_FLOWER:            # which makes no set here: the groups stay as they are
            near.after[kind] = min(near.after[kind], max(0, add_halves(left, right, sets, pair) - wilds))
            continue
        group = kind // 9
        fewer = near.keys[group] - rules.powers[1 << kind % 9]
        number = profile_id(rules, level.groups[group], fewer)
        half = changed_half(rules, level, group, number, i0, i1, i2, i3)
        missing = max(0, add_halves(half, right if kind < 18 else left, sets, pair) - wilds)
        near.after[kind] = min(near.after[kind], missing)


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
def helping_draws(near: NearHand, level: Level, sets: int, pair: int, enough: int, k0: int, k1: int, k2: int, k3: int,
                  draws: int) -> int:
    """The draws after which fewer than `enough` tiles are missing for sets and a pair; `grown` says what they do."""
    rules = near.rules
    i0, i1 = profile_id(rules, level.groups[0], k0), profile_id(rules, level.groups[1], k1)
    i2, i3 = profile_id(rules, level.groups[2], k2), profile_id(rules, level.groups[3], k3)
    helping = 0
    for group in range(4):
        rest = draws >> 9 * group & (RANKS if group < 3 else HONORS)
        start = level.groups[group]
        key = k0 if group == 0 else k1 if group == 1 else k2 if group == 2 else k3
        other = right_half(rules, level, i2, i3) if group < 2 else left_half(rules, level, i0, i1)
        even, odd = bars_of(other, sets, pair, enough, 0), bars_of(other, sets, pair, enough, 1)
        while rest:
            rank = lowest(rest)
            rest &= rest - 1
            draw = 9 * group + rank
            number = profile_id(rules, start, key + rules.powers[1 << rank])
            half = changed_half(rules, level, group, number, i0, i1, i2, i3)
            near.grown[draw] = number
            near.half_grown[draw] = half
            helping |= is_below(half, even, odd) << draw
    return helping


@kernel
def sets_useful(near: NearHand, plan: Plan, kinds: int, draws: int, fewest: int) -> None:
    """Add to `useful` of each of the kinds those draws after which fewer than `fewest` tiles are missing for sets."""
    rules = near.rules
    level = rules.levels[level_of(near, plan)]
    sets = plan.sets - near.melds
    pair = plan.pairs
    enough = fewest + near.wilds
    k0, k1, k2, k3 = near.keys[0], near.keys[1], near.keys[2], near.keys[3]
    i0, i1 = profile_id(rules, level.groups[0], k0), profile_id(rules, level.groups[1], k1)
    i2, i3 = profile_id(rules, level.groups[2], k2), profile_id(rules, level.groups[3], k3)
    right = right_half(rules, level, i2, i3)
    left = left_half(rules, level, i0, i1)
    right_even, right_odd = bars_of(right, sets, pair, enough, 0), bars_of(right, sets, pair, enough, 1)
    left_even, left_odd = bars_of(left, sets, pair, enough, 0), bars_of(left, sets, pair, enough, 1)
    # a draw that does not help the whole hand helps no part of it
    helping = helping_draws(near, level, sets, pair, enough, k0=k0, k1=k1, k2=k2, k3=k3, draws=draws)
    last_group = -1
    last_number = -1
    elsewhere = 0
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        if kind >= FIRST_FLOWER:
            near.useful[kind] |= helping
            continue
        group = kind // 9
        start = level.groups[group]
        fewer = near.keys[group] - rules.powers[1 << kind % 9]
        number = profile_id(rules, start, fewer)
        if group != last_group or number != last_number:
            # what the other three groups draw depends only on the profile that the discard leaves
            last_group = group
            last_number = number
            half = changed_half(rules, level, group, number, i0, i1, i2, i3)
            even, odd = bars_of(half, sets, pair, enough, 0), bars_of(half, sets, pair, enough, 1)
            elsewhere = 0
            rest = helping & (LEFT_KINDS if group >= 2 else EVERY_KIND & ~LEFT_KINDS)
            while rest:
                draw = lowest(rest)
                rest &= rest - 1
                elsewhere |= is_below(near.half_grown[draw], even, odd) << draw
            even, odd = (right_even, right_odd) if group < 2 else (left_even, left_odd)
            rest = helping & RANKS << 9 * (group ^ 1)
            while rest:
                draw = lowest(rest)
                rest &= rest - 1
                grown = near.grown[draw]
                half = changed_half(rules, level, group, number, grown, grown, grown, grown)
                elsewhere |= is_below(half, even, odd) << draw
        even, odd = (right_even, right_odd) if group < 2 else (left_even, left_odd)
        useful = elsewhere
        rest = helping & RANKS << 9 * group
        while rest:
            draw = lowest(rest)
            rest &= rest - 1
            grown = profile_id(rules, start, fewer + rules.powers[1 << draw - 9 * group])
            half = changed_half(rules, level, group, grown, i0, i1, i2, i3)
            useful |= is_below(half, even, odd) << draw
        near.useful[kind] |= useful


@kernel
def plan_after(near: NearHand, plan: Plan, kinds: int) -> None:
    """Lower `after` to what is missing for any plan after a discard of each of the kinds."""
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        take_tile(near, kind, copies_here(near, kind))
        near.after[kind] = min(near.after[kind], plan_missing(near, plan, NEAR_FAR))
        add_tile(near, kind)


@inlined
def helps(near: NearHand, plan: Plan, draw: int, fewest: int) -> int:
    """1 if fewer than `fewest` tiles are missing after a draw, else 0."""
    add_tile(near, draw)
    found = int(plan_missing(near, plan, fewest) < fewest)
    take_tile(near, draw, copies_here(near, draw))
    return found


@kernel
def plan_useful(near: NearHand, plan: Plan, kinds: int, draws: int, fewest: int) -> None:
    """Add to `useful` of each of the kinds those draws after which fewer than `fewest` tiles are missing."""
    # for pairs and single tiles all kinds are alike that are held as often
    alike = plan.sort == PlanSort.PAIRS or plan.sort == PlanSort.TILES
    helping = draws & plan.allowed
    if not alike:
        rest = helping
        while rest:
            draw = lowest(rest)
            rest &= rest - 1
            if not helps(near, plan, draw, fewest):
                helping &= ~(1 << draw)
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        useful = 0
        take_tile(near, kind, copies_here(near, kind))
        rest = helping
        if plan_missing(near, plan, fewest + 1) > fewest:
            rest = 0
        while rest:
            draw = lowest(rest)
            same = 1 << draw
            if alike:
                copies = copies_here(near, draw)
                same = rest
                if copies:
                    same &= near.held[copies - 1]
                if copies < 4:
                    same &= ~near.held[copies]
            if helps(near, plan, draw, fewest):
                useful |= same
            rest &= ~same
        near.useful[kind] |= useful
        add_tile(near, kind)


@kernel
def fixed_useful(near: NearHand, plan: Plan, kinds: int, draws: int, fewest: int) -> None:
    """The same for a fixed part, sets and a pair: only fixed parts that are as near as `fewest` can come nearer."""
    enough = fewest + near.wilds
    rules = near.rules
    level = rules.levels[level_of(near, plan)]
    sets = plan.sets - near.melds
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        take_tile(near, kind, copies_here(near, kind))
        useful = near.useful[kind]
        for row in range(plan.fixed_count):
            fixed = rules.fixed_parts[plan.first_fixed + row]
            missing = ones(fixed & ~near.held[0])
            if missing > enough or missing + beside_fixed(near, plan, fixed) > enough:
                continue
            useful |= draws & fixed & ~near.held[0]
            taken = fixed & near.held[0]
            useful |= helping_draws(near, level, sets, plan.pairs, enough - missing,
                                    k0=near.keys[0] - rules.powers[taken & RANKS],
                                    k1=near.keys[1] - rules.powers[taken >> 9 & RANKS],
                                    k2=near.keys[2] - rules.powers[taken >> 18 & RANKS],
                                    k3=near.keys[3] - rules.powers[taken >> 27 & HONORS], draws=draws & ~useful)
        near.useful[kind] = useful
        add_tile(near, kind)


@inlined
def by_tables(near: NearHand, plan: Plan) -> bool:
    """Whether a plan is looked up group by group: sets and a pair, no flowers among them."""
    if plan.sort != PlanSort.SETS:
        return False
    return bool(near.rules.levels[level_of(near, plan)].flowers < 0)


@inlined
def nearest_of_plans(near: NearHand) -> int:
    """What is missing for each plan that can be told, in `nearest`, and the fewest."""
    fewest = NEAR_FAR
    for index, plan in enumerate(near.rules.plans):
        missing = NEAR_FAR
        if plan.told:
            missing = plan_missing(near, plan, fewest + 1)
        near.nearest[index] = missing
        fewest = min(fewest, missing)
    return fewest


@kernel
def after_discards(near: NearHand, kinds: int) -> int:
    """What is missing after a discard of each of the kinds, in `after`, exact where it is the fewest; and that."""
    rest = kinds
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        near.after[kind] = NEAR_FAR
    # a plan that is further away before the discard is not nearer after it
    limit = max(1, nearest_of_plans(near))
    done = -1
    while limit < NEAR_FAR:
        for index, plan in enumerate(near.rules.plans):
            if done < near.nearest[index] <= limit:
                if by_tables(near, plan):
                    sets_after(near, plan, kinds)
                else:
                    plan_after(near, plan, kinds)
        fewest = NEAR_FAR
        rest = kinds
        while rest:
            kind = lowest(rest)
            rest &= rest - 1
            fewest = min(fewest, near.after[kind])
        if fewest <= limit:
            return fewest
        done = limit
        limit = fewest
    return NEAR_FAR


@entry
@kernel
def useful_after_discards(t: Table, near: NearHand, seat: int, left: Ints, may: int) -> int:
    """The fewest tiles missing after one of the discards `may` (kinds as bits); wild tiles are never among them.

    Fills `after` for each kind held, and for those with the fewest `useful`, the kinds that bring it nearer, and
    `live`, how many of them are `left`.  -1 if there is nothing to discard.
    """
    rules = near.rules
    put_hand(t, near, seat)
    kinds = near.held[0] & may
    if near.face >= 0:
        kinds = kinds_read(near, may)
    if kinds == 0:
        return -1
    fewest = after_discards(near, kinds)
    best = 0
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        if near.after[kind] == fewest:
            best |= 1 << kind
            near.useful[kind] = 0
    draws = 0
    wild = near.wild_kinds
    for kind in range(42):
        if left[kind] > 0 and rules.kinds >> kind & 1 and t.held[seat, kind] < (4 if kind < 34 else 1):
            draws |= 1 << read_as(near, kind)
    if near.face >= 0 and near.moved < rules.substitute_copies and draws >> rules.substitute & 1:
        draws |= 1 << near.face         # a substitute that is drawn may be what it stands for
    if rules.imagined:
        draws &= ~near.held[3]
    for index, plan in enumerate(rules.plans):
        if fewest < NEAR_FAR and near.nearest[index] <= fewest:
            if by_tables(near, plan):
                sets_useful(near, plan, best, draws & ~wild, fewest)
            elif plan.sort == PlanSort.FIXED and rules.levels[level_of(near, plan)].flowers < 0:
                fixed_useful(near, plan, best, draws & ~wild, fewest)
            else:
                plan_useful(near, plan, best, draws & ~wild, fewest)
    while best:
        kind = lowest(best)
        best &= best - 1
        useful = near.useful[kind]
        if fewest > 0:
            useful |= draws & wild      # one more wild tile always helps
        useful = tiles_of_numbers(near, useful)
        near.useful[kind] = useful
        live = 0
        while useful:
            live += int(left[lowest(useful)])
            useful &= useful - 1
        near.live[kind] = live
        if near.face == kind:           # who discards the substitute finds it there
            tile = rules.substitute
            near.after[tile] = fewest
            near.useful[tile] = near.useful[kind]
            near.live[tile] = live
    return fewest


@kernel
def kinds_read(near: NearHand, may: int) -> int:
    """The discards among `may` as the hand has them; where a substitute need not be one, as it is nearer so."""
    rules = near.rules
    if rules.substitute_copies:
        apart = nearest_of_plans(near)
        here = 0
        for place in range(4):
            here += int(near.held[place] >> rules.substitute & 1)
        if here:
            move_face(near, min(here, rules.substitute_copies))
            if nearest_of_plans(near) >= apart:
                for _copy in range(near.moved):
                    take_tile(near, near.face, copies_here(near, near.face))
                    add_tile(near, rules.substitute)
                near.moved = 0
    kinds = near.held[0] & may & ~(1 << near.face)
    if may >> rules.substitute & 1:
        kinds |= near.held[0] & 1 << near.face
        near.after[rules.substitute] = NEAR_FAR
    return kinds


@entry
@kernel
def best_discard_of(t: Table, near: NearHand, seat: int, left: Ints, may: int) -> int:
    """The kind to discard among `may`: fewest tiles missing, then most live tiles that help, then the plainest tile.

    A wild tile goes only where there is nothing else; -1 if there is nothing at all.
    """
    return picked_discard(t, near, seat, may, useful_after_discards(t, near, seat, left, may))


@kernel
def picked_discard(t: Table, near: NearHand, seat: int, may: int, fewest: int) -> int:
    """The same once `useful_after_discards` has told that so many tiles are missing after the best of them."""
    if fewest < 0:
        rest = t.held_mask[seat] & may
        return lowest(rest) if rest else -1
    best = -1
    best_live = -1
    best_worth = 0
    rest = t.held_mask[seat] & may & ~t.wild
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        if near.after[kind] > fewest:
            continue
        live = near.live[kind]
        worth = near.rules.order[kind]
        if worth == 0 and t.held[seat, kind] > 1:
            worth = 9                   # a pair of honours is kept longest
        if live > best_live or (live == best_live and worth < best_worth):
            best = kind
            best_live = live
            best_worth = worth
    return best


@entry
@inlined
def best_discard(t: Table, near: NearHand, seat: int, left: Ints) -> int:
    """The kind to discard of all that a seat holds; see `best_discard_of`."""
    return best_discard_of(t, near, seat, left, EVERY_KIND)
