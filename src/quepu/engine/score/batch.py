"""From packed wins to frames, one after the other: the drivers of batch scoring."""

from quepu.engine.kernel import entry, inlined, kernel
from quepu.engine.layout.divisions import Scoring
from quepu.engine.layout.frame import FAN_WORDS, WORD_BITS, Frame, SetFlag
from quepu.engine.layout.kinds import (
    Bytes2D,
    Halves,
    Halves2D,
    Ints,
    Ints2D,
    Melds2D,
    Shorts2D,
    Situations2D,
    SmallInts,
    Sums2D,
)
from quepu.engine.layout.score_rules import ScoreRules
from quepu.engine.layout.table import COUNT_BITS, STAND_SHIFT
from quepu.engine.layout.table_facts import MeldWord
from quepu.engine.layout.workbench import Workbench
from quepu.engine.machine import call_frame, lowest, ones
from quepu.engine.score.best import note_drawn, score_added, score_flagged
from quepu.engine.score.divide import fetch_keys
from quepu.engine.score.reading_facts import add_up, count_copies, count_tiles_of, counts_word, put_counts

# columns of the situation of a packed win
(AT_WIN, AT_SELF_DRAW, AT_SEAT, AT_ROUND, AT_DISCARDER, AT_FLOWERS, AT_REDS, AT_MELDS, AT_OPEN, AT_CHOWS, AT_KONGS,
 AT_CONCEALED_KONGS) = range(12)
SITUATION_WIDTH = 12
MELD_ROOM = 6
MOST_TIMES_TOLD = 255       # how often a fan counts is told in a byte; who needs more asks again
TURNED_WIDTH = 2            # of a packed win: how many tiles are turned up, then kind and lot of each
AHEAD = 2                   # packed wins whose numbers are fetched beforehand


@kernel
def lay_meld(f: Frame, rules: ScoreRules, place: int, kind: int, flags: int) -> None:
    """Put a meld into the frame."""
    block = f.sets[place]
    block.kind = kind
    block.flags = flags
    block.wilds = 0
    size = 4 if flags & SetFlag.KONG else 3
    for index in range(size):
        tile = rules.blocks[kind].tiles[index if index < 3 else 0]
        f.laid[tile] += 1
        if flags & SetFlag.OPEN:
            f.shown[tile] += 1
    if flags & SetFlag.OPEN:
        f.open_count += 1
        if rules.chow_kinds >> kind & 1:
            f.open_chow_count += 1
    if flags & SetFlag.KONG:
        f.kong_count += 1
        if flags & SetFlag.CONCEALED:
            f.concealed_kong_count += 1


@kernel
def mixed_copies(rules: ScoreRules, block: int, counts: int, kind: int) -> int:
    """The tiles of a kind in a kong of different tiles, those that stand in included."""
    rule = rules.blocks[block]
    copies = counts >> STAND_SHIFT & (1 << COUNT_BITS) - 1 if rule.stand_in == kind else 0
    if rule.mask >> kind & 1:
        place = ones(rule.mask & (1 << kind) - 1)
        copies += counts >> COUNT_BITS * place & (1 << COUNT_BITS) - 1
    return copies


@kernel
def lay_mixed(f: Frame, rules: ScoreRules, place: int, kind: int, counts: int) -> None:
    """Put a kong of different tiles into the frame; it lies face up whether it opens the hand or not."""
    block = f.sets[place]
    flags = rules.blocks[kind].flags
    block.kind = kind
    block.flags = flags
    block.wilds = 0
    for tile in range(42):
        copies = mixed_copies(rules, kind, counts, tile)
        f.laid[tile] += copies
        f.shown[tile] += copies
    f.open_count += 1 if flags & SetFlag.OPEN else 0
    if flags & SetFlag.KONG:
        f.kong_count += 1
        f.concealed_kong_count += 1 if flags & SetFlag.CONCEALED else 0


@kernel
def meld_word(rules: ScoreRules, kind: int, flags: int, feeder: int, place: int) -> int:
    """A meld of a seat at the table as one number (`MeldWord`)."""
    form = 1 if rules.chow_kinds >> kind & 1 else 2 if rules.pung_kinds >> kind & 1 else 0
    return rules.blocks[kind].tiles[0] << MeldWord.TILE | flags << MeldWord.FLAGS \
        | feeder + 1 << MeldWord.FEEDER | form << MeldWord.FORM | place << MeldWord.PLACE


@kernel
def clear_melds(f: Frame) -> None:
    """Empty the frame's parts about melds."""
    for kind in range(42):
        f.laid[kind] = 0
        f.shown[kind] = 0
    f.open_count = 0
    f.open_chow_count = 0
    f.kong_count = 0
    f.concealed_kong_count = 0


@kernel
def hide_melds(f: Frame, rules: ScoreRules) -> None:
    """Take the tiles of concealed melds out of those shown."""
    for place in range(f.meld_count):
        block = f.sets[place]
        if not block.flags & SetFlag.OPEN and block.kind < rules.made_count:
            for index in range(4 if block.flags & SetFlag.KONG else 3):
                f.shown[rules.blocks[block.kind].tiles[index if index < 3 else 0]] -= 1


