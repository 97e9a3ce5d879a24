"""A seat's own turn: what it may do after a draw or a claim, and doing it."""

from quepu.core.calls import lowest, numbers_at, table_at
from quepu.core.claims import is_barred, last_rules, lift_passes, replacements_at_least
from quepu.core.kernel import Ints, inlined, kernel, part
from quepu.core.procedure import (
    ABORTS,
    AS_NONE,
    AT_CLAIMS,
    AT_DISCARD_RULES,
    AT_KONGS,
    AT_POWERS,
    AT_READY,
    BONUS_KINDS,
    CLAIM_FORBIDS,
    CLAIM_ROW,
    CLAIM_SETS,
    CLAIMS,
    DISCARD_NO,
    DISCARD_RULES,
    FLOWER_WAY,
    FLOWERS_KEPT,
    FORBIDS_LINKED,
    FORBIDS_SAME,
    KONG_COUNTS_AS,
    KONG_KINDS,
    KONG_LEAST,
    KONG_OF,
    KONG_ROBBED,
    KONG_ROW,
    KONG_WHEN,
    KONGS_LISTED,
    LAST_DRAW_ONLY,
    LAST_MUST_WIN,
    LAST_WIN_OR_DISCARD,
    OF_DISCARD,
    OF_HAND,
    OF_PUNG,
    ON_CHOW,
    ON_DECLARE,
    ON_DISCARD,
    ON_DISCARDED,
    ON_FIRST_DISCARD,
    ON_FLOWER,
    ON_KONG,
    ON_PUNG,
    P_RULES,
    P_TABLES,
    READIES,
    READY_BINDS,
    READY_DISCARD,
    READY_ON,
    READY_ROW,
    READY_STAKE,
    READY_WHEN,
    SELF_DRAW_WINS,
    UNTIL_OWN_CLAIM,
    UNTIL_OWN_DISCARD,
    UNTIL_SAFE_DISCARD,
    WILD_DISCARD,
)
from quepu.core.phases import look_for_abort, may_abort, turn_up
from quepu.core.rules import AT_BLOCK_TILES, AT_HONORS, AT_MELD_KIND, PLAIN
from quepu.core.settle import PAY_FLOWER, PAY_KONG, RULE_STAKE, move_points, pay_about
from quepu.core.table import (
    BIND_DISCARD_DRAWN,
    BIND_MUST_WIN,
    BIND_NO_KONG,
    BIND_SAME_WAITS,
    CALL_ABORT,
    DECLARE,
    DISCARD,
    DREW_CLAIM,
    DREW_KONG,
    EV_DECLARE,
    EV_DISCARD,
    EV_FLOWER,
    EV_KONG,
    EV_PUNG,
    EV_SET,
    FLOWER,
    FORM_ADDED_KONG,
    FORM_CONCEALED_KONG,
    FORM_MELDED_KONG,
    FORM_PUNG,
    FORM_SET,
    KIND,
    KONG,
    MARK,
    MAY_WIN,
    OFFER_ADDED_KONG,
    OFFER_CONCEALED_KONG,
    OFFER_DISCARD,
    PASS,
    POT,
    RIVER_CLAIMED,
    RIVER_DECLARES,
    RIVER_DRAWN,
    ST_DRAW,
    ST_KONG,
    ST_OFFER,
    ST_OWN,
    WIN,
)
from quepu.core.tableframe import ask_about, happen, lacking, might_win, score_hand, waits_mask
from quepu.core.wall import Table, copy_of, emit, gain, lose, wall_left


@part
def can_win_now(t: Table, P: Ints, seat: int) -> bool:
    """Whether the seat's own tiles are a win it may declare."""
    if not P[SELF_DRAW_WINS] or not might_win(t, P, seat, -1) or is_barred(t, seat, int(t.drawn), True):
        return False
    return bool(score_hand(t, P, seat, int(t.drawn), 1, -1, 1) == 1)


