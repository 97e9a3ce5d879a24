"""Chance, the wall, and tiles that come and go: the small moves from which a hand is made."""

from quepu.engine.kernel import entry, inlined, kernel, part
from quepu.engine.layout.codes import Drew, Event
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import EVENT_WIDTH, KIND, MARK, Table

HALF = 0xFFFFFFFF           # the generator works on halves of 32 bits: the same compiled and interpreted


@kernel
def emit(play: Session, kind: int, seat: int, a: int, b: int, c: int, d: int) -> None:
    """Write an event, if somebody listens and there is room."""
    if play.event_count < play.event_room:
        events = play.events
        at = EVENT_WIDTH * play.event_count
        events[at] = kind
        events[at + 1] = seat
        events[at + 2] = a
        events[at + 3] = b
        events[at + 4] = c
        events[at + 5] = d
        play.event_count += 1


@inlined
def is_replacement(way: int) -> int:
    """Whether a tile that is drawn in a way (`Drew`) replaces a kong or flower."""
    return 1 if way == Drew.KONG or way == Drew.FLOWER else 0


@kernel
def scrambled(number: int) -> int:
    """32 bits mixed so that near numbers fall far apart."""
    x = number & HALF
    x ^= x >> 16
    x = x * 0x21F0AAAD & HALF
    x ^= x >> 15
    x = x * 0x735A2D97 & HALF
    return x ^ x >> 15


@kernel
def seed_into(t: Table, number: int) -> None:
    """Set the generator for one hand of the match: a function of the match's seed and the hand's number alone."""
    seed = t.seed
    low = scrambled((seed & HALF) + 0x9E3779B9 * (number + 1))
    high = scrambled((seed >> 32 & HALF) + scrambled(low + number) + 1)
    if low == 0 and high == 0:
        low = 1                         # the one state that never moves
    set_state(t, low, high)


@inlined
def set_state(t: Table, low: int, high: int) -> None:
    """Keep two halves as one signed number."""
    t.random = ((high - (1 << 32) if high >> 31 else high) << 32) + low


@inlined
def bits_of(low: int) -> int:
    """The 32 bits that a state gives."""
    product = low * 0x9E3779BB & HALF
    return ((product << 5 | product >> 27) & HALF) * 5 & HALF


@inlined
def stepped(low: int, high: int) -> tuple[int, int]:
    """The state after this one."""
    high ^= low
    return ((low << 26 | low >> 6) & HALF) ^ high ^ (high << 9 & HALF), (high << 13 | high >> 19) & HALF


@kernel
def random_bits(t: Table) -> int:
    """32 random bits: a generator of two halves (xoroshiro64**)."""
    state = t.random
    low = state & HALF
    high = state >> 32 & HALF
    result = bits_of(low)
    low, high = stepped(low, high)
    set_state(t, low, high)
    return result


@inlined
def random_below(t: Table, limit: int) -> int:
    """A random number from 0 to below the limit."""
    return random_bits(t) * limit >> 32


@entry
@inlined
def gain(t: Table, play: Session, seat: int, tile: int) -> None:
    """Put a tile into a concealed hand."""
    kind = tile & KIND
    t.held[seat, kind] += 1
    t.held_mask[seat] = t.held_mask[seat] | 1 << kind
    if tile & MARK:
        t.marked[seat, kind] += 1
    if kind < 34:
        group = kind // 9
        t.keys[seat, group] += play.rules.powers[kind]
        t.sizes[seat, group] += 1


@entry
@inlined
def lose(t: Table, play: Session, seat: int, tile: int) -> None:
    """Take a tile out of a concealed hand."""
    kind = tile & KIND
    left = t.held[seat, kind] - 1
    t.held[seat, kind] = left
    if left == 0:
        t.held_mask[seat] = t.held_mask[seat] & ~(1 << kind)
    if tile & MARK:
        t.marked[seat, kind] -= 1
    if kind < 34:
        group = kind // 9
        t.keys[seat, group] -= play.rules.powers[kind]
        t.sizes[seat, group] -= 1


@inlined
def copy_of(t: Table, seat: int, kind: int) -> int:
    """A tile of this kind as the seat holds it: an unmarked copy if there is one."""
    return kind if t.held[seat, kind] > t.marked[seat, kind] else kind | MARK


