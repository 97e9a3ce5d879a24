"""Scoring a hand: every reading judged by a rulebook's own functions, the best kept.

The rulebook's functions are called by their addresses (`engine.machine`): the engine is the same for all rulebooks.
"""

from quepu.engine.kernel import inlined, kernel, part
from quepu.engine.layout.divisions import FIRST_SHIFT, PAIR_SHIFT, SET_BITS, SETS_SHIFT, WITH_PAIR, Scoring
from quepu.engine.layout.frame import FAN_WORDS, HAND_WORDS, SET_ROOM, WORD_BITS, Frame, SetFlag
from quepu.engine.layout.score_rules import SIZE_BITS, SIZES_SHIFT, ScoreRules
from quepu.engine.layout.workbench import COMPARED, HELD_BACK, MOST_READINGS, NEEDS_WAITS, Reading, Workbench
from quepu.engine.machine import call_frame, call_shape, copy_words, lowest, ones
from quepu.engine.score.combination import choose_forest, earn_picks, find_forest
from quepu.engine.score.divide import count_of, put_keys
from quepu.engine.score.faces import face_of, is_overfull, is_win_as, most_moved
from quepu.engine.score.form_waits import fill_waits
from quepu.engine.score.judge import add_tallies, apply_drops, apply_fallbacks, apply_groups, times_of
from quepu.engine.score.reading_facts import (
    add_up,
    count_blocks_of,
    count_copies,
    count_tiles_of,
    lay_blocks,
    may_be,
    occasions_of,
    place_win,
)
from quepu.engine.score.readings import set_natural, split_shape, was_placed, was_seen


@part
def judge(f: Frame, scoring: Scoring, bench: Workbench) -> None:
    """Score the reading that is in the frame: fans, what is left of them, tallies, total, conditions of winning."""
    rules = scoring.rules
    for word in range(FAN_WORDS):
        f.present[word] = 0
        f.many[word] = 0
        bench.answers[HELD_BACK + word] = 0
    call_frame(scoring.prepare, f, bench.answers)
    choose_forest(f, scoring, bench)
    if f.wait_count < 0 and bench.answers[NEEDS_WAITS]:
        fill_waits(f, scoring, bench)
    if len(rules.picks) > rules.forest_picks:
        earn_picks(f, scoring, bench)
    call_frame(scoring.earn, f, bench.answers)
    apply_drops(f, rules)
    if len(rules.groups) > 0:
        apply_groups(f, rules)
    apply_fallbacks(f, rules, bench)
    add_tallies(f, rules)
    call_frame(scoring.finish, f, bench.answers)
    keep_best(f, rules, bench)


@kernel
def is_better(f: Frame, rules: ScoreRules, bench: Workbench, legal: int, different: int) -> bool:
    """Whether the reading in the frame beats the best: legal, the rulebook's order, more fans, smaller numbers."""
    if legal != bench.best_legal:
        return legal > bench.best_legal
    for index in range(rules.compare_count):
        if bench.answers[COMPARED + index] != bench.best_compared[index]:
            return bool(bench.answers[COMPARED + index] > bench.best_compared[index])
    if different != bench.best_different:
        return different > bench.best_different
    for word in range(FAN_WORDS):
        bits = f.present[word] | bench.best_present[word]
        while bits:
            place = lowest(bits)
            fan = word * WORD_BITS + place
            here = times_of(f, fan) if f.present[word] >> place & 1 else 0
            there = bench.best_present[word] >> place & 1
            if bench.best_many[word] >> place & 1:
                there = bench.best_times[fan]
            if here != there:
                return bool(here > there)
            bits &= bits - 1
    return False


@inlined
def keep_best(f: Frame, rules: ScoreRules, bench: Workbench) -> None:
    """Keep the reading in the frame if it is the best so far."""
    legal = 1 if f.failed == 0 else 0
    different = ones(f.present[0]) + ones(f.present[1]) + ones(f.present[2])
    if bench.best_found and not is_better(f, rules, bench, legal, different):
        return
    bench.best_found = 1
    bench.best_number = bench.number
    bench.best_legal = legal
    bench.best_total = f.total
    bench.best_different = different
    for index in range(rules.compare_count):
        bench.best_compared[index] = bench.answers[COMPARED + index]
    for word in range(FAN_WORDS):
        bench.best_present[word] = f.present[word]
        bits = f.present[word] & f.many[word]       # all others count once
        bench.best_many[word] = bits
        while bits:
            fan = word * WORD_BITS + lowest(bits)
            bench.best_times[fan] = f.fan_times[fan]
            bits &= bits - 1
    if bench.keeps_frame:
        copy_words(bench.best_frame, f, HAND_WORDS)


