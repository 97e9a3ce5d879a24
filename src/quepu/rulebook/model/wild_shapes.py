"""What wild tiles are in a shape of any tiles: its condition asks about the others, and wild ones are what it needs.

A condition that holds of each tile holds with any number of wild ones.  Where it asks how many different kinds there
are, wild tiles may be those that are missing.  One that asks more has to say itself what they are, by `wild_count`.
"""

from quepu.engine.layout.frame import Place
from quepu.rulebook.language import node as n
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.walk import asks_for_tiles, looped, reads_field

_KINDS, _WILD = Place("kind_count"), Place("wild_count")
_MOST_WILD = 8
_MIRROR: dict[n.Comparison, n.Comparison] = {"==": "==", "<=": ">=", ">=": "<=", "<": ">", ">": "<"}
#: of the tiles that are not wild at most as many as of all
_AT_MOST = ("kind_count", "suit_count", "honor_count", "terminal_count")
_OF_TILES = ("tiles", "kinds")


def says_wild(when: Expr) -> bool:
    """Whether a condition says itself what wild tiles are, or asks about no tiles."""
    return reads_field(when, "wild_count") or not asks_for_tiles(when)


def counts_kinds(when: Expr) -> bool:
    """Whether a condition asks for so many different kinds at least."""
    return with_wild(when) is not when


def with_wild(node: Expr) -> Expr:
    """The condition with the wild tiles among the kinds it asks for; the same one if it does not count them."""
    match node:
        case n.And(parts=parts) | n.Or(parts=parts):
            after = tuple(map(with_wild, parts))
            if all(one is other for one, other in zip(parts, after, strict=True)):
                return node
            return type(node)(after, type=node.type, bounds=node.bounds, span=node.span)
        case n.Defined(body=body):
            changed = with_wild(body)
            return node if changed is body else changed
        case n.Loop(source="list", body=body):
            changed = with_wild(body)
            return node if changed is body else looped(node, changed, node.condition, node.given)
        case n.Compare():
            return _kinds_with_wild(node)
    return node


def _kinds_with_wild(node: n.Compare) -> Expr:
    kinds, sign, number = _turned(node)
    if not isinstance(kinds, n.Slot) or kinds.place != _KINDS or sign not in ("==", ">=", ">"):
        return node
    low, high = kinds.bounds
    wild = n.Slot(_WILD, bounds=(0, _MOST_WILD), span=node.span)
    reached = n.Arithmetic("+", kinds, wild, bounds=(low, high + _MOST_WILD), span=node.span)
    least = n.Compare(">=" if sign == "==" else sign, reached, number, span=node.span)
    if sign != "==":
        return least
    return n.And((n.Compare("<=", kinds, number, span=node.span), least), type=node.type, span=node.span)


def _turned(node: n.Compare) -> tuple[Expr, n.Comparison, Expr]:
    """A comparison with the field of the frame first."""
    if isinstance(node.right, n.Slot) and not isinstance(node.left, n.Slot) and node.sign in _MIRROR:
        return node.right, _MIRROR[node.sign], node.left
    return node.left, node.sign, node.right


def is_of_each_tile(node: Expr) -> bool:
    """Whether a condition asks each tile by itself, or for kinds: what is not among the tiles cannot hurt it then."""
    if not asks_for_tiles(node):
        return True
    match node:
        case n.And(parts=parts) | n.Or(parts=parts):
            return all(map(is_of_each_tile, parts))
        case n.Defined(body=body):
            return is_of_each_tile(body)
        case n.Loop(quantifier="all", source=source, body=body, condition=condition) if source in _OF_TILES:
            return not asks_for_tiles(body) and not asks_for_tiles(condition)
        case n.Loop(quantifier="all" | "any", source="list", body=body, condition=condition, given=given):
            return is_of_each_tile(body) and not any(map(asks_for_tiles, (condition, *given)))
        case n.Compare():
            return _is_a_bound(node)
    return False


def _is_a_bound(node: n.Compare) -> bool:
    """Whether a comparison asks for kinds, or that there are no more of something than so many."""
    count, sign, number = _turned(node)
    if not isinstance(count, n.Slot) or asks_for_tiles(number):
        return False
    if count.place == _KINDS and sign != "!=":
        return True
    return count.place.field in _AT_MOST and (sign in ("<", "<=") or (sign == "==" and number.bounds == (0, 0)))
