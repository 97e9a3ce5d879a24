"""The greedy bot: always the answer after which the fewest tiles are missing, then the one with the most live tiles.

It wins when it can, lays flowers aside, declares ready when it can, and claims only what brings it nearer.
It passes on tiles of its shortest suit and voids that one.
"""

from quepu.core.advance import legal_into
from quepu.core.calls import lowest, numbers_at
from quepu.core.kernel import Ints, inlined, kernel, part
from quepu.core.nearness import (
    N_AT_POWERS,
    N_AT_SET_MASKS,
    N_HELD,
    N_KEYS,
    N_LAID,
    N_MELDS,
    N_WILD_KINDS,
    N_WILDS,
    NEAR_FAR,
    missing_here,
    put_hand,
)
from quepu.core.phases import phase_row
from quepu.core.procedure import (
    AS_NONE,
    AT_COPIES,
    AT_KONGS,
    AT_TURNED_LOTS,
    BONUS_KINDS,
    BOT_ROOM,
    KONG_COUNTS_AS,
    KONG_LEAST,
    KONG_OF,
    KONG_ROW,
    LAID_FROM,
    LOT_ROW,
    LOT_SEEN,
    OF_DISCARD,
    OF_HAND,
    P_NEAR,
    P_RULES,
    PHASE_KIND,
    PHASE_VOID,
    SCRATCH,
    SEAT_COUNT_AT,
    SEEN_ALL,
    SEEN_READY,
)
from quepu.core.rules import AT_BLOCK_TILES, AT_MELD_KIND
from quepu.core.situation import LOTS
from quepu.core.table import (
    CLAIM_PUNG,
    CLAIM_SET,
    DECLARE,
    DISCARD,
    FLOWER,
    FORM_ADDED_KONG,
    FORM_CONCEALED_KONG,
    FORM_MELDED_KONG,
    GIVE,
    KIND,
    KONG,
    PASS,
    RIVER_CLAIMED,
    ST_CLAIMS,
    ST_OWN,
    ST_PHASE,
    WIN,
)
from quepu.core.useful import picked_discard, useful_after_discards
from quepu.core.wall import Table

# -- the bots' room: what they look at while they decide --
BOT_LEFT = 0                # 42: copies of each kind that a seat cannot see
BOT_SEEN = 48               # the hand that `core.aware` looks at
BOT_BEFORE = 504            # 4: the players' points before the hand
BOT_ROOM_SIZE = 512


@inlined
def sees_turned(t: Table, P: Ints, seat: int, lot: int) -> bool:
    """Whether a seat may look at a turned tile: one of the table's lots or its own, that lies open to it."""
    seen = P[P[AT_TURNED_LOTS] + LOT_ROW * (lot & LOTS - 1) + LOT_SEEN]
    if lot >= LOTS and lot // LOTS != 1 + seat:
        return False
    return bool(seen == SEEN_ALL or (seen == SEEN_READY and int(t.declared[seat]) > 0))


@part
def count_left(t: Table, P: Ints, seat: int) -> None:
    """The copies of each kind that the seat does not see, in the bots' room: neither its own nor open on the table."""
    room = numbers_at(P[BOT_ROOM])
    R = numbers_at(P[P_RULES])
    for kind in range(42):
        room[BOT_LEFT + kind] = P[AT_COPIES + kind] - int(t.held[seat, kind])
    for index in range(int(t.river_count)):
        if not int(t.river_seat[index]) & RIVER_CLAIMED:
            room[BOT_LEFT + (int(t.river[index]) & KIND)] -= 1
    for index in range(int(t.turned_count)):
        if sees_turned(t, P, seat, int(t.turned_lot[index])):
            room[BOT_LEFT + (int(t.turned[index]) & KIND)] -= 1
    for other in range(P[SEAT_COUNT_AT]):
        for kind in range(P[LAID_FROM], 42):
            room[BOT_LEFT + kind] -= int(t.aside[other, kind])
        for place in range(int(t.meld_count[other])):
            form = int(t.meld_form[other, place])
            if form == FORM_CONCEALED_KONG and other != seat:
                continue
            first = R[AT_BLOCK_TILES] + 3 * int(t.meld_set[other, place])
            for index in range(3):
                room[BOT_LEFT + R[first + index]] -= 1
            if form == FORM_MELDED_KONG or form == FORM_ADDED_KONG or form == FORM_CONCEALED_KONG:
                room[BOT_LEFT + R[first]] -= 1


