"""All readings of a win in the order of the reference: which is the best, and which divisions are worth most.

The reference then explains the best one alone.
"""

from quepu.engine.kernel import entry, kernel
from quepu.engine.layout.divisions import Scoring
from quepu.engine.layout.frame import BY_TILES, HAND_WORDS, SET_ROOM, Frame
from quepu.engine.layout.kinds import Ints, Ints2D
from quepu.engine.layout.score_rules import ShapeRule
from quepu.engine.layout.workbench import MOST_READINGS, Reading, Workbench
from quepu.engine.machine import call_shape, copy_words
from quepu.engine.score.best import judge
from quepu.engine.score.combination import find_forest
from quepu.engine.score.faces import face_of, is_overfull, is_win_as, most_moved
from quepu.engine.score.form_waits import completes, copy_turned
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
from quepu.engine.score.readings import set_natural, split_shape, was_placed

#: a division: the most it is worth, where it was found, its blocks (ten bits each: number, wild places); of the best
#: reading also where the winning tile is
(AT_TOTAL, AT_SHAPE, AT_FIXED, AT_MOVED, AT_COUNT, AT_BLOCKS, AT_MORE_BLOCKS, AT_PLACE, AT_WIN_AS) = range(9)
RANK_WIDTH = 9
BLOCK_BITS = 10
WILD_SHIFT = 7
HALF = 6                    # blocks in one number
NEVER = -(1 << 62)          # no reading has so small a total


@entry
@kernel
def rank_readings(f: Frame, scoring: Scoring, bench: Workbench, best: Ints, ranked: Ints2D) -> int:
    """How many divisions are in `ranked`, those worth most first, of equals those found first; `best` is the reading.

    The frame is that of a win before it is read.  -1: there is no reading.
    """
    rules = scoring.rules
    bench.best_found = 0
    bench.number = 0
    add_up(f, rules, bench)
    count_copies(f)
    count_tiles_of(f)
    f.wait_count = -1
    f.live_wait_count = -1
    concealed = 1 if f.win_tile >= 0 else 0
    for kind in range(42):
        concealed += f.held[kind]
    bench.concealed = concealed
    count = 0
    for number, shape in enumerate(rules.shapes):
        for moved in range(most_moved(f, rules) + 1):
            bench.moved = moved
            if set_natural(f, rules, bench) >= 0:
                count = rank_moved(f, scoring, bench, number, shape, best, ranked, count)
    bench.moved = 0
    return count if bench.best_found else -1


@entry
@kernel
def waits_by_form(f: Frame, scoring: Scoring, bench: Workbench) -> int:
    """The kinds that complete the tiles held before the win in any shape, as bits."""
    rules = scoring.rules
    places = 1 + 3 * f.meld_count + rules.imagined
    for kind in range(42):
        places += f.held[kind]
    found = 0
    for number, shape in enumerate(rules.shapes):
        if may_be(f, shape, BY_TILES, places):
            for kind in range(42):
                if rules.playable >> kind & 1 and not found >> kind & 1:
                    trial = bench.trial
                    copy_words(trial, f, HAND_WORDS)
                    copy_turned(trial, f)
                    if completes(trial, scoring, bench, kind, number):
                        found |= 1 << kind
    bench.moved = 0
    return found


@kernel
def rank_moved(f: Frame, scoring: Scoring, bench: Workbench, number: int, shape: ShapeRule, best: Ints,
               ranked: Ints2D, count: int) -> int:
    """The same for readings as one shape with so many tiles read as substitutes as `moved` says."""
    rules = scoring.rules
    moved = bench.moved
    places = 3 * f.meld_count + bench.concealed + rules.imagined
    if not may_be(f, shape, occasions_of(f, rules, places), places):
        return count
    for index in range(max(1, shape.fixed_count)):
        fixed = shape.fixed[index]
        wilds = set_natural(f, rules, bench)            # waits counted for the shape before may have changed it
        found = split_shape(f, rules, bench, shape, fixed, wilds, 0, MOST_READINGS)
        counted = f.wait_count
        for place in range(found):
            reading = bench.readings[place]
            if f.wait_count != counted:                 # counting waits has changed it
                counted = f.wait_count
                bench.moved = moved
                set_natural(f, rules, bench)
            lay_blocks(f, rules, bench, number, fixed, reading)
            if bench.imagined and is_overfull(f):
                continue
            count_tiles_of(f)
            count_blocks_of(f, rules)
            find_forest(f, scoring.tables, bench)
            total = judge_places(f, scoring, bench, number, fixed, reading, best)
            if total > NEVER:
                count = note_division(number, fixed, moved, reading, total, ranked, count)
    return count


