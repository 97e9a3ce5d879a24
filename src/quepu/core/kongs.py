"""Kongs, and the tiles drawn in their place."""

from quepu.core.calls import lowest, numbers_at, table_at
from quepu.core.kernel import Ints, inlined, kernel, part
from quepu.core.kong_rules import allows_kong, tiles_for_kongs, tiles_needed
from quepu.core.passing import lift_if_safe
from quepu.core.phases import look_for_abort, turn_owed, turn_up
from quepu.core.procedure import (
    AS_NONE,
    AT_KONGS,
    AT_POWERS,
    AT_READY,
    KONG_COUNTS_AS,
    KONG_KINDS,
    KONG_LEAST,
    KONG_LOCKS,
    KONG_OF,
    KONG_ON,
    KONG_ON_CLAIM,
    KONG_ON_DRAW,
    KONG_REPLACEMENTS,
    KONG_REVEALS,
    KONG_ROBBED,
    KONG_ROW,
    KONG_TURNS,
    KONGS_LISTED,
    OF_DISCARD,
    OF_HAND,
    OF_PUNG,
    ON_ANNOUNCE,
    ON_DRAW,
    ON_KONG,
    P_RULES,
    P_TABLES,
    READY_ROW,
    READY_SHOWS,
    REPLACE_FROM_BACK,
    REVEALS_AT_ONCE,
    REVEALS_DISCARD,
    SHOWS_NOTHING,
)
from quepu.core.rules import AT_HONORS, AT_MELD_KIND, PLAIN
from quepu.core.settle import PAY_KONG, pay_about
from quepu.core.table import (
    BIND_DISCARD_DRAWN,
    BIND_NO_CLAIM,
    BIND_NO_KONG,
    BIND_SAME_WAITS,
    DREW_CLAIM,
    DREW_KONG,
    DREW_OFFERED,
    DREW_WALL,
    EV_DRAW,
    EV_KONG,
    FORM_ADDED_KONG,
    FORM_CONCEALED_KONG,
    FORM_PUNG,
    KIND,
    KONG,
    MARK,
    OFFER_ADDED_KONG,
    OFFER_CONCEALED_KONG,
    ST_DRAW,
    ST_KONG,
    ST_OFFER,
    ST_OWN,
    ST_TURNED,
)
from quepu.core.tableframe import ask_about, happen, waits_mask
from quepu.core.wall import Table, copy_of, emit, gain, lose, take_back, take_front, wall_left


@part
def kong_actions(t: Table, P: Ints, seat: int, out: Ints, start: int) -> int:
    """Add the kongs the seat may make from its hand."""
    count = start
    binds = int(t.binds[seat])
    moment = KONG_ON_CLAIM if int(t.draw_kind) == DREW_CLAIM else KONG_ON_DRAW
    if binds & BIND_NO_KONG:
        return count
    for index in range(P[KONGS_LISTED]):
        row = P[AT_KONGS] + KONG_ROW * index
        way = P[row + KONG_OF]
        if way == OF_DISCARD or not P[row + KONG_ON] & moment or tiles_for_kongs(t, P) < tiles_needed(P, row):
            continue
        if way == OF_HAND:
            bits = int(t.held_mask[seat]) & P[row + KONG_KINDS]
            while bits:
                kind = lowest(bits)
                bits &= bits - 1
                if int(t.held[seat, kind]) >= P[row + KONG_LEAST] and kong_allowed(t, P, seat, row, kind, binds):
                    out[count] = KONG << 16 | index << 8 | kind
                    count += 1
        elif not binds & BIND_SAME_WAITS:
            for place in range(int(t.meld_count[seat])):
                kind = int(t.meld_tile[seat, place]) & KIND
                if int(t.meld_form[seat, place]) == FORM_PUNG and int(t.held[seat, kind]) > 0 \
                        and P[row + KONG_KINDS] >> kind & 1 and kong_allowed(t, P, seat, row, kind, 0):
                    out[count] = KONG << 16 | index << 8 | kind
                    count += 1
    return count


