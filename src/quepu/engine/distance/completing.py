"""Whether a hand with one more tile may be complete: never a false no, and cheap."""

from quepu.engine.distance.lookup import missing_of
from quepu.engine.kernel import inlined, kernel, part
from quepu.engine.layout.frame import BY_TILES
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import Table
from quepu.engine.machine import ones
from quepu.engine.score.divide import divisions_of


@inlined
def might_win(t: Table, play: Session, seat: int, tile: int) -> bool:
    """Whether the seat's tiles with one more may be complete: never a false no, and cheap."""
    if play.links.scoring.tables.is_plain and t.wild == 0 and play.links.scoring.rules.imagined == 0:
        return plain_might_win(t, play, seat, tile)
    return bool(play.rules.aside_shapes or lacking(t, play, seat, tile) == 0)


@part
def lacking(t: Table, play: Session, seat: int, tile: int) -> int:
    """How many tiles the seat's hand with one more (-1: none) lacks at least."""
    return int(missing_of(t, play.near, seat, tile))


@inlined
def kinds_fit(play: Session, shape: int, held: int) -> bool:
    """Whether a shape of any tiles allows these kinds; yes if that cannot be told from the kinds."""
    rules = play.rules
    first = rules.shape_starts[shape]
    last = rules.shape_starts[shape + 1]
    for index in range(first, last):
        if held & ~rules.shape_kinds[index] == 0:
            return True
    return first == last


@kernel
def plain_might_win(t: Table, play: Session, seat: int, tile: int) -> bool:
    """The same for a hand without wild tiles, by the numbers of its suits."""
    rules = play.rules
    scoring = play.links.scoring
    held = t.held_mask[seat]
    if tile >= 0:
        held |= 1 << tile
    if held & ~rules.playable_kinds:
        return False                    # a flower that has not been laid aside
    if held >> 34:
        return bool(lacking(t, play, seat, tile) == 0)
    melds = t.meld_count[seat]
    kinds = ones(held)
    group = tile // 9 if tile >= 0 else -1
    pairs = 0
    bad = 0
    for place in range(4):
        rest = (t.sizes[seat, place] + (1 if place == group else 0)) % 3
        if rest == 2:
            pairs += 1
        elif rest == 1:
            bad += 1
    divisible = bad == 0 and pairs == 1
    if divisible:
        for place in range(4):
            key = t.keys[seat, place]
            if place == group:
                key += rules.powers[tile]
            if divisions_of(scoring.tables, place, key) < 0:
                divisible = False
                break
    if divisible:
        return True
    for number, shape in enumerate(scoring.rules.shapes):
        if not shape.on & BY_TILES:
            continue
        if melds > shape.melds or (melds == 0 and (kinds < shape.fewest or kinds > shape.most)):
            continue
        if shape.tiles > 0:
            if kinds_fit(play, number, held):
                return True
            continue
        if shape.sets == 0 and shape.pairs > 1:
            return True
        for index in range(shape.fixed_count):
            if shape.fixed[index] & ~held == 0:
                return True
        if shape.pairs != 1:
            return True
    return False
