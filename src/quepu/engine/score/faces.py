"""Tiles that are read as others: the substitute in a wild tile's own place, and tiles that are only thought of.

Where every copy of the substitute takes the wild tile's place, a set on the table is kept as what it is read as; since
no wild tile lies in one, its tiles are still known (`tile_for`).  Where copies may and need not, none does on a table.
"""

from quepu.engine.kernel import inlined, kernel
from quepu.engine.layout.frame import Frame
from quepu.engine.layout.score_rules import ScoreRules
from quepu.engine.layout.workbench import Workbench
from quepu.engine.machine import lowest

NOTHING_LEFT = -9           # in place of a number of wild tiles: the tile thought of is one the hand has all four of


@inlined
def taken_face(rules: ScoreRules, wild: int) -> int:
    """The kind whose place the substitute takes or may take while these are wild; -1: none."""
    if rules.substitute < 0 or wild == 0 or wild & wild - 1 or wild & ~rules.substitute_for:
        return -1
    return lowest(wild)


@inlined
def fixed_face(rules: ScoreRules, wild: int) -> int:
    """The kind that every copy of the substitute is, on the table too; -1: none."""
    return taken_face(rules, wild) if rules.substitute_copies == 0 else -1


@inlined
def face_of(rules: ScoreRules, wild: int, kind: int) -> int:
    """What a tile is in a set."""
    if kind == rules.substitute:
        face = fixed_face(rules, wild)
        if face >= 0:
            return face
    return kind


@inlined
def tile_for(rules: ScoreRules, wild: int, kind: int) -> int:
    """The tile that is laid down as a kind; -1: there is none."""
    face = fixed_face(rules, wild)
    if face < 0:
        return kind
    if kind == face:
        return int(rules.substitute)
    return -1 if kind == rules.substitute else kind


@inlined
def pung_of(rules: ScoreRules, wild: int, kind: int) -> int:
    """The set that equal tiles of a kind make; -1: none."""
    return int(rules.kinds[face_of(rules, wild, kind)].pung)


@inlined
def most_moved(f: Frame, rules: ScoreRules) -> int:
    """How many of the hand's tiles may be read as substitutes and need not."""
    if rules.substitute_copies == 0 or taken_face(rules, f.wild_mask) < 0:
        return 0
    copies = f.held[rules.substitute] + (1 if f.win_tile == rules.substitute else 0)
    return int(min(rules.substitute_copies, copies))


@inlined
def is_win_as(f: Frame, rules: ScoreRules, kind: int) -> bool:
    """Whether a natural tile of a kind may be the winning tile."""
    return bool(kind == f.win_tile
                or (f.win_tile == rules.substitute and f.win_tile >= 0 and taken_face(rules, f.wild_mask) == kind))


@kernel
def think_of(f: Frame, rules: ScoreRules, bench: Workbench) -> int:
    """Add the tile that is thought of: 1 if it may be any, 0 if it was said and is now among `natural`."""
    bench.imagined = 0
    if rules.imagined_slot >= 0:
        kind = f.memory[rules.imagined_slot + f.seat]
        if 0 <= kind < 42:
            if f.held[kind] + f.laid[kind] + (1 if f.win_tile == kind else 0) >= 4:
                return NOTHING_LEFT
            bench.natural[kind] += 1
            return 0
    bench.imagined = 1
    return 1


@kernel
def is_overfull(f: Frame) -> bool:
    """Whether a reading has five tiles of a kind, which no thought makes possible."""
    for kind in range(42):
        if f.counts[kind] > 4:
            return True
    return False
