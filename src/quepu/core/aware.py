"""The aware bot: greedy towards hands that may win, by the rulebook's minimum and duties.

It goes for the nearest aims (`core.aiming`); near the end it asks the scorer itself.
"""

from quepu.core.advance import legal_into
from quepu.core.aiming import AIM_CLAIM_PERCENT, AIM_ON, AIM_SELF_DRAW, look, see_claim, see_hand, weigh_tiles
from quepu.core.calls import lowest, numbers_at
from quepu.core.completing import might_win
from quepu.core.greedy import (
    BOT_LEFT,
    answer_with,
    choose_greedy,
    count_left,
    greedy_discard,
    greedy_own,
    kinds_of,
    look_at_discards,
    missing_now,
    missing_with,
    phase_answer,
    sure_answer,
    tile_taken,
)
from quepu.core.kernel import Ints, part
from quepu.core.nearness import (
    N_AFTER,
    N_USEFUL,
)
from quepu.core.procedure import (
    BONUS_KINDS,
    BOT_AIMS,
    BOT_ROOM,
    P_NEAR,
    P_RULES,
    PLAYABLE_KINDS,
    SCRATCH,
    SEAT_COUNT_AT,
)
from quepu.core.table import (
    CLAIM_PUNG,
    DECLARE,
    DISCARD,
    FORM_PUNG,
    FORM_SET,
    KIND,
    KONG,
    PASS,
    ST_CLAIMS,
    ST_OWN,
    ST_PHASE,
)
from quepu.core.tableframe import score_hand
from quepu.core.wall import Table, copy_of, gain, lose


@part
def legal_on(t: Table, P: Ints, seat: int, tile: int) -> bool:
    """Whether the seat's hand, one tile short, would be a legal win on this tile, as a plain discard or self-drawn."""
    A = numbers_at(P[BOT_AIMS])
    if A[AIM_SELF_DRAW]:
        gain(t, P, seat, tile)
        found = score_hand(t, P, seat, tile, 1, -1, 0)
        lose(t, P, seat, tile)
    else:
        found = score_hand(t, P, seat, tile, 0, (seat + 1) % P[SEAT_COUNT_AT], 0)
    return bool(found == 1)


@part
def live_wins(t: Table, P: Ints, seat: int, waits: int) -> int:
    """How many live tiles of these kinds would be legal wins for the seat."""
    room = numbers_at(P[BOT_ROOM])
    live = 0
    while waits:
        kind = lowest(waits)
        waits &= waits - 1
        if room[BOT_LEFT + kind] > 0 and might_win(t, P, seat, kind) and legal_on(t, P, seat, kind):
            live += int(room[BOT_LEFT + kind])
    return live


@part
def ready_discard(t: Table, P: Ints, seat: int, may: int) -> int:
    """The discard that leaves the most live winning tiles, as 100 * tiles + kind.

    -1: no discard makes the hand ready; -2: some do, and none of them leaves a legal win.
    """
    N = numbers_at(P[P_NEAR])
    if look_at_discards(t, P, seat, may) != 1:
        return -1
    best = -2
    rest = int(t.held_mask[seat]) & may & ~int(t.wild)
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        if N[N_AFTER + kind] == 1 and N[N_USEFUL + kind]:
            tile = copy_of(t, seat, kind)
            lose(t, P, seat, tile)
            live = live_wins(t, P, seat, int(N[N_USEFUL + kind]))
            gain(t, P, seat, tile)
            if live > 0:
                best = max(best, 100 * live + kind)
    return best


@part
def aware_discard(t: Table, P: Ints, seat: int, may: int) -> int:
    """The kind to discard among kinds given as bits."""
    count_left(t, P, seat)
    ready = ready_discard(t, P, seat, may)
    if ready >= 0:
        return ready % 100
    see_hand(t, P, seat)
    if look(t, P, 2 if ready == -2 else 1) == 0:
        return greedy_discard(t, P, seat, may)
    return greedy_discard(t, P, seat, weigh_tiles(t, P, may))


