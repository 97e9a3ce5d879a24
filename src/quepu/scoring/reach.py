"""How far a hand is from each shape of a rulebook, and which tiles bring it nearer."""

from dataclasses import dataclass, replace

from quepu.engine.distance.exact import FAR, kinds_missing
from quepu.hand import Hand
from quepu.packing.substitutes import is_free, place_taken, read_in_set, substitute_of
from quepu.packing.tilewise import Need
from quepu.rulebook.language.evaluate import bits
from quepu.rulebook.model.model import Model, Shape
from quepu.scoring.block_search import PLAIN, BlockSearch, parts_for, ways_of


@dataclass(frozen=True, slots=True)
class Held:
    """The tiles a distance is asked for."""

    counts: tuple[int, ...]             # concealed tiles that are not wild
    left: tuple[int, ...]               # copies of each kind that can still come
    wilds: int
    melds: int
    laid: int                           # kinds in melds, as bits


@dataclass(frozen=True, slots=True)
class Reach:
    """The distance from one shape: -1 complete, 0 ready; `useful` are kinds as bits.

    Without `exact` a condition of the shape was left aside, so that it may be further; None cannot be told
    at all.
    """

    shape: str
    distance: int | None
    useful: int = 0
    exact: bool = True


def held(hand: Hand, wild: tuple[int, ...] = ()) -> Held:
    """The hand as numbers, every tile as it is."""
    counts = hand.counts()
    left = [4 if kind < 34 else 1 for kind in range(42)]
    for kind in hand.tiles:
        left[kind] = max(0, left[kind] - 1)
    wilds = sum(counts[kind] for kind in wild)
    for kind in wild:
        counts[kind] = 0
    laid = 0
    for meld in hand.melds:
        for kind in meld.tiles:
            laid |= 1 << kind
    return Held(tuple(counts), tuple(left), wilds, len(hand.melds), laid)


def readings_of(model: Model, hand: Hand, wild: tuple[int, ...] = ()) -> list[Held]:
    """The hand as numbers in every way it may be read."""
    laid = sum({1 << kind for meld in hand.melds for kind in read_in_set(model, wild, meld.tiles)})
    return placed(model, replace(held(hand, wild), laid=laid), wild)


def placed(model: Model, tiles: Held, wild: tuple[int, ...]) -> list[Held]:
    """Every way in which tiles may be read: some in a wild tile's place, and one that is thought of."""
    tiles = replace(tiles, wilds=tiles.wilds + model.wild.imagined)
    if (taken := place_taken(model, wild)) is None:
        return [tiles]
    substitute, face = taken
    copies = tiles.counts[substitute]
    most = min(copies, substitute_of(model)["substitute_copies"])
    found = []
    for moved in range(most + 1) if is_free(model) else (copies,):
        counts, left = list(tiles.counts), list(tiles.left)
        counts[substitute], counts[face] = copies - moved, moved
        left[face] = left[substitute] if not is_free(model) or moved < substitute_of(model)["substitute_copies"] else 0
        if not is_free(model):
            left[substitute] = 0
        found.append(replace(tiles, counts=tuple(counts), left=tuple(left)))
    return found


def tiles_meant(model: Model, wild: tuple[int, ...], useful: int) -> int:
    """The tiles that are drawn as these kinds, as bits: what the substitute takes the place of is drawn as that one."""
    taken = place_taken(model, wild)
    if taken is None or not useful >> taken[1] & 1:
        return useful
    return useful & ~(1 << taken[1]) | 1 << taken[0]


def reaches(model: Model, tiles: Held, search: BlockSearch = PLAIN) -> list[Reach]:
    """The distance from every shape the hand can still become."""
    return [reach for shape in model.shapes if shape.is_of_tiles and tiles.melds <= shape.melds
            and (reach := _reach(model, tiles, shape, search)) is not None]


