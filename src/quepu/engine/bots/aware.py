"""The aware bot: greedy towards hands that may win, by the rulebook's minimum and duties.

It goes for the nearest aims (`engine.bots.aim_distance`); near the end it asks the scorer itself.
"""

from quepu.engine.bots.aim_distance import look, see_claim, see_hand, weigh_tiles
from quepu.engine.bots.greedy import (
    answer_with,
    choose_greedy,
    count_left,
    greedy_discard,
    greedy_own,
    kinds_of,
    look_at_discards,
    missing_now,
    missing_with,
    phase_answer,
    sure_answer,
    tile_taken,
)
from quepu.engine.bots.mixed import is_mixed, try_mixed, undo_mixed
from quepu.engine.distance.completing import might_win
from quepu.engine.kernel import entry, part
from quepu.engine.layout.codes import Act, MeldForm, Stage
from quepu.engine.layout.kinds import Ints
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import Table
from quepu.engine.machine import lowest
from quepu.engine.play.advance import legal_into
from quepu.engine.play.asking import score_hand
from quepu.engine.play.mixed_kongs import free_slot
from quepu.engine.play.packed_action import act_of, detail_of, kind_in
from quepu.engine.play.wall import copy_of, gain, lose


@part
def legal_on(t: Table, play: Session, seat: int, tile: int) -> bool:
    """Whether the seat's hand, one tile short, would be a legal win on this tile, as a plain discard or self-drawn."""
    before = t.declared[seat]
    if before == 0:
        t.declared[seat] = play.aims.declares
    if play.aims.by_self_draw:
        gain(t, play, seat, tile)
        found = score_hand(t, play, seat, tile, 1, -1, 0)
        lose(t, play, seat, tile)
    else:
        found = score_hand(t, play, seat, tile, 0, (seat + 1) % play.rules.seat_count, 0)
    t.declared[seat] = before
    return bool(found == 1)


@part
def live_wins(t: Table, play: Session, seat: int, waits: int) -> int:
    """How many live tiles of these kinds would be legal wins for the seat."""
    left = play.bot_room.left
    live = 0
    while waits:
        kind = lowest(waits)
        waits &= waits - 1
        if left[kind] > 0 and might_win(t, play, seat, kind) and legal_on(t, play, seat, kind):
            live += left[kind]
    return live


@part
def ready_discard(t: Table, play: Session, seat: int, may: int) -> int:
    """The discard that leaves the most live winning tiles, as 100 * tiles + kind.

    -1: no discard makes the hand ready; -2: some do, and none of them leaves a legal win.
    """
    near = play.near
    if look_at_discards(t, play, seat, may) != 1:
        return -1
    best = -2
    rest = t.held_mask[seat] & may & ~t.wild
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        if near.after[kind] == 1 and near.useful[kind]:
            tile = copy_of(t, seat, kind)
            lose(t, play, seat, tile)
            live = live_wins(t, play, seat, near.useful[kind])
            gain(t, play, seat, tile)
            if live > 0:
                best = max(best, 100 * live + kind)
    return best


@part
def aware_discard(t: Table, play: Session, seat: int, may: int) -> int:
    """The kind to discard among kinds given as bits."""
    count_left(t, play, seat)
    ready = ready_discard(t, play, seat, may)
    if ready >= 0:
        return ready % 100
    see_hand(t, play, seat)
    if look(t, play, 2 if ready == -2 else 1) == 0:
        return greedy_discard(t, play, seat, may)
    return greedy_discard(t, play, seat, weigh_tiles(t, play, may))


