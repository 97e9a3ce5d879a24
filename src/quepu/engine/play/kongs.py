"""Kongs, and the tiles drawn in their place."""

from quepu.engine.course.phases import look_for_abort, turn_owed, turn_up
from quepu.engine.course.settle import pay_about
from quepu.engine.kernel import inlined, kernel, part
from quepu.engine.layout.codes import Act, Bind, Drew, Event, How, MeldForm, Moment, Occasion, Offer, Stage
from quepu.engine.layout.kinds import Ints
from quepu.engine.layout.play_rules import MOST_REPLACEMENTS, Kong
from quepu.engine.layout.rule_codes import CountsAs, KongOf, KongOn, Reveals, Shows
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import KIND, KONG_HOW, MARK, MELD_ROOM, OWED_HOW, Table
from quepu.engine.machine import lowest
from quepu.engine.play.asking import ask_about, happen, waits_mask
from quepu.engine.play.kong_rules import allows_kong, tiles_for_kongs, tiles_needed
from quepu.engine.play.packed_action import detail_of, number_of, packed_action
from quepu.engine.play.passing import lift_if_safe
from quepu.engine.play.stood import settle_stood
from quepu.engine.play.wall import (
    copy_of,
    emit,
    gain,
    is_face_up,
    is_replacement,
    lose,
    next_back,
    replacements_left,
    take_back,
    take_front,
)
from quepu.engine.score.divide import count_of, divisions_of
from quepu.engine.score.faces import fixed_face, pung_of


@part
def kong_actions(t: Table, play: Session, seat: int, out: Ints, start: int) -> int:
    """Add the kongs the seat may make from its hand."""
    rules = play.rules
    count = start
    binds = t.binds[seat]
    moment = KongOn.CLAIM if t.draw_kind == Drew.CLAIM else KongOn.DRAW
    if binds & Bind.NO_KONG:
        return count
    for index, row in enumerate(rules.kongs):
        way = row.of
        if way == KongOf.DISCARD or row.block >= 0 or not row.on & moment \
                or tiles_for_kongs(t, play) < tiles_needed(play, row):
            continue
        if way == KongOf.HAND:
            bits = t.held_mask[seat] & row.kinds
            while bits:
                kind = lowest(bits)
                bits &= bits - 1
                if t.held[seat, kind] >= row.least and kong_allowed(t, play, seat, row, kind, binds):
                    out[count] = packed_action(Act.KONG, index, kind)
                    count += 1
        elif not binds & Bind.KONG_SAME_WAITS or (row.on & KongOn.DECLARED and t.drawn >= 0):
            bits = row.kinds
            if binds & Bind.KONG_SAME_WAITS:        # what is drawn and added leaves the hand as it was
                bits &= 1 << (t.drawn & KIND)
            for place in range(t.meld_count[seat]):
                kind = t.meld_tile[seat, place] & KIND
                if t.meld_form[seat, place] == MeldForm.PUNG and t.held[seat, kind] > 0 \
                        and bits >> kind & 1 and kong_allowed(t, play, seat, row, kind, 0):
                    out[count] = packed_action(Act.KONG, index, kind)
                    count += 1
    return count


@kernel
def kong_allowed(t: Table, play: Session, seat: int, kong: Kong, kind: int, binds: int) -> bool:
    """Whether the rulebook allows this kong, and a declaration made before does: what was drawn may be laid aside."""
    if kong.of == KongOf.HAND and kong.counts_as != CountsAs.NONE and (
            t.meld_count[seat] >= MELD_ROOM
            or (t.wild >> kind & 1 and fixed_face(play.links.scoring.rules, t.wild) >= 0)):
        return False                    # a set of that kind is one of substitutes
    if binds & Bind.KONG_SAME_WAITS:
        if kong.counts_as == CountsAs.NONE:
            if t.drawn < 0 or t.drawn & KIND != kind or kong.least > 1:
                return False
        elif not keeps_waits(t, play, seat, kind):
            return False
    return allows_kong(t, play, seat, kong, kind, -1)


