"""The course of a hand: from one decision to the next, and what a seat's answer brings about.

`advance` goes on until somebody has to decide; `legal_into` says what a seat may answer; `act` takes the answer.
"""

from quepu.core.calls import numbers_at, ones
from quepu.core.claims import (
    after,
    best_claim,
    claim_actions,
    last_rules,
    offer,
    winning_seats,
)
from quepu.core.falsewin import false_win, shown_total
from quepu.core.flowers import (
    answer_flower,
    flower_laid,
    lay_drawn,
    replace_dealt,
    replace_flower,
    watch_flower,
)
from quepu.core.fresh import open_hand
from quepu.core.kernel import Ints, part
from quepu.core.kongs import draw_tile, finish_kong, own_kong
from quepu.core.last_tiles import answer_round, ask_round, begin_round, offered_rule
from quepu.core.openings import answer_opening, ask_openings, opening_actions
from quepu.core.passing import lift_passes, note_passes, pass_own_win
from quepu.core.phases import (
    abort_hand,
    answer_forced,
    choose_wild,
    look_for_abort,
    note_choice,
    open_phase,
    phase_actions,
    phase_row,
    turn_owed,
    turn_up,
)
from quepu.core.procedure import (
    BONUS_KINDS,
    CLAIM_THREE,
    DICE_COUNT,
    DISCARD_RULES,
    LAST_DRAW_ONLY,
    LAST_MUST_WIN,
    ON_DRAW,
    ON_HAND_START,
    PHASE_KIND,
    PHASE_OPENING,
    RESERVE,
    REVEALS_DRAW,
    SCRATCH,
    SEAT_COUNT_AT,
    UNTIL_OWN_DRAW,
    WILD_FIXED,
    WILD_WAY,
    WIN_CLAIM,
)
from quepu.core.settle import (
    after_win,
    settle,
    win,
)
from quepu.core.table import (
    BIND_DISCARD_DRAWN,
    BIND_MUST_WIN,
    CALL_ABORT,
    DECLARE,
    DISCARD,
    DREW_DEAL,
    DREW_OFFERED,
    DREW_WALL,
    END_ABORT,
    END_NONE,
    EV_DICE,
    EV_HAND,
    FALSE_WIN,
    FLOWER,
    KIND,
    KONG,
    MAY_WIN,
    OFFER_ADDED_KONG,
    OFFER_CONCEALED_KONG,
    OFFER_DISCARD,
    OFFER_FLOWER,
    OFFER_TURNED,
    PASS,
    ST_CLAIMS,
    ST_DEAL,
    ST_DRAW,
    ST_FLOWERS,
    ST_KONG,
    ST_LAID,
    ST_LAST,
    ST_OFFER,
    ST_OVER,
    ST_OWN,
    ST_PHASE,
    ST_SETTLE,
    ST_STAKE,
    ST_TURNED,
    TAKE,
    WIN,
)
from quepu.core.tableframe import ask_about, happen
from quepu.core.turn import (
    answer_stake,
    can_win_now,
    declare,
    discard,
    lay_flower,
    may_declare_falsely,
    own_actions,
    pass_turn,
    stake_actions,
    stand_by,
    take_claim,
)
from quepu.core.turning import do_turned, offer_turned, turn_for_kong, turned_actions, turned_claims
from quepu.core.wall import Table, copy_of, deal_into, emit, lose, seed_into, shuffle_into, wall_left


@part
def begin_hand(t: Table, P: Ints, shuffles: int) -> None:
    """Begin the next hand of the match and go on to its first decision; with `shuffles` 0 the wall is as it was put."""
    open_hand(t, P)
    if shuffles:
        seed_into(t, int(t.hand_number) - 1)
        shuffle_into(t, P)
    emit(P, EV_HAND, -1, int(t.hand_number), int(t.rounds), int(t.dealer), int(t.player[0]))
    t.stage = ST_PHASE
    advance(t, P)


