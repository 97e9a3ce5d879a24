"""What comes before the first turn or beside it: bets, exchanges, void suits, tiles turned up, wild tiles, aborts."""

from quepu.engine.kernel import inlined, kernel, part
from quepu.engine.layout.codes import Act, Ended, Event, How, Moment, Stage
from quepu.engine.layout.kinds import Ints
from quepu.engine.layout.play_rules import Phase
from quepu.engine.layout.rule_codes import Direction, PhaseAt, PhaseKind, PhaseWho, Side
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import KIND, KONG_HOW, MARK, OWED_HOW, OWED_KONG, PUT_AWAY, Table
from quepu.engine.layout.table_facts import TURNED_ROOM
from quepu.engine.machine import lowest, ones
from quepu.engine.play.asking import ask, ask_about, ask_event, happen, load_all, needs_of
from quepu.engine.play.packed_action import act_of, choice_in, number_of, packed_action, packed_choice
from quepu.engine.play.wall import (
    emit,
    gain,
    is_face_up,
    is_replacement,
    lose,
    random_below,
    take_back,
    take_front,
    take_place,
    wall_left,
)

MOST_GIFTS = 4
MOST_CHOICES, LARGEST_CHOICE = 200, 30_000      # of a bet or stake (`rulebook.file.limits`)


@part
def open_phase(t: Table, play: Session) -> int:
    """Ask for the next phase before the turns; 1 if there is none left, 2 if hands are to be shown.

    Bets come before the deal unless they say otherwise, everything else after it.
    """
    rules = play.rules
    while t.phase < len(rules.phases):
        row = rules.phases[t.phase]
        kind = row.kind
        if (kind != PhaseKind.BET or row.dealt) and not t.dealt:
            t.stage = Stage.DEAL
            return 0
        if kind == PhaseKind.BET or kind == PhaseKind.EXCHANGE or kind == PhaseKind.VOID_SUIT:
            if is_due(t, row) and ask_about(t, play, row.when, 0, -1, -1):
                who = row.who
                everybody = (1 << rules.seat_count) - 1
                t.asked = 1 if who == PhaseWho.DEALER else everybody & ~1 if who == PhaseWho.OTHERS else everybody
                for seat in range(4):
                    t.choice[seat] = -1
                    t.gift_count[seat] = 0
                return 0
        elif kind == PhaseKind.OPENING and is_due(t, row) and ask_about(t, play, row.when, 0, -1, -1):
            return 2
        t.phase = t.phase + 1
    if not t.dealt:
        t.stage = Stage.DEAL
        return 0
    return 1


@inlined
def is_due(t: Table, phase: Phase) -> bool:
    """Whether a phase that does not come with every hand comes with this one."""
    at = phase.at
    if at == PhaseAt.MATCH:
        return t.hand_number == 1
    if at == PhaseAt.ROUND:
        return t.round_hands == 1
    return True


@part
def phase_actions(t: Table, play: Session, seat: int, out: Ints) -> int:
    """What a seat may choose in the phase at hand; how many."""
    rules = play.rules
    row = rules.phases[t.phase]
    count = 0
    if row.kind == PhaseKind.EXCHANGE:
        bits = giveable(t, seat, row)
        while bits:
            kind = lowest(bits)
            bits &= bits - 1
            marked = t.marked[seat, kind]
            if t.held[seat, kind] > marked:
                out[count] = packed_action(Act.GIVE, number=kind)
                count += 1
            if marked:
                out[count] = packed_action(Act.GIVE, number=kind | MARK)
                count += 1
        return count
    if row.kind == PhaseKind.VOID_SUIT:
        for suit in range(3):
            if rules.playable_kinds >> 9 * suit & 511:
                out[count] = packed_choice(suit)
                count += 1
        return count
    if row.choice_count > 0:
        for index in range(row.choice_count):
            out[count] = packed_choice(rules.choices[row.first_choice + index])
            count += 1
        return count
    low = max(0, min(LARGEST_CHOICE, ask_about(t, play, row.low, seat, -1, -1)))
    high = min(LARGEST_CHOICE, low + MOST_CHOICES - 1, ask_about(t, play, row.high, seat, -1, -1))
    for value in range(low, max(low, high) + 1):        # the lowest can always be chosen
        out[count] = packed_choice(value)
        count += 1
    return count


