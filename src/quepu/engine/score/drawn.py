"""Many hands, each with the tile it draws, scored as self-drawn wins of one seat: only tiles differ between them."""

from quepu.engine.kernel import entry, kernel
from quepu.engine.layout.divisions import Scoring
from quepu.engine.layout.frame import FAN_WORDS, Frame
from quepu.engine.layout.kinds import Bytes, Bytes2D, Halves, Ints, Ints2D, SmallInts
from quepu.engine.layout.workbench import Workbench
from quepu.engine.score.best import score_flagged


@kernel
def hold_drawn(f: Frame, hands: Bytes2D, hand: int, win: int, marked: Ints) -> None:
    """Put the concealed tiles of a hand and the tile it draws into the frame.

    `marked` says how many marked copies of each kind the player had at first: others are thrown away before them.
    """
    held = 0
    wilds = 0
    marks = 0
    for kind in range(42):
        copies = int(hands[hand, kind])
        f.held[kind] = copies
        held |= (1 if copies > 0 else 0) << kind
        if f.wild_mask >> kind & 1:
            wilds += copies + (1 if kind == win else 0)
        marks += min(marked[kind], copies)
    f.held_mask = held
    f.wild_count = wilds
    f.red_count = marks
    f.win_tile = win
    f.win_place = -1
    f.flags = f.told


@entry
@kernel
def score_drawn(hands: Bytes2D, wins: Bytes, marked: Ints, f: Frame, scoring: Scoring, bench: Workbench,
                total: Halves, legal: SmallInts, fans: Ints2D) -> None:
    """Score each hand with its drawn tile: total, legality (-1 not complete, 0 not allowed, 1 legal), fans as bits.

    The frame is that of one of them, melds and situation included; marks in melds are in its `marked[42]`.
    """
    kongs = f.kong_count
    concealed_kongs = f.concealed_kong_count
    for hand in range(len(wins)):
        f.kong_count = kongs
        f.concealed_kong_count = concealed_kongs
        hold_drawn(f, hands, hand, int(wins[hand]), marked)
        f.red_count += marked[42]
        score_flagged(f, scoring, bench)
        if bench.best_found == 0:
            total[hand] = 0
            legal[hand] = -1
            continue
        total[hand] = bench.best_total
        legal[hand] = bench.best_legal
        for word in range(FAN_WORDS):
            fans[hand, word] = bench.best_present[word]
