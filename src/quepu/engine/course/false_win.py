"""A false win (诈和): what it costs, and what becomes of the hand."""

from quepu.engine.course.settle import pay_about
from quepu.engine.kernel import kernel, part
from quepu.engine.layout.codes import Act, Ended, Event, May, Moment, Occasion, Offer, Stage
from quepu.engine.layout.rule_codes import Penalty
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import Table
from quepu.engine.machine import lowest, ones
from quepu.engine.play.asking import happen, score_hand, waits_mask
from quepu.engine.play.own_turn import pass_turn
from quepu.engine.play.packed_action import packed_action
from quepu.engine.play.wall import emit, gain, lose


@kernel
def stop_hand(t: Table, play: Session, ended: int) -> None:
    """End the hand at once; a tile on its way to a pung goes back."""
    if t.stage == Stage.CLAIMS and t.offered_kind == Offer.ADDED_KONG:
        gain(t, play, t.offered_from, t.offered[0])
    t.offered_count = 0
    t.asked = 0
    t.ended = ended
    t.stage = Stage.SETTLE


@part
def leave(t: Table, play: Session, seat: int) -> None:
    """A seat is out of the hand: the others play on, as long as there are two."""
    t.out = t.out | 1 << seat
    t.may[seat] = 0
    if ones(t.out) > play.rules.seat_count - 2:
        stop_hand(t, play, Ended.WIN if t.winners else Ended.ABORT)
    elif t.stage == Stage.CLAIMS:
        t.pending[seat] = packed_action(Act.PASS)
        t.asked = t.asked & ~(1 << seat)
    else:
        t.asked = 0
        pass_turn(t, play)


@part
def shown_total(t: Table, play: Session, seat: int) -> int:
    """What the tiles of a false win would be worth: as they are shown if they are complete, though not allowed.

    Otherwise what the hand would be worth on the best tile it waits for; 0 if it waits for none.
    """
    own = t.stage == Stage.OWN
    tile = t.drawn if own else t.offered[0]
    bench = play.bench
    if score_hand(t, play, seat, tile, 1 if own else 0, -1 if own else t.offered_from, 1) >= 0:
        return bench.best_total
    if own and tile >= 0:
        lose(t, play, seat, tile)
    best = 0
    waits = waits_mask(t, play, seat)
    while waits:
        kind = lowest(waits)
        waits &= waits - 1
        if score_hand(t, play, seat, kind, 0, -1, 0) >= 0:
            best = max(best, bench.best_total)
    if own and tile >= 0:
        gain(t, play, seat, tile)
    return best


@part
def false_win(t: Table, play: Session, seat: int) -> None:
    """A seat declares a win that is none (诈和): it pays, and its hand is dead, or it leaves, or the hand is void."""
    emit(play, Event.FALSE_WIN, seat, 0, 0, 0, 0)
    t.dead = t.dead | 1 << seat
    pay_about(t, play, Occasion.FALSE_WIN, actor=seat)
    happen(t, play, Moment.FALSE_WIN, actor=seat)
    then = play.rules.false_win
    if then == Penalty.LEAVES:
        leave(t, play, seat)
        return
    if then != Penalty.DEAD_HAND:
        stop_hand(t, play, Ended.DEAL_LOST if then == Penalty.LOSE_DEAL and seat == 0 else Ended.REDEAL)
        return
    t.may[seat] = t.may[seat] & ~May.WIN
    if t.stage == Stage.CLAIMS and t.asked >> seat & 1 and t.may[seat] == 0:
        t.pending[seat] = packed_action(Act.PASS)
        t.asked = t.asked & ~(1 << seat)
