"""A seat's own turn: what it may do after a draw or a claim, and doing it."""

from quepu.core.calls import lowest, numbers_at
from quepu.core.claims import after, is_barred, last_rules, rest_tile, swap_kinds
from quepu.core.completing import lacking, might_win
from quepu.core.kernel import Ints, inlined, kernel, part
from quepu.core.kongs import kong_actions, kong_stands, lay_set
from quepu.core.passing import lift_if_safe, lift_passes
from quepu.core.phases import look_for_abort, may_abort, turn_owed
from quepu.core.procedure import (
    ABORTS,
    AT_CLAIMS,
    AT_DISCARD_RULES,
    AT_READY,
    BONUS_KINDS,
    CLAIM_FORBIDS,
    CLAIM_ROW,
    CLAIM_SETS,
    CLAIMS,
    DISCARD_DEAD,
    DISCARD_NO,
    DISCARD_RULES,
    FLOWER_WAY,
    FLOWERS_KEPT,
    KONGS_ON_CLAIM,
    LAST_DRAW_ONLY,
    LAST_MUST_WIN,
    LAST_WIN_OR_DISCARD,
    ON_CHOW,
    ON_DECLARE,
    ON_DISCARD,
    ON_DISCARDED,
    ON_FIRST_DISCARD,
    ON_FLOWER,
    ON_PUNG,
    ON_STANDS,
    P_RULES,
    PASS_PENALTY,
    PAY_OCCASIONS,
    READIES,
    READY_BINDS,
    READY_DISCARD,
    READY_FOLLOWS,
    READY_HIGH,
    READY_LOW,
    READY_MEMORY,
    READY_ON,
    READY_ROW,
    READY_SHOWS,
    READY_STAKE,
    READY_WHEN,
    REVEALS_DISCARD,
    SELF_DRAW_WINS,
    SHOWS_HAND,
    UNTIL_OWN_CLAIM,
    UNTIL_OWN_DISCARD,
    WILD_DISCARD,
)
from quepu.core.rules import AT_BLOCK_TILES, AT_MELD_KIND
from quepu.core.settle import PAY_FALSE_WIN, PAY_FLOWER, RULE_STAKE, move_points, pay_about
from quepu.core.table import (
    BIND_DISCARD_DRAWN,
    BIND_MUST_WIN,
    CALL_ABORT,
    CHOOSE,
    DECLARE,
    DISCARD,
    DREW_CLAIM,
    DREW_OFFERED,
    DREW_WALL,
    EV_DECLARE,
    EV_DISCARD,
    EV_FLOWER,
    EV_PUNG,
    EV_SET,
    EV_SHOW,
    FLOWER,
    FORM_MELDED_KONG,
    FORM_PUNG,
    FORM_SET,
    KIND,
    KONG,
    MARK,
    MARKS_SHIFT,
    MAY_WIN,
    OFFER_DISCARD,
    PASS,
    POT,
    RIVER_CLAIMED,
    RIVER_DECLARES,
    RIVER_DRAWN,
    ST_CLAIMS,
    ST_DRAW,
    ST_OFFER,
    ST_OWN,
    ST_SETTLE,
    ST_STAKE,
    WIN,
)
from quepu.core.tableframe import ask_about, happen, score_hand, waits_mask
from quepu.core.wall import Table, copy_of, emit, gain, lose, wall_left


@kernel
def pass_turn(t: Table, P: Ints) -> None:
    """The next seat draws."""
    t.turn = after(t, P, int(t.turn))
    t.draw_kind = DREW_WALL
    t.drawn = -1
    t.stage = ST_DRAW


@part
def can_win_now(t: Table, P: Ints, seat: int) -> bool:
    """Whether the seat's own tiles are a win it may declare."""
    if int(t.drawn) >= 0 and P[BONUS_KINDS] >> (int(t.drawn) & KIND) & 1:
        return False                    # a flower that is kept
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
    if int(t.draw_kind) == DREW_OFFERED:
        out[count] = DISCARD << 16 | int(t.drawn)
        return count + 1
    if P[ABORTS] > 0 and int(t.draw_kind) != DREW_CLAIM:
        index = may_abort(t, P, seat)
        if index >= 0:
            out[count] = CALL_ABORT << 16 | index
            count += 1
    claimed = int(t.draw_kind) == DREW_CLAIM
    kongs = count
    if (not claimed or P[KONGS_ON_CLAIM]) and not last >> LAST_WIN_OR_DISCARD & 1 and wall_left(t) > 0:
        count = kong_actions(t, P, seat, out, count)
    kongs = count - kongs
    if not claimed and not last >> LAST_WIN_OR_DISCARD & 1 and wall_left(t) > 0:
        flowers = int(t.held_mask[seat]) & P[BONUS_KINDS]
        if flowers and P[FLOWER_WAY] == FLOWERS_KEPT:
            while flowers:
                out[count] = FLOWER << 16 | lowest(flowers)
                flowers &= flowers - 1
                count += 1
    if binds & BIND_DISCARD_DRAWN and int(t.drawn) >= 0:
        out[count] = DISCARD << 16 | int(t.drawn)
        return ready_actions(t, P, seat, 1 << (int(t.drawn) & KIND), out, count + 1) if P[READIES] > 0 else count + 1
    return discard_actions(t, P, seat, out, count, kongs)


