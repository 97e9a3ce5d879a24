"""A tile lies open: who may take it, and who gets it."""

from quepu.core.calls import lowest, numbers_at
from quepu.core.completing import might_win
from quepu.core.kernel import Ints, inlined, kernel, part
from quepu.core.kong_rules import allows_kong, tiles_for_kongs, tiles_needed
from quepu.core.procedure import (
    AT_CLAIMS,
    AT_KONGS,
    AT_LAST,
    AT_SET_LIST,
    AT_SETS_OF,
    CLAIM_FIRST,
    CLAIM_FORBIDS,
    CLAIM_MUST,
    CLAIM_NOT_AFTER,
    CLAIM_ON,
    CLAIM_PRIORITY,
    CLAIM_ROW,
    CLAIM_SETS,
    CLAIM_SEVERAL,
    CLAIM_WHEN,
    CLAIM_WHO,
    CLAIM_WITH,
    CLAIMS,
    FORBIDS_LINKED,
    FORBIDS_SAME,
    KONG_KINDS,
    KONG_OF,
    KONG_PRIORITY,
    KONG_ROW,
    KONGS_LISTED,
    LAST_MUST_WIN,
    LAST_NO_CLAIMS,
    LAST_OFFERED,
    LAST_ROW,
    LAST_RULE,
    LAST_RULES,
    LAST_TILES,
    LAST_WIN_OR_DISCARD,
    OF_DISCARD,
    P_ROOM,
    P_RULES,
    SEAT_COUNT_AT,
    SEVERAL_ALL,
    SEVERAL_HIGHEST,
    SEVERAL_NEAREST,
    UNABLE_OFFERS,
    WHO_ANYONE,
    WHO_LEFT,
    WILD_CLAIM,
    WILD_MELD,
    WIN_CLAIM,
)
from quepu.core.rules import AT_BLOCK_TILES, BEST_PRESENT, BEST_TOTAL
from quepu.core.table import (
    BIND_MUST_WIN,
    BIND_NO_CLAIM,
    BIND_NO_DISCARD_WIN,
    CLAIM_PUNG,
    CLAIM_SET,
    FORBID_CHOW,
    FORBID_DISCARD_WIN,
    FORBID_LOWER,
    FORBID_PUNG,
    FORBID_SAME_TILE,
    FORBID_WIN,
    KIND,
    KONG,
    MARKS_SHIFT,
    MAY_KONG,
    MAY_PUNG,
    MAY_SET,
    MAY_WIN,
    OFFER_DISCARD,
    OFFER_FLOWER,
    PASS,
    RIVER_SEAT,
    WIN,
)
from quepu.core.tableframe import ask_about, score_hand
from quepu.core.wall import Table, wall_left


@inlined
def last_rules(t: Table, P: Ints) -> int:
    """The rules for the last tiles that hold now, as bits: the last n tiles, once the first of them is drawn."""
    found = 0
    for index in range(P[LAST_RULES]):
        row = P[AT_LAST] + LAST_ROW * index
        if wall_left(t) < -1 - P[row + LAST_TILES]:
            found |= 1 << P[row + LAST_RULE]
    return found


@inlined
def after(t: Table, P: Ints, seat: int) -> int:
    """The next seat in turn that is still in the hand."""
    seats = P[SEAT_COUNT_AT]
    other = seat + 1 if seat + 1 < seats else 0
    while int(t.out) >> other & 1 and other != seat:
        other = other + 1 if other + 1 < seats else 0
    return other


@kernel
def is_barred(t: Table, seat: int, tile: int, self_draw: bool) -> bool:
    """Whether the seat let a win go and may therefore not win on this tile."""
    forbidden = int(t.forbidden[seat])
    if int(t.dead) >> seat & 1 or forbidden & FORBID_WIN:
        return True
    if self_draw:
        return False
    return bool(forbidden & FORBID_DISCARD_WIN or int(t.binds[seat]) & BIND_NO_DISCARD_WIN
                or (forbidden & FORBID_SAME_TILE and int(t.barred[seat]) >> (tile & KIND) & 1))