@part
def own_actions(t: Table, P: Ints, seat: int, out: Ints) -> int:
    """What the seat may do in its own turn; how many."""
    count = 0
    last = last_rules(t, P)
    binds = int(t.binds[seat])
    if int(t.may[seat]) & MAY_WIN:
        out[0] = WIN << 16 | (int(t.drawn) & 255)
        if binds & BIND_MUST_WIN or last >> LAST_MUST_WIN & 1:
            return 1
        count = 1
    if last >> LAST_DRAW_ONLY & 1:
        out[count] = PASS << 16
        return count + 1
    if P[ABORTS] > 0 and int(t.draw_kind) != DREW_CLAIM:
        index = may_abort(t, P, seat)
        if index >= 0:
            out[count] = CALL_ABORT << 16 | index
            count += 1
    if int(t.draw_kind) != DREW_CLAIM and not last >> LAST_WIN_OR_DISCARD & 1 and wall_left(t) > 0:
        count = kong_actions(t, P, seat, out, count)
        flowers = int(t.held_mask[seat]) & P[BONUS_KINDS]
        if flowers and P[FLOWER_WAY] == FLOWERS_KEPT:
            while flowers:
                out[count] = FLOWER << 16 | lowest(flowers)
                flowers &= flowers - 1
                count += 1
    if binds & BIND_DISCARD_DRAWN and int(t.drawn) >= 0:
        out[count] = DISCARD << 16 | int(t.drawn)
        return count + 1
    return discard_actions(t, P, seat, out, count)


@part
def discard_actions(t: Table, P: Ints, seat: int, out: Ints, start: int) -> int:
    """Add the discards the seat may make, and with which it may declare."""
    kinds = int(t.held_mask[seat]) & ~int(t.no_discard)
    if int(t.wild) and P[WILD_DISCARD] == DISCARD_NO:
        kinds &= ~int(t.wild)
    count = start
    bits = kinds
    while bits:
        kind = lowest(bits)
        bits &= bits - 1
        if P[DISCARD_RULES] > 0 and not may_discard(t, P, seat, kind):
            kinds &= ~(1 << kind)
            continue
        marked = int(t.marked[seat, kind])
        if int(t.held[seat, kind]) > marked:
            out[count] = DISCARD << 16 | kind
            count += 1
        if marked:
            out[count] = DISCARD << 16 | kind | MARK
            count += 1
    if count == start:                  # never stuck: if everything is forbidden, nothing is
        bits = int(t.held_mask[seat])
        while bits:
            out[count] = DISCARD << 16 | copy_of(t, seat, lowest(bits))
            bits &= bits - 1
            count += 1
    if P[READIES] > 0:
        count = ready_actions(t, P, seat, kinds, out, count)
    return count


@part
def may_discard(t: Table, P: Ints, seat: int, kind: int) -> bool:
    """Whether every condition of discarding holds for this kind."""
    for index in range(P[DISCARD_RULES]):
        if not ask_about(t, P, P[AT_DISCARD_RULES] + index, seat, -1, kind):
            return False
    return True


@inlined
def own_discard_count(t: Table, seat: int) -> int:
    """How many tiles the seat has discarded."""
    count = 0
    for index in range(int(t.river_count)):
        if int(t.river_seat[index]) & 3 == seat:
            count += 1
    return count


@part
def ready_actions(t: Table, P: Ints, seat: int, kinds: int, out: Ints, count: int) -> int:
    """Add the declarations of being ready the seat may make with a discard of these kinds."""
    if int(t.declared[seat]) or lacking(t, P, seat, -1) > 1:
        return count
    first = own_discard_count(t, seat) == 0 and int(t.broken) == 0
    for index in range(P[READIES]):
        row = P[AT_READY] + READY_ROW * index
        if not P[row + READY_ON] & (ON_DISCARD if not first else ON_FIRST_DISCARD) and \
                not (first and P[row + READY_ON] & ON_DISCARD and not first_ready(P)):
            continue
        bits = kinds
        while bits:
            kind = lowest(bits)
            bits &= bits - 1
            if not ask_about(t, P, row + READY_WHEN, seat, -1, kind) or \
                    not ask_about(t, P, row + READY_DISCARD, seat, -1, kind):
                continue
            tile = copy_of(t, seat, kind)
            lose(t, P, seat, tile)
            waits = waits_mask(t, P, seat)
            gain(t, P, seat, tile)
            if waits:
                out[count] = DECLARE << 16 | index << 8 | tile
                count += 1
    return count


