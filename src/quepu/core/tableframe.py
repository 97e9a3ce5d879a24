"""From the table to the frame: a seat's hand as scoring sees it, and the table as rules of play see it."""

from quepu.core.calls import call_frame, call_part, call_shape, lowest, numbers_at, ones
from quepu.core.completing import might_win
from quepu.core.frame import (
    BY_DEAL,
    BY_DISCARD,
    BY_DRAW,
    BY_FLOWER,
    BY_OTHER_FLOWER,
    DISCARDER,
    FLAGS,
    FLOWER_MASK,
    FLOWERS,
    HELD,
    HELD_MASK,
    IS_ADDED,
    IS_CONCEALED,
    IS_KONG,
    IS_MELD,
    IS_OPEN,
    MELDS,
    MEMORY,
    OCCASION,
    RED_FIVES,
    ROUND,
    SEAT,
    SELF_DRAW,
    TOLD,
    WILD_MASK,
    WILDS,
    WIN_PLACE,
    WIN_TILE,
)
from quepu.core.kernel import Ints, inlined, kernel, part
from quepu.core.pack import clear_melds, lay_meld
from quepu.core.procedure import (
    AT_ASK_NEEDS,
    AT_COPIES,
    AT_READY,
    AT_TURNED_LOTS,
    BONUS_KINDS,
    EVENT_MEMORY,
    FN_ASK,
    FN_GIVEN,
    FN_REMEMBER,
    FN_SCORE,
    LOT_ROW,
    LOT_SEEN,
    MEMORY_SIZE,
    NEED_REMEMBER,
    NEEDS_GIVEN,
    P_FRAME,
    P_ROOM,
    P_RULES,
    P_TABLES,
    PLAYABLE_KINDS,
    READY_FLAG,
    READY_ROW,
    SEAT_COUNT_AT,
    SEEN_ALL,
    TURNED_LOTS,
)
from quepu.core.rules import (
    AT_BLOCK_TILES,
    BEST_FOUND,
    BEST_LEGAL,
    BEST_TOTAL,
)
from quepu.core.situation import (
    ACTOR,
    AMOUNT,
    BROKEN,
    DECLARED,
    DICE,
    DRAW_KIND,
    EVENT_OF,
    FALSE_TOTAL,
    FEEDER,
    HANDS,
    HEARD_OF,
    IS_ABORTED,
    IS_ADDED_KONG,
    IS_CONCEALED_KONG,
    IS_DRAW,
    IS_DRAWN,
    IS_REPLACEMENT,
    KONGS_RUNNING,
    LAID_BY,
    LOTS,
    MARKED_BY,
    NEED_HAND,
    NEED_SEATS,
    NEED_VALUES,
    NEED_WAITS,
    OFFER_KIND,
    OUT,
    OWN_DISCARDS,
    PURSE,
    RIVER_WIDTH,
    RIVERS,
    ROUND_NUMBER,
    SEAT_COUNT,
    TILE,
    TURN_COUNT,
    TURNED,
    TURNED_WINS,
    VALUES,
    VISIBLE,
    WAITS_OF,
    WALL_LEFT,
    WINNER_COUNT,
    WINNER_PLACE,
    WINS_OF,
)
from quepu.core.table import (
    FORM_ADDED_KONG,
    FORM_CONCEALED_KONG,
    FORM_MELDED_KONG,
    KIND,
    MARK,
    OFFER_DISCARD,
    OFFER_TURNED,
    RIVER_CLAIMED,
    RIVER_SEAT,
    ST_TURNED,
)
from quepu.core.wall import Table, wall_left


@part
def load_hand(t: Table, P: Ints, seat: int) -> None:
    """The seat's tiles, melds and flowers in the frame, as scoring wants them; no winning tile yet."""
    f = numbers_at(P[P_FRAME])
    R = numbers_at(P[P_RULES])
    clear_melds(f)
    reds = 0
    flowers = 0
    aside = 0
    wilds = 0
    wild = int(t.wild)
    for kind in range(42):
        copies = int(t.held[seat, kind])
        f[HELD + kind] = copies
        reds += int(t.marked[seat, kind])
        if wild >> kind & 1:
            wilds += copies
    for kind in range(34, 42):
        copies = int(t.aside[seat, kind])
        if copies:
            aside += copies
            flowers |= 1 << kind
    f[HELD_MASK] = int(t.held_mask[seat])
    f[WILDS] = wilds
    f[WILD_MASK] = wild
    f[SEAT] = seat
    f[ROUND] = int(t.rounds) % 4
    f[FLOWER_MASK] = flowers
    f[FLOWERS] = aside
    count = int(t.meld_count[seat])
    f[MELDS] = count
    for place in range(count):
        reds += int(t.meld_marks[seat, place])
        lay_meld(f, R, place, int(t.meld_set[seat, place]), meld_flags(int(t.meld_form[seat, place])))
    f[RED_FIVES] = reds
    f[WIN_TILE] = -1
    f[WIN_PLACE] = -1
    f[SELF_DRAW] = 0
    f[DISCARDER] = -1
    for slot in range(P[MEMORY_SIZE]):
        f[MEMORY + slot] = int(t.memory[slot])


