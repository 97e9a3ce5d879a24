"""Scoring a hand: every reading judged by a rulebook's own functions, the best kept.

The rulebook's functions are called by the addresses in R (see `core.calls`): the engine is the same for all rulebooks.
"""

from quepu.core.calls import call_fits, call_frame, call_shape, lowest, ones
from quepu.core.facts import count_blocks_of, count_tiles_of, lay_blocks, place_win
from quepu.core.forest import best_forest, next_order
from quepu.core.frame import (
    COUNTS,
    FAILED,
    FAN,
    FIXED,
    FRAME_SIZE,
    HELD,
    HELD_MASK,
    IS_CONCEALED,
    KINDS,
    LAID,
    LIVE_WAITS,
    MELDS,
    PAIRS,
    PAIR_AT,
    PAIR_MASK,
    PAIR_WIDTH,
    PLACES,
    PRESENT,
    SETS,
    SET_AT,
    SET_ROOM,
    SET_WIDTH,
    SHAPE,
    SUBSTITUTES,
    TOTAL,
    VALUE,
    WAITS,
    WILDS,
    WILD_MASK,
    WIN_PLACE,
    WIN_TILE,
    WORD_BITS,
)
from quepu.core.judge import add_tallies, apply_drops, apply_fallbacks, apply_groups, count_sets, is_present, word_of
from quepu.core.kernel import Ints, inlined, kernel
from quepu.core.plain import plain_waits, suit_keys
from quepu.core.rules import (
    AT_BLOCK_CLASS,
    AT_BLOCK_MASK,
    AT_BLOCK_TILES,
    AT_FOREST,
    AT_HONORS,
    AT_PAIR_OF,
    AT_PICKS,
    AT_SHAPES,
    AT_TILE_CLASS,
    BEST_COMPARE,
    BEST_DIFFERENT,
    BEST_FAN,
    BEST_FOUND,
    BEST_LEGAL,
    BEST_PRESENT,
    BEST_TOTAL,
    CHOSEN,
    COMPARED,
    COMPARES,
    CONCEALED,
    DIVISION_HEAD,
    DIVISION_STEP,
    EDGES,
    EDGE_FAN,
    EDGE_NODES,
    EDGE_VALUE,
    FN_EARN,
    FN_FINISH,
    FN_FITS,
    FN_PREPARE,
    FN_SHAPE_NEAR,
    FN_SHAPE_OK,
    FOREST_PAIR_WIDTH,
    FOREST_PICKS,
    FOREST_SETS,
    FOREST_SIZE,
    FOREST_WIDTH,
    GROUPS,
    HELD_BACK,
    KEYS,
    NATURAL,
    NEEDS_WAITS,
    ORDER,
    OTHER_PICKS,
    PAIR_SHIFT,
    PICK_WIDTH,
    PLAIN,
    PLAYABLE,
    REGIME,
    ROWS,
    ROW_LIMIT,
    ROW_WIDTH,
    SELECTION_HEAD,
    SELECTION_STEP,
    SETS_SHIFT,
    SET_BITS,
    SET_KINDS,
    SEVERAL,
    SEEN,
    SEEN_ROOM,
    SHAPE_COUNT,
    SHAPE_FEWEST,
    SHAPE_FIXED,
    SHAPE_MASKS,
    SHAPE_MELDS,
    SHAPE_MOST,
    SHAPE_PAIRS,
    SHAPE_PLACES,
    SHAPE_SETS,
    SHAPE_TILES,
    SHAPE_WHEN,
    SHAPE_WIDTH,
    SIZES,
    STAMP,
    TRIAL,
    WILD_KINDS,
    WITH_PAIR,
)
from quepu.core.split import split_into



