"""The combination principles as one rule: of the fans over sets, the best selection that is a forest.

Every fan that is made of two or more sets is an edge over its sets.  Start with each set in a group of its own; an edge
may be taken only while all its sets lie in different groups, and then makes them one.  That is 不拆移 (sets inside a
fan form no other fan among themselves), 不得相同 and 套算一次 (a set joins what is used exactly once) together.
"""

from quepu.engine.kernel import kernel
from quepu.engine.layout.frame import PAIR_ROOM, SET_ROOM, Frame
from quepu.engine.layout.workbench import NODES, Workbench


@kernel
def order_of(f: Frame, nodes: int) -> int:
    """Where chosen sets come among other choices: by the kinds of the sets, whichever lies where in the hand.

    Of selections that are worth the same the first counts, so what comes first may not depend on how a hand was read.
    """
    found = 0
    for place in range(f.set_count):
        if nodes >> place & 1:
            kind = f.sets[place].kind
            before = 0
            for other in range(f.set_count):
                of = f.sets[other].kind
                before += 1 if of < kind or (of == kind and other < place) else 0
            found |= 1 << before
    return int(found << PAIR_ROOM | nodes >> SET_ROOM)


@kernel
def put_in_order(f: Frame, bench: Workbench, first: int, last: int) -> None:
    """Bring the edges of one fan into the order of their sets."""
    for edge in range(first + 1, last):
        nodes = bench.edge_nodes[edge]
        order = order_of(f, nodes)
        place = edge
        while place > first and order_of(f, bench.edge_nodes[place - 1]) > order:
            bench.edge_nodes[place] = bench.edge_nodes[place - 1]
            place -= 1
        bench.edge_nodes[place] = nodes


@kernel
def best_forest(bench: Workbench, edges: int) -> int:
    """The number of edges taken, named in `order`: highest sum, then more different fans, then the first found.

    Edges are in the order of their fans, so the first found is the one whose list of fan numbers is smallest.
    """
    edge_fan = bench.edge_fan
    edge_nodes = bench.edge_nodes
    edge_value = bench.edge_value
    best_sum = 0
    best_different = 0
    best_count = 0
    depth = 0
    here = bench.levels[0]
    here.edge = 0
    here.total = 0
    here.different = 0
    here.fan = -1
    for node in range(NODES):
        here.groups[node] = node
    while depth >= 0:
        here = bench.levels[depth]
        edge = here.edge
        if edge >= edges:
            depth -= 1
            continue
        here.edge = edge + 1
        nodes = edge_nodes[edge]
        if nodes >> SET_ROOM:           # a pair joins once, whichever it is
            nodes = nodes & (1 << SET_ROOM) - 1 | 1 << SET_ROOM
        groups = here.groups
        seen = 0
        fits = True
        for node in range(NODES):
            if nodes >> node & 1:
                group = 1 << groups[node]
                if seen & group:
                    fits = False
                seen |= group
        if not fits:
            continue
        there = bench.levels[depth + 1]
        new_groups = there.groups
        target = -1
        for node in range(NODES):
            group = groups[node]
            if seen >> group & 1:
                if target < 0:
                    target = group
                group = target
            new_groups[node] = group
        total = here.total + edge_value[edge]
        different = here.different + (1 if edge_fan[edge] != here.fan else 0)
        there.edge = edge + 1
        there.total = total
        there.different = different
        there.fan = edge_fan[edge]
        depth += 1
        if total > best_sum or (total == best_sum and different > best_different):
            best_sum = total
            best_different = different
            best_count = depth
            for level in range(depth):
                bench.order[level] = bench.levels[level].edge - 1
    return best_count


@kernel
def next_order(bench: Workbench, size: int) -> bool:
    """Bring the first places in `chosen` into their next order; False when all orders have been seen."""
    left = size - 2
    while left >= 0 and bench.chosen[left] >= bench.chosen[left + 1]:
        left -= 1
    if left < 0:
        return False
    right = size - 1
    while bench.chosen[right] <= bench.chosen[left]:
        right -= 1
    kept = bench.chosen[left]
    bench.chosen[left] = bench.chosen[right]
    bench.chosen[right] = kept
    left += 1
    right = size - 1
    while left < right:
        kept = bench.chosen[left]
        bench.chosen[left] = bench.chosen[right]
        bench.chosen[right] = kept
        left += 1
        right -= 1
    return True