@inlined
def meld_flags(form: int) -> int:
    """A meld's flags as the frame has them."""
    if form == FORM_CONCEALED_KONG:
        return IS_MELD | IS_CONCEALED | IS_KONG
    if form == FORM_ADDED_KONG:
        return IS_MELD | IS_OPEN | IS_KONG | IS_ADDED
    if form == FORM_MELDED_KONG:
        return IS_MELD | IS_OPEN | IS_KONG
    return IS_MELD | IS_OPEN


@part
def load_table(t: Table, P: Ints, actor: int, feeder: int, tile: int, needs: int) -> None:
    """The words of the table in the frame; lists only where they are needed."""
    f = numbers_at(P[P_FRAME])
    f[ACTOR] = actor
    f[FEEDER] = feeder
    f[TILE] = tile & KIND if tile >= 0 else -1
    f[EVENT_OF] = -1
    f[IS_REPLACEMENT] = 0
    f[IS_DRAWN] = 0
    f[IS_CONCEALED_KONG] = 0
    f[IS_ADDED_KONG] = 0
    f[IS_DRAW] = 0
    f[IS_ABORTED] = 0
    f[AMOUNT] = 0
    f[WALL_LEFT] = wall_left(t) + int(t.won_turned)    # as it was when the tile was won on
    f[TURN_COUNT] = int(t.turn_count)
    f[ROUND_NUMBER] = int(t.rounds) + 1
    f[WINNER_COUNT] = ones(int(t.winners))
    f[WINNER_PLACE] = 1
    f[SEAT_COUNT] = P[SEAT_COUNT_AT]
    f[OUT] = int(t.out)
    f[DRAW_KIND] = int(t.draw_kind)
    f[OFFER_KIND] = int(t.offered_kind) if int(t.offered_count) > 0 else OFFER_DISCARD
    f[BROKEN] = int(t.broken)
    f[KONGS_RUNNING] = int(t.kongs_running)
    f[WILD_MASK] = int(t.wild)
    f[TURNED_WINS] = int(t.turned_wins)
    f[FALSE_TOTAL] = int(t.false_total)
    own = 0
    for index in range(int(t.river_count)):
        if int(t.river_seat[index]) & RIVER_SEAT == actor:
            own += 1
    f[OWN_DISCARDS] = own
    for die in range(4):
        f[DICE + die] = int(t.dice[die])
    for seat in range(P[SEAT_COUNT_AT]):
        f[PURSE + seat] = int(t.score[int(t.player[seat])])
        f[DECLARED + seat] = int(t.declared[seat])
    if needs & NEED_SEATS:
        load_lists(t, P)
    if needs & NEED_HAND and actor >= 0:
        load_hand(t, P, actor)
    else:
        for slot in range(P[MEMORY_SIZE]):
            f[MEMORY + slot] = int(t.memory[slot])