@kernel
def kong_allowed(t: Table, P: Ints, seat: int, row: int, kind: int, binds: int) -> bool:
    """Whether the rulebook allows this kong, and a declaration made before does: what was drawn may be laid aside."""
    if binds & BIND_SAME_WAITS:
        if P[row + KONG_COUNTS_AS] == AS_NONE:
            if int(t.drawn) < 0 or int(t.drawn) & KIND != kind or P[row + KONG_LEAST] > 1:
                return False
        elif not keeps_waits(t, P, seat, kind):
            return False
    return allows_kong(t, P, seat, row, kind, -1)


@part
def keeps_waits(t: Table, P: Ints, seat: int, kind: int) -> bool:
    """Whether a concealed kong of the drawn kind changes nothing: the same waits, and a pung of it in every reading."""
    if int(t.drawn) < 0 or int(t.drawn) & KIND != kind or int(t.held[seat, kind]) != 4:
        return False
    R = numbers_at(P[P_RULES])
    drawn = int(t.drawn)
    lose(t, P, seat, drawn)
    before = waits_mask(t, P, seat)
    readings = readings_of(t, P, seat, before)
    marks = int(t.marked[seat, kind])
    for copy in range(3):
        lose(t, P, seat, kind | MARK if copy < marks else kind)
    place = int(t.meld_count[seat])
    t.meld_set[seat, place] = R[R[AT_MELD_KIND] + 42 + kind]
    t.meld_form[seat, place] = FORM_CONCEALED_KONG
    t.meld_marks[seat, place] = 0
    t.meld_count[seat] = place + 1
    now = waits_mask(t, P, seat)
    same = now == before and readings == readings_of(t, P, seat, now)
    t.meld_count[seat] = place
    for copy in range(3):
        gain(t, P, seat, kind | MARK if copy < marks else kind)
    gain(t, P, seat, drawn)
    return same


@part
def readings_of(t: Table, P: Ints, seat: int, waits: int) -> int:
    """In how many ways the hand divides into sets and a pair, all its waits together; 0 if tables cannot tell."""
    R = numbers_at(P[P_RULES])
    if R[PLAIN] == 0:
        return 0
    T = table_at(P[P_TABLES])
    total = 0
    while waits:
        kind = lowest(waits)
        waits &= waits - 1
        ways = 1
        for group in range(4):
            key = int(t.keys[seat, group])
            if kind < 34 and kind // 9 == group:
                key += P[AT_POWERS + kind]
            start = T[key + (AT_HONORS if group == 3 else 0)]
            ways = ways * R[start] if start >= 0 else 0
        total += ways
    return total


@part
def own_kong(t: Table, P: Ints, seat: int, index: int, kind: int) -> None:
    """Make a kong from the hand; one that can be robbed is offered first."""
    row = P[AT_KONGS] + KONG_ROW * index
    added = P[row + KONG_OF] == OF_PUNG
    t.kong_pending = index << 8 | kind
    if added:
        tile = int(t.drawn) if int(t.drawn) >= 0 and int(t.drawn) & KIND == kind else copy_of(t, seat, kind)
        lose(t, P, seat, tile)
        t.offered[0] = tile
    else:
        t.offered[0] = kind
    t.drawn = -1
    t.offered_from = seat
    t.offered_kind = OFFER_ADDED_KONG if added else OFFER_CONCEALED_KONG
    t.offered_count = 1
    t.stage = ST_OFFER if P[row + KONG_ROBBED] else ST_KONG
    happen(t, P, ON_ANNOUNCE, seat, -1, kind, index, 0)


@part
def finish_kong(t: Table, P: Ints) -> None:
    """The kong that was announced stands."""
    seat = int(t.turn)
    index = int(t.kong_pending) >> 8
    kind = int(t.kong_pending) & 255
    row = P[AT_KONGS] + KONG_ROW * index
    R = numbers_at(P[P_RULES])
    feeder = -1
    form = FORM_CONCEALED_KONG
    if P[row + KONG_OF] == OF_PUNG:
        form = FORM_ADDED_KONG
        for place in range(int(t.meld_count[seat])):
            if int(t.meld_form[seat, place]) == FORM_PUNG and int(t.meld_tile[seat, place]) & KIND == kind:
                t.meld_form[seat, place] = FORM_ADDED_KONG
                t.meld_marks[seat, place] += 1 if int(t.offered[0]) & MARK else 0
                feeder = int(t.meld_from[seat, place])
        lift_if_safe(t, P, seat, kind)
    elif P[row + KONG_COUNTS_AS] == AS_NONE:
        for _copy in range(P[row + KONG_LEAST]):
            lose(t, P, seat, copy_of(t, seat, kind))
            t.aside[seat, kind] += 1
    else:
        marks = int(t.marked[seat, kind])
        for _copy in range(4):
            lose(t, P, seat, copy_of(t, seat, kind))
        lay_set(t, seat, R[R[AT_MELD_KIND] + 42 + kind], FORM_CONCEALED_KONG, kind, -1, marks)
    t.offered_count = 0
    kong_stands(t, P, seat, index, kind, feeder, form)


