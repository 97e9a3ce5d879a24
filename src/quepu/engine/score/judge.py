"""From fans earned to fans that count: drops, groups, fallbacks and tallies, over the rules of scoring.

Which fans are present is kept as bits, WORD_BITS to a word; how often, in `fan_times`, is read only for those that
stand in `many`: all others are earned once.
"""

from quepu.engine.kernel import inlined, kernel
from quepu.engine.layout.frame import FAN_WORDS, SET_ROOM, WORD_BITS, Frame
from quepu.engine.layout.score_rules import LARGEST_TALLY, MOST_PARTS, DropPart, ScoreRules
from quepu.engine.layout.workbench import HELD_BACK, Workbench
from quepu.engine.machine import lowest, ones


@kernel
def count_tiles(f: Frame, mask: int) -> int:
    """Tiles of the reading whose kind is in the mask."""
    found = 0
    while mask:
        found += f.counts[lowest(mask)]
        mask &= mask - 1
    return found


@inlined
def count_sets(f: Frame, mask: int) -> int:
    """Sets of the reading whose kind is in the mask."""
    found = 0
    if f.set_mask & mask == 0:
        return 0
    for place in range(SET_ROOM):
        if place >= f.set_count:
            break
        found += mask >> f.sets[place].kind & 1
    return found


@inlined
def places_of(f: Frame, mask: int) -> int:
    """The places of the sets whose kind is in the mask, as bits."""
    found = 0
    if f.set_mask & mask == 0:
        return 0
    for place in range(SET_ROOM):
        if place >= f.set_count:
            break
        found |= (mask >> f.sets[place].kind & 1) << place
    return found


@kernel
def count_pairs(f: Frame, mask: int) -> int:
    """Pairs of the reading whose kind is in the mask."""
    found = 0
    for place in range(f.pair_count):
        found += mask >> f.pairs[place].kind & 1
    return found


@inlined
def word_of(fan: int) -> int:
    """Which word holds a fan's bit."""
    return (1 if fan >= WORD_BITS else 0) + (1 if fan >= 2 * WORD_BITS else 0)


@inlined
def is_present(f: Frame, fan: int) -> int:
    """1 if a fan is among those present."""
    word = word_of(fan)
    return int(f.present[word] >> fan - WORD_BITS * word & 1)


@inlined
def take_out(f: Frame, fan: int) -> None:
    """Take a fan out of those present."""
    word = word_of(fan)
    f.present[word] &= ~(1 << fan - WORD_BITS * word)


@inlined
def times_of(f: Frame, fan: int) -> int:
    """How often a fan that is present is earned."""
    word = word_of(fan)
    return int(f.fan_times[fan]) if f.many[word] >> fan - WORD_BITS * word & 1 else 1


@inlined
def set_times(f: Frame, fan: int, times: int) -> None:
    """Note how often a fan is earned."""
    word = word_of(fan)
    f.many[word] |= 1 << fan - WORD_BITS * word
    f.fan_times[fan] = times


@kernel
def drop_part(f: Frame, fan: int, part: DropPart) -> None:
    """Take out a fan in part: only for the same sets, or so many fewer."""
    other = part.fan
    if not is_present(f, other):
        return
    times = times_of(f, other)
    if part.is_own:
        left = f.fan_places[other] & ~f.fan_places[fan]
        times -= ones(f.fan_places[other]) - ones(left)
        f.fan_places[other] = left
    else:
        times -= part.less
    if times > 0:
        set_times(f, other, times)
    else:
        take_out(f, other)


@kernel
def drop_parts(f: Frame, rules: ScoreRules, fan: int, first: int, last: int) -> None:
    """Let a fan take out others in part."""
    for number in range(first, last):
        drop_part(f, fan, rules.drop_parts[number])


@inlined
def apply_drops(f: Frame, rules: ScoreRules) -> None:
    """Each fan still alive takes out those its definition forces; a fan comes after all that may drop it."""
    if rules.drops_by_index == 0:
        drop_by_rank(f, rules)
        return
    for word in range(FAN_WORDS):
        bits = f.present[word] & rules.dropping[word]
        while bits:
            dropper = rules.droppers[rules.drop_rank[word * WORD_BITS + lowest(bits)]]
            f.present[0] &= ~dropper.fans[0]
            f.present[1] &= ~dropper.fans[1]
            f.present[2] &= ~dropper.fans[2]
            if dropper.first_part < dropper.last_part:
                drop_parts(f, rules, dropper.fan, dropper.first_part, dropper.last_part)
            bits &= bits - 1 & f.present[word]


