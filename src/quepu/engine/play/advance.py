"""The course of a hand: from one decision to the next, and what a seat's answer brings about.

`advance` goes on until somebody has to decide; `legal_into` says what a seat may answer; `act` takes the answer.
"""

from quepu.engine.course.false_win import false_win, shown_total
from quepu.engine.course.fresh import open_hand
from quepu.engine.course.openings import answer_opening, ask_openings, opening_actions
from quepu.engine.course.phases import (
    abort_hand,
    answer_forced,
    choose_wild,
    look_for_abort,
    note_choice,
    open_phase,
    phase_actions,
    turn_anew,
    turn_owed,
    turn_up,
)
from quepu.engine.course.settle import after_win, pay_about, settle, win
from quepu.engine.kernel import entry, inlined, kernel, part
from quepu.engine.layout.codes import Act, Bind, Drew, Ended, Event, How, May, Moment, Occasion, Offer, Stage
from quepu.engine.layout.kinds import Ints
from quepu.engine.layout.play_rules import MOST_RESERVE
from quepu.engine.layout.rule_codes import LastRule, PhaseKind, Reveals, Until, WildWay
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import KIND, Table
from quepu.engine.machine import ones
from quepu.engine.play.asking import ask_about, happen
from quepu.engine.play.claims import (
    after,
    best_claim,
    claim_actions,
    last_rules,
    may_be_claimed,
    offer,
    winning_seats,
)
from quepu.engine.play.flowers import (
    answer_flower,
    flower_laid,
    lay_drawn,
    replace_dealt,
    replace_flower,
    watch_flower,
)
from quepu.engine.play.kongs import draw_tile, finish_kong, own_kong
from quepu.engine.play.last_tiles import answer_round, ask_round, begin_round, offered_rule
from quepu.engine.play.mixed_kongs import exchange_in_kong, grow_kong, lay_mixed_kong
from quepu.engine.play.own_turn import (
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
from quepu.engine.play.packed_action import act_of, detail_of, number_of, packed_action
from quepu.engine.play.passing import lift_passes, note_passes, pass_own_win
from quepu.engine.play.turned_kong import do_turned, offer_turned, turn_for_kong, turned_actions, turned_claims
from quepu.engine.play.wall import (
    copy_of,
    deal_into,
    emit,
    is_replacement,
    lose,
    replacements_left,
    seed_into,
    shuffle_into,
    stops_here,
    wall_left,
)


@entry
@part
def begin_hand(t: Table, play: Session, shuffles: int) -> None:
    """Begin the next hand of the match and go on to its first decision; with `shuffles` 0 the wall is as it was put."""
    open_hand(t, play)
    if shuffles:
        seed_into(t, t.hand_number - 1)
        shuffle_into(t, play)
    emit(play, Event.HAND, -1, t.hand_number, t.rounds, t.dealer, t.player[0])
    t.stage = Stage.PHASE
    advance(t, play)


@part
def deal(t: Table, play: Session) -> None:
    """Deal; then flowers are laid aside."""
    rules = play.rules
    t.reserve = min(MOST_RESERVE, max(0, ask_about(t, play, rules.reserve, 0, -1, -1)))     # of a wall not dealt yet
    if rules.dice_count > 0:
        emit(play, Event.DICE, -1, 0, 0, 0, 0)
    deal_into(t, play)
    t.dealt = 1
    t.turn = 0
    t.draw_kind = Drew.DEAL
    t.stage = Stage.FLOWERS


@part
def open_flowers(t: Table, play: Session) -> None:
    """Flowers of the deal; when all are replaced the dealer's turn begins."""
    if not replace_dealt(t, play):
        return
    t.turn = 0
    t.drawn = -1
    t.drawn_kinds = 0                   # what replaced flowers of the deal
    t.draw_kind = Drew.DEAL
    t.asked = 0
    if play.rules.wild_way == WildWay.FIXED:
        choose_wild(t, play)
    turn_up(t, play, Moment.HAND_START, actor=0)
    happen(t, play, Moment.HAND_START)
    t.stage = Stage.PHASE


@part
def pay_bets(t: Table, play: Session, phase: int) -> None:
    """Pay what bets bring, once all have answered in this phase: the table has then gone on to the next."""
    if t.phase > phase and play.rules.phases[phase].kind == PhaseKind.BET:
        pay_about(t, play, Occasion.BET, of=phase)


@part
def next_phase(t: Table, play: Session) -> None:
    """Go on to the next phase, or to the dealer's first turn."""
    opened = open_phase(t, play)
    if opened == 2:
        ask_openings(t, play)
        return
    phase = t.phase
    answer_forced(t, play)
    pay_bets(t, play, phase)
    if opened and t.stage == Stage.PHASE:
        if t.out & 1:              # the dealer has won by its flowers and left
            pass_turn(t, play)
            return
        t.stage = Stage.OWN
        t.may[0] = May.WIN if can_win_now(t, play, 0) else 0


@kernel
def renew_reserve(t: Table, play: Session) -> None:
    """A reserve that grows with kongs (留墩) is worked out anew, once a kong has its replacement; drawn is drawn."""
    if play.rules.reserve >= 0 and not play.rules.reserve_replaces:         # no plain number, and nobody draws of it
        reserve = min(MOST_RESERVE, max(0, ask_about(t, play, play.rules.reserve, 0, -1, -1)))
        if reserve != t.reserve:
            t.reserve = min(reserve, t.wall_back - t.wall_front)


@inlined
def tiles_left(t: Table, play: Session, way: int) -> int:
    """Tiles that can still be drawn: from the wall, or in place of a kong or flower."""
    return wall_left(t) if way == Drew.WALL else replacements_left(t, play)


@part
def draw_turn(t: Table, play: Session) -> None:
    """The seat in turn draws: from the wall, or in place of a kong or flower."""
    seat = t.turn
    way = t.draw_kind
    if way == Drew.WALL:
        renew_reserve(t, play)
    if tiles_left(t, play, way) <= 0:
        t.stage = Stage.SETTLE
        return
    turn_anew(t, play)
    if tiles_left(t, play, way) <= 0:
        t.stage = Stage.SETTLE
        return
    if way == Drew.WALL and offered_rule(t, play) >= 0:
        begin_round(t, play)
        return
    if way == Drew.WALL:
        t.kongs_running = 0
    lift_passes(t, play, seat, Until.OWN_DRAW)
    draw_tile(t, play, seat, way)
    if way == Drew.KONG:
        renew_reserve(t, play)
    if t.turned_owed:
        turn_owed(t, play, seat, Reveals.DRAW)
    look_for_abort(t, play, Moment.DRAW, actor=seat, tile=t.drawn, how=How.REPLACEMENT * is_replacement(way))
    if t.stage == Stage.SETTLE or not lay_drawn(t, play, seat):
        return
    t.may[seat] = May.WIN if can_win_now(t, play, seat) else 0
    t.stage = Stage.OWN


@part
def own_turn(t: Table, play: Session) -> None:
    """Ask the seat in turn, or act for it where there is no choice."""
    seat = t.turn
    if t.may[seat] & May.WIN and (t.binds[seat] & Bind.MUST_WIN or last_rules(t, play) >> LastRule.MUST_WIN & 1):
        do_own(t, play, seat, packed_action(Act.WIN, number=t.drawn & 255))
        return
    if t.may[seat] == 0:
        if last_rules(t, play) >> LastRule.DRAW_ONLY & 1:
            pass_turn(t, play)
            return
        bound = t.drawn >= 0 and (t.binds[seat] & Bind.DISCARD_DRAWN or t.draw_kind == Drew.OFFERED)
        if bound or len(play.rules.discard_rules) or t.no_discard or t.wild or t.owed_ready or play.rules.stood_count \
                or t.held_mask[seat] & t.held_mask[seat] - 1 == 0:
            scratch = play.scratch
            if own_actions(t, play, seat, scratch) == 1:
                do_own(t, play, seat, scratch[0])
                return
    t.asked = 1 << seat


@part
def do_own(t: Table, play: Session, seat: int, action: int) -> None:
    """Do what the seat chose in its own turn."""
    kind = act_of(action)
    t.asked = 0
    if t.may[seat] & May.WIN and kind != Act.WIN:
        pass_own_win(t, play, seat)
    if kind == Act.DISCARD:
        discard(t, play, seat, number_of(action), 0)
    elif kind == Act.WIN:
        win(t, play, seat, t.drawn, -1, 1 << seat, 1)
        if after_win(t, play, 1 << seat):
            pass_turn(t, play)
        else:
            t.stage = Stage.SETTLE
    elif kind == Act.KONG:
        own_kong(t, play, seat, detail_of(action), number_of(action))
    elif kind == Act.MIXED_KONG or kind == Act.ADD_TILE or kind == Act.EXCHANGE:
        do_mixed(t, play, seat, action)
    elif kind == Act.FLOWER:
        lay_flower(t, play, seat, number_of(action))
        if t.stage != Stage.SETTLE:
            watch_flower(t, number_of(action), 0)
    elif kind == Act.DECLARE:
        declare(t, play, seat, detail_of(action), number_of(action))
    elif kind == Act.CALL_ABORT:
        abort_hand(t, play, number_of(action), seat)
    elif kind == Act.PASS:
        pass_turn(t, play)


@part
def do_mixed(t: Table, play: Session, seat: int, action: int) -> None:
    """Lay a kong of different tiles, or change one; where no tile is drawn for it the turn goes on."""
    kind = act_of(action)
    index = detail_of(action)
    if kind == Act.MIXED_KONG:
        lay_mixed_kong(t, play, seat, index, number_of(action))
    elif kind == Act.ADD_TILE:
        grow_kong(t, play, seat, index, number_of(action))
    else:
        exchange_in_kong(t, play, seat, index, number_of(action))
    if t.stage == Stage.OWN:
        t.may[seat] = May.WIN if t.draw_kind != Drew.CLAIM and can_win_now(t, play, seat) else 0


@part
def resolve(t: Table, play: Session) -> None:
    """All have answered: a win goes first, then the strongest claim; else play goes on."""
    rules = play.rules
    feeder = t.offered_from
    note_passes(t, play)
    winners = winning_seats(t, play)
    tile = t.offered[0]
    if winners:
        count = ones(winners)
        if count == 3 and rules.claims[rules.win_claim].three:
            t.offered_count = 0
            t.ended = Ended.ABORT         # three winners at once and the rulebook does not want them
            t.stage = Stage.SETTLE
            return
        seat = after(t, play, feeder)
        if t.offered_kind == Offer.ADDED_KONG or t.offered_kind == Offer.CONCEALED_KONG:
            if t.offered_kind == Offer.CONCEALED_KONG:
                lose(t, play, feeder, copy_of(t, feeder, tile & KIND))
            taker = seat
            while not winners >> taker & 1:
                taker = after(t, play, taker)
            t.robbed[taker] = tile + 1
        place = 1
        while seat != feeder:
            if winners >> seat & 1:
                win(t, play, seat, number_of(t.pending[seat]), feeder, winners, place)
                place += 1
            seat = after(t, play, seat)
        t.offered_count = 0
        if after_win(t, play, winners) and t.offered_kind == Offer.FLOWER:
            replace_flower(t)
        elif t.ended == Ended.NONE:
            last = feeder
            for seat in range(rules.seat_count):
                if winners >> (feeder + 1 + seat) % rules.seat_count & 1:
                    last = (feeder + 1 + seat) % rules.seat_count
            t.turn = last
            pass_turn(t, play)
        else:
            t.stage = Stage.SETTLE
        return
    if t.offered_kind == Offer.FLOWER:
        replace_flower(t)
        return
    if t.offered_kind != Offer.DISCARD and t.offered_kind != Offer.TURNED:
        t.stage = Stage.KONG
        return
    if not stand_by(t, play):
        return
    seat = best_claim(t, play)
    if seat >= 0:
        take_claim(t, play, seat, t.pending[seat])
        return
    t.offered_count = 0
    t.turn = feeder
    pass_turn(t, play)


@part
def advance(t: Table, play: Session) -> None:
    """Go on until somebody has to decide or the hand is over."""
    while t.asked == 0 and t.stage != Stage.OVER and play.stops >= 0:
        stage = t.stage
        if stage == Stage.DRAW:
            draw_turn(t, play)
        elif stage == Stage.OWN:
            own_turn(t, play)
        elif stage == Stage.OFFER:
            if play.stops and may_be_claimed(t, play) and stops_here(play):
                return
            t.stage = Stage.CLAIMS
            if t.offered_kind == Offer.TURNED:
                offer_turned(t, play)
            else:
                offer(t, play)
        elif stage == Stage.CLAIMS:
            resolve(t, play)
        elif stage == Stage.KONG:
            finish_kong(t, play)
        elif stage == Stage.LAID:
            flower_laid(t, play)
        elif stage == Stage.TURNED:
            if stops_here(play):
                return
            answer = turn_for_kong(t, play)
            if answer >= 0:
                do_turned(t, play, t.turn, answer)
        elif stage == Stage.LAST:
            ask_round(t, play)
        elif stage == Stage.FLOWERS:
            open_flowers(t, play)
        elif stage == Stage.PHASE:
            next_phase(t, play)
        elif stage == Stage.DEAL:
            deal(t, play)
        else:
            settle(t, play)


@entry
@part
def legal_into(t: Table, play: Session, seat: int, out: Ints) -> int:
    """What a seat may answer, in a fixed order; how many, 0 if it is not asked."""
    rules = play.rules
    if not t.asked >> seat & 1:
        return 0
    stage = t.stage
    if stage == Stage.OWN:
        return own_actions(t, play, seat, out)
    if stage == Stage.CLAIMS and t.offered_kind == Offer.TURNED:
        return turned_claims(t, play, seat, out)
    if stage == Stage.CLAIMS:
        return claim_actions(t, play, seat, out)
    if stage == Stage.PHASE:
        if rules.phases[t.phase].kind == PhaseKind.OPENING:
            return opening_actions(t, play, seat, out)
        return phase_actions(t, play, seat, out)
    if stage == Stage.TURNED:
        return turned_actions(t, play, seat, out)
    if stage == Stage.STAKE:
        return stake_actions(t, play, seat, out)
    if stage == Stage.LAST:
        out[0] = packed_action(Act.TAKE)
        out[1] = packed_action(Act.PASS)
        return 2
    count = 0
    if stage == Stage.LAID:
        out[0] = packed_action(Act.WIN, number=t.drawn & 255)
        out[1] = packed_action(Act.PASS)
        return 2
    flowers = t.held_mask[seat] & rules.bonus_kinds
    for kind in range(42):
        if flowers >> kind & 1:
            out[count] = packed_action(Act.FLOWER, number=kind)
            count += 1
    out[count] = packed_action(Act.PASS)
    return count + 1


@part
def act(t: Table, play: Session, seat: int, action: int) -> None:
    """Take a legal answer and go on to the next decision."""
    stage = t.stage
    if act_of(action) == Act.FALSE_WIN:
        t.false_total = shown_total(t, play, seat)
        false_win(t, play, seat)
        t.false_total = 0
    elif stage == Stage.OWN:
        do_own(t, play, seat, action)
    elif stage == Stage.CLAIMS:
        t.pending[seat] = action
        t.asked = t.asked & ~(1 << seat)
    elif stage == Stage.TURNED:
        do_turned(t, play, seat, action)
    elif stage == Stage.LAST:
        answer_round(t, play, seat, action)
    elif stage == Stage.STAKE:
        answer_stake(t, play, seat, action)
    elif stage == Stage.PHASE:
        if play.rules.phases[t.phase].kind == PhaseKind.OPENING:
            answer_opening(t, play, seat, action)
        else:
            phase = t.phase
            note_choice(t, play, seat, action)
            answer_forced(t, play)
            pay_bets(t, play, phase)
    elif stage == Stage.LAID:
        answer_flower(t, play, seat, action)
    else:
        t.asked = 0
        if act_of(action) == Act.FLOWER:
            lay_flower(t, play, seat, number_of(action))
            t.owed = 1
            if t.stage != Stage.SETTLE:
                watch_flower(t, number_of(action), 1)
        else:
            t.turn = seat + 1
    advance(t, play)


@part
def may_answer(t: Table, play: Session, seat: int, action: int) -> bool:
    """Whether an action is legal for a seat now."""
    if act_of(action) == Act.FALSE_WIN:
        return may_declare_falsely(t, play, seat)
    out = play.scratch
    for index in range(legal_into(t, play, seat, out)):
        if out[index] == action:
            return True
    return False


@entry
@part
def play(t: Table, play: Session, seat: int, action: int) -> bool:
    """Take an answer if it is legal; the table is unchanged if it is not."""
    if seat < 0 or seat >= play.rules.seat_count or not may_answer(t, play, seat, action):
        return False
    act(t, play, seat, action)
    return True
