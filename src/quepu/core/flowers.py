"""Flowers laid aside: those of the deal, in what order they are replaced, and wins by flowers alone (花糊, 七抢一).

A flower that has just been laid aside is asked about before its replacement is drawn: whether it wins for its own seat,
then whether it does for another.  Nobody is asked where the rulebook has no shape that is declared on a flower.
"""

from quepu.core.calls import lowest
from quepu.core.claims import is_barred
from quepu.core.frame import BY_DEAL, BY_FLOWER, BY_OTHER_FLOWER
from quepu.core.kernel import Ints, inlined, kernel, part
from quepu.core.kongs import draw_tile
from quepu.core.passing import pass_own_win
from quepu.core.procedure import (
    BONUS_KINDS,
    CLAIM_ON,
    FLOWER_SHAPES,
    FLOWER_WAY,
    FLOWERS_AT_ONCE,
    FLOWERS_IN_ROUNDS,
    FLOWERS_KEPT,
    FLOWERS_NEVER,
    SEAT_COUNT_AT,
    SELF_DRAW_WINS,
    WIN_CLAIM,
)
from quepu.core.settle import after_win, win
from quepu.core.table import (
    BIND_DISCARD_DRAWN,
    BIND_MUST_WIN,
    DREW_FLOWER,
    KIND,
    MAY_WIN,
    OFFER_FLOWER,
    ST_DRAW,
    ST_FLOWERS,
    ST_LAID,
    ST_OFFER,
    ST_SETTLE,
    WIN,
)
from quepu.core.tableframe import score_hand
from quepu.core.turn import lay_flower, pass_turn
from quepu.core.wall import Table, wall_left


@part
def lay_dealt(t: Table, P: Ints, seat: int) -> None:
    """Lay aside flowers of the deal: all the seat holds where they are replaced in rounds, else one."""
    flowers = int(t.held_mask[seat]) & P[BONUS_KINDS]
    while flowers:
        kind = lowest(flowers)
        flowers &= flowers - 1
        lay_flower(t, P, seat, kind)
        t.drawn = kind
        t.owed = int(t.owed) + 1
        if P[FLOWER_WAY] != FLOWERS_IN_ROUNDS:
            return


@inlined
def holds_flowers(t: Table, P: Ints) -> bool:
    """Whether any seat still holds a flower."""
    for seat in range(P[SEAT_COUNT_AT]):
        if int(t.held_mask[seat]) & P[BONUS_KINDS]:
            return True
    return False


@part
def replace_dealt(t: Table, P: Ints) -> bool:
    """Replace the flowers of the deal, seat by seat from the dealer; whether all is done, or somebody has to answer.

    In rounds (`in_rounds`) each seat lays aside what it holds and draws as many tiles; a flower that comes then waits
    until everybody has had a turn.  Otherwise a seat goes on until it has none.
    """
    way = P[FLOWER_WAY]
    while True:
        while int(t.turn) < P[SEAT_COUNT_AT]:
            seat = int(t.turn)
            if int(t.owed):
                while int(t.owed) and wall_left(t) > 0:
                    draw_tile(t, P, seat, DREW_FLOWER)
                    t.owed = int(t.owed) - 1
                t.owed = 0
                if way == FLOWERS_IN_ROUNDS:
                    t.turn = seat + 1
                    continue
            if int(t.held_mask[seat]) & P[BONUS_KINDS] and way != FLOWERS_NEVER:
                if way == FLOWERS_KEPT:
                    t.asked = 1 << seat
                    return False
                if (way == FLOWERS_AT_ONCE or way == FLOWERS_IN_ROUNDS or seat == 0) and wall_left(t) > 0:
                    lay_dealt(t, P, seat)
                    if P[FLOWER_SHAPES]:
                        watch_flower(t, int(t.drawn), 1)
                        return False
                    continue
            t.turn = seat + 1
        if way != FLOWERS_IN_ROUNDS or wall_left(t) <= 0 or not holds_flowers(t, P):
            return True
        t.turn = 0


