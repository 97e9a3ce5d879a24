"""Fans over several sets: which choices of sets fulfil a pick, and the best selection bound by the principles.

A rulebook's own conditions are called by their addresses (`engine.machine`).  For four sets the best selection is
looked up in a table that is built here.
"""

from quepu.engine.kernel import entry, inlined, kernel
from quepu.engine.layout.divisions import FOREST_PAIR_WIDTH, FOREST_WIDTH, IS_PAIRED, ScoreTables, Scoring
from quepu.engine.layout.frame import SET_ROOM, WORD_BITS, Frame
from quepu.engine.layout.kinds import Halves
from quepu.engine.layout.score_rules import MOST_PICKED, ScoreRules
from quepu.engine.layout.workbench import EDGES, REGIME, Workbench
from quepu.engine.machine import call_fits, call_frame, lowest, ones, soon
from quepu.engine.score.forest import best_forest, next_order, put_in_order
from quepu.engine.score.judge import count_sets, is_present, set_times, times_of, word_of


@inlined
def forest_index(f: Frame, bench: Workbench) -> int:
    """The place of four sets in the table of combinations; `order` becomes their places sorted by kind."""
    a = f.sets[0].kind * 8
    b = f.sets[1].kind * 8 + 1
    c = f.sets[2].kind * 8 + 2
    d = f.sets[3].kind * 8 + 3
    a, b = min(a, b), max(a, b)
    c, d = min(c, d), max(c, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    bench.order[0] = a
    bench.order[1] = b
    bench.order[2] = c
    bench.order[3] = d
    a = a >> 3
    b = (b >> 3) + 1
    c = (c >> 3) + 2
    d = (d >> 3) + 3
    return int(a + (b * (b - 1) >> 1) + c * (c - 1) * (c - 2) // 6 + d * (d - 1) * (d - 2) * (d - 3) // 24)


@inlined
def take_edge(f: Frame, fan: int, places: int) -> None:
    """Note a fan of the forest as earned once (more)."""
    if is_present(f, fan):
        set_times(f, fan, times_of(f, fan) + 1)
        f.fan_places[fan] |= places
    else:
        word = word_of(fan)
        f.present[word] |= 1 << fan - WORD_BITS * word
        f.fan_places[fan] = places


@inlined
def chosen_kind(f: Frame, bench: Workbench, number: int) -> int:
    """The kind of one of the chosen sets."""
    return int(f.sets[bench.chosen[number]].kind)


@kernel
def accepts(f: Frame, scoring: Scoring, bench: Workbench, number: int, places: int, pair: int) -> bool:
    """Whether some order of the chosen sets fulfils a pick."""
    size = 0
    for place in range(SET_ROOM):
        if places >> place & 1:
            bench.chosen[size] = place
            size += 1
    for place in range(size, 6):
        bench.chosen[place] = 0
    pick = scoring.rules.picks[number]
    while True:
        if pick.by_kind:
            found = call_fits(scoring.fits, f, number,
                              chosen_kind(f, bench, 0), chosen_kind(f, bench, 1), chosen_kind(f, bench, 2),
                              chosen_kind(f, bench, 3), chosen_kind(f, bench, 4), chosen_kind(f, bench, 5),
                              f.pairs[pair].kind)
        else:
            found = call_fits(scoring.fits, f, number, bench.chosen[0], bench.chosen[1], bench.chosen[2],
                              bench.chosen[3], bench.chosen[4], bench.chosen[5], pair)
        if found:
            return True
        if pick.any_order or not next_order(bench, size):
            return False


@kernel
def choices_of(f: Frame, scoring: Scoring, bench: Workbench, number: int, edges: int) -> int:
    """Every choice of sets that a pick accepts, written as edges from `edges` on; the number of edges then."""
    pick = scoring.rules.picks[number]
    sets = f.set_count
    for part in range(min(pick.sets, MOST_PICKED)):
        if f.set_mask & pick.part_kinds[part] == 0:
            return edges
    allowed = 0                         # places whose kind may take part
    for place in range(sets):
        allowed |= (pick.set_kinds >> f.sets[place].kind & 1) << place
    if ones(allowed) < pick.sets:
        return edges
    pairs = 1
    if pick.pairs:
        pairs = f.pair_count
        if f.pair_mask & pick.pair_kinds == 0:
            return edges
    for places in range(1 << sets):
        if places & ~allowed or ones(places) != pick.sets:
            continue
        for pair in range(pairs):
            if edges < EDGES and accepts(f, scoring, bench, number, places, pair):
                bench.edge_fan[edges] = pick.fan
                bench.edge_nodes[edges] = places | (1 << (SET_ROOM + pair) if pick.pairs else 0)
                bench.edge_value[edges] = f.fan_values[pick.fan]
                edges += 1
    return edges


@kernel
def search_forest(f: Frame, scoring: Scoring, bench: Workbench) -> int:
    """The number of combination fans taken, found by search; their edges are named in `order`."""
    edges = 0
    for number in range(scoring.rules.forest_picks):
        first = edges
        edges = choices_of(f, scoring, bench, number, first)
        put_in_order(f, bench, first, edges)
    return best_forest(bench, edges) if edges > 0 else 0


@inlined
def take_selection(f: Frame, tables: ScoreTables, bench: Workbench, number: int) -> None:
    """Note the fans of a tabulated selection as earned; places are given only where a fan needs them."""
    selection = tables.selections[number]
    f.present[0] |= selection.fans[0]
    f.present[1] |= selection.fans[1]
    f.present[2] |= selection.fans[2]
    for place in range(selection.first, selection.last):
        selected = tables.selected_fans[place]
        set_times(f, selected.fan, selected.times)
        if selected.places:
            places = 0
            for node in range(4):
                if selected.places >> node & 1:
                    places |= 1 << (bench.order[node] & 7)
            f.fan_places[selected.fan] = places


@inlined
def find_forest(f: Frame, tables: ScoreTables, bench: Workbench) -> None:
    """Where the best selection of the sets just laid stands, once for all places of the winning tile.

    The machine is told to fetch it: the table is too large to lie near.
    """
    if f.set_count == tables.forest_sets:
        bench.forest_place = forest_index(f, bench)
        soon(tables.forest, bench.answers[REGIME] * tables.forest_size + bench.forest_place)


@inlined
def choose_forest(f: Frame, scoring: Scoring, bench: Workbench) -> None:
    """The best selection of fans that are bound by the combination principles: looked up, or searched."""
    tables = scoring.tables
    sets = f.set_count
    if sets == 0 or scoring.rules.forest_picks == 0:
        return
    if sets == tables.forest_sets:
        selection = tables.forest[bench.answers[REGIME] * tables.forest_size + bench.forest_place]
        if selection >= IS_PAIRED:
            paired = tables.paired[selection - IS_PAIRED]
            selection = paired.without
            for place in range(paired.first, paired.last):
                if tables.with_pair[place].pair == f.pairs[0].kind and f.pair_count == 1:
                    selection = tables.with_pair[place].selection
        take_selection(f, tables, bench, selection)
        return
    count = search_forest(f, scoring, bench)
    for level in range(count):
        edge = bench.order[level]
        take_edge(f, bench.edge_fan[edge], bench.edge_nodes[edge])


@kernel
def pairs_of_forest(f: Frame, rules: ScoreRules) -> int:
    """The pair kinds with which the sets in the frame may make a combination fan, as bits."""
    found = 0
    for number in range(rules.forest_picks):
        pick = rules.picks[number]
        if pick.pairs and count_sets(f, pick.set_kinds) >= pick.sets:
            found |= pick.pair_kinds
    return found


@entry
@kernel
def build_forest(f: Frame, scoring: Scoring, bench: Workbench, kinds: int, out: Halves, extra: Halves) -> int:
    """Fill the table of combinations: for every four set kinds the best selection, as (fan, sorted places) pairs.

    Where a pair makes another selection better, that goes to `extra`; the number of its rows is returned.
    """
    index = 0
    rows = 0
    f.set_count = 4
    call_frame(scoring.prepare, f, bench.answers)
    for d in range(kinds):
        for c in range(d + 1):
            for b in range(c + 1):
                for a in range(b + 1):
                    f.sets[0].kind = a
                    f.sets[1].kind = b
                    f.sets[2].kind = c
                    f.sets[3].kind = d
                    f.set_mask = 1 << a | 1 << b | 1 << c | 1 << d
                    f.pair_count = 0
                    count = search_forest(f, scoring, bench)
                    at = index * FOREST_WIDTH
                    for level in range(3):
                        out[at + 2 * level] = -1
                        if level < count:
                            out[at + 2 * level] = bench.edge_fan[bench.order[level]]
                            out[at + 2 * level + 1] = bench.edge_nodes[bench.order[level]]
                    f.pair_count = 1
                    pairs = pairs_of_forest(f, scoring.rules)
                    while pairs:
                        pair = lowest(pairs)
                        pairs &= pairs - 1
                        f.pairs[0].kind = pair
                        f.pair_mask = 1 << pair
                        count = search_forest(f, scoring, bench)
                        joined = False
                        for level in range(count):
                            joined = joined or bench.edge_nodes[bench.order[level]] >> SET_ROOM > 0
                        if joined and (rows + 1) * FOREST_PAIR_WIDTH <= len(extra):
                            at = rows * FOREST_PAIR_WIDTH
                            extra[at] = index
                            extra[at + 1] = pair
                            for level in range(4):
                                extra[at + 2 + 2 * level] = -1
                                if level < count:
                                    extra[at + 2 + 2 * level] = bench.edge_fan[bench.order[level]]
                                    extra[at + 3 + 2 * level] = bench.edge_nodes[bench.order[level]] & 15
                            rows += 1
                    index += 1
    return rows


@kernel
def earn_picks(f: Frame, scoring: Scoring, bench: Workbench) -> None:
    """Fans that pick several sets and are not bound by the combination principles: every choice counts."""
    rules = scoring.rules
    for number in range(rules.forest_picks, len(rules.picks)):
        edges = choices_of(f, scoring, bench, number, 0)
        most = rules.picks[number].most
        for edge in range(min(edges, most) if most > 0 else edges):
            take_edge(f, bench.edge_fan[edge], bench.edge_nodes[edge])
