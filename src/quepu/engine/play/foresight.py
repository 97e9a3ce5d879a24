"""What would come of it: who could win on a discard, and what a win would bring, without anything being done.

For tables that are learned from self-play, where all hands may be looked at, and for values of one's own hand; whoever
only asks leaves the table as it was.
"""

from quepu.engine.course.settle import load_rows, run_payments
from quepu.engine.distance.completing import might_win
from quepu.engine.kernel import entry, part
from quepu.engine.layout.codes import Act, How, Moment, Occasion, Offer
from quepu.engine.layout.frame import HAND_WORDS
from quepu.engine.layout.rule_codes import KongOf
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import RIVER_ROOM, Table
from quepu.engine.layout.table_facts import Need
from quepu.engine.machine import copy_words
from quepu.engine.play.asking import load_kong, load_table, load_waits, score_hand
from quepu.engine.play.claims import after, can_claim_win, may_ask
from quepu.engine.play.packed_action import act_of, detail_of, kind_in
from quepu.engine.play.wall import copy_of, gain, lose


@entry
@part
def may_win_on(t: Table, play: Session, seat: int, kind: int, feeder: int) -> bool:
    """Whether a seat could win on a tile of this kind if another, who holds one, discarded it now.

    No where the rulebook has no win on discards, and where the seat may not take that one.
    """
    rules = play.rules
    claim = rules.win_claim
    if claim < 0 or not rules.claims[claim].on >> Offer.DISCARD & 1 or seat == feeder or t.out >> seat & 1 \
            or t.held[feeder, kind] == 0 or t.river_count >= RIVER_ROOM \
            or not may_ask(rules.claims[claim], seat, after(t, play, feeder)) or not might_win(t, play, seat, kind):
        return False
    old_from, old_kind, old_count, old_tile = t.offered_from, t.offered_kind, t.offered_count, t.offered[0]
    old_drawn, at = t.drawn, t.river_count
    old_river, old_seat = t.river[at], t.river_seat[at]
    tile = copy_of(t, feeder, kind)
    lose(t, play, feeder, tile)
    t.river[at] = tile
    t.river_seat[at] = feeder
    t.river_count = at + 1
    t.turn_count += 1
    t.drawn = -1
    t.offered[0] = tile
    t.offered_count = 1
    t.offered_from = feeder
    t.offered_kind = Offer.DISCARD
    found = can_claim_win(t, play, seat, tile)
    t.offered_from = old_from
    t.offered_kind = old_kind
    t.offered_count = old_count
    t.offered[0] = old_tile
    t.drawn = old_drawn
    t.turn_count -= 1
    t.river_count = at
    t.river[at] = old_river
    t.river_seat[at] = old_seat
    gain(t, play, feeder, tile)
    return found


@entry
@part
def win_points(t: Table, play: Session, seat: int, tile: int, self_draw: int, feeder: int) -> int:
    """How many points a seat would get at once for a win on this tile, by the rulebook's payments; 0 if it is none.

    Tiles that are turned up for a win are not: nobody knows them.  A self-drawn tile must be in the hand.
    """
    rules = play.rules
    if not rules.pay_occasions >> Occasion.WIN & 1:
        return 0
    needs = rules.pay_needs[Occasion.WIN] | rules.remember_needs[Moment.WIN]
    if needs & (Need.WAITS | Need.VALUES):
        load_waits(t, play, needs & Need.VALUES)        # before the win fills the frame
    f = play.frame
    bench = play.bench
    bench.keeps_frame = 1
    found = score_hand(t, play, seat, tile, self_draw, feeder, 1)
    bench.keeps_frame = 0
    if found != 1:
        return 0
    copy_words(f, bench.best_frame, HAND_WORDS)         # payments may ask about the reading
    load_table(t, play, seat, feeder, tile, needs & ~Need.HAND)
    f.winner_count = 1
    f.winning = 1 << seat
    f.winner_place = 1
    f.amount = bench.best_total
    return points_for(t, play, Occasion.WIN, seat)


@entry
@part
def kong_points(t: Table, play: Session, seat: int, action: int) -> int:
    """How many points a seat would get at once for a kong; 0 where that hangs on what nobody sees."""
    rules = play.rules
    needs = rules.pay_needs[Occasion.KONG]
    if not rules.pay_occasions >> Occasion.KONG & 1 or needs & (Need.WAITS | Need.VALUES) or act_of(action) != Act.KONG:
        return 0
    row = rules.kongs[detail_of(action)]
    feeder = t.offered_from if row.of == KongOf.DISCARD else -1
    load_table(t, play, seat, feeder, kind_in(action), needs)
    play.frame.event_of = detail_of(action)
    load_kong(play, How.CONCEALED * (row.of == KongOf.HAND) + How.ADDED * (row.of == KongOf.PUNG))
    return points_for(t, play, Occasion.KONG, seat)


@part
def points_for(t: Table, play: Session, occasion: int, seat: int) -> int:
    """What payments of an occasion would bring a seat; the frame must hold what their rules ask about."""
    f = play.frame
    load_rows(t, play)
    first = f.row_count
    run_payments(play, f, occasion)
    points = 0
    for row in range(first, f.row_count):
        paid = f.ledger[row]
        if paid.receiver == seat:
            points += paid.amount
        if paid.payer == seat:
            points -= paid.amount
    return points
