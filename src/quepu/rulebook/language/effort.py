"""How much a tree is: its parts written out, how deep they stand in each other, and how long one evaluation takes."""

from quepu.rulebook.language.node import Expr, Loop
from quepu.rulebook.language.vocabulary import ITERABLES
from quepu.tiles import KIND_COUNT

MOST_STEPS = 250_000        # of one evaluation; of a fan, which is asked for every reading, fewer
MOST_LEVELS = 60            # of a tree, its defines and their arguments written out
MOST_ELEMENTS = 64          # of a list that is written out
_LEAF = (1, 1, 1)


def elements(source: str, listed: int = 0) -> int:
    """The most elements a loop over a source meets; of a list it is known."""
    if source in ("list", "mask"):
        return listed if source == "list" else KIND_COUNT
    return ITERABLES[source].most


def steps(node: Expr) -> int:
    """The most nodes one evaluation of a tree visits."""
    return measured(node)[2]


def measured(node: Expr, seen: dict[int, tuple[int, int, int]] | None = None) -> tuple[int, int, int]:
    """How many nodes a tree has written out, how many stand in each other at most, and its `steps`, in one go."""
    if not node.parts:
        return _LEAF
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