@inlined
def try_place(f: Frame, scoring: Scoring, bench: Workbench, shape: int, place: int, win_as: int) -> None:
    """Judge the reading with the winning tile in a block, if the shape's condition holds."""
    rules = scoring.rules
    place_win(f, rules, place, win_as)
    if rules.shapes[shape].has_when == 0 or call_shape(scoring.shape_ok, f, shape):
        judge(f, scoring, bench)


@part
def read_any(f: Frame, scoring: Scoring, bench: Workbench) -> None:
    """Judge every reading of a hand of any kind: wild tiles, unusual sets, flowers among the tiles.

    With `one_shape` only the readings as that shape.
    """
    for moved in range(most_moved(f, scoring.rules) + 1):
        bench.moved = moved
        read_moved(f, scoring, bench)
    bench.moved = 0


@kernel
def read_moved(f: Frame, scoring: Scoring, bench: Workbench) -> None:
    """The same with so many tiles read as substitutes as `moved` says."""
    rules = scoring.rules
    wilds = set_natural(f, rules, bench)
    if wilds < 0:
        return
    places = 3 * f.meld_count + bench.concealed + rules.imagined
    occasions = occasions_of(f, rules, places)
    for number, shape in enumerate(rules.shapes):
        if bench.one_shape > 0 and bench.one_shape != 1 + number:
            continue
        if not may_be(f, shape, occasions, places):
            continue
        for index in range(max(1, shape.fixed_count)):
            fixed = shape.fixed[index]
            wilds = set_natural(f, rules, bench)        # waits counted for the shape before may have changed it
            found = split_shape(f, rules, bench, shape, fixed, wilds, 0, MOST_READINGS)
            bench.stamp += 1
            for place in range(found):
                reading = bench.readings[place]
                if wilds > 1 and was_seen(f, rules, bench, reading):
                    continue
                set_natural(f, rules, bench)    # counting waits may have changed it
                lay_blocks(f, rules, bench, number, fixed, reading)
                if bench.imagined and is_overfull(f):
                    continue
                count_tiles_of(f)
                count_blocks_of(f, rules)
                find_forest(f, scoring.tables, bench)
                place_each(f, scoring, bench, number, fixed, reading)


@kernel
def place_each(f: Frame, scoring: Scoring, bench: Workbench, shape: int, fixed: int, reading: Reading) -> None:
    """Judge a reading once for every block that can hold the winning tile, the same blocks once."""
    rules = scoring.rules
    win = f.win_tile
    if win < 0 or reading.count == 0:
        try_place(f, scoring, bench, shape, -1, win)
        return
    is_wild = f.wild_mask >> win & 1 | f.win_wild
    sets = f.meld_count
    pairs = 0
    for level in range(reading.count):
        block = reading.blocks[level]
        wild = reading.wild_places[level]
        place = SET_ROOM + pairs
        size = 2
        if block < rules.set_count:
            place = sets
            size = 3
            sets += 1
        else:
            pairs += 1
        for slot in range(size):
            kind = rules.blocks[block].tiles[slot]
            if (wild >> slot & 1 == is_wild and (is_wild or is_win_as(f, rules, kind))
                    and not was_placed(f, rules, reading, level, slot, is_wild)):
                try_place(f, scoring, bench, shape, place, kind)
    if fixed and (is_wild or fixed >> face_of(rules, f.wild_mask, win) & 1):
        try_place(f, scoring, bench, shape, -1, win)


@inlined
def count_melds(f: Frame, rules: ScoreRules, bench: Workbench) -> None:
    """What the melds of a hand are: the same in every reading."""
    chows = 0
    pungs = 0
    hidden = 0
    mask = 0
    for place in range(SET_ROOM):
        if place >= f.meld_count:
            break
        kind = f.sets[place].kind
        mask |= 1 << kind
        chows += rules.chow_kinds >> kind & 1
        is_pung = rules.pung_kinds >> kind & 1
        pungs += is_pung
        hidden += 1 if is_pung and f.sets[place].flags & SetFlag.CONCEALED else 0
    bench.meld_set_mask = mask
    bench.laid_chows = chows
    bench.laid_pungs = pungs
    bench.laid_hidden = hidden


