"""What comes before the first turn or beside it: bets, exchanges, void suits, tiles turned up, wild tiles, aborts."""

from quepu.core.calls import lowest, numbers_at
from quepu.core.kernel import Ints, inlined, kernel, part
from quepu.core.procedure import (
    ABORT_CHOSEN,
    ABORT_ON,
    ABORT_ROW,
    ABORT_THEN,
    ABORT_WHEN,
    ABORTS,
    AT_ABORTS,
    AT_KONGS,
    AT_PHASES,
    AT_TURNED_LOTS,
    AT_WILD_KINDS,
    DEAD_REPLACEMENTS,
    EVENT_ABORT,
    EVENT_TURNED,
    FROM_BACK,
    FROM_DEAD,
    KONG_REVEALS,
    KONG_ROW,
    LOT_EACH,
    LOT_FROM,
    LOT_OF,
    LOT_ON,
    LOT_ONCE,
    LOT_ROW,
    LOT_TILES,
    LOT_WHEN,
    ON_HAND_START,
    ON_KONG,
    ON_TURN_UP,
    PHASE_ABOUT,
    PHASE_AT,
    PHASE_BET,
    PHASE_CHOICES,
    PHASE_DIRECTION,
    PHASE_EXCHANGE,
    PHASE_FITS,
    PHASE_HIGH,
    PHASE_KIND,
    PHASE_LIST,
    PHASE_LOW,
    PHASE_MEMORY,
    PHASE_OPENING,
    PHASE_ROW,
    PHASE_SEATS,
    PHASE_TILES,
    PHASE_VOID,
    PHASE_WHEN,
    PHASE_WHO,
    PHASES,
    PLAYABLE_KINDS,
    SCRATCH,
    SEAT_COUNT_AT,
    TURNED_LOTS,
    WALL_SIZE,
    WILD_KINDS_LISTED,
    WILD_LOT,
)
from quepu.core.table import (
    CHOOSE,
    END_ABORT,
    END_REDEAL,
    EV_ABORT,
    EV_CHOICE,
    EV_GIVE,
    EV_TURNED,
    EV_WILD,
    GIVE,
    KIND,
    MARK,
    ST_DEAL,
    ST_SETTLE,
    TURNED_ROOM,
)
from quepu.core.tableframe import ask_about, happen
from quepu.core.wall import Table, emit, gain, lose, random_below, take_back, take_front, wall_left

AT_HAND, AT_ROUND, AT_MATCH = range(3)
WHO_DEALER, WHO_OTHERS, WHO_ALL = range(3)
TO_LEFT, TO_RIGHT, TO_ACROSS, TO_RANDOM = range(4)
MOST_GIFTS = 4


@inlined
def phase_row(t: Table, P: Ints) -> int:
    """Where the phase at hand stands in P."""
    return int(P[AT_PHASES] + PHASE_ROW * int(t.phase))


@part
def open_phase(t: Table, P: Ints) -> int:
    """Ask for the next phase before the turns; 1 if there is none left, 2 if hands are to be shown.

    Bets come before the deal, everything else after it.
    """
    while int(t.phase) < P[PHASES]:
        row = phase_row(t, P)
        kind = P[row + PHASE_KIND]
        if kind != PHASE_BET and not int(t.dealt):
            t.stage = ST_DEAL
            return 0
        if kind == PHASE_BET or kind == PHASE_EXCHANGE or kind == PHASE_VOID:
            if is_due(t, P, row) and ask_about(t, P, row + PHASE_WHEN, 0, -1, -1):
                who = P[row + PHASE_WHO]
                everybody = (1 << P[SEAT_COUNT_AT]) - 1
                t.asked = 1 if who == WHO_DEALER else everybody & ~1 if who == WHO_OTHERS else everybody
                for seat in range(4):
                    t.choice[seat] = -1
                    t.gift_count[seat] = 0
                return 0
        elif kind == PHASE_OPENING and is_due(t, P, row) and ask_about(t, P, row + PHASE_WHEN, 0, -1, -1):
            return 2
        t.phase = int(t.phase) + 1
    if not int(t.dealt):
        t.stage = ST_DEAL
        return 0
    return 1


@inlined
def is_due(t: Table, P: Ints, row: int) -> bool:
    """Whether a phase that does not come with every hand comes with this one."""
    at = P[row + PHASE_AT]
    if at == AT_MATCH:
        return int(t.hand_number) == 1
    if at == AT_ROUND:
        return int(t.round_hands) == 1
    return True


