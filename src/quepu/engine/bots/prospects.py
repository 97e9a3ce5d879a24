"""What each discard leaves: how far the hand is, live tiles, wins, aims, and two steps on by the scorer itself."""

from quepu.engine.bots.aim_distance import aim_missing, drop_kind, look, put_kind, see_hand
from quepu.engine.bots.aware import legal_on, ready_discard
from quepu.engine.bots.greedy import greedy_discard, look_at_discards
from quepu.engine.distance.completing import might_win
from quepu.engine.distance.useful import picked_discard
from quepu.engine.kernel import inlined, kernel, part
from quepu.engine.layout.bot_room import BotRoom
from quepu.engine.layout.distance_rules import NearHand
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import Table
from quepu.engine.machine import lowest
from quepu.engine.play.wall import copy_of, gain, lose
from quepu.engine.score.faces import face_of, tile_for

NO_AIM = 7                  # as far as a hand is that no aim fits
AIMS_DRAWN = 3              # aims for which draws are counted
CLOSE = 4                   # discards that lose so little of the aims, in eighths of a bit, are compared further
SUITED = (1 << 34) - 1


@kernel
def log2x8(number: int) -> int:
    """Eight times the logarithm to the base of two, about; 0 for nothing."""
    if number <= 0:
        return 0
    eighths = 0
    while number >= 16:
        number >>= 1
        eighths += 8
    if number >= 8:
        return eighths + 16 + number
    if number >= 4:
        return eighths + 8 + 2 * number
    return eighths + (8 + 4 * (number - 2) if number >= 2 else 0)


