"""The last tiles, offered round (海底漫游): who takes one wins on it or discards it; if nobody does, the hand ends."""

from quepu.core.claims import after
from quepu.core.kernel import Ints, kernel, part
from quepu.core.kongs import draw_tile
from quepu.core.passing import lift_passes
from quepu.core.procedure import (
    AT_LAST,
    BONUS_KINDS,
    FLOWER_WAY,
    FLOWERS_NEVER,
    LAST_OFFERED,
    LAST_ROW,
    LAST_RULE,
    LAST_RULES,
    LAST_TILES,
    LAST_WHEN,
    ON_OFFERED,
    SEAT_COUNT_AT,
    UNTIL_OWN_DRAW,
)
from quepu.core.table import (
    DREW_OFFERED,
    EV_OFFERED,
    KIND,
    MAY_WIN,
    ST_LAST,
    ST_OWN,
    ST_SETTLE,
    TAKE,
)
from quepu.core.tableframe import ask_about, happen
from quepu.core.turn import can_win_now, lay_flower, pass_turn
from quepu.core.wall import Table, emit, wall_left


@kernel
def offered_rule(t: Table, P: Ints) -> int:
    """The rule by which the next tile is offered round; -1 none."""
    for index in range(P[LAST_RULES]):
        row = P[AT_LAST] + LAST_ROW * index
        if P[row + LAST_RULE] == LAST_OFFERED and wall_left(t) <= -1 - P[row + LAST_TILES]:
            return int(row)
    return -1


@part
def begin_round(t: Table, P: Ints) -> None:
    """Offer the next tile round, beginning with the seat due to draw."""
    t.round_left = 0
    for seat in range(P[SEAT_COUNT_AT]):
        if not int(t.out) >> seat & 1:
            t.round_left += 1
    t.stage = ST_LAST


@part
def ask_round(t: Table, P: Ints) -> None:
    """Ask the next seat that may have the tile; if none is left the hand is over."""
    row = offered_rule(t, P)
    while int(t.round_left) > 0:
        seat = int(t.turn)
        emit(P, EV_OFFERED, seat, 0, 0, 0, 0)
        happen(t, P, ON_OFFERED, seat, -1, -1, -1, 0)
        if not int(t.dead) >> seat & 1 and ask_about(t, P, row + LAST_WHEN, seat, -1, -1):
            t.asked = 1 << seat
            return
        refuse_last(t, P)
    t.stage = ST_SETTLE


@kernel
def refuse_last(t: Table, P: Ints) -> None:
    """The seat does not have the tile; the next one may."""
    t.round_left -= 1
    t.turn = after(t, P, int(t.turn))


@part
def take_last(t: Table, P: Ints, seat: int) -> None:
    """The seat takes the tile: a win, or its discard."""
    t.round_left = 0
    t.kongs_running = 0
    lift_passes(t, P, seat, UNTIL_OWN_DRAW)
    draw_tile(t, P, seat, DREW_OFFERED)
    if P[FLOWER_WAY] != FLOWERS_NEVER and P[BONUS_KINDS] >> (int(t.drawn) & KIND) & 1:
        lay_flower(t, P, seat, int(t.drawn))    # nothing is drawn for it: the next seat's turn
        pass_turn(t, P)
        return
    t.may[seat] = MAY_WIN if can_win_now(t, P, seat) else 0
    t.stage = ST_OWN


@part
def answer_round(t: Table, P: Ints, seat: int, action: int) -> None:
    """The seat that was asked takes the tile or not."""
    t.asked = 0
    if action >> 16 == TAKE:
        take_last(t, P, seat)
    else:
        refuse_last(t, P)
