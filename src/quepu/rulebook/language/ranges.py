"""Between which numbers a value lies for certain, whatever a rulebook or a table has put into the frame.

What is an index in generated code is tested wherever it is not proven here to lie inside its list; both runners ask
this file, so that they give the same where it does not.  What the kernels write themselves (whose turn it is, which
tile was discarded) is believed; memory and what players, records and rulebooks can put there is not.
"""

from quepu.engine.layout.frame import PAIR_ROOM, SET_ROOM, Place
from quepu.engine.layout.table_facts import ROW_ROOM, MeldWord
from quepu.rulebook.language.node import Node
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


def is_wide(node: Node) -> bool:
    """Whether a number read from the frame may lie outside `low` and `high`, so that it is taken to the nearer one."""
    return node.op in ("slot", "at", "grid") and node.type == INT and node.place.field in _WIDE


def element_range(source: str, kind: str, args: tuple[Node, ...]) -> Range:
    """Between which numbers the elements of a loop lie."""
    if source == "list":
        found = [index_range(arg) if kind not in (INT, BOOL) else (arg.low, arg.high) for arg in args]
        return min(low for low, _high in found), max(high for _low, high in found)
    low, high = _ELEMENTS.get(source, TYPE_RANGES[kind])
    return max(low, 0) if source != "turned" else low, high


def index_of(kind: str) -> Range:
    """The first and the last place of a list that is read by a seat, a tile or (dice) a number."""
    return _INDEXES[kind]


def index_range(node: Node) -> Range:
    """Between which numbers a seat, tile or number lies for certain."""
    if node.op == "const":
        return node.number, node.number
    if node.op == "define":
        return index_range(node.args[0])
    if node.op == "if":
        (low, high), (other_low, other_high) = index_range(node.args[1]), index_range(node.args[2])
        return min(low, other_low), max(high, other_high)
    if node.op == "var" or (node.op == "prop" and node.type != SEAT):
        return node.low, node.high
    if node.op == "table":
        return min(-1, *node.numbers), max(-1, *node.numbers)
    if node.op == "prop":                   # the owner of a flower, who pays a row: the pot too
        return -1, SEATS
    if node.op == "call" and node.value == "next_seat":
        return 0, SEATS - 1
    if node.op == "+" and node.type == TILE:        # a wind
        return node.low - 1, node.high
    if node.op == "slot" and node.type in (SEAT, TILE) and not is_memory(node.place):
        return MEMORY_RANGES[node.type]     # nobody, none, or a seat or tile of the table
    return ANYTHING


def proven(node: Node, low: int, high: int) -> bool:
    """Whether a value lies between two numbers for certain."""
    least, most = index_range(node)
    return low <= least <= most <= high
