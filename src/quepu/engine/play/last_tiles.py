"""The last tiles, offered round (海底漫游): who takes one wins on it or discards it; if nobody does, the hand ends."""

from quepu.engine.course.phases import look_for_abort
from quepu.engine.kernel import kernel, part
from quepu.engine.layout.codes import Act, Drew, Event, May, Moment, Stage
from quepu.engine.layout.rule_codes import Flowers, LastRule, Until
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import KIND, Table
from quepu.engine.play.asking import ask_about, happen
from quepu.engine.play.claims import after
from quepu.engine.play.kongs import draw_tile
from quepu.engine.play.own_turn import can_win_now, lay_flower, pass_turn
from quepu.engine.play.packed_action import act_of
from quepu.engine.play.passing import lift_passes
from quepu.engine.play.wall import emit, wall_left


@kernel
def offered_rule(t: Table, play: Session) -> int:
    """The rule by which the next tile is offered round; -1 none."""
    rules = play.rules
    for index, row in enumerate(rules.last_rules):
        if row.rule == LastRule.OFFERED \
                and wall_left(t) <= ask_about(t, play, row.tiles, t.turn, -1, -1):
            return index
    return -1


@part
def begin_round(t: Table, play: Session) -> None:
    """Offer the next tile round, beginning with the seat due to draw."""
    t.round_left = 0
    for seat in range(play.rules.seat_count):
        if not t.out >> seat & 1:
            t.round_left += 1
    t.stage = Stage.LAST


@part
def ask_round(t: Table, play: Session) -> None:
    """Ask the next seat that may have the tile; if none is left the hand is over."""
    rule = offered_rule(t, play)
    while t.round_left > 0:
        seat = t.turn
        emit(play, Event.OFFERED, seat, 0, 0, 0, 0)
        happen(t, play, Moment.OFFERED, actor=seat)
        if not t.dead >> seat & 1 and ask_about(t, play, play.rules.last_rules[rule].when, seat, -1, -1):
            t.asked = 1 << seat
            return
        refuse_last(t, play)
    t.stage = Stage.SETTLE


@kernel
def refuse_last(t: Table, play: Session) -> None:
    """The seat does not have the tile; the next one may."""
    t.round_left -= 1
    t.turn = after(t, play, t.turn)


@part
def take_last(t: Table, play: Session, seat: int) -> None:
    """The seat takes the tile: a win, or its discard."""
    rules = play.rules
    t.round_left = 0
    t.kongs_running = 0
    lift_passes(t, play, seat, Until.OWN_DRAW)
    draw_tile(t, play, seat, Drew.OFFERED)
    look_for_abort(t, play, Moment.DRAW, actor=seat, tile=t.drawn)
    if t.stage == Stage.SETTLE:
        return
    if rules.flowers != Flowers.NEVER and rules.bonus_kinds >> (t.drawn & KIND) & 1:
        lay_flower(t, play, seat, t.drawn)
        if t.stage != Stage.SETTLE:     # nothing is drawn for it: the next seat's turn
            pass_turn(t, play)
        return
    t.may[seat] = May.WIN if can_win_now(t, play, seat) else 0
    t.stage = Stage.OWN


@part
def answer_round(t: Table, play: Session, seat: int, action: int) -> None:
    """The seat that was asked takes the tile or not."""
    t.asked = 0
    if act_of(action) == Act.TAKE:
        take_last(t, play, seat)
    else:
        refuse_last(t, play)
