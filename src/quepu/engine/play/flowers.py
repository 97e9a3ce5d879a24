"""Flowers laid aside: those of the deal, in what order they are replaced, and wins by flowers alone (花糊, 七抢一).

A flower that has just been laid aside is asked about before its replacement is drawn: whether it wins for its own seat,
then whether it does for another.  Nobody is asked where the rulebook has no shape that is declared on a flower.  A
discard is asked about in the same way before anybody else may have it, where a shape is declared on the own discard.
"""

from quepu.engine.course.phases import look_for_abort
from quepu.engine.course.settle import after_win, win
from quepu.engine.kernel import inlined, kernel, part
from quepu.engine.layout.codes import Act, Bind, Drew, How, Laid, May, Moment, Offer, Stage
from quepu.engine.layout.frame import By
from quepu.engine.layout.rule_codes import Flowers
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import KIND, Table
from quepu.engine.machine import lowest
from quepu.engine.play.asking import score_hand
from quepu.engine.play.claims import is_barred
from quepu.engine.play.kongs import draw_tile
from quepu.engine.play.own_turn import lay_flower, pass_turn
from quepu.engine.play.packed_action import act_of, packed_action
from quepu.engine.play.passing import pass_own_win
from quepu.engine.play.wall import replacements_left, stops_here


@part
def lay_dealt(t: Table, play: Session, seat: int) -> None:
    """Lay aside flowers of the deal: all the seat holds where they are replaced in rounds, else one."""
    rules = play.rules
    flowers = t.held_mask[seat] & rules.bonus_kinds
    while flowers:
        kind = lowest(flowers)
        flowers &= flowers - 1
        lay_flower(t, play, seat, kind)
        t.drawn = kind
        t.owed = t.owed + 1
        if rules.flowers != Flowers.IN_ROUNDS or t.stage == Stage.SETTLE:
            return


@inlined
def holds_flowers(t: Table, play: Session) -> bool:
    """Whether any seat still holds a flower."""
    rules = play.rules
    for seat in range(rules.seat_count):
        if t.held_mask[seat] & rules.bonus_kinds:
            return True
    return False


@part
def replace_dealt(t: Table, play: Session) -> bool:
    """Replace the flowers of the deal, seat by seat from the dealer; whether all is done.

    If not, somebody has to answer, or the hand is over.  In rounds (`in_rounds`) each seat lays aside what it holds and
    draws as many tiles; a flower that comes then waits until everybody has had a turn.  Otherwise a seat goes on until
    it has none.
    """
    rules = play.rules
    way = rules.flowers
    while True:
        while t.turn < rules.seat_count:
            if way == Flowers.KEPT and stops_here(play):
                return False
            seat = t.turn
            if t.owed:
                while t.owed and replacements_left(t, play) > 0:
                    draw_tile(t, play, seat, Drew.FLOWER)
                    t.owed = t.owed - 1
                t.owed = 0
                if way == Flowers.IN_ROUNDS:
                    t.turn = seat + 1
                    continue
            if t.held_mask[seat] & rules.bonus_kinds and way != Flowers.NEVER:
                if way == Flowers.KEPT:
                    t.asked = 1 << seat
                    return False
                if (way == Flowers.AT_ONCE or way == Flowers.IN_ROUNDS or seat == 0) and replacements_left(t, play) > 0:
                    lay_dealt(t, play, seat)
                    if t.stage == Stage.SETTLE:
                        return False
                    if rules.flower_shapes:
                        watch_flower(t, t.drawn, 1)
                        return False
                    continue
            t.turn = seat + 1
        if way != Flowers.IN_ROUNDS or replacements_left(t, play) <= 0 or not holds_flowers(t, play):
            return True
        t.turn = 0


@inlined
def watch_flower(t: Table, tile: int, dealing: int) -> None:
    """The seat in turn has laid a flower aside: what it means is asked next."""
    t.drawn = tile
    t.laying = dealing
    t.stage = Stage.LAID