@part
def claim_ready(t: Table, play: Session, seat: int, action: int) -> int:
    """What `ready_discard` says once the seat has made a claim, which is tried and taken back."""
    score_rules = play.links.scoring.rules
    kind = kind_in(action)
    block = detail_of(action)
    place = t.meld_count[seat]
    first = second = -1
    for index in range(3):
        taken = tile_taken(t, score_rules, block, kind, index)
        if taken >= 0:
            tile = copy_of(t, seat, taken)
            lose(t, play, seat, tile)
            if first < 0:
                first = tile
            else:
                second = tile
    old_set = t.meld_set[seat, place]
    old_form = t.meld_form[seat, place]
    old_marks = t.meld_marks[seat, place]
    t.meld_set[seat, place] = block
    t.meld_form[seat, place] = MeldForm.PUNG if score_rules.blocks[block].tiles[0] == \
        score_rules.blocks[block].tiles[2] else MeldForm.SET
    t.meld_marks[seat, place] = 0
    t.meld_count[seat] = place + 1
    found = ready_discard(t, play, seat, play.rules.playable_kinds)
    t.meld_count[seat] = place          # whoever only asks leaves the table as it was
    t.meld_set[seat, place] = old_set
    t.meld_form[seat, place] = old_form
    t.meld_marks[seat, place] = old_marks
    gain(t, play, seat, first)
    gain(t, play, seat, second)
    return found


@part
def aware_claim(t: Table, play: Session, seat: int, out: Ints, count: int) -> int:
    """The claim that leads nearest to a legal win, or a pass."""
    count_left(t, play, seat)
    least = 1
    if missing_now(t, play, seat) <= 1:
        least = 2
        if live_wins(t, play, seat, play.rules.playable_kinds):
            return int(out[count - 1])
    see_hand(t, play, seat)
    before = look(t, play, least)
    best = int(out[count - 1])
    most = before * play.aims.claim_percent // 100
    ready = 0
    for index in range(count):
        action = int(out[index])
        if act_of(action) == Act.PASS:
            continue
        least = 1
        if act_of(action) != Act.KONG and missing_with(t, play, seat, action) <= 1:
            found = claim_ready(t, play, seat, action)
            if found > ready:
                ready = found
                best = action
            least = 2
        if ready == 0:
            see_hand(t, play, seat)
            see_claim(t, play, action)
            after = look(t, play, least)
            if after > most:
                most = after
                best = action
    return best


@part
def aware_kong(t: Table, play: Session, seat: int, out: Ints, count: int) -> int:
    """A kong among the answers that leaves the best aim as near as it is; -1 none."""
    best = -1
    most = -1
    for index in range(count):
        if act_of(out[index]) == Act.KONG:
            if most < 0:
                count_left(t, play, seat)
                see_hand(t, play, seat)
                most = look(t, play, 1)
            see_hand(t, play, seat)
            see_claim(t, play, int(out[index]))
            after = look(t, play, 1)
            if after > 0 and after >= most:
                most = after
                best = int(out[index])
        elif is_mixed(int(out[index])):
            if most < 0:
                count_left(t, play, seat)
                see_hand(t, play, seat)
                most = look(t, play, 1)
            old_set, old_form, old_counts = free_slot(t, seat)
            try_mixed(t, play, seat, int(out[index]))
            see_hand(t, play, seat)
            after = look(t, play, 1)
            undo_mixed(t, play, seat, int(out[index]), old_set, old_form, old_counts)
            if after > 0 and after >= most:
                most = after
                best = int(out[index])
    return best


@part
def aware_own(t: Table, play: Session, seat: int, out: Ints, count: int) -> int:
    """What to do in the own turn."""
    kong = aware_kong(t, play, seat, out, count)
    if kong >= 0:
        return kong
    discards = kinds_of(out, count, Act.DISCARD)
    if discards == 0 or discards & play.rules.bonus_kinds or kinds_of(out, count, Act.DECLARE):
        return greedy_own(t, play, seat, out, count)
    return answer_with(out, count, Act.DISCARD, aware_discard(t, play, seat, discards))


@entry
@part
def choose_aware(t: Table, play: Session, seat: int) -> int:
    """What the aware bot answers for a seat; the greedy one's answer where the rulebook asks nothing of a win."""
    if play.aims is None or play.aims.is_on == 0:
        return choose_greedy(t, play, seat)
    out = play.scratch
    count = legal_into(t, play, seat, out)
    sure = sure_answer(out, count)
    if sure >= 0:
        return sure
    if t.stage == Stage.OWN:
        return aware_own(t, play, seat, out, count)
    if t.stage == Stage.CLAIMS:
        return aware_claim(t, play, seat, out, count)
    return phase_answer(t, play, seat, out, count) if t.stage == Stage.PHASE else int(out[0])
