"""The search for aims: which sets and kinds of tiles make a hand mostly legal under a rulebook.

Nothing here knows a fan.  Random hands are made around every one, two and three sets of the catalogue, with the free
places filled from everything or from some choices of kinds; the rulebook scores them (`engine.bots.probe`).  A look at
a few hands sorts most out, what remains is looked at longer, and the best of that once more: rates by which something
was chosen flatter it.
"""

from quepu.engine.bots.playout import seed_bots
from quepu.engine.bots.probe import chosen_fit, count_legal
from quepu.engine.kernel import entry, inlined, kernel, part
from quepu.engine.layout.aims import AimSearch, AimSort, How
from quepu.engine.layout.rule_codes import ReadyOn
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import Table

FEW, SOME, MANY, LOTS = 6, 20, 60, 400  # hands tried for a first look, a second, for an aim, and for the rulebook
GOOD, GOOD_CLOSED = 50, 80              # percent that are legal of an aim when open, or else when closed
STILL_GOOD = 45                         # when it is looked at again, which takes its luck from it
FEW_LEGAL = 2                           # of a first look, so many must be legal
MUCH_BETTER = 40                        # percent open and closed by which fewer kinds must be better than more
EASY = 95                               # percent legal of any hand: there is nothing to go for
SET_CHOICES = 8                         # of the choices of kinds, the first so many are tried around sets
MOST_AGAIN = 1200                       # rows that are looked at once more: those with the highest rates
ALL_KINDS = (1 << 42) - 1


@inlined
def share(percent: int, tries: int) -> int:
    """The fewest of so many hands that are so many percent."""
    return (percent * tries + 99) // 100


@kernel
def open_rate(t: Table, play: Session, search: AimSearch, allowed: int, how: int, first: int) -> int:
    """How many of a hundred open hands are legal, in two looks; 0 if they are no good.

    `first` hands of the first look were legal, -1 if it was not taken yet.
    """
    legal = first if first >= 0 else count_legal(t, play, search, allowed, how | How.OPEN, FEW, FEW_LEGAL)
    if legal < 0:
        return 0
    more = count_legal(t, play, search, allowed, how | How.OPEN, SOME - FEW, share(GOOD, SOME) - legal)
    return 100 * (legal + more) // SOME if more >= 0 else 0


