"""A win, a kong, the end of a hand: what is paid, what is remembered, and who deals next."""

from quepu.core.calls import call_shape, lowest, numbers_at, ones
from quepu.core.frame import FRAME_SIZE, SEAT, TOLD
from quepu.core.kernel import Ints, inlined, kernel, part
from quepu.core.phases import turn_up
from quepu.core.procedure import (
    AFTER_ENDS,
    AFTER_LEAVES,
    AFTER_UNTIL,
    AFTER_WIN,
    AT_ASK_NEEDS,
    AT_SEAT_CHANGE,
    DRAWN_SEATS,
    EVENT_MEMORY,
    EVENT_ROOM,
    FN_PAY,
    KEEPS,
    MATCH_DEALS,
    MATCH_ENDS,
    MATCH_GOES_ON,
    MATCH_HANDS,
    MATCH_ROUNDS,
    NEED_PAY,
    NEXT_DEALER,
    ON_EXHAUSTED,
    ON_HAND_END,
    ON_WIN,
    P_FRAME,
    P_ROOM,
    PAY_OCCASIONS,
    POT_AT_END,
    SEAT_CHANGES,
    SEAT_COUNT_AT,
    SHOWS,
)
from quepu.core.rules import BEST_PRESENT, BEST_TOTAL, KEEPS_FRAME, KEPT
from quepu.core.situation import (
    AMOUNT,
    EVENT_OF,
    IS_ABORTED,
    IS_ADDED_KONG,
    IS_CONCEALED_KONG,
    IS_DRAW,
    NEED_HAND,
    NEED_VALUES,
    NEED_WAITS,
    ROW_AT,
    ROW_COUNT,
    ROW_WIDTH,
    WINNER_COUNT,
    WINNER_PLACE,
)
from quepu.core.table import (
    BIND_DISCARD_DRAWN,
    BIND_NO_CLAIM,
    BIND_NO_KONG,
    END_DEAL_LOST,
    END_DRAW,
    END_NONE,
    END_REDEAL,
    END_WIN,
    EV_HAND_END,
    EV_MATCH_END,
    EV_NO_WINNER,
    EV_PAY,
    EV_SHOW,
    EV_WIN,
    KIND,
    POT,
    ROW_ROOM,
    ST_OVER,
)
from quepu.core.tableframe import (
    ask,
    ask_about,
    happen,
    load_all,
    load_table,
    load_waits,
    remember,
    score_hand,
    waits_mask,
)
from quepu.core.wall import Table, copy_of, emit, gain, lose, random_below, seed_into, wall_left

# the occasions of payment, in the order of the schema
PAY_WIN, PAY_DRAW, PAY_END, PAY_KONG, PAY_OPENING, PAY_READY, PAY_FLOWER, PAY_BET, PAY_FALSE_WIN = range(9)
RULE_STAKE = 254            # rows that come from no [[pay]]: a stake put down or taken back ...
RULE_POT = 252              # ... and what is left in the pot at the end
ROWS_AT_ONCE = 32           # no occasion makes as many rows


@part
def merge_rows(t: Table, P: Ints) -> None:
    """Put rows together that are alike but for their amount, so that a hand of many wins finds room."""
    kept = 0
    for row in range(int(t.row_count)):
        same = 0
        while same < kept and not (int(t.row_from[same]) == int(t.row_from[row])
                                   and int(t.row_to[same]) == int(t.row_to[row])
                                   and int(t.row_rule[same]) == int(t.row_rule[row])):
            same += 1
        if same < kept:
            t.row_amount[same] = int(t.row_amount[same]) + int(t.row_amount[row])
            continue
        t.row_from[kept] = int(t.row_from[row])
        t.row_to[kept] = int(t.row_to[row])
        t.row_rule[kept] = int(t.row_rule[row])
        t.row_amount[kept] = int(t.row_amount[row])
        kept += 1
    t.row_count = kept


@part
def move_points(t: Table, P: Ints, payer: int, receiver: int, rule: int, amount: int) -> None:
    """Write a row of the ledger and move its points."""
    if int(t.row_count) >= ROW_ROOM:
        merge_rows(t, P)
    if amount == 0 or int(t.row_count) >= ROW_ROOM:
        return
    row = int(t.row_count)
    t.row_from[row] = payer
    t.row_to[row] = receiver
    t.row_rule[row] = rule
    t.row_amount[row] = amount
    t.row_count = row + 1
    if payer == POT:
        t.pot = int(t.pot) - amount
    else:
        t.score[int(t.player[payer])] = int(t.score[int(t.player[payer])]) - amount
    if receiver == POT:
        t.pot = int(t.pot) + amount
    else:
        t.score[int(t.player[receiver])] = int(t.score[int(t.player[receiver])]) + amount
    emit(P, EV_PAY, payer, receiver, rule, amount, 0)


