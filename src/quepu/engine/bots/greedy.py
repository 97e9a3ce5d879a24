"""The greedy bot: always the answer after which the fewest tiles are missing, then the one with the most live tiles.

It wins when it can, lays flowers aside, declares ready when it can, and claims only what brings it nearer.  What gives
up wins on discards it declares with many live tiles only.
It passes on tiles of its shortest suit and voids that one.
"""

from quepu.engine.bots.mixed import is_mixed, try_mixed, undo_mixed
from quepu.engine.distance.lookup import missing_moved, put_hand, read_as
from quepu.engine.distance.useful import picked_discard, useful_after_discards
from quepu.engine.kernel import entry, inlined, kernel, part
from quepu.engine.layout.codes import Act, Bind, MeldForm, River, Stage
from quepu.engine.layout.distance_rules import NEAR_FAR, NearHand
from quepu.engine.layout.kinds import Ints
from quepu.engine.layout.rule_codes import CountsAs, KongOf, PhaseKind, Seen
from quepu.engine.layout.score_rules import ScoreRules
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import KIND, Table
from quepu.engine.layout.table_facts import LOTS
from quepu.engine.machine import lowest, ones
from quepu.engine.play.advance import legal_into
from quepu.engine.play.asking import waits_mask
from quepu.engine.play.mixed_kongs import free_slot
from quepu.engine.play.packed_action import act_of, detail_of, kind_in, number_of
from quepu.engine.play.wall import gain, lies_turned, lose
from quepu.engine.score.batch import mixed_copies
from quepu.engine.score.faces import face_of, pung_of, tile_for

FLOWER_SUIT = 4
WIDE = 6                                # live tiles with which it gives up wins on discards


@inlined
def sees_turned(t: Table, play: Session, seat: int, lot: int) -> bool:
    """Whether a seat may look at a turned tile: one of the table's lots or its own, that lies open to it."""
    seen = play.rules.turned_lots[lot & LOTS - 1].seen
    if lot >= LOTS and lot // LOTS != 1 + seat:
        return False
    return bool(seen == Seen.ALL or (seen == Seen.READY and t.declared[seat] > 0))


@entry
@part
def count_left(t: Table, play: Session, seat: int) -> None:
    """The copies of each kind that the seat does not see, in the bots' room: neither its own nor open on the table."""
    rules = play.rules
    left = play.bot_room.left
    score_rules = play.links.scoring.rules
    for kind in range(42):
        left[kind] = rules.copies[kind] - t.held[seat, kind]
    for index in range(t.river_count):
        if not t.river_seat[index] & River.CLAIMED:
            left[t.river[index] & KIND] -= 1
    for index in range(t.turned_count):
        if sees_turned(t, play, seat, t.turned_lot[index]) and lies_turned(t, index):
            left[t.turned[index] & KIND] -= 1
    for other in range(rules.seat_count):
        for kind in range(rules.laid_from, 42):
            left[kind] -= t.aside[other, kind]
        for place in range(t.meld_count[other]):
            form = t.meld_form[other, place]
            if form == MeldForm.CONCEALED_KONG and other != seat:
                continue
            tiles = score_rules.blocks[t.meld_set[other, place]].tiles
            if form == MeldForm.MIXED_KONG:
                for kind in range(42):
                    left[kind] -= mixed_copies(score_rules, t.meld_set[other, place], t.meld_counts[other, place], kind)
                continue
            for index in range(3):
                left[tile_for(score_rules, t.wild, tiles[index])] -= 1
            if form == MeldForm.MELDED_KONG or form == MeldForm.ADDED_KONG or form == MeldForm.CONCEALED_KONG:
                left[tile_for(score_rules, t.wild, tiles[0])] -= 1


