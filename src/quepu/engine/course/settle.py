"""A win, a kong, the end of a hand: what is paid, what is remembered, and who deals next."""

from quepu.engine.course.phases import turn_lots, turn_up
from quepu.engine.kernel import entry, inlined, kernel, part
from quepu.engine.layout.codes import Bind, Ended, Event, How, Laid, Moment, Occasion, Stage
from quepu.engine.layout.frame import HAND_WORDS, Frame
from quepu.engine.layout.rule_codes import AfterWin
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import EVENT_WIDTH, KIND, Table
from quepu.engine.layout.table_facts import POT, ROW_ROOM, Need
from quepu.engine.machine import LEDGER_IS_FULL, call_shape, copy_words, lowest, ones, stop
from quepu.engine.play.asking import (
    ask,
    ask_about,
    happen,
    load_all,
    load_kong,
    load_table,
    load_waits,
    remember,
    score_again,
    score_declared,
    waits_mask,
)
from quepu.engine.play.wall import copy_of, emit, gain, lose, random_below, seed_into, wall_left

# the occasions of payment, in the order of the schema
TOTAL_TOLD = 4              # where the event of a win tells its total
RULE_STAKE = 254            # rows that come from no [[pay]]: a stake put down or taken back ...
RULE_POT = 252              # ... and what is left in the pot at the end
ROWS_AT_ONCE = 32           # few occasions make as many rows
LARGEST_ROW = 100_000_000   # of a payment (`rulebook.file.limits`) ...
LARGEST_SUM = 2_000_000_000             # ... and of several in one row, which has four bytes
LAST_ROUND, LAST_HAND = 100, 30_000     # a match ends with these whatever its rules say: small fields count them
FIRST_SEATS = -2                        # chances of no hand: this less the round; below, of seats drawn after a hand
AFTER_ROUNDS = FIRST_SEATS - LAST_ROUND - 1


@part
def merge_rows(t: Table, play: Session) -> None:
    """Put rows together that are alike but for their amount, so that a hand of many wins finds room."""
    kept = 0
    for row in range(t.row_count):
        same = 0
        while same < kept and not (t.row_from[same] == t.row_from[row]
                                   and t.row_to[same] == t.row_to[row]
                                   and t.row_rule[same] == t.row_rule[row]
                                   and abs(t.row_amount[same] + t.row_amount[row]) <= LARGEST_SUM):
            same += 1
        if same < kept:
            t.row_amount[same] = t.row_amount[same] + t.row_amount[row]
            continue
        t.row_from[kept] = t.row_from[row]
        t.row_to[kept] = t.row_to[row]
        t.row_rule[kept] = t.row_rule[row]
        t.row_amount[kept] = t.row_amount[row]
        kept += 1
    t.row_count = kept


@part
def move_points(t: Table, play: Session, payer: int, receiver: int, rule: int, amount: int) -> None:
    """Write a row of the ledger and move its points."""
    if t.row_count >= ROW_ROOM:
        merge_rows(t, play)
    amount = max(-LARGEST_ROW, min(LARGEST_ROW, amount))
    if amount == 0:
        return
    if t.row_count >= ROW_ROOM:
        stop(LEDGER_IS_FULL)
        return
    row = t.row_count
    t.row_from[row] = payer
    t.row_to[row] = receiver
    t.row_rule[row] = rule
    t.row_amount[row] = amount
    t.row_count = row + 1
    if payer >= POT:                    # what guests have is kept with the pot: both are not the players'
        t.pot = t.pot - amount
    else:
        t.score[t.player[payer]] = t.score[t.player[payer]] - amount
    if receiver >= POT:
        t.pot = t.pot + amount
    else:
        t.score[t.player[receiver]] = t.score[t.player[receiver]] + amount
    emit(play, Event.PAY, payer, receiver, rule, amount, 0)


@kernel
def load_rows(t: Table, play: Session) -> None:
    """The ledger of the hand in the frame."""
    f = play.frame
    for row in range(t.row_count):
        there = f.ledger[row]
        there.payer = t.row_from[row]
        there.receiver = t.row_to[row]
        there.rule = t.row_rule[row]
        there.amount = t.row_amount[row]
    f.row_count = t.row_count


@inlined
def run_payments(play: Session, f: Frame, occasion: int) -> None:
    """Let the rules of an occasion write their rows into the frame."""
    f.row_lost = 0
    call_shape(play.links.pay, f, occasion)
    if f.row_lost:
        stop(LEDGER_IS_FULL)


