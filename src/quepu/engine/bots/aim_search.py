"""The search for aims: which sets and kinds of tiles make a hand mostly legal under a rulebook.

Nothing here knows a fan.  Random hands are made around every one, two and three sets of the catalogue, with the free
places filled from everything or from some choices of kinds; the rulebook scores them (`engine.bots.probe`).  A look at
a few hands sorts most out, what remains is looked at longer, and the best of that once more: rates by which something
was chosen flatter it.
"""

from quepu.engine.bots.aim_distance import AIM_ANY_SETS, AIM_PUNGS
from quepu.engine.bots.playout import seed_bots
from quepu.engine.bots.probe import (
    PROBE_CHOSEN,
    PROBE_CHOSEN_COUNT,
    PROBE_LEFT,
    PROBE_OPEN,
    PROBE_PUNGS,
    PROBE_SELF_DRAW,
    PROBE_SETS,
    PROBE_WAY,
    chosen_fit,
    count_legal,
)
from quepu.engine.kernel import entry, inlined, kernel, part
from quepu.engine.layout.kinds import Ints
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import Table

FEW, SOME, MANY, LOTS = 6, 20, 60, 400  # hands tried for a first look, a second, for an aim, and for the rulebook
GOOD, GOOD_CLOSED = 50, 80              # percent that are legal of an aim when open, or else when closed
STILL_GOOD = 45                         # when it is looked at again, which takes its luck from it
FEW_LEGAL = 2                           # of a first look, so many must be legal
MUCH_BETTER = 40                        # percent open and closed by which fewer kinds must be better than more
EASY = 95                               # percent legal of any hand: there is nothing to go for
SET_CHOICES = 8                         # of the choices of kinds, the first so many are tried around sets
# -- a row of what is found --
(FOUND_SORT, FOUND_COUNT, FOUND_SET, _F2, _F3, FOUND_ALLOWED, FOUND_OPEN, FOUND_CLOSED) = range(8)
FOUND_WIDTH = 8
MOST_AGAIN = 1200                       # rows that are looked at once more: those with the highest rates
ALL_KINDS = (1 << 42) - 1


@inlined
def share(percent: int, tries: int) -> int:
    """The fewest of so many hands that are so many percent."""
    return (percent * tries + 99) // 100


@kernel
def open_rate(t: Table, play: Session, allowed: int, how: int, first: int) -> int:
    """How many of a hundred open hands are legal, in two looks; 0 if they are no good.

    `first` hands of the first look were legal, -1 if it was not taken yet.
    """
    legal = first if first >= 0 else count_legal(t, play, allowed, how | PROBE_OPEN, FEW, FEW_LEGAL)
    if legal < 0:
        return 0
    more = count_legal(t, play, allowed, how | PROBE_OPEN, SOME - FEW, share(GOOD, SOME) - legal)
    return 100 * (legal + more) // SOME if more >= 0 else 0