@part
def discard_actions(t: Table, P: Ints, seat: int, out: Ints, start: int, kongs: int) -> int:
    """Add the discards the seat may make, and with which it may declare; it can make so many kongs instead."""
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
    if count == start and kongs == 0:   # never stuck: if everything is forbidden, nothing is
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
    before = int(t.declared[seat])
    if (before and not may_follow(P, before)) or lacking(t, P, seat, -1) > 1:
        return count
    first = own_discard_count(t, seat) == 0 and int(t.broken) == 0
    for index in range(P[READIES]):
        row = P[AT_READY] + READY_ROW * index
        if before and not P[row + READY_FOLLOWS] >> before - 1 & 1:
            continue
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
            tile = int(t.drawn) if int(t.binds[seat]) & BIND_DISCARD_DRAWN else copy_of(t, seat, kind)
            lose(t, P, seat, tile)
            waits = waits_mask(t, P, seat)
            gain(t, P, seat, tile)
            if waits and (P[row + READY_MEMORY] < 0 or ask_about(t, P, row + READY_LOW, seat, -1, -1)
                          <= ask_about(t, P, row + READY_HIGH, seat, -1, -1)):
                out[count] = DECLARE << 16 | index << 8 | tile
                count += 1
    return count


@inlined
def may_follow(P: Ints, declared: int) -> bool:
    """Whether any declaration may be made after this one."""
    for index in range(P[READIES]):
        if P[P[AT_READY] + READY_ROW * index + READY_FOLLOWS] >> declared - 1 & 1:
            return True
    return False


@inlined
def first_ready(P: Ints) -> bool:
    """Whether the rulebook has a declaration of its own for the first discard."""
    for index in range(P[READIES]):
        if P[P[AT_READY] + READY_ROW * index + READY_ON] & ON_FIRST_DISCARD:
            return True
    return False


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
    if P[WILD_DISCARD] == DISCARD_DEAD and int(t.wild) >> (tile & KIND) & 1:
        t.dead = int(t.dead) | 1 << seat
    emit(P, EV_DISCARD, seat, tile, is_drawn, declares, 0)
    if int(t.turned_owed):
        turn_owed(t, P, seat, REVEALS_DISCARD)
    t.drawn = -1
    t.offered[0] = tile
    t.offered_count = 1
    t.offered_from = seat
    t.offered_kind = OFFER_DISCARD
    t.stage = ST_OFFER
    lift_passes(t, P, seat, UNTIL_OWN_DISCARD)
    lift_if_safe(t, P, seat, tile)
    happen(t, P, ON_DISCARDED, seat, -1, tile, -1, 2 * is_drawn)
    look_for_abort(t, P, ON_DISCARDED, seat, tile)


@part
def declare(t: Table, P: Ints, seat: int, index: int, tile: int) -> None:
    """Declare ready with a discard; a stake of the player's own choice is asked for first."""
    row = P[AT_READY] + READY_ROW * index
    if P[row + READY_MEMORY] >= 0:
        t.kong_pending = DECLARE << 16 | index << 8 | tile      # no kong is pending in this turn
        t.asked = 1 << seat
        t.stage = ST_STAKE
        return
    t.stake[seat] = ask_about(t, P, row + READY_STAKE, seat, -1, tile)
    discard_ready(t, P, seat, index, tile, int(t.stake[seat]))


@kernel
def discard_ready(t: Table, P: Ints, seat: int, index: int, tile: int, stake: int) -> None:
    """Discard with a declaration, which counts once nobody has won on the tile (`stand_by`)."""
    row = P[AT_READY] + READY_ROW * index
    t.declared[seat] = index + 1
    t.binds[seat] = P[row + READY_BINDS]
    emit(P, EV_DECLARE, seat, tile, index, stake, 0)
    discard(t, P, seat, tile, 1)
    if P[row + READY_SHOWS] == SHOWS_HAND:
        emit(P, EV_SHOW, seat, 0, 0, 0, 0)