@part
def can_claim_win(t: Table, P: Ints, seat: int, tile: int) -> bool:
    """Whether the seat, whose hand the offered tile may complete, may win on it."""
    claim = P[WIN_CLAIM]
    if is_barred(t, seat, tile, False):
        return False
    feeder = int(t.offered_from)
    if not ask_about(t, P, claim + CLAIM_WHEN, seat, feeder, tile):
        return False
    if score_hand(t, P, seat, tile, 0, feeder, 1) != 1:
        return False
    if int(t.forbidden[seat]) & FORBID_LOWER:
        W = numbers_at(P[P_ROOM])
        return bool(W[BEST_TOTAL] > int(t.passed_value[seat]))
    return True


@inlined
def has_rest(t: Table, R: Ints, seat: int, kind: int, block: int) -> bool:
    """Whether the seat holds the other two tiles of a set."""
    at = R[AT_BLOCK_TILES] + 3 * block
    a = R[at]
    b = R[at + 1]
    c = R[at + 2]
    if a == kind:
        a = b
        b = c
    elif b == kind:
        b = c
    if a == b:
        return int(t.held[seat, a]) >= 2
    return int(t.held[seat, a]) >= 1 and int(t.held[seat, b]) >= 1


@inlined
def rest_tile(R: Ints, kind: int, block: int, place: int) -> int:
    """The first or second of the two tiles that make a set with the claimed one."""
    at = R[AT_BLOCK_TILES] + 3 * block
    if place == 0:
        return int(R[at + 1] if R[at] == kind else R[at])
    return int(R[at + 1] if R[at + 2] == kind and R[at + 1] != kind else R[at + 2])


@inlined
def rest_is_wild(R: Ints, wild: int, kind: int, block: int) -> bool:
    """Whether a wild tile would be laid down beside the claimed one."""
    for place in range(3):
        other = R[R[AT_BLOCK_TILES] + 3 * block + place]
        if other != kind and wild >> other & 1:
            return True
    return False


@kernel
def can_make(t: Table, P: Ints, R: Ints, seat: int, claim: int, block: int, tile: int) -> int:
    """Whether a claim may make this set, whose other tiles the seat holds: MAY_PUNG, MAY_SET or 0."""
    kind = tile & KIND
    is_pung = R[R[AT_BLOCK_TILES] + 3 * block] == R[R[AT_BLOCK_TILES] + 3 * block + 2]
    if int(t.forbidden[seat]) & (FORBID_PUNG if is_pung else FORBID_CHOW):
        return 0
    if is_pung and int(t.let_go[seat]) >> kind & 1:
        return 0
    if int(t.wild) and not P[WILD_MELD] and rest_is_wild(R, int(t.wild), kind, block):
        return 0
    if P[claim + CLAIM_NOT_AFTER] and last_discard(t, seat) >= 0 and \
            swap_kinds(R, block, kind, P[claim + CLAIM_NOT_AFTER]) >> last_discard(t, seat) & 1:
        return 0
    if not ask_about(t, P, claim + CLAIM_WHEN, seat, int(t.offered_from), tile):
        return 0
    if P[claim + CLAIM_WITH] >= 0 and not may_lay(t, P, R, seat, claim, block, kind):
        return 0
    if P[claim + CLAIM_FORBIDS] and not leaves_discard(t, R, seat, block, kind, P[claim + CLAIM_FORBIDS]):
        return 0
    return MAY_PUNG if is_pung else MAY_SET


@part
def may_lay(t: Table, P: Ints, R: Ints, seat: int, claim: int, block: int, kind: int) -> bool:
    """Whether the claim allows the tiles that the seat would lay down with the claimed one."""
    for place in range(3):
        other = int(R[R[AT_BLOCK_TILES] + 3 * block + place])
        if other != kind and not ask_about(t, P, claim + CLAIM_WITH, seat, int(t.offered_from), other):
            return False
    return True


