"""Worlds: tables that a seat cannot tell from the one it sits at, as likely one as another, and its answers there.

What is drawn anew is all that the seat cannot see (`layout.hidden`): others' hands, the wall, what lies face down, and
with it who else is asked.  Hands that are bound to be ready are made so by exchanging tiles at random.
"""

from quepu.engine.bots.aware import aware_discard
from quepu.engine.bots.greedy import count_left, greedy_discard
from quepu.engine.bots.playout import match_seed, play_hand, seed_bots
from quepu.engine.distance.completing import lacking
from quepu.engine.kernel import entry, kernel, part
from quepu.engine.layout.codes import Ended, May, Offer, Stage
from quepu.engine.layout.hidden import FAN_PARTS, Hidden, Tried
from quepu.engine.layout.kinds import Ints
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import KIND, MARK, MELD_ROOM, TABLE_WORDS, Table
from quepu.engine.machine import copy_words
from quepu.engine.play.advance import act
from quepu.engine.play.asking import waits_mask
from quepu.engine.play.claims import offer
from quepu.engine.play.turned_kong import offer_turned
from quepu.engine.play.wall import gain, lose, random_below, seed_into
from quepu.engine.score.faces import pung_of

MOST_SWAPS = 400            # exchanges tried until a hand is ready
MOST_HANDS = 6              # ready hands tried until one does not wait for what it let pass


@kernel
def swap_pool(hidden: Hidden, one: int, other: int) -> None:
    """Two tiles of the pool change places."""
    tile = hidden.pool[one]
    hidden.pool[one] = hidden.pool[other]
    hidden.pool[other] = tile


@kernel
def shuffle_pool(t: Table, hidden: Hidden, first: int) -> None:
    """Mix the pool from a place on."""
    for last in range(hidden.pool_count - 1, first, -1):
        swap_pool(hidden, last, first + random_below(t, last + 1 - first))


@kernel
def count_hidden(hidden: Hidden, kind: int, first: int) -> int:
    """How many tiles of a kind are in the pool from a place on."""
    found = 0
    for index in range(first, hidden.pool_count):
        if hidden.pool[index] & KIND == kind:
            found += 1
    return found


@part
def hidden_kong_kind(t: Table, play: Session, hidden: Hidden, first: int) -> int:
    """A kind of which four are in the pool and which makes a kong, any of them; -1 there is none."""
    chosen = -1
    choices = 0
    for kind in range(34):
        if count_hidden(hidden, kind, first) >= 4 and pung_of(play.links.scoring.rules, t.wild, kind) >= 0:
            choices += 1
            if random_below(t, choices) == 0:
                chosen = kind
    return chosen


@part
def lay_hidden_kong(t: Table, play: Session, hidden: Hidden, where: int, first: int) -> int:
    """Four alike of the pool as a concealed kong that lies face down; where the rest of the pool begins."""
    kind = hidden_kong_kind(t, play, hidden, first)
    if kind < 0:
        return min(first + 4, hidden.pool_count)        # only where a wall was laid by hand
    seat = where // MELD_ROOM
    place = where % MELD_ROOM
    used = first
    marks = 0
    for index in range(first, hidden.pool_count):
        if used < first + 4 and hidden.pool[index] & KIND == kind:
            marks += 1 if hidden.pool[index] & MARK else 0
            swap_pool(hidden, used, index)
            used += 1
    t.meld_set[seat, place] = pung_of(play.links.scoring.rules, t.wild, kind)
    t.meld_tile[seat, place] = kind
    t.meld_marks[seat, place] = marks
    return used


@part
def deal_hidden(t: Table, play: Session, hidden: Hidden, seat: int, first: int) -> int:
    """Give a seat its hidden tiles, of the kinds it may hold while there are such; where the next begin."""
    end = min(first + hidden.wanted[seat], hidden.pool_count)
    look = first
    for place in range(first, end):
        look = max(look, place)
        while look < hidden.pool_count and not hidden.allowed[seat] >> (hidden.pool[look] & KIND) & 1:
            look += 1
        if look < hidden.pool_count:
            swap_pool(hidden, place, look)
        gain(t, play, seat, hidden.pool[place])
    return end


