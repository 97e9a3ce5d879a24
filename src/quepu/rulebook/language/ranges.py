"""Between which numbers a value lies for certain, whatever a rulebook or a table has put into the frame.

What is an index in generated code is tested wherever it is not proven here to lie inside its list; both runners ask
this file, so that they give the same where it does not.  What the kernels write themselves (whose turn it is, which
tile was discarded) is believed; memory and what players, records and rulebooks can put there is not.
"""

from typing import assert_never

from quepu.engine.layout.frame import PAIR_ROOM, SET_ROOM, Place
from quepu.engine.layout.table_facts import ROW_ROOM, MeldWord
from quepu.rulebook.language import node as n
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.vocabulary import BOOL, INT, MELD, PAIR, ROW, SEAT, SET, SHAPE, SUIT, TILE, TILES
from quepu.tiles import KIND_COUNT

DICE = 4                            # dice that the table keeps
SEATS = 4
LARGEST_VARIABLE = 10**9            # an amount that a rule of payment is told
ANYTHING = (-2**40, 2**40)          # a number nobody has looked at

Range = tuple[int, int]

#: what a value of a type can be; a payer can be the pot, which comes after the seats
TYPE_RANGES: dict[str, Range] = {
    INT: (-LARGEST_VARIABLE, LARGEST_VARIABLE), BOOL: (0, 1), TILE: (-1, KIND_COUNT - 1), TILES: (0, 0),
    SUIT: (-1, 4), SEAT: (-1, SEATS), SET: (0, SET_ROOM - 1), PAIR: (0, PAIR_ROOM - 1),
    MELD: (0, (1 << MeldWord.END) - 1),
    SHAPE: (0, 15), ROW: (0, ROW_ROOM - 1)}
#: what a memory of a type may hold
MEMORY_RANGES: dict[str, Range] = {INT: (-10**5, 10**5), BOOL: (0, 1), SEAT: (-1, SEATS - 1),
                                   TILE: (-1, KIND_COUNT - 1), SUIT: (-1, 4)}
_INDEXES = {SEAT: (0, SEATS - 1), TILE: (0, KIND_COUNT - 1), INT: (1, DICE)}
_ELEMENTS = {"flowers": (34, KIND_COUNT - 1), "suits": (0, 2), "seats": (0, SEATS - 1), "payers": (0, SEATS - 1),
             "turned": (-1, KIND_COUNT - 1)}
#: numbers that add up at the table or come from outside: read as no more than the vocabulary promises
_WIDE = frozenset(("total", "false_total", "amount", "purse", "wait_values", "tallies", "memory"))


def is_memory(place: Place) -> bool:
    """Whether a place of the frame is memory."""
    return place.field == "memory"


def is_wide(node: Expr) -> bool:
    """Whether a number read from the frame may lie outside `low` and `high`, so that it is taken to the nearer one."""
    return isinstance(node, n.Slot | n.At | n.Grid) and node.type == INT and node.place.field in _WIDE


def element_range(source: str, kind: str, args: tuple[Expr, ...]) -> Range:
    """Between which numbers the elements of a loop lie."""
    if source == "list":
        found = [index_range(arg) if kind not in (INT, BOOL) else (arg.low, arg.high) for arg in args]
        return min(low for low, _high in found), max(high for _low, high in found)
    low, high = _ELEMENTS.get(source, TYPE_RANGES[kind])
    return max(low, 0) if source != "turned" else low, high


def index_of(kind: str) -> Range:
    """The first and the last place of a list that is read by a seat, a tile or (dice) a number."""
    return _INDEXES[kind]


def index_range(node: Expr) -> Range:
    """Between which numbers a seat, tile or number lies for certain."""
    match node:
        case n.Number(value=value):
            return value, value
        case n.Defined(body=body):
            return index_range(body)
        case n.If(yes=yes, no=no):
            (low, high), (other_low, other_high) = index_range(yes), index_range(no)
            return min(low, other_low), max(high, other_high)
        case n.Variable():
            return node.bounds
        case n.Table(numbers=numbers):
            return min(-1, *numbers), max(-1, *numbers)
        case n.Property():                  # the owner of a flower, who pays a row: the pot too
            return node.bounds if node.type != SEAT else (-1, SEATS)
        case n.Call(name=name):
            return (0, SEATS - 1) if name == "next_seat" else ANYTHING
        case n.Arithmetic(sign=sign):       # a wind
            return (node.low - 1, node.high) if sign == "+" and node.type == TILE else ANYTHING
        case n.Slot(place=place):           # nobody, none, or a seat or tile of the table
            return MEMORY_RANGES[node.type] if node.type in (SEAT, TILE) and not is_memory(place) else ANYTHING
        case n.Text() | n.Waits() | n.Flag() | n.Told() | n.Has() | n.Times() | n.AnyFan() | n.At() | n.Grid() \
                | n.Paid() | n.Negative() | n.Compare() | n.Among() | n.And() | n.Or() | n.Not() | n.Loop():
            return ANYTHING
        case _:
            assert_never(node)


def proven(node: Expr, low: int, high: int) -> bool:
    """Whether a value lies between two numbers for certain."""
    least, most = index_range(node)
    return low <= least <= most <= high
