"""Facts of a reading: what the words of the language find in the frame."""

from quepu.engine.kernel import inlined, kernel
from quepu.engine.layout import frame
from quepu.engine.layout.kinds import Frame
from quepu.engine.layout.score_rules import ScoreRules, ShapeRule
from quepu.engine.layout.workbench import Reading, Workbench
from quepu.engine.machine import lowest, ones


@inlined
def occasions_of(f: Frame, rules: ScoreRules, places: int) -> int:
    """What the win in the frame is declared on, as BY_ bits; `places` are its tiles, a kong counting three.

    Where nobody tells: a win without a winning tile whose tiles are not a whole hand is by its flowers alone, those of
    the own hand or, if another seat feeds it, with the one that seat lays.
    """
    if f[frame.OCCASION]:
        return int(f[frame.OCCASION])
    if f[frame.WIN_TILE] < 0 and places != rules.full_places:
        return frame.BY_OTHER_FLOWER if f[frame.DISCARDER] >= 0 else frame.BY_FLOWER | frame.BY_DEAL
    if f[frame.WIN_TILE] < 0:
        return frame.BY_DRAW | frame.BY_DEAL
    return frame.BY_DRAW if f[frame.SELF_DRAW] else frame.BY_DISCARD


@inlined
def may_be(f: Frame, shape: ShapeRule, occasions: int, places: int) -> bool:
    """Whether a shape may be declared on one of these occasions with so many tiles and the melds in the frame.

    On a flower (花糊) a shape of any tiles is judged by its condition alone, however many tiles are there.
    """
    if not shape.on & occasions:
        return False
    if not occasions & (frame.BY_DRAW | frame.BY_DISCARD):
        return shape.tiles > 0
    return bool(f[frame.MELDS] <= shape.melds and places == shape.places)


@kernel
def lay_blocks(f: Frame, rules: ScoreRules, bench: Workbench, shape: int, fixed: int, reading: Reading) -> None:
    """Put a reading into the frame: its blocks, and the copies of each kind with wild tiles resolved.

    A shape without blocks has a reading of none; there the natural tiles stand for themselves.
    """
    f[frame.SHAPE] = shape
    f[frame.FIXED] = fixed
    f[frame.WIN_PLACE] = -1
    set_count = rules.set_count
    sets = f[frame.MELDS]
    pairs = 0
    for kind in range(42):
        f[frame.COUNTS + kind] = f[frame.LAID + kind] + (fixed >> kind & 1)
    if reading.count == 0:
        natural = bench.natural
        for kind in range(42):
            f[frame.COUNTS + kind] += natural[kind] - (fixed >> kind & 1)
    wild_mask = f[frame.WILD_MASK]
    as_self = 0
    wild_places = 0
    for level in range(reading.count):
        block = reading.blocks[level]
        places = reading.wild_places[level]
        wild = (places & 1) + (places >> 1 & 1) + (places >> 2 & 1)
        wild_places += wild
        if block < set_count:
            at = frame.SET_AT + frame.SET_WIDTH * sets
            f[at] = block
            sets += 1
            size = 3
        else:
            at = frame.PAIR_AT + frame.PAIR_WIDTH * pairs
            f[at] = block - set_count
            pairs += 1
            size = 2
        f[at + 1] = frame.IS_CONCEALED
        f[at + 2] = wild
        tiles = rules.blocks[block].tiles
        for place in range(size):
            kind = tiles[place]
            f[frame.COUNTS + kind] += 1
            if wild > 0 and places >> place & 1 and wild_mask >> kind & 1:
                as_self += 1
    if as_self > 0:             # wild tiles standing for themselves: at most as many of a kind as are there
        as_self = 0
        for kind in range(42):
            if wild_mask >> kind & 1:
                used = f[frame.COUNTS + kind] - f[frame.LAID + kind]
                there = f[frame.HELD + kind] + (1 if f[frame.WIN_TILE] == kind else 0)
                as_self += min(used, there)
    f[frame.SUBSTITUTES] = wild_places - as_self
    f[frame.SETS] = sets
    f[frame.PAIRS] = pairs