def reaches_of(model: Model, hand: Hand, wild: tuple[int, ...], search: BlockSearch = PLAIN) -> list[Reach]:
    """The same for a hand as it may be read; of several readings the nearest for each shape."""
    nearest: dict[str, Reach] = {}
    for tiles in readings_of(model, hand, wild):
        for reach in reaches(model, tiles, search):
            before = nearest.get(reach.shape)
            if before is None or before.distance is None or (
                    reach.distance is not None and reach.distance < before.distance):
                nearest[reach.shape] = reach
            elif reach.distance == before.distance:
                nearest[reach.shape] = replace(before, useful=before.useful | reach.useful)
    return list(nearest.values())


def _reach(model: Model, tiles: Held, shape: Shape, search: BlockSearch) -> Reach | None:
    ways = ways_of(model, shape)
    if shape.tiles:
        if ways is None or (tiles.melds and any(way.counts_kinds for way in ways)):
            return Reach(shape.id, None, exact=False)
        reached = [_any_tiles(model, tiles, shape, way) for way in ways if not tiles.laid & ~way.allowed]
        return _nearest(shape, reached, True)
    if shape.sets < tiles.melds:
        return None
    exact = ways is not None
    reached = []
    for way in ways if ways is not None else (Need(),):
        if tiles.laid & ~way.allowed:
            continue
        distinct = not shape.sets and not shape.fixed and way.low == way.high == shape.pairs and \
            all(a == b for a, b in model.catalogue.pairs)
        exact = exact and (distinct or not way.counts_kinds)
        for fixed in shape.fixed or (0,):
            if not fixed & ~way.allowed:
                reached.append(_blocks(model, tiles, shape, fixed, way, not distinct, search))
    return _nearest(shape, reached, exact)


def _nearest(shape: Shape, reached: list[tuple[int, int]], exact: bool) -> Reach | None:
    """The nearest of several (missing, useful), all that are equally near together; None if there is none."""
    fewest = min((missing for missing, _useful in reached), default=FAR)
    if fewest >= FAR:
        return None
    useful = 0
    for missing, kinds in reached:
        useful |= kinds if missing == fewest else 0
    return Reach(shape.id, fewest - 1, useful, exact)


def _any_tiles(model: Model, tiles: Held, shape: Shape, way: Need) -> tuple[int, int]:
    """(missing, useful) for a shape whose condition is about single tiles."""
    allowed = way.allowed & model.kinds
    room = shape.tiles - 3 * tiles.melds
    most = min(way.high, room, allowed.bit_count())
    numbers = range(max(1, way.low), most + 1) if way.counts_kinds else range(1)

    def missing(counts: list[int], left: list[int]) -> int:
        # a wild tile keeps its place without counting as a kind, so it may also be better to give it up
        return min((kinds_missing(counts, left, allowed, room - kept, number)
                    for number in numbers for kept in range(min(tiles.wilds, room - number) + 1)),
                   default=FAR)
    counts, left = list(tiles.counts), list(tiles.left)
    fewest = missing(counts, left)
    useful = 0
    for kind in bits(allowed) if 0 < fewest < FAR else ():
        if left[kind]:
            counts[kind], left[kind] = counts[kind] + 1, left[kind] - 1
            useful |= (1 << kind) if missing(counts, left) < fewest else 0
            counts[kind], left[kind] = counts[kind] - 1, left[kind] + 1
    return fewest, useful


def _blocks(model: Model, tiles: Held, shape: Shape, fixed: int, way: Need, repeat: bool,
            search: BlockSearch) -> tuple[int, int]:
    """(missing, useful) for a shape of sets, pairs and perhaps a fixed part."""
    counts, left = list(tiles.counts), list(tiles.left)
    missing = useful = 0
    for kind in bits(fixed):
        if counts[kind]:
            counts[kind] -= 1
        else:
            missing += 1
            useful |= 1 << kind
            left[kind] = max(0, left[kind] - 1)
    found, kinds = search.nearest(parts_for(model, shape, way), counts, left, sets=shape.sets - tiles.melds,
                                  pairs=shape.pairs, dead=tiles.wilds, repeat=repeat)
    if found >= FAR:
        return FAR, 0
    alive = sum(1 << kind for kind in range(42) if tiles.left[kind])
    needed = max(0, missing + found - tiles.wilds)
    return needed, (useful | kinds) & alive if needed else 0
