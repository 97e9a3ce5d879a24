"""What depends on the kind of a tile, set or pair alone, worked out beforehand as constant masks."""

from quepu.engine.layout.frame import Frame
from quepu.rulebook.language.evaluate import Env, function
from quepu.rulebook.language.node import Node, parts_of
from quepu.rulebook.language.vocabulary import PAIR, SET, TILE
from quepu.rulebook.model import catalogue as cat
from quepu.rulebook.model.catalogue import Catalogue
from quepu.rulebook.model.model import Model

KIND_PROPERTIES = frozenset(("tile", "tiles", "suit", "rank", "low", "is_chow", "is_pung", "is_equal"))
# what reads nothing but its arguments
_PURE = frozenset(("and", "or", "not", "neg", "+", "-", "*", "//", "%", "==", "!=", "<", "<=", ">", ">=", "in", "if",
                   "define", "table", "call"))


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


def fold(model: Model, node: Node, variable: str, kind: str) -> int | None:
    """The kinds for which a condition holds, as bits, if it depends on nothing but the kind of one variable."""
    if not only_kind(node, variable, kind):
        return None
    frame = Frame.zeros()
    env = Env(frame, model.catalogue, model.flower_owner)
    holds = function(node)
    mask = 0
    for value in kinds_of(model, kind):
        if kind == TILE:
            env.variables[variable] = value
        else:                           # the reference asks a place: put the kind into the first one
            (frame.sets if kind == SET else frame.pairs)[0].kind = value
            env.variables[variable] = 0
        if holds(env):
            mask |= 1 << value
    return mask


def free_variables(node: Node) -> dict[str, str]:
    """Variables a tree uses and does not bind itself: name -> type."""
    if node.op == "var":
        return {str(node.value): node.type}
    found: dict[str, str] = {}
    for arg in node.args:
        found.update(free_variables(arg))
    if node.op == "loop":
        found.pop(node.loop[1], None)
    return found


def variable_of(node: Node, name: str) -> Node:
    """The first place where a tree uses a variable, which knows between which numbers it lies."""
    return next(part for part in parts_of(node) if part.op == "var" and part.value == name)


def only_kind(node: Node, variable: str, kind: str) -> bool:
    """Whether a tree reads nothing but constants and the kind of one variable."""
    if node.op == "const":
        return True
    if node.op == "var":
        return node.value == variable and kind == TILE
    if node.op == "prop":
        of, name = node.args[0], str(node.value)
        if of.op == "var" and of.value == variable and kind in (SET, PAIR):
            return name in KIND_PROPERTIES
        return name != "is_wild" and of.type == TILE and only_kind(of, variable, kind)
    if node.op == "loop":
        _name, inner, source = node.loop
        if source not in ("mask", "list") or inner == variable:
            return False
        return all(only_kind(arg, variable, kind) or _only_bound(arg, {variable: kind, inner: TILE})
                   for arg in node.args)
    return node.op in _PURE and not reads_table(node) and all(only_kind(arg, variable, kind) for arg in node.args)


def _only_bound(node: Node, bound: dict[str, str]) -> bool:
    """Whether a tree inside a loop reads only constants and kinds of the given variables."""
    if node.op == "const":
        return True
    if node.op == "var":
        return bound.get(str(node.value)) == TILE
    if node.op == "prop":
        of, name = node.args[0], str(node.value)
        if of.op == "var" and bound.get(str(of.value)) in (SET, PAIR):
            return name in KIND_PROPERTIES
        return name != "is_wild" and of.type == TILE and _only_bound(of, bound)
    return node.op in _PURE and not reads_table(node) and all(_only_bound(arg, bound) for arg in node.args)


def always(condition: Node) -> bool:
    """Whether a loop without a condition, or with one that is plainly true, meets every element."""
    return condition.op == "const" and condition.number != 0


def reads_table(node: Node) -> bool:
    """Whether a call, unlike others, reads the table beside its arguments."""
    return node.op == "call" and node.value in ("drawn_this_turn", "has_won", "is_winning", "turns_to")


def counts_seats(node: Node) -> bool:
    """Whether it matters to a tree how many seats there are."""
    return (node.op == "call" and node.value == "next_seat") or any(map(counts_seats, node.args))


def substitute(node: Node, variable: str, constant: Node) -> Node:
    """The tree with a constant in place of a variable."""
    if node.op == "var" and node.value == variable:
        return constant
    if node.op == "loop" and node.loop[1] == variable:
        return node
    args = tuple(substitute(arg, variable, constant) for arg in node.args)
    return Node(node.op, node.type, args, node.value, node.low, node.high, node.start, node.end)
