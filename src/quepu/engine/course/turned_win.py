"""A win at once on a tile that lies turned up, by who has just declared: 对宝 with a discard, 抢金 at the deal."""

from quepu.engine.course.settle import after_win, win
from quepu.engine.distance.completing import might_win
from quepu.engine.kernel import part
from quepu.engine.layout.codes import Drew, Event, Moment, Stage
from quepu.engine.layout.rule_codes import Seen
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import KIND, TAKEN, Table
from quepu.engine.play.asking import score_hand
from quepu.engine.play.claims import is_barred
from quepu.engine.play.wall import emit, gain, lose


@part
def lies_open_before(play: Session, index: int) -> bool:
    """Whether all see what a declaration may win on before it is made: so all know whether it wins."""
    lot = play.rules.readies[index].wins_on
    if lot < 0:
        return False
    row = play.rules.turned_lots[lot]
    return bool(row.seen == Seen.ALL and not row.on >> Moment.DECLARE & 1)


@part
def awaited_tile(t: Table, play: Session, seat: int) -> int:
    """The turned tile, by its place among them, on which the seat wins at once as it has declared; -1 none."""
    lot = play.rules.readies[t.declared[seat] - 1].wins_on
    if lot < 0:
        return -1
    for place in range(t.turned_count):
        if t.turned_lot[place] == lot and t.turned_place[place] == 0 and wins_with(t, play, seat, t.turned[place]):
            return place
    return -1


@part
def wins_with(t: Table, play: Session, seat: int, tile: int) -> bool:
    """Whether the seat waits for a tile, as for a plain discard, and may win with it as if it had drawn it."""
    if is_barred(t, seat, tile, True) or not might_win(t, play, seat, tile & KIND) \
            or score_hand(t, play, seat, tile & KIND, 0, -1, 0) != 1:
        return False
    turn = t.turn
    drawn = t.drawn
    way = t.draw_kind
    offered = t.offered_count
    gain(t, play, seat, tile)
    t.turn = seat
    t.drawn = tile
    t.draw_kind = Drew.WALL
    t.offered_count = 0
    found = score_hand(t, play, seat, tile, 1, -1, 1)
    lose(t, play, seat, tile)
    t.turn = turn
    t.drawn = drawn
    t.draw_kind = way
    t.offered_count = offered
    return bool(found == 1)


@part
def win_on_turned(t: Table, play: Session, seat: int, place: int) -> bool:
    """Win on a turned tile, as if it had been drawn; whether the hand goes on."""
    tile = t.turned[place]
    t.turned_place[place] = TAKEN
    gain(t, play, seat, tile)
    t.turn = seat
    t.drawn = tile
    t.draw_kind = Drew.WALL
    t.offered_count = 0
    emit(play, Event.DRAW, seat, tile, Drew.WALL, 0, 0)
    win(t, play, seat, tile, -1, 1 << seat, 1)
    t.stage = Stage.SETTLE
    return bool(after_win(t, play, 1 << seat))