@inlined
def first_ready(P: Ints) -> bool:
    """Whether the rulebook has a declaration of its own for the first discard."""
    for index in range(P[READIES]):
        if P[P[AT_READY] + READY_ROW * index + READY_ON] & ON_FIRST_DISCARD:
            return True
    return False


@part
def kong_actions(t: Table, P: Ints, seat: int, out: Ints, start: int) -> int:
    """Add the kongs the seat may make from its hand."""
    count = start
    binds = int(t.binds[seat])
    if binds & BIND_NO_KONG:
        return count
    for index in range(P[KONGS_LISTED]):
        row = P[AT_KONGS] + KONG_ROW * index
        way = P[row + KONG_OF]
        if way == OF_DISCARD or wall_left(t) < replacements_at_least(P, row):
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
    """Whether the rulebook allows this kong, and a declaration made before does."""
    if binds & BIND_SAME_WAITS and not keeps_waits(t, P, seat, kind):
        return False
    return ask_about(t, P, row + KONG_WHEN, seat, -1, kind) != 0


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
def discard(t: Table, P: Ints, seat: int, tile: int, declares: int) -> None:
    """Lay a tile into the river and offer it."""
    is_drawn = 1 if int(t.drawn) == tile else 0
    lose(t, P, seat, tile)
    at = int(t.river_count)
    t.river[at] = tile
    t.river_seat[at] = seat | (RIVER_DRAWN if is_drawn else 0) | (RIVER_DECLARES if declares else 0)
    t.river_count = at + 1
    t.turn_count += 1
    t.no_discard = 0
    emit(P, EV_DISCARD, seat, tile, is_drawn, declares, 0)
    t.drawn = -1
    t.offered[0] = tile
    t.offered_count = 1
    t.offered_from = seat
    t.offered_kind = OFFER_DISCARD
    t.stage = ST_OFFER
    lift_passes(t, P, seat, UNTIL_OWN_DISCARD)
    if int(t.forbidden[seat]) and not might_win(t, P, seat, tile & KIND):
        lift_passes(t, P, seat, UNTIL_SAFE_DISCARD)
    happen(t, P, ON_DISCARDED, seat, -1, tile, -1, 2 * is_drawn)
    look_for_abort(t, P, ON_DISCARDED, seat, tile)


@part
def declare(t: Table, P: Ints, seat: int, index: int, tile: int) -> None:
    """Declare ready with a discard; the declaration counts once nobody has won on it (`stand_by`)."""
    row = P[AT_READY] + READY_ROW * index
    t.declared[seat] = index + 1
    t.binds[seat] = P[row + READY_BINDS]
    t.stake[seat] = ask_about(t, P, row + READY_STAKE, seat, -1, tile)
    emit(P, EV_DECLARE, seat, tile, index, int(t.stake[seat]), 0)
    discard(t, P, seat, tile, 1)


@kernel
def stand_by(t: Table, P: Ints) -> None:
    """Nobody has won on the discard: if its seat declared ready with it, that counts now, and its stake lies in the pot."""
    at = int(t.river_count) - 1
    seat = int(t.offered_from)
    if int(t.river_seat[at]) & RIVER_DECLARES:
        if int(t.stake[seat]) > 0:
            move_points(t, P, seat, POT, RULE_STAKE, int(t.stake[seat]))
        happen(t, P, ON_DECLARE, seat, -1, int(t.river[at]), int(t.declared[seat]) - 1, 0)


