"""The combination principles as one rule: of the fans over sets, the best selection that is a forest.

Every fan that is made of two or more sets is an edge over its sets.  Start with each set in a group of its own; an edge
may be taken only while all its sets lie in different groups, and then makes them one.  That is 不拆移 (sets inside a
fan form no other fan among themselves), 不得相同 and 套算一次 (a set joins what is used exactly once) together.
"""

from quepu.core.kernel import Ints, kernel
from quepu.core.rules import EDGE_FAN, EDGE_NODES, EDGE_VALUE, FOREST_STACK, NODES, ORDER, STACK_WIDTH


@kernel
def best_forest(W: Ints, edges: int) -> int:
    """The number of edges taken, their numbers in ORDER: highest sum, then more different fans, then the first found.

    Edges are in the order of their fans, so the first found is the one whose list of fan numbers is smallest.
    """
    # a level of the stack: next edge to try, sum so far, different fans, last fan, and the group of each node
    best_sum = 0
    best_different = 0
    best_count = 0
    depth = 0
    W[FOREST_STACK] = 0
    W[FOREST_STACK + 1] = 0
    W[FOREST_STACK + 2] = 0
    W[FOREST_STACK + 3] = -1
    for node in range(NODES):
        W[FOREST_STACK + 4 + node] = node
    while depth >= 0:
        here = FOREST_STACK + depth * STACK_WIDTH
        edge = W[here]
        if edge >= edges:
            depth -= 1
            continue
        W[here] = edge + 1
        nodes = W[EDGE_NODES + edge]
        seen = 0
        fits = True
        for node in range(NODES):
            if nodes >> node & 1:
                group = 1 << W[here + 4 + node]
                if seen & group:
                    fits = False
                seen |= group
        if not fits:
            continue
        there = here + STACK_WIDTH
        target = -1
        for node in range(NODES):
            group = W[here + 4 + node]
            if seen >> group & 1:
                if target < 0:
                    target = group
                group = target
            W[there + 4 + node] = group
        total = W[here + 1] + W[EDGE_VALUE + edge]
        different = W[here + 2] + (1 if W[EDGE_FAN + edge] != W[here + 3] else 0)
        W[there] = edge + 1
        W[there + 1] = total
        W[there + 2] = different
        W[there + 3] = W[EDGE_FAN + edge]
        depth += 1
        if total > best_sum or (total == best_sum and different > best_different):
            best_sum = total
            best_different = different
            best_count = depth
            for level in range(depth):
                W[ORDER + level] = W[FOREST_STACK + level * STACK_WIDTH] - 1
    return best_count


@kernel
def next_order(W: Ints, at: int, size: int) -> bool:
    """Bring the numbers at a place into their next order; False when all orders have been seen."""
    left = size - 2
    while left >= 0 and W[at + left] >= W[at + left + 1]:
        left -= 1
    if left < 0:
        return False
    right = size - 1
    while W[at + right] <= W[at + left]:
        right -= 1
    kept = W[at + left]
    W[at + left] = W[at + right]
    W[at + right] = kept
    left += 1
    right = size - 1
    while left < right:
        kept = W[at + left]
        W[at + left] = W[at + right]
        W[at + right] = kept
        left += 1
        right -= 1
    return True