@part
def deal(t: Table, P: Ints) -> None:
    """Deal; then flowers are laid aside."""
    t.reserve = ask_about(t, P, RESERVE, 0, -1, -1)
    if P[DICE_COUNT] > 0:
        emit(P, EV_DICE, -1, 0, 0, 0, 0)
    deal_into(t, P)
    t.dealt = 1
    t.turn = 0
    t.draw_kind = DREW_DEAL
    t.stage = ST_FLOWERS


@part
def open_flowers(t: Table, P: Ints) -> None:
    """Flowers of the deal; when all are replaced the dealer's turn begins."""
    if not replace_dealt(t, P):
        return
    t.turn = 0
    t.drawn = -1
    t.draw_kind = DREW_DEAL
    t.asked = 0
    if P[WILD_WAY] == WILD_FIXED:
        choose_wild(t, P)
    turn_up(t, P, ON_HAND_START, 0, -1)
    happen(t, P, ON_HAND_START, -1, -1, -1, -1, 0)
    t.stage = ST_PHASE


@part
def next_phase(t: Table, P: Ints) -> None:
    """Go on to the next phase, or to the dealer's first turn."""
    opened = open_phase(t, P)
    if opened == 2:
        ask_openings(t, P)
        return
    answer_forced(t, P)
    if opened and int(t.stage) == ST_PHASE:
        if int(t.out) & 1:              # the dealer has won by its flowers and left
            pass_turn(t, P)
            return
        t.stage = ST_OWN
        t.may[0] = MAY_WIN if can_win_now(t, P, 0) else 0


@part
def draw_turn(t: Table, P: Ints) -> None:
    """The seat in turn draws: from the wall, or in place of a kong or flower."""
    seat = int(t.turn)
    way = int(t.draw_kind)
    if wall_left(t) <= 0:
        t.stage = ST_SETTLE
        return
    if way == DREW_WALL and offered_rule(t, P) >= 0:
        begin_round(t, P)
        return
    if way == DREW_WALL:
        t.kongs_running = 0
    lift_passes(t, P, seat, UNTIL_OWN_DRAW)
    draw_tile(t, P, seat, way)
    if int(t.turned_owed):
        turn_owed(t, P, seat, REVEALS_DRAW)
    look_for_abort(t, P, ON_DRAW, seat, int(t.drawn))
    if int(t.stage) == ST_SETTLE or not lay_drawn(t, P, seat):
        return
    t.may[seat] = MAY_WIN if can_win_now(t, P, seat) else 0
    t.stage = ST_OWN


@part
def own_turn(t: Table, P: Ints) -> None:
    """Ask the seat in turn, or act for it where there is no choice."""
    seat = int(t.turn)
    if int(t.may[seat]) & MAY_WIN and (int(t.binds[seat]) & BIND_MUST_WIN or last_rules(t, P) >> LAST_MUST_WIN & 1):
        do_own(t, P, seat, WIN << 16 | (int(t.drawn) & 255))
        return
    if int(t.may[seat]) == 0:
        if last_rules(t, P) >> LAST_DRAW_ONLY & 1:
            pass_turn(t, P)
            return
        bound = int(t.drawn) >= 0 and (int(t.binds[seat]) & BIND_DISCARD_DRAWN or int(t.draw_kind) == DREW_OFFERED)
        if bound or P[DISCARD_RULES] or int(t.no_discard) or int(t.wild) \
                or int(t.held_mask[seat]) & int(t.held_mask[seat]) - 1 == 0:
            scratch = numbers_at(P[SCRATCH])
            if own_actions(t, P, seat, scratch) == 1:
                do_own(t, P, seat, scratch[0])
                return
    t.asked = 1 << seat