@part
def pay(t: Table, play: Session, occasion: int) -> None:
    """Pay what an occasion brings; the frame must hold what the rules ask about."""
    if not play.rules.pay_occasions >> occasion & 1:
        return
    if t.row_count > ROW_ROOM - ROWS_AT_ONCE:
        merge_rows(t, play)
    load_rows(t, play)
    f = play.frame
    before = t.row_count
    run_payments(play, f, occasion)
    for row in range(before, min(f.row_count, ROW_ROOM)):
        paid = f.ledger[row]
        move_points(t, play, paid.payer, paid.receiver, paid.rule, paid.amount)


@part
def pay_about(t: Table, play: Session, occasion: int, actor: int = -1, feeder: int = -1, tile: int = -1, of: int = -1,
              how: int = 0) -> None:
    """Pay for something a seat did: a kong, a declaration, a flower, a false win."""
    rules = play.rules
    if rules.pay_occasions >> occasion & 1:
        load_all(t, play, actor, feeder, tile, rules.pay_needs[occasion])
        play.frame.event_of = of
        load_kong(play, how)
        pay(t, play, occasion)


@inlined
def keep_count(t: Table, play: Session, seat: int) -> None:
    """What the win of a seat was counted for, kept on the table."""
    bench = play.bench
    t.win_total[seat] = bench.best_total
    for word in range(3):
        t.win_fans[seat, word] = bench.best_present[word]


@part
def win(t: Table, play: Session, seat: int, tile: int, feeder: int, winners: int, place: int) -> None:
    """Score a win and pay for it: one of several (bits) on the same tile, in this place from the feeder."""
    rules = play.rules
    self_draw = 1 if feeder < 0 else 0
    needs = rules.pay_needs[Occasion.WIN] | rules.remember_needs[Moment.WIN]
    if needs & (Need.WAITS | Need.VALUES):
        load_waits(t, play, needs & Need.VALUES)     # before the win fills the frame
    f = play.frame
    bench = play.bench
    bench.keeps_frame = 1
    score_declared(t, play, seat, tile, self_draw, feeder, winners)
    told = f.told
    bench.keeps_frame = 0
    keep_count(t, play, seat)
    t.winners = t.winners | 1 << seat
    t.win_tile[seat] = tile
    t.win_from[seat] = feeder
    at = play.event_count
    thrown = tile < 0 and t.laying == Laid.DISCARD      # told as fed by the seat itself
    emit(play, Event.WIN, seat, tile, seat if thrown else feeder, bench.best_total, told)
    left = wall_left(t)
    if rules.turning_moments >> Moment.WIN & 1:
        turn_lots(t, play, Moment.WIN, seat, -1, 0, winners)
    t.won_turned += left - wall_left(t)
    if rules.counts_turned:             # the win is told before the tiles are, but with what it is worth with them
        bench.keeps_frame = 1
        score_again(t, play, seat, tile, self_draw, feeder, told)
        bench.keeps_frame = 0
        if at < play.event_room:
            play.events[EVENT_WIDTH * at + TOTAL_TOLD] = bench.best_total
        keep_count(t, play, seat)
    copy_words(f, bench.best_frame, HAND_WORDS)         # payments may ask about the reading
    load_table(t, play, seat, feeder, tile, needs & ~Need.HAND)
    f.winner_count = ones(winners)
    f.winning = winners
    f.winner_place = place
    f.amount = bench.best_total
    pay(t, play, Occasion.WIN)
    if rules.memory_moments >> Moment.WIN & 1:
        remember(t, play, Moment.WIN)
    t.won_now += 1
    if t.won_now >= ones(winners):     # the last who wins on this tile
        t.won_now = 0
        t.won_turned = 0


@part
def lay_drawn_win(t: Table, play: Session, seat: int) -> None:
    """Lay the tile of a self-drawn win aside, so that its hand stays; of a hand dealt complete the most useless one."""
    tile = t.drawn
    if tile < 0:
        most = 0
        kinds = t.held_mask[seat]
        while kinds:
            one = copy_of(t, seat, lowest(kinds))
            kinds &= kinds - 1
            lose(t, play, seat, one)
            waits = ones(waits_mask(t, play, seat))
            gain(t, play, seat, one)
            if waits > most:
                most = waits
                tile = one
    if tile >= 0:
        lose(t, play, seat, tile)
        t.aside[seat, tile & KIND] += 1
    t.drawn = -1


