"""What must hold at a table after every step; tests and `quepu.testing` look, play does not."""

from quepu.core.advance import act, begin_hand, legal_into, may_answer
from quepu.core.calls import lowest, numbers_at
from quepu.core.fresh import start_match
from quepu.core.kernel import Ints, kernel, part
from quepu.core.playout import bot_random, choose, seed_bots
from quepu.core.procedure import (
    AT_COPIES,
    AT_POWERS,
    AT_TURNED_LOTS,
    FROM_DEAD,
    LOT_FROM,
    LOT_ROW,
    MATCH_START,
    P_RULES,
    SCRATCH,
    SEAT_COUNT_AT,
)
from quepu.core.rules import AT_BLOCK_TILES
from quepu.core.settle import finish_hand
from quepu.core.situation import LOTS
from quepu.core.table import (
    FALSE_WIN,
    FORM_ADDED_KONG,
    FORM_CONCEALED_KONG,
    FORM_MELDED_KONG,
    KIND,
    OFFER_ADDED_KONG,
    RIVER_CLAIMED,
    ST_OVER,
    ST_TURNED,
)
from quepu.core.wall import Table

# -- what can be wrong, as bits --
WRONG_TILES, WRONG_KEYS, WRONG_POINTS, WRONG_LEGAL, WRONG_ENDLESS, WRONG_ASKED, WRONG_ROWS = 1, 2, 4, 8, 16, 32, 64
MOST_STEPS = 2000           # no hand takes as many decisions


@kernel
def copies_on_table(t: Table, P: Ints, kind: int) -> int:
    """The copies of a kind that lie anywhere on the table."""
    R = numbers_at(P[P_RULES])
    found = 0
    for place in range(int(t.wall_front), int(t.wall_back)):
        if int(t.wall[place]) & KIND == kind:
            found += 1
    for place in range(int(t.turned_count)):
        lot = P[AT_TURNED_LOTS] + LOT_ROW * (int(t.turned_lot[place]) & LOTS - 1)
        if int(t.turned[place]) & KIND == kind and P[lot + LOT_FROM] != FROM_DEAD:
            found += 1                  # one of the dead wall still lies there
    for seat in range(P[SEAT_COUNT_AT]):
        found += int(t.held[seat, kind]) + int(t.aside[seat, kind])
        if int(t.robbed[seat]) > 0 and int(t.robbed[seat]) - 1 & KIND == kind:
            found += 1
        for place in range(int(t.gift_count[seat])):
            if int(t.gifts[seat, place]) & KIND == kind:
                found += 1              # on its way to another seat
        for place in range(int(t.meld_count[seat])):
            form = int(t.meld_form[seat, place])
            first = R[AT_BLOCK_TILES] + 3 * int(t.meld_set[seat, place])
            for index in range(3):
                if R[first + index] == kind:
                    found += 1
            if R[first] == kind and form in (FORM_MELDED_KONG, FORM_ADDED_KONG, FORM_CONCEALED_KONG):
                found += 1
    for place in range(int(t.river_count)):
        if int(t.river[place]) & KIND == kind and not int(t.river_seat[place]) & RIVER_CLAIMED:
            found += 1
    if int(t.offered_count) > 0 and int(t.offered_kind) == OFFER_ADDED_KONG and int(t.offered[0]) & KIND == kind:
        found += 1                      # between the hand and the pung
    if int(t.stage) == ST_TURNED:
        for place in range(int(t.offered_count)):
            if int(t.offered[place]) & KIND == kind:
                found += 1              # turned up for a kong, nobody's yet
    return found


@part
def faults_of(t: Table, P: Ints) -> int:
    """What is wrong with the table, as bits; 0 nothing."""
    wrong = 0
    for kind in range(42):
        if copies_on_table(t, P, kind) != P[AT_COPIES + kind]:
            wrong |= WRONG_TILES
    for seat in range(P[SEAT_COUNT_AT]):
        mask = 0
        for group in range(4):
            key = 0
            size = 0
            for kind in range(9 * group, min(9 * group + 9, 34)):
                copies = int(t.held[seat, kind])
                key += copies * P[AT_POWERS + kind]
                size += copies
            if key != int(t.keys[seat, group]) or size != int(t.sizes[seat, group]):
                wrong |= WRONG_KEYS
        for kind in range(42):
            if int(t.held[seat, kind]) > 0:
                mask |= 1 << kind
            if int(t.marked[seat, kind]) > int(t.held[seat, kind]):
                wrong |= WRONG_KEYS
        if mask != int(t.held_mask[seat]):
            wrong |= WRONG_KEYS
    points = int(t.pot)
    for player in range(P[SEAT_COUNT_AT]):
        points += int(t.score[player])
    if points != (-1 - P[MATCH_START]) * P[SEAT_COUNT_AT]:
        wrong |= WRONG_POINTS
    for row in range(int(t.row_count)):
        if int(t.row_amount[row]) <= 0 or int(t.row_from[row]) == int(t.row_to[row]):
            wrong |= WRONG_ROWS
    if int(t.stage) != ST_OVER and int(t.asked) == 0:
        wrong |= WRONG_ASKED
    return wrong


@part
def legal_faults(t: Table, P: Ints, tries: int) -> int:
    """Whether what is legal is not accepted, or what is not legal is: every legal answer and some random ones."""
    out = numbers_at(P[SCRATCH])
    for seat in range(P[SEAT_COUNT_AT]):
        asked = int(t.asked) >> seat & 1
        count = legal_into(t, P, seat, out)
        if (count > 0) != (asked == 1) or count == 1:
            return WRONG_LEGAL
        for _try in range(tries):
            action = bot_random(P, FALSE_WIN) << 16 | bot_random(P, 64) << 8 | bot_random(P, 128)
            listed = False
            count = legal_into(t, P, seat, out)
            for index in range(count):
                if out[index] == action:
                    listed = True
            if listed != (may_answer(t, P, seat, action) != 0):
                return WRONG_LEGAL
        for index in range(count):
            count = legal_into(t, P, seat, out)
            if not may_answer(t, P, seat, out[index]):
                return WRONG_LEGAL
    return 0


@part
def play_audited(t: Table, P: Ints, bots: Ints, seed: int, hands: int, tries: int, log: Ints) -> int:
    """Play hands and look at every step; 0, or 1000 * the hand + what was wrong.  `log` gets the last hand's answers.

    log[0] is how many there are, then (seat, action) of each.
    """
    start_match(t, P, seed)
    seed_bots(P, seed)
    for hand in range(hands):
        begin_hand(t, P, 1)
        steps = 0
        while int(t.stage) != ST_OVER:
            wrong = faults_of(t, P)
            if tries > 0:
                wrong |= legal_faults(t, P, tries)
            if steps >= MOST_STEPS:
                wrong |= WRONG_ENDLESS
            if wrong:
                return 1000 * (hand + 1) + wrong
            seat = lowest(int(t.asked))
            action = choose(t, P, seat, bots[int(t.player[seat])])
            log[1 + 2 * steps] = seat
            log[2 + 2 * steps] = action
            steps += 1
            log[0] = steps
            act(t, P, seat, action)
        wrong = faults_of(t, P)
        if wrong:
            return 1000 * (hand + 1) + wrong
        if hand < hands - 1:
            finish_hand(t, P)
            if int(t.match_over):
                start_match(t, P, seed + hand + 1)
    return 0