@part
def do_own(t: Table, P: Ints, seat: int, action: int) -> None:
    """Do what the seat chose in its own turn."""
    kind = action >> 16
    t.asked = 0
    if int(t.may[seat]) & MAY_WIN and kind != WIN:
        pass_own_win(t, P, seat)
    if kind == DISCARD:
        discard(t, P, seat, action & 255, 0)
    elif kind == WIN:
        win(t, P, seat, int(t.drawn), -1, 1, 1)
        if after_win(t, P, 1 << seat):
            pass_turn(t, P)
        else:
            t.stage = ST_SETTLE
    elif kind == KONG:
        own_kong(t, P, seat, action >> 8 & 255, action & 255)
    elif kind == FLOWER:
        lay_flower(t, P, seat, action & 255)
        watch_flower(t, action & 255, 0)
    elif kind == DECLARE:
        declare(t, P, seat, action >> 8 & 255, action & 255)
    elif kind == CALL_ABORT:
        abort_hand(t, P, action & 255, seat)
    elif kind == PASS:
        pass_turn(t, P)


@part
def resolve(t: Table, P: Ints) -> None:
    """All have answered: a win goes first, then the strongest claim; else play goes on."""
    feeder = int(t.offered_from)
    note_passes(t, P)
    winners = winning_seats(t, P)
    tile = int(t.offered[0])
    if winners:
        count = ones(winners)
        if count == 3 and P[P[WIN_CLAIM] + CLAIM_THREE]:
            t.offered_count = 0
            t.ended = END_ABORT         # three winners at once and the rulebook does not want them
            t.stage = ST_SETTLE
            return
        seat = after(t, P, feeder)
        if int(t.offered_kind) == OFFER_ADDED_KONG or int(t.offered_kind) == OFFER_CONCEALED_KONG:
            if int(t.offered_kind) == OFFER_CONCEALED_KONG:
                lose(t, P, feeder, copy_of(t, feeder, tile & KIND))
            taker = seat
            while not winners >> taker & 1:
                taker = after(t, P, taker)
            t.robbed[taker] = tile + 1
        place = 1
        while seat != feeder:
            if winners >> seat & 1:
                win(t, P, seat, int(t.pending[seat]) & 255, feeder, count, place)
                place += 1
            seat = after(t, P, seat)
        t.offered_count = 0
        if after_win(t, P, winners) and int(t.offered_kind) == OFFER_FLOWER:
            replace_flower(t)
        elif int(t.ended) == END_NONE:
            last = feeder
            for seat in range(P[SEAT_COUNT_AT]):
                if winners >> (feeder + 1 + seat) % P[SEAT_COUNT_AT] & 1:
                    last = (feeder + 1 + seat) % P[SEAT_COUNT_AT]
            t.turn = last
            pass_turn(t, P)
        else:
            t.stage = ST_SETTLE
        return
    if int(t.offered_kind) == OFFER_FLOWER:
        replace_flower(t)
        return
    if int(t.offered_kind) != OFFER_DISCARD and int(t.offered_kind) != OFFER_TURNED:
        t.stage = ST_KONG
        return
    if not stand_by(t, P):
        return
    seat = best_claim(t, P)
    if seat >= 0:
        take_claim(t, P, seat, int(t.pending[seat]))
        return
    t.offered_count = 0
    t.turn = feeder
    pass_turn(t, P)


@part
def advance(t: Table, P: Ints) -> None:
    """Go on until somebody has to decide or the hand is over."""
    while int(t.asked) == 0 and int(t.stage) != ST_OVER:
        stage = int(t.stage)
        if stage == ST_DRAW:
            draw_turn(t, P)
        elif stage == ST_OWN:
            own_turn(t, P)
        elif stage == ST_OFFER:
            t.stage = ST_CLAIMS
            if int(t.offered_kind) == OFFER_TURNED:
                offer_turned(t, P)
            else:
                offer(t, P)
        elif stage == ST_CLAIMS:
            resolve(t, P)
        elif stage == ST_KONG:
            finish_kong(t, P)
        elif stage == ST_LAID:
            flower_laid(t, P)
        elif stage == ST_TURNED:
            answer = turn_for_kong(t, P)
            if answer >= 0:
                do_turned(t, P, int(t.turn), answer)
        elif stage == ST_LAST:
            ask_round(t, P)
        elif stage == ST_FLOWERS:
            open_flowers(t, P)
        elif stage == ST_PHASE:
            next_phase(t, P)
        elif stage == ST_DEAL:
            deal(t, P)
        else:
            settle(t, P)


