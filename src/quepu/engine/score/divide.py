"""Dividing a hand without wild tiles by tables: each suit by itself, all at once by four numbers.

Whether the divisions of a number have a pair follows from the number of tiles.
"""

from quepu.engine.kernel import inlined, kernel
from quepu.engine.layout.divisions import COUNT_BITS, COUNT_SHIFT, ScoreTables
from quepu.engine.layout.frame import Frame
from quepu.engine.layout.kinds import FixedInts
from quepu.engine.layout.score_rules import KEY_BITS, SIZES_SHIFT
from quepu.engine.layout.workbench import Workbench
from quepu.engine.machine import lowest, ones, soon


@inlined
def fetch_keys(tables: ScoreTables, keys: int, sizes: int) -> None:
    """Let the machine fetch where the divisions of a hand stand: the table is too large to lie near."""
    for group in range(3):
        soon(tables.suits, keys >> KEY_BITS * group & (1 << KEY_BITS) - 1)
    soon(tables.honors, sizes & (1 << SIZES_SHIFT) - 1)


@inlined
def put_keys(bench: Workbench, keys: int, sizes: int) -> None:
    """The numbers of the three suits and the honours, from what the tiles add up to."""
    for group in range(3):
        bench.keys[group] = keys >> KEY_BITS * group & (1 << KEY_BITS) - 1
    bench.keys[3] = sizes & (1 << SIZES_SHIFT) - 1


@inlined
def divisions_of(tables: ScoreTables, group: int, key: int) -> int:
    """Where the divisions of a group's number stand, -1 if there are none."""
    return int(tables.honors[key] if group == 3 else tables.suits[key])


@inlined
def count_of(where: int) -> int:
    """How many divisions there are where a table says they stand."""
    return where >> COUNT_SHIFT & (1 << COUNT_BITS) - 1


@kernel
def digit(key: int, rank: int) -> int:
    """How many copies of a rank a suit's number holds."""
    for _step in range(rank):
        key //= 5
    return key % 5


@kernel
def fifth_fits(tables: ScoreTables, sets: FixedInts, group: int, key: int, rank: int, power: int,
               has_pair: bool) -> bool:
    """Whether a suit with all four copies of a rank is divisible with a fifth: a wait by form, though a dead one."""
    grown = key + power
    if has_pair and divisions_of(tables, group, grown - 2 * power) >= 0:
        return True
    for index in range(0, len(sets), 3):
        powers = 0
        holds = False
        fits = True
        for place in range(3):
            other = sets[index + place]
            step = 1
            for _step in range(other):
                step *= 5
            powers += step
            if other == rank:
                holds = True
            else:
                needed = 0
                for again in range(3):
                    if sets[index + again] == other:
                        needed += 1
                if digit(key, other) < needed:
                    fits = False
        if holds and fits and divisions_of(tables, group, grown - powers) >= 0:
            return True
    return False


@kernel
def fifth_waits(f: Frame, tables: ScoreTables, key: int, tiles: int, group: int) -> int:
    """The ranks of which all four copies are held and a fifth would make the group divisible, as bits."""
    has_pair = tiles % 3 == 1
    power = 1
    found = 0
    for rank in range(7 if group == 3 else 9):
        if f.held[9 * group + rank] == 4:
            if group == 3:
                fits = fifth_fits(tables, tables.honor_sets, group, key, rank, power, has_pair)
            else:
                fits = fifth_fits(tables, tables.suit_sets, group, key, rank, power, has_pair)
            if fits:
                found |= 1 << rank
        power *= 5
    return found


@inlined
def key_waits(f: Frame, tables: ScoreTables, key: int, tiles: int, group: int) -> int:
    """The ranks that make a group of so many tiles divisible by one more, as bits."""
    found = int(tables.honor_waits[key] if group == 3 else tables.suit_waits[key])
    if f.fours >> 9 * group & 511:
        found |= fifth_waits(f, tables, key, tiles, group)
    return found


@inlined
def plain_waits(f: Frame, tables: ScoreTables, bench: Workbench) -> int:
    """The kinds that complete the groups in `keys` and `sizes` as sets and one pair, as bits."""
    broken = 0                          # groups that are not divisible; with one or two tiles too many, as bits
    one_over = 0
    two_over = 0
    for group in range(4):
        over = bench.sizes[group] % 3
        one_over |= (1 if over == 1 else 0) << group
        two_over |= (1 if over == 2 else 0) << group
        broken |= (1 if divisions_of(tables, group, bench.keys[group]) < 0 else 0) << group
    pairs = ones(two_over)
    growing = two_over if pairs == 2 else one_over if pairs == 0 else 0
    found = 0
    while growing:
        group = lowest(growing)
        growing &= growing - 1
        if broken & ~(1 << group) == 0:     # all others are divisible
            found |= key_waits(f, tables, bench.keys[group], bench.sizes[group], group) << 9 * group
    return found
