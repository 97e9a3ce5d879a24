"""Aims: hands that may win, and how near a hand is to each.

`game.goals` finds them by trying complete hands of the rulebook; `engine.layout.aims` says what an aim is.
"""

from quepu.engine.bots.greedy import block_made, kong_takes, tile_taken
from quepu.engine.distance.lookup import add_turned, left_half, plan_missing, profile_id, turned_half
from quepu.engine.kernel import inlined, kernel, part
from quepu.engine.layout.aims import AIM_SETS, WEIGHTS, Aim, Aims, AimSort
from quepu.engine.layout.bot_room import SEEN_SETS, TOPS, BotRoom
from quepu.engine.layout.codes import Act, MeldForm
from quepu.engine.layout.distance_rules import NEAR_FAR, NearHand
from quepu.engine.layout.frame import SetFlag
from quepu.engine.layout.kinds import Ints
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import Table
from quepu.engine.machine import lowest, ones
from quepu.engine.play.packed_action import act_of, kind_in
from quepu.engine.score.faces import face_of, tile_for


@inlined
def put_kind(held: Ints, kind: int) -> None:
    """Add a tile of a kind to four words of kinds held once, twice, ..."""
    bit = 1 << kind
    place = 0
    while place < 3 and held[place] & bit:
        place += 1
    held[place] |= bit


@inlined
def drop_kind(held: Ints, kind: int) -> None:
    """Take one tile of a kind out of four such words."""
    place = 3
    while place > 0 and not held[place] >> kind & 1:
        place -= 1
    held[place] &= ~(1 << kind)


@part
def see_hand(t: Table, play: Session, seat: int) -> None:
    """Put the seat's hand into the room; what is left must have been counted."""
    room = play.bot_room
    for place in range(4):
        room.held[place] = 0
    score_rules = play.links.scoring.rules
    room.wilds = score_rules.imagined   # what a seat has said it thinks of is not looked at
    rest = t.held_mask[seat]
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        copies = t.held[seat, kind]
        if t.wild >> kind & 1:
            room.wilds += copies
            continue
        bit = 1 << face_of(score_rules, t.wild, kind)
        room.held[0] |= bit
        if copies > 1:
            room.held[1] |= bit
        if copies > 2:
            room.held[2] |= bit
        if copies > 3:
            room.held[3] |= bit
    melds = t.meld_count[seat]
    score_rules = play.links.scoring.rules
    room.meld_count = melds
    room.is_open = 0
    for place in range(melds):
        room.sets[place] = t.meld_set[seat, place]
        form = t.meld_form[seat, place]
        if form != MeldForm.CONCEALED_KONG and (
                form != MeldForm.MIXED_KONG or score_rules.blocks[room.sets[place]].flags & SetFlag.OPEN):
            room.is_open = 1
    dead = 0
    for kind in range(34):
        if room.left[kind] <= 0:
            dead |= 1 << kind
    room.dead = dead


@part
def see_claim(t: Table, play: Session, action: int) -> None:
    """Change the hand in the room to what it is after a claim or kong."""
    room = play.bot_room
    score_rules = play.links.scoring.rules
    kind = kind_in(action)
    block = block_made(t, score_rules, play, action)
    if act_of(action) == Act.KONG:
        for _copy in range(kong_takes(play, action)):
            drop_kind(room.held, face_of(score_rules, t.wild, kind))
    else:
        for place in range(3):
            taken = tile_taken(t, score_rules, block, kind, place)
            if taken >= 0:
                drop_kind(room.held, face_of(score_rules, t.wild, taken))
        room.is_open = 1
    if block >= 0:
        room.sets[room.meld_count] = block
        room.meld_count += 1


@part
def see_in_plans(t: Table, play: Session) -> None:
    """Look at the hand of the room, for aims that are plans of `engine.distance.lookup`."""
    room = play.bot_room
    near = play.near
    rules = near.rules
    near.wild_kinds = t.wild
    near.wilds = room.wilds
    near.melds = room.meld_count
    near.laid = 0
    for place in range(room.meld_count):
        near.laid |= rules.set_masks[room.sets[place]]
    for group in range(4):
        key = 0
        for place in range(4):
            key += rules.powers[room.held[place] >> 9 * group & (511 if group < 3 else 127)]
        near.keys[group] = key
    for place in range(4):
        near.held[place] = room.held[place]


@inlined
def pungs_missing(h1: int, h2: int, h3: int, pungs: int) -> int:
    """The tiles missing for so many pungs and a pair."""
    threes = ones(h3)
    twos = ones(h2) - threes
    missing = 0
    for _pung in range(pungs):
        if threes > 0:
            threes -= 1
        elif twos > 0:
            twos -= 1
            missing += 1
        else:
            missing += 2                # a single tile: there always is one
    if threes + twos > 0:
        return missing
    return missing + 1