@part
def load_lists(t: Table, P: Ints) -> None:
    """Hands, melds, rivers, turned tiles and what all can see, in the frame."""
    f = numbers_at(P[P_FRAME])
    R = numbers_at(P[P_RULES])
    for kind in range(42):
        f[VISIBLE + kind] = 0
    for seat in range(4):
        f[RIVERS + RIVER_WIDTH * seat] = 0
        f[HEARD_OF + seat] = 0
        for kind in range(42):
            aside = int(t.aside[seat, kind])
            f[HANDS + 42 * seat + kind] = int(t.held[seat, kind])
            f[MARKED_BY + 42 * seat + kind] = int(t.marked[seat, kind])
            f[LAID_BY + 42 * seat + kind] = aside
            f[VISIBLE + kind] += aside
        for place in range(int(t.meld_count[seat])):
            form = int(t.meld_form[seat, place])
            flags = meld_flags(form)
            first = R[AT_BLOCK_TILES] + 3 * int(t.meld_set[seat, place])
            for index in range(4 if flags & IS_KONG else 3):
                kind = R[first + (index if index < 3 else 0)]
                f[LAID_BY + 42 * seat + kind] += 1
                if flags & IS_OPEN:
                    f[VISIBLE + kind] += 1
    for index in range(int(t.river_count)):
        owner = int(t.river_seat[index])
        kind = int(t.river[index]) & KIND
        row = RIVERS + RIVER_WIDTH * (owner & RIVER_SEAT)
        for seat in range(4):
            f[HEARD_OF + seat] |= 1 << kind
        f[HEARD_OF + (owner & RIVER_SEAT)] = 0
        if f[row] < RIVER_WIDTH - 1:
            f[row] += 1
            f[row + f[row]] = kind
        if not owner & RIVER_CLAIMED:
            f[VISIBLE + kind] += 1          # a claimed discard lies in a meld
    if int(t.offered_count) > 0 and int(t.offered_kind) == OFFER_DISCARD:
        f[VISIBLE + (int(t.offered[0]) & KIND)] -= 1
    if int(t.offered_kind) == OFFER_TURNED and int(t.stage) != ST_TURNED:
        for place in range(int(t.offered_count)):
            f[VISIBLE + (int(t.offered[place]) & KIND)] -= 1
    load_turned(t, P, 1)
    for index in range(int(t.turned_count)):
        if is_open_lot(P, int(t.turned_lot[index])):
            f[VISIBLE + (int(t.turned[index]) & KIND)] += 1


@inlined
def is_open_lot(P: Ints, lot: int) -> bool:
    """Whether a turned tile lies open to all; a lot is as the table has it, with or without a seat."""
    return bool(P[P[AT_TURNED_LOTS] + LOT_ROW * (lot & LOTS - 1) + LOT_SEEN] == SEEN_ALL)


@part
def load_turned(t: Table, P: Ints, hidden: int) -> None:
    """The turned tiles in the frame; those that lie face down only if asked for."""
    f = numbers_at(P[P_FRAME])
    count = 0
    for index in range(int(t.turned_count)):
        lot = int(t.turned_lot[index])
        if hidden or is_open_lot(P, lot):
            f[TURNED + 1 + 2 * count] = int(t.turned[index]) & KIND
            f[TURNED + 2 + 2 * count] = lot
            count += 1
    f[TURNED] = count


@part
def load_waits(t: Table, P: Ints, values: int) -> None:
    """What each seat waits for and, if asked, what it would win on each tile as a plain discard."""
    for seat in range(P[SEAT_COUNT_AT]):
        waits = 0 if int(t.out) >> seat & 1 else waits_mask(t, P, seat)
        f = numbers_at(P[P_FRAME])
        f[WAITS_OF + seat] = waits
        if values:
            f[WINS_OF + seat] = 0
            for kind in range(42):
                f[VALUES + 42 * seat + kind] = 0
            while waits:
                kind = lowest(waits)
                waits &= waits - 1
                W = numbers_at(P[P_ROOM])
                if score_hand(t, P, seat, kind, 0, -1, 0) == 1:
                    f[VALUES + 42 * seat + kind] = W[BEST_TOTAL]
                    f[WINS_OF + seat] |= 1 << kind


@kernel
def load_all(t: Table, P: Ints, actor: int, feeder: int, tile: int, needs: int) -> None:
    """The words of the table in the frame, what seats wait for among them."""
    if needs & (NEED_WAITS | NEED_VALUES):
        load_waits(t, P, needs & NEED_VALUES)
    load_table(t, P, actor, feeder, tile, needs)


@inlined
def ask(P: Ints, cell: int) -> int:
    """What a cell of P says: a constant, or what its expression gives in the frame as it is."""
    number = P[cell]
    if number < 0:
        return int(-1 - number)
    return int(call_shape(P[FN_ASK], numbers_at(P[P_FRAME]), number))


@inlined
def ask_about(t: Table, P: Ints, cell: int, actor: int, feeder: int, tile: int) -> int:
    """What a cell of P says about a seat and a tile."""
    if P[cell] < 0:
        return int(-1 - P[cell])
    return int(ask_expression(t, P, cell, actor, feeder, tile))


@inlined
def needs_of(P: Ints, cell: int) -> int:
    """What the expression of a cell reads besides the scalars, as NEED_ bits."""
    return int(P[P[AT_ASK_NEEDS] + P[cell]]) if P[cell] >= 0 else 0


@part
def ask_expression(t: Table, P: Ints, cell: int, actor: int, feeder: int, tile: int) -> int:
    """What the expression of a cell says about a seat and a tile."""
    load_all(t, P, actor, feeder, tile, needs_of(P, cell))
    return int(ask(P, cell))