@inlined
def lay_set(t: Table, seat: int, block: int, form: int, tile: int, feeder: int, marks: int) -> None:
    """Lay a set down."""
    place = int(t.meld_count[seat])
    t.meld_set[seat, place] = block
    t.meld_form[seat, place] = form
    t.meld_tile[seat, place] = tile
    t.meld_from[seat, place] = feeder
    t.meld_turn[seat, place] = int(t.turn_count)
    t.meld_marks[seat, place] = marks
    t.meld_count[seat] = place + 1


@inlined
def shows_of(t: Table, P: Ints, seat: int) -> int:
    """What the declaration of a seat lays open: SHOWS_..."""
    declared = int(t.declared[seat])
    return int(P[P[AT_READY] + READY_ROW * (declared - 1) + READY_SHOWS]) if declared else SHOWS_NOTHING


@part
def draw_tile(t: Table, P: Ints, seat: int, way: int) -> int:
    """Draw a tile; replacements come from where the rulebook says."""
    replaces = way != DREW_WALL and way != DREW_OFFERED
    tile = take_back(t) if replaces and P[REPLACE_FROM_BACK] else take_front(t)
    gain(t, P, seat, tile)
    t.drawn = tile
    t.draw_kind = way
    emit(P, EV_DRAW, seat, tile, way, shows_of(t, P, seat), 0)
    happen(t, P, ON_DRAW, seat, -1, tile, -1, 1 if replaces else 0)
    return tile


@part
def kong_stands(t: Table, P: Ints, seat: int, index: int, kind: int, feeder: int, form: int) -> None:
    """Pay for a kong, remember it, and let its maker draw."""
    concealed = 1 if form == FORM_CONCEALED_KONG else 0
    added = 1 if form == FORM_ADDED_KONG else 0
    emit(P, EV_KONG, seat, kind, index, feeder, form)
    t.broken = 1
    t.kongs_running += 1
    pay_about(t, P, PAY_KONG, seat, feeder, kind, index, concealed, added)
    happen(t, P, ON_KONG, seat, feeder, kind, index, 4 * concealed + 8 * added)
    row = P[AT_KONGS] + KONG_ROW * index
    if int(t.turned_owed):
        turn_owed(t, P, seat, REVEALS_DISCARD)
    if P[row + KONG_REVEALS] == REVEALS_AT_ONCE:
        turn_up(t, P, ON_KONG, seat, index)
    else:
        t.turned_owed = index + 1
    t.turn = seat
    t.draw_kind = DREW_KONG
    t.stage = ST_DRAW
    if P[row + KONG_LOCKS]:
        t.binds[seat] = int(t.binds[seat]) | BIND_DISCARD_DRAWN | BIND_NO_CLAIM | BIND_NO_KONG
    if P[row + KONG_TURNS] > 0:
        t.kong_pending = index << 8 | kind
        t.stage = ST_TURNED
        look_for_abort(t, P, ON_KONG, seat, kind)
        return
    drawn = ask_about(t, P, row + KONG_REPLACEMENTS, seat, feeder, kind)
    for _extra in range(min(drawn, wall_left(t)) - 1):
        draw_tile(t, P, seat, DREW_KONG)
    if drawn == 0:                      # no tile comes: the turn goes on with what is there
        t.drawn = -1
        t.may[seat] = 0
        t.stage = ST_OWN
    look_for_abort(t, P, ON_KONG, seat, kind)