@part
def exchange_hidden(t: Table, play: Session, hidden: Hidden, seat: int, first: int, end: int) -> bool:
    """Exchange tiles of a hand at random, never for one that leaves it further away, until it is ready."""
    missing = lacking(t, play, seat, -1)
    for _swap in range(MOST_SWAPS):
        if missing <= 1:
            return True
        one = first + random_below(t, end - first)
        other = end + random_below(t, hidden.pool_count - end)
        old = hidden.pool[one]
        new = hidden.pool[other]
        if old & KIND == new & KIND or not hidden.allowed[seat] >> (new & KIND) & 1:
            continue
        lose(t, play, seat, old)
        gain(t, play, seat, new)
        after = lacking(t, play, seat, -1)
        if after > missing:
            lose(t, play, seat, new)
            gain(t, play, seat, old)
        else:
            missing = after
            swap_pool(hidden, one, other)
    return bool(missing <= 1)


@part
def deal_ready(t: Table, play: Session, hidden: Hidden, seat: int, first: int) -> int:
    """Give a seat a hand that is ready, if one is found, for tiles that nobody has let it win on."""
    end = deal_hidden(t, play, hidden, seat, first)
    if end >= hidden.pool_count or end == first:
        return end
    for _hand in range(MOST_HANDS):
        if exchange_hidden(t, play, hidden, seat, first, end) \
                and waits_mask(t, play, seat) & hidden.refused[seat] == 0:
            return end
        for place in range(first, end):
            lose(t, play, seat, hidden.pool[place])
        shuffle_pool(t, hidden, first)
        end = deal_hidden(t, play, hidden, seat, first)
    exchange_hidden(t, play, hidden, seat, first, end)
    return end


@part
def usual_discard(t: Table, play: Session, seat: int, may: int) -> int:
    """The kind that the normal bot would discard, among kinds given as bits."""
    if play.aims is None or play.aims.is_on == 0:
        count_left(t, play, seat)
        return greedy_discard(t, play, seat, may)
    return aware_discard(t, play, seat, may)


@part
def draw_hidden(t: Table, play: Session, hidden: Hidden, seat: int, first: int, end: int, other: int) -> None:
    """Let a hand draw a tile of the pool and discard as the normal bot does; one that is known to lie there stays."""
    new = hidden.pool[other]
    gain(t, play, seat, new)
    kind = usual_discard(t, play, seat, t.held_mask[seat] & play.rules.playable_kinds)
    for one in range(first, end):
        old = hidden.pool[one]
        if old & KIND == kind:
            lose(t, play, seat, old)
            swap_pool(hidden, one, other)
            return
    lose(t, play, seat, new)


@part
def use_draws(t: Table, play: Session, hidden: Hidden, seat: int, first: int, end: int) -> None:
    """Let a hand have drawn as often as its player has: random tiles, of which it kept what the normal bot would.

    First it was any hand, as dealt; what it threw away is among the tiles that others may have.
    """
    if end <= first or end >= hidden.pool_count:
        return
    for _draw in range(hidden.draws[seat]):
        other = end + random_below(t, hidden.pool_count - end)
        kind = hidden.pool[other] & KIND
        if (hidden.allowed[seat] & play.rules.playable_kinds) >> kind & 1:
            draw_hidden(t, play, hidden, seat, first, end, other)


@part
def deal_hands(t: Table, play: Session, hidden: Hidden, first: int) -> int:
    """Give others their hands, those first that are ready: they have the choice; where the rest of the pool begins."""
    used = first
    for seat in range(play.rules.seat_count):
        if hidden.ready >> seat & 1 and hidden.wanted[seat]:
            used = deal_ready(t, play, hidden, seat, used)
    for seat in range(play.rules.seat_count):
        if not hidden.ready >> seat & 1:
            end = deal_hidden(t, play, hidden, seat, used)
            use_draws(t, play, hidden, seat, used, end)
            used = end
    return used


@part
def stand_up(t: Table, play: Session, hidden: Hidden, first: int, end: int) -> None:
    """Let so many tiles of each hand that is dealt stand, where a rulebook has such."""
    at = first
    for late in range(2):               # in the order in which they were dealt
        for seat in range(play.rules.seat_count):
            if hidden.ready >> seat & 1 == late:
                continue
            last = min(end, at + hidden.wanted[seat])
            for place in range(at, min(last, at + hidden.stood)):
                t.stood[seat, hidden.pool[place] & KIND] += 1
            at = last


@part
def lay_wall(t: Table, hidden: Hidden, first: int, gone: int) -> None:
    """Lay the rest of the pool where the wall is, and where it was anything that is no longer there.

    `gone` tiles of the pool are in hands: they and those that the seat sees have come from the wall.
    """
    used = first
    for index in range(hidden.place_count):
        t.wall[hidden.places[index]] = hidden.pool[used] if used < hidden.pool_count else 0
        used += 1
    total = gone + hidden.seen_count
    for place in range(hidden.wall_size):
        if (t.wall_front <= place < t.wall_back) or total <= 0:
            continue
        which = random_below(t, total)
        t.wall[place] = hidden.pool[which] if which < gone else hidden.seen[which - gone]


