"""A seat's own turn: what it may do after a draw or a claim, and doing it."""

from quepu.engine.course.phases import (
    LARGEST_CHOICE,
    MOST_CHOICES,
    look_for_abort,
    may_abort,
    turn_anew,
    turn_owed,
    turn_up,
)
from quepu.engine.course.settle import RULE_STAKE, move_points, pay_about
from quepu.engine.course.turned_win import awaited_tile, win_on_turned
from quepu.engine.distance.completing import lacking, might_win
from quepu.engine.kernel import inlined, kernel, part
from quepu.engine.layout.codes import (
    Act,
    Bind,
    Drew,
    Event,
    How,
    Laid,
    May,
    MeldForm,
    Moment,
    Occasion,
    Offer,
    River,
    Stage,
)
from quepu.engine.layout.frame import By
from quepu.engine.layout.kinds import Ints
from quepu.engine.layout.rule_codes import Flowers, LastRule, ReadyOn, Reveals, Shows, Until, WildDiscard
from quepu.engine.layout.score_rules import ScoreRules
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import KIND, MARK, Table
from quepu.engine.layout.table_facts import POT
from quepu.engine.machine import lowest
from quepu.engine.play.asking import ask_about, happen, score_hand
from quepu.engine.play.claims import after, claim_of, is_barred, last_rules, rest_tile, swap_kinds
from quepu.engine.play.declaring import declares_with, discards_allowed
from quepu.engine.play.kongs import kong_actions, kong_stands, lay_set
from quepu.engine.play.mixed_kongs import mixed_actions
from quepu.engine.play.packed_action import (
    act_of,
    choice_in,
    detail_of,
    mark_in,
    number_of,
    packed_action,
    packed_choice,
)
from quepu.engine.play.passing import lift_if_safe, lift_passes
from quepu.engine.play.stood import stood_of, take_stood
from quepu.engine.play.wall import copy_of, emit, lose, replacements_left
from quepu.engine.score.faces import pung_of


@kernel
def pass_turn(t: Table, play: Session) -> None:
    """The next seat draws."""
    t.turn = after(t, play, t.turn)
    t.draw_kind = Drew.WALL
    t.drawn = -1
    t.drawn_kinds = 0
    t.stage = Stage.DRAW


@part
def can_win_now(t: Table, play: Session, seat: int) -> bool:
    """Whether the seat's own tiles are a win it may declare."""
    if t.drawn >= 0 and play.rules.bonus_kinds >> (t.drawn & KIND) & 1:
        return False                    # a flower that is kept
    if is_barred(t, seat, t.drawn, True) or not (might_win(t, play, seat, -1) or may_stand_in(t, play, seat)):
        return False
    return bool(score_hand(t, play, seat, t.drawn, 1, -1, 1) == 1)


@inlined
def may_stand_in(t: Table, play: Session, seat: int) -> bool:
    """Whether the tile just drawn could stand for the one that is missing (`[wild] drawn`): never a false no."""
    return play.links.scoring.rules.wild_flags != 0 and t.drawn >= 0 and lacking(t, play, seat, -1) <= 1


@part
def own_actions(t: Table, play: Session, seat: int, out: Ints) -> int:
    """What the seat may do in its own turn; how many."""
    rules = play.rules
    count = 0
    last = last_rules(t, play)
    binds = t.binds[seat]
    if t.may[seat] & May.WIN:
        out[0] = packed_action(Act.WIN, number=t.drawn & 255)
        if binds & Bind.MUST_WIN or last >> LastRule.MUST_WIN & 1:
            return 1
        count = 1
    if last >> LastRule.DRAW_ONLY & 1:
        out[count] = packed_action(Act.PASS)
        return count + 1
    if t.draw_kind == Drew.OFFERED:
        out[count] = packed_action(Act.DISCARD, number=t.drawn)
        return count + 1
    if len(rules.aborts) > 0 and t.draw_kind != Drew.CLAIM:
        index = may_abort(t, play, seat)
        if index >= 0:
            out[count] = packed_action(Act.CALL_ABORT, number=index)
            count += 1
    claimed = t.draw_kind == Drew.CLAIM
    kongs = count
    if (not claimed or rules.kongs_on_claim) and not t.owed_ready and not last >> LastRule.WIN_OR_DISCARD & 1 \
            and replacements_left(t, play) > 0:
        count = kong_actions(t, play, seat, out, count)
        if rules.mixed_kongs:
            count = mixed_actions(t, play, seat, out, count)
    kongs = count - kongs
    if not claimed and not last >> LastRule.WIN_OR_DISCARD & 1 and replacements_left(t, play) > 0:
        flowers = t.held_mask[seat] & rules.bonus_kinds
        if flowers and rules.flowers == Flowers.KEPT:
            while flowers:
                out[count] = packed_action(Act.FLOWER, number=lowest(flowers))
                flowers &= flowers - 1
                count += 1
    if binds & Bind.DISCARD_DRAWN and t.drawn >= 0:
        out[count] = packed_action(Act.DISCARD, number=t.drawn)
        if len(rules.readies) == 0:
            return count + 1
        return ready_actions(t, play, seat, 1 << (t.drawn & KIND), out, count + 1)
    return discard_actions(t, play, seat, out, count, kongs)