@kernel
def put_away(t: Table, N: Ints, seat: int, kind: int, copies: int) -> None:
    """Take so many tiles of a kind out of the hand in N, all that are above what the seat then has left."""
    if int(N[N_WILD_KINDS]) >> kind & 1:
        N[N_WILDS] -= copies
        return
    if kind < 34:
        N[N_KEYS + kind // 9] -= copies * int(N[int(N[N_AT_POWERS]) + (1 << kind % 9)])
    for _copy in range(copies):
        place = N_HELD + 3
        while place > N_HELD and not int(N[place]) >> kind & 1:
            place -= 1
        N[place] &= ~(1 << kind)
    if int(t.held[seat, kind]) > copies:
        N[N_HELD] |= 1 << kind          # where copies are not told apart


@inlined
def block_made(R: Ints, P: Ints, action: int) -> int:
    """The set that a claim or kong lays down; -1 none."""
    if action >> 16 == CLAIM_SET or action >> 16 == CLAIM_PUNG:
        return action >> 8 & 255
    row = P[AT_KONGS] + KONG_ROW * (action >> 8 & 255)
    if P[row + KONG_COUNTS_AS] == AS_NONE or (P[row + KONG_OF] != OF_DISCARD and P[row + KONG_OF] != OF_HAND):
        return -1
    return int(R[R[AT_MELD_KIND] + 42 + (action & KIND)])


@inlined
def kong_takes(P: Ints, action: int) -> int:
    """How many tiles of its kind a kong takes from the hand."""
    row = P[AT_KONGS] + KONG_ROW * (action >> 8 & 255)
    if P[row + KONG_OF] == OF_DISCARD:
        return 3
    return int(P[row + KONG_LEAST]) if P[row + KONG_OF] == OF_HAND else 1


@inlined
def tile_taken(R: Ints, block: int, kind: int, place: int) -> int:
    """The tile that a claim takes from the hand for a place of the set; -1 for the claimed tile's own place."""
    at = R[AT_BLOCK_TILES] + 3 * block
    tile = R[at + place]
    if tile != kind:
        return int(tile)
    for before in range(place):
        if R[at + before] == kind:
            return int(tile)
    return -1


@part
def missing_with(t: Table, P: Ints, seat: int, action: int) -> int:
    """The fewest tiles missing once the seat has made a claim or kong; with a discard to come if it is a claim."""
    N = numbers_at(P[P_NEAR])
    R = numbers_at(P[P_RULES])
    put_hand(t, N, seat)
    kind = action & KIND
    block = block_made(R, P, action)
    if action >> 16 == KONG:
        put_away(t, N, seat, kind, kong_takes(P, action))
    elif action >> 16 == CLAIM_PUNG:
        put_away(t, N, seat, kind, 2)
    else:
        for place in range(3):
            taken = tile_taken(R, block, kind, place)
            if taken >= 0:
                put_away(t, N, seat, taken, 1)
    if block >= 0:
        N[N_MELDS] += 1
        N[N_LAID] |= N[int(N[N_AT_SET_MASKS]) + block]
    return missing_here(N, 1)


@part
def missing_now(t: Table, P: Ints, seat: int) -> int:
    """The fewest tiles missing for the seat's hand as it is."""
    N = numbers_at(P[P_NEAR])
    put_hand(t, N, seat)
    return missing_here(N, 1)


@part
def look_at_discards(t: Table, P: Ints, seat: int, may: int) -> int:
    """What `useful_after_discards` says; what is left must have been counted."""
    return int(useful_after_discards(t, numbers_at(P[P_NEAR]), seat, numbers_at(P[BOT_ROOM]), may))


@part
def greedy_discard(t: Table, P: Ints, seat: int, may: int) -> int:
    """The kind to discard among kinds given as bits."""
    count_left(t, P, seat)
    return int(picked_discard(t, numbers_at(P[P_NEAR]), seat, may, look_at_discards(t, P, seat, may)))


@inlined
def kinds_of(out: Ints, count: int, sort: int) -> int:
    """The kinds of all answers of one sort in a list, as bits."""
    found = 0
    for index in range(count):
        if out[index] >> 16 == sort:
            found |= 1 << (out[index] & KIND)
    return found


@inlined
def answer_with(out: Ints, count: int, sort: int, kind: int) -> int:
    """The first answer of a sort with this kind; a tile without a mark stands before one with."""
    for index in range(count):
        if out[index] >> 16 == sort and out[index] & KIND == kind:
            return int(out[index])
    return int(out[count - 1])


@part
def greedy_kong(t: Table, P: Ints, seat: int, out: Ints, count: int) -> int:
    """A kong among the seat's answers that takes it no further away; -1 none."""
    found = -1
    now = NEAR_FAR
    for index in range(count):
        if out[index] >> 16 == KONG:
            if found < 0 and now == NEAR_FAR:
                now = max(1, missing_now(t, P, seat))
            if missing_with(t, P, seat, out[index]) <= now:
                found = int(out[index])
    return found


@part
def greedy_own(t: Table, P: Ints, seat: int, out: Ints, count: int) -> int:
    """What to do in the own turn."""
    kong = greedy_kong(t, P, seat, out, count)
    if kong >= 0:
        return kong
    declares = kinds_of(out, count, DECLARE)
    if declares:
        return answer_with(out, count, DECLARE, greedy_discard(t, P, seat, declares))
    discards = kinds_of(out, count, DISCARD)
    if discards == 0:
        return int(out[0])
    if discards & P[BONUS_KINDS]:       # a flower for which there is no tile left
        return answer_with(out, count, DISCARD, lowest(discards & P[BONUS_KINDS]))
    return answer_with(out, count, DISCARD, greedy_discard(t, P, seat, discards))


@part
def greedy_claim(t: Table, P: Ints, seat: int, out: Ints, count: int) -> int:
    """The claim that brings the seat nearest, or a pass."""
    fewest = missing_now(t, P, seat)
    best = int(out[count - 1])
    for index in range(count):
        if out[index] >> 16 != PASS:
            missing = max(1, missing_with(t, P, seat, out[index]))      # a tile has still to be discarded
            if missing < fewest:
                fewest = missing
                best = int(out[index])
    return best


@inlined
def sure_answer(out: Ints, count: int) -> int:
    """An answer that no bot thinks about: the only one, a win, a flower; -1 there is a choice."""
    if count == 1:
        return int(out[0])
    for index in range(count):
        if out[index] >> 16 == WIN or out[index] >> 16 == FLOWER:
            return int(out[index])
    return -1


@kernel
def links_of(t: Table, seat: int, kind: int) -> int:
    """How well a tile fits the others of its hand: equal ones, neighbours, and those one further away."""
    links = 3 * (int(t.held[seat, kind]) - 1)
    if kind < 27:
        first = kind - kind % 9
        for other in range(max(first, kind - 2), min(first + 9, kind + 3)):
            if other != kind and int(t.held[seat, other]) > 0:
                links += 3 - abs(other - kind)
    return links


@kernel
def suit_worth(t: Table, seat: int, suit: int) -> int:
    """What a suit is worth to a hand: how many tiles it has, then how well they fit."""
    links = 0
    for kind in range(9 * suit, min(9 * suit + 9, 34)):
        if int(t.held[seat, kind]) > 0:
            links += int(t.held[seat, kind]) * links_of(t, seat, kind)
    return 1000 * int(t.sizes[seat, suit]) + links


@part
def phase_answer(t: Table, P: Ints, seat: int, out: Ints, count: int) -> int:
    """What to answer before the first turn: give of the shortest suit, void that one, else the first there is."""
    best = int(out[0])
    least = 1 << 40
    gives = out[0] >> 16 == GIVE
    if not gives and P[phase_row(t, P) + PHASE_KIND] != PHASE_VOID:
        return best
    for index in range(count):
        kind = out[index] & KIND
        worth = suit_worth(t, seat, kind // 9) * 100 + links_of(t, seat, kind) if gives else suit_worth(t, seat, kind)
        if worth < least:
            least = worth
            best = int(out[index])
    return best


@part
def choose_greedy(t: Table, P: Ints, seat: int) -> int:
    """What the greedy bot answers for a seat."""
    out = numbers_at(P[SCRATCH])
    count = legal_into(t, P, seat, out)
    sure = sure_answer(out, count)
    if sure >= 0:
        return sure
    if int(t.stage) == ST_OWN:
        return greedy_own(t, P, seat, out, count)
    if int(t.stage) == ST_CLAIMS:
        return greedy_claim(t, P, seat, out, count)
    return phase_answer(t, P, seat, out, count) if int(t.stage) == ST_PHASE else int(out[0])