@part
def phase_actions(t: Table, P: Ints, seat: int, out: Ints) -> int:
    """What a seat may choose in the phase at hand; how many."""
    row = phase_row(t, P)
    count = 0
    if P[row + PHASE_KIND] == PHASE_EXCHANGE:
        bits = giveable(t, P, seat, row)
        while bits:
            kind = lowest(bits)
            bits &= bits - 1
            marked = int(t.marked[seat, kind])
            if int(t.held[seat, kind]) > marked:
                out[count] = GIVE << 16 | kind
                count += 1
            if marked:
                out[count] = GIVE << 16 | kind | MARK
                count += 1
        return count
    if P[row + PHASE_KIND] == PHASE_VOID:
        for suit in range(3):
            if P[PLAYABLE_KINDS] >> 9 * suit & 511:
                out[count] = CHOOSE << 16 | suit
                count += 1
        return count
    if P[row + PHASE_CHOICES] > 0:
        for index in range(P[row + PHASE_CHOICES]):
            out[count] = CHOOSE << 16 | P[P[row + PHASE_LIST] + index]
            count += 1
        return count
    low = ask_about(t, P, row + PHASE_LOW, seat, -1, -1)
    for value in range(low, ask_about(t, P, row + PHASE_HIGH, seat, -1, -1) + 1):
        out[count] = CHOOSE << 16 | value
        count += 1
    return count


@kernel
def giveable(t: Table, P: Ints, seat: int, row: int) -> int:
    """The kinds a seat may give away now, as bits: with `one_suit` of a suit it has enough of, then of that one."""
    kinds = int(t.held_mask[seat])
    given = int(t.gift_count[seat])
    first = (int(t.gifts[seat, 0]) & KIND) // 9 if given > 0 else -1
    allowed = 0
    for suit in range(3):
        if P[row + PHASE_FITS] and int(t.sizes[seat, suit]) + (given if suit == first else 0) >= P[row + PHASE_TILES] \
                and (given == 0 or suit == first):
            allowed |= 511 << 9 * suit
    return kinds & allowed if kinds & allowed else kinds


@part
def note_choice(t: Table, P: Ints, seat: int, action: int) -> None:
    """Note what a seat chose or gave; once all have, it takes effect and the next phase comes."""
    row = phase_row(t, P)
    if action >> 16 == GIVE:
        tile = action & 255
        lose(t, P, seat, tile)
        t.gifts[seat, int(t.gift_count[seat])] = tile
        t.gift_count[seat] += 1
        if int(t.gift_count[seat]) < min(P[row + PHASE_TILES], MOST_GIFTS):
            return
    else:
        t.choice[seat] = action & 65535
    t.asked = int(t.asked) & ~(1 << seat)
    if int(t.asked):
        return
    if action >> 16 == GIVE:
        exchange(t, P, row)
    else:
        for other in range(P[SEAT_COUNT_AT]):
            value = int(t.choice[other])
            if value >= 0:
                emit(P, EV_CHOICE, other, value, int(t.phase), 0, 0)
                slot = P[row + PHASE_MEMORY]
                if slot >= 0:
                    about = P[row + PHASE_ABOUT]
                    place = 4 * other + (other + about) % P[SEAT_COUNT_AT] if about else \
                        other if P[row + PHASE_SEATS] else 0
                    t.memory[slot + place] = value
    t.phase = int(t.phase) + 1


@part
def answer_forced(t: Table, P: Ints) -> None:
    """Answer for the seats that have only one choice."""
    out = numbers_at(P[SCRATCH])
    for seat in range(P[SEAT_COUNT_AT]):
        while int(t.asked) >> seat & 1 and phase_actions(t, P, seat, out) == 1:
            note_choice(t, P, seat, out[0])


@kernel
def exchange(t: Table, P: Ints, row: int) -> None:
    """Pass the given tiles on, all in one direction."""
    seats = P[SEAT_COUNT_AT]
    way = P[row + PHASE_DIRECTION]
    step = 1 + random_below(t, seats - 1) if way == TO_RANDOM else seats - 1 if way == TO_LEFT else \
        seats // 2 if way == TO_ACROSS else 1
    for seat in range(seats):
        for index in range(int(t.gift_count[seat])):
            tile = int(t.gifts[seat, index])
            gain(t, P, (seat + step) % seats, tile)
            emit(P, EV_GIVE, seat, tile, (seat + step) % seats, 0, 0)
        t.gift_count[seat] = 0


@inlined
def turn_up(t: Table, P: Ints, event: int, actor: int, of: int) -> None:
    """Turn up the tiles that an event brings (indicators, horses, birds), if the rulebook has any."""
    if P[EVENT_TURNED] >> event & 1:
        turn_lots(t, P, event, actor, of)