@part
def after_win(t: Table, play: Session, winners: int) -> bool:
    """Let the winners leave or end the hand; whether it goes on."""
    rules = play.rules
    t.ended = Ended.WIN
    if rules.after_win == AfterWin.ENDS_HAND:
        return False
    if rules.after_win == AfterWin.LEAVES:
        t.out = t.out | winners
    else:                               # they play on with the hand as it is, and may win again
        for seat in range(rules.seat_count):
            if winners >> seat & 1:
                t.binds[seat] = t.binds[seat] | Bind.DISCARD_DRAWN | Bind.NO_CLAIM | Bind.NO_KONG
                if t.win_from[seat] < 0:
                    lay_drawn_win(t, play, seat)
                elif t.robbed[seat] > 0:           # there is room for one tile taken out of a kong only
                    t.aside[seat, t.robbed[seat] - 1 & KIND] += 1
                    t.robbed[seat] = 0
    left = 0
    for seat in range(rules.seat_count):
        if not t.out >> seat & 1:
            left += 1
    if left < 2 or ask_about(t, play, rules.after_until, 0, -1, -1):
        return False
    t.ended = Ended.NONE
    return True


@part
def show_hands(t: Table, play: Session, no_winner: int, aborted: int) -> None:
    """Lay open the hands of winners, and of those that the rulebook wants to see at the end."""
    rules = play.rules
    for seat in range(rules.seat_count):
        shows = t.winners >> seat & 1
        if not shows and rules.shows >= 0:
            load_all(t, play, seat, -1, -1, rules.ask_needs[rules.shows])
            f = play.frame
            f.is_draw = no_winner
            f.is_aborted = aborted
        if shows or ask(play, rules.shows):
            emit(play, Event.SHOW, seat, 0, 0, 0, 0)


@part
def settle(t: Table, play: Session) -> None:
    """End the hand: if the wall ran out it is paid as such, then what every end brings; hands are shown."""
    rules = play.rules
    no_winner = 1 if t.winners == 0 else 0
    exhausted = t.ended == Ended.NONE
    if exhausted:
        t.ended = Ended.DRAW if no_winner else Ended.WIN
    if no_winner:
        emit(play, Event.NO_WINNER, -1, t.ended, 0, 0, 0)
    aborted = 1 if t.ended != Ended.WIN and t.ended != Ended.DRAW else 0
    if play.event_room > 0:
        show_hands(t, play, no_winner, aborted)
    how = How.NO_WINNER * no_winner + How.CALLED_OFF * aborted
    turn_up(t, play, Moment.HAND_END, how=how)
    if exhausted:
        happen(t, play, Moment.EXHAUSTED)
        if rules.pay_occasions >> Occasion.DRAW & 1:
            load_all(t, play, -1, -1, -1, rules.pay_needs[Occasion.DRAW] & ~Need.HAND)
            play.frame.is_draw = 1
            pay(t, play, Occasion.DRAW)
    if rules.pay_occasions >> Occasion.END & 1:
        load_all(t, play, -1, -1, -1, rules.pay_needs[Occasion.END] & ~Need.HAND)
        play.frame.is_draw = no_winner
        pay(t, play, Occasion.END)
    happen(t, play, Moment.HAND_END, how=how)
    emit(play, Event.HAND_END, -1, t.ended, t.winners, 0, 0)
    t.asked = 0
    t.drawn_kinds = 0
    t.stage = Stage.OVER


@inlined
def winner_of(t: Table) -> int:
    """The first seat that has won; -1 nobody."""
    for seat in range(4):
        if t.winners >> seat & 1:
            return seat
    return -1


@part
def next_dealer(t: Table, play: Session) -> int:
    """The seat that deals the next hand."""
    if ask_at_end(t, play, play.rules.keeps):
        return 0
    return ask_at_end(t, play, play.rules.next_dealer)


@part
def ask_at_end(t: Table, play: Session, cell: int) -> int:
    """What a cell says about the hand that is over: the winner is the first of them, if any."""
    if cell < 0:
        return -1 - cell
    f = play.frame
    first = winner_of(t)
    load_all(t, play, first, -1, -1, play.rules.ask_needs[cell])
    f.seat = first
    f.is_draw = 1 if first < 0 else 0
    return ask(play, cell)