@kernel
def leaves_discard(t: Table, R: Ints, seat: int, block: int, kind: int, forbids: int) -> bool:
    """Whether the seat has a tile that it may discard once it has made this set."""
    kinds = int(t.held_mask[seat]) & ~swap_kinds(R, block, kind, forbids)
    while kinds:
        other = lowest(kinds)
        kinds &= kinds - 1
        left = int(t.held[seat, other]) + (1 if other == kind else 0)
        for place in range(3):
            left -= 1 if R[R[AT_BLOCK_TILES] + 3 * block + place] == other else 0
        if left > 0:
            return True
    return False


@kernel
def last_discard(t: Table, seat: int) -> int:
    """The kind the seat discarded last; -1 none."""
    for back in range(int(t.river_count)):
        index = int(t.river_count) - 1 - back
        if int(t.river_seat[index]) & RIVER_SEAT == seat:
            return int(t.river[index]) & KIND
    return -1


@kernel
def swap_kinds(R: Ints, block: int, kind: int, forbids: int) -> int:
    """The kinds that stand for the claimed one of a set, as bits: itself, and the one at the other end of a chow."""
    found = 1 << kind if forbids & FORBIDS_SAME else 0
    if forbids & FORBIDS_LINKED:
        low = R[R[AT_BLOCK_TILES] + 3 * block]
        if kind == low and low < 27 and low % 9 + 3 < 9 and R[R[AT_BLOCK_TILES] + 3 * block + 2] != low:
            found |= 1 << low + 3
        elif kind == low + 2 and low < 27 and low % 9 > 0:
            found |= 1 << low - 1
    return found


@inlined
def may_ask(P: Ints, claim: int, seat: int, next_seat: int) -> bool:
    """Whether the seat is one that may make this claim."""
    who = P[claim + CLAIM_WHO]
    return bool(who == WHO_ANYONE or (who == WHO_LEFT and seat == next_seat))


@kernel
def may_take(t: Table, P: Ints, R: Ints, seat: int, tile: int, next_seat: int) -> int:
    """What the seat may make with the discard, as MAY_ bits."""
    kind = tile & KIND
    found = MAY_KONG if int(t.held[seat, kind]) >= 3 and can_kong(t, P, seat, tile) else 0
    for index in range(P[CLAIMS]):
        claim = P[AT_CLAIMS] + CLAIM_ROW * index
        if P[claim + CLAIM_SETS] == 0 or not may_ask(P, claim, seat, next_seat):
            continue
        for entry in range(P[P[AT_SETS_OF] + kind], P[P[AT_SETS_OF] + kind + 1]):
            block = P[P[AT_SET_LIST] + entry]
            if P[claim + CLAIM_SETS] >> block & 1 and has_rest(t, R, seat, kind, block):
                found |= can_make(t, P, R, seat, claim, block, tile)
    return found


@kernel
def makes_kong(t: Table, P: Ints, seat: int, tile: int, index: int) -> bool:
    """Whether this discard makes a kong of the rulebook for the seat, which holds three."""
    row = P[AT_KONGS] + KONG_ROW * index
    return P[row + KONG_OF] == OF_DISCARD and P[row + KONG_KINDS] >> (tile & KIND) & 1 != 0 \
        and tiles_for_kongs(t, P) >= tiles_needed(P, row) and allows_kong(t, P, seat, row, tile, int(t.offered_from))


@part
def can_kong(t: Table, P: Ints, seat: int, tile: int) -> bool:
    """Whether this discard makes any kong for the seat."""
    for index in range(P[KONGS_LISTED]):
        if makes_kong(t, P, seat, tile, index):
            return True
    return False


