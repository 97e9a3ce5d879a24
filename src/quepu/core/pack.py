"""From packed wins to frames, one after the other: the drivers of batch scoring."""

from quepu.core.calls import address_of, call_frame, call_part, endless, lowest, ones
from quepu.core.facts import add_up
from quepu.core.frame import (
    CONCEALED_KONGS,
    DISCARDER,
    FLAGS,
    FLOWER_MASK,
    FLOWERS,
    HELD,
    HELD_MASK,
    IS_ADDED,
    IS_CONCEALED,
    IS_KONG,
    IS_MELD,
    IS_OPEN,
    KONGS,
    LAID,
    MELD_CHOWS,
    MELDS,
    MEMORY,
    OCCASION,
    OPEN_MELDS,
    RED_FIVES,
    ROUND,
    SEAT,
    SELF_DRAW,
    SET_AT,
    SET_WIDTH,
    SHOWN,
    TOLD,
    WILD_MASK,
    WILDS,
    WIN_PLACE,
    WIN_TILE,
    WORD_BITS,
)
from quepu.core.kernel import Ints, inlined, kernel
from quepu.core.rules import (
    AT_BLOCK_TILES,
    AT_MELD_KIND,
    AT_SET_FORM,
    BEST_FAN,
    BEST_FOUND,
    BEST_LEGAL,
    BEST_MANY,
    BEST_PRESENT,
    BEST_TOTAL,
    BONUS,
    FN_FLAGS,
    FN_SCORED,
    HAND_KEYS,
    HAND_SIZES,
    ODD,
    PLAYABLE,
    TURNED,
)
from quepu.core.score import score_added

# columns of the situation of a packed win
(AT_WIN, AT_SELF_DRAW, AT_SEAT, AT_ROUND, AT_DISCARDER, AT_FLOWERS, AT_REDS, AT_MELDS, AT_OPEN, AT_CHOWS, AT_KONGS,
 AT_CONCEALED_KONGS) = range(12)
SITUATION_WIDTH = 12
MELD_ROOM = 6


@kernel
def lay_meld(f: Ints, R: Ints, place: int, kind: int, flags: int) -> None:
    """Put a meld into the frame."""
    at = SET_AT + SET_WIDTH * place
    f[at] = kind
    f[at + 1] = flags
    f[at + 2] = 0
    size = 4 if flags & IS_KONG else 3
    for index in range(size):
        tile = R[R[AT_BLOCK_TILES] + 3 * kind + (index if index < 3 else 0)]
        f[LAID + tile] += 1
        if flags & IS_OPEN:
            f[SHOWN + tile] += 1
    if flags & IS_OPEN:
        f[OPEN_MELDS] += 1
        if R[R[AT_SET_FORM] + kind] == 0:
            f[MELD_CHOWS] += 1
    if flags & IS_KONG:
        f[KONGS] += 1
        if flags & IS_CONCEALED:
            f[CONCEALED_KONGS] += 1


@kernel
def clear_melds(f: Ints) -> None:
    """Empty the frame's parts about melds."""
    for kind in range(42):
        f[LAID + kind] = 0
        f[SHOWN + kind] = 0
    f[OPEN_MELDS] = 0
    f[MELD_CHOWS] = 0
    f[KONGS] = 0
    f[CONCEALED_KONGS] = 0


@kernel
def hide_melds(f: Ints, R: Ints) -> None:
    """Take the tiles of concealed melds out of those shown."""
    for place in range(f[MELDS]):
        at = SET_AT + SET_WIDTH * place
        if not f[at + 1] & IS_OPEN:
            for index in range(4 if f[at + 1] & IS_KONG else 3):
                f[SHOWN + R[R[AT_BLOCK_TILES] + 3 * f[at] + (index if index < 3 else 0)]] -= 1


