"""Which circumstances a win can have at all: a robbed kong is no self-draw, who has melds has not won at the start.

A flag's `given` says when the table gives it.  Of the table only a little is known here, so every part is true, false
or open, and a number lies between two bounds; a flag is impossible only if its `given` is false whatever the rest is.
"""

from dataclasses import dataclass
from typing import assert_never

from quepu.engine.layout.codes import Drew
from quepu.hand import Hand
from quepu.rulebook.language import node as n
from quepu.rulebook.language.node import Comparison, Expr
from quepu.rulebook.model.model import Model

Known = bool | tuple[int, int] | None       # true or false, a number's bounds, or open
_MOST = 10**6
_YES, _NO = (1, 1), (0, 0)


@dataclass(frozen=True, slots=True)
class _Table:
    """What a hand tells of the table: of fields of the frame what they hold, and what they do not."""

    fields: dict[str, Known]
    never: frozenset[tuple[str, int]]       # a field and a number that it is not


def possible_flags(model: Model, hand: Hand, self_draw: bool, seat: int) -> tuple[str, ...]:
    """The flags a win with this hand can have, in the order of the rulebook."""
    table = _table(hand, self_draw, seat, any(kong.is_aside for kong in model.kongs.on))
    return tuple(flag.id for flag in model.flags if flag.given is None or _of(flag.given, table) is not False)


def _table(hand: Hand, self_draw: bool, seat: int, aside: bool) -> _Table:
    """What the hand tells of the table; with `aside` there are kongs that leave no meld."""
    mixed = sum(meld.is_mixed for meld in hand.melds)         # laid from the hand, and the rulebook says what they are
    kongs = sum(meld.is_kong for meld in hand.melds)
    claims = sum(not meld.is_concealed and not meld.is_mixed for meld in hand.melds)
    concealed_kongs = kongs - sum(meld.is_kong and not meld.is_concealed for meld in hand.melds)
    own = (min(1, claims), _MOST)           # each claim is followed by a discard of one's own
    before = (0 if seat == 0 else 1) if self_draw else (2 if seat == 0 else 1)
    replaced = {Drew.KONG: bool(kongs or mixed or aside), Drew.FLOWER: bool(hand.flowers)}
    return _Table({
        "self_draw": self_draw, "seat": (seat, seat), "broken": (1, 1) if hand.melds else None,
        "turn_count": (before + own[0], _MOST), "own_discards": own if seat or self_draw else (1, _MOST),
        "open_count": (claims, claims + mixed), "meld_count": (len(hand.melds),) * 2,
        "kong_count": (kongs, kongs + mixed),
        "concealed_kong_count": (concealed_kongs, concealed_kongs + mixed), "flower_count": (len(hand.flowers),) * 2,
    }, frozenset(("draw_kind", int(drew)) for drew, can in replaced.items() if not (self_draw and can)))


def _of(at: Expr, table: _Table) -> Known:
    """What is known of a tree."""
    match at:
        case n.Number(value=value):
            return (value, value)
        case n.Slot(place=place):
            return table.fields.get(place.field)
        case n.Defined(body=body):
            return _of(body, table)
        case n.Not(of=of):
            truth = _truth(_of(of, table))
            return None if truth is None else not truth
        case n.And(parts=parts) | n.Or(parts=parts):
            truths = [_truth(_of(part, table)) for part in parts]
            decides = isinstance(at, n.Or)          # one true part decides an "or", one false part an "and"
            return decides if decides in truths else None if None in truths else not decides
        case n.Compare(sign=("==" | "!=") as sign, left=n.Slot(place=place), right=n.Number(value=value)) \
                if (place.field, value) in table.never:
            return sign == "!="
        case n.Compare(sign=sign, left=left, right=right):
            return _compared(_bounds(_of(left, table)), sign, _bounds(_of(right, table)))
        case n.Text() | n.Variable() | n.Waits() | n.Flag() | n.Told() | n.Has() | n.Times() | n.AnyFan() | n.At() \
                | n.Grid() | n.Paid() | n.Negative() | n.Arithmetic() | n.Among() | n.Table() | n.Property() \
                | n.Call() | n.If() | n.Loop():
            return None
        case _:
            assert_never(at)


def _truth(of: Known) -> bool | None:
    if isinstance(of, tuple):
        return False if of == _NO else True if of[0] > 0 else None
    return of


def _bounds(of: Known) -> tuple[int, int] | None:
    return (_YES if of else _NO) if isinstance(of, bool) else of


def _compared(left: tuple[int, int] | None, sign: Comparison, right: tuple[int, int] | None) -> bool | None:
    """Whether a comparison holds for all numbers within the bounds, for none, or for some."""
    if left is None or right is None:
        return None
    match sign:
        case ">":
            return _compared(right, "<", left)
        case ">=":
            return _compared(right, "<=", left)
        case "<":
            return True if left[1] < right[0] else False if left[0] >= right[1] else None
        case "<=":
            return True if left[1] <= right[0] else False if left[0] > right[1] else None
        case "==" | "!=":
            apart = left[1] < right[0] or right[1] < left[0]
            same = left == right and left[0] == left[1]
            equal = sign == "=="
            return not equal if apart else equal if same else None
        case _:
            assert_never(sign)
