"""Trying complete hands: how many of some random ones, made around given sets, are legal wins.

`game.aims` asks this of every rulebook to find out what its minimum and duties leave; the table is only a place to
lay the hands on.
"""

from quepu.core.calls import numbers_at
from quepu.core.greedy import BOT_SEEN
from quepu.core.kernel import Ints, inlined, kernel, part
from quepu.core.playout import bot_random
from quepu.core.procedure import BOT_ROOM, P_RULES, PLAYABLE_KINDS, SEAT_COUNT_AT
from quepu.core.rules import AT_BLOCK_MASK, AT_BLOCK_TILES, BLOCK_KINDS, SET_KINDS
from quepu.core.table import FORM_PUNG, FORM_SET
from quepu.core.tableframe import score_hand
from quepu.core.wall import Table

# -- how a hand is won --
PROBE_OPEN, PROBE_SELF_DRAW, PROBE_PUNGS = 1, 2, 4
PROBE_COUNTS = BOT_SEEN             # 42: the tiles of the hand in the making
PROBE_BLOCKS = BOT_SEEN + 48        # 6: its sets, then its pair
MOST_DRAWS = 300            # random blocks looked at until one fits
PUNG_PERCENT = 15           # of the pungs among them, so many are taken: a free set is a chow more often


@inlined
def size_of(R: Ints, block: int) -> int:
    """Tiles of a block: a set or a pair."""
    return 3 if block < R[SET_KINDS] else 2


@kernel
def fits_in(P: Ints, R: Ints, room: Ints, block: int) -> bool:
    """Add a block to the hand if there are copies enough."""
    at = R[AT_BLOCK_TILES] + 3 * block
    good = True
    for place in range(size_of(R, block)):
        kind = R[at + place]
        room[PROBE_COUNTS + kind] += 1
        if room[PROBE_COUNTS + kind] > (4 if kind < 34 else 1):
            good = False
    if not good:
        for place in range(size_of(R, block)):
            room[PROBE_COUNTS + R[at + place]] -= 1
    return good


@kernel
def draw_block(P: Ints, R: Ints, room: Ints, first: int, last: int, allowed: int, pungs: int) -> int:
    """A random block of the allowed kinds that fits, now in the hand; -1 none was found."""
    for _draw in range(MOST_DRAWS):
        block = first + bot_random(P, last - first)
        mask = R[R[AT_BLOCK_MASK] + block]
        if mask & ~allowed:
            continue
        if first == 0:
            is_pung = mask & mask - 1 == 0
            if pungs and not is_pung:
                continue
            if not pungs and is_pung and bot_random(P, 100) >= PUNG_PERCENT:
                continue
        if fits_in(P, R, room, block):
            return int(block)
    return -1


@kernel
def lay_probe(t: Table, P: Ints, R: Ints, room: Ints, seat: int, sets: int, how: int) -> int:
    """Lay the hand in the room on the table, without its winning tile; that tile."""
    from_block = bot_random(P, sets + 1)
    block = room[PROBE_BLOCKS + from_block]
    win = int(R[R[AT_BLOCK_TILES] + 3 * block + bot_random(P, size_of(R, block))])
    melds = 0
    surely = bot_random(P, sets)
    for number in range(sets):
        if not how & PROBE_OPEN or number == from_block or (number != surely and bot_random(P, 2)):
            continue
        block = room[PROBE_BLOCKS + number]
        mask = R[R[AT_BLOCK_MASK] + block]
        t.meld_set[seat, melds] = block
        t.meld_form[seat, melds] = FORM_SET if mask & mask - 1 else FORM_PUNG
        t.meld_marks[seat, melds] = 0
        melds += 1
        for place in range(3):
            room[PROBE_COUNTS + R[R[AT_BLOCK_TILES] + 3 * block + place]] -= 1
    t.meld_count[seat] = melds
    if not how & PROBE_SELF_DRAW:
        room[PROBE_COUNTS + win] -= 1
    held = 0
    for kind in range(42):
        copies = room[PROBE_COUNTS + kind]
        t.held[seat, kind] = copies
        t.marked[seat, kind] = 0
        t.aside[seat, kind] = 0
        if copies > 0:
            held |= 1 << kind
    t.held_mask[seat] = held
    return win


@part
def probe(t: Table, P: Ints, choice: Ints, count: int, sets: int, allowed: int, how: int, tries: int) -> int:
    """How many of so many random hands of `sets` sets and a pair are legal wins; -1 if hardly any could be made.

    The first `count` sets are those of `choice`; the others, and the pair, are random ones of allowed kinds.
    """
    R = numbers_at(P[P_RULES])
    room = numbers_at(P[BOT_ROOM])
    legal = 0
    made = 0
    for _try in range(tries):
        good = True
        for kind in range(42):
            room[PROBE_COUNTS + kind] = 0
        for place in range(sets + 1):
            if place < count:
                block = choice[place]
                if not fits_in(P, R, room, block):
                    return -1
            elif place < sets:
                block = draw_block(P, R, room, 0, R[SET_KINDS], allowed & P[PLAYABLE_KINDS], how & PROBE_PUNGS)
            else:
                block = draw_block(P, R, room, R[SET_KINDS], R[BLOCK_KINDS], allowed & P[PLAYABLE_KINDS], 0)
            room[PROBE_BLOCKS + place] = block
            if block < 0:
                good = False
                break
        if not good:
            continue
        made += 1
        seat = bot_random(P, P[SEAT_COUNT_AT])
        win = lay_probe(t, P, R, room, seat, sets, how)
        if how & PROBE_SELF_DRAW:
            found = score_hand(t, P, seat, win, 1, -1, 0)
        else:
            found = score_hand(t, P, seat, win, 0, (seat + 1) % P[SEAT_COUNT_AT], 0)
        if found == 1:
            legal += 1
    return legal if 4 * made >= tries else -1