@inlined
def lay_packed(f: Frame, melds: Melds2D, hand: int, place: int) -> None:
    """Put a meld of a packed win into the frame."""
    f.sets[place].kind = melds[hand, 2 * place]
    f.sets[place].flags = melds[hand, 2 * place + 1]
    f.sets[place].wilds = 0


@inlined
def fill_frame(hand: int, tiles: Bytes2D, laid: Bytes2D, sums: Sums2D, melds: Melds2D, situations: Situations2D,
               flags: Ints, masks: Ints, wild: Ints, memory: Halves2D, turned: Shorts2D, f: Frame,
               rules: ScoreRules, bench: Workbench) -> None:
    """The base of a frame from a packed win; whole arrays and a number, because every slice costs time."""
    # 42; with a number in its place the optimiser would write out every step instead of taking several at once
    kinds = min(tiles.shape[1], laid.shape[1], 42)
    for kind in range(kinds):
        f.held[kind] = tiles[hand, kind]
        f.counts[kind] = tiles[hand, kind] + laid[hand, kind]
    count = situations[hand, AT_MELDS]
    if count + f.meld_count > 0:            # otherwise they are empty, and were before
        for kind in range(kinds):
            f.laid[kind] = laid[hand, kind]
        for kind in range(kinds):
            f.shown[kind] = laid[hand, kind]
    bench.hand_keys = sums[hand, 0]
    bench.hand_sizes = sums[hand, 1]
    bench.odd = sums[hand, 2]
    win = situations[hand, AT_WIN]
    if win >= 0:
        f.counts[win] += 1
    wilds = 0
    if wild[hand]:
        for kind in range(42):
            if wild[hand] >> kind & 1:
                wilds += tiles[hand, kind] + (1 if win == kind else 0)
    f.held_mask = masks[hand]
    f.wild_count = wilds
    f.wild_mask = wild[hand]
    f.win_tile = win
    f.win_place = -1
    f.occasion = 0
    f.self_draw = situations[hand, AT_SELF_DRAW]
    f.seat = situations[hand, AT_SEAT]
    f.round = situations[hand, AT_ROUND]
    f.discarder = situations[hand, AT_DISCARDER]
    flowers = int(situations[hand, AT_FLOWERS])
    f.flower_mask = flowers << 34
    f.flower_count = ones(flowers)
    f.red_count = situations[hand, AT_REDS]
    f.open_count = situations[hand, AT_OPEN]
    f.open_chow_count = situations[hand, AT_CHOWS]
    f.kong_count = situations[hand, AT_KONGS]
    f.concealed_kong_count = situations[hand, AT_CONCEALED_KONGS]
    f.meld_count = count
    for place in range(4):              # a constant: no index of these needs a check
        lay_packed(f, melds, hand, place)
    for place in range(4, count):
        lay_packed(f, melds, hand, place)
    if count > f.open_count:
        hide_melds(f, rules)
    for slot in range(memory.shape[1]):
        f.memory[slot] = memory[hand, slot]
    if turned.shape[1] > 0:
        f.turned_count = turned[hand, 0]
        for place in range(min(f.turned_count, (turned.shape[1] - 1) // TURNED_WIDTH)):
            f.turned[place].kind = turned[hand, 1 + TURNED_WIDTH * place]
            f.turned[place].lot = turned[hand, 2 + TURNED_WIDTH * place]
    put_counts(f, sums[hand, 3], sums[hand, 4])
    f.told = flags[hand]
    f.flags = flags[hand]


@entry
@kernel
def score_many(tiles: Bytes2D, laid: Bytes2D, sums: Sums2D, melds: Melds2D, situations: Situations2D, flags: Ints,
               masks: Ints, wild: Ints, memory: Halves2D, turned: Shorts2D, f: Frame, scoring: Scoring,
               bench: Workbench, order: Halves, total: Halves, legal: SmallInts, counts: Bytes2D) -> None:
    """Score packed wins: totals, legality (-1: not complete, 0: not allowed, 1: legal) and fan counts.

    `order` says where the scores of each go.  A fan that counts more often than `MOST_TIMES_TOLD` is told as that.
    """
    for hand in range(len(order)):
        if hand + AHEAD < len(sums):
            fetch_keys(scoring.tables, sums[hand + AHEAD, 0], sums[hand + AHEAD, 1])
        fill_frame(hand, tiles=tiles, laid=laid, sums=sums, melds=melds, situations=situations, flags=flags,
                   masks=masks, wild=wild, memory=memory, turned=turned, f=f, rules=scoring.rules, bench=bench)
        call_frame(scoring.flags, f, bench.answers)
        note_drawn(f, scoring.rules)
        score_added(f, scoring, bench)
        place = order[hand]
        if bench.best_found == 0:
            total[place] = 0
            legal[place] = -1
            continue
        total[place] = bench.best_total
        legal[place] = bench.best_legal
        for word in range(FAN_WORDS):
            bits = bench.best_present[word]
            while bits:
                counts[place, word * WORD_BITS + lowest(bits)] = 1
                bits &= bits - 1
            bits = bench.best_many[word]
            while bits:
                fan = word * WORD_BITS + lowest(bits)
                counts[place, fan] = min(bench.best_times[fan], MOST_TIMES_TOLD)
                bits &= bits - 1
    f.turned_count = 0                       # a win that tells nothing may come next


MELD_BITS = 10              # one meld of a win given as plain numbers


@kernel
def read_code(f: Frame, rules: ScoreRules, low: int, high: int, melds: int, situation: int) -> bool:
    """Put a win given as four numbers into the frame; False if a meld is not a set of the rulebook.

    `low` and `high` hold three bits for each kind 0-20 and 21-41.  A meld is its first tile (6 bits), whether it is a
    pung, a kong, open, added.
    """
    clear_melds(f)
    held_mask = 0
    for kind in range(42):
        copies = low >> 3 * kind & 7 if kind < 21 else high >> 3 * (kind - 21) & 7
        f.held[kind] = copies
        if copies > 0:
            held_mask |= 1 << kind
    f.held_mask = held_mask
    f.wild_count = 0
    f.wild_mask = 0
    f.win_tile = (situation & 63) - 1
    f.win_place = -1
    f.occasion = 0
    f.self_draw = situation >> 6 & 1
    f.seat = situation >> 7 & 3
    f.round = situation >> 9 & 3
    f.discarder = (situation >> 11 & 7) - 1
    flowers = situation >> 14 & 255
    f.flower_mask = flowers << 34
    f.flower_count = ones(flowers)
    f.red_count = situation >> 22 & 15
    count = situation >> 26 & 7
    f.meld_count = count
    for place in range(count):
        code = melds >> MELD_BITS * place & 1023
        flags = SetFlag.MELD | (SetFlag.OPEN if code & 256 else SetFlag.CONCEALED)
        if code & 128:
            flags |= SetFlag.KONG
        if code & 512:
            flags |= SetFlag.ADDED
        first = rules.kinds[code & 63]
        kind = first.pung if code >> 6 & 1 else first.chow
        if kind < 0:
            return False
        lay_meld(f, rules, place, kind, flags)
    return True


@entry
@kernel
def score_one(low: int, high: int, melds: int, situation: int, flags: int, f: Frame, scoring: Scoring,
              bench: Workbench) -> tuple[int, int, int, int, int]:
    """(total, legality, three words of fans that count) of one win; how often each counts is in `bench`."""
    if not read_code(f, scoring.rules, low, high, melds, situation):
        return 0, -1, 0, 0, 0
    f.told = flags
    f.flags = flags
    score_flagged(f, scoring, bench)
    if bench.best_found == 0:
        return 0, -1, 0, 0, 0
    return (bench.best_total, bench.best_legal, bench.best_present[0], bench.best_present[1], bench.best_present[2])


@entry
@kernel
def unpack_many(codes: Ints2D, places: int, f: Frame, rules: ScoreRules, bench: Workbench, tiles: Bytes2D,
                laid: Bytes2D, sums: Sums2D, melds: Melds2D, situations: Situations2D, masks: Ints) -> int:
    """Packed wins from their numbers; the first that is not a hand of the rulebook with so many places, or -1."""
    for hand in range(len(masks)):
        good = read_code(f, rules, codes[hand, 0], codes[hand, 1], codes[hand, 2], codes[hand, 3])
        here = 3 * f.meld_count + (1 if f.win_tile >= 0 else 0)
        kinds = f.held_mask | (1 << f.win_tile if f.win_tile >= 0 else 0)
        for kind in range(42):
            tiles[hand, kind] = f.held[kind]
            laid[hand, kind] = f.laid[kind]
            here += f.held[kind]
        if not good or here != places or kinds & ~rules.playable or f.flower_mask & ~rules.bonus:
            return hand
        add_up(f, rules, bench)
        sums[hand, 0] = bench.hand_keys
        sums[hand, 1] = bench.hand_sizes
        sums[hand, 2] = bench.odd
        count_copies(f)
        count_tiles_of(f)
        sums[hand, 3] = f.tile_mask
        sums[hand, 4] = counts_word(f)
        for place in range(f.meld_count):
            melds[hand, 2 * place] = f.sets[place].kind
            melds[hand, 2 * place + 1] = f.sets[place].flags
        situations[hand, AT_WIN] = f.win_tile
        situations[hand, AT_SELF_DRAW] = f.self_draw
        situations[hand, AT_SEAT] = f.seat
        situations[hand, AT_ROUND] = f.round
        situations[hand, AT_DISCARDER] = f.discarder
        situations[hand, AT_FLOWERS] = f.flower_mask >> 34
        situations[hand, AT_REDS] = f.red_count
        situations[hand, AT_MELDS] = f.meld_count
        situations[hand, AT_OPEN] = f.open_count
        situations[hand, AT_CHOWS] = f.open_chow_count
        situations[hand, AT_KONGS] = f.kong_count
        situations[hand, AT_CONCEALED_KONGS] = f.concealed_kong_count
        masks[hand] = f.held_mask
    return -1