@kernel
def aim_missing(room: BotRoom, aims: Aims, near: NearHand, aim: Aim, bound: int) -> int:
    """The tiles the hand in the room lacks for an aim; NEAR_FAR if it cannot be, or if they are `bound` or more."""
    sort = aim.sort
    rules = near.rules
    if sort == AimSort.SHAPE:
        return plan_missing(near, rules.plans[aim.plan], bound)
    n1 = aim.need[0]
    n2 = aim.need[1]
    n3 = aim.need[2]
    n4 = aim.need[3]
    allowed = aim.allowed
    free = aims.set_count - aim.set_count
    melds = min(room.meld_count, SEEN_SETS)       # it never is more; said so, no index below needs a check
    if melds > 0:
        n1 = n2 = n3 = n4 = 0
        used = 0
        for place in range(min(aim.set_count, AIM_SETS)):
            block = aim.sets[place]
            found = 0
            for meld in range(melds):
                if room.sets[meld] == block and not used >> meld & 1:
                    used |= 1 << meld
                    found = 1
                    break
            if found == 0:
                mask = rules.set_masks[block]
                for _copy in range(3 if mask & mask - 1 == 0 else 1):
                    n4 |= n3 & mask
                    n3 |= n2 & mask
                    n2 |= n1 & mask
                    n1 |= mask
        for meld in range(melds):
            if not used >> meld & 1:
                mask = rules.set_masks[room.sets[meld]]
                free -= 1
                if mask & ~allowed or (sort == AimSort.PUNGS and mask & mask - 1):
                    return NEAR_FAR
        if free < 0:
            return NEAR_FAR
    h1 = room.held[0]
    h2 = room.held[1]
    h3 = room.held[2]
    h4 = room.held[3]
    missing = ones(n1 & ~h1) + ones(n2 & ~h2) + ones(n3 & ~h3) + ones(n4 & ~h4) - room.wilds
    if missing >= bound or ((n1 & ~h1) | (n2 & ~h2) | (n3 & ~h3) | (n4 & ~h4)) & room.dead:
        return NEAR_FAR
    if sort == AimSort.PUNGS:
        return max(0, missing + pungs_missing(h1 & allowed, h2 & allowed, h3 & allowed, free))
    k0 = near.keys[0]
    k1 = near.keys[1]
    k2 = near.keys[2]
    k3 = near.keys[3]
    powers = rules.powers
    for place in range(4):
        gone = h1 & (n1 | ~allowed) if place == 0 else h2 & (n2 | ~allowed) if place == 1 else \
            h3 & (n3 | ~allowed) if place == 2 else h4 & (n4 | ~allowed)
        if gone:
            k0 -= powers[gone & 511]
            k1 -= powers[gone >> 9 & 511]
            k2 -= powers[gone >> 18 & 511]
            k3 -= powers[gone >> 27 & 127]
    level = rules.levels[rules.plans[aims.plan].first_level]
    left = left_half(rules, level, profile_id(rules, level.groups[0], k0), profile_id(rules, level.groups[1], k1))
    right = turned_half(rules, level, profile_id(rules, level.groups[2], k2), profile_id(rules, level.groups[3], k3))
    return max(0, missing + add_turned(left, right, free, 1))


@kernel
def note_top(room: BotRoom, aim: int, missing: int, worth: int) -> None:
    """Keep an aim among the best, highest worth first."""
    place = room.top_count
    if place == TOPS:
        place -= 1
        if room.tops[place].worth >= worth:
            return
    else:
        room.top_count = place + 1
    while place > 0 and room.tops[place - 1].worth < worth:
        room.tops[place].aim = room.tops[place - 1].aim
        room.tops[place].missing = room.tops[place - 1].missing
        room.tops[place].worth = room.tops[place - 1].worth
        place -= 1
    room.tops[place].aim = aim
    room.tops[place].missing = missing
    room.tops[place].worth = worth


@part
def look(t: Table, play: Session, least: int) -> int:
    """The worth of the best aim of the hand in the room; the best ones are kept there.

    Aims with fewer tiles missing than `least` are left out: the scorer has seen that nothing comes of them.
    """
    room = play.bot_room
    near = play.near
    aims = play.aims
    see_in_plans(t, play)
    room.top_count = 0
    bound = NEAR_FAR
    for number in range(len(aims.aims)):
        aim = aims.aims[number]
        rate = aim.open if room.is_open else aim.closed
        if rate > 0:
            missing = aim_missing(room, aims, near, aim, bound)
            if least <= missing < min(bound, WEIGHTS):
                bound = min(bound, missing + aims.slack)
                note_top(room, number, missing, rate * aims.weights[missing])
    return room.tops[0].worth if room.top_count > 0 else 0


@part
def weigh_tiles(t: Table, play: Session, may: int) -> int:
    """The kinds among `may` that the top aims miss least, as bits; the hand must have been looked at."""
    room = play.bot_room
    near = play.near
    aims = play.aims
    score_rules = play.links.scoring.rules
    lowest_loss = -1
    found = 0
    rest = 0
    while may:
        kind = lowest(may)
        may &= may - 1
        rest |= 1 << face_of(score_rules, t.wild, kind) if not t.wild >> kind & 1 else 0
    rest &= room.held[0]
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        power = near.rules.powers[1 << kind % 9] if kind < 34 else 0
        drop_kind(room.held, kind)
        drop_kind(near.held, kind)
        if kind < 34:
            near.keys[kind // 9] -= power
        loss = 0
        for place in range(room.top_count):
            top = room.tops[place]
            if aim_missing(room, aims, near, aims.aims[top.aim], top.missing + 1) > top.missing:
                loss += top.worth
        put_kind(room.held, kind)
        put_kind(near.held, kind)
        if kind < 34:
            near.keys[kind // 9] += power
        if lowest_loss < 0 or loss < lowest_loss:
            lowest_loss = loss
            found = 0
        if loss == lowest_loss:
            found |= 1 << tile_for(score_rules, t.wild, kind)
    return found