@inlined
def watch_flower(t: Table, tile: int, dealing: int) -> None:
    """The seat in turn has laid a flower aside: what it means is asked next."""
    t.drawn = tile
    t.laying = dealing
    t.stage = ST_LAID


@part
def lay_drawn(t: Table, P: Ints, seat: int) -> bool:
    """Lay aside the flowers a seat draws, one after the other; whether its turn can begin.

    The last tile of the wall is laid aside where flowers are replaced in rounds, and the hand ends; elsewhere it stays.
    """
    way = P[FLOWER_WAY]
    if (way == FLOWERS_NEVER or way == FLOWERS_KEPT) and not int(t.binds[seat]) & BIND_DISCARD_DRAWN:
        return True
    while int(t.drawn) >= 0 and P[BONUS_KINDS] >> (int(t.drawn) & KIND) & 1:
        if wall_left(t) <= 0 and way != FLOWERS_IN_ROUNDS:
            return True
        lay_flower(t, P, seat, int(t.drawn))
        if P[FLOWER_SHAPES]:
            watch_flower(t, int(t.drawn), 0)
            return False
        if wall_left(t) <= 0:
            t.stage = ST_SETTLE
            return False
        draw_tile(t, P, seat, DREW_FLOWER)
    return True


@kernel
def wins_by_flower(t: Table, P: Ints, seat: int) -> bool:
    """Whether the flower the seat has just laid aside is a win it may declare."""
    if not P[FLOWER_SHAPES] & (BY_DEAL if int(t.laying) else BY_FLOWER) or not P[SELF_DRAW_WINS] \
            or is_barred(t, seat, int(t.drawn), True):
        return False
    return bool(score_hand(t, P, seat, int(t.drawn), 1, -1, 1) == 1)


@part
def flower_laid(t: Table, P: Ints) -> None:
    """Ask the seat that laid a flower whether it wins by it; if it cannot, whether another does."""
    seat = int(t.turn)
    if wins_by_flower(t, P, seat):
        t.may[seat] = MAY_WIN
        if int(t.binds[seat]) & BIND_MUST_WIN:
            answer_flower(t, P, seat, WIN << 16)
        else:
            t.asked = 1 << seat
    else:
        offer_flower(t, P)


@part
def offer_flower(t: Table, P: Ints) -> None:
    """Let the others win on the flower that was laid aside; it stays where it lies."""
    claim = P[WIN_CLAIM]
    t.may[int(t.turn)] = 0
    if claim >= 0 and P[claim + CLAIM_ON] >> OFFER_FLOWER & 1 and P[FLOWER_SHAPES] & BY_OTHER_FLOWER:
        t.offered[0] = int(t.drawn)
        t.offered_count = 1
        t.offered_from = int(t.turn)
        t.offered_kind = OFFER_FLOWER
        t.stage = ST_OFFER
    else:
        replace_flower(t)


@inlined
def replace_flower(t: Table) -> None:
    """Nobody wins by the flower: its replacement is drawn."""
    t.offered_count = 0
    if int(t.laying):
        t.stage = ST_FLOWERS
    else:
        t.draw_kind = DREW_FLOWER
        t.stage = ST_DRAW


@part
def answer_flower(t: Table, P: Ints, seat: int, action: int) -> None:
    """A seat wins by the flower it has laid aside, or lets that go."""
    t.asked = 0
    if action >> 16 != WIN:
        pass_own_win(t, P, seat)
        offer_flower(t, P)
        return
    t.may[seat] = 0
    win(t, P, seat, int(t.drawn), -1, 1, 1)
    if not after_win(t, P, 1 << seat):
        t.stage = ST_SETTLE
    elif int(t.laying):
        replace_flower(t)
    else:
        pass_turn(t, P)