@inlined
def read_plain(f: Frame, scoring: Scoring, bench: Workbench) -> None:
    """Judge every reading of a hand of ordinary tiles, which are counted, divided by tables."""
    rules = scoring.rules
    places = 3 * f.meld_count + bench.concealed
    win = f.win_tile
    count_melds(f, rules, bench)
    f.substitute_count = 0
    occasions = occasions_of(f, rules, places)
    for number, shape in enumerate(rules.shapes):
        if f.kind_count < shape.fewest or f.kind_count > shape.most or not may_be(f, shape, occasions, places):
            continue
        f.shape = number
        f.fixed = 0
        f.set_count = f.meld_count
        f.pair_count = 0
        f.win_place = -1
        if shape.tiles > 0:
            if call_shape(scoring.shape_ok, f, number):
                count_blocks_of(f, rules)
                find_forest(f, scoring.tables, bench)
                try_place(f, scoring, bench, number, -1, win)
        elif shape.sets == 0 and shape.pairs > 1:
            if bench.odd == 0:
                read_pairs(f, scoring, bench, number)
        elif shape.pairs != 1:          # sets and several pairs, or none: no table divides them
            bench.one_shape = 1 + number
            read_any(f, scoring, bench)
            bench.one_shape = 0
        elif shape.fixed_count == 0:
            put_keys(bench, bench.hand_keys, bench.hand_sizes)
            read_sets(f, scoring, bench, number)
        else:
            for index in range(shape.fixed_count):
                fixed = shape.fixed[index]
                held = f.held_mask | (1 << win if win >= 0 else 0)
                if fixed & ~held == 0 and f.meld_count <= shape.sets:
                    f.fixed = fixed
                    put_keys(bench, bench.hand_keys, bench.hand_sizes)
                    power = 1
                    for rank in range(9):
                        for group in range(3):
                            if fixed >> 9 * group + rank & 1:
                                bench.keys[group] -= power
                        power *= 5
                    read_sets(f, scoring, bench, number)


