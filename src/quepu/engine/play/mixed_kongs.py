"""Kongs of different tiles 旋风杠, 喜杠: laid from the hand, added to, and the true tile for one that stands in."""

from quepu.engine.course.phases import turn_owed, turn_up
from quepu.engine.course.settle import pay_about
from quepu.engine.kernel import inlined, kernel, part
from quepu.engine.layout.codes import Act, Bind, Drew, Event, How, MeldForm, Moment, Occasion, Stage
from quepu.engine.layout.frame import SetFlag
from quepu.engine.layout.kinds import Ints
from quepu.engine.layout.play_rules import Kong
from quepu.engine.layout.rule_codes import KongOn, Reveals
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import COUNT_BITS, KIND, KONG_HOW, MELD_ROOM, OWED_HOW, STAND_SHIFT, STANDS, Table
from quepu.engine.layout.table_facts import Need
from quepu.engine.machine import lowest, ones
from quepu.engine.play.asking import ask, ask_about, happen, load_table, load_waits, needs_of, waits_mask
from quepu.engine.play.kong_rules import tiles_for_kongs
from quepu.engine.play.kongs import abort_at_kong, draw_tile
from quepu.engine.play.packed_action import packed_action
from quepu.engine.play.wall import emit, gain, lose

SET_TILES = 3               # a set has three places: every tile beyond them is replaced


@inlined
def place_in(kinds: int, kind: int) -> int:
    """Which of the kinds it is."""
    return COUNT_BITS * ones(kinds & (1 << kind) - 1)


@inlined
def usable(t: Table, play: Session, seat: int) -> int:
    """The kinds of a hand that may be laid down, as bits."""
    return t.held_mask[seat] & ~t.wild if t.wild and not play.rules.wild_meld else t.held_mask[seat]


@kernel
def choice_of(row: Kong, kinds: int) -> int:
    """Kinds of a kong of different tiles as the number of an action: a bit for each."""
    choice = 0
    place = 0
    rest = row.kinds
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        choice |= (kinds >> kind & 1) << place
        place += 1
    return choice


@kernel
def kinds_of_choice(row: Kong, choice: int) -> int:
    """The kinds that the number of an action names, as bits."""
    kinds = 0
    place = 0
    rest = row.kinds
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        kinds |= (choice >> place & 1) << kind
        place += 1
    return kinds


@inlined
def stand_in_of(play: Session, row: Kong) -> int:
    """The kind that may stand in a kong of different tiles; -1 none."""
    return int(play.links.scoring.rules.blocks[row.block].stand_in)


@part
def mixed_actions(t: Table, play: Session, seat: int, out: Ints, start: int) -> int:
    """Add the kongs of different tiles the seat may lay down, the tiles it may add, and what it may exchange."""
    count = start
    binds = t.binds[seat]
    moment = KongOn.CLAIM if t.draw_kind == Drew.CLAIM else KongOn.DRAW
    if binds & Bind.NO_KONG:
        return count
    for index, row in enumerate(play.rules.kongs):
        if row.block < 0 or not row.on & moment:
            continue
        if t.meld_count[seat] < MELD_ROOM:
            count = lay_actions(t, play, seat, index, row, out, count)
        count = further_actions(t, play, seat, index, row, out, count)
    return count


@part
def lay_actions(t: Table, play: Session, seat: int, index: int, row: Kong, out: Ints, start: int) -> int:
    """Add every choice of tiles with which a kong of different tiles may be laid down."""
    count = start
    has = usable(t, play, seat)
    held = row.kinds & has
    if ones(held) < row.least - 1:
        return count
    for choice in range(1, 1 << ones(row.kinds)):
        kinds = kinds_of_choice(row, choice)
        if kinds & ~held or ones(kinds) < row.least:
            continue
        if tiles_for_kongs(t, play) >= ones(kinds) - SET_TILES and mixed_allowed(t, play, seat, index, choice):
            out[count] = packed_action(Act.MIXED_KONG, index, choice)
            count += 1
    stand_in = stand_in_of(play, row)
    if ones(held) == row.least - 1 and stand_in >= 0 and has >> stand_in & 1 \
            and t.held[seat, stand_in] > (row.kinds >> stand_in & 1):
        choice = choice_of(row, held) | STANDS
        if tiles_for_kongs(t, play) >= row.least - SET_TILES and mixed_allowed(t, play, seat, index, choice):
            out[count] = packed_action(Act.MIXED_KONG, index, choice)
            count += 1
    return count


