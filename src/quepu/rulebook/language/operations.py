"""Every operation of the language, defined once: its types, its meaning, and what it gives for none and nobody.

A meaning is a Python function of one `return` over whole numbers: a tile is its kind and -1 is none, a seat is its
number and -1 is nobody.  The reference runner calls it, generated code is made from its source, and a test runs every
operation with values, with none and nobody and with numbers from outside, in every way there is to run it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import assert_never

from quepu import tiles
from quepu.engine.layout.frame import SetFlag
from quepu.engine.layout.record import Grid
from quepu.engine.layout.table_facts import MeldWord
from quepu.rulebook.language import node as n
from quepu.rulebook.language.ranges import SEATS
from quepu.rulebook.language.vocabulary import BOOL, INT, MELD, SEAT, SUIT, TILE, TILES
from quepu.tiles import EAST, KIND_COUNT

SUITED, WINDS_END, FIRST_FLOWER = 27, 31, 34            # kinds before these are suited, winds, dragons
MOST_DOUBLED = 20
FLAGS, FEEDER, FORM, PLACE = int(MeldWord.FLAGS), int(MeldWord.FEEDER), int(MeldWord.FORM), int(MeldWord.PLACE)
Numbers = Sequence[int]


#: what is said of how a set lies: a bit of its word in the frame
SET_FLAGS = {"is_kong": int(SetFlag.KONG), "is_meld": int(SetFlag.MELD), "is_open": int(SetFlag.OPEN),
             "is_concealed": int(SetFlag.CONCEALED), "is_added": int(SetFlag.ADDED), "wins": int(SetFlag.WINS)}


@dataclass(frozen=True, slots=True)
class Read:
    """What is known of something that operations read beside their arguments."""

    is_open: bool = True                # all at the table know it; what is not is the actor's secret
    is_same: bool = True                # it is the same in every reading of a win


#: what operations read of the hand and the table; analyses ask here, so that a new operation is known to all of them
READS = {
    "seat_count": Read(), "out": Read(), "won": Read(), "winning": Read(), "flower_owner": Read(),
    "drawn_kinds": Read(is_open=False),
    "wild_mask": Read(is_same=False),   # what stands for another tile is chosen in the reading
}


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation: what it takes and gives."""

    name: str
    takes: tuple[str, ...]              # types of its arguments
    gives: str                          # type of what comes of it
    meaning: Callable[..., int]         # first of what it reads (`reads`), then of its arguments
    nothing: int | None = None          # what it gives where an argument is none, nobody or outside; None: it counts on
    reads: tuple[str, ...] = ()         # what it reads beside its arguments: what never changes, then what does


# -- numbers --
def plus(left: int, right: int) -> int:
    """The sum."""
    return left + right


def minus(left: int, right: int) -> int:
    """The difference."""
    return left - right


def multiplied(left: int, right: int) -> int:
    """The product."""
    return left * right


def quotient(left: int, right: int) -> int:
    """What a division gives, rounded down; by 0 it is 0."""
    return left // right if right != 0 else 0


def remainder(left: int, right: int) -> int:
    """What a division leaves; by 0 it is 0."""
    return left % right if right != 0 else 0


def negative(value: int) -> int:
    """The number with the other sign."""
    return -value


def equal(left: int, right: int) -> int:
    """Whether two are the same; none and nobody are the same as themselves."""
    return left == right


def unequal(left: int, right: int) -> int:
    """Whether two are not the same."""
    return left != right


def less(left: int, right: int) -> int:
    """Whether one is less than the other."""
    return left < right


def at_most(left: int, right: int) -> int:
    """Whether one is not more than the other."""
    return left <= right


def more(left: int, right: int) -> int:
    """Whether one is more than the other."""
    return left > right


def at_least(left: int, right: int) -> int:
    """Whether one is not less than the other."""
    return left >= right


def absolute(value: int) -> int:
    """The number without its sign."""
    return abs(value)


def doubled(amount: int, times: int) -> int:
    """An amount doubled so many times, 20 at most; less than 0 times is not at all."""
    return amount << min(MOST_DOUBLED, max(0, times))