@kernel
def closed_rate(t: Table, play: Session, allowed: int, how: int, opened: int, tries: int, good: int) -> int:
    """How many of a hundred closed hands are legal, which may still be opened; 0 if that makes no aim good."""
    legal = count_legal(t, play, allowed, how, tries, 0 if opened >= good else share(GOOD_CLOSED, tries))
    return max(100 * legal // tries if legal >= 0 else 0, 9 * opened // 10)


@kernel
def put_found(play: Session, found: Ints, row: int, sort: int, allowed: int, opened: int, closed: int) -> None:
    """Write a row: an aim around the chosen sets."""
    room = play.bot_room
    at = FOUND_WIDTH * row
    found[at + FOUND_SORT] = sort
    found[at + FOUND_COUNT] = room[PROBE_CHOSEN_COUNT]
    for place in range(3):
        found[at + FOUND_SET + place] = room[PROBE_CHOSEN + place] if place < room[PROBE_CHOSEN_COUNT] else -1
    found[at + FOUND_ALLOWED] = allowed
    found[at + FOUND_OPEN] = opened
    found[at + FOUND_CLOSED] = closed


@part
def without_sets(t: Table, play: Session, choices: Ints, way: int, found: Ints) -> int:
    """Put the aims that ask for kinds or pungs alone; how many they are."""
    room = play.bot_room
    room[PROBE_CHOSEN_COUNT] = 0
    rows = 0
    for number in range(len(choices)):
        allowed = choices[number]
        for sort in range(2):
            how = way | PROBE_PUNGS if sort == AIM_PUNGS else way
            opened = open_rate(t, play, allowed, how, -1)
            closed = closed_rate(t, play, allowed, how, opened, SOME, GOOD)
            if opened >= GOOD or closed >= GOOD_CLOSED:
                put_found(play, found, rows, sort, allowed, opened, closed)
                rows += 1
    return rows


@part
def around_sets(t: Table, play: Session, choices: Ints, how: int, found: Ints, row: int) -> int:
    """Put the aim around the chosen sets, if there is one: 1, or 2 if it is good open with any kinds; else 0.

    Of the choices of kinds that leave the sets as they are it takes the widest that is nearly as good as the best.
    """
    score_rules = play.links.scoring.rules
    room = play.bot_room
    if not chosen_fit(score_rules, room):
        return 0
    is_open = how & PROBE_OPEN          # where no open hand at all is legal, nothing is lost on them
    first = count_legal(t, play, ALL_KINDS, how, FEW, FEW_LEGAL)
    if first < 0:
        return 0
    kinds = 0
    for place in range(room[PROBE_CHOSEN_COUNT]):
        kinds |= score_rules.blocks[room[PROBE_CHOSEN + place]].mask
    best = -1
    for number in range(min(SET_CHOICES, len(choices))):
        allowed = choices[number]
        if kinds & ~allowed or best + MUCH_BETTER >= 200:
            continue
        opened = open_rate(t, play, allowed, how, first if number == 0 else -1) if is_open else 0
        closed = closed_rate(t, play, allowed, how & ~PROBE_OPEN, opened, SOME, GOOD)
        if (opened >= GOOD or closed >= GOOD_CLOSED) and (best < 0 or opened + closed > best + MUCH_BETTER):
            best = opened + closed
            put_found(play, found, row, AIM_ANY_SETS, allowed, opened, closed)
    if best < 0:
        return 0
    at = FOUND_WIDTH * row
    return 2 if found[at + FOUND_ALLOWED] == choices[0] and found[at + FOUND_OPEN] >= GOOD else 1


@part
def with_sets(t: Table, play: Session, choices: Ints, how: int, marks: Ints, found: Ints, rows: int) -> int:
    """Put the aims around one, two and three sets after the first rows; how many rows there are now.

    Of `marks`, one word for each set and one for each two: such are enough, what has one more set is not tried.
    """
    score_rules = play.links.scoring.rules
    room = play.bot_room
    sets = score_rules.set_count
    for size in range(1, min(room[PROBE_SETS], 3) + 1):
        room[PROBE_CHOSEN_COUNT] = size
        for a in range(sets):
            if marks[a]:
                continue
            room[PROBE_CHOSEN] = a
            for b in range(a, sets if size > 1 else a + 1):
                if size > 1 and (marks[b] or (size > 2 and marks[sets + sets * a + b])):
                    continue
                room[PROBE_CHOSEN + 1] = b
                for c in range(b, sets if size > 2 else b + 1):
                    if size > 2 and (marks[c] or marks[sets + sets * a + c] or marks[sets + sets * b + c]):
                        continue
                    if room[PROBE_LEFT] <= 0 or FOUND_WIDTH * (rows + 1) > len(found):
                        return rows
                    room[PROBE_CHOSEN + 2] = c
                    put = around_sets(t, play, choices, how, found, rows)
                    if put > 0:
                        rows += 1
                    if put == 2 and size < 3:
                        marks[a if size == 1 else sets + sets * a + b] = 1
    return rows


@part
def look_again(t: Table, play: Session, way: int, found: Ints, rows: int) -> int:
    """Take the rates of the best rows anew and move them to the front; how many are still good."""
    room = play.bot_room
    least, taken = least_rate(found, rows)
    tied = 0
    for row in range(rows):
        tied += int(found[FOUND_WIDTH * row + FOUND_OPEN] + found[FOUND_WIDTH * row + FOUND_CLOSED] == least)
    kept = 0
    turn = 0
    for row in range(rows):
        at = FOUND_WIDTH * row
        rate = found[at + FOUND_OPEN] + found[at + FOUND_CLOSED]
        if rate < least:
            continue
        if rate == least:               # of equals one in so many is taken, lest the last suits are left out
            turn += 1
            if turn * taken // tied == (turn - 1) * taken // tied:
                continue
        sort = found[at + FOUND_SORT]
        how = way | PROBE_PUNGS if sort == AIM_PUNGS else way
        allowed = found[at + FOUND_ALLOWED]
        room[PROBE_CHOSEN_COUNT] = found[at + FOUND_COUNT]
        for place in range(3):
            room[PROBE_CHOSEN + place] = found[at + FOUND_SET + place]
        # one that is good closed tells how good it is open
        least_open = share(STILL_GOOD, MANY) if found[at + FOUND_CLOSED] < GOOD_CLOSED else 0
        opened = max(0, 100 * count_legal(t, play, allowed, how | PROBE_OPEN, MANY, least_open) // MANY)
        closed = closed_rate(t, play, allowed, how, opened, MANY, STILL_GOOD)
        if opened >= STILL_GOOD or closed >= GOOD_CLOSED:
            put_found(play, found, kept, sort, allowed, opened, closed)
            kept += 1
    return kept


@kernel
def least_rate(found: Ints, rows: int) -> tuple[int, int]:
    """The rate, open and closed, from which on rows are looked at again, and how many of exactly that rate."""
    above = 0
    for step in range(201):
        rate = 200 - step
        count = 0
        for row in range(rows):
            count += int(found[FOUND_WIDTH * row + FOUND_OPEN] + found[FOUND_WIDTH * row + FOUND_CLOSED] == rate)
        if above + count >= MOST_AGAIN:
            return rate, MOST_AGAIN - above
        above += count
    return 0, above


@entry
@part
def find_aims(t: Table, play: Session, sets: int, choices: Ints, marks: Ints, found: Ints, most: int) -> int:
    """Put the aims of a rulebook into `found`: how many they are, -1 if there is nothing to go for.

    Hands have so many sets; at most about `most` are tried.  The first choice of kinds is everything.  PROBE_WAY of
    the room says how hands are won.
    """
    room = play.bot_room
    seed_bots(play, 1)
    room[PROBE_SETS] = sets
    room[PROBE_CHOSEN_COUNT] = 0
    room[PROBE_LEFT] = most
    way = 0
    closed = count_legal(t, play, ALL_KINDS, 0, LOTS, 0)
    opened = count_legal(t, play, ALL_KINDS, PROBE_OPEN, LOTS, 0)
    if closed == 0 and opened == 0:
        way = PROBE_SELF_DRAW
        closed = count_legal(t, play, ALL_KINDS, way, LOTS, 0)
        opened = count_legal(t, play, ALL_KINDS, way | PROBE_OPEN, LOTS, 0)
    room[PROBE_WAY] = way
    if 100 * min(opened, closed) > EASY * LOTS:
        return -1
    rows = without_sets(t, play, choices, way, found)
    rows = with_sets(t, play, choices, way | PROBE_OPEN if opened > 0 else way, marks, found, rows)
    return look_again(t, play, way, found, rows)