@kernel
def closed_rate(t: Table, play: Session, search: AimSearch, allowed: int, how: int, opened: int, tries: int,
                good: int) -> int:
    """How many of a hundred closed hands are legal, which may still be opened; 0 if that makes no aim good."""
    legal = count_legal(t, play, search, allowed, how, tries, 0 if opened >= good else share(GOOD_CLOSED, tries))
    return max(100 * legal // tries if legal >= 0 else 0, 9 * opened // 10)


@kernel
def put_found(search: AimSearch, row: int, sort: int, allowed: int, opened: int, closed: int) -> None:
    """Write a row: an aim around the chosen sets."""
    found = search.found[row]
    found.sort = sort
    found.set_count = search.chosen_count
    for place in range(3):
        found.sets[place] = search.chosen[place] if place < search.chosen_count else -1
    found.allowed = allowed
    found.open = opened
    found.closed = closed


@part
def without_sets(t: Table, play: Session, search: AimSearch, way: int) -> int:
    """Put the aims that ask for kinds or pungs alone; how many they are."""
    search.chosen_count = 0
    rows = 0
    for number in range(len(search.choices)):
        allowed = search.choices[number]
        for sort in range(AimSort.SHAPE):
            how = way | How.PUNGS if sort == AimSort.PUNGS else way
            opened = open_rate(t, play, search, allowed, how, -1)
            closed = closed_rate(t, play, search, allowed, how, opened, SOME, GOOD)
            if opened >= GOOD or closed >= GOOD_CLOSED:
                put_found(search, rows, sort, allowed, opened, closed)
                rows += 1
    return rows


@part
def around_sets(t: Table, play: Session, search: AimSearch, how: int, row: int) -> int:
    """Put the aim around the chosen sets, if there is one: 1, or 2 if it is good open with any kinds; else 0.

    Of the choices of kinds that leave the sets as they are it takes the widest that is nearly as good as the best.
    """
    score_rules = play.links.scoring.rules
    if not chosen_fit(score_rules, search):
        return 0
    is_open = how & How.OPEN            # where no open hand at all is legal, nothing is lost on them
    first = count_legal(t, play, search, ALL_KINDS, how, FEW, FEW_LEGAL)
    if first < 0:
        return 0
    kinds = 0
    for place in range(search.chosen_count):
        kinds |= score_rules.blocks[search.chosen[place]].mask
    best = -1
    for number in range(min(SET_CHOICES, len(search.choices))):
        allowed = search.choices[number]
        if kinds & ~allowed or best + MUCH_BETTER >= 200:
            continue
        opened = open_rate(t, play, search, allowed, how, first if number == 0 else -1) if is_open else 0
        closed = closed_rate(t, play, search, allowed, how & ~How.OPEN, opened, SOME, GOOD)
        if (opened >= GOOD or closed >= GOOD_CLOSED) and (best < 0 or opened + closed > best + MUCH_BETTER):
            best = opened + closed
            put_found(search, row, AimSort.ANY_SETS, allowed, opened, closed)
    if best < 0:
        return 0
    return 2 if search.found[row].allowed == search.choices[0] and search.found[row].open >= GOOD else 1


@part
def with_sets(t: Table, play: Session, search: AimSearch, how: int, rows: int) -> int:
    """Put the aims around one, two and three sets after the first rows; how many rows there are now."""
    sets = play.links.scoring.rules.made_count
    for size in range(1, min(search.set_count, 3) + 1):
        search.chosen_count = size
        for a in range(sets):
            if search.enough[a]:
                continue
            search.chosen[0] = a
            for b in range(a, sets if size > 1 else a + 1):
                if size > 1 and (search.enough[b] or (size > 2 and search.two_enough[sets * a + b])):
                    continue
                search.chosen[1] = b
                for c in range(b, sets if size > 2 else b + 1):
                    if size > 2 and (search.enough[c] or search.two_enough[sets * a + c]
                                     or search.two_enough[sets * b + c]):
                        continue
                    if search.tries_left <= 0 or rows >= len(search.found):
                        return rows
                    search.chosen[2] = c
                    put = around_sets(t, play, search, how, rows)
                    if put > 0:
                        rows += 1
                    if put == 2 and size == 1:
                        search.enough[a] = 1
                    elif put == 2 and size == 2:
                        search.two_enough[sets * a + b] = 1
    return rows


@part
def look_again(t: Table, play: Session, search: AimSearch, way: int, rows: int) -> int:
    """Take the rates of the best rows anew and move them to the front; how many are still good."""
    least, taken = least_rate(search, rows)
    tied = 0
    for row in range(rows):
        tied += int(search.found[row].open + search.found[row].closed == least)
    kept = 0
    turn = 0
    for row in range(rows):
        found = search.found[row]
        rate = found.open + found.closed
        if rate < least:
            continue
        if rate == least:               # of equals one in so many is taken, lest the last suits are left out
            turn += 1
            if turn * taken // tied == (turn - 1) * taken // tied:
                continue
        sort = found.sort
        how = way | How.PUNGS if sort == AimSort.PUNGS else way
        allowed = found.allowed
        search.chosen_count = found.set_count
        for place in range(3):
            search.chosen[place] = found.sets[place]
        # one that is good closed tells how good it is open
        least_open = share(STILL_GOOD, MANY) if found.closed < GOOD_CLOSED else 0
        opened = max(0, 100 * count_legal(t, play, search, allowed, how | How.OPEN, MANY, least_open) // MANY)
        closed = closed_rate(t, play, search, allowed, how, opened, MANY, STILL_GOOD)
        if opened >= STILL_GOOD or closed >= GOOD_CLOSED:
            put_found(search, kept, sort, allowed, opened, closed)
            kept += 1
    return kept


@kernel
def least_rate(search: AimSearch, rows: int) -> tuple[int, int]:
    """The rate, open and closed, from which on rows are looked at again, and how many of exactly that rate."""
    above = 0
    for step in range(201):
        rate = 200 - step
        count = 0
        for row in range(rows):
            count += int(search.found[row].open + search.found[row].closed == rate)
        if above + count >= MOST_AGAIN:
            return rate, MOST_AGAIN - above
        above += count
    return 0, above


@entry
@part
def find_aims(t: Table, play: Session, search: AimSearch) -> int:
    """Search for the aims of a rulebook: how many were found, -1 if there is nothing to go for."""
    seed_bots(play, 1)
    search.chosen_count = 0
    way = 0
    closed = count_legal(t, play, search, ALL_KINDS, 0, LOTS, 0)
    opened = count_legal(t, play, search, ALL_KINDS, How.OPEN, LOTS, 0)
    if closed == 0 and opened == 0:
        way = How.SELF_DRAW
        closed = count_legal(t, play, search, ALL_KINDS, way, LOTS, 0)
        opened = count_legal(t, play, search, ALL_KINDS, way | How.OPEN, LOTS, 0)
    if closed == 0 and opened == 0:         # only who has declared may win
        way = 0
        for index, row in enumerate(play.rules.readies):
            if search.declares == 0 and row.on & ReadyOn.DISCARD:
                search.declares = index + 1
        closed = count_legal(t, play, search, ALL_KINDS, way, LOTS, 0)
        opened = count_legal(t, play, search, ALL_KINDS, way | How.OPEN, LOTS, 0)
    search.way = way
    if 100 * min(opened, closed) > EASY * LOTS:
        return -1
    rows = without_sets(t, play, search, way)
    rows = with_sets(t, play, search, way | How.OPEN if opened > 0 else way, rows)
    return look_again(t, play, search, way, rows)