@entry
@part
def finish_hand(t: Table, play: Session) -> None:
    """Prepare the match for the next hand: dealer, round, seats; or end it."""
    rules = play.rules
    seats = rules.seat_count
    dealer, anew = 0, 0
    if t.ended == Ended.DEAL_LOST:
        dealer = 1
    elif t.ended != Ended.REDEAL:
        anew = ask_at_end(t, play, rules.redraws)
        dealer = 0 if anew else next_dealer(t, play)
    if dealer != 0 or anew:
        t.deal_number += 1
    place = t.dealer + dealer
    if place >= seats:
        t.rounds = t.rounds + 1
        t.round_hands = 0
        take_seats(t, play)
    t.dealer = place % seats
    if anew and rules.drawn_seats >= 0:
        draw_seats(t, seats, AFTER_ROUNDS - t.hand_number)
        t.dealer = 0
    over = 0
    if rules.match_hands > 0 and t.hand_number >= rules.match_hands:
        over = 1
    if rules.match_rounds > 0 and t.rounds >= rules.match_rounds:
        over = 1
    if rules.match_deals > 0 and t.deal_number >= rules.match_deals:
        over = 1
    if over and ask_about(t, play, rules.match_goes_on, 0, -1, -1):
        over = 0
    if not over and ask_about(t, play, rules.match_ends, 0, -1, -1):
        over = 1
    if t.rounds >= LAST_ROUND or t.hand_number >= LAST_HAND:
        over = 1
    t.match_over = over
    if over:
        end_match(t, play)


@part
def take_seats(t: Table, play: Session) -> None:
    """Who sits where in the round that begins."""
    rules = play.rules
    if len(rules.seat_orders) > 0:
        order = rules.seat_orders[min(t.rounds, len(rules.seat_orders) - 1)]
        for place in range(4):
            t.order[place] = order.places[place]
    if rules.drawn_seats > 0 and t.rounds % rules.drawn_seats == 0:
        draw_seats(t, rules.seat_count, FIRST_SEATS - t.rounds)


@kernel
def draw_seats(t: Table, seats: int, chance: int) -> None:
    """Draw who sits where (搬风), the first of them deals; never the circle again in which they have just sat."""
    seed_into(t, chance)
    before = circle(t, seats)
    while True:
        for place in range(seats - 1):
            other = place + random_below(t, seats - place)
            player = t.order[place]
            t.order[place] = t.order[other]
            t.order[other] = player
        if chance == FIRST_SEATS or seats < 3 or circle(t, seats) != before:
            return


@kernel
def circle(t: Table, seats: int) -> int:
    """The order of the players as a number that is the same wherever one begins to count."""
    first = 0
    while t.order[first] != 0:
        first += 1
    found = 0
    for step in range(seats):
        found = 4 * found + t.order[(first + step) % seats]
    return found


@kernel
def seat_before(t: Table, seats: int, seat: int) -> int:
    """Where the player sat who takes this seat for the next hand."""
    for before in range(seats):
        if t.player[before] == t.order[(t.dealer + seat) % seats]:
            return before
    return seat


@kernel
def move_pairs(t: Table, seats: int, slot: int) -> None:
    """Let the sixteen places of memory from `slot` on go to the seats their players take for the next hand."""
    for place in range(16):
        t.row_amount[place] = t.memory[slot + place]      # the ledger is empty before a hand
    for seat in range(seats):
        for other in range(seats):
            place = 4 * seat_before(t, seats, seat) + seat_before(t, seats, other)
            t.memory[slot + 4 * seat + other] = t.row_amount[place]


@kernel
def move_memory(t: Table, seats: int, slot: int) -> None:
    """Let the four places of memory from `slot` on go to the seats their players take for the next hand."""
    for seat in range(seats):
        t.win_total[seat] = t.memory[slot + seat]     # empty before a hand
    for seat in range(seats):
        t.memory[slot + seat] = t.win_total[seat_before(t, seats, seat)]
    for seat in range(seats):
        t.win_total[seat] = 0


@part
def end_match(t: Table, play: Session) -> None:
    """What is left in the pot goes to the first of the players; the match is over."""
    rules = play.rules
    if rules.pot_at_end and t.pot > 0:
        best = 0
        for seat in range(1, rules.seat_count):
            if t.score[t.player[seat]] > t.score[t.player[best]]:
                best = seat
        move_points(t, play, POT, best, RULE_POT, t.pot)
    emit(play, Event.MATCH_END, -1, 0, 0, 0, 0)