@kernel
def load_rows(t: Table, P: Ints) -> None:
    """The ledger of the hand in the frame."""
    f = numbers_at(P[P_FRAME])
    for row in range(int(t.row_count)):
        at = ROW_AT + ROW_WIDTH * row
        f[at] = int(t.row_from[row])
        f[at + 1] = int(t.row_to[row])
        f[at + 2] = int(t.row_rule[row])
        f[at + 3] = int(t.row_amount[row])
    f[ROW_COUNT] = int(t.row_count)


@part
def pay(t: Table, P: Ints, occasion: int) -> None:
    """Pay what an occasion brings; the frame must hold what the rules ask about."""
    if not P[PAY_OCCASIONS] >> occasion & 1:
        return
    if int(t.row_count) > ROW_ROOM - ROWS_AT_ONCE:
        merge_rows(t, P)
    load_rows(t, P)
    f = numbers_at(P[P_FRAME])
    before = int(t.row_count)
    call_shape(P[FN_PAY], f, occasion)
    for row in range(before, min(f[ROW_COUNT], ROW_ROOM)):
        at = ROW_AT + ROW_WIDTH * row
        move_points(t, P, f[at], f[at + 1], f[at + 2], f[at + 3])


@part
def pay_about(t: Table, P: Ints, occasion: int, actor: int, feeder: int, tile: int, of: int, concealed: int,
              added: int) -> None:
    """Pay for something a seat did: a kong, a declaration, a flower, a false win."""
    if P[PAY_OCCASIONS] >> occasion & 1:
        load_all(t, P, actor, feeder, tile, P[NEED_PAY])
        f = numbers_at(P[P_FRAME])
        f[EVENT_OF] = of
        f[IS_CONCEALED_KONG] = concealed
        f[IS_ADDED_KONG] = added
        pay(t, P, occasion)


@part
def win(t: Table, P: Ints, seat: int, tile: int, feeder: int, winners: int, place: int) -> None:
    """Score a win and pay for it: one of so many on the same tile, in this place from the feeder."""
    self_draw = 1 if feeder < 0 else 0
    if P[NEED_PAY] & (NEED_WAITS | NEED_VALUES):
        load_waits(t, P, P[NEED_PAY] & NEED_VALUES)     # before the win fills the frame
    f = numbers_at(P[P_FRAME])
    W = numbers_at(P[P_ROOM])
    W[KEEPS_FRAME] = 1
    score_hand(t, P, seat, tile, self_draw, feeder, 2)
    told = f[TOLD]
    W[KEEPS_FRAME] = 0
    t.win_total[seat] = W[BEST_TOTAL]
    for word in range(3):
        t.win_fans[seat, word] = W[BEST_PRESENT + word]
    t.winners = int(t.winners) | 1 << seat
    t.win_tile[seat] = tile
    t.win_from[seat] = feeder
    emit(P, EV_WIN, seat, tile, feeder, W[BEST_TOTAL], told)
    left = wall_left(t)
    turn_up(t, P, ON_WIN, seat, -1)
    t.won_turned += left - wall_left(t)
    for slot in range(FRAME_SIZE):
        f[slot] = W[KEPT + slot]        # payments may ask about the reading
    load_table(t, P, seat, feeder, tile, P[NEED_PAY] & ~NEED_HAND)
    f[WINNER_COUNT] = winners
    f[WINNER_PLACE] = place
    f[AMOUNT] = W[BEST_TOTAL]
    pay(t, P, PAY_WIN)
    if P[EVENT_MEMORY] >> ON_WIN & 1:
        remember(t, P, ON_WIN)
    t.won_now += 1
    if int(t.won_now) >= winners:       # the last who wins on this tile
        t.won_now = 0
        t.won_turned = 0


@part
def lay_drawn_win(t: Table, P: Ints, seat: int) -> None:
    """Lay the tile of a self-drawn win aside, so that its hand stays; of a hand dealt complete the most useless one."""
    tile = int(t.drawn)
    if tile < 0:
        most = 0
        kinds = int(t.held_mask[seat])
        while kinds:
            one = copy_of(t, seat, lowest(kinds))
            kinds &= kinds - 1
            lose(t, P, seat, one)
            waits = ones(waits_mask(t, P, seat))
            gain(t, P, seat, one)
            if waits > most:
                most = waits
                tile = one
    if tile >= 0:
        lose(t, P, seat, tile)
        t.aside[seat, tile & KIND] += 1
    t.drawn = -1


