"""Which circumstances a win can have at all: a robbed kong is no self-draw, who has melds has not won at the start.

A flag's `given` says when the table gives it.  Of the table only a little is known here, so every part is true, false
or open, and a number lies between two bounds; a flag is impossible only if its `given` is false whatever the rest is.
"""

import ast

from quepu.hand import Hand
from quepu.rulebook.language.checker import python_tree
from quepu.rulebook.model.model import Model

Known = bool | tuple[int, int] | None       # true or false, a number's bounds, or open
_MOST = 10**6
_YES, _NO = (1, 1), (0, 0)


def possible_flags(model: Model, hand: Hand, self_draw: bool, seat: int) -> tuple[str, ...]:
    """The flags a win with this hand can have, in the order of the rulebook."""
    known = _known(hand, self_draw, seat, any(kong.is_aside for kong in model.kongs.on))
    return tuple(flag.id for flag in model.said.flags.on if _value(flag.given, known) is not False)


def _known(hand: Hand, self_draw: bool, seat: int, aside: bool) -> dict[str, Known]:
    """What the hand tells of the table; with `aside` there are kongs that leave no meld."""
    mixed = sum(meld.is_mixed for meld in hand.melds)         # laid from the hand, and the rulebook says what they are
    kongs = sum(meld.is_kong for meld in hand.melds)
    claims = sum(not meld.is_concealed and not meld.is_mixed for meld in hand.melds)
    concealed_kongs = kongs - sum(meld.is_kong and not meld.is_concealed for meld in hand.melds)
    own = (min(1, claims), _MOST)           # each claim is followed by a discard of one's own
    before = (0 if seat == 0 else 1) if self_draw else (2 if seat == 0 else 1)
    return {
        "self_draw": self_draw, "is_dealer": seat == 0,
        "is_robbed": False if self_draw else None, "robbed_concealed": False if self_draw else None,
        "kong_replacement": None if self_draw and (kongs or mixed or aside) else False,
        "flower_replacement": None if self_draw and hand.flowers else False,
        "uninterrupted": False if hand.melds else None,
        "turn_count": (before + own[0], _MOST), "own_discards": own if seat or self_draw else (1, _MOST),
        "open_count": (claims, claims + mixed), "meld_count": (len(hand.melds),) * 2,
        "kong_count": (kongs, kongs + mixed),
        "concealed_kong_count": (concealed_kongs, concealed_kongs + mixed), "flower_count": (len(hand.flowers),) * 2,
    }


def _value(given: str | int, known: dict[str, Known]) -> Known:
    if not isinstance(given, str) or not given:
        return None
    try:
        return _of(python_tree(given), known)
    except (SyntaxError, ValueError, RecursionError):
        return None


def _of(at: ast.expr, known: dict[str, Known]) -> Known:
    if isinstance(at, ast.Constant) and isinstance(at.value, int):
        return at.value if isinstance(at.value, bool) else (at.value, at.value)
    if isinstance(at, ast.Name):
        return known.get(at.id)
    if isinstance(at, ast.UnaryOp) and isinstance(at.op, ast.Not):
        of = _truth(_of(at.operand, known))
        return None if of is None else not of
    if isinstance(at, ast.BoolOp):
        parts = [_truth(_of(part, known)) for part in at.values]
        decides = isinstance(at.op, ast.Or)         # one true part decides an "or", one false part an "and"
        return decides if decides in parts else None if None in parts else not decides
    if isinstance(at, ast.Compare) and len(at.ops) == 1:
        return _compared(_bounds(_of(at.left, known)), at.ops[0], _bounds(_of(at.comparators[0], known)))
    return None


def _truth(of: Known) -> bool | None:
    if isinstance(of, tuple):
        return False if of == _NO else True if of[0] > 0 else None
    return of


def _bounds(of: Known) -> tuple[int, int] | None:
    return (_YES if of else _NO) if isinstance(of, bool) else of


def _compared(left: tuple[int, int] | None, sign: ast.cmpop, right: tuple[int, int] | None) -> bool | None:
    """Whether a comparison holds for all numbers within the bounds, for none, or for some."""
    if left is None or right is None:
        return None
    if isinstance(sign, ast.Gt | ast.GtE):
        left, right = right, left
        sign = ast.Lt() if isinstance(sign, ast.Gt) else ast.LtE()
    if isinstance(sign, ast.Lt):
        return True if left[1] < right[0] else False if left[0] >= right[1] else None
    if isinstance(sign, ast.LtE):
        return True if left[1] <= right[0] else False if left[0] > right[1] else None
    apart = left[1] < right[0] or right[1] < left[0]
    same = left == right and left[0] == left[1]
    if isinstance(sign, ast.Eq | ast.NotEq):
        equal = isinstance(sign, ast.Eq)
        return not equal if apart else equal if same else None
    return None
