"""Facts of a reading: what the words of the language find in the frame."""

from quepu.engine.kernel import inlined, kernel
from quepu.engine.layout.frame import SET_ROOM, By, Frame, SetFlag
from quepu.engine.layout.score_rules import ScoreRules, ShapeRule
from quepu.engine.layout.workbench import Reading, Workbench
from quepu.engine.machine import lowest, ones


@inlined
def occasions_of(f: Frame, rules: ScoreRules, places: int) -> int:
    """What the win in the frame is declared on, as bits (`By`); `places` are its tiles, a kong counting three.

    Where nobody tells: a win without a winning tile whose tiles are not a whole hand is by its flowers alone, those of
    the own hand or, if another seat feeds it, with the one that seat lays; or it is declared on the own discard.
    """
    if f.occasion:
        return int(f.occasion)
    if f.win_tile < 0 and places != rules.full_places:
        return By.OTHER_FLOWER if f.discarder >= 0 else By.FLOWER | By.DEAL | By.OWN_DISCARD
    if f.win_tile < 0:
        return By.DRAW | By.DEAL
    return By.DRAW if f.self_draw else By.DISCARD


@inlined
def may_be(f: Frame, shape: ShapeRule, occasions: int, places: int) -> bool:
    """Whether a shape may be declared on one of these occasions with so many tiles and the melds in the frame.

    On a flower (花糊) or the own discard a shape of any tiles is judged by its condition alone, however many there are.
    """
    if not shape.on & occasions:
        return False
    if not occasions & (By.DRAW | By.DISCARD):
        return shape.tiles > 0
    return bool(f.meld_count <= shape.melds and places == shape.places)


@kernel
def lay_blocks(f: Frame, rules: ScoreRules, bench: Workbench, shape: int, fixed: int, reading: Reading) -> None:
    """Put a reading into the frame: its blocks, and the copies of each kind with wild tiles resolved.

    A shape without blocks has a reading of none; there the natural tiles stand for themselves.
    """
    f.shape = shape
    f.fixed = fixed
    f.win_place = -1
    set_count = rules.set_count
    sets = f.meld_count
    pairs = 0
    counts = f.counts
    laid = f.laid
    for kind in range(42):
        counts[kind] = laid[kind] + (fixed >> kind & 1)
    if reading.count == 0:
        natural = bench.natural
        for kind in range(42):
            counts[kind] += natural[kind] - (fixed >> kind & 1)
    wild_mask = f.wild_mask
    as_self = 0
    wild_places = 0
    for level in range(reading.count):
        block = reading.blocks[level]
        places = reading.wild_places[level]
        wild = (places & 1) + (places >> 1 & 1) + (places >> 2 & 1)
        wild_places += wild
        if block < set_count:
            there = f.sets[sets]
            there.kind = block
            sets += 1
            size = 3
        else:
            there = f.pairs[pairs]
            there.kind = block - set_count
            pairs += 1
            size = 2
        there.flags = SetFlag.CONCEALED
        there.wilds = wild
        tiles = rules.blocks[block].tiles
        for place in range(size):
            kind = tiles[place]
            counts[kind] += 1
            if wild > 0 and places >> place & 1 and wild_mask >> kind & 1:
                as_self += 1
    if as_self > 0:             # wild tiles standing for themselves: at most as many of a kind as are there
        as_self = 0
        for kind in range(42):
            if wild_mask >> kind & 1:
                used = counts[kind] - laid[kind] - bench.natural[kind]      # a substitute may be there as well
                as_self += min(used, f.held[kind] + (1 if f.win_tile == kind else 0))
    if f.win_wild and not wild_mask >> f.win_tile & 1 \
            and counts[f.win_tile] - laid[f.win_tile] > f.held[f.win_tile]:
        as_self += 1                    # the drawn tile is what it looks like
    f.substitute_count = max(0, wild_places - as_self - bench.imagined)
    f.set_count = sets
    f.pair_count = pairs


@inlined
def count_copies(f: Frame) -> None:
    """The copies of each kind in a hand without wild tiles, the winning tile included."""
    win = f.win_tile
    for kind in range(42):
        f.counts[kind] = f.held[kind] + f.laid[kind] + (1 if kind == win else 0)