@inlined
def fill_frame(hand: int, tiles: Ints, laid: Ints, sums: Ints, melds: Ints, situations: Ints, flags: Ints, masks: Ints,
               wild: Ints, memory: Ints, turned: Ints, f: Ints, R: Ints, W: Ints) -> None:
    """The base of a frame from a packed win; whole arrays and a number, because every slice costs time."""
    kinds = tiles.shape[1]              # with a number in its place the compiler would write out every step
    for kind in range(kinds):
        f[HELD + kind] = tiles[hand, kind]
    count = situations[hand, AT_MELDS]
    if count + f[MELDS] > 0:            # otherwise they are empty, and were before
        for kind in range(kinds):
            f[LAID + kind] = laid[hand, kind]
        for kind in range(kinds):
            f[SHOWN + kind] = laid[hand, kind]
    W[HAND_KEYS] = sums[hand, 0]
    W[HAND_SIZES] = sums[hand, 1]
    W[ODD] = sums[hand, 2]
    win = situations[hand, AT_WIN]
    wilds = 0
    if wild[hand]:
        for kind in range(42):
            if wild[hand] >> kind & 1:
                wilds += tiles[hand, kind] + (1 if win == kind else 0)
    f[HELD_MASK] = masks[hand]
    f[WILDS] = wilds
    f[WILD_MASK] = wild[hand]
    f[WIN_TILE] = win
    f[WIN_PLACE] = -1
    f[OCCASION] = 0
    f[SELF_DRAW] = situations[hand, AT_SELF_DRAW]
    f[SEAT] = situations[hand, AT_SEAT]
    f[ROUND] = situations[hand, AT_ROUND]
    f[DISCARDER] = situations[hand, AT_DISCARDER]
    flowers = int(situations[hand, AT_FLOWERS])
    f[FLOWER_MASK] = flowers << 34
    f[FLOWERS] = ones(flowers)
    f[RED_FIVES] = situations[hand, AT_REDS]
    f[OPEN_MELDS] = situations[hand, AT_OPEN]
    f[MELD_CHOWS] = situations[hand, AT_CHOWS]
    f[KONGS] = situations[hand, AT_KONGS]
    f[CONCEALED_KONGS] = situations[hand, AT_CONCEALED_KONGS]
    f[MELDS] = count
    for place in range(max(4, count)):
        f[SET_AT + SET_WIDTH * place] = melds[hand, 2 * place]
        f[SET_AT + SET_WIDTH * place + 1] = melds[hand, 2 * place + 1]
        f[SET_AT + SET_WIDTH * place + 2] = 0
    if count > f[OPEN_MELDS]:
        hide_melds(f, R)
    for slot in range(memory.shape[1]):
        f[MEMORY + slot] = memory[hand, slot]
    for slot in range(turned.shape[1]):
        f[TURNED + slot] = turned[hand, slot]
    f[TOLD] = flags[hand]
    f[FLAGS] = flags[hand]


@kernel
def score_many(tiles: Ints, laid: Ints, sums: Ints, melds: Ints, situations: Ints, flags: Ints, masks: Ints,
               wild: Ints, memory: Ints, turned: Ints, f: Ints, R: Ints, T: Ints, W: Ints,
               order: Ints, total: Ints, legal: Ints, counts: Ints) -> None:
    """Score packed wins: totals, legality (-1: not complete, 0: not allowed, 1: legal) and fan counts.

    `order` says where the scores of each go.
    """
    f, R, T, W = endless(f), endless(R), endless(T), endless(W)
    for hand in range(len(order)):
        fill_frame(hand, tiles, laid, sums, melds, situations, flags, masks, wild, memory, turned, f, R, W)
        call_frame(R[FN_FLAGS], f, W)
        score_added(f, R, T, W)
        place = order[hand]
        if W[BEST_FOUND] == 0:
            total[place] = 0
            legal[place] = -1
            continue
        total[place] = W[BEST_TOTAL]
        legal[place] = W[BEST_LEGAL]
        for word in range(3):
            bits = W[BEST_PRESENT + word]
            while bits:
                counts[place, word * WORD_BITS + lowest(bits)] = 1
                bits &= bits - 1
            bits = W[BEST_MANY + word]
            while bits:
                fan = word * WORD_BITS + lowest(bits)
                counts[place, fan] = W[BEST_FAN + fan]
                bits &= bits - 1
    f[TURNED] = 0                       # a win that tells nothing may come next


MELD_BITS = 10              # one meld of a win given as plain numbers