@part
def after_win(t: Table, P: Ints, winners: int) -> bool:
    """Let the winners leave or end the hand; whether it goes on."""
    t.ended = END_WIN
    if P[AFTER_WIN] == AFTER_ENDS:
        return False
    if P[AFTER_WIN] == AFTER_LEAVES:
        t.out = int(t.out) | winners
    else:                               # they play on with the hand as it is, and may win again
        for seat in range(P[SEAT_COUNT_AT]):
            if winners >> seat & 1:
                t.binds[seat] = int(t.binds[seat]) | BIND_DISCARD_DRAWN | BIND_NO_CLAIM | BIND_NO_KONG
                if int(t.win_from[seat]) < 0:
                    lay_drawn_win(t, P, seat)
                elif int(t.robbed[seat]) > 0:           # there is room for one tile taken out of a kong only
                    t.aside[seat, int(t.robbed[seat]) - 1 & KIND] += 1
                    t.robbed[seat] = 0
    left = 0
    for seat in range(P[SEAT_COUNT_AT]):
        if not int(t.out) >> seat & 1:
            left += 1
    if left < 2 or ask_about(t, P, AFTER_UNTIL, 0, -1, -1):
        return False
    t.ended = END_NONE
    return True


@part
def show_hands(t: Table, P: Ints, no_winner: int, aborted: int) -> None:
    """Lay open the hands of winners, and of those that the rulebook wants to see at the end."""
    for seat in range(P[SEAT_COUNT_AT]):
        shows = int(t.winners) >> seat & 1
        if not shows and P[SHOWS] >= 0:
            load_all(t, P, seat, -1, -1, P[P[AT_ASK_NEEDS] + P[SHOWS]])
            f = numbers_at(P[P_FRAME])
            f[IS_DRAW] = no_winner
            f[IS_ABORTED] = aborted
        if shows or ask(P, SHOWS):
            emit(P, EV_SHOW, seat, 0, 0, 0, 0)


@part
def settle(t: Table, P: Ints) -> None:
    """End the hand: if the wall ran out it is paid as such, then what every end brings; hands are shown."""
    no_winner = 1 if int(t.winners) == 0 else 0
    exhausted = int(t.ended) == END_NONE
    if exhausted:
        t.ended = END_DRAW if no_winner else END_WIN
    if no_winner:
        emit(P, EV_NO_WINNER, -1, int(t.ended), 0, 0, 0)
    aborted = 1 if int(t.ended) != END_WIN and int(t.ended) != END_DRAW else 0
    if P[EVENT_ROOM] > 0:
        show_hands(t, P, no_winner, aborted)
    turn_up(t, P, ON_HAND_END, -1, -1)
    if exhausted:
        happen(t, P, ON_EXHAUSTED, -1, -1, -1, -1, 0)
        if P[PAY_OCCASIONS] >> PAY_DRAW & 1:
            load_all(t, P, -1, -1, -1, P[NEED_PAY] & ~NEED_HAND)
            numbers_at(P[P_FRAME])[IS_DRAW] = 1
            pay(t, P, PAY_DRAW)
    if P[PAY_OCCASIONS] >> PAY_END & 1:
        load_all(t, P, -1, -1, -1, P[NEED_PAY] & ~NEED_HAND)
        numbers_at(P[P_FRAME])[IS_DRAW] = no_winner
        pay(t, P, PAY_END)
    happen(t, P, ON_HAND_END, -1, -1, -1, -1, 16 * no_winner + 32 * aborted)
    emit(P, EV_HAND_END, -1, int(t.ended), int(t.winners), 0, 0)
    t.asked = 0
    t.stage = ST_OVER


@inlined
def winner_of(t: Table) -> int:
    """The first seat that has won; -1 nobody."""
    for seat in range(4):
        if int(t.winners) >> seat & 1:
            return seat
    return -1


@part
def next_dealer(t: Table, P: Ints) -> int:
    """The seat that deals the next hand."""
    if ask_at_end(t, P, KEEPS):
        return 0
    return ask_at_end(t, P, NEXT_DEALER)


@part
def ask_at_end(t: Table, P: Ints, cell: int) -> int:
    """What a cell of P says about the hand that is over: the winner is the first of them, if any."""
    if P[cell] < 0:
        return int(-1 - P[cell])
    f = numbers_at(P[P_FRAME])
    first = winner_of(t)
    load_all(t, P, first, -1, -1, P[P[AT_ASK_NEEDS] + P[cell]])
    f[SEAT] = first
    f[IS_DRAW] = 1 if first < 0 else 0
    return int(ask(P, cell))