@part
def offer(t: Table, P: Ints) -> None:
    """Find out who may take the offered tile, and ask them."""
    R = numbers_at(P[P_RULES])
    feeder = int(t.offered_from)
    tile = int(t.offered[0])
    kind = tile & KIND
    claim = P[WIN_CLAIM]
    winnable = claim >= 0 and P[claim + CLAIM_ON] >> int(t.offered_kind) & 1 != 0
    takeable = int(t.offered_kind) == OFFER_DISCARD and \
        last_rules(t, P) & (1 << LAST_WIN_OR_DISCARD | 1 << LAST_NO_CLAIMS | 1 << LAST_OFFERED) == 0 and \
        (int(t.wild) >> kind & 1 == 0 or P[WILD_CLAIM] != 0)
    next_seat = after(t, P, feeder)
    asked = 0
    unable = 0
    seat = next_seat
    while seat != feeder:
        t.pending[seat] = -1
        bits = 0
        if winnable and may_ask(P, claim, seat, next_seat) \
                and (int(t.offered_kind) == OFFER_FLOWER or might_win(t, P, seat, kind)):
            if can_claim_win(t, P, seat, tile):
                bits = MAY_WIN
            elif P[UNABLE_OFFERS] >> int(t.offered_kind) & 1 and score_hand(t, P, seat, kind, 0, -1, 0) >= 0:
                unable |= 1 << seat
        if takeable and not int(t.binds[seat]) & BIND_NO_CLAIM:
            bits |= may_take(t, P, R, seat, tile, next_seat)
        t.may[seat] = bits
        if bits & MAY_WIN and must_win(t, P, seat, tile):
            t.pending[seat] = WIN << 16 | tile
        elif bits:
            asked |= 1 << seat
        seat = after(t, P, seat)
    t.asked = asked
    t.unable = unable


@part
def claim_actions(t: Table, P: Ints, seat: int, out: Ints) -> int:
    """The answers a seat may give to the offered tile; how many."""
    may = int(t.may[seat])
    tile = int(t.offered[0])
    kind = tile & KIND
    count = 0
    if may & MAY_WIN:
        out[0] = WIN << 16 | tile
        if must_win(t, P, seat, tile):
            return 1
        count = 1
    if may & MAY_KONG:
        for index in range(P[KONGS_LISTED]):
            if makes_kong(t, P, seat, tile, index):
                out[count] = KONG << 16 | index << 8 | kind
                count += 1
    if may & (MAY_PUNG | MAY_SET):
        count = set_actions(t, P, seat, out, count)
    out[count] = PASS << 16
    return count + 1


@part
def must_win(t: Table, P: Ints, seat: int, tile: int) -> bool:
    """Whether a possible win has to be taken."""
    if int(t.binds[seat]) & BIND_MUST_WIN or last_rules(t, P) >> LAST_MUST_WIN & 1:
        return True
    claim = P[WIN_CLAIM]
    return claim >= 0 and ask_about(t, P, claim + CLAIM_MUST, seat, int(t.offered_from), tile) != 0


@part
def set_actions(t: Table, P: Ints, seat: int, out: Ints, count: int) -> int:
    """Add the sets the seat may make with the offered tile."""
    R = numbers_at(P[P_RULES])
    tile = int(t.offered[0])
    kind = tile & KIND
    feeder = int(t.offered_from)
    next_seat = after(t, P, feeder)
    for index in range(P[CLAIMS]):
        claim = P[AT_CLAIMS] + CLAIM_ROW * index
        if P[claim + CLAIM_SETS] == 0 or not may_ask(P, claim, seat, next_seat):
            continue
        for entry in range(P[P[AT_SETS_OF] + kind], P[P[AT_SETS_OF] + kind + 1]):
            block = P[P[AT_SET_LIST] + entry]
            made = 0
            if P[claim + CLAIM_SETS] >> block & 1 and has_rest(t, R, seat, kind, block):
                made = can_make(t, P, R, seat, claim, block, tile)
            if made:
                claim_made = (CLAIM_PUNG if made == MAY_PUNG else CLAIM_SET) << 16 | block << 8 | kind
                for marks in range(4):
                    if has_copies(t, R, seat, kind, block, marks):
                        out[count] = claim_made | marks << MARKS_SHIFT
                        count += 1
    return count


