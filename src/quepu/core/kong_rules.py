"""Whether a kong may be made: the tiles it needs from the wall, and what the rulebook asks of the hand after it."""

from quepu.core.calls import numbers_at
from quepu.core.kernel import Ints, inlined, kernel, part
from quepu.core.procedure import (
    AS_NONE,
    AT_LAST,
    KONG_COUNTS_AS,
    KONG_LEAST,
    KONG_OF,
    KONG_REPLACEMENTS,
    KONG_TURNS,
    KONG_WHEN,
    LAST_OFFERED,
    LAST_ROW,
    LAST_RULE,
    LAST_RULES,
    LAST_TILES,
    OF_DISCARD,
    OF_PUNG,
    P_RULES,
)
from quepu.core.rules import AT_MELD_KIND
from quepu.core.situation import NEED_VALUES, NEED_WAITS
from quepu.core.table import FORM_ADDED_KONG, FORM_CONCEALED_KONG, FORM_MELDED_KONG, FORM_PUNG, KIND, MARK
from quepu.core.tableframe import ask, ask_about, load_table, load_waits, needs_of
from quepu.core.wall import Table, gain, lose, wall_left


@inlined
def tiles_needed(P: Ints, row: int) -> int:
    """Tiles the wall must have left for a kong: those it turns, or its replacements, one if that is an expression."""
    number = P[row + KONG_REPLACEMENTS]
    return int(max(P[row + KONG_TURNS], 1 if number >= 0 else -1 - number))


@inlined
def tiles_for_kongs(t: Table, P: Ints) -> int:
    """Tiles of the wall a kong may use: those that are offered round are kept for that."""
    left = wall_left(t)
    for index in range(P[LAST_RULES]):
        row = P[AT_LAST] + LAST_ROW * index
        if P[row + LAST_RULE] == LAST_OFFERED:
            left -= -1 - P[row + LAST_TILES]
    return left


@kernel
def allows_kong(t: Table, P: Ints, seat: int, row: int, tile: int, feeder: int) -> bool:
    """Whether the rulebook allows a kong; where it asks about waits, they are those of the hand after it."""
    cell = row + KONG_WHEN
    if needs_of(P, cell) & (NEED_WAITS | NEED_VALUES):
        return asks_after_kong(t, P, seat, row, tile, feeder) != 0
    return ask_about(t, P, cell, seat, feeder, tile) != 0


@part
def asks_after_kong(t: Table, P: Ints, seat: int, row: int, tile: int, feeder: int) -> int:
    """What the kong's condition says with the waits of the hand once the kong lies; the table stays as it is."""
    R = numbers_at(P[P_RULES])
    kind = tile & KIND
    needs = needs_of(P, row + KONG_WHEN)
    way = P[row + KONG_OF]
    aside = P[row + KONG_COUNTS_AS] == AS_NONE
    taken = 3 if way == OF_DISCARD else 1 if way == OF_PUNG else P[row + KONG_LEAST]
    marks = int(t.marked[seat, kind])
    place = int(t.meld_count[seat])
    if way == OF_PUNG:
        place = 0
        while int(t.meld_form[seat, place]) != FORM_PUNG or int(t.meld_tile[seat, place]) & KIND != kind:
            place += 1
    old_set = int(t.meld_set[seat, place])
    old_form = int(t.meld_form[seat, place])
    old_marks = int(t.meld_marks[seat, place])
    for copy in range(taken):
        lose(t, P, seat, kind | MARK if copy < marks else kind)
    if not aside:
        t.meld_set[seat, place] = R[R[AT_MELD_KIND] + 42 + kind]
        t.meld_form[seat, place] = FORM_MELDED_KONG if way == OF_DISCARD else \
            FORM_ADDED_KONG if way == OF_PUNG else FORM_CONCEALED_KONG
        if way != OF_PUNG:
            t.meld_marks[seat, place] = marks
            t.meld_count[seat] = place + 1
    load_waits(t, P, needs & NEED_VALUES)
    if not aside and way != OF_PUNG:
        t.meld_count[seat] = place
    t.meld_set[seat, place] = old_set
    t.meld_form[seat, place] = old_form
    t.meld_marks[seat, place] = old_marks
    for copy in range(taken):
        gain(t, P, seat, kind | MARK if copy < marks else kind)
    load_table(t, P, seat, feeder, tile, needs)
    return ask(P, row + KONG_WHEN)
