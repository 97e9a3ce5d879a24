"""What must hold at a table after every step; tests and `quepu.testing` look, play does not."""

from quepu.engine.bots.playout import bot_random, choose, seed_bots
from quepu.engine.course.fresh import start_match
from quepu.engine.course.settle import finish_hand
from quepu.engine.kernel import entry, kernel, part
from quepu.engine.layout.codes import Act, MeldForm, Offer, River, Stage
from quepu.engine.layout.kinds import Ints
from quepu.engine.layout.rule_codes import Side
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import KIND, TAKEN, Table
from quepu.engine.layout.table_facts import LOTS
from quepu.engine.machine import lowest
from quepu.engine.play.advance import act, begin_hand, legal_into, may_answer
from quepu.engine.play.packed_action import packed_action
from quepu.engine.score.batch import mixed_copies
from quepu.engine.score.faces import tile_for

# -- what can be wrong, as bits --
WRONG_TILES, WRONG_KEYS, WRONG_POINTS, WRONG_LEGAL, WRONG_ENDLESS, WRONG_ASKED, WRONG_ROWS = 1, 2, 4, 8, 16, 32, 64
MOST_STEPS = 2000           # no hand takes as many decisions


@kernel
def copies_on_table(t: Table, play: Session, kind: int) -> int:
    """The copies of a kind that lie anywhere on the table."""
    rules = play.rules
    score_rules = play.links.scoring.rules
    found = int(t.burnt[kind])
    for place in range(t.wall_front, t.wall_back):
        if t.wall[place] & KIND == kind:
            found += 1
    for place in range(t.turned_count):
        lot = rules.turned_lots[t.turned_lot[place] & LOTS - 1]
        if t.turned[place] & KIND == kind and lot.side != Side.DEAD and not lot.in_play and not lot.last \
                and t.turned_place[place] != TAKEN:
            found += 1                  # one of the dead wall still lies there, one that stays in play is drawn
    for seat in range(rules.seat_count):
        found += t.held[seat, kind] + t.aside[seat, kind]
        if t.robbed[seat] > 0 and t.robbed[seat] - 1 & KIND == kind:
            found += 1
        for place in range(t.gift_count[seat]):
            if t.gifts[seat, place] & KIND == kind:
                found += 1              # on its way to another seat
        for place in range(t.meld_count[seat]):
            form = t.meld_form[seat, place]
            tiles = score_rules.blocks[t.meld_set[seat, place]].tiles
            if form == MeldForm.MIXED_KONG:
                found += mixed_copies(score_rules, t.meld_set[seat, place], t.meld_counts[seat, place], kind)
                continue
            for index in range(3):
                if tile_for(score_rules, t.wild, tiles[index]) == kind:
                    found += 1
            if tile_for(score_rules, t.wild, tiles[0]) == kind \
                    and form in (MeldForm.MELDED_KONG, MeldForm.ADDED_KONG, MeldForm.CONCEALED_KONG):
                found += 1
    for place in range(t.river_count):
        if t.river[place] & KIND == kind and not t.river_seat[place] & River.CLAIMED:
            found += 1
    if t.offered_count > 0 and t.offered_kind == Offer.ADDED_KONG and t.offered[0] & KIND == kind:
        found += 1                      # between the hand and the pung
    if t.stage == Stage.TURNED:
        for place in range(t.offered_count):
            if t.offered[place] & KIND == kind:
                found += 1              # turned up for a kong, nobody's yet
    return found


@part
def faults_of(t: Table, play: Session) -> int:
    """What is wrong with the table, as bits; 0 nothing."""
    rules = play.rules
    wrong = 0
    for kind in range(42):
        if copies_on_table(t, play, kind) != rules.copies[kind]:
            wrong |= WRONG_TILES
    for seat in range(rules.seat_count):
        mask = 0
        for group in range(4):
            key = 0
            size = 0
            for kind in range(9 * group, min(9 * group + 9, 34)):
                copies = t.held[seat, kind]
                key += copies * rules.powers[kind]
                size += copies
            if key != t.keys[seat, group] or size != t.sizes[seat, group]:
                wrong |= WRONG_KEYS
        for kind in range(42):
            if t.held[seat, kind] > 0:
                mask |= 1 << kind
            if t.marked[seat, kind] > t.held[seat, kind]:
                wrong |= WRONG_KEYS
        if mask != t.held_mask[seat]:
            wrong |= WRONG_KEYS
    points = t.pot
    for player in range(rules.seat_count):
        points += t.score[player]
    if points != (-1 - rules.match_start) * rules.seat_count:
        wrong |= WRONG_POINTS
    for row in range(t.row_count):
        if t.row_amount[row] <= 0 or t.row_from[row] == t.row_to[row]:
            wrong |= WRONG_ROWS
    if t.stage != Stage.OVER and t.asked == 0:
        wrong |= WRONG_ASKED
    return wrong


@part
def legal_faults(t: Table, play: Session, tries: int) -> int:
    """Whether what is legal is not accepted, or what is not legal is: every legal answer and some random ones."""
    out = play.scratch
    for seat in range(play.rules.seat_count):
        asked = t.asked >> seat & 1
        count = legal_into(t, play, seat, out)
        if (count > 0) != (asked == 1) or count == 1:
            return WRONG_LEGAL
        for _try in range(tries):
            kind = bot_random(play, Act.EXCHANGE)
            kind += 1 if kind >= Act.FALSE_WIN else 0           # a false win is never listed
            action = packed_action(kind, bot_random(play, 64), bot_random(play, 128))
            listed = False
            count = legal_into(t, play, seat, out)
            for index in range(count):
                if out[index] == action:
                    listed = True
            if listed != (may_answer(t, play, seat, action) != 0):
                return WRONG_LEGAL
        for index in range(count):
            count = legal_into(t, play, seat, out)
            if not may_answer(t, play, seat, out[index]):
                return WRONG_LEGAL
    return 0


@entry
@part
def play_audited(t: Table, play: Session, bots: Ints, seed: int, hands: int, tries: int, log: Ints) -> int:
    """Play hands and look at every step; 0, or 1000 * the hand + what was wrong.  `log` gets the last hand's answers.

    log[0] is how many there are, then (seat, action) of each.
    """
    start_match(t, play, seed)
    seed_bots(play, seed)
    for hand in range(hands):
        begin_hand(t, play, 1)
        steps = 0
        while t.stage != Stage.OVER:
            wrong = faults_of(t, play)
            if tries > 0:
                wrong |= legal_faults(t, play, tries)
            if steps >= MOST_STEPS:
                wrong |= WRONG_ENDLESS
            if wrong:
                return 1000 * (hand + 1) + wrong
            seat = lowest(t.asked)
            action = choose(t, play, seat, bots[t.player[seat]])
            log[1 + 2 * steps] = seat
            log[2 + 2 * steps] = action
            steps += 1
            log[0] = steps
            act(t, play, seat, action)
        wrong = faults_of(t, play)
        if wrong:
            return 1000 * (hand + 1) + wrong
        if hand < hands - 1:
            finish_hand(t, play)
            if t.match_over:
                start_match(t, play, seed + hand + 1)
    return 0