@kernel
def judge_places(f: Frame, scoring: Scoring, bench: Workbench, shape: int, fixed: int, reading: Reading,
                 best: Ints) -> int:
    """The most that a division is worth with the winning tile anywhere; NEVER if it is none of the shape."""
    rules = scoring.rules
    win = f.win_tile
    if win < 0 or reading.count == 0:
        return judge_place(f, scoring, bench, shape, fixed, reading, best, place=-1, win_as=win)
    is_wild = f.wild_mask >> win & 1 | f.win_wild
    sets = f.meld_count
    pairs = 0
    most = NEVER
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
                most = max(most, judge_place(f, scoring, bench, shape, fixed, reading, best, place=place, win_as=kind))
    if fixed and (is_wild or fixed >> face_of(rules, f.wild_mask, win) & 1):
        most = max(most, judge_place(f, scoring, bench, shape, fixed, reading, best, place=-1, win_as=win))
    return most


@kernel
def judge_place(f: Frame, scoring: Scoring, bench: Workbench, shape: int, fixed: int, reading: Reading, best: Ints,
                place: int, win_as: int) -> int:
    """What a reading is worth with the winning tile in a block; it is written into `best` if it is the best so far."""
    rules = scoring.rules
    place_win(f, rules, place, win_as)
    if rules.shapes[shape].has_when and not call_shape(scoring.shape_ok, f, shape):
        return NEVER
    bench.number += 1
    judge(f, scoring, bench)
    if bench.best_number == bench.number:
        best[AT_TOTAL] = f.total
        best[AT_SHAPE] = shape
        best[AT_FIXED] = fixed
        best[AT_MOVED] = bench.moved
        best[AT_COUNT] = reading.count
        best[AT_BLOCKS] = half_of(reading, 0)
        best[AT_MORE_BLOCKS] = half_of(reading, HALF)
        best[AT_PLACE] = place
        best[AT_WIN_AS] = win_as
    return int(f.total)


@kernel
def half_of(reading: Reading, first: int) -> int:
    """Six blocks of a reading as one number."""
    found = 0
    for level in range(HALF):
        if first + level < reading.count:
            block = reading.blocks[first + level] | reading.wild_places[first + level] << WILD_SHIFT
            found |= block << BLOCK_BITS * level
    return found


@kernel
def note_division(shape: int, fixed: int, moved: int, reading: Reading, total: int,
                  ranked: Ints2D, count: int) -> int:
    """Put a division among those worth most, if it is one of them; how many there are."""
    room = ranked.shape[0]
    if room == 0 or (count == room and ranked[room - 1, AT_TOTAL] >= total):
        return count
    place = count if count < room else room - 1
    while place > 0 and ranked[place - 1, AT_TOTAL] < total:
        for column in range(RANK_WIDTH):
            ranked[place, column] = ranked[place - 1, column]
        place -= 1
    ranked[place, AT_TOTAL] = total
    ranked[place, AT_SHAPE] = shape
    ranked[place, AT_FIXED] = fixed
    ranked[place, AT_MOVED] = moved
    ranked[place, AT_COUNT] = reading.count
    ranked[place, AT_BLOCKS] = half_of(reading, 0)
    ranked[place, AT_MORE_BLOCKS] = half_of(reading, HALF)
    return int(min(count + 1, room))
