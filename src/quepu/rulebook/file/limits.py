"""How large a rulebook and its expressions may grow, so that none can take the machine with it."""

from collections.abc import Mapping
from typing import Any

from quepu.faults import Fault
from quepu.rulebook.file.problem import Problem
from quepu.rulebook.file.section import Section
from quepu.rulebook.language.effort import elements, steps
from quepu.rulebook.language.parse import Expr

MOST_PROBLEMS = 100         # told at once; more would help nobody
MOST_FLAGS = 60             # flags are bits of one integer
MOST_FAMILIES = 60          # of sets or pairs
MOST_CLAIMS = 60            # claims are bits of one integer, and so are kongs and declarations
MOST_KONGS = 40
MOST_READIES = 40
MOST_PASSES = 16            # bits of a small field of the table
MOST_TURNED = 32            # a turned tile keeps its lot in five bits
MOST_PHASES = 60
MOST_LAST_RULES = 20
MOST_RULES = 60             # conditions of discarding, reasons to abort, faults, grades
MOST_ROUNDS = 100
MOST_HANDS = 10_000         # of a match
MOST_CHOICES = 200          # of one bet or stake
MOST_LEGAL = 4096           # actions of one seat: 40 kongs and 40 declarations of any kind, every claim, every discard
LARGEST_CHOICE = 30_000     # a bet or stake is kept in two bytes
LARGEST_MEMORY = 100_000    # what expressions may rely on of a number that is remembered
LARGEST_TOTAL = 1_000_000   # of a hand or of one tally: what expressions may rely on
LARGEST_PAYMENT = 100_000_000           # of one row of the ledger; rows are kept in four bytes, scores in eight
LARGEST_START = 100_000_000
MOST_COMPARED = 4           # what decides between readings, `total` included
LONGEST_TEXT = 8_000        # of any text of a rulebook
MOST_PARTS = 24             # of how a hand goes
MOST_REQUIREMENTS = 60
MOST_SHAPES = 16
MOST_DEFINES = 400
MOST_ARGUMENTS = 12         # of a define
MOST_SEATS = 4
LONGEST_ID = 80             # of any entry
MOST_PAYMENTS = 200
MOST_PLACES = 18            # tiles of a complete hand
MOST_PICKED_SETS = 5        # of one pick
MOST_PICKED_PAIRS = 1
MOST_PICKED_TIMES = 720     # ways to pick sets, in any order
MOST_WORTH = 10**9          # of one fan, as often as it can be earned
MOST_TIMES = 100_000        # how often one fan can be earned, as far as its bounds tell
MOST_COUNTED = 255          # `most` of a fan
MOST_STEPS = 100_000        # of one evaluation of a fan
MOST_PICK_STEPS = 500_000   # of one evaluation for every order of the sets of a pick
MOST_SET_STEPS = 400        # of a condition that is tried on every triple of kinds


def clipped(number: int, most: int = LARGEST_TOTAL) -> int:
    """A number cut off at plus or minus `most`."""
    return max(-most, min(most, number))


def orders(parts: tuple[tuple[str, str], ...]) -> int:
    """How many ways there are to give the names of a pick to sets and pairs."""
    ways = 1
    used: dict[str, int] = {}
    for _name, source in parts:
        ways *= max(1, elements(source) - used.get(source, 0))
        used[source] = used.get(source, 0) + 1
    return ways


def worth_problems(path: tuple[str, str], value: Expr, count: Expr | None, is_pick: bool) -> list[Problem]:
    """What is wrong with a fan whose value could not be added up with others."""
    times = max(1, count.high) if count is not None else MOST_PICKED_TIMES if is_pick else 1
    if max(abs(value.low), abs(value.high)) * times <= MOST_WORTH:
        return []
    return [Problem((*path, "value"), Fault("limits.worth", most=MOST_WORTH), Fault("limits.bound"))]


def fan_problems(path: tuple[str, str], when: Expr | None, count: Expr | None,
                 parts: tuple[tuple[str, str], ...]) -> list[Problem]:
    """What is wrong with a fan whose condition takes too long, or which is earned too often."""
    problems = []
    most = MOST_PICK_STEPS if parts else MOST_STEPS
    if when is not None and steps(when) * orders(parts) > most:
        problems.append(Problem((*path, "when"), Fault("limits.steps"),
                                Fault("limits.pick")))
    if count is not None and steps(count) > MOST_STEPS:
        problems.append(Problem((*path, "count"), Fault("limits.steps"),
                                Fault("limits.loops")))
    if count is not None and count.high > MOST_TIMES:
        problems.append(Problem((*path, "count"), Fault("limits.times"), Fault("limits.bound_times")))
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