@inlined
def count_tiles_of(f: Frame) -> None:
    """Count the tiles of a hand; the copies of each kind are in place."""
    tiles = 0
    honors = 0
    mask = 0
    fours = 0
    for kind in range(42):
        copies = f[frame.COUNTS + kind]
        tiles += copies
        honors += copies if 27 <= kind < 34 else 0
        mask |= (1 if copies > 0 else 0) << kind
        fours |= (1 if copies == 4 else 0) << kind
    at = frame.COUNTS
    f[frame.TILES] = tiles
    f[frame.KINDS] = ones(mask)
    f[frame.HONORS] = honors
    f[frame.TERMINALS] = f[at] + f[at + 8] + f[at + 9] + f[at + 17] + f[at + 18] + f[at + 26]
    f[frame.TILE_MASK] = mask
    f[frame.FOURS] = fours
    f[frame.SUITS] = (1 if mask & 511 else 0) + (1 if mask & 511 << 9 else 0) + (1 if mask & 511 << 18 else 0)


@kernel
def add_up(f: Frame, rules: ScoreRules, bench: Workbench) -> None:
    """The numbers of a hand's groups, and the kinds with an odd number of copies, the winning tile included."""
    keys = 0
    sizes = 0
    odd = 0
    win = f[frame.WIN_TILE]
    kinds = f[frame.HELD_MASK] | (1 << win if win >= 0 else 0)
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        copies = f[frame.HELD + kind] + (1 if kind == win else 0)
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
    for place in range(frame.SET_ROOM):     # not over SETS: the compiler would gather four at once, which is slow
        if place >= f[frame.SETS]:
            break
        kind = f[frame.SET_AT + frame.SET_WIDTH * place]
        set_mask |= 1 << kind
        chows += rules.chow_kinds >> kind & 1
        is_pung = rules.pung_kinds >> kind & 1
        pungs += is_pung
        hidden += 1 if is_pung and f[frame.SET_AT + frame.SET_WIDTH * place + 1] & frame.IS_CONCEALED else 0
    pair_mask = 0
    for place in range(f[frame.PAIRS]):
        pair_mask |= 1 << f[frame.PAIR_AT + frame.PAIR_WIDTH * place]
    f[frame.SET_MASK] = set_mask
    f[frame.PAIR_MASK] = pair_mask
    f[frame.CHOWS] = chows
    f[frame.PUNGS] = pungs
    f[frame.HIDDEN_PUNGS] = hidden


@inlined
def block_at(place: int) -> int:
    """Where a set of the frame, or SET_ROOM + a pair, stands."""
    if place < frame.SET_ROOM:
        return frame.SET_AT + frame.SET_WIDTH * place
    return frame.PAIR_AT + frame.PAIR_WIDTH * (place - frame.SET_ROOM)


@inlined
def place_win(f: Frame, rules: ScoreRules, place: int, win_as: int) -> None:
    """Mark the block that holds the winning tile, and count what is concealed.

    `place` is a set, or SET_ROOM + a pair, or -1.  A set completed by another player's tile is not concealed.
    """
    old = f[frame.WIN_PLACE]
    if old >= 0:
        f[block_at(old) + 1] = frame.IS_CONCEALED
    f[frame.WIN_PLACE] = place
    f[frame.WIN_AS] = win_as
    if place >= 0:
        f[block_at(place) + 1] = frame.IS_WIN | (frame.IS_CONCEALED if f[frame.SELF_DRAW] else 0)
    opened = 0
    if 0 <= place < frame.SET_ROOM and not f[frame.SELF_DRAW]:
        opened = rules.pung_kinds >> f[frame.SET_AT + frame.SET_WIDTH * place] & 1
    f[frame.CONCEALED_PUNGS] = f[frame.HIDDEN_PUNGS] - opened
