"""What depends on the kind of a tile, set or pair alone, worked out beforehand as constant masks."""

from collections.abc import Mapping
from typing import assert_never

from quepu.engine.layout.frame import Frame
from quepu.rulebook.language import node as n
from quepu.rulebook.language.evaluate import Env, function
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.operations import operation_of
from quepu.rulebook.language.vocabulary import PAIR, SET, TILE
from quepu.rulebook.language.walk import parts_of, rebuilt
from quepu.rulebook.model import catalogue as cat
from quepu.rulebook.model.catalogue import Catalogue
from quepu.rulebook.model.model import Model

KIND_PROPERTIES = frozenset(("tile", "tiles", "suit", "rank", "low", "is_chow", "is_pung", "is_equal"))


def source_kinds(catalogue: Catalogue, source: str) -> int:
    """The set kinds that may come from a source, as bits."""
    if source == "kongs":
        return sum(1 << kind for kind, can in enumerate(catalogue.set_kong) if can)
    forms = {"chows": (cat.CHOW,), "pungs": (cat.PUNG,)}.get(source)
    return sum(1 << kind for kind, form in enumerate(catalogue.set_form) if forms is None or form in forms)


def kinds_of(model: Model, kind: str) -> list[int]:
    """Every value a variable of a type can take by kind."""
    return {TILE: list(range(42)), SET: list(range(len(model.catalogue.sets))),
            PAIR: list(range(len(model.catalogue.pairs)))}.get(kind, [])


def fold(model: Model, node: Expr, variable: str, kind: str) -> int | None:
    """The kinds for which a condition holds, as bits, if it depends on nothing but the kind of one variable."""
    values = values_by_kind(model, node, variable, kind)
    return None if values is None else sum(1 << number for number, value in enumerate(values) if value)


def values_by_kind(model: Model, node: Expr, variable: str, kind: str) -> list[int] | None:
    """What a tree gives for each kind of one variable, if it depends on nothing else."""
    if not only_kind(node, variable, kind):
        return None
    frame = Frame.zeros()
    env = Env(frame, model.catalogue, model.flower_owner)
    value_of = function(node)
    found = []
    for value in kinds_of(model, kind):
        if kind == TILE:
            env.variables[variable] = value
        else:                           # the reference asks a place: put the kind into the first one
            (frame.sets if kind == SET else frame.pairs)[0].kind = value
            env.variables[variable] = 0
        found.append(int(value_of(env)))
    return found


def free_variables(node: Expr) -> dict[str, str]:
    """Variables a tree uses and does not bind itself: name -> type."""
    if not node.parts:
        return {node.name: node.type} if isinstance(node, n.Variable) else {}
    found: dict[str, str] = {}
    for part in node.parts:
        found.update(free_variables(part))
    if isinstance(node, n.Loop):
        found.pop(node.variable, None)
    return found


def variable_of(node: Expr, name: str) -> n.Variable:
    """The first place where a tree uses a variable, which knows between which numbers it lies."""
    return next(part for part in parts_of(node) if isinstance(part, n.Variable) and part.name == name)


def only_kind(node: Expr, variable: str, kind: str) -> bool:
    """Whether a tree reads nothing but constants and the kind of one variable."""
    return _only_bound(node, {variable: kind})


def _only_bound(node: Expr, bound: Mapping[str, str], inside: bool = False) -> bool:
    """Whether a tree reads only constants and kinds of the given variables; a loop has no other loop inside."""
    match node:
        case n.Number() | n.Text():
            return True
        case n.Variable(name=name):
            return bound.get(name) == TILE
        case n.Property(name=name, of=of):
            if isinstance(of, n.Variable) and bound.get(of.name) in (SET, PAIR):
                return name in KIND_PROPERTIES
            return name != "is_wild" and of.type == TILE and _only_bound(of, bound, inside)
        case n.Loop(variable=inner, source=source):
            if inside or source not in ("mask", "list") or inner in bound:
                return False
            return all(_only_bound(part, bound) or _only_bound(part, {**bound, inner: TILE}, inside=True)
                       for part in node.parts)
        case n.Call():
            return not reads_table(node) and all(_only_bound(part, bound, inside) for part in node.parts)
        case n.And() | n.Or() | n.Not() | n.Negative() | n.Arithmetic() | n.Compare() | n.Among() | n.If() \
                | n.Defined() | n.Table():
            return all(_only_bound(part, bound, inside) for part in node.parts)
        case n.Slot() | n.Waits() | n.Flag() | n.Told() | n.Has() | n.Times() | n.AnyFan() | n.At() | n.Grid() \
                | n.Paid():
            return False
        case _:
            assert_never(node)


def always(condition: Expr) -> bool:
    """Whether a loop without a condition, or with one that is plainly true, meets every element."""
    return isinstance(condition, n.Number) and condition.value != 0


def reads_table(node: n.Call) -> bool:
    """Whether a call, unlike others, reads the table beside its arguments."""
    return bool(operation_of(node).reads)


def substitute(node: Expr, variable: str, constant: Expr) -> Expr:
    """The tree with a constant in place of a variable."""
    if isinstance(node, n.Variable) and node.name == variable:
        return constant
    if isinstance(node, n.Loop) and node.variable == variable:
        return node
    return rebuilt(node, lambda part: substitute(part, variable, constant))