@part
def lay_flower(t: Table, P: Ints, seat: int, tile: int) -> None:
    """Lay a flower aside."""
    lose(t, P, seat, tile)
    t.aside[seat, tile & KIND] += 1
    emit(P, EV_FLOWER, seat, tile, 0, 0, 0)
    pay_about(t, P, PAY_FLOWER, seat, -1, tile, -1, 0, 0)
    happen(t, P, ON_FLOWER, seat, -1, tile, -1, 0)


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
    turn_up(t, P, ON_KONG, seat, index)
    t.turn = seat
    t.draw_kind = DREW_KONG
    t.stage = ST_DRAW
    look_for_abort(t, P, ON_KONG, seat, kind)


@part
def take_claim(t: Table, P: Ints, seat: int, action: int) -> None:
    """Give the offered tile to the seat whose claim went first."""
    R = numbers_at(P[P_RULES])
    tile = int(t.offered[0])
    kind = tile & KIND
    feeder = int(t.offered_from)
    at = int(t.river_count) - 1
    t.river_seat[at] = int(t.river_seat[at]) | RIVER_CLAIMED
    t.offered_count = 0
    t.turn = seat
    t.broken = 1
    lift_passes(t, P, seat, UNTIL_OWN_CLAIM)
    marks = 1 if tile & MARK else 0
    if action >> 16 == KONG:
        marks += int(t.marked[seat, kind])
        for _copy in range(3):
            lose(t, P, seat, copy_of(t, seat, kind))
        lay_set(t, seat, R[R[AT_MELD_KIND] + 42 + kind], FORM_MELDED_KONG, tile, feeder, marks)
        t.kongs_running = 0
        kong_stands(t, P, seat, action >> 8 & 255, kind, feeder, FORM_MELDED_KONG)
        return
    block = action >> 8 & 255
    skipped = 0
    for place in range(3):
        other = R[R[AT_BLOCK_TILES] + 3 * block + place]
        if other == kind and not skipped:
            skipped = 1
            continue
        taken = copy_of(t, seat, other)
        marks += 1 if taken & MARK else 0
        lose(t, P, seat, taken)
    is_pung = R[R[AT_BLOCK_TILES] + 3 * block] == R[R[AT_BLOCK_TILES] + 3 * block + 2]
    lay_set(t, seat, block, FORM_PUNG if is_pung else FORM_SET, tile, feeder, marks)
    emit(P, EV_PUNG if is_pung else EV_SET, seat, tile, block, feeder, marks)
    forbid_swap(t, P, R, block, kind)
    t.drawn = -1
    t.draw_kind = DREW_CLAIM
    t.kongs_running = 0
    t.stage = ST_OWN
    t.may[seat] = 0
    happen(t, P, ON_PUNG if is_pung else ON_CHOW, seat, feeder, kind, -1, 0)


@kernel
def forbid_swap(t: Table, P: Ints, R: Ints, block: int, kind: int) -> None:
    """The kinds that may not be discarded right after a claim (swap calling, 食替)."""
    t.no_discard = 0
    for index in range(P[CLAIMS]):
        claim = P[AT_CLAIMS] + CLAIM_ROW * index
        if not P[claim + CLAIM_SETS] >> block & 1:
            continue
        if P[claim + CLAIM_FORBIDS] & FORBIDS_SAME:
            t.no_discard = int(t.no_discard) | 1 << kind
        if P[claim + CLAIM_FORBIDS] & FORBIDS_LINKED:
            low = R[R[AT_BLOCK_TILES] + 3 * block]
            if kind == low and low < 27 and low % 9 + 3 < 9:
                t.no_discard = int(t.no_discard) | 1 << low + 3
            elif kind == low + 2 and low < 27 and low % 9 > 0:
                t.no_discard = int(t.no_discard) | 1 << low - 1