@part
def legal_into(t: Table, P: Ints, seat: int, out: Ints) -> int:
    """What a seat may answer, in a fixed order; how many, 0 if it is not asked."""
    if not int(t.asked) >> seat & 1:
        return 0
    stage = int(t.stage)
    if stage == ST_OWN:
        return own_actions(t, P, seat, out)
    if stage == ST_CLAIMS and int(t.offered_kind) == OFFER_TURNED:
        return turned_claims(t, P, seat, out)
    if stage == ST_CLAIMS:
        return claim_actions(t, P, seat, out)
    if stage == ST_PHASE:
        if P[phase_row(t, P) + PHASE_KIND] == PHASE_OPENING:
            return opening_actions(t, P, seat, out)
        return phase_actions(t, P, seat, out)
    if stage == ST_TURNED:
        return turned_actions(t, P, seat, out)
    if stage == ST_STAKE:
        return stake_actions(t, P, seat, out)
    if stage == ST_LAST:
        out[0] = TAKE << 16
        out[1] = PASS << 16
        return 2
    count = 0
    if stage == ST_LAID:
        out[0] = WIN << 16 | (int(t.drawn) & 255)
        out[1] = PASS << 16
        return 2
    flowers = int(t.held_mask[seat]) & P[BONUS_KINDS]
    for kind in range(42):
        if flowers >> kind & 1:
            out[count] = FLOWER << 16 | kind
            count += 1
    out[count] = PASS << 16
    return count + 1


@part
def act(t: Table, P: Ints, seat: int, action: int) -> None:
    """Take a legal answer and go on to the next decision."""
    stage = int(t.stage)
    if action >> 16 == FALSE_WIN:
        t.false_total = shown_total(t, P, seat)
        false_win(t, P, seat)
        t.false_total = 0
    elif stage == ST_OWN:
        do_own(t, P, seat, action)
    elif stage == ST_CLAIMS:
        t.pending[seat] = action
        t.asked = int(t.asked) & ~(1 << seat)
    elif stage == ST_TURNED:
        do_turned(t, P, seat, action)
    elif stage == ST_LAST:
        answer_round(t, P, seat, action)
    elif stage == ST_STAKE:
        answer_stake(t, P, seat, action)
    elif stage == ST_PHASE:
        if P[phase_row(t, P) + PHASE_KIND] == PHASE_OPENING:
            answer_opening(t, P, seat, action)
        else:
            note_choice(t, P, seat, action)
            answer_forced(t, P)
    elif stage == ST_LAID:
        answer_flower(t, P, seat, action)
    else:
        t.asked = 0
        if action >> 16 == FLOWER:
            lay_flower(t, P, seat, action & 255)
            t.owed = 1
            watch_flower(t, action & 255, 1)
        else:
            t.turn = seat + 1
    advance(t, P)


@part
def may_answer(t: Table, P: Ints, seat: int, action: int) -> bool:
    """Whether an action is legal for a seat now."""
    if action >> 16 == FALSE_WIN:
        return may_declare_falsely(t, P, seat)
    out = numbers_at(P[SCRATCH])
    for index in range(legal_into(t, P, seat, out)):
        if out[index] == action:
            return True
    return False


@part
def play(t: Table, P: Ints, seat: int, action: int) -> bool:
    """Take an answer if it is legal; the table is unchanged if it is not."""
    if seat < 0 or seat >= P[SEAT_COUNT_AT] or not may_answer(t, P, seat, action):
        return False
    act(t, P, seat, action)
    return True