@part
def stake_actions(t: Table, P: Ints, seat: int, out: Ints) -> int:
    """The stakes a seat may choose for the declaration it is making; how many."""
    row = P[AT_READY] + READY_ROW * (int(t.kong_pending) >> 8 & 255)
    low = ask_about(t, P, row + READY_LOW, seat, -1, -1)
    high = ask_about(t, P, row + READY_HIGH, seat, -1, -1)
    for value in range(low, high + 1):
        out[value - low] = CHOOSE << 16 | value
    return max(0, high + 1 - low)


@part
def answer_stake(t: Table, P: Ints, seat: int, action: int) -> None:
    """The stake is chosen: it is kept, and the declaration goes with its discard."""
    declared = int(t.kong_pending)
    stake = action & 65535
    t.kong_pending = 0
    t.asked = 0
    t.memory[P[P[AT_READY] + READY_ROW * (declared >> 8 & 255) + READY_MEMORY] + seat] = stake
    discard_ready(t, P, seat, declared >> 8 & 255, declared & 255, stake)


@kernel
def stand_by(t: Table, P: Ints) -> bool:
    """Nobody has won on the discard: a declaration made with it counts now; whether the hand goes on."""
    at = int(t.river_count) - 1
    seat = int(t.offered_from)
    if int(t.river_seat[at]) & RIVER_DECLARES:
        if int(t.stake[seat]) > 0:
            move_points(t, P, seat, POT, RULE_STAKE, int(t.stake[seat]))
        happen(t, P, ON_DECLARE, seat, -1, int(t.river[at]), int(t.declared[seat]) - 1, 0)
        look_for_abort(t, P, ON_DECLARE, seat, int(t.river[at]))
    if int(t.stage) != ST_SETTLE:
        happen(t, P, ON_STANDS, seat, -1, int(t.river[at]), -1, 0)
        look_for_abort(t, P, ON_STANDS, seat, int(t.river[at]))
    return int(t.stage) != ST_SETTLE


@part
def lay_flower(t: Table, P: Ints, seat: int, tile: int) -> None:
    """Lay a flower aside."""
    lose(t, P, seat, tile)
    t.aside[seat, tile & KIND] += 1
    emit(P, EV_FLOWER, seat, tile, 0, 0, 0)
    pay_about(t, P, PAY_FLOWER, seat, -1, tile, -1, 0, 0)
    happen(t, P, ON_FLOWER, seat, -1, tile, -1, 0)


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
    for place in range(2):
        mark = action >> MARKS_SHIFT + place & 1
        marks += mark
        lose(t, P, seat, rest_tile(R, kind, block, place) | MARK * mark)
    is_pung = R[R[AT_BLOCK_TILES] + 3 * block] == R[R[AT_BLOCK_TILES] + 3 * block + 2]
    lay_set(t, seat, block, FORM_PUNG if is_pung else FORM_SET, tile, feeder, marks)
    emit(P, EV_PUNG if is_pung else EV_SET, seat, tile, block, feeder, marks)
    forbid_swap(t, P, R, block, kind)
    t.drawn = -1
    t.draw_kind = DREW_CLAIM
    t.kongs_running = 0
    t.stage = ST_OWN
    t.may[seat] = 0
    event = ON_PUNG if is_pung else ON_CHOW
    happen(t, P, event, seat, feeder, kind, -1, 0)
    look_for_abort(t, P, event, seat, kind)


@kernel
def forbid_swap(t: Table, P: Ints, R: Ints, block: int, kind: int) -> None:
    """The kinds that may not be discarded right after a claim (swap calling, 食替)."""
    t.no_discard = 0
    for index in range(P[CLAIMS]):
        claim = P[AT_CLAIMS] + CLAIM_ROW * index
        if not P[claim + CLAIM_SETS] >> block & 1:
            continue
        t.no_discard = int(t.no_discard) | swap_kinds(R, block, kind, P[claim + CLAIM_FORBIDS])


@part
def may_declare_falsely(t: Table, P: Ints, seat: int) -> bool:
    """Whether a seat may declare a win that is none; `[pass.*] penalty` decides on one that only passing forbids."""
    stage = int(t.stage)
    if not P[PAY_OCCASIONS] >> PAY_FALSE_WIN & 1 or (int(t.dead) | int(t.out)) >> seat & 1 \
            or int(t.may[seat]) & MAY_WIN:
        return False
    own = stage == ST_OWN and int(t.turn) == seat
    if not own and (stage != ST_CLAIMS or int(t.offered_from) == seat or int(t.pending[seat]) >= 0):
        return False
    if P[PASS_PENALTY] or int(t.forbidden[seat]) == 0:
        return True
    if own:
        return bool(score_hand(t, P, seat, int(t.drawn), 1, -1, 1) != 1)
    return bool(score_hand(t, P, seat, int(t.offered[0]), 0, int(t.offered_from), 1) != 1)
