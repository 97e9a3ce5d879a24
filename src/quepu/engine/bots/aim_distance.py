"""Aims: hands that may win, and how near a hand is to each.

`game.goals` finds them by trying complete hands of the rulebook: some sets a hand must have, the kinds its other sets
and its pair are made of, and how often such a hand is legal, open and closed.  `A` is the row of aims: a head, then
the aims.
"""

from quepu.engine.bots.greedy import (
    BOT_LEFT,
    BOT_SEEN,
    block_made,
    kong_takes,
    tile_taken,
)
from quepu.engine.distance.lookup import add_turned, left_half, plan_missing, profile_id, turned_half
from quepu.engine.kernel import inlined, kernel, part
from quepu.engine.layout.codes import Act, MeldForm
from quepu.engine.layout.distance_rules import NEAR_FAR, NearHand
from quepu.engine.layout.kinds import Aims, BotRoom, Ints
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import KIND, Table
from quepu.engine.machine import lowest, ones, row_of

# -- A: the head --
(AIM_ON, AIM_COUNT, AIM_AT, AIM_PLAN, AIM_SETS, AIM_SELF_DRAW, AIM_CLAIM_PERCENT, AIM_SLACK) = range(8)
# the next word, AIM_SIZE, is the length of A; AIM_HEAD is that of its head: see `engine.layout.kinds`
AIM_WEIGHT = 16             # 16: what an aim is worth with so many tiles missing
# -- A: an aim; needs are kinds wanted at least once, twice, three and four times --
(AIM_SORT, AIM_NEED, _N2, _N3, _N4, AIM_SET_COUNT, AIM_SET, _S2, _S3, _S4, AIM_ALLOWED, AIM_OPEN, AIM_CLOSED,
 AIM_OF_PLAN) = range(14)
AIM_WIDTH = 14
AIM_SET_ROOM = 4
# free places take any set of the allowed kinds; or pungs alone; or the aim is another shape, a plan of
# `engine.distance.lookup`
AIM_ANY_SETS, AIM_PUNGS, AIM_SHAPE = range(3)
# -- the hand that is looked at, in the bots' room --
SEEN_HELD = BOT_SEEN        # 4: kinds held at least once, twice, three and four times
SEEN_MELDS = BOT_SEEN + 4
SEEN_SETS = BOT_SEEN + 5    # 6
SEEN_SET_ROOM = 6
SEEN_OPEN, SEEN_WILDS, SEEN_DEAD = BOT_SEEN + 11, BOT_SEEN + 12, BOT_SEEN + 13
TOP_COUNT = BOT_SEEN + 15
TOP_AT = BOT_SEEN + 16      # 8 x 3: an aim, what is missing for it, its worth
TOP_ROOM = 8
KEEP_AT = TOP_AT + 24       # 42: what the top aims lose with a tile of each kind


@inlined
def put_kind(room: Ints, at: int, kind: int, copies: int) -> None:
    """Add copies of a kind to four words of kinds held once, twice, ..."""
    bit = 1 << kind
    for _copy in range(copies):
        place = at
        while place < at + 3 and room[place] & bit:
            place += 1
        room[place] |= bit


@inlined
def drop_kind(room: Ints, at: int, kind: int) -> None:
    """Take one tile of a kind out of four such words."""
    place = at + 3
    while place > at and not room[place] >> kind & 1:
        place -= 1
    room[place] &= ~(1 << kind)