@part
def turn_lots(t: Table, P: Ints, event: int, actor: int, of: int) -> None:
    """Turn up the tiles of every lot that this event brings."""
    for lot in range(P[TURNED_LOTS]):
        row = P[AT_TURNED_LOTS] + LOT_ROW * lot
        if not P[row + LOT_ON] >> event & 1 or (P[row + LOT_OF] and not P[row + LOT_OF] >> max(of, 0) & 1):
            continue
        if P[row + LOT_ONCE] and int(t.won_now) > 0:
            continue                    # another seat has won on the same tile and turned them
        if not ask_about(t, P, row + LOT_WHEN, actor, -1, -1):
            continue
        if P[row + LOT_EACH]:
            for seat in range(P[SEAT_COUNT_AT]):
                turn_tiles(t, P, lot, seat, ask_about(t, P, row + LOT_TILES, seat, -1, -1))
        else:
            turn_tiles(t, P, lot, -1, ask_about(t, P, row + LOT_TILES, actor, -1, -1))
        if P[WILD_LOT] == lot:
            choose_wild(t, P)


@part
def turn_owed(t: Table, P: Ints, seat: int, moment: int) -> None:
    """Turn up what a kong made before has brought, if its time has come: the replacement, or the discard after it."""
    index = int(t.turned_owed) - 1
    if moment >= P[P[AT_KONGS] + KONG_ROW * index + KONG_REVEALS]:
        t.turned_owed = 0
        turn_up(t, P, ON_KONG, seat, index)


@part
def turn_tiles(t: Table, P: Ints, lot: int, seat: int, count: int) -> None:
    """Turn up so many tiles of a lot, as far as the wall has them."""
    row = P[AT_TURNED_LOTS] + LOT_ROW * lot
    for _tile in range(count):
        place = int(t.turned_count)
        if place >= TURNED_ROOM:
            return
        if P[row + LOT_FROM] == FROM_DEAD:
            tile = int(t.wall[P[WALL_SIZE] - 1 - P[DEAD_REPLACEMENTS] - place])      # before the replacements
        elif wall_left(t) <= 0:
            return
        elif P[row + LOT_FROM] == FROM_BACK:
            tile = take_back(t)
        else:
            tile = take_front(t)
        t.turned[place] = tile
        t.turned_lot[place] = lot + (32 * (1 + seat) if seat >= 0 else 0)
        t.turned_count = place + 1
        emit(P, EV_TURNED, seat, tile, lot, 0, 0)
        happen(t, P, ON_TURN_UP, seat, -1, tile, lot, 0)


@part
def choose_wild(t: Table, P: Ints) -> None:
    """The kinds that are wild, as they follow from the last tile turned up, or as they always are."""
    tile = int(t.turned[int(t.turned_count) - 1]) & KIND if int(t.turned_count) > 0 else -1
    wild = 0
    for index in range(P[WILD_KINDS_LISTED]):
        kind = ask_about(t, P, P[AT_WILD_KINDS] + index, -1, -1, tile)
        if kind >= 0:
            wild |= 1 << kind
    t.wild = wild
    emit(P, EV_WILD, -1, wild & 0x7FFFFFFF, wild >> 31, 0, 0)


@inlined
def look_for_abort(t: Table, P: Ints, event: int, actor: int, tile: int) -> None:
    """End the hand if an event aborts it."""
    if P[EVENT_ABORT] >> event & 1:
        abort_if(t, P, event, actor, tile)


@part
def abort_if(t: Table, P: Ints, event: int, actor: int, tile: int) -> None:
    """End the hand if one of the rulebook's reasons holds after this event."""
    for index in range(P[ABORTS]):
        row = P[AT_ABORTS] + ABORT_ROW * index
        if P[row + ABORT_ON] >> event & 1 and not P[row + ABORT_CHOSEN] \
                and ask_about(t, P, row + ABORT_WHEN, actor, -1, tile):
            abort_hand(t, P, index, actor)
            return


@kernel
def abort_hand(t: Table, P: Ints, index: int, actor: int) -> None:
    """End the hand without a winner."""
    t.ended = END_REDEAL if P[P[AT_ABORTS] + ABORT_ROW * index + ABORT_THEN] else END_ABORT
    emit(P, EV_ABORT, actor, index, 0, 0, 0)
    t.asked = 0
    t.offered_count = 0
    t.stage = ST_SETTLE


@kernel
def may_abort(t: Table, P: Ints, seat: int) -> int:
    """The abort a seat may call in its turn; -1 none."""
    for index in range(P[ABORTS]):
        row = P[AT_ABORTS] + ABORT_ROW * index
        if P[row + ABORT_CHOSEN] and P[row + ABORT_ON] != 1 << ON_HAND_START \
                and ask_about(t, P, row + ABORT_WHEN, seat, -1, int(t.drawn)):
            return index
    return -1