@kernel
def giveable(t: Table, seat: int, phase: Phase) -> int:
    """The kinds a seat may give away now, as bits: with `one_suit` of a suit it has enough of, then of that one."""
    kinds = t.held_mask[seat]
    given = t.gift_count[seat]
    first = (t.gifts[seat, 0] & KIND) // 9 if given > 0 else -1
    allowed = 0
    for suit in range(3):
        if phase.fits and t.sizes[seat, suit] + (given if suit == first else 0) >= phase.tiles \
                and (given == 0 or suit == first):
            allowed |= 511 << 9 * suit
    return kinds & allowed if kinds & allowed else kinds


@part
def note_choice(t: Table, play: Session, seat: int, action: int) -> None:
    """Note what a seat chose or gave; once all have, it takes effect and the next phase comes."""
    rules = play.rules
    row = rules.phases[t.phase]
    if act_of(action) == Act.GIVE:
        tile = number_of(action)
        lose(t, play, seat, tile)
        t.gifts[seat, t.gift_count[seat]] = tile
        t.gift_count[seat] += 1
        if t.gift_count[seat] < min(row.tiles, MOST_GIFTS):
            return
    else:
        t.choice[seat] = choice_in(action)
    t.asked = t.asked & ~(1 << seat)
    if t.asked:
        return
    if act_of(action) == Act.GIVE:
        exchange(t, play, row)
    else:
        for other in range(rules.seat_count):
            value = t.choice[other]
            if value >= 0:
                emit(play, Event.CHOICE, other, value, t.phase, 0, 0)
                slot = row.memory
                if slot >= 0:
                    about = row.about
                    place = 4 * other + (other + about) % rules.seat_count if about else \
                        other if row.seats else 0
                    t.memory[slot + place] = value
    t.phase = t.phase + 1


@part
def answer_forced(t: Table, play: Session) -> None:
    """Answer for the seats that have only one choice."""
    out = play.scratch
    for seat in range(play.rules.seat_count):
        while t.asked >> seat & 1 and phase_actions(t, play, seat, out) == 1:
            note_choice(t, play, seat, out[0])


@kernel
def exchange(t: Table, play: Session, phase: Phase) -> None:
    """Pass the given tiles on, all in one direction."""
    seats = play.rules.seat_count
    way = phase.direction
    step = 1 + random_below(t, seats - 1) if way == Direction.RANDOM else seats - 1 if way == Direction.LEFT else \
        seats // 2 if way == Direction.ACROSS else 1
    for seat in range(seats):
        for index in range(t.gift_count[seat]):
            tile = t.gifts[seat, index]
            gain(t, play, (seat + step) % seats, tile)
            emit(play, Event.GIVE, seat, tile, (seat + step) % seats, 0, 0)
        t.gift_count[seat] = 0


@inlined
def turn_up(t: Table, play: Session, event: int, actor: int = -1, of: int = -1, how: int = 0) -> None:
    """Turn up the tiles that an event brings (indicators, horses, birds)."""
    if play.rules.turning_moments >> event & 1:
        turn_lots(t, play, event, actor, of, how, 0)


@part
def turn_lots(t: Table, play: Session, event: int, actor: int, of: int, how: int, winners: int) -> None:
    """Turn up the tiles of every lot that this event brings; at a win, who win on the tile, as bits."""
    rules = play.rules
    spare = t.reserve if event == Moment.WIN else 0         # nobody draws it any more
    for lot, row in enumerate(rules.turned_lots):
        named = row.readies if event == Moment.DECLARE else row.of
        if not row.on >> event & 1 or (of >= 0 and named and not named >> of & 1):
            continue                    # an event that has no kinds is not bound by `of`
        if row.once and t.won_now > 0:
            continue                    # another seat has won on the same tile and turned them
        if not ask_turning(t, play, row.when, actor, actor, how, winners):
            continue
        if row.each:
            for seat in range(rules.seat_count):
                count = ask_turning(t, play, row.tiles, seat, actor, how, winners)
                turn_tiles(t, play, lot, seat, seat, count, spare)
        else:
            turn_tiles(t, play, lot, -1, actor, ask_turning(t, play, row.tiles, actor, actor, how, winners), spare)
            turn_until(t, play, lot, actor, spare)
        if rules.wild_lot == lot:
            choose_wild(t, play)