@part
def lay_face_down(t: Table, hidden: Hidden, first: int) -> int:
    """The turned tiles that lie out of the wall, and tiles put aside with replacements; where the rest begins."""
    used = first
    for index in range(hidden.turned_count):
        if hidden.turned_at[index] < 0 and used < hidden.pool_count:
            t.turned[hidden.turned[index]] = hidden.pool[used]
            used += 1
    for _tile in range(hidden.burnt):
        if used < hidden.pool_count:
            t.burnt[hidden.pool[used] & KIND] += 1
            used += 1
    return used


@entry
@part
def make_world(world: Table, blind: Table, play: Session, hidden: Hidden, number: int) -> None:
    """Lay out the world of a number: a function of it, the seed and what the seat sees."""
    copy_words(world, blind, TABLE_WORDS)
    world.seed = match_seed(hidden.seed, number)
    seed_into(world, 0)
    for index in range(hidden.pool_count):
        hidden.pool[index] = hidden.tiles[index]
    shuffle_pool(world, hidden, 0)
    used = 0
    for index in range(hidden.kong_count):
        used = lay_hidden_kong(world, play, hidden, hidden.kongs[index], used)
    hands = used
    used = deal_hands(world, play, hidden, used)
    if hidden.stood:
        stand_up(world, play, hidden, hands, used)
    gone = used
    used = lay_face_down(world, hidden, used)
    lay_wall(world, hidden, used, gone)
    for index in range(hidden.turned_count):
        if hidden.turned_at[index] >= 0:
            world.turned[hidden.turned[index]] = world.wall[hidden.turned_at[index]]
    for die in range(hidden.dice):
        world.dice[die] = 1 + random_below(world, 6)
    if hidden.is_claim:
        if world.offered_kind == Offer.TURNED:
            offer_turned(world, play)
        else:
            offer(world, play)


@part
def note_tried(t: Table, play: Session, seat: int, before: Table, row: Tried) -> None:
    """Note what came of an answer, now that the hand is over."""
    player = t.player[seat]
    row.points = t.score[player] - before.score[player]
    late = t.winners & ~before.winners
    row.won = late >> seat & 1
    row.fed = 0
    row.paid = 0
    for other in range(play.rules.seat_count):
        row.shares[other] = t.score[t.player[other]] - before.score[t.player[other]]
        if other != seat and late >> other & 1:
            if t.win_from[other] == seat:
                row.fed = 1
            elif t.win_from[other] < 0 and not t.winners >> seat & 1:
                row.paid = 1
    row.unready = 0
    if not t.winners >> seat & 1 and t.ended == Ended.DRAW and lacking(t, play, seat, -1) > 1:
        row.unready = 1
    for word in range(FAN_PARTS):
        row.fans[word] = t.win_fans[seat, word] if row.won else 0


@part
def who_hits(t: Table, play: Session, seat: int, before: Table) -> int:
    """The seats that may win on the tile which a seat has just laid open, or have done so at once, as bits."""
    found = 0
    late = t.winners & ~before.winners
    for other in range(play.rules.seat_count):
        if other != seat and ((late >> other & 1 and t.win_from[other] == seat)
                              or (t.stage == Stage.CLAIMS and t.offered_from == seat and t.may[other] & May.WIN)):
            found |= 1 << other
    return found


@entry
@part
def try_answers(blind: Table, world: Table, branch: Table, play: Session, bots: Ints, seat: int, hidden: Hidden,
                first: int, count: int) -> int:
    """Play each answer of a seat on to the end of the hand, in so many worlds from a number on; how many hands.

    In each world all answers meet the same tiles, and the bots the same chance.
    """
    answers = len(hidden.answers)
    for number in range(first, first + count):
        make_world(world, blind, play, hidden, number)
        for place in range(answers):
            copy_words(branch, world, TABLE_WORDS)
            seed_bots(play, world.seed)
            act(branch, play, seat, hidden.answers[place])
            hits = who_hits(branch, play, seat, blind)
            play_hand(branch, play, bots)
            hidden.tried[number * answers + place].hits = hits
            note_tried(branch, play, seat, blind, hidden.tried[number * answers + place])
    return count * answers