@part
def discard_actions(t: Table, play: Session, seat: int, out: Ints, start: int, kongs: int) -> int:
    """Add the discards the seat may make, and with which it may declare; it can make so many kongs instead."""
    rules = play.rules
    kinds = t.held_mask[seat] & ~t.no_discard
    if t.wild and rules.wild_discard == WildDiscard.NO:
        kinds &= ~t.wild
    if len(rules.discard_rules) > 0:
        kinds = discards_allowed(t, play, seat, kinds)
    count = start
    bits = kinds
    while bits:
        kind = lowest(bits)
        bits &= bits - 1
        marked = t.marked[seat, kind]
        if t.held[seat, kind] > marked + stood_of(t, seat, kind):
            out[count] = packed_action(Act.DISCARD, number=kind)
            count += 1
        if marked:
            out[count] = packed_action(Act.DISCARD, number=kind | MARK)
            count += 1
    if t.owed_ready:                    # the claim was made with a declaration
        return ready_actions(t, play, seat, kinds, out, start)
    if kinds == 0 and count == start and kongs == 0:
        count = all_discards(t, seat, out, count)
    if len(rules.readies) > 0:
        count = ready_actions(t, play, seat, kinds, out, count)
    if count == start and kongs == 0:   # only tiles that stand are left, and none to declare with
        count = all_discards(t, seat, out, count)
    if count == 0:                      # no tile is left: kongs without replacement have taken all
        out[0] = packed_action(Act.PASS)
        count = 1
    return count


@kernel
def all_discards(t: Table, seat: int, out: Ints, count: int) -> int:
    """Never stuck: if everything is forbidden, nothing is."""
    bits = t.held_mask[seat]
    while bits:
        out[count] = packed_action(Act.DISCARD, number=copy_of(t, seat, lowest(bits)))
        bits &= bits - 1
        count += 1
    return count


@inlined
def own_discard_count(t: Table, seat: int) -> int:
    """How many tiles the seat has discarded."""
    count = 0
    for index in range(t.river_count):
        if t.river_seat[index] & 3 == seat:
            count += 1
    return count


@part
def ready_actions(t: Table, play: Session, seat: int, kinds: int, out: Ints, count: int) -> int:
    """Add the declarations of being ready the seat may make with a discard of these kinds."""
    rules = play.rules
    before = t.declared[seat]
    if (before and not may_follow(play, before)) or lacking(t, play, seat, -1) > 1:
        return count
    first = own_discard_count(t, seat) == 0 and t.broken == 0
    for index, row in enumerate(rules.readies):
        if before and not row.follows >> before - 1 & 1:
            continue
        if t.owed_ready:
            if t.owed_ready != index + 1:
                continue
        elif not row.on & (ReadyOn.DISCARD if not first else ReadyOn.FIRST_DISCARD) and \
                not (first and row.on & ReadyOn.DISCARD and not first_ready(play)):
            continue
        bits = kinds
        while bits:
            kind = lowest(bits)
            bits &= bits - 1
            tile = t.drawn if t.binds[seat] & Bind.DISCARD_DRAWN else copy_of(t, seat, kind)
            if declares_with(t, play, seat, index, tile):
                out[count] = packed_action(Act.DECLARE, index, tile)
                count += 1
    return count


@inlined
def may_follow(play: Session, declared: int) -> bool:
    """Whether any declaration may be made after this one."""
    rules = play.rules
    for index in range(len(rules.readies)):
        if rules.readies[index].follows >> declared - 1 & 1:
            return True
    return False


@inlined
def first_ready(play: Session) -> bool:
    """Whether the rulebook has a declaration of its own for the first discard."""
    rules = play.rules
    for index in range(len(rules.readies)):
        if rules.readies[index].on & ReadyOn.FIRST_DISCARD:
            return True
    return False


