"""How much a tree is: its parts written out, how deep they stand in each other, and how long one evaluation takes."""

from quepu.engine.layout.table_facts import RIVER_ROOM, ROW_ROOM, TURNED_ROOM
from quepu.rulebook.language.node import Expr, Loop

MOST_STEPS = 250_000        # of one evaluation; of a fan, which is asked for every reading, fewer
MOST_LEVELS = 60            # of a tree, its defines and their arguments written out
MOST_ELEMENTS = 64          # of a list that is written out, and of what has no size of its own here

#: the most elements a loop can meet
_SIZES = {"tiles": 24, "kinds": 24, "flowers": 8, "sets": 6, "melds": 6, "melds_of": 6, "chows": 6, "pungs": 6,
          "kongs": 6, "pairs": 8, "suits": 3, "seats": 4, "payers": 3, "rows": ROW_ROOM, "mask": 42, "waits": 42,
          "heard": 42, "discards": RIVER_ROOM, "river": RIVER_ROOM, "hand_of": 24, "turned": TURNED_ROOM}


def elements(source: str, listed: int = 0) -> int:
    """The most elements a loop over a source meets; of a list it is known."""
    return listed if source == "list" else _SIZES.get(source, MOST_ELEMENTS)


def steps(node: Expr) -> int:
    """The most nodes one evaluation of a tree visits."""
    return measured(node)[2]


def measured(node: Expr, seen: dict[int, tuple[int, int, int]] | None = None) -> tuple[int, int, int]:
    """How many nodes a tree has written out, how many stand in each other at most, and its `steps`, in one go."""
    seen = {} if seen is None else seen
    found = seen.get(id(node))
    if found is not None:
        return found
    size = visited = 1
    deepest = 0
    times = elements(node.source, len(node.given)) if isinstance(node, Loop) else 1
    for place, part in enumerate(node.parts):
        more, deep, taken = measured(part, seen)
        size += more
        visited += taken * times if place < 2 else taken
        if deep > deepest:
            deepest = deep
    seen[id(node)] = size, deepest + 1, visited
    return seen[id(node)]