@kernel
def read_code(f: Ints, R: Ints, low: int, high: int, melds: int, situation: int) -> bool:
    """Put a win given as four numbers into the frame; False if a meld is not a set of the rulebook.

    `low` and `high` hold three bits for each kind 0-20 and 21-41.  A meld is its first tile (6 bits), whether it is a
    pung, a kong, open, added.
    """
    clear_melds(f)
    held_mask = 0
    for kind in range(42):
        copies = low >> 3 * kind & 7 if kind < 21 else high >> 3 * (kind - 21) & 7
        f[HELD + kind] = copies
        if copies > 0:
            held_mask |= 1 << kind
    f[HELD_MASK] = held_mask
    f[WILDS] = 0
    f[WILD_MASK] = 0
    f[WIN_TILE] = (situation & 63) - 1
    f[WIN_PLACE] = -1
    f[OCCASION] = 0
    f[SELF_DRAW] = situation >> 6 & 1
    f[SEAT] = situation >> 7 & 3
    f[ROUND] = situation >> 9 & 3
    f[DISCARDER] = (situation >> 11 & 7) - 1
    flowers = situation >> 14 & 255
    f[FLOWER_MASK] = flowers << 34
    f[FLOWERS] = ones(flowers)
    f[RED_FIVES] = situation >> 22 & 15
    count = situation >> 26 & 7
    f[MELDS] = count
    for place in range(count):
        code = melds >> MELD_BITS * place & 1023
        flags = IS_MELD | (IS_OPEN if code & 256 else IS_CONCEALED)
        if code & 128:
            flags |= IS_KONG
        if code & 512:
            flags |= IS_ADDED
        kind = R[R[AT_MELD_KIND] + (code & 63) + 42 * (code >> 6 & 1)]
        if kind < 0:
            return False
        lay_meld(f, R, place, kind, flags)
    return True


@kernel
def score_one(low: int, high: int, melds: int, situation: int, flags: int, f: Ints, R: Ints, T: Ints,
              W: Ints) -> tuple[int, int, int, int, int]:
    """(total, legality, three words of fans that count) of one win; how often each counts is in W."""
    f, R, T, W = endless(f), endless(R), endless(T), endless(W)
    if not read_code(f, R, low, high, melds, situation):
        return 0, -1, 0, 0, 0
    f[TOLD] = flags
    f[FLAGS] = flags
    call_part(R[FN_SCORED], address_of(f), address_of(R), address_of(T), address_of(W))
    if W[BEST_FOUND] == 0:
        return 0, -1, 0, 0, 0
    return W[BEST_TOTAL], W[BEST_LEGAL], W[BEST_PRESENT], W[BEST_PRESENT + 1], W[BEST_PRESENT + 2]


@kernel
def unpack_many(codes: Ints, places: int, f: Ints, R: Ints, W: Ints, tiles: Ints, laid: Ints, sums: Ints, melds: Ints,
                situations: Ints, masks: Ints) -> int:
    """Packed wins from their numbers; the first that is not a hand of the rulebook with so many places, or -1."""
    f, R, W = endless(f), endless(R), endless(W)
    for hand in range(len(masks)):
        good = read_code(f, R, codes[hand, 0], codes[hand, 1], codes[hand, 2], codes[hand, 3])
        here = 3 * f[MELDS] + (1 if f[WIN_TILE] >= 0 else 0)
        kinds = f[HELD_MASK] | (1 << f[WIN_TILE] if f[WIN_TILE] >= 0 else 0)
        for kind in range(42):
            tiles[hand, kind] = f[HELD + kind]
            laid[hand, kind] = f[LAID + kind]
            here += f[HELD + kind]
        if not good or here != places or kinds & ~R[PLAYABLE] or f[FLOWER_MASK] & ~R[BONUS]:
            return hand
        add_up(f, R, W)
        sums[hand, 0] = W[HAND_KEYS]
        sums[hand, 1] = W[HAND_SIZES]
        sums[hand, 2] = W[ODD]
        for place in range(f[MELDS]):
            melds[hand, 2 * place] = f[SET_AT + SET_WIDTH * place]
            melds[hand, 2 * place + 1] = f[SET_AT + SET_WIDTH * place + 1]
        situations[hand, AT_WIN] = f[WIN_TILE]
        situations[hand, AT_SELF_DRAW] = f[SELF_DRAW]
        situations[hand, AT_SEAT] = f[SEAT]
        situations[hand, AT_ROUND] = f[ROUND]
        situations[hand, AT_DISCARDER] = f[DISCARDER]
        situations[hand, AT_FLOWERS] = f[FLOWER_MASK] >> 34
        situations[hand, AT_REDS] = f[RED_FIVES]
        situations[hand, AT_MELDS] = f[MELDS]
        situations[hand, AT_OPEN] = f[OPEN_MELDS]
        situations[hand, AT_CHOWS] = f[MELD_CHOWS]
        situations[hand, AT_KONGS] = f[KONGS]
        situations[hand, AT_CONCEALED_KONGS] = f[CONCEALED_KONGS]
        masks[hand] = f[HELD_MASK]
    return -1
