"""How large a rulebook and its expressions may grow, so that none can take the machine with it."""

from collections.abc import Mapping
from typing import Any

from quepu.rulebook.expression import Node
from quepu.rulebook.problem import Problem
from quepu.rulebook.section import Section

MOST_PROBLEMS = 100         # told at once; more would help nobody
MOST_FLAGS = 60             # flags are bits of one integer
MOST_REQUIREMENTS = 60
MOST_SHAPES = 16
MOST_DEFINES = 400
MOST_SEATS = 4
LONGEST_ID = 80             # of a fan
MOST_PAYMENTS = 200
MOST_PLACES = 18            # tiles of a complete hand
MOST_PICKED_SETS = 5        # of one pick
MOST_PICKED_PAIRS = 1
MOST_TIMES = 100_000        # how often one fan can be earned
MOST_STEPS = 100_000        # of one evaluation
MOST_PICK_STEPS = 500_000   # of one evaluation for every order of the sets of a pick
MOST_SET_STEPS = 400        # of a condition that is tried on every triple of kinds

#: the most elements a loop can meet
_SIZES = {"tiles": 24, "kinds": 24, "flowers": 8, "sets": 6, "melds": 6, "chows": 6, "pungs": 6, "kongs": 6,
          "pairs": 8, "suits": 3, "seats": 4, "payers": 3, "rows": 64, "mask": 42}


def steps(node: Node, seen: dict[int, int] | None = None) -> int:
    """The most nodes one evaluation of a tree visits."""
    seen = {} if seen is None else seen
    if id(node) not in seen:
        parts = [steps(arg, seen) for arg in node.args]
        if node.op == "loop":
            source = node.loop[2]
            size = len(parts) - 2 if source == "list" else _SIZES.get(source, 64)
            seen[id(node)] = 1 + size * (parts[0] + parts[1]) + sum(parts[2:])
        else:
            seen[id(node)] = 1 + sum(parts)
    return seen[id(node)]


def orders(parts: tuple[tuple[str, str], ...]) -> int:
    """How many ways there are to give the names of a pick to sets and pairs."""
    ways = 1
    used: dict[str, int] = {}
    for _name, source in parts:
        ways *= max(1, _SIZES.get(source, 6) - used.get(source, 0))
        used[source] = used.get(source, 0) + 1
    return ways


def fan_problems(path: tuple[str, str], when: Node | None, count: Node | None,
                 parts: tuple[tuple[str, str], ...]) -> list[Problem]:
    """What is wrong with a fan whose condition takes too long, or which is earned too often."""
    problems = []
    most = MOST_PICK_STEPS if parts else MOST_STEPS
    if when is not None and steps(when) * orders(parts) > most:
        problems.append(Problem((*path, "when"), "takes too long to work out",
                                "use fewer loops inside each other, or a smaller pick"))
    if count is not None and steps(count) > MOST_STEPS:
        problems.append(Problem((*path, "count"), "takes too long to work out",
                                "use fewer loops inside each other"))
    if count is not None and count.high > MOST_TIMES:
        problems.append(Problem((*path, "count"), "can be earned far too often", "bound it: min(..., 100)"))
    return problems


def sane(tables: Mapping[str, Any], sections: Mapping[str, Section]) -> dict[str, Any]:
    """The tables without sections and entries of the wrong form, which have been told by then."""
    kept: dict[str, Any] = {}
    for name, content in tables.items():
        form = sections[name].form if name in sections else ""
        if form == "table" and isinstance(content, dict):
            kept[name] = content
        elif form == "family" and isinstance(content, dict):
            kept[name] = {key: table for key, table in content.items() if isinstance(table, dict)}
        elif form == "list" and isinstance(content, list):
            kept[name] = [table if isinstance(table, dict) else {"enabled": False} for table in content]
    return kept