@kernel
def put_away(t: Table, near: NearHand, seat: int, kind: int, copies: int) -> None:
    """Take so many tiles of a kind out of the hand that is looked at, all above what the seat then has left."""
    left = t.held[seat, kind] - copies
    kind = read_as(near, kind)
    if near.wild_kinds >> kind & 1:
        near.wilds -= copies
        return
    if kind < 34:
        near.keys[kind // 9] -= copies * near.rules.powers[1 << kind % 9]
    for _copy in range(copies):
        place = 3
        while place > 0 and not near.held[place] >> kind & 1:
            place -= 1
        near.held[place] &= ~(1 << kind)
    if left > 0:
        near.held[0] |= 1 << kind       # where copies are not told apart


@inlined
def block_made(t: Table, score_rules: ScoreRules, play: Session, action: int) -> int:
    """The set that a claim or kong lays down; -1 none."""
    if act_of(action) != Act.KONG:
        return detail_of(action)
    row = play.rules.kongs[detail_of(action)]
    if row.counts_as == CountsAs.NONE or (row.of != KongOf.DISCARD and row.of != KongOf.HAND):
        return -1
    return pung_of(score_rules, t.wild, kind_in(action))


@inlined
def kong_takes(play: Session, action: int) -> int:
    """How many tiles of its kind a kong takes from the hand."""
    row = play.rules.kongs[detail_of(action)]
    if row.of == KongOf.DISCARD:
        return 3
    return int(row.least) if row.of == KongOf.HAND else 1


@inlined
def tile_taken(t: Table, score_rules: ScoreRules, block: int, kind: int, place: int) -> int:
    """The tile that a claim takes from the hand for a place of the set; -1 for the claimed tile's own place."""
    tiles = score_rules.blocks[block].tiles
    face = face_of(score_rules, t.wild, kind)
    tile = tiles[place]
    if tile != face:
        return tile_for(score_rules, t.wild, tile)
    for before in range(place):
        if tiles[before] == face:
            return kind
    return -1


@part
def missing_with(t: Table, play: Session, seat: int, action: int) -> int:
    """The fewest tiles missing once the seat has made a claim or kong; with a discard to come if it is a claim."""
    near = play.near
    score_rules = play.links.scoring.rules
    put_hand(t, near, seat)
    kind = kind_in(action)
    block = block_made(t, score_rules, play, action)
    if act_of(action) == Act.KONG:
        put_away(t, near, seat, kind, kong_takes(play, action))
    elif act_of(action) == Act.CLAIM_PUNG or act_of(action) == Act.READY_PUNG:
        put_away(t, near, seat, kind, 2)
    else:
        for place in range(3):
            taken = tile_taken(t, score_rules, block, kind, place)
            if taken >= 0:
                put_away(t, near, seat, taken, 1)
    if block >= 0:
        near.melds += 1
        near.laid |= near.rules.set_masks[block]
    return missing_moved(near, 1)


@part
def missing_now(t: Table, play: Session, seat: int) -> int:
    """The fewest tiles missing for the seat's hand as it is."""
    near = play.near
    put_hand(t, near, seat)
    return missing_moved(near, 1)


@part
def look_at_discards(t: Table, play: Session, seat: int, may: int) -> int:
    """What `useful_after_discards` says; what is left must have been counted."""
    return int(useful_after_discards(t, play.near, seat, play.bot_room.left, may))


@part
def greedy_discard(t: Table, play: Session, seat: int, may: int) -> int:
    """The kind to discard among kinds given as bits."""
    count_left(t, play, seat)
    return int(picked_discard(t, play.near, seat, may, look_at_discards(t, play, seat, may)))


@inlined
def kinds_of(out: Ints, count: int, sort: int) -> int:
    """The kinds of all answers of one sort in a list, as bits."""
    found = 0
    for index in range(count):
        if act_of(out[index]) == sort:
            found |= 1 << kind_in(out[index])
    return found


@inlined
def answer_with(out: Ints, count: int, sort: int, kind: int) -> int:
    """The first answer of a sort with this kind; a tile without a mark stands before one with."""
    for index in range(count):
        if act_of(out[index]) == sort and kind_in(out[index]) == kind:
            return int(out[index])
    return int(out[count - 1])


@part
def greedy_kong(t: Table, play: Session, seat: int, out: Ints, count: int) -> int:
    """A kong among the seat's answers that takes it no further away; -1 none."""
    found = -1
    now = NEAR_FAR
    for index in range(count):
        if act_of(out[index]) == Act.KONG:
            if found < 0 and now == NEAR_FAR:
                now = max(1, missing_now(t, play, seat))
            if missing_with(t, play, seat, out[index]) <= now:
                found = int(out[index])
        elif is_mixed(int(out[index])):
            if now == NEAR_FAR:
                now = max(1, missing_now(t, play, seat))
            old_set, old_form, old_counts = free_slot(t, seat)
            try_mixed(t, play, seat, int(out[index]))
            missing = missing_now(t, play, seat)
            undo_mixed(t, play, seat, int(out[index]), old_set, old_form, old_counts)
            if missing <= now:
                found = int(out[index])
    return found


@part
def declared_answer(t: Table, play: Session, seat: int, out: Ints, count: int, kind: int) -> int:
    """How to discard a kind with which the seat may declare ready: as declared, or quietly.

    A declaration after which only a self-draw wins is for waits that are wide, the boldest for the widest.
    """
    first = answer_with(out, count, Act.DECLARE, kind)
    if not play.rules.readies[detail_of(first)].binds & Bind.NO_DISCARD_WIN:
        return first
    lose(t, play, seat, number_of(first))
    waits = waits_mask(t, play, seat)
    gain(t, play, seat, number_of(first))
    live = 0                            # what is left was counted to pick the discard
    while waits:
        live += play.bot_room.left[lowest(waits)]
        waits &= waits - 1
    if live < WIDE and kinds_of(out, count, Act.DISCARD) >> kind & 1:
        return answer_with(out, count, Act.DISCARD, kind)
    best = first
    if live > WIDE:
        for index in range(count):
            if act_of(out[index]) == Act.DECLARE and kind_in(out[index]) == kind:
                best = int(out[index])
    return best


@part
def greedy_own(t: Table, play: Session, seat: int, out: Ints, count: int) -> int:
    """What to do in the own turn."""
    rules = play.rules
    kong = greedy_kong(t, play, seat, out, count)
    if kong >= 0:
        return kong
    declares = kinds_of(out, count, Act.DECLARE)
    if declares:
        return declared_answer(t, play, seat, out, count, greedy_discard(t, play, seat, declares))
    discards = kinds_of(out, count, Act.DISCARD)
    if discards == 0:
        return int(out[0])
    if discards & rules.bonus_kinds:       # a flower for which there is no tile left
        return answer_with(out, count, Act.DISCARD, lowest(discards & rules.bonus_kinds))
    return answer_with(out, count, Act.DISCARD, greedy_discard(t, play, seat, discards))


@part
def greedy_claim(t: Table, play: Session, seat: int, out: Ints, count: int) -> int:
    """The claim that brings the seat nearest, or a pass."""
    fewest = missing_now(t, play, seat)
    best = int(out[count - 1])
    for index in range(count):
        if act_of(out[index]) != Act.PASS:
            missing = max(1, missing_with(t, play, seat, out[index]))      # a tile has still to be discarded
            if missing < fewest:
                fewest = missing
                best = int(out[index])
    return best


@inlined
def sure_answer(out: Ints, count: int) -> int:
    """An answer that no bot thinks about: the only one, a win, a flower; -1 there is a choice."""
    if count == 1:
        return int(out[0])
    for index in range(count):
        if act_of(out[index]) == Act.WIN or act_of(out[index]) == Act.FLOWER:
            return int(out[index])
    return -1


@kernel
def links_of(t: Table, seat: int, kind: int) -> int:
    """How well a tile fits the others of its hand: equal ones, neighbours, and those one further away."""
    links = 3 * (t.held[seat, kind] - 1)
    if kind < 27:
        first = kind - kind % 9
        for other in range(max(first, kind - 2), min(first + 9, kind + 3)):
            if other != kind and t.held[seat, other] > 0:
                links += 3 - abs(other - kind)
    return links


@inlined
def suit_of(kind: int) -> int:
    """The suit of a kind: honours are one, flowers that are ordinary tiles another."""
    return FLOWER_SUIT if kind >= 34 else kind // 9


@kernel
def suit_worth(t: Table, seat: int, suit: int) -> int:
    """What a suit is worth to a hand: how many tiles it has, then how well they fit."""
    if suit == FLOWER_SUIT:
        return 1000 * ones(t.held_mask[seat] >> 34)         # of each there is one
    links = 0
    for kind in range(9 * suit, min(9 * suit + 9, 34)):
        if t.held[seat, kind] > 0:
            links += t.held[seat, kind] * links_of(t, seat, kind)
    return 1000 * t.sizes[seat, suit] + links


@part
def phase_answer(t: Table, play: Session, seat: int, out: Ints, count: int) -> int:
    """What to answer before the first turn: give of the shortest suit, void that one, win, else the first there is."""
    best = int(out[0])
    least = 1 << 40
    gives = act_of(out[0]) == Act.GIVE
    for index in range(count):
        if act_of(out[index]) == Act.DECLARE and play.rules.readies[detail_of(out[index])].wins_on >= 0:
            return int(out[index])      # rather than show what the tiles earn, and not be asked again
    if not gives and play.rules.phases[t.phase].kind != PhaseKind.VOID_SUIT:
        return best
    for index in range(count):
        kind = kind_in(out[index])
        worth = suit_worth(t, seat, suit_of(kind) if gives else kind)
        if gives:
            worth = 100 * worth + links_of(t, seat, kind)
        if worth < least:
            least = worth
            best = int(out[index])
    return best


@entry
@part
def choose_greedy(t: Table, play: Session, seat: int) -> int:
    """What the greedy bot answers for a seat."""
    out = play.scratch
    count = legal_into(t, play, seat, out)
    sure = sure_answer(out, count)
    if sure >= 0:
        return sure
    if t.stage == Stage.OWN:
        return greedy_own(t, play, seat, out, count)
    if t.stage == Stage.CLAIMS:
        return greedy_claim(t, play, seat, out, count)
    return phase_answer(t, play, seat, out, count) if t.stage == Stage.PHASE else int(out[0])