@inlined
def count_tiles_of(f: Frame) -> None:
    """Count the tiles of a hand; the copies of each kind are in place."""
    tiles = 0
    honors = 0
    mask = 0
    fours = 0
    counts = f.counts
    for kind in range(42):
        copies = counts[kind]
        tiles += copies
        honors += copies if 27 <= kind < 34 else 0
        mask |= (1 if copies > 0 else 0) << kind
        fours |= (1 if copies == 4 else 0) << kind
    f.tile_count = tiles
    f.honor_count = honors
    f.terminal_count = counts[0] + counts[8] + counts[9] + counts[17] + counts[18] + counts[26]
    f.fours = fours
    put_kinds(f, mask)


@inlined
def put_kinds(f: Frame, mask: int) -> None:
    """The kinds of a hand, and what follows from them alone."""
    f.tile_mask = mask
    f.kind_count = ones(mask)
    f.suit_count = (1 if mask & 511 else 0) + (1 if mask & 511 << 9 else 0) + (1 if mask & 511 << 18 else 0)


# where a packed win keeps its counts: the kinds of which four copies are there, then three small numbers
TILES_SHIFT, HONORS_SHIFT, TERMINALS_SHIFT = 42, 49, 56
COUNT_MASK = 127


@kernel
def counts_word(f: Frame) -> int:
    """What `count_tiles_of` counted beside the kinds, as one number."""
    return int(f.fours | f.tile_count << TILES_SHIFT | f.honor_count << HONORS_SHIFT
               | f.terminal_count << TERMINALS_SHIFT)


@inlined
def put_counts(f: Frame, mask: int, word: int) -> None:
    """Put counts back that were kept as a mask and a number."""
    put_kinds(f, mask)
    f.fours = word & (1 << TILES_SHIFT) - 1
    f.tile_count = word >> TILES_SHIFT & COUNT_MASK
    f.honor_count = word >> HONORS_SHIFT & COUNT_MASK
    f.terminal_count = word >> TERMINALS_SHIFT & COUNT_MASK


@kernel
def add_up(f: Frame, rules: ScoreRules, bench: Workbench) -> None:
    """The numbers of a hand's groups, and the kinds with an odd number of copies, the winning tile included."""
    keys = 0
    sizes = 0
    odd = 0
    win = f.win_tile
    kinds = f.held_mask | (1 << win if win >= 0 else 0)
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        copies = f.held[kind] + (1 if kind == win else 0)
        rule = rules.kinds[kind]
        keys += copies * rule.key
        sizes += copies * rule.size
        odd |= (copies & 1) << kind
    bench.hand_keys = keys
    bench.hand_sizes = sizes
    bench.odd = odd


@inlined
def count_blocks_of(f: Frame, rules: ScoreRules) -> None:
    """Count the sets and pairs of a reading; they are in place, and kongs are known from the melds."""
    chows = 0
    pungs = 0
    hidden = 0
    set_mask = 0
    for place in range(SET_ROOM):     # not over set_count: the compiler would gather four at once, which is slow
        if place >= f.set_count:
            break
        kind = f.sets[place].kind
        set_mask |= 1 << kind
        chows += rules.chow_kinds >> kind & 1
        is_pung = rules.pung_kinds >> kind & 1
        pungs += is_pung
        hidden += 1 if is_pung and f.sets[place].flags & SetFlag.CONCEALED else 0
    pair_mask = 0
    for place in range(f.pair_count):
        pair_mask |= 1 << f.pairs[place].kind
    f.set_mask = set_mask
    f.pair_mask = pair_mask
    f.chow_count = chows
    f.pung_count = pungs
    f.hidden_pung_count = hidden


@inlined
def mark_block(f: Frame, place: int, flags: int) -> None:
    """Say how a set of the frame, or SET_ROOM + a pair, lies."""
    if place < SET_ROOM:
        f.sets[place].flags = flags
    else:
        f.pairs[place - SET_ROOM].flags = flags


@inlined
def place_win(f: Frame, rules: ScoreRules, place: int, win_as: int) -> None:
    """Mark the block that holds the winning tile, and count what is concealed.

    `place` is a set, or SET_ROOM + a pair, or -1.  A set completed by another player's tile is not concealed.
    """
    old = f.win_place
    if old >= 0:
        mark_block(f, old, SetFlag.CONCEALED)
    f.win_place = place
    f.win_as = win_as
    if place >= 0:
        mark_block(f, place, SetFlag.WINS | (SetFlag.CONCEALED if f.self_draw else 0))
    opened = 0
    if 0 <= place < SET_ROOM and not f.self_draw:
        opened = rules.pung_kinds >> f.sets[place].kind & 1
    f.concealed_pung_count = f.hidden_pung_count - opened