@part
def ask_turning(t: Table, play: Session, cell: int, seat: int, actor: int, how: int, winners: int) -> int:
    """What a cell of turned tiles says about a seat; at a win it knows how the actor has won, and who else wins."""
    if winners == 0 or cell < 0:
        return ask_event(t, play, cell, actor=seat, how=how)
    feeder = t.win_from[actor]
    load_all(t, play, seat, feeder, t.win_tile[actor], needs_of(play, cell))
    f = play.frame
    f.seat = actor
    f.self_draw = 1 if feeder < 0 else 0
    f.discarder = feeder
    f.winning = winners
    f.winner_count = ones(winners)
    if feeder >= 0 and t.win_tile[actor] >= 0:      # as everywhere, the winning tile is one of the hand's
        f.wild_count += t.wild >> (t.win_tile[actor] & KIND) & 1
    return ask(play, cell)


@part
def turn_owed(t: Table, play: Session, seat: int, moment: int) -> None:
    """Turn up what a kong made before has brought, if its time has come: the replacement, or the discard after it."""
    index = (t.turned_owed & OWED_KONG) - 1
    if moment >= play.rules.kongs[index].reveals:
        how = t.turned_owed >> OWED_HOW << KONG_HOW
        t.turned_owed = 0
        turn_up(t, play, Moment.KONG, actor=seat, of=index, how=how)


@part
def turn_tiles(t: Table, play: Session, lot: int, seat: int, actor: int, count: int, spare: int) -> None:
    """Turn up so many tiles of a lot, as far as the wall has them, and so many of its reserve."""
    rules = play.rules
    row = rules.turned_lots[lot]
    if row.in_play:
        turn_in_place(t, play, lot, seat, actor, count)
        return
    if row.last or row.place != -1:
        turn_out_of_place(t, play, lot, seat, actor, count)
        return
    for _tile in range(count):
        place = t.turned_count
        if place >= TURNED_ROOM:
            return
        if row.side == Side.DEAD:
            tile = t.wall[rules.wall_size - 1 - rules.dead_replacements - place]      # before the replacements
        elif wall_left(t) + spare <= 0:
            return
        elif row.side == Side.BACK:
            tile = take_back(t)
        else:
            tile = take_front(t)
        lay_turned_up(t, play, lot, seat, tile, -1)


@part
def turn_until(t: Table, play: Session, lot: int, actor: int, spare: int) -> None:
    """Turn up one more tile of a lot after the other until its rulebook has seen enough."""
    row = play.rules.turned_lots[lot]
    for _tile in range(TURNED_ROOM):
        if wall_left(t) + spare <= 0 or ask_about(t, play, row.until, actor, -1, -1):
            return
        turn_tiles(t, play, lot, -1, actor, 1, spare)


@part
def turn_anew(t: Table, play: Session) -> None:
    """Put away the tiles of every lot that has to be turned anew (换宝) and turn up others, while the wall has any.

    Where wild kinds follow from them, those change with them.
    """
    for lot, row in enumerate(play.rules.turned_lots):
        if row.again == -1:             # never
            continue
        while wall_left(t) > 0 and t.turned_count < TURNED_ROOM and ask_about(t, play, row.again, t.turn, -1, -1):
            count = 0
            for index in range(t.turned_count):
                if t.turned_lot[index] == lot and t.turned_place[index] == 0:
                    t.turned_place[index] = PUT_AWAY
                    count += 1
            if count == 0:
                break
            turn_tiles(t, play, lot, -1, t.turn, count, 0)
            if play.rules.wild_lot == lot:
                choose_wild(t, play)


@part
def turn_in_place(t: Table, play: Session, lot: int, seat: int, actor: int, count: int) -> None:
    """Turn tiles face up where they lie in the wall, to be drawn in their turn; one that is drawn is not turned.

    When the hand is over nobody draws any more, and a tile is told by its place whoever has it.
    """
    first = t.wall_front
    last = t.wall_back
    if t.stage == Stage.SETTLE:
        first = 0
        last = t.wall_built
    row = play.rules.turned_lots[lot]
    asked = ask_about(t, play, row.place, actor, -1, -1)
    for index in range(count):
        if row.side == Side.BACK:
            place = (t.wall_built - asked if asked > 0 else t.wall_back - 1) - index
        else:
            place = (asked - 1 if asked > 0 else t.wall_front) + index
        if place < first or place >= last or t.turned_count >= TURNED_ROOM:
            return
        if not is_face_up(t, place):
            lay_turned_up(t, play, lot, seat, t.wall[place], place)


