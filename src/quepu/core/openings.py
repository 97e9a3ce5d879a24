"""Wins shown at the deal (起手和): what dealt tiles earn by themselves is paid at once, and play goes on."""

from quepu.core.calls import call_shape, numbers_at
from quepu.core.frame import SEAT
from quepu.core.kernel import Ints, part
from quepu.core.phases import WHO_DEALER, WHO_OTHERS, phase_row
from quepu.core.procedure import (
    AT_OPENINGS,
    FN_PAY,
    NEED_PAY,
    OPENING_COUNT,
    OPENING_FAN,
    OPENING_MOST,
    OPENING_ROW,
    OPENING_WHEN,
    OPENINGS,
    P_FRAME,
    PAY_OCCASIONS,
    PHASE_WHO,
    SEAT_COUNT_AT,
)
from quepu.core.settle import PAY_OPENING, load_rows, move_points
from quepu.core.situation import EVENT_OF, ROW_AT, ROW_COUNT, ROW_WIDTH
from quepu.core.table import EV_OPENING, ROW_ROOM, SHOW
from quepu.core.tableframe import ask_about, load_all
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
def ask_openings(t: Table, P: Ints) -> None:
    """Ask the next seat from the dealer on that has something to show; after the last the phase is over."""
    who = P[phase_row(t, P) + PHASE_WHO]
    if int(t.round_left) == 0:
        t.round_left = P[SEAT_COUNT_AT]
    while int(t.round_left) > 0:
        seat = P[SEAT_COUNT_AT] - int(t.round_left)
        if not (who == WHO_DEALER and seat > 0) and not (who == WHO_OTHERS and seat == 0) and has_opening(t, P, seat):
            t.asked = 1 << seat
            return
        t.round_left -= 1
    t.phase = int(t.phase) + 1


@part
def answer_opening(t: Table, P: Ints, seat: int, action: int) -> None:
    """The seat shows all that its tiles earn, or lets it go."""
    t.asked = 0
    t.round_left -= 1
    if int(t.round_left) == 0:
        t.phase = int(t.phase) + 1
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
