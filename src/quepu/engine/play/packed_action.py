"""An action as one number: what is done (`codes.Act`), a detail of it, and a number, mostly a tile.

The detail is a kong, a set of the catalogue, a declaration or a place.  The number is a tile; of a claimed set the two
bits above its kind say which of the two tiles from the hand, in the order of the set, carries a mark (or may stay stood
up); of a kong of different tiles a bit stands for each of its kinds; an abort is its place in the rulebook.  A choice
takes the room of both.
"""

from quepu.engine.kernel import inlined
from quepu.engine.layout.codes import Act
from quepu.engine.layout.table import KIND

_ACT, _DETAIL = 16, 8       # where they begin
_LOW, _BOTH = (1 << _DETAIL) - 1, (1 << _ACT) - 1
_MARKS = 6                  # of a claimed set, above the tile's kind


@inlined
def packed_action(act: int, detail: int = 0, number: int = 0) -> int:
    """An action as one number."""
    return act << _ACT | detail << _DETAIL | number


@inlined
def packed_choice(value: int) -> int:
    """The action of choosing a number."""
    return Act.CHOOSE << _ACT | value


@inlined
def act_of(action: int) -> int:
    """What is done (`Act`); -1 for no action."""
    return action >> _ACT


@inlined
def detail_of(action: int) -> int:
    """The kong, the set, the declaration, the place."""
    return action >> _DETAIL & _LOW


@inlined
def number_of(action: int) -> int:
    """The tile, with its mark; or what else is numbered."""
    return action & _LOW


@inlined
def kind_in(action: int) -> int:
    """The tile's kind."""
    return action & KIND


@inlined
def choice_in(action: int) -> int:
    """The number that is chosen."""
    return action & _BOTH


@inlined
def with_marks(action: int, marks: int) -> int:
    """The claim of a set with those of the two tiles from the hand that carry a mark, as bits."""
    return action | marks << _MARKS


@inlined
def mark_in(action: int, place: int) -> int:
    """Whether the first or the second of the two tiles of a claim carries a mark."""
    return action >> _MARKS + place & 1
