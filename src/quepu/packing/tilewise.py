"""What a shape's condition asks of single tiles: which kinds it allows, how many different ones, and only equal sets.

A condition that says more (how tiles lie together, who holds what) gives no answer here; whoever asks must
say so.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from quepu import tiles
from quepu.engine.layout.frame import Frame
from quepu.rulebook.language import node as n
from quepu.rulebook.language.evaluate import Env, function
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.vocabulary import TILE
from quepu.rulebook.model.catalogue import PUNG, Catalogue
from quepu.rulebook.model.model import Model
from quepu.rulecode.folding import always, substitute

MOST_WAYS = 64
_ALL = (1 << 42) - 1
_HONORS = sum(1 << kind for kind in tiles.HONORS)
_TERMINALS = sum(1 << kind for kind in range(27) if tiles.rank(kind) in (1, 9))
_SUITED = (1 << 27) - 1
#: a count that is 0 forbids these kinds
_COUNTED = {"honor_count": _HONORS, "terminal_count": _TERMINALS, "suit_count": _SUITED, "tile_count": _ALL}
_MIRROR: dict[n.Comparison, n.Comparison] = {"==": "==", "<=": ">=", ">=": "<=", "<": ">", ">": "<"}


@dataclass(frozen=True, slots=True)
class Need:
    """One way to fulfil a condition: all tiles of these kinds, and from `low` to `high` different ones.

    With `pungs` every set of the shape must be a pung.
    """

    allowed: int = _ALL
    low: int = 0
    high: int = 42
    pungs: bool = False

    @property
    def counts_kinds(self) -> bool:
        """Whether it asks how many different kinds there are."""
        return self.low > 1 or self.high < 42


def needs(model: Model, node: Expr | None, sets: int = 0) -> tuple[Need, ...] | None:
    """Every way to fulfil a condition of a shape of so many sets, or None if it is not about single tiles alone."""
    if node is None:
        return (Need(),)
    blank = Frame.zeros()
    for option in model.options:
        blank.options[option.slot] = option.number
    return _Analysis(Env(blank, model.catalogue, model.flower_owner), sets).needs(node)


class _Analysis:
    def __init__(self, env: Env, sets: int) -> None:
        self.env, self.sets = env, sets

    def needs(self, node: Expr) -> tuple[Need, ...] | None:
        if _is_about(node, frozenset()):
            return (Need(),) if function(node)(self.env) else ()
        match node:
            case n.Defined(body=body):
                return self.needs(body)
            case n.And(parts=parts):
                return self._together([self.needs(part) for part in parts])
            case n.Or(parts=parts):
                return _either([self.needs(part) for part in parts])
            case n.Loop():
                return self._loop(node)
            case n.Compare():
                return self._count(node)
            case n.Number() | n.Text() | n.Variable() | n.Slot() | n.Waits() | n.Flag() | n.Told() | n.Has() \
                    | n.Times() | n.AnyFan() | n.At() | n.Grid() | n.Paid() | n.Negative() | n.Arithmetic() \
                    | n.Among() | n.Table() | n.Property() | n.Call() | n.Not() | n.If():
                return None
            case _:
                assert_never(node)

    def _together(self, parts: Sequence[tuple[Need, ...] | None]) -> tuple[Need, ...] | None:
        ways: tuple[Need, ...] = (Need(),)
        for part in parts:
            if part is None or len(ways) * len(part) > MOST_WAYS:
                return None
            ways = tuple(Need(a.allowed & b.allowed, max(a.low, b.low), min(a.high, b.high), a.pungs or b.pungs)
                         for a in ways for b in part)
        return ways

    def _loop(self, node: n.Loop) -> tuple[Need, ...] | None:
        name, variable, body, condition = node.quantifier, node.variable, node.body, node.condition
        if name == "all" and node.source in ("tiles", "kinds"):
            if not _is_about(body, frozenset([variable])) or not _is_about(condition, frozenset([variable])):
                return None
            return (Need(self._kinds(variable, body, condition)),)
        if node.source == "list" and all(isinstance(part, n.Number) for part in (*node.given, condition)):
            values = node.given if always(condition) else ()
            parts = [self.needs(substitute(body, variable, value)) for value in values]
            return _either(parts) if name == "any" else self._together(parts) if name == "all" else None
        return None

    def _kinds(self, variable: str, body: Expr, condition: Expr) -> int:
        """The kinds for which the condition of a loop over tiles holds."""
        holds, asked = function(body), function(condition)
        mask = 0
        for kind in range(42):
            self.env.variables[variable] = kind
            mask |= (1 << kind) if not asked(self.env) or holds(self.env) else 0
        return mask

    def _count(self, node: n.Compare) -> tuple[Need, ...] | None:
        """A comparison of a count with a number."""
        if node.sign not in _MIRROR:
            return None
        left, right, sign = node.left, node.right, node.sign
        if isinstance(left, n.Number):
            left, right, sign = right, left, _MIRROR[sign]
        if not isinstance(left, n.Slot) or not _is_about(right, frozenset()):
            return None
        number = int(function(right)(self.env))
        low = {"==": number, ">=": number, ">": number + 1}.get(sign, 0)
        high = {"==": number, "<=": number, "<": number - 1}.get(sign, 42)
        read = left.place.field
        if read == "kind_count":
            return (Need(_ALL, low, high),)
        if read in _COUNTED and low <= 0 and high == 0:
            return (Need(_ALL & ~_COUNTED[read]),)
        if read == "pung_count" and low == self.sets > 0:
            return (Need(pungs=True),)
        return None


def _either(parts: Sequence[tuple[Need, ...] | None]) -> tuple[Need, ...] | None:
    found: list[Need] = []
    for part in parts:
        if part is None:
            return None
        found.extend(part)
    return tuple(found) if len(found) <= MOST_WAYS else None


def _is_about(node: Expr, variables: frozenset[str]) -> bool:
    """Whether a tree reads nothing but these variables, the options and plain numbers."""
    match node:
        case n.Variable(name=name):
            return name in variables
        case n.Slot(place=place):
            return place.field == "options"
        case n.Property(name=name, of=of):
            return of.type == TILE and name != "is_wild" and _is_about(of, variables)
        case n.Loop(variable=variable, source=source):
            return source in ("list", "mask", "suits") and all(_is_about(part, variables | {variable})
                                                               for part in node.parts)
        case n.Flag() | n.Told() | n.Waits() | n.At() | n.Has() | n.Times() | n.AnyFan() | n.Paid() | n.Grid():
            return False
        case n.Number() | n.Text() | n.Negative() | n.Arithmetic() | n.Compare() | n.Among() | n.Table() | n.Call() \
                | n.And() | n.Or() | n.Not() | n.If() | n.Defined():
            return all(_is_about(part, variables) for part in node.parts)
        case _:
            assert_never(node)


def parts_of(catalogue: Catalogue, way: Need) -> list[tuple[list[list[int]], int]]:
    """(blocks, number of sets among them) for each group of kinds that share blocks; sets come first."""
    sets = [[*kinds] for kinds, form in zip(catalogue.made_sets, catalogue.set_form, strict=False)
            if form == PUNG or not way.pungs]
    blocks = sets + [[*pair, -1] for pair in catalogue.pairs]
    leader = list(range(42))

    def find(kind: int) -> int:
        while leader[kind] != kind:
            kind = leader[kind]
        return kind
    for block in blocks:
        for kind in block[1:]:
            if kind >= 0:
                leader[find(kind)] = find(block[0])
    grouped: dict[int, tuple[list[list[int]], int]] = {}
    for number, block in enumerate(blocks):
        if all(kind < 0 or way.allowed >> kind & 1 for kind in block):
            rows, count = grouped.get(find(block[0]), ([], 0))
            rows.append(block)
            grouped[find(block[0])] = rows, count + (number < len(sets))
    return list(grouped.values())