@part
def mixed_allowed(t: Table, play: Session, seat: int, index: int, choice: int) -> bool:
    """Whether the rulebook allows the kong; where it asks about waits, they are those of the hand after it."""
    row = play.rules.kongs[index]
    cell = row.when
    kind = lowest(kinds_of_choice(row, choice))
    if t.binds[seat] & Bind.KONG_SAME_WAITS and not leaves_waits(t, play, seat, index, choice):
        return False
    needs = needs_of(play, cell)
    if not needs & (Need.WAITS | Need.VALUES):
        return ask_about(t, play, cell, seat, -1, kind) != 0
    old_set, old_form, old_counts = free_slot(t, seat)
    put_mixed(t, play, seat, index, choice)
    load_waits(t, play, needs & Need.VALUES)
    take_mixed_back(t, play, seat, index, choice, old_set, old_form, old_counts)
    load_table(t, play, seat, -1, kind, needs)
    return ask(play, cell) != 0


@part
def leaves_waits(t: Table, play: Session, seat: int, index: int, choice: int) -> bool:
    """Whether who has declared waits for the same after a kong of four different tiles, one of them just drawn."""
    row = play.rules.kongs[index]
    kinds = kinds_of_choice(row, choice)
    tiles = ones(kinds)
    if choice & STANDS:
        tiles += 1
        kinds |= 1 << stand_in_of(play, row)
    drawn = t.drawn
    if drawn < 0 or not kinds >> (drawn & KIND) & 1 or tiles != SET_TILES + 1:
        return False                    # with three a tile of the hand would have to go, with more others come in
    lose(t, play, seat, drawn)
    before = waits_mask(t, play, seat)
    gain(t, play, seat, drawn)
    old_set, old_form, old_counts = free_slot(t, seat)
    put_mixed(t, play, seat, index, choice)
    after = waits_mask(t, play, seat)
    take_mixed_back(t, play, seat, index, choice, old_set, old_form, old_counts)
    return after == before


@part
def further_actions(t: Table, play: Session, seat: int, index: int, row: Kong, out: Ints, start: int) -> int:
    """Add the tiles that may be added to such a kong on the table, and those that may be exchanged."""
    count = start
    bits = usable(t, play, seat) & row.kinds
    bound = t.binds[seat] & Bind.KONG_SAME_WAITS
    if bound:
        bits &= 1 << (t.drawn & KIND) if t.drawn >= 0 else 0
    while bits:
        kind = lowest(bits)
        bits &= bits - 1
        if row.grows and tiles_for_kongs(t, play) > 0 and mixed_place(t, seat, row, -1) >= 0:
            out[count] = packed_action(Act.ADD_TILE, index, kind)
            count += 1
        if not bound and mixed_place(t, seat, row, kind) >= 0:      # an exchange brings another tile into the hand
            out[count] = packed_action(Act.EXCHANGE, index, kind)
            count += 1
    return count


@kernel
def mixed_place(t: Table, seat: int, row: Kong, kind: int) -> int:
    """Where the first such kong of a seat lies; with a kind, one in which another tile stands for it.  -1 none."""
    for place in range(t.meld_count[seat]):
        if t.meld_form[seat, place] != MeldForm.MIXED_KONG or t.meld_set[seat, place] != row.block:
            continue
        counts = t.meld_counts[seat, place]
        if kind < 0 or (counts >> STAND_SHIFT and not counts >> place_in(row.kinds, kind) & (1 << COUNT_BITS) - 1):
            return place
    return -1


@part
def put_mixed(t: Table, play: Session, seat: int, index: int, choice: int) -> None:
    """Move the chosen tiles from the hand into a set; nothing else happens."""
    row = play.rules.kongs[index]
    place = t.meld_count[seat]
    kinds = kinds_of_choice(row, choice)
    counts = 0
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        lose(t, play, seat, kind)
        counts += 1 << place_in(row.kinds, kind)
    if choice & STANDS:
        lose(t, play, seat, stand_in_of(play, row))
        counts += 1 << STAND_SHIFT
    t.meld_set[seat, place] = row.block
    t.meld_form[seat, place] = MeldForm.MIXED_KONG
    t.meld_counts[seat, place] = counts
    t.meld_count[seat] = place + 1


@inlined
def free_slot(t: Table, seat: int) -> tuple[int, int, int]:
    """What stands where the seat's next meld comes, so that whoever only asks can leave it so."""
    place = min(t.meld_count[seat], MELD_ROOM - 1)
    return int(t.meld_set[seat, place]), int(t.meld_form[seat, place]), int(t.meld_counts[seat, place])