@part
def finish_hand(t: Table, P: Ints) -> None:
    """Prepare the match for the next hand: dealer, round, seats; or end it."""
    seats = P[SEAT_COUNT_AT]
    dealer = 0
    if int(t.ended) == END_DEAL_LOST:
        dealer = 1
    elif int(t.ended) != END_REDEAL:
        dealer = next_dealer(t, P)
    if dealer != 0:
        t.deal_number += 1
    place = int(t.dealer) + dealer
    if place >= seats:
        t.rounds = int(t.rounds) + 1
        t.round_hands = 0
        take_seats(t, P)
    t.dealer = place % seats
    over = 0
    if P[MATCH_HANDS] > 0 and int(t.hand_number) >= P[MATCH_HANDS]:
        over = 1
    if P[MATCH_ROUNDS] > 0 and int(t.rounds) >= P[MATCH_ROUNDS]:
        over = 1
    if P[MATCH_DEALS] > 0 and int(t.deal_number) >= P[MATCH_DEALS]:
        over = 1
    if over and ask_about(t, P, MATCH_GOES_ON, 0, -1, -1):
        over = 0
    if not over and ask_about(t, P, MATCH_ENDS, 0, -1, -1):
        over = 1
    t.match_over = over
    if over:
        end_match(t, P)


@part
def take_seats(t: Table, P: Ints) -> None:
    """Who sits where in the round that begins."""
    if P[SEAT_CHANGES] > 0:
        row = P[AT_SEAT_CHANGE] + 4 * min(int(t.rounds), P[SEAT_CHANGES] - 1)
        for place in range(4):
            t.order[place] = P[row + place]
    if P[DRAWN_SEATS] > 0 and int(t.rounds) % P[DRAWN_SEATS] == 0:
        draw_seats(t, P[SEAT_COUNT_AT])


@kernel
def draw_seats(t: Table, seats: int) -> None:
    """Draw who sits where (搬风), the first of them deals; never the circle again in which they have just sat."""
    seed_into(t, -2 - int(t.rounds))        # the chance of no hand
    before = circle(t, seats)
    while True:
        for place in range(seats - 1):
            other = place + random_below(t, seats - place)
            player = int(t.order[place])
            t.order[place] = int(t.order[other])
            t.order[other] = player
        if int(t.rounds) == 0 or seats < 3 or circle(t, seats) != before:
            return


@kernel
def circle(t: Table, seats: int) -> int:
    """The order of the players as a number that is the same wherever one begins to count."""
    first = 0
    while int(t.order[first]) != 0:
        first += 1
    found = 0
    for step in range(seats):
        found = 4 * found + int(t.order[(first + step) % seats])
    return found


@kernel
def seat_before(t: Table, seats: int, seat: int) -> int:
    """Where the player sat who takes this seat for the next hand."""
    for before in range(seats):
        if int(t.player[before]) == int(t.order[(int(t.dealer) + seat) % seats]):
            return before
    return seat


@kernel
def move_pairs(t: Table, seats: int, slot: int) -> None:
    """Let the sixteen places of memory from `slot` on go to the seats their players take for the next hand."""
    for place in range(16):
        t.row_amount[place] = int(t.memory[slot + place])      # the ledger is empty before a hand
    for seat in range(seats):
        for other in range(seats):
            place = 4 * seat_before(t, seats, seat) + seat_before(t, seats, other)
            t.memory[slot + 4 * seat + other] = int(t.row_amount[place])


@kernel
def move_memory(t: Table, seats: int, slot: int) -> None:
    """Let the four places of memory from `slot` on go to the seats their players take for the next hand."""
    for seat in range(seats):
        t.win_total[seat] = int(t.memory[slot + seat])     # empty before a hand
    for seat in range(seats):
        t.memory[slot + seat] = int(t.win_total[seat_before(t, seats, seat)])
    for seat in range(seats):
        t.win_total[seat] = 0


@part
def end_match(t: Table, P: Ints) -> None:
    """What is left in the pot goes to the first of the players; the match is over."""
    if P[POT_AT_END] and int(t.pot) > 0:
        best = 0
        for seat in range(1, P[SEAT_COUNT_AT]):
            if int(t.score[int(t.player[seat])]) > int(t.score[int(t.player[best])]):
                best = seat
        move_points(t, P, POT, best, RULE_POT, int(t.pot))
    emit(P, EV_MATCH_END, -1, 0, 0, 0, 0)
