"""The combination principles as one rule: of the fans over sets, the best selection that is a forest.

Every fan that is made of two or more sets is an edge over its sets.  Start with each set in a group of its own; an edge
may be taken only while all its sets lie in different groups, and then makes them one.  That is 不拆移 (sets inside a fan
form no other fan among themselves), 不得相同 and 套算一次 (a set joins what is used exactly once) together.
"""

from quepu.core.kernel import kernel

NODES = 8
EDGES = 40
FOREST_WORK = EDGES * (NODES + 4)


@kernel
def best_forest(edge_fan, edge_nodes, edge_value, edges, taken, work):
    """The number of edges taken, their numbers in `taken`: highest sum, then more different fans, then the first found.

    Edges are in the order of their fans, so the first found is the one whose list of fan numbers is smallest.
    """
    # work: for each depth the edge, the sum, the number of different fans, and the group of each node
    width = NODES + 4
    best_sum = 0
    best_different = 0
    best_count = 0
    depth = 0
    for node in range(NODES):
        work[4 + node] = node
    work[0] = 0                 # next edge to try at this depth
    work[1] = 0                 # sum of values
    work[2] = 0                 # different fans
    work[3] = -1                # fan of the last edge
    while depth >= 0:
        here = depth * width
        edge = work[here]
        if edge >= edges:
            depth -= 1
            continue
        work[here] = edge + 1
        seen = 0
        fits = True
        for node in range(NODES):
            if edge_nodes[edge] >> node & 1:
                group = 1 << work[here + 4 + node]
                if seen & group:
                    fits = False
                seen |= group
        if not fits:
            continue
        there = here + width
        target = -1
        for node in range(NODES):
            group = work[here + 4 + node]
            if seen >> group & 1:
                if target < 0:
                    target = group
                group = target
            work[there + 4 + node] = group
        total = work[here + 1] + edge_value[edge]
        different = work[here + 2] + (1 if edge_fan[edge] != work[here + 3] else 0)
        work[there] = edge + 1
        work[there + 1] = total
        work[there + 2] = different
        work[there + 3] = edge_fan[edge]
        depth += 1
        if total > best_sum or (total == best_sum and different > best_different):
            best_sum = total
            best_different = different
            best_count = depth
            for level in range(depth):
                taken[level] = work[level * width] - 1
    return best_count