@kernel
def read_pairs(f: Frame, scoring: Scoring, bench: Workbench, shape: int) -> None:
    """Judge the reading of a hand as pairs; of no kind there is an odd number."""
    rules = scoring.rules
    pairs = 0
    place = -1
    kinds = f.held_mask | (1 << f.win_tile if f.win_tile >= 0 else 0)
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        copies = f.counts[kind] - f.laid[kind]
        if rules.kinds[kind].pair < 0:
            return
        for _pair in range(copies // 2):
            block = f.pairs[pairs]
            block.kind = rules.kinds[kind].pair
            block.flags = SetFlag.CONCEALED
            block.wilds = 0
            if kind == f.win_tile and place < 0:
                place = SET_ROOM + pairs
            pairs += 1
    f.pair_count = pairs
    count_blocks_of(f, rules)
    try_place(f, scoring, bench, shape, place, f.win_tile)


@inlined
def read_sets(f: Frame, scoring: Scoring, bench: Workbench, shape: int) -> None:
    """Judge every division of the four groups in `keys` into sets and one pair."""
    rules = scoring.rules
    tables = scoring.tables
    s0 = tables.suits[bench.keys[0]]
    s1 = tables.suits[bench.keys[1]]
    s2 = tables.suits[bench.keys[2]]
    s3 = tables.honors[bench.keys[3]]
    if (s0 | s1 | s2 | s3) < 0:
        return                          # a group is not divisible
    if (s0 & WITH_PAIR) + (s1 & WITH_PAIR) + (s2 & WITH_PAIR) + (s3 & WITH_PAIR) != 1:
        return                          # there is not just one pair
    for i0 in range(s0 >> FIRST_SHIFT, (s0 >> FIRST_SHIFT) + count_of(s0)):
        d0 = tables.divisions[i0].in_suit[0]
        for i1 in range(s1 >> FIRST_SHIFT, (s1 >> FIRST_SHIFT) + count_of(s1)):
            d1 = tables.divisions[i1].in_suit[1]
            for i2 in range(s2 >> FIRST_SHIFT, (s2 >> FIRST_SHIFT) + count_of(s2)):
                d2 = tables.divisions[i2].in_suit[2]
                for i3 in range(s3 >> FIRST_SHIFT, (s3 >> FIRST_SHIFT) + count_of(s3)):
                    d3 = tables.divisions[i3].in_suit[0]
                    lay_division(f, rules, bench, d0, d1, d2, d3)
                    find_forest(f, tables, bench)
                    place_plain(f, scoring, bench, shape)


@inlined
def lay_division(f: Frame, rules: ScoreRules, bench: Workbench, d0: int, d1: int, d2: int, d3: int) -> None:
    """Lay the sets and the pair of four groups' divisions behind the melds, and count them."""
    count = d0 & 7
    kinds = d0 >> SETS_SHIFT
    kinds |= d1 >> SETS_SHIFT << SET_BITS * count
    count += d1 & 7
    kinds |= d2 >> SETS_SHIFT << SET_BITS * count
    count += d2 & 7
    kinds |= d3 >> SETS_SHIFT << SET_BITS * count
    count += d3 & 7
    sets = f.meld_count
    set_mask = bench.meld_set_mask
    chows = 0
    pungs = 0
    for place in range(sets, sets + count):
        block = f.sets[place]
        kind = kinds & (1 << SET_BITS) - 1
        block.kind = kind
        block.flags = SetFlag.CONCEALED
        block.wilds = 0
        kinds >>= SET_BITS
        set_mask |= 1 << kind
        chows += rules.chow_kinds >> kind & 1
        pungs += rules.pung_kinds >> kind & 1
    f.set_mask = set_mask
    f.chow_count = bench.laid_chows + chows
    f.pung_count = bench.laid_pungs + pungs
    f.hidden_pung_count = bench.laid_hidden + pungs
    f.set_count = sets + count
    f.pair_count = 1
    pair = ((d0 | d1 | d2 | d3) >> PAIR_SHIFT & 127) - 1
    f.pairs[0].kind = pair
    f.pair_mask = 1 << pair
    f.pairs[0].flags = SetFlag.CONCEALED
    f.pairs[0].wilds = 0
    f.win_place = -1


@inlined
def place_plain(f: Frame, scoring: Scoring, bench: Workbench, shape: int) -> None:
    """Judge a division once for every block that can hold the winning tile."""
    rules = scoring.rules
    win = f.win_tile
    if win < 0:
        try_place(f, scoring, bench, shape, -1, win)
        return
    fitting = rules.kinds[win].sets_with
    for place in range(f.meld_count, f.set_count):
        kind = f.sets[place].kind
        if fitting >> kind & 1:
            fitting &= ~(1 << kind)     # the same set again is the same reading
            try_place(f, scoring, bench, shape, place, win)
    if rules.blocks[rules.set_count + f.pairs[0].kind].mask >> win & 1:
        try_place(f, scoring, bench, shape, SET_ROOM, win)
    if f.fixed >> win & 1:
        try_place(f, scoring, bench, shape, -1, win)


@inlined
def score_frame(f: Frame, scoring: Scoring, bench: Workbench) -> None:
    """Score the hand in the frame; `best_found` is 0 if there is no reading."""
    add_up(f, scoring.rules, bench)
    count_copies(f)
    count_tiles_of(f)
    score_added(f, scoring, bench)


@inlined
def score_added(f: Frame, scoring: Scoring, bench: Workbench) -> None:
    """Score the hand in the frame, which is added up and counted; `best_found` is 0 if there is no reading."""
    bench.best_found = 0
    concealed = 1 if f.win_tile >= 0 else 0
    f.wait_count = -1
    f.live_wait_count = -1
    if scoring.tables.is_plain and f.wild_mask | f.win_wild == 0 and f.held_mask >> 34 == 0 and f.win_tile < 34 \
            and scoring.rules.imagined == 0:
        sizes = bench.hand_sizes >> SIZES_SHIFT
        concealed = 0
        for group in range(4):
            concealed += sizes >> SIZE_BITS * group & (1 << SIZE_BITS) - 1
        bench.concealed = concealed
        read_plain(f, scoring, bench)
    else:
        for kind in range(42):
            concealed += f.held[kind]
        bench.concealed = concealed
        read_any(f, scoring, bench)


@inlined
def note_drawn(f: Frame, rules: ScoreRules) -> None:
    """Whether the tile that was drawn stands for any other in this win: its flags say so."""
    f.win_wild = 1 if f.self_draw and f.win_tile >= 0 and f.flags & rules.wild_flags else 0
    if f.win_wild and not f.wild_mask >> f.win_tile & 1:
        f.wild_count += 1


@part
def score_flagged(f: Frame, scoring: Scoring, bench: Workbench) -> None:
    """Put the flags of the hand in the frame right, then score it."""
    call_frame(scoring.flags, f, bench.answers)
    note_drawn(f, scoring.rules)
    score_frame(f, scoring, bench)