@part
def see_hand(t: Table, play: Session, seat: int) -> None:
    """Put the seat's hand into the room; what is left must have been counted."""
    room = play.bot_room
    for place in range(4):
        room[SEEN_HELD + place] = 0
    room[SEEN_WILDS] = 0
    rest = t.held_mask[seat]
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        copies = t.held[seat, kind]
        if t.wild >> kind & 1:
            room[SEEN_WILDS] += copies
            continue
        bit = 1 << kind
        room[SEEN_HELD] |= bit
        if copies > 1:
            room[SEEN_HELD + 1] |= bit
        if copies > 2:
            room[SEEN_HELD + 2] |= bit
        if copies > 3:
            room[SEEN_HELD + 3] |= bit
    melds = t.meld_count[seat]
    room[SEEN_MELDS] = melds
    room[SEEN_OPEN] = 0
    for place in range(melds):
        room[SEEN_SETS + place] = t.meld_set[seat, place]
        if t.meld_form[seat, place] != MeldForm.CONCEALED_KONG:
            room[SEEN_OPEN] = 1
    dead = 0
    for kind in range(34):
        if room[BOT_LEFT + kind] <= 0:
            dead |= 1 << kind
    room[SEEN_DEAD] = dead


@part
def see_claim(t: Table, play: Session, action: int) -> None:
    """Change the hand in the room to what it is after a claim or kong."""
    room = play.bot_room
    score_rules = play.links.scoring.rules
    kind = action & KIND
    block = block_made(score_rules, play, action)
    if action >> 16 == Act.KONG:
        for _copy in range(kong_takes(play, action)):
            drop_kind(room, SEEN_HELD, kind)
    else:
        for place in range(3):
            taken = tile_taken(score_rules, block, kind, place)
            if taken >= 0:
                drop_kind(room, SEEN_HELD, taken)
        room[SEEN_OPEN] = 1
    if block >= 0:
        room[SEEN_SETS + room[SEEN_MELDS]] = block
        room[SEEN_MELDS] += 1


@part
def see_in_plans(t: Table, play: Session) -> None:
    """Look at the hand of the room, for aims that are plans of `engine.distance.lookup`."""
    room = play.bot_room
    near = play.near
    rules = near.rules
    near.wild_kinds = t.wild
    near.wilds = room[SEEN_WILDS]
    near.melds = room[SEEN_MELDS]
    near.laid = 0
    for place in range(room[SEEN_MELDS]):
        near.laid |= rules.set_masks[room[SEEN_SETS + place]]
    for group in range(4):
        key = 0
        for place in range(4):
            key += rules.powers[room[SEEN_HELD + place] >> 9 * group & (511 if group < 3 else 127)]
        near.keys[group] = key
    for place in range(4):
        near.held[place] = room[SEEN_HELD + place]


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
def aim_missing(room: BotRoom, A: Aims, near: NearHand, aim: int, bound: int) -> int:
    """The tiles the hand in the room lacks for an aim; NEAR_FAR if it cannot be, or if they are `bound` or more."""
    this = row_of(A, aim, AIM_WIDTH)
    sort = int(this[AIM_SORT])
    rules = near.rules
    if sort == AIM_SHAPE:
        return plan_missing(near, rules.plans[this[AIM_OF_PLAN]], bound)
    n1 = int(this[AIM_NEED])
    n2 = int(this[AIM_NEED + 1])
    n3 = int(this[AIM_NEED + 2])
    n4 = int(this[AIM_NEED + 3])
    allowed = int(this[AIM_ALLOWED])
    free = int(A[AIM_SETS]) - int(this[AIM_SET_COUNT])
    melds = min(int(room[SEEN_MELDS]), SEEN_SET_ROOM)       # it never is more; said so, no index below needs a check
    if melds > 0:
        n1 = n2 = n3 = n4 = 0
        used = 0
        for place in range(min(int(this[AIM_SET_COUNT]), AIM_SET_ROOM)):
            block = int(this[AIM_SET + place])
            found = 0
            for meld in range(melds):
                if room[SEEN_SETS + meld] == block and not used >> meld & 1:
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
                mask = rules.set_masks[room[SEEN_SETS + meld]]
                free -= 1
                if mask & ~allowed or (sort == AIM_PUNGS and mask & mask - 1):
                    return NEAR_FAR
        if free < 0:
            return NEAR_FAR
    h1 = int(room[SEEN_HELD])
    h2 = int(room[SEEN_HELD + 1])
    h3 = int(room[SEEN_HELD + 2])
    h4 = int(room[SEEN_HELD + 3])
    missing = ones(n1 & ~h1) + ones(n2 & ~h2) + ones(n3 & ~h3) + ones(n4 & ~h4) - int(room[SEEN_WILDS])
    if missing >= bound or ((n1 & ~h1) | (n2 & ~h2) | (n3 & ~h3) | (n4 & ~h4)) & int(room[SEEN_DEAD]):
        return NEAR_FAR
    if sort == AIM_PUNGS:
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
    level = rules.levels[rules.plans[A[AIM_PLAN]].first_level]
    left = left_half(rules, level, profile_id(rules, level.groups[0], k0), profile_id(rules, level.groups[1], k1))
    right = turned_half(rules, level, profile_id(rules, level.groups[2], k2), profile_id(rules, level.groups[3], k3))
    return max(0, missing + add_turned(left, right, free, 1))