@inlined
def forest_index(f: Ints, W: Ints) -> int:
    """The place of four sets in the table of combinations; ORDER becomes their places sorted by kind."""
    a = f[SET_AT] * 8
    b = f[SET_AT + SET_WIDTH] * 8 + 1
    c = f[SET_AT + 2 * SET_WIDTH] * 8 + 2
    d = f[SET_AT + 3 * SET_WIDTH] * 8 + 3
    a, b = min(a, b), max(a, b)
    c, d = min(c, d), max(c, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    W[ORDER] = a
    W[ORDER + 1] = b
    W[ORDER + 2] = c
    W[ORDER + 3] = d
    a = a >> 3
    b = (b >> 3) + 1
    c = (c >> 3) + 2
    d = (d >> 3) + 3
    return int(a + (b * (b - 1) >> 1) + c * (c - 1) * (c - 2) // 6 + d * (d - 1) * (d - 2) * (d - 3) // 24)


@inlined
def take_edge(f: Ints, fan: int, places: int) -> None:
    """Note a fan of the forest as earned once (more)."""
    if is_present(f, fan):
        f[FAN + fan] += 1
        f[PLACES + fan] |= places
    else:
        word = word_of(fan)
        f[PRESENT + word] |= 1 << fan - WORD_BITS * word
        f[FAN + fan] = 1
        f[PLACES + fan] = places


@kernel
def accepts(f: Ints, R: Ints, W: Ints, pick: int, places: int, pair: int) -> bool:
    """Whether some order of the chosen sets fulfils a pick."""
    at = R[AT_PICKS] + PICK_WIDTH * pick
    size = 0
    for place in range(SET_ROOM):
        if places >> place & 1:
            W[CHOSEN + size] = place
            size += 1
    for place in range(size, 6):
        W[CHOSEN + place] = 0
    while True:
        if R[at + 4]:
            found = call_fits(R[FN_FITS], f, pick, f[SET_AT + SET_WIDTH * W[CHOSEN]], f[SET_AT + SET_WIDTH * W[CHOSEN + 1]],
                         f[SET_AT + SET_WIDTH * W[CHOSEN + 2]], f[SET_AT + SET_WIDTH * W[CHOSEN + 3]],
                         f[SET_AT + SET_WIDTH * W[CHOSEN + 4]], f[SET_AT + SET_WIDTH * W[CHOSEN + 5]],
                         f[PAIR_AT + PAIR_WIDTH * pair])
        else:
            found = call_fits(R[FN_FITS], f, pick, W[CHOSEN], W[CHOSEN + 1], W[CHOSEN + 2], W[CHOSEN + 3], W[CHOSEN + 4],
                              W[CHOSEN + 5], pair)
        if found:
            return True
        if not next_order(W, CHOSEN, size):
            return False


@kernel
def choices_of(f: Ints, R: Ints, W: Ints, pick: int, edges: int) -> int:
    """Every choice of sets that a pick accepts, written as edges from `edges` on; the number of edges then."""
    at = R[AT_PICKS] + PICK_WIDTH * pick
    sets = f[SETS]
    allowed = 0                         # places whose kind may take part
    for place in range(sets):
        allowed |= (R[at + 3] >> f[SET_AT + SET_WIDTH * place] & 1) << place
    if ones(allowed) < R[at + 1]:
        return edges
    pairs = 1
    if R[at + 2]:
        pairs = f[PAIRS]
        if f[PAIR_MASK] & R[at + 5] == 0:
            return edges
    for places in range(1 << sets):
        if places & ~allowed or ones(places) != R[at + 1]:
            continue
        for pair in range(pairs):
            if edges < EDGES and accepts(f, R, W, pick, places, pair):
                W[EDGE_FAN + edges] = R[at]
                W[EDGE_NODES + edges] = places | (1 << (SET_ROOM + pair) if R[at + 2] else 0)
                W[EDGE_VALUE + edges] = f[VALUE + R[at]]
                edges += 1
    return edges


@kernel
def search_forest(f: Ints, R: Ints, W: Ints) -> int:
    """The number of combination fans taken, found by search; their edges are named in ORDER."""
    edges = 0
    for pick in range(R[FOREST_PICKS]):
        edges = choices_of(f, R, W, pick, edges)
    return best_forest(W, edges) if edges > 0 else 0


@inlined
def take_selection(f: Ints, R: Ints, W: Ints, at: int) -> None:
    """Note the fans of a tabulated selection as earned; places are given only where a fan needs them."""
    f[PRESENT] |= R[at]
    f[PRESENT + 1] |= R[at + 1]
    f[PRESENT + 2] |= R[at + 2]
    last = at + SELECTION_HEAD + SELECTION_STEP * R[at + 3]
    for edge in range(at + SELECTION_HEAD, last, SELECTION_STEP):
        f[FAN + R[edge]] = R[edge + 1]
        sorted_places = R[edge + 2]
        if sorted_places:
            places = 0
            for node in range(4):
                if sorted_places >> node & 1:
                    places |= 1 << (W[ORDER + node] & 7)
            f[PLACES + R[edge]] = places


@inlined
def choose_forest(f: Ints, R: Ints, T: Ints, W: Ints) -> None:
    """The best selection of fans that are bound by the combination principles: looked up, or searched."""
    sets = f[SETS]
    if sets == 0 or R[FOREST_PICKS] == 0:
        return
    if sets == R[FOREST_SETS]:
        selection = int(T[R[AT_FOREST] + W[REGIME] * R[FOREST_SIZE] + forest_index(f, W)])
        if selection >= WITH_PAIR:
            at = selection - WITH_PAIR
            selection = R[at]
            for pair in range(at + 2, at + 2 + 2 * R[at + 1], 2):
                if R[pair] == f[PAIR_AT] and f[PAIRS] == 1:
                    selection = R[pair + 1]
        if selection:
            take_selection(f, R, W, selection)
        return
    count = search_forest(f, R, W)
    for level in range(count):
        edge = W[ORDER + level]
        take_edge(f, W[EDGE_FAN + edge], W[EDGE_NODES + edge])


@kernel
def pairs_of_forest(f: Ints, R: Ints) -> int:
    """The pair kinds with which the sets in the frame may make a combination fan, as bits."""
    found = 0
    for pick in range(R[FOREST_PICKS]):
        at = R[AT_PICKS] + PICK_WIDTH * pick
        if R[at + 2] and count_sets(f, R[at + 3]) >= R[at + 1]:
            found |= R[at + 5]
    return int(found)


@kernel
def build_forest(f: Ints, R: Ints, W: Ints, kinds: int, out: Ints, extra: Ints) -> int:
    """Fill the table of combinations: for every four set kinds the best selection, as (fan, sorted places) pairs.

    Where a pair makes another selection better, that goes to `extra`; the number of its rows is returned.
    """
    index = 0
    rows = 0
    f[SETS] = 4
    call_frame(R[FN_PREPARE], f, W)
    for d in range(kinds):
        for c in range(d + 1):
            for b in range(c + 1):
                for a in range(b + 1):
                    f[SET_AT] = a
                    f[SET_AT + SET_WIDTH] = b
                    f[SET_AT + 2 * SET_WIDTH] = c
                    f[SET_AT + 3 * SET_WIDTH] = d
                    f[PAIRS] = 0
                    count = search_forest(f, R, W)
                    at = index * FOREST_WIDTH
                    for level in range(3):
                        out[at + 2 * level] = -1
                        if level < count:
                            out[at + 2 * level] = W[EDGE_FAN + W[ORDER + level]]
                            out[at + 2 * level + 1] = W[EDGE_NODES + W[ORDER + level]]
                    f[PAIRS] = 1
                    pairs = pairs_of_forest(f, R)
                    while pairs:
                        pair = lowest(pairs)
                        pairs &= pairs - 1
                        f[PAIR_AT] = pair
                        f[PAIR_MASK] = 1 << pair
                        count = search_forest(f, R, W)
                        joined = False
                        for level in range(count):
                            joined = joined or W[EDGE_NODES + W[ORDER + level]] >> SET_ROOM > 0
                        if joined and (rows + 1) * FOREST_PAIR_WIDTH <= len(extra):
                            at = rows * FOREST_PAIR_WIDTH
                            extra[at] = index
                            extra[at + 1] = pair
                            for level in range(4):
                                extra[at + 2 + 2 * level] = -1
                                if level < count:
                                    extra[at + 2 + 2 * level] = W[EDGE_FAN + W[ORDER + level]]
                                    extra[at + 3 + 2 * level] = W[EDGE_NODES + W[ORDER + level]] & 15
                            rows += 1
                    index += 1
    return rows


@kernel
def earn_picks(f: Ints, R: Ints, W: Ints) -> None:
    """Fans that pick several sets and are not bound by the combination principles: every choice counts."""
    for pick in range(R[FOREST_PICKS], R[FOREST_PICKS] + R[OTHER_PICKS]):
        edges = choices_of(f, R, W, pick, 0)
        most = R[R[AT_PICKS] + PICK_WIDTH * pick + 6]
        for edge in range(min(edges, most) if most > 0 else edges):
            take_edge(f, W[EDGE_FAN + edge], W[EDGE_NODES + edge])


@kernel
def judge(f: Ints, R: Ints, T: Ints, W: Ints) -> None:
    """Score the reading that is in the frame: fans, what is left of them, tallies, total, conditions of winning."""
    for word in range(3):
        f[PRESENT + word] = 0
        W[HELD_BACK + word] = 0
    call_frame(R[FN_PREPARE], f, W)
    choose_forest(f, R, T, W)
    if f[WAITS] < 0 and W[NEEDS_WAITS]:
        fill_waits(f, R, T, W)
    if R[OTHER_PICKS] > 0:
        earn_picks(f, R, W)
    call_frame(R[FN_EARN], f, W)
    apply_drops(f, R)
    if R[GROUPS] > 0:
        apply_groups(f, R)
    apply_fallbacks(f, R, W)
    add_tallies(f, R)
    call_frame(R[FN_FINISH], f, W)
    keep_best(f, R, W)


@kernel
def is_better(f: Ints, R: Ints, W: Ints, legal: int, different: int) -> bool:
    """Whether the reading in the frame beats the best: legal, the rulebook's order, more fans, smaller numbers."""
    if W[BEST_FOUND] == 0:
        return True
    if legal != W[BEST_LEGAL]:
        return bool(legal > W[BEST_LEGAL])
    for index in range(R[COMPARES]):
        if W[COMPARED + index] != W[BEST_COMPARE + index]:
            return bool(W[COMPARED + index] > W[BEST_COMPARE + index])
    if different != W[BEST_DIFFERENT]:
        return bool(different > W[BEST_DIFFERENT])
    for word in range(3):
        bits = f[PRESENT + word] | W[BEST_PRESENT + word]
        while bits:
            place = lowest(bits)
            fan = word * WORD_BITS + place
            here = f[FAN + fan] if f[PRESENT + word] >> place & 1 else 0
            there = W[BEST_FAN + fan] if W[BEST_PRESENT + word] >> place & 1 else 0
            if here != there:
                return bool(here > there)
            bits &= bits - 1
    return False


@inlined
def keep_best(f: Ints, R: Ints, W: Ints) -> None:
    """Keep the reading in the frame if it is the best so far."""
    legal = 1 if f[FAILED] == 0 else 0
    different = ones(f[PRESENT]) + ones(f[PRESENT + 1]) + ones(f[PRESENT + 2])
    if not is_better(f, R, W, legal, different):
        return
    W[BEST_FOUND] = 1
    W[BEST_LEGAL] = legal
    W[BEST_TOTAL] = f[TOTAL]
    W[BEST_DIFFERENT] = different
    for index in range(R[COMPARES]):
        W[BEST_COMPARE + index] = W[COMPARED + index]
    for word in range(3):
        W[BEST_PRESENT + word] = f[PRESENT + word]
        bits = f[PRESENT + word] & R[SEVERAL + word]    # all others count once
        while bits:
            fan = word * WORD_BITS + lowest(bits)
            W[BEST_FAN + fan] = f[FAN + fan]
            bits &= bits - 1


@kernel
def fill_waits(f: Ints, R: Ints, T: Ints, W: Ints) -> None:
    """Count the kinds that complete the held tiles by form, in any shape."""
    found = 0
    plain = R[PLAIN] == 1 and f[WILD_MASK] == 0 and f[HELD_MASK] >> 34 == 0
    places = W[CONCEALED] + 3 * f[MELDS] + (1 if f[WIN_TILE] < 0 else 0)
    for shape in range(R[SHAPE_COUNT]):
        of = R[AT_SHAPES] + SHAPE_WIDTH * shape
        if f[MELDS] > R[of + SHAPE_MELDS] or places != R[of + SHAPE_PLACES]:
            continue
        simple = plain and R[of + SHAPE_TILES] == 0 and R[of + SHAPE_WHEN] == 0
        if simple and R[of + SHAPE_PAIRS] == 1:
            found |= waits_of_sets(f, R, T, W, of)
        elif simple and R[of + SHAPE_SETS] == 0:
            odd = 0
            for kind in range(34):
                if f[HELD + kind] & 1:
                    odd |= 1 << kind
            if ones(odd) == 1:
                found |= odd
        elif plain and R[of + SHAPE_TILES] > 0:
            if call_shape(R[FN_SHAPE_NEAR], f, shape):
                found |= waits_of_tiles(f, R, shape)
        else:
            for kind in range(42):
                if R[PLAYABLE] >> kind & 1 and not found >> kind & 1:
                    trial = W[TRIAL:TRIAL + FRAME_SIZE]
                    for slot in range(FRAME_SIZE):
                        trial[slot] = f[slot]
                    if completes(trial, R, W, kind, shape):
                        found |= 1 << kind
    live = 0
    for kind in range(42):
        if found >> kind & 1 and f[HELD + kind] + f[LAID + kind] < 4:
            live += 1
    f[WAITS] = ones(found)
    f[LIVE_WAITS] = live


@kernel
def waits_of_tiles(f: Ints, R: Ints, shape: int) -> int:
    """The kinds that complete a shape of any tiles, as bits; the frame's tiles are put back afterwards."""
    found = 0
    win = f[WIN_TILE]
    if win >= 0:
        f[COUNTS + win] -= 1
    for kind in range(42):
        if R[PLAYABLE] >> kind & 1:
            f[COUNTS + kind] += 1
            count_tiles_of(f)
            if call_shape(R[FN_SHAPE_OK], f, shape):
                found |= 1 << kind
            f[COUNTS + kind] -= 1
    if win >= 0:
        f[COUNTS + win] += 1
    count_tiles_of(f)
    return found


@inlined
def group_sizes(f: Ints, W: Ints, fixed: int) -> None:
    """The numbers and sizes of the four groups of held tiles, without the fixed part."""
    for group in range(4):
        key = 0
        power = 1
        size = 0
        for rank in range(9 if group < 3 else 7):
            kind = 9 * group + rank
            copies = f[HELD + kind] - (fixed >> kind & 1)
            key += copies * power
            size += copies
            power *= 5
        W[KEYS + group] = key
        W[SIZES + group] = size


@inlined
def waits_of_sets(f: Ints, R: Ints, T: Ints, W: Ints, of: int) -> int:
    """The kinds that complete a shape of sets and a pair, with or without a fixed part, as bits."""
    if R[of + SHAPE_FIXED] == 0:
        group_sizes(f, W, 0)
        return plain_waits(f, R, T, W)
    found = 0
    for index in range(R[of + SHAPE_FIXED]):
        fixed = R[of + SHAPE_MASKS + index]
        missing = fixed & ~f[HELD_MASK]
        if missing == 0:
            group_sizes(f, W, fixed)
            found |= plain_waits(f, R, T, W)
        elif missing & missing - 1 == 0:
            group_sizes(f, W, fixed & ~missing)
            pairs = 0
            fits_all = True
            for group in range(4):
                start = AT_HONORS if group == 3 else 0
                if W[SIZES + group] % 3 == 1 or T[start + W[KEYS + group]] < 0:
                    fits_all = False
                if W[SIZES + group] % 3 == 2:
                    pairs += 1
            if fits_all and pairs == 1:
                found |= missing
    return found


@kernel
def set_natural(f: Ints, W: Ints) -> int:
    """Put the concealed tiles and the winning tile into NATURAL, wild ones aside; how many are wild."""
    wilds = 0
    W[WILD_KINDS] = f[WILD_MASK]
    for kind in range(42):
        copies = f[HELD + kind] + (1 if f[WIN_TILE] == kind else 0)
        if f[WILD_MASK] >> kind & 1:
            wilds += copies
            copies = 0
        W[NATURAL + kind] = copies
    return wilds


@kernel
def split_shape(f: Ints, R: Ints, W: Ints, of: int, fixed: int, wilds: int, limit: int) -> int:
    """The readings of the tiles in NATURAL as a shape with this fixed part, as rows; NATURAL stays as it is."""
    if R[of + SHAPE_TILES] > 0:
        W[ROWS] = 0
        return 1
    if R[of + SHAPE_SETS] < f[MELDS]:
        return 0
    for kind in range(42):
        if fixed >> kind & 1:
            W[NATURAL + kind] -= 1
            if W[NATURAL + kind] < 0:
                wilds -= 1
                W[NATURAL + kind] = 0
    found = 0
    if wilds >= 0:
        found = split_into(R, W, wilds, R[of + SHAPE_SETS] - f[MELDS], R[of + SHAPE_PAIRS], limit)
    if fixed:
        set_natural(f, W)
    return found


@kernel
def completes(f: Ints, R: Ints, W: Ints, kind: int, shape: int) -> bool:
    """Whether a kind completes a shape by form; the frame is a copy that may be changed."""
    of = R[AT_SHAPES] + SHAPE_WIDTH * shape
    f[WIN_TILE] = kind
    wilds = set_natural(f, W)
    f[WILDS] = wilds
    has_when = R[of + SHAPE_WHEN]
    for index in range(max(1, R[of + SHAPE_FIXED])):
        fixed = R[of + SHAPE_MASKS + index]
        found = split_shape(f, R, W, of, fixed, wilds, R[ROW_LIMIT] if has_when else 1)
        for row in range(found):
            if not has_when:
                return True
            lay_blocks(f, R, W, shape, fixed, row)
            count_tiles_of(f)
            count_blocks_of(f, R)
            if call_shape(R[FN_SHAPE_OK], f, shape):
                return True
    return False


@kernel
def try_place(f: Ints, R: Ints, T: Ints, W: Ints, shape: int, place: int, win_as: int) -> None:
    """Judge the reading with the winning tile in a block, if the shape's condition holds."""
    place_win(f, R, place, win_as)
    if R[R[AT_SHAPES] + SHAPE_WIDTH * shape + SHAPE_WHEN] == 0 or call_shape(R[FN_SHAPE_OK], f, shape):
        judge(f, R, T, W)


@kernel
def mixed(number: int) -> int:
    """A number whose bits depend on all bits of another."""
    number = (number ^ number >> 30) * 0x3F58476D1CE4E5B9 & 0x3FFFFFFFFFFFFFFF
    return (number ^ number >> 27) * 0x14D049BB133111EB & 0x3FFFFFFFFFFFFFFF


@kernel
def was_seen(f: Ints, R: Ints, W: Ints, row: int) -> bool:
    """Whether a reading looks to the rulebook like one judged before in this search; it is noted if not.

    What the rulebook can see of a block: its class, how many wild tiles it holds and as what, and whether the natural
    winning tile is in it.
    """
    key = 0
    at_row = ROWS + ROW_WIDTH * row
    win = f[WIN_TILE]
    for level in range(W[at_row]):
        block = W[at_row + 1 + 2 * level]
        places = W[at_row + 2 + 2 * level]
        size = 3 if block < R[SET_KINDS] else 2
        wild = 0
        natural_win = 0
        for slot in range(size):
            kind = R[R[AT_BLOCK_TILES] + 3 * block + slot]
            if places >> slot & 1:
                wild += mixed(R[R[AT_TILE_CLASS] + kind] + 1)
            elif kind == win:
                natural_win = 1
        key += mixed(R[R[AT_BLOCK_CLASS] + block] * 8 + ones(places) * 2 + natural_win + 1 + (wild & 0xFFFFFFFFFF) * 1024)
    key &= 0x3FFFFFFFFFFFFFFF
    at = key & SEEN_ROOM - 1
    for _step in range(SEEN_ROOM // 2):
        if W[SEEN + 2 * at + 1] != W[STAMP]:
            W[SEEN + 2 * at] = key
            W[SEEN + 2 * at + 1] = W[STAMP]
            return False
        if W[SEEN + 2 * at] == key:
            return True
        at = at + 1 & SEEN_ROOM - 1
    return False


@kernel
def read_any(f: Ints, R: Ints, T: Ints, W: Ints) -> None:
    """Judge every reading of a hand of any kind: wild tiles, unusual sets, flowers among the tiles."""
    wilds = set_natural(f, W)
    places = 3 * f[MELDS] + W[CONCEALED]
    for shape in range(R[SHAPE_COUNT]):
        of = R[AT_SHAPES] + SHAPE_WIDTH * shape
        if f[MELDS] > R[of + SHAPE_MELDS] or places != R[of + SHAPE_PLACES]:
            continue
        for index in range(max(1, R[of + SHAPE_FIXED])):
            fixed = R[of + SHAPE_MASKS + index]
            found = split_shape(f, R, W, of, fixed, wilds, R[ROW_LIMIT])
            W[STAMP] += 1
            for row in range(found):
                if wilds > 1 and was_seen(f, R, W, row):
                    continue
                set_natural(f, W)       # counting waits may have used the room
                lay_blocks(f, R, W, shape, fixed, row)
                count_tiles_of(f)
                count_blocks_of(f, R)
                place_each(f, R, T, W, shape, fixed, row)


@kernel
def was_placed(f: Ints, R: Ints, W: Ints, at_row: int, level: int, slot: int, is_wild: int) -> bool:
    """Whether the winning tile was tried before in a block, and as a tile, that the rulebook cannot tell from this one."""
    block = W[at_row + 1 + 2 * level]
    kind = R[R[AT_TILE_CLASS] + R[R[AT_BLOCK_TILES] + 3 * block + slot]]
    wilds = ones(W[at_row + 2 + 2 * level])
    block_class = R[R[AT_BLOCK_CLASS] + block]
    for before in range(level + 1):
        other = W[at_row + 1 + 2 * before]
        places = W[at_row + 2 + 2 * before]
        if R[R[AT_BLOCK_CLASS] + other] == block_class and ones(places) == wilds:
            last = slot if before == level else 3 if other < R[SET_KINDS] else 2
            for place in range(last):
                tile = R[R[AT_BLOCK_TILES] + 3 * other + place]
                if places >> place & 1 == is_wild and (is_wild or tile == f[WIN_TILE]) and R[R[AT_TILE_CLASS] + tile] == kind:
                    return True
    return False


@kernel
def place_each(f: Ints, R: Ints, T: Ints, W: Ints, shape: int, fixed: int, row: int) -> None:
    """Judge a reading once for every block that can hold the winning tile, the same blocks once."""
    win = f[WIN_TILE]
    at_row = ROWS + ROW_WIDTH * row
    if win < 0 or W[at_row] == 0:
        try_place(f, R, T, W, shape, -1, win)
        return
    is_wild = f[WILD_MASK] >> win & 1
    sets = f[MELDS]
    pairs = 0
    for level in range(W[at_row]):
        block = W[at_row + 1 + 2 * level]
        wild = W[at_row + 2 + 2 * level]
        place = SET_ROOM + pairs
        size = 2
        if block < R[SET_KINDS]:
            place = sets
            size = 3
            sets += 1
        else:
            pairs += 1
        for slot in range(size):
            kind = R[R[AT_BLOCK_TILES] + 3 * block + slot]
            if wild >> slot & 1 == is_wild and (is_wild or kind == win) and not was_placed(f, R, W, at_row, level, slot, is_wild):
                try_place(f, R, T, W, shape, place, kind)
    if fixed and (is_wild or fixed >> win & 1):
        try_place(f, R, T, W, shape, -1, win)


@kernel
def read_plain(f: Ints, R: Ints, T: Ints, W: Ints) -> None:
    """Judge every reading of a hand of ordinary tiles, divided by tables."""
    places = 3 * f[MELDS] + W[CONCEALED]
    win = f[WIN_TILE]
    for kind in range(42):
        f[COUNTS + kind] = f[HELD + kind] + f[LAID + kind]
    if win >= 0:
        f[COUNTS + win] += 1
    count_tiles_of(f)
    f[SUBSTITUTES] = 0
    for shape in range(R[SHAPE_COUNT]):
        of = R[AT_SHAPES] + SHAPE_WIDTH * shape
        if f[MELDS] > R[of + SHAPE_MELDS] or places != R[of + SHAPE_PLACES] or f[KINDS] < R[of + SHAPE_FEWEST] \
                or f[KINDS] > R[of + SHAPE_MOST]:
            continue
        f[SHAPE] = shape
        f[FIXED] = 0
        f[SETS] = f[MELDS]
        f[PAIRS] = 0
        f[WIN_PLACE] = -1
        if R[of + SHAPE_TILES] > 0:
            if call_shape(R[FN_SHAPE_OK], f, shape):
                count_blocks_of(f, R)
                try_place(f, R, T, W, shape, -1, win)
        elif R[of + SHAPE_SETS] == 0 and R[of + SHAPE_PAIRS] > 1:
            read_pairs(f, R, T, W, shape)
        elif R[of + SHAPE_FIXED] == 0:
            suit_keys(f, W)
            read_sets(f, R, T, W, shape)
        else:
            for index in range(R[of + SHAPE_FIXED]):
                fixed = R[of + SHAPE_MASKS + index]
                held = f[HELD_MASK] | (1 << win if win >= 0 else 0)
                if fixed & ~held == 0 and f[MELDS] <= R[of + SHAPE_SETS]:
                    f[FIXED] = fixed
                    suit_keys(f, W)
                    power = 1
                    for rank in range(9):
                        for group in range(3):
                            if fixed >> 9 * group + rank & 1:
                                W[KEYS + group] -= power
                        power *= 5
                    read_sets(f, R, T, W, shape)


@kernel
def read_pairs(f: Ints, R: Ints, T: Ints, W: Ints, shape: int) -> None:
    """Judge the reading of a hand as pairs."""
    pairs = 0
    place = -1
    for kind in range(34):
        copies = f[COUNTS + kind] - f[LAID + kind]
        if copies & 1 or (copies > 0 and R[R[AT_PAIR_OF] + kind] < 0):
            return
        for _pair in range(copies // 2):
            at = PAIR_AT + PAIR_WIDTH * pairs
            f[at] = R[R[AT_PAIR_OF] + kind]
            f[at + 1] = IS_CONCEALED
            f[at + 2] = 0
            if kind == f[WIN_TILE] and place < 0:
                place = SET_ROOM + pairs
            pairs += 1
    f[PAIRS] = pairs
    count_blocks_of(f, R)
    try_place(f, R, T, W, shape, place, f[WIN_TILE])


@kernel
def read_sets(f: Ints, R: Ints, T: Ints, W: Ints, shape: int) -> None:
    """Judge every division of the four groups in KEYS into sets and one pair."""
    s0 = T[W[KEYS]]
    s1 = T[W[KEYS + 1]]
    s2 = T[W[KEYS + 2]]
    s3 = T[AT_HONORS + W[KEYS + 3]]
    if (s0 | s1 | s2 | s3) < 0 or R[s0 + 1] + R[s1 + 1] + R[s2 + 1] + R[s3 + 1] != 1:
        return                          # a group is not divisible, or there is not just one pair
    for i0 in range(R[s0]):
        d0 = R[s0 + DIVISION_HEAD + DIVISION_STEP * i0]
        for i1 in range(R[s1]):
            d1 = R[s1 + DIVISION_HEAD + DIVISION_STEP * i1 + 1]
            for i2 in range(R[s2]):
                d2 = R[s2 + DIVISION_HEAD + DIVISION_STEP * i2 + 2]
                for i3 in range(R[s3]):
                    d3 = R[s3 + DIVISION_HEAD + DIVISION_STEP * i3]
                    lay_division(f, d0, d1, d2, d3)
                    count_blocks_of(f, R)
                    place_plain(f, R, T, W, shape)


@inlined
def lay_division(f: Ints, d0: int, d1: int, d2: int, d3: int) -> None:
    """Lay the sets and the pair of four groups' divisions behind the melds."""
    count = d0 & 7
    kinds = d0 >> SETS_SHIFT
    kinds |= d1 >> SETS_SHIFT << SET_BITS * count
    count += d1 & 7
    kinds |= d2 >> SETS_SHIFT << SET_BITS * count
    count += d2 & 7
    kinds |= d3 >> SETS_SHIFT << SET_BITS * count
    count += d3 & 7
    sets = f[MELDS]
    for place in range(sets, sets + count):
        at = SET_AT + SET_WIDTH * place
        f[at] = kinds & (1 << SET_BITS) - 1
        f[at + 1] = IS_CONCEALED
        f[at + 2] = 0
        kinds >>= SET_BITS
    f[SETS] = sets + count
    f[PAIRS] = 1
    f[PAIR_AT] = ((d0 | d1 | d2 | d3) >> PAIR_SHIFT & 127) - 1
    f[PAIR_AT + 1] = IS_CONCEALED
    f[PAIR_AT + 2] = 0
    f[WIN_PLACE] = -1


@kernel
def place_plain(f: Ints, R: Ints, T: Ints, W: Ints, shape: int) -> None:
    """Judge a division once for every block that can hold the winning tile."""
    win = f[WIN_TILE]
    if win < 0:
        try_place(f, R, T, W, shape, -1, win)
        return
    seen = 0
    for place in range(f[MELDS], f[SETS]):
        kind = f[SET_AT + SET_WIDTH * place]
        if R[R[AT_BLOCK_MASK] + kind] >> win & 1 and not seen >> kind & 1:
            seen |= 1 << kind
            try_place(f, R, T, W, shape, place, win)
    if R[R[AT_BLOCK_MASK] + R[SET_KINDS] + f[PAIR_AT]] >> win & 1:
        try_place(f, R, T, W, shape, SET_ROOM, win)
    if f[FIXED] >> win & 1:
        try_place(f, R, T, W, shape, -1, win)


@kernel
def score_frame(f: Ints, R: Ints, T: Ints, W: Ints) -> None:
    """Score the hand in the frame; the best reading is in W, BEST_FOUND 0 if there is none."""
    W[BEST_FOUND] = 0
    concealed = 1 if f[WIN_TILE] >= 0 else 0
    for kind in range(42):
        concealed += f[HELD + kind]
    W[CONCEALED] = concealed
    f[WAITS] = -1
    f[LIVE_WAITS] = -1
    if R[PLAIN] == 1 and f[WILD_MASK] == 0 and f[HELD_MASK] >> 34 == 0 and f[WIN_TILE] < 34:
        read_plain(f, R, T, W)
    else:
        read_any(f, R, T, W)