@inlined
def stops_here(play: Session) -> bool:
    """Whether play stops before the question that comes next; asked only where not all may know who is asked.

    Whether a seat's tiles let it answer is looked at after that: so often and in such places play stops whatever
    tiles anybody has.
    """
    if play.stops > 0:
        play.stops = play.stops - 1 if play.stops > 1 else -1
    return play.stops < 0


@inlined
def wall_left(t: Table) -> int:
    """Tiles that can still be drawn."""
    return t.wall_back - t.wall_front - t.reserve


@kernel
def lies_turned(t: Table, index: int) -> bool:
    """Whether a turned tile still lies there: it is out of play, or stays in the wall and nobody has drawn it yet."""
    place = t.turned_place[index]
    return bool(place == 0 or t.wall_front < place <= t.wall_back)


@kernel
def is_face_up(t: Table, place: int) -> bool:
    """Whether the tile at a place of the wall is turned up."""
    for index in range(t.turned_count):
        if t.turned_place[index] == place + 1:
            return True
    return False


@inlined
def take_front(t: Table) -> int:
    """The next tile of the wall."""
    tile = t.wall[t.wall_front]
    t.wall_front += 1
    return tile


@inlined
def next_back(t: Table) -> int:
    """The place of the next tile from the back: one that is drawn last of all is passed over."""
    return t.wall_back - (2 if t.passed_over and t.wall_back - t.wall_front > 1 else 1)


@inlined
def take_back(t: Table) -> int:
    """The last tile of the wall that is not passed over."""
    place = next_back(t)
    tile = t.wall[place]
    t.wall_back -= 1
    if place < t.wall_back:
        move_last(t, place)
    return tile


@kernel
def move_last(t: Table, place: int) -> None:
    """Put the tile that is drawn last of all into the place of the one taken before it."""
    t.wall[place] = t.wall[place + 1]
    for index in range(t.turned_count):
        if t.turned_place[index] == place + 2:
            t.turned_place[index] = place + 1


@part
def take_place(t: Table, place: int) -> int:
    """The tile at a place of the wall, which closes up behind it."""
    tile = t.wall[place]
    t.wall_back -= 1
    for index in range(place, t.wall_back):
        t.wall[index] = t.wall[index + 1]
    return tile


@inlined
def replacements_left(t: Table, play: Session) -> int:
    """Tiles that can still be drawn in place of kongs and flowers."""
    return wall_left(t) + (t.reserve if play.rules.reserve_replaces else 0)


@entry
@kernel
def build_wall(t: Table, play: Session) -> int:
    """Lay all tiles out in order, marked copies among them; how many there are."""
    rules = play.rules
    size = 0
    for kind in range(42):
        marks = rules.marks[kind]
        for copy in range(rules.copies[kind]):
            t.wall[size] = kind | MARK if copy < marks else kind
            size += 1
    return size


@part
def shuffle_into(t: Table, play: Session) -> None:
    """A shuffled wall and thrown dice for the hand at hand."""
    size = build_wall(t, play)
    state = t.random
    low = state & HALF
    high = state >> 32 & HALF
    for last in range(size - 1, 0, -1):     # `random_below`, its state kept at hand
        other = bits_of(low) * (last + 1) >> 32
        low, high = stepped(low, high)
        tile = t.wall[last]
        t.wall[last] = t.wall[other]
        t.wall[other] = tile
    set_state(t, low, high)
    for die in range(play.rules.dice_count):
        t.dice[die] = 1 + random_below(t, 6)
    t.wall_front = 0
    t.wall_back = size


@part
def deal_into(t: Table, play: Session) -> None:
    """Deal from the front of the wall: four tiles a seat while there are four, then the rest, then the dealer's."""
    rules = play.rules
    seats = rules.seat_count
    for lot in range(len(rules.turned_lots)):
        if rules.turned_lots[lot].in_play or rules.turned_lots[lot].place != -1:
            t.wall_built = t.wall_back  # places in it are counted from here
    dealt = 0
    while dealt < rules.hand_size:
        step = min(4, rules.hand_size - dealt)
        for seat in range(seats):
            for place in range(step):
                tile = take_front(t)
                gain(t, play, seat, tile)
                if dealt + place < rules.stood_count:
                    t.stood[seat, tile & KIND] += 1
                emit(play, Event.DEALT, seat, tile, 0, 0, 0)
        dealt += step
    for _tile in range(rules.dealer_extra):
        tile = take_front(t)
        gain(t, play, 0, tile)
        emit(play, Event.DEALT, 0, tile, 0, 0, 0)
