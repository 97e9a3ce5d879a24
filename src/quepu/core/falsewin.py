"""A false win (诈和): what it costs, and what becomes of the hand."""

from quepu.core.calls import lowest, numbers_at, ones
from quepu.core.kernel import Ints, kernel, part
from quepu.core.procedure import (
    FALSE_WIN_THEN,
    ON_FALSE_WIN,
    P_ROOM,
    SEAT_COUNT_AT,
    THEN_DEAD_HAND,
    THEN_LEAVES,
    THEN_LOSE_DEAL,
)
from quepu.core.rules import BEST_TOTAL
from quepu.core.settle import PAY_FALSE_WIN, pay_about
from quepu.core.table import (
    END_ABORT,
    END_DEAL_LOST,
    END_REDEAL,
    END_WIN,
    EV_FALSE_WIN,
    MAY_WIN,
    OFFER_ADDED_KONG,
    PASS,
    ST_CLAIMS,
    ST_OWN,
    ST_SETTLE,
)
from quepu.core.tableframe import happen, score_hand, waits_mask
from quepu.core.turn import pass_turn
from quepu.core.wall import Table, emit, gain, lose


@kernel
def stop_hand(t: Table, P: Ints, ended: int) -> None:
    """End the hand at once; a tile on its way to a pung goes back."""
    if int(t.stage) == ST_CLAIMS and int(t.offered_kind) == OFFER_ADDED_KONG:
        gain(t, P, int(t.offered_from), int(t.offered[0]))
    t.offered_count = 0
    t.asked = 0
    t.ended = ended
    t.stage = ST_SETTLE


@part
def leave(t: Table, P: Ints, seat: int) -> None:
    """A seat is out of the hand: the others play on, as long as there are two."""
    t.out = int(t.out) | 1 << seat
    t.may[seat] = 0
    if ones(int(t.out)) > P[SEAT_COUNT_AT] - 2:
        stop_hand(t, P, END_WIN if int(t.winners) else END_ABORT)
    elif int(t.stage) == ST_CLAIMS:
        t.pending[seat] = PASS << 16
        t.asked = int(t.asked) & ~(1 << seat)
    else:
        t.asked = 0
        pass_turn(t, P)


@part
def shown_total(t: Table, P: Ints, seat: int) -> int:
    """What the tiles of a false win would be worth: as they are shown if they are complete, though not allowed.

    Otherwise what the hand would be worth on the best tile it waits for; 0 if it waits for none.
    """
    own = int(t.stage) == ST_OWN
    tile = int(t.drawn) if own else int(t.offered[0])
    W = numbers_at(P[P_ROOM])
    if score_hand(t, P, seat, tile, 1 if own else 0, -1 if own else int(t.offered_from), 1) >= 0:
        return int(W[BEST_TOTAL])
    if own and tile >= 0:
        lose(t, P, seat, tile)
    best = 0
    waits = waits_mask(t, P, seat)
    while waits:
        kind = lowest(waits)
        waits &= waits - 1
        if score_hand(t, P, seat, kind, 0, -1, 0) >= 0:
            best = max(best, int(W[BEST_TOTAL]))
    if own and tile >= 0:
        gain(t, P, seat, tile)
    return best


@part
def false_win(t: Table, P: Ints, seat: int) -> None:
    """A seat declares a win that is none (诈和): it pays, and its hand is dead, or it leaves, or the hand is void."""
    emit(P, EV_FALSE_WIN, seat, 0, 0, 0, 0)
    t.dead = int(t.dead) | 1 << seat
    pay_about(t, P, PAY_FALSE_WIN, seat, -1, -1, -1, 0, 0)
    happen(t, P, ON_FALSE_WIN, seat, -1, -1, -1, 0)
    then = P[FALSE_WIN_THEN]
    if then == THEN_LEAVES:
        leave(t, P, seat)
        return
    if then != THEN_DEAD_HAND:
        stop_hand(t, P, END_DEAL_LOST if then == THEN_LOSE_DEAL and seat == 0 else END_REDEAL)
        return
    t.may[seat] = int(t.may[seat]) & ~MAY_WIN
    if int(t.stage) == ST_CLAIMS and int(t.asked) >> seat & 1 and int(t.may[seat]) == 0:
        t.pending[seat] = PASS << 16
        t.asked = int(t.asked) & ~(1 << seat)