@part
def claim_ready(t: Table, P: Ints, seat: int, action: int) -> int:
    """What `ready_discard` says once the seat has made a claim, which is tried and taken back."""
    R = numbers_at(P[P_RULES])
    kind = action & KIND
    block = action >> 8 & 255
    place = int(t.meld_count[seat])
    first = second = -1
    for index in range(3):
        taken = tile_taken(R, block, kind, index)
        if taken >= 0:
            tile = copy_of(t, seat, taken)
            lose(t, P, seat, tile)
            if first < 0:
                first = tile
            else:
                second = tile
    t.meld_set[seat, place] = block
    t.meld_form[seat, place] = FORM_PUNG if action >> 16 == CLAIM_PUNG else FORM_SET
    t.meld_marks[seat, place] = 0
    t.meld_count[seat] = place + 1
    found = ready_discard(t, P, seat, P[PLAYABLE_KINDS])
    t.meld_count[seat] = place
    gain(t, P, seat, first)
    gain(t, P, seat, second)
    return found


@part
def aware_claim(t: Table, P: Ints, seat: int, out: Ints, count: int) -> int:
    """The claim that leads nearest to a legal win, or a pass."""
    A = numbers_at(P[BOT_AIMS])
    count_left(t, P, seat)
    least = 1
    if missing_now(t, P, seat) <= 1:
        least = 2
        if live_wins(t, P, seat, P[PLAYABLE_KINDS]):
            return int(out[count - 1])
    see_hand(t, P, seat)
    before = look(t, P, least)
    best = int(out[count - 1])
    most = before * A[AIM_CLAIM_PERCENT] // 100
    ready = 0
    for index in range(count):
        action = int(out[index])
        if action >> 16 == PASS:
            continue
        least = 1
        if action >> 16 != KONG and missing_with(t, P, seat, action) <= 1:
            found = claim_ready(t, P, seat, action)
            if found > ready:
                ready = found
                best = action
            least = 2
        if ready == 0:
            see_hand(t, P, seat)
            see_claim(t, P, action)
            after = look(t, P, least)
            if after > most:
                most = after
                best = action
    return best


@part
def aware_kong(t: Table, P: Ints, seat: int, out: Ints, count: int) -> int:
    """A kong among the answers that leaves the best aim as near as it is; -1 none."""
    best = -1
    most = -1
    for index in range(count):
        if out[index] >> 16 == KONG:
            if most < 0:
                count_left(t, P, seat)
                see_hand(t, P, seat)
                most = look(t, P, 1)
            see_hand(t, P, seat)
            see_claim(t, P, int(out[index]))
            after = look(t, P, 1)
            if after > 0 and after >= most:
                most = after
                best = int(out[index])
    return best


@part
def aware_own(t: Table, P: Ints, seat: int, out: Ints, count: int) -> int:
    """What to do in the own turn."""
    kong = aware_kong(t, P, seat, out, count)
    if kong >= 0:
        return kong
    discards = kinds_of(out, count, DISCARD)
    if discards == 0 or discards & P[BONUS_KINDS] or kinds_of(out, count, DECLARE):
        return greedy_own(t, P, seat, out, count)
    return answer_with(out, count, DISCARD, aware_discard(t, P, seat, discards))


@part
def choose_aware(t: Table, P: Ints, seat: int) -> int:
    """What the aware bot answers for a seat; the greedy one's answer where the rulebook asks nothing of a win."""
    if P[BOT_AIMS] == 0 or numbers_at(P[BOT_AIMS])[AIM_ON] == 0:
        return choose_greedy(t, P, seat)
    out = numbers_at(P[SCRATCH])
    count = legal_into(t, P, seat, out)
    sure = sure_answer(out, count)
    if sure >= 0:
        return sure
    if int(t.stage) == ST_OWN:
        return aware_own(t, P, seat, out, count)
    if int(t.stage) == ST_CLAIMS:
        return aware_claim(t, P, seat, out, count)
    return phase_answer(t, P, seat, out, count) if int(t.stage) == ST_PHASE else int(out[0])
