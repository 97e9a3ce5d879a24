"""Waits by form: how many kinds complete the tiles held before the win, in any shape."""

from quepu.engine.kernel import inlined, kernel
from quepu.engine.layout.divisions import Scoring
from quepu.engine.layout.frame import BY_TILES, HAND_WORDS, Frame
from quepu.engine.layout.score_rules import SIZE_BITS, SIZES_SHIFT, ScoreRules, ShapeRule
from quepu.engine.layout.workbench import MOST_READINGS, TRIED, Workbench
from quepu.engine.machine import call_shape, copy_words, lowest, ones
from quepu.engine.score.divide import divisions_of, plain_waits, put_keys
from quepu.engine.score.faces import is_overfull, most_moved
from quepu.engine.score.reading_facts import count_blocks_of, count_tiles_of, lay_blocks, may_be
from quepu.engine.score.readings import set_natural, split_shape


@inlined
def natural_waits(found: int, wild: int) -> int:
    """Those of the kinds found that are waited for: wild ones, which complete nearly every hand, are not.

    Where nothing else would do, it is one of them as the tile it is.
    """
    natural = found & ~wild
    return natural if natural else found & -found


@inlined
def live_waits(f: Frame, found: int) -> int:
    """How many of these kinds the player does not hold all four of."""
    live = 0
    while found:
        kind = lowest(found)
        found &= found - 1
        live += 1 if f.held[kind] + f.laid[kind] < 4 else 0
    return live


@inlined
def fill_waits(f: Frame, scoring: Scoring, bench: Workbench) -> None:
    """Count the kinds that complete the held tiles by form, in any shape."""
    rules = scoring.rules
    tables = scoring.tables
    found = 0
    plain = tables.is_plain and f.wild_mask == 0 and f.held_mask >> 34 == 0 and f.win_tile < 34 \
        and rules.imagined == 0
    places = bench.concealed + 3 * f.meld_count + (1 if f.win_tile < 0 else 0) + rules.imagined
    moved = bench.moved                 # the reading that asks is not done yet
    for number, shape in enumerate(rules.shapes):
        if not may_be(f, shape, BY_TILES, places):
            continue
        if rules.sole_wait and live_waits(f, found & ~f.wild_mask) > 1:
            break                       # nobody asks for more than whether it is the only one
        if plain and ones(f.held_mask) > shape.most:
            continue
        simple = plain and shape.tiles == 0 and shape.has_when == 0
        if simple and shape.pairs == 1:
            found |= waits_of_sets(f, scoring, bench, shape)
        elif simple and shape.sets == 0:
            odd = bench.odd ^ (1 << f.win_tile if f.win_tile >= 0 else 0)
            if ones(odd) == 1:
                found |= odd
        elif plain and shape.tiles > 0:
            if call_shape(scoring.shape_near, f, number):
                found |= waits_of_tiles(f, scoring, number)
        else:
            for kind in range(42):
                if rules.playable >> kind & 1 and not found >> kind & 1:
                    trial = bench.trial
                    copy_words(trial, f, HAND_WORDS)
                    copy_turned(trial, f)
                    if completes(trial, scoring, bench, kind, number):
                        found |= 1 << kind
    bench.moved = moved
    found = natural_waits(found, f.wild_mask)
    f.wait_count = ones(found)
    f.live_wait_count = live_waits(f, found)


@inlined
def copy_turned(to: Frame, f: Frame) -> None:
    """Put the tiles turned up in a frame into another."""
    to.turned_count = f.turned_count
    for place in range(f.turned_count):
        to.turned[place].kind = f.turned[place].kind
        to.turned[place].lot = f.turned[place].lot


@kernel
def waits_of_tiles(f: Frame, scoring: Scoring, shape: int) -> int:
    """The kinds that complete a shape of any tiles, as bits; the frame's tiles are put back afterwards."""
    found = 0
    win = f.win_tile
    if win >= 0:
        f.counts[win] -= 1
    for kind in range(42):
        if scoring.rules.playable >> kind & 1:
            f.counts[kind] += 1
            count_tiles_of(f)
            if call_shape(scoring.shape_ok, f, shape):
                found |= 1 << kind
            f.counts[kind] -= 1
    if win >= 0:
        f.counts[win] += 1
    count_tiles_of(f)
    return found


@inlined
def group_sizes(f: Frame, rules: ScoreRules, bench: Workbench, fixed: int) -> None:
    """The numbers and sizes of the four groups of held tiles, without the fixed part."""
    keys = bench.hand_keys
    sizes = bench.hand_sizes
    if f.win_tile >= 0:
        keys -= rules.kinds[f.win_tile].key
        sizes -= rules.kinds[f.win_tile].size
    while fixed:
        kind = lowest(fixed)
        fixed &= fixed - 1
        keys -= rules.kinds[kind].key
        sizes -= rules.kinds[kind].size
    put_keys(bench, keys, sizes)
    for group in range(4):
        bench.sizes[group] = sizes >> SIZES_SHIFT + SIZE_BITS * group & (1 << SIZE_BITS) - 1


@inlined
def waits_of_sets(f: Frame, scoring: Scoring, bench: Workbench, shape: ShapeRule) -> int:
    """The kinds that complete a shape of sets and a pair, with or without a fixed part, as bits."""
    rules = scoring.rules
    tables = scoring.tables
    if shape.fixed_count == 0:
        group_sizes(f, rules, bench, 0)
        return plain_waits(f, tables, bench)
    found = 0
    for index in range(shape.fixed_count):
        fixed = shape.fixed[index]
        missing = fixed & ~f.held_mask
        if missing == 0:
            group_sizes(f, rules, bench, fixed)
            found |= plain_waits(f, tables, bench)
        elif missing & missing - 1 == 0:
            group_sizes(f, rules, bench, fixed & ~missing)
            pairs = 0
            fits_all = True
            for group in range(4):
                if bench.sizes[group] % 3 == 1 or divisions_of(tables, group, bench.keys[group]) < 0:
                    fits_all = False
                if bench.sizes[group] % 3 == 2:
                    pairs += 1
            if fits_all and pairs == 1:
                found |= missing
    return found


@kernel
def completes(f: Frame, scoring: Scoring, bench: Workbench, kind: int, number: int) -> bool:
    """Whether a kind completes a shape by form; the frame is a copy that may be changed."""
    f.win_tile = kind
    f.win_wild = 0                      # the tile that is waited for, not the one that was drawn
    for moved in range(most_moved(f, scoring.rules) + 1):
        bench.moved = moved
        if completes_moved(f, scoring, bench, number):
            return True
    return False


@kernel
def completes_moved(f: Frame, scoring: Scoring, bench: Workbench, number: int) -> bool:
    """The same with so many tiles read as substitutes as `moved` says."""
    rules = scoring.rules
    shape = rules.shapes[number]
    wilds = set_natural(f, rules, bench)
    if wilds < 0:
        return False
    f.wild_count = wilds - bench.imagined
    has_when = shape.has_when
    laid = has_when or bench.imagined
    for index in range(max(1, shape.fixed_count)):
        fixed = shape.fixed[index]
        found = split_shape(f, rules, bench, shape, fixed, wilds, TRIED, MOST_READINGS if laid else 1)
        for place in range(found):
            if not laid:
                return True
            lay_blocks(f, rules, bench, number, fixed, bench.readings[TRIED + place])
            if bench.imagined and is_overfull(f):
                continue
            count_tiles_of(f)
            count_blocks_of(f, rules)
            if not has_when or call_shape(scoring.shape_ok, f, number):
                return True
    return False