@part
def keeps_waits(t: Table, play: Session, seat: int, kind: int) -> bool:
    """Whether a concealed kong of the drawn kind changes nothing: the same waits, and a pung of it in every reading."""
    if t.drawn < 0 or t.drawn & KIND != kind or t.held[seat, kind] != 4:
        return False
    score_rules = play.links.scoring.rules
    drawn = t.drawn
    lose(t, play, seat, drawn)
    before = waits_mask(t, play, seat)
    readings = readings_of(t, play, seat, before)
    marks = t.marked[seat, kind]
    for copy in range(3):
        lose(t, play, seat, kind | MARK if copy < marks else kind)
    place = t.meld_count[seat]
    old_set = t.meld_set[seat, place]
    old_form = t.meld_form[seat, place]
    old_marks = t.meld_marks[seat, place]
    t.meld_set[seat, place] = pung_of(score_rules, t.wild, kind)
    t.meld_form[seat, place] = MeldForm.CONCEALED_KONG
    t.meld_marks[seat, place] = 0
    t.meld_count[seat] = place + 1
    now = waits_mask(t, play, seat)
    same = now == before and readings == readings_of(t, play, seat, now)
    t.meld_count[seat] = place          # whoever only asks leaves the table as it was
    t.meld_set[seat, place] = old_set
    t.meld_form[seat, place] = old_form
    t.meld_marks[seat, place] = old_marks
    for copy in range(3):
        gain(t, play, seat, kind | MARK if copy < marks else kind)
    gain(t, play, seat, drawn)
    return same


@part
def readings_of(t: Table, play: Session, seat: int, waits: int) -> int:
    """In how many ways the hand divides into sets and a pair, all its waits together; 0 if tables cannot tell."""
    tables = play.links.scoring.tables
    if not tables.is_plain:
        return 0
    total = 0
    while waits:
        kind = lowest(waits)
        waits &= waits - 1
        ways = 1
        for group in range(4):
            key = t.keys[seat, group]
            if kind < 34 and kind // 9 == group:
                key += play.rules.powers[kind]
            where = divisions_of(tables, group, key)
            ways = ways * count_of(where) if where >= 0 else 0
        total += ways
    return total


@part
def own_kong(t: Table, play: Session, seat: int, index: int, kind: int) -> None:
    """Make a kong from the hand; one that can be robbed is offered first."""
    row = play.rules.kongs[index]
    added = row.of == KongOf.PUNG
    t.kong_pending = packed_action(0, index, kind)
    if added:
        tile = t.drawn if t.drawn >= 0 and t.drawn & KIND == kind else copy_of(t, seat, kind)
        lose(t, play, seat, tile)
        t.offered[0] = tile
    else:
        t.offered[0] = kind
    t.drawn = -1
    t.offered_from = seat
    t.offered_kind = Offer.ADDED_KONG if added else Offer.CONCEALED_KONG
    t.offered_count = 1
    t.stage = Stage.OFFER if row.robbed else Stage.KONG
    happen(t, play, Moment.ANNOUNCE, actor=seat, tile=kind, of=index)


@part
def finish_kong(t: Table, play: Session) -> None:
    """The kong that was announced stands."""
    seat = t.turn
    index = detail_of(t.kong_pending)
    kind = number_of(t.kong_pending)
    row = play.rules.kongs[index]
    score_rules = play.links.scoring.rules
    feeder = -1
    form = MeldForm.CONCEALED_KONG
    if row.of == KongOf.PUNG:
        form = MeldForm.ADDED_KONG
        for place in range(t.meld_count[seat]):
            if t.meld_form[seat, place] == MeldForm.PUNG and t.meld_tile[seat, place] & KIND == kind:
                t.meld_form[seat, place] = MeldForm.ADDED_KONG
                t.meld_marks[seat, place] += 1 if t.offered[0] & MARK else 0
                feeder = t.meld_from[seat, place]
        lift_if_safe(t, play, seat, kind)
    elif row.counts_as == CountsAs.NONE:
        for _copy in range(row.least):
            lose(t, play, seat, copy_of(t, seat, kind))
            t.aside[seat, kind] += 1
    else:
        marks = t.marked[seat, kind]
        for _copy in range(4):
            lose(t, play, seat, copy_of(t, seat, kind))
        lay_set(t, seat, pung_of(score_rules, t.wild, kind), MeldForm.CONCEALED_KONG, kind, -1, marks)
    t.offered_count = 0
    kong_stands(t, play, seat, index, kind, feeder, form)


@inlined
def lay_set(t: Table, seat: int, block: int, form: int, tile: int, feeder: int, marks: int) -> None:
    """Lay a set down."""
    place = t.meld_count[seat]
    t.meld_set[seat, place] = block
    t.meld_form[seat, place] = form
    t.meld_tile[seat, place] = tile
    t.meld_from[seat, place] = feeder
    t.meld_turn[seat, place] = t.turn_count
    t.meld_marks[seat, place] = marks
    t.meld_count[seat] = place + 1