def ceil_to(amount: int, step: int) -> int:
    """A number rounded up to a multiple; of 0 it is 0."""
    return -(-amount // step) * step if step != 0 else 0


def half_up(amount: int) -> int:
    """Half of a number, rounded up."""
    return (amount + 1) // 2


def largest(*values: int) -> int:
    """The largest of some."""
    return max(values)


def smallest(*values: int) -> int:
    """The smallest of some."""
    return min(values)


def distinct(*values: int) -> int:
    """Whether no two are the same; none and nobody are the same as themselves."""
    return len(set(values)) == len(values)


# -- seats --
def next_seat(playing: int, seat: int, steps: int) -> int:
    """The seat so many further in turn; after nobody comes the first."""
    return (seat + steps) % playing


def turns_to(playing: int, first: int, second: int) -> int:
    """How many seats one comes after another in turn; 0 if one of them is nobody."""
    return (second - first) % playing if 0 <= first < SEATS and 0 <= second < SEATS else 0


def is_dealer(seat: int) -> int:
    """Whether a seat is the dealer's."""
    return seat == 0


def wind(seat: int) -> int:
    """The wind of a seat 门风; nobody has none."""
    return EAST + seat if 0 <= seat < SEATS else -1


def holds_seat(seats: int, seat: int) -> int:
    """Whether a seat is among some; nobody never is."""
    return 0 <= seat < SEATS and (seats >> seat) & 1 != 0


# -- tiles --
def holds_tile(kinds: int, tile: int) -> int:
    """Whether a tile is among some kinds; none never is."""
    return 0 <= tile < KIND_COUNT and (kinds >> tile) & 1 != 0


def is_among(tile: int, kinds: int) -> int:
    """Whether a tile is among some kinds, as `in` asks; none never is."""
    return 0 <= tile < KIND_COUNT and (kinds >> tile) & 1 != 0


def rank(tile: int) -> int:
    """The number on a suit tile; honours, flowers and none have 0."""
    return tiles.rank(tile) if 0 <= tile < KIND_COUNT else 0


def suit(tile: int) -> int:
    """The suit: 0 to 2, 3 of honours, 4 of flowers; none is told as 0."""
    return tiles.suit(tile) if 0 <= tile < KIND_COUNT else 0


def is_suited(tile: int) -> int:
    """A tile of the three suits 数牌."""
    return 0 <= tile < SUITED


def is_honor(tile: int) -> int:
    """A wind or a dragon 字牌."""
    return SUITED <= tile < FIRST_FLOWER


def is_wind(tile: int) -> int:
    """A wind 风牌."""
    return SUITED <= tile < WINDS_END


def is_dragon(tile: int) -> int:
    """A dragon 箭牌."""
    return WINDS_END <= tile < FIRST_FLOWER


def is_terminal(tile: int) -> int:
    """A suited one or nine 老头牌."""
    return 0 <= tile < SUITED and tile % 9 in (0, 8)


def is_flower(tile: int) -> int:
    """A flower or season 花牌."""
    return FIRST_FLOWER <= tile < KIND_COUNT


def owner(owners: Numbers, tile: int) -> int:
    """The seat a flower belongs to; what is no flower belongs to nobody."""
    return owners[tile - FIRST_FLOWER] if FIRST_FLOWER <= tile < KIND_COUNT else -1


# -- melds of a seat at the table, each one number (`MeldWord`) --
def meld_tile(meld: int) -> int:
    """The first tile of a meld."""
    return meld & 63


def meld_feeder(meld: int) -> int:
    """Whose discard was claimed for a meld; nobody's of a concealed kong."""
    return (meld >> FEEDER & 7) - 1


def meld_place(meld: int) -> int:
    """Which of a seat's melds it is in the order of play, the first is 1."""
    return (meld >> PLACE & 7) + 1


def meld_is_chow(meld: int) -> int:
    """A chow 顺子."""
    return meld >> FORM & 3 == 1


def meld_is_pung(meld: int) -> int:
    """Three or four equal tiles 刻子（含杠）."""
    return meld >> FORM & 3 == 2


def meld_is_open(meld: int) -> int:
    """A meld that lies open 副露."""
    return meld >> FLAGS & 2 != 0


def meld_is_kong(meld: int) -> int:
    """A kong 杠."""
    return meld >> FLAGS & 4 != 0


def meld_is_concealed(meld: int) -> int:
    """A concealed kong 暗杠."""
    return meld >> FLAGS & 8 != 0


def meld_is_added(meld: int) -> int:
    """A kong made from a pung 加杠."""
    return meld >> FLAGS & 32 != 0


# -- lists --
def read(base: int, first: int, last: int, numbers: Numbers, index: int) -> int:
    """A number of a list by a seat, a tile or (dice) a number; 0 for what has no place in it."""
    return numbers[base + index] if first <= index <= last else 0


def read_list(first: int, last: int, numbers: Numbers, index: int) -> int:
    """A number of a list that stands by itself; 0 for what has no place in it."""
    return numbers[index] if first <= index <= last else 0


def read_pair(base: int, width: int, numbers: Numbers, row: int, column: int) -> int:
    """A number of a list by two seats; 0 for nobody."""
    return numbers[base + width * row + column] if 0 <= row < SEATS and 0 <= column < width else 0


def read_grid(numbers: Grid, row: int, column: int) -> int:
    """A number of a list by a seat and a tile; 0 for nobody and none."""
    return numbers[row, column] if 0 <= row < SEATS and 0 <= column < KIND_COUNT else 0


def read_table(nothing: int, numbers: Numbers, tile: int) -> int:
    """What a table over kinds says, and what it says of none."""
    return numbers[tile] if 0 <= tile < KIND_COUNT else nothing


#: every operation that is worked out from its arguments alone, or from them and a word or list of the frame
OPERATIONS = {operation.name: operation for operation in (
    Operation("+", (INT, INT), INT, plus),
    Operation("-", (INT, INT), INT, minus),
    Operation("*", (INT, INT), INT, multiplied),
    Operation("//", (INT, INT), INT, quotient),
    Operation("%", (INT, INT), INT, remainder),
    Operation("neg", (INT,), INT, negative),
    Operation("==", (INT, INT), BOOL, equal),
    Operation("!=", (INT, INT), BOOL, unequal),
    Operation("<", (INT, INT), BOOL, less),
    Operation("<=", (INT, INT), BOOL, at_most),
    Operation(">", (INT, INT), BOOL, more),
    Operation(">=", (INT, INT), BOOL, at_least),
    Operation("in", (TILE, TILES), BOOL, is_among, 0),
    Operation("abs", (INT,), INT, absolute),
    Operation("doubled", (INT, INT), INT, doubled),
    Operation("ceil_to", (INT, INT), INT, ceil_to),
    Operation("half_up", (INT,), INT, half_up),
    Operation("max", (INT, INT), INT, largest),
    Operation("min", (INT, INT), INT, smallest),
    Operation("distinct", (INT, INT, INT), BOOL, distinct),
    Operation("next_seat", (SEAT, INT), SEAT, next_seat, reads=("seat_count",)),
    Operation("turns_to", (SEAT, SEAT), INT, turns_to, 0, reads=("seat_count",)),
    Operation("seat.is_dealer", (SEAT,), BOOL, is_dealer, 0),
    Operation("seat.wind", (SEAT,), TILE, wind, -1),
    Operation("seat.is_out", (SEAT,), BOOL, holds_seat, 0, ("out",)),
    Operation("has_won", (SEAT,), BOOL, holds_seat, 0, ("won",)),
    Operation("is_winning", (SEAT,), BOOL, holds_seat, 0, ("winning",)),
    Operation("tile.rank", (TILE,), INT, rank, 0),
    Operation("tile.suit", (TILE,), SUIT, suit, 0),
    Operation("tile.is_suited", (TILE,), BOOL, is_suited, 0),
    Operation("tile.is_honor", (TILE,), BOOL, is_honor, 0),
    Operation("tile.is_wind", (TILE,), BOOL, is_wind, 0),
    Operation("tile.is_dragon", (TILE,), BOOL, is_dragon, 0),
    Operation("tile.is_terminal", (TILE,), BOOL, is_terminal, 0),
    Operation("tile.is_flower", (TILE,), BOOL, is_flower, 0),
    Operation("tile.is_wild", (TILE,), BOOL, holds_tile, 0, ("wild_mask",)),
    Operation("drawn_this_turn", (TILE,), BOOL, holds_tile, 0, ("drawn_kinds",)),
    Operation("tile.owner", (TILE,), SEAT, owner, -1, ("flower_owner",)),
    Operation("meld.tile", (MELD,), TILE, meld_tile),
    Operation("meld.feeder", (MELD,), SEAT, meld_feeder),
    Operation("meld.place", (MELD,), INT, meld_place),
    Operation("meld.is_chow", (MELD,), BOOL, meld_is_chow),
    Operation("meld.is_pung", (MELD,), BOOL, meld_is_pung),
    Operation("meld.is_open", (MELD,), BOOL, meld_is_open),
    Operation("meld.is_kong", (MELD,), BOOL, meld_is_kong),
    Operation("meld.is_concealed", (MELD,), BOOL, meld_is_concealed),
    Operation("meld.is_added", (MELD,), BOOL, meld_is_added),
    Operation("at", (SEAT,), INT, read, 0, ("base", "first", "last", "list")),
    Operation("at pair", (SEAT, SEAT), INT, read_pair, 0, ("base", "width", "list")),
    Operation("grid", (SEAT, TILE), INT, read_grid, 0, ("grid",)),
    Operation("table", (TILE,), INT, read_table, -1, ("nothing", "numbers")),
)}


def reads_of(node: n.Call | n.Property) -> tuple[Read, ...]:
    """What a function or property reads beside its arguments; LookupError if it is no operation."""
    return tuple(READS[name] for name in operation_of(node).reads)


#: the nodes that are operations; what is said of a set, a pair or a row is none, but read where it stands
Operated = n.Negative | n.Arithmetic | n.Compare | n.Among | n.Table | n.Property | n.Call | n.At | n.Grid


def operation_of(node: Operated) -> Operation:
    """The operation that a node names; LookupError if it is a property that is read where it stands."""
    match node:
        case n.Call(name=name):
            return OPERATIONS[name]
        case n.Property(name=name, of=of):
            return OPERATIONS[f"{of.type}.{name}"]
        case n.Arithmetic(sign=sign) | n.Compare(sign=sign):
            return OPERATIONS[sign]
        case n.At(indexes=indexes):
            return OPERATIONS["at" if len(indexes) == 1 else "at pair"]
        case n.Negative():
            return OPERATIONS["neg"]
        case n.Among():
            return OPERATIONS["in"]
        case n.Table():
            return OPERATIONS["table"]
        case n.Grid():
            return OPERATIONS["grid"]
        case _:
            assert_never(node)