@inlined
def add_face(room: BotRoom, near: NearHand, kind: int) -> None:
    """Put a tile into the hand that is looked at."""
    put_kind(room.held, kind)
    put_kind(near.held, kind)
    if kind < 34:
        near.keys[kind // 9] += near.rules.powers[1 << kind % 9]


@inlined
def take_face(room: BotRoom, near: NearHand, kind: int) -> None:
    """Take one out."""
    drop_kind(room.held, kind)
    drop_kind(near.held, kind)
    if kind < 34:
        near.keys[kind // 9] -= near.rules.powers[1 << kind % 9]


@part
def clear_prospects(t: Table, play: Session, seat: int) -> None:
    """Forget what discards of the last hand left."""
    room = play.bot_room
    rest = t.held_mask[seat]
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        room.after[kind] = 99
        room.live[kind] = 0
        room.value[kind] = 0
        room.loss[kind] = 0
        room.draws[kind] = 0
        room.twice[kind] = 0
        room.useful[kind] = SUITED


@part
def weigh_losses(t: Table, play: Session, may: int) -> int:
    """What is left of the nearest aims after each discard, in `loss`, eighths of a bit; the kinds that lose least."""
    room = play.bot_room
    near = play.near
    aims = play.aims
    score_rules = play.links.scoring.rules
    total = 0
    for place in range(room.top_count):
        total += room.tops[place].worth
    whole = log2x8(total)
    least = -1
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
        take_face(room, near, kind)
        loss = 0
        for place in range(room.top_count):
            top = room.tops[place]
            if aim_missing(room, aims, near, aims.aims[top.aim], top.missing + 1) > top.missing:
                loss += top.worth
        add_face(room, near, kind)
        if least < 0 or loss < least:
            least = loss
            found = 0
        tile = tile_for(score_rules, t.wild, kind)
        if loss == least:
            found |= 1 << tile
        room.loss[tile] = whole - log2x8(total - loss + loss // 4)
    return found


@inlined
def can_draw(t: Table, play: Session, seat: int, kind: int) -> bool:
    """Whether a tile of the kind may come, as far as the seat knows."""
    return play.bot_room.left[kind] > 0 and play.rules.playable_kinds >> kind & 1 != 0 \
        and not t.wild >> kind & 1 and t.held[seat, kind] < 4


@part
def count_aim_draws(t: Table, play: Session, seat: int, kinds: int) -> None:
    """Live tiles that bring the nearest aims nearer after each of these discards, weighed by worth, in `draws`."""
    room = play.bot_room
    near = play.near
    aims = play.aims
    score_rules = play.links.scoring.rules
    shift = 0
    while room.tops[0].worth >> shift > 1 << 20:
        shift += 1
    for place in range(min(room.top_count, AIMS_DRAWN)):
        top = room.tops[place]
        aim = aims.aims[top.aim]
        worth = top.worth >> shift
        helping = 0
        for kind in range(34):
            if can_draw(t, play, seat, kind):
                face = face_of(score_rules, t.wild, kind)
                add_face(room, near, face)
                if aim_missing(room, aims, near, aim, top.missing) < top.missing:
                    helping |= 1 << kind
                take_face(room, near, face)
        rest = kinds
        while rest:
            kind = lowest(rest)
            rest &= rest - 1
            own = face_of(score_rules, t.wild, kind)
            take_face(room, near, own)
            if aim_missing(room, aims, near, aim, top.missing + 1) <= top.missing:
                draws = helping
                while draws:
                    draw = lowest(draws)
                    draws &= draws - 1
                    face = face_of(score_rules, t.wild, draw)
                    add_face(room, near, face)
                    if aim_missing(room, aims, near, aim, top.missing) < top.missing:
                        room.draws[kind] += worth * room.left[draw]
                    take_face(room, near, face)
            add_face(room, near, own)


@part
def count_two_steps(t: Table, play: Session, seat: int, kinds: int) -> None:
    """For each of these discards, live tiles that make the hand ready times live tiles that win then, in `twice`."""
    room = play.bot_room
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        tile = copy_of(t, seat, kind)
        lose(t, play, seat, tile)
        total = 0
        draws = room.useful[kind] & ~(1 << kind) & SUITED
        while draws:
            draw = lowest(draws)
            draws &= draws - 1
            if can_draw(t, play, seat, draw):
                gain(t, play, seat, draw)
                room.left[draw] -= 1
                found = ready_discard(t, play, seat, play.rules.playable_kinds)
                room.left[draw] += 1
                lose(t, play, seat, draw)
                if found > 0:
                    total += room.left[draw] * (found // 100)
        gain(t, play, seat, tile)
        room.twice[kind] = total


@part
def look_at_ready(t: Table, play: Session, seat: int, may: int) -> int:
    """Live tiles that win after discards that make the hand ready, and what they win; the best, as 100 * live + kind.

    -1: none leaves a win; -2: none makes it ready.
    """
    room = play.bot_room
    near = play.near
    best = -2
    rest = t.held_mask[seat] & may & ~t.wild
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        if near.after[kind] != 1 or not near.useful[kind]:
            continue
        best = max(best, -1)
        tile = copy_of(t, seat, kind)
        lose(t, play, seat, tile)
        waits = near.useful[kind]
        live = 0
        value = 0
        while waits:
            wait = lowest(waits)
            waits &= waits - 1
            if room.left[wait] > 0 and might_win(t, play, seat, wait) and legal_on(t, play, seat, wait):
                live += room.left[wait]
                value += room.left[wait] * play.bench.best_total
        gain(t, play, seat, tile)
        room.live[kind] = live
        room.value[kind] = value
        if live > 0:
            best = max(best, 100 * live + kind)
    return best


@part
def look_at_aims(t: Table, play: Session, seat: int, may: int, fewest: int) -> int:
    """The same for a rulebook that asks something of a win; the kind that the bot without tables would discard."""
    room = play.bot_room
    best = look_at_ready(t, play, seat, may) if fewest == 1 else -2
    see_hand(t, play, seat)
    worth = look(t, play, 2 if best == -1 else 1)
    found = may
    room.far = NO_AIM
    if worth > 0:
        room.far = min(NO_AIM, room.tops[0].missing)
        found = weigh_losses(t, play, may)
    if best >= 0:
        room.far = 1
        return best % 100
    if worth == 0:
        return int(picked_discard(t, play.near, seat, may, fewest))
    rest = t.held_mask[seat] & may & ~t.wild & SUITED
    least = 1 << 40
    kinds = rest
    while kinds:
        least = min(least, room.loss[lowest(kinds)])
        kinds &= kinds - 1
    close = 0
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        if room.loss[kind] <= least + CLOSE:
            close |= 1 << kind
    if close & close - 1:
        count_aim_draws(t, play, seat, close)
        if room.tops[0].missing == 2:
            count_two_steps(t, play, seat, close)
    return greedy_discard(t, play, seat, found)


@part
def look_at_own(t: Table, play: Session, seat: int, may: int) -> int:
    """What each discard leaves, in the room; the kind that the bot without tables would discard."""
    room = play.bot_room
    near = play.near
    clear_prospects(t, play, seat)
    fewest = look_at_discards(t, play, seat, may)
    room.fewest = max(1, min(6, fewest))
    room.far = room.fewest
    rest = t.held_mask[seat] & may & ~t.wild
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        room.after[kind] = near.after[kind]
        if near.after[kind] == fewest:
            room.live[kind] = near.live[kind]
            if fewest == 2:
                room.useful[kind] = near.useful[kind]
        elif fewest == 2:
            room.useful[kind] = 0
    if play.aims is None or play.aims.is_on == 0:
        return int(picked_discard(t, near, seat, may, fewest))
    if fewest == 1:
        rest = t.held_mask[seat] & may
        while rest:
            room.live[lowest(rest)] = 0
            rest &= rest - 1
    return look_at_aims(t, play, seat, may, fewest)