@kernel
def note_top(room: BotRoom, aim: int, missing: int, worth: int) -> None:
    """Keep an aim among the best, highest worth first."""
    place = int(room[TOP_COUNT])
    if place == TOP_ROOM:
        place -= 1
        if room[TOP_AT + 3 * place + 2] >= worth:
            return
    else:
        room[TOP_COUNT] = place + 1
    while place > 0 and room[TOP_AT + 3 * place - 1] < worth:
        for word in range(3):
            room[TOP_AT + 3 * place + word] = room[TOP_AT + 3 * place - 3 + word]
        place -= 1
    room[TOP_AT + 3 * place] = aim
    room[TOP_AT + 3 * place + 1] = missing
    room[TOP_AT + 3 * place + 2] = worth


@part
def look(t: Table, play: Session, least: int) -> int:
    """The worth of the best aim of the hand in the room; the best ones are kept there.

    Aims with fewer tiles missing than `least` are left out: the scorer has seen that nothing comes of them.
    """
    room = play.bot_room
    near = play.near
    A = play.aims
    see_in_plans(t, play)
    room[TOP_COUNT] = 0
    bound = NEAR_FAR
    aim = A[AIM_AT]
    rate = AIM_OPEN if room[SEEN_OPEN] else AIM_CLOSED
    for _aim in range(A[AIM_COUNT]):
        if A[aim + rate] > 0:
            missing = aim_missing(room, A, near, aim, bound)
            if least <= missing < min(bound, 16):
                bound = min(bound, missing + A[AIM_SLACK])
                note_top(room, aim, missing, A[aim + rate] * A[AIM_WEIGHT + missing])
        aim += AIM_WIDTH
    return int(room[TOP_AT + 2]) if room[TOP_COUNT] > 0 else 0


@part
def weigh_tiles(t: Table, play: Session, may: int) -> int:
    """The kinds among `may` that the top aims miss least, as bits; the hand must have been looked at."""
    room = play.bot_room
    near = play.near
    A = play.aims
    lowest_loss = -1
    found = 0
    rest = may & int(room[SEEN_HELD])
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        power = near.rules.powers[1 << kind % 9] if kind < 34 else 0
        drop_kind(room, SEEN_HELD, kind)
        drop_kind(near.held, 0, kind)
        if kind < 34:
            near.keys[kind // 9] -= power
        loss = 0
        for top in range(room[TOP_COUNT]):
            at = TOP_AT + 3 * top
            missing = int(room[at + 1])
            if aim_missing(room, A, near, int(room[at]), missing + 1) > missing:
                loss += int(room[at + 2])
        put_kind(room, SEEN_HELD, kind, 1)
        put_kind(near.held, 0, kind, 1)
        if kind < 34:
            near.keys[kind // 9] += power
        room[KEEP_AT + kind] = loss
        if lowest_loss < 0 or loss < lowest_loss:
            lowest_loss = loss
            found = 0
        if loss == lowest_loss:
            found |= 1 << kind
    return found
