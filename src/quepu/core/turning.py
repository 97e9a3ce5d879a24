"""A kong that turns tiles up in place of a replacement (开杠): its maker wins on one of them, or they are discards."""

from quepu.core.claims import after, can_claim_win, is_barred, last_rules, may_ask, must_win
from quepu.core.completing import might_win
from quepu.core.kernel import Ints, inlined, part
from quepu.core.passing import lift_passes, pass_own_win
from quepu.core.phases import turn_owed
from quepu.core.procedure import (
    AT_KONGS,
    CLAIM_ON,
    KONG_ROW,
    KONG_TURNS,
    LAST_MUST_WIN,
    ON_DISCARDED,
    REPLACE_FROM_BACK,
    REVEALS_DISCARD,
    SELF_DRAW_WINS,
    UNTIL_OWN_DISCARD,
    WIN_CLAIM,
)
from quepu.core.settle import after_win, win
from quepu.core.table import (
    BIND_MUST_WIN,
    DREW_TURNED,
    EV_DISCARD,
    EV_KONG_TURNED,
    KIND,
    MAY_WIN,
    OFFER_DISCARD,
    OFFER_ROOM,
    OFFER_TURNED,
    PASS,
    RIVER_DRAWN,
    ST_OFFER,
    ST_SETTLE,
    WIN,
)
from quepu.core.tableframe import happen, score_hand
from quepu.core.turn import pass_turn
from quepu.core.wall import Table, emit, gain, lose, take_back, take_front, wall_left


@part
def turn_for_kong(t: Table, P: Ints) -> int:
    """Turn up the tiles of the kong that stands; the answer to give for its maker, -1 if he is asked."""
    seat = int(t.turn)
    count = min(P[P[AT_KONGS] + KONG_ROW * (int(t.kong_pending) >> 8) + KONG_TURNS], OFFER_ROOM, wall_left(t))
    for place in range(count):
        tile = take_back(t) if P[REPLACE_FROM_BACK] else take_front(t)
        t.offered[place] = tile
        emit(P, EV_KONG_TURNED, seat, tile, 0, 0, 0)
    t.offered_count = count
    t.offered_from = seat
    t.offered_kind = OFFER_TURNED
    t.drawn = -1
    t.draw_kind = DREW_TURNED
    t.turned_wins = 1
    wins = 0
    first = 0
    for place in range(count - 1, -1, -1):
        if wins_by_turning(t, P, seat, int(t.offered[place])):
            wins += 1
            first = place
    t.turned_wins = wins
    t.may[seat] = MAY_WIN if wins > 0 else 0
    if wins == 0:
        return PASS << 16
    if int(t.binds[seat]) & BIND_MUST_WIN or last_rules(t, P) >> LAST_MUST_WIN & 1:
        return WIN << 16 | 1 + first << 8 | int(t.offered[first])
    t.asked = 1 << seat
    return -1


@part
def wins_by_turning(t: Table, P: Ints, seat: int, tile: int) -> bool:
    """Whether a turned tile is a win for the maker of the kong, as if it had been drawn."""
    if not P[SELF_DRAW_WINS] or not might_win(t, P, seat, tile & KIND) or is_barred(t, seat, tile, True):
        return False
    gain(t, P, seat, tile)
    found = score_hand(t, P, seat, tile, 1, -1, 1)
    lose(t, P, seat, tile)
    return found == 1


@part
def turned_actions(t: Table, P: Ints, seat: int, out: Ints) -> int:
    """The turned tiles the maker of the kong may win on, each kind once, or to let them go."""
    count = 0
    if int(t.may[seat]) & MAY_WIN:
        for place in range(int(t.offered_count)):
            tile = int(t.offered[place])
            again = False
            for before in range(place):
                if int(t.offered[before]) == tile:
                    again = True
            if not again and wins_by_turning(t, P, seat, tile):
                out[count] = WIN << 16 | 1 + place << 8 | tile
                count += 1
    out[count] = PASS << 16
    return count + 1


@part
def win_by_turning(t: Table, P: Ints, seat: int, action: int) -> None:
    """The maker of the kong wins on a turned tile; the others lie in his river."""
    tile = action & 255
    gain(t, P, seat, tile)
    t.drawn = tile
    win(t, P, seat, tile, -1, 1, 1)
    lay_turned(t, P, (action >> 8 & 255) - 1)
    t.offered_count = 0


@part
def lay_turned(t: Table, P: Ints, won: int) -> None:
    """The turned tiles are discards, all but the one that was won on (-1: none), and are offered."""
    seat = int(t.turn)
    for place in range(int(t.offered_count)):
        if place == won:
            continue
        tile = int(t.offered[place])
        at = int(t.river_count)
        t.river[at] = tile
        t.river_seat[at] = seat | RIVER_DRAWN
        t.river_count = at + 1
        t.turn_count += 1
        emit(P, EV_DISCARD, seat, tile, 1, 0, 0)
        if won < 0:
            happen(t, P, ON_DISCARDED, seat, -1, tile, -1, 2)
    if int(t.turned_owed):
        turn_owed(t, P, seat, REVEALS_DISCARD)
    lift_passes(t, P, seat, UNTIL_OWN_DISCARD)
    t.turned_wins = 0
    t.stage = ST_OFFER


@part
def do_turned(t: Table, P: Ints, seat: int, action: int) -> None:
    """Do what the maker of a kong chose when its tiles were turned up."""
    t.asked = 0
    if action >> 16 != WIN:
        if int(t.may[seat]) & MAY_WIN:
            pass_own_win(t, P, seat)
        lay_turned(t, P, -1)
        return
    win_by_turning(t, P, seat, action)
    if after_win(t, P, 1 << seat):
        pass_turn(t, P)
    else:
        t.stage = ST_SETTLE


@inlined
def can_win_on(t: Table, P: Ints, seat: int, place: int) -> bool:
    """Whether the seat may win on one of several tiles that lie open; of two equal ones only the first counts."""
    tile = int(t.offered[place])
    for before in range(place):
        if int(t.offered[before]) == tile:
            return False
    return might_win(t, P, seat, tile & KIND) and can_claim_win(t, P, seat, tile)


@part
def offer_turned(t: Table, P: Ints) -> None:
    """Ask who may win on the tiles a kong has turned up: they are discards, but nothing else may be made of them."""
    feeder = int(t.offered_from)
    claim = P[WIN_CLAIM]
    winnable = claim >= 0 and P[claim + CLAIM_ON] >> OFFER_DISCARD & 1 != 0
    next_seat = after(t, P, feeder)
    asked = 0
    seat = next_seat
    while seat != feeder:
        t.pending[seat] = -1
        t.may[seat] = 0
        for place in range(int(t.offered_count)):
            if winnable and int(t.may[seat]) == 0 and may_ask(P, claim, seat, next_seat) \
                    and can_win_on(t, P, seat, place):
                t.may[seat] = MAY_WIN
                tile = int(t.offered[place])
                if must_win(t, P, seat, tile):
                    t.pending[seat] = WIN << 16 | 1 + place << 8 | tile
                else:
                    asked |= 1 << seat
        seat = after(t, P, seat)
    t.asked = asked
    t.unable = 0


@part
def turned_claims(t: Table, P: Ints, seat: int, out: Ints) -> int:
    """The tiles turned up by a kong that the seat may win on; how many answers."""
    count = 0
    if int(t.may[seat]) & MAY_WIN:
        for place in range(int(t.offered_count)):
            if can_win_on(t, P, seat, place):
                out[count] = WIN << 16 | 1 + place << 8 | int(t.offered[place])
                count += 1
    out[count] = PASS << 16
    return count + 1