@part
def take_mixed_back(t: Table, play: Session, seat: int, index: int, choice: int, old_set: int, old_form: int,
                    old_counts: int) -> None:
    """Undo `put_mixed`, for whoever only asks."""
    row = play.rules.kongs[index]
    place = t.meld_count[seat] - 1
    t.meld_count[seat] = place
    t.meld_set[seat, place] = old_set
    t.meld_form[seat, place] = old_form
    t.meld_counts[seat, place] = old_counts
    kinds = kinds_of_choice(row, choice)
    while kinds:
        gain(t, play, seat, lowest(kinds))
        kinds &= kinds - 1
    if choice & STANDS:
        gain(t, play, seat, stand_in_of(play, row))


@part
def lay_mixed_kong(t: Table, play: Session, seat: int, index: int, choice: int) -> None:
    """Lay a kong of different tiles down."""
    row = play.rules.kongs[index]
    kinds = kinds_of_choice(row, choice)
    put_mixed(t, play, seat, index, choice)
    place = t.meld_count[seat] - 1
    t.meld_tile[seat, place] = lowest(row.kinds)
    t.meld_from[seat, place] = -1
    t.meld_turn[seat, place] = t.turn_count
    t.meld_marks[seat, place] = 0
    if t.drawn >= 0 and t.held[seat, t.drawn & KIND] == 0:
        t.drawn = -1
    tiles = ones(kinds) + (1 if choice & STANDS else 0)
    emit(play, Event.MIXED_KONG, seat, index, choice, 0, 0)
    mixed_stands(t, play, seat, index, lowest(kinds), tiles, tiles - SET_TILES, 0)


@part
def grow_kong(t: Table, play: Session, seat: int, index: int, kind: int) -> None:
    """Add a tile to a kong of different tiles 补蛋."""
    row = play.rules.kongs[index]
    lose(t, play, seat, kind)
    t.meld_counts[seat, mixed_place(t, seat, row, -1)] += 1 << place_in(row.kinds, kind)
    t.drawn = -1
    emit(play, Event.TILE_ADDED, seat, index, kind, 0, 0)
    mixed_stands(t, play, seat, index, kind, 1, 1, 1)


@part
def exchange_in_kong(t: Table, play: Session, seat: int, index: int, kind: int) -> None:
    """Put the true tile into a kong of different tiles and take back what stood for it; the turn goes on."""
    row = play.rules.kongs[index]
    stand_in = stand_in_of(play, row)
    place = mixed_place(t, seat, row, kind)
    lose(t, play, seat, kind)
    gain(t, play, seat, stand_in)
    t.meld_counts[seat, place] += (1 << place_in(row.kinds, kind)) - (1 << STAND_SHIFT)
    if t.drawn >= 0 and t.drawn & KIND == kind and (t.held[seat, kind] == 0 or t.binds[seat]):
        t.drawn = stand_in              # the turn's tile is now this one
    t.stage = Stage.OWN
    emit(play, Event.EXCHANGED, seat, index, kind, stand_in, 0)


@part
def mixed_stands(t: Table, play: Session, seat: int, index: int, kind: int, tiles: int, drawn: int,
                 added: int) -> None:
    """Pay for a kong of different tiles, remember it, and let its maker draw for every tile beyond three."""
    row = play.rules.kongs[index]
    concealed = 0 if play.links.scoring.rules.blocks[row.block].flags & SetFlag.OPEN else 1
    play.saw_kongs |= 1 << index
    t.broken = 1
    t.kongs_running += 1
    t.kong_tiles = tiles
    how = How.CONCEALED * concealed + How.ADDED * added
    pay_about(t, play, Occasion.KONG, actor=seat, tile=kind, of=index, how=how)
    happen(t, play, Moment.KONG, actor=seat, tile=kind, of=index, how=how)
    if t.turned_owed:
        turn_owed(t, play, seat, Reveals.DISCARD)
    if row.reveals == Reveals.AT_ONCE:
        turn_up(t, play, Moment.KONG, actor=seat, of=index, how=how)
    else:
        t.turned_owed = index + 1 | how >> KONG_HOW << OWED_HOW
    t.kong_tiles = 0
    t.stage = Stage.OWN
    if drawn > 0:
        t.draw_kind = Drew.KONG
        t.stage = Stage.DRAW
        for _extra in range(drawn - 1):
            draw_tile(t, play, seat, Drew.KONG)
    abort_at_kong(t, play, seat, -1, kind, tiles, how)