@part
def discard(t: Table, play: Session, seat: int, tile: int, declares: int) -> None:
    """Lay a tile into the river and offer it."""
    is_drawn = 1 if t.drawn == tile else 0
    if declares and play.rules.stood_count:
        take_stood(t, seat, tile & KIND)
    lose(t, play, seat, tile)
    at = t.river_count
    t.river[at] = tile
    t.river_seat[at] = seat | (River.DRAWN if is_drawn else 0) | (River.DECLARES if declares else 0)
    t.river_count = at + 1
    t.turn_count += 1
    t.no_discard = 0
    t.owed_ready = 0
    if play.rules.wild_discard == WildDiscard.DEAD and t.wild >> (tile & KIND) & 1:
        t.dead = t.dead | 1 << seat
    emit(play, Event.DISCARD, seat, tile, is_drawn, declares, 0)
    if t.turned_owed:
        turn_owed(t, play, seat, Reveals.DISCARD)
    t.drawn = -1
    t.drawn_kinds = 0
    t.offered[0] = tile
    t.offered_count = 1
    t.offered_from = seat
    t.offered_kind = Offer.DISCARD
    t.stage = Stage.OFFER
    lift_passes(t, play, seat, Until.OWN_DISCARD)
    lift_if_safe(t, play, seat, tile)
    happen(t, play, Moment.DISCARDED, actor=seat, tile=tile, how=How.DRAWN * is_drawn)
    pay_about(t, play, Occasion.DISCARD, actor=seat, tile=tile)
    look_for_abort(t, play, Moment.DISCARDED, actor=seat, tile=tile, how=How.DRAWN * is_drawn)
    if play.rules.flower_shapes & By.OWN_DISCARD and t.stage == Stage.OFFER:
        t.laying = Laid.DISCARD         # whether it wins for its own seat is asked first
        t.stage = Stage.LAID


@kernel
def discard_ready(t: Table, play: Session, seat: int, index: int, tile: int, stake: int) -> None:
    """Discard with a declaration, which counts once nobody has won on the tile (`stand_by`)."""
    row = play.rules.readies[index]
    t.declared[seat] = index + 1
    t.binds[seat] = row.binds
    emit(play, Event.DECLARE, seat, tile, index, stake, 0)
    discard(t, play, seat, tile, 1)
    if row.shows == Shows.HAND:
        emit(play, Event.SHOW, seat, 0, 0, 0, 0)


@part
def stake_actions(t: Table, play: Session, seat: int, out: Ints) -> int:
    """The stakes a seat may choose for the declaration it is making; how many."""
    row = play.rules.readies[detail_of(t.declaring)]
    low = max(0, min(LARGEST_CHOICE, ask_about(t, play, row.low, seat, -1, -1)))
    high = min(LARGEST_CHOICE, low + MOST_CHOICES - 1, ask_about(t, play, row.high, seat, -1, -1))
    for value in range(low, max(low, high) + 1):        # the lowest can always be chosen
        out[value - low] = packed_choice(value)
    return max(low, high) + 1 - low


@part
def answer_stake(t: Table, play: Session, seat: int, action: int) -> None:
    """The stake is chosen: it is kept, and the declaration goes with its discard."""
    declared = t.declaring
    stake = choice_in(action)
    t.declaring = 0
    t.asked = 0
    t.memory[play.rules.readies[detail_of(declared)].memory + seat] = stake
    discard_ready(t, play, seat, detail_of(declared), number_of(declared), stake)


@part
def declare(t: Table, play: Session, seat: int, index: int, tile: int) -> None:
    """Declare ready with a discard; a stake of the player's own choice is asked for first."""
    row = play.rules.readies[index]
    if row.memory >= 0:
        t.kong_pending = 0              # the last one stands
        t.declaring = packed_action(Act.DECLARE, index, tile)
        t.asked = 1 << seat
        t.stage = Stage.STAKE
        out = play.scratch
        if stake_actions(t, play, seat, out) == 1:     # nobody is asked who has one answer only
            answer_stake(t, play, seat, out[0])
        return
    t.stake[seat] = ask_about(t, play, row.stake, seat, -1, tile)
    discard_ready(t, play, seat, index, tile, t.stake[seat])


@kernel
def stand_by(t: Table, play: Session) -> bool:
    """Nobody has won on the discard: a declaration made with it counts now; whether the hand goes on."""
    at = t.river_count - 1
    seat = t.offered_from
    if t.river_seat[at] & River.DECLARES:
        if t.stake[seat] > 0:
            move_points(t, play, seat, POT, RULE_STAKE, t.stake[seat])
        play.saw_readies |= 1 << t.declared[seat] - 1
        pay_about(t, play, Occasion.READY, actor=seat, tile=t.river[at], of=t.declared[seat] - 1)
        happen(t, play, Moment.DECLARE, actor=seat, tile=t.river[at], of=t.declared[seat] - 1)
        turn_up(t, play, Moment.DECLARE, actor=seat, of=t.declared[seat] - 1)
        turn_anew(t, play)
        place = awaited_tile(t, play, seat)
        if place >= 0:
            if win_on_turned(t, play, seat, place):
                pass_turn(t, play)
            return False
        look_for_abort(t, play, Moment.DECLARE, actor=seat, tile=t.river[at])
    if t.stage != Stage.SETTLE:
        happen(t, play, Moment.STANDS, actor=seat, tile=t.river[at])
        look_for_abort(t, play, Moment.STANDS, actor=seat, tile=t.river[at])
    return t.stage != Stage.SETTLE


