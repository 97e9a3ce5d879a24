"""Fans over several sets: which choices of sets fulfil a pick, and the best selection bound by the principles.

A rulebook's own conditions are called by the addresses in R (see `core.calls`).  For four sets the best selection is
looked up in a table that is built here.
"""

from quepu.core.calls import call_fits, call_frame, lowest, ones
from quepu.core.forest import best_forest, next_order
from quepu.core.frame import (
    PAIR_AT,
    PAIR_MASK,
    PAIR_WIDTH,
    PAIRS,
    PLACES,
    PRESENT,
    SET_AT,
    SET_MASK,
    SET_ROOM,
    SET_WIDTH,
    SETS,
    VALUE,
    WORD_BITS,
)
from quepu.core.judge import count_sets, is_present, set_times, times_of, word_of
from quepu.core.kernel import Ints, inlined, kernel
from quepu.core.rules import (
    AT_FOREST,
    AT_PICKS,
    CHOSEN,
    EDGE_FAN,
    EDGE_NODES,
    EDGE_VALUE,
    EDGES,
    FN_FITS,
    FN_PREPARE,
    FOREST_PAIR_WIDTH,
    FOREST_PICKS,
    FOREST_SETS,
    FOREST_SIZE,
    FOREST_WIDTH,
    ORDER,
    OTHER_PICKS,
    PICK_WIDTH,
    REGIME,
    SELECTION_HEAD,
    SELECTION_STEP,
    WITH_PAIR,
)


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
        set_times(f, fan, times_of(f, fan) + 1)
        f[PLACES + fan] |= places
    else:
        word = word_of(fan)
        f[PRESENT + word] |= 1 << fan - WORD_BITS * word
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
            found = call_fits(R[FN_FITS], f, pick,
                              f[SET_AT + SET_WIDTH * W[CHOSEN]], f[SET_AT + SET_WIDTH * W[CHOSEN + 1]],
                              f[SET_AT + SET_WIDTH * W[CHOSEN + 2]], f[SET_AT + SET_WIDTH * W[CHOSEN + 3]],
                              f[SET_AT + SET_WIDTH * W[CHOSEN + 4]], f[SET_AT + SET_WIDTH * W[CHOSEN + 5]],
                              f[PAIR_AT + PAIR_WIDTH * pair])
        else:
            found = call_fits(R[FN_FITS], f, pick, W[CHOSEN], W[CHOSEN + 1], W[CHOSEN + 2], W[CHOSEN + 3],
                              W[CHOSEN + 4], W[CHOSEN + 5], pair)
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
        set_times(f, R[edge], R[edge + 1])
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
                    f[SET_MASK] = 1 << a | 1 << b | 1 << c | 1 << d
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