@part
def lay_drawn(t: Table, play: Session, seat: int) -> bool:
    """Lay aside the flowers a seat draws, one after the other; whether its turn can begin.

    The last tile of the wall is laid aside where flowers are replaced in rounds, and the hand ends; elsewhere it stays.
    """
    rules = play.rules
    way = rules.flowers
    if (way == Flowers.NEVER or way == Flowers.KEPT) and not t.binds[seat] & Bind.DISCARD_DRAWN:
        return True
    while t.drawn >= 0 and rules.bonus_kinds >> (t.drawn & KIND) & 1:
        if replacements_left(t, play) <= 0 and way != Flowers.IN_ROUNDS:
            return True
        lay_flower(t, play, seat, t.drawn)
        if t.stage == Stage.SETTLE:
            return False
        if rules.flower_shapes:
            watch_flower(t, t.drawn, 0)
            return False
        if replacements_left(t, play) <= 0:
            t.stage = Stage.SETTLE
            return False
        draw_tile(t, play, seat, Drew.FLOWER)
        look_for_abort(t, play, Moment.DRAW, actor=seat, tile=t.drawn, how=How.REPLACEMENT)
        if t.stage == Stage.SETTLE:
            return False
    return True


@inlined
def may_win_so(t: Table, play: Session) -> bool:
    """Whether the rulebook has wins by what the seat in turn has just laid down."""
    laying = t.laying
    return play.rules.flower_shapes & (
        By.OWN_DISCARD if laying == Laid.DISCARD else By.DEAL if laying else By.FLOWER) != 0


@kernel
def wins_by_flower(t: Table, play: Session, seat: int) -> bool:
    """Whether the flower the seat has just laid aside, or its discard, is a win it may declare."""
    if not may_win_so(t, play) or is_barred(t, seat, t.drawn, True):
        return False
    return bool(score_hand(t, play, seat, t.drawn, 1, -1, 1) == 1)


@part
def flower_laid(t: Table, play: Session) -> None:
    """Ask the seat that laid a flower whether it wins by it; if it cannot, whether another does."""
    seat = t.turn
    if may_win_so(t, play) and stops_here(play):
        return
    if wins_by_flower(t, play, seat):
        t.may[seat] = May.WIN
        if t.binds[seat] & Bind.MUST_WIN:
            answer_flower(t, play, seat, packed_action(Act.WIN))
        else:
            t.asked = 1 << seat
    else:
        offer_flower(t, play)


@part
def offer_flower(t: Table, play: Session) -> None:
    """Let the others win on the flower that was laid aside; it stays where it lies."""
    rules = play.rules
    claim = rules.win_claim
    t.may[t.turn] = 0
    if t.laying == Laid.DISCARD:
        t.laying = Laid.FLOWER
        t.stage = Stage.OFFER           # now others may have it
        return
    if claim >= 0 and rules.claims[claim].on >> Offer.FLOWER & 1 and rules.flower_shapes & By.OTHER_FLOWER:
        t.offered[0] = t.drawn
        t.offered_count = 1
        t.offered_from = t.turn
        t.offered_kind = Offer.FLOWER
        t.stage = Stage.OFFER
    else:
        replace_flower(t)


@inlined
def replace_flower(t: Table) -> None:
    """Nobody wins by the flower: its replacement is drawn."""
    t.offered_count = 0
    if t.laying:
        t.stage = Stage.FLOWERS
    else:
        t.draw_kind = Drew.FLOWER
        t.stage = Stage.DRAW


@part
def answer_flower(t: Table, play: Session, seat: int, action: int) -> None:
    """A seat wins by the flower it has laid aside, or lets that go."""
    t.asked = 0
    if act_of(action) != Act.WIN:
        pass_own_win(t, play, seat)
        offer_flower(t, play)
        return
    t.may[seat] = 0
    win(t, play, seat, t.drawn, -1, 1 << seat, 1)
    if not after_win(t, play, 1 << seat):
        t.stage = Stage.SETTLE
    elif t.laying == Laid.DEALT_FLOWER:
        replace_flower(t)
    else:                               # nobody else has a discard that was won by
        t.laying = Laid.FLOWER
        t.offered_count = 0
        pass_turn(t, play)