@kernel
def has_copies(t: Table, R: Ints, seat: int, kind: int, block: int, marks: int) -> bool:
    """Whether the seat can lay the other two tiles of a set with these marks: bits for the first and the second."""
    first = rest_tile(R, kind, block, 0)
    second = rest_tile(R, kind, block, 1)
    if first == second:
        wanted = (marks & 1) + (marks >> 1)
        return marks != 2 and int(t.marked[seat, first]) >= wanted \
            and int(t.held[seat, first]) - int(t.marked[seat, first]) >= 2 - wanted
    return has_copy(t, seat, first, marks & 1) and has_copy(t, seat, second, marks >> 1)


@inlined
def has_copy(t: Table, seat: int, kind: int, mark: int) -> bool:
    """Whether the seat holds a copy of a kind with a mark, or one without."""
    marked = int(t.marked[seat, kind])
    return marked > 0 if mark else int(t.held[seat, kind]) > marked


@kernel
def priority_of(P: Ints, action: int) -> int:
    """How strong a claim is; 0 for a pass."""
    kind = action >> 16
    if kind == KONG:
        return int(P[P[AT_KONGS] + KONG_ROW * (action >> 8 & 255) + KONG_PRIORITY])
    if kind == CLAIM_SET or kind == CLAIM_PUNG:
        for index in range(P[CLAIMS]):
            claim = P[AT_CLAIMS] + CLAIM_ROW * index
            if P[claim + CLAIM_SETS] >> (action >> 8 & 255) & 1:
                return int(P[claim + CLAIM_PRIORITY])
    return 0


@part
def winning_seats(t: Table, P: Ints) -> int:
    """The seats that win on the offered tile, as bits: one, all or the highest, as the rulebook has it."""
    feeder = int(t.offered_from)
    first = -1
    every = 0
    seat = after(t, P, feeder)
    while seat != feeder:
        if int(t.pending[seat]) >> 16 == WIN and int(t.pending[seat]) >= 0:
            every |= 1 << seat
            if first < 0:
                first = seat
        seat = after(t, P, seat)
    if first < 0:
        return 0
    other = best_claim(t, P)
    if other >= 0 and priority_of(P, int(t.pending[other])) > P[P[WIN_CLAIM] + CLAIM_PRIORITY]:
        return 0                        # unusual, but a rulebook may put another claim first
    way = P[P[WIN_CLAIM] + CLAIM_SEVERAL]
    if way == SEVERAL_ALL:
        return every
    if way == SEVERAL_NEAREST and every & every - 1:
        return 1 << nearest_of(t, P, every, first)
    if way == SEVERAL_HIGHEST and every & every - 1:
        best = -1
        seat = first
        while seat != feeder:
            if every >> seat & 1:
                score_hand(t, P, seat, int(t.pending[seat]) & 255, 0, feeder, 1)
                total = int(numbers_at(P[P_ROOM])[BEST_TOTAL])
                if total > best:
                    best = total
                    first = seat
            seat = after(t, P, seat)
    return 1 << first


@part
def nearest_of(t: Table, P: Ints, winners: int, first: int) -> int:
    """The winner nearest in turn among those with a fan that goes before others, or `first` if none has one."""
    claim = P[WIN_CLAIM] + CLAIM_FIRST
    feeder = int(t.offered_from)
    seat = first
    while seat != feeder and P[claim] | P[claim + 1] | P[claim + 2]:
        if winners >> seat & 1:
            score_hand(t, P, seat, int(t.offered[0]), 0, feeder, 1)
            W = numbers_at(P[P_ROOM])
            for word in range(3):
                if W[BEST_PRESENT + word] & P[claim + word]:
                    return seat
        seat = after(t, P, seat)
    return first


@part
def best_claim(t: Table, P: Ints) -> int:
    """The seat whose claim goes first; -1 if all passed."""
    feeder = int(t.offered_from)
    best = 0
    found = -1
    seat = after(t, P, feeder)
    while seat != feeder:
        if int(t.pending[seat]) >= 0:
            strength = priority_of(P, int(t.pending[seat]))
            if strength > best:
                best = strength
                found = seat
        seat = after(t, P, seat)
    return found