@part
def lay_flower(t: Table, play: Session, seat: int, tile: int) -> None:
    """Lay a flower aside, which may end the hand."""
    lose(t, play, seat, tile)
    t.aside[seat, tile & KIND] += 1
    emit(play, Event.FLOWER, seat, tile, 0, 0, 0)
    pay_about(t, play, Occasion.FLOWER, actor=seat, tile=tile)
    happen(t, play, Moment.FLOWER, actor=seat, tile=tile)
    look_for_abort(t, play, Moment.FLOWER, actor=seat, tile=tile)


@part
def take_claim(t: Table, play: Session, seat: int, action: int) -> None:
    """Give the offered tile to the seat whose claim went first."""
    score_rules = play.links.scoring.rules
    tile = t.offered[0]
    kind = tile & KIND
    feeder = t.offered_from
    at = t.river_count - 1
    t.river_seat[at] = t.river_seat[at] | River.CLAIMED
    t.offered_count = 0
    t.turn = seat
    t.broken = 1
    lift_passes(t, play, seat, Until.OWN_CLAIM)
    marks = 1 if tile & MARK else 0
    if act_of(action) == Act.KONG:
        marks += t.marked[seat, kind]
        for _copy in range(3):
            lose(t, play, seat, copy_of(t, seat, kind))
        lay_set(t, seat, pung_of(score_rules, t.wild, kind), MeldForm.MELDED_KONG, tile, feeder, marks)
        t.kongs_running = 0
        kong_stands(t, play, seat, detail_of(action), kind, feeder, MeldForm.MELDED_KONG)
        return
    block = detail_of(action)
    t.owed_ready = play.rules.claims[claim_of(play, action)].declares
    for place in range(2):
        mark = mark_in(action, place)
        if play.rules.stood_count == 0:
            marks += mark
        other = rest_tile(t, score_rules, kind, block, place)
        lose(t, play, seat, other | (0 if play.rules.stood_count else MARK * mark))
    if play.rules.stood_count:
        for place in range(2):
            if mark_in(action, place):
                take_stood(t, seat, rest_tile(t, score_rules, kind, block, place))
    is_pung = score_rules.blocks[block].tiles[0] == score_rules.blocks[block].tiles[2]
    lay_set(t, seat, block, MeldForm.PUNG if is_pung else MeldForm.SET, tile, feeder, marks)
    emit(play, Event.PUNG if is_pung else Event.SET, seat, tile, block, feeder, marks)
    forbid_swap(t, play, score_rules, block, kind)
    t.drawn = -1
    t.drawn_kinds = 0
    t.draw_kind = Drew.CLAIM
    t.kongs_running = 0
    t.stage = Stage.OWN
    t.may[seat] = 0
    event = Moment.PUNG if is_pung else Moment.CHOW
    happen(t, play, event, actor=seat, feeder=feeder, tile=kind)
    look_for_abort(t, play, event, actor=seat, feeder=feeder, tile=kind)


@kernel
def forbid_swap(t: Table, play: Session, score_rules: ScoreRules, block: int, kind: int) -> None:
    """The kinds that may not be discarded right after a claim (swap calling, 食替)."""
    rules = play.rules
    t.no_discard = 0
    for claim in rules.claims:
        if not claim.sets >> block & 1 or (claim.declares != 0) != (t.owed_ready != 0):
            continue
        t.no_discard = t.no_discard | swap_kinds(t, score_rules, block, kind, claim.forbids)


@part
def may_declare_falsely(t: Table, play: Session, seat: int) -> bool:
    """Whether a seat may declare a win that is none; `[pass.*] penalty` decides on one that only passing forbids."""
    rules = play.rules
    stage = t.stage
    if not rules.pay_occasions >> Occasion.FALSE_WIN & 1 or (t.dead | t.out) >> seat & 1 \
            or t.may[seat] & May.WIN:
        return False
    own = stage == Stage.OWN and t.turn == seat
    if not own and (stage != Stage.CLAIMS or t.offered_from == seat or t.pending[seat] >= 0):
        return False
    if rules.pass_penalty or t.forbidden[seat] == 0:
        return True
    if own:
        return bool(score_hand(t, play, seat, t.drawn, 1, -1, 1) != 1)
    return bool(score_hand(t, play, seat, t.offered[0], 0, t.offered_from, 1) != 1)