@part
def turn_out_of_place(t: Table, play: Session, lot: int, seat: int, actor: int, count: int) -> None:
    """Turn up tiles out of the middle of the wall: out of play, or to be drawn last of all."""
    row = play.rules.turned_lots[lot]
    asked = ask_about(t, play, row.place, actor, -1, -1)
    for _tile in range(count):
        if row.side == Side.BACK:
            place = t.wall_built - asked if asked > 0 else t.wall_back - 1
        else:
            place = asked - 1 if asked > 0 else t.wall_front
        if place < t.wall_front or place >= t.wall_back or t.turned_count >= TURNED_ROOM or t.passed_over:
            return
        tile = take_place(t, place)
        if row.last:
            t.wall[t.wall_back] = tile
            t.wall_back += 1
            t.passed_over = 1
        lay_turned_up(t, play, lot, seat, tile, t.wall_back - 1 if row.last else -1)


@part
def lay_turned_up(t: Table, play: Session, lot: int, seat: int, tile: int, place: int) -> None:
    """Keep and tell a tile that is turned up; `place` is where it stays in the wall, -1 out of it."""
    index = t.turned_count
    t.turned[index] = tile
    t.turned_lot[index] = lot + (32 * (1 + seat) if seat >= 0 else 0)
    t.turned_place[index] = place + 1
    t.turned_count = index + 1
    emit(play, Event.TURNED, seat, tile, lot, 0, 0)
    happen(t, play, Moment.TURN_UP, actor=seat, tile=tile, of=lot)


@part
def choose_wild(t: Table, play: Session) -> None:
    """The kinds that are wild, as they follow from the last tile turned up, or as they always are."""
    rules = play.rules
    tile = t.turned[t.turned_count - 1] & KIND if t.turned_count > 0 else -1
    wild = 0
    for index in range(len(rules.wild_kinds)):
        kind = ask_about(t, play, rules.wild_kinds[index], -1, -1, tile)
        if kind >= 0:
            wild |= 1 << kind
    t.wild = wild
    emit(play, Event.WILD, -1, wild & 0x7FFFFFFF, wild >> 31, 0, 0)


@inlined
def look_for_abort(t: Table, play: Session, event: int, actor: int = -1, feeder: int = -1, tile: int = -1,
                   how: int = 0) -> None:
    """End the hand if an event aborts it."""
    if play.rules.abort_moments >> event & 1:
        abort_if(t, play, event, actor, feeder, tile, how)


@part
def abort_if(t: Table, play: Session, event: int, actor: int, feeder: int, tile: int, how: int) -> None:
    """End the hand if one of the rulebook's reasons holds after this event."""
    rules = play.rules
    for index, row in enumerate(rules.aborts):
        if row.on >> event & 1 and not row.chosen \
                and ask_event(t, play, row.when, actor=actor, feeder=feeder, tile=tile, how=how):
            abort_hand(t, play, index, actor)
            return


@kernel
def abort_hand(t: Table, play: Session, index: int, actor: int) -> None:
    """End the hand without a winner."""
    t.ended = Ended.REDEAL if play.rules.aborts[index].redeals else Ended.ABORT
    emit(play, Event.ABORT, actor, index, 0, 0, 0)
    t.asked = 0
    t.offered_count = 0
    t.stage = Stage.SETTLE


@kernel
def may_abort(t: Table, play: Session, seat: int) -> int:
    """The abort a seat may call in its turn; -1 none."""
    rules = play.rules
    for index, row in enumerate(rules.aborts):
        if row.chosen and row.on != 1 << Moment.HAND_START \
                and ask_event(t, play, row.when, actor=seat, tile=t.drawn,
                              how=How.REPLACEMENT * is_replacement(t.draw_kind)):
            return index
    return -1