@inlined
def happen(t: Table, P: Ints, event: int, actor: int, feeder: int, tile: int, of: int, marks: int) -> None:
    """Let the table remember what happened.

    `marks`: 1 replacement, 2 drawn, 4 concealed, 8 added, 16 no winner, 32 called off.
    """
    if P[EVENT_MEMORY] >> event & 1:
        note_event(t, P, event, actor, feeder, tile, of, marks)


@part
def note_event(t: Table, P: Ints, event: int, actor: int, feeder: int, tile: int, of: int, marks: int) -> None:
    """Run the memory updates of what happened."""
    load_all(t, P, actor, feeder, tile, P[P[NEED_REMEMBER] + event])
    f = numbers_at(P[P_FRAME])
    f[EVENT_OF] = of
    f[IS_REPLACEMENT] = marks & 1
    f[IS_DRAWN] = marks >> 1 & 1
    f[IS_CONCEALED_KONG] = marks >> 2 & 1
    f[IS_ADDED_KONG] = marks >> 3 & 1
    f[IS_DRAW] = marks >> 4 & 1
    f[IS_ABORTED] = marks >> 5 & 1
    remember(t, P, event)


@part
def remember(t: Table, P: Ints, event: int) -> None:
    """Run the memory updates of an event on the frame as it is, and keep what they say."""
    f = numbers_at(P[P_FRAME])
    call_shape(P[FN_REMEMBER], f, event)
    for slot in range(P[MEMORY_SIZE]):
        t.memory[slot] = f[MEMORY + slot]


@part
def score_hand(t: Table, P: Ints, seat: int, tile: int, self_draw: int, feeder: int, with_flags: int) -> int:
    """Score the seat's hand with a tile: -1 not complete, 0 not allowed, 1 legal; W has the best reading.

    `tile` -1: the concealed hand is complete by itself (dealt so).  A self-drawn tile is not in the frame's held tiles.
    A flower is the one just laid aside, by the seat itself or by another: the hand is then judged by flowers alone.
    Without flags the hand is judged by its form, whichever way it is completed.  `with_flags` is 1 where somebody only
    thinks of a win, 2 where it is declared: then tiles that lie face down are turned over.
    """
    f = numbers_at(P[P_FRAME])
    load_hand(t, P, seat)
    kind = tile & KIND if tile >= 0 else -1
    f[OCCASION] = 0 if with_flags else BY_DRAW | BY_DISCARD
    if kind >= 0 and P[BONUS_KINDS] >> kind & 1:
        f[OCCASION] = BY_OTHER_FLOWER if not self_draw else BY_DEAL if int(t.laying) else BY_FLOWER
        kind = -1
    f[WIN_TILE] = kind
    f[SELF_DRAW] = self_draw
    f[DISCARDER] = feeder
    if kind >= 0:
        if self_draw:
            f[HELD + kind] -= 1
            if f[HELD + kind] == 0:
                f[HELD_MASK] &= ~(1 << kind)
        else:
            f[RED_FIVES] += 1 if tile & MARK else 0
            f[WILDS] += int(t.wild) >> kind & 1
    f[TOLD] = 0
    if with_flags and P[NEEDS_GIVEN]:
        load_table(t, P, seat, feeder, tile, P[NEEDS_GIVEN] & ~NEED_HAND)
        f[TOLD] = call_frame(P[FN_GIVEN], f, numbers_at(P[P_ROOM]))
    if int(t.declared[seat]):
        flag = P[P[AT_READY] + READY_ROW * (int(t.declared[seat]) - 1) + READY_FLAG]
        if flag >= 0:
            f[TOLD] |= 1 << flag
    f[FLAGS] = f[TOLD]
    if P[TURNED_LOTS] > 0:
        load_turned(t, P, with_flags >> 1)
    call_part(P[FN_SCORE], P[P_FRAME], P[P_RULES], P[P_TABLES], P[P_ROOM])
    W = numbers_at(P[P_ROOM])
    if W[BEST_FOUND] == 0:
        return -1
    return int(W[BEST_LEGAL])


@part
def waits_mask(t: Table, P: Ints, seat: int) -> int:
    """The kinds that complete the seat's hand by form, as bits; its tiles must be one short.

    A kind of which it holds all copies is none: nobody can give it the fifth.
    """
    found = 0
    kinds = P[PLAYABLE_KINDS]
    for kind in range(42):
        if kinds >> kind & 1 and int(t.held[seat, kind]) < P[AT_COPIES + kind] \
                and might_win(t, P, seat, kind) and score_hand(t, P, seat, kind, 0, -1, 0) >= 0:
            found |= 1 << kind
    return found
