"""What is said at the deal: fans of the dealt tiles (起手和), being ready (天听), calling the hand off.

Fans are paid at once, and play goes on; a declaration may win on a tile that lies turned up (抢金).
"""

from quepu.engine.course.phases import abort_hand, look_for_abort, turn_anew, turn_up
from quepu.engine.course.settle import RULE_STAKE, load_rows, move_points, pay_about, run_payments
from quepu.engine.course.turned_win import awaited_tile, lies_open_before, win_on_turned
from quepu.engine.distance.completing import lacking
from quepu.engine.kernel import part
from quepu.engine.layout.codes import Act, Drew, Event, Moment, Occasion, Stage
from quepu.engine.layout.kinds import Ints
from quepu.engine.layout.rule_codes import PhaseWho, ReadyOn, Shows
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import NO_TILE, Table
from quepu.engine.layout.table_facts import POT, ROW_ROOM
from quepu.engine.play.asking import ask_about, happen, load_all, waits_mask
from quepu.engine.play.declaring import ask_ready
from quepu.engine.play.packed_action import act_of, detail_of, number_of, packed_action
from quepu.engine.play.wall import emit, stops_here


@part
def opening_times(t: Table, play: Session, seat: int, index: int) -> int:
    """How often the seat's tiles earn a fan of the opening."""
    row = play.rules.openings[index]
    if not ask_about(t, play, row.when, seat, -1, -1):
        return 0
    times = max(0, ask_about(t, play, row.count, seat, -1, -1))
    return min(times, row.most) if row.most > 0 else times


@part
def has_opening(t: Table, play: Session, seat: int) -> bool:
    """Whether the seat has anything to show."""
    for index in range(len(play.rules.openings)):
        if opening_times(t, play, seat, index) > 0:
            return True
    return False


@part
def opening_actions(t: Table, play: Session, seat: int, out: Ints) -> int:
    """What a seat may say at the deal; how many, 0 if there is nothing to say."""
    rules = play.rules
    count = 0
    if has_opening(t, play, seat):
        out[count] = packed_action(Act.SHOW)
        count += 1
    # whoever has a tile more declares with a discard
    if len(rules.readies) > 0 and not (seat == 0 and rules.dealer_extra) and lacking(t, play, seat, -1) <= 1:
        for index, row in enumerate(rules.readies):
            if row.on & ReadyOn.DEAL and may_declare_at_deal(t, play, seat, index):
                out[count] = packed_action(Act.DECLARE, index, NO_TILE)
                count += 1
    for index, abort in enumerate(rules.aborts):
        if abort.chosen and abort.on >> Moment.HAND_START & 1 \
                and ask_about(t, play, abort.when, seat, -1, -1):
            out[count] = packed_action(Act.CALL_ABORT, number=index)
            count += 1
    if count == 0:
        return 0
    out[count] = packed_action(Act.PASS)
    return count + 1


@part
def may_declare_at_deal(t: Table, play: Session, seat: int, index: int) -> bool:
    """Whether the seat may declare with the tiles as dealt; on tiles that lie open already only who wins with them."""
    if not ask_ready(t, play, play.rules.readies[index].when, seat, index, -1) or not waits_mask(t, play, seat):
        return False
    if not lies_open_before(play, index):
        return True
    before = t.declared[seat]
    t.declared[seat] = index + 1
    place = awaited_tile(t, play, seat)
    t.declared[seat] = before
    return place >= 0


@part
def ask_openings(t: Table, play: Session) -> None:
    """Ask the next seat from the dealer on that has something to say; after the last the phase is over."""
    rules = play.rules
    who = rules.phases[t.phase].who
    scratch = play.scratch
    if t.round_left == 0:
        t.round_left = rules.seat_count
    while t.round_left > 0:
        seat = rules.seat_count - t.round_left
        if not t.out >> seat & 1 and not (who == PhaseWho.DEALER and seat > 0) \
                and not (who == PhaseWho.OTHERS and seat == 0):
            if stops_here(play):
                return
            if opening_actions(t, play, seat, scratch):
                t.asked = 1 << seat
                return
        t.round_left -= 1
    t.phase = t.phase + 1


@part
def answer_opening(t: Table, play: Session, seat: int, action: int) -> None:
    """The seat shows all that its tiles earn, declares ready, calls the hand off, or lets it go."""
    rules = play.rules
    t.asked = 0
    t.round_left -= 1
    if t.round_left == 0:
        t.phase = t.phase + 1
    if act_of(action) == Act.CALL_ABORT:
        t.round_left = 0
        abort_hand(t, play, number_of(action), seat)
    if act_of(action) == Act.DECLARE:
        declare_at_deal(t, play, seat, detail_of(action))
    if act_of(action) != Act.SHOW:
        return
    for index in range(len(rules.openings)):
        times = opening_times(t, play, seat, index)
        if times > 0:
            fan = rules.openings[index].fan
            emit(play, Event.OPENING, seat, fan, times, 0, 0)
            play.saw_openings |= 1 << min(index, 62)
            if rules.pay_occasions >> Occasion.OPENING & 1:
                pay_opening(t, play, seat, fan, times)


@part
def declare_at_deal(t: Table, play: Session, seat: int, index: int) -> None:
    """Declare ready with the tiles as dealt."""
    row = play.rules.readies[index]
    t.declared[seat] = index + 1
    t.binds[seat] = row.binds
    t.stake[seat] = ask_about(t, play, row.stake, seat, -1, -1)
    emit(play, Event.DECLARE, seat, -1, index, t.stake[seat], 0)
    if t.stake[seat] > 0:
        move_points(t, play, seat, POT, RULE_STAKE, t.stake[seat])
    play.saw_readies |= 1 << index
    pay_about(t, play, Occasion.READY, actor=seat, of=index)
    if row.shows == Shows.HAND:
        emit(play, Event.SHOW, seat, 0, 0, 0, 0)
    happen(t, play, Moment.DECLARE, actor=seat, of=index)
    turn_up(t, play, Moment.DECLARE, actor=seat, of=index)
    if not lies_open_before(play, index):       # else it wins on what lay there when it was made
        turn_anew(t, play)
    place = awaited_tile(t, play, seat)
    if place >= 0:
        if win_on_turned(t, play, seat, place):
            go_on_at_deal(t)
        return
    look_for_abort(t, play, Moment.DECLARE, actor=seat)


@part
def go_on_at_deal(t: Table) -> None:
    """Nobody has had a turn yet: once a seat has won the others are asked as before, and the dealer begins."""
    t.turn = 0
    t.drawn = -1
    t.drawn_kinds = 0
    t.draw_kind = Drew.DEAL
    t.stage = Stage.PHASE


@part
def pay_opening(t: Table, play: Session, seat: int, fan: int, times: int) -> None:
    """Pay for a fan that was shown, as often as it is earned."""
    load_all(t, play, seat, -1, -1, play.rules.pay_needs[Occasion.OPENING])
    load_rows(t, play)
    f = play.frame
    f.seat = seat
    f.event_of = fan
    before = t.row_count
    run_payments(play, f, Occasion.OPENING)
    for row in range(before, min(f.row_count, ROW_ROOM)):
        paid = f.ledger[row]
        move_points(t, play, paid.payer, paid.receiver, paid.rule, times * paid.amount)