@inlined
def shows_of(t: Table, play: Session, seat: int) -> int:
    """What the declaration of a seat lays open: SHOWS_..."""
    declared = t.declared[seat]
    return play.rules.readies[declared - 1].shows if declared else Shows.NOTHING


@kernel
def burn(t: Table, play: Session, from_back: bool) -> None:
    """Put the tiles aside that go with a replacement; fewer if the wall has fewer."""
    for _tile in range(max(0, min(play.rules.burns, replacements_left(t, play)))):
        tile = take_back(t) if from_back else take_front(t)
        t.burnt[tile & KIND] += 1


@part
def draw_tile(t: Table, play: Session, seat: int, way: int) -> int:
    """Draw a tile; replacements come from where the rulebook says."""
    replaces = is_replacement(way)
    from_back = replaces and play.rules.replaces_from_back
    shows = shows_of(t, play, seat)
    if shows == Shows.NOTHING and t.turned_count > 0 and is_face_up(t, next_back(t) if from_back else t.wall_front):
        shows = Shows.DRAWS
    if replaces and play.rules.reserve_replaces and t.reserve > 0:
        t.reserve -= 1
    tile = take_back(t) if from_back else take_front(t)
    if play.rules.stood_count:
        settle_stood(t, seat)
    gain(t, play, seat, tile)
    if replaces and play.rules.burns:
        burn(t, play, from_back != 0)
    t.drawn = tile
    t.draw_kind = way
    t.drawn_kinds = (t.drawn_kinds if replaces else 0) | 1 << (tile & KIND)
    emit(play, Event.DRAW, seat, tile, way, shows, 0)
    happen(t, play, Moment.DRAW, actor=seat, tile=tile, how=How.REPLACEMENT * replaces)
    return tile


@inlined
def abort_at_kong(t: Table, play: Session, seat: int, feeder: int, kind: int, tiles: int, how: int) -> None:
    """End the hand if the kong that stands aborts it."""
    t.kong_tiles = tiles
    look_for_abort(t, play, Moment.KONG, actor=seat, feeder=feeder, tile=kind, how=how)
    t.kong_tiles = 0


@part
def kong_stands(t: Table, play: Session, seat: int, index: int, kind: int, feeder: int, form: int) -> None:
    """Pay for a kong, remember it, and let its maker draw."""
    concealed = 1 if form == MeldForm.CONCEALED_KONG else 0
    added = 1 if form == MeldForm.ADDED_KONG else 0
    emit(play, Event.KONG, seat, kind, index, feeder, form)
    play.saw_kongs |= 1 << index
    t.broken = 1
    t.kongs_running += 1
    tiles = 1 if added else play.rules.kongs[index].least
    t.kong_tiles = tiles
    how = How.CONCEALED * concealed + How.ADDED * added
    pay_about(t, play, Occasion.KONG, actor=seat, feeder=feeder, tile=kind, of=index, how=how)
    happen(t, play, Moment.KONG, actor=seat, feeder=feeder, tile=kind, of=index, how=how)
    row = play.rules.kongs[index]
    if t.turned_owed:
        turn_owed(t, play, seat, Reveals.DISCARD)
    if row.reveals == Reveals.AT_ONCE:
        turn_up(t, play, Moment.KONG, actor=seat, of=index, how=how)
    else:
        t.turned_owed = index + 1 | how >> KONG_HOW << OWED_HOW
    t.kong_tiles = 0
    t.turn = seat
    t.draw_kind = Drew.KONG
    t.stage = Stage.DRAW
    if row.locks:
        t.binds[seat] = t.binds[seat] | Bind.DISCARD_DRAWN | Bind.NO_CLAIM | Bind.NO_KONG
    if row.turns > 0:
        t.kong_pending = packed_action(0, index, kind)
        t.stage = Stage.TURNED
        abort_at_kong(t, play, seat, feeder, kind, tiles, how)
        return
    drawn = min(MOST_REPLACEMENTS, max(0, ask_about(t, play, row.replacements, seat, feeder, kind)))
    each = 1 + play.rules.burns
    for _extra in range(min(drawn, (replacements_left(t, play) + each - 1) // each) - 1):
        draw_tile(t, play, seat, Drew.KONG)
    if drawn == 0:                      # no tile comes: the turn goes on with what is there
        t.drawn = -1
        t.may[seat] = 0
        t.stage = Stage.OWN
    abort_at_kong(t, play, seat, feeder, kind, tiles, how)
