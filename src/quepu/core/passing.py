"""What letting a win or a claim go forbids (过水, 振听), and until when."""

from quepu.core.calls import numbers_at
from quepu.core.completing import might_win
from quepu.core.kernel import Ints, inlined, kernel, part
from quepu.core.procedure import (
    AT_CLAIMS,
    AT_PASS,
    CLAIM_ROW,
    CLAIM_SETS,
    CLAIMS,
    EVENT_MEMORY,
    ON_PASS,
    P_ROOM,
    P_RULES,
    PASS_DRAWN,
    PASS_FORBIDS,
    PASS_ON,
    PASS_ROW,
    PASS_UNABLE,
    PASS_UNTIL,
    PASS_WHEN,
    PASSES,
    SEAT_COUNT_AT,
    UNTIL_SAFE_DISCARD,
    WIN_CLAIM,
)
from quepu.core.rules import AT_MELD_KIND, BEST_TOTAL
from quepu.core.table import (
    FORBID_LOWER,
    FORBID_SAME_PUNG,
    FORBID_SAME_TILE,
    KIND,
    MAY_PUNG,
    MAY_SET,
    MAY_WIN,
    PASS,
    WIN,
)
from quepu.core.tableframe import ask_about, happen, score_hand
from quepu.core.wall import Table


@kernel
def tell_passes(t: Table, P: Ints, seat: int, tile: int) -> None:
    """Let the table remember each claim that a seat let go."""
    R = numbers_at(P[P_RULES])
    pung = R[R[AT_MELD_KIND] + 42 + (tile & KIND)]
    for index in range(P[CLAIMS]):
        sets = P[P[AT_CLAIMS] + CLAIM_ROW * index + CLAIM_SETS]
        bit = MAY_WIN if sets == 0 else MAY_PUNG if pung >= 0 and sets >> pung & 1 else MAY_SET
        if int(t.may[seat]) & bit:
            happen(t, P, ON_PASS, seat, int(t.offered_from), tile, index, 0)


@inlined
def forbid(t: Table, P: Ints, seat: int, index: int) -> None:
    """An entry of [pass.*] applies to a seat."""
    t.passed[seat] = int(t.passed[seat]) | 1 << index
    t.forbidden[seat] = int(t.forbidden[seat]) | P[P[AT_PASS] + PASS_ROW * index + PASS_FORBIDS]


@part
def note_passes(t: Table, P: Ints) -> None:
    """What letting a win, pung or chow go forbids from now on, or a tile one waits for and may not win on."""
    feeder = int(t.offered_from)
    tile = int(t.offered[0])
    for seat in range(P[SEAT_COUNT_AT]):
        unable = int(t.unable) >> seat & 1
        if seat == feeder or (int(t.may[seat]) == 0 and not unable):
            continue
        if P[EVENT_MEMORY] >> ON_PASS & 1 and int(t.pending[seat]) >> 16 == PASS:
            tell_passes(t, P, seat, tile)
        chosen = int(t.pending[seat]) >> 16
        for index in range(P[PASSES]):
            row = P[AT_PASS] + PASS_ROW * index
            let_go = int(t.may[seat]) & P[row + PASS_ON]
            if unable and P[row + PASS_UNABLE] >> int(t.offered_kind) & 1:
                let_go |= MAY_WIN
            if let_go == 0 or chosen == WIN or (chosen != PASS and not let_go & MAY_WIN):
                continue
            if ask_about(t, P, row + PASS_WHEN, seat, feeder, tile):
                forbids = P[row + PASS_FORBIDS]
                forbid(t, P, seat, index)
                if forbids & FORBID_SAME_PUNG:
                    t.let_go[seat] = int(t.let_go[seat]) | 1 << (tile & KIND)
                for place in range(int(t.offered_count)):
                    passed = int(t.offered[place])
                    if forbids & FORBID_SAME_TILE:
                        t.barred[seat] = int(t.barred[seat]) | 1 << (passed & KIND)
                    if forbids & FORBID_LOWER and score_hand(t, P, seat, passed, 0, feeder, 1) >= 0:
                        t.passed_value[seat] = max(int(t.passed_value[seat]), int(numbers_at(P[P_ROOM])[BEST_TOTAL]))


@kernel
def pass_own_win(t: Table, P: Ints, seat: int) -> None:
    """Let the table remember that a seat lets a win of its own go, and what that forbids: nobody fed it."""
    if P[EVENT_MEMORY] >> ON_PASS & 1:
        of = (P[WIN_CLAIM] - P[AT_CLAIMS]) // CLAIM_ROW if P[WIN_CLAIM] >= 0 else -1
        happen(t, P, ON_PASS, seat, -1, int(t.drawn), of, 0)
    for index in range(P[PASSES]):
        row = P[AT_PASS] + PASS_ROW * index
        if P[row + PASS_DRAWN] and P[row + PASS_ON] & MAY_WIN \
                and ask_about(t, P, row + PASS_WHEN, seat, -1, int(t.drawn)):
            forbid(t, P, seat, index)
            if P[row + PASS_FORBIDS] & FORBID_SAME_TILE and int(t.drawn) >= 0:
                t.barred[seat] = int(t.barred[seat]) | 1 << (int(t.drawn) & KIND)


@part
def lift_passes(t: Table, P: Ints, seat: int, until: int) -> None:
    """A seat does what ends the effect of its passing: a draw, a discard or a claim of its own."""
    if int(t.forbidden[seat]) == 0:
        return
    passed = int(t.passed[seat])
    t.forbidden[seat] = 0
    t.passed[seat] = 0
    for index in range(P[PASSES]):
        if passed >> index & 1 and not P[P[AT_PASS] + PASS_ROW * index + PASS_UNTIL] & until:
            forbid(t, P, seat, index)
    if not int(t.forbidden[seat]) & FORBID_SAME_TILE:
        t.barred[seat] = 0
    if not int(t.forbidden[seat]) & FORBID_SAME_PUNG:
        t.let_go[seat] = 0
    if not int(t.forbidden[seat]) & FORBID_LOWER:
        t.passed_value[seat] = 0


@part
def lift_if_safe(t: Table, P: Ints, seat: int, tile: int) -> None:
    """A tile that leaves the hand ends the effect of passing if the hand does not wait for it."""
    if int(t.forbidden[seat]) and not (might_win(t, P, seat, tile & KIND)
                                       and score_hand(t, P, seat, tile & KIND, 0, -1, 0) >= 0):
        lift_passes(t, P, seat, UNTIL_SAFE_DISCARD)
