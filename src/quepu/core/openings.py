"""What is said at the deal: fans of the dealt tiles (起手和), being ready (天听), calling the hand off.

Fans are paid at once, and play goes on.
"""

from quepu.core.calls import call_shape, numbers_at
from quepu.core.completing import lacking
from quepu.core.frame import SEAT
from quepu.core.kernel import Ints, part
from quepu.core.phases import WHO_DEALER, WHO_OTHERS, abort_hand, look_for_abort, phase_row
from quepu.core.procedure import (
    ABORT_CHOSEN,
    ABORT_ON,
    ABORT_ROW,
    ABORT_WHEN,
    ABORTS,
    AT_ABORTS,
    AT_OPENINGS,
    AT_READY,
    DEALER_EXTRA,
    FN_PAY,
    NEED_PAY,
    ON_DEAL,
    ON_DECLARE,
    ON_HAND_START,
    OPENING_COUNT,
    OPENING_FAN,
    OPENING_MOST,
    OPENING_ROW,
    OPENING_WHEN,
    OPENINGS,
    P_FRAME,
    PAY_OCCASIONS,
    PHASE_WHO,
    READIES,
    READY_BINDS,
    READY_ON,
    READY_ROW,
    READY_SHOWS,
    READY_STAKE,
    READY_WHEN,
    SCRATCH,
    SEAT_COUNT_AT,
    SHOWS_HAND,
)
from quepu.core.settle import PAY_OPENING, RULE_STAKE, load_rows, move_points
from quepu.core.situation import EVENT_OF, ROW_AT, ROW_COUNT, ROW_WIDTH
from quepu.core.table import (
    CALL_ABORT,
    DECLARE,
    EV_DECLARE,
    EV_OPENING,
    EV_SHOW,
    NO_TILE,
    PASS,
    POT,
    ROW_ROOM,
    SHOW,
)
from quepu.core.tableframe import ask_about, happen, load_all, waits_mask
from quepu.core.wall import Table, emit


@part
def opening_times(t: Table, P: Ints, seat: int, index: int) -> int:
    """How often the seat's tiles earn a fan of the opening."""
    row = P[AT_OPENINGS] + OPENING_ROW * index
    if not ask_about(t, P, row + OPENING_WHEN, seat, -1, -1):
        return 0
    times = max(0, ask_about(t, P, row + OPENING_COUNT, seat, -1, -1))
    return min(times, P[row + OPENING_MOST]) if P[row + OPENING_MOST] > 0 else times


@part
def has_opening(t: Table, P: Ints, seat: int) -> bool:
    """Whether the seat has anything to show."""
    for index in range(P[OPENINGS]):
        if opening_times(t, P, seat, index) > 0:
            return True
    return False


@part
def opening_actions(t: Table, P: Ints, seat: int, out: Ints) -> int:
    """What a seat may say at the deal; how many, 0 if there is nothing to say."""
    count = 0
    if has_opening(t, P, seat):
        out[count] = SHOW << 16
        count += 1
    # whoever has a tile more declares with a discard
    if P[READIES] > 0 and not (seat == 0 and P[DEALER_EXTRA]) and lacking(t, P, seat, -1) <= 1:
        for index in range(P[READIES]):
            row = P[AT_READY] + READY_ROW * index
            if P[row + READY_ON] & ON_DEAL and ask_about(t, P, row + READY_WHEN, seat, -1, -1) \
                    and waits_mask(t, P, seat):
                out[count] = DECLARE << 16 | index << 8 | NO_TILE
                count += 1
    for index in range(P[ABORTS]):
        row = P[AT_ABORTS] + ABORT_ROW * index
        if P[row + ABORT_CHOSEN] and P[row + ABORT_ON] >> ON_HAND_START & 1 \
                and ask_about(t, P, row + ABORT_WHEN, seat, -1, -1):
            out[count] = CALL_ABORT << 16 | index
            count += 1
    if count == 0:
        return 0
    out[count] = PASS << 16
    return count + 1


@part
def ask_openings(t: Table, P: Ints) -> None:
    """Ask the next seat from the dealer on that has something to say; after the last the phase is over."""
    who = P[phase_row(t, P) + PHASE_WHO]
    scratch = numbers_at(P[SCRATCH])
    if int(t.round_left) == 0:
        t.round_left = P[SEAT_COUNT_AT]
    while int(t.round_left) > 0:
        seat = P[SEAT_COUNT_AT] - int(t.round_left)
        if not (who == WHO_DEALER and seat > 0) and not (who == WHO_OTHERS and seat == 0) \
                and opening_actions(t, P, seat, scratch):
            t.asked = 1 << seat
            return
        t.round_left -= 1
    t.phase = int(t.phase) + 1


@part
def answer_opening(t: Table, P: Ints, seat: int, action: int) -> None:
    """The seat shows all that its tiles earn, declares ready, calls the hand off, or lets it go."""
    t.asked = 0
    t.round_left -= 1
    if int(t.round_left) == 0:
        t.phase = int(t.phase) + 1
    if action >> 16 == CALL_ABORT:
        t.round_left = 0
        abort_hand(t, P, action & 255, seat)
    if action >> 16 == DECLARE:
        declare_at_deal(t, P, seat, action >> 8 & 255)
    if action >> 16 != SHOW:
        return
    for index in range(P[OPENINGS]):
        times = opening_times(t, P, seat, index)
        if times > 0:
            fan = P[P[AT_OPENINGS] + OPENING_ROW * index + OPENING_FAN]
            emit(P, EV_OPENING, seat, fan, times, 0, 0)
            if P[PAY_OCCASIONS] >> PAY_OPENING & 1:
                pay_opening(t, P, seat, fan, times)


@part
def declare_at_deal(t: Table, P: Ints, seat: int, index: int) -> None:
    """Declare ready with the tiles as dealt."""
    row = P[AT_READY] + READY_ROW * index
    t.declared[seat] = index + 1
    t.binds[seat] = P[row + READY_BINDS]
    t.stake[seat] = ask_about(t, P, row + READY_STAKE, seat, -1, -1)
    emit(P, EV_DECLARE, seat, -1, index, int(t.stake[seat]), 0)
    if int(t.stake[seat]) > 0:
        move_points(t, P, seat, POT, RULE_STAKE, int(t.stake[seat]))
    if P[row + READY_SHOWS] == SHOWS_HAND:
        emit(P, EV_SHOW, seat, 0, 0, 0, 0)
    happen(t, P, ON_DECLARE, seat, -1, -1, index, 0)
    look_for_abort(t, P, ON_DECLARE, seat, -1)


@part
def pay_opening(t: Table, P: Ints, seat: int, fan: int, times: int) -> None:
    """Pay for a fan that was shown, as often as it is earned."""
    load_all(t, P, seat, -1, -1, P[NEED_PAY])
    load_rows(t, P)
    f = numbers_at(P[P_FRAME])
    f[SEAT] = seat
    f[EVENT_OF] = fan
    before = int(t.row_count)
    call_shape(P[FN_PAY], f, PAY_OPENING)
    for row in range(before, min(f[ROW_COUNT], ROW_ROOM)):
        at = ROW_AT + ROW_WIDTH * row
        move_points(t, P, f[at], f[at + 1], f[at + 2], times * f[at + 3])
