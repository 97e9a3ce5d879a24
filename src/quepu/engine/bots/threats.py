"""What opponents threaten: their state, what a tile is against each, what it costs, and what one's own hand is worth.

Only what a seat sees is looked at: rivers, melds, declarations, and the copies it has counted (`count_left`).
"""

from quepu.engine.kernel import inlined, kernel, part
from quepu.engine.layout.bot_room import BotRoom
from quepu.engine.layout.codes import River
from quepu.engine.layout.mind import CLASSES, FARS, ONE, SURE, THREATS, TIMES, WALLS, Mind
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import KIND, RIVER_SEAT, Table
from quepu.engine.machine import lowest
from quepu.engine.play.wall import wall_left

DECLARED = 5                # the last form of an opponent
SAME, PASSED, HONORS, SUITED = 0, 1, 2, 6       # classes begin here
MOST_DANGER = 4 * ONE
PRICE = 64                  # of the unit


@kernel
def time_of(thrown: int) -> int:
    """How far an opponent's hand may have come, by his discards."""
    return 0 if thrown < 4 else 1 if thrown < 7 else 2 if thrown < 10 else 3 if thrown < 13 else 4


@part
def see_opponents(t: Table, play: Session) -> None:
    """What the rivers tell of everybody, in the room."""
    room = play.bot_room
    for other in range(4):
        room.own_river[other] = 0
        room.passed[other] = 0
        room.state[other] = 0
        for suit in range(4):
            room.thrown[4 * other + suit] = 0
    for index in range(t.river_count):
        kind = t.river[index] & KIND
        bits = t.river_seat[index]
        by = bits & RIVER_SEAT
        for other in range(4):
            room.passed[other] |= 1 << kind
        if (not bits & River.DRAWN and t.declared[by] == 0) or bits & River.DECLARES:
            room.passed[by] = 0         # the hand is another now
        room.own_river[by] |= 1 << kind
        room.state[by] += 1
        if kind < 34:
            room.thrown[4 * by + kind // 9] += 1
    for other in range(4):
        form = DECLARED if t.declared[other] else min(DECLARED - 1, t.meld_count[other])
        room.state[other] = form * TIMES + time_of(room.state[other])


@inlined
def is_shut(room: BotRoom, safe: int, far: int, near: int, next_one: int) -> int:
    """1 if nobody can wait from that side: the other end of the chow is safe, or a tile between is gone."""
    return 1 if safe >> far & 1 or room.left[near] <= 0 or room.left[next_one] <= 0 else 0


@kernel
def class_of(play: Session, other: int, kind: int) -> int:
    """What a tile is against an opponent, a place of `mind.Mind.classes`."""
    room = play.bot_room
    if room.own_river[other] >> kind & 1:
        return SAME
    if room.passed[other] >> kind & 1:
        return PASSED
    if kind >= 27:
        return HONORS + max(0, min(3, room.left[kind]))
    safe = room.own_river[other] | room.passed[other]
    rank = kind % 9
    sides = 0
    shut = 0
    if rank >= 3:
        sides += 1
        shut += is_shut(room, safe, kind - 3, kind - 1, kind - 2)
    if rank <= 5:
        sides += 1
        shut += is_shut(room, safe, kind + 3, kind + 1, kind + 2)
    line = 2 if shut == sides else 1 if shut > 0 else 0
    zone = min(3, rank, 8 - rank)
    thrown = room.thrown[4 * other + kind // 9]
    many = 0 if thrown == 0 else 1 if thrown < 3 else 2
    return SUITED + (zone * 3 + line) * 3 + many


@part
def see_danger(t: Table, play: Session, seat: int, mind: Mind) -> None:
    """What each kind that the seat holds would cost, and what threatens on the whole, in the room."""
    room = play.bot_room
    see_opponents(t, play)
    threat = 0
    foes = 0
    for other in range(play.rules.seat_count):
        if other != seat and not t.out >> other & 1:
            foes |= 1 << other
            threat += mind.threat[room.state[other]] * mind.price[room.state[other] // TIMES]
    room.threat = min(2 * ONE, threat * 8 // ONE)
    rest = t.held_mask[seat]
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        danger = 0
        later = 0
        others = foes if kind < 34 else 0
        while others:
            other = lowest(others)
            others &= others - 1
            cell = class_of(play, other, kind)
            danger += mind.danger[room.state[other] * CLASSES + cell] * mind.price[room.state[other] // TIMES]
            later += mind.classes[cell]
        room.danger[kind] = min(MOST_DANGER, danger * ONE // (SURE * PRICE))
        room.later[kind] = min(ONE, later * ONE // SURE)


@inlined
def threat_cell(threat: int) -> int:
    """How much threatens, roughly."""
    return 0 if threat < 100 else 1 if threat < 250 else 2 if threat < 500 else THREATS - 1


@part
def see_stake(t: Table, play: Session, mind: Mind) -> None:
    """What the hand is worth from here, in the room: by how far it is, tiles left and threat."""
    room = play.bot_room
    far = min(FARS - 1, max(0, room.far))
    wall = min(WALLS - 1, max(0, wall_left(t)) // 5)
    room.cell = (far * WALLS + wall) * THREATS + threat_cell(room.threat)
    room.stake = min(4 * ONE, mind.stake[room.cell])