@kernel
def drop_by_rank(f: Frame, rules: ScoreRules) -> None:
    """Each fan still alive takes out others, in an order that is not that of their numbers."""
    first = 0                           # droppers that are present, as bits in their order
    second = 0
    third = 0
    for word in range(FAN_WORDS):
        bits = f.present[word] & rules.dropping[word]
        while bits:
            rank = rules.drop_rank[word * WORD_BITS + lowest(bits)]
            bits &= bits - 1
            if rank < WORD_BITS:
                first |= 1 << rank
            elif rank < 2 * WORD_BITS:
                second |= 1 << rank - WORD_BITS
            else:
                third |= 1 << rank - 2 * WORD_BITS
    drop_in_order(f, rules, first, 0)
    if second | third:
        drop_in_order(f, rules, second, WORD_BITS)
        drop_in_order(f, rules, third, 2 * WORD_BITS)


@inlined
def drop_in_order(f: Frame, rules: ScoreRules, bits: int, base: int) -> None:
    """Let the fans of these ranks, if they are still alive, take out others one after the other."""
    p0 = f.present[0]
    p1 = f.present[1]
    p2 = f.present[2]
    while bits:
        dropper = rules.droppers[base + lowest(bits)]
        bits &= bits - 1
        fan = dropper.fan
        word = word_of(fan)
        mine = p0 if word == 0 else p1 if word == 1 else p2
        if mine >> fan - WORD_BITS * word & 1:
            p0 &= ~dropper.fans[0]
            p1 &= ~dropper.fans[1]
            p2 &= ~dropper.fans[2]
            if dropper.first_part < dropper.last_part:
                f.present[0] = p0
                f.present[1] = p1
                f.present[2] = p2
                drop_parts(f, rules, fan, dropper.first_part, dropper.last_part)
                p0 = f.present[0]
                p1 = f.present[1]
                p2 = f.present[2]
    f.present[0] = p0
    f.present[1] = p1
    f.present[2] = p2


@kernel
def apply_groups(f: Frame, rules: ScoreRules) -> None:
    """Of the fans of one group only the highest counts, of equals the first."""
    for group in rules.groups:
        if ones(f.present[0] & group.fans[0]) + ones(f.present[1] & group.fans[1]) \
                + ones(f.present[2] & group.fans[2]) < 2:
            continue
        best = -1
        for place in range(group.first, group.last):
            fan = rules.group_fans[place]
            if is_present(f, fan) and (
                    best < 0 or times_of(f, fan) * f.fan_values[fan] > times_of(f, best) * f.fan_values[best]):
                best = fan
        for place in range(group.first, group.last):
            if rules.group_fans[place] != best:
                take_out(f, rules.group_fans[place])


@inlined
def apply_fallbacks(f: Frame, rules: ScoreRules, bench: Workbench) -> None:
    """Fans that count only when nothing else does, if their own condition holds."""
    for fallback in rules.fallbacks:
        word = word_of(fallback.fan)
        bit = 1 << fallback.fan - WORD_BITS * word
        if bench.answers[HELD_BACK + word] & bit and f.present[0] & fallback.others[0] == 0 \
                and f.present[1] & fallback.others[1] == 0 and f.present[2] & fallback.others[2] == 0:
            f.present[word] |= bit


@inlined
def add_tallies(f: Frame, rules: ScoreRules) -> None:
    """Add every fan that counts to its tally."""
    others = 0
    for word in range(FAN_WORDS):
        others |= f.present[word] & (f.many[word] | rules.varying[word])
    p0 = f.present[0] & ~(f.many[0] | rules.varying[0])
    p1 = f.present[1] & ~(f.many[1] | rules.varying[1])
    p2 = f.present[2] & ~(f.many[2] | rules.varying[2])
    for number, tally in enumerate(rules.tallies):
        total = tally.start
        for part in range(min(tally.parts, MOST_PARTS)):
            total += tally.value[part] * (ones(p0 & tally.first[part]) + ones(p1 & tally.second[part])
                                          + ones(p2 & tally.third[part]))
        f.tallies[number] = total
    if others:
        add_others(f, rules)


@inlined
def add_others(f: Frame, rules: ScoreRules) -> None:
    """Add the fans to their tallies that count other than once, or whose value is not a number of the rulebook."""
    for word in range(FAN_WORDS):
        bits = f.present[word] & (f.many[word] | rules.varying[word])
        while bits:
            fan = word * WORD_BITS + lowest(bits)
            f.tallies[rules.tally_of[fan]] += times_of(f, fan) * f.fan_values[fan]
            bits &= bits - 1
    for tally in range(len(rules.tallies)):     # expressions rely on it
        f.tallies[tally] = max(-LARGEST_TALLY, min(LARGEST_TALLY, f.tallies[tally]))
