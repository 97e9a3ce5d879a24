"""Readings of the tiles in a frame: dividing them as a shape, and telling readings apart as the rulebook does."""

from quepu.engine.kernel import kernel
from quepu.engine.layout.frame import Frame
from quepu.engine.layout.score_rules import ScoreRules, ShapeRule
from quepu.engine.layout.workbench import SEEN_ROOM, Reading, Workbench
from quepu.engine.machine import ones
from quepu.engine.score.faces import is_win_as, taken_face, think_of
from quepu.engine.score.split import split_into


@kernel
def set_natural(f: Frame, rules: ScoreRules, bench: Workbench) -> int:
    """Put the concealed tiles and the winning tile into `natural`, wild ones aside; how many are wild.

    So many as `moved` of the tiles that may take the wild tile's own place are read so.  Below 0: there is no reading.
    """
    natural = bench.natural
    held = f.held
    wild_mask = f.wild_mask
    win = f.win_tile
    wilds = f.win_wild
    if wilds:
        win = -1                        # it is one of the wild tiles, whatever its kind
    for kind in range(42):
        copies = held[kind] + (1 if win == kind else 0)
        if wild_mask >> kind & 1:
            wilds += copies
            copies = 0
        natural[kind] = copies
    bench.wild_kinds = wild_mask | (1 << f.win_tile if f.win_wild else 0)
    face = taken_face(rules, wild_mask)
    if face >= 0:
        moved = natural[rules.substitute]
        if rules.substitute_copies > 0:
            moved = min(moved, bench.moved)
        natural[rules.substitute] -= moved
        natural[face] += moved
    bench.imagined = 0
    if rules.imagined:
        wilds += think_of(f, rules, bench)
    return wilds


@kernel
def split_shape(f: Frame, rules: ScoreRules, bench: Workbench, shape: ShapeRule, fixed: int, wilds: int,
                first: int, limit: int) -> int:
    """How many readings the natural tiles have as a shape with this fixed part, written down from the first on."""
    if shape.tiles > 0:
        bench.readings[first].count = 0
        return 1
    if shape.sets < f.meld_count:
        return 0
    natural = bench.natural
    for kind in range(42):
        if fixed >> kind & 1:
            natural[kind] -= 1
            if natural[kind] < 0:
                wilds -= 1
                natural[kind] = 0
    found = 0
    if wilds >= 0:
        found = split_into(rules, bench, wilds, shape.sets - f.meld_count, shape.pairs, first, limit)
    if fixed:
        set_natural(f, rules, bench)
    return found


@kernel
def mixed(number: int) -> int:
    """A number whose bits depend on all bits of another."""
    number = (number ^ number >> 30) * 0x3F58476D1CE4E5B9 & 0x3FFFFFFFFFFFFFFF
    return (number ^ number >> 27) * 0x14D049BB133111EB & 0x3FFFFFFFFFFFFFFF


@kernel
def was_seen(f: Frame, rules: ScoreRules, bench: Workbench, reading: Reading) -> bool:
    """Whether a reading looks to the rulebook like one judged before in this search; it is noted if not.

    What the rulebook can see of a block: its class, how many wild tiles it holds and as what, and whether the natural
    winning tile is in it.
    """
    key = 0
    for level in range(reading.count):
        number = reading.blocks[level]
        block = rules.blocks[number]
        places = reading.wild_places[level]
        wild = 0
        natural_win = 0
        for slot in range(3 if number < rules.set_count else 2):
            kind = block.tiles[slot]
            if places >> slot & 1:
                wild += mixed(rules.kinds[kind].alike + 1)
            elif is_win_as(f, rules, kind):
                natural_win = 1
        key += mixed(block.alike * 8 + ones(places) * 2 + natural_win + 1 + (wild & 0xFFFFFFFFFF) * 1024)
    key &= 0x3FFFFFFFFFFFFFFF
    place = key & SEEN_ROOM - 1
    for _step in range(SEEN_ROOM // 2):
        seen = bench.seen[place]
        if seen.stamp != bench.stamp:
            seen.key = key
            seen.stamp = bench.stamp
            return False
        if seen.key == key:
            return True
        place = place + 1 & SEEN_ROOM - 1
    return False


@kernel
def was_placed(f: Frame, rules: ScoreRules, reading: Reading, level: int, slot: int, is_wild: int) -> bool:
    """Whether the winning tile was tried before in a block and as a tile that the rulebook cannot tell from these."""
    block = rules.blocks[reading.blocks[level]]
    kind = rules.kinds[block.tiles[slot]].alike
    wilds = ones(reading.wild_places[level])
    for before in range(level + 1):
        number = reading.blocks[before]
        other = rules.blocks[number]
        places = reading.wild_places[before]
        if other.alike == block.alike and ones(places) == wilds:
            last = slot if before == level else 3 if number < rules.set_count else 2
            for place in range(last):
                tile = other.tiles[place]
                if (places >> place & 1 == is_wild and (is_wild or is_win_as(f, rules, tile))
                        and rules.kinds[tile].alike == kind):
                    return True
    return False
